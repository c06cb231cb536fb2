"""Functions of two numbers: powers and ``logaddexp``."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..array import Bounded, pair
from ..doubt import Rule, Ruling, surely_nan
from ..facts import MAY_OVERFLOW, SURE, UNDECIDED, Array
from ..kernel_arithmetic import KernelArithmetic
from ..maximum_errors import FAST_LOGARITHMS, MAXIMUM_ULP, halves
from ..propagation import growth, loss
from ..registry import FUNCTIONS, enter
from ..rounding_step import FUNCTION_OWN, rounded
from .elementary import GROUP, absolute, add, multiply, subtract
from .selection import maximum, where


def power(x: Any, y: Any) -> Bounded:
    """Return ``x ** y``: by ``powf``, or for a small whole exponent by products."""
    x, y = pair(x, y)
    value = np.power(x.value, y.value)
    change: Array | None = None
    if not (x.facts.exact and y.facts.exact):
        # log(x**y) = y log x is off by |y| log(x / (x - b)) for x, and by_ |log x| for y.
        share = np.where(x.bound == 0.0, 0.0, x.bound / np.abs(x.value))
        of_x = np.where(share == 0.0, 0.0, loss(share))
        exponent = (np.abs(y.value) + y.bound) * of_x
        of_y = y.bound * (np.abs(np.log(np.abs(x.value))) + of_x)
        change = np.abs(value) * growth(np.where(y.bound == 0.0, exponent, exponent + of_y))
        change = np.where(np.isnan(change), np.inf, change)
        # 0 to a positive exact power: the largest number that x may be, to it.
        from_zero = (y.bound == 0.0) & (y.value > 0.0) & (share >= 1.0)
        reach = np.power(np.abs(x.value) + x.bound, np.maximum(y.value, 0.0)) + np.abs(value)
        change = np.where(from_zero, reach, change)
        change = np.where(_has_no_bound(x, y), np.inf, change)
    rounds, relative, extra = _kernel_error(x, y, x.arithmetic)
    return rounded(
        x.arithmetic,
        value,
        change,
        x,
        y,
        rule=_power_rule(x, y),
        halves=rounds,
        relative=relative,
        absolute=extra,
        own=FUNCTION_OWN,
        floor=x.facts.sign,
    )


def _kernel_error(x: Bounded, y: Bounded, how: KernelArithmetic) -> tuple[float, Any, Any]:
    whole = y.facts.exact and bool((y.value == np.rint(y.value)).all())
    # Products of a small whole power: one rounding for each factor but the first, and for the reciprocal.
    products = float(np.max(np.abs(y.value), initial=0.0)) * how.u * 1.01 if whole else 0.0
    if "fast_pow" not in how:
        return halves("power", how), products if products < 0.01 else 0.0, 0.0
    # exp2f(y * __log2f(x)): the logarithm's error and the product's rounding, times y and log 2; 2 ulp of exp2f.
    near, ulp = FAST_LOGARITHMS["log2"]
    size = np.abs(np.log2(np.abs(x.value) + x.bound)) + np.abs(np.log2(np.abs(np.abs(x.value) - x.bound)))
    # Two binary logarithms of float32 numbers: none is beyond 149 in magnitude, subnormals included.
    size = np.where(np.isfinite(size), size, 300.0)
    exponent = (np.abs(y.value) + y.bound) * (near + (2.0 * ulp + 2.0) * how.u * size)
    return 5.0, np.expm1(math.log(2.0) * exponent) + products, 0.0


def _has_no_bound(x: Bounded, y: Bounded) -> Array:
    """Return where a base may be 0 or negative, and the exponent is not an exact one that allows it."""
    exact = y.bound == 0.0
    whole = exact & (y.value == np.rint(y.value))
    crosses = (x.low <= 0.0) & (x.high >= 0.0) & (x.bound > 0.0)
    allowed = (whole & (y.value >= 0.0)) | ((x.low >= 0.0) & exact & (y.value > 0.0))
    # sqrt(-inf) is NaN, pow(-inf, 0.5) is not.
    unbounded: Array = (crosses & ~allowed) | ((x.low < 0.0) & ~exact) | ((x.value == -np.inf) & ~whole)
    return unbounded


def _power_rule(x: Bounded, y: Bounded) -> Rule:
    """Return the rule of a power. A doubtful operand leaves it undecided."""

    def judge(value: Array, change: Array) -> Ruling:
        doubt = np.maximum(x.doubt, y.doubt)
        doubt = np.where(_has_no_bound(x, y) | (doubt != SURE), UNDECIDED, doubt)
        # Of 0 to a negative power, only the sign is open.
        infinite = np.isinf(value) & np.isfinite(x.value) & np.isfinite(y.value)
        doubt = np.where(infinite, np.maximum(doubt, MAY_OVERFLOW), doubt)
        return np.where(surely_nan(x) | surely_nan(y), SURE, doubt), change

    return judge


def logaddexp(x: Any, y: Any) -> Bounded:
    """Return ``log(exp(x) + exp(y))`` as ``max(x, y) + log1p(exp(-|x - y|))``."""
    x, y = pair(x, y)
    apart = multiply(absolute(subtract(x, y)), -1.0)
    equal = np.isinf(x.value) & (x.value == y.value)
    apart = where(equal, 0.0, apart)
    return add(maximum(x, y), FUNCTIONS[np.log1p](FUNCTIONS[np.exp](apart)))


enter(
    GROUP,
    {np.power: power, np.float_power: power},
    rule="`|x**y| ((x / (x - b))**|y| - 1)`; {} ulp (float64: {}), and the roundings of products for a whole `y`, or "
    "the error of `fast_pow`; `x * x` is a product. Undecided if `x` may be 0 or negative, unless `y` is exact and "
    "positive, and whole where `x` may be negative".format(*MAXIMUM_ULP["power"]),
    source="guide",
)
enter(GROUP, {np.logaddexp: logaddexp}, rule="that of `max(x, y) + log1p(exp(-|x - y|))`")
