"""The right result of one output, and its error bound."""

from __future__ import annotations

from dataclasses import dataclass

from .given import Matrix


@dataclass(frozen=True)
class Expected:
    """What one output must be, as rows.

    Parameters
    ----------
    reference, allowed : ndarray of float64, two dimensions
        Right result and largest absolute error of each element. An array of one size has one row, or one column if its
        size is the number of rows.
    dims : tuple of int
        Sizes of all dimensions if they are more than two; the rows are then those of the last one.
    """

    reference: Matrix
    allowed: Matrix
    dims: tuple[int, ...] = ()
