"""Relations between two launches of a right kernel. They need no reference.

Each `Property` has the input of a further launch and compares its output with the first output. `properties_of`
chooses the properties of a case from its data and its turn alone, so a case is always checked in the same way.

================== ==========================================================================================
repeated           the same input gives the same bits
reordered          the same input gives the same bits with blocks, warps and lanes in another order
other rows         kept rows give the same bits when the rows next to them hold NaN and extreme values
columns permuted   every element moves with its column, within the sum of both bounds, and stays within its own bound
                   when every approximate instruction has its largest documented error
largest errors     rows that show the errors of approximations most are within their bound, too
rows shifted       a row plus a number gives the result of the row, within the sum of both bounds
================== ==========================================================================================
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.approximation_probe import general_probe
from ..operation.array import Array
from ..operation.derived import expected_of
from ..operation.model import Operation
from ..operation.precision.rounding import FloatFormat, float_format, name_of
from ..operation.problem import ApproximationProbe, Expected, Problem, replaced
from ..operation.size import N_COLS, SIZES
from ..verdict import Finding, Reason
from .comparison import compare, describe_rows, is_within, row_findings
from .property import NO_DIMS, Dims, Outputs, Property, about, bits, changed, exact, moved
from .row_patterns import Together, patterns

MAX_ELEMENTS = 1 << 18
"""Maximum number of elements of a case for which all properties are checked. Larger cases are for timing and are only
repeated; the small cases check the other properties."""

_FEW_ROWS = 8
"""Up to this many replaced rows have mixed fillers only. Beyond it, every fourth row has one filler throughout."""


def properties_of(
    *,
    operation: Operation,
    problem: Problem,
    outputs: Outputs,
    expected: Mapping[str, Expected],
    schedules: Sequence[int] = (),
    together: Together | None = None,
    seed: int = 0,
    probes_approximations: bool = False,
    keeps_state: bool = False,
    turn: int | None = None,
) -> Iterator[Property]:
    """Yield the properties to check for a case whose first launch, with these outputs, passed."""
    # The launch is repeated in the order of each of the `schedules`, and in the same order if there are none. The
    # `seed` decides which rows are replaced and which signs errors have. `keeps_state` says that a launch may leave
    # values for the next one. `turn` chooses one of the relations that apply, and leaves out the rest; None leaves out
    # nothing.
    dims = {array.name: array.dims(problem.known) for array in operation.outputs}
    repetitions = [reordered(outputs, schedule, dims) for schedule in schedules] or [repeated(outputs, dims)]
    if problem.inp.size > MAX_ELEMENTS:
        yield from repetitions
        return
    n_rows = problem.n_rows

    def with_other_rows() -> Iterator[Property]:
        for number, kept in enumerate(patterns(together or Together(n_rows), seed)):
            yield other_rows(operation, problem, outputs, kept, turn=seed + number)

    def with_columns_moved() -> Iterator[Property]:
        permutation = permuted(operation, problem, outputs, expected, seed)
        inp = permutation.arrays.get(problem.main, problem.inp)
        # Rows of equal columns are the same after any permutation, so the launch would show nothing.
        if (len(permutation.arrays) > 1 and problem.n_cols > 1) or problem.once(
            ("moves", operation), lambda: not np.array_equal(bits(inp), bits(problem.inp)), of_inputs=True
        ):
            yield permutation

    # Repetitions come first: if one fails, the other properties mean nothing.
    relations: list[Callable[[], Iterable[Property]]] = [lambda: repetitions]
    if n_rows > 1 and operation.has_own_rows:
        relations.append(with_other_rows)
    if operation.moves_with_columns:
        relations.append(with_columns_moved)
    if n_rows > 1 and operation.has_own_rows and operation.shift_invariant:
        relations.append(lambda: [shifted(operation, problem)])
    if turn is None:
        for relation in relations:
            yield from relation()
    else:
        at = turn % len(relations)
        # A relation that needs no launch gives its turn to the next one.
        yield from next(filter(None, (list(relation()) for relation in relations[at:] + relations[:at])))
    if probes_approximations:
        # No other relation sees most approximations, so this one runs in every case.
        probe_of = operation.approximation_probe or partial(general_probe, operation)
        probe = problem.once(("probe", operation, seed), lambda: probe_of(problem, seed))
        if probe is not None:
            yield largest_errors(operation, problem, probe, seed)
    if keeps_state:
        # After a launch on the same inputs, the buffers hold the right results already. They come last: a kernel that
        # counts its launches may be wrong in every second one, and two more would hide it from a repetition.
        before = _other_values(operation, problem, seed)
        for repetition in repetitions:
            yield replace(repetition, what=f"{repetition.what}, after one on other inputs", before=before)


def repeated(outputs: Outputs, dims: Dims = NO_DIMS) -> Property:
    """Repeat the launch; the outputs must have the same bits. `dims` as in `harness.check.comparison`."""
    what = "the same launch again"
    advice = (
        "check for atomic additions in varying order, state that a launch leaves for the next one, "
        "and memory that is read before it is written"
    )
    findings = partial(_other_bits, outputs, dims, f"{what} gave other bits: ", advice)
    return Property(what, findings, held=slice(None))


def reordered(outputs: Outputs, schedule: int, dims: Dims = NO_DIMS) -> Property:
    """Repeat the launch in another order that a GPU may take; the outputs must have the same bits."""
    how = f"with blocks, warps and lanes in another order, schedule {schedule}, the launch gave other bits: "
    advice = (
        "check for a missing __syncthreads or __syncwarp and for atomic additions: "
        "the result depends on the order in which threads run\n"
        f"--schedule-seed {schedule} runs in this order again"
    )
    what = f"the same launch in another order, schedule {schedule}"
    findings = partial(_other_bits, outputs, dims, how, advice)
    return Property(what, findings, schedule=schedule, held=slice(None), moved=True)


def relocated(outputs: Outputs) -> Property:
    """Repeat the launch with the buffers at other addresses; the outputs must have the same bits."""
    how = "with the buffers at other addresses the launch gave other bits: "
    advice = "check for results that depend on the value of a pointer: comparisons with a constant, bits of an address"
    what = "the same launch with the buffers at other addresses"
    return Property(what, partial(_other_bits, outputs, NO_DIMS, how, advice), held=slice(None), moved=True)


def _other_bits(
    first: Outputs,
    dims: Dims,
    how: str,
    advice: str,
    again: Outputs,
    *,
    reason: Reason = Reason.NONDETERMINISTIC,
    held: Outputs | None = None,
) -> list[Finding]:
    """Return a finding for each output that differs in a bit, in any element or in the `held` rows."""
    findings = []
    for name, out in first.items():
        differs = bits(again[name]) != bits(out)
        if held is not None:
            differs &= held[name]
        if differs.any():
            message = f"{how}{changed(differs, out, again[name], dims.get(name, ()))}\n{advice}"
            findings.append(about(reason, message, name, first, np.count_nonzero(differs)))
    return findings


def other_rows(
    operation: Operation, problem: Problem, outputs: Outputs, kept: NDArray[np.bool_], turn: int = 0
) -> Property:
    """Replace the rows that are not `kept`, beginning with the filler `turn`; kept rows must have the same bits."""
    known, rows = problem.known, np.flatnonzero(~kept)

    def replacement() -> tuple[str, dict[str, NDArray[Any]]]:
        arrays = {
            array.name: problem.arrays[array.name].copy() for array in operation.inputs if array.has_rows
        }
        for array in operation.inputs:
            if array.has_rows:
                values = array.by_rows(arrays[array.name], known)
                values[rows] = _other_numbers(operation, array, values[rows], turn, known)
        return describe_rows(~kept), arrays

    key = ("other rows", operation, kept.tobytes(), turn)
    names, arrays = problem.once(key, replacement, of_inputs=True)
    largest = problem.stored.largest
    nan, low = _extremes(operation, largest)
    fillers = f"{'nan, ' if np.isnan(nan) else ''}+-{largest:.3g}{' and -inf' if np.isinf(low) else ''}"
    held = {name: np.ones(out.shape, np.bool_) for name, out in outputs.items()}
    for array in operation.outputs:
        array.by_rows(held[array.name], known)[rows] = False
    findings = partial(
        _other_bits,
        outputs,
        {array.name: array.dims(known) for array in operation.outputs},
        f"rows changed when others ({names}) were replaced by {fillers}: ",
        "a row's result must depend only on its own elements",
        reason=Reason.ROW_DEPENDENCE,
        held=held,
    )
    return Property(f"{names} replaced", findings, arrays, held=kept)


def _other_values(operation: Operation, problem: Problem, turn: int) -> dict[str, NDArray[Any]]:
    arrays = {}
    for array in operation.inputs:
        # Integers of operations without rows of their own may say what belongs to which row.
        if not array.is_integer or (operation.has_own_rows and array.has_rows):
            values = problem.arrays[array.name]
            others = _other_numbers(operation, array, values.reshape(1, -1), turn, problem.known)
            arrays[array.name] = others.reshape(values.shape)
    return arrays


def _other_numbers(
    operation: Operation, array: Array, values: NDArray[Any], turn: int, known: Mapping[str, int]
) -> NDArray[Any]:
    """Return numbers to replace others by: the next integers, or rows of extreme numbers; see `other_rows`."""
    if array.is_integer:
        # The largest becomes the least, so that an index stays in range.
        return array.in_range(values.astype(np.int64) + 1, known).astype(values.dtype)
    largest, n_rows = float_format(name_of(values.dtype)).largest, len(values)
    nan, low = _extremes(operation, largest)
    # The largest number in every second column, because a maximum drops NaN, and a sum shows it.
    fillers = np.array([largest, nan, largest, low, largest, nan, largest, -largest])
    which = np.arange(n_rows)[:, np.newaxis] + turn
    rows = fillers[(np.arange(math.prod(values.shape[1:])) + which) % fillers.size]
    if n_rows > _FEW_ROWS:
        # Rows of one filler throughout have no finite maximum, or an extreme sum.
        rows[3::4] = np.array([nan, low, -largest, largest])[which[3::4] // 4 % 4]
    return np.asarray(rows.astype(values.dtype).reshape(values.shape))


def _extremes(operation: Operation, largest: float) -> tuple[float, float]:
    """Return NaN and -inf for replaced rows, or extreme numbers if the operation's kinds have no such values."""
    has_low = any(kind.startswith("neg_inf") for kind in operation.kinds)
    return np.nan if "nan" in operation.kinds else largest, -np.inf if has_low else -largest


def permuted(
    operation: Operation, problem: Problem, outputs: Outputs, expected: Mapping[str, Expected], seed: int = 0
) -> Property:
    """Reverse the columns of even rows and rotate the columns of odd rows by one, so that the last becomes the first.

    If the kernel takes other arrays, the main input has another shape, or a result depends on several rows, reverse the
    columns of all arrays, and the columns that integers count. Approximate instructions have errors of the seed's sign,
    and each element must be within its own bound, too.
    """
    others = problem.once(
        ("other columns", operation), lambda: _other_columns(operation, problem), of_inputs=True
    )
    moved_arrays = (array for array in (operation.main, *operation.outputs) if array.column_axis is not None)
    are_reversed = (
        bool(others)
        or not operation.has_own_rows
        or any(array.shape not in (SIZES, (N_COLS,)) for array in moved_arrays)
    )
    how = "with the columns of even rows reversed and the columns of odd rows rotated by one, "
    if are_reversed:
        how = f"with the columns of {' and '.join(('every row', *others))} reversed, "

    def ordered(array: Array, values: NDArray[Any], direction: int) -> NDArray[Any]:
        if array.column_axis is None:
            return values
        return array.columns_reversed(values, problem.known) if are_reversed else _ordered(values, direction)

    def findings(again: Outputs) -> list[Finding]:
        original = {array.name: ordered(array, again[array.name], -1) for array in operation.outputs}
        wrong = []
        for array in operation.outputs:
            if array.accept is not None:
                continue  # each launch may choose another right result
            out, own = original[array.name], expected[array.name]
            # Each of the two launches may be off by the bound.
            first = replace(own, reference=exact(outputs[array.name]), allowed=2.0 * own.allowed)
            if is_within(out, first):
                continue
            comparison = compare(out, first)
            if comparison.n_wrong:
                message = f"{how}{moved(comparison)}\ncolumns have their original numbers"
                wrong.append(
                    about(Reason.PERMUTATION_VARIANCE, message, array.name, outputs, comparison.n_wrong)
                )
        return wrong or _within_bound(operation, problem, original, expected, how + _ERRORS[seed % 3])

    inp = problem.once(
        ("columns in order", operation), lambda: ordered(operation.main, problem.inp, 1), of_inputs=True
    )
    arrays = {problem.main: inp, **others}
    return Property("columns in another order", findings, arrays, perturbation=seed % 3)


def _other_columns(operation: Operation, problem: Problem) -> dict[str, NDArray[Any]]:
    """Return the inputs other than the main one whose columns move, with their columns reversed."""
    others = {}
    for array in operation.inputs[1:]:
        values = problem.arrays[array.name]
        if array.absent is not None and array.name not in problem.given:
            continue
        if array.column_axis is not None:
            others[array.name] = array.columns_reversed(values, problem.known)
        elif array.below == N_COLS:
            others[array.name] = np.where(values < 0, values, problem.n_cols - 1 - values)
    return others


def largest_errors(operation: Operation, problem: Problem, probe: ApproximationProbe, seed: int) -> Property:
    """Replace the input by rows that show errors of approximations most; results must be within the probe's bound."""
    errors = f"on rows that show errors of approximations, {_ERRORS[seed % 2]}"
    expected = dict(zip((array.name for array in operation.outputs), probe.expected, strict=True))

    def findings(again: Outputs) -> list[Finding]:
        probed = replaced(problem, probe.arrays)
        wrong = _within_bound(operation, probed, again, expected, errors, rows=False)
        return [replace(finding, message=f"{finding.message}\n{probe.hint}") for finding in wrong]

    return Property("rows that show errors of approximations", findings, probe.arrays, perturbation=seed % 2)


_ERRORS = (
    "with every approximate instruction at the upper end of its documented error: ",
    "with every approximate instruction at the lower end of its documented error: ",
    "with approximate instructions anywhere within their documented errors: ",
)
"""Meaning of a seed of `harness.ptx.launch.watch.Watch.perturbation`, by its remainder modulo 3."""


def _within_bound(
    operation: Operation,
    problem: Problem,
    outputs: Outputs,
    expected: Mapping[str, Expected],
    how: str,
    *,
    rows: bool = True,
) -> list[Finding]:
    """Judge the elements, and if all are right the quantities of `rows`; messages begin with `how`."""
    wrong = []
    # No `never_negative` below: two ulps below the least positive exponential is less than 0, and right here.
    chosen = operation.accepted(problem, outputs)
    for array in operation.outputs:
        own = expected[array.name]
        if is_within(outputs[array.name], own):
            continue
        comparison = compare(outputs[array.name], own, accepted=chosen.get(array.name))
        if comparison.n_wrong:
            wrong.append(
                about(Reason.WRONG_VALUE, comparison.message(), array.name, outputs, comparison.n_wrong)
            )
    if not wrong and rows and operation.row_quantities:
        ((name, out),) = outputs.items()
        own = expected[name]
        wrong = row_findings(operation.quantities_of(problem, exact(out), own.reference, own.allowed))
    return [replace(finding, message=how + finding.message) for finding in wrong]


def _ordered(rows: NDArray[Any], direction: int) -> NDArray[Any]:
    """Put columns in the order of `permuted`; back to the original order if `direction` is -1."""
    ordered = np.empty_like(rows)
    ordered[0::2] = rows[0::2, ::-1]
    ordered[1::2] = np.roll(rows[1::2], direction, axis=1)
    return ordered


SHIFT_EXPONENT = 8
"""Rows are shifted by at least ``2**8``: ``exp(2**8)`` overflows float32 (beyond 88.7), and ``exp(-2**8)`` is 0 (below
-104)."""


def shifted(operation: Operation, problem: Problem) -> Property:
    """Replace rows in threes: a row rounded to a grid, the same row plus a number, the same row minus the number."""
    # On the grid these additions are exact, so all three rows have one result. The last group may have only two rows. A
    # group of one row is left unchanged.
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
            for output in operation.outputs if rows.size else ():
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
                comparison = compare(again[output.name][rows + step], unshifted, operation=operation)
                if comparison.n_wrong == 0 or comparison.worst is None:
                    continue
                row = int(rows[comparison.worst.row])
                message = (
                    f"row {row + step} is row {row} {'+' if step == 1 else '-'} "
                    f"{shift[comparison.worst.row, 0]:g}, exactly, and "
                    f"{moved(comparison, row_offset=row - comparison.worst.row)}\n{operation.shift_invariant}"
                )
                return [about(Reason.SHIFT_VARIANCE, message, output.name, again, comparison.n_wrong)]
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
    """Round rows to a grid on which adding a power of two, one for each row, is exact; return both. NaN stays."""
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
