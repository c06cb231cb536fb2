"""Further launches of a case that has passed its first: the relations that only a second launch can show.

Each puts another input into the same buffers, makes every other buffer what it was before the first launch,
and launches the same code with the same arguments. What comes back is held against the first output by
`harness.check.properties`, which also decides what is tried; here it is only done.
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
from ..launch.plan import Launch, launch
from ..variant.case import SWEEP_KIND, Case
from ..verdict import Finding, Reason, Verdict


def judge_replays(
    case: Case,
    memory: CaseMemory,
    launches: Sequence[Launch],
    device: Device,
    *,
    first: Evidence,
    judgement: Judgement,
    schedules: Sequence[int] = (),
) -> Judgement:
    """Launch a case again in every way that its data gives occasion to, and judge all of it together.

    Parameters
    ----------
    case : Case
        What is checked. A case of the width sweep is one launch and no more.
    memory : CaseMemory
        Its buffers, still on the device.
    launches : sequence of Launch
        What was launched first.
    device : Device
        Where.
    first : Evidence
        What that launch left behind.
    judgement : Judgement
        What it came to.
    schedules : sequence of int
        Other orders in which to repeat it.

    Returns
    -------
    Judgement
        `judgement` as it is unless it is PASS: a further launch of a kernel that is already known to be wrong
        says nothing. Otherwise PASS, or FAIL or HANG with what the further launches showed. After a repetition
        that differs, and after a hang, there are no more.

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
    tried: Property, memory: CaseMemory, launches: Sequence[Launch], device: Device
) -> tuple[list[Finding], NDArray[Any] | None]:
    """Launch once more; return what is wrong with it, and the output unless it was damaged."""
    again = memory.refill(tried.inp, device, tried.vectors)
    is_again = device.info.is_schedulable and tried.schedule is None
    launched = launch(launches, device, tried.schedule, is_again=is_again)
    evidence = again.read_back(device)
    harm = damage(
        evidence.out,
        inputs=evidence.inputs,
        scratch=evidence.scratch,
        device_findings=launched.findings,
        hung=launched.hung,
    )
    if launched.completed:
        harm += unwritten_elements(evidence.out)
    if harm:
        # Values mean nothing beside these, which the first launch did not show.
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
    launches: Sequence[Launch],
    device: Device,
    *,
    first: Evidence,
) -> list[Finding]:
    """Tell an output that depends on the order from one that is another in every launch.

    If it is the order, that order gives the same bits again, and the first order those of the first launch.
    """
    if tried.schedule is None:
        return found
    in_that_order = replace(repeated(memory.inp, out), schedule=tried.schedule)
    in_the_first = repeated(memory.inp, first.out.values)
    if any(_replay(each, memory, launches, device)[0] for each in (in_that_order, in_the_first)):
        return repeated(memory.inp, first.out.values).findings(out)
    return found
