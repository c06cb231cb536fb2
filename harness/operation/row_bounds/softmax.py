"""Softmax of each row: ``y_i = exp(x_i - max) / sum_j exp(x_j - max)``.

The reference is SciPy's in float64, on the input as the kernel received it, so a kernel is never blamed for the
rounding of its input. ``docs/tolerance.md`` derives the bounds step by step; the names here are the ones used there.

Limitations
-----------
The bound is a worst case for the algorithms that `harness.operation.precision.arithmetic` names, with float32
accumulation (float64 for float64). It does not cover sums in 16 bits, exponentials stored in 16 bits between two
passes, ``log(sum) + max`` formed before it is subtracted, or online numerators that are rescaled more than once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy  # imports `scipy.special` on first use, which takes 0.1 s
from numpy.typing import NDArray

from ..given import Matrix
from ..impostors import tail_length, tail_may_be_zero
from ..precision.arithmetic import Arithmetic, parse_arithmetic
from ..precision.float_format import FloatFormat, accumulator_of, float_format
from ..precision.rounding import SECOND_ORDER, absolute_floor, reference_depth, sum_depth, with_higher_orders
from ..problem import Problem
from ..quantities import RowQuantity


def softmax(inp: NDArray[Any]) -> NDArray[np.float64]:
    """Compute softmax along each row in float64.

    Notes
    -----
    Special values follow ``scipy.special.softmax``, which subtracts the row maximum, exponentiates and
    divides:

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

    A kernel has to do the same. The warnings that NumPy gives for ``inf - inf`` and for a difference beyond
    the largest float64 are silenced, because these results are the contract and not accidents.
    """
    if inp.size == 0:
        return np.empty(inp.shape)
    with np.errstate(invalid="ignore", over="ignore", under="ignore"):
        exact = inp.astype(np.float64)
        reference: NDArray[np.float64] = scipy.special.softmax(exact, axis=1)
    return reference


def floor_of(how: Arithmetic, stored: FloatFormat) -> float:
    """Return ``a``, the absolute error of the arithmetic `how` for results near 0."""
    return absolute_floor(stored, ftz=how.ftz, subnormals=how.floor_subnormals)


def bound(
    *,
    inp: NDArray[np.float64],
    reference: NDArray[np.float64],
    arithmetic: Arithmetic | str,
    row_threads: int,
    dtype: str,
    serial: int | None = None,
) -> NDArray[np.float64]:
    """Return the largest absolute error of each element of a right result.

    Notes
    -----
    With ``d_i = max - x_i``, ``S = sum exp(-d_j)`` and ``D = sum y_j d_j``::

        |out_i - y_i| <= y_i * B_i * u + a       B_i = alpha * (d_i + D) + 2 eps + h + c

    online adds ``(R + 1) * (eps + 1)``, with R the rescalings of the sum; division-free replaces B_i by
    ``(alpha + 1) d_i + alpha D + 2 eps + h + (alpha + 3) ln S``. 16-bit outputs add half an ulp of their
    format, float64 adds what the float64 reference may itself be off by.
    """
    how = parse_arithmetic(arithmetic) if isinstance(arithmetic, str) else arithmetic
    stored = float_format(dtype)
    if row_threads < 1:
        raise ValueError(f"row_threads must be at least 1 (got {row_threads})")
    if inp.shape != reference.shape or inp.ndim != 2:
        raise ValueError(
            f"inp and reference must have one two-dimensional shape (got {inp.shape} and {reference.shape})"
        )
    if refusal := how.unusable_with(dtype):
        raise ValueError(refusal)
    if inp.size == 0:
        return np.zeros(inp.shape)

    n_cols = inp.shape[1]
    computed = accumulator_of(stored)
    eps = how.eps_u if how.eps_double_u is None or dtype != "float64" else how.eps_double_u
    depth = sum_depth(n_cols, row_threads, stored.itemsize, serial)

    positive = reference > 0.0
    y = np.where(positive, reference, 0.0)
    with np.errstate(invalid="ignore", over="ignore"):
        distance = inp.max(axis=1, keepdims=True) - inp
        weighted = np.where(positive, y * distance, 0.0)
    mean_distance = weighted.sum(axis=1, keepdims=True)

    row_terms = how.alpha * mean_distance + 2.0 * eps + depth + how.c_u
    slope = how.alpha
    if how.division_free:
        # The largest output is exp(0) / S; a row of NaN has none and gets a bound of 0 below.
        largest = y.max(axis=1, keepdims=True)
        log_sum = -np.log(np.where(largest > 0.0, largest, 1.0))
        row_terms = row_terms + (how.alpha + 3.0) * log_sum
        slope += 1.0
    if how.online:
        row_terms = row_terms + (rescalings(inp, y, depth) + 1.0) * (eps + 1.0)

    first_order = (slope * weighted + row_terms * y) * computed.unit_roundoff
    allowed = with_higher_orders(first_order, y) + floor_of(how, stored)
    if stored.name != computed.name:
        allowed += 0.5 * stored.ulp(y + allowed)
    if stored.name == "float64":
        reference_terms = mean_distance + 2.0 * 3.0 + reference_depth(n_cols) + 1.0
        allowed += SECOND_ORDER * (weighted + reference_terms * y) * computed.unit_roundoff
    return np.where(np.isnan(reference), 0.0, allowed)


def bound_of_case(problem: Problem, reference: Matrix) -> Matrix:
    """Return `bound` for the input of one case."""
    return bound(
        inp=problem.exact,
        reference=reference,
        arithmetic=problem.how.name,
        row_threads=problem.row_threads,
        dtype=problem.dtype,
        serial=problem.serial,
    )


def floor_of_case(problem: Problem) -> float:
    """Return `floor_of` for the input of one case."""
    return floor_of(parse_arithmetic(problem.how.name), problem.stored)


def rescalings(inp: NDArray[np.float64], y: NDArray[np.float64], depth: int) -> NDArray[np.float64]:
    """Bound ``R``, how often a unit of the row's weight is rescaled in an online sum, for each row.

    A rescaling replaces a term's maximum by a larger value of the row, and comes with an addition. So a term is
    rescaled at most once per distinct larger value, and at most ``h`` times, in any order of the row and with any
    distribution to threads.
    """
    # y rises with x, so both sorted are the same permutation wherever y tells elements apart.
    values, weights = np.sort(inp, axis=1), np.sort(y, axis=1)
    rises = values[:, 1:] > values[:, :-1]
    larger = np.zeros(values.shape, dtype=np.intp)
    larger[:, :-1] = np.cumsum(rises[:, ::-1], axis=1)[:, ::-1]
    rescaled: NDArray[np.float64] = np.sum(weights * np.minimum(larger, depth), axis=1, keepdims=True)
    return rescaled


def row_sum_bound(
    *,
    reference: NDArray[np.float64],
    allowed: NDArray[np.float64],
    arithmetic: Arithmetic | str,
    row_threads: int,
    dtype: str,
    serial: int | None = None,
) -> NDArray[np.float64]:
    """Return the largest absolute difference from 1 of the sum of a row of right results.

    Notes
    -----
    A kernel divides the same exponentials that it has summed, so their errors cancel. The rounding of the sum and of
    the quotient remains, ``(h + c) u``, and for each element the absolute error near zero and the rounding to a 16-bit
    format. ``online`` and ``division_free`` kernels do not divide the numbers that they sum. For them the bound is the
    sum of the elements' bounds.
    """
    how = parse_arithmetic(arithmetic) if isinstance(arithmetic, str) else arithmetic
    stored = float_format(dtype)
    computed = accumulator_of(stored)
    n_cols = reference.shape[1]
    if reference.size == 0:
        return np.zeros(reference.shape[0])
    judged = ~np.isnan(reference).any(axis=1)
    # The check's own sum is pairwise in float64, which matters beside float64 only.
    own = reference_depth(n_cols) * 2.0**-53
    each = allowed.sum(axis=1) + own
    if how.online or how.division_free:
        return np.where(judged, each, 0.0)
    relative = (sum_depth(n_cols, row_threads, stored.itemsize, serial) + how.c_u) * computed.unit_roundoff
    factor = max(SECOND_ORDER, 1.0 / (1.0 - relative)) if relative < 1.0 else np.inf
    together = relative * factor + n_cols * floor_of(how, stored) + own
    if stored.name != computed.name:
        # No result is near 2, so an element that may be anything costs half an ulp there.
        together = together + 0.5 * stored.ulp(np.minimum(reference + allowed, 2.0)).sum(axis=1)
    return np.where(judged, np.minimum(together, each), 0.0)


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield the sum of every row of results, which must be 1."""
    sums = row_sum_bound(
        reference=reference,
        allowed=allowed,
        arithmetic=problem.how.name,
        row_threads=problem.row_threads,
        dtype=problem.dtype,
        serial=problem.serial,
    )
    if out.shape[1]:
        yield row_sums(out, reference, sums)


def row_sums(out: Matrix, reference: Matrix, allowed: Matrix) -> RowQuantity:
    """Return the sums of rows as a quantity that must be 1; `allowed` is from `row_sum_bound`."""
    judged: NDArray[np.bool_] = np.logical_not(np.isnan(reference).any(axis=1))
    return RowQuantity(
        claim="sum to 1",
        name="sum",
        got=out.sum(axis=1),
        expected=np.ones(out.shape[0]),
        allowed=allowed,
        judged=judged,
        hint="check that each exponential is divided by the sum of the same exponentials",
        reason="row-sum",
    )


def impostors_of_case(problem: Problem, reference: Matrix, allowed: Matrix) -> Iterator[tuple[str, Matrix]]:
    """Yield the `impostors` of one case."""
    del problem
    yield from impostors(reference, allowed)


def impostors(reference: Matrix, allowed: Matrix) -> Iterator[tuple[str, Matrix]]:
    """Yield name and values of the outputs that a bound must reject: zeros, ``1 / n_cols``, a dropped tail."""
    n_cols = reference.shape[1]
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
