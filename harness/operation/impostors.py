"""Wrong outputs that the bound of every case must reject."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from .array import Array
from .expected import Expected
from .given import Matrix
from .problem import Problem, replaced

TAIL_WIDTH = 4
"""Elements of a ``float4``. The columns that do not fill one are the tail that vectorised kernels most often lose."""


WITHOUT = "no "
"""Beginning of the names of impostors that leave out an argument: one kernel, which changes several outputs or one."""


def default_impostors(
    problem: Problem,
    expected: Mapping[str, Expected],
    *,
    outputs: Sequence[Array],
    inputs: Sequence[Array],
    results: Callable[[Problem], Mapping[str, Matrix]],
) -> Iterator[tuple[str, str, Matrix]]:
    """Yield the outputs of incomplete kernels: zeros, one number per row, no tail, an unused vector."""
    n_kept = problem.n_cols - tail_length(problem.n_cols)
    without_tail: Mapping[str, Matrix] = {}
    for output in outputs:
        reference, allowed = expected[output.name].reference, expected[output.name].allowed
        yield output.name, "zeros", np.zeros((1, 1))
        finite = np.isfinite(reference)
        if not output.has_columns:
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
            without_tail = without_tail or results(_first_columns(problem, inputs, n_kept))
            impostor[:, :n_kept] = without_tail[output.name]
        yield output.name, "dropped tail", impostor
    for array in inputs:
        if array.name in problem.given and array.absent is not None:
            without = np.full_like(problem.arrays[array.name], array.absent)
            for name, result in results(replaced(problem, {array.name: without})).items():
                yield name, f"{WITHOUT}{array.name}", result


def tail_length(n_cols: int) -> int:
    """Return the number of columns in a dropped tail: ``n_cols % 4``, or 1 if that is 0 or `n_cols`."""
    remainder = n_cols % TAIL_WIDTH
    return remainder if 0 < remainder < n_cols else 1


def tail_may_be_zero(reference: Matrix, allowed: Matrix, n_kept: int) -> bool:
    """Whether the bound accepts zeros after the first `n_kept` columns."""
    tail = allowed[:, n_kept:]
    return bool(np.all((np.abs(reference[:, n_kept:]) <= tail) | np.isnan(tail)))


def _first_columns(problem: Problem, inputs: Sequence[Array], n_cols: int) -> Problem:
    kept = {array.name: problem.arrays[array.name] for array in inputs}
    for array in inputs:
        if array.column_axis is not None:
            kept[array.name] = np.moveaxis(
                np.moveaxis(kept[array.name], array.column_axis, -1)[..., :n_cols], -1, array.column_axis
            )
        if array.below == "n_cols":
            kept[array.name] = np.minimum(kept[array.name], n_cols - 1)
    return replaced(problem, kept, n_cols=n_cols)
