"""The right result of one output, and its error bound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from .given import Matrix


@dataclass(frozen=True)
class Expected:
    """What one output must be, as rows."""

    reference: NDArray[Any]
    """Right result of each element. An array of one size has one row, or one column if its size is the number of
    rows."""
    allowed: Matrix
    """Largest absolute error of each element; NaN where an element is not judged."""
    dims: tuple[int, ...] = ()
    """Sizes of all dimensions if they are more than two; the rows are then those of the last one."""
