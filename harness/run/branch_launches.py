"""Launches a variant with branch counters, once for each size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..ptx.launch.counts import Branch, BranchCounts, Comparison
from ..variant.case import Case, make_case
from ..variant.further_sizes import further_sizes
from ..variant.variant import Block, Variant
from .branch_coverage import JOINING_LAUNCHES, MAX_ELEMENTS, MAX_LAUNCHES

KIND = "spread"
"""Input kind of all launches besides those of the matrix."""

Size = tuple[int, int]
"""Columns and rows, in this order."""
Key = tuple[str, int, str]
"""A branch or comparison: entry, line in the PTX, and opcode or condition."""
Way = tuple[Key, bool]


@dataclass(frozen=True)
class Seen:
    """Result of one launch: its comparisons, and a bit mask of the ways that branches and comparisons went."""

    compared: dict[Key, Comparison]
    ways: int


class SizeLaunches:
    """The launches of a variant at one block and element type."""

    def __init__(
        self,
        variant: Variant,
        block: Block,
        dtype: str,
        launch: Callable[[Case], dict[str, BranchCounts] | None],
    ) -> None:
        self._variant, self._block, self._dtype = variant, block, dtype
        self._launch = launch
        self.branches: dict[Key, Branch] = {}
        self.numbers: dict[Way, int] = {}
        self.lines: dict[str, bool] = {}
        self.seen: dict[Size, Seen | None] = {}
        self.broken: list[Size] = []
        self.has_failed = False
        self.n_left = MAX_LAUNCHES
        self.n_reserved = JOINING_LAUNCHES

    def case(self, size: Size) -> Case:
        """Return the case with a size."""
        n_cols, n_rows = size
        dtype, block = self._dtype, self._block
        sizes = further_sizes(self._variant, n_rows, n_cols, dtype=dtype, block=block, turn=0)
        return make_case(
            self._variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, kind=KIND, block=block, sizes=sizes
        )

    def launched(self, case: Case) -> Seen | None:
        """Launch a case; None if it was refused or did not run to its end."""
        launched = self._launch(case)
        self.has_failed = launched == {}
        if not launched:
            return None
        compared: dict[Key, Comparison] = {}
        ways = 0
        for entry, counts in launched.items():
            for line, has_run in counts.lines.items():
                place = f"{line[0].rpartition('/')[2]}:{line[1]}"
                if line[1]:
                    self.lines[place] = self.lines.get(place, False) or has_run
            for branch in counts.branches:
                key = (entry, branch.ptx_line, branch.opcode)
                self.branches[key] = self.branches[key].joined(branch) if key in self.branches else branch
                for way, n in ((True, branch.lanes_on), (False, branch.lanes_off)):
                    if n:
                        ways |= 1 << self.numbers.setdefault((key, way), len(self.numbers))
                for each in branch.comparisons:
                    name = (entry, each.ptx_line, each.condition)
                    compared[name] = each
                    for way in (True, False):
                        if each.is_reached and each.gap(way) <= 0:
                            ways |= 1 << self.numbers.setdefault((name, way), len(self.numbers))
        return Seen(compared, ways)

    def probe(self, size: Size) -> Seen | None:
        """Launch a size; None if `requires` excludes it, it is too large, no launch is left, or the launch fails."""
        if size not in self.seen:
            if min(size) < 1 or size[0] * size[1] > MAX_ELEMENTS or self.n_left <= self.n_reserved:
                return None
            case = self.case(size)
            if case.unmet() is not None:
                return None
            self.n_left -= 1
            self.seen[size] = self.launched(case)
            if self.has_failed:
                # End the search: each further size might take as long to fail.
                self.broken.append(size)
                self.n_left = 0
        return self.seen[size]

    def gap(self, size: Size, name: Key, wanted: bool) -> int | None:
        """Return how far a comparison is from an outcome at a size; None if the comparison is not reached there."""
        seen = self.probe(size)
        comparison = seen.compared.get(name) if seen is not None else None
        return comparison.gap(wanted) if comparison is not None and comparison.is_reached else None


def bits_of(number: int) -> Iterator[int]:
    """Yield the positions of the bits that are set, ascending."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
