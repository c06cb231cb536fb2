"""The values that an operation's further sizes have in a case.

A case has one value of each. The values are those that the operation lists and a declaration admits, and those on both
sides of each number at which a rule of the declaration changes its course. Successive cases take them in turn.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial

from ..errors import SpecError
from ..operation.size import N_COLS, N_ROWS
from .launch_rule import LaunchRule, changes
from .shape import CONTIGUOUS, HUGE_LAYOUT, HUGE_ROWS, LAYOUTS, WARP, find_layout, rule_values, shape_of
from .variant import Block, Variant

MOST = 1024
"""Rules are evaluated up to this value of a size; beyond it they are taken not to change."""

MOST_ELEMENTS = 2**17
"""Most that all sizes of a case of the matrix multiply to, if smaller values of the further sizes do."""

_STEPS = (1, 2, 4)
"""Values of a quotient beyond which it counts as bent, as in `harness.variant.bend`."""
_TYPICAL = 33
_ROWS_REPEAT = 4
_TRIED = 512


def further_sizes(
    variant: Variant,
    n_rows: int,
    n_cols: int,
    *,
    dtype: str,
    block: Block,
    layout: str = CONTIGUOUS,
    turn: int | None = None,
) -> dict[str, int]:
    """Choose the values of an operation's further sizes for one case."""
    sizes = variant.operation.further_sizes
    if not sizes:
        return {}
    names = [size.name for size in sizes]
    lists = [list(values_of(variant, name, dtype, block)) for name in names]
    if layout == HUGE_LAYOUT:
        lists = [sorted(values, key=lambda value: abs(value - HUGE_ROWS)) for values in lists]
    elif turn is None:
        lists = [sorted(values, reverse=True) for values in lists]
    else:
        rounds = [0, *itertools.accumulate(turn // len(values) for values in lists)]
        lists = [_turned(values, turn, earlier) for values, earlier in zip(lists, rounds, strict=False)]
    admitted: list[dict[str, int]] = []
    # Conditions that relate sizes may leave few combinations, and there may be millions.
    for values in itertools.islice(_nearest(lists), _TRIED):
        chosen = dict(zip(names, values, strict=True))
        unmet = _unmet(variant, n_rows, n_cols, chosen, dtype, block, layout)
        if unmet in _rules_on_rows_and_columns(variant):
            break  # no values of the further sizes change that
        if unmet is None:
            if turn is None or n_rows * n_cols * math.prod(values) <= MOST_ELEMENTS:
                return chosen
            admitted.append(chosen)
    first = {name: values[0] for name, values in zip(names, lists, strict=True)}
    return min(admitted, key=lambda each: math.prod(each.values()), default=first)


@lru_cache(maxsize=1024)
def values_of(variant: Variant, name: str, dtype: str, block: Block) -> tuple[int, ...]:
    """Return the values of one further size that a variant's cases have, ascending; at least one."""
    own = _own_values(variant, name)
    rules = [rule for rule in _rules(variant) if variant.sizes_of(rule) == {name}]
    if not rules:
        return own
    values = cache(partial(_values, variant, name, dtype, block))

    def holds(turn: LaunchRule, value: int) -> bool:
        return turn.surely_holds(values(value))

    near = set(own)
    for turn in (turn for rule in rules for turn in rule.turns(_STEPS)):
        ends = changes(partial(holds, turn), range(1, MOST + 1))
        near |= {value + step for value in ends for step in (0, 1)}
    # What lies far beyond the operation's own values takes too long.
    near = {value for value in near if value <= 4 * own[-1] or value in own}
    admits = _admits(variant, name, dtype, block)
    first = itertools.islice(filter(admits, sorted({*range(1, MOST + 1), *own})), 1)
    return tuple(sorted(filter(admits, near))) or tuple(first) or own


def neighbours_of(variant: Variant, name: str, dtype: str, block: Block) -> tuple[int, ...]:
    """Return the nearest admitted values on both sides of each of the operation's values that a declaration excludes.

    ``k % 4 == 0`` gives 32 and 36 for 33. The values of `values_of` are left out.
    """
    admits = _admits(variant, name, dtype, block)
    found: set[int] = set()
    for value in itertools.filterfalse(admits, _own_values(variant, name)):
        # Up to twice the excluded value, as for columns.
        for side in (range(value - 1, 0, -1), range(value + 1, 2 * value + WARP)):
            found.update(itertools.islice(filter(admits, side), 1))
    return tuple(sorted(found.difference(values_of(variant, name, dtype, block))))


def _own_values(variant: Variant, name: str) -> tuple[int, ...]:
    """Return the values that the operation lists for a further size, ascending."""
    return tuple(sorted(next(size for size in variant.operation.further_sizes if size.name == name).values))


def _admits(variant: Variant, name: str, dtype: str, block: Block) -> Callable[[int], bool]:
    """Return whether the conditions of ``requires`` on one further size alone admit a value."""
    parts = [part for rule in variant.requires for part in rule.conjuncts()]
    claims = [part for part in parts if variant.sizes_of(part) == {name}]

    def admits(value: int) -> bool:
        values = _values(variant, name, dtype, block, value) if claims else {}
        return all(part.surely_holds(values) for part in claims)

    return admits


def _rules(variant: Variant) -> Iterator[LaunchRule]:
    """Yield the rules of a declaration, those of ``requires`` as their parts."""
    yield from (part for rule in variant.requires for part in rule.conjuncts())
    yield from (rule for launch in variant.launches for rule in launch.rules)
    yield from (scratch.bytes for scratch in variant.scratch)
    yield from filter(None, (variant.parallel, variant.serial))


def _turned(values: list[int], turn: int, rounds: int) -> list[int]:
    """Return values, first the one whose turn it is, then smaller ones."""
    # The numbers of rows of the matrix repeat every few cases: when they and the values would repeat together, the
    # values go one further. They do so too after each round of the sizes before.
    start = (turn + turn // math.lcm(len(values), _ROWS_REPEAT) + rounds) % len(values)
    return [*reversed(values[: start + 1]), *values[start + 1 :]]


def _nearest(lists: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Yield one value of each list, first those at the beginnings of the lists."""
    places = itertools.product(*(range(len(values)) for values in lists))
    for place in sorted(places, key=sum) if math.prod(map(len, lists)) <= _TRIED else places:
        yield tuple(values[index] for values, index in zip(lists, place, strict=True))


@lru_cache(maxsize=64)
def _rules_on_rows_and_columns(variant: Variant) -> frozenset[str]:
    """Return the texts of the rules of ``requires`` that depend on no further size."""
    usual = {N_ROWS, N_COLS}
    return frozenset(rule.text for rule in variant.requires if variant.sizes_of(rule) <= usual)


def _unmet(
    variant: Variant,
    n_rows: int,
    n_cols: int,
    sizes: Mapping[str, int],
    dtype: str,
    block: Block,
    layout: str,
) -> str | None:
    """Return the text of the rule that excludes some sizes, empty if a rule has no value; None if all hold."""
    placed = find_layout(layout)
    assert placed is not None
    shape = shape_of(variant.operation, n_rows, n_cols, placed, sizes)
    try:
        return variant.unmet(rule_values(shape, block, dtype, placed.inp_offset, placed.out_offset))
    except SpecError:
        return ""


def _values(variant: Variant, name: str, dtype: str, block: Block, value: int) -> dict[str, int]:
    """Return the values of names in rules for a value of one further size, the other sizes being usual ones."""
    sizes = {size.name: size.values[0] for size in variant.operation.further_sizes} | {name: value}
    shape = shape_of(variant.operation, _TYPICAL, _TYPICAL, LAYOUTS[CONTIGUOUS], sizes)
    return rule_values(shape, block, dtype, 0, 0)
