"""What one worker thread needs to run blocks: shared, local and register memory, reused from launch to launch."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

import numpy as np

from harness.ptx.codegen import KernelCode
from harness.ptx.fault import N_FAULT_KINDS
from harness.ptx.layout import (
    LANES,
    WATCH_DEFINED,
    WATCH_DEFINED_FAST,
    WATCH_RACES,
    WATCH_RACES_FAST,
    Copies,
    Defined,
    Fault,
    Faults,
    Launch,
    RaceWorker,
    Warp,
    Worker,
)

_ALIGNMENT = 64


class FaultTable:
    """Counters of faults by site and kind. They are all zero between launches."""

    def __init__(self) -> None:
        self._counts = np.zeros(0, np.uint8)
        self._seen = np.zeros(0, np.uint32)

    def prepare(self, n_sites: int) -> Faults:
        """Return the empty table for a kernel of so many sites."""
        n = n_sites * N_FAULT_KINDS
        if len(self._seen) < n:
            self._counts = np.zeros(n * ctypes.sizeof(Fault), np.uint8)
            self._seen = np.zeros(n, np.uint32)
        return Faults(self._counts.ctypes.data, self._seen.ctypes.data, 0)

    def clear(self) -> None:
        """Forget what a launch has counted."""
        self._counts[:] = 0


class Arena:
    """One worker's memory."""

    def __init__(self) -> None:
        self.worker = Worker()
        self._faults = FaultTable()
        self._buffers: dict[str, np.ndarray] = {}

    def _buffer(self, name: str, size: int) -> int:
        data = self._buffers.get(name)
        if data is None or len(data) < size + _ALIGNMENT:
            data = self._buffers[name] = np.zeros(size + _ALIGNMENT, np.uint8)
        address = int(data.ctypes.data)
        return address + -address % _ALIGNMENT

    def prepare(self, launch: Launch, code: KernelCode) -> Worker:
        """Make ready for a launch; MemoryError where the host has too little."""
        worker = self.worker = Worker()
        worker.launch = ctypes.addressof(launch)
        for name, size in _sizes(launch, code):
            setattr(worker, name, self._buffer(name, size))
        if worker.races:
            ctypes.memset(worker.races, 0, ctypes.sizeof(RaceWorker))
        worker.faults = self._faults.prepare(len(code.sites))
        return worker


def arena_bytes(launch: Launch, code: KernelCode) -> int:
    """Return how much memory each worker of a launch needs."""
    return sum(size for _, size in _sizes(launch, code))


def _sizes(launch: Launch, code: KernelCode) -> Iterator[tuple[str, int]]:
    yield "warps", launch.n_warps * ctypes.sizeof(Warp)
    yield "shared", launch.shared_bytes
    yield "local", launch.local_bytes * launch.n_warps * LANES
    yield "registers", launch.register_bytes * launch.n_warps
    if code.copies_async:
        yield "copies", launch.n_warps * ctypes.sizeof(Copies)
    if launch.watch & (WATCH_DEFINED_FAST | WATCH_DEFINED):
        shared_bytes = -(-launch.shared_bytes // _ALIGNMENT) * _ALIGNMENT
        shadows = shared_bytes + launch.local_bytes * launch.n_warps * LANES
        yield "defined", ctypes.sizeof(Defined) + shadows
    if launch.watch & WATCH_RACES_FAST:
        # a word for the last write and one for the last read of each granule, which may be a single byte
        yield "races", ctypes.sizeof(RaceWorker) + 8 * (launch.shared_bytes + 1)
    elif launch.watch & WATCH_RACES:
        yield "races", ctypes.sizeof(RaceWorker)
