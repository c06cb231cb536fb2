"""Proves for each case that its check could have failed: the same bound must reject known wrong outputs.

A tolerance that admits all zeros says nothing about a kernel that passes it. So every case puts impostors before its
own bound, those that its operation knows: all zeros, one number for a whole row, results without the tail of every row.
A case whose bound admits one of them, though it is wrong, is not judged at all.

An impostor can also happen to be *right*: ``1 / n_cols`` for constant rows or for one column of a softmax, a dropped
tail whose elements are zero to rounding. It counts as right when every one of its elements is within one
ulp of the output format of the reference, plus the absolute error that the arithmetic has near zero anyway
(a few subnormals, or the smallest normal number under ``ftz``): no check of values could tell such an
output from a right one. Between "right" and "rejected" there must be nothing; whatever falls there is what
this module reports.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..operation.model import Operation, Problem


def accepted_impostors(
    operation: Operation,
    problem: Problem,
    *,
    reference: NDArray[np.float64],
    allowed: NDArray[np.float64],
) -> tuple[str, ...]:
    """Name the wrong outputs that a bound would let pass.

    Parameters
    ----------
    operation : Operation
        Knows the impostors, and the absolute error near zero.
    problem : Problem
        The case.
    reference, allowed : ndarray of float64, shape (n_rows, n_cols)
        Right result of the case and the bound it is judged by; NaN in the bound admits anything.

    Returns
    -------
    tuple of str
        Names, such as ``zeros`` and ``dropped tail``, in the operation's order; empty when the check can
        fail, and for an empty case, which has nothing to check.

    Notes
    -----
    Rows of NaN reject every impostor, because only NaN matches NaN.
    """
    if reference.size == 0:
        return ()
    form = problem.stored
    floor = operation.floor_of(problem)
    unjudged = np.isnan(allowed) if math.isnan(allowed.max()) else None
    # A row of NaN makes this say yes as well, which costs a little and changes nothing.
    has_infinity = not math.isfinite(reference.max()) or not math.isfinite(reference.min())

    def is_admitted_though_wrong(impostor: NDArray[np.float64]) -> bool:
        with np.errstate(invalid="ignore"):
            error = np.abs(impostor - reference)
            if has_infinity:
                error = np.where(impostor == reference, 0.0, error)
        # A NaN error, from a row that must be NaN, fails this comparison and so rejects the impostor.
        within = error <= allowed
        if not bool(np.all(within if unjudged is None else within | unjudged)):
            return False
        return not bool(np.all(error <= form.ulp(reference) + floor))

    return tuple(
        name
        for name, impostor in operation.impostors_of(problem, reference, allowed)
        if is_admitted_though_wrong(impostor)
    )
