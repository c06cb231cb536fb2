"""SciPy's functions of one number: the error function and its like, as `harness.operation.bounded.rules.functions`.

The registry imports this module for the first reference that uses one of them: SciPy takes 0.2 s.
"""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from ..array import Bounded
from ..doubt import function_rule
from ..maximum_errors import division, exponential
from ..registry import enter
from ..rounding_step import SPECIAL_OWN, rounded
from .functions import GROUP, LARGEST_SLOPE, Function, nearest, of_slope, squared_sech

_BELL = of_slope(lambda x: 2.0 / math.sqrt(math.pi) * np.exp(-x * x), 2.0)

SMOOTH = (
    Function(special.erf, f"{LARGEST_SLOPE}; {{ulp}}", _BELL, (0.0,), own=SPECIAL_OWN),
    Function(
        special.erfc, f"{LARGEST_SLOPE}; {{ulp}}", _BELL, (0.0,), floor=0.0, own=SPECIAL_OWN, own_tail=2.0
    ),
    Function(
        special.ndtr,
        f"{LARGEST_SLOPE}; {{ulp}}, of `normcdff`",
        of_slope(lambda x: 1.0 / math.sqrt(2.0 * math.pi) * np.exp(-0.5 * x * x), 1.0),
        floor=0.0,
        own=SPECIAL_OWN,
        own_tail=4.0,
    ),
)
for each in SMOOTH:
    each.enter()


def expit(x: Bounded) -> Bounded:
    """Return ``1 / (1 + exp(-x))``, or the same by the exponential of ``-|x|``.

    A kernel's exponential is off by a part `e` of itself, which the quotient reduces by ``1 - expit(x)``; the addition
    and the division round. If the exponential overflows, the result is 0.
    """
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
    # What exp(-x) may overflow to makes the quotient 0, and __fdividef gives 0 for divisors above 2**126.
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


enter(
    GROUP,
    {special.expit: expit},
    rule=f"{LARGEST_SLOPE}; the errors of `1 / (1 + exp(-x))`: the exponential's times `1 - expit(x)`, one "
    "rounding, one division",
    source="as of `exp` and of the division",
)
