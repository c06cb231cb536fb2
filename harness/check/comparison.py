"""Compares an output with the reference, its elements and quantities of its rows, such as the sum of each.

The allowed error comes from the operation's bound (`harness.operation.model`). The pattern of wrong elements is often
the whole diagnosis (a tail, a row, every fourth column), so messages name the pattern: ``columns 1000..1002 of every
row``.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..operation.array import INTEGERS
from ..operation.model import Operation
from ..operation.precision.rounding import float_format, name_of
from ..operation.problem import Expected, RowQuantity
from ..verdict import Finding, Reason

MAX_RUNS = 4
"""Maximum number of listed runs of rows or columns, so that a message fits on one line; the rest is only counted."""


def element_name(row: int, column: int, dims: tuple[int, ...] = ()) -> str:
    """Describe one element: ``row 3, column 17``, or ``element [1, 3, 17]`` in an array of the sizes `dims`."""
    if len(dims) < 3:
        return f"row {row}, column {column}"
    return f"element [{_outer_index(row, dims)}, {column}]"


def row_name(row: int, dims: tuple[int, ...] = ()) -> str:
    """Describe one row: ``row 3``, or ``row [1, 3]`` in an array of the sizes `dims`."""
    return f"row {row}" if len(dims) < 3 else f"row [{_outer_index(row, dims)}]"


def _outer_index(row: int, dims: tuple[int, ...]) -> str:
    return ", ".join(str(index) for index in np.unravel_index(row, dims[:-1]))


def describe(mask: NDArray[np.bool_], *, first_column: int = 0, dims: tuple[int, ...] = ()) -> str:
    """Describe the elements that a mask selects."""
    # Elements are named by row and column, or with `dims` (the sizes of more than two dimensions) by all their indices:
    # ``elements [1, 0..3, every]``. `first_column` is the number of the mask's first column.
    if len(dims) > 2:
        return _in_dims(mask.reshape(*dims[:-1], mask.shape[1]), first_column)
    rows = np.flatnonzero(mask.any(axis=1))
    if rows.size == 0:
        return "nothing"
    columns = np.flatnonzero(mask.any(axis=0))
    n_selected = int(np.count_nonzero(mask))
    if n_selected == 1:
        return f"row {rows[0]}, column {first_column + columns[0]}"
    if n_selected == mask.size:
        return "every element" if first_column == 0 else f"{_columns(columns + first_column)} of every row"
    # A mask of the padding after the rows has another first column, and never covers whole rows.
    whole_rows = columns.size == mask.shape[1] and first_column == 0
    column_words = "every column" if whole_rows else _columns(columns + first_column)
    row_words = _rows(rows, mask.shape[0])
    if mask.shape[1] == 1 and first_column == 0:
        return row_words
    if n_selected == rows.size * columns.size:
        return f"{column_words} of {row_words}"
    first = int(np.flatnonzero(mask[rows[0]])[0]) + first_column
    return f"parts of {row_words}, within {column_words}, first row {rows[0]}, column {first}"


def _in_dims(mask: NDArray[np.bool_], first_column: int) -> str:
    """Describe the elements that a mask selects by their indices in each of its dimensions."""
    used = [np.unique(indices) for indices in np.nonzero(mask)]
    n_selected = int(np.count_nonzero(mask))
    if n_selected == 0:
        return "nothing"
    if n_selected == mask.size and first_column == 0:
        return "every element"
    words = []
    for axis, indices in enumerate(used):
        start = first_column if axis == mask.ndim - 1 else 0
        is_whole = indices.size == mask.shape[axis] > 1 and start == 0
        words.append("every" if is_whole else _runs(indices + start))
    text = f"[{', '.join(f'({word})' if ',' in word else word for word in words)}]"
    if n_selected == 1:
        return f"element {text}"
    if n_selected == np.prod([indices.size for indices in used]):
        return f"elements {text}"
    first = [int(index) for index in np.unravel_index(int(np.argmax(mask)), mask.shape)]
    first[-1] += first_column
    return f"parts of {text}, first {first}"


def describe_rows(mask: NDArray[np.bool_]) -> str:
    """Describe the rows that a mask of shape (n_rows,) selects: ``rows 1..3``, or ``nothing``."""
    rows = np.flatnonzero(mask)
    return _rows(rows, mask.size) if rows.size else "nothing"


def _rows(rows: NDArray[np.intp], n_rows: int) -> str:
    if rows.size == n_rows and n_rows > 1:
        return "every row"
    return f"{'row' if rows.size == 1 else 'rows'} {_runs(rows)}"


def _columns(columns: NDArray[np.intp]) -> str:
    return f"{'column' if columns.size == 1 else 'columns'} {_runs(columns)}"


def _runs(numbers: NDArray[np.intp]) -> str:
    """Describe sorted, distinct numbers as runs, or as one arithmetic progression."""
    steps = np.diff(numbers)
    if numbers.size > 2 and steps[0] > 1 and bool(np.all(steps == steps[0])):
        return f"{numbers[0]}..{numbers[-1]} step {steps[0]}"
    breaks = np.flatnonzero(steps != 1)
    starts = numbers[np.concatenate(([0], breaks + 1))]
    ends = numbers[np.concatenate((breaks, [numbers.size - 1]))]
    words = [
        f"{start}" if start == end else f"{start}..{end}"
        for start, end in zip(starts[:MAX_RUNS], ends[:MAX_RUNS], strict=True)
    ]
    if starts.size > MAX_RUNS:
        return f"{', '.join(words)}, ... up to {numbers[-1]} ({numbers.size} in all)"
    return ", ".join(words)


class WorstElement(NamedTuple):
    """The element with the largest error relative to its allowed error."""

    row: int
    column: int
    expected: float | int
    """Reference in float64, or the integer."""
    got: float | int
    """Output, exact in float64, or the integer."""
    allowed: float
    """Largest absolute error of a right result."""
    ratio: float
    ulp: float
    """`ratio`, `ulp`: error divided by `allowed`, and error in ulps of the output format at the reference. Infinite
    if only one of output and reference is NaN or infinite, or if the output is negative and must not be."""


class OutputComparison(NamedTuple):
    """Outcome of `compare`."""

    n_wrong: int = 0
    n_total: int = 0
    """`n_wrong`, `n_total`: number of elements outside the allowed error, and of elements compared."""
    worst: WorstElement | None = None
    """Worst element; None if nothing was compared."""
    max_ulp: float = 0.0
    """Largest error in ulps of the output format; 0 if nothing was compared."""
    where: str = "nothing"
    """Description of the wrong elements."""
    special: tuple[str, ...] = ()
    """Lines about wrong elements that are NaN, in place of NaN, or negative although they must not be."""
    dims: tuple[int, ...] = ()
    """Sizes of all dimensions if they are more than two."""

    @property
    def max_ratio(self) -> float:
        """Largest error divided by its allowed error; at most 1 if nothing is wrong; 0 if nothing was compared."""
        return 0.0 if self.worst is None else self.worst.ratio

    def message(self) -> str:
        """Return lowercase lines that describe the wrong elements; empty if there are none."""
        if self.worst is None or self.n_wrong == 0:
            return ""
        worst, size = self.worst, "not an error that rounding makes"
        if not np.isinf(worst.ratio):
            size = f"{worst.ratio:.3g} times the allowed error, {worst.ulp:.3g} ulp"
        return "\n".join(
            (
                f"{self.n_wrong} of {self.n_total} elements are off by more than rounding explains",
                f"worst at {element_name(worst.row, worst.column, self.dims)}: expected {shown(worst.expected)}, "
                f"got {shown(worst.got)}, allowed +-{worst.allowed:.3g} ({size})",
                f"wrong: {self.where}",
                *self.special,
            )
        )


def compare(
    out: NDArray[Any],
    expected: Expected,
    *,
    accepted: NDArray[np.bool_] | None = None,
    ignore: NDArray[np.bool_] | None = None,
    operation: Operation | None = None,
) -> OutputComparison:
    """Compare an output with the right results, element by element."""
    # Elements are right if they are `accepted`, and not compared if they are in `ignore` or their allowed error is NaN.
    # If the results of an `operation` are never negative, even a tiny negative number is wrong: rounding never gives
    # one. NaN is right only where the reference is NaN, and infinity only where the reference is the same infinity or a
    # number that may be rounded to it. ``-0.0`` equals 0 and is not negative.
    reference, allowed, dtype = expected.reference, expected.allowed, name_of(out.dtype)
    if out.shape != reference.shape or allowed.shape != reference.shape:
        shapes = f"{out.shape}, {reference.shape} and {allowed.shape}"
        raise ValueError(f"out, reference and allowed must have one shape (got {shapes})")
    # Unwritten elements hold a signalling NaN, and NumPy warns when it widens one. It also warns of a difference
    # beyond the largest float64, and of its ratio to a bound.
    with np.errstate(invalid="ignore", over="ignore"):
        got = out.astype(np.float64)
        error = np.abs(got - reference)
        if reference.dtype.kind in "iu":
            # Beyond 2**53 float64 has one number for several integers.
            error[(out != reference) & (error == 0.0)] = 1.0
        if accepted is not None:
            error[accepted] = 0.0
        all_numbers = math.isfinite(error.max(initial=0.0))
        if not all_numbers:
            _judge_special(error, out, got, expected)
        negative = got < 0.0 if operation is not None and operation.never_negative else np.False_
        if negative.any():
            all_numbers = False
            error[negative] = np.inf
        # An infinite bound admits any number, but not NaN, infinity or a forbidden negative number.
        wrong = error > allowed if all_numbers else (error > allowed) | np.isinf(error)
        # NumPy's minimum and maximum are NaN if any element is, and cost less than a mask.
        if all_numbers and expected.least_allowed > 0.0:
            ratio = error / allowed
        else:
            # A bound of 0 has no ratio: any error is infinitely far beyond it.
            ratio = np.where(wrong, np.inf, 0.0)
            np.divide(error, allowed, out=ratio, where=np.isfinite(error) & (allowed > 0.0))
        ulp = error / ulp_of(reference, dtype)
    if math.isnan(expected.least_allowed):
        unjudged = np.isnan(allowed)
        ignore = unjudged if ignore is None else ignore | unjudged
    n_ignored = 0 if ignore is None else int(np.count_nonzero(ignore))
    if n_ignored == error.size:
        return OutputComparison()
    if n_ignored:
        wrong[ignore] = False
        ulp[ignore] = 0.0
        # Below every ratio, so that no ignored element is the worst one.
        ratio[ignore] = -1.0

    row, column = (int(index) for index in np.unravel_index(int(np.argmax(ratio)), ratio.shape))
    worst = WorstElement(
        row=row,
        column=column,
        expected=reference[row, column].item(),
        got=(out if dtype in INTEGERS else got)[row, column].item(),
        allowed=float(allowed[row, column]),
        ratio=float(ratio[row, column]),
        ulp=float(ulp[row, column]),
    )
    n_wrong, n_total = int(np.count_nonzero(wrong)), error.size - n_ignored
    if n_wrong == 0:
        return OutputComparison(n_total=n_total, worst=worst, max_ulp=float(ulp.max()))
    is_nan, expects_nan = np.isnan(got), np.isnan(reference)
    name, nan_rows = (operation.name, operation.nan_rows) if operation is not None else ("", "")
    special = {
        "nan where a number is expected": wrong & is_nan & ~expects_nan,
        f"a number where nan is expected{nan_rows and f' ({nan_rows})'}": wrong & expects_nan & ~is_nan,
        f"negative, which {name} never is": wrong & negative,
    }
    lines = tuple(f"{what}: {np.count_nonzero(where)}" for what, where in special.items() if where.any())
    where = describe(wrong, dims=expected.dims)
    return OutputComparison(n_wrong, n_total, worst, float(ulp.max()), where, lines, expected.dims)


def _judge_special(
    error: NDArray[np.float64], out: NDArray[Any], got: NDArray[np.float64], expected: Expected
) -> None:
    """Set the errors that are NaN or infinite: to 0 where a NaN or an infinity is right, to infinity elsewhere."""
    reference, allowed, dtype = expected.reference, expected.allowed, name_of(out.dtype)
    expects_nan, is_nan = np.isnan(reference), np.isnan(got)
    error[(got == reference) | (expects_nan & is_nan)] = 0.0
    if dtype not in INTEGERS:
        form = float_format(dtype)
        # A result that may exceed the largest number of the format may be rounded to infinity.
        # IEEE 754 rounds to infinity from half an ulp above the largest number on.
        beyond = np.abs(reference) + allowed >= form.largest + 0.5 * float(form.ulp(np.array(form.largest)))
        beyond &= np.isfinite(allowed)
        error[np.isinf(got) & beyond & (np.signbit(got) == np.signbit(reference)) & ~expects_nan] = 0.0
        # At an infinity or NaN, an infinite error allows both.
        either = np.isinf(allowed) & ~np.isfinite(reference)
        error[either & (is_nan | (np.isinf(got) & expects_nan))] = 0.0
    # The error is still NaN where only one of output and reference is NaN.
    error[np.isnan(error)] = np.inf


def is_within(out: NDArray[Any], expected: Expected) -> bool:
    """Whether every element is a number within its bound; False says nothing of NaN, infinities and integers."""
    if out.dtype.kind in "iu":
        return False
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.abs(out.astype(np.float64) - expected.reference)
    # A NaN fails the comparison, and the second test excludes an infinity, which an infinite bound admits.
    return bool((error <= expected.allowed).all()) and math.isfinite(error.max(initial=0.0))


def shown(number: Any) -> str:
    """Return a number in nine digits, an integer in all of its digits."""
    value = number.item() if isinstance(number, (np.generic, np.ndarray)) else number
    return str(value) if isinstance(value, int) else f"{value:.9g}"


def right_elements(
    out: NDArray[Any], expected: Expected, accepted: NDArray[np.bool_] | None = None
) -> NDArray[np.bool_]:
    """Return where a number or NaN is right; an infinity only where the reference has it."""
    with np.errstate(invalid="ignore", over="ignore"):
        got = out.astype(np.float64)
        right = ~(np.abs(got - expected.reference) > expected.allowed)
    right &= np.isnan(got) == np.isnan(expected.reference)
    right |= np.isnan(expected.allowed)
    return np.asarray(right if accepted is None else right | accepted)


def ulp_of(values: NDArray[np.float64], dtype: str) -> NDArray[np.float64]:
    """Return the spacing of an element type's numbers at given magnitudes: 1 for integers, else `FloatFormat.ulp`."""
    if dtype in INTEGERS:
        return np.ones(values.shape)
    return float_format(dtype).ulp(values)


def unwritten_message(unwritten: NDArray[np.bool_], dims: tuple[int, ...] = ()) -> str:
    """Return lowercase lines that describe the elements never written; empty if all were written."""
    n_unwritten = int(np.count_nonzero(unwritten))
    if n_unwritten == 0:
        return ""
    row, column = (int(index) for index in np.unravel_index(int(np.argmax(unwritten)), unwritten.shape))
    return (
        f"{n_unwritten} of {unwritten.size} elements were never written, "
        f"first at {element_name(row, column, dims)}\nunwritten: {describe(unwritten, dims=dims)}"
    )


def row_findings(quantities: Iterable[RowQuantity]) -> list[Finding]:
    """Return at most one finding per quantity, for an output whose elements are all within their own bounds."""
    # The errors of a row can have a common cause, such as a number added to the divisor: the quantity shows it.
    return [finding for quantity in quantities for finding in _findings(quantity)]


def _findings(quantity: RowQuantity) -> list[Finding]:
    judged = quantity.judged
    if not judged.any():
        return []
    error = np.abs(quantity.got - quantity.expected)
    # If the bound is 0, any error has an infinite ratio and no error has ratio 0.
    ratio = np.where(error > 0.0, np.inf, 0.0)
    np.divide(error, quantity.allowed, out=ratio, where=judged & (quantity.allowed > 0.0))
    ratio[~judged] = 0.0
    # The comparison of elements reports NaN. Here NaN compares as not off.
    off = ratio > 1.0
    if not off.any():
        return []
    row = int(np.nanargmax(ratio))
    return [
        Finding(
            Reason(quantity.reason),
            f"{np.count_nonzero(off)} of {np.count_nonzero(judged)} rows do not {quantity.claim}, though each "
            "element is within its own bound\n"
            f"worst is row {row}: its {quantity.name} is {quantity.got[row]:.9g}, allowed "
            f"{quantity.expected[row]:.9g} +- {quantity.allowed[row]:.3g} "
            f"({ratio[row]:.3g} times the allowed error)\n"
            f"wrong: {describe_rows(off)}; {quantity.hint}",
            count=int(np.count_nonzero(off)),
        )
    ]
