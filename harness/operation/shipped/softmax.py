"""Softmax of each row, and its logarithm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import EXPONENTIAL, Hints, Matrix, Operation, Problem, RowQuantity, Vocabulary, usual
from ..approximation_probe import exponential_probe, softmax
from ..impostors import tail_length, tail_may_be_zero
from ..precision.rounding import SECOND_ORDER, absolute_floor, division_of, reference_depth

REFERENCE_EPS = 3.0
"""NumPy's exponential and logarithm in float64: within 1 ulp, and half a one."""

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


def log_softmax(inp: Any) -> Any:
    from ..bounded import online_sum  # takes 0.1 s to import

    top = np.max(inp, axis=1, keepdims=True)
    powers = np.exp(inp - top)
    if "online" in inp.arithmetic:
        log_sum = np.log(online_sum(powers, inp, axis=1, keepdims=True))
    else:
        log_sum = np.log(np.sum(powers, axis=1, keepdims=True))
    return inp - (top + log_sum) if "lse" in inp.arithmetic else (inp - top) - log_sum


def log_by_scipy(problem: Problem) -> Matrix:
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


def log_row_quantities(
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
    about="""
    Softmax of each row: ``y_i = exp(x_i - max) / sum_j exp(x_j - max)``.

    Cases are judged by SciPy's results in float64, on the input as the kernel received it, within the bound derived
    from `reference`. `harness.operation.precision.rounding` has the errors of its words.

    The bound does not cover sums in 16 bits, exponentials stored in 16 bits between two passes, ``log(sum) + max``
    formed before it is subtracted, or online numerators that are rescaled more than once.
    """,
)

OPERATIONS = (
    OPERATION,
    Operation(
        name="log_softmax",
        summary="(x - max) - log of the sum of exp(x - max), along each row",
        reference=log_softmax,
        precise_reference=log_by_scipy,
        parse_arithmetic=Vocabulary(
            bases={**WORDS.bases, "exp2": "exp2f of (x - max) * log2(e)"},
            modifiers={
                "fast_log": "__logf of the sum",
                "lse": "x - (max + log(sum)), the bracket first",
                "online": WORDS.modifiers["online"],
                **usual("ftz"),
            },
        ).parse,
        nan_rows="row with nan, +inf or only -inf",
        row_quantities=log_row_quantities,
        shift_invariant="only differences to the row's maximum may matter",
        recognised_by=Hints(names="log_?softmax", needs=(EXPONENTIAL, "log")),
        about="""
        Logarithm of softmax, of each row: ``y_i = (x_i - max) - log(sum_j exp(x_j - max))``.

        Cases are judged by SciPy's results, within the bound derived from `reference`. ``log(softmax(x))`` is not among
        the algorithms: it is ``-inf`` as soon as a quotient underflows. Nor is ``exp2f`` of ``fma(x, log2e, -m *
        log2e)``: what the product with ``m`` loses cancels in a quotient and not in a logarithm.
        """,
    ),
)
