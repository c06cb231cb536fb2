"""Operations that a kernel rounds once, and operations that it does not round: ``+ - * /``, ``sqrt``, ``abs``.

A contraction ``fma(x, y, z)`` rounds less than a product and a sum do, so their bound covers both.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..array import Bounded, as_bounded, pair
from ..facts import SURE, Array
from ..kernel_arithmetic import (
    APPROX_SQRT_RELATIVE,
    FDIVIDEF_LARGEST,
    KernelArithmetic,
    divides_exactly,
    division,
    halves,
)
from ..registry import entering
from ..rounding_step import OUTWARD, Rule, function_rule, product_rule, quotient_rule, rounded, sum_rule

enter = entering("Arithmetic")


def _together(x: Bounded, y: Bounded) -> Array | None:
    """Return the sum of two bounds; None if both are exact."""
    return None if x.facts.exact and y.facts.exact else np.asarray(x.bound + y.bound)


def add(x: Any, y: Any) -> Bounded:
    x, y = pair(x, y)
    return _sum(x, y, x.value + y.value, sum_rule(x, y), floor=x.facts.floor + y.facts.floor)


def subtract(x: Any, y: Any) -> Bounded:
    x, y = pair(x, y)
    return _sum(x, y, x.value - y.value, sum_rule(x, negative(y)))


def _sum(x: Bounded, y: Bounded, value: Array, rule: Rule, *, floor: float = -np.inf) -> Bounded:
    # Nothing is rounded if one of them is known to be 0.
    is_followed = x.arithmetic.exactly and any(z.facts.exact and not z.value.any() for z in (x, y))
    rounds = 0.0 if is_followed else 1.0
    return rounded(
        value, _together(x, y), x, y, rule=rule, halves=rounds, own=rounds, keeps_whole=True, floor=floor
    )


def are_powers_of_two(y: Bounded) -> bool:
    """Whether all numbers of an operand are exactly 0 or a power of two: then a product only moves the exponent."""
    # A few elements first: hardly any array passes, and every product calls this.
    if not y.facts.exact or not y.size or not _without_fraction(y.value.flat[:4]):
        return False
    return _without_fraction(y.value) and bool(np.isfinite(y.value).all())


# The fraction's bits of a float64 (IEEE 754) are 0 for 0, infinities and powers of two of the normal range.
_FRACTION = np.int64(0x000FFFFFFFFFFFFF)


def _without_fraction(numbers: Array) -> bool:
    return not (np.ascontiguousarray(numbers).view(np.int64) & _FRACTION).any()


def multiply(x: Any, y: Any) -> Bounded:
    # A square is never negative, which the product of two intervals does not show.
    if x is y:
        return square(x)
    x, y = pair(x, y)
    if x.facts.exact and y.facts.exact:
        change: Array | None = None
    elif y.facts.exact:
        change = np.abs(y.value) * x.bound
    elif x.facts.exact:
        change = np.abs(x.value) * y.bound
    else:
        change = np.abs(x.value) * y.bound + (np.abs(y.value) + y.bound) * x.bound
    scales = are_powers_of_two(x) or are_powers_of_two(y)
    value = x.value * y.value
    return rounded(
        value,
        change,
        x,
        y,
        rule=product_rule(x, y),
        halves=0.0 if scales else 1.0,
        own=0.0 if scales else 1.0,
        absolute=_underflow(value, x.arithmetic) if scales else 0.0,
        keeps_whole=True,
        floor=x.facts.floor * y.facts.floor if x.facts.nonnegative and y.facts.nonnegative else -np.inf,
    )


def _underflow(value: Array, arithmetic: KernelArithmetic) -> Any:
    """Return the error of moving the exponent: half the smallest subnormal for subnormal results."""
    form = arithmetic.computed
    tiny = (np.abs(value) < 2.0 * form.smallest_normal) & (value != 0.0)
    return np.where(tiny, 0.5 * form.smallest_subnormal, 0.0) if tiny.any() else 0.0


def square(x: Any) -> Bounded:
    change = None if x.facts.exact else x.bound * (2.0 * np.abs(x.value) + x.bound)
    return rounded(x.value * x.value, change, x, rule=product_rule(x, x), keeps_whole=True, floor=0.0)


def divide(x: Any, y: Any) -> Bounded:
    x, y = pair(x, y)
    if y.ndim == 0 and y.value != 0.0 and are_powers_of_two(y) and divides_exactly(x.arithmetic):
        return multiply(x, as_bounded(1.0 / y.value, x.arithmetic))
    value = x.value / y.value
    divisor = np.abs(y.value)
    change: Any = None
    if y.facts.exact and not x.facts.exact:
        change = x.bound / divisor
    elif not y.facts.exact:
        # The divisor is at most y + by, and at least y - by or the floor.
        least = np.maximum(divisor * (1.0 - OUTWARD) - y.bound, max(y.facts.floor, 0.0))
        nearer = np.minimum(y.bound, divisor - max(y.facts.floor, 0.0)) / least
        farther = np.where(np.isinf(y.bound), 1.0, y.bound / (divisor + y.bound))
        share = np.where(least > 0.0, np.maximum(nearer, farther), np.inf)
        change = np.abs(value) * share
        if not x.facts.exact:
            change = change + x.bound / np.maximum(least, 0.0)
        if not np.max(change, initial=0.0) < np.inf:
            # A divisor that may be 0 has no bound, not even of 0; x / inf has no error at all.
            change = np.where(share == np.inf, np.inf, change)
            change = np.where(np.isnan(change) | np.isinf(y.value), 0.0, change)
    if change is not None:
        change = np.broadcast_to(change, value.shape)
    rounds, relative = division(x.arithmetic)
    # A kernel may compute the reciprocal of a scalar once and multiply by it.
    if y.ndim == 0:
        relative = max(relative, 1.0)
    lost, vanishing, absolute = _beyond_range(x, y, relative)
    for mask, size in ((lost, np.inf), (vanishing, np.abs(value))):
        # The rule of the quotient handles these: they are not finite, or 0 is as right as the value.
        if mask is not None:
            change = np.where(np.broadcast_to(mask, value.shape), size, 0.0 if change is None else change)
    return rounded(
        value,
        change,
        x,
        y,
        rule=quotient_rule(x, y, lost, vanishing),
        halves=rounds,
        relative=relative * x.arithmetic.u,
        absolute=absolute,
        unrounded=_exact_quotients(x, y, value),
        floor=0.0 if x.facts.nonnegative and y.facts.nonnegative else -np.inf,
    )


def _exact_quotients(x: Bounded, y: Bounded, value: Array) -> Array | None:
    """Return where every right kernel has the quotient of exact numbers itself, None for nowhere."""
    how = x.arithmetic
    form = how.computed
    if not divides_exactly(how) or form.precision > _HALF_OF_FLOAT64:
        return None
    # The reciprocal of a larger divisor is below the normal range of float32.
    exact = (y.bound == 0.0) & (y.doubt == SURE) & (np.abs(y.value) < 2.0**126)
    if not exact.any():
        return None
    exact = exact & (x.bound == 0.0) & (x.doubt == SURE) & (value * y.value == x.value)
    exact &= value.astype(form.dtype) == value
    if how.flushes:
        exact &= (np.abs(value) >= form.smallest_normal) | (value == 0.0)
    if exact.any() and (y.ndim == 0 or "reciprocal" in how):
        product = x.value.astype(form.dtype) * (form.dtype.type(1.0) / y.value.astype(form.dtype))
        exact &= product == value
    return exact if exact.any() else None


_HALF_OF_FLOAT64 = 26
"""Largest precision of factors whose product is exact in float64."""


def _beyond_range(x: Bounded, y: Bounded, relative: float) -> tuple[Array | None, Array | None, Any]:
    """Return where a reciprocal may overflow, where it may be 0, and the cost of a subnormal one; None for nowhere."""
    how = x.arithmetic
    if relative == 0.0 and "fast_div" not in how:
        return None, None, 0.0
    most, least = np.abs(y.value) + y.bound, y.least
    if relative == 0.0:
        vanishing = np.isfinite(y.value) & (most > FDIVIDEF_LARGEST)
        return None, (vanishing if vanishing.any() else None), 0.0
    lost = (least < 1.0 / how.computed.largest) & (y.value != 0.0)
    small = np.isfinite(y.value) & (most > 0.25 / how.computed.smallest_normal)
    if not small.any():
        return (lost if lost.any() else None), None, 0.0
    absolute = np.where(small, (np.abs(x.value) + x.bound) * how.tiny, 0.0)
    return (
        (lost if lost.any() else None),
        (small if how.flushes else None),
        np.where(np.isnan(absolute), 0.0, absolute),
    )


def sqrt(x: Bounded) -> Bounded:
    value = np.sqrt(x.value)
    change: Array | None = None
    if not x.facts.exact:
        below = np.sqrt(np.maximum(x.low - OUTWARD * x.value, 0.0))
        # sqrt(x) - sqrt(x - b) is at most sqrt(b), which holds at 0, too.
        change = np.minimum(x.bound / (value + below), np.sqrt(x.bound))
        change = np.where(x.bound == 0.0, 0.0, change)
        # The rule of the function handles infinities and NaN.
        change = np.where(x.low < 0.0, np.inf, change)
    relative = 0.0
    if "rsqrt" in x.arithmetic:
        relative = halves("rsqrt", x.arithmetic) * x.arithmetic.u
    elif "approx_sqrt" in x.arithmetic:
        relative = APPROX_SQRT_RELATIVE
    return rounded(
        value,
        change,
        x,
        rule=function_rule(x, np.sqrt, 0.0),
        relative=relative,
        floor=np.sqrt(max(x.facts.floor, 0.0)),
    )


def reciprocal(x: Bounded) -> Bounded:
    return divide(1.0, x)


def negative(x: Bounded) -> Bounded:
    facts = x.facts.copy()
    facts.floor, facts.ceiling = -np.inf, np.inf
    return Bounded(-x.value, x.bound.copy(), x.doubt.copy(), facts, x.arithmetic)


def positive(x: Bounded) -> Bounded:
    return x.copy()


def absolute(x: Bounded) -> Bounded:
    facts = x.facts.copy()
    facts.floor, facts.ceiling = max(facts.floor, 0.0), np.inf
    return Bounded(np.abs(x.value), x.bound.copy(), x.doubt.copy(), facts, x.arithmetic)


enter(
    {np.add: add, np.subtract: subtract},
    rule="`bx + by`, and one rounding",
    source="IEEE 754, round to nearest (guide)",
)
enter(
    {np.multiply: multiply, np.square: square},
    rule="`|x| by + |y| bx + bx by`, and one rounding; nothing is rounded by exact powers of two and 0. Covers a "
    "contraction with an addition (`fma`)",
    source="IEEE 754 (guide)",
)
enter(
    {np.divide: divide, np.reciprocal: reciprocal},
    rule="`(bx + |x/y| by) / m`, where `m` is the least magnitude of `y`, `|y| - by` or the floor; and the error of "
    "the division: one rounding without a word, two with a scalar divisor, because a kernel may multiply by its "
    "reciprocal; none where `x` and `y` are exact and both ways give the quotient itself. Undecided if `y` may be 0 "
    "and is not exactly 0",
    source="guide; `harness/operation/precision/rounding.py`",
)
enter(
    {np.sqrt: sqrt},
    rule="`b / (sqrt(x) + sqrt(x - b))`, or with the floor for `x - b`, and one rounding; with `rsqrt` enough that a "
    "division by the root covers a product with `rsqrtf`. Undecided if `x` may be negative and may be not",
    source="guide; PTX `sqrt.approx`",
)
enter(
    {np.negative: negative, np.positive: positive, np.absolute: absolute, np.fabs: absolute},
    rule="`b`; nothing is rounded",
)
