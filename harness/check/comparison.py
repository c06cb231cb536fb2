"""Compares an output with the reference: number of wrong elements, worst element, message.

The allowed error comes from the operation's bound (`harness.operation.model`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.array import INTEGERS
from ..operation.expected import Expected
from ..operation.precision.float_format import float_format
from .positions import describe, element_name


@dataclass(frozen=True)
class WorstElement:
    """The element with the largest error relative to its allowed error."""

    row: int
    column: int
    """`row`, `column`: position of the element."""
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


@dataclass(frozen=True)
class Comparison:
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
    n_nan: int = 0
    n_number: int = 0
    n_negative: int = 0
    """`n_nan`, `n_number`, `n_negative`: numbers of wrong elements that are NaN instead of a number, a number
    instead of NaN, and negative although they must not be."""
    nan_rows: str = ""
    """Description of the rows that must be NaN."""
    never_negative: str = ""
    """Name of the results that must not be negative; empty if they may be."""
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
        worst = self.worst
        lines = [
            f"{self.n_wrong} of {self.n_total} elements are off by more than rounding explains",
            f"worst at {element_name(worst.row, worst.column, self.dims)}: expected {shown(worst.expected)}, "
            f"got {shown(worst.got)}, allowed +-{worst.allowed:.3g} ({_size(worst)})",
            f"wrong: {self.where}",
        ]
        if self.n_nan:
            lines.append(f"nan where a number is expected: {self.n_nan}")
        if self.n_number:
            where = f" ({self.nan_rows})" if self.nan_rows else ""
            lines.append(f"a number where nan is expected{where}: {self.n_number}")
        if self.n_negative:
            lines.append(f"negative, which {self.never_negative} never is: {self.n_negative}")
        return "\n".join(lines)


def compare(
    out: NDArray[Any],
    expected: Expected,
    *,
    accepted: NDArray[np.bool_] | None = None,
    ignore: NDArray[np.bool_] | None = None,
    never_negative: str = "",
    nan_rows: str = "",
) -> Comparison:
    """Compare an output with the right results, element by element.

    Elements are right if they are `accepted`, and not compared if they are in `ignore` or their allowed error is NaN.
    `never_negative` names results of which even a tiny negative number is wrong, because rounding never gives one.
    NaN is right only where the reference is NaN, and infinity only where the reference is the same infinity or a number
    that may be rounded to it. ``-0.0`` equals 0 and is not negative. `nan_rows` is for messages.
    """
    reference, allowed, dtype = expected.reference, expected.allowed, out.dtype.name
    if out.shape != reference.shape or allowed.shape != reference.shape:
        raise ValueError(
            "out, reference and allowed must have one shape "
            f"(got {out.shape}, {reference.shape} and {allowed.shape})"
        )
    # A signalling NaN, which is what unwritten elements hold, makes NumPy warn when it is widened. So does a difference
    # beyond the largest float64, and its ratio to a bound.
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
        negative = got < 0.0 if never_negative else np.False_
        if negative.any():
            all_numbers = False
            error[negative] = np.inf
        # An infinite bound admits any number, but not NaN, infinity or a forbidden negative number.
        wrong = error > allowed if all_numbers else (error > allowed) | np.isinf(error)
        # NumPy's least and largest number are NaN if any element is, and cost less than a mask.
        if all_numbers and allowed.min(initial=np.inf) > 0.0:
            ratio = error / allowed
        else:
            # A bound of 0 has no ratio: any error is infinitely far beyond it.
            ratio = np.where(wrong, np.inf, 0.0)
            np.divide(error, allowed, out=ratio, where=np.isfinite(error) & (allowed > 0.0))
    ulp = error / ulp_of(reference, dtype)
    if math.isnan(allowed.max(initial=0.0)):
        unjudged = np.isnan(allowed)
        ignore = unjudged if ignore is None else ignore | unjudged
    n_ignored = 0 if ignore is None else int(np.count_nonzero(ignore))
    if n_ignored == error.size:
        return Comparison()
    if n_ignored:
        wrong[ignore] = False
        ulp[ignore] = 0.0
        # Below every ratio, so that none of these is the worst element.
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
        return Comparison(n_total=n_total, worst=worst, max_ulp=float(ulp.max()))
    is_nan, expects_nan = np.isnan(got), np.isnan(reference)
    return Comparison(
        n_wrong=n_wrong,
        n_total=n_total,
        worst=worst,
        max_ulp=float(ulp.max()),
        where=describe(wrong, dims=expected.dims),
        n_nan=int(np.count_nonzero(wrong & is_nan & ~expects_nan)),
        n_number=int(np.count_nonzero(wrong & expects_nan & ~is_nan)),
        n_negative=int(np.count_nonzero(wrong & negative)),
        nan_rows=nan_rows,
        never_negative=never_negative,
        dims=expected.dims,
    )


def _judge_special(
    error: NDArray[np.float64], out: NDArray[Any], got: NDArray[np.float64], expected: Expected
) -> None:
    """Set the errors that are NaN or infinite: to 0 where a NaN or an infinity is right, to infinity elsewhere."""
    reference, allowed, dtype = expected.reference, expected.allowed, out.dtype.name
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
    """Whether every element is a number within its bound of a number; the quick answer before `compare`.

    False says nothing: NaN and infinities may be right, and integers are left to `compare`.
    """
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
    out: NDArray[Any],
    expected: Expected,
    accepted: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:
    """Return where a number or NaN is right; an infinity only where the reference has it."""
    with np.errstate(invalid="ignore", over="ignore"):
        got = out.astype(np.float64)
        right = ~(np.abs(got - expected.reference) > expected.allowed)
    right &= np.isnan(got) == np.isnan(expected.reference)
    right |= np.isnan(expected.allowed)
    found: NDArray[np.bool_] = right if accepted is None else right | accepted
    return found


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


def _size(worst: WorstElement) -> str:
    if np.isinf(worst.ratio):
        return "not an error that rounding makes"
    return f"{worst.ratio:.3g} times the allowed error, {worst.ulp:.3g} ulp"
