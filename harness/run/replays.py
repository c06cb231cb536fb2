"""Further launches of a case whose first showed no fault: they test relations between two launches.

Each further launch gets another input in the same buffer and runs the same code with the same arguments. All other
buffers are restored to their content before the first launch. `harness.check.properties` chooses the launches and
compares their outputs with the first; this module executes them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..check.claims import claimed
from ..check.judgement import Judgement, damage, unwritten_elements
from ..check.properties import properties_of, relocated, repeated
from ..check.property import Outputs, Property, bits
from ..check.row_patterns import Together
from ..device.base import Device
from ..launch.memory import CaseMemory, Evidence
from ..launch.plan import LoadedLaunch, launch
from ..operation.kinds import SWEEP_KIND
from ..variant.case import Case
from ..variant.shape import CONTIGUOUS
from ..verdict import Finding, Reason, Verdict


def replay(
    case: Case,
    memory: CaseMemory,
    launches: Sequence[LoadedLaunch],
    device: Device,
    *,
    first: Evidence,
    judgement: Judgement,
    schedules: Sequence[int] = (),
) -> Judgement:
    """Make the further launches that apply to a case and judge them with the first."""
    # a relation to wrong outputs proves nothing, and a sweep is wide enough without
    if judgement.verdict.is_failure or judgement.expected is None or case.kind == SWEEP_KIND:
        return judgement
    findings: list[Finding] = []
    variant, problem = case.variant, memory.problem
    together = together_of(case, memory, launches)
    is_plain = (case.kind, case.layout) == ("spread", CONTIGUOUS)
    if not is_plain:
        # The plain cases have every size; two patterns are enough for other inputs and layouts.
        together = replace(together, most=min(together.most, 2))
    properties = properties_of(
        operation=variant.operation,
        problem=problem,
        outputs=first.values,
        expected=judgement.expected,
        schedules=schedules,
        together=together,
        seed=case.seed,
        probes_approximations=is_plain,
        keeps_state=bool(device.kept_variables([each.kernel for each in launches])),
    )
    for each in claimed(
        properties,
        operation=variant.operation,
        problem=problem,
        deterministic=variant.deterministic,
        max_magnitude=variant.max_magnitude,
        finite=variant.finite,
    ):
        found, outputs = _replay(each, memory, launches, device)
        if outputs is not None and any(finding.reason is Reason.NONDETERMINISTIC for finding in found):
            found = _explained(each, found, outputs, memory, launches, device, first=first)
        if outputs is not None and any(finding.reason is Reason.ROW_DEPENDENCE for finding in found):
            if any(finding.reason is Reason.ROW_DEPENDENCE for finding in findings):
                continue  # one pair of rows is enough
            if variant.deterministic:
                found = _traced(
                    each, found, outputs, memory, launches, device, first=first, together=together
                )
        findings += found
        reasons = {finding.reason for finding in found}
        if Reason.HANG in reasons:
            return replace(judgement, verdict=Verdict.HANG, findings=tuple(findings))
        if Reason.NONDETERMINISTIC in reasons:
            break
    if not findings:
        return judgement
    return replace(judgement, verdict=Verdict.FAIL, findings=tuple(findings))


def together_of(case: Case, memory: CaseMemory, launches: Sequence[LoadedLaunch]) -> Together:
    """Derive the rows that a case's launches compute together from grid, cluster, block and threads of a row."""
    configs = [each.config for each in launches]
    return Together.of_launches(
        case.shape.n_rows,
        memory.problem.row_threads,
        [(math.prod(each.grid), math.prod(each.cluster or (1,)), math.prod(each.block)) for each in configs],
    )


def _replay(
    tried: Property, memory: CaseMemory, launches: Sequence[LoadedLaunch], device: Device
) -> tuple[list[Finding], Outputs | None]:
    """Launch once more; return the findings, and the outputs unless a buffer was damaged."""
    if tried.before:
        # A stale value of the same inputs would be the right one.
        harm, _ = _replay(_on_other_values(tried), memory, launches, device)
        if harm:
            return harm, None
    again = memory.refill(tried.arrays, device)
    # the first launch was checked in this order; in another one the sanitizers have more to see
    is_again = device.info.is_schedulable and tried.schedule is None
    perturbation = tried.perturbation if device.info.is_schedulable else None
    launched = launch(
        launches,
        device,
        tried.schedule,
        is_again=is_again,
        perturbation=perturbation,
        moved=tried.moved and device.info.is_schedulable,
    )
    evidence = again.read_back(device)
    harm = damage(
        evidence.outputs,
        inputs=evidence.inputs,
        scratch=evidence.scratch,
        device_findings=launched.findings,
        notes=launched.notes,
        hung=launched.hung,
    )
    if launched.completed:
        harm += unwritten_elements(evidence.outputs)
    if harm:
        # These findings are new, and they make the values meaningless.
        return [
            replace(finding, message=f"in a further launch, {tried.what}: {finding.message}")
            for finding in harm
        ], None
    return tried.findings(evidence.values), evidence.values


def _on_other_values(tried: Property) -> Property:
    """Return the launch before a further one; whatever it gives is right."""
    return Property("on other values", lambda _: [], tried.before)


def _explained(
    tried: Property,
    found: list[Finding],
    outputs: Outputs,
    memory: CaseMemory,
    launches: Sequence[LoadedLaunch],
    device: Device,
    *,
    first: Evidence,
) -> list[Finding]:
    """Tell an output that depends on the schedule, or on the addresses, from one that differs in every launch.

    If the schedule or the addresses are the cause, repeating either launch gives the same bits again. If not, the
    kernel may have taken values that an earlier launch has left.
    """
    # only another order or other addresses leave more than one explanation
    if tried.schedule is None:
        return found
    in_that_order = replace(repeated(outputs), schedule=tried.schedule, moved=tried.moved)
    in_the_first = repeated(first.values)
    for each in (in_that_order, in_the_first):
        differing, _ = _replay(each, memory, launches, device)
        if differing:
            left = _left_by_earlier(tried, memory, launches, device) if tried.before else []
            return left or in_the_first.findings(outputs)
    elsewhere = relocated(first.values)
    differing, _ = _replay(elsewhere, memory, launches, device)
    return differing or found


def _left_by_earlier(
    tried: Property, memory: CaseMemory, launches: Sequence[LoadedLaunch], device: Device
) -> list[Finding]:
    """Name the reads of values that an earlier launch has left in variables of a module.

    The two launches are made again, and what the first changes in the variables counts as unwritten in the second.
    """
    kept = device.kept_variables([each.kernel for each in launches])
    before = [variable.data.copy() for variable in kept]
    _replay(_on_other_values(tried), memory, launches, device)
    for variable, content in zip(kept, before, strict=True):
        variable.define(mask=variable.data == content)
    what = f"{tried.what}, where what an earlier launch has left counts as unwritten"
    try:
        found, _ = _replay(replace(tried, what=what, before={}), memory, launches, device)
    finally:
        for variable in kept:  # the module stays loaded for other cases
            variable.define()
    return [finding for finding in found if finding.reason is Reason.UNINITIALISED_READ]


def _traced(
    tried: Property,
    found: list[Finding],
    outputs: Outputs,
    memory: CaseMemory,
    launches: Sequence[LoadedLaunch],
    device: Device,
    *,
    first: Evidence,
    together: Together,
) -> list[Finding]:
    """Name two rows that depend on each other, and how they are computed together.

    Fewer and fewer rows are replaced: those with one relation to the changed row, then half of them, until one is left.
    """
    before, n_rows = first.values, memory.problem.n_rows
    assert isinstance(tried.held, np.ndarray), "the rows that are kept are known"
    is_replaced = ~tried.held
    changed = np.zeros(n_rows, np.bool_)
    known = memory.problem.known
    arrays = {array.name: array for array in memory.arrays}
    for name, out in outputs.items():
        differs = bits(arrays[name].by_rows(out, known)) != bits(arrays[name].by_rows(before[name], known))
        changed |= differs.reshape(n_rows, -1).any(axis=1)
    victim = int(np.argmax(changed & ~is_replaced))

    def is_changed_by(rows: NDArray[np.intp]) -> bool:
        kept = np.ones(n_rows, dtype=np.bool_)
        kept[rows] = False
        given = {}
        for name, values in tried.arrays.items():
            given[name] = values.copy()
            rows_of = arrays[name].by_rows
            rows_of(given[name], known)[kept] = rows_of(memory.problem.arrays[name], known)[kept]
        _, again = _replay(replace(tried, arrays=given), memory, launches, device)
        return again is not None and any(
            arrays[name].by_rows(again[name], known)[victim].tobytes()
            != arrays[name].by_rows(out, known)[victim].tobytes()
            for name, out in before.items()
        )

    for words, mates in together.mates(victim):
        rows = mates[is_replaced[mates]]
        if not rows.size or not is_changed_by(rows):
            continue
        # half of the rows at a time: each launch costs as much as the first
        while rows.size > 1:
            halves = (rows[: rows.size // 2], rows[rows.size // 2 :])
            rows = rows[:0]
            for half in halves:
                if is_changed_by(half):
                    rows = half
                    break
        if rows.size:
            pair = f"row {victim} changes with row {rows[0]}, {words}"
            return [replace(each, message=f"{each.message}\n{pair}") for each in found]
    return found
