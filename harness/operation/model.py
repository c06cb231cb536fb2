"""What an operation declares: how its right result is found, how far off a right kernel may be, what else must hold.

An operation's file makes one `Operation` and calls it ``OPERATION``. All of its functions take a `Problem`,
which is one case as the kernel got it, and work on rows: ``out[i]`` depends on ``inp[i]``, the vectors and the
scalars only.
"""

from __future__ import annotations

import contextlib
import re
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import HarnessError, SpecError
from .float_format import FloatFormat, accumulator_of, float_format
from .given import InputKind, Matrix, Scalar, Vector
from .kinds import INDISPENSABLE_KINDS, INPUT_KINDS
from .rounding import absolute_floor
from .vocabulary import ParsedArithmetic

COMMON_ROLES = ("inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride")
"""What a kernel's parameter may receive whatever the operation is."""

IEEE = "ieee"
"""The name of an arithmetic that a declaration without one has."""

TAIL_WIDTH = 4
"""Elements of a ``float4``, whose remainder is the tail that vectorised kernels most often lose."""

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KIND = re.compile(r"[a-z0-9_]+")


@dataclass(frozen=True, eq=False, kw_only=True)
class Problem:
    """One case as the kernel got it.

    Parameters
    ----------
    inp : ndarray of `dtype`, shape (n_rows, n_cols)
        The input without padding, rounded to its type.
    dtype : str
        Type of input, output and vectors.
    how : ParsedArithmetic
        What the declaration's ``arithmetic`` was read as, by the operation's own `Operation.parse_arithmetic`.
    row_threads : int
        Threads that share one row, at least 1; a smaller number than the true one only widens a bound.
    vectors : mapping of str to ndarray of `dtype`, shape (n_cols,)
        Every vector of the operation, those that the kernel does not take included.
    scalars : mapping of str to float
        Every scalar of the operation.
    given : frozenset of str
        Names of the vectors and scalars that the kernel takes.
    """

    inp: NDArray[Any]
    dtype: str
    how: ParsedArithmetic
    row_threads: int = 1
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
    def stored(self) -> FloatFormat:
        """Format of input and output."""
        return float_format(self.dtype)

    @property
    def computed(self) -> FloatFormat:
        """Format that a kernel computes in: float64 for float64, else float32."""
        return accumulator_of(self.stored)

    @property
    def u(self) -> float:
        """Largest relative error of one rounding of what is computed."""
        return self.computed.unit_roundoff

    def vector(self, name: str) -> Matrix:
        """Return a vector in float64, shape (n_cols,)."""
        widened: Matrix = self.vectors[name].astype(np.float64)
        return widened


@dataclass(frozen=True)
class RowQuantity:
    """A number that every row of results gives, and what it may be, whatever the single elements are.

    Parameters
    ----------
    claim : str
        What a row must do, as in "rows do not ...": ``sum to 1``.
    name : str
        What the number is: ``sum``.
    got, expected, allowed : ndarray of float64, shape (n_rows,)
        What the rows give, should give, and may be off by.
    judged : ndarray of bool, same shape
        Rows of which anything is known; the others hold NaN, or may.
    hint : str
        A question to ask of the kernel.
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


RowQuantities = Callable[[Problem, Matrix, Matrix, Matrix], Iterable[RowQuantity]]
Impostors = Callable[[Problem, Matrix, Matrix], Iterable[tuple[str, Matrix]]]


@dataclass(frozen=True, eq=False, kw_only=True)
class Operation:
    """What kernels of one kind compute. Two of them are the same only if they are one object.

    Parameters
    ----------
    name : str
        What declarations call it; a C identifier. It is also the entry point of a variant that names none.
    summary : str
        What it computes, in one line.
    reference : callable
        ``(problem) -> ndarray of float64, shape (n_rows, n_cols)``: the right result, NaN where a kernel must give
        NaN. At least as precise as `bound` says.
    bound : callable
        ``(problem, reference) -> ndarray of float64, same shape``: the largest absolute error of a right kernel that
        computes as ``problem.how`` says, derived and not tuned. 0 where the reference is NaN. NaN where a right
        kernel may give anything, such as where it overflows on its way to an ordinary result.
    parse_arithmetic : callable
        ``(name) -> ParsedArithmetic``: parses a declaration's ``arithmetic``; raises ValueError with the allowed words.
        Usually the `parse` of a `harness.operation.vocabulary.Vocabulary`. It must accept `default_arithmetic`.
    default_arithmetic : str
        The name that stands for a declaration without one.
    vectors, scalars : tuple of Vector, tuple of Scalar
        Roles beside those that every operation has.
    kinds : tuple of str
        Input kinds that make sense, names of `harness.operation.kinds.INPUT_KINDS`; all by default. Those of
        `harness.operation.kinds.INDISPENSABLE_KINDS` must be among them.
    own_kinds : tuple of InputKind
        Further ones that only this operation has.
    nan_rows : str
        In which rows NaN is expected, for messages: ``row with nan or an infinity``.
    never_negative : bool
        Whether no rounding can make a right result negative.
    row_quantities : callable or None
        ``(problem, out, reference, allowed) -> iterable of RowQuantity``, where every element of ``out`` (float64)
        is within its own bound.
    impostors : callable
        ``(problem, reference, allowed) -> iterable of (name, ndarray)``: outputs that are wrong as a rule and that the
        bound must then reject, of a shape that broadcasts to that of the case. By default `default_impostors`.
    floor : callable
        ``(problem) -> float``: the absolute error that the arithmetic makes however small a result is.
    moves_with_columns : bool
        Whether an element's result moves with it, and with its elements of the vectors, when columns change places.
    shift_invariant : str
        Why adding one number to a row changes nothing, in words for a message; empty where that is not so.
    shift_changes_bound : bool
        Whether the bound of a shifted row is another.
    source : Path or None
        Its file, None for one that is shipped; set where it is loaded.

    Raises
    ------
    ValueError
        A name is no identifier or is taken, a kind is unknown or missing, or a scalar has no value.
    """

    name: str
    summary: str
    reference: Callable[[Problem], Matrix]
    bound: Callable[[Problem, Matrix], Matrix]
    parse_arithmetic: Callable[[str], ParsedArithmetic]
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
    source: Path | None = None

    def __post_init__(self) -> None:
        taken = list(COMMON_ROLES)
        for what, name in (("an operation", self.name), *(("a role", role) for role in self.roles)):
            if not isinstance(name, str) or not _IDENTIFIER.fullmatch(name):
                raise ValueError(f"the name of {what} must be a C identifier (got {name!r})")
        for role in self.roles:
            if role in taken:
                raise ValueError(f"a role needs a name of its own (got {role!r}); taken: {', '.join(taken)}")
            taken.append(role)
        for kind in self.kinds:
            if kind not in INPUT_KINDS:
                raise ValueError(f"an input kind must be one of {', '.join(INPUT_KINDS)} (got {kind!r})")
        missing = [kind for kind in INDISPENSABLE_KINDS if kind not in self.kinds]
        if missing:
            raise ValueError(
                f"'kinds' must have {', '.join(INDISPENSABLE_KINDS)} (got none of {missing[0]!r})"
            )
        for own in self.own_kinds:
            if not _KIND.fullmatch(own.name) or own.name in INPUT_KINDS or own.name.startswith("values_"):
                raise ValueError(
                    "an input kind of an operation's own has a name of small letters, digits and _ that is no common "
                    f"kind's (got {own.name!r})"
                )
        for scalar in self.scalars:
            if not scalar.values or not all(np.isfinite(value) for value in scalar.values):
                raise ValueError(
                    f"a scalar must have finite values (got {scalar.values!r} for {scalar.name!r})"
                )
        self.parse_arithmetic(self.default_arithmetic)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel by name and file: the other end loads the same file."""
        from .catalogue import same_operation

        return same_operation, (self.name, self.source)

    @property
    def roles(self) -> tuple[str, ...]:
        """Names of its vectors and scalars."""
        return (*(vector.name for vector in self.vectors), *(scalar.name for scalar in self.scalars))

    @property
    def input_kinds(self) -> tuple[str, ...]:
        """Names of all of its input kinds: the common ones in their order, then its own."""
        common = tuple(kind for kind in INPUT_KINDS if kind in self.kinds)
        return (*common, *(own.name for own in self.own_kinds))

    def own_kind(self, name: str) -> InputKind | None:
        """Return the kind of its own that has a name, None where there is none."""
        return next((own for own in self.own_kinds if own.name == name), None)

    def right_result(self, problem: Problem) -> Matrix:
        """Work out the right result.

        Raises
        ------
        SpecError
            The operation is of a project's own file, and its `reference` fails or gives another shape.
        """
        if self.source is None:
            return self.reference(problem)
        return self._own("reference", problem, lambda: self.reference(problem))

    def allowed_error(self, problem: Problem, reference: Matrix) -> Matrix:
        """Work out the largest error of each element of a right result.

        Raises
        ------
        SpecError
            The operation is of a project's own file, and its `bound` fails, gives another shape or a negative number,
            or one that is not 0 or NaN where the reference is NaN.
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
        """Do work of a project's own file, and hold what comes of it to what it must be."""
        with self._failing_at(what):
            result = np.asarray(work(), dtype=np.float64)
        if result.shape != problem.inp.shape:
            raise self._error(
                f"the {what} must have the shape of the input, {problem.inp.shape} (got {result.shape})"
            )
        return result

    @contextlib.contextmanager
    def _failing_at(self, what: str) -> Iterator[None]:
        """Turn whatever a project's own file raises into an error with its line."""
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
        assert self.source is not None, "what is shipped is the harness's own fault"
        return SpecError(f"operation '{self.name}': {message}", path=self.source, line=line)

    def floor_of(self, problem: Problem) -> float:
        """Give the absolute error of however small a result."""
        if self.floor is not None:
            return self.floor(problem)
        return absolute_floor(problem.stored, ftz=problem.how.ftz)

    def quantities_of(
        self, problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
    ) -> Sequence[RowQuantity]:
        """List what is known of every row of results; raises SpecError where a project's own file fails."""
        if self.row_quantities is None:
            return ()
        with self._failing_at("row_quantities"):
            return tuple(self.row_quantities(problem, out, reference, allowed))

    def impostors_of(
        self, problem: Problem, reference: Matrix, allowed: Matrix
    ) -> Iterator[tuple[str, Matrix]]:
        """List outputs that are wrong as a rule; raises SpecError where a project's own file fails."""
        with self._failing_at("impostors"):
            if self.impostors is not None:
                yield from self.impostors(problem, reference, allowed)
            else:
                yield from default_impostors(self, problem, reference, allowed)


def default_impostors(
    operation: Operation, problem: Problem, reference: Matrix, allowed: Matrix
) -> Iterator[tuple[str, Matrix]]:
    """List what kernels that do too little give: zeros, one number a row, no tail, a vector that is not used.

    Parameters
    ----------
    operation : Operation
        Whose results.
    problem : Problem
        The case, at least one element.
    reference, allowed : ndarray of float64, shape (n_rows, n_cols)
        Right result and bound.

    Yields
    ------
    (str, ndarray of float64)
        ``zeros``; ``row means``, the mean of each row's finite results; ``dropped tail``, the result of all but the
        last columns, and zero there; ``no NAME`` for each vector that the kernel takes and could have done without.
    """
    yield "zeros", np.zeros((1, 1))
    finite = np.isfinite(reference)
    count = np.maximum(finite.sum(axis=1, keepdims=True), 1)
    # Shares first: numbers near the end of the range have no sum.
    yield "row means", (np.where(finite, reference, 0.0) / count).sum(axis=1, keepdims=True)
    n_kept = problem.n_cols - tail_length(problem.n_cols)
    # Almost always the zeros in the tail decide, and the rest of the row need not be worked out.
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
    """Count the columns that the dropped tail leaves out: ``n_cols % 4``, or 1 if that is 0 or all."""
    remainder = n_cols % TAIL_WIDTH
    return remainder if 0 < remainder < n_cols else 1


def tail_may_be_zero(reference: Matrix, allowed: Matrix, n_kept: int) -> bool:
    """Whether zeros behind the first `n_kept` columns would be let through."""
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
    """Make the same problem with another input or other vectors."""
    return Problem(
        inp=problem.inp if inp is None else inp,
        dtype=problem.dtype,
        how=problem.how,
        row_threads=problem.row_threads,
        vectors=problem.vectors if vectors is None else vectors,
        scalars=problem.scalars,
        given=problem.given,
    )
