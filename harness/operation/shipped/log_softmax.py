"""Logarithm of softmax, of each row: ``y_i = (x_i - max) - log(sum_j exp(x_j - max))``.

Cases are judged by SciPy's results, within the bound derived from `reference`. ``log(softmax(x))`` is not among the
algorithms: it is ``-inf`` as soon as a quotient underflows. Nor is ``exp2f`` of ``fma(x, log2e, -m * log2e)``: what the
product with ``m`` loses cancels in a quotient and not in a logarithm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import EXPONENTIAL, Hints, Matrix, Operation, Problem, RowQuantity, Vocabulary, usual
from ..precision.rounding import SECOND_ORDER, absolute_floor, reference_depth
from . import softmax

REFERENCE_EPS = 3.0
"""NumPy's exponential and logarithm in float64: within 1 ulp, and half a one."""


def reference(inp: Any) -> Any:
    from ..bounded import online_sum  # takes 0.1 s to import

    top = np.max(inp, axis=1, keepdims=True)
    powers = np.exp(inp - top)
    if "online" in inp.arithmetic:
        log_sum = np.log(online_sum(powers, inp, axis=1, keepdims=True))
    else:
        log_sum = np.log(np.sum(powers, axis=1, keepdims=True))
    return inp - (top + log_sum) if "lse" in inp.arithmetic else (inp - top) - log_sum


def by_scipy(problem: Problem) -> Matrix:
    """Compute it in float64; special values follow from subtracting the maximum, as in PyTorch and JAX.

    ===========================================  =================================================
    row                                          result
    ===========================================  =================================================
    some ``-inf``, leading or not                ``-inf`` there, the rest as if they were absent
    all ``-inf``, any ``+inf``, any NaN          all NaN
    entries far below the maximum                their distance; ``-inf`` where that overflows
    ===========================================  =================================================

    ``scipy.special.log_softmax`` computes all other rows; in a row with ``+inf`` it would give ``-inf``.
    """
    from scipy import special  # takes 0.2 s to import

    result: Matrix = special.log_softmax(problem.exact, axis=1)
    result[np.isposinf(problem.exact).any(axis=1)] = np.nan
    return result


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield two quantities of every row that need no reference.

    The exponentials of a row add up to 1, so the logarithm of their sum is 0, within the bounds of all elements
    together. And ``out_i - x_i`` is one number for the whole row: an error of the sum or of its logarithm is the same
    for every element. Only the two subtractions round each element separately, by ``u (d_i + |y_i|)`` (``u |y_i|`` for
    ``lse``, which has one subtraction), and so does the rounding to 16 bits.
    """
    # What is beyond the format's range comes out as an infinity, which says nothing about its row.
    finite = np.isfinite(reference) & np.isfinite(out)
    judged = np.any(finite, axis=1)
    if not judged.any():
        return
    # Relative to the row's maximum, so that no magnitude of x comes into it.
    is_number = np.isfinite(reference)
    weight = np.where(is_number, np.exp(np.where(is_number, reference, 0.0)), 0.0)
    distance = np.where(is_number, problem.exact.max(axis=1, keepdims=True) - problem.exact, 0.0)
    # No right result is above 0; the limit keeps a wrong one from overflowing.
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


OPERATION = Operation(
    name="log_softmax",
    summary="(x - max) - log of the sum of exp(x - max), along each row",
    reference=reference,
    precise_reference=by_scipy,
    parse_arithmetic=Vocabulary(
        bases={**softmax.WORDS.bases, "exp2": "exp2f of (x - max) * log2(e)"},
        modifiers={
            "fast_log": "__logf of the sum",
            "lse": "x - (max + log(sum)), the bracket first",
            "online": softmax.WORDS.modifiers["online"],
            **usual("ftz"),
        },
    ).parse,
    nan_rows="row with nan, +inf or only -inf",
    row_quantities=row_quantities,
    shift_invariant="only differences to the row's maximum may matter",
    recognised_by=Hints(names="log_?softmax", needs=(EXPONENTIAL, "log")),
)
