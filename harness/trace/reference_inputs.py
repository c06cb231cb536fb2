"""Compares the inputs that an element was computed from with those that its right result depends on.

The reference is evaluated with other values of some inputs: if the right result of the element changes, it depends on
them. Halving finds which; of neighbours in a row, the first, the middle and the last one stand for all. No derivative
and no knowledge of the operation is needed.

Limitations: integer inputs, which often are indices or lengths, are not changed. A dependence that none of the
`_CHANGES` shows is not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.model import Operation
from ..operation.problem import Problem, replaced

MOST_EVALUATIONS = 400
"""Most evaluations of a reference for one element."""
# Elements in all evaluations together, so that a large case takes seconds.
_WORK = 1 << 24
# Other values of inputs: above all, below all, and near the old ones.
_CHANGES: tuple[Callable[[NDArray[np.float64]], NDArray[np.float64]], ...] = (
    lambda values: np.abs(values) + 3.0,
    lambda values: -np.abs(values) - 3.0,
    lambda values: 0.5 * values + 0.25,
)


@dataclass(frozen=True)
class InputComparison:
    """The difference between the inputs of a value and those of the right result, as flat indices by array."""

    missing: Mapping[str, set[int]]
    """The right result depends on them, the value does not."""
    unexpected: Mapping[str, set[int]]
    """The value depends on them, the right result on no element of their row."""
    is_complete: bool = True
    """Whether `missing` has all of them."""
    unknown: str = ""
    """Reason nothing is known; empty otherwise."""


def compare_inputs(
    operation: Operation,
    problem: Problem,
    output: str,
    place: tuple[int, int],
    used: Mapping[str, set[int]],
    followed: Mapping[str, set[int]],
) -> InputComparison:
    """Compare the inputs of an element with those of its right result."""
    changed = _Probe(operation, problem, output, place)
    arrays = [
        array.name
        for array in operation.inputs
        if not array.is_integer and (array.absent is None or array.name in problem.given)
    ]
    if not arrays:
        return InputComparison(
            {}, {}, unknown="not compared with those of the right result: integers are not changed"
        )
    if not changed.by({name: np.arange(problem.arrays[name].size) for name in arrays}):
        return InputComparison(
            {},
            {},
            unknown="not compared with those of the right result, which stays the same whatever they are",
        )
    missing: dict[str, set[int]] = {}
    unexpected: dict[str, set[int]] = {}
    for name in arrays:
        size = problem.arrays[name].size
        rest = np.setdiff1d(np.arange(size), np.array(sorted(followed.get(name, ())), np.int64))
        row = problem.arrays[name].shape[-1]
        found = set(_needed(changed, name, rest, row))
        if found:
            missing[name] = found
        own = np.array(sorted(used.get(name, ())), np.int64)
        for row_number in np.unique(own // row):
            part = own[own // row == row_number]
            if not changed.is_used_up and not changed.by({name: part}) and not changed.is_used_up:
                unexpected.setdefault(name, set()).update(int(flat) for flat in part)
    return InputComparison(missing, unexpected, not changed.is_used_up)


class _Probe:
    """Evaluates the reference with some inputs changed."""

    def __init__(self, operation: Operation, problem: Problem, output: str, place: tuple[int, int]) -> None:
        self._operation = operation
        self._problem = problem
        self._output = output
        self._place = place
        size = sum(array.size for array in problem.arrays.values())
        self._left = min(MOST_EVALUATIONS, max(_WORK // max(size, 1), 8))
        self._usual = self._evaluate({})

    @property
    def is_used_up(self) -> bool:
        """Whether no evaluation is left."""
        return self._left <= 0

    def by(self, indices: Mapping[str, NDArray[np.int64]]) -> bool:
        """Return whether the element changes if these elements do."""
        if not any(index.size for index in indices.values()):
            return False
        for change in _CHANGES:
            if self.is_used_up:
                return False
            self._left -= 1
            arrays = {}
            for name, flat in indices.items():
                values = self._problem.arrays[name].copy()
                with np.errstate(all="ignore"):
                    old = np.nan_to_num(values.reshape(-1)[flat].astype(np.float64), posinf=1.0, neginf=-1.0)
                    values.reshape(-1)[flat] = change(old).astype(values.dtype)
                arrays[name] = values
            if self._evaluate(arrays) != self._usual:
                return True
        return False

    def _evaluate(self, arrays: Mapping[str, NDArray[Any]]) -> bytes:
        problem = replaced(self._problem, arrays) if arrays else self._problem
        with np.errstate(all="ignore"):
            result = self._operation.results(problem)[self._output][self._place]
        # NaN is one result, whatever its bits
        return b"nan" if result != result else np.asarray(result).tobytes()


def _needed(changed: _Probe, name: str, indices: NDArray[np.int64], row: int) -> Iterator[int]:
    """Yield those elements of an array that change the result.

    Of neighbours in a row, all count if the first, the middle and the last one do; else each half is tried.
    """
    if not indices.size or not changed.by({name: indices}):
        return
    pending = [indices]
    while pending:
        part = pending.pop()
        if changed.is_used_up or not changed.by({name: part}):
            continue
        is_run = part[-1] - part[0] == part.size - 1 and part[0] // row == part[-1] // row
        tried = np.unique(part[[0, part.size // 2, -1]])
        if is_run and all(part.size == 1 or changed.by({name: part[part == index]}) for index in tried):
            yield from (int(index) for index in part)
        elif is_run:
            pending += [part[part.size // 2 :], part[: part.size // 2]]
        else:
            # where neighbours end, or in the middle of many groups of them
            ends = np.flatnonzero((np.diff(part) != 1) | (np.diff(part // row) != 0)) + 1
            middle = int(ends[len(ends) // 2])
            pending += [part[middle:], part[:middle]]


def words_of(found: Mapping[str, set[int]], describe: Callable[[str, Sequence[int]], str]) -> tuple[str, ...]:
    """Return descriptions of elements, array by array."""
    return tuple(describe(name, sorted(flats)) for name, flats in found.items() if flats)
