"""Further launches of a case that has passed its first: the relations that only a second launch can show.

Each puts another input into the same buffers, makes every other buffer what it was before the first launch,
and launches the same code with the same arguments. What comes back is held against the first output by
`harness.check.properties`, which also decides what is tried; here it is only done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from harness.check.judgement import Judgement, damage, unwritten_elements
from harness.check.properties import Property, properties_of
from harness.check.verdict import Finding, Reason, Verdict
from harness.device.base import Device
from harness.run.launching import Launch, launch
from harness.run.memory import CaseMemory, Evidence
from harness.spec.case import SWEEP_KIND, Case


def judge_replays(
    case: Case,
    memory: CaseMemory,
    launches: Sequence[Launch],
    device: Device,
    *,
    first: Evidence,
    judgement: Judgement,
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
        inp=memory.inp,
        out=first.out.values,
        allowed=judgement.allowed,
        arithmetic=case.variant.arithmetic,
        lanes=case.variant.lanes(case.shape, case.block, case.dtype),
        dtype=case.dtype,
    ):
        found = _replay(each, memory, launches, device)
        findings += found
        reasons = {finding.reason for finding in found}
        if Reason.HANG in reasons:
            return replace(judgement, verdict=Verdict.HANG, findings=tuple(findings))
        if Reason.NONDETERMINISTIC in reasons:
            break
    if not findings:
        return judgement
    return replace(judgement, verdict=Verdict.FAIL, findings=tuple(findings))


def _replay(tried: Property, memory: CaseMemory, launches: Sequence[Launch], device: Device) -> list[Finding]:
    again = memory.refill(tried.inp, device)
    launched = launch(launches, device)
    evidence = again.read_back(device)
    harm = damage(
        evidence.out,
        inputs=(evidence.inp,),
        scratch=evidence.scratch,
        device_findings=launched.findings,
        hung=launched.hung,
    )
    if not launched.hung:
        harm += unwritten_elements(evidence.out)
    if harm:
        # Values mean nothing beside these, which the first launch did not show.
        return [
            replace(finding, message=f"in a further launch, {tried.what}: {finding.message}")
            for finding in harm
        ]
    return tried.findings(evidence.out.values)
