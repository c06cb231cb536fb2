"""Proves for each case that its check can fail: the bound must reject known wrong outputs.

A tolerance that accepts all zeros says nothing about a kernel that passes. So every case checks its bound against the
impostors of its operation: all zeros, one number for a whole row, results without the tail of every row. A case whose
bound accepts a wrong impostor is not judged.

An impostor can happen to be *right*: ``1 / n_cols`` for constant rows or for one column of a softmax, or a dropped
tail whose elements are zero after rounding. An impostor counts as right if each of its elements differs from the
reference by at most one ulp of the output format plus the absolute error of the arithmetic near zero (a few
subnormals, or the smallest normal number under ``ftz``). No check of values could tell such an output from a right
one. This module reports impostors that are neither right nor rejected.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from ..operation.array import Array
from ..operation.expected import Expected
from ..operation.model import Operation
from ..operation.problem import Problem
from .comparison import ulp_of


def accepted_impostors(
    operation: Operation,
    problem: Problem,
    outputs: Mapping[str, Expected],
) -> tuple[str, ...]:
    """Return the names of the wrong outputs that a bound accepts.

    Parameters
    ----------
    operation : Operation
        Operation that defines the impostors and the absolute error near zero.
    problem : Problem
        Input of the case.
    outputs : mapping of str to Expected
        Right result and error bound of each output. A bound of NaN accepts anything.

    Returns
    -------
    tuple of str
        Names, such as ``zeros`` and ``dropped tail``, in the operation's order; ``zeros as loss`` if the operation has
        several outputs. Empty if the check can fail, and for an empty case.

    Notes
    -----
    Rows of NaN reject every impostor, because only NaN matches NaN.
    """
    admits = {
        output.name: _admission(operation, problem, output, outputs[output.name])
        for output in operation.outputs
        if outputs[output.name].reference.size
    }
    if not admits:
        return ()
    return tuple(
        name if len(outputs) == 1 else f"{name} as {output}"
        for output, name, impostor in operation.impostors_of(problem, outputs)
        if admits[output](impostor)
    )


def _admission(
    operation: Operation, problem: Problem, output: Array, expected: Expected
) -> Callable[[NDArray[np.float64]], bool]:
    """Return a function that says whether an output's bound admits an impostor that is wrong."""
    reference, allowed = expected.reference, expected.allowed
    floor = operation.floor_of(problem)
    unjudged = np.isnan(allowed) if math.isnan(allowed.max()) else None
    # Also true for a row of NaN, which only costs a little time.
    has_infinity = not math.isfinite(reference.max()) or not math.isfinite(reference.min())

    def admits(impostor: NDArray[np.float64]) -> bool:
        with np.errstate(invalid="ignore"):
            error = np.abs(impostor - reference)
            if has_infinity:
                error = np.where(impostor == reference, 0.0, error)
        # The error in a row that must be NaN is NaN, which fails this comparison and rejects the impostor.
        within = error <= allowed
        if not bool(np.all(within if unjudged is None else within | unjudged)):
            return False
        return not bool(np.all(error <= ulp_of(reference, output.element(problem.dtype).name) + floor))

    return admits
