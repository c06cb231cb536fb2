"""Functions of one number that a kernel calls: exponentials, logarithms, trigonometry.

The propagated error is rigorous, not first-order. It comes from a formula that is exact for the function (``exp``,
``log``), or from the largest slope between ``x - b`` and ``x + b`` (``tanh``, ``sin``). The kernel's own error is the
documented maximum (`harness.operation.bounded.maximum_errors`), at the largest result in that interval.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ....ptx.isa.error_bounds import error_bounds
from ..array import Bounded
from ..doubt import function_rule
from ..facts import Array
from ..kernel_arithmetic import KernelArithmetic
from ..maximum_errors import (
    FAST_LOGARITHMS,
    FAST_NEAR_ONE,
    FAST_SINES,
    FAST_TANH_RELATIVE,
    MAXIMUM_ULP,
    exponential,
    halves,
)
from ..propagation import (
    LOG_2,
    Change,
    exponential_change,
    loss,
    of_slope,
    squared_sech,
)
from ..registry import enter
from ..rounding_step import FUNCTION_OWN, rounded

GROUP = "Functions"


@dataclass(frozen=True)
class Function:
    """A function of one number."""

    name: str
    """Name in `harness.operation.bounded.maximum_errors.MAXIMUM_ULP`."""
    function: Any
    """NumPy's or SciPy's function."""
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

    def __call__(self, x: Bounded) -> Bounded:
        """Return the function of an array."""
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
            x.arithmetic,
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


def _fixed(function: Function, how: KernelArithmetic) -> tuple[float, ...]:
    """Return the arguments for which a kernel's function is exact."""
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
        for each in error_bounds(f"{name}.approx.f32"):
            error = np.where(size <= each.high, np.minimum(error, each.absolute), error)
        return 1.0, 0.0, np.where(np.isfinite(x.value), error, 0.0)
    if name == "tanh" and "fast_tanh" in how:
        return 1.0, FAST_TANH_RELATIVE, 0.0
    return halves(name, how), 0.0, 0.0


SMOOTH = (
    Function("exp", np.exp, lambda x, b, f: exponential_change(x, b, f), (0.0,), floor=0.0),
    Function("exp2", np.exp2, lambda x, b, f: exponential_change(LOG_2 * x, LOG_2 * b, f), (0.0,), floor=0.0),
    Function("expm1", np.expm1, lambda x, b, _: exponential_change(x, b, np.exp(x)), (0.0,)),
    Function("log", np.log, lambda x, b, _: loss(b / x), (1.0, 0.0), lowest=0.0),
    Function("log2", np.log2, lambda x, b, _: loss(b / x) / LOG_2, (1.0, 0.0), lowest=0.0),
    Function("log10", np.log10, lambda x, b, _: loss(b / x) / math.log(10.0), (1.0, 0.0), lowest=0.0),
    Function("log1p", np.log1p, lambda x, b, _: loss(b / (1.0 + x)), (0.0, -1.0), lowest=-1.0),
    Function(
        "sin",
        np.sin,
        # The second derivative is at most 1 in magnitude, so the slope grows by at most `b / 2` on average.
        lambda x, b, _: np.minimum(b * np.minimum(np.abs(np.cos(x)) + 0.5 * b, 1.0), 2.0),
        (0.0,),
    ),
    Function(
        "cos",
        np.cos,
        lambda x, b, _: np.minimum(b * np.minimum(np.abs(np.sin(x)) + 0.5 * b, 1.0), 2.0),
        (0.0,),
    ),
    Function("arctan", np.arctan, of_slope(lambda x: 1.0 / (1.0 + x * x), math.pi), (0.0,)),
    Function("sinh", np.sinh, lambda x, b, _: np.cosh(np.abs(x) + b) * b, (0.0,)),
    Function("cosh", np.cosh, lambda x, b, _: np.sinh(np.abs(x) + b) * b, (0.0,), floor=0.0),
    Function("tanh", np.tanh, of_slope(squared_sech, 2.0), (0.0,)),
)


LARGEST_SLOPE = "`b` times the largest slope in `x +- b`"
_RULES = {
    "exp": "`exp(x) (exp(b) - 1)`; {ulp}, or the error of `fast_exp` or `exp2`",
    "exp2": "`exp2(x) (2**b - 1)`; {ulp}",
    "expm1": "`exp(x) (exp(b) - 1)`; {ulp}",
    "log": "`-log(1 - b / x)`; {ulp}, or the error of `fast_log`. Undecided if `x` may be negative and may be not; may "
    "be `-inf` if `x` may be 0",
    "log2": "as `log`; {ulp}, or the error of `fast_log`",
    "log10": "as `log`; {ulp}, or the error of `fast_log`",
    "log1p": "`-log(1 - b / (1 + x))`; {ulp}",
    "sin": "`b min(1, |cos x| + b / 2)`; {ulp}, or the error of `fast_sin`, which has no bound beyond `100 pi`",
    "cos": "`b min(1, |sin x| + b / 2)`; {ulp}, or the error of `fast_sin`",
    "arctan": f"{LARGEST_SLOPE}; {{ulp}}",
    "sinh": "`b cosh(|x| + b)`; {ulp}",
    "cosh": "`b sinh(|x| + b)`; {ulp}",
    "tanh": f"{LARGEST_SLOPE}; {{ulp}}, or the error of `fast_tanh`",
}


def enter_smooth(functions: Iterable[Function], rules: Mapping[str, str]) -> None:
    """Enter a row for each function, whose rule ends with its error."""
    for each in functions:
        single, double = MAXIMUM_ULP[each.name]
        ulp = f"{single} ulp (float64: {double})"
        enter(GROUP, {each.function: each}, rule=rules[each.name].format(ulp=ulp), source="guide")


enter_smooth(SMOOTH, _RULES)
