"""Doubt of results: where a right kernel may have an infinity or NaN and the reference has none, or the reverse.

The rules are called only for arrays with infinities, NaN or doubt, and for results near the end of the range.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .array import Bounded
from .facts import MAY_OVERFLOW, SURE, UNDECIDED, Array

Ruling = tuple[Array, Array]
"""Doubt of a result, and the propagated part of its bound."""

Rule = Callable[[Array, Array], Ruling]
"""``(value, change) -> (doubt, change)`` of a result, from its reference and the propagated part of its bound."""


def possible_infinities(x: Bounded) -> tuple[Array, Array]:
    """Return where a right kernel may have plus infinity, and minus infinity; overflow keeps the sign."""
    # Comparisons are negated below, so that a NaN bound, which fails them all, leaves everything possible.
    anything = x.doubt == UNDECIDED
    maybe = x.doubt == MAY_OVERFLOW
    plus = (x.value == np.inf) | (maybe & ~(x.high < 0.0)) | anything
    minus = (x.value == -np.inf) | anything
    if x.facts.nonnegative:
        return plus, minus
    return plus, minus | (maybe & ~(x.low > 0.0))


def possible_zeros(x: Bounded) -> Array:
    """Return where a right kernel may have 0; also where the reference is NaN."""
    if x.facts.floor > 0.0:
        return np.asarray(np.isnan(x.value) | (x.doubt == UNDECIDED))
    return np.asarray(~(np.abs(x.value) > x.bound) | (x.doubt == UNDECIDED))


def exact_zeros(x: Bounded) -> Array:
    """Return where every right kernel has 0."""
    return np.asarray((x.value == 0.0) & (x.bound == 0.0) & (x.doubt == SURE))


def surely_nan(x: Bounded) -> Array:
    """Return where every right kernel has NaN."""
    return np.asarray(np.isnan(x.value) & (x.doubt == SURE))


def sure_infinities(x: Bounded) -> Array:
    """Return where every right kernel has the infinity of the reference."""
    return np.asarray(np.isinf(x.value) & (x.doubt == SURE))


def overflowed(value: Array, *operands: Bounded) -> Array:
    """Return where the float64 reference overflowed: infinite, from finite operands."""
    infinite: Array = np.isinf(value)
    for operand in operands:
        infinite = infinite & np.isfinite(operand.value)
    return infinite


def with_sign(doubt: Array, plus: Array, minus: Array, value: Array, change: Array) -> Array:
    """Return the doubt of results that may be given infinities: undecided where the interval has another sign."""
    astray = (plus & (value + change < 0.0)) | (minus & (value - change > 0.0))
    return np.where(astray & (doubt == MAY_OVERFLOW), UNDECIDED, doubt)


def sum_rule(x: Bounded, y: Bounded) -> Rule:
    """Return the rule of ``x + y``: two possible infinities of opposite signs may give NaN."""

    def judge(value: Array, change: Array) -> Ruling:
        (x_plus, x_minus), (y_plus, y_minus) = possible_infinities(x), possible_infinities(y)
        conflict = (x_plus & y_minus) | (x_minus & y_plus)
        doubt = np.maximum(x.doubt, y.doubt)
        # A sum of exact numbers that overflows in float64 does so in every kernel.
        doubt = np.where(overflowed(value, x, y) & (change > 0.0), np.maximum(doubt, MAY_OVERFLOW), doubt)
        sure = sure_infinities(x) | sure_infinities(y)
        doubt = np.where(sure & (doubt < UNDECIDED), SURE, doubt)
        both = sure_infinities(x) & sure_infinities(y)
        doubt = np.where(conflict & ~both, UNDECIDED, doubt)
        doubt = with_sign(doubt, x_plus | y_plus, x_minus | y_minus, value, change)
        return np.where(surely_nan(x) | surely_nan(y), SURE, doubt), change

    return judge


def product_rule(x: Bounded, y: Bounded) -> Rule:
    """Return the rule of ``x * y``: a possible infinity times a possible zero may give NaN."""

    def judge(value: Array, change: Array) -> Ruling:
        x_infinite, y_infinite = (
            plus | minus for plus, minus in (possible_infinities(x), possible_infinities(y))
        )
        conflict = (x_infinite & possible_zeros(y)) | (y_infinite & possible_zeros(x))
        doubt = np.maximum(x.doubt, y.doubt)
        doubt = np.where(overflowed(value, x, y), np.maximum(doubt, MAY_OVERFLOW), doubt)
        sure = sure_infinities(x) | sure_infinities(y)
        doubt = np.where(sure & (doubt < UNDECIDED), SURE, doubt)
        certain = (sure_infinities(x) & exact_zeros(y)) | (sure_infinities(y) & exact_zeros(x))
        doubt = np.where(conflict & ~certain, UNDECIDED, doubt)
        return np.where(surely_nan(x) | surely_nan(y), SURE, doubt), change

    return judge


def quotient_rule(x: Bounded, y: Bounded, lost: Array | None, vanishing: Array | None) -> Rule:
    """Return the rule of ``x / y``."""
    # A divisor that may be 0 without being exactly 0 leaves the quotient undecided. A division by an exact 0 gives an
    # infinity with the zero's sign, which depends on the order of sums. A divisor that may overflow may give 0.

    def judge(value: Array, change: Array) -> Ruling:
        x_infinite, y_infinite = (
            plus | minus for plus, minus in (possible_infinities(x), possible_infinities(y))
        )
        maybe = np.maximum(x.doubt, y.doubt)
        doubt = np.where(x_infinite & ~sure_infinities(x), maybe, SURE)
        doubt = np.where(overflowed(value, x, y), np.maximum(doubt, MAY_OVERFLOW), doubt)
        doubt = np.where(exact_zeros(y) & np.isinf(x.value), np.maximum(doubt, MAY_OVERFLOW), doubt)
        doubt = np.where(maybe == UNDECIDED, UNDECIDED, doubt)
        zero = possible_zeros(y) & ~surely_nan(y)
        unsure = (zero & ~exact_zeros(y)) | (exact_zeros(y) & possible_zeros(x) & ~exact_zeros(x))
        unsure |= x_infinite & y_infinite & ~(sure_infinities(x) & sure_infinities(y))
        if lost is not None:
            unsure |= lost
        if vanishing is not None:
            unsure |= vanishing & x_infinite
        doubt = np.where(unsure, UNDECIDED, doubt)
        doubt = np.where(surely_nan(x) | surely_nan(y), SURE, doubt)
        vanishes = y_infinite & (y.doubt == MAY_OVERFLOW) & (doubt < UNDECIDED)
        return doubt, np.where(vanishes, np.maximum(change, np.abs(value)), change)

    return judge


def function_rule(x: Bounded, function: Callable[[Array], Array], lowest: float = -np.inf) -> Rule:
    """Return the rule of a function that is continuous above `lowest` and NaN below it."""
    # An element that may be infinite may give the function's limit. An element on both sides of `lowest` is undecided.
    # A pole at `lowest` itself may be an infinity.

    def judge(value: Array, change: Array) -> Ruling:
        doubt = np.where(x.doubt == UNDECIDED, UNDECIDED, SURE)
        doubt = np.where(overflowed(value, x) & (x.bound > 0.0), np.maximum(doubt, MAY_OVERFLOW), doubt)
        maybe = x.doubt == MAY_OVERFLOW
        for end, possible in zip((np.inf, -np.inf), possible_infinities(x), strict=True):
            limit = function(np.array(end))
            here = maybe & possible
            if np.isfinite(limit):
                # The kernel rounds the limit, too.
                reach = np.abs(limit - value) + 16.0 * x.arithmetic.u * np.abs(limit)
                change = np.where(here, np.maximum(change, reach), change)
                # An infinite value that may be finite has any result between.
                change = np.where(here & ~np.isfinite(x.value), np.inf, change)
                doubt = np.where(here & ~np.isfinite(x.value), np.maximum(doubt, MAY_OVERFLOW), doubt)
            else:
                mark = UNDECIDED if np.isnan(limit) else MAY_OVERFLOW
                doubt = np.where(here, np.maximum(doubt, mark), doubt)
                doubt = with_sign(doubt, here & (limit > 0.0), here & (limit < 0.0), value, change)
        if lowest > -np.inf:
            low, finite = x.low, np.isfinite(x.value)
            crosses = finite & (low < lowest) & (x.high >= lowest) & (x.bound > 0.0)
            doubt = np.where(crosses, UNDECIDED, doubt)
            touches = finite & (low == lowest) & (x.bound > 0.0) & np.isinf(function(np.array(lowest)))
            doubt = np.where(touches, np.maximum(doubt, MAY_OVERFLOW), doubt)
            change = np.where(touches, np.inf, change)
        return np.where(surely_nan(x), SURE, doubt), change

    return judge
