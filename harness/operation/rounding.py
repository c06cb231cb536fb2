"""What error bounds are made of: additions on the longest path, higher orders, the last rounding.

Pure numbers that every operation's bound uses; ``docs/tolerance.md`` derives them. ``u`` is the largest relative
error of one rounding of the format that a kernel computes in.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .float_format import FloatFormat, accumulator_of

WARP_LANES = 32
"""Threads of a warp (CUDA C++ Programming Guide, "SIMT Architecture")."""

VECTOR_BYTES = 16
"""Widest single memory access of a thread (CUDA C++ Programming Guide, "Device Memory Accesses")."""

SECOND_ORDER = 1.01
"""Factor on the first-order bound; covers the terms of order ``u**2`` while the relative bound is below
0.0099, beyond which ``1 / (1 - bound)`` is larger and replaces it (Higham, "Accuracy and Stability of
Numerical Algorithms", lemma 3.1)."""

FLOOR_SUBNORMALS = 4.0
"""Smallest subnormals by which a result of a few operations may be off, however small it is."""

_NUMPY_PAIRWISE_BLOCK = 128
"""``numpy.add.reduce`` sums blocks of 128 in 8 accumulators and the blocks pairwise."""


def combine_depth(row_threads: int) -> int:
    """Count the additions on the longest path from a lane's partial sum to the row's sum.

    Parameters
    ----------
    row_threads : int
        Threads that share one row, >= 1.

    Returns
    -------
    int
        A tree within a warp, then the warps' sums one after another: the longest form in common use. A tree
        over the whole block is shorter.
    """
    within_warp = math.ceil(math.log2(min(row_threads, WARP_LANES)))
    return within_warp + math.ceil(row_threads / WARP_LANES) - 1


def elements_per_thread(n_cols: int, row_threads: int, itemsize: int) -> int:
    """Count the elements that the busiest lane of a row adds up.

    Parameters
    ----------
    n_cols, row_threads : int
        Row length and threads that share it, both >= 1.
    itemsize : int
        Bytes of an element.

    Returns
    -------
    int
        `n_cols` for one lane. Otherwise an equal share, and what a lane can get beyond it when the row is
        read in 16-byte vectors with a scalar head and tail: one vector less one element, and two scalars.
    """
    if row_threads == 1:
        return n_cols
    return min(n_cols, math.ceil(n_cols / row_threads) + VECTOR_BYTES // itemsize + 1)


def sum_depth(n_cols: int, row_threads: int, itemsize: int) -> int:
    """Count the rounded additions on the longest path through a row's sum, ``h``.

    At most ``n_cols - 1``: every addition that rounds joins two parts that both hold elements.
    """
    return min(
        n_cols - 1, elements_per_thread(n_cols, row_threads, itemsize) - 1 + combine_depth(row_threads)
    )


def reference_depth(n_cols: int) -> int:
    """Count the additions on the longest path of NumPy's pairwise sum of `n_cols` numbers, >= 1."""
    blocks = math.ceil(n_cols / _NUMPY_PAIRWISE_BLOCK)
    return min(n_cols - 1, _NUMPY_PAIRWISE_BLOCK // 8 + 3 + math.ceil(math.log2(blocks)))


def absolute_floor(stored: FloatFormat, *, ftz: bool, subnormals: float = FLOOR_SUBNORMALS) -> float:
    """Give the absolute error that a few operations may make however small the result is, ``a``.

    Below the normal range rounding is absolute: a few subnormals, or the smallest normal number under
    ``ftz``, which has no effect on double precision.

    Parameters
    ----------
    stored : FloatFormat
        Format of the output; what is computed in follows from it.
    ftz : bool
        Whether subnormal numbers are flushed to zero.
    subnormals : float
        How many smallest subnormals without `ftz`.
    """
    computed = accumulator_of(stored)
    if ftz and computed.name == "float32":
        return computed.smallest_normal
    return subnormals * computed.smallest_subnormal


def with_higher_orders(first_order: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Make a bound of what is off to first order.

    Parameters
    ----------
    first_order : ndarray of float64
        Error to first order in ``u``, >= 0.
    size : ndarray of float64, same shape
        What it is an error of, >= 0; where it is 0 the first order stays as it is.

    Returns
    -------
    ndarray of float64, same shape
        Infinite where the error is as large as what it is an error of.
    """
    relative = np.divide(first_order, size, out=np.zeros_like(size), where=size > 0.0)
    if relative.max() < 1.0 - 1.0 / SECOND_ORDER:
        return SECOND_ORDER * first_order
    with np.errstate(divide="ignore"):
        factor = np.where(relative < 1.0, 1.0 / (1.0 - np.minimum(relative, 1.0)), np.inf)
    return np.where(size > 0.0, np.maximum(SECOND_ORDER, factor) * first_order, first_order)


def stored_bound(
    allowed: NDArray[np.float64], reference: NDArray[np.float64], stored: FloatFormat
) -> NDArray[np.float64]:
    """Add the rounding to the output format to what a computed result may be off by.

    Parameters
    ----------
    allowed : ndarray of float64
        Largest error before the result is stored.
    reference : ndarray of float64, same shape
        Right result.
    stored : FloatFormat
        Format of the output.

    Returns
    -------
    ndarray of float64, same shape
        Half an ulp of the format more at the largest magnitude that the result may have, for a format that is
        narrower than what is computed in; 0 where the reference is NaN, where only NaN is right.
    """
    if stored.name != accumulator_of(stored).name:
        allowed = allowed + 0.5 * stored.ulp(np.abs(reference) + allowed)
    return np.where(np.isnan(reference), 0.0, allowed)
