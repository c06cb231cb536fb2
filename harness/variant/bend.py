"""Bends: the sizes at which a rule of a declaration changes its course, and the shapes on both sides of each.

``min(n_rows, 132)`` bends at 132 rows, ``ceil_div(n_cols, 1536)`` at each multiple of 1536 columns, and a comparison at
the size where its value changes. A kernel often takes another path there. Bends are found by bisection over rows or
columns, while the other extent has one or two fixed values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial

from ..errors import SpecError
from ..operation.size import N_COLS, N_ROWS
from ..ptx.limits import MAX_BLOCK, MAX_CLUSTER_BLOCKS, MAX_GRID, MAX_SHARED_BYTES
from .case import MAX_EXTENT, Case, make_case
from .domain import NEAR, Domain
from .kernel_launch import KernelLaunch
from .launch_rule import LaunchRule, RuleError, changes
from .shape import CONTIGUOUS

COL_STEPS = (1, 2, 4, 8, 16, 32)
"""Values of a quotient of columns, such as the number of chunks of a row, beyond which the quotient bends. Loops over
chunks are often unrolled, and a warp that handles one chunk per lane needs a second pass beyond 32."""
ROW_STEPS = (1,)

WIDE_COLS = 1031
"""Maximum number of columns of a case at a bend in the rows: odd, and larger than the largest block."""
MOST_WIDE_ELEMENTS = 2**18

_POWERS = frozenset((*(2**power for power in range(31)), MAX_EXTENT))


@dataclass(frozen=True)
class Bend:
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
