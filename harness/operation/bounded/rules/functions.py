"""Functions that a kernel calls: exponentials, logarithms, trigonometry, powers.

The propagated error is rigorous, not first-order. It comes from a formula that is exact for the function (``exp``,
``log``), or from the largest slope between ``x - b`` and ``x + b`` (``tanh``, ``sin``). The end of an interval is moved
outward where its rounding in float64 would matter. The kernel's own error is the documented maximum
(`harness.operation.bounded.kernel_arithmetic`), at the largest result in that interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ....lazy import dataclass
from ....ptx.isa.error_bounds import error_bounds
from ..array import Bounded, pair
from ..facts import MAY_OVERFLOW, SURE, UNDECIDED, Array
from ..kernel_arithmetic import (
    FAST_LOGARITHMS,
    FAST_NEAR_ONE,
    FAST_SINES,
    FAST_TANH_RELATIVE,
    MAXIMUM_ULP,
    KernelArithmetic,
    division,
    exponential,
    halves,
)
from ..registry import FUNCTIONS, entering
from ..rounding_step import (
    FUNCTION_OWN,
    OUTWARD,
    SPECIAL_OWN,
    Rule,
    Ruling,
    function_rule,
    rounded,
    surely_nan,
)
from .elementary import absolute, add, multiply, subtract
from .elementary import enter as enter_arithmetic
from .selection import maximum, where

enter = entering("Functions")
LOG_2 = math.log(2.0)

Change = Callable[[Array, Array, Array], Array]
"""``(x, b, f(x)) -> change``: the largest change of ``f`` from an error of at most `b` of `x`."""


def growth(b: Array) -> Array:
    """Return an upper bound of ``exp(b) - 1`` for ``b >= 0``: ``b + b**2`` up to 1, since ``e - 2 < 1``."""
    if np.max(b, initial=0.0) <= 1.0:
        return np.asarray(b + b * b)
    return np.where(b <= 1.0, b + b * b, np.expm1(b))


def exponential_change(x: Array, b: Array, f: Array) -> Array:
    """Return ``exp(x + b) - exp(x)``, or ``exp(x + b)`` where that is as good, for ``f = exp(x)``."""
    if np.max(b, initial=0.0) <= 1.0:
        return f * growth(b)
    far = np.exp(x + b + OUTWARD * (np.abs(x) + b)) * (1.0 + 2.0**-40)
    return np.where(b <= 1.0, f * growth(np.minimum(b, 1.0)), far)


def loss(share: Array) -> Array:
    """Return an upper bound of ``-log(1 - share)``, infinite from 1 on."""
    share = share * (1.0 + OUTWARD)
    return np.where(share < 1.0, -np.log1p(-np.minimum(share, 1.0)), np.inf)


def nearest(x: Array, b: Array) -> Array:
    """Return a lower bound of the magnitudes between ``x - b`` and ``x + b``."""
    return np.maximum(np.abs(x) * (1.0 - OUTWARD) - b, 0.0)


def of_slope(slope: Callable[[Array], Array], largest: float = math.inf) -> Change:
    """Return the change of a function whose slope falls with the magnitude and whose results differ by `largest`."""
    # exp(-x * x) itself is off by x * x roundings.
    return lambda x, b, _: np.minimum(slope(nearest(x, b)) * b * (1.0 + 2.0**-40), largest)


def squared_sech(x: Array) -> Array:
    """Return the slope of ``tanh``."""
    # Beyond, cosh squared overflows float64. A smaller argument gives a larger slope, so the bound holds.
    return 1.0 / np.cosh(np.minimum(x, 300.0)) ** 2


@dataclass(frozen=True)
class UnaryRule:
    """A function of one number, and the rule of its error."""

    function: Any
    """NumPy's or SciPy's function."""
    rule: str
    """Text of its row in the table, with ``{ulp}`` for the documented maximum."""
    change: Change
    """Propagated error."""
    fixed: tuple[float, ...] = ()
    """Arguments with an exact result (C standard, annex F): ``exp(0)`` is 1. So have infinite ones, if their result
    is a whole number."""
    lowest: float = -math.inf
    """Arguments below it give NaN."""
    floor: float = -math.inf
    """No result is below it."""
    own: float = FUNCTION_OWN
    own_tail: float = 0.0
    """`own`, `own_tail`: error of the reference in float64, in units of ``2**-53``: `own`, and `own_tail` times
    ``x**2``. SciPy takes tails from ``exp(-x**2)``, whose argument is rounded."""

    @property
    def name(self) -> str:
        """Name in `harness.operation.bounded.kernel_arithmetic.MAXIMUM_ULP`."""
        return str(self.function.__name__)

    def enter_row(self) -> None:
        single, double = MAXIMUM_ULP[self.name]
        rule = self.rule.format(ulp=f"{single} ulp (float64: {double})")
        enter({self.function: self}, rule=rule, source="guide")

    def __call__(self, x: Bounded) -> Bounded:
        value = self.function(x.value)
        change: Array | None = None
        known = np.isinf(x.value)
        for argument in _fixed(self, x.arithmetic):
            known |= x.value == argument
        if known.any():
            known &= (x.bound == 0.0) & (value == np.rint(value))
        reach = _argument_error(self.name, x)
        if reach is not None:
            change = self.change(x.value, reach, value)
            if not np.max(change, initial=0.0) < np.inf:
                change = np.where(reach == 0.0, 0.0, np.where(np.isnan(change), np.inf, change))
        rounds, relative, absolute = _kernel_error(self.name, x)
        return rounded(
            value,
            change,
            x,
            rule=function_rule(x, self.function, self.lowest),
            halves=rounds,
            relative=relative,
            absolute=absolute,
            own=self.own + self.own_tail * np.minimum(x.value * x.value, 1e6) if self.own_tail else self.own,
            unrounded=known if known.any() else None,
            keeps_zero=False,
            floor=self.floor,
        )


def _fixed(function: UnaryRule, how: KernelArithmetic) -> tuple[float, ...]:
    if function.name in FAST_LOGARITHMS and "fast_log" in how:
        return (0.0,)
    # exp2f of fma(x, log2(e), -m * log2(e)) is not 1 where x is m.
    return () if function.name == "exp" and "exp2" in how else function.fixed


def _argument_error(name: str, x: Bounded) -> Array | None:
    """Return the error of an argument, as a kernel's function takes it; None if there is none."""
    per_unit = exponential(x.arithmetic)[1] if name == "exp" else 0.0
    if per_unit == 0.0:
        return None if x.facts.exact else x.bound
    # The product with log2(e).
    return np.where(np.isinf(x.value), 0.0, x.bound + per_unit * x.arithmetic.u * (np.abs(x.value) + x.bound))


def _kernel_error(name: str, x: Bounded) -> tuple[float, Any, Any]:
    """Return a kernel's error of a function: halves of an ulp, relative and absolute error."""
    how = x.arithmetic
    if name == "exp":
        return exponential(how)[0], 0.0, 0.0
    if name in FAST_LOGARITHMS and "fast_log" in how:
        near, ulp = FAST_LOGARITHMS[name]
        least, most = FAST_NEAR_ONE
        is_near = (x.high >= least) & (x.value - x.bound <= most)
        return 2.0 * ulp + 1.0, 0.0, np.where(is_near, near, 0.0)
    if name in FAST_SINES and "fast_sin" in how:
        size = np.abs(x.value) + x.bound
        error = np.where(size <= math.pi, FAST_SINES[name], math.inf)
        for bound in error_bounds(f"{name}.approx.f32"):
            error = np.where(size <= bound.high, np.minimum(error, bound.absolute), error)
        return 1.0, 0.0, np.where(np.isfinite(x.value), error, 0.0)
    if name == "tanh" and "fast_tanh" in how:
        return 1.0, FAST_TANH_RELATIVE, 0.0
    return halves(name, how), 0.0, 0.0


LARGEST_SLOPE = "`b` times the largest slope in `x +- b`"

SMOOTH = (
    UnaryRule(
        np.exp,
        "`exp(x) (exp(b) - 1)`; {ulp}, or the error of `fast_exp` or `exp2`",
        lambda x, b, f: exponential_change(x, b, f),
        (0.0,),
        floor=0.0,
    ),
    UnaryRule(
        np.exp2,
        "`exp2(x) (2**b - 1)`; {ulp}",
        lambda x, b, f: exponential_change(LOG_2 * x, LOG_2 * b, f),
        (0.0,),
        floor=0.0,
    ),
    UnaryRule(
        np.expm1, "`exp(x) (exp(b) - 1)`; {ulp}", lambda x, b, _: exponential_change(x, b, np.exp(x)), (0.0,)
    ),
    UnaryRule(
        np.log,
        "`-log(1 - b / x)`; {ulp}, or the error of `fast_log`. Undecided if `x` may be negative and may be not; may be "
        "`-inf` if `x` may be 0",
        lambda x, b, _: loss(b / x),
        (1.0, 0.0),
        lowest=0.0,
    ),
    UnaryRule(
        np.log2,
        "as `log`; {ulp}, or the error of `fast_log`",
        lambda x, b, _: loss(b / x) / LOG_2,
        (1.0, 0.0),
        lowest=0.0,
    ),
    UnaryRule(
        np.log10,
        "as `log`; {ulp}, or the error of `fast_log`",
        lambda x, b, _: loss(b / x) / math.log(10.0),
        (1.0, 0.0),
        lowest=0.0,
    ),
    UnaryRule(
        np.log1p,
        "`-log(1 - b / (1 + x))`; {ulp}",
        lambda x, b, _: loss(b / (1.0 + x)),
        (0.0, -1.0),
        lowest=-1.0,
    ),
    UnaryRule(
        np.sin,
        "`b min(1, |cos x| + b / 2)`; {ulp}, or the error of `fast_sin`, which has no bound beyond `100 pi`",
        # The second derivative is at most 1 in magnitude, so the slope grows by at most `b / 2` on average.
        lambda x, b, _: np.minimum(b * np.minimum(np.abs(np.cos(x)) + 0.5 * b, 1.0), 2.0),
        (0.0,),
    ),
    UnaryRule(
        np.cos,
        "`b min(1, |sin x| + b / 2)`; {ulp}, or the error of `fast_sin`",
        lambda x, b, _: np.minimum(b * np.minimum(np.abs(np.sin(x)) + 0.5 * b, 1.0), 2.0),
        (0.0,),
    ),
    UnaryRule(
        np.arctan, f"{LARGEST_SLOPE}; {{ulp}}", of_slope(lambda x: 1.0 / (1.0 + x * x), math.pi), (0.0,)
    ),
    UnaryRule(np.sinh, "`b cosh(|x| + b)`; {ulp}", lambda x, b, _: np.cosh(np.abs(x) + b) * b, (0.0,)),
    UnaryRule(
        np.cosh, "`b sinh(|x| + b)`; {ulp}", lambda x, b, _: np.sinh(np.abs(x) + b) * b, (0.0,), floor=0.0
    ),
    UnaryRule(
        np.tanh, f"{LARGEST_SLOPE}; {{ulp}}, or the error of `fast_tanh`", of_slope(squared_sech, 2.0), (0.0,)
    ),
)
for function in SMOOTH:
    function.enter_row()


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
    rounds, relative, extra = _power_error(x, y, x.arithmetic)
    return rounded(
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


def _power_error(x: Bounded, y: Bounded, how: KernelArithmetic) -> tuple[float, Any, Any]:
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
    return np.asarray((crosses & ~allowed) | ((x.low < 0.0) & ~exact) | ((x.value == -np.inf) & ~whole))


def _power_rule(x: Bounded, y: Bounded) -> Rule:
    """Return the rule of a power. A doubtful operand leaves it undecided."""

    def judge(value: Array, change: Array) -> Ruling:
        doubt = np.maximum(x.doubt, y.doubt)
        doubt = np.where(_has_no_bound(x, y) | (doubt != SURE), UNDECIDED, doubt)
        # 0 to a negative power is an infinity of unknown sign.
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


enter_arithmetic(
    {np.power: power, np.float_power: power},
    rule="`|x**y| ((x / (x - b))**|y| - 1)`; {} ulp (float64: {}), and the roundings of products for a whole `y`, or "
    "the error of `fast_pow`; `x * x` is a product. Undecided if `x` may be 0 or negative, unless `y` is exact and "
    "positive, and whole where `x` may be negative".format(*MAXIMUM_ULP["power"]),
    source="guide",
)
enter_arithmetic({np.logaddexp: logaddexp}, rule="that of `max(x, y) + log1p(exp(-|x - y|))`")


def expit(x: Bounded) -> Bounded:
    """Return ``1 / (1 + exp(-x))``, or the same by the exponential of ``-|x|``."""
    # A kernel's exponential is off by a part `e` of itself, which the quotient reduces by ``1 - expit(x)``; the
    # addition and the division round. If the exponential overflows, the result is 0.
    from scipy import special

    how = x.arithmetic
    value = special.expit(x.value)
    change = np.where(
        x.bound == 0.0, 0.0, np.minimum(0.25 * squared_sech(0.5 * nearest(x.value, x.bound)) * x.bound, 1.0)
    )
    rounds, per_unit = exponential(how)
    # Far from 0 the exponential vanishes or overflows, however wrong its argument is.
    of_argument = np.expm1(np.minimum(per_unit * how.u * (np.abs(x.value) + x.bound), 1.0))
    of_exponential = rounds * how.u + of_argument
    rest = special.expit(x.bound - x.value)
    of_quotient, of_reciprocal = division(how)
    relative = (of_exponential * rest + (1.0 + of_reciprocal) * how.u) * 1.01
    # Where exp(-x) may overflow, the quotient is 0, and __fdividef gives 0 for divisors above 2**126.
    overflow = math.log(how.computed.largest) - 1.5
    overflows = (x.value - x.bound < -overflow) & np.isfinite(x.value)
    change = np.where(overflows, np.maximum(change, value), change)
    return rounded(
        value,
        change,
        x,
        rule=function_rule(x, special.expit),
        halves=of_quotient,
        relative=relative,
        own=SPECIAL_OWN,
        unrounded=np.isinf(x.value) & (x.bound == 0.0),
        keeps_zero=False,
        floor=0.0,
    )


@lru_cache(maxsize=1)
def enter_special() -> None:
    """Enter the rows of SciPy's functions; the registry calls it for the first reference that uses one of them."""
    from scipy import special  # takes 0.2 s to import

    bell = of_slope(lambda x: 2.0 / math.sqrt(math.pi) * np.exp(-x * x), 2.0)
    normal = of_slope(lambda x: 1.0 / math.sqrt(2.0 * math.pi) * np.exp(-0.5 * x * x), 1.0)
    rule, own = f"{LARGEST_SLOPE}; {{ulp}}", SPECIAL_OWN
    UnaryRule(special.erf, rule, bell, (0.0,), own=own).enter_row()
    UnaryRule(special.erfc, rule, bell, (0.0,), floor=0.0, own=own, own_tail=2.0).enter_row()
    UnaryRule(special.ndtr, f"{rule}, of `normcdff`", normal, floor=0.0, own=own, own_tail=4.0).enter_row()
    enter(
        {special.expit: expit},
        rule=f"{LARGEST_SLOPE}; the errors of `1 / (1 + exp(-x))`: the exponential's times `1 - expit(x)`, one "
        "rounding, one division",
        source="as of `exp` and of the division",
    )
