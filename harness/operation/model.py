"""The declaration of an operation: its reference, its error bound, and further relations that results must satisfy.

An operation's file defines one `Operation` called ``OPERATION``. All of its functions take a `Problem`, the input of
one case. Operations work on rows: ``out[i]`` depends only on ``inp[i]``, the vectors and the scalars.
"""

from __future__ import annotations

import contextlib
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import HarnessError, SpecError
from .float_format import FloatFormat, accumulator_of, float_format
from .given import InputKind, Matrix, Scalar, Vector
from .kinds import INDISPENSABLE_KINDS, INPUT_KINDS
from .rounding import absolute_floor, sum_depth
from .vocabulary import ParsedArithmetic, Vocabulary

COMMON_ROLES = ("inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride")
"""Arguments that a kernel of any operation may take."""

IEEE = "ieee"
"""Default name of the arithmetic of a declaration."""

TAIL_WIDTH = 4
"""Elements of a ``float4``. The columns that do not fill one are the tail that vectorised kernels most often lose."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KIND = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True, eq=False, kw_only=True)
class Problem:
    """The input of one case.

    Parameters
    ----------
    inp : ndarray of `dtype`, shape (n_rows, n_cols)
        Input without padding, rounded to `dtype`.
    dtype : str
        Name of the element type of input, output and vectors.
    how : ParsedArithmetic
        The declaration's ``arithmetic``, parsed by `Operation.parse_arithmetic`.
    row_threads : int
        Number of threads that share one row, at least 1. A number below the true one only widens a bound.
    serial : int or None
        Number of additions made one after another on the longest path of a row's sum, besides those that join the
        threads; None for an equal share of the row.
    vectors : mapping of str to ndarray of `dtype`, shape (n_cols,)
        All vectors of the operation, including those that the kernel does not take.
    scalars : mapping of str to float
        All scalars of the operation.
    given : frozenset of str
        Names of the vectors and scalars that the kernel takes.
    """

    inp: NDArray[Any]
    dtype: str
    how: ParsedArithmetic
    row_threads: int = 1
    serial: int | None = None
    vectors: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    scalars: Mapping[str, float] = field(default_factory=dict)
    given: frozenset[str] = frozenset()

    @property
    def lanes(self) -> int:
        """Former name of `row_threads`, for the operations of projects."""
        return self.row_threads

    @cached_property
    def exact(self) -> Matrix:
        """The input in float64, exactly."""
        # A signalling NaN makes NumPy warn when it is widened.
        with np.errstate(invalid="ignore"):
            exact: Matrix = self.inp.astype(np.float64)
        return exact

    @property
    def n_cols(self) -> int:
        """Elements of a row."""
        return int(self.inp.shape[1])

    @property
    def sum_depth(self) -> int:
        """The number ``h`` of rounded additions on the longest path through a row's sum."""
        return sum_depth(self.n_cols, self.row_threads, self.stored.itemsize, self.serial)

    @property
    def stored(self) -> FloatFormat:
        """Format of input and output."""
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
    def underflow(self) -> float:
        """Largest error of a result that underflows or is flushed, in the computed format."""
        if self.how.ftz and self.computed.name == "float32":
            return self.computed.smallest_normal
        return self.computed.smallest_subnormal

    @property
    def wide(self) -> NDArray[Any]:
        """The input in a format beside whose rounding errors a kernel's are large, exactly."""
        # np.longdouble has 64 bits or more on every Linux, float64 53.
        wide: NDArray[Any] = self.exact.astype(np.longdouble if self.dtype == "float64" else np.float64)
        return wide

    def vector(self, name: str) -> Matrix:
        """Return a vector in float64, shape (n_cols,)."""
        widened: Matrix = self.vectors[name].astype(np.float64)
        return widened


@dataclass(frozen=True)
class RowQuantity:
    """A quantity of every row of results, such as its sum, with its expected value and its bound.

    Parameters
    ----------
    claim : str
        Claim about a row that completes "rows do not ...": ``sum to 1``.
    name : str
        Name of the quantity: ``sum``.
    got, expected, allowed : ndarray of float64, shape (n_rows,)
        Quantity of the results, expected quantity, and largest absolute error.
    judged : ndarray of bool, same shape
        True for rows with an expected quantity. Other rows may contain NaN.
    hint : str
        Hint for the author of the kernel.
    reason : {"row-property", "row-sum"}
        Reason code of a violation.
    """

    claim: str
    name: str
    got: Matrix
    expected: Matrix
    allowed: Matrix
    judged: NDArray[Any]
    hint: str
    reason: str = "row-property"


@dataclass(frozen=True, eq=False, kw_only=True)
class ApproximationProbe:
    """Input of a further launch on which the errors of approximate instructions show most.

    Parameters
    ----------
    inp : ndarray of the case's dtype, shape (n_rows, n_cols)
        Input.
    reference, allowed : ndarray of float64, same shape
        Right result, and the largest absolute error of a right kernel with the arithmetic of the case.
    hint : str
        Hint for the author of the kernel.
    """

    inp: NDArray[Any]
    reference: Matrix
    allowed: Matrix
    hint: str


RowQuantities = Callable[[Problem, Matrix, Matrix, Matrix], Iterable[RowQuantity]]
Impostors = Callable[[Problem, Matrix, Matrix], Iterable[tuple[str, Matrix]]]


@dataclass(frozen=True, eq=False, kw_only=True)
class Operation:
    """A function on rows that kernels compute. Operations compare by identity.

    Parameters
    ----------
    name : str
        Name in declarations; a C identifier. Also the default entry point of a variant.
    summary : str
        Description in one line.
    reference : callable
        ``(problem) -> ndarray of float64, shape (n_rows, n_cols)``: the right result, NaN where a kernel must give
        NaN. `bound` must cover its error.
    bound : callable
        ``(problem, reference) -> ndarray of float64, same shape``: the largest absolute error of a right kernel with
        the arithmetic ``problem.how``, derived and not tuned. 0 where the reference is NaN. NaN where a right kernel
        may give anything, for example because an intermediate result overflows.
    parse_arithmetic : callable
        ``(name) -> ParsedArithmetic``: parses a declaration's ``arithmetic``; raises ValueError with the allowed words.
        Usually the `parse` of a `harness.operation.vocabulary.Vocabulary`. It must accept `default_arithmetic`.
    words : mapping of str to str
        Meaning of each word of an ``arithmetic``; by default those of the vocabulary that `parse_arithmetic` is of.
    default_arithmetic : str
        Arithmetic of a declaration that names none.
    vectors, scalars : tuple of Vector, tuple of Scalar
        Arguments besides those of every operation.
    kinds : tuple of str
        Input kinds to check, names of `harness.operation.kinds.INPUT_KINDS`; all by default. They must include
        `harness.operation.kinds.INDISPENSABLE_KINDS`.
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
    floor : callable
        ``(problem) -> float``: absolute error of the arithmetic for results near 0.
    moves_with_columns : bool
        Whether permuting the columns of the input and of the vectors permutes the results.
    shift_invariant : str
        Reason why adding one number to a row does not change its results, for messages; empty if it does.
    shift_changes_bound : bool
        Whether a shifted row has another bound.
    approximation_probe : callable or None
        ``(problem, seed) -> ApproximationProbe or None``: an input for one further launch, in which approximate
        instructions have their largest errors; None if the problem has no such input.
    source : Path or None
        File of the operation, set when it is loaded; None for a shipped operation.

    Raises
    ------
    ValueError
        A name is not an identifier or is taken, a kind is unknown or missing, or a scalar has no finite value.
    """

    name: str
    summary: str
    reference: Callable[[Problem], Matrix]
    bound: Callable[[Problem, Matrix], Matrix]
    parse_arithmetic: Callable[[str], ParsedArithmetic]
    words: Mapping[str, str] = field(default_factory=dict)
    default_arithmetic: str = IEEE
    vectors: tuple[Vector, ...] = ()
    scalars: tuple[Scalar, ...] = ()
    kinds: tuple[str, ...] = INPUT_KINDS
    own_kinds: tuple[InputKind, ...] = ()
    nan_rows: str = "row with nan"
    never_negative: bool = False
    row_quantities: RowQuantities | None = None
    impostors: Impostors | None = None
    floor: Callable[[Problem], float] | None = None
    moves_with_columns: bool = True
    shift_invariant: str = ""
    shift_changes_bound: bool = True
    approximation_probe: Callable[[Problem, int], ApproximationProbe | None] | None = None
    source: Path | None = None

    def __post_init__(self) -> None:
        taken = list(COMMON_ROLES)
        for what, name in (("an operation", self.name), *(("a role", role) for role in self.roles)):
            if not isinstance(name, str) or not _IDENTIFIER.fullmatch(name):
                raise ValueError(f"the name of {what} must be a C identifier (got {name!r})")
        for role in self.roles:
            if role in taken:
                raise ValueError(f"a role must have a unique name (got {role!r}); taken: {', '.join(taken)}")
            taken.append(role)
        for kind in self.kinds:
            if kind not in INPUT_KINDS:
                raise ValueError(f"an input kind must be one of {', '.join(INPUT_KINDS)} (got {kind!r})")
        missing = [kind for kind in INDISPENSABLE_KINDS if kind not in self.kinds]
        if missing:
            raise ValueError(f"'kinds' must include {', '.join(INDISPENSABLE_KINDS)} (got no {missing[0]!r})")
        for own in self.own_kinds:
            if not _KIND.fullmatch(own.name) or own.name in INPUT_KINDS or own.name.startswith("values_"):
                raise ValueError(
                    "the name of an own input kind must be of lowercase letters, digits and _, and must not be the "
                    f"name of a common kind (got {own.name!r})"
                )
        for scalar in self.scalars:
            if not scalar.values or not all(np.isfinite(value) for value in scalar.values):
                raise ValueError(
                    f"a scalar must have finite values (got {scalar.values!r} for {scalar.name!r})"
                )
        self.parse_arithmetic(self.default_arithmetic)
        if isinstance(vocabulary := getattr(self.parse_arithmetic, "__self__", None), Vocabulary):
            object.__setattr__(self, "words", {**vocabulary.meanings, **self.words})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name and file; the receiving process loads the same file."""
        from .catalogue import same_operation

        return same_operation, (self.name, self.source)

    @property
    def roles(self) -> tuple[str, ...]:
        """Names of the vectors and scalars."""
        return (*(vector.name for vector in self.vectors), *(scalar.name for scalar in self.scalars))

    @property
    def input_kinds(self) -> tuple[str, ...]:
        """Names of all input kinds: the common ones in their order, then the operation's own."""
        common = tuple(kind for kind in INPUT_KINDS if kind in self.kinds)
        return (*common, *(own.name for own in self.own_kinds))

    def right_result(self, problem: Problem) -> Matrix:
        """Return the right result, float64 of shape (n_rows, n_cols).

        Raises
        ------
        SpecError
            The operation is from a project's own file, and its `reference` fails or gives another shape.
        """
        if self.source is None:
            return self.reference(problem)
        return self._own("reference", problem, lambda: self.reference(problem))

    def allowed_error(self, problem: Problem, reference: Matrix) -> Matrix:
        """Return the largest absolute error of each element of a right result, float64 of shape (n_rows, n_cols).

        Raises
        ------
        SpecError
            The operation is from a project's own file, and its `bound` fails, gives another shape or a negative
            number, or is neither 0 nor NaN where the reference is NaN.
        """
        if self.source is None:
            return self.bound(problem, reference)
        allowed = self._own("bound", problem, lambda: self.bound(problem, reference))
        if (allowed < 0.0).any() or (np.isnan(reference) & (allowed > 0.0)).any():
            raise self._error(
                "the bound must be at least 0, and 0 or NaN where the reference is NaN "
                f"(got {float(np.nanmin(allowed)):.3g} to {float(np.nanmax(allowed)):.3g})"
            )
        return allowed

    def _own(self, what: str, problem: Problem, work: Callable[[], Matrix]) -> Matrix:
        """Call a function of a project's own file and check the shape of its result."""
        with self._failing_at(what):
            result = np.asarray(work(), dtype=np.float64)
        if result.shape != problem.inp.shape:
            raise self._error(
                f"the {what} must have the shape of the input, {problem.inp.shape} (got {result.shape})"
            )
        return result

    @contextlib.contextmanager
    def _failing_at(self, what: str) -> Iterator[None]:
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

    def floor_of(self, problem: Problem) -> float:
        """Return the absolute error of the arithmetic for results near 0."""
        if self.floor is not None:
            return self.floor(problem)
        return absolute_floor(problem.stored, ftz=problem.how.ftz)

    def quantities_of(
        self, problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
    ) -> Sequence[RowQuantity]:
        """Return the quantities of every row of results; raises SpecError if a project's own file fails."""
        if self.row_quantities is None:
            return ()
        with self._failing_at("row_quantities"):
            return tuple(self.row_quantities(problem, out, reference, allowed))

    def impostors_of(
        self, problem: Problem, reference: Matrix, allowed: Matrix
    ) -> Iterator[tuple[str, Matrix]]:
        """Yield name and values of outputs wrong for most cases; raises SpecError if a project's file fails."""
        with self._failing_at("impostors"):
            if self.impostors is not None:
                yield from self.impostors(problem, reference, allowed)
            else:
                yield from default_impostors(self, problem, reference, allowed)


def default_impostors(
    operation: Operation, problem: Problem, reference: Matrix, allowed: Matrix
) -> Iterator[tuple[str, Matrix]]:
    """Yield the outputs of incomplete kernels: zeros, one number per row, no tail, an unused vector.

    Parameters
    ----------
    operation : Operation
        Operation that the kernel computes.
    problem : Problem
        Input of the case, with at least one element.
    reference, allowed : ndarray of float64, shape (n_rows, n_cols)
        Right result and error bound.

    Yields
    ------
    (str, ndarray of float64)
        ``zeros``; ``row means``, the mean of each row's finite results; ``dropped tail``, the result without the last
        columns, which are zero; ``no NAME`` for each optional vector that the kernel takes.
    """
    yield "zeros", np.zeros((1, 1))
    finite = np.isfinite(reference)
    count = np.maximum(finite.sum(axis=1, keepdims=True), 1)
    # Divide before summing: sums of numbers near the end of the range overflow.
    yield "row means", (np.where(finite, reference, 0.0) / count).sum(axis=1, keepdims=True)
    n_kept = problem.n_cols - tail_length(problem.n_cols)
    # The bound usually rejects the zeros in the tail, and the rest of the row need not be computed.
    if tail_may_be_zero(reference, allowed, n_kept):
        impostor = np.zeros_like(reference)
        if n_kept:
            impostor[:, :n_kept] = operation.right_result(_first_columns(problem, n_kept))
        yield "dropped tail", impostor
    for vector in operation.vectors:
        if vector.name in problem.given and vector.absent is not None:
            without = np.full_like(problem.vectors[vector.name], vector.absent)
            yield f"no {vector.name}", operation.right_result(_with_vector(problem, vector.name, without))


def tail_length(n_cols: int) -> int:
    """Return the number of columns in a dropped tail: ``n_cols % 4``, or 1 if that is 0 or `n_cols`."""
    remainder = n_cols % TAIL_WIDTH
    return remainder if 0 < remainder < n_cols else 1


def tail_may_be_zero(reference: Matrix, allowed: Matrix, n_kept: int) -> bool:
    """Whether the bound accepts zeros after the first `n_kept` columns."""
    tail = allowed[:, n_kept:]
    return bool(np.all((np.abs(reference[:, n_kept:]) <= tail) | np.isnan(tail)))


def _first_columns(problem: Problem, n_cols: int) -> Problem:
    vectors = {name: values[:n_cols] for name, values in problem.vectors.items()}
    return replaced(problem, inp=problem.inp[:, :n_cols], vectors=vectors)


def _with_vector(problem: Problem, name: str, values: NDArray[Any]) -> Problem:
    return replaced(problem, vectors={**problem.vectors, name: values})


def replaced(
    problem: Problem, *, inp: NDArray[Any] | None = None, vectors: Mapping[str, NDArray[Any]] | None = None
) -> Problem:
    """Return the same problem with another input or other vectors."""
    return replace(
        problem,
        inp=problem.inp if inp is None else inp,
        vectors=problem.vectors if vectors is None else vectors,
    )
