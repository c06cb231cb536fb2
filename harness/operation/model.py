"""The declaration of an operation: its reference, the arrays of its kernels, and relations that results must satisfy.

An operation's file defines one `Operation` called ``OPERATION``. Its reference takes the inputs by name and gives
results and bounds (`harness.operation.derived`); its other functions take a `Problem`, the input of one case.
"""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import HarnessError, SpecError
from ..lazy import dataclass, field, pattern, replace
from .array import COMMON_ARRAYS, IN_PLACE, INNER_STRIDES, INP, ONE_MORE, OUT, Array, with_inner_stride
from .given import InputKind, Matrix, Scalar
from .kinds import INDISPENSABLE_KINDS, INPUT_KINDS, TIES
from .precision.vocabulary import Vocabulary, Words
from .problem import ApproximationProbe, Problem, RowQuantity
from .size import (
    COMMON_SIZES,
    N_COLS,
    N_ROWS,
    SIZES,
    STRIDES,
    Size,
    Stride,
    is_reserved,
    sizes_within,
    strides_of,
)

MAIN: tuple[Callable[[Array], bool], ...] = (
    lambda array: array.is_of_case and array.shape == SIZES,
    lambda array: array.is_of_case,
    lambda array: array.is_input and array.is_integer and array.shape == SIZES,
)
"""Conditions for the main input, the preferred one first."""

_IDENTIFIER = pattern(r"[A-Za-z_][A-Za-z0-9_]*")
_KIND = pattern(r"[a-z0-9_]+")

RowQuantities = Callable[[Problem, Matrix, Matrix, Matrix], Iterable[RowQuantity]]
Impostors = Callable[[Problem, Matrix, Matrix], Iterable[tuple[str, Matrix]]]


GRADIENT = r"backward|bwd|grad|_bp|_back"
"""Regular expression of words in the name of a kernel that computes a gradient."""
EXPONENTIAL = r"\bexp|_exp|exp2|ex2|__expf|EXP"
ROOT = r"sqrt|rsqrt|pow|norm3d"
ANY_FUNCTION = rf"{EXPONENTIAL}|{ROOT}|tanh|erf|normcdf|\blog"
"""`EXPONENTIAL`, `ROOT`, `ANY_FUNCTION`: code that computes an exponential, a root, or any function of a number."""


@dataclass(frozen=True)
class Hints:
    """Names and code by which kernels of an operation are recognised.

    They decide only which operations are tried first: results decide which one a kernel computes.
    """

    names: str = ""
    """Regular expression of a kernel's name, in lower case. By default, the operation's own name."""
    needs: tuple[str, ...] = ()
    """Regular expressions, each of which occurs in the code of almost every kernel."""
    unusual: str = ""
    """Regular expression that occurs in the code of hardly any kernel."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Further names of arrays, sizes and scalars, separated by blanks. The usual ones, such as ``gamma`` for an array
    ``weight``, are known."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """Rules for arguments that only these kernels take, with the names of the parameters."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Operation:
    """A function on rows that kernels compute. Operations compare by identity.

    Raises
    ------
    ValueError
        A name is not an identifier or is taken, a kind is unknown or missing, a scalar has no finite value, or the
        arrays do not go together.
    """

    name: str
    """Name in declarations; a C identifier. Also the default entry point of a variant."""
    summary: str
    """Description in one line."""
    reference: Callable[..., Any]
    """``(**inputs) -> array, or mapping of str to array``: the result of each output by name, written in NumPy. Each
    input and scalar is given by its name: integers as an ndarray of int64, all others as
    `harness.operation.bounded.Bounded`, from which the largest error of a right kernel follows."""
    precise_reference: Callable[[Problem], Matrix] | None = None
    """``(problem) -> ndarray of float64, shape (n_rows, n_cols)``: the result of the one output by other means, such
    as SciPy's or in extended precision; NaN where a kernel must give NaN. Cases are then judged by it, and the bound
    grows by its distance from `reference`, which a float64 kernel may be more precise than."""
    parse_arithmetic: Callable[[str], Words]
    """``(name) -> Words``: parses a declaration's ``arithmetic``; raises ValueError with the allowed words. Usually the
    `parse` of a `harness.operation.precision.vocabulary.Vocabulary`. It must accept `default_arithmetic`."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Meaning of each word of an ``arithmetic``; by default of the vocabulary that `parse_arithmetic` belongs to."""
    default_arithmetic: str = "ieee"
    """Arithmetic of a declaration that names none."""
    arrays: tuple[Array, ...] = ()
    """Every array of a kernel, in the order of the buffers. By default ``inp``, ``out`` and `vectors`. One input must
    have the values of the case's input kind, or be integers of the shape (n_rows, n_cols)."""
    vectors: tuple[Array, ...] = ()
    """Arrays in addition to ``inp`` and ``out``, for an operation that does not name its `arrays`."""
    sizes: tuple[Size, ...] = ()
    """Further sizes of the arrays, and other names of the number of rows and of columns."""
    scalars: tuple[Scalar, ...] = ()
    """Arguments passed by value."""
    kinds: tuple[str, ...] = INPUT_KINDS
    """Input kinds to check, with `harness.operation.kinds.INDISPENSABLE_KINDS`. `TIES` is left out if no output has one
    byte an element."""
    own_kinds: tuple[InputKind, ...] = ()
    """Further input kinds, only of this operation."""
    nan_rows: str = "row with nan"
    """Description of the rows whose results are NaN, for messages."""
    never_negative: bool = False
    """Whether results are never negative, even after rounding."""
    row_quantities: RowQuantities | None = None
    """``(problem, out, reference, allowed) -> iterable of RowQuantity``. Called only if every element of `out`
    (float64) is within its own bound."""
    impostors: Impostors | None = None
    """``(problem, reference, allowed) -> iterable of (name, ndarray)``: outputs that are wrong for most cases, which
    the bound must then reject. Their shapes broadcast to the case's. By default `default_impostors`."""
    rows_independent: bool = True
    """Whether each row of every output depends only on its own row of the inputs. An operation with an output whose
    first size is not the number of rows has no such rows."""
    moves_with_columns: bool = True
    """Whether permuting the columns of every array, and the columns that integers count, permutes the results. Must
    be false if an output counts columns."""
    shift_invariant: str = ""
    """Reason why adding one number to a row does not change its results, for messages; empty if it does."""
    approximation_probe: Callable[[Problem, int], ApproximationProbe | None] | None = None
    """``(problem, seed) -> ApproximationProbe or None``: an input for one further launch, in which approximate
    instructions have their largest errors; None if the problem has no such input. By default
    `harness.operation.approximation_probe.general_probe`."""
    about: str = ""
    """Description, and where its bound or limits come from; by default the docstring of its file."""
    recognised_by: Hints = field(default=Hints())
    """Names and code by which `init` and `adopt` recognise kernels; by default the operation's own name."""
    source: Path | None = None
    """File of the operation, set when it is loaded; None for a shipped operation."""
    is_in_place: bool = False
    """Whether `harness.operation.catalogue.in_place` made it."""

    def __post_init__(self) -> None:
        if not self.arrays:
            object.__setattr__(self, "arrays", (INP, OUT, *self.vectors))
        object.__setattr__(self, "arrays", _with_known_sizes(self))
        if not any(output.is_byte for output in self.outputs):
            object.__setattr__(self, "kinds", tuple(kind for kind in self.kinds if kind != TIES))
        _check(self)
        self.parse_arithmetic(self.default_arithmetic)
        if isinstance(vocabulary := getattr(self.parse_arithmetic, "__self__", None), Vocabulary):
            object.__setattr__(self, "words", {**vocabulary.meanings, **self.words})

    @cached_property
    def inputs(self) -> tuple[Array, ...]:
        """The arrays that a kernel reads, the main one first: it holds the values of a case's input kind."""
        inputs = [array for array in self.arrays if array.is_input]
        return (self.main, *(array for array in inputs if array is not self.main))

    @cached_property
    def outputs(self) -> tuple[Array, ...]:
        return tuple(array for array in self.arrays if array.is_output)

    @cached_property
    def main(self) -> Array:
        """The input that has the values of the case's input kind: the first that meets a condition of `MAIN`."""
        return next(array for is_main in MAIN for array in self.arrays if is_main(array))

    @cached_property
    def further_sizes(self) -> tuple[Size, ...]:
        return tuple(size for size in self.sizes if not size.of)

    @cached_property
    def strides(self) -> tuple[Stride, ...]:
        """The named strides, except for the names of `COMMON_SIZES`; inner strides first."""
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
        """Whether it has one matrix in, one out, and otherwise only vectors and scalars, as with `vectors`."""
        ends = (self.main, *self.outputs)
        expected = (IN_PLACE, IN_PLACE) if self.is_in_place else (INP, OUT)
        others = [array for array in self.arrays if array not in ends]
        return (
            len(ends) == 2
            and all(end in (one, with_inner_stride(one)) for end, one in zip(ends, expected, strict=True))
            and all((array.role, array.shape, array.dtype) == ("in", ("n_cols",), None) for array in others)
        )

    @property
    def sides_apart(self) -> tuple[str, ...]:
        """Sides of the layout, ``inp`` or ``out``, whose rows' elements have a stride: see `catalogue.apart`."""
        return tuple(side for side, name in INNER_STRIDES.items() if name in self.size_names)

    @property
    def has_own_rows(self) -> bool:
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

    def quantities_of(
        self, problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
    ) -> Sequence[RowQuantity]:
        """Return the quantities of every row of results; raises SpecError if a project's own file fails."""
        if self.row_quantities is None:
            return ()
        with self.failing_at("row_quantities"), np.errstate(all="ignore"):
            return tuple(self.row_quantities(problem, out, reference, allowed))

    def accepted(self, problem: Problem, outputs: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.bool_]]:
        """Return where outputs, as rows, are right by their `Array.accept`; only outputs that have one."""
        if not any(array.accept for array in self.outputs):
            return {}
        inputs = {array.name: _widened(problem.arrays[array.name]) for array in self.inputs}
        inside, got, accepted = {}, {}, {}
        for array in self.outputs:
            rows = _widened(outputs[array.name])
            if array.below:
                inside[array.name] = array.has(rows, problem.known)
                # An index outside of its range must not make `accept` fail.
                rows = np.where(inside[array.name], rows, 0)
            got[array.name] = rows.reshape(array.sizes(problem.known))
        with self.failing_at("accept"), np.errstate(all="ignore"):
            for array in self.outputs:
                if array.accept is None:
                    continue
                right, sizes = np.asarray(array.accept(inputs, got)), array.sizes(problem.known)
                if right.dtype != np.bool_ or right.shape != sizes:
                    rule = f"'accept' of {array.name} must give an ndarray of bool of the shape {sizes}"
                    raise ValueError(f"{rule} (got {right.dtype} of {right.shape})")
                accepted[array.name] = array.as_rows(right) & inside.get(array.name, np.True_)
        return accepted

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
            message = f"operation '{self.name}': its {what} failed (got {type(error).__name__}: {error})"
            raise SpecError(message, path=self.source, line=line_of(error, self.source)) from error


def _widened(values: NDArray[Any]) -> NDArray[Any]:
    # Widening a signalling NaN raises the invalid flag (IEEE 754).
    with np.errstate(invalid="ignore"):
        return values.astype(np.int64 if values.dtype.kind in "iu" else np.float64)


def line_of(error: BaseException, path: Path) -> int:
    """Return the 1-based line of a file at which an error was raised; 1 if unknown."""
    if isinstance(error, SyntaxError):
        return error.lineno or 1
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno or 1 for frame in frames if frame.filename == str(path)]
    return lines[-1] if lines else 1


def _with_known_sizes(operation: Operation) -> tuple[Array, ...]:
    """Return the arrays with the harness's names of the number of rows and of columns."""
    names = {**{size.name: size.of or size.name for size in operation.sizes}, N_ROWS: N_ROWS, N_COLS: N_COLS}

    def known(array: Array, size: str | int) -> str | int:
        if not isinstance(size, str) or not size:
            return size
        name = size.removesuffix(ONE_MORE)
        if name not in names:
            rule = f"array {array.name!r}: a size must be one of {', '.join(names)} or a number"
            raise ValueError(f"{rule} (got {name!r}); add it to `sizes`")
        return names[name] + size.removeprefix(name)

    arrays = []
    for array in operation.arrays:
        shape, below = tuple(known(array, size) for size in array.shape), known(array, array.below)
        is_same = (shape, below) == (array.shape, array.below)
        arrays.append(array if is_same else replace(array, shape=shape, below=below))
    return tuple(arrays)


def _check(operation: Operation) -> None:
    for faults in (_faults_of_sizes, _faults_of_names, _faults_of_arrays, _faults_of_kinds):
        for fault in faults(operation):
            raise ValueError(fault)


def _faults_of_sizes(operation: Operation) -> Iterator[str]:
    sized = {
        str(size).removesuffix(ONE_MORE) for array in operation.arrays for size in (*array.shape, array.below)
    }
    for size in (*SIZES, *(further.name for further in operation.further_sizes)):
        if size not in sized:
            yield f"an array must have the size {size!r} (got none)"


def _faults_of_names(operation: Operation) -> Iterator[str]:
    roles = [*(array.name for array in operation.arrays), *(scalar.name for scalar in operation.scalars)]
    taken = [*COMMON_SIZES, *operation.size_names]
    for stride in operation.strides:
        is_of_layout = stride.name.removesuffix("_stride") in operation.sides_apart
        if not _IDENTIFIER.fullmatch(stride.name) or (is_reserved(stride.name) and not is_of_layout):
            rule = "the name of a stride must be a C identifier with no other meaning in a rule"
            yield f"{rule} (got {stride.name!r})"
    for name in operation.size_names:
        if operation.size_names.count(name) > 1:
            yield f"a size or stride must have a unique name (got {name!r} again)"
    for what, name in (("an operation", operation.name), *(("a role", role) for role in roles)):
        if not isinstance(name, str) or not _IDENTIFIER.fullmatch(name):
            yield f"the name of {what} must be a C identifier (got {name!r})"
    for role in roles:
        if role in taken:
            yield f"a role must have a unique name (got {role!r}); taken: {', '.join(taken)}"
        taken.append(role)


def _faults_of_arrays(operation: Operation) -> Iterator[str]:
    if operation.vectors and len(operation.arrays) != 2 + len(operation.vectors):
        yield "an operation must have either 'arrays' or 'vectors' (got both); write the vectors as arrays"
    if not any(is_main(array) for is_main in MAIN for array in operation.arrays):
        yield (
            "one input must have the values of the case's input kind, or be integers of the shape (n_rows, n_cols) "
            "(got none)"
        )
    if not operation.outputs:
        yield "an operation must have an output (got none); set the role of an array to out"
    for part in ("precise_reference", "row_quantities", "impostors", "approximation_probe"):
        if getattr(operation, part) is not None and not operation.has_one_matrix:
            yield f"an operation that names its arrays cannot have '{part}' (got it); leave it out"
    if operation.shift_invariant and operation.main.shape != SIZES:
        rule = "'shift_invariant' needs a main input of the shape (n_rows, n_cols)"
        yield f"{rule} (got {operation.main.shape})"
    if operation.moves_with_columns and any(array.below == N_COLS for array in operation.outputs):
        yield "'moves_with_columns' must be false if an output counts columns (got true)"


def _faults_of_kinds(operation: Operation) -> Iterator[str]:
    for kind in operation.kinds:
        if kind not in INPUT_KINDS:
            yield f"an input kind must be one of {', '.join(INPUT_KINDS)} (got {kind!r})"
    for kind in INDISPENSABLE_KINDS:
        if kind not in operation.kinds:
            yield f"'kinds' must include {', '.join(INDISPENSABLE_KINDS)} (got no {kind!r})"
    for own in operation.own_kinds:
        if not _KIND.fullmatch(own.name) or own.name in INPUT_KINDS or own.name.startswith("values_"):
            rule = "the name of an own input kind must be of lowercase letters, digits and _, and must not be the"
            yield f"{rule} name of a common kind (got {own.name!r})"
    for scalar in operation.scalars:
        if not scalar.values or not all(np.isfinite(value) for value in scalar.values):
            yield f"a scalar must have finite values (got {scalar.values!r} for {scalar.name!r})"
