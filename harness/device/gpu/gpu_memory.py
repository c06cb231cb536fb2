"""Memory of one GPU that several worker processes share: an arena, and a copy of it on the host.

An allocation takes the driver as long as a small launch, and each copy that waits lets another process's context
onto the GPU. So the small buffers of a case lie in one allocation, which stays for the next case. On the host they lie
in page-locked memory: one copy sends all of them before a launch, and one fetches all of them behind it.

Each process may use `share_bytes` at any time. A case that needs more takes its turn: the processes of one GPU have a
lock file, and only its holder may use the rest of the memory. The lock ends with the case, or with the process.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import OutOfMemoryError
from ..base import DeviceBuffer

SHARE_OF_ALL = 0.25
"""Part of the GPU's memory that all processes together may use without the lock."""
ARENA_BYTES = 1 << 23
"""Size of the arena: 99.8 % of the shipped variants' cases fit. A buffer that does not is an allocation of its own, and
its copies wait."""
ALIGNMENT_BYTES = 256
"""Alignment of a buffer in the arena, as of the driver's allocations ("Device Memory Accesses", CUDA Programming
Guide)."""
PATIENCE_S = 10.0
"""Time for which the holder of the lock waits for the other processes to free their shares."""

Guarded = Callable[[str, Callable[[], Any]], Any]


class GpuMemory:
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
        # what this process may use without the lock
        self.share_bytes = int(SHARE_OF_ALL * total_bytes / n_processes)
        self._lock_path = lock_path
        self._lock: int | None = None
        self._clock, self._sleep = clock, sleep
        self._is_exact = is_exact
        # Made with the first buffer. Between launches the host's bytes are valid, during a launch the GPU's.
        self._arena: Any = None
        self._host: NDArray[np.uint8] = np.empty(0, np.uint8)
        self._staging: NDArray[np.uint8] | None = None
        self._blocks: list[Any] = []
        self._start_anew()

    def _start_anew(self) -> None:
        self._is_direct = self._is_exact
        self._used_bytes = 0
        self._arena_bytes = 0
        # Bytes [start, stop) of the arena include every change on the host since the last launch.
        self._changed = (ARENA_BYTES, 0)
        self._is_under_way = False

    def allocate(self, size_bytes: int, label: str) -> DeviceBuffer:
        """Allocate memory; raises OutOfMemoryError if there is too little."""
        size = max(size_bytes, 1)  # the driver refuses 0 bytes
        self._used_bytes += size
        if self._is_shared and self._used_bytes > self.share_bytes:
            self._take_turn()
        if self._is_direct or self._arena_bytes + size > ARENA_BYTES:
            self._blocks.append(self._guarded(f"allocating {label}", lambda: self._block(size, label)))
            return DeviceBuffer(int(self._blocks[-1]), size_bytes, label)
        if self._arena is None:
            # the arena last: one without memory of the host would look complete to the next case
            self._host = self._page_locked()
            self._arena = self._guarded("allocating the arena", lambda: self._block(ARENA_BYTES, "the arena"))
        address = int(self._arena) + self._arena_bytes
        self._arena_bytes += -(-size // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
        return DeviceBuffer(address, size_bytes, label)

    def _block(self, size: int, label: str) -> Any:
        deadline = self._clock() + (PATIENCE_S if self._lock is not None else 0.0)
        while True:
            try:
                return self._cuda.mem_alloc(size)
            except self._cuda.MemoryError:
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
            # the system releases it when the process is killed
            fcntl.flock(self._lock, fcntl.LOCK_EX)

    def allocate_exactly(self) -> None:
        """Until `free_all`, allocate every block from the driver, and copy to and from the GPU at once."""
        # For buffers that are timed, which have positions of their own, and for work other than a device's launches.
        self._guarded("copying memory", self.send)
        self.settle()
        self._is_direct = True

    def free_all(self) -> None:
        """Free every block, and let the next process take its turn."""
        self.settle()
        # a block leaves the list once it is free: if the driver refuses, the next call continues there
        while self._blocks:
            self._guarded("freeing memory", self._blocks[-1].free)
            self._blocks.pop()
        self._start_anew()
        if self._lock is not None:
            # closing releases it
            os.close(self._lock)
            self._lock = None

    def copy_in(self, address: int, data: NDArray[np.uint8], label: str) -> None:
        """Copy bytes to an address; into the arena with the next launch."""
        start = self._place(address)
        if start is None:
            source = np.ascontiguousarray(data)
            self._guarded(f"copying to {label}", lambda: self._cuda.memcpy_htod(address, source))
            return
        # A copy under way still reads these bytes, or writes to them.
        self.settle()
        stop = start + data.nbytes
        self._host[start:stop] = data
        self._changed = min(start, self._changed[0]), max(stop, self._changed[1])

    def copy_out(self, address: int, size_bytes: int, label: str) -> NDArray[np.uint8]:
        start = self._place(address)
        copied: NDArray[np.uint8] = np.empty(size_bytes, np.uint8)
        if start is not None:
            self.settle()
            copied[...] = self._host[start : start + size_bytes]
        elif size_bytes:
            self._copy_now(copied, address, label)
        return copied

    def _place(self, address: int) -> int | None:
        """Return where an address is in the arena; None if it is not, or if copies bypass the arena."""
        if self._is_direct or self._arena is None:
            return None
        start: int = address - int(self._arena)
        return start if 0 <= start < ARENA_BYTES else None

    def send(self) -> None:
        """Queue the copy of the bytes that changed in the arena since the last launch."""
        start, stop = self._changed
        if start < stop and not self._is_direct:
            self._is_under_way = True
            self._cuda.memcpy_htod_async(int(self._arena) + start, self._host[start:stop], None)
            self._changed = (ARENA_BYTES, 0)

    def fetch(self) -> None:
        """Queue the copy of the arena's buffers back to the host."""
        if self._arena_bytes and not self._is_direct:
            self._is_under_way = True
            self._cuda.memcpy_dtoh_async(self._host[: self._arena_bytes], int(self._arena), None)

    def arrived(self) -> None:
        # everything queued has ended, because something else waited for it
        self._is_under_way = False

    def settle(self) -> None:
        """Wait for copies under way; they use the host's copy of the arena."""
        if self._is_under_way:
            self._guarded("copying memory", self._cuda.Context.synchronize)
            self._is_under_way = False

    def is_same(self, one: int, other: int, size_bytes: int, label: str) -> bool:
        """Return whether two pieces of memory hold the same bytes; neither is held on the host as a whole."""
        self.allocate_exactly()
        if self._is_exact:
            parts = np.empty((2, size_bytes), np.uint8)
        else:
            # page-locked: a copy takes no longer than the comparison
            self._staging = self._page_locked() if self._staging is None else self._staging
            parts = self._staging.reshape(2, -1)
        step = max(parts.shape[1], 1)
        for start in range(0, size_bytes, step):
            first, second = (part[: size_bytes - start] for part in parts)
            self._copy_now(first, one + start, label)
            self._copy_now(second, other + start, label)
            if not _has_same_bytes(first, second):
                return False
        return True

    def _page_locked(self) -> NDArray[np.uint8]:
        staging: NDArray[np.uint8] = self._guarded(
            "allocating page-locked memory", lambda: self._cuda.pagelocked_empty(ARENA_BYTES, np.uint8)
        )
        return staging

    def _copy_now(self, host: NDArray[np.uint8], address: int, label: str) -> None:
        self._guarded(f"copying from {label}", lambda: self._cuda.memcpy_dtoh(host, address))

    def close(self) -> None:
        self.free_all()
        arena, self._arena = self._arena, None
        if arena is not None:
            self._guarded("freeing memory", arena.free)
        self._host, self._staging = np.empty(0, np.uint8), None


def _has_same_bytes(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    # eight bytes at a time take a third of the time
    n = one.size // 8 * 8
    return np.array_equal(one[:n].view(np.uint64), other[:n].view(np.uint64)) and np.array_equal(
        one[n:], other[n:]
    )
