"""Results of cases that have no judgement: why, and which cases are not run because others hung. Also their times."""

from __future__ import annotations

from ..errors import CompileError, HarnessError, LaunchError, LimitError, PtxError, SpecError
from ..settings.settings import Settings
from ..variant.case import Case
from ..variant.variant import block_text
from ..verdict import CaseResult, Finding, Reason, Verdict
from .rerun import rerun_command

_REASONS: tuple[tuple[type[HarnessError], Reason], ...] = (
    # the first that fits counts, and a LimitError is a SpecError, too
    (LimitError, Reason.LAUNCH_ERROR),
    (SpecError, Reason.DECLARATION_ERROR),
    (CompileError, Reason.COMPILE_ERROR),
    (LaunchError, Reason.LAUNCH_ERROR),
    (PtxError, Reason.UNSUPPORTED_INSTRUCTION),
)

MOST_HANGS = 2
"""Number of hangs of a variant's block and element type after which later cases are not run."""


def unjudged(case: Case, kind: str, settings: Settings, verdict: Verdict, why: Finding | str) -> CaseResult:
    """Return the result of a case that ended without a judgement; `why` is a finding, or text without a finding."""
    findings, text = ((), why) if isinstance(why, str) else ((why,), why.message)
    return CaseResult(
        case_id=case.id,
        variant=case.variant.id,
        device=kind,
        verdict=verdict,
        findings=findings,
        # of a compile error it names source and compiler; the finding holds the log
        detail=text.partition("\n")[0] if findings else text,
        rerun=rerun_command(case, device_kind=kind, settings=settings),
    )


def errored(case: Case, kind: str, settings: Settings, error: HarnessError) -> CaseResult:
    reason = next(
        (reason for of_error, reason in _REASONS if isinstance(error, of_error)), Reason.INTERNAL_ERROR
    )
    return unjudged(case, kind, settings, Verdict.ERROR, Finding(reason, str(error)))


def outside(unmet: str) -> str:
    """Return the reason to skip a case that the declaration's rule `unmet` excludes."""
    return f"outside `requires`: {unmet}"


def timed(result: CaseResult, elapsed_s: float) -> CaseResult:
    """Note a case's time in its result; a task's own kind of result has no field for a time."""
    if isinstance(result, CaseResult):
        # In place: nobody else has the result yet, and a copy of each of a hundred thousand takes seconds.
        object.__setattr__(result, "elapsed_s", elapsed_s)
    return result


class HangLimit:
    """Decides which cases are not run because others hung: each further hang would take a whole deadline.

    Of the cases with one variant, block and element type these are the ones behind the first `MOST_HANGS` that hang, in
    the order of the cases. So the decision does not depend on the number of workers, which may share an instance.
    """

    def __init__(self, settings: Settings) -> None:
        self._is_off = settings.keep_going
        self._hung: dict[tuple[object, ...], list[tuple[int, str]]] = {}

    def note(self, number: int, case: Case, result: object) -> None:
        if isinstance(result, CaseResult) and result.verdict is Verdict.HANG and not self._is_off:
            self._hung.setdefault(_code_of(case), []).append((number, case.id))

    def finding(self, number: int, case: Case) -> Finding | None:
        """Return why a case at this place in the order is not run; None if it is."""
        # asked for each of a hundred thousand cases, and hardly any hangs
        if not self._hung:
            return None
        hung = sorted(hang for hang in self._hung.get(_code_of(case), ()) if hang[0] < number)[:MOST_HANGS]
        if len(hung) < MOST_HANGS:
            return None
        message = (
            f"the kernel hung in {' and '.join(name for _, name in hung)}: further cases of block "
            f"{block_text(case.block)} and {case.dtype} are not run; --keep-going (in pytest --kernel-keep-going, in "
            "pyproject.toml keep_going = true) runs them"
        )
        return Finding(Reason.HANG, message)

    def settled(self, number: int, case: Case, result: CaseResult, settings: Settings) -> CaseResult:
        """Return the result of the next case in the order: NOT-RUN behind hangs, even if a worker has run the case."""
        behind = self.finding(number, case)
        if behind:
            return unjudged(case, result.device, settings, Verdict.NOT_RUN, behind)
        self.note(number, case, result)
        return result


def _code_of(case: Case) -> tuple[object, ...]:
    return case.variant.id, case.block, case.dtype


def is_behind_hangs(result: CaseResult) -> bool:
    return result.verdict is Verdict.NOT_RUN and Reason.HANG in result.reasons
