"""Adopts one kernel of a checkout, in a worker process of its own time and memory.

Triton runs in a process of its own (`harness.compiler.triton`), which executes the file of the kernel.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from ...device.base import Device
from ...errors import HarnessError, SpecError
from ...launch.plan import forget_code
from ...lazy import dataclass, replace
from ...operation.catalogue import catalogue_of
from ...operation.model import Operation
from ...run.case_run import run_case
from ...run.session import LocalRunner, Runner
from ...settings.settings import Settings
from ...variant.case import Case
from ...variant.declaration.declared_values import WrongValueError, include_option
from ...variant.matrix import cases
from ...variant.shape import CONTIGUOUS
from ...variant.variant import Variant
from ...worker.channel import Task
from ..adoption import Adoption, AdoptionOptions, adopt
from ..fitting.fit import fitting_operations, no_operation_fits
from ..fitting.names import UNNAMED, rank
from ..reading.signature import KernelSignature
from ..trial import Trial
from ..triton.adoption import adopt_triton, ranked
from ..triton.signature import TritonSignature
from .outcome import KernelOutcome, State
from .sources import KernelSource

PATIENCE = 5.0
"""Factor of the time for a Triton kernel compared with a CUDA kernel: each of its launches is compiled."""
_TRITON_LIMIT = 2.0
_MOST_PROBES = 48
"""Launches of a kernel whose name identifies no operation; most such kernels of a checkout compute none."""
_MOST_CHARS = 300


@dataclass(frozen=True)
class KernelJob:
    kernel: KernelSignature | TritonSignature
    id: str
    file: KernelSource
    into: Path
    source: str
    seconds: float
    is_alone: bool = False

    @property
    def companions(self) -> tuple[KernelSignature, ...]:
        """The kernels of its file to compile together; empty for Triton, which compiles each kernel alone."""
        kernels = () if self.is_alone else self.file.kernels
        return tuple(kernel for kernel in kernels if isinstance(kernel, KernelSignature))

    @property
    def patience(self) -> float:
        """Factor of the time after which a kernel without a launch is refused; Triton's own process is not counted."""
        return _TRITON_LIMIT if isinstance(self.kernel, TritonSignature) else 1.0

    def outcome(self, state: State, why: str = "") -> KernelOutcome:
        return KernelOutcome(self.file.name, self.kernel.line, self.kernel.qualified, self.id, state, why)


def adopt_kernel(
    device: Device, settings: Settings, job: KernelJob, on_found: Callable[[], None] = lambda: None
) -> KernelOutcome:
    """Adopt one kernel. Called in the process that holds the device; faults of the source become outcomes."""
    try:
        return _adopt(device, settings, job, on_found)
    except HarnessError as error:
        return job.outcome(State.CANNOT, _first_line(str(error)))


def _adopt(device: Device, settings: Settings, job: KernelJob, on_found: Callable[[], None]) -> KernelOutcome:
    operations = tuple(catalogue_of(settings.operations).operations.values())
    options = AdoptionOptions(source=job.source, most_probes=_MOST_PROBES)
    if isinstance(job.kernel, TritonSignature):
        if not ranked(job.kernel, operations, job.file.path.stem):
            why = "--operation NAME (neither the kernel's name nor the file's contains one)"
            return job.outcome(State.NEEDS, why)
        runner = _runner(device, settings)
        seconds = PATIENCE * job.seconds
        # Triton compiles in a process of its own, whose time a clock of this one's processor does not count.
        trial = Trial(job.file.path, runner, settings, seconds, on_found=on_found)
        adoption = adopt_triton(job.kernel, options, trial)
        return _outcome(job, adoption, job.file.path, runner, settings)
    refused: HarnessError | None = None
    fitting, misfits = fitting_operations(job.kernel, operations)
    if not fitting:
        return job.outcome(State.CANNOT, _first_line(f"operation: {no_operation_fits(misfits)}"))
    for path in (job.file.path, *job.file.through):
        # A folder of a source that was found for the checkout goes before the project's own.
        used = replace(settings, include_dirs=(*job.file.include_dirs, *settings.include_dirs))
        # Not by type: a worker process wraps its device.
        expect = getattr(device, "expect", None)
        if expect is not None and expect(path, job.companions):
            # A checkout may have hundreds of sources, each with megabytes of code.
            forget_code(device)
        runner = _runner(device, used)
        hosts = tuple(host for host in job.file.hosts if host != path)
        try:
            trial = Trial(path, runner, used, job.seconds, time.process_time, on_found)
            adoption = adopt(job.kernel, replace(options, hosts=hosts), trial)
        except SpecError:
            raise
        except HarnessError as error:
            refused = error  # of the source that includes a header, where it may need other headers
        else:
            return _outcome(job, adoption, path, runner, used)
    assert refused is not None  # there is one path at least
    raise refused


def _outcome(
    job: KernelJob, adoption: Adoption, path: Path, runner: LocalRunner, settings: Settings
) -> KernelOutcome:
    draft = adoption.draft
    if not adoption.is_whole or draft is None:
        return job.outcome(*_wanted(adoption))
    findings = first_findings(adoption, draft.variant(path, settings.operations), runner, job.seconds)
    try:
        for folder in job.file.include_dirs:
            include_option(folder, path, ("include_dirs",))
    except WrongValueError as error:
        raise HarnessError(str(error)) from None
    verified = adoption.verified
    if isinstance(job.kernel, TritonSignature):
        verified = f"args, constants and grid, by {verified}"
    folders = [_relative(folder, job.into) for folder in job.file.include_dirs]
    return replace(
        job.outcome(State.ADOPTED),
        operation=draft.operation,
        launch=adoption.launch,
        verified=verified,
        findings=findings,
        notes=adoption.guessed,
        declaration=draft.table_lines(job.id, _relative(path, job.into), folders),
    )


def _runner(device: Device, settings: Settings) -> LocalRunner:
    return LocalRunner("cpu", settings, Task(lambda _: device, run_case))


def _wanted(adoption: Adoption) -> tuple[State, str]:
    """Return whether one line would do, and which, or why the kernel cannot be declared."""
    asked = [unknown for unknown in adoption.unknown if unknown.is_parameter]
    if asked and len(asked) == len(adoption.unknown):
        options = " ".join(f"--arg {unknown.name}=ROLE" for unknown in asked)
        return State.NEEDS, f"{options} ({'; '.join(dict.fromkeys(unknown.why for unknown in asked))})"
    whys = [f"{unknown.name}: {unknown.why}" for unknown in adoption.unknown]
    whys += adoption.host_code[:1]
    whys += [
        f"nearest {nearest.operation} with args [{', '.join(nearest.args)}]: {nearest.why}"
        for nearest in adoption.nearest[:1]
    ]
    return State.CANNOT, _first_line("; ".join(whys))


def _relative(path: Path, folder: Path) -> str:
    return Path(os.path.relpath(path, folder)).as_posix()


def _first_line(text: str) -> str:
    first, *others = [line.strip() for line in text.splitlines() if line.strip()] or [""]
    # A compiler's log names the error after its first line.
    wrong = [] if "error" in first.lower() else [line for line in others if "error" in line.lower()]
    summary = " ".join((first, *wrong[:1]))
    return summary if len(summary) <= _MOST_CHARS else f"{summary[: _MOST_CHARS - 4]} ..."


_NAME_AND_TEXT = 1.0
"""Ranks below are of kernels whose name and text both identify an operation."""


def promise(kernel: KernelSignature | TritonSignature, operations: Sequence[Operation]) -> int:
    """Return 0 for a kernel whose name and text identify an operation, 1 if one of them does not, 2 for any other."""
    # An operation whose arrays do not fit the kernel's parameters is left out. A Triton kernel has 1 or 2.
    if isinstance(kernel, TritonSignature):
        return 1 if ranked(kernel, operations) else 2
    named = [operation for operation in operations if rank(kernel, operation) < UNNAMED]
    fitting, _ = fitting_operations(kernel, named) if named else ((), ())
    best = min((rank(kernel, operation) for operation in fitting), default=UNNAMED)
    return 0 if best < _NAME_AND_TEXT else 1 if best < UNNAMED else 2


def in_order(
    groups: Sequence[Sequence[KernelJob]], operations: Sequence[Operation]
) -> tuple[tuple[KernelJob, ...], ...]:
    """Split the kernels of each source by promise, and return the groups in the order in which to try them."""
    # Of one promise, large groups come first, so that no worker is left alone with one at the end.
    by_promise: dict[tuple[int, int], list[KernelJob]] = {}
    for number, group in enumerate(groups):
        for job in group:
            by_promise.setdefault((promise(job.kernel, operations), number), []).append(job)
    ordered = sorted(by_promise.items(), key=lambda each: (each[0][0], -len(each[1])))
    return tuple(tuple(jobs) for _, jobs in ordered)


_KINDS = ("nan", "pos_inf", "neg_inf_all", "neg_inf_some", "huge1e4", "subnormal", "spread")
_MOST_ELEMENTS = 4096
_MOST_SIZES = 4
_USUAL_COLS = 65


def first_findings(
    adoption: Adoption, variant: Variant, runner: Runner, seconds: float = math.inf
) -> tuple[str, ...]:
    lines = []
    until = time.process_time() + seconds
    tried = (
        adoption.survey.passed + tuple(size for size, _ in adoption.survey.failed) if adoption.survey else ()
    )
    # Wider ones took too long.
    most_cols = max((int(size.partition("x")[2]) for size in tried), default=_USUAL_COLS)
    by_reason: dict[str, list[str]] = {}
    for size, why in adoption.survey.failed if adoption.survey else ():
        by_reason.setdefault(why, []).append(size)
    for why, sizes in by_reason.items():
        more = f" and {len(sizes) - _MOST_SIZES} more" if len(sizes) > _MOST_SIZES else ""
        lines.append(f"{why}: {', '.join(sizes[:_MOST_SIZES])}{more}")
    if adoption.survey and adoption.survey.limit:
        lines.append(f'right with requires = ["{adoption.survey.limit}"]')
    for case in _chosen(variant):
        if case.shape.n_cols > most_cols or time.process_time() > until:
            continue
        result = runner.run(case)
        if result.verdict.is_failure and result.findings:
            finding = result.findings[0]
            message = finding.message.splitlines()[0] if finding.message else ""
            size = f"{case.shape.n_rows}x{case.shape.n_cols}"
            lines.append(f"{finding.reason.value} ({case.kind}, {size}): {message}")
    return tuple(dict.fromkeys(lines))


def _chosen(variant: Variant) -> list[Case]:
    """Return a case of about 65 columns for each kind, of more than one row and column."""
    chosen: dict[str, Case] = {}
    for case in cases(variant):
        n_rows, n_cols = case.shape.n_rows, case.shape.n_cols
        if case.kind not in _KINDS or min(n_rows, n_cols) < 2 or n_rows * n_cols > _MOST_ELEMENTS:
            continue
        if (case.layout != CONTIGUOUS and case.kind != "spread") or case.unmet() is not None:
            continue
        best = chosen.get(case.kind)
        if best is None or abs(n_cols - _USUAL_COLS) < abs(best.shape.n_cols - _USUAL_COLS):
            chosen[case.kind] = case
    return [chosen[kind] for kind in _KINDS if kind in chosen]
