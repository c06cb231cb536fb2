"""Relations that hold between two launches of a right kernel, whatever it computes: no reference is asked.

Each `Property` has an input for a further launch and judges what comes back beside what is known from before.
`properties_of` lists those that say something about a case; it decides from the data alone, so a case is
always checked in the same way.

================== ==========================================================================================
repeated           the same input again gives the same bits
reordered          it does so with blocks, warps and lanes in another order
other rows         the rows that stay give the same bits, with NaN and extreme values in all others
columns permuted   every element moves with its column, within the sum of both bounds
rows shifted       a row and the same row plus a number give the same, within the sum of both bounds; for operations of
                   which that is true
================== ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.float_format import FloatFormat, float_format
from ..operation.model import Operation, Problem, replaced
from ..verdict import Finding, Reason
from .comparison import Comparison, compare
from .positions import describe

SHIFT_EXPONENT = 8
"""Rows are shifted by ``2**8`` or more: ``exp`` of it overflows float32 (beyond 88.7), and ``exp`` of its negative is
0 (below -104)."""


MAX_ELEMENTS = 1 << 18
"""Elements of a case up to which everything is tried. Larger ones are for timing, and what they would show has
been shown by small ones; they are only repeated, which costs a comparison of bits."""


@dataclass(frozen=True)
class Property:
    """One relation, for one case.

    Parameters
    ----------
    what : str
        What the further launch is, in words.
    inp : ndarray, shape (n_rows, n_cols)
        Its input, of the case's type.
    findings : callable
        ``(out) -> list of Finding``; `out` is an ndarray of the same type and shape, all elements written.
    schedule : int or None
        Seed of the order of blocks, warps and lanes; None is the order of the first launch.
    vectors : mapping of str to ndarray, shape (n_cols,)
        Vectors that are not those of the first launch.
    """

    what: str
    inp: NDArray[Any]
    findings: Callable[[NDArray[Any]], list[Finding]]
    schedule: int | None = None
    vectors: Mapping[str, NDArray[Any]] = field(default_factory=dict)


def properties_of(
    *,
    operation: Operation,
    problem: Problem,
    out: NDArray[Any],
    allowed: NDArray[np.float64],
    schedules: Sequence[int] = (),
) -> Iterator[Property]:
    """List the relations to try on a case whose first launch passed.

    Parameters
    ----------
    operation : Operation
        What is computed.
    problem : Problem
        The case as the kernel received it.
    out : ndarray of its type, shape (n_rows, n_cols)
        Output of that launch.
    allowed : ndarray of float64, same shape
        What the operation's bound allows for it.
    schedules : sequence of int
        Seeds of other orders in which the device can launch; it is repeated in each of them.

    Yields
    ------
    Property
        First the repetitions: where one fails, the others mean nothing. One row has no others, rows whose
        columns are all alike are not permuted, and a single row has none to be compared with when shifted. The
        last two are for operations of which they are true.
        Beyond `MAX_ELEMENTS` there are the repetitions only.
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
        for parity in (0, 1):
            yield other_rows(inp, out, parity)
    if operation.moves_with_columns:
        permutation = permuted(operation, problem, out, allowed)
        if (permutation.vectors and inp.shape[1] > 1) or not np.array_equal(
            _bits(permutation.inp), _bits(inp)
        ):
            yield permutation
    if n_rows > 1 and operation.shift_invariant:
        yield shifted(operation, problem)


def repeated(inp: NDArray[Any], out: NDArray[Any]) -> Property:
    """Launch the same again; the output must be the same to the bit."""

    def findings(again: NDArray[Any]) -> list[Finding]:
        differs = _bits(again) != _bits(out)
        if not differs.any():
            return []
        return [
            Finding(
                Reason.NONDETERMINISTIC,
                f"the same launch again gave other bits: {_changed(differs, out, again)}\n"
                "does the order of additions change, does a launch leave something behind for the next, "
                "or is something read before it is written?",
                count=int(np.count_nonzero(differs)),
            )
        ]

    return Property("the same launch again", inp, findings)


def reordered(inp: NDArray[Any], out: NDArray[Any], schedule: int) -> Property:
    """Launch the same in an order that a GPU may take as well; the output must be the same to the bit."""

    def findings(again: NDArray[Any]) -> list[Finding]:
        differs = _bits(again) != _bits(out)
        if not differs.any():
            return []
        return [
            Finding(
                Reason.NONDETERMINISTIC,
                f"with blocks, warps and lanes in another order, schedule {schedule}, the launch gave other bits: "
                f"{_changed(differs, out, again)}\n"
                "does a barrier or __syncwarp miss, do lanes count on running in step, or are numbers added in the "
                f"order in which threads come?\n--schedule-seed {schedule} runs in this order again",
                count=int(np.count_nonzero(differs)),
            )
        ]

    return Property(f"the same launch in another order, schedule {schedule}", inp, findings, schedule)


def other_rows(inp: NDArray[Any], out: NDArray[Any], parity: int) -> Property:
    """Keep the rows whose number modulo 2 is `parity`; they must come out the same to the bit.

    All other rows are of NaN, the largest number, -inf or the lowest number, in turn.
    """
    form = float_format(inp.dtype.name)
    fillers = (np.nan, form.largest, -np.inf, -form.largest)
    replaced = inp.copy()
    for index, row in enumerate(range(1 - parity, inp.shape[0], 2)):
        replaced[row] = fillers[index % len(fillers)]
    kept = "even" if parity == 0 else "odd"

    def findings(again: NDArray[Any]) -> list[Finding]:
        differs = _bits(again) != _bits(out)
        differs[1 - parity :: 2] = False
        if not differs.any():
            return []
        return [
            Finding(
                Reason.ROW_DEPENDENCE,
                f"{kept} rows stayed and all others were replaced by nan, +-{form.largest:.3g} and -inf: "
                f"{_changed(differs, out, again)}\na row must depend on its own elements only",
                count=int(np.count_nonzero(differs)),
            )
        ]

    return Property(f"only the {kept} rows as they were", replaced, findings)


def permuted(
    operation: Operation, problem: Problem, out: NDArray[Any], allowed: NDArray[np.float64]
) -> Property:
    """Reverse the columns of even rows and rotate those of odd rows by one, the last becoming the first.

    Where the kernel takes vectors, all rows and the vectors are reversed.
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
        comparison = compare(
            out=ordered(again, -1),
            reference=_exact(out),
            allowed=2.0 * allowed,
            dtype=problem.dtype,
            never_negative=operation.name if operation.never_negative else "",
        )
        if comparison.n_wrong == 0:
            return []
        return [
            Finding(
                Reason.PERMUTATION_VARIANCE,
                f"{how}{_moved(comparison)}\ncolumns are numbered as they were before",
                count=comparison.n_wrong,
            )
        ]

    return Property("columns in another order", ordered(problem.inp, 1), findings, vectors=vectors)


def shifted(operation: Operation, problem: Problem) -> Property:
    """Take rows in threes: one on a grid of its own, the same plus a number, and the same less that number.

    On the grid these additions are exact, so all three have one result. A third row that is missing, or a
    first one that has no second, is left as it was.
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

    return Property("rows beside themselves plus a number", moved, findings)


def on_grid(rows: NDArray[np.float64], form: FloatFormat) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Round rows to a grid on which adding a number is exact in a format.

    Parameters
    ----------
    rows : ndarray of float64, shape (n_rows, n_cols)
        Numbers of `form`; NaN and infinities stay as they are.
    form : FloatFormat
        The format that holds the results.

    Returns
    -------
    grid : ndarray of float64, same shape
        The rounded rows.
    shift : ndarray of float64, shape (n_rows, 1)
        A power of two for each row; ``grid``, ``grid + shift`` and ``grid - shift`` are numbers of `form`, finite
        where `rows` is. It is the least one above the row's magnitudes, and at least ``2**SHIFT_EXPONENT``; for
        rows near the end of the format's range it is 1/32 of that range, and what lies in the outermost
        sixteenth is moved to its inner edge.
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
    # In these units; where the range ends far away any large number will do, and the true one would overflow.
    edge = np.ldexp(15.0 / 16.0, np.minimum(end - exponent - 1 + form.precision, 2 * form.precision))
    on_it = np.clip(np.rint(finite / spacing), -edge, edge) * spacing
    return np.where(np.isfinite(rows), on_it, rows), shift


def _ordered(rows: NDArray[Any], direction: int) -> NDArray[Any]:
    """Put columns in the order of `permuted`, or back for -1."""
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
