"""The right result of a problem and its error bound, with a cache for the last large problem.

A kernel is checked before and after it is timed, on one problem of millions of elements. There the float64 arithmetic
of a bound takes longer than all launches together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.expected import Expected
from ..operation.model import Operation
from ..operation.problem import Problem, replaced

_WORTH_KEEPING = range(1 << 16, (1 << 24) + 1)
"""Number of elements of a cached problem: smaller problems are quickly recomputed, larger ones take too much memory."""


@dataclass(frozen=True)
class Expectation:
    """The right results of a problem, and the largest error of each of their elements."""

    operation: Operation
    """Operation that gives the result."""
    problem: Problem
    """Input of the operation."""
    outputs: Mapping[str, Expected]
    """Right result and error bound of each output. Read-only, because they may be returned again."""

    def is_of(self, operation: Operation, problem: Problem) -> bool:
        """Whether it belongs to this operation and to a problem with the same bits."""
        own = self.problem
        return (
            self.operation is operation
            and (own.dtype, own.how, own.row_threads, own.serial, own.given)
            == (problem.dtype, problem.how, problem.row_threads, problem.serial, problem.given)
            and _same_bits(own.scalars, problem.scalars)
            and _same_bits(own.vectors, problem.vectors)
            and _same_bits({own.main: own.inp}, {problem.main: problem.inp})
        )


_last: Expectation | None = None


def expectation(operation: Operation, problem: Problem) -> Expectation:
    """Return the right result of a problem and its error bound, from the cache if it has this problem.

    Raises SpecError if the operation is a project's own and its reference or bound fails, and ValueError if the
    problem's arithmetic, `row_threads` or dtype is not usable.
    """
    if problem.inp.size not in _WORTH_KEEPING:
        outputs = problem.once(("expected", operation), lambda: operation.expected(problem))
        return Expectation(operation, problem, outputs)
    global _last  # one per process, because a process runs one case at a time
    if _last is not None and _last.is_of(operation, problem):
        return _last
    found = Expectation(operation, problem, operation.expected(problem))
    for expected in found.outputs.values():
        for array in (expected.reference, expected.allowed):
            array.flags.writeable = False
    # The caller may change its arrays afterwards.
    copies = {name: values.copy() for name, values in problem.arrays.items()}
    _last = replace(found, problem=replaced(problem, copies))
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
