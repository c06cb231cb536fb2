"""Results of cases that have no judgement, and the times of cases."""

from __future__ import annotations

from ..settings.settings import Settings
from ..variant.case import Case
from ..verdict import CaseResult, Finding, Reason, Verdict
from .case_run import rerun_command


def not_run_on(case: Case, kind: str, settings: Settings, why: str) -> CaseResult:
    """Return the result of a case whose device is unavailable."""
    return unjudged(case, kind, settings, Verdict.NOT_RUN, Finding(Reason.DEVICE_UNAVAILABLE, why))


def unjudged(case: Case, kind: str, settings: Settings, verdict: Verdict, finding: Finding) -> CaseResult:
    """Return the result of a case that ended without a judgement; `finding` says how."""
    return CaseResult(
        case_id=case.id,
        variant=case.variant.id,
        device=kind,
        verdict=verdict,
        findings=(finding,),
        detail=finding.message.partition("\n")[0],
        rerun=rerun_command(case, device_kind=kind, settings=settings),
    )


def timed(result: CaseResult, elapsed_s: float) -> CaseResult:
    """Note a case's time in its result; a task's own kind of result has no field for a time."""
    if isinstance(result, CaseResult):
        # In place: nobody else has the result yet, and a copy of each of a hundred thousand takes seconds.
        object.__setattr__(result, "elapsed_s", elapsed_s)
    return result
