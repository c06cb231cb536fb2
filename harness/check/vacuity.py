"""Proves for each case that its check can fail: the bound must reject known wrong outputs.

A tolerance that accepts all zeros says nothing about a kernel that passes. So every case checks its bound against the
impostors of its operation: all zeros, one number for a whole row, results without the tail of every row. A case whose
bound accepts a wrong impostor is not judged.

An impostor can happen to be *right*: ``1 / n_cols`` for constant rows or for one column of a softmax, or a dropped
tail whose elements are zero after rounding. An impostor counts as right if each of its elements differs from the
reference by at most one ulp of the output format plus the absolute error of the arithmetic near zero (a few
subnormals, or the smallest normal number under ``ftz``). No check of values could tell such an output from a right
one. This module reports impostors that are neither right nor rejected.

An operation without its own impostors also has the mistakes of `harness.operation.impostors`. A bound may admit
them for good reasons: a scalar has little influence on these numbers, two rows are nearly alike. Then the case is
judged, and reports that it does not see this mistake.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..operation.array import Array
from ..operation.impostors import WITHOUT, impostors_of, mistakes_of
from ..operation.model import Operation
from ..operation.precision.rounding import absolute_floor
from ..operation.problem import Expected, Problem
from .comparison import ulp_of

_FLUSHED_TERMS = 2.0**24
"""Number of terms of a sum, each of which may be flushed to zero."""

_Admits = Callable[[NDArray[np.float64]], tuple[bool, bool]]


class Proof(NamedTuple):
    """Impostors of an operation that the error bound of a case accepts, rejects and does not see."""

    accepted: tuple[str, ...] = ()
    """Impostors that are wrong and must be rejected, but are within the bound: the check is vacuous."""
    rejected: tuple[str, ...] = ()
    """Impostors that the bound rejects."""
    unseen: tuple[str, ...] = ()
    """Impostors that the case cannot see: they are right for its input, or differ by less than the bound."""


def proof_of(
    operation: Operation, problem: Problem, outputs: Mapping[str, Expected], *, ignores_arguments: bool = True
) -> Proof:
    """Return which wrong outputs a bound accepts, rejects and does not see; `ignores_arguments` as in `mistakes_of`."""
    admits = {
        output.name: _admission(operation, problem, output, outputs)
        for output in operation.outputs
        if outputs[output.name].reference.size
    }
    if not admits:
        return Proof()
    accepted: list[str] = []
    is_rejected: dict[str, bool] = {}
    for output, name, impostor in impostors_of(operation, problem, outputs):
        if output not in admits:
            continue
        is_admitted, is_right = admits[output](impostor)
        own_name = name if len(outputs) == 1 else f"{name} as {output}"
        if is_admitted and not is_right:
            accepted.append(own_name)
        # A kernel without an argument is seen in any of its outputs.
        key = name if name.startswith(WITHOUT) else own_name
        is_rejected[key] = is_rejected.get(key, False) or not is_admitted
    if operation.impostors is not None:
        # An operation with its own impostors may leave out the ones that its bound surely rejects.
        return Proof(tuple(accepted))
    for name, results in mistakes_of(operation, problem, outputs, ignores_arguments=ignores_arguments):
        is_rejected[name] = any(
            not admits[output](result)[0] for output, result in results.items() if output in admits
        )
    return Proof(
        accepted=tuple(accepted),
        rejected=tuple(name for name, is_seen in is_rejected.items() if is_seen),
        unseen=tuple(name for name, is_seen in is_rejected.items() if not is_seen and name not in accepted),
    )


def _admission(
    operation: Operation, problem: Problem, output: Array, outputs: Mapping[str, Expected]
) -> _Admits:
    """Return a function of an impostor: whether the bound admits it, and whether it is right."""
    reference, allowed = outputs[output.name].reference, outputs[output.name].allowed
    n_terms = _FLUSHED_TERMS if problem.how.ftz else problem.n_rows + problem.n_cols
    floor = n_terms * absolute_floor(problem.stored, ftz=problem.how.ftz)
    # A bound of NaN accepts anything.
    unjudged = np.isnan(allowed) if math.isnan(allowed.max()) else None
    # Also true for a row of NaN, which only costs a little time.
    has_infinity = not math.isfinite(reference.max()) or not math.isfinite(reference.min())

    def admits(impostor: NDArray[np.float64]) -> tuple[bool, bool]:
        with np.errstate(invalid="ignore", over="ignore"):
            error = np.abs(impostor - reference)
            if has_infinity:
                same = (impostor == reference) | (np.isnan(impostor) & np.isnan(reference))
                error = np.where(same, 0.0, error)
        if output.accept is not None:
            # If the other outputs are right.
            values = {name: each.reference for name, each in outputs.items()}
            values[output.name] = np.broadcast_to(impostor, reference.shape)
            for array in operation.outputs:
                if array.is_integer:
                    values[array.name] = np.rint(np.nan_to_num(values[array.name])).astype(np.int64)
            error = np.where(operation.accepted(problem, values)[output.name], 0.0, error)
        # A number in a row that must be NaN has the error NaN, which fails this comparison. A number in place of an
        # infinity has an infinite error, which no bound admits.
        within = (error <= allowed) & (error < np.inf)
        if not bool(np.all(within if unjudged is None else within | unjudged)):
            return False, False
        return True, bool(np.all(error <= ulp_of(reference, output.element(problem.dtype).name) + floor))

    return admits
