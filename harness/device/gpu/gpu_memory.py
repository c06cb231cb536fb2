"""Memory of one GPU that several worker processes share: allocations, and copies that do not wait.

To the driver an allocation costs as much as a small launch, and each copy that waits lets another process's context
onto the GPU. So small blocks are kept for the next case (PyCUDA's ``DeviceMemoryPool``), and copies to the GPU go
through page-locked memory without waiting.

Each process may use `share_bytes` at any time. A case that needs more takes its turn: the processes of one GPU have a
lock file, and only its holder may use the rest of the memory. The lock ends with the case, or with the process.
"""

from __future__ import annotations

import fcntl
import itertools
import os
import time
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...compiler.backend.nvcc import load_pycuda
from ...errors import OutOfMemoryError
from ..base import Buffer

SHARE_OF_ALL = 0.25
"""Part of the GPU's memory that all processes together may use without the lock."""
POOLED_BYTES = 1 << 24
"""Largest block that is kept. Larger ones are allocated exactly, so that an access beyond them still faults."""
KEPT_BYTES = 1 << 28
"""Most memory that is kept between cases."""
STAGING_BYTES = 1 << 23
"""Page-locked memory for copies, each way. Larger copies wait."""
LANE_BYTES = 1 << 21
"""Page-locked memory for copies, each way, of one of several cases that are under way side by side."""
PATIENCE_S = 10.0
"""Time for which the holder of the lock waits for the other processes to free their shares."""

Guarded = Callable[[str, Callable[[], Any]], Any]


class GpuMemory:
    """Allocations and copies of one process on one GPU."""

    def __init__(
        self,
        cuda: Any,
        guarded: Guarded,
        *,
        n_processes: int,
        total_bytes: int,
        lock_path: Path,
        is_exact: bool,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._cuda = cuda
        self._guarded = guarded
        self._is_shared = n_processes > 1
        self._share_bytes = int(SHARE_OF_ALL * total_bytes / n_processes)
        self._lock_path = lock_path
        self._lock: int | None = None
        self._clock, self._sleep = clock, sleep
        self._pool: Any = None
        if not is_exact:
            self._pool = load_pycuda("pycuda.tools").DeviceMemoryPool()
        self._staging_bytes = STAGING_BYTES
        self._hold_nothing()

    def _hold_nothing(self) -> None:
        self._blocks: list[Any] = []
        self._sizes: dict[int, int] = {}
        self._used_bytes = 0
        self._staging: NDArray[np.uint8] | None = None
        self._staged_bytes = 0
        self._ahead: NDArray[np.uint8] | None = None
        self._copied: dict[int, NDArray[np.uint8]] = {}
        self._is_exact_for_now = False

    def beside(self, guarded: Guarded) -> GpuMemory:
        """Return the memory of one of several cases side by side: the same pool, page-locked memory of its own.

        Its buffers must fit into `LANE_BYTES`, so that it stays within the process's share.
        """
        other = copy(self)
        other._guarded = guarded
        other._staging_bytes = LANE_BYTES
        other._hold_nothing()
        return other

    @property
    def share_bytes(self) -> int:
        """Size of the memory that this process may use without the lock."""
        return self._share_bytes

    def allocate(self, size_bytes: int, label: str) -> Buffer:
        """Allocate memory; raises OutOfMemoryError if there is too little."""
        # The driver refuses 0 bytes; it aligns to 256 bytes or more ("Device Memory Accesses", CUDA Programming Guide).
        size = max(size_bytes, 1)
        self._used_bytes += size
        if self._is_shared and self._used_bytes > self._share_bytes:
            self._take_turn()
        block = self._guarded(f"allocating {label}", lambda: self._block(size, label))
        self._blocks.append(block)
        self._sizes[int(block)] = size_bytes
        return Buffer(int(block), size_bytes, label)

    def _block(self, size: int, label: str) -> Any:
        is_pooled = self._pool is not None and not self._is_exact_for_now and size <= POOLED_BYTES
        deadline = self._clock() + (PATIENCE_S if self._lock is not None else 0.0)
        while True:
            try:
                return self._pool.allocate(size) if is_pooled else self._cuda.mem_alloc(size)
            except self._cuda.MemoryError:
                self.free_kept()
                if self._clock() < deadline:
                    self._sleep(0.01)
                    continue
                free, total = self._cuda.mem_get_info()
                others = ", which gpu_workers processes share" if self._is_shared else ""
                raise OutOfMemoryError(
                    f"the GPU must have room for {label} (got {size} bytes; {free} of {total} are free{others})"
                ) from None

    def _take_turn(self) -> None:
        if self._lock is None:
            self._lock_path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self._lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            fcntl.flock(self._lock, fcntl.LOCK_EX)

    def allocate_exactly(self) -> None:
        """Allocate every block from the driver until `free_all`: timed buffers have positions of their own."""
        self._is_exact_for_now = True
        self._copied = {}
        self.free_kept()

    def free_all(self) -> None:
        """Free every block, and let the next process take its turn."""
        self._copied = {}
        self.settle()
        while self._blocks:
            self._guarded("freeing memory", self._blocks[-1].free)
            self._blocks.pop()
        self._sizes = {}
        self._used_bytes = 0
        self._is_exact_for_now = False
        if self._pool is not None and self._pool.managed_bytes > min(KEPT_BYTES, self._share_bytes):
            self.free_kept()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def free_kept(self) -> None:
        """Give the blocks that are kept for later cases back to the driver."""
        if self._pool is not None:
            self._guarded("freeing memory", self._pool.free_held)

    def copy_in(self, address: int, data: NDArray[np.uint8], label: str) -> None:
        """Copy bytes to an address; the copy may still be under way, in order with launches on the default stream."""
        self._copied = {}
        source = np.ascontiguousarray(data)
        staged = self._stage(source.nbytes)
        if staged is None:
            self._guarded(f"copying to {label}", lambda: self._cuda.memcpy_htod(address, source))
            return
        staged[...] = source
        self._guarded(f"copying to {label}", lambda: self._cuda.memcpy_htod_async(address, staged, None))

    def copy_out(self, pieces: Sequence[tuple[int, int]], label: str) -> list[NDArray[np.uint8]]:
        """Copy pieces of memory, each an address and a number of bytes, to the host, and wait once for all."""
        if self._copied and all(address in self._copied for address, _ in pieces):
            return [self._copied[address][:size_bytes].copy() for address, size_bytes in pieces]
        found: list[NDArray[np.uint8]] = []
        staged: list[tuple[NDArray[np.uint8], NDArray[np.uint8]]] = []
        for address, size_bytes in pieces:
            host = np.empty(size_bytes, np.uint8)
            found.append(host)
            if not size_bytes:
                continue
            place = self._stage(size_bytes)
            if place is None:
                self._copy_now(host, address, label)
            else:
                staged.append((host, place))
                self._copy_soon(place, address, label)
        self.settle(label)
        for host, place in staged:
            host[...] = place
        return found

    def is_same(self, one: int, other: int, size_bytes: int, label: str) -> bool:
        """Return whether two pieces of memory hold the same bytes; neither is held on the host as a whole."""
        self.settle(label)
        self._staged_bytes = self._staging_bytes
        pieces = [self._pieces(address, size_bytes, label, half) for half, address in enumerate((one, other))]
        try:
            return all(itertools.starmap(_has_same_bytes, zip(*pieces, strict=True)))
        finally:
            self.settle(label)

    def _pieces(self, address: int, size_bytes: int, label: str, half: int) -> Iterator[NDArray[np.uint8]]:
        """Yield memory piece by piece, through one half of the page-locked memory; a piece lives until the next.

        The next piece is copied while one is looked at.
        """
        if self._pool is None:
            host = np.empty(size_bytes, np.uint8)
            if size_bytes:
                self._copy_now(host, address, label)
            yield host
            return
        if self._staging is None:
            self._staging = self._page_locked()
        assert self._staging is not None
        most = self._staging_bytes // 4
        places = [self._staging[(2 * half + turn) * most :][:most] for turn in range(2)]
        flags = self._cuda.event_flags.DISABLE_TIMING
        copied = [self._cuda.Event(flags) for _ in places]

        def begin(start: int) -> None:
            turn = start // most % 2
            place = places[turn][: min(most, size_bytes - start)]
            self._copy_soon(place, address + start, label)
            self._guarded(f"copying from {label}", lambda: copied[turn].record())

        for start in range(0, size_bytes, most):
            if not start:
                begin(start)
            if start + most < size_bytes:
                begin(start + most)
            turn = start // most % 2
            self._guarded(f"copying from {label}", copied[turn].synchronize)
            yield places[turn][: min(most, size_bytes - start)]

    def copy_ahead(self) -> None:
        """Queue copies of all buffers behind a launch that is under way, if they are small.

        The wait for the launch waits for them, too. Otherwise the reading of its results would be another wait, in
        which another process's context takes the GPU: a fifth of a millisecond on an H200.
        """
        self._copied = {}
        if self._pool is None or self._is_exact_for_now or sum(self._sizes.values()) > self._staging_bytes:
            return
        if self._ahead is None:
            self._ahead = self._page_locked()
        assert self._ahead is not None
        done = 0
        for address, size_bytes in self._sizes.items():
            if done + size_bytes > self._staging_bytes:
                break
            place = self._ahead[done : done + size_bytes]
            if size_bytes:
                self._cuda.memcpy_dtoh_async(place, address, None)
            self._copied[address] = place
            done += -(-size_bytes // 256) * 256

    def forget_copies(self) -> None:
        """Forget the copies of `copy_ahead`: something else writes to the buffers."""
        self._copied = {}

    def _page_locked(self) -> Any:
        return self._guarded(
            "allocating page-locked memory",
            lambda: self._cuda.pagelocked_empty(self._staging_bytes, np.uint8),
        )

    def _copy_now(self, host: NDArray[np.uint8], address: int, label: str) -> None:
        self._guarded(f"copying from {label}", lambda: self._cuda.memcpy_dtoh(host, address))

    def _copy_soon(self, place: NDArray[np.uint8], address: int, label: str) -> None:
        self._guarded(f"copying from {label}", lambda: self._cuda.memcpy_dtoh_async(place, address, None))

    def settle(self, label: str = "memory") -> None:
        """Wait for copies under way; their page-locked memory is free then."""
        if self._staged_bytes:
            self._guarded(f"copying {label}", self._cuda.Context.synchronize)
            self._staged_bytes = 0

    def settled(self) -> None:
        """Note that everything queued has ended, because something else waited for it."""
        self._staged_bytes = 0

    def _stage(self, size_bytes: int) -> NDArray[np.uint8] | None:
        """Return page-locked memory for a copy; None if the copy is too large or there is no more left."""
        if self._pool is None:
            return None
        if self._staging is None:
            self._staging = self._page_locked()
        start = -(-self._staged_bytes // 256) * 256
        if start + size_bytes > self._staging_bytes:
            return None
        self._staged_bytes = start + size_bytes
        assert self._staging is not None
        return self._staging[start : start + size_bytes]

    def close(self) -> None:
        """Free everything, before the context ends."""
        self.free_all()
        self.free_kept()
        if self._pool is not None:
            self._pool.stop_holding()
        self._staging = self._ahead = None


def _has_same_bytes(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    # eight bytes at a time take a third of the time
    n = one.size // 8 * 8
    return np.array_equal(one[:n].view(np.uint64), other[:n].view(np.uint64)) and np.array_equal(
        one[n:], other[n:]
    )
