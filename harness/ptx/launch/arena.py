"""Memory in which one worker thread runs blocks: shared, local and registers, reused from launch to launch."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping

import numpy as np

from ..fault import N_FAULT_KINDS
from ..ir.kernel_code import KernelCode
from ..layout import (
    LANES,
    N_ASYNCS,
    N_BARRIERS,
    WATCH_DEFINED,
    WATCH_DEFINED_FAST,
    WATCH_RACES,
    WATCH_RACES_FAST,
    Async,
    Barrier,
    Copies,
    Defined,
    Fault,
    Faults,
    Launch,
    Member,
    RaceWorker,
    Warp,
    Worker,
)

_ALIGNMENT = 64
_MEMBER_BYTES, _WARP_BYTES, _BARRIERS_BYTES, _COPIES_BYTES, _ASYNCS_BYTES = (
    ctypes.sizeof(kind) for kind in (Member, Warp, Barrier * N_BARRIERS, Copies, Async * N_ASYNCS)
)


class FaultTable:
    """Counters of faults by site and kind, all zero between launches."""

    def __init__(self) -> None:
        self._counts = np.zeros(0, np.uint8)
        self._seen = np.zeros(0, np.uint32)
        self._addresses = int(self._counts.ctypes.data), int(self._seen.ctypes.data)

    def prepare(self, n_sites: int) -> Faults:
        """Return the empty table for a kernel with `n_sites` sites."""
        n = n_sites * N_FAULT_KINDS
        if len(self._seen) < n:
            self._counts = np.zeros(n * ctypes.sizeof(Fault), np.uint8)
            self._seen = np.zeros(n, np.uint32)
            # asking NumPy for an address takes longer than the rest of this function
            self._addresses = int(self._counts.ctypes.data), int(self._seen.ctypes.data)
        return Faults(*self._addresses, 0)

    def clear(self) -> None:
        """Reset the counters after a launch."""
        self._counts[:] = 0


class Arena:
    """One worker's memory."""

    def __init__(self) -> None:
        self.worker = Worker()
        self._faults = FaultTable()
        self._buffers: dict[str, tuple[int, int, np.ndarray]] = {}

    def _buffer(self, name: str, size: int) -> int:
        known = self._buffers.get(name)
        if known is not None and known[0] >= size:
            return known[1]
        data = np.zeros(size + _ALIGNMENT, np.uint8)
        address = int(data.ctypes.data)
        address += -address % _ALIGNMENT
        self._buffers[name] = size, address, data
        return address

    def prepare(self, launch: Launch, code: KernelCode, sizes: Mapping[str, int]) -> Worker:
        """Prepare for a launch with buffers of `arena_sizes`; MemoryError if the host has too little memory."""
        worker = self.worker = Worker()
        worker.launch = ctypes.addressof(launch)
        for name, size in sizes.items():
            setattr(worker, name, self._buffer(name, size))
        if worker.races:
            ctypes.memset(worker.races, 0, ctypes.sizeof(RaceWorker))
        ctypes.memset(worker.ran, 0, sizes["ran"])
        worker.faults = self._faults.prepare(len(code.sites))
        return worker


def arena_sizes(launch: Launch, code: KernelCode) -> dict[str, int]:
    """Return the bytes of memory that each worker of a launch needs, by the name of the buffer."""
    return dict(_sizes(launch, code))


def _sizes(launch: Launch, code: KernelCode) -> Iterator[tuple[str, int]]:
    """Yield each buffer's name and size in bytes; ``share_out`` divides a buffer equally among a gang's blocks."""
    n = launch.gang_blocks
    yield "members", n * _MEMBER_BYTES
    yield "warps", n * launch.n_warps * _WARP_BYTES
    shared_bytes = n * -(-launch.shared_bytes // _ALIGNMENT) * _ALIGNMENT
    yield "shared", shared_bytes
    local_bytes = n * launch.local_bytes * launch.n_warps * LANES
    yield "local", local_bytes
    yield "registers", n * launch.register_bytes * launch.n_warps
    yield "barriers", n * _BARRIERS_BYTES
    yield "ran", len(code.block_places)
    if code.copies_async:
        yield "copies", n * launch.n_warps * _COPIES_BYTES
    if code.uses_mbarriers:
        yield "mbarriers", shared_bytes // 64
    if code.has_asyncs:
        yield "asyncs", _ASYNCS_BYTES
    if launch.watch & (WATCH_DEFINED_FAST | WATCH_DEFINED):
        yield "defined", ctypes.sizeof(Defined) + shared_bytes + local_bytes
    if launch.watch & WATCH_RACES_FAST:
        # one word for the last write and one for the last read of each granule; a granule may be one byte
        yield "races", ctypes.sizeof(RaceWorker) + 8 * (launch.shared_bytes + 1)
    elif launch.watch & WATCH_RACES:
        yield "races", ctypes.sizeof(RaceWorker)
