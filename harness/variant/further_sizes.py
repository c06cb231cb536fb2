"""The values that an operation's further sizes have in a case.

A case has one value of each size: one that the operation lists and the declaration admits, or one on either side of a
number at which a rule of the declaration changes its course. Successive cases take the values in turn.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial

from ..errors import SpecError
from ..operation.size import N_COLS, N_ROWS
from .launch_rule import LaunchRule, changes
from .shape import (
    CONTIGUOUS,
    HUGE_LAYOUT,
    HUGE_ROWS,
    LAYOUTS,
    WARP,
    Layout,
    find_layout,
    rule_values,
    shape_of,
)
from .variant import Block, Variant

MOST = 1024
"""Rules are evaluated up to this value of a size; beyond it they are assumed not to change."""

MOST_ELEMENTS = 2**17
"""Maximum product of all sizes of a case of the matrix, if smaller values of the further sizes allow it."""

_STEPS = (1, 2, 4)
"""Values of a quotient beyond which it bends, as in `harness.variant.domain`."""
_TYPICAL = 33
_ROWS_REPEAT = 4
_TRIED = 512


class FurtherSizes:
    """The values of an operation's further sizes in the cases of one variant, type and block."""

    def __init__(self, variant: Variant, dtype: str, block: Block) -> None:
        self._variant, self._dtype, self._block = variant, dtype, block
        sizes = variant.operation.further_sizes
        self._own = {size.name: tuple(sorted(size.values)) for size in sizes}
        self._usual = {size.name: size.values[0] for size in sizes}
        usual = {N_ROWS, N_COLS}
        self._on_rows_and_columns = {
            rule.text for rule in variant.requires if variant.sizes_of(rule) <= usual
        }
        self.values = cache(self._find_values)

    def chosen(
        self, n_rows: int, n_cols: int, layout: str = CONTIGUOUS, turn: int | None = None
    ) -> dict[str, int]:
        """Choose the values for one case; `turn` is its number, None for the largest ones."""
        if not self._own:
            return {}
        lists = [list(self.values(name)) for name in self._own]
        if layout == HUGE_LAYOUT:
            lists = [sorted(values, key=lambda value: abs(value - HUGE_ROWS)) for values in lists]
        elif turn is None:
            lists = [sorted(values, reverse=True) for values in lists]
        else:
            rounds = [0, *itertools.accumulate(turn // len(values) for values in lists)]
            lists = [_turned(values, turn, earlier) for values, earlier in zip(lists, rounds, strict=False)]
        placed = find_layout(layout)
        assert placed is not None
        admitted: list[dict[str, int]] = []
        # Conditions that relate sizes may leave few combinations, and there may be millions.
        for values in itertools.islice(_nearest(lists), _TRIED):
            chosen = dict(zip(self._own, values, strict=True))
            try:
                unmet = self._variant.unmet(self._rule_values(n_rows, n_cols, placed, chosen))
            except SpecError:  # a rule has no value
                continue
            if unmet in self._on_rows_and_columns:
                break  # no values of the further sizes change that
            if unmet is None:
                if turn is None or n_rows * n_cols * math.prod(values) <= MOST_ELEMENTS:
                    return chosen
                admitted.append(chosen)
        first = {name: values[0] for name, values in zip(self._own, lists, strict=True)}
        return min(admitted, key=lambda each: math.prod(each.values()), default=first)

    def _find_values(self, name: str) -> tuple[int, ...]:
        """Return the values of one size in the cases, ascending; at least one."""
        own = self._own[name]
        rules = [rule for rule in _rules(self._variant) if self._variant.sizes_of(rule) == {name}]
        if not rules:
            return own
        known = cache(partial(self._with, name))

        def holds(turn: LaunchRule, value: int) -> bool:
            return turn.surely_holds(known(value))

        near = set(own)
        for turn in (turn for rule in rules for turn in rule.turns(_STEPS)):
            ends = changes(partial(holds, turn), range(1, MOST + 1))
            near |= {value + step for value in ends for step in (0, 1)}
        # Values far beyond the operation's own take too long.
        near = {value for value in near if value <= 4 * own[-1] or value in own}
        admits = self._admits(name)
        first = itertools.islice(filter(admits, sorted({*range(1, MOST + 1), *own})), 1)
        return tuple(sorted(filter(admits, near))) or tuple(first) or own

    def neighbours(self, name: str) -> tuple[int, ...]:
        """Return the nearest admitted values on both sides of each of the operation's values that is excluded."""
        # ``k % 4 == 0`` gives 32 and 36 for 33. The values of `values` are left out.
        admits = self._admits(name)
        nearest: set[int] = set()
        for value in itertools.filterfalse(admits, self._own[name]):
            # Up to twice the excluded value, as for columns.
            for side in (range(value - 1, 0, -1), range(value + 1, 2 * value + WARP)):
                nearest.update(itertools.islice(filter(admits, side), 1))
        return tuple(sorted(nearest.difference(self.values(name))))

    def _admits(self, name: str) -> Callable[[int], bool]:
        """Return whether the conditions of ``requires`` on one size alone admit a value."""
        parts = (part for rule in self._variant.requires for part in rule.conjuncts())
        claims = [part for part in parts if self._variant.sizes_of(part) == {name}]

        def admits(value: int) -> bool:
            values = self._with(name, value) if claims else {}
            return all(part.surely_holds(values) for part in claims)

        return admits

    def _with(self, name: str, value: int) -> dict[str, int]:
        """Return the values of names in rules for a value of one size, with usual values of the other sizes."""
        return self._rule_values(_TYPICAL, _TYPICAL, LAYOUTS[CONTIGUOUS], {**self._usual, name: value})

    def _rule_values(
        self, n_rows: int, n_cols: int, layout: Layout, sizes: Mapping[str, int]
    ) -> dict[str, int]:
        shape = shape_of(self._variant.operation, n_rows, n_cols, layout, sizes)
        return rule_values(shape, self._block, self._dtype, layout.inp_offset, layout.out_offset)


further_sizes = lru_cache(maxsize=1024)(FurtherSizes)


def _rules(variant: Variant) -> Iterator[LaunchRule]:
    """Yield the rules of a declaration; each condition of ``requires`` is split at its ``and``."""
    yield from (part for rule in variant.requires for part in rule.conjuncts())
    yield from (rule for launch in variant.launches for rule in launch.rules)
    yield from (scratch.bytes for scratch in variant.scratch)
    yield from filter(None, (variant.parallel, variant.serial))


def _turned(values: list[int], turn: int, rounds: int) -> list[int]:
    """Return values, first the one whose turn it is, then smaller ones."""
    # The numbers of rows of the matrix repeat every few cases. When rows and values would repeat together, the values
    # advance by one. They also advance after each round of the sizes before.
    start = (turn + turn // math.lcm(len(values), _ROWS_REPEAT) + rounds) % len(values)
    return [*reversed(values[: start + 1]), *values[start + 1 :]]


def _nearest(lists: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Yield combinations of one value of each list, first the values at the beginnings of the lists."""
    places = itertools.product(*(range(len(values)) for values in lists))
    for place in sorted(places, key=sum) if math.prod(map(len, lists)) <= _TRIED else places:
        yield tuple(values[index] for values, index in zip(lists, place, strict=True))
