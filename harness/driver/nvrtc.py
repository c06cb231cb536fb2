"""The NVRTC that a program finds on the virtual GPU: where machine code is asked for, it hands out PTX.

A library with NVRTC's SONAME is loaded before anything asks for NVRTC. Its functions jump to those of the real library,
but for three: compiling for a real architecture (``sm_90``) compiles for the virtual one (``compute_90``), with line
numbers, and the cubin of such a program is its PTX. `harness.driver.nvcc` does the same for programs that call nvcc.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..compiler.backend.nvrtc_library import NvrtcFile, NvrtcLibrary, installed_libraries
from .elf import TABLE
from .interrupts import boundary
from .library import write_shared_library
from .nvcc import limit_registers

NAMES = (
    "nvrtcVersion",
    "nvrtcGetNumSupportedArchs",
    "nvrtcGetSupportedArchs",
    "nvrtcGetErrorString",
    "nvrtcCreateProgram",
    "nvrtcDestroyProgram",
    "nvrtcCompileProgram",
    "nvrtcGetPTXSize",
    "nvrtcGetPTX",
    "nvrtcGetCUBINSize",
    "nvrtcGetCUBIN",
    "nvrtcGetLTOIRSize",
    "nvrtcGetLTOIR",
    "nvrtcGetOptiXIRSize",
    "nvrtcGetOptiXIR",
    "nvrtcGetProgramLogSize",
    "nvrtcGetProgramLog",
    "nvrtcAddNameExpression",
    "nvrtcGetLoweredName",
    "nvrtcGetPCHHeapSize",
    "nvrtcSetPCHHeapSize",
    "nvrtcGetPCHCreateStatus",
    "nvrtcGetPCHHeapSizeRequired",
    "nvrtcSetFlowCallback",
)
"""Functions of nvrtc.h of CUDA 13.0; a library that lacks one has a null entry, which returns an error."""
_ARCH = re.compile(r"(--?gpu-architecture|--?arch)(?:=(.*))?")
_REAL = re.compile(r"sm_(\d+[af]?)")
_INTERNAL_ERROR = 11
"""NVRTC_ERROR_INTERNAL_ERROR."""
_kept: list[object] = []


def for_ptx(options: Sequence[bytes]) -> list[bytes] | None:
    """Return a compilation's options with a virtual architecture in place of a real one; None if they have none.

    Options for LTO IR stay as they are: nothing of this driver links it.
    """
    found, is_real, follows = [], False, False
    for option in options:
        text = option.decode("utf-8", errors="replace")
        match = _ARCH.fullmatch(text)
        value = text if follows else match[2] if match is not None else None
        real = _REAL.fullmatch(value) if value else None
        if real is not None and value is not None:
            is_real = True
            option = (text.removesuffix(value) + f"compute_{real[1]}").encode()
        follows = match is not None and match[2] is None
        found.append(option)
    if not is_real or any(each in (b"-dlto", b"--dlink-time-opt") for each in options):
        return None
    has_lines = any(each in (b"-lineinfo", b"--generate-line-info") for each in options)
    return found if has_lines else [*found, b"-lineinfo"]


class LoadedNvrtc:
    """The library with NVRTC's name in this process."""

    def __init__(self, folder: Path, real: NvrtcFile) -> None:
        # the loader takes the first library of a name: this one must come before the real one
        library = ctypes.CDLL(os.fspath(write_shared_library(folder, _soname(real), NAMES)))
        self._real = ctypes.CDLL(NvrtcLibrary(str(real.path), real.cuda).path)
        self._table = (ctypes.c_uint64 * len(NAMES)).in_dll(library, TABLE)
        self._of_ptx: dict[int | None, list[str]] = {}
        prototypes: dict[str, Any] = {
            name: ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, *more)
            for name, *more in (
                ("nvrtcCompileProgram", ctypes.c_int, ctypes.c_void_p),
                ("nvrtcGetCUBINSize", ctypes.c_void_p),
                ("nvrtcGetCUBIN", ctypes.c_void_p),
                ("nvrtcGetPTXSize", ctypes.c_void_p),
                ("nvrtcGetPTX", ctypes.c_void_p),
            )
        }
        self._functions = {name: kind((name, self._real)) for name, kind in prototypes.items()}
        own = {
            "nvrtcCompileProgram": self._compile,
            "nvrtcGetCUBINSize": self._size,
            "nvrtcGetCUBIN": self._code,
        }
        callbacks = {name: prototypes[name](function) for name, function in own.items()}
        for index, name in enumerate(NAMES):
            self._table[index] = self._address(callbacks.get(name))
            if name not in callbacks:
                self._table[index] = self._address(getattr(self._real, name, None))
        _kept.append((self, callbacks))  # native destructors may call until the process ends

    @staticmethod
    def _address(function: Any) -> int:
        return 0 if function is None else ctypes.cast(function, ctypes.c_void_p).value or 0

    @boundary
    def _compile(self, program: int | None, n: int, options: int | None) -> int:
        try:
            given = list((ctypes.c_char_p * n).from_address(options)) if options else []
            changed = for_ptx([each or b"" for each in given])
        except BaseException:  # nothing may pass through the C code that called
            return _INTERNAL_ERROR
        if changed is None:
            self._of_ptx.pop(program, None)
            return int(self._functions["nvrtcCompileProgram"](program, n, options))
        self._of_ptx[program] = [each.decode("utf-8", errors="replace") for each in changed]
        array = (ctypes.c_char_p * len(changed))(*changed)
        return int(self._functions["nvrtcCompileProgram"](program, len(changed), ctypes.addressof(array)))

    @boundary
    def _size(self, program: int | None, result: int | None) -> int:
        code = self._ptx(program) if result else None
        if code is None or not result:
            return int(self._functions["nvrtcGetCUBINSize"](program, result))
        ctypes.c_size_t.from_address(result).value = len(code)
        return 0

    @boundary
    def _code(self, program: int | None, result: int | None) -> int:
        code = self._ptx(program) if result else None
        if code is None or not result:
            return int(self._functions["nvrtcGetCUBIN"](program, result))
        ctypes.memmove(result, code, len(code))
        return 0

    def _ptx(self, program: int | None) -> bytes | None:
        """Return what a program gets for its cubin; None if that is the real one, or if the compiler has failed."""
        size = ctypes.c_size_t()
        if program not in self._of_ptx or self._functions["nvrtcGetPTXSize"](program, ctypes.addressof(size)):
            return None
        text = ctypes.create_string_buffer(size.value)
        if self._functions["nvrtcGetPTX"](program, ctypes.addressof(text)):
            return None
        return limit_registers(text.raw, self._of_ptx[program])


def load_nvrtc(folder: Path, cuda_home: Path | None) -> LoadedNvrtc | None:
    """Load the library with NVRTC's name; None if NVRTC is not installed, or this process has loaded it before."""
    found = installed_libraries(cuda_home)
    if not found:
        return None
    try:
        ctypes.CDLL(_soname(found[0]), mode=os.RTLD_NOLOAD)
    except OSError:
        return LoadedNvrtc(folder, found[0])
    return None


def _soname(real: NvrtcFile) -> str:
    return ".".join(real.path.name.split(".")[:3])
