"""Elements that an output's own predicate accepts besides the reference: any of several tied indices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .array import Array
from .problem import Problem


def accepted_elements(
    problem: Problem,
    values: Mapping[str, NDArray[Any]],
    *,
    inputs: Sequence[Array],
    outputs: Sequence[Array],
) -> dict[str, NDArray[np.bool_]]:
    """Return where the outputs are right by their predicates."""
    judged = [array for array in outputs if array.accept is not None]
    if not judged:
        return {}
    given = {array.name: _widened(problem.arrays[array.name]) for array in inputs}
    inside, got = {}, {}
    for array in outputs:
        rows = _widened(values[array.name])
        if array.below:
            inside[array.name] = array.has(rows, problem.known)
            rows = np.where(inside[array.name], rows, 0)
        got[array.name] = rows.reshape(array.sizes(problem.known))
    found = {}
    for array in judged:
        assert array.accept is not None
        with np.errstate(all="ignore"):
            right = np.asarray(array.accept(given, got))
        sizes = array.sizes(problem.known)
        if right.dtype != np.bool_ or right.shape != sizes:
            raise ValueError(
                f"'accept' of {array.name} must give an ndarray of bool of the shape {sizes} "
                f"(got {right.dtype} of {right.shape})"
            )
        found[array.name] = array.as_rows(right) & inside.get(array.name, np.True_)
    return found


def _widened(values: NDArray[Any]) -> NDArray[Any]:
    with np.errstate(invalid="ignore"):
        return values.astype(np.int64 if values.dtype.kind in "iu" else np.float64)
