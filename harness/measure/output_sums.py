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
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.expected import Expected
from ..operation.problem import Problem, replaced
from ..settings.settings import usable_cores
from ..variant.case import Case

_CHUNK_ELEMENTS = 1 << 18
_SUMS_KEPT = 64
_MOST_THREADS = 16


@dataclass(frozen=True)
class OutputSums:
    """Sums of each row of an output, in float64; NaN for a row that holds one.

    Parameters
    ----------
    weighted : ndarray, shape (n_rows,)
        Sum of the elements times weights of both signs, which depend on the number of elements alone.
    magnitudes : ndarray, shape (n_rows,)
        Sum of the elements' magnitudes.
    scale : ndarray, shape (n_rows,)
        Sum of the magnitudes of the elements times weights; empty except for a reference.
    """

    weighted: NDArray[np.float64]
    magnitudes: NDArray[np.float64]
    scale: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))


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
    sums: NDArray[np.float64], wanted: NDArray[np.float64], scale: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return by how much each sum is off, as a share of `scale`; 0 where both are NaN, infinite where one is."""
    with np.errstate(all="ignore"):
        off: NDArray[np.float64] = np.abs(sums - wanted) / np.maximum(scale, np.finfo(np.float64).tiny)
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
    found: NDArray[np.float64] = (0.5 + source.random(n)) * source.choice([-1.0, 1.0], n)
    return found


_kept: OrderedDict[tuple[Any, ...], Mapping[str, OutputSums]] = OrderedDict()


def reference_sums(case: Case, problem: Problem, rows: NDArray[np.intp]) -> Mapping[str, OutputSums]:
    """Return the sums of some rows of the right results, by output.

    Kept for the next variant of the same operation, shape and type: inputs depend on nothing else.

    Raises
    ------
    SpecError
        The operation is from a project's own file, and its `reference` fails.
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
        part = rows_of(problem, case, rows[start : start + step])
        found = {}
        for name, result in operation.results(part).items():
            by_rows = np.asarray(result, np.float64).reshape(part.n_rows, -1)
            weights = _weights(by_rows.shape[1])
            with np.errstate(all="ignore"):
                weighted = by_rows @ weights
                magnitudes = np.abs(by_rows)
                found[name] = OutputSums(weighted, magnitudes.sum(axis=1), magnitudes @ np.abs(weights))
        return found

    # NumPy lets go of the interpreter in long loops.
    with ThreadPoolExecutor(min(_MOST_THREADS, usable_cores())) as pool:
        parts = list(pool.map(work, range(0, len(rows), step)))
    sums = {
        name: OutputSums(
            *(
                np.concatenate([getattr(part[name], each.name) for part in parts])
                for each in fields(OutputSums)
            )
        )
        for name in parts[0]
    }
    _kept[key] = sums
    while len(_kept) > _SUMS_KEPT:
        _kept.popitem(last=False)
    return sums


def rows_of(problem: Problem, case: Case, rows: NDArray[np.intp]) -> Problem:
    """Return the problem of some rows alone."""
    arrays = {
        array.name: problem.arrays[array.name][rows]
        for array in case.variant.operation.inputs
        if array.has_rows
    }
    return replaced(problem, arrays, n_rows=len(rows))
