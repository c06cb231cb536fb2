"""Logarithm of softmax, of each row: ``y_i = (x_i - max) - log(sum_j exp(x_j - max))``.

With ``m = max x``, ``d_i = m - x_i``, ``S = sum exp(-d_j)``, ``L = log S >= 0``, ``p = exp(y)``, ``D = sum p_j d_j``
and ``u`` the unit roundoff, a kernel that subtracts, sums exponentials, takes one logarithm and subtracts it is off by
(to first order)::

    |out_i - y_i| <= u (d_i + s + l + |y_i|) + a     s = alpha D + eps + h     l = 3 L

``d_i`` for the rounding of ``x_i - m``; ``s`` for the sum, whose relative error is the absolute error of its logarithm
(what is summed is positive, so its errors are averaged, with weights ``p``); ``l`` for the logarithm itself; ``|y_i|``
for the last subtraction. The ``h`` additions and the constants ``alpha`` and ``eps`` of the exponential are those of
softmax. Nothing is relative to the result: near 0 (the only element of weight in its row) its error is that of ``s``.

Words of ``arithmetic``: ``lse`` is ``x - (m + log S)``, which rounds ``m + log S`` instead of ``x - m``; ``online``
rescales partial sums; ``fast_log`` is ``__logf``.

Limitations
-----------
``log(softmax(x))`` is not among the algorithms: it is ``-inf`` as soon as a quotient underflows. Nor is ``exp2f`` of
``fma(x, log2e, -m * log2e)``: what the product with ``m`` loses cancels in a quotient and not in a logarithm.

References
----------
CUDA C++ Programming Guide, "Mathematical Functions": ``logf`` 1 ulp, ``log`` 1 ulp; ``__logf`` at most 2**-21.41 off
for arguments in [0.5, 2], else 3 ulp. P. Blanchard, D. J. Higham, N. J. Higham, "Accurately computing the
log-sum-exp and softmax functions", IMA J. Numer. Anal. 41 (2021) 2311-2330.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import scipy  # imports `scipy.special` on first use, which takes 0.1 s

from ..given import Matrix
from ..precision.arithmetic import ARITHMETIC
from ..precision.rounding import (
    SECOND_ORDER,
    absolute_floor,
    reference_depth,
    stored_bound,
    with_higher_orders,
)
from ..problem import Problem
from ..quantities import RowQuantity
from .softmax import rescalings

EXPONENTIALS = ("ieee", "fast_exp", "exp2")
"""Words of ``arithmetic`` for the exponential."""
LOG_U = 3.0
"""``logf`` and ``log``: 1 ulp and half a one, in units of ``u``."""


FAST_LOG_U = 7.0
"""``__logf`` outside [0.5, 2]: 3 ulp and half a one."""


FAST_LOG_NEAR_ONE = 2.0**-21.41 * 2.0**24
"""``__logf`` within it, absolute, in units of ``u`` of float32, which is all that it exists for."""


REFERENCE_EPS = 3.0
"""NumPy's exponential and logarithm in float64: within 1 ulp."""


def reference(problem: Problem) -> Matrix:
    """Compute it in float64.

    Notes
    -----
    Special values are those that subtracting the maximum gives, and PyTorch and JAX give:

    ===========================================  =================================================
    row                                          result
    ===========================================  =================================================
    some ``-inf``, leading or not                ``-inf`` there, the rest as if they were absent
    all ``-inf``, any ``+inf``, any NaN          all NaN
    entries far below the maximum                their distance; ``-inf`` where that overflows
    ===========================================  =================================================

    ``scipy.special.log_softmax``, which is asked for all other rows, gives ``-inf`` beside a ``+inf``.
    """
    if problem.inp.size == 0:
        return np.empty(problem.inp.shape)
    with np.errstate(invalid="ignore", over="ignore", under="ignore", divide="ignore"):
        result: Matrix = scipy.special.log_softmax(problem.exact, axis=1)
    result[np.isposinf(problem.exact).any(axis=1)] = np.nan
    return result


def bound(problem: Problem, reference: Matrix) -> Matrix:
    """Give the largest error of each element; see the module."""
    if problem.inp.size == 0:
        return np.zeros(problem.inp.shape)
    how, dtype, x = problem.how, problem.dtype, problem.exact
    exponential = ARITHMETIC[next(word for word in EXPONENTIALS if word in how)]
    double = exponential.eps_double_u
    eps = exponential.eps_u if double is None or dtype != "float64" else double
    depth = problem.sum_depth

    weight, distance, log_sum, mean_distance = _parts(x, reference)
    size = np.where(np.isfinite(reference), np.abs(reference), 0.0)
    of_sum = exponential.alpha * mean_distance + eps + depth
    if "online" in how:
        of_sum = of_sum + (rescalings(x, weight, depth) + 1.0) * (eps + 1.0)
    # log(S (1 + s)) is off by s, and by s / (1 - s) where it is not small.
    of_sum = with_higher_orders(of_sum * problem.u, np.ones_like(of_sum))
    of_log = LOG_U * log_sum
    if "fast_log" in how:
        of_log = np.maximum(FAST_LOG_U * log_sum, FAST_LOG_NEAR_ONE)
    if "lse" in how:
        top = x.max(axis=1, keepdims=True)
        of_first = np.abs(np.where(np.isfinite(top), top, 0.0) + log_sum)
    else:
        of_first = distance
    u = SECOND_ORDER * problem.u
    # One by one: numbers near the end of the range have no sum.
    allowed = of_sum + u * of_first + u * of_log + u * size
    if dtype == "float64":
        own = mean_distance + REFERENCE_EPS + reference_depth(problem.n_cols)
        own = own + REFERENCE_EPS * log_sum
        allowed = allowed + u * own + u * distance + u * size
    allowed = allowed + absolute_floor(problem.stored, ftz=how.ftz)
    # -inf is exact: nothing but -inf is right there.
    return stored_bound(np.where(np.isneginf(reference), 0.0, allowed), reference, problem.stored)


def _parts(x: Matrix, reference: Matrix) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """Give ``p``, ``d``, ``L`` and ``D``; 0 where the reference is NaN, and ``d`` where it is ``-inf``."""
    finite = np.isfinite(reference)
    weight = np.where(finite, np.exp(np.where(finite, reference, 0.0)), 0.0)
    with np.errstate(invalid="ignore", over="ignore"):
        distance = np.where(finite, x.max(axis=1, keepdims=True) - x, 0.0)
    # The row's maximum has the largest result, -L; a row of NaN has none.
    largest = np.max(np.where(finite, reference, -np.inf), axis=1, keepdims=True, initial=-np.inf)
    log_sum = np.where(np.isfinite(largest), -largest, 0.0)
    return weight, distance, log_sum, (weight * distance).sum(axis=1, keepdims=True)


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield two quantities of every row that need no reference.

    The exponentials of a row add up to 1, so the logarithm of their sum is 0, within the bounds of all elements
    together.

    And ``out_i - x_i`` is one number for the whole row: an error of the sum or of its logarithm is the same for every
    element. Only the two subtractions round each element separately, by ``u (d_i + |y_i|)`` (``u |y_i|`` for ``lse``,
    which has one subtraction), and so does the rounding to 16 bits. So elements differ by far less than their bounds.
    """
    # What is beyond the format's range comes out as an infinity, which says nothing about its row.
    finite = np.isfinite(reference) & np.isfinite(out)
    judged = np.any(finite, axis=1)
    if not judged.any():
        return
    # Relative to the row's maximum, so that no magnitude of x comes into it.
    weight, distance, _, _ = _parts(problem.exact, reference)
    sums = np.where(finite, np.exp(np.minimum(np.where(finite, out, 0.0), 1.0)), 0.0).sum(axis=1)
    most = np.where(finite, weight * np.expm1(np.minimum(allowed, 1.0)), 0.0).sum(axis=1)
    own = (reference_depth(problem.n_cols) + 2.0 * REFERENCE_EPS) * 2.0**-53
    yield RowQuantity(
        claim="have exponentials that sum to 1",
        name="log of the sum of exp(out)",
        got=np.log(np.where(judged & (sums > 0.0), sums, 1.0)),
        expected=np.zeros(out.shape[0]),
        allowed=np.log1p(most) + own + np.where(most < 0.5, most**2 * 2.0, np.inf),
        judged=judged,
        hint="check that the logarithm of the row's sum is subtracted",
    )
    shift = np.where(finite, out + distance, 0.0)
    size = np.where(finite, np.abs(reference), 0.0)
    u = SECOND_ORDER * problem.u
    rounding = u * size + u * (0.0 if "lse" in problem.how else distance)
    rounding = rounding + absolute_floor(problem.stored, ftz=problem.how.ftz) + 2.0**-52 * size
    if problem.stored.name != problem.computed.name:
        rounding = rounding + 0.5 * problem.stored.ulp(size + np.minimum(allowed, size + 1.0))
    # Whatever the common number is, it is within `rounding` of every element: so the intervals must meet.
    low = np.where(finite, shift - rounding, -np.inf).max(axis=1)
    high = np.where(finite, shift + rounding, np.inf).min(axis=1)
    gap = np.where(judged, low - high, 0.0)
    spread = np.where(finite, rounding, 0.0).max(axis=1)
    yield RowQuantity(
        claim="differ from their inputs by one number",
        name="spread of out - x",
        got=np.maximum(gap, 0.0) + spread,
        expected=np.zeros(out.shape[0]),
        allowed=spread,
        judged=np.logical_and(judged, np.isfinite(spread)),
        hint="check that all elements of a row subtract the same logarithm",
    )
