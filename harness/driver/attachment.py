"""A virtual GPU in this process: driver, nvcc and findings, set up before a program asks for them.

Python processes that this one starts get a virtual GPU of their own (`harness.driver.children`).
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from ..device.observation import SANITIZER_OF, watch_of
from ..ptx.fault import FAULT_KINDS
from ..settings.settings import Settings
from .children import ChildLog, Children, put_first
from .device.gpu import VirtualGpu
from .device.profile import gpu_profile
from .findings import FindingLog, ProgramFinding
from .kernel_totals import KernelTotal, merged
from .library import LoadedDriver, write_library
from .nvcc import put_on_path
from .nvrtc import load_nvrtc
from .runtime_binding.binding import replace_on_import
from .symbols import find_symbols


@dataclass(eq=False)
class Attachment:
    """The virtual GPU of this process."""

    gpu: VirtualGpu
    """The GPU."""
    driver: LoadedDriver
    """Its driver."""
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
    profile = gpu_profile(arch)
    log = FindingLog(show) if log is None else log
    reported = frozenset(
        kind.reason
        for kind in FAULT_KINDS
        if SANITIZER_OF.get(kind.reason, "memcheck") in (*settings.sanitizers, "memcheck")
    )
    watch = replace(watch_of(settings), counts=has_counters)
    gpu = VirtualGpu(settings, profile, watch, log, reported, checks_leaks)
    symbols = find_symbols()
    library = write_library(settings.cache_dir, symbols)
    driver = LoadedDriver(library, gpu, symbols)
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
