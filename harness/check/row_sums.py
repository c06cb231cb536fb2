"""Holds the sum of every row against 1, within a bound that knows nothing of the exponential.

Takes an output and the allowed error of its elements, gives findings. Two errors that are within every
element's own bound can still have one cause, such as a number added to the divisor; it shows in the sum.
``docs/tolerance.md`` derives the bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from harness.check.float_format import accumulator_of, float_format
from harness.check.positions import describe_rows
from harness.check.tolerance import SECOND_ORDER, absolute_floor, reference_depth, sum_depth
from harness.check.verdict import Finding, Reason
from harness.spec.arithmetic import Arithmetic, parse_arithmetic


def row_sum_bound(
    *,
    reference: NDArray[np.float64],
    allowed: NDArray[np.float64],
    arithmetic: Arithmetic | str,
    lanes: int,
    dtype: str,
) -> NDArray[np.float64]:
    """Bound how far the sum of a row of right results may be from 1.

    Parameters
    ----------
    reference, allowed : ndarray of float64, shape (n_rows, n_cols)
        Right result, and what `harness.check.tolerance.bound` allows for it.
    arithmetic : Arithmetic or str
        How the kernel computes.
    lanes : int
        Threads that share one row's sum, at least 1.
    dtype : str
        Storage format of the output.

    Returns
    -------
    ndarray of float64, shape (n_rows,)
        0 for a row of NaN, whose sum is not judged.

    Raises
    ------
    ValueError
        As `harness.check.tolerance.bound`.

    Notes
    -----
    A kernel divides the very exponentials that it has summed, so their own errors cancel; what is left is
    the rounding of the sum and of the quotient, ``(h + c) u``, and for each element the absolute error near
    zero and the rounding to a 16-bit format. ``online`` and ``division_free`` kernels sum other numbers than
    they divide: of them only the sum of what is allowed for each element is known.
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
    relative = (sum_depth(n_cols, lanes, stored.itemsize) + how.c_u) * computed.unit_roundoff
    factor = max(SECOND_ORDER, 1.0 / (1.0 - relative)) if relative < 1.0 else np.inf
    together = relative * factor + n_cols * absolute_floor(how, stored) + own
    if stored.name != computed.name:
        # No result is near 2, so an element that may be anything costs half an ulp there.
        together = together + 0.5 * stored.ulp(np.minimum(reference + allowed, 2.0)).sum(axis=1)
    return np.where(judged, np.minimum(together, each), 0.0)


def row_sum_findings(
    out: NDArray[Any], reference: NDArray[np.float64], allowed: NDArray[np.float64]
) -> list[Finding]:
    """Report the rows whose sum is too far from 1.

    Parameters
    ----------
    out : ndarray, shape (n_rows, n_cols)
        What the kernel wrote; each element within its own bound.
    reference : ndarray of float64, same shape
        Right result; rows with NaN are not judged.
    allowed : ndarray of float64, shape (n_rows,)
        From `row_sum_bound`.

    Returns
    -------
    list of Finding
        At most one, with reason ``row-sum``.
    """
    judged = ~np.isnan(reference).any(axis=1)
    if reference.shape[1] == 0 or not judged.any():
        return []
    sums = out.astype(np.float64).sum(axis=1)
    error = np.abs(sums - 1.0)
    ratio = np.divide(error, allowed, out=np.zeros_like(error), where=judged)
    off = ratio > 1.0
    if not off.any():
        return []
    row = int(np.argmax(ratio))
    return [
        Finding(
            Reason.ROW_SUM,
            f"{np.count_nonzero(off)} of {np.count_nonzero(judged)} rows do not sum to 1, though each element "
            "is within its own bound\n"
            f"worst is row {row}: its sum is {sums[row]:.9g}, allowed 1 +- {allowed[row]:.3g} "
            f"({ratio[row]:.3g} times the allowed error)\n"
            f"wrong: {describe_rows(off)}; is what is divided by the sum of what is divided?",
            count=int(np.count_nonzero(off)),
        )
    ]
