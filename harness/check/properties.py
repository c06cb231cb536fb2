"""Relations between two launches of a right kernel. They need no reference.

Each `Property` has the input of a further launch and compares its output with the first output. `properties_of`
chooses the properties of a case from its data alone, so a case is always checked in the same way.

================== ==========================================================================================
repeated           the same input gives the same bits
reordered          the same input gives the same bits with blocks, warps and lanes in another order
other rows         kept rows give the same bits when the rows beside them hold NaN and extreme values
columns permuted   every element moves with its column, within the sum of both bounds, and stays within its own bound
                   when every approximate instruction has its largest documented error
largest errors     rows on which the errors of approximations show most are within their bound, too; only for operations
                   that make such rows
rows shifted       a row plus a number gives the result of the row, within the sum of both bounds; only for operations
                   with this property
================== ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.float_format import FloatFormat, float_format
from ..operation.model import ApproximationProbe, Operation, Problem, replaced
from ..verdict import Finding, Reason
from .comparison import Comparison, compare
from .positions import describe, describe_rows
from .row_patterns import Together, patterns
from .row_quantities import row_findings

SHIFT_EXPONENT = 8
"""Rows are shifted by at least ``2**8``: ``exp(2**8)`` overflows float32 (beyond 88.7), and ``exp(-2**8)`` is 0 (below
-104)."""


MAX_ELEMENTS = 1 << 18
"""Maximum number of elements of a case for which all properties are checked. Larger cases are for timing and are only
repeated; the small cases check the other properties."""

_FEW_ROWS = 8
"""Up to this many replaced rows have mixed fillers only. Of more rows, every fourth has one filler throughout."""


@dataclass(frozen=True)
class Property:
    """One relation between the first and a further launch of one case.

    Parameters
    ----------
    what : str
        Description of the further launch.
    inp : ndarray of the case's dtype, shape (n_rows, n_cols)
        Input of the further launch.
    findings : callable
        ``(out) -> list of Finding``. `out` is the further launch's output, an ndarray with dtype and shape of `inp`
        whose elements are all written.
    schedule : int or None
        Seed of the order of blocks, warps and lanes; None for the order of the first launch.
    vectors : mapping of str to ndarray of the case's dtype, shape (n_cols,)
        Vectors that differ from those of the first launch.
    held : slice or ndarray of bool or None
        Rows whose results must have the bits of the first launch; None if every result may differ.
    perturbation : int or None
        Seed of errors of approximate instructions; None for those of the first launch. `findings` must hold without
        these errors, too: not every device can choose them.
    """

    what: str
    inp: NDArray[Any]
    findings: Callable[[NDArray[Any]], list[Finding]]
    schedule: int | None = None
    vectors: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    held: slice | NDArray[np.bool_] | None = None
    perturbation: int | None = None


def properties_of(
    *,
    operation: Operation,
    problem: Problem,
    out: NDArray[Any],
    allowed: NDArray[np.float64],
    reference: NDArray[np.float64] | None = None,
    schedules: Sequence[int] = (),
    together: Together | None = None,
    seed: int = 0,
    probes_approximations: bool = False,
) -> Iterator[Property]:
    """Yield the properties to check for a case whose first launch passed.

    Parameters
    ----------
    operation : Operation
        Operation that the kernel computes.
    problem : Problem
        Input of the first launch.
    out : ndarray of the problem's dtype, shape (n_rows, n_cols)
        Output of the first launch.
    allowed : ndarray of float64, same shape
        Error bound of `out`.
    reference : ndarray of float64, same shape, optional
        Right result; computed if not given.
    schedules : sequence of int
        Seeds of other launch orders. The launch is repeated in each of them; in the same order if there are none.
    together : Together or None
        Rows that the launches compute together; None if nothing is known.
    seed : int
        Seed of the case. Other cases replace other rows and have errors of other signs.
    probes_approximations : bool
        Whether to check the operation's `Operation.approximation_probe`.

    Yields
    ------
    Property
        First the repetitions: if one fails, the other properties mean nothing. A case with one row has no other rows
        and is not shifted. Rows with equal columns are not permuted. Columns are permuted and rows shifted only for
        operations with these properties. Beyond `MAX_ELEMENTS` only the repetitions.
    """
    inp = problem.inp
    if schedules:
        yield from (reordered(inp, out, schedule) for schedule in schedules)
    else:
        yield repeated(inp, out)
    if inp.size > MAX_ELEMENTS:
        return
    n_rows = inp.shape[0]
    if n_rows > 1:
        for number, kept in enumerate(patterns(together or Together(n_rows), seed)):
            yield other_rows(inp, out, kept, turn=seed + number)
    if operation.moves_with_columns:
        permutation = permuted(operation, problem, out, allowed, reference, seed)
        if (permutation.vectors and inp.shape[1] > 1) or not np.array_equal(
            _bits(permutation.inp), _bits(inp)
        ):
            yield permutation
    if probes_approximations and operation.approximation_probe is not None:
        probe = operation.approximation_probe(problem, seed)
        if probe is not None:
            yield largest_errors(operation, problem, probe, seed)
    if n_rows > 1 and operation.shift_invariant:
        yield shifted(operation, problem)


def repeated(inp: NDArray[Any], out: NDArray[Any]) -> Property:
    """Repeat the launch; the output must have the same bits."""

    def findings(again: NDArray[Any]) -> list[Finding]:
        differs = _bits(again) != _bits(out)
        if not differs.any():
            return []
        return [
            Finding(
                Reason.NONDETERMINISTIC,
                f"the same launch again gave other bits: {_changed(differs, out, again)}\n"
                "check for atomic additions in varying order, state that a launch leaves for the next one, "
                "and memory that is read before it is written",
                count=int(np.count_nonzero(differs)),
            )
        ]

    return Property("the same launch again", inp, findings, held=slice(None))


def reordered(inp: NDArray[Any], out: NDArray[Any], schedule: int) -> Property:
    """Repeat the launch in another order that a GPU may take; the output must have the same bits."""

    def findings(again: NDArray[Any]) -> list[Finding]:
        differs = _bits(again) != _bits(out)
        if not differs.any():
            return []
        return [
            Finding(
                Reason.NONDETERMINISTIC,
                f"with blocks, warps and lanes in another order, schedule {schedule}, the launch gave other bits: "
                f"{_changed(differs, out, again)}\n"
                "check for a missing __syncthreads or __syncwarp and for atomic additions: "
                "the result depends on the order in which threads run\n"
                f"--schedule-seed {schedule} runs in this order again",
                count=int(np.count_nonzero(differs)),
            )
        ]

    what = f"the same launch in another order, schedule {schedule}"
    return Property(what, inp, findings, schedule, held=slice(None))


def other_rows(inp: NDArray[Any], out: NDArray[Any], kept: NDArray[np.bool_], turn: int = 0) -> Property:
    """Keep some rows and replace the others; the results of kept rows must have the same bits.

    Parameters
    ----------
    inp, out : ndarray of one dtype, shape (n_rows, n_cols)
        Input and output of the first launch.
    kept : ndarray of bool, shape (n_rows,)
        Rows that stay as they were.
    turn : int
        Index of the filler at which the first replaced row begins.

    Notes
    -----
    A replaced row has the largest number in every second column, and NaN, -inf and the lowest number between: a maximum
    drops NaN, and a sum shows it. If many rows are replaced, every fourth of them has one filler throughout: NaN, -inf,
    the lowest or the largest number. Such rows have no finite maximum, or an extreme sum.
    """
    largest = float_format(inp.dtype.name).largest
    fillers = np.array([largest, np.nan, largest, -np.inf, largest, np.nan, largest, -largest])
    moved, rows, names = inp.copy(), np.flatnonzero(~kept), describe_rows(~kept)
    which = np.arange(rows.size)[:, np.newaxis] + turn
    values = fillers[(np.arange(inp.shape[1]) + which) % fillers.size]
    if rows.size > _FEW_ROWS:
        values[3::4] = np.array([np.nan, -np.inf, -largest, largest])[which[3::4] // 4 % 4]
    moved[rows] = values.astype(inp.dtype)

    def findings(again: NDArray[Any]) -> list[Finding]:
        differs = _bits(again) != _bits(out)
        differs[rows] = False
        if not differs.any():
            return []
        return [
            Finding(
                Reason.ROW_DEPENDENCE,
                f"rows changed when others ({names}) were replaced by nan, +-{largest:.3g} and -inf: "
                f"{_changed(differs, out, again)}\na row's result must depend only on its own elements",
                count=int(np.count_nonzero(differs)),
            )
        ]

    return Property(f"{names} replaced", moved, findings, held=kept)


def permuted(
    operation: Operation,
    problem: Problem,
    out: NDArray[Any],
    allowed: NDArray[np.float64],
    reference: NDArray[np.float64] | None = None,
    seed: int = 0,
) -> Property:
    """Reverse the columns of even rows and rotate those of odd rows by one, so that the last becomes the first.

    If the kernel takes vectors, reverse the vectors and the columns of all rows. Approximate instructions have errors
    of the seed's sign, and each element must be within its own bound, too.
    """
    vectors = {name: values[::-1].copy() for name, values in problem.vectors.items() if name in problem.given}
    names = " and ".join(vectors)
    how = (
        f"with the columns of every row and {names} reversed, "
        if vectors
        else "with the columns of even rows reversed and those of odd rows rotated by one, "
    )

    def ordered(rows: NDArray[Any], direction: int) -> NDArray[Any]:
        return rows[:, ::-1].copy() if vectors else _ordered(rows, direction)

    def findings(again: NDArray[Any]) -> list[Finding]:
        original = ordered(again, -1)
        comparison = compare(
            out=original,
            reference=_exact(out),
            allowed=2.0 * allowed,
            dtype=problem.dtype,
        )
        if comparison.n_wrong == 0:
            expected = operation.right_result(problem) if reference is None else reference
            return _within_bound(operation, problem, original, expected, allowed, how + _ERRORS[seed % 3])
        return [
            Finding(
                Reason.PERMUTATION_VARIANCE,
                f"{how}{_moved(comparison)}\ncolumns have their original numbers",
                count=comparison.n_wrong,
            )
        ]

    return Property(
        "columns in another order", ordered(problem.inp, 1), findings, vectors=vectors, perturbation=seed % 3
    )


def largest_errors(operation: Operation, problem: Problem, probe: ApproximationProbe, seed: int) -> Property:
    """Replace the input by rows on which errors of approximations show most; they must be within the probe's bound."""
    errors = f"on rows that show errors of approximations, {_ERRORS[seed % 2]}"

    def findings(again: NDArray[Any]) -> list[Finding]:
        other = replaced(problem, inp=probe.inp)
        found = _within_bound(operation, other, again, probe.reference, probe.allowed, errors, rows=False)
        return [replace(each, message=f"{each.message}\n{probe.hint}") for each in found]

    return Property("rows that show errors of approximations", probe.inp, findings, perturbation=seed % 2)


_ERRORS = (
    "with every approximate instruction at the upper end of its documented error: ",
    "with every approximate instruction at the lower end of its documented error: ",
    "with approximate instructions anywhere within their documented errors: ",
)
"""Meaning of a seed of `harness.ptx.launch.watch.Watch.perturbation`, by its remainder modulo 3."""


def _within_bound(
    operation: Operation,
    problem: Problem,
    out: NDArray[Any],
    reference: NDArray[np.float64],
    allowed: NDArray[np.float64],
    how: str,
    *,
    rows: bool = True,
) -> list[Finding]:
    """Judge the elements, and if they are right the relations within `rows`; messages begin with `how`.

    Tiny negative results are right here: two ulps below the least positive exponential is less than 0.
    """
    comparison = compare(
        out=out,
        reference=reference,
        allowed=allowed,
        dtype=problem.dtype,
    )
    if comparison.n_wrong:
        found = [Finding(Reason.WRONG_VALUE, comparison.message(), count=comparison.n_wrong)]
    else:
        quantities = operation.quantities_of(problem, _exact(out), reference, allowed) if rows else ()
        found = row_findings(quantities)
    return [replace(each, message=how + each.message) for each in found]


def shifted(operation: Operation, problem: Problem) -> Property:
    """Replace rows in threes: a row rounded to a grid, the same row plus a number, the same row minus the number.

    On the grid these additions are exact, so all three rows have one result. The last group may have only two rows. A
    group of one row is left unchanged.
    """
    inp, form = problem.inp, problem.stored
    first = np.arange(0, inp.shape[0] - 1, 3)
    base, shift = on_grid(problem.exact[first], form)
    moved = inp.copy()
    moved[first] = base.astype(inp.dtype)
    moved[first + 1] = (base + shift).astype(inp.dtype)
    with_third = first[first + 2 < inp.shape[0]]
    n_third = with_third.size
    moved[with_third + 2] = (base - shift)[:n_third].astype(inp.dtype)

    def bound_of(rows: NDArray[np.intp]) -> NDArray[np.float64]:
        part = replaced(problem, inp=moved[rows])
        return operation.allowed_error(part, operation.right_result(part))

    allowed = bound_of(first)

    def findings(again: NDArray[Any]) -> list[Finding]:
        expected = _exact(again)[first]
        found: list[Finding] = []
        for step, rows in ((1, first), (2, with_third)):
            n_compared = rows.size
            if n_compared == 0:
                continue
            other = bound_of(rows + step) if operation.shift_changes_bound else allowed[:n_compared]
            comparison = compare(
                out=again[rows + step],
                reference=expected[:n_compared],
                allowed=allowed[:n_compared] + other,
                dtype=problem.dtype,
                never_negative=operation.name if operation.never_negative else "",
            )
            if comparison.n_wrong == 0 or comparison.worst is None:
                continue
            row = int(rows[comparison.worst.row])
            sign = "+" if step == 1 else "-"
            found.append(
                Finding(
                    Reason.SHIFT_VARIANCE,
                    f"row {row + step} is row {row} {sign} {shift[comparison.worst.row, 0]:g}, exactly, and "
                    f"{_moved(comparison, row_offset=row - comparison.worst.row)}\n{operation.shift_invariant}",
                    count=comparison.n_wrong,
                )
            )
        return found[:1]

    return Property("rows next to the same rows plus a number", moved, findings)


def on_grid(rows: NDArray[np.float64], form: FloatFormat) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Round rows to a grid on which adding a number is exact in a format.

    Parameters
    ----------
    rows : ndarray of float64, shape (n_rows, n_cols)
        Numbers of `form`. NaN and infinities are kept.
    form : FloatFormat
        Format of the results.

    Returns
    -------
    grid : ndarray of float64, same shape
        Rounded rows.
    shift : ndarray of float64, shape (n_rows, 1)
        Power of two for each row, so that ``grid``, ``grid + shift`` and ``grid - shift`` are numbers of `form`, finite
        where `rows` is. The least power above the row's magnitudes, and at least ``2**SHIFT_EXPONENT``. For rows near
        the end of the format's range it is 1/32 of that range, and numbers in the outermost sixteenth move to its
        inner edge.
    """
    finite = np.where(np.isfinite(rows), rows, 0.0)
    top = np.abs(finite).max(axis=1, keepdims=True)
    # frexp: top = f * 2**exponent with f in [0.5, 1), so every magnitude is below 2**exponent.
    exponent = np.maximum(np.frexp(top)[1], SHIFT_EXPONENT)
    # All numbers of the format are below 2**end.
    end = 2 - form.min_exponent
    fits = exponent + 1 < end
    shift = np.ldexp(1.0, np.where(fits, exponent, end - 5))
    # Sums stay below 2**(exponent + 1); there the format's numbers are this far apart.
    spacing = np.ldexp(1.0, exponent + 1 - form.precision)
    # In units of `spacing`. Far from the end of the range any large number does; the true one would overflow.
    edge = np.ldexp(15.0 / 16.0, np.minimum(end - exponent - 1 + form.precision, 2 * form.precision))
    on_it = np.clip(np.rint(finite / spacing), -edge, edge) * spacing
    return np.where(np.isfinite(rows), on_it, rows), shift


def _ordered(rows: NDArray[Any], direction: int) -> NDArray[Any]:
    """Put columns in the order of `permuted`; back to the original order if `direction` is -1."""
    ordered = np.empty_like(rows)
    ordered[0::2] = rows[0::2, ::-1]
    ordered[1::2] = np.roll(rows[1::2], direction, axis=1)
    return ordered


def _bits(values: NDArray[Any]) -> NDArray[Any]:
    return np.ascontiguousarray(values).view(np.dtype(f"u{values.dtype.itemsize}"))


def _exact(values: NDArray[Any]) -> NDArray[np.float64]:
    with np.errstate(invalid="ignore"):
        exact: NDArray[np.float64] = values.astype(np.float64)
    return exact


def _changed(differs: NDArray[np.bool_], before: NDArray[Any], after: NDArray[Any]) -> str:
    row, column = (int(index) for index in np.unravel_index(int(np.argmax(differs)), differs.shape))
    return (
        f"{np.count_nonzero(differs)} of {differs.size} elements\n"
        f"first at row {row}, column {column}: {float(before[row, column]):.9g}, then "
        f"{float(after[row, column]):.9g}\ndifferent: {describe(differs)}"
    )


def _moved(comparison: Comparison, *, row_offset: int = 0) -> str:
    worst = comparison.worst
    assert worst is not None, "an element is wrong, so one was compared"
    return (
        f"{comparison.n_wrong} of {comparison.n_total} elements moved by more than both bounds together\n"
        f"worst at row {worst.row + row_offset}, column {worst.column}: {worst.expected:.9g} became "
        f"{worst.got:.9g}, allowed +-{worst.allowed:.3g}"
    )
