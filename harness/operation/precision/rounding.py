"""Building blocks of error bounds: additions on the longest path, higher orders, the final rounding.

``docs/tolerance.md`` derives them. ``u`` is the largest relative error of one rounding in the format in which a kernel
computes.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .float_format import FloatFormat, accumulator_of

WARP_LANES = 32
"""Threads of a warp (CUDA C++ Programming Guide, "SIMT Architecture")."""

VECTOR_BYTES = 16
"""Widest single memory access of a thread, in bytes (CUDA C++ Programming Guide, "Device Memory Accesses")."""

SECOND_ORDER = 1.01
"""Factor on the first-order bound; covers the terms of order ``u**2`` while the relative bound is below
0.0099, beyond which ``1 / (1 - bound)`` is larger and replaces it (Higham, "Accuracy and Stability of
Numerical Algorithms", lemma 3.1)."""

FLOOR_SUBNORMALS = 4.0
"""Absolute error of a result of a few operations near 0, in smallest subnormals."""

_NUMPY_PAIRWISE_BLOCK = 128
"""``numpy.add.reduce`` sums blocks of 128 in 8 accumulators and the blocks pairwise."""


def combine_depth(row_threads: int) -> int:
    """Return the additions on the longest path from a thread's partial sum to the row's sum.

    Counts a tree within a warp and the warps' sums one by one, the longest form in common use.
    """
    within_warp = math.ceil(math.log2(min(row_threads, WARP_LANES)))
    return within_warp + math.ceil(row_threads / WARP_LANES) - 1


def elements_per_thread(n_cols: int, row_threads: int, itemsize: int) -> int:
    """Return the largest number of elements that one thread of a row adds up.

    `n_cols` for one thread. Otherwise an equal share, plus one vector less one element, plus two scalars: the most that
    a thread gets if the row is read in 16-byte vectors with a scalar head and tail.
    """
    if row_threads == 1:
        return n_cols
    return min(n_cols, math.ceil(n_cols / row_threads) + VECTOR_BYTES // itemsize + 1)


def sum_depth(n_cols: int, row_threads: int, itemsize: int, serial: int | None = None) -> int:
    """Return ``h``, the number of rounded additions on the longest path through a row's sum.

    `serial` is the number of additions made one after another on the longest path, without `combine_depth`; by
    default one less than `elements_per_thread`. ``h`` is at most ``n_cols - 1``, because both operands of an addition
    that rounds contain elements. With `serial` it is at least ``log2(n_cols)``, because no binary tree with `n_cols`
    leaves is lower.

    Any order of additions is a binary tree whose leaves are the elements. An addition rounds its result by a factor
    ``1 + e``, ``|e| <= u``, so the sum is ``sum x_i (1 + e_1) ... (1 + e_k)`` with the ``k <= h`` additions above
    ``x_i``. Hence its error is at most ``((1 + u)**h - 1) sum |x_i|``, ``h u sum |x_i|`` to first order, with the
    height ``h`` of the tree, whatever its shape (Higham, sections 4.1 and 4.2). A thread that adds ``c`` elements in
    order has ``c - 1`` additions above its first; ``p`` partial sums added one after another to a total have ``p``
    above the first. Along one path, such parts add up.
    """
    if serial is None:
        serial = elements_per_thread(n_cols, row_threads, itemsize) - 1
        lowest = 0
    else:
        lowest = (n_cols - 1).bit_length()
    return min(n_cols - 1, max(serial + combine_depth(row_threads), lowest))


def reference_depth(n_cols: int) -> int:
    """Return the number of additions on the longest path of NumPy's pairwise sum of `n_cols` >= 1 numbers."""
    # In a block: at most 16 additions in each accumulator, and 3 that join the 8 accumulators.
    blocks = math.ceil(n_cols / _NUMPY_PAIRWISE_BLOCK)
    return min(n_cols - 1, _NUMPY_PAIRWISE_BLOCK // 8 + 3 + math.ceil(math.log2(blocks)))


def absolute_floor(stored: FloatFormat, *, ftz: bool, subnormals: float = FLOOR_SUBNORMALS) -> float:
    """Return ``a``, the absolute error of a few operations for results near 0.

    Below the normal range the rounding error is absolute: a few subnormals of the computed format, or the smallest
    normal number under ``ftz``, which has no effect on double precision.
    """
    computed = accumulator_of(stored)
    if ftz and computed.name == "float32":
        return computed.smallest_normal
    return subnormals * computed.smallest_subnormal


def with_higher_orders(first_order: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a bound of values of a `size` that covers higher orders in ``u``, from the error to first order.

    Infinite where the error is as large as the value; the error to first order where the size is 0.
    """
    relative = np.divide(first_order, size, out=np.zeros_like(size), where=size > 0.0)
    if relative.max() < 1.0 - 1.0 / SECOND_ORDER:
        return SECOND_ORDER * first_order
    with np.errstate(divide="ignore"):
        factor = np.where(relative < 1.0, 1.0 / (1.0 - np.minimum(relative, 1.0)), np.inf)
    return np.where(size > 0.0, np.maximum(SECOND_ORDER, factor) * first_order, first_order)
