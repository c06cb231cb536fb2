"""Softmax of each row: ``y_i = exp(x_i - max) / sum_j exp(x_j - max)``.

Cases are judged by SciPy's results in float64, on the input as the kernel received it, within the bound derived from
`reference`. `harness.operation.precision.arithmetic` has the errors of its words.

The bound does not cover sums in 16 bits, exponentials stored in 16 bits between two passes, ``log(sum) + max`` formed
before it is subtracted, or online numerators that are rescaled more than once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import EXPONENTIAL, Hints, Matrix, Operation, Problem, RowQuantity, Vocabulary, usual
from ..approximation_probe import exponential_probe, softmax
from ..impostors import tail_length, tail_may_be_zero
from ..precision.arithmetic import division_of
from ..precision.rounding import SECOND_ORDER, absolute_floor, reference_depth

WORDS = Vocabulary(
    bases={
        "ieee": "accurate expf (exp for float64) of x - max",
        "fast_exp": "__expf of x - max",
        "exp2": "exp2f with log2(e) folded in: exp2f((x - m) * L) or of fma(x, L, -m * L)",
    },
    modifiers={
        "reciprocal": "1 / sum once by IEEE division, then a multiplication per element",
        "rcp_approx": "rcp.approx of the sum, then a multiplication per element",
        "fast_div": "__fdividef, or / compiled with -prec-div=false",
        "division_free": "exp((x - m) - log(sum)), logf to 1 ulp",
        "online": "running maximum and sum in one pass; partial sums rescaled and merged",
        **usual("ftz"),
    },
    alternatives=(("reciprocal", "rcp_approx", "fast_div", "division_free"),),
)


def reference(inp: Any) -> Any:
    from ..bounded import online_sum, rescaled  # takes 0.1 s to import

    shifted = inp - np.max(inp, axis=1, keepdims=True)
    powers = np.exp(shifted)
    is_online = "online" in inp.arithmetic
    total = (online_sum(powers, inp, axis=1) if is_online else np.sum(powers, axis=1))[:, np.newaxis]
    result = powers / total
    if "division_free" in inp.arithmetic:
        result = np.exp(shifted - np.log(total))
    return rescaled(result) if is_online else result


def by_scipy(problem: Problem) -> Matrix:
    """Compute it in float64 as ``scipy.special.softmax`` does, and as a kernel has to.

    ===========================================  =================================================
    row                                          result
    ===========================================  =================================================
    some ``-inf``, leading or not                0 there, the rest as if they were absent
    all ``-inf``                                 all NaN (``-inf - -inf``)
    any ``+inf``                                 all NaN (``inf - inf`` reaches the sum)
    any NaN                                      all NaN
    entries far below the maximum                subnormal, then 0
    finite maximum of any size, such as 3e38     as exact: only differences to the maximum matter
    ===========================================  =================================================
    """
    return softmax(problem.exact)


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield the sum of every row of results, which must be 1."""
    if out.shape[1]:
        yield RowQuantity(
            claim="sum to 1",
            name="sum",
            got=out.sum(axis=1),
            expected=np.ones(out.shape[0]),
            allowed=row_sum_bound(problem, reference, allowed),
            # A row with an element that may be anything has no bound of its sum either.
            judged=np.logical_not(np.isnan(reference + allowed).any(axis=1)),
            hint="check that each exponential is divided by the sum of the same exponentials",
            reason="row-sum",
        )


def row_sum_bound(problem: Problem, reference: Matrix, allowed: Matrix) -> Matrix:
    """Return the largest absolute difference from 1 of the sum of a row of right results, shape (n_rows,).

    A kernel divides the same exponentials that it has summed, so their errors cancel. The rounding of the sum and of
    the quotient remains, ``(h + c) u``, and for each element the absolute error near zero and the rounding to a 16-bit
    format. ``online`` and ``division_free`` kernels do not divide the numbers that they sum. For them the bound is the
    sum of the elements' bounds.
    """
    how, division, n_cols = problem.how, division_of(problem.how), reference.shape[1]
    judged = ~np.isnan(reference).any(axis=1)
    # The check's own sum is pairwise in float64, which matters for float64 only.
    own = reference_depth(n_cols) * 2.0**-53
    each = allowed.sum(axis=1) + own
    if "online" in how or "division_free" in how:
        return np.where(judged, each, 0.0)
    relative = (problem.sum_depth + division.c_u) * problem.u
    factor = max(SECOND_ORDER, 1.0 / (1.0 - relative)) if relative < 1.0 else np.inf
    floor = absolute_floor(problem.stored, ftz=how.ftz, subnormals=division.floor_subnormals)
    together = relative * factor + n_cols * floor + own
    if problem.stored.name != problem.computed.name:
        # No result is near 2, so an element that may be anything costs half an ulp there.
        together = together + 0.5 * problem.stored.ulp(np.minimum(reference + allowed, 2.0)).sum(axis=1)
    return np.where(judged, np.minimum(together, each), 0.0)


def impostors(problem: Problem, reference: Matrix, allowed: Matrix) -> Iterator[tuple[str, Matrix]]:
    """Yield name and values of the outputs that a bound must reject: zeros, ``1 / n_cols``, a dropped tail."""
    n_cols = problem.n_cols
    yield "zeros", np.zeros((1, 1))
    yield "constant 1/n", np.full((1, 1), 1.0 / n_cols)
    n_kept = n_cols - tail_length(n_cols)
    # The bound usually rejects the zeros in the tail, and the rest of the row need not be computed.
    if tail_may_be_zero(reference, allowed, n_kept):
        kept = reference[:, :n_kept]
        kept_sum = kept.sum(axis=1, keepdims=True)
        impostor = np.zeros_like(reference)
        np.divide(kept, kept_sum, out=impostor[:, :n_kept], where=kept_sum > 0.0)
        yield "dropped tail", impostor


OPERATION = Operation(
    name="softmax",
    summary="exp(x - max) / sum of exp(x - max), along each row",
    reference=reference,
    precise_reference=by_scipy,
    parse_arithmetic=WORDS.parse,
    nan_rows="row with nan, +inf or only -inf",
    never_negative=True,
    row_quantities=row_quantities,
    impostors=impostors,
    shift_invariant="only differences to the row's maximum may matter",
    approximation_probe=exponential_probe,
    recognised_by=Hints(names="softmax", needs=(EXPONENTIAL,), unusual=r"\btanh|\berf"),
)
