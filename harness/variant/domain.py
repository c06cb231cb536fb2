"""The domain that a variant's rules claim: which shapes are inside, and where its edges are.

The matrix places cases at these edges: at the largest claimed number of columns, at one row more than a block
covers, at one row more than the whole grid covers.

It also places them at bends: the sizes at which a rule changes its course. ``min(n_rows, 132)`` bends at 132 rows,
``ceil_div(n_cols, 1536)`` at each multiple of 1536 columns, and a comparison at the size where its value changes. A
kernel often takes another path there. Bends are found by bisection over rows or columns, while the other extent has one
or two fixed values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, cached_property, lru_cache, partial
from typing import NamedTuple

from ..errors import SpecError
from ..operation.size import N_COLS, N_ROWS, STRIDES
from ..ptx.limits import MAX_BLOCK, MAX_CLUSTER_BLOCKS, MAX_GRID, MAX_SHARED_BYTES
from .case import MAX_EXTENT, Case, further_sizes, make_case
from .launch_rule import LaunchRule, RuleError, bisect, changes
from .shape import CONTIGUOUS
from .variant import BLOCK_SIZES, Block, KernelLaunch, Variant

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
        cols = [n_cols] if keep_cols else [*around(n_cols, {*self.widths, *self.edge_widths})]
        good_cols = self._sieve(cols, layout, N_COLS)
        rows = (n for n in around(n_rows, self.edge_rows) if n >= min_rows)
        good_rows = self._sieve(rows, layout, N_ROWS)
        pairs = ((height, width) for width in good_cols for height in good_rows)
        # A kernel of square matrices claims no other shapes.
        is_square = any(sizes == {N_ROWS, N_COLS} and "==" in part.text for part, sizes in self._parts)
        squares = ((width, width) for width in cols if is_square and width >= min_rows)
        return next((pair for pair in (*pairs, *squares) if self.claims(*pair, layout)), None)

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


COL_STEPS = (1, 2, 4, 8, 16, 32)
"""Values of a quotient of columns, such as the number of chunks of a row, beyond which the quotient bends. Loops over
chunks are often unrolled, and a warp that handles one chunk per lane needs a second pass beyond 32."""
ROW_STEPS = (1,)

WIDE_COLS = 1031
"""Maximum number of columns of a case at a bend in the rows: odd, and larger than the largest block."""
MOST_WIDE_ELEMENTS = 2**18

_POWERS = frozenset((*(2**power for power in range(31)), MAX_EXTENT))


class Bend(NamedTuple):
    rule: str
    turn: str
    """The condition that changes there, with the launch it concerns; the same for every block and type."""
    shapes: tuple[tuple[int, int], ...]
    """Claimed rows and columns of the cases: the last before the bend, the first beyond it and, where the grid
    stops growing, one more than a second round covers."""


def bends(domain: Domain) -> Iterator[Bend]:
    variant = domain.variant
    finder = _Finder(domain)
    for launch in variant.launches:
        for rule in (*launch.rules, *launch.argument_rules(variant.rule_names)):
            yield from finder.of_rule(rule, launch)
        yield from finder.of_shared_memory(launch)
        yield from finder.of_fixed_sizes(launch)
    sums = (variant.parallel, variant.serial)
    for rule in (*variant.requires, *(scratch.bytes for scratch in variant.scratch), *filter(None, sums)):
        yield from finder.of_rule(rule, None)


def first_beyond_limits(domain: Domain) -> Iterator[tuple[str, int, Case]]:
    """Yield each rule of a launch that a size takes beyond a limit, the limit, and the first claimed case beyond it."""
    # One size grows from its least value, while the others have theirs. No GPU launches such a case.
    variant, block, dtype = domain.variant, domain.block, domain.dtype
    start = domain.nearest(1, 1, CONTIGUOUS)
    if start is None:
        return
    further = {size.name: domain.further.values(size.name)[0] for size in variant.operation.further_sizes}
    least = {N_ROWS: start[0], N_COLS: start[1], **further}

    def case_at(name: str, value: int) -> Case:
        sizes = {**least, name: value}
        n_rows, n_cols = sizes.pop(N_ROWS), sizes.pop(N_COLS)
        return make_case(variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, block=block, sizes=sizes)

    def fits(launch: KernelLaunch, rule: LaunchRule, most: int, name: str, value: int) -> bool:
        values: Mapping[str, int] = case_at(name, value).rule_values
        try:
            # A rule of the block itself sees the block of the case.
            own = values if rule in (launch.block or ()) else launch.own_values(values)
            return rule.evaluate(own) <= most
        except RuleError:
            return True

    def is_made(launch: KernelLaunch, case: Case) -> bool:
        with suppress(RuleError, SpecError):
            return (launch.when is None or launch.when.holds(case.rule_values)) and case.unmet() is None
        return False

    for launch in variant.launches:
        clusters = zip(launch.cluster or (), (MAX_CLUSTER_BLOCKS,) * 3, strict=False)
        blocks = zip(launch.block or (), MAX_BLOCK, strict=False)
        for rule, most in (*zip(launch.grid, MAX_GRID, strict=False), *blocks, *clusters):
            for name in sorted(variant.sizes_of(rule)):
                last = next(iter(changes(partial(fits, launch, rule, most, name), _POWERS)), MAX_EXTENT)
                # A claim may leave out the first sizes beyond the limit, such as odd ones.
                near = (case_at(name, value) for value in range(last + 1, min(last + NEAR, MAX_EXTENT) + 1))
                first = next((case for case in near if is_made(launch, case)), None)
                if first is not None:
                    yield rule.text, most, first


class _Finder:
    def __init__(self, domain: Domain) -> None:
        self._domain = domain
        self._sizes_of = domain.variant.sizes_of
        self._seen: set[tuple[object, ...]] = set()

    def of_rule(self, rule: LaunchRule, launch: KernelLaunch | None) -> Iterator[Bend]:
        for size, steps in ((N_COLS, COL_STEPS), (N_ROWS, ROW_STEPS)):
            for turn in rule.turns(steps) if size in self._sizes_of(rule) else ():
                # Several rules often turn at the same place.
                key = (turn.text, size, launch and (launch.block, launch.when))
                if size in self._sizes_of(turn) and key not in self._seen:
                    self._seen.add(key)
                    for shapes in self._shapes(turn, launch, size):
                        yield from self._bend(rule.text, turn.text, shapes, launch)

    def of_shared_memory(self, launch: KernelLaunch) -> Iterator[Bend]:
        """Yield the bends beyond which shared memory that grows with the problem exceeds what any GPU has."""
        # A claim without such a limit has a case there that no GPU can launch.
        rule, domain = launch.smem_bytes, self._domain

        def fits(n_rows: int, n_cols: int) -> bool:
            try:
                return rule.evaluate(domain.values(n_rows, n_cols, launch)) <= MAX_SHARED_BYTES
            except RuleError:
                return True

        shapes: list[tuple[int, int]] = []
        if N_COLS in self._sizes_of(rule):
            for last in changes(partial(fits, 1), _POWERS):
                shapes += self._col_shapes(last)
        elif N_ROWS in self._sizes_of(rule):
            # Rows are tried only if the rule has no columns: a rule on both is tried along the columns.
            for last in changes(partial(fits, n_cols=1), _POWERS):
                shapes += self._row_shapes(launch, last)
        yield from self._bend(rule.text, f"{rule.text} <= {MAX_SHARED_BYTES}", shapes, launch)

    def of_fixed_sizes(self, launch: KernelLaunch) -> Iterator[Bend]:
        """Yield the bends at fixed sizes: rows beyond a fixed grid, columns beyond shared memory of a fixed size."""
        domain = self._domain
        n_blocks = domain.grid_blocks(launch, MAX_EXTENT)
        if n_blocks is not None and n_blocks == domain.grid_blocks(launch, 1):
            for covered, n_rows in (("blocks", n_blocks), ("threads", n_blocks * self._threads(launch))):
                shapes = self._row_shapes(launch, n_rows)
                yield from self._bend(f"a grid of {n_blocks}", f"n_rows <= {covered}", shapes, launch)
        if not self._sizes_of(launch.smem_bytes) & {N_COLS, N_ROWS}:
            values = domain.values(1, 1, launch=launch)
            n_cols = launch.smem_bytes.evaluate(values) // values["itemsize"]
            if n_cols > 0:
                text = launch.smem_bytes.text
                yield from self._bend(text, f"n_cols * itemsize <= {text}", self._col_shapes(n_cols), launch)

    def _shapes(
        self, turn: LaunchRule, launch: KernelLaunch | None, size: str
    ) -> Iterator[Iterable[tuple[int, int]]]:
        near = {number + step for number in turn.constants for step in (-1, 0, 1)}
        samples = {number for number in near if 1 <= number <= MAX_EXTENT} | _POWERS
        if size == N_COLS:
            for last in changes(
                self._domain.along(turn, N_COLS, launch=launch), samples.union(self._domain.widths)
            ):
                yield self._col_shapes(last)
        elif N_COLS in self._sizes_of(turn):
            for n_cols in (1, WIDE_COLS):
                for last in changes(partial(self._domain.holds, turn, n_cols=n_cols, launch=launch), samples):
                    yield (last, n_cols), (last + 1, n_cols)
        else:
            for last in changes(self._domain.along(turn, N_ROWS, launch=launch), samples):
                yield self._row_shapes(launch, last)

    def _col_shapes(self, last: int) -> Iterator[tuple[int, int]]:
        """Yield one row of the nearest claimed number of columns, on both sides of a bend."""
        for side in (range(last, max(last - NEAR, 0), -1), range(last + 1, last + NEAR + 1)):
            near = next(filter(partial(self._claims, 1), side), None)
            if near is not None:
                yield 1, near
            # The claimed widths may be far apart, such as multiples of a large number.
            elif not self._claims(1, last):
                yield from (
                    shape
                    for shape in self._domain.neighbours(1, last)
                    if (shape[1] > last) == (side.step > 0)
                )

    def _row_shapes(self, launch: KernelLaunch | None, last: int) -> Iterator[tuple[int, int]]:
        """Yield shapes with few columns and, if small enough, with rows longer than the block and with long rows."""
        domain = self._domain
        counts = [last, last + 1]
        if launch is not None and domain.grid_blocks(launch, last + 1) == domain.grid_blocks(
            launch, 2 * last + 1
        ):
            counts.append(2 * last + 1)  # the grid stops growing: one row more than a second round covers
        n_threads = self._threads(launch)
        for n_rows in counts:
            widths = [width for width in self._widths if self._claims(n_rows, width, launch)]
            if widths:
                yield n_rows, widths[0]
                beyond = next((width for width in widths if width > n_threads), widths[-1])
                fitting = [width for width in (widths[-1], beyond) if n_rows * width <= MOST_WIDE_ELEMENTS]
                if fitting:
                    yield n_rows, fitting[0] if n_rows == last + 1 else fitting[-1]

    def _threads(self, launch: KernelLaunch | None) -> int:
        values = self._domain.values(1, 1, launch)
        return values["block_x"] * values["block_y"] * values["block_z"]

    @cached_property
    def _widths(self) -> list[int]:
        # The narrowest edge comes last: a launch may be made only for rows longer than all the others.
        every = {1, WIDE_COLS, *self._domain.widths, *self._domain.edge_widths}
        return sorted(width for width in every if width <= WIDE_COLS) + sorted(self._domain.edge_widths)[:1]

    def _bend(
        self, rule: str, turn: str, shapes: Iterable[tuple[int, int]], launch: KernelLaunch | None
    ) -> Iterator[Bend]:
        claimed = tuple(shape for shape in dict.fromkeys(shapes) if self._claims(*shape))
        # If no claimed shape needs the launch, no case can reach its bend.
        if any(self._claims(*shape, launch) for shape in claimed):
            when = "" if launch is None or launch.when is None else f" when {launch.when}"
            yield Bend(rule, turn + when, claimed)

    def _claims(self, n_rows: int, n_cols: int, launch: KernelLaunch | None = None) -> bool:
        """Whether a shape is claimed and, if a launch is given, needs this launch."""
        if not (1 <= n_rows <= MAX_EXTENT and 1 <= n_cols <= MAX_EXTENT):
            return False
        is_made = launch is None or launch.when is None or self._domain.holds(launch.when, n_rows, n_cols)
        return is_made and self._domain.claims(n_rows, n_cols)
