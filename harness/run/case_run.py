"""Runs one case on one device: declare, compile, load, fill, launch, read back, judge, and replay. Or times it.

Read `run_case` and its steps first: the rest of the harness prepares their arguments or reports their results.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..check.judgement import judge
from ..compiler.artifact import Artifact
from ..device.base import Device
from ..errors import CompileError, DeviceTooSmallError, LaunchError, PtxError, SpecError
from ..launch.memory import fill
from ..launch.plan import launch, load_case
from ..operation.kinds import SWEEP_KIND
from ..settings.settings import MOST_SEED, Settings
from ..variant.case import Case
from ..variant.matrix import is_far
from ..variant.shape import CONTIGUOUS
from ..verdict import CaseResult, Finding, Reason, Verdict
from .far_case import launch_parts
from .replays import replay
from .rerun import rerun_command
from .unjudged import errored, outside, unjudged

# The first launch of a kernel loads its code and faults its pages in.
_WARM_UP_ROUNDS = 1


def run_case(case: Case, device: Device, settings: Settings) -> CaseResult:
    """Run one case and judge the state of its buffers; code that the device has loaded for earlier cases is reused.

    The verdict is SKIP when the declaration excludes the case, or it needs more memory than the device has; ERROR with
    its reason when the kernel could not be run. Otherwise it is that of `harness.check.judgement.judge` on the first
    launch. If that is PASS or UNPROVEN, `harness.run.replays.replay` judges further launches too. The error and the
    time are the first launch's. Raises DeviceError if the kernel made the device unusable: nothing else is known of it.
    """
    kind = device.info.kind
    try:
        # before the compilation: the excluded cases of a large matrix must cost nothing
        unmet = case.unmet()
        if unmet is not None:
            return unjudged(case, kind, settings, Verdict.SKIP, outside(unmet))
        loaded = load_case(case, device, settings)
        try:
            if is_far(case):
                judgement, launched = launch_parts(case, loaded, device)
            else:
                memory = fill(case, device)
                launches = loaded.pack(memory)
                launched = launch(launches, device)
                evidence = memory.read_back(device)
                judgement = judge(
                    operation=case.variant.operation,
                    problem=memory.problem,
                    outputs=evidence.outputs,
                    inputs=evidence.inputs,
                    scratch=evidence.scratch,
                    device_findings=launched.findings,
                    notes=launched.notes,
                    hung=launched.hung,
                    trapped=launched.trapped,
                    ignores_arguments=ignores_arguments(case),
                )
                judgement = replay(
                    case,
                    memory,
                    launches,
                    device,
                    first=evidence,
                    judgement=judgement,
                    schedules=schedules_of(case, device, settings),
                    turn=_turn_of(case, kind, settings),
                )
        finally:
            # after an error, too: the process goes on with the next case
            device.free_all()
    # nothing is wrong with the kernel: another device runs the case
    except DeviceTooSmallError as error:
        return unjudged(case, kind, settings, Verdict.SKIP, str(error))
    except (SpecError, CompileError, LaunchError, PtxError) as error:
        return errored(case, kind, settings, error)
    lines, lines_run = device.new_lines(loaded.kernels, case.variant.path.name)
    return CaseResult(
        case_id=case.id,
        variant=case.variant.id,
        device=kind,
        verdict=judgement.verdict,
        rerun=rerun_command(case, device_kind=kind, settings=settings),
        lines=lines,
        lines_run=lines_run,
        findings=judgement.findings,
        detail=judgement.detail,
        max_error_ulp=judgement.max_error_ulp,
        max_error_ratio=judgement.max_error_ratio,
        max_error_at=judgement.max_error_at,
        rejected_impostors=judgement.proof.rejected,
        unseen_impostors=judgement.proof.unseen,
        kernel_us=launched.kernel_us,
        printed=launched.printed,
        notes=(*_of_headers(loaded.artifact), *_beside(judgement.findings, launched.notes)),
    )


def schedules_of(case: Case, device: Device, settings: Settings) -> tuple[int, ...]:
    """Return the seeds of the schedules in which a case is launched again; ``schedules`` sets their number.

    The seeds count up from ``schedule_seed``, or from the case's own seed: different cases get different schedules,
    and each case the same ones in every run. Empty if the device cannot choose a schedule.
    """
    if not device.info.is_schedulable:
        return ()
    first = case.seed if settings.schedule_seed is None else settings.schedule_seed
    return tuple((first + k) % (MOST_SEED + 1) for k in range(settings.schedules))


def _turn_of(case: Case, kind: str, settings: Settings) -> int | None:
    """Return which further launches a case makes; None for all.

    A case that a search found once failed in one of them. On a gpu they cost little, and nothing else tells that a
    launch has left values for the next one.
    """
    asks_for_orders = settings.schedules > 1 or settings.schedule_seed is not None
    was_found = case.id in case.variant.found
    return None if settings.thorough or asks_for_orders or was_found or kind == "gpu" else case.turn


def _of_headers(artifact: Artifact) -> tuple[Finding, ...]:
    """Return the note that headers of the source were taken as empty: the code may be another without them."""
    told = artifact.missing_headers
    name = artifact.request.path.name
    return (Finding(Reason.MISSING_HEADER, told, source=name),) if told else ()


def ignores_arguments(case: Case) -> bool:
    """Whether a case's bound is held against kernels that do not use an argument, which evaluates the reference again.

    It is for the first declared block and contiguous rows: other blocks and layouts have inputs of the same shapes,
    types and kinds. The width sweep has none.
    """
    return case.block == case.variant.blocks[0] and case.layout == CONTIGUOUS and case.kind != SWEEP_KIND


def _beside(findings: Sequence[Finding], notes: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the notes that no finding repeats."""
    places = {(finding.reason, finding.kernel, finding.ptx_line) for finding in findings}
    return tuple(note for note in notes if (note.reason, note.kernel, note.ptx_line) not in places)


def time_case(device: Device, settings: Settings, case: Case, rounds: int) -> list[float]:
    """Return the seconds of repeated launches of a case's kernels on the same memory."""
    unmet = case.unmet()
    if unmet is not None:
        raise LaunchError(f"{case.id} is outside what the variant declares: {unmet}")
    loaded = load_case(case, device, settings)
    try:
        memory = fill(case, device)
        launches = loaded.pack(memory)
        seconds = []
        for _ in range(_WARM_UP_ROUNDS + rounds):
            # a kernel that changes its input must not run on its own output
            memory.restore_in_place(device)
            result = launch(launches, device)
            if not result.completed:
                raise LaunchError(f"{case.id} did not end within its step budget; check it before timing it")
            seconds.append(result.kernel_us * 1e-6)
    finally:
        device.free_all()
    return seconds[_WARM_UP_ROUNDS:]
