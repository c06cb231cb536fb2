"""One relation between two launches, the words in which its findings say what changed, and what a declaration claims.

A kernel that does not claim equal bits is checked against its error bound in every launch. A kernel that claims inputs
up to a magnitude gets no larger inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..lazy import dataclass, field, replace
from ..operation.derived import expectation
from ..operation.model import Operation
from ..operation.problem import Problem
from ..verdict import Finding, Reason
from .comparison import OutputComparison, compare, describe, element_name, row_findings, shown

Outputs = Mapping[str, NDArray[Any]]
"""Elements of every output of a launch, by name, as rows: an ndarray of the output's type, two dimensions."""

Dims = Mapping[str, tuple[int, ...]]
"""Sizes of all dimensions of each output, by name, if they are more than two."""
NO_DIMS: Dims = MappingProxyType({})


@dataclass(frozen=True)
class Property:
    """One relation between the first and a further launch of one case."""

    what: str
    """Description of the further launch."""
    findings: Callable[[Outputs], list[Finding]]
    """``(outputs) -> list of Finding``. The outputs of the further launch, with the types and shapes of the first
    launch's. All elements are written."""
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """Inputs that differ from the first launch's, each in its declared shape and type."""
    schedule: int | None = None
    """Seed of the order of blocks, warps and lanes; None for the order of the first launch."""
    held: slice | NDArray[np.bool_] | None = None
    """Mask of the rows whose results must have the bits of the first launch; None if every result may differ."""
    perturbation: int | None = None
    """Seed of errors of approximate instructions; None for the first launch's errors. `findings` must hold without
    these errors, too: not every device can choose them."""
    before: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    """Inputs of a launch that runs before this one and leaves other values; empty for no such launch."""
    moved: bool = False
    """Whether the buffers of the further launch are at other addresses, on a device that can choose them."""


def bits(values: NDArray[Any]) -> NDArray[Any]:
    """Return the elements as unsigned integers."""
    return np.ascontiguousarray(values).view(np.dtype(f"u{values.dtype.itemsize}"))


def exact(values: NDArray[Any]) -> NDArray[Any]:
    """Return the elements in float64, integers in int64."""
    if values.dtype.kind in "iu":
        return values.astype(np.int64)
    # The poison of an unwritten element is a signalling NaN, and its conversion raises the invalid flag.
    with np.errstate(invalid="ignore"):
        widened: NDArray[np.float64] = values.astype(np.float64)
    return widened


def about(reason: Reason, message: str, name: str, outputs: Collection[str], count: int | np.intp) -> Finding:
    """Return a finding about `count` elements of one output."""
    return Finding(reason, named(message, name, outputs), count=int(count))


def named(message: str, name: str, outputs: Collection[str]) -> str:
    """Return a message about one output, which names the output unless it is the only one and called ``out``."""
    return message if list(outputs) == ["out"] else f"{name}: {message}"


def changed(
    differs: NDArray[np.bool_], before: NDArray[Any], after: NDArray[Any], dims: tuple[int, ...] = ()
) -> str:
    """Describe the elements that differ: their number, the first one, and their places."""
    row, column = (int(index) for index in np.unravel_index(int(np.argmax(differs)), differs.shape))
    return (
        f"{np.count_nonzero(differs)} of {differs.size} elements\n"
        f"first at {element_name(row, column, dims)}: {shown(exact(before[row, column]))}, then "
        f"{shown(exact(after[row, column]))}\ndifferent: {describe(differs, dims=dims)}"
    )


def moved(comparison: OutputComparison, *, row_offset: int = 0) -> str:
    """Describe the elements that moved by more than their bounds, the worst one first."""
    worst = comparison.worst
    assert worst is not None, "an element is wrong, so one was compared"
    return (
        f"{comparison.n_wrong} of {comparison.n_total} elements moved by more than both bounds together\n"
        f"worst at {element_name(worst.row + row_offset, worst.column, comparison.dims)}: {shown(worst.expected)} "
        f"became {shown(worst.got)}, allowed +-{worst.allowed:.3g}"
    )


def claimed(
    properties: Iterable[Property],
    *,
    operation: Operation,
    problem: Problem,
    deterministic: bool,
    max_magnitude: float | None,
    finite: bool = False,
) -> Iterator[Property]:
    """Yield the properties of a case that its declaration claims, in the given order."""
    # The first launch of the case passed. Without `deterministic`, rows that would have to keep their bits must be
    # within their error bound, and so must the quantities of these rows.
    form = problem.stored
    top = form.largest if max_magnitude is None else form.largest_within(max_magnitude)

    def limited(arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """Return inputs with numbers beyond the limit replaced by it; others are the same objects."""
        within = dict(arrays)
        for array in operation.inputs:
            if array.name not in arrays or array.is_integer:
                continue
            values = exact(arrays[array.name])
            beyond = np.abs(values) > top
            if finite:
                beyond |= np.isnan(values)
            if beyond.any():
                own = within[array.name] = arrays[array.name].copy()
                own[beyond] = np.copysign(top, values[beyond]).astype(own.dtype)
        return within

    for claim in properties:
        if finite or max_magnitude is not None:
            arrays = limited(claim.arrays)
            # Other numbers have other results. They may only be in rows that the property does not compare.
            if claim.held is None and any(arrays[name] is not claim.arrays[name] for name in arrays):
                continue
            claim = replace(claim, arrays=arrays, before=limited(claim.before))
        yield claim if deterministic or claim.held is None else _bounded(claim, operation, problem)


def _bounded(claim: Property, operation: Operation, problem: Problem) -> Property:
    def findings(again: Outputs) -> list[Finding]:
        in_bits = claim.findings(again)
        if not in_bits:
            # The same bits as a result that is within its bound.
            return []
        outputs = expectation(operation, problem)
        # Replaced rows have other results, but they are not compared.
        chosen = operation.accepted(problem, again)
        for array in operation.outputs:
            out, expected = again[array.name], outputs[array.name]
            held = np.zeros(out.shape, dtype=np.bool_)
            (array.by_rows(held, problem.known) if array.has_rows else held)[claim.held] = True
            comparison = compare(
                out, expected, accepted=chosen.get(array.name), ignore=~held, operation=operation
            )
            if comparison.n_wrong:
                message = named(_message(claim, comparison.message()), array.name, again)
                return [replace(in_bits[0], message=message, count=comparison.n_wrong)]
        if operation.row_quantities is None:
            return []
        # Only an operation with one output has quantities.
        values = np.where(held, exact(out), expected.reference)
        quantities = operation.quantities_of(problem, values, expected.reference, expected.allowed)
        rows = row_findings([replace(own, judged=own.judged & held[:, 0]) for own in quantities])
        return [replace(finding, message=_message(claim, finding.message)) for finding in rows]

    return replace(claim, findings=findings)


def _message(claim: Property, message: str) -> str:
    again = "" if claim.schedule is None else f"\n--schedule-seed {claim.schedule} runs in this order again"
    return (
        f"{claim.what}: the first launch is within its error bound, and this one is not\n{message}\n"
        f"`deterministic = false` admits other bits, not larger errors{again}"
    )
