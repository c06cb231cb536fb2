"""Adapts the further launches of a case to its declaration, so that only claimed properties are checked.

A kernel that does not claim equal bits is checked against its error bound in every launch. A kernel that claims inputs
up to a magnitude gets no larger inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..operation.model import Operation, Problem
from ..verdict import Finding
from .comparison import compare
from .expectation import expectation
from .properties import Property
from .row_quantities import row_findings


def claimed(
    properties: Iterable[Property],
    *,
    operation: Operation,
    problem: Problem,
    deterministic: bool,
    max_magnitude: float | None,
) -> Iterator[Property]:
    """Yield the properties that a declaration claims.

    Parameters
    ----------
    properties : iterable of Property
        Properties of a case whose first launch passed.
    operation : Operation
        Operation that the kernel computes.
    problem : Problem
        Input of the first launch.
    deterministic : bool
        Whether equal inputs must give equal bits. If not, rows that would have to keep their bits must be within their
        error bound, and so must the quantities of these rows.
    max_magnitude : float or None
        Largest magnitude of an input element. Larger numbers and infinities in rows that are not compared become this
        number; other properties with such inputs are left out. NaN stays.

    Yields
    ------
    Property
        In the given order.
    """
    for each in properties:
        fitted = each if max_magnitude is None else _within(each, problem, max_magnitude)
        if fitted is not None:
            yield fitted if deterministic or fitted.held is None else _bounded(fitted, operation, problem)


def _within(each: Property, problem: Problem, max_magnitude: float) -> Property | None:
    top = problem.stored.largest_within(max_magnitude)
    with np.errstate(invalid="ignore"):
        exact = each.inp.astype(np.float64)
    beyond = np.abs(exact) > top
    if not beyond.any():
        return each
    if each.held is None:
        return None
    inp = each.inp.copy()
    inp[beyond] = np.copysign(top, exact[beyond]).astype(inp.dtype)
    return replace(each, inp=inp)


def _bounded(each: Property, operation: Operation, problem: Problem) -> Property:
    def findings(again: NDArray[Any]) -> list[Finding]:
        found = each.findings(again)
        if not found:
            # The bits of a result that is within its bound.
            return []
        expected = expectation(operation, problem)
        held = np.zeros(again.shape, dtype=np.bool_)
        held[each.held] = True
        comparison = compare(
            out=again,
            reference=expected.reference,
            allowed=expected.allowed,
            dtype=problem.dtype,
            ignore=~held,
            never_negative=operation.name if operation.never_negative else "",
            nan_rows=operation.nan_rows,
        )
        if comparison.n_wrong:
            return [replace(found[0], message=_told(each, comparison.message()), count=comparison.n_wrong)]
        with np.errstate(invalid="ignore"):
            values = np.where(held, again.astype(np.float64), expected.reference)
        quantities = operation.quantities_of(problem, values, expected.reference, expected.allowed)
        rows = row_findings([replace(every, judged=every.judged & held[:, 0]) for every in quantities])
        return [replace(finding, message=_told(each, finding.message)) for finding in rows]

    return replace(each, findings=findings)


def _told(each: Property, message: str) -> str:
    again = "" if each.schedule is None else f"\n--schedule-seed {each.schedule} runs in this order again"
    return (
        f"{each.what}: the first launch is within its error bound, and this one is not\n{message}\n"
        f"`deterministic = false` admits other bits, not larger errors{again}"
    )
