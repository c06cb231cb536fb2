"""Adapts the further launches of a case to its declaration, so that only claimed properties are checked.

A kernel that does not claim equal bits is checked against its error bound in every launch. A kernel that claims inputs
up to a magnitude gets no larger inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.derived import expectation
from ..operation.model import Operation
from ..operation.problem import Problem
from ..verdict import Finding
from .comparison import compare, row_findings
from .property import Outputs, Property, exact, named


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
