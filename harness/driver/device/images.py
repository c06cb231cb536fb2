"""Code that a program hands to the driver: PTX text, alone or to be linked."""

from __future__ import annotations

import ctypes
import re
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from ...errors import PtxError
from ...ptx.text.linker import Linker
from ..call import Code, CudaError, Pointer
from .device_runtime import CONDITION_TEXT, is_archive, is_device_runtime, sets_condition
from .device_runtime import TEXT as DEVICE_RUNTIME
from .gpu import VirtualGpu
from .jit_options import JitOptions
from .state import Linking, Module

_ELF, _FATBIN = b"\x7fELF", b"\x50\xed\x55\xba"
_ENTRY = re.compile(r"\.entry\s+([\w$.]+)")


def ptx_at(gpu: VirtualGpu, address: Pointer, size_bytes: int | None = None) -> str:
    """Return the PTX text at a host address."""
    if not address:
        raise CudaError(Code.INVALID_VALUE)
    start = ctypes.string_at(address, 4)
    if start in (_ELF, _FATBIN):
        _refuse(gpu, "a cubin" if start == _ELF else "a fat binary")
    data = ctypes.string_at(address) if size_bytes is None else ctypes.string_at(address, size_bytes)
    if is_archive(data):
        if not is_device_runtime(data):
            _refuse(gpu, "a static library")
        return DEVICE_RUNTIME
    text = data.rstrip(b"\0").decode("utf-8", errors="replace")
    if ".version" not in text:
        raise CudaError(Code.INVALID_IMAGE)
    return text


def _refuse(gpu: VirtualGpu, kind: str) -> NoReturn:
    gpu.report(
        "not-ptx",
        f"not run: the program loads {kind}, and the virtual GPU runs PTX text; let the compiler write PTX "
        "(nvrtc: a virtual architecture such as compute_90; nvcc: --ptx)",
    )
    raise CudaError(Code.NO_BINARY_FOR_GPU)


def link_text(gpu: VirtualGpu, linking: Linking, name: str, text: str) -> None:
    """Add PTX to a link."""
    try:
        linking.linker.add(name, text)
    except PtxError as error:
        linking.options.write_error(f"error   : {error}")
        gpu.report("invalid-ptx", f"the PTX cannot be linked: {error}")
        raise CudaError(Code.INVALID_SOURCE, str(error)) from error
    linking.n_texts += 1


def load_module(gpu: VirtualGpu, text: str, options: JitOptions) -> Module:
    """Load PTX into the current context."""
    if sets_condition(text):
        linker = Linker()
        linker.add("the program's", text)
        linker.add("the driver's", CONDITION_TEXT)
        text = linker.linked()
    try:
        program = gpu.executor.load(text)
    except PtxError as error:
        options.write_error(str(error))
        gpu.report("invalid-ptx", f"the PTX cannot be loaded: {error}")
        raise CudaError(Code.INVALID_PTX, str(error)) from error
    options.finish()
    return Module(gpu.stack[-1] if gpu.stack else None, text, program, max_registers=options.max_registers)


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
