"""Device memory of the executor: allocations in a virtual address space, at the same addresses in every run.

Allocations are megabytes apart, so an access past one hits no other. Within an allocation kernels may touch only a
declared range, so that a caller can keep guard bands.
"""

from __future__ import annotations

import bisect
import contextlib
import ctypes
import functools
import mmap
import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import DeviceError, OutOfMemoryError
from ..lazy import dataclass
from .layout import GLOBAL_BASE, HEAP_BASE, Alloc

GAP_BYTES = 1 << 24
"""Distance between an allocation's end and the next one's start, at least."""
ALIGNMENT = 512
"""Every allocation starts at a multiple of this, like cudaMalloc's."""
SPARSE_ALIGNMENT = 64
"""Alignment of an allocation's host memory, and so of the ranges of a sparse one."""
LIMIT_BYTES = 1 << 36
MOVED_BYTES = 0x123456000 + 3 * ALIGNMENT
"""Distance by which `Memory.moved` moves addresses: no power of two above the alignment divides it."""
_MAP_NORESERVE = 0x4000
"""Linux's constant, which Python 3.10 does not have."""
KEPT_BYTES = 1 << 28
"""Most memory of a copy, or of racecheck, kept for the next launch: fresh pages cost several times as much as filling
them."""
UNDEFINED_BYTE = 0xFF
"""Content of fresh memory: a NaN in every float type."""


@dataclass(eq=False)
class Allocation:
    address: int
    data: NDArray[np.uint8]
    label: str
    low: int
    high: int
    """`low`, `high`: device addresses [low, high) that kernels may touch."""
    is_const: bool = False
    """Whether it is a ``.const`` variable, which kernels cannot write."""
    is_input: bool = False
    """Whether stores into it are reported; they take effect all the same."""
    is_fresh: bool = False
    _shadow: NDArray[np.uint8] | None = None
    shadow_address: int = 0

    @property
    def may_be_undefined(self) -> bool:
        """Whether it has a shadow, or gets one on first use."""
        return self.is_fresh or self._shadow is not None

    def shadow(self) -> NDArray[np.uint8] | None:
        """Return the bits that were never written, one byte for each byte of `data`; None if all were written."""
        # The shadow is made on first use; launches under initcheck keep it up to date.
        if self.is_fresh:
            self._begin_shadow(UNDEFINED_BYTE)
            self.is_fresh = False
        return self._shadow

    def _begin_shadow(self, content: int) -> None:
        self._shadow = aligned(len(self.data), content)
        # asking NumPy for an address takes longer than the rest of a launch's work with a shadow
        self.shadow_address = int(self._shadow.ctypes.data)

    def define(self, start: int = 0, stop: int | None = None, mask: NDArray[np.bool_] | None = None) -> None:
        """Note that the bytes [start, stop) have been given a value; those that a mask leaves out become undefined."""
        stop = len(self.data) if stop is None else stop
        if mask is None and start == 0 and stop == len(self.data):
            self.is_fresh, self._shadow = False, None
            return
        if mask is not None and not self.is_fresh and self._shadow is None:
            self._begin_shadow(0)
        shadow = self.shadow()
        if shadow is None:
            return
        if mask is None:
            shadow[start:stop] = 0
        else:
            # 1 - 1 is 0, and 0 - 1 is UNDEFINED_BYTE
            np.subtract(mask.view(np.uint8), np.uint8(1), out=shadow[start:stop])


class Freed(NamedTuple):
    address: int
    size_bytes: int
    """`address`, `size_bytes`: its device addresses."""
    label: str


class Memory:
    """All current and freed allocations of one device; `version` changes with every change of the lists."""

    def __init__(self) -> None:
        self.allocations: list[Allocation] = []
        self.freed: list[Freed] = []
        self.version = 0
        self._next = GLOBAL_BASE

    def allocate(self, size_bytes: int, label: str, valid: tuple[int, int] | None = None) -> Allocation:
        """Allocate memory filled with `UNDEFINED_BYTE`, of which kernels may touch the byte range `valid` alone."""
        # OutOfMemoryError if the host has too little memory, DeviceError for a wrong size or range.
        if size_bytes < 0:
            raise DeviceError(f"cannot allocate {label}: the size must not be negative (got {size_bytes})")
        _check_size(OutOfMemoryError, label, size_bytes)
        start, stop = valid if valid is not None else (0, size_bytes)
        if not 0 <= start <= stop <= size_bytes:
            raise DeviceError(f"the valid range of {label} must lie in its {size_bytes} bytes (got {valid})")
        try:
            if size_bytes > _host_bytes():
                # the system would grant the memory and kill the process on its use
                raise MemoryError
            data = aligned(size_bytes, UNDEFINED_BYTE)
        except MemoryError as error:
            raise OutOfMemoryError(
                f"cannot allocate {size_bytes} bytes for {label}: out of host memory"
            ) from error
        address = self.reserve(size_bytes)
        return self._add(Allocation(address, data, label, address + start, address + stop, is_fresh=True))

    def allocate_lazily(self, size_bytes: int, label: str) -> Allocation:
        """Allocate zeros; only touched pages take memory of the host. Raises as `allocate`."""
        _check_size(OutOfMemoryError, label, size_bytes, least=1)
        try:
            # Shared, because a process's limit is on private memory.
            mapped = mmap.mmap(-1, size_bytes, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS | _MAP_NORESERVE)
        except (OSError, ValueError) as error:
            raise OutOfMemoryError(f"cannot map {size_bytes} bytes for {label}: {error}") from None
        address = self.reserve(size_bytes)
        data = np.frombuffer(mapped, np.uint8)
        return self._add(Allocation(address, data, label, address, address + size_bytes))

    def _add(self, allocation: Allocation) -> Allocation:
        # mapped memory may have higher addresses
        bisect.insort(self.allocations, allocation, key=lambda other: other.address)
        self.version += 1
        return allocation

    def reserve(self, size_bytes: int) -> int:
        """Reserve addresses, which no allocation gets before `clear`; return the first."""
        address = self._next
        self._next += -(-(size_bytes + GAP_BYTES) // ALIGNMENT) * ALIGNMENT
        return address

    def allocate_sparse(
        self, size_bytes: int, label: str, ranges: Sequence[tuple[int, int]]
    ) -> tuple[Allocation, ...]:
        """Allocate the addresses of a large buffer, with memory for some of its byte ranges only; raises as `allocate`.

        Ranges ascend and are apart; each starts at a multiple of `SPARSE_ALIGNMENT` and is an allocation. Kernels may
        touch nothing else.
        """
        _check_size(DeviceError, label, size_bytes)
        ends = [0, *(end for bounds in ranges for end in bounds), size_bytes]
        if ends != sorted(ends) or any(start % SPARSE_ALIGNMENT for start, _ in ranges):
            raise DeviceError(
                f"the ranges of {label} must ascend within its {size_bytes} bytes, each from a multiple of "
                f"{SPARSE_ALIGNMENT} (got {list(ranges)})"
            )
        base = self._next
        pieces = []
        for start, stop in ranges:
            # `allocate` leaves a gap behind each piece, but the next one has its place already
            self._next = base + start
            pieces.append(self.allocate(stop - start, f"{label}[{start}:{stop}]"))
        self._next = base + -(-(size_bytes + GAP_BYTES) // ALIGNMENT) * ALIGNMENT
        return tuple(pieces)

    def map(self, address: int, data: NDArray[np.uint8], label: str) -> Allocation:
        """Let kernels reach memory of the caller, which counts as written and must live until it is freed."""
        # DeviceError if an allocation has some of these addresses, or the heap of device-side malloc may have them.
        at = bisect.bisect(self.allocations, address, key=lambda other: other.address)
        end = address + len(data)
        before = self.allocations[at - 1] if at else None
        after = self.allocations[at] if at < len(self.allocations) else None
        if (before is not None and before.address + len(before.data) > address) or (
            after is not None and after.address < end
        ):
            raise DeviceError(f"{label} must not share addresses with another allocation (got {address:#x})")
        if end > HEAP_BASE:
            raise DeviceError(f"the addresses of {label} must be below {HEAP_BASE:#x} (got {address:#x})")
        # mapped addresses are valid again: using them is not a use after free
        self.freed = [
            old for old in self.freed if old.address >= end or old.address + old.size_bytes <= address
        ]
        return self._add(Allocation(address, data, label, address, end))

    def move(self, allocation: Allocation, data: NDArray[np.uint8]) -> None:
        """Give an allocation other memory of the host, which holds its content already."""
        allocation.data = data
        self.version += 1

    @contextlib.contextmanager
    def moved(self, args: Sequence[np.generic | bytes]) -> Iterator[list[bytes]]:
        """Give all allocations other addresses for a while; yields the arguments with pointers to the new addresses."""
        starts = [allocation.address for allocation in self.allocations]

        def there(word: int) -> int:
            at = bisect.bisect(starts, word) - 1
            # one past the end is still a pointer to the buffer, as in C
            is_pointer = at >= 0 and word <= starts[at] + len(self.allocations[at].data)
            return word + MOVED_BYTES if is_pointer else word

        moved = []
        for arg in args:
            data = arg if isinstance(arg, bytes) else np.asarray(arg).tobytes()
            words = np.frombuffer(data, np.uint64, len(data) // 8)
            moved.append(
                b"".join(np.uint64(there(int(word))).tobytes() for word in words) + data[words.nbytes :]
            )
        self._shift(MOVED_BYTES)
        try:
            yield moved
        finally:
            self._shift(-MOVED_BYTES)

    def _shift(self, distance: int) -> None:
        for allocation in self.allocations:
            allocation.address += distance
            allocation.low += distance
            allocation.high += distance
        self.version += 1

    def free(self, allocation: Allocation) -> None:
        """Free one allocation. Its addresses are not reused before `clear`, so that use after free is found."""
        kept = [other for other in self.allocations if other is not allocation]
        if len(kept) == len(self.allocations):
            raise DeviceError(f"{allocation.label} has been freed or belongs to another device")
        self.allocations = kept
        self.freed.append(Freed(allocation.address, len(allocation.data), allocation.label))
        self.version += 1

    def clear(self) -> None:
        """Free and forget all allocations; addresses start over, so that every case gets the same ones."""
        self.allocations.clear()
        self.freed.clear()
        self.version += 1
        self._next = GLOBAL_BASE


def _check_size(error: type[DeviceError], label: str, size_bytes: int, least: int = 0) -> None:
    if not least <= size_bytes <= LIMIT_BYTES:
        raise error(
            f"cannot allocate {label}: the size must be {least} to {LIMIT_BYTES} bytes (got {size_bytes})"
        )


class Backup:
    def __init__(self) -> None:
        self._data = np.empty(0, np.uint8)
        self._shadows = False

    def take(self, allocations: Sequence[Allocation], shadows: bool = False) -> None:
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
        at = 0
        for data in self._kept(allocations):
            data[:] = self._data[at : at + len(data)]
            at += len(data)

    def finish(self) -> None:
        if len(self._data) > KEPT_BYTES:
            self._data = np.empty(0, np.uint8)

    def _kept(self, allocations: Sequence[Allocation]) -> Iterator[NDArray[np.uint8]]:
        for allocation in allocations:
            if allocation.is_const:
                continue
            yield allocation.data
            shadow = allocation.shadow() if self._shadows else None
            if shadow is not None:
                yield shadow


def nearest(allocations: Sequence[Allocation], address: int) -> Allocation | None:
    def distance(allocation: Allocation) -> int:
        end = allocation.address + len(allocation.data)
        return max(allocation.address - address, address - end, 0)

    return min(allocations, key=distance, default=None)


def native_table(allocations: Sequence[Allocation]) -> ctypes.Array[Alloc]:
    """Return allocations, sorted by address, as the runtime's table."""
    table = (Alloc * max(len(allocations), 1))()
    end = 0
    for entry, allocation in zip(table, allocations, strict=False):
        assert allocation.address >= end, "the runtime finds an allocation by bisection"
        end = allocation.address + len(allocation.data)
        entry.base = allocation.address
        entry.size = len(allocation.data)
        entry.low, entry.high = allocation.low, allocation.high
        entry.host = allocation.data.ctypes.data
        entry.is_const, entry.is_input = allocation.is_const, allocation.is_input
    return table


def aligned(size_bytes: int, content: int) -> NDArray[np.uint8]:
    """Return bytes with a base aligned like device memory, so that vector moves are aligned."""
    raw = np.full(size_bytes + 64, content, np.uint8)
    skip = -raw.ctypes.data % 64
    return raw[skip : skip + size_bytes]


@functools.cache
def _host_bytes() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
