"""Further launches of a case that passed its first: they test relations between two launches.

Each further launch gets another input in the same buffer and runs the same code with the same arguments. All other
buffers are restored to their content before the first launch. `harness.check.properties` chooses the launches and
compares their outputs with the first; this module executes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from numpy.typing import NDArray

from ..check.judgement import Judgement, damage, unwritten_elements
from ..check.properties import Property, properties_of, repeated
from ..device.base import Device
from ..launch.memory import CaseMemory, Evidence
from ..launch.plan import LoadedLaunch, launch
from ..variant.case import SWEEP_KIND, Case
from ..verdict import Finding, Reason, Verdict


def judge_replays(
    case: Case,
    memory: CaseMemory,
    launches: Sequence[LoadedLaunch],
    device: Device,
    *,
    first: Evidence,
    judgement: Judgement,
    schedules: Sequence[int] = (),
) -> Judgement:
    """Make the further launches that apply to a case, and judge them together with the first.

    Parameters
    ----------
    case : Case
        The checked case. A case of the width sweep has no further launches.
    memory : CaseMemory
        The case's buffers, still on the device.
    launches : sequence of LoadedLaunch
        The first launch.
    device : Device
        The device to run on.
    first : Evidence
        State of the buffers after the first launch.
    judgement : Judgement
        The judgement of the first launch.
    schedules : sequence of int
        Seeds of the schedules in which to repeat the first launch.

    Returns
    -------
    Judgement
        `judgement` unchanged if it is not PASS: further launches of a wrong kernel add nothing. Otherwise PASS, or
        FAIL or HANG with the findings of the further launches. They stop after a repetition that differs and after a
        hang.

    Raises
    ------
    LaunchError
        The device refused a configuration.
    DeviceError
        The device died.
    """
    if judgement.verdict is not Verdict.PASS or judgement.allowed is None or case.kind == SWEEP_KIND:
        return judgement
    findings: list[Finding] = []
    for each in properties_of(
        operation=case.variant.operation,
        problem=memory.problem,
        out=first.out.values,
        allowed=judgement.allowed,
        schedules=schedules,
    ):
        found, out = _replay(each, memory, launches, device)
        if out is not None and any(finding.reason is Reason.NONDETERMINISTIC for finding in found):
            found = _explained(each, found, out, memory, launches, device, first=first)
        findings += found
        reasons = {finding.reason for finding in found}
        if Reason.HANG in reasons:
            return replace(judgement, verdict=Verdict.HANG, findings=tuple(findings))
        if Reason.NONDETERMINISTIC in reasons:
            break
    if not findings:
        return judgement
    return replace(judgement, verdict=Verdict.FAIL, findings=tuple(findings))


def _replay(
    tried: Property, memory: CaseMemory, launches: Sequence[LoadedLaunch], device: Device
) -> tuple[list[Finding], NDArray[Any] | None]:
    """Launch once more; return the findings, and the output unless a buffer was damaged."""
    again = memory.refill(tried.inp, device, tried.vectors)
    is_again = device.info.is_schedulable and tried.schedule is None
    launched = launch(launches, device, tried.schedule, is_again=is_again)
    evidence = again.read_back(device)
    harm = damage(
        evidence.out,
        inputs=evidence.inputs,
        scratch=evidence.scratch,
        device_findings=launched.findings,
        notes=launched.notes,
        hung=launched.hung,
    )
    if launched.completed:
        harm += unwritten_elements(evidence.out)
    if harm:
        # These findings are new, and they make the values meaningless.
        return [
            replace(finding, message=f"in a further launch, {tried.what}: {finding.message}")
            for finding in harm
        ], None
    return tried.findings(evidence.out.values), evidence.out.values


def _explained(
    tried: Property,
    found: list[Finding],
    out: NDArray[Any],
    memory: CaseMemory,
    launches: Sequence[LoadedLaunch],
    device: Device,
    *,
    first: Evidence,
) -> list[Finding]:
    """Tell an output that depends on the schedule from one that differs in every launch.

    If the schedule is the cause, repeating either schedule gives the same bits again.
    """
    if tried.schedule is None:
        return found
    in_that_order = replace(repeated(memory.inp, out), schedule=tried.schedule)
    in_the_first = repeated(memory.inp, first.out.values)
    if any(_replay(each, memory, launches, device)[0] for each in (in_that_order, in_the_first)):
        return repeated(memory.inp, first.out.values).findings(out)
    return found
