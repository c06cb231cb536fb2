"""Racecheck's inputs: flags of a kernel's instructions, and state for each granule of memory.

A granule (``runtime/races.h``) is as large as the smallest element that a kernel accesses. Without ``WATCH_RACES``
racecheck needs nine bytes for each granule of global memory; this module reuses them from launch to launch. With
``WATCH_RACES`` the runtime allocates its own memory.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import numpy as np

from ...errors import LaunchError
from ..emit.llvm_text import bits_of
from ..emit.row import Order
from ..isa.table import row_at
from ..layout import (
    SITE_NO_RESULT,
    SITE_RELEASE,
    SITE_STRONG,
    SITE_VOLATILE,
    SITE_WIDE,
    WATCH_RACES,
    Launch,
    Races,
)
from ..memory import Allocation
from ..site import Site
from ..text.syntax import TYPE_BYTES
from .kernel import KernelCode

MAX_OWNERS = 64
"""Most workers: the runtime has 7 bits for a worker and its generation."""
KEPT_BYTES = 1 << 28
"""Most memory kept for the next launch; a larger amount is freed when its launch ends."""

_COPY_BYTES = 4
"""Smallest copy of a ``cp.async``."""
_SLACK = 16


def granule_shift(sites: Sequence[Site], space: str) -> int:
    """Return log2 of the size in bytes of the smallest element that any site may access in a space.

    Parameters
    ----------
    sites : sequence of Site
        Instructions of a kernel. Generic addresses count for both spaces, and so do copies.
    space : {"global", "shared"}
        The space.
    """
    sizes = [
        _element_bytes(site)
        for site in sites
        if site.size_bytes and (site.space in (space, "generic") or _is_copy(site))
    ]
    return min(sizes, default=4).bit_length() - 1


def _is_copy(site: Site) -> bool:
    return site.space in ("global", "shared") and not row_at(site).has_elements


def _element_bytes(site: Site) -> int:
    words = site.opcode.split(".")
    if row_at(site).has_elements:
        return bits_of(next(word for word in reversed(words) if word in TYPE_BYTES)) // 8
    return min(site.size_bytes, _COPY_BYTES)


def site_flags(site: Site) -> int:
    """Return an instruction's effect on memory order: bits of ``enum kh_site_flag``."""
    row = row_at(site)
    words = site.opcode.split(".")
    is_wide = "cta" not in words
    if row.order is Order.FENCE:
        return SITE_WIDE * is_wide | SITE_RELEASE * ("acquire" not in words)
    flags = 0
    if row.order is Order.ATOMIC:
        flags = SITE_STRONG | SITE_WIDE * is_wide | SITE_NO_RESULT * (not row.writes)
    elif {"relaxed", "acquire", "release", "mmio"} & set(words):
        flags = SITE_STRONG | SITE_WIDE * is_wide
    elif "volatile" in words:
        flags = SITE_VOLATILE | SITE_WIDE
    if {"release", "acq_rel"} & set(words):
        flags |= SITE_RELEASE
    return flags


class RaceShadow:
    """Racecheck's memory for the launches of one executor."""

    def __init__(self) -> None:
        self._n_cells = 0
        self._owners = np.zeros(0, np.uint8)
        self._words = np.zeros(0, np.uint32)
        self._flags: dict[int, tuple[KernelCode, int, int, np.ndarray]] = {}
        self._races = Races()
        self._first = np.zeros(0, np.uint64)

    def prepare(self, launch: Launch, code: KernelCode, allocations: Sequence[Allocation]) -> None:
        """Give a launch its flags and memory, according to ``launch.watch``.

        Raises
        ------
        LaunchError
            The host has too little memory.
        """
        shift, shared_shift, flags = self._of_code(code)
        n_cells = 0
        self._first = np.zeros(max(len(allocations), 1), np.uint64)
        for index, allocation in enumerate(allocations):
            low = allocation.address >> shift
            self._first[index] = n_cells - low & (1 << 64) - 1
            if not allocation.is_const:
                # no word of owners holds cells of two allocations
                n_cells += -(-((allocation.address + len(allocation.data) >> shift) - low + 1) // 8) * 8
        races = self._races = Races()
        races.n_cells = n_cells
        races.first = self._first.ctypes.data
        races.shift = shift
        races.shared_shift = shared_shift
        if not launch.watch & WATCH_RACES:
            try:
                self._reserve(n_cells)
            except MemoryError:
                raise LaunchError(
                    f"out of host memory to watch {code.name} for races: its buffers need {9 * n_cells} bytes more"
                ) from None
            races.owners = self._owners.ctypes.data
            races.writes = self._words.ctypes.data
            races.reads = self._words.ctypes.data + 4 * (self._n_cells + _SLACK)
        launch.races = ctypes.addressof(races)
        launch.site_flags = flags.ctypes.data
        launch.n_sites = len(flags)

    def finish(self, code: KernelCode) -> None:
        """Free memory above `KEPT_BYTES` after a launch.

        Raises
        ------
        LaunchError
            The host ran out of memory during a launch with ``WATCH_RACES``.
        """
        if 9 * self._n_cells > KEPT_BYTES:
            self._n_cells = 0
            self._owners, self._words = np.zeros(0, np.uint8), np.zeros(0, np.uint32)
        if self._races.has_failed:
            raise LaunchError(
                f"out of host memory for racecheck's exact pass over {code.name}: "
                f"its buffers need at least {32 * self._races.n_cells} bytes"
            )

    def _of_code(self, code: KernelCode) -> tuple[int, int, np.ndarray]:
        known = self._flags.get(id(code))
        if known is None or known[0] is not code:
            flags = np.array([site_flags(site) for site in code.sites] or [0], np.uint32)
            shifts = granule_shift(code.sites, "global"), granule_shift(code.sites, "shared")
            known = self._flags[id(code)] = (code, *shifts, flags)
        return known[1:]

    def _reserve(self, n_cells: int) -> None:
        """Make room for `n_cells` cells; owners are zero, words keep their old content."""
        if n_cells > self._n_cells:
            self._n_cells = 0
            # fresh zeros take memory only once touched
            self._owners = np.zeros(n_cells + _SLACK, np.uint8)
            self._words = np.zeros(2 * (n_cells + _SLACK), np.uint32)
            self._n_cells = n_cells
        else:
            self._owners[: n_cells + _SLACK] = 0
