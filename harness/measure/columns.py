"""The figures that reports derive from counters: one table for terminal, HTML and JSON.

A column that is added here is in the tables of ``count`` and of its HTML report, in ``derived`` of its JSON, in saved
benchmarks and in docs/counters.md.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..lazy import dataclass
from ..ptx.launch.counts import Counters

if TYPE_CHECKING:
    from .case_counts import CaseCounts  # imports modules that run cases, which `run` does not need

# A GPU moves memory in sectors of this size, whatever part of one the lanes ask for.
SECTOR_BYTES = 32


@dataclass(frozen=True)
class Sums:
    """Input of the columns: the counters of launches, and the size of their problem."""

    counters: Counters
    """Sum over the launches."""
    block_barriers: int
    """Number of times that a barrier of a block opened."""
    n_elements: int = 1
    n_rows: int = 1
    """`n_elements`, `n_rows`: size of the problem; 1 for figures of a whole program."""

    @classmethod
    def of(cls, counts: CaseCounts) -> Sums:
        return cls(counts.total, counts.block_barriers, counts.n_elements, counts.case.shape.n_rows)


@dataclass(frozen=True)
class Figure:
    name: str
    """Name in JSON."""
    head: str
    """Head in the terminal's table; empty for a figure of JSON only."""
    title: str
    """Head in an HTML table; empty for a figure that is left out there: a page is only as wide as a window."""
    unit: str
    meaning: str
    """Description in a legend, a tooltip and docs/counters.md."""
    value: Callable[[Sums], float | None]
    """The figure; None where there is nothing to divide by."""
    decimals: int = 1
    is_percent: bool = False
    is_bad: bool = False
    """Whether the HTML marks a figure above zero."""
    most: float | None = None
    """Largest possible figure, which the HTML shows as a whole bar; None for no bar."""
    is_derived: bool = True
    """Whether ``derived`` of a count's JSON has it. Figures that one division gives were left out of version 1."""
    saved: str | None = None
    """Name in saved benchmarks, if another than `name`; empty if they do not have it."""

    def text(self, sums: Sums) -> str:
        value = self.value(sums)
        if value is None:
            return "-"
        return f"{100 * value:.{self.decimals}f}%" if self.is_percent else f"{value:.{self.decimals}f}"


def _over(numerator: float, denominator: float) -> float | None:
    return numerator / denominator if denominator else None


def _per_element(count: Callable[[Counters], int]) -> Callable[[Sums], float | None]:
    return lambda sums: _over(count(sums.counters), sums.n_elements)


def _per_row(count: Callable[[Counters], int]) -> Callable[[Sums], float | None]:
    return lambda sums: _over(count(sums.counters), sums.n_rows)


_LANES = Figure(
    "active_lanes", "lanes", "lanes", "of 32", "active lanes of an instruction, on average",
    lambda sums: sums.counters.active_lanes, most=32,
)  # fmt: skip
_PER_LOAD = Figure(
    "sectors_per_load_request", "ld/req", "load", "sect. / req.", "sectors per load request; 4 for 32 floats",
    lambda sums: _over(sums.counters.global_load_sectors, sums.counters.global_load_requests),
    is_derived=False, saved="",  # the JSON of version 1 has the two counters instead
)  # fmt: skip
_PER_STORE = Figure(
    "sectors_per_store_request", "st/req", "store", "sect. / req.", "sectors per store request",
    lambda sums: _over(sums.counters.global_store_sectors, sums.counters.global_store_requests),
    is_derived=False, saved="",
)  # fmt: skip
_DIVERGENT = Figure(
    "divergent_share", "diverg", "divergent", "%", "share of conditional branches that diverge",
    lambda sums: _over(sums.counters.divergent_branches, sums.counters.branches), decimals=0, is_percent=True,
    is_derived=False, saved="",
)  # fmt: skip

CASE_COLUMNS: tuple[Figure, ...] = (
    Figure(
        "lane_instructions_per_element", "instr/el", "instructions", "lanes / el.",
        "lane instructions of the PTX per element", _per_element(lambda counters: counters.lane_instructions),
    ),
    _LANES,
    Figure(
        "traffic_per_element", "B/el", "traffic", "B / el.", "bytes of touched global sectors per element",
        _per_element(lambda counters: SECTOR_BYTES * counters.global_sectors), decimals=2, is_derived=False,
        saved="",
    ),
    Figure(
        "global_bytes_per_element", "", "", "", "bytes that lanes asked for in global memory, per element",
        _per_element(lambda counters: counters.global_bytes), saved="",
    ),
    Figure(
        "global_sectors_per_element", "", "", "", "sectors of global memory per element",
        _per_element(lambda counters: counters.global_sectors), saved="sectors_per_element",
    ),
    Figure(
        "global_load_sectors_per_element", "", "", "", "sectors of global loads per element",
        _per_element(lambda counters: counters.global_load_sectors), is_derived=False,
    ),
    Figure(
        "global_store_sectors_per_element", "", "", "", "sectors of global stores per element",
        _per_element(lambda counters: counters.global_store_sectors), is_derived=False,
    ),
    _PER_LOAD,
    _PER_STORE,
    Figure(
        "used_share", "used", "used", "%", "share of touched bytes that lanes asked for",
        lambda sums: _over(sums.counters.global_bytes, SECTOR_BYTES * sums.counters.global_sectors), decimals=0,
        is_percent=True,
    ),
    Figure(
        "shared_excess_per_row", "excess", "conflicts", "per row", "wavefronts lost to bank conflicts, per row",
        _per_row(lambda counters: counters.shared_excess), is_bad=True, saved="excess_wavefronts_per_row",
    ),
    Figure(
        "block_barriers_per_row", "barriers", "barriers", "per row", "barriers that blocks completed, per row",
        lambda sums: _over(sums.block_barriers, sums.n_rows),
    ),
    Figure(
        "shuffles_per_row", "shuffles", "", "", "shuffles that warps executed, per row",
        _per_row(lambda counters: counters.shuffles), is_derived=False, saved="",
    ),
    _DIVERGENT,
    Figure(
        "local_sectors_per_element", "local", "local", "sect. / el.", "sectors of local memory per element",
        _per_element(lambda counters: counters.local_sectors), is_bad=True,
    ),
)  # fmt: skip
"""Figures of a counted case, in the order of the tables."""

PROGRAM_COLUMNS: tuple[Figure, ...] = (
    Figure(
        "instructions", "instr", "instructions", "", "PTX instructions that warps executed",
        lambda sums: sums.counters.instructions, decimals=0,
    ),
    _LANES,
    Figure(
        "loaded_bytes", "loaded B", "loaded", "bytes", "bytes of global sectors that loads touched",
        lambda sums: SECTOR_BYTES * sums.counters.global_load_sectors, decimals=0,
    ),
    Figure(
        "stored_bytes", "stored B", "stored", "bytes", "the same for stores and atomics",
        lambda sums: SECTOR_BYTES * (sums.counters.global_store_sectors + sums.counters.global_atomic_sectors),
        decimals=0,
    ),
    _PER_LOAD,
    _PER_STORE,
    Figure(
        "shared_excess", "excess", "conflicts", "wavefronts", "shared wavefronts lost to conflicts",
        lambda sums: sums.counters.shared_excess, decimals=0, is_bad=True,
    ),
    Figure(
        "block_barriers", "barriers", "barriers", "", "barriers that blocks completed",
        lambda sums: sums.block_barriers, decimals=0,
    ),
    Figure(
        "shuffles", "shuffles", "", "", "shuffles that warps executed",
        lambda sums: sums.counters.shuffles, decimals=0,
    ),
    _DIVERGENT,
    Figure(
        "local_bytes", "local B", "local", "bytes", "bytes of touched sectors of local memory",
        lambda sums: SECTOR_BYTES * sums.counters.local_sectors, decimals=0, is_bad=True,
    ),
)  # fmt: skip
"""Figures of a program's kernel, summed over its counted launches; for tables only, as the JSON has the counters."""


def legend(columns: tuple[Figure, ...]) -> list[str]:
    """Return the meanings of a terminal's columns, two a line."""
    texts = [f"{column.head:<10}{column.meaning}" for column in columns if column.head]
    width = 2 + max(map(len, texts[::2]))
    return [
        f"{left:<{width}}{right}".rstrip()
        for left, right in zip(texts[::2], [*texts[1::2], ""], strict=False)
    ]
