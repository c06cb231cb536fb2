"""Rows to which a number is added: for operations whose results do not change by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.derived import expected_of
from ..operation.expected import Expected
from ..operation.model import Operation
from ..operation.precision.float_format import FloatFormat
from ..operation.problem import Problem, replaced
from ..verdict import Finding, Reason
from .comparison import compare, is_within
from .property import Outputs, Property, exact, moved, named

SHIFT_EXPONENT = 8
"""Rows are shifted by at least ``2**8``: ``exp(2**8)`` overflows float32 (beyond 88.7), and ``exp(-2**8)`` is 0 (below
-104)."""


def shifted(operation: Operation, problem: Problem) -> Property:
    """Replace rows in threes: a row rounded to a grid, the same row plus a number, the same row minus the number.

    On the grid these additions are exact, so all three rows have one result. The last group may have only two rows. A
    group of one row is left unchanged.
    """
    first = np.arange(0, problem.n_rows - 1, 3)
    with_third = first[first + 2 < problem.n_rows]
    arrays, shift = problem.once(
        ("shifted", operation), lambda: _shifted_rows(operation, problem, first, with_third), of_inputs=True
    )

    def bounds() -> Mapping[str, NDArray[np.float64]]:
        expected = expected_of(operation, replaced(problem, arrays))
        return {name: each.allowed for name, each in expected.items()}

    def findings(again: Outputs) -> list[Finding]:
        for step, rows in ((1, first), (2, with_third)):
            if rows.size == 0:
                continue
            for output in operation.outputs:
                if output.accept is not None:
                    continue  # each row may have another right result
                out = exact(again[output.name])
                shifted_rows, reference = out[rows + step], out[rows]
                is_negative = operation.never_negative and bool((shifted_rows < 0).any())
                # Most kernels give the same numbers, which are within any bound; the bounds cost as much as judging.
                if not is_negative and np.array_equal(shifted_rows, reference, equal_nan=True):
                    continue
                allowed = problem.once(("bounds of shifted rows", operation), bounds)[output.name]
                # Each of the two rows may be off by its own bound.
                unshifted = Expected(reference, allowed[rows] + allowed[rows + step])
                if not is_negative and is_within(shifted_rows, unshifted):
                    continue
                never_negative = operation.name if operation.never_negative else ""
                comparison = compare(
                    again[output.name][rows + step], unshifted, never_negative=never_negative
                )
                if comparison.n_wrong == 0 or comparison.worst is None:
                    continue
                row = int(rows[comparison.worst.row])
                sign = "+" if step == 1 else "-"
                message = (
                    f"row {row + step} is row {row} {sign} {shift[comparison.worst.row, 0]:g}, exactly, and "
                    f"{moved(comparison, row_offset=row - comparison.worst.row)}\n{operation.shift_invariant}"
                )
                return [
                    Finding(
                        Reason.SHIFT_VARIANCE, named(message, output.name, again), count=comparison.n_wrong
                    )
                ]
        return []

    return Property("rows next to the same rows plus a number", findings, arrays)


def _shifted_rows(
    operation: Operation, problem: Problem, first: NDArray[np.intp], with_third: NDArray[np.intp]
) -> tuple[dict[str, NDArray[Any]], NDArray[np.float64]]:
    """Return the inputs with rows in threes, and the number by which the rows of each group differ."""
    base, shift = on_grid(problem.exact[first], problem.stored)
    arrays = {array.name: problem.arrays[array.name].copy() for array in operation.inputs if array.has_rows}
    for rows in arrays.values():
        # The other inputs of a group are the same, so that its rows differ in the number only.
        rows[first + 1] = rows[first]
        rows[with_third + 2] = rows[with_third]
    rows = arrays[problem.main]
    rows[first] = base.astype(rows.dtype)
    rows[first + 1] = (base + shift).astype(rows.dtype)
    rows[with_third + 2] = (base - shift)[: with_third.size].astype(rows.dtype)
    return arrays, shift


def on_grid(rows: NDArray[np.float64], form: FloatFormat) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Round rows to a grid on which adding a power of two, different for each row, is exact in a format.

    Returns the rows and the powers. NaN and infinities are kept.
    """
    finite = np.where(np.isfinite(rows), rows, 0.0)
    top = np.abs(finite).max(axis=1, keepdims=True)
    # frexp: top = f * 2**exponent with f in [0.5, 1), so every magnitude is below 2**exponent.
    exponent = np.maximum(np.frexp(top)[1], SHIFT_EXPONENT)
    # All numbers of the format are below 2**end.
    end = 2 - form.min_exponent
    # Near the end of the range the sum would overflow: there rows are shifted by 1/32 of the range.
    fits = exponent + 1 < end
    shift = np.ldexp(1.0, np.where(fits, exponent, end - 5))
    # Sums stay below 2**(exponent + 1); there the format's numbers are this far apart.
    spacing = np.ldexp(1.0, exponent + 1 - form.precision)
    # In units of `spacing`. Far from the end of the range any large number does; the true one would overflow.
    edge = np.ldexp(15.0 / 16.0, np.minimum(end - exponent - 1 + form.precision, 2 * form.precision))
    on_it = np.clip(np.rint(finite / spacing), -edge, edge) * spacing
    return np.where(np.isfinite(rows), on_it, rows), shift
