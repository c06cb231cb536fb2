"""Racecheck's memory: state for each granule of memory that a launch can reach.

A granule (``runtime/races.h``) is as large as the smallest element that a kernel accesses. Without ``WATCH_RACES``
racecheck needs nine bytes for each granule of global memory; this module reuses them from launch to launch. With
``WATCH_RACES`` the runtime allocates its own memory.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np

from ...errors import LaunchError
from ..ir.kernel_code import KernelCode
from ..layout import WATCH_RACES, Launch, Races
from ..memory import Allocation

MAX_OWNERS = 64
"""Most workers: the runtime has 7 bits for a worker and its generation."""
KEPT_BYTES = 1 << 28
"""Most memory kept for the next launch; a larger amount is freed when its launch ends."""

_SLACK = 16
_Cells = tuple[int, "ctypes.Array[ctypes.c_uint64]"]


class RaceShadow:
    """Racecheck's memory for the launches of one executor."""

    def __init__(self) -> None:
        self._n_cells = 0
        self._owners = np.zeros(0, np.uint8)
        self._words = np.zeros(0, np.uint32)
        self._addresses = 0, 0
        self._flags: dict[int, tuple[KernelCode, ctypes.Array[ctypes.c_uint32]]] = {}
        self._races = Races()
        self._placed: tuple[Sequence[Allocation], int, _Cells] | None = None

    def prepare(self, launch: Launch, code: KernelCode, allocations: Sequence[Allocation]) -> None:
        """Give a launch its flags and memory, according to ``launch.watch``."""
        shift, flags = code.granule_shift, self._flags_of(code)
        if self._placed is None or self._placed[0] is not allocations or self._placed[1] != shift:
            self._placed = allocations, shift, _cells(allocations, shift)
        n_cells, first = self._placed[2]
        races = self._races = Races()
        races.n_cells = n_cells
        races.first = ctypes.addressof(first)
        races.shift = shift
        races.shared_shift = code.shared_granule_shift
        if not launch.watch & WATCH_RACES:
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
        """Free memory above `KEPT_BYTES` after a launch."""
        if 9 * self._n_cells > KEPT_BYTES:
            self._n_cells = 0
            self._owners, self._words = np.zeros(0, np.uint8), np.zeros(0, np.uint32)
        if self._races.has_failed:
            raise LaunchError(
                f"out of host memory for racecheck's exact pass over {code.name}: "
                f"its buffers need at least {32 * self._races.n_cells} bytes"
            )

    def _flags_of(self, code: KernelCode) -> ctypes.Array[ctypes.c_uint32]:
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
            self._owners[: n_cells + _SLACK] = 0


def _cells(allocations: Sequence[Allocation], shift: int) -> _Cells:
    """Return the number of granules of all allocations, and for each allocation its first one less its address."""
    first = (ctypes.c_uint64 * max(len(allocations), 1))()
    n_cells = 0
    for index, allocation in enumerate(allocations):
        low = allocation.address >> shift
        first[index] = n_cells - low & (1 << 64) - 1
        if not allocation.is_const:
            # no word of owners holds cells of two allocations
            n_cells += -(-((allocation.address + len(allocation.data) >> shift) - low + 1) // 8) * 8
    return n_cells, first
