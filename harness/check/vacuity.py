"""Proves for each case that its check could have failed: the same bound must reject known wrong outputs.

A tolerance that admits all zeros says nothing about a kernel that passes it. So every case puts three
impostors before its own bound: all zeros, the constant ``1 / n_cols``, and softmax with the tail of every
row left out of the sum and written as zero. A case whose bound admits one of them, though it is wrong, is
not judged at all.

An impostor can also happen to be *right*: ``1 / n_cols`` for constant rows or for one column, a dropped
tail whose elements are zero to rounding. It counts as right when every one of its elements is within one
ulp of the output format of the reference, plus the absolute error that the arithmetic has near zero anyway
(a few subnormals, or the smallest normal number under ``ftz``): no check of values could tell such an
output from a right one. Between "right" and "rejected" there must be nothing; whatever falls there is what
this module reports.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from harness.check.float_format import float_format
from harness.check.tolerance import absolute_floor
from harness.spec.arithmetic import Arithmetic, parse_arithmetic

VECTOR_WIDTH = 4
"""Elements of a ``float4``, whose remainder is the tail that vectorised kernels most often lose."""


def tail_length(n_cols: int) -> int:
    """Count the columns that the dropped tail leaves out: ``n_cols % 4``, or 1 if that is 0 or all."""
    remainder = n_cols % VECTOR_WIDTH
    return remainder if 0 < remainder < n_cols else 1


def accepted_impostors(
    *,
    reference: NDArray[np.float64],
    allowed: NDArray[np.float64],
    arithmetic: Arithmetic | str,
    dtype: str,
) -> tuple[str, ...]:
    """Name the wrong outputs that a bound would let pass.

    Parameters
    ----------
    reference, allowed : ndarray of float64, shape (n_rows, n_cols)
        Right result of the case and the bound it is judged by.
    arithmetic : Arithmetic or str
        How the kernel computes; gives the absolute error near zero.
    dtype : str
        Output format.

    Returns
    -------
    tuple of str
        Any of ``zeros``, ``constant 1/n`` and ``dropped tail``, in this order; empty when the check can
        fail, and for an empty case, which has nothing to check.

    Notes
    -----
    Rows of NaN reject every impostor, because only NaN matches NaN.
    """
    if reference.size == 0:
        return ()
    how = parse_arithmetic(arithmetic) if isinstance(arithmetic, str) else arithmetic
    form = float_format(dtype)
    n_cols = reference.shape[1]

    def is_admitted_though_wrong(impostor: NDArray[np.float64]) -> bool:
        error = np.abs(impostor - reference)
        # A NaN error, from a row that must be NaN, fails this comparison and so rejects the impostor.
        if not bool(np.all(error <= allowed)):
            return False
        return not bool(np.all(error <= form.ulp(reference) + absolute_floor(how, form)))

    accepted = []
    if is_admitted_though_wrong(np.zeros((1, 1))):
        accepted.append("zeros")
    if is_admitted_though_wrong(np.full((1, 1), 1.0 / n_cols)):
        accepted.append("constant 1/n")
    n_kept = n_cols - tail_length(n_cols)
    # Almost always the zeros in the tail decide, and the rest of the row need not be worked out.
    if bool(np.all(reference[:, n_kept:] <= allowed[:, n_kept:])):
        kept = reference[:, :n_kept]
        kept_sum = kept.sum(axis=1, keepdims=True)
        impostor = np.zeros_like(reference)
        np.divide(kept, kept_sum, out=impostor[:, :n_kept], where=kept_sum > 0.0)
        if is_admitted_though_wrong(impostor):
            accepted.append("dropped tail")
    return tuple(accepted)
