"""Holds an output against the reference and says how far off it is, and where.

Takes the output, the reference and the allowed error; gives counts, the worst element and a message. It
does not know what is allowed or why: that is `harness.check.tolerance`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.float_format import float_format
from .positions import describe


@dataclass(frozen=True)
class WorstElement:
    """The element that is furthest off relative to what it may be.

    Parameters
    ----------
    row, column : int
        Its place.
    expected : float
        Reference in float64.
    got : float
        Output, exact in float64.
    allowed : float
        Largest absolute error of a right result.
    ratio, ulp : float
        Its error over `allowed`, and in ulps of the output format at the reference; infinite where NaN or
        infinity stands against a number, or a negative number is given.
    """

    row: int
    column: int
    expected: float
    got: float
    allowed: float
    ratio: float
    ulp: float


@dataclass(frozen=True)
class Comparison:
    """Outcome of `compare`.

    Parameters
    ----------
    n_wrong, n_total : int
        Elements outside the allowed error, and elements compared.
    worst : WorstElement or None
        None when nothing was compared.
    max_ratio : float
        Largest error over allowed error; at most 1 when nothing is wrong; 0 when nothing was compared.
    max_ulp : float
        Largest error in ulps of the output format; 0 when nothing was compared.
    where : str
        Which elements are wrong, in words.
    n_nan, n_number, n_negative : int
        Among the wrong: NaN where a number is expected, a number where NaN is expected, negative numbers where none
        can be.
    nan_rows : str
        Which rows must be NaN, in words.
    never_negative : str
        What cannot be negative; empty where there is no such rule.
    """

    n_wrong: int
    n_total: int
    worst: WorstElement | None
    max_ratio: float
    max_ulp: float
    where: str
    n_nan: int
    n_number: int
    n_negative: int
    nan_rows: str = ""
    never_negative: str = ""

    def message(self) -> str:
        """Say what is wrong, in lowercase lines; empty when nothing is."""
        if self.worst is None or self.n_wrong == 0:
            return ""
        worst = self.worst
        lines = [
            f"{self.n_wrong} of {self.n_total} elements are off by more than rounding explains",
            f"worst at row {worst.row}, column {worst.column}: expected {worst.expected:.9g}, "
            f"got {worst.got:.9g}, allowed +-{worst.allowed:.3g} ({_size(worst)})",
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
    *,
    out: NDArray[Any],
    reference: NDArray[np.float64],
    allowed: NDArray[np.float64],
    dtype: str,
    ignore: NDArray[np.bool_] | None = None,
    never_negative: str = "",
    nan_rows: str = "",
) -> Comparison:
    """Compare an output with the reference, element by element.

    Parameters
    ----------
    out : ndarray of `dtype`, shape (n_rows, n_cols)
        What the kernel wrote.
    reference, allowed : ndarray of float64, same shape
        Right result and largest absolute error; what is allowed NaN may be anything and is not compared.
    dtype : str
        Output format, in whose ulps errors are counted.
    ignore : ndarray of bool, same shape, optional
        Elements that are not compared, because another check speaks of them (never written).
    never_negative : str
        Name of what is compared where a negative number is wrong however small, because no rounding gives one (of a
        quotient of positive numbers, say); empty where that is not so.
    nan_rows : str
        Which rows must be NaN, for messages.

    Returns
    -------
    Comparison
        NaN is right only where the reference is NaN. Infinity is right only where the reference is the same
        infinity, or a number that may be rounded to it. ``-0.0`` equals 0, and is not negative.

    Raises
    ------
    ValueError
        Shapes differ, or `dtype` is not known.
    """
    if out.shape != reference.shape or allowed.shape != reference.shape:
        raise ValueError(
            "out, reference and allowed must have one shape "
            f"(got {out.shape}, {reference.shape} and {allowed.shape})"
        )
    form = float_format(dtype)
    # A signalling NaN, which is what unwritten elements hold, makes NumPy warn when it is widened.
    with np.errstate(invalid="ignore"):
        got = out.astype(np.float64)
        error = np.abs(got - reference)
    expects_nan = np.isnan(reference)
    is_nan = np.isnan(got)
    negative = got < 0.0 if never_negative else np.False_
    error[(got == reference) | (expects_nan & is_nan)] = 0.0
    if not math.isfinite(error.max(initial=0.0)):
        # A result beyond the largest number of the format, as far as it may be off, is rounded to infinity.
        beyond = np.abs(reference) + allowed >= form.largest + 0.5 * float(form.ulp(np.array(form.largest)))
        beyond &= np.isfinite(allowed)
        error[np.isinf(got) & beyond & (np.signbit(got) == np.signbit(reference)) & ~expects_nan] = 0.0
    # What is still NaN here is a NaN against a number, either way round.
    error[negative | np.isnan(error)] = np.inf
    if math.isnan(allowed.max(initial=0.0)):
        unjudged = np.isnan(allowed)
        ignore = unjudged if ignore is None else ignore | unjudged
    # An infinite allowance admits any number, but not a NaN, an infinity or a negative number.
    wrong = (error > allowed) | np.isinf(error)
    ratio = np.divide(
        error, allowed, out=np.where(wrong, np.inf, 0.0), where=np.isfinite(error) & (allowed > 0.0)
    )
    if ignore is not None:
        wrong &= ~ignore
        ratio[ignore] = -1.0
    n_total = ratio.size if ignore is None else ratio.size - int(np.count_nonzero(ignore))
    if n_total == 0:
        return Comparison(0, 0, None, 0.0, 0.0, "nothing", 0, 0, 0)

    ulp = error / form.ulp(reference)
    if ignore is not None:
        ulp[ignore] = 0.0
    row, column = (int(index) for index in np.unravel_index(int(np.argmax(ratio)), ratio.shape))
    worst = WorstElement(
        row=row,
        column=column,
        expected=float(reference[row, column]),
        got=float(got[row, column]),
        allowed=float(allowed[row, column]),
        ratio=float(ratio[row, column]),
        ulp=float(ulp[row, column]),
    )
    n_wrong = int(np.count_nonzero(wrong))
    if n_wrong == 0:
        return Comparison(0, n_total, worst, worst.ratio, float(ulp.max()), "nothing", 0, 0, 0)
    return Comparison(
        n_wrong=n_wrong,
        n_total=n_total,
        worst=worst,
        max_ratio=worst.ratio,
        max_ulp=float(ulp.max()),
        where=describe(wrong),
        n_nan=int(np.count_nonzero(wrong & is_nan & ~expects_nan)),
        n_number=int(np.count_nonzero(wrong & expects_nan & ~is_nan)),
        n_negative=int(np.count_nonzero(wrong & negative)),
        nan_rows=nan_rows,
        never_negative=never_negative,
    )


def unwritten_message(unwritten: NDArray[np.bool_]) -> str:
    """Say which elements still hold what the output was filled with before the launch.

    Parameters
    ----------
    unwritten : ndarray of bool, shape (n_rows, n_cols)
        True where nothing was written.

    Returns
    -------
    str
        Lowercase lines; empty when every element was written.
    """
    n_unwritten = int(np.count_nonzero(unwritten))
    if n_unwritten == 0:
        return ""
    row, column = (int(index) for index in np.unravel_index(int(np.argmax(unwritten)), unwritten.shape))
    return (
        f"{n_unwritten} of {unwritten.size} elements were never written, "
        f"first at row {row}, column {column}\nunwritten: {describe(unwritten)}"
    )


def _size(worst: WorstElement) -> str:
    if np.isinf(worst.ratio):
        return "not an error that rounding makes"
    return f"{worst.ratio:.3g} times the allowed error, {worst.ulp:.3g} ulp"
