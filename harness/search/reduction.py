"""Makes a failing case smaller, one number at a time, as long as it fails with the same mode.

Hypothesis reduces its draws, so a width drawn from a list stays in that list. This module reduces the case itself,
until no single simpler step fails.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np

from ..operation.precision.float_format import float_format
from ..variant.case import Case, altered, kind_of_values, values_of_kind
from ..variant.shape import placed_layout
from .space import kinds_of

# Lowest numbers, tried one by one before bisection, because faults may depend on a remainder.
_IN_TURN = 33
# Numbers directly below the result of the bisection, tried next.
_BELOW = 8
# Integer fractions of the result, tried too: a half, a third, down to a sixteenth.
_PARTS_TRIED = 16
# Simple values, tried as replacements of any other value.
_PLAIN = (0.0, 1.0, -1.0)

_PARTS = ("inp_padding", "out_padding", "inp_offset", "out_offset")


def complexity(case: Case) -> tuple[object, ...]:
    """Return the sort key of a case: fewer elements first, then simpler layouts, inputs, blocks and types."""
    numbers = case.placement.numbers
    values, kinds = _values(case), kinds_of(case.variant)
    return (
        case.shape.n_rows * case.shape.n_cols,
        case.shape.n_cols,
        math.prod(value for _, value in case.shape.further),
        tuple(value for _, value in case.shape.further),
        sum(number > 0 for number in numbers),
        sum(numbers),
        len(kinds) if values else kinds.index(case.kind),
        case.seed_number,
        len(values),
        tuple(_plainness(value) for value in values),
        case.variant.blocks.index(case.block),
        case.variant.dtypes.index(case.dtype),
    )


def reduce(case: Case, still_fails: Callable[[Case], bool]) -> Case:
    """Return the smallest case that can be reached in steps that each fail."""
    reducer = _Reducer(case, still_fails)
    before = None
    while reducer.case is not before:
        before = reducer.case
        reducer.numbers()
        reducer.inputs()
        reducer.choices()
    return reducer.case


class _Reducer:
    """Holds the smallest failing case so far."""

    def __init__(self, case: Case, still_fails: Callable[[Case], bool]) -> None:
        self.case = case
        self._still_fails = still_fails

    def numbers(self) -> None:
        """Reduce rows, columns, further sizes, padding and offsets."""
        self._number(1, self.case.shape.n_rows, lambda n: altered(self.case, n_rows=n))
        self._number(1, self.case.shape.n_cols, lambda n: altered(self.case, n_cols=n))
        for name, value in self.case.shape.further:
            self._number(1, value, lambda n, name=name: altered(self.case, sizes={name: n}))  # type: ignore[misc]
        # If the fault depends on a stride, the padding must grow when the columns shrink.
        self._number(1, self.case.shape.n_cols, self._with_cols_and_strides)
        for part in _PARTS:
            most = getattr(self.case.placement, part)
            self._number(0, most, lambda n, part=part: self._with_layout(**{part: n}))  # type: ignore[misc]

    def inputs(self) -> None:
        """Take the first input kind that still fails, the default seed, and fewer and simpler values."""
        for kind in kinds_of(self.case.variant):
            if self._try(altered(self.case, kind=kind, seed_number=0)):
                return
        self._try(altered(self.case, seed_number=0))
        position = 0
        while position < len(_values(self.case)):
            values = _values(self.case)
            without = (*values[:position], *values[position + 1 :])
            if without and self._try(self._with_values(without)):
                continue
            for plain in _plainer(values[position]):
                if self._try(self._with_values((*values[:position], plain, *values[position + 1 :]))):
                    break
            position += 1

    def choices(self) -> None:
        """Take the first declared block and type that still fail."""
        for block in self.case.variant.blocks:
            if self._try(altered(self.case, block=block)):
                break
        if not _values(self.case):
            for dtype in self.case.variant.dtypes:
                if self._try(altered(self.case, dtype=dtype)):
                    break

    def _try(self, smaller: Case) -> bool:
        if complexity(smaller) >= complexity(self.case) or smaller.unmet() is not None:
            return False
        if not self._still_fails(smaller):
            return False
        self.case = smaller
        return True

    def _number(self, lowest: int, current: int, make: Callable[[int], Case]) -> None:
        turn = range(lowest, min(lowest + _IN_TURN, current))
        if any(self._try(make(number)) for number in turn):
            return
        low, high = lowest + len(turn) - 1, current
        while high - low > 1:
            middle = (low + high) // 2
            if self._try(make(middle)):
                high = middle
            else:
                low = middle
        # Bisection misses a periodic fault. Try the numbers directly below, and fractions.
        below = range(high - 2, max(lowest, high - 2 - _BELOW), -1)
        fractions = (high // part for part in range(_PARTS_TRIED, 1, -1) if high % part == 0)
        for number in (*fractions, *below):
            if number >= lowest and self._try(make(number)):
                break

    def _with_cols_and_strides(self, n_cols: int) -> Case:
        shape = self.case.shape
        layout = placed_layout(
            shape.inp_stride - n_cols, shape.out_stride - n_cols, self.case.inp_offset, self.case.out_offset
        )
        return altered(self.case, n_cols=n_cols, layout=layout.name)

    def _with_layout(self, **numbers: int) -> Case:
        parts = {part: getattr(self.case.placement, part) for part in _PARTS}
        return altered(self.case, layout=placed_layout(**{**parts, **numbers}).name)

    def _with_values(self, values: tuple[float, ...]) -> Case:
        form = float_format(self.case.dtype)
        return altered(self.case, kind=kind_of_values(np.array(values, np.float64).astype(form.dtype)))


def _values(case: Case) -> tuple[float, ...]:
    """Return the values in a case's input kind; empty for a kind without given values."""
    values = values_of_kind(case.kind, case.dtype)
    return () if values is None else tuple(map(float, values))


def _plainness(value: float) -> float:
    """Return the sort key of a value; simpler values have smaller keys."""
    if value in _PLAIN:
        # -0.0 equals 0.0 but is less simple.
        return 3.0 if value == 0.0 and math.copysign(1.0, value) < 0.0 else float(_PLAIN.index(value))
    if math.isnan(value):
        return math.inf
    if math.isinf(value):
        return 1e300 if value < 0 else 2e300
    return 4.0 + abs(value) if value == int(value) else 1e10 + abs(value)


def _plainer(value: float) -> Iterator[float]:
    """Yield values that are simpler than a given one, the simplest first."""
    candidates = [*_PLAIN]
    if math.isfinite(value):
        candidates += [math.floor(value), math.ceil(value), math.floor(value / 2)]
    else:
        candidates += [-math.inf, math.inf]
    yield from (candidate for candidate in candidates if _plainness(candidate) < _plainness(value))
