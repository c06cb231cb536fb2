"""Device memory of the executor: allocations in a virtual address space, the same in every run.

Allocations are megabytes apart, so an address that runs past one hits nothing. Within an allocation only a declared
range may be touched, which lets a caller keep guard bands that the kernel must not see.
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from harness.errors import DeviceError
from harness.ptx.layout import GLOBAL_BASE, Alloc

GAP_BYTES = 1 << 24
"""Distance between an allocation's end and the next one's start, at least."""
ALIGNMENT = 512
"""Every allocation starts at a multiple of this, like cudaMalloc's."""
LIMIT_BYTES = 1 << 36
UNDEFINED_BYTE = 0xFF
"""Content of fresh memory: a NaN in every float type."""


@dataclass(eq=False)
class Allocation:
    """A piece of device memory.

    Parameters
    ----------
    address : int
        Device address.
    data : ndarray of uint8
        Its content on the host.
    label : str
        Name for messages.
    low, high : int
        Device addresses [low, high) that kernels may touch.
    """

    address: int
    data: NDArray[np.uint8]
    label: str
    low: int
    high: int


class Memory:
    """All allocations of one device."""

    def __init__(self) -> None:
        self.allocations: list[Allocation] = []
        self._next = GLOBAL_BASE

    def allocate(self, size_bytes: int, label: str, valid: tuple[int, int] | None = None) -> Allocation:
        """Allocate memory filled with `UNDEFINED_BYTE`.

        Parameters
        ----------
        size_bytes : int
            At least 0.
        label : str
            Name for messages.
        valid : (int, int) or None
            Byte range of the allocation that kernels may touch; all of it by default.

        Raises
        ------
        DeviceError
            `size_bytes` is negative, too large, or not available.
        """
        if not 0 <= size_bytes <= LIMIT_BYTES:
            raise DeviceError(
                f"cannot allocate {label}: the size must be 0 to {LIMIT_BYTES} bytes (got {size_bytes})"
            )
        start, stop = valid if valid is not None else (0, size_bytes)
        try:
            # 64 bytes of slack let the base be aligned like device memory, so that vector moves are natural
            raw = np.full(size_bytes + 64, UNDEFINED_BYTE, np.uint8)
        except MemoryError as error:
            raise DeviceError(
                f"cannot allocate {size_bytes} bytes for {label}: out of host memory"
            ) from error
        skip = -raw.ctypes.data % 64
        address = self._next
        self._next += -(-(size_bytes + GAP_BYTES) // ALIGNMENT) * ALIGNMENT
        allocation = Allocation(
            address, raw[skip : skip + size_bytes], label, address + start, address + stop
        )
        self.allocations.append(allocation)
        return allocation

    def find(self, address: int) -> Allocation | None:
        """Return the allocation nearest to an address, for messages; None if there is none."""
        if not self.allocations:
            return None

        def distance(allocation: Allocation) -> int:
            end = allocation.address + len(allocation.data)
            return max(allocation.address - address, address - end, 0)

        return min(self.allocations, key=distance)

    def clear(self) -> None:
        """Free everything; addresses start over, so that later cases see the same ones."""
        self.allocations.clear()
        self._next = GLOBAL_BASE

    def table(self, module: Allocation | None = None) -> ctypes.Array[Alloc]:
        """Return the allocations as the runtime wants them, sorted by address, a module's variables first."""
        everything = ([module] if module is not None else []) + self.allocations
        table = (Alloc * max(len(everything), 1))()
        for entry, allocation in zip(table, everything, strict=False):
            entry.base = allocation.address
            entry.size = len(allocation.data)
            entry.low, entry.high = allocation.low, allocation.high
            entry.host = allocation.data.ctypes.data
        return table
