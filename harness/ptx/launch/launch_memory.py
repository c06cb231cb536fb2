"""The host's memory of a launch, most of which is reused from launch to launch.

`Arena` is what one worker runs blocks in, `LaunchLibrary` the printed text and the heap, `RaceShadow` the state of
racecheck, and `Backup` the copy from which a launch starts again.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ...errors import LaunchError
from .. import layout as kh
from ..fault import N_FAULT_KINDS
from ..ir.kernel_code import KernelCode
from ..memory import Allocation

KEPT_BYTES = 1 << 28
"""Most memory of a copy, or of racecheck, kept for the next launch: fresh pages cost several times as much as filling
them."""
MAX_OWNERS = 64
"""Most workers under racecheck: the runtime has 7 bits for a worker and its generation."""
PRINTED_BYTES = 1 << 20
"""Bytes that a launch may print; also a GPU's default (CUDA C++ Programming Guide, ``cudaLimitPrintfFifoSize``)."""
NOTES_BYTES = 1 << 16
HEAP_BYTES = 8 << 20
"""Bytes of the device heap; also a GPU's default (CUDA C++ Programming Guide, ``cudaLimitMallocHeapSize``)."""
_MAX_BLOCKS = HEAP_BYTES // (kh.HEAP_ALIGNMENT + kh.HEAP_GAP)
"""Blocks of the smallest size that fill the heap."""

# the runtime looks at owners in words of eight bytes, beyond the last cell, too (runtime/races.h)
_SLACK = 16
_Cells = tuple[int, "ctypes.Array[ctypes.c_uint64]"]
_ALIGNMENT = 64
_MEMBER_BYTES, _WARP_BYTES, _BARRIERS_BYTES, _COPIES_BYTES, _ASYNCS_BYTES = (
    ctypes.sizeof(kind)
    for kind in (kh.Member, kh.Warp, kh.Barrier * kh.N_BARRIERS, kh.Copies, kh.Async * kh.N_ASYNCS)
)


class FaultTable:
    """Counters of faults by site and kind, all zero between launches."""

    def __init__(self) -> None:
        self._counts = np.zeros(0, np.uint8)
        self._seen = np.zeros(0, np.uint32)
        self._addresses = int(self._counts.ctypes.data), int(self._seen.ctypes.data)

    def prepare(self, n_sites: int) -> kh.Faults:
        """Return the empty table for a kernel with `n_sites` sites."""
        n = n_sites * N_FAULT_KINDS
        if len(self._seen) < n:
            self._counts = np.zeros(n * ctypes.sizeof(kh.Fault), np.uint8)
            self._seen = np.zeros(n, np.uint32)
            # asking NumPy for an address takes longer than the rest of this function
            self._addresses = int(self._counts.ctypes.data), int(self._seen.ctypes.data)
        return kh.Faults(*self._addresses, 0)

    def clear(self) -> None:
        # `_seen` may keep its content: `Faults.n_seen` says how much of it counts
        self._counts[:] = 0


class Arena:
    """One worker's memory."""

    def __init__(self) -> None:
        self.worker = kh.Worker()
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

    def prepare(self, launch: kh.Launch, code: KernelCode, sizes: Mapping[str, int]) -> kh.Worker:
        """Prepare for a launch with buffers of `arena_sizes`; MemoryError if the host has too little memory."""
        worker = self.worker = kh.Worker()
        worker.launch = ctypes.addressof(launch)
        for name, size in sizes.items():
            setattr(worker, name, self._buffer(name, size))
        # the runtime fills a block's memory itself, but expects these two to be zero
        if worker.races:
            ctypes.memset(worker.races, 0, ctypes.sizeof(kh.RaceWorker))
        ctypes.memset(worker.ran, 0, sizes["ran"])
        worker.faults = self._faults.prepare(len(code.sites))
        return worker


def arena_sizes(launch: kh.Launch, code: KernelCode) -> dict[str, int]:
    """Return the bytes of memory that each worker of a launch needs, by the name of the buffer."""
    return dict(_sizes(launch, code))


def _sizes(launch: kh.Launch, code: KernelCode) -> Iterator[tuple[str, int]]:
    """Yield each buffer's name and size in bytes; ``share_out`` divides a buffer equally among a gang's blocks."""
    n = launch.gang_blocks
    yield "members", n * _MEMBER_BYTES
    yield "warps", n * launch.n_warps * _WARP_BYTES
    shared_bytes = n * -(-launch.shared_bytes // _ALIGNMENT) * _ALIGNMENT
    yield "shared", shared_bytes
    local_bytes = n * launch.local_bytes * launch.n_warps * kh.LANES
    yield "local", local_bytes
    yield "registers", n * launch.register_bytes * launch.n_warps
    yield "barriers", n * _BARRIERS_BYTES
    yield "ran", len(code.block_places)
    if code.copies_async:
        yield "copies", n * launch.n_warps * _COPIES_BYTES
    if code.uses_mbarriers:
        # a bit for every 8 bytes
        yield "mbarriers", shared_bytes // 64
    if code.has_asyncs:
        yield "asyncs", _ASYNCS_BYTES
    if launch.watch & (kh.WATCH_DEFINED_FAST | kh.WATCH_DEFINED):
        yield "defined", ctypes.sizeof(kh.Defined) + shared_bytes + local_bytes
    if launch.watch & kh.WATCH_RACES_FAST:
        # one word for the last write and one for the last read of each granule; a granule may be one byte
        yield "races", ctypes.sizeof(kh.RaceWorker) + 8 * (launch.shared_bytes + 1)
    elif launch.watch & kh.WATCH_RACES:
        yield "races", ctypes.sizeof(kh.RaceWorker)


class LaunchLibrary:
    """Memory for the library functions that one kernel calls. The heap starts empty in every launch."""

    def __init__(self, code: KernelCode) -> None:
        self._printed = np.zeros(PRINTED_BYTES if "vprintf" in code.library else 0, np.uint8)
        self._notes = np.zeros(NOTES_BYTES if "assertfail" in code.library else 0, np.uint8)
        has_heap = bool(code.library & {"malloc", "free"})
        self._heap = np.empty(HEAP_BYTES if has_heap else 0, np.uint8)

    def prepare(self, launch: kh.Launch, table: ctypes.Array[kh.Alloc], n_allocs: int) -> None:
        for text, data in ((launch.printed, self._printed), (launch.notes, self._notes)):
            if len(data):
                text.data, text.capacity, text.n, text.n_lost = data.ctypes.data, len(data), 0, 0
        if len(self._heap):
            # kernels add their blocks to the table, and other launches use the one without
            own = (kh.Alloc * (n_allocs + _MAX_BLOCKS))()
            ctypes.memmove(own, table, n_allocs * ctypes.sizeof(kh.Alloc))
            table = own
            heap = launch.heap
            heap.host, heap.size, heap.used = self._heap.ctypes.data, len(self._heap), 0
            heap.max_allocs, heap.first_free, heap.last_free = len(own), None, None
        self._table = table  # kept alive: the launch uses it to the end
        launch.allocs = ctypes.addressof(table)
        launch.n_allocs = launch.n_fixed = n_allocs

    def allocations(self) -> tuple[Allocation, ...]:
        """Return the heap as one allocation, for messages."""
        if not len(self._heap):
            return ()
        end = kh.HEAP_BASE + len(self._heap)
        return (Allocation(kh.HEAP_BASE, self._heap, "the device heap", kh.HEAP_BASE, end),)

    def printed(self, launch: kh.Launch) -> str:
        """Return the launch's printed text, with a note on text that did not fit."""
        if not len(self._printed):
            return ""
        text = _text(self._printed[: launch.printed.n])
        if launch.printed.n_lost:
            text += f"\n[{launch.printed.n_lost} more calls of printf, past {PRINTED_BYTES} bytes]\n"
        return text

    def note(self, place: int) -> str:
        """Return the text of a fault; `place` is the address that the runtime reported."""
        # an offset plus one: 0 says that there was no room for the text
        rest = self._notes[place - 1 :] if place else self._notes[:0]
        return _text(rest[: int(np.argmin(rest))] if len(rest) else rest) or "(no room for its text)"


def _text(data: NDArray[np.uint8]) -> str:
    return data.tobytes().decode("utf-8", errors="replace")


class RaceShadow:
    """Racecheck's memory for the launches of one executor: state for each granule of memory that a launch can reach.

    A granule (``runtime/races.h``) is as large as the smallest element that a kernel accesses. Without ``WATCH_RACES``
    racecheck needs nine bytes for each granule of global memory. With it, the runtime allocates its own memory.
    """

    def __init__(self) -> None:
        self._n_cells = 0
        self._owners = np.zeros(0, np.uint8)
        self._words = np.zeros(0, np.uint32)
        self._addresses = 0, 0
        self._flags: dict[int, tuple[KernelCode, ctypes.Array[ctypes.c_uint32]]] = {}
        self._races = kh.Races()
        self._placed: tuple[Sequence[Allocation], int, _Cells] | None = None

    def prepare(self, launch: kh.Launch, code: KernelCode, allocations: Sequence[Allocation]) -> None:
        """Give a launch its flags and memory, according to ``launch.watch``."""
        shift, flags = code.granule_shift, self._flags_of(code)
        if self._placed is None or self._placed[0] is not allocations or self._placed[1] != shift:
            self._placed = allocations, shift, _cells(allocations, shift)
        n_cells, first = self._placed[2]
        # also kept in `self`: the launch has nothing but its address, and `finish` reads it
        races = self._races = kh.Races()
        races.n_cells = n_cells
        races.first = ctypes.addressof(first)
        races.shift = shift
        races.shared_shift = code.shared_granule_shift
        if not launch.watch & kh.WATCH_RACES:
            try:
                self._reserve(max(n_cells, 1))  # a program may have no memory at all
            except MemoryError:
                raise LaunchError(
                    f"out of host memory to watch {code.name} for races: its buffers need {9 * n_cells} bytes more"
                ) from None
            races.owners, races.writes = self._addresses
            races.reads = races.writes + 4 * (self._n_cells + _SLACK)
        launch.races = ctypes.addressof(races)
        launch.site_flags = ctypes.addressof(flags)
        launch.n_sites = len(flags)

    def finish(self, code: KernelCode) -> None:
        if 9 * self._n_cells > KEPT_BYTES:
            self._n_cells = 0
            self._owners, self._words = np.zeros(0, np.uint8), np.zeros(0, np.uint32)
        if self._races.has_failed:
            raise LaunchError(
                f"out of host memory for racecheck's exact pass over {code.name}: "
                f"its buffers need at least {32 * self._races.n_cells} bytes"
            )

    def _flags_of(self, code: KernelCode) -> ctypes.Array[ctypes.c_uint32]:
        # by id(), with the code itself kept, so that no other object gets the same id
        known = self._flags.get(id(code))
        if known is None or known[0] is not code:
            flags = code.site_flags or (0,)
            known = self._flags[id(code)] = (code, (ctypes.c_uint32 * len(flags))(*flags))
        return known[1]

    def _reserve(self, n_cells: int) -> None:
        """Make room for `n_cells` cells; owners are zero, words keep their old content."""
        if n_cells > self._n_cells:
            self._n_cells = 0
            # fresh zeros take memory only once touched
            self._owners = np.zeros(n_cells + _SLACK, np.uint8)
            self._words = np.zeros(2 * (n_cells + _SLACK), np.uint32)
            self._addresses = int(self._owners.ctypes.data), int(self._words.ctypes.data)
            self._n_cells = n_cells
        else:
            # the words need no reset: without an owner the runtime does not read them
            self._owners[: n_cells + _SLACK] = 0


def _cells(allocations: Sequence[Allocation], shift: int) -> _Cells:
    """Return the number of granules of all allocations, and for each allocation its first one less its address."""
    first = (ctypes.c_uint64 * max(len(allocations), 1))()
    n_cells = 0
    for index, allocation in enumerate(allocations):
        low = allocation.address >> shift
        # negative ones wrap: the runtime adds an address >> shift, modulo 2^64
        first[index] = n_cells - low & (1 << 64) - 1
        if not allocation.is_const:
            # no word of owners holds cells of two allocations
            n_cells += -(-((allocation.address + len(allocation.data) >> shift) - low + 1) // 8) * 8
    return n_cells, first


class Backup:
    """Copies of all memory that a kernel may write."""

    def __init__(self) -> None:
        self._data = np.empty(0, np.uint8)
        self._shadows = False

    def take(self, allocations: Sequence[Allocation], shadows: bool = False) -> None:
        """Copy the allocations' content, replacing an earlier copy."""
        self._shadows = shadows
        kept = list(self._kept(allocations))
        needed = sum(map(len, kept))
        if needed > len(self._data):
            self._data = np.empty(0, np.uint8)  # frees the old copy first: both may not fit
            self._data = np.empty(needed, np.uint8)
        at = 0
        for data in kept:
            self._data[at : at + len(data)] = data
            at += len(data)

    def put_back(self, allocations: Sequence[Allocation]) -> None:
        """Restore the same allocations from the copy."""
        at = 0
        for data in self._kept(allocations):
            data[:] = self._data[at : at + len(data)]
            at += len(data)

    def finish(self) -> None:
        if len(self._data) > KEPT_BYTES:
            self._data = np.empty(0, np.uint8)

    def _kept(self, allocations: Sequence[Allocation]) -> Iterator[NDArray[np.uint8]]:
        for each in allocations:
            if each.is_const:
                continue
            yield each.data
            shadow = each.shadow() if self._shadows else None
            if shadow is not None:
                yield shadow
