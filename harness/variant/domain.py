"""The domain that a variant's rules claim: which shapes are inside, and where its edges are.

The matrix places cases at these edges: at the largest claimed number of columns, at one row more than a block
covers, at one row more than the whole grid covers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from ..operation.size import N_COLS, N_ROWS, STRIDES
from .case import Case, make_case
from .further_sizes import further_sizes
from .kernel_launch import BLOCK_SIZES, KernelLaunch
from .launch_rule import LaunchRule, RuleError
from .shape import CONTIGUOUS, find_layout, rule_values, shape_of
from .variant import Block, Variant

MAX_EDGE_COLS = 65536
"""Maximum number of columns of a case at an edge of the domain; wider cases would take too long."""
MAX_ROWS = 4096
"""Maximum number of rows of a case. A grid of the same size for 1 row and for `MAX_ROWS` is independent of rows."""

_FAR_ROWS = 2**20
NEAR = 64
"""Distance up to which every number is tried before the search gives up or continues with samples."""
_PAIRS_TRIED = 16
_COL_NAMES = frozenset((N_COLS, *STRIDES))


class Domain:
    """The shapes that a variant claims for one block and element type."""

    def __init__(self, variant: Variant, block: Block, dtype: str, widths: Iterable[int]) -> None:
        self.variant = variant
        self.block = block
        self.dtype = dtype
        self.widths = tuple(widths)
        self._conjuncts = tuple(part for rule in variant.requires for part in rule.conjuncts())
        grows_with = variant.operation.grows_with
        # Each with the sizes that its value depends on.
        self._sized = tuple(
            (part, frozenset[str]().union(*(grows_with.get(name, frozenset()) for name in part.used_names)))
            for part in self._conjuncts
        )
        self.col_names = frozenset(name for name, sizes in grows_with.items() if N_COLS in sizes)
        self.row_names = frozenset(name for name, sizes in grows_with.items() if N_ROWS in sizes)
        # A shape at which another launch is chosen is an edge too.
        choices = [launch.when for launch in variant.launches if launch.when is not None]
        self._turns = (*self._conjuncts, *(part for rule in choices for part in rule.conjuncts()))
        self._nearest: dict[tuple[int, int, str, bool, int], tuple[int, int] | None] = {}
        self._known: dict[tuple[int, int, str], dict[str, int]] = {}

    def case(
        self, n_rows: int, n_cols: int, kind: str = "spread", layout: str = CONTIGUOUS, *, turn: int = 0
    ) -> Case:
        """Make a case of this variant, block and type. It need not be inside the domain.

        `turn` is the number of the case; see `harness.variant.further_sizes`.
        """
        return make_case(
            self.variant,
            dtype=self.dtype,
            n_rows=n_rows,
            n_cols=n_cols,
            kind=kind,
            layout=layout,
            block=self.block,
            sizes=self._sizes(n_rows, n_cols, layout, turn),
        )

    def _sizes(self, n_rows: int, n_cols: int, layout: str, turn: int = 0) -> dict[str, int]:
        return further_sizes(
            self.variant, n_rows, n_cols, dtype=self.dtype, block=self.block, layout=layout, turn=turn
        )

    def nearest(
        self, n_rows: int, n_cols: int, layout: str, *, keep_cols: bool = False, min_rows: int = 1
    ) -> tuple[int, int] | None:
        """Find the shape inside the domain that is nearest to a wanted one."""
        key = (n_rows, n_cols, layout, keep_cols, min_rows)
        if key not in self._nearest:
            self._nearest[key] = self._search(*key)
        return self._nearest[key]

    def _search(
        self, n_rows: int, n_cols: int, layout: str, keep_cols: bool, min_rows: int
    ) -> tuple[int, int] | None:
        if self.case(n_rows, n_cols, layout=layout).unmet() is None:
            return n_rows, n_cols
        if not self._admits(layout):
            return None
        # Filter columns and rows separately first, so that few pairs are left to try.
        cols = [n_cols] if keep_cols else around(n_cols, {*self.widths, *self.edge_widths})
        good_cols = self._sieve(cols, layout, N_COLS)
        rows = (n for n in around(n_rows, self.edge_rows) if n >= min_rows)
        good_rows = self._sieve(rows, layout, N_ROWS)
        for width in good_cols:
            for height in good_rows:
                if self.case(height, width, layout=layout).unmet() is None:
                    return height, width
        return None

    def neighbours(self, n_rows: int, n_cols: int) -> Iterator[tuple[int, int]]:
        """Yield the claimed contiguous shapes with the nearest number of columns on each side of a wanted one."""
        low, high = self._col_span
        below = range(min(n_cols - 1, high), low - 1, -1)
        above = range(max(n_cols + 1, low), min(2 * n_cols + NEAR, high) + 1)
        for side in (below, above):
            for width in self._sieve(side, CONTIGUOUS, N_COLS):
                place = self.nearest(n_rows, width, CONTIGUOUS, keep_cols=True)
                if place is not None:
                    yield place
                    break

    @cached_property
    def _col_span(self) -> tuple[int, int]:
        """First and last number of columns, up to `MAX_EDGE_COLS`, that the rules without a period admit."""
        low, high = 1, MAX_EDGE_COLS
        for part, sizes in self._sized:
            if sizes == {N_COLS}:
                ends = self._ends(part, self.widths, MAX_EDGE_COLS, N_COLS)
                low, high = (low, high) if ends is None else (max(low, ends[0]), min(high, ends[1]))
        return low, high

    def _sieve(self, candidates: Iterable[int], layout: str, size: str) -> list[int]:
        """Keep the first few candidates that satisfy the conditions on one size and on no other."""
        for part, sizes in self._sized:
            if sizes == {size}:
                candidates = filter(self.along(part, size, layout), candidates)
        kept: list[int] = []
        for candidate in candidates:
            if candidate not in kept:
                kept.append(candidate)
                if len(kept) == _PAIRS_TRIED:
                    break
        return kept

    def _admits(self, layout: str) -> bool:
        """Whether the conditions on neither columns nor rows, such as those on offsets, hold for a layout."""
        values = self._values(1, 1, layout)
        return all(part.surely_holds(values) for part, sizes in self._sized if not sizes)

    def claims(self, n_rows: int, n_cols: int) -> bool:
        """Whether a contiguous shape is inside; False if a rule has no value for it."""
        values = self._values(n_rows, n_cols, CONTIGUOUS)
        return all(part.surely_holds(values) for part in self._conjuncts)

    def surely_claims(self, n_rows: int) -> Callable[[int], bool]:
        """Return whether a contiguous shape of so many rows is inside, by its number of columns.

        False also where a rule has no value, which `Case.unmet` raises as an error.
        """
        # Rules on columns alone are answered once for all types, and only rules on both sizes for each pair.
        by_cols = [self.along(part, N_COLS) for part, sizes in self._sized if sizes == {N_COLS}]
        first = self._values(n_rows, 1, CONTIGUOUS)
        fixed = [part for part, sizes in self._sized if N_COLS not in sizes]
        is_claimed = all(part.surely_holds(first) for part in fixed)
        mixed = [part for part, sizes in self._sized if sizes > {N_COLS}]

        def claims(n_cols: int) -> bool:
            if not (is_claimed and all(holds(n_cols) for holds in by_cols)):
                return False
            return not mixed or all(
                part.surely_holds(self._values(n_rows, n_cols, CONTIGUOUS)) for part in mixed
            )

        return claims

    def along(
        self, rule: LaunchRule, size: str, layout: str = CONTIGUOUS, launch: KernelLaunch | None = None
    ) -> Callable[[int], bool]:
        """Return whether a condition holds, by the number of columns of one row or of rows of one column."""
        other_names = frozenset(other.name for other in self.variant.operation.sizes if other.of == size)
        names = other_names | (_COL_NAMES if size == N_COLS else frozenset((N_ROWS,)))
        used = rule.used_names
        # A launch with a block of its own has other values for the names of a block.
        is_of_case = launch is None or launch.block is None or not used.intersection(BLOCK_SIZES)
        if is_of_case and used & (self.col_names | self.row_names) <= names:
            # The rule depends on this size alone, so other domains may share the answers.
            values = self._values(0, 0, layout)
            known = frozenset((name, values[name]) for name in used if name in values)
            return _answers(rule, known, names).__getitem__

        def holds(extent: int) -> bool:
            shape = (1, extent) if size == N_COLS else (extent, 1)
            return (
                rule.surely_holds(self._values(*shape, layout))
                if is_of_case
                else self.holds(rule, *shape, launch)
            )

        return holds

    def holds(self, rule: LaunchRule, n_rows: int, n_cols: int, launch: KernelLaunch | None = None) -> bool:
        """Whether a condition is true for a contiguous shape, in a launch; False if it has no value."""
        return rule.surely_holds(self.values(n_rows, n_cols, launch))

    def values(self, n_rows: int, n_cols: int, launch: KernelLaunch | None = None) -> Mapping[str, int]:
        """Return the values of the names in the rules of a launch, for a contiguous shape."""
        values = self._values(n_rows, n_cols, CONTIGUOUS)
        return values if launch is None else launch.own_values(values)

    def _values(self, n_rows: int, n_cols: int, layout: str) -> dict[str, int]:
        # Most shapes are asked for again, by another condition or for another wanted shape.
        key = (n_rows, n_cols, layout)
        if key not in self._known:
            self._known[key] = self._evaluated(*key)
        return self._known[key]

    def _evaluated(self, n_rows: int, n_cols: int, layout: str) -> dict[str, int]:
        placed = find_layout(layout)
        assert placed is not None
        sizes = self._sizes(n_rows, n_cols, layout)
        shape = shape_of(self.variant.operation, n_rows, n_cols, placed, sizes)
        return rule_values(
            shape, self.block, self.dtype, inp_offset=placed.inp_offset, out_offset=placed.out_offset
        )

    @cached_property
    def edge_widths(self) -> tuple[int, ...]:
        """First and last number of columns that each ``requires`` and ``when`` admits, up to `MAX_EDGE_COLS`."""
        return self._edges(self.col_names, self.widths, MAX_EDGE_COLS, N_COLS)

    @cached_property
    def edge_rows(self) -> tuple[int, ...]:
        """First and last number of rows that each ``requires`` and ``when`` admits, up to `MAX_ROWS`."""
        return self._edges(self.row_names, (), MAX_ROWS, N_ROWS)

    def _edges(self, names: frozenset[str], samples: Iterable[int], most: int, size: str) -> tuple[int, ...]:
        """Find the first and the last number for which each condition on some names holds."""
        edges: set[int] = set()
        for part in self._turns:
            ends = self._ends(part, samples, most, size) if part.used_names & names else None
            if ends is not None:
                first, last = ends
                # The ends of the whole range are not edges of a condition.
                edges |= {first} - {1} | {last} - {most}
        return tuple(sorted(edges))

    def _ends(self, part: LaunchRule, samples: Iterable[int], most: int, size: str) -> tuple[int, int] | None:
        """Find the first and the last number, 1 to `most`, for which a condition holds; None if it has no such ends."""
        holds = self.along(part, size)
        # A condition changes at its own constants, at their doubles if it counts halves, or between powers of two.
        constants = {multiple * constant for constant in part.constants for multiple in (1, 2)}
        tried = {1, most, *samples, *constants, *(2**power for power in range(most.bit_length()))}
        starts = sorted(extent for extent in tried if 1 <= extent <= most)
        inside = [index for index, extent in enumerate(starts) if holds(extent)]
        # With gaps between them, the condition is periodic, such as n_cols % 4 == 0, and has no edge.
        if not inside or inside[-1] - inside[0] >= len(inside):
            return None
        first, last = starts[inside[0]], starts[inside[-1]]
        if inside[0] > 0:
            first = bisect(first, starts[inside[0] - 1], holds)
        if inside[-1] < len(starts) - 1:
            last = bisect(last, starts[inside[-1] + 1], holds)
        return first, last

    @cached_property
    def block_rows(self) -> tuple[int, ...]:
        """Number of rows that one block covers, for each launch whose grid grows with the rows, ascending."""
        covered = set()
        for launch in self.variant.launches:
            first = self.grid_blocks(launch, 1)
            if first is None or self.grid_blocks(launch, MAX_ROWS) in (first, None):
                continue  # the grid does not grow with the rows

            def is_first_grid(rows: int, launch: KernelLaunch = launch, first: int = first) -> bool:
                return self.grid_blocks(launch, rows) == first

            covered.add(bisect(1, MAX_ROWS, is_first_grid))
        return tuple(sorted(covered))

    @cached_property
    def grid_rows(self) -> int | None:
        """Number of rows that the largest grid covers at once, for a kernel that loops over rows.

        None if the grid always grows with the rows. The number of blocks if the grid does not depend on the rows.
        """
        covered = []
        for launch in self.variant.launches:
            # A grid that is the same for twice as many rows grows no further: each block loops over rows.
            most = self.grid_blocks(launch, _FAR_ROWS)
            if most is not None and most == self.grid_blocks(launch, 2 * _FAR_ROWS):
                covered.append(most * max(self.block_rows, default=1))
        return max(covered, default=None)

    def grid_blocks(self, launch: KernelLaunch, n_rows: int) -> int | None:
        """Return the number of blocks for a number of rows; None if the rules have no value."""
        n_cols = min(self.widths, key=lambda width: abs(width - 33), default=33)
        try:
            values = self.values(n_rows, n_cols, launch)
            return math.prod(rule.evaluate(values) for rule in launch.grid)
        except RuleError:
            return None


class _Answers(dict[int, bool]):
    """Whether a condition holds, by the number of columns or rows. Each number is evaluated when first looked up."""

    def __init__(self, rule: LaunchRule, values: Iterable[tuple[str, int]], names: frozenset[str]) -> None:
        super().__init__()
        self._rule = rule
        self._values = dict(values)
        # A stride grows with the number of columns; its value for 0 columns is the padding. Another name is the number.
        self._at_zero = [(name, value) for name, value in self._values.items() if name in names]

    def __missing__(self, extent: int) -> bool:
        for name, start in self._at_zero:
            self._values[name] = start + extent
        answer = self[extent] = self._rule.surely_holds(self._values)
        return answer


# Shared, because many answers are the same for all blocks, types or layouts of a variant.
_answers = lru_cache(maxsize=512)(_Answers)


def around(middle: int, far: Iterable[int]) -> Iterator[int]:
    """Yield numbers from `middle` outwards, lower first: down to 1 and up to 64 more, then `far`, nearest first."""
    yield middle
    for distance in range(1, max(middle, NEAR + 1)):
        if middle - distance >= 1:
            yield middle - distance
        if distance <= NEAR:
            yield middle + distance
    yield from sorted(far, key=lambda number: (abs(number - middle), number))


def bisect(inside: int, outside: int, holds: Callable[[int], bool]) -> int:
    """Return the last number for which `holds` is true, searching from `inside` (true) to `outside` (false)."""
    while abs(outside - inside) > 1:
        middle = (inside + outside) // 2
        if holds(middle):
            inside = middle
        else:
            outside = middle
    return inside
