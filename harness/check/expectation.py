"""What a result is held against: the right one and the error it may have, worked out once for a problem met again.

A kernel is checked before it is timed and again afterwards, on the same problem of millions of elements, where the
float64 arithmetic of a bound takes longer than all launches together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.given import Matrix
from ..operation.model import Operation, Problem, replaced

_WORTH_KEEPING = range(1 << 16, (1 << 24) + 1)
"""Elements of a problem that is kept: fewer are quick to work out again, more take too much memory."""


@dataclass(frozen=True)
class Expectation:
    """The right result of a problem, and the largest error of each of its elements.

    Parameters
    ----------
    operation : Operation
        What computes it.
    problem : Problem
        Of what.
    reference, allowed : ndarray of float64, shape (n_rows, n_cols)
        Not to be written: they are given again.
    """

    operation: Operation
    problem: Problem
    reference: Matrix
    allowed: Matrix

    def is_of(self, operation: Operation, problem: Problem) -> bool:
        """Whether it is that of an operation and of an equal problem, bit for bit."""
        own = self.problem
        return (
            self.operation is operation
            and (own.dtype, own.how, own.row_threads, own.given)
            == (problem.dtype, problem.how, problem.row_threads, problem.given)
            and _same_bits(own.scalars, problem.scalars)
            and _same_bits(own.vectors, problem.vectors)
            and _same_bits({"inp": own.inp}, {"inp": problem.inp})
        )


_last: Expectation | None = None


def expectation(operation: Operation, problem: Problem) -> Expectation:
    """Work out what a result is held against, or return what was worked out for the last problem if it is this one.

    Parameters
    ----------
    operation : Operation
        What is computed.
    problem : Problem
        Of what; a kept one is copied, so that it may change afterwards.

    Returns
    -------
    Expectation
        One of 2**16 to 2**24 elements is kept until the next such.

    Raises
    ------
    SpecError
        The operation is of a project's own file, and its `reference` or `bound` fails.
    ValueError
        The problem's arithmetic, lanes or type are not usable.
    """
    global _last  # one for the process, which runs one case at a time
    if _last is not None and _last.is_of(operation, problem):
        return _last
    reference = operation.right_result(problem)
    allowed = operation.allowed_error(problem, reference)
    found = Expectation(operation, problem, reference, allowed)
    if problem.inp.size in _WORTH_KEEPING:
        for array in (reference, allowed):
            array.flags.writeable = False
        vectors = {name: vector.copy() for name, vector in problem.vectors.items()}
        _last = replace(found, problem=replaced(problem, inp=problem.inp.copy(), vectors=vectors))
    return found


def _same_bits(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    return one.keys() == other.keys() and all(
        _bits(np.asarray(one[name]), np.asarray(other[name])) for name in one
    )


def _bits(one: NDArray[Any], other: NDArray[Any]) -> bool:
    return (
        one.shape == other.shape
        and one.dtype == other.dtype
        and np.array_equal(
            np.ascontiguousarray(one).reshape(-1).view(np.uint8),
            np.ascontiguousarray(other).reshape(-1).view(np.uint8),
        )
    )
