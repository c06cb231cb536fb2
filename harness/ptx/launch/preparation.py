"""Prepares a launch: its configuration and arguments are checked, and it gets the host's memory.

Most of the memory is reused from launch to launch. `Arena` holds the blocks that one worker runs, `LaunchLibrary` the
printed text and the heap, and `RaceShadow` the state of racecheck.
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
from ..limits import MAX_BLOCK, MAX_BLOCK_THREADS, MAX_CLUSTER_BLOCKS, MAX_GRID, MAX_SHARED_BYTES
from ..memory import KEPT_BYTES, Allocation

ALL_GANGS = 2**64 - 1
"""``kh_launch.stop_gang`` of a launch that runs to its end."""
TURNING_BLOCKS = 8
"""Most blocks of an ordinary launch that take turns."""
_MOST_KEPT = 64


class Configurations:
    """Recent launch configurations of an executor: a case repeats the same launch several times."""

    def __init__(self) -> None:
        # by id() of the code, which is kept alive so that no other object gets the same id
        self._kept: dict[tuple[object, ...], tuple[KernelCode, kh.Launch]] = {}
        self._packed: tuple[KernelCode, tuple[np.generic | bytes, ...], bytes] | None = None

    def launch(
        self,
        code: KernelCode,
        grid: Sequence[int],
        block: Sequence[int],
        shared_bytes: int,
        cluster: Sequence[int] | None,
        cooperative: bool,
    ) -> kh.Launch:
        shape = None if cluster is None else tuple(cluster)
        key = (id(code), tuple(grid), tuple(block), shared_bytes, shape, cooperative)
        if key not in self._kept:
            launch = kh.Launch()
            _configure(launch, code, grid, block, shared_bytes)
            _form_gangs(launch, code, cluster, cooperative)
            # a program that keeps launching new grids must not fill the memory
            if len(self._kept) == _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = code, launch
        # a copy, because the runtime and the caller change fields of a launch
        return kh.Launch.from_buffer_copy(self._kept[key][1])

    def parameters(self, code: KernelCode, args: Sequence[np.generic | bytes]) -> ctypes.Array[ctypes.c_char]:
        """Return the bytes of the arguments as the kernel finds them; LaunchError if they do not fit its parameters."""
        known = self._packed
        if known is None or known[0] is not code or known[1] is not args:
            packed = _pack(code, args)
            # another sequence could change, and so could a structure's bytes
            if not isinstance(args, tuple) or any(isinstance(arg, np.void) for arg in args):
                return ctypes.create_string_buffer(packed, len(packed))
            known = self._packed = code, args, packed
        return ctypes.create_string_buffer(known[2], len(known[2]))


def _configure(
    launch: kh.Launch, code: KernelCode, grid: Sequence[int], block: Sequence[int], shared_bytes: int
) -> None:
    for name, values, limits in (("grid", grid, MAX_GRID), ("block", block, MAX_BLOCK)):
        if len(values) != 3 or not all(1 <= v <= limit for v, limit in zip(values, limits, strict=True)):
            raise LaunchError(f"{name} must have three extents of 1 to {limits} (got {tuple(values)})")
    n_threads = block[0] * block[1] * block[2]
    if n_threads > MAX_BLOCK_THREADS:
        raise LaunchError(f"a block may have at most {MAX_BLOCK_THREADS} threads (got {tuple(block)})")
    if code.limits.max_threads and n_threads > code.limits.max_threads:
        raise LaunchError(
            f"{code.name} is compiled for at most {code.limits.max_threads} threads a block (got {n_threads}); "
            "see its __launch_bounds__"
        )
    if code.limits.required_block not in (None, tuple(block)):
        raise LaunchError(
            f"{code.name} is compiled for blocks of {code.limits.required_block} (got {tuple(block)})"
        )
    # without dynamic memory nothing is lost to its alignment
    total = code.frame.dynamic_offset + shared_bytes if shared_bytes else code.frame.static_shared_bytes
    if shared_bytes < 0 or total > MAX_SHARED_BYTES:
        raise LaunchError(
            f"a block may have at most {MAX_SHARED_BYTES} bytes of shared memory "
            f"(got {code.frame.static_shared_bytes} static and {shared_bytes} dynamic)"
        )
    launch.grid[:] = grid
    launch.block[:] = block
    launch.n_threads = n_threads
    launch.n_warps = -(-n_threads // kh.LANES)
    launch.param_bytes = code.frame.param_bytes
    launch.shared_bytes = total
    launch.dynamic_shared_bytes = shared_bytes
    launch.local_bytes = code.frame.local_bytes
    launch.frame_bytes = code.frame.frame_bytes
    launch.register_bytes = code.register_bytes
    launch.fill_registers = code.reads_undefined or code.reads_all_lanes
    n_blocks = grid[0] * grid[1] * grid[2]
    if n_blocks > 2**31 - 1:
        raise LaunchError(f"the cpu device runs at most 2^31 - 1 blocks a launch (got {n_blocks})")
    launch.stop_gang = ALL_GANGS


def _form_gangs(
    launch: kh.Launch, code: KernelCode, cluster: Sequence[int] | None, cooperative: bool
) -> None:
    launch.cluster[:] = 1, 1, 1
    launch.cluster_blocks = launch.gang_blocks = 1
    launch.n_gangs = launch.grid[0] * launch.grid[1] * launch.grid[2]
    launch.has_slices = code.has_slices
    if cluster is None and code.limits.cluster is None and not code.limits.needs_cluster and not cooperative:
        return
    if cluster is not None and (len(cluster) != 3 or min(cluster) < 1):
        raise LaunchError(f"cluster must have three extents of at least 1 (got {tuple(cluster)})")
    if code.limits.cluster and cluster is not None and tuple(cluster) != code.limits.cluster:
        raise LaunchError(
            f"{code.name} is compiled for clusters of {code.limits.cluster} (got {tuple(cluster)})"
        )
    chosen = cluster or code.limits.cluster
    if chosen is None and code.limits.needs_cluster:
        raise LaunchError(f"{code.name} is compiled for launches with clusters, whose size must be given")
    x, y, z = chosen or (1, 1, 1)
    n = x * y * z
    limit = min(code.limits.max_cluster or MAX_CLUSTER_BLOCKS, MAX_CLUSTER_BLOCKS)
    if n > limit:
        raise LaunchError(f"a cluster of {code.name} may have at most {limit} blocks (got {(x, y, z)})")
    grid = tuple(launch.grid)
    if grid[0] % x or grid[1] % y or grid[2] % z:
        raise LaunchError(f"the grid must consist of whole clusters of {(x, y, z)} (got {grid})")
    launch.cluster[:] = x, y, z
    launch.cluster_blocks = n
    launch.is_cluster = chosen is not None
    # any block of a cooperative grid may wait for any other, so all of them run in turns
    launch.gang_blocks = launch.n_gangs if cooperative else n
    launch.n_gangs //= launch.gang_blocks


def take_turns(launch: kh.Launch, seed: int) -> None:
    """Let later blocks overtake earlier ones, in an order given by a seed, if blocks may wait for each other."""
    # Blocks that would run one after another run up to `TURNING_BLOCKS` at a time, and with an odd seed take short
    # turns once one of them has ended. From three blocks on there are two such groups, so that a block that waits for
    # another by its number hangs. A grid that synchronises keeps its rounds with an odd seed.
    if launch.is_cluster:
        return
    if launch.gang_blocks > 1:
        launch.turns = 0 if seed % 2 else kh.TURNS_LATEST
        return
    n_blocks = launch.n_gangs
    launch.n_gangs = max(-(-n_blocks // TURNING_BLOCKS), min(2, n_blocks - 1), 1)
    launch.gang_blocks = -(-n_blocks // launch.n_gangs)
    launch.n_gangs = -(-n_blocks // launch.gang_blocks)
    if launch.gang_blocks > 1:
        launch.turns = kh.TURNS_LATEST | (kh.TURNS_DRAWN if seed % 2 else 0)


def _pack(code: KernelCode, args: Sequence[np.generic | bytes]) -> bytes:
    if len(args) != len(code.params):
        raise LaunchError(f"{code.name} takes {len(code.params)} arguments (got {len(args)})")
    buffer = bytearray(max(code.frame.param_bytes, 1))
    for position, (param, arg) in enumerate(zip(code.params, args, strict=True)):
        data = arg if isinstance(arg, bytes) else arg.tobytes()
        if len(data) != param.size_bytes:
            raise LaunchError(
                f"argument {position} of {code.name} must be {param.size_bytes} bytes wide (got {len(data)})"
            )
        offset = code.frame.params[param.name]
        buffer[offset : offset + len(data)] = data
    return bytes(buffer)


# -- memory ----------------------------------------------------------------------------------------------

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
_RACE_BYTES = kh.SIZES["kh_race_worker"]


class FaultTable:
    """Counters of faults by site and kind, all zero between launches."""

    def __init__(self) -> None:
        self._counts = np.zeros(0, np.uint8)
        self._seen = np.zeros(0, np.uint32)
        self._addresses = int(self._counts.ctypes.data), int(self._seen.ctypes.data)

    def prepare(self, n_sites: int) -> kh.Faults:
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
            ctypes.memset(worker.races, 0, _RACE_BYTES)
        ctypes.memset(worker.ran, 0, sizes["ran"])
        worker.faults = self._faults.prepare(len(code.sites))
        return worker


def arena_sizes(launch: kh.Launch, code: KernelCode) -> Iterator[tuple[str, int]]:
    """Yield the name and size in bytes of each buffer of a worker; ``share_out`` divides it among a gang's blocks."""
    n = launch.gang_blocks
    yield "members", n * kh.SIZES["kh_member"]
    yield "warps", n * launch.n_warps * ctypes.sizeof(kh.Warp)
    shared_bytes = n * -(-launch.shared_bytes // _ALIGNMENT) * _ALIGNMENT
    yield "shared", shared_bytes
    local_bytes = n * launch.local_bytes * launch.n_warps * kh.LANES
    yield "local", local_bytes
    yield "registers", n * launch.register_bytes * launch.n_warps
    yield "barriers", n * kh.N_BARRIERS * kh.SIZES["kh_barrier"]
    yield "ran", len(code.block_places)
    if code.copies_async:
        yield "copies", n * launch.n_warps * kh.SIZES["kh_copies"]
    if code.uses_mbarriers:
        # a bit for every 8 bytes
        yield "mbarriers", shared_bytes // 64
        # a number of 4 bytes for every 8 bytes
        yield "arrived", shared_bytes // 2
    if code.has_asyncs:
        yield "asyncs", kh.N_ASYNCS * kh.SIZES["kh_async"]
    if launch.watch & (kh.WATCH_DEFINED_FAST | kh.WATCH_DEFINED):
        yield "defined", ctypes.sizeof(kh.Defined) + shared_bytes + local_bytes
    if launch.watch & kh.WATCH_RACES:
        yield "races", _RACE_BYTES
    elif launch.watch & kh.WATCH_RACES_FAST:
        # one word for the last write and one for the last read of each granule; a granule may be one byte
        yield "races", _RACE_BYTES + 8 * (launch.shared_bytes + 1)


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
            # kernels add heap blocks to this copy; other launches use the table without them
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
        self._races = kh.Races()
        self._placed: tuple[Sequence[Allocation], int, _Cells] | None = None

    def prepare(self, launch: kh.Launch, code: KernelCode, allocations: Sequence[Allocation]) -> None:
        """Give a launch its flags and memory, according to ``launch.watch``."""
        shift, flags = code.granule_shift, code.native_flags
        if self._placed is None or self._placed[0] is not allocations or self._placed[1] != shift:
            self._placed = allocations, shift, _cells(allocations, shift)
        n_cells, first = self._placed[2]
        # also kept in `self`: the launch has only its address, and `finish` reads it
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
    """Return the number of granules of all allocations, and for each its first granule less its address."""
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
