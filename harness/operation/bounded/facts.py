"""Properties of numbers other than value and bound: the doubt of each, and facts about all."""

from __future__ import annotations

from dataclasses import dataclass  # noqa: TID251 - with slots
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..precision.rounding import FORMATS, FloatFormat, name_of
from .kernel_arithmetic import KernelArithmetic

Array = NDArray[Any]

SURE, MAY_OVERFLOW, UNDECIDED = 0, 1, 2
"""Doubt of an element. A right kernel has: a number within the bound, or the reference's own infinity or NaN; an
infinity as well; anything."""


@dataclass(slots=True, eq=False, kw_only=True)
class Facts:
    """Facts that hold for every element of an array and of its views. Assignments only weaken them."""

    exact: bool = False
    sure: bool = True
    floor: float = -np.inf
    ceiling: float = np.inf
    whole: bool = False

    @property
    def nonnegative(self) -> bool:
        """Whether no number of a right kernel is below 0."""
        return self.floor >= 0.0

    @property
    def sign(self) -> float:
        """Floor of results that keep the sign: 0 if no number is below 0."""
        return 0.0 if self.nonnegative else -np.inf

    def weaken(self, other: Facts) -> None:
        """Keep the facts that hold for both."""
        self.exact &= other.exact
        self.sure &= other.sure
        self.whole &= other.whole
        self.floor = min(self.floor, other.floor)
        self.ceiling = max(self.ceiling, other.ceiling)

    def copy(self) -> Facts:
        """Return facts that assignments to this array do not weaken."""
        return Facts(
            exact=self.exact, sure=self.sure, floor=self.floor, ceiling=self.ceiling, whole=self.whole
        )


def holds(form: FloatFormat, other: FloatFormat) -> bool:
    """Whether a format has all numbers of another one."""
    return form.precision >= other.precision and form.min_exponent <= other.min_exponent


def given_numbers(values: ArrayLike, arithmetic: KernelArithmetic) -> tuple[Array, Array, Array, Facts]:
    """Return value, bound, doubt and facts of numbers that a kernel gets, as `Bounded.of` describes them."""
    form, flushes = arithmetic.computed, arithmetic.flushes
    if type(values) is float and values:
        # References have many constants, and a small case has little else to compute.
        value, bound, doubt, facts = _given_constant(values, form, flushes)
        return value.copy(), bound.copy(), doubt.copy(), facts.copy()
    return _given_numbers(np.asarray(values), form, flushes)


def _given_numbers(numbers: Array, form: FloatFormat, flushes: bool) -> tuple[Array, Array, Array, Facts]:
    kind = FORMATS.get(name_of(numbers.dtype))
    with np.errstate(all="ignore"):
        value = np.array(numbers, dtype=np.float64)
        bound, doubt = np.zeros(value.shape), np.zeros(value.shape, np.uint8)
        is_held = kind is not None and holds(form, kind)
        if not is_held:
            held = (value.astype(form.dtype).astype(np.float64) == value) | np.isnan(value)
            # A constant that the format lacks is rounded when the kernel is compiled.
            bound[~held] = np.maximum(np.abs(value[~held]) * form.unit_roundoff, form.smallest_subnormal)
            doubt[np.isfinite(value) & (np.abs(value) > form.largest)] = MAY_OVERFLOW
        if flushes:
            # With -ftz=true a subnormal operand may count as zero, too.
            small = np.abs(value) < form.smallest_normal
            bound[small] = np.maximum(bound[small], np.abs(value[small]))
        exact = (is_held and not flushes) or not bound.any()
        # A NaN is not a number.
        floor = float(np.fmin.reduce(value if exact else value - bound, axis=None, initial=np.inf))
        # Most arrays have a fraction among the first elements, and the others need not be checked.
        first = value.flat[:8]
        whole = bool((np.rint(first) == first).all() and (np.rint(value) == value).all())
    return value, bound, doubt, Facts(exact=exact, sure=is_held or not doubt.any(), floor=floor, whole=whole)


@lru_cache(maxsize=1024)
def _given_constant(number: float, form: FloatFormat, flushes: bool) -> tuple[Array, Array, Array, Facts]:
    return _given_numbers(np.asarray(number), form, flushes)
