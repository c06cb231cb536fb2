"""The arrays of an operation's kernels, by name: what a kernel reads, what it writes, what it changes in place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ..lazy import dataclass, pattern, replace
from .given import FREE_VALUES, Matrix, away_from_one, for_each_row
from .precision.rounding import FORMATS, OUTPUT_FORMATS, FloatFormat, float_format
from .size import N_COLS, N_ROWS, SIZES, all_strides

Role = Literal["in", "out", "in-out"]
Rows = Literal["", "inp", "out"]
Values = Callable[..., Matrix]
Accept = Callable[[Mapping[str, NDArray[Any]], Mapping[str, NDArray[Any]]], NDArray[np.bool_]]

INDICES = ("int32", "int64")
"""Element types of integers that a kernel may declare in place of each other."""

INTEGERS = ("int8", "uint8", *INDICES)
"""Element types of integer arrays."""

ONE_MORE = " + 1"
"""Suffix of a size that integers are below, or of a size of an array: a length may equal the size itself."""

_IDENTIFIER = pattern(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True, kw_only=True)
class Array:
    """One array of an operation: a kernel parameter that is a pointer.

    Raises ValueError if a field has a value that is not described below, or if two fields conflict.
    """

    name: str
    """Name in ``args``; a C identifier."""
    meaning: str
    """Description in one line."""
    role: Role = "in"
    """Whether a kernel reads it, writes it, or reads it and writes its result to the same place."""
    shape: tuple[str | int, ...] = SIZES
    """Sizes, last the size of a row in memory: ``n_rows``, ``n_cols``, a size of the operation, one more than a
    size (``"n_rows + 1"``, which does not count rows of the case), or a number. An array of one size is contiguous."""
    dtype: str | None = None
    """Element type, a float format or one of `INTEGERS`; None for the element type of the case. Only an output can be
    float8_e4m3fn or float8_e5m2."""
    rows: Rows = ""
    """Which rows of a case's layout it has: with the stride ``inp_stride`` or ``out_stride`` and the offset of that
    name. Empty for an array that is contiguous and aligned, or has `strides`."""
    strides: tuple[str, ...] = ()
    """Names of the strides of all dimensions, or of all but the last, whose elements then follow each other; the
    outermost first: arguments of a kernel, in elements. An empty name is for a dimension that follows the one within it
    without a gap. Padding and offset are as in the layout's rows: of ``out`` if the role is out, else of ``inp``."""
    absent: float | None = None
    """Value of all elements for a kernel that does not take the array; None if every kernel must take it."""
    values: Values | None = None
    """``(stream, shape, form) -> ndarray of float64`` of that shape: the values of an input. A function with a
    parameter ``sizes`` also gets the value of each size by name. None for values of the case's input kind or, in
    an integer array, random numbers in its range. For an integer array `form` is float64."""
    below: str | int = 0
    """Integer arrays only: all elements are at least `least` and below this number, size, or one more than a size:
    ``n_cols + 1``."""
    least: int = 0
    """Integer arrays only: the least element, such as -128 for int8."""
    sentinels: tuple[int, ...] = ()
    """Integer arrays only: numbers outside of that range that elements may have, too, such as -100 for a row without a
    target. One of five elements of an input has one, but not the first two."""
    accept: Accept | None = None
    """``(inputs, outputs) -> ndarray of bool`` of the shape of this output: the elements that are right although they
    differ from the reference, such as any of several tied indices. Both mappings hold each array by name, in its
    declared shape: floats in float64, integers in int64. Outputs are the kernel's. Numbers of this output that are
    neither in its range nor sentinels are wrong, and replaced by 0 in `outputs`."""

    def __post_init__(self) -> None:
        for fault in self._faults():
            raise ValueError(f"array {self.name!r}: {fault}")

    def _faults(self) -> Iterator[str]:
        if self.role not in ("in", "out", "in-out"):
            yield f"the role must be in, out or in-out (got {self.role!r})"
        if not self.shape or not all(
            _IDENTIFIER.fullmatch(size.removesuffix(ONE_MORE)) if isinstance(size, str) else size >= 1
            for size in self.shape
        ):
            rule = "the shape must be of sizes, each a name or a number from 1 on, or a name and ' + 1'"
            yield f"{rule} (got {self.shape!r})"
        known = (*FORMATS, *INTEGERS, *(OUTPUT_FORMATS if self.role == "out" else ()))
        if self.dtype is not None and self.dtype not in known:
            yield f"the dtype must be one of {', '.join(known)} (got {self.dtype!r})"
        if self.rows and self.shape != SIZES:
            yield f"only an array of n_rows x n_cols can have the rows of a layout (got {self.shape!r})"
        if self.strides and (self.rows or len(self.strides) not in (len(self.shape) - 1, len(self.shape))):
            rule = "`strides` must name one stride for each dimension, or each but the last, and not go with `rows`"
            yield f"{rule} (got {self.strides!r} for {self.shape!r})"
        if self.is_integer and self.is_input and not _is_limit(self.below):
            rule = "an integer input must be below a size, one more ('n_cols + 1') or a positive number"
            yield f"{rule} (got {self.below!r})"
        if self.is_byte and self.is_input and not isinstance(self.below, int):
            yield f"an input of one byte must be below a number that its type has (got {self.below!r})"
        if self.accept is not None and self.role != "out":
            yield f"only an array of role out can have 'accept' (got role {self.role})"
        if self.absent is not None and self.role != "in":
            yield f"only an array of role in can be absent (got role {self.role})"
        if not self.is_integer and (self.least or self.sentinels):
            yield f"only an array of integers can have 'least' and 'sentinels' (got dtype {self.dtype!r})"
        yield from self._faults_of_range()

    def _faults_of_range(self) -> Iterator[str]:
        if not self.is_integer:
            return
        limits = np.iinfo(np.dtype(self.dtype))
        numbers = (self.least, *self.sentinels, *([self.below - 1] if isinstance(self.below, int) else []))
        for number in numbers if self.below else ():
            if not limits.min <= number <= limits.max:
                yield f"'least', 'sentinels' and 'below' must be of numbers that its type has (got {number})"
        if isinstance(self.below, int) and self.below and not self.least < self.below:
            yield f"'least' must be less than 'below' (got {self.least} and {self.below})"
        for number in self.sentinels:
            if self.least <= number and (isinstance(self.below, str) or number < self.below):
                yield f"a sentinel must be outside of the range (got {number})"

    @property
    def is_input(self) -> bool:
        return self.role != "out"

    @property
    def is_output(self) -> bool:
        return self.role != "in"

    @property
    def is_integer(self) -> bool:
        return self.dtype in INTEGERS

    @property
    def is_byte(self) -> bool:
        return self.dtype in ("int8", "uint8", *OUTPUT_FORMATS)

    @property
    def is_of_case(self) -> bool:
        """Whether it has the values of the case's input kind."""
        return self.is_input and self.values is None and not self.is_integer

    @property
    def is_free(self) -> bool:
        """Whether it is an input that may hold any finite numbers of its type."""
        return self.is_of_case or (self.is_input and self.values in FREE_VALUES)

    @property
    def has_rows(self) -> bool:
        return N_ROWS in self.shape

    @property
    def column_axis(self) -> int | None:
        """Number of the first dimension whose size is the number of columns; None without one."""
        return self.shape.index(N_COLS) if N_COLS in self.shape else None

    def element(self, dtype: str) -> np.dtype[Any]:
        """Return the type of its elements in a case of the type `dtype`."""
        name = self.dtype or dtype
        return np.dtype(name) if name in INTEGERS else float_format(name).dtype

    def sizes(self, known: Mapping[str, int]) -> tuple[int, ...]:
        return tuple(_number_of(size, known) for size in self.shape)

    def stride_values(self, known: Mapping[str, int]) -> tuple[int, ...]:
        """Return the strides of all dimensions in numbers, from sizes and strides by name; empty without `strides`."""
        strides: list[int] = []
        extent, names = 1, all_strides(self.shape, self.strides)
        for size, name in zip(self.sizes(known)[::-1], names[::-1], strict=True) if self.strides else ():
            strides.insert(0, known[name] if name else extent)
            extent = strides[0] * size
        return tuple(strides)

    def dims(self, known: Mapping[str, int]) -> tuple[int, ...]:
        """Return the shape in numbers if it has more than two sizes, for messages; else nothing."""
        return self.sizes(known) if len(self.shape) > 2 else ()

    def row_sizes(self, known: Mapping[str, int]) -> tuple[int, int]:
        sizes = self.sizes(known)
        if self.shape == (N_ROWS,):
            return sizes[0], 1
        return math.prod(sizes[:-1]), sizes[-1]

    def limit(self, known: Mapping[str, int]) -> int:
        return _number_of(self.below, known)

    def has(self, numbers: NDArray[np.int64], known: Mapping[str, int]) -> NDArray[np.bool_]:
        """Return which numbers an element may be: numbers in the range, and sentinels."""
        in_range: NDArray[np.bool_] = (numbers >= self.least) & (numbers < self.limit(known))
        return in_range | np.isin(numbers, self.sentinels) if self.sentinels else in_range

    def in_range(self, numbers: NDArray[Any], known: Mapping[str, int]) -> NDArray[Any]:
        """Return whole numbers brought into the range, by the remainder; numbers in the range stay."""
        # NumPy's remainder has the sign of the divisor, so that negative numbers come into the range, too.
        return np.asarray(np.mod(numbers - self.least, self.limit(known) - self.least) + self.least)

    def with_sentinels(self, numbers: NDArray[Any], seed: int) -> NDArray[Any]:
        """Return numbers of which every fifth, from the third on, is a sentinel; the seed says which comes first."""
        if self.sentinels:
            chosen = numbers.reshape(-1)[2::5]
            chosen[...] = np.resize(np.roll(self.sentinels, -seed), chosen.shape)
        return numbers

    def as_rows(self, values: NDArray[Any]) -> NDArray[Any]:
        """Return values of the array's shape as rows of its last size, a view where possible; one size is a column."""
        return values[:, np.newaxis] if self.shape == (N_ROWS,) else values.reshape(-1, values.shape[-1])

    def by_rows(self, values: NDArray[Any], known: Mapping[str, int]) -> NDArray[Any]:
        """Return values, as rows or of the array's shape, with the number of rows as the first dimension: a view."""
        return np.moveaxis(values.reshape(self.sizes(known)), self.shape.index(N_ROWS), 0)

    def columns_reversed(self, values: NDArray[Any], known: Mapping[str, int]) -> NDArray[Any]:
        """Return a copy of values, as rows or of the array's shape, in the same form with the columns reversed."""
        axis = self.column_axis
        assert axis is not None, "only arrays with columns are reversed"
        return np.asarray(np.flip(values.reshape(self.sizes(known)), axis).reshape(values.shape).copy())


def vector(
    name: str,
    meaning: str,
    absent: float | None = None,
    make: Callable[[Any, int, FloatFormat], Matrix] = away_from_one,
) -> Array:
    """Return an input of one element per column, such as a weight.

    `make` draws its elements: ``(stream, n_cols, form) -> ndarray of float64``. None should be near `absent` or near 0,
    because a kernel that ignores the vector would then pass.
    """
    return Array(name=name, meaning=meaning, shape=(N_COLS,), absent=absent, values=for_each_row(make))


def per_row(name: str, meaning: str, **parts: Any) -> Array:
    """Return an array of one element for each row, such as the row's scale or one of its columns."""
    return Array(name=name, meaning=meaning, shape=(N_ROWS,), **parts)


INP = Array(name="inp", meaning="the input", role="in", rows="inp")
"""The input of an operation that names no arrays."""

OUT = Array(name="out", meaning="the result", role="out", rows="out")
"""The output of an operation that names no arrays."""


IN_PLACE = Array(name="inp", meaning="the input, then the result", role="in-out", rows="inp")
"""Both of them, for kernels that write their result to the place of the input."""

COMMON_ARRAYS = ("inp", "out")
"""Names that no other array can have."""

INNER_STRIDES = {"inp": "inp_inner_stride", "out": "out_inner_stride"}
"""Names of the distance between neighbours of a row, for kernels that take it as an argument."""


def with_inner_stride(array: Array) -> Array:
    """Return an array with the rows of a layout as one whose elements of a row may be apart, too."""
    return replace(array, rows="", strides=(f"{array.rows}_stride", INNER_STRIDES[array.rows]))


def varied(arrays: Iterable[Array]) -> tuple[Array, ...]:
    """Return the arrays that can hold more than one integer, unlike counters that begin and end at 0."""
    return tuple(
        array
        for array in arrays
        if array.sentinels or not isinstance(array.below, int) or array.below - array.least != 1
    )


def _number_of(size: str | int, known: Mapping[str, int]) -> int:
    return size if isinstance(size, int) else known[size.removesuffix(ONE_MORE)] + size.endswith(ONE_MORE)


def _is_limit(below: str | int) -> bool:
    if isinstance(below, int):
        return below >= 1
    return _IDENTIFIER.fullmatch(below.removesuffix(ONE_MORE)) is not None
