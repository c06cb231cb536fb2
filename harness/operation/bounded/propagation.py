"""How far a function's result moves if its argument is off by at most a bound: rigorous, not first-order.

The formulas are upper bounds in float64, too: the end of an interval is moved outward where its rounding would matter.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from .facts import Array
from .rounding_step import OUTWARD

LOG_2 = math.log(2.0)

Change = Callable[[Array, Array, Array], Array]
"""``(x, b, f(x)) -> change``: the largest change of ``f`` from an error of at most `b` of `x`."""


def growth(b: Array) -> Array:
    """Return an upper bound of ``exp(b) - 1`` for ``b >= 0``: ``b + b**2`` up to 1, since ``e - 2 < 1``."""
    if np.max(b, initial=0.0) <= 1.0:
        small: Array = b + b * b
        return small
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


def logistic_slope(x: Array) -> Array:
    """Return the slope of ``1 / (1 + exp(-x))``."""
    return 0.25 * squared_sech(0.5 * x)
