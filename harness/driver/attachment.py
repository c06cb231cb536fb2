"""A virtual GPU in this process: driver, NVRTC, nvcc and findings, set up before a program asks for them.

Python processes that this one starts get a virtual GPU of their own (`harness.driver.children`).

Where machine code is asked for, NVRTC hands out PTX. A library with NVRTC's SONAME is loaded before anything asks for
NVRTC. Its functions jump to those of the real library, but for three: compiling for a real architecture (``sm_90``)
compiles for the virtual one (``compute_90``), with line numbers, and the cubin of such a program is its PTX.
`harness.driver.nvcc` does the same for programs that call nvcc.
"""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..compiler.backend.nvrtc_library import NvrtcFile, NvrtcLibrary, installed_libraries
from ..device.observation import is_reported, watch_of
from ..ptx.fault import FaultKind
from ..settings.settings import Settings
from .children import ChildLog, Children, put_first
from .device.gpu import VirtualGpu
from .device.profile import gpu_profile
from .elf import TABLE
from .findings import FindingLog, ProgramFinding
from .interrupts import boundary
from .kernel_totals import KernelTotal, merged
from .library import LoadedDriver, write_library, write_shared_library
from .nvcc import limit_registers, put_on_path
from .runtime_binding.binding import replace_on_import


@dataclass(eq=False)
class Attachment:
    """The virtual GPU of this process."""

    gpu: VirtualGpu
    driver: LoadedDriver
    log: FindingLog
    """What was found here, and after `collect` in the processes that this one started."""
    settings: Settings
    """``sanitizers`` are the checks of each launch."""
    library: Path
    """Folder of the driver's library."""
    children: Children | None = None
    """Processes that this one started; None in such a process itself."""

    def reach_children(self) -> None:
        """Give a virtual GPU to the processes that this one starts, where something has replaced ``sys.path``."""
        put_first(self.library)

    def collect(self) -> None:
        """Read what was found in the processes that this one has started."""
        if self.children is not None:
            self.children.read_into(self.log)

    @property
    def launches(self) -> int:
        """Launches of this process, and of those that it has started."""
        return self.gpu.n_launches + (self.children.counts()[0] if self.children else 0)

    @property
    def kernels(self) -> tuple[KernelTotal, ...]:
        """Kernels that this process, and those that it has started, have launched, by name."""
        return merged([*self.gpu.kernels, *(self.children.kernels() if self.children else ())])

    @property
    def times_read(self) -> int:
        """How often event times were asked for, here and in the processes that this one has started."""
        return self.gpu.times_read + (self.children.counts()[1] if self.children else 0)


_attached: list[Attachment] = []
_at_fork: list[Callable[[], None]] = []


def count_in(gpu: VirtualGpu, log: ChildLog) -> None:
    """Let a virtual GPU count its launches where the process that reads a child's log looks for them."""
    gpu.counts = (ctypes.c_uint64 * 2).from_buffer(log.counts)
    gpu.kernels = log.kernels


def _begin_fork() -> None:
    """Let a fork of this process report to the process that collects, like other processes that this one starts."""
    found = _attached[-1]
    reader = found.log if isinstance(found.log, ChildLog) else found.children
    if reader is None or not reader.folder.is_dir():
        return  # the program has ended
    found.log, found.children = ChildLog(reader.folder), None
    found.gpu.begin_fork(found.log)
    count_in(found.gpu, found.log)


def attachment() -> Attachment | None:
    """Return the virtual GPU of this process; None if it has none."""
    return _attached[-1] if _attached else None


def attach(
    settings: Settings,
    *,
    arch: str = "sm_90",
    checks_leaks: bool = False,
    has_counters: bool = False,
    log: FindingLog | None = None,
    show: Callable[[ProgramFinding, bool], None] = lambda _finding, _is_note: None,
    has_children: bool = True,
) -> Attachment:
    """Give this process a virtual GPU, before it has loaded a CUDA driver."""
    from .served import ServedGpu

    profile = gpu_profile(arch)
    log = FindingLog(show) if log is None else log
    reported = frozenset(kind.reason for kind in FaultKind if is_reported(kind.reason, settings))
    watch = replace(watch_of(settings), counts=has_counters)
    gpu = ServedGpu(settings, profile, watch, log, reported, checks_leaks)
    # the libraries come before anything that the program imports: the loader takes the first one of a name
    library = write_library(settings.cache_dir)
    driver = LoadedDriver(library, gpu)
    put_on_path(library.parent)
    load_nvrtc(library.parent.parent, settings.cuda_home)
    replace_on_import()
    found = Attachment(gpu, driver, log, settings, library.parent)
    if has_children:
        found.children = Children(settings, arch, checks_leaks, library.parent, has_counters=has_counters)
    _attached.append(found)
    if not _at_fork:
        _at_fork.append(_begin_fork)
        os.register_at_fork(after_in_child=_begin_fork)
    return found


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
# NVRTC_ERROR_INTERNAL_ERROR.
_INTERNAL_ERROR = 11
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
    if not is_real or any(option in (b"-dlto", b"--dlink-time-opt") for option in options):
        return None
    has_lines = any(option in (b"-lineinfo", b"--generate-line-info") for option in options)
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
            changed = for_ptx([option or b"" for option in given])
        except BaseException:  # nothing may pass through the C code that called
            return _INTERNAL_ERROR
        if changed is None:
            self._of_ptx.pop(program, None)
            return int(self._functions["nvrtcCompileProgram"](program, n, options))
        self._of_ptx[program] = [option.decode("utf-8", errors="replace") for option in changed]
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
