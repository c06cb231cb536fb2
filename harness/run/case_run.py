"""Runs one case on one device: declare, compile, load, fill, launch, read back, judge, and replay.

Read `run_case` and its steps first: the rest of the harness prepares their arguments or reports their results.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ..check.judgement import judge
from ..compiler.artifact import Artifact
from ..compiler.source.file_names import display_path
from ..device.base import Device
from ..errors import (
    CompileError,
    DeviceTooSmallError,
    HarnessError,
    LaunchError,
    LimitError,
    PtxError,
    SpecError,
)
from ..launch.memory import fill
from ..launch.plan import launch, load_case
from ..operation.kinds import SWEEP_KIND
from ..settings.settings import Settings
from ..variant.case import Case
from ..variant.shape import CONTIGUOUS
from ..verdict import CaseResult, Finding, Reason, Verdict
from .far_case import is_far, launch_parts
from .replays import replay
from .watching import schedules_of, watch_options

PROGRAM = "kernel-harness"

_REASONS: tuple[tuple[type[HarnessError], Reason], ...] = (
    # the first that fits counts, and a LimitError is a SpecError, too
    (LimitError, Reason.LAUNCH_ERROR),
    (SpecError, Reason.DECLARATION_ERROR),
    (CompileError, Reason.COMPILE_ERROR),
    (LaunchError, Reason.LAUNCH_ERROR),
    (PtxError, Reason.UNSUPPORTED_INSTRUCTION),
)


def run_case(case: Case, device: Device, settings: Settings) -> CaseResult:
    """Run one case and judge the state of its buffers.

    Parameters
    ----------
    case : Case
        The case to run.
    device : Device
        The device to run on; it reuses code that it compiled and loaded for earlier cases.
    settings : Settings
        Include folders, the schedules of further launches, and the options of the rerun command.

    Returns
    -------
    CaseResult
        SKIP when the declaration excludes the case, or it needs more memory than the device has. ERROR with reason
        ``declaration-error``, ``compile-error``, ``launch-error`` or ``unsupported-instruction`` when the kernel
        could not be run. Otherwise the verdict of `harness.check.judgement.judge` on the first launch. If that is
        PASS or UNPROVEN, `harness.run.replays.replay` judges further launches too. The error and the time are
        the first launch's.

    Raises
    ------
    DeviceError
        The kernel made the device unusable; nothing else is known about the kernel.
    """
    kind = device.info.kind
    try:
        # before the compilation: the excluded cases of a large matrix must cost nothing
        unmet = case.unmet()
        if unmet is not None:
            return skipped(case, outside(unmet), device_kind=kind, settings=settings)
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
                )
        finally:
            # after an error, too: the process goes on with the next case
            device.free_all()
    # nothing is wrong with the kernel: another device runs the case
    except DeviceTooSmallError as error:
        return replace(_result(case, Verdict.SKIP, kind, settings), detail=str(error))
    except (SpecError, CompileError, LaunchError, PtxError) as error:
        return not_judged(case, error, device_kind=kind, settings=settings)
    lines, lines_run = device.new_lines(loaded.kernels, case.variant.path.name)
    return replace(
        _result(case, judgement.verdict, kind, settings),
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


def skipped(case: Case, why: str, *, device_kind: str, settings: Settings) -> CaseResult:
    """Make the result of a case that the declaration or the matrix leaves out."""
    return replace(_result(case, Verdict.SKIP, device_kind, settings), detail=why)


def outside(unmet: str) -> str:
    """Return the reason to skip a case that the declaration's rule `unmet` excludes."""
    return f"outside `requires`: {unmet}"


def not_judged(case: Case, error: HarnessError, *, device_kind: str, settings: Settings) -> CaseResult:
    """Make the ERROR result of a case that could not be run or judged because of `error`."""
    reason = next((reason for kind, reason in _REASONS if isinstance(error, kind)), Reason.INTERNAL_ERROR)
    # The first line of a compile error names source and compiler; the finding holds the log.
    detail = str(error).splitlines()[0] if str(error) else type(error).__name__
    return replace(
        _result(case, Verdict.ERROR, device_kind, settings),
        findings=(Finding(reason, str(error)),),
        detail=detail,
    )


def not_run(
    case: Case, why: str, *, device_kind: str, settings: Settings, unavailable: bool = False
) -> CaseResult:
    """Make the NOT-RUN result of a case.

    Parameters
    ----------
    case : Case
        The requested case.
    why : str
        Reason, one or more lines.
    device_kind : {"cpu", "gpu"}
        Kind of the requested device.
    settings : Settings
        Options of the rerun command.
    unavailable : bool
        Whether the device is missing; adds the reason ``device-unavailable``.
    """
    return replace(
        _result(case, Verdict.NOT_RUN, device_kind, settings),
        findings=(Finding(Reason.DEVICE_UNAVAILABLE, why),) if unavailable else (),
        detail=why,
    )


def rerun_command(case: Case, *, device_kind: str, settings: Settings, command: str = "check") -> str:
    """Write the shell command that reruns just this case, from the folder of the current run.

    The command names a variant under the configured sources by its id, any other by its file. `command` is the
    command's own name.
    """
    variant = case.variant
    target = _target(variant.id, variant.path, settings.sources, _folder())
    line = f"{PROGRAM} {command} {_quoted(target)} -k {shlex.quote(case.id)} --device {device_kind}"
    return " ".join((line, *(watch_options(settings) if device_kind == "cpu" else ())))


def _result(case: Case, verdict: Verdict, device_kind: str, settings: Settings) -> CaseResult:
    return CaseResult(
        case_id=case.id,
        variant=case.variant.id,
        device=device_kind,
        verdict=verdict,
        rerun=rerun_command(case, device_kind=device_kind, settings=settings),
    )


def _quoted(text: str) -> str:
    """Return a word of a shell's command line, on one line."""
    return shlex.quote(text) if text.isprintable() else f"$'{_escaped(text)}'"


def _escaped(text: str) -> str:
    return "".join(
        each
        if each.isprintable() and each not in "'\\"
        else "".join(f"\\x{byte:02x}" for byte in os.fsencode(each))
        for each in text
    )


@lru_cache(maxsize=256)
def _target(variant_id: str, path: Path, sources: tuple[Path, ...], folder: Path | None) -> str:
    """Return what names a variant on a command line in `folder`: its id under the sources, else its file."""
    root = Path() if folder is None else folder
    is_source = any((root / path).is_relative_to(root / source) for source in sources)
    return variant_id if is_source else display_path(path)


def _folder() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # it was removed
        return None
