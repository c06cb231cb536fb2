"""Expected results: right results with bounds, quantities of whole rows, rows that show approximations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .given import Matrix


@dataclass(frozen=True)
class Expected:
    """Right result and bound of one output, as rows."""

    reference: NDArray[Any]
    """Right result of each element. An array of one size has one row, or one column if its size is the number of
    rows."""
    allowed: Matrix
    """Largest absolute error of each element; NaN where an element is not judged."""
    dims: tuple[int, ...] = ()
    """Sizes of all dimensions if there are more than two; a row is then one of the last dimension."""

    @cached_property
    def least_allowed(self) -> float:
        """Least bound; NaN if an element is not judged, and infinite without elements."""
        return float(self.allowed.min(initial=np.inf))


@dataclass(frozen=True)
class RowQuantity:
    """A quantity of every row of results, such as its sum, with its expected value and its bound."""

    claim: str
    """Claim about a row that completes "rows do not ...": ``sum to 1``."""
    name: str
    """Name of the quantity: ``sum``."""
    got: Matrix
    expected: Matrix
    allowed: Matrix
    """`got`, `expected`, `allowed`: quantity of the results, expected quantity, and largest absolute error; float64 of
    the shape (n_rows,)."""
    judged: NDArray[Any]
    """True for rows with an expected quantity. Other rows may contain NaN."""
    hint: str
    """Hint for the author of the kernel."""
    reason: str = "row-property"
    """Reason code of a violation: ``row-property`` or ``row-sum``."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ApproximationProbe:
    """Input of a further launch on which the errors of approximate instructions show most."""

    arrays: Mapping[str, NDArray[Any]]
    """Inputs that are replaced, in their declared shapes and types."""
    expected: tuple[Expected, ...]
    """For each output, in the operation's order: right result, and the largest absolute error of a right kernel with
    the arithmetic of the case."""

    hint = (
        "check for __expf, exp2f of a product, __logf, __fdividef, rcp.approx, rsqrtf and products with 1 / y that "
        "`arithmetic` does not name"
    )
