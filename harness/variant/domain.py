"""The domain that a variant's rules claim: which shapes are inside, and where its edges are.

The matrix places cases at these edges: at the largest claimed number of columns, at one row more than a block
covers, at one row more than the whole grid covers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache

from ..operation.size import N_COLS, N_ROWS, STRIDES
from .case import Case, make_case
from .further_sizes import further_sizes
from .kernel_launch import BLOCK_SIZES, KernelLaunch
from .launch_rule import LaunchRule, RuleError, bisect, changes
from .shape import CONTIGUOUS
from .variant import Block, Variant

MAX_EDGE_COLS = 65536
"""Maximum number of columns of a case at an edge of the domain; wider cases would take too long."""
MAX_ROWS = 4096
"""Maximum number of rows of a case. A grid of the same size for 1 row and for `MAX_ROWS` is independent of rows."""

_FAR_ROWS = 2**20
NEAR = 64
"""Distance up to which a search tries every number, before it gives up or continues with samples."""
_PAIRS_TRIED = 16

Condition = Callable[[int], bool]
"""Whether a rule holds, by the number of columns or of rows."""


class Domain:
    """The shapes that a variant claims for one block and element type."""

    def __init__(self, variant: Variant, block: Block, dtype: str, widths: Iterable[int]) -> None:
        self.variant = variant
        self.block = block
        self.dtype = dtype
        self.widths = tuple(widths)
        self.further = further_sizes(variant, dtype, block)
        self._parts = tuple(
            (part, variant.sizes_of(part)) for rule in variant.requires for part in rule.conjuncts()
        )
        self._others = [part for part, sizes in self._parts if sizes not in ({N_COLS}, {N_ROWS})]
        # Wanted cases that differ in their inputs only have the same shape.
        self.nearest = cache(self._find_nearest)
        self._known: dict[tuple[int, int, str], Mapping[str, int]] = {}
        self._on_size: dict[tuple[str, str], list[Condition]] = {}

    def case(
        self, n_rows: int, n_cols: int, kind: str = "spread", layout: str = CONTIGUOUS, *, turn: int = 0
    ) -> Case:
        """Make the `turn`-th case of this variant, block and type. It need not be inside the domain."""
        return make_case(
            self.variant,
            dtype=self.dtype,
            n_rows=n_rows,
            n_cols=n_cols,
            kind=kind,
            layout=layout,
            block=self.block,
            sizes=self.further.chosen(n_rows, n_cols, layout, turn),
        )

    def _find_nearest(
        self, n_rows: int, n_cols: int, layout: str, *, keep_cols: bool = False, min_rows: int = 1
    ) -> tuple[int, int] | None:
        if self.claims(n_rows, n_cols, layout):
            return n_rows, n_cols
        if not self._admits(layout):
            return None
        # Filter columns and rows separately first, so that few pairs are left to try.
        cols = [n_cols] if keep_cols else around(n_cols, {*self.widths, *self.edge_widths})
        good_cols = self._sieve(cols, layout, N_COLS)
        rows = (n for n in around(n_rows, self.edge_rows) if n >= min_rows)
        good_rows = self._sieve(rows, layout, N_ROWS)
        pairs = ((height, width) for width in good_cols for height in good_rows)
        return next((pair for pair in pairs if self.claims(*pair, layout)), None)

    def neighbours(self, n_rows: int, n_cols: int) -> Iterator[tuple[int, int]]:
        """Yield the claimed contiguous shapes with the nearest number of columns on each side of a wanted one."""
        low, high = self._col_span
        below = range(min(n_cols - 1, high), low - 1, -1)
        above = range(max(n_cols + 1, low), min(2 * n_cols + NEAR, high) + 1)
        for side in (below, above):
            widths = self._sieve(side, CONTIGUOUS, N_COLS)
            places = (self.nearest(n_rows, width, CONTIGUOUS, keep_cols=True) for width in widths)
            place = next(filter(None, places), None)
            if place is not None:
                yield place

    @cached_property
    def _col_span(self) -> tuple[int, int]:
        """First and last number of columns, up to `MAX_EDGE_COLS`, that the rules without a period admit."""
        rules = [part for part, sizes in self._parts if sizes == {N_COLS}]
        ends = [(1, MAX_EDGE_COLS), *(self._ends(rule, self.widths, MAX_EDGE_COLS, N_COLS) for rule in rules)]
        return max(first for first, _ in ends), min(last for _, last in ends)

    def _sieve(self, candidates: Iterable[int], layout: str, size: str) -> list[int]:
        """Keep the first few candidates that satisfy the conditions on one size and on no other."""
        for holds in self._conditions(size, layout):
            candidates = filter(holds, candidates)
        kept: dict[int, None] = {}
        for candidate in candidates:
            kept[candidate] = None
            if len(kept) == _PAIRS_TRIED:
                break
        return list(kept)

    def _conditions(self, size: str, layout: str) -> list[Condition]:
        key = (size, layout)
        if key not in self._on_size:
            rules = (part for part, sizes in self._parts if sizes == {size})
            self._on_size[key] = [self.along(rule, size, layout) for rule in rules]
        return self._on_size[key]

    def _admits(self, layout: str) -> bool:
        """Whether the conditions that involve no size, such as conditions on offsets, hold for a layout."""
        values = self.values(1, 1, layout=layout)
        return all(part.surely_holds(values) for part, sizes in self._parts if not sizes)

    def claims(self, n_rows: int, n_cols: int, layout: str = CONTIGUOUS) -> bool:
        """Whether a shape is inside; False if a rule has no value for it, which `Case.unmet` raises as an error."""
        # Conditions on one size are evaluated once for all types, other conditions for each shape.
        if not all(holds(n_cols) for holds in self._conditions(N_COLS, layout)):
            return False
        if not all(holds(n_rows) for holds in self._conditions(N_ROWS, layout)):
            return False
        if not self._others:
            return True
        values = self.values(n_rows, n_cols, layout=layout)
        return all(part.surely_holds(values) for part in self._others)

    def along(
        self, rule: LaunchRule, size: str, layout: str = CONTIGUOUS, launch: KernelLaunch | None = None
    ) -> Condition:
        """Return whether a condition holds, by the number of columns of one row or of rows of one column."""
        variant, used = self.variant, rule.used_names
        names = frozenset(other.name for other in variant.operation.sizes if other.of == size)
        names |= {N_COLS, *STRIDES} if size == N_COLS else {N_ROWS}
        # A launch with its own block has other values for the names of a block.
        is_of_case = launch is None or launch.block is None or not used.intersection(BLOCK_SIZES)
        growing = (name for name in used if variant.operation.grows_with.get(name, set()) & {N_COLS, N_ROWS})
        if is_of_case and names.issuperset(growing):
            # The rule depends on this size alone, so other domains may share the answers.
            values = self.values(0, 0, layout=layout)
            known = frozenset((name, values[name]) for name in used if name in values)
            return _answers(rule, known, names)

        def holds(extent: int) -> bool:
            shape = (1, extent) if size == N_COLS else (extent, 1)
            return rule.surely_holds(self.values(*shape, None if is_of_case else launch, layout=layout))

        return holds

    def holds(self, rule: LaunchRule, n_rows: int, n_cols: int, launch: KernelLaunch | None = None) -> bool:
        return rule.surely_holds(self.values(n_rows, n_cols, launch))

    def values(
        self, n_rows: int, n_cols: int, launch: KernelLaunch | None = None, *, layout: str = CONTIGUOUS
    ) -> Mapping[str, int]:
        """Return the values of the names in rules, of a launch or of the declaration."""
        # Most shapes are requested again, by another condition or for another wanted shape.
        key = (n_rows, n_cols, layout)
        if key not in self._known:
            self._known[key] = self.case(n_rows, n_cols, layout=layout).rule_values
        return self._known[key] if launch is None else launch.own_values(self._known[key])

    @cached_property
    def edge_widths(self) -> tuple[int, ...]:
        """First and last number of columns that each ``requires`` and ``when`` admits, up to `MAX_EDGE_COLS`."""
        return self._edges(self.widths, MAX_EDGE_COLS, N_COLS)

    @cached_property
    def edge_rows(self) -> tuple[int, ...]:
        """First and last number of rows that each ``requires`` and ``when`` admits, up to `MAX_ROWS`."""
        return self._edges((), MAX_ROWS, N_ROWS)

    def _edges(self, samples: Iterable[int], most: int, size: str) -> tuple[int, ...]:
        """Find the first and the last number for which each condition on a size holds."""
        # A shape at which another launch is chosen is an edge too.
        choices = (launch.when.conjuncts() for launch in self.variant.launches if launch.when is not None)
        edges: set[int] = set()
        for part in (*(part for part, _ in self._parts), *(part for parts in choices for part in parts)):
            if size in self.variant.sizes_of(part):
                first, last = self._ends(part, samples, most, size)
                # The ends of the whole range are not edges of a condition.
                edges |= {first} - {1} | {last} - {most}
        return tuple(sorted(edges))

    def _ends(self, part: LaunchRule, samples: Iterable[int], most: int, size: str) -> tuple[int, int]:
        """Find the first and last number, 1 to `most`, for which a condition holds; all of them if it is periodic."""
        holds = self.along(part, size)
        # A condition changes at its own constants, at their doubles if it counts halves, or between powers of two.
        constants = {multiple * constant for constant in part.constants for multiple in (1, 2)}
        tried = {1, most, *samples, *constants, *(2**power for power in range(most.bit_length()))}
        edges = changes(holds, (extent for extent in tried if 1 <= extent <= most))
        if not edges or (holds(1) and holds(most)):
            return 1, most
        return 1 if holds(1) else edges[0] + 1, most if holds(most) else edges[-1]

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
        """Number of rows that the largest grid covers at once; None if the grid always grows with the rows."""
        # It is the number of blocks if the grid does not depend on the rows.
        covered = []
        for launch in self.variant.launches:
            # A grid that is the same for twice as many rows has stopped growing: each block loops over rows.
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


# Shared, because many answers are the same for all blocks, types or layouts of a variant.
@lru_cache(maxsize=512)
def _answers(rule: LaunchRule, known: Iterable[tuple[str, int]], names: frozenset[str]) -> Condition:
    """Return whether a condition holds by a number, which is the value of some names; the others' are known."""
    values = dict(known)
    # A stride grows with the number of columns; its value for 0 columns is the padding. Another name is the number.
    at_zero = [(name, value) for name, value in values.items() if name in names]

    @cache
    def holds(extent: int) -> bool:
        for name, start in at_zero:
            values[name] = start + extent
        return rule.surely_holds(values)

    return holds


def around(middle: int, far: Iterable[int]) -> Iterator[int]:
    """Yield numbers from `middle` outwards, lower first: down to 1 and up to 64 more, then `far`, nearest first."""
    yield middle
    for distance in range(1, max(middle, NEAR + 1)):
        if middle - distance >= 1:
            yield middle - distance
        if distance <= NEAR:
            yield middle + distance
    yield from sorted(far, key=lambda number: (abs(number - middle), number))
