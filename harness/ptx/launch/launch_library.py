"""Memory of a launch for CUDA's library functions: printed text and the heap."""

from __future__ import annotations

import ctypes

import numpy as np
from numpy.typing import NDArray

from ..ir.kernel_code import KernelCode
from ..layout import HEAP_ALIGNMENT, HEAP_BASE, HEAP_GAP, Alloc, Launch
from ..memory import Allocation

PRINTED_BYTES = 1 << 20
"""Bytes that a launch may print; also a GPU's default (CUDA C++ Programming Guide, ``cudaLimitPrintfFifoSize``)."""
NOTES_BYTES = 1 << 16
HEAP_BYTES = 8 << 20
"""Bytes of the device heap; also a GPU's default (CUDA C++ Programming Guide, ``cudaLimitMallocHeapSize``)."""
_MAX_BLOCKS = HEAP_BYTES // (HEAP_ALIGNMENT + HEAP_GAP)
"""Blocks of the smallest size that fill the heap."""


class LaunchLibrary:
    """Memory for the library functions that one kernel calls. The heap starts empty in every launch."""

    def __init__(self, code: KernelCode) -> None:
        self._printed = np.zeros(PRINTED_BYTES if "vprintf" in code.library else 0, np.uint8)
        self._notes = np.zeros(NOTES_BYTES if "assertfail" in code.library else 0, np.uint8)
        has_heap = bool(code.library & {"malloc", "free"})
        self._heap = np.empty(HEAP_BYTES if has_heap else 0, np.uint8)

    def prepare(self, launch: Launch, table: ctypes.Array[Alloc], n_allocs: int) -> None:
        """Prepare a launch, for its first run or another."""
        for text, data in ((launch.printed, self._printed), (launch.notes, self._notes)):
            if len(data):
                text.data, text.capacity, text.n, text.n_lost = data.ctypes.data, len(data), 0, 0
        if len(self._heap):
            own = (Alloc * (n_allocs + _MAX_BLOCKS))()
            ctypes.memmove(own, table, n_allocs * ctypes.sizeof(Alloc))
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
        end = HEAP_BASE + len(self._heap)
        return (Allocation(HEAP_BASE, self._heap, "the device heap", HEAP_BASE, end),)

    def printed(self, launch: Launch) -> str:
        """Return the launch's printed text, with a note on text that did not fit."""
        if not len(self._printed):
            return ""
        text = _text(self._printed[: launch.printed.n])
        if launch.printed.n_lost:
            text += f"\n[{launch.printed.n_lost} more calls of printf, past {PRINTED_BYTES} bytes]\n"
        return text

    def note(self, place: int) -> str:
        """Return the text of a fault; `place` is the address that the runtime reported."""
        rest = self._notes[place - 1 :] if place else self._notes[:0]
        return _text(rest[: int(np.argmin(rest))] if len(rest) else rest) or "(no room for its text)"


def _text(data: NDArray[np.uint8]) -> str:
    return data.tobytes().decode("utf-8", errors="replace")
