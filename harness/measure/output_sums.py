"""Sums of the rows of an output, which show rows that may be wrong for a fraction of what judging them costs.

The weighted sum has weights of both signs: a single wrong element moves it, and so do elements in the wrong order. A
factor common to a row, as of a softmax whose sum leaves elements out, moves it little, because terms of both signs
cancel. Such a factor moves all of the sum of magnitudes.
"""

from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.derived import results_of
from ..operation.expected import Expected
from ..operation.problem import Problem, replaced
from ..settings.settings import usable_cores
from ..variant.case import Case

_CHUNK_ELEMENTS = 1 << 18
_SUMS_KEPT = 64
_MOST_THREADS = 16


@dataclass(frozen=True)
class OutputSums:
    """Sums of each row of an output, in float64; NaN for a row that holds one."""

    weighted: NDArray[np.float64]
    """Sum of the elements times weights of both signs, which depend on the number of elements alone."""
    magnitudes: NDArray[np.float64]
    """Sum of the elements' magnitudes."""


def sums_of(values: NDArray[Any]) -> OutputSums:
    """Return the sums of each row of `values`, shape (n_rows, n)."""
    n_rows, n = values.shape
    weights, ones = _weights(n), np.ones(n)
    found = OutputSums(np.empty(n_rows), np.empty(n_rows))
    step = max(1, _CHUNK_ELEMENTS // max(1, n))
    with np.errstate(all="ignore"):
        for start in range(0, n_rows, step):
            part = slice(start, start + step)
            exact = values[part].astype(np.float64)
            found.weighted[part] = exact @ weights
            found.magnitudes[part] = np.abs(exact, out=exact) @ ones
    return found


def off_by(
    sums: NDArray[np.float64], wanted: NDArray[np.float64], magnitudes: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the error of each sum as a share of its row's magnitudes.

    It is 0 where both sums are NaN, and infinite where one is.
    """
    with np.errstate(all="ignore"):
        # A row of zeros has no magnitude to divide by.
        off: NDArray[np.float64] = np.abs(sums - wanted) / np.maximum(magnitudes, np.finfo(np.float64).tiny)
    off[np.isnan(sums) & np.isnan(wanted)] = 0.0
    off[np.isnan(off)] = np.inf
    return off


def relative_bound(expected: Expected, n_rows: int) -> float:
    """Return the largest share of a row's magnitudes that the bounds of its elements add up to.

    The sum of a right row's magnitudes is off by no more. Infinite if a row has no magnitude, or elements that are not
    judged.
    """
    reference = np.asarray(expected.reference, np.float64).reshape(n_rows, -1)
    with np.errstate(all="ignore"):
        shares = expected.allowed.reshape(n_rows, -1).sum(axis=1) / np.abs(reference).sum(axis=1)
    most = float(shares.max(initial=0.0))
    return most if np.isfinite(most) else np.inf


@functools.lru_cache(maxsize=16)
def _weights(n: int) -> NDArray[np.float64]:
    source = np.random.Generator(np.random.SFC64(n))
    # No weight is near zero, so that every element moves the sum.
    found: NDArray[np.float64] = (0.5 + source.random(n)) * source.choice([-1.0, 1.0], n)
    return found


_kept: OrderedDict[tuple[Any, ...], Mapping[str, OutputSums]] = OrderedDict()


def reference_sums(case: Case, problem: Problem, rows: NDArray[np.intp]) -> Mapping[str, OutputSums]:
    """Return the sums of some rows of the right results, by output.

    Kept for the next variant of the same operation, shape and type: inputs depend on nothing else.
    """
    operation = case.variant.operation
    key = (
        (operation.name, operation.source, case.dtype, case.shape, case.kind, case.seed),
        (tuple(sorted(problem.scalars.items())), tuple(sorted(problem.given))),
        (case.variant.max_magnitude, rows.tobytes()),
    )
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    size = max(1, problem.inp.size // problem.n_rows)
    step = max(1, _CHUNK_ELEMENTS // size)

    def work(start: int) -> dict[str, OutputSums]:
        part = problem_of_rows(problem, case, rows[start : start + step])
        results = results_of(operation, part)
        return {
            name: sums_of(np.asarray(result).reshape(part.n_rows, -1)) for name, result in results.items()
        }

    # NumPy lets go of the interpreter in long loops.
    with ThreadPoolExecutor(min(_MOST_THREADS, usable_cores())) as pool:
        parts = list(pool.map(work, range(0, len(rows), step)))
    sums = {
        name: OutputSums(
            np.concatenate([part[name].weighted for part in parts]),
            np.concatenate([part[name].magnitudes for part in parts]),
        )
        for name in parts[0]
    }
    _kept[key] = sums
    while len(_kept) > _SUMS_KEPT:
        _kept.popitem(last=False)
    return sums


def problem_of_rows(problem: Problem, case: Case, rows: NDArray[np.intp]) -> Problem:
    arrays = {
        array.name: problem.arrays[array.name][rows]
        for array in case.variant.operation.inputs
        if array.has_rows
    }
    return replaced(problem, arrays, n_rows=len(rows))
