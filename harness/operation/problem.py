"""The input of one case, as the functions of an operation get it, and expected results with their bounds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..lazy import dataclass, field, replace
from .given import Matrix
from .precision.rounding import FloatFormat, accumulator_of, float_format, sum_depth
from .precision.vocabulary import Words
from .size import N_COLS, N_ROWS


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


_Made = TypeVar("_Made")


@dataclass(frozen=True, eq=False, kw_only=True)
class Problem:
    arrays: Mapping[str, NDArray[Any]]
    """Every array that a kernel of the operation may read, by name: without padding, in its declared shape and element
    type. Includes arrays that the kernel does not take."""
    dtype: str
    """Element type of the case."""
    how: Words
    """The declaration's ``arithmetic``, parsed by `Operation.parse_arithmetic`."""
    row_threads: int = 1
    """Number of threads that share one row, at least 1. A number below the true one only widens a bound."""
    serial: int | None = None
    """Number of additions made one after another on the longest path of a row's sum, without the joins of
    threads; None for an equal share of the row."""
    scalars: Mapping[str, float] = field(default_factory=dict)
    """All scalars of the operation."""
    given: frozenset[str] = frozenset()
    """Names of the optional arrays and scalars that the kernel takes."""
    main: str = "inp"
    """Name of the array that holds the values of the case's input kind."""
    sizes: Mapping[str, int] = field(default_factory=dict)
    """Values of the operation's further sizes; also ``n_rows`` and ``n_cols`` unless they are the shape of the main
    input."""

    @property
    def inp(self) -> NDArray[Any]:
        """The main input, shape (n_rows, n_cols) unless the operation declares another."""
        return self.arrays[self.main]

    @cached_property
    def exact(self) -> Matrix:
        """The main input in float64, exactly."""
        # A signalling NaN makes NumPy warn when it is widened.
        with np.errstate(invalid="ignore"):
            exact: Matrix = self.inp.astype(np.float64)
        return exact

    def keep(self, of_inputs: dict[Hashable, Any], note_bytes: Callable[[int], None]) -> None:
        """Keep the values that `once` makes; `of_inputs` holds the values shared by problems with the same inputs."""
        # Not a field: a problem made by `dataclasses.replace` has other values and keeps none.
        self.__dict__["_kept"] = of_inputs, {}, note_bytes

    def once(self, key: Hashable, make: Callable[[], _Made], *, of_inputs: bool = False) -> _Made:
        """Return ``make()``, called once for each key if values of this problem are kept.

        The arrays of a kept value become read-only, because the next case may get them. `of_inputs` says that the value
        depends on `arrays`, `scalars`, `given` and `sizes` only, and not on `how`, `row_threads` and `serial`.
        """
        if "_kept" not in self.__dict__:
            return make()
        shared, own, note_bytes = self.__dict__["_kept"]
        kept: dict[Hashable, _Made] = shared if of_inputs else own
        if key not in kept:
            kept[key] = make()
            note_bytes(made_read_only(kept[key]))
        return kept[key]

    def note_bytes(self, n_bytes: int) -> None:
        """Count arrays of a kept value that were read-only before."""
        if "_kept" in self.__dict__:
            self.__dict__["_kept"][2](n_bytes)

    @property
    def n_rows(self) -> int:
        return self.sizes[N_ROWS] if N_ROWS in self.sizes else int(self.inp.shape[0])

    @property
    def n_cols(self) -> int:
        return self.sizes[N_COLS] if N_COLS in self.sizes else int(self.inp.shape[1])

    @property
    def known(self) -> dict[str, int]:
        return {N_ROWS: self.n_rows, N_COLS: self.n_cols, **self.sizes}

    @property
    def sum_depth(self) -> int:
        """The number ``h`` of rounded additions on the longest path through a row's sum."""
        return sum_depth(self.n_cols, self.row_threads, self.stored.itemsize, self.serial)

    @property
    def stored(self) -> FloatFormat:
        return float_format(self.dtype)

    @property
    def computed(self) -> FloatFormat:
        """Format in which a kernel computes: float64 for float64, else float32."""
        return accumulator_of(self.stored)

    @property
    def u(self) -> float:
        """Largest relative error of one rounding in the computed format."""
        return self.computed.unit_roundoff

    @property
    def wide(self) -> NDArray[Any]:
        """The input, widened exactly to a format whose rounding is negligible next to a kernel's."""
        # np.longdouble has 64 bits or more on every Linux, float64 53.
        return np.asarray(self.exact.astype(np.longdouble if self.dtype == "float64" else np.float64))

    def vector(self, name: str) -> Matrix:
        """Return an array in float64, in its own shape: (n_cols,) for a vector."""
        return np.asarray(self.arrays[name].astype(np.float64))


def replaced(problem: Problem, arrays: Mapping[str, NDArray[Any]], **sizes: int) -> Problem:
    """Return the same problem with other arrays of the given names, whose shapes have the given sizes."""
    new_sizes = {name: sizes.get(name, size) for name, size in problem.sizes.items()}
    return replace(problem, arrays={**problem.arrays, **arrays}, sizes=new_sizes)


def made_read_only(value: Any) -> int:
    """Make the arrays in mappings, sequences and dataclasses read-only; return the bytes of the writable ones."""
    if isinstance(value, np.ndarray):
        is_new = value.flags.writeable
        value.flags.writeable = False
        return value.nbytes * is_new
    if isinstance(value, Mapping):
        return sum(map(made_read_only, value.values()))
    if isinstance(value, (tuple, list)):
        return sum(map(made_read_only, value))
    if is_dataclass(value):
        return sum(made_read_only(getattr(value, member.name)) for member in fields(value))
    return 0
