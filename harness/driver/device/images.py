"""Code that a program hands to the driver: PTX text, alone or to be linked.

What programs link as ``libcudadevrt.a`` is here as PTX: the barrier of a grid. The functions are those of the CUDA
device runtime that cooperative groups call (``cudaCGGetIntrinsicHandle``, ``cudaCGSynchronize``). The barrier counts
blocks in the second word of the workspace that a cooperative launch has: the first block adds 2^31 less the number of
others, which add 1 each, so the highest bit changes with the last of them. Launches from the device are not here; a
kernel that calls their functions is refused by their names.
"""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from ...errors import PtxError
from ...ptx.text.linker import Linker
from ..call import CudaError, fail_if
from ..cuda_header import Code, Pointer
from .launches import LaunchingGpu
from .state import JitOptions, Linking, Module

_ELF, _FATBIN = b"\x7fELF", b"\x50\xed\x55\xba"
_ENTRY = re.compile(r"\.entry\s+([\w$.]+)")


def entries(module: Module) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_ENTRY.findall(module.text)))


def unused_variable(module: Module, name: str) -> npt.NDArray[np.uint8] | None:
    """Return the initial content of a variable that no kernel uses; None if the module does not declare it."""
    from ...ptx.reading.parser import parse

    variable = parse(module.text).variables.get(name)
    if variable is None or variable.space not in ("global", "const"):
        return None
    data = np.zeros(variable.size_bytes, np.uint8)
    if variable.initial is not None:
        data[:] = np.frombuffer(variable.initial, np.uint8)
    return data


_ARCHIVE = b"!<arch>\n"
_MEMBER = b"cuda_device_runtime.o"
# The function by which kernels set a condition of a graph; the driver itself has it.
_SET_CONDITION = "cudaGraphSetConditional"


def _own_ptx(name: str) -> str:
    return Path(__file__).with_name(f"{name}.ptx").read_text(encoding="ascii")


class LoadingGpu(LaunchingGpu):
    """Modules and links."""

    def ptx_at(self, address: Pointer, size_bytes: int | None = None) -> str:
        fail_if(not address, Code.INVALID_VALUE)
        start = ctypes.string_at(address, 4)
        if start in (_ELF, _FATBIN):
            self._refuse("a cubin" if start == _ELF else "a fat binary")
        data = ctypes.string_at(address) if size_bytes is None else ctypes.string_at(address, size_bytes)
        if data.startswith(_ARCHIVE):
            if _MEMBER not in data:  # machine code, which the executor does not run
                self._refuse("a static library")
            return _own_ptx("device_runtime")
        # A size may count the terminating zero.
        text = data.rstrip(b"\0").decode("utf-8", errors="replace")
        fail_if(".version" not in text, Code.INVALID_IMAGE)
        return text

    def _refuse(self, kind: str) -> NoReturn:
        self.report(
            "not-ptx",
            f"not run: the program loads {kind}, and the virtual GPU runs PTX text; let the compiler write PTX "
            "(nvrtc: a virtual architecture such as compute_90; nvcc: --ptx)",
        )
        raise CudaError(Code.NO_BINARY_FOR_GPU)

    def link_text(self, linking: Linking, name: str, text: str) -> None:
        try:
            linking.linker.add(name, text)
        except PtxError as error:
            linking.options.write_error(f"error   : {error}")
            self.report("invalid-ptx", f"the PTX cannot be linked: {error}")
            raise CudaError(Code.INVALID_SOURCE, str(error)) from error
        linking.n_texts += 1

    def load_module(self, text: str, options: JitOptions) -> Module:
        if _SET_CONDITION in text:
            linker = Linker()
            linker.add("the program's", text)
            linker.add("the driver's", _own_ptx("set_condition"))
            text = linker.linked()
        try:
            program = self.executor.load(text)
        except PtxError as error:
            options.write_error(str(error))
            self.report("invalid-ptx", f"the PTX cannot be loaded: {error}")
            raise CudaError(Code.INVALID_PTX, str(error)) from error
        options.finish()
        context = self.stack[-1] if self.stack else None
        return Module(context, text, program, max_registers=options.max_registers)
