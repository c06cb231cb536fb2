"""Code that a program hands to the driver: PTX text, alone or to be linked."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...errors import PtxError
from ..call import Code, CudaError, Pointer, load
from .gpu import VirtualGpu
from .state import Module

_ELF, _FATBIN = b"\x7fELF", b"\x50\xed\x55\xba"
_HEAD = re.compile(r"^\s*\.(version|target|address_size)\b.*$", re.MULTILINE)
_ENTRY = re.compile(r"\.entry\s+([\w$.]+)")
_INFO_LOG, _INFO_SIZE, _ERROR_LOG, _ERROR_SIZE = 3, 4, 5, 6
"""Values of CUjit_option."""


class JitOptions:
    """Options of loading or linking code: the buffers for logs.

    Parameters
    ----------
    n, options, values
        As in ``cuModuleLoadDataEx``: a number of options, the address of their names, and of their values.
    """

    def __init__(self, n: int = 0, options: Pointer = 0, values: Pointer = 0) -> None:
        self._slots = {load(options + 4 * at, ctypes.c_int): values + 8 * at for at in range(n)}

    def write_error(self, text: str) -> None:
        """Write to the buffer for errors, and its length to the option with its size."""
        self._write(_ERROR_LOG, _ERROR_SIZE, text)

    def finish(self) -> None:
        """Leave the logs empty."""
        self._write(_INFO_LOG, _INFO_SIZE, "")
        self._write(_ERROR_LOG, _ERROR_SIZE, "")

    def _write(self, log: int, size: int, text: str) -> None:
        if log not in self._slots or size not in self._slots:
            return
        capacity = load(self._slots[size], ctypes.c_uint32)
        address = load(self._slots[log])
        if not address or not capacity:
            return
        data = text.encode()[: capacity - 1]
        ctypes.memmove(address, data + b"\0", len(data) + 1)
        ctypes.c_uint64.from_address(self._slots[size]).value = len(data) + bool(data)


def ptx_at(gpu: VirtualGpu, address: Pointer, size_bytes: int | None = None) -> str:
    """Return the PTX text at a host address.

    Raises
    ------
    CudaError
        NO_BINARY_FOR_GPU, with a finding, for machine code: the executor runs PTX alone. INVALID_IMAGE for neither.
    """
    if not address:
        raise CudaError(Code.INVALID_VALUE)
    start = ctypes.string_at(address, 4)
    if start in (_ELF, _FATBIN):
        kind = "a cubin" if start == _ELF else "a fat binary"
        gpu.report(
            "not-ptx",
            f"not run: the program loads {kind}, and the virtual GPU runs PTX text; let the compiler write PTX "
            "(nvrtc: a virtual architecture such as compute_90; nvcc: --ptx)",
        )
        raise CudaError(Code.NO_BINARY_FOR_GPU)
    data = ctypes.string_at(address) if size_bytes is None else ctypes.string_at(address, size_bytes)
    text = data.rstrip(b"\0").decode("utf-8", errors="replace")
    if ".version" not in text:
        raise CudaError(Code.INVALID_IMAGE)
    return text


def link(texts: Sequence[str]) -> str:
    """Return one module of several: the head of the first, and everything else of all."""
    head, *others = texts
    return "\n".join((head, *(_HEAD.sub("", each) for each in others)))


def load_module(gpu: VirtualGpu, text: str, options: JitOptions) -> Module:
    """Load PTX into the current context.

    Raises
    ------
    CudaError
        INVALID_PTX; the log of errors says why.
    """
    try:
        program = gpu.executor.load(text)
    except PtxError as error:
        options.write_error(str(error))
        gpu.report("invalid-ptx", f"the PTX cannot be loaded: {error}")
        raise CudaError(Code.INVALID_PTX, str(error)) from error
    options.finish()
    return Module(gpu.stack[-1] if gpu.stack else None, text, program)


def entries(module: Module) -> tuple[str, ...]:
    """Return the names of a module's kernels, in the order of the text."""
    return tuple(dict.fromkeys(_ENTRY.findall(module.text)))


def unused_variable(module: Module, name: str) -> npt.NDArray[np.uint8] | None:
    """Return the initial content of a variable that no kernel uses; None if the module does not declare it."""
    from ...ptx.reading.parser import parse

    found = parse(module.text).variables.get(name)
    if found is None or found.space not in ("global", "const"):
        return None
    data = np.zeros(found.size_bytes, np.uint8)
    if found.initial is not None:
        data[:] = np.frombuffer(found.initial, np.uint8)
    return data
