"""Selections and comparisons: a kernel rounds nothing, and chooses by its own numbers.

``max`` moves no more than its operands do. A comparison is undecided where the operands' intervals overlap, and
``np.where`` on it covers both branches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..array import Bounded, BoundedCondition, arithmetic_of, as_bounded, as_condition, pair
from ..facts import MAY_OVERFLOW, SURE, UNDECIDED, Array, Facts
from ..registry import Undecided, entering
from ..rounding_step import U64, ends, possible_infinities, surely_nan
from .elementary import negative

enter = entering("Selections and comparisons")


def _selected(
    x: Bounded, value: Array, low: Array, high: Array, doubt: Array, lipschitz: Array | None = None
) -> Bounded:
    """Return a selection that is known to be between `low` and `high`, and to move by `lipschitz` at most."""
    # The ends are rounded in float64 themselves.
    bound = np.maximum(high - value, value - low) + 2.0 * U64 * np.abs(value)
    if lipschitz is not None:
        bound = np.minimum(bound, lipschitz)
    bound = np.where(np.isfinite(value), bound, np.where(doubt == SURE, 0.0, np.inf))
    bound = np.where((doubt == UNDECIDED) | np.isnan(bound), np.inf, bound)
    doubt = np.asarray(doubt, dtype=np.uint8)
    facts = Facts(exact=x.facts.exact, sure=not doubt.any())
    return Bounded(value, bound, doubt, facts, x.arithmetic)


def maximum(x: Any, y: Any) -> Bounded:
    x, y = pair(x, y)
    value = np.maximum(x.value, y.value)
    low, high = np.maximum(x.value - x.bound, y.value - y.bound), np.maximum(x.high, y.high)
    lipschitz = np.maximum(x.bound, y.bound)
    doubt = np.maximum(x.doubt, y.doubt)
    if doubt.any():
        # A minus infinity loses against the other operand.
        (_, x_lost), (_, y_lost) = possible_infinities(x), possible_infinities(y)
        x_low = np.where(x_lost, -np.inf, x.value - x.bound)
        y_low = np.where(y_lost, -np.inf, y.value - y.bound)
        low = np.maximum(x_low, y_low)
        lipschitz = np.where(x_lost | y_lost, np.inf, lipschitz)
        doubt = np.where(surely_nan(x) | surely_nan(y), SURE, doubt)
    result = _selected(x, value, low, high, np.broadcast_to(doubt, value.shape), lipschitz)
    result.facts.exact = x.facts.exact and y.facts.exact
    result.facts.whole = x.facts.whole and y.facts.whole
    result.facts.floor = max(x.facts.floor, y.facts.floor)
    return result


def minimum(x: Any, y: Any) -> Bounded:
    x, y = pair(x, y)
    result = negative(maximum(negative(x), negative(y)))
    result.facts.floor = min(x.facts.floor, y.facts.floor)
    return result


def _passing_nan(choose: Callable[[Any, Any], Bounded]) -> Callable[[Any, Any], Bounded]:
    """Return ``fmax`` of ``maximum``: of a NaN and a number, the number."""

    def chosen(x: Any, y: Any) -> Bounded:
        x, y = pair(x, y)
        only_y, only_x = np.isnan(x.value) & (x.doubt == SURE), np.isnan(y.value) & (y.doubt == SURE)
        return choose(where(only_y, y, x), where(only_x, x, y))

    return chosen


def clip(x: Any, low: Any = None, high: Any = None, **named: Any) -> Bounded:
    """Return numbers limited to an interval; None means no limit."""
    low, high = named.get("min", low), named.get("max", high)
    result = x.copy() if low is None else maximum(x, low)
    if high is None:
        return result
    limit = as_bounded(high, x.arithmetic)
    result = minimum(result, limit)
    result.facts.ceiling = float(np.max(limit.high, initial=-np.inf))
    return result


def greatest(x: Bounded, axis: Any = None, *, keepdims: bool = False, initial: Any = None) -> Bounded:
    """Return the maximum along axes; `initial` as NumPy has it."""
    if initial is not None:
        first = as_bounded(initial, x.arithmetic)
        if x.size:
            return maximum(greatest(x, axis, keepdims=keepdims), first)
    over = {"axis": axis, "keepdims": keepdims}
    value = np.max(x.value, **over) if initial is None else np.max(x.value, initial=initial, **over)
    if x.facts.exact:
        facts = Facts(exact=True, floor=x.facts.floor, whole=x.facts.whole)
        return Bounded(value, np.zeros(value.shape), np.zeros(value.shape, np.uint8), facts, x.arithmetic)
    lows, doubt = x.value - x.bound, np.zeros(value.shape, np.uint8)
    if not x.facts.sure:
        lows = np.where(possible_infinities(x)[1], -np.inf, lows)
        # Only an infinity or NaN above the maximum shows; a right kernel's NaN always does.
        doubt = np.max(np.where(possible_infinities(x)[0], x.doubt, SURE), **over)
        doubt = np.where(np.max(surely_nan(x), **over), SURE, doubt)
        doubt = np.where(
            np.isinf(value) & (doubt == SURE) & np.max(x.doubt != SURE, **over), MAY_OVERFLOW, doubt
        )
    low = np.max(lows, **over)
    doubt = np.where(np.isinf(low) & np.isfinite(value), np.maximum(doubt, MAY_OVERFLOW), doubt)
    result = _selected(x, value, low, np.max(x.high, **over), doubt)
    result.facts.floor = x.facts.floor
    return result


def least(x: Bounded, axis: Any = None, *, keepdims: bool = False, initial: Any = None) -> Bounded:
    start = None if initial is None else -np.asarray(initial)
    result = negative(greatest(negative(x), axis, keepdims=keepdims, initial=start))
    result.facts.floor = x.facts.floor
    return result


def running(x: Bounded, choose: Any, axis: int = 0) -> Bounded:
    """Return running maxima or minima, by ``np.maximum.accumulate``."""
    if not x.facts.sure:
        raise Undecided("a running maximum needs elements that cannot overflow")
    value, low, high = (choose.accumulate(part, axis=axis) for part in (x.value, x.value - x.bound, x.high))
    result = _selected(x, value, low, high, np.zeros(value.shape, np.uint8))
    if x.facts.exact:
        result.bound[...] = 0.0
    result.facts.floor = x.facts.floor
    return result


def step(function: Any) -> Callable[..., Bounded]:
    """Return the rule of a function that never falls and rounds nothing: ``rint``, ``sign``."""

    def stepped(x: Bounded, decimals: int = 0) -> Bounded:
        if decimals != 0:
            raise TypeError(f"np.round of a bounded array rounds to whole numbers (got {decimals} decimals)")
        value, low, high = (function(part) for part in (x.value, *ends(x)))
        keeps_infinity = np.isinf(function(np.array(np.inf)))
        doubt = x.doubt if keeps_infinity else np.where(x.doubt == UNDECIDED, UNDECIDED, SURE)
        bound = np.where(np.isfinite(value), np.maximum(high - value, value - low), x.bound)
        if not keeps_infinity:
            # Only `sign` has a limit at infinity, and its results are at most 2 apart.
            bound = np.where(x.doubt != SURE, 2.0, bound)
        bound = np.where(doubt == UNDECIDED, np.inf, bound)
        floor, ceiling = (float(function(end)) for end in (x.facts.floor, x.facts.ceiling))
        facts = Facts(exact=x.facts.exact, sure=not doubt.any(), floor=floor, ceiling=ceiling, whole=True)
        return Bounded(value, bound, doubt.astype(np.uint8), facts, x.arithmetic)

    return stepped


def where(condition: Any, *branches: Any) -> Any:
    """Return the first branch where a condition holds, else the second; where undecided, a bound that covers both."""
    chosen = as_condition(condition)
    if not branches:
        return np.nonzero(chosen.decided("np.where of a condition alone"))
    x, y = branches
    plain = [np.asarray(branch) for branch in branches if not isinstance(branch, (Bounded, BoundedCondition))]
    if not any(isinstance(z, Bounded) for z in branches) and all(array.dtype == bool for array in plain):
        return (chosen & as_condition(x)) | (~chosen & as_condition(y))
    arithmetic = chosen.arithmetic or arithmetic_of(x, y)
    x, y = as_bounded(x, arithmetic), as_bounded(y, arithmetic)
    value = np.where(chosen.value, x.value, y.value)
    bound = np.where(chosen.value, x.bound, y.bound)
    doubt = np.where(chosen.value, x.doubt, y.doubt)
    facts = x.facts.copy()
    facts.weaken(y.facts)
    if chosen.undecided.any():
        other = np.where(chosen.value, y.value, x.value)
        other_bound = np.where(chosen.value, y.bound, x.bound)
        with np.errstate(invalid="ignore"):
            apart = np.abs(other - value)
        same = (other == value) | (np.isnan(other) & np.isnan(value))
        # The factor is for the rounding of the difference in float64.
        reach = np.maximum(bound, np.where(same, 0.0, apart * (1.0 + 2.0 * U64)) + other_bound)
        mixed = np.where(same | np.isfinite(apart), np.maximum(x.doubt, y.doubt), UNDECIDED)
        bound = np.where(chosen.undecided, np.where(mixed == UNDECIDED, np.inf, reach), bound)
        doubt = np.where(chosen.undecided, mixed, doubt)
        facts.exact, facts.sure = False, not doubt.any()
    return Bounded(value, bound, doubt.astype(np.uint8), facts, arithmetic)


def comparison(function: Any) -> Callable[[Any, Any], BoundedCondition]:
    """Return the rule of a comparison: the reference's answer, undecided where the operands' intervals overlap."""

    def compared(x: Any, y: Any) -> BoundedCondition:
        x, y = pair(x, y)
        value = function(x.value, y.value)
        if x.facts.exact and y.facts.exact:
            return BoundedCondition(value, np.zeros(value.shape, bool), x.arithmetic)
        reach = x.bound + y.bound
        overlap = (np.abs(x.value - y.value) <= reach * (1.0 + 4.0 * U64)) & (reach > 0.0)
        overlap = overlap | (x.doubt != SURE) | (y.doubt != SURE)
        return BoundedCondition(value, overlap & ~(surely_nan(x) | surely_nan(y)), x.arithmetic)

    return compared


def classification(function: Any, least_doubt: int) -> Callable[[Bounded], BoundedCondition]:
    """Return the rule of ``isnan`` and its like, undecided from a doubt on."""
    return lambda x: BoundedCondition(function(x.value), x.doubt >= least_doubt, x.arithmetic)


def either(x: Bounded, y: Bounded) -> Bounded:
    """Return a result that a kernel may compute in either of two ways."""
    with np.errstate(invalid="ignore"):
        apart = np.where(x.value == y.value, 0.0, np.abs(x.value - y.value))
    is_alike = np.isnan(x.value) == np.isnan(y.value)
    doubt = np.where(is_alike, np.maximum(x.doubt, y.doubt), UNDECIDED).astype(np.uint8)
    with np.errstate(invalid="ignore"):
        bound = np.where(np.isnan(x.value), x.bound, np.maximum(x.bound, y.bound + apart))
    bound = np.where(doubt == UNDECIDED, np.inf, bound)
    facts = Facts(
        exact=x.facts.exact and y.facts.exact and not bound.any(),
        sure=not doubt.any(),
        floor=min(x.facts.floor, y.facts.floor),
    )
    return Bounded(x.value, bound, doubt, facts, x.arithmetic)


enter(
    {"either": either},
    rule="`kernel_harness.operation.bounded.either(x, y)`, for two ways in which kernels compute one formula: the "
    "bound of `x`, or the distance to `y` and the bound of that",
)
enter(
    {
        np.maximum: maximum,
        np.minimum: minimum,
        np.fmax: _passing_nan(maximum),
        np.fmin: _passing_nan(minimum),
        np.clip: clip,
    },
    rule="the distance to the larger of `x + bx` and `y + by`, or to that of `x - bx` and `y - by`; nothing is rounded",
)
enter(
    {
        np.max: greatest,
        np.min: least,
        (np.maximum, "reduce"): lambda x, axis=0, **rest: greatest(x, axis, **rest),
        (np.minimum, "reduce"): lambda x, axis=0, **rest: least(x, axis, **rest),
        (np.maximum, "accumulate"): lambda x, axis=0: running(x, np.maximum, axis),
        (np.minimum, "accumulate"): lambda x, axis=0: running(x, np.minimum, axis),
    },
    rule="likewise along an axis; nothing is rounded",
)
enter(
    {function: step(function) for function in (np.rint, np.floor, np.ceil, np.trunc, np.sign, np.round)},
    rule="the distance to the function of `x + b` and `x - b`: 0, or a whole step where rounding decides",
)
enter(
    {np.where: where},
    rule="the bound of the branch that the reference takes; where the condition is undecided, the distance to the "
    "other branch and its bound",
)
enter(
    {
        ufunc: comparison(ufunc)
        for ufunc in (np.less, np.less_equal, np.greater, np.greater_equal, np.equal, np.not_equal)
    },
    rule="the answer for the reference's values; undecided where `|x - y| <= bx + by` and this is not 0. A plain `if` "
    "on an undecided one raises",
)
enter(
    {
        np.isnan: classification(np.isnan, UNDECIDED),
        np.isinf: classification(np.isinf, MAY_OVERFLOW),
        np.isfinite: classification(np.isfinite, MAY_OVERFLOW),
    },
    rule="the class of the reference; undecided where a right kernel may have another",
)
