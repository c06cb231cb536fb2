"""Wrong outputs that the bound of every case must reject."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from .array import Array
from .given import Matrix
from .problem import Problem, replaced

TAIL_WIDTH = 4
"""Elements of a ``float4``. The columns that do not fill one are the tail that vectorised kernels most often lose."""


def default_impostors(
    problem: Problem,
    reference: Matrix,
    allowed: Matrix,
    *,
    output: Array,
    inputs: Sequence[Array],
    result: Callable[[Problem], Matrix],
) -> Iterator[tuple[str, Matrix]]:
    """Yield the outputs of incomplete kernels: zeros, one number per row, no tail, an unused vector.

    Parameters
    ----------
    problem : Problem
        Input of the case, with at least one element.
    reference, allowed : ndarray of float64, two dimensions
        Right result and error bound of one output, as rows.
    output : Array
        That output.
    inputs : sequence of Array
        Inputs of the operation.
    result : callable
        ``(problem) -> ndarray of float64``: the output's right result for another problem, as rows.

    Yields
    ------
    (str, ndarray of float64)
        ``zeros``; ``row means``, the mean of each row's finite results; ``dropped tail``, the result without the last
        columns, which are zero; ``no NAME`` for each optional array that the kernel takes. For an output without
        columns ``one number``, the mean of all finite results, stands for the row means and the dropped tail.
    """
    yield "zeros", np.zeros((1, 1))
    finite = np.isfinite(reference)
    if output.has_columns:
        count = np.maximum(finite.sum(axis=1, keepdims=True), 1)
        # Divide before summing: sums of numbers near the end of the range overflow.
        yield "row means", (np.where(finite, reference, 0.0) / count).sum(axis=1, keepdims=True)
        n_kept = problem.n_cols - tail_length(problem.n_cols)
        # The bound usually rejects the zeros in the tail, and the rest of the row need not be computed.
        if tail_may_be_zero(reference, allowed, n_kept):
            impostor = np.zeros_like(reference)
            if n_kept:
                impostor[:, :n_kept] = result(_first_columns(problem, inputs, n_kept))
            yield "dropped tail", impostor
    else:
        count = max(int(finite.sum()), 1)
        yield "one number", (np.where(finite, reference, 0.0) / count).sum(keepdims=True)
    for array in inputs:
        if array.name in problem.given and array.absent is not None:
            without = np.full_like(problem.arrays[array.name], array.absent)
            yield f"no {array.name}", result(replaced(problem, {array.name: without}))


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
        if array.has_columns:
            kept[array.name] = kept[array.name][..., :n_cols]
        if array.below == "n_cols":
            kept[array.name] = np.minimum(kept[array.name], n_cols - 1)
    return replaced(problem, kept)
