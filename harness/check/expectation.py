"""The right results of a problem and their error bounds, with a cache for the last large problem.

A kernel is checked before and after it is timed, on one problem of millions of elements. Computing the bound of such a
problem in float64 takes longer than all launches together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.derived import expected_of
from ..operation.expected import Expected
from ..operation.model import Operation
from ..operation.problem import Problem, made_read_only, replaced

_WORTH_KEEPING = range(1 << 16, (1 << 24) + 1)
"""Number of elements of a cached problem: smaller problems are quickly recomputed, larger ones take too much memory."""

_last: tuple[Operation, Problem, Mapping[str, Expected]] | None = None


def expectation(operation: Operation, problem: Problem) -> Mapping[str, Expected]:
    """Return the right result and bound of each output, by name, read-only; from the cache if it has this problem."""
    if problem.inp.size not in _WORTH_KEEPING:
        return problem.once(("expected", operation), lambda: expected_of(operation, problem))
    global _last  # one per process, because a process runs one case at a time
    if _last is not None and _last[0] is operation and _is_same(_last[1], problem):
        return _last[2]
    expected = expected_of(operation, problem)
    made_read_only(expected)
    # The caller may change its arrays afterwards.
    copies = {name: values.copy() for name, values in problem.arrays.items()}
    _last = operation, replaced(problem, copies), expected
    return expected


def _is_same(own: Problem, problem: Problem) -> bool:
    return (
        (own.dtype, own.how, own.row_threads, own.serial, own.given, own.main)
        == (problem.dtype, problem.how, problem.row_threads, problem.serial, problem.given, problem.main)
        and _same_bits(own.scalars, problem.scalars)
        and _same_bits(own.arrays, problem.arrays)
    )


def _same_bits(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    # By bits: a NaN must equal itself, and 0.0 must differ from -0.0.
    return one.keys() == other.keys() and all(
        np.shape(one[name]) == np.shape(other[name])
        and np.asarray(one[name]).dtype == np.asarray(other[name]).dtype
        and np.array_equal(_bytes(one[name]), _bytes(other[name]))
        for name in one
    )


def _bytes(values: Any) -> NDArray[np.uint8]:
    return np.ascontiguousarray(values).reshape(-1).view(np.uint8)
