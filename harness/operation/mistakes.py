"""Results of kernels with one common mistake: an element of another place, swapped rows, an argument that is not used.

Where such a kernel happens to be right, no check can tell. So a case says which of them its bound does not reject,
and fails for none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ..errors import HarnessError
from .array import Array
from .expected import Expected
from .given import Matrix, Scalar
from .problem import Problem, replaced

MAX_ELEMENTS = 1 << 13
"""Largest input for which the reference is evaluated again with an argument that is not used."""


def misplaced(
    expected: Mapping[str, Expected], outputs: Sequence[Array]
) -> Iterator[tuple[str, Mapping[str, Matrix]]]:
    """Yield the right results with one element off, and with two rows swapped, of each output in turn."""
    for output in outputs:
        place = f" in {output.name}" if len(outputs) > 1 else ""
        reference, allowed = expected[output.name].reference, expected[output.name].allowed
        if not reference.size:
            continue
        yield f"one element off{place}", {output.name: _one_off(reference, allowed)}
        if output.has_rows:
            swapped = reference.copy()
            swapped[:2] = reference[:2][::-1]
            yield f"rows swapped{place}", {output.name: swapped}


def ignoring(
    problem: Problem,
    *,
    inputs: Sequence[Array],
    scalars: Sequence[Scalar],
    results: Callable[[Problem], Mapping[str, Matrix]],
) -> Iterator[tuple[str, Mapping[str, Matrix]]]:
    """Yield the results of kernels that do not use one of their arguments."""
    others = []
    for array in inputs:
        if array.absent is None:
            zeros = np.zeros_like(problem.arrays[array.name])
            others.append((f"{array.name} as zeros", replaced(problem, {array.name: zeros})))
    for scalar in scalars:
        used = problem.scalars.get(scalar.name)
        rest = [value for each in scalar.values if (value := float(np.float32(each))) != used]
        if scalar.name in problem.given and rest:
            changed = {**problem.scalars, scalar.name: rest[0]}
            others.append((f"another {scalar.name}", replace(problem, scalars=changed)))
    for name, other in others:
        try:
            found = results(other)
        except (HarnessError, TypeError, ValueError):
            continue
        yield name, found


def _one_off(reference: Matrix, allowed: Matrix) -> Matrix:
    sizes = np.where(np.isfinite(reference) & ~np.isnan(allowed), np.abs(reference), -1.0)
    row, column = np.unravel_index(int(np.argmax(sizes)), reference.shape)
    n_rows, n_cols = reference.shape
    off: Matrix = reference.copy()
    off[row, column] = (
        reference[row, (column + 1) % n_cols] if n_cols > 1 else reference[(row + 1) % n_rows, column]
    )
    return off
