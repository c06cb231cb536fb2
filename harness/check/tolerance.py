"""The error a right kernel may make, per element, derived from how it computes and never chosen.

Takes the rounded input and the reference, gives the allowed absolute error. ``docs/tolerance.md`` has the
derivation step by step; the names here are the ones used there.

Limitations
-----------
The bound is a worst case for the algorithms that `harness.spec.arithmetic` names, with float32 accumulation
(float64 for float64). It does not cover sums in 16 bits, exponentials stored in 16 bits between two passes,
``log(sum) + max`` formed before it is subtracted, or online numerators that are rescaled more than once.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from harness.check.float_format import FloatFormat, accumulator_of, float_format
from harness.spec.arithmetic import Arithmetic, parse_arithmetic

WARP_LANES = 32
"""Threads of a warp (CUDA C++ Programming Guide, "SIMT Architecture")."""

VECTOR_BYTES = 16
"""Widest single memory access of a thread (CUDA C++ Programming Guide, "Device Memory Accesses")."""

SECOND_ORDER = 1.01
"""Factor on the first-order bound; covers the terms of order ``u**2`` while the relative bound is below
0.0099, beyond which ``1 / (1 - bound)`` is larger and replaces it (Higham, "Accuracy and Stability of
Numerical Algorithms", lemma 3.1)."""

_NUMPY_PAIRWISE_BLOCK = 128
"""``numpy.add.reduce`` sums blocks of 128 in 8 accumulators and the blocks pairwise."""


def combine_depth(lanes: int) -> int:
    """Count the additions on the longest path from a lane's partial sum to the row's sum.

    Parameters
    ----------
    lanes : int
        Threads that share one row, >= 1.

    Returns
    -------
    int
        A tree within a warp, then the warps' sums one after another: the longest form in common use. A tree
        over the whole block is shorter.
    """
    within_warp = math.ceil(math.log2(min(lanes, WARP_LANES)))
    return within_warp + math.ceil(lanes / WARP_LANES) - 1


def lane_length(n_cols: int, lanes: int, itemsize: int) -> int:
    """Count the elements that the busiest lane of a row adds up.

    Parameters
    ----------
    n_cols, lanes : int
        Row length and threads that share it, both >= 1.
    itemsize : int
        Bytes of an element.

    Returns
    -------
    int
        `n_cols` for one lane. Otherwise an equal share, and what a lane can get beyond it when the row is
        read in 16-byte vectors with a scalar head and tail: one vector less one element, and two scalars.
    """
    if lanes == 1:
        return n_cols
    return min(n_cols, math.ceil(n_cols / lanes) + VECTOR_BYTES // itemsize + 1)


def sum_depth(n_cols: int, lanes: int, itemsize: int) -> int:
    """Count the rounded additions on the longest path through a row's sum, ``h``.

    At most ``n_cols - 1``: every addition that rounds joins two parts that both hold elements.
    """
    return min(n_cols - 1, lane_length(n_cols, lanes, itemsize) - 1 + combine_depth(lanes))


def absolute_floor(how: Arithmetic, stored: FloatFormat) -> float:
    """Give the absolute error that `how` may make however small the result is, ``a``.

    Below the normal range rounding is absolute: a few subnormals, or the smallest normal number under
    ``ftz``, which has no effect on double precision.
    """
    computed = accumulator_of(stored)
    if how.ftz and computed.name == "float32":
        return computed.smallest_normal
    return how.floor_subnormals * computed.smallest_subnormal


def bound(
    *,
    inp: NDArray[np.float64],
    reference: NDArray[np.float64],
    arithmetic: Arithmetic | str,
    lanes: int,
    dtype: str,
) -> NDArray[np.float64]:
    """Give the largest absolute error that each element of a right result may have.

    Parameters
    ----------
    inp : ndarray of float64, shape (n_rows, n_cols)
        The input as rounded to `dtype`, then widened.
    reference : ndarray of float64, shape (n_rows, n_cols)
        `harness.check.oracle.softmax` of `inp`.
    arithmetic : Arithmetic or str
        How the kernel computes.
    lanes : int
        Threads that share one row's sum, >= 1. A smaller number than the true one only widens the bound.
    dtype : str
        Storage format of input and output.

    Returns
    -------
    ndarray of float64, shape (n_rows, n_cols)
        Positive, except 0 where the reference is NaN: there only NaN is right. Infinite where the bound is no
        smaller than the value itself, which takes a sum of some millions of terms on one path.

    Raises
    ------
    ValueError
        `lanes` < 1, shapes differ, or `arithmetic` and `dtype` do not go together.

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
    if lanes < 1:
        raise ValueError(f"lanes must be at least 1 (got {lanes})")
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
    depth = sum_depth(n_cols, lanes, stored.itemsize)

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
        row_terms = row_terms + (_rescalings(inp, y, depth) + 1.0) * (eps + 1.0)

    first_order = (slope * weighted + row_terms * y) * computed.unit_roundoff
    allowed = _with_higher_orders(first_order, y) + absolute_floor(how, stored)
    if stored.name != computed.name:
        allowed += 0.5 * stored.ulp(y + allowed)
    if stored.name == "float64":
        reference_terms = mean_distance + 2.0 * 3.0 + reference_depth(n_cols) + 1.0
        allowed += SECOND_ORDER * (weighted + reference_terms * y) * computed.unit_roundoff
    return np.where(np.isnan(reference), 0.0, allowed)


def _rescalings(inp: NDArray[np.float64], y: NDArray[np.float64], depth: int) -> NDArray[np.float64]:
    """Bound ``R``, how often a unit of the row's weight is rescaled in an online sum, for each row.

    A rescaling raises the maximum that a term is held against to a larger value of the row, and comes with an
    addition. So a term is rescaled at most once per distinct larger value, and at most ``h`` times, however
    the row is dealt out and walked.
    """
    # y rises with x, so both sorted are the same permutation wherever y tells elements apart.
    values, weights = np.sort(inp, axis=1), np.sort(y, axis=1)
    rises = values[:, 1:] > values[:, :-1]
    larger = np.zeros(values.shape, dtype=np.intp)
    larger[:, :-1] = np.cumsum(rises[:, ::-1], axis=1)[:, ::-1]
    rescaled: NDArray[np.float64] = np.sum(weights * np.minimum(larger, depth), axis=1, keepdims=True)
    return rescaled


def _with_higher_orders(first_order: NDArray[np.float64], y: NDArray[np.float64]) -> NDArray[np.float64]:
    relative = np.divide(first_order, y, out=np.zeros_like(y), where=y > 0.0)
    if relative.max() < 1.0 - 1.0 / SECOND_ORDER:
        return SECOND_ORDER * first_order
    with np.errstate(divide="ignore"):
        factor = np.where(relative < 1.0, 1.0 / (1.0 - np.minimum(relative, 1.0)), np.inf)
    return np.where(y > 0.0, np.maximum(SECOND_ORDER, factor) * first_order, first_order)


def reference_depth(n_cols: int) -> int:
    """Count the additions on the longest path of NumPy's pairwise sum of `n_cols` numbers, >= 1."""
    blocks = math.ceil(n_cols / _NUMPY_PAIRWISE_BLOCK)
    return min(n_cols - 1, _NUMPY_PAIRWISE_BLOCK // 8 + 3 + math.ceil(math.log2(blocks)))
