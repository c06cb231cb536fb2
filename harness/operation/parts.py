"""The parts of an operation: what its file declares, and what follows from its arrays, sizes and strides alone."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..errors import HarnessError, SpecError
from .array import IN_PLACE, INNER_STRIDES, INP, ONE_MORE, OUT, Array, with_inner_stride
from .given import InputKind, Matrix, Scalar, Vector
from .hints import Hints
from .kinds import INPUT_KINDS
from .precision.vocabulary import ParsedArithmetic
from .problem import Problem
from .quantities import ApproximationProbe, RowQuantity
from .size import N_COLS, N_ROWS, SIZES, STRIDES, Size, Stride, sizes_within, strides_of

COMMON_SIZES = (*SIZES, *STRIDES)
"""Sizes and strides that a kernel of any operation may take."""

MAIN: tuple[Callable[[Array], bool], ...] = (
    lambda array: array.is_of_case and array.shape == SIZES,
    lambda array: array.is_of_case,
    lambda array: array.is_input and array.is_integer and array.shape == SIZES,
)
"""Conditions for the main input, the preferred one first."""

COMMON_ARRAYS = ("inp", "out")
"""Names of the arrays that every operation had before operations named their arrays."""

COMMON_ROLES = (*COMMON_ARRAYS, *COMMON_SIZES)
"""Names that no other array and no scalar can have."""

IEEE = "ieee"
"""Default name of the arithmetic of a declaration."""


RowQuantities = Callable[[Problem, Matrix, Matrix, Matrix], Iterable[RowQuantity]]
Impostors = Callable[[Problem, Matrix, Matrix], Iterable[tuple[str, Matrix]]]


@dataclass(frozen=True, eq=False, kw_only=True)
class OperationParts:
    """What the file of an operation declares.

    Parameters
    ----------
    name : str
        Name in declarations; a C identifier. Also the default entry point of a variant.
    summary : str
        Description in one line.
    reference : callable
        ``(**inputs) -> array, or mapping of str to array``: the result of each output by name, written in NumPy. Each
        input and scalar is given by its name: integers as an ndarray of int64, all others as
        `harness.operation.bounded.Bounded`, from which the largest error of a right kernel follows.
    precise_reference : callable or None
        ``(problem) -> ndarray of float64, shape (n_rows, n_cols)``: the result of the one output by other means, such
        as SciPy's or in extended precision; NaN where a kernel must give NaN. Cases are then judged by it, and the
        bound grows by its distance from `reference`, which a float64 kernel may be more precise than.
    parse_arithmetic : callable
        ``(name) -> ParsedArithmetic``: parses a declaration's ``arithmetic``; raises ValueError with the allowed words.
        Usually the `parse` of a `harness.operation.precision.vocabulary.Vocabulary`. It must accept
        `default_arithmetic`.
    words : mapping of str to str
        Meaning of each word of an ``arithmetic``; by default those of the vocabulary that `parse_arithmetic` is of.
    default_arithmetic : str
        Arithmetic of a declaration that names none.
    arrays : tuple of Array
        Every array of a kernel, in the order of the buffers. By default ``inp``, ``out`` and an array of `n_cols`
        elements for each of `vectors`. One input must have the values of the case's input kind, or be integers of the
        shape (n_rows, n_cols).
    sizes : tuple of Size
        Sizes of the arrays besides the number of rows and of columns, and other names of these two.
    vectors : tuple of Vector
        Arrays besides ``inp`` and ``out``, for an operation that does not name its `arrays`.
    scalars : tuple of Scalar
        Arguments passed by value.
    kinds : tuple of str
        Input kinds to check, names of `harness.operation.kinds.INPUT_KINDS`; all by default. They must include
        `harness.operation.kinds.INDISPENSABLE_KINDS`. `TIES` is left out if no output has one byte an element.
    own_kinds : tuple of InputKind
        Further input kinds, only of this operation.
    nan_rows : str
        Description of the rows whose results are NaN, for messages: ``row with nan or an infinity``.
    never_negative : bool
        Whether results are never negative, even after rounding.
    row_quantities : callable or None
        ``(problem, out, reference, allowed) -> iterable of RowQuantity``. Called only if every element of `out`
        (float64) is within its own bound.
    impostors : callable
        ``(problem, reference, allowed) -> iterable of (name, ndarray)``: outputs that are wrong for most cases, which
        the bound must then reject. Their shapes broadcast to that of the case. By default `default_impostors`.
    rows_independent : bool
        Whether each row of every output depends only on its own row of the inputs. An operation with an output whose
        first size is not the number of rows has no such rows.
    moves_with_columns : bool
        Whether permuting the columns of every array, and the columns that integers count, permutes the results. Must
        be false if an output counts columns.
    shift_invariant : str
        Reason why adding one number to a row does not change its results, for messages; empty if it does.
    shift_changes_bound : bool
        Whether a shifted row has another bound.
    approximation_probe : callable or None
        ``(problem, seed) -> ApproximationProbe or None``: an input for one further launch, in which approximate
        instructions have their largest errors; None if the problem has no such input. By default
        `harness.operation.approximation_probe.general_probe`.
    recognised_by : Hints
        Names and code by which `init` and `adopt` recognise kernels; by default the operation's own name.
    source : Path or None
        File of the operation, set when it is loaded; None for a shipped operation.
    is_in_place : bool
        Whether it is made by `harness.operation.catalogue.in_place`.
    """

    name: str
    summary: str
    reference: Callable[..., Any]
    precise_reference: Callable[[Problem], Matrix] | None = None
    parse_arithmetic: Callable[[str], ParsedArithmetic]
    words: Mapping[str, str] = field(default_factory=dict)
    default_arithmetic: str = IEEE
    arrays: tuple[Array, ...] = ()
    vectors: tuple[Vector, ...] = ()
    sizes: tuple[Size, ...] = ()
    scalars: tuple[Scalar, ...] = ()
    kinds: tuple[str, ...] = INPUT_KINDS
    own_kinds: tuple[InputKind, ...] = ()
    nan_rows: str = "row with nan"
    never_negative: bool = False
    row_quantities: RowQuantities | None = None
    impostors: Impostors | None = None
    rows_independent: bool = True
    moves_with_columns: bool = True
    shift_invariant: str = ""
    shift_changes_bound: bool = True
    approximation_probe: Callable[[Problem, int], ApproximationProbe | None] | None = None
    recognised_by: Hints = field(default=Hints())
    source: Path | None = None
    is_in_place: bool = False

    @cached_property
    def inputs(self) -> tuple[Array, ...]:
        """The arrays that a kernel reads, the main one first: it holds the values of a case's input kind."""
        found = [array for array in self.arrays if array.is_input]
        return (self.main, *(array for array in found if array is not self.main))

    @cached_property
    def outputs(self) -> tuple[Array, ...]:
        """The arrays that a kernel writes."""
        return tuple(array for array in self.arrays if array.is_output)

    @cached_property
    def main(self) -> Array:
        """The first array with the values of the case's input kind, of the shape (n_rows, n_cols) if one is.

        If there is none, the first integer array of this shape: its integers are made of the kind's numbers.
        """
        return next(array for is_main in MAIN for array in self.arrays if is_main(array))

    @cached_property
    def further_sizes(self) -> tuple[Size, ...]:
        """The sizes besides the number of rows and of columns."""
        return tuple(size for size in self.sizes if not size.of)

    @cached_property
    def strides(self) -> tuple[Stride, ...]:
        """The strides that have a name, besides those of `COMMON_SIZES`; those within others first."""
        return strides_of(
            (array.name, array.shape, array.strides, array.role == "out") for array in self.arrays
        )

    @cached_property
    def size_names(self) -> tuple[str, ...]:
        """Names in ``args`` and rules that only this operation has: of its sizes and strides."""
        return (*(size.name for size in self.sizes), *(stride.name for stride in self.strides))

    @cached_property
    def grows_with(self) -> Mapping[str, frozenset[str]]:
        """For each name of a size or stride the sizes that its value depends on."""
        own = {size.name: frozenset((size.of or size.name,)) for size in self.sizes}
        common = {N_ROWS: frozenset((N_ROWS,)), **dict.fromkeys((N_COLS, *STRIDES), frozenset((N_COLS,)))}
        return {**common, **own, **dict(sizes_within(self.strides))}

    def shown(self, shape: Iterable[str | int]) -> tuple[str, ...]:
        """Return a shape with the operation's own names of the number of rows and of columns."""
        own: dict[str, str] = {size.of: size.name for size in self.sizes if size.of}
        names = ((str(size).removesuffix(ONE_MORE), str(size)) for size in shape)
        return tuple(own.get(name, name) + size.removeprefix(name) for name, size in names)

    @property
    def has_one_matrix(self) -> bool:
        """Whether it has one matrix in, one out, and else only vectors and scalars: the form that `vectors` gives."""
        ends = (self.main, *self.outputs)
        expected = (IN_PLACE, IN_PLACE) if self.is_in_place else (INP, OUT)
        others = [array for array in self.arrays if array not in ends]
        return (
            len(ends) == 2
            and all(end in (each, with_inner_stride(each)) for end, each in zip(ends, expected, strict=True))
            and all((array.role, array.shape, array.dtype) == ("in", ("n_cols",), None) for array in others)
        )

    @property
    def sides_apart(self) -> tuple[str, ...]:
        """Sides of the layout, ``inp`` or ``out``, whose rows' elements have a stride: see `catalogue.apart`."""
        return tuple(side for side, name in INNER_STRIDES.items() if name in self.size_names)

    @property
    def has_own_rows(self) -> bool:
        """Whether each row of every output depends only on its own row of the inputs."""
        return self.rows_independent and all(array.has_rows for array in self.outputs)

    @property
    def roles(self) -> tuple[str, ...]:
        """Names of the arrays and scalars that only this operation has."""
        arrays = (array.name for array in self.arrays if array.name not in COMMON_ARRAYS)
        return (*arrays, *(scalar.name for scalar in self.scalars))

    @property
    def arguments(self) -> tuple[str, ...]:
        """Names that a kernel's arguments may have."""
        common = (array.name for array in self.arrays if array.name in COMMON_ARRAYS)
        has_rows = not self.strides or any(array.rows for array in self.arrays)
        return (*common, *(COMMON_SIZES if has_rows else SIZES), *self.size_names, *self.roles)

    @property
    def input_kinds(self) -> tuple[str, ...]:
        """Names of all input kinds: the common ones in their order, then the operation's own."""
        common = tuple(kind for kind in INPUT_KINDS if kind in self.kinds)
        return (*common, *(own.name for own in self.own_kinds))

    @contextlib.contextmanager
    def failing_at(self, what: str) -> Iterator[None]:
        """Turn any exception of a project's own file into a SpecError with its line."""
        try:
            yield
        except HarnessError:
            raise
        except Exception as error:
            if self.source is None:
                raise
            frames = traceback.extract_tb(error.__traceback__)
            lines = [frame.lineno or 1 for frame in frames if frame.filename == str(self.source)]
            raise self._error(
                f"its {what} failed (got {type(error).__name__}: {error})", lines[-1] if lines else 1
            ) from error

    def _error(self, message: str, line: int = 1) -> SpecError:
        assert self.source is not None, "errors in shipped operations are not the user's"
        return SpecError(f"operation '{self.name}': {message}", path=self.source, line=line)
