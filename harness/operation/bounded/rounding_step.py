"""One step of a running error analysis: the bound of an operation's result from its operands' bounds.

The bound of a result is the propagated error of the operands (`change`), plus what the kernel rounds, plus what the
float64 reference rounds (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., section 3.3). A rounding
costs ``u`` times the largest number that a right kernel may have. Half an ulp at that number would be sharper, but
``(x * y) * z`` and ``x * (y * z)`` round in different binades, and an online softmax rounds other differences than
``x - max``, which may be exact. Only whole numbers are exact in every order. Below the normal range an ulp is the
smallest subnormal, and with ``ftz`` the result may be zero.

A result is in doubt where a right kernel may have an infinity or NaN and the reference has none, or the reverse. The
rules of doubt are called only for arrays with infinities, NaN or doubt, and for results near the end of the range.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..precision.rounding import FloatFormat
from .array import Bounded
from .facts import MAY_OVERFLOW, SURE, UNDECIDED, Array, Facts
from .kernel_arithmetic import KernelArithmetic

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


U64 = 2.0**-53
"""Largest relative error of one rounding of the reference."""

FUNCTION_OWN = 8.0
"""Error of NumPy's functions in float64, in `U64`: NumPy's tests allow 4 ulp."""

SPECIAL_OWN = 32.0
"""Error of SciPy's `special` functions in float64 except in their tails, in `U64`; 2.8 were measured with mpmath."""

SLACK = 1.0 + 2.0**-48
"""Covers the roundings of the bound's own computation, 32 of them at most."""

OUTWARD = 2.0**-50
"""Relative width by which the end of an interval is moved outward, where its rounding would matter."""


def ends(x: Bounded) -> tuple[Array, Array]:
    """Return the least and the largest number that a right kernel may have, infinities aside, rounded outward."""
    # Where ``value - bound`` is a number of float64, it is not moved: whole numbers stay whole.
    low, high = x.value - x.bound, x.value + x.bound
    with np.errstate(invalid="ignore"):
        # The error of a sum in float64 (Higham, section 4.3).
        part = low - x.value
        below = (x.value - (low - part)) - (x.bound + part) < 0.0
        part = high - x.value
        above = (x.value - (high - part)) + (x.bound - part) > 0.0
    return np.where(below, np.nextafter(low, -np.inf), low), np.where(above, np.nextafter(high, np.inf), high)


def rounded(
    value: Array,
    change: Array | None,
    *operands: Bounded,
    rule: Rule,
    halves: float = 1.0,
    relative: Any = 0.0,
    absolute: Any = 0.0,
    own: Any = 1.0,
    unrounded: Array | None = None,
    keeps_zero: bool = True,
    keeps_whole: bool = False,
    floor: float = -np.inf,
) -> Bounded:
    """Return the result of one operation of a kernel."""
    arithmetic = operands[0].arithmetic
    form = arithmetic.computed
    value = np.asarray(value)
    size = np.asarray(np.abs(value))
    if change is not None:
        size += change
    # An ulp is at most 2 u of a number, and the result that it is counted from is rounded itself.
    unit = halves * form.unit_roundoff * (1.0 + (halves - 1.0) * form.unit_roundoff) + 2.0 * own * U64
    is_plain = _is_zero(relative) and _is_zero(absolute)
    if is_plain:
        error = np.asarray(np.maximum(size, form.smallest_normal))
        error *= unit
    else:
        further = relative * size + absolute
        error = np.asarray(np.maximum(size + further, form.smallest_normal))
        error *= unit
        error += further
    if arithmetic.flushes:
        # A kernel's own result may be below the normal range where the reference's is not.
        low = np.abs(value) if change is None else np.abs(value) - change
        np.copyto(error, np.maximum(error, form.smallest_normal), where=low < form.smallest_normal)
    if keeps_zero and not size.all():
        error[size == 0.0] = 0.0
    if unrounded is not None:
        error[unrounded] = 0.0
    if arithmetic.exactly and halves <= 1.0 and _is_zero(relative):
        held = _held(arithmetic, value, operands)
        error[held] = 0.0
        value = np.where(held, value.astype(form.dtype), value)
    top = float(size.max(initial=0.0))
    facts = Facts(floor=_rounded_floor(floor, form, halves))
    is_whole = keeps_whole and change is None and all(operand.facts.whole for operand in operands)
    if is_whole and top <= 2.0**form.precision:
        error[...] = 0.0
        facts.exact = facts.whole = True
    if is_plain and isinstance(unit, float):
        # No error exceeds the error at the largest size, or a flushed number.
        top += max(top, form.smallest_normal) * unit + form.smallest_normal
    else:
        top += float(error.max(initial=0.0))
    if change is not None:
        error += change
    return settled(value, error, *operands, rule=rule, facts=facts, change=change, top=top)


def settled(
    value: Array,
    bound: Array,
    *operands: Bounded,
    rule: Rule,
    facts: Facts,
    change: Array | None = None,
    top: float = math.nan,
    in_doubt: bool = False,
) -> Bounded:
    """Return a result whose bound is known, with its doubt."""
    arithmetic = operands[0].arithmetic
    form = arithmetic.computed
    bound = np.asarray(bound)
    bound *= SLACK
    if math.isnan(top):
        top = float((np.abs(value) + bound).max(initial=0.0))
    # Far from the end of the range nothing overflows, so most results need no rule.
    if not in_doubt and top < 0.999 * form.largest and all(operand.facts.sure for operand in operands):
        return Bounded(value, bound, np.zeros(value.shape, np.uint8), facts, arithmetic)
    before = np.zeros(value.shape) if change is None else np.broadcast_to(change, value.shape)
    doubt, after = rule(value, np.where(np.isnan(before), np.inf, before))
    bound = np.where(np.isnan(bound), np.inf, np.maximum(bound, after * SLACK))
    finite = np.isfinite(value)
    over = finite & ~(np.abs(value) + bound < form.largest)
    doubt = np.where(over, np.maximum(doubt, MAY_OVERFLOW), doubt).astype(np.uint8)
    # A result that may be an infinity or a number where the reference is NaN may be anything.
    doubt = np.where(np.isnan(value) & (doubt == MAY_OVERFLOW), np.uint8(UNDECIDED), doubt)
    bound = np.where(finite, bound, np.where(doubt == SURE, 0.0, np.inf))
    bound = np.where(doubt == UNDECIDED, np.inf, bound)
    facts.sure = not doubt.any()
    facts.exact = facts.exact and facts.sure
    return Bounded(value, bound, doubt, facts, arithmetic)


def _held(arithmetic: KernelArithmetic, value: Array, operands: tuple[Bounded, ...]) -> Array:
    """Return where exact operands have a result that the computed format has, or that is one of them, rounded."""
    form = arithmetic.computed
    nearest = value.astype(form.dtype).astype(np.float64)
    kept = nearest == value
    for operand in operands if len(operands) > 1 else ():
        kept = kept | (nearest == operand.value)
    if arithmetic.flushes:
        kept = kept & ((np.abs(value) >= form.smallest_normal) | (value == 0.0))
    for operand in operands:
        kept = kept & (operand.bound == 0.0) & (operand.doubt == SURE)
    return np.asarray(kept)


def _rounded_floor(floor: float, form: FloatFormat, halves: float) -> float:
    """Return a floor of rounded results. A floor near the end of the normal range may be flushed, or rounded to 0."""
    if not floor >= 0.0:
        return -np.inf
    if floor <= 4.0 * form.smallest_normal:
        return 0.0
    return floor * (1.0 - 16.0 * (halves + 1.0) * form.unit_roundoff)


def _is_zero(error: Any) -> bool:
    return isinstance(error, float) and error == 0.0
