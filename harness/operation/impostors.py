"""Wrong outputs: impostors that every bound must reject, and outputs of kernels with one common mistake.

If a kernel with such a mistake happens to be right, no check can see the mistake. So a case reports the mistakes that
its bound does not reject, and fails for none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import numpy as np

from ..errors import HarnessError
from .array import varied
from .derived import results_of
from .given import Matrix
from .model import Operation
from .problem import Expected, Problem, replaced
from .size import N_COLS

TAIL_WIDTH = 4
"""Elements of a ``float4``. The columns that do not fill one are the tail that vectorised kernels most often lose."""

WITHOUT = "no "
"""Beginning of the names of impostors that leave out an argument: one kernel, which changes several outputs or one."""

MAX_ELEMENTS = 1 << 13
"""Largest input for which the reference is evaluated again with an argument that is not used."""


def mistakes_of(
    operation: Operation, problem: Problem, expected: Mapping[str, Expected], *, ignores_arguments: bool
) -> Iterator[tuple[str, Mapping[str, Matrix]]]:
    """Yield the results of kernels with one common mistake: its name, and the outputs that it changes."""
    if operation.impostors is not None:
        return
    yield from _misplaced(operation, expected)
    if ignores_arguments and problem.inp.size <= MAX_ELEMENTS:
        yield from _ignoring(operation, problem)


def impostors_of(
    operation: Operation, problem: Problem, expected: Mapping[str, Expected]
) -> Iterator[tuple[str, str, Matrix]]:
    """Yield outputs that are wrong for most cases: the output's name, the impostor's, and its values."""
    with operation.failing_at("impostors"):
        if operation.impostors is None:
            yield from _default_impostors(operation, problem, expected)
            return
        ((name, only),) = expected.items()
        for impostor, values in operation.impostors(problem, only.reference, only.allowed):
            yield name, impostor, values


def _default_impostors(
    operation: Operation, problem: Problem, expected: Mapping[str, Expected]
) -> Iterator[tuple[str, str, Matrix]]:
    """Yield the outputs of incomplete kernels: zeros, one number per row, no tail, an unused vector."""
    n_kept = problem.n_cols - tail_length(problem.n_cols)
    without_tail: Mapping[str, Matrix] = {}
    for output in varied(operation.outputs):
        reference, allowed = expected[output.name].reference, expected[output.name].allowed
        yield output.name, "zeros", np.zeros((1, 1))
        finite = np.isfinite(reference)
        if output.shape[-1] != N_COLS:
            count = max(int(finite.sum()), 1)
            yield output.name, "one number", (np.where(finite, reference, 0.0) / count).sum(keepdims=True)
            continue
        counts = np.maximum(finite.sum(axis=1, keepdims=True), 1)
        # Divide before summing: sums of numbers near the end of the range overflow.
        yield output.name, "row means", (np.where(finite, reference, 0.0) / counts).sum(axis=1, keepdims=True)
        # The bound usually rejects the zeros in the tail, and the rest of the row need not be computed.
        if not tail_may_be_zero(reference, allowed, n_kept):
            yield output.name, "dropped tail", np.zeros((1, 1))
            continue
        impostor = np.zeros_like(reference)
        if n_kept:
            without_tail = without_tail or results_of(operation, _first_columns(operation, problem, n_kept))
            impostor[:, :n_kept] = without_tail[output.name]
        yield output.name, "dropped tail", impostor
    for array in operation.inputs:
        if array.name in problem.given and array.absent is not None:
            without = np.full_like(problem.arrays[array.name], array.absent)
            for name, result in results_of(operation, replaced(problem, {array.name: without})).items():
                yield name, f"{WITHOUT}{array.name}", result


def tail_length(n_cols: int) -> int:
    """Return the number of columns in a dropped tail: ``n_cols % 4``, or 1 if that is 0 or `n_cols`."""
    remainder = n_cols % TAIL_WIDTH
    return remainder if 0 < remainder < n_cols else 1


def tail_may_be_zero(reference: Matrix, allowed: Matrix, n_kept: int) -> bool:
    """Whether the bound accepts zeros after the first `n_kept` columns."""
    tail = allowed[:, n_kept:]
    return bool(np.all((np.abs(reference[:, n_kept:]) <= tail) | np.isnan(tail)))


def _first_columns(operation: Operation, problem: Problem, n_cols: int) -> Problem:
    kept = {array.name: problem.arrays[array.name] for array in operation.inputs}
    for array in operation.inputs:
        if array.column_axis is not None:
            place = (slice(None),) * array.column_axis + (slice(n_cols),)
            kept[array.name] = kept[array.name][place]
        if array.below == N_COLS:
            kept[array.name] = np.minimum(kept[array.name], n_cols - 1)
    return replaced(problem, kept, n_cols=n_cols)


def _misplaced(
    operation: Operation, expected: Mapping[str, Expected]
) -> Iterator[tuple[str, Mapping[str, Matrix]]]:
    """Yield the right results with one element off, and with two rows swapped, of each output in turn."""
    outputs = varied(operation.outputs)
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


def _one_off(reference: Matrix, allowed: Matrix) -> Matrix:
    """Return the results with the element of the largest magnitude replaced by the one after it."""
    sizes = np.where(np.isfinite(reference) & ~np.isnan(allowed), np.abs(reference), -1.0)
    row, column = np.unravel_index(int(np.argmax(sizes)), reference.shape)
    n_rows, n_cols = reference.shape
    off: Matrix = reference.copy()
    place = (row, (column + 1) % n_cols) if n_cols > 1 else ((row + 1) % n_rows, column)
    off[row, column] = reference[place]
    return off


def _ignoring(operation: Operation, problem: Problem) -> Iterator[tuple[str, Mapping[str, Matrix]]]:
    """Yield the results of kernels that do not use one of their arguments."""
    others = []
    for array in varied(operation.inputs):
        if array.absent is None:
            zeros = np.zeros_like(problem.arrays[array.name])
            others.append((f"{array.name} as zeros", replaced(problem, {array.name: zeros})))
    for scalar in operation.scalars:
        used = problem.scalars.get(scalar.name)
        rest = [rounded for value in scalar.values if (rounded := float(np.float32(value))) != used]
        if scalar.name in problem.given and rest:
            changed = {**problem.scalars, scalar.name: rest[0]}
            others.append((f"another {scalar.name}", replace(problem, scalars=changed)))
    for name, other in others:
        try:
            results = results_of(operation, other)
        except (HarnessError, TypeError, ValueError):
            # The reference need not accept such arguments.
            continue
        yield name, results
