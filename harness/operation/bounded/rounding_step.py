"""One step of a running error analysis: the bound of an operation's result from its operands' bounds.

The bound of a result is the propagated error of the operands (`change`), plus what the kernel rounds, plus what the
float64 reference rounds (Higham, "Accuracy and Stability of Numerical Algorithms", 2nd ed., section 3.3). A rounding
costs ``u`` times the largest number that a right kernel may have. Half an ulp at that number would be sharper, but
``(x * y) * z`` and ``x * (y * z)`` round in different binades, and an online softmax rounds other differences than
``x - max``, which may be exact. Only whole numbers are exact in every order. Below the normal range an ulp is the
smallest subnormal, and with ``ftz`` the result may be zero.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..precision.float_format import FloatFormat
from .array import Bounded
from .doubt import Rule
from .facts import MAY_OVERFLOW, SURE, UNDECIDED, Array, Facts
from .kernel_arithmetic import KernelArithmetic

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
