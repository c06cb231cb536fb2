"""Finds sizes at which a kernel's branches go a way that no case of its matrix shows.

First each case of the matrix is launched once, with branch counters. The counters give the difference between the
operands of each comparison, and so how that difference depends on rows and columns. If a branch went one way only, the
search computes the size at which the operands meet, launches that size, and keeps it if a branch goes a new way. Then
the search joins the rows of one launched size with the columns of another. It keeps a joined size if two branches go a
pair of ways there that no case has shown.

Kept sizes become ordinary cases of the input kind ``spread``; `BoundarySearch.run` returns their ids.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Iterator

from ..lazy import dataclass
from ..ptx.launch.counts import Branch, BranchCounts, IntegerComparison
from ..variant import matrix
from ..variant.case import Case
from ..variant.domain import MAX_ROWS, Domain
from ..variant.shape import CONTIGUOUS
from ..variant.variant import WARP, Block, Variant
from .outcome import (
    JOINING_LAUNCHES,
    MAX_CASES,
    MAX_ELEMENTS,
    MAX_JOINED_ELEMENTS,
    MAX_LAUNCHES,
    BranchCoverage,
    OneSided,
    coverage,
)

_STEPS = 8  # of the secant method; two are enough for linear operands
_NEAR = 64  # sizes to try until `requires` admits one
_SCANNED = (5, 9, 17, *(m * WARP + more for m in range(1, 9) for more in (0, 1)))
_MULTIPLES = 12
_PERIODS = 4
_AXES = (0, 1)  # places of the columns and of the rows in a `Size`


KIND = "spread"
"""Input kind of all launches that are not in the matrix."""

Size = tuple[int, int]
"""Columns and rows, in this order."""
Key = tuple[str, int, str]
"""A branch or comparison: entry, line in the PTX, and opcode or condition."""
Way = tuple[Key, bool]
Launch = Callable[[Case], "dict[str, BranchCounts] | None"]
"""Launches a case; returns counts by entry: empty if it did not run to its end, None if it was refused."""


@dataclass(frozen=True)
class Seen:
    """Result of one launch: its comparisons, and a bit mask of the ways that branches and comparisons went."""

    compared: dict[Key, IntegerComparison]
    ways: int


class BoundarySearch:
    def __init__(self, variant: Variant, block: Block, dtype: str, launch: Launch) -> None:
        self._variant, self._block, self._dtype = variant, block, dtype
        self._domain = Domain(variant, block, dtype, ())
        self._launch = launch
        self._branches: dict[Key, Branch] = {}
        self._numbers: dict[Way, int] = {}
        self._lines: dict[str, bool] = {}
        self._seen: dict[Size, Seen] = {}
        self._refused: set[Size] = set()
        self._broken: list[Size] = []
        self._has_failed = False
        self._n_left, self._n_reserved = MAX_LAUNCHES, JOINING_LAUNCHES
        self._together: dict[int, int] = {}
        self._kept: list[Size] = []
        self._of_matrix: set[Size] = set()
        self._tried: dict[tuple[Key, bool], str] = {}

    def run(self) -> BranchCoverage:
        """Launch the matrix, then search. The result depends only on the kernel and its declaration."""
        for case in matrix.cases(self._variant):
            # Without cases found by searches: the result depends only on the declaration.
            if (case.block, case.dtype) == (self._block, self._dtype) and case.id not in self._variant.found:
                size = (case.shape.n_cols, case.shape.n_rows)
                seen = self._launched(case)
                if seen is None:
                    return coverage(self._block, self._dtype, f"{case.id} did not run to its end")
                self._note(seen)
                # A case with other further sizes is not a launch of this size.
                if case.kind == KIND and case.layout == CONTIGUOUS and case.shape == self._case(size).shape:
                    self._seen[size] = seen
                    self._of_matrix.add(size)
        n_before = self._n_both
        self._scan()
        while self._solve_one():
            pass
        # The smallest launched sizes at which a branch went a way that no kept size shows.
        for size in sorted(self._seen, key=_by_elements):
            if self._is_new(self._seen[size]):
                self._keep(size)
        self._meet()
        self._join()
        # Further cases, too: `check` runs them and reports why they do not end.
        self._kept += self._broken
        lines = sorted(self._lines.items())
        return coverage(
            self._block,
            self._dtype,
            branches=len(self._branches),
            both_ways=self._n_both,
            both_ways_in_matrix=n_before,
            further_cases=tuple(self._case(size).id for size in self._kept),
            launches=MAX_LAUNCHES - self._n_left,
            one_sided=tuple(self._one_sided()),
            lines=len(lines),
            lines_not_run=tuple(line for line, has_run in lines if not has_run),
        )

    def _case(self, size: Size) -> Case:
        n_cols, n_rows = size
        return self._domain.case(n_rows, n_cols, KIND)

    def _launched(self, case: Case) -> Seen | None:
        """Launch a case; None if it was refused or did not run to its end."""
        launched = self._launch(case)
        # None is a refused launch: other sizes may be accepted.
        self._has_failed = launched == {}
        if not launched:
            return None
        compared: dict[Key, IntegerComparison] = {}
        ways = 0
        for entry, counts in launched.items():
            for line, has_run in counts.lines.items():
                place = f"{line[0].rpartition('/')[2]}:{line[1]}"
                if line[1]:
                    self._lines[place] = self._lines.get(place, False) or has_run
            for branch in counts.branches:
                key = (entry, branch.ptx_line, branch.opcode)
                self._branches[key] = self._branches[key].joined(branch) if key in self._branches else branch
                for way, n in ((True, branch.lanes_on), (False, branch.lanes_off)):
                    if n:
                        ways |= 1 << self._numbers.setdefault((key, way), len(self._numbers))
                for comparison in branch.comparisons:
                    name = (entry, comparison.ptx_line, comparison.condition)
                    compared[name] = comparison
                    for way in (True, False):
                        if comparison.is_reached and comparison.gap(way) <= 0:
                            ways |= 1 << self._numbers.setdefault((name, way), len(self._numbers))
        return Seen(compared, ways)

    def _probe(self, size: Size) -> Seen | None:
        """Launch a size; None if `requires` excludes it, it is too large, no launch is left, or the launch fails."""
        if size in self._seen or size in self._refused:
            return self._seen.get(size)
        if min(size) < 1 or size[0] * size[1] > MAX_ELEMENTS or self._n_left <= self._n_reserved:
            return None
        case = self._case(size)
        if case.unmet() is not None:
            return None
        self._n_left -= 1
        seen = self._launched(case)
        if seen is not None:
            self._seen[size] = seen
            return seen
        self._refused.add(size)
        if self._has_failed:
            # End the search: each further size might take as long to fail.
            self._broken.append(size)
            self._n_left = 0
        return None

    def _reached(self, size: Size, name: Key) -> IntegerComparison | None:
        seen = self._probe(size)
        comparison = seen.compared.get(name) if seen is not None else None
        return comparison if comparison is not None and comparison.is_reached else None

    def _gap(self, size: Size, name: Key, wanted: bool) -> int | None:
        """Return how far a comparison is from an outcome at a size; None if the comparison is not reached there."""
        comparison = self._reached(size, name)
        return None if comparison is None else comparison.gap(wanted)

    def _note(self, seen: Seen) -> None:
        for way in bits_of(seen.ways):
            self._together[way] = self._together.get(way, 0) | seen.ways

    def _keep(self, size: Size) -> None:
        if size not in self._kept and len(self._kept) < MAX_CASES:
            self._note(self._seen[size])
            self._kept.append(size)

    def _keep_both_sides(self, size: Size | None) -> None:
        """Keep a size at which a branch goes a new way, and the sizes just below it if they were launched."""
        if size is None:
            return
        self._keep(size)
        for below in ((size[0] - 1, size[1]), (size[0], size[1] - 1)):
            if below in self._seen and below not in self._of_matrix:
                self._keep(below)

    @property
    def _n_both(self) -> int:
        return sum(self._n_ways(key) == 2 for key in self._branches)

    def _n_ways(self, key: Key) -> int:
        """Return how many of its two ways a branch went in kept launches."""
        return sum(self._numbers.get((key, way), -1) in self._together for way in (True, False))

    def _is_new(self, seen: Seen) -> bool:
        return any(way not in self._together for way in bits_of(seen.ways))

    def _solve_one(self) -> bool:
        """Search for one missing outcome of a comparison; return False if none is left to search for."""
        for key, branch in sorted(self._branches.items()):
            if self._n_ways(key) != 1:
                continue
            for comparison in branch.comparisons:
                name = (key[0], comparison.ptx_line, comparison.condition)
                for wanted in comparison.missing:
                    if (name, wanted) not in self._tried and len(self._kept) < MAX_CASES:
                        self._tried[name, wanted] = self._turn(name, wanted)
                        return True
        return False

    def _turn(self, name: Key, wanted: bool) -> str:
        """Search for the smallest size at which a comparison has an outcome; return a description of the result."""
        sizes = [size for size in self._sizes(name, wanted) if size is not None]
        if sizes:
            best = min(sizes, key=_by_elements)
            if self._is_new(self._seen[best]):
                self._keep_both_sides(best)
            return f"{best[0]} columns and {best[1]} rows change the comparison in PTX line {name[1]}, not the branch"
        for size in self._broken:
            return f"the search ended at {self._case(size).id}, which did not run to its end"
        return f"no size up to {MAX_ELEMENTS} elements changed the comparison in PTX line {name[1]}"

    def _sizes(self, name: Key, wanted: bool) -> Iterator[Size | None]:
        gaps = {size: gap for size in self._seen if (gap := self._gap(size, name, wanted)) is not None}
        if not gaps:
            return
        for axis in _AXES:
            if name[2] in ("eq", "ne"):
                yield self._in_period(name, wanted, axis, gaps)
                yield self._between(name, axis) if wanted is (name[2] == "eq") else None
            base = min(gaps, key=lambda size: (gaps[size], *_by_elements(size)))
            yield self._along(name, wanted, axis, base)

    def _along(self, name: Key, wanted: bool, axis: int, base: Size) -> Size | None:
        """Search one axis, from a size upwards, for the smallest size with a gap of at most 0, by the secant method."""

        def at(n: int) -> Size:
            return _moved(base, axis, n)

        def admitted(n: int) -> int:
            return next((m for m in range(n, n + _NEAR) if self._case(at(m)).unmet() is None), n)

        most = MAX_ELEMENTS // base[1 - axis]
        last, n = base[axis], admitted(2 * base[axis])
        last_gap = self._gap(at(last), name, wanted)
        for _ in range(_STEPS):
            gap = self._gap(at(n), name, wanted)
            if gap is None or last_gap is None:
                return None
            if gap <= 0:
                return at(self._smallest(last, n, lambda m: self._gap(at(m), name, wanted)))
            if gap > last_gap or (gap == last_gap and axis == 0):
                return None
            # The gap stays the same as long as the grid grows with the rows: double the rows.
            step = n if gap == last_gap else math.ceil(gap * (n - last) / (last_gap - gap))
            last, last_gap, n = n, gap, admitted(min(n + step, most))
            if n <= last:
                return None
        return None

    def _smallest(self, low: int, high: int, gap_at: Callable[[int], int | None]) -> int:
        """Return the smallest number with a gap of at most 0; the gap is above 0 at `low` and at most 0 at `high`."""
        # First just below: where operands are linear the secant has met the smallest size already.
        probed = high - 1
        while low < high - 1:
            gap = gap_at(probed)
            low, high = (low, probed) if gap is not None and gap <= 0 else (probed, high)
            probed = (low + high) // 2
        return high

    def _in_period(self, name: Key, wanted: bool, axis: int, gaps: dict[Size, int]) -> Size | None:
        """Find a size at which a remainder equals the other operand; earlier launches give the divisor."""
        if wanted is not (name[2] == "eq"):
            return None
        points = []
        for size in sorted(gaps):
            if (comparison := self._seen[size].compared[name]).low == comparison.high:
                points.append((size[axis], comparison.low, size))
        # Two points have one difference, and a single number says nothing about a common divisor.
        if len({n for n, _, _ in points}) < 3:
            return None
        n_0, apart_0, base = points[0]
        divisor = math.gcd(*((n - n_0) - (apart - apart_0) for n, apart, _ in points))
        if divisor < 2:
            return None
        first = (n_0 - apart_0) % divisor or divisor
        for n in range(first, first + _PERIODS * divisor, divisor):
            size = _moved(base, axis, n)
            gap = self._gap(size, name, wanted)
            if gap is not None and gap <= 0:
                return size
        return None

    def _scan(self) -> None:
        """Keep one row more than the largest grid covers, and widths near multiples of a warp or block that are new."""
        rows = self._domain.grid_rows
        if rows is not None and rows >= MAX_ROWS and self._probe((1, rows + 1)) is not None:
            self._keep((1, rows + 1))  # too large to be in the matrix for every block and type
        if all(self._n_ways(key) == 2 for key in self._branches):
            return
        threads = math.prod(self._block)
        multiples = (m * threads + more for m in range(2, _MULTIPLES + 1) for more in (0, 1))
        for n_cols in sorted({*_SCANNED, *multiples}):
            seen = self._probe((n_cols, 1))
            if seen is not None and self._is_new(seen):
                self._keep((n_cols, 1))

    def _meet(self) -> None:
        """Keep a size with equal operands for each comparison whose operands are equal in no kept launch."""
        names: set[Key] = set()
        done: set[Key] = set()
        for size, seen in self._seen.items():
            for name, comparison in seen.compared.items():
                names.add(name)
                is_met = comparison.near == 0 and (size in self._kept or size in self._of_matrix)
                if is_met or (comparison.is_reached and comparison.low < comparison.high):
                    done.add(name)
        for name in sorted(names - done):
            if name[2] not in ("eq", "ne") and len(self._kept) < MAX_CASES:
                sizes = [self._between(name, axis) for axis in _AXES]
                self._keep_both_sides(min(filter(None, sizes), key=_by_elements, default=None))

    def _between(self, name: Key, axis: int) -> Size | None:
        """Find a size with equal operands, between one where the first operand is less and one where it is greater."""
        signs: dict[int, list[Size]] = {-1: [], 1: []}
        for size in sorted(self._seen):
            comparison = self._reached(size, name)
            if comparison is not None and comparison.near and (comparison.high < 0 or comparison.low > 0):
                signs[-1 if comparison.high < 0 else 1].append(size)
        for low in signs[-1]:
            for high in signs[1]:
                if low[1 - axis] == high[1 - axis]:
                    return self._root(name, axis, low, high)
        return None

    def _root(self, name: Key, axis: int, less: Size, greater: Size) -> Size | None:
        """Bisect for a size with equal operands, between a size with a lesser and one with a greater first operand."""
        while abs(less[axis] - greater[axis]) > 1:
            size = _moved(less, axis, (less[axis] + greater[axis]) // 2)
            comparison = self._reached(size, name)
            if comparison is None:
                return None
            if comparison.near == 0:
                return size
            less, greater = (size, greater) if comparison.high < 0 else (less, size)
        return None

    def _join(self) -> None:
        """Keep joined sizes, those with the most new pairs of ways first."""
        self._n_reserved = 0
        cover = self._cover()
        joined = {(max(a[0], b[0]), max(a[1], b[1])) for a in cover for b in cover} - {*self._seen}
        # One row more than twice as many: a block that loops over rows gets a third one, and the number is odd.
        most = {n_cols: MAX_JOINED_ELEMENTS // n_cols for n_cols, _ in joined}
        sizes = sorted(
            (n_cols, 2 * n_rows + 1 if 2 * n_rows < most[n_cols] else n_rows)
            for n_cols, n_rows in joined
            if n_rows <= most[n_cols]
        )
        while len(self._kept) < MAX_CASES:
            n_new, _, best = max(
                ((self._n_new(size), -size[0] * size[1], size) for size in sizes), default=(0, 0, (0, 0))
            )
            if not n_new:
                return
            self._keep(best)

    def _n_new(self, size: Size) -> int:
        seen = self._probe(size)
        if seen is None:
            return 0
        return sum((seen.ways & ~self._together.get(way, 0)).bit_count() for way in bits_of(seen.ways))

    def _cover(self) -> list[Size]:
        """Return a small set of sizes that together show every way, chosen greedily."""
        launched = [(size, seen.ways) for size, seen in sorted(self._seen.items())]
        left = functools.reduce(operator.or_, (ways for _, ways in launched), 0)
        chosen: list[Size] = []
        while left:
            size, ways = max(
                launched, key=lambda launch: ((launch[1] & left).bit_count(), -launch[0][0] * launch[0][1])
            )
            chosen.append(size)
            left &= ~ways
        return chosen

    def _one_sided(self) -> Iterator[OneSided]:
        for key, branch in sorted(self._branches.items()):
            n_ways = self._n_ways(key)
            if n_ways == 2:
                continue
            went = "not reached"
            if n_ways:
                went = "taken" if self._numbers.get((key, True), -1) in self._together else "not taken"
            name = branch.source_file.rpartition("/")[2]
            source = f"{name}:{branch.source_line}" if branch.source_line else ""
            yield OneSided(
                key[0], source, branch.ptx_line, branch.opcode, went, self._why(key[0], branch, n_ways)
            )

    def _why(self, entry: str, branch: Branch, n_ways: int) -> str:
        if not n_ways:
            return "no launch reached it"
        if not branch.comparisons:
            return "its guard does not come from a comparison of integers"
        tried = [
            self._tried[name, wanted]
            for comparison in branch.comparisons
            for wanted in (True, False)
            if (name := (entry, comparison.ptx_line, comparison.condition), wanted) in self._tried
        ]
        return "; ".join(dict.fromkeys(tried)) or "each of its comparisons had both outcomes"


def bits_of(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def _by_elements(size: Size) -> tuple[int, Size]:
    return size[0] * size[1], size


def _moved(size: Size, axis: int, n: int) -> Size:
    return (n, size[1]) if axis == 0 else (size[0], n)
