"""``kernel-harness adopt``: declares the kernels of a checkout, and prints the outcome of each."""

from __future__ import annotations

import contextlib
import math
import shlex
import time
from collections import Counter
from collections.abc import Sequence
from operator import attrgetter
from pathlib import Path

from rich.console import Console

from ...adopt.adoption import AdoptionOptions, wanted_operations
from ...adopt.checkout.kernel_job import PATIENCE, KernelJob, in_order
from ...adopt.checkout.outcome import (
    NOT_TRIED_FILE,
    KernelOutcome,
    State,
    declarations_text,
    read_not_tried,
    write_not_tried,
)
from ...adopt.checkout.sources import KernelSource, find_sources, find_triton_sources
from ...adopt.checkout.workers import REFUSAL_EXTRA_S, adopt_all, worker_settings
from ...adopt.trial import trial_settings
from ...compiler.backend.nvrtc import Nvrtc
from ...compiler.source.file_names import display_path
from ...compiler.triton.service import triton_version
from ...errors import CompileError, Interrupted, UsageError
from ...exit_status import EXIT_PASS, EXIT_USAGE
from ...lazy import dataclass, field
from ...report.text.console import ProgressReport, count, print_line
from ...settings.project_table import KERNELS_FILE
from ...settings.settings import Settings, usable_cores
from ...store.whole_file import check_folder, check_writable, make_folder, write_text
from ...variant.declaration.inline_block import read_source
from ...worker.termination import Terminated

_OTHERS = frozenset(("3rdparty", "third_party", "thirdparty", "third-party"))
"""Folders of other people's libraries, which are searched only if --only names them."""

_ENDING_S = 20.0
"""No kernel is begun in the last seconds of a checkout's time: running trials end, and the table is written."""


_STYLES = {State.ADOPTED: "green", State.NEEDS: "yellow", State.CANNOT: "red", State.NOT_TRIED: "yellow"}
# Findings of one kernel that the table shows; the JSON has all.
_MOST_FINDINGS = 2


@dataclass(frozen=True)
class AdoptRequest:
    repository: Path
    into: Path = Path("kernels")
    seconds: float = 6.0
    workers: int | None = None
    only: tuple[str, ...] = ()
    source: str = ""
    force: bool = False
    json_path: Path | None = None
    minutes: float = math.inf
    resume: bool = False
    triton: bool = False
    began: float = field(default_factory=time.monotonic)
    """Time of ``time.monotonic`` from which the minutes count."""


def run_adopt(request: AdoptRequest, settings: Settings, console: Console, notes: Console) -> int:
    if not request.repository.is_dir():
        raise UsageError(f"REPOSITORY must be a folder that exists (got {request.repository})")
    target = request.into / KERNELS_FILE
    before = ""
    wanted: frozenset[tuple[str, str]] | None = None
    if request.resume:
        wanted = read_not_tried(request.into)
        before = read_source(target) if target.exists() else ""
    elif target.exists() and not request.force:
        raise UsageError(
            f"{target} must not exist (got one); --force replaces it, --into names another folder"
        )
    check_folder(request.into, "--into")
    if request.json_path is not None:
        check_writable(request.json_path)
    settings = trial_settings(settings)
    root = request.repository.absolute()
    sources = _selected(_sources(root, request.triton, settings), request.only)
    if not sources:
        more = " or functions marked @triton.jit" if request.triton else ""
        raise UsageError(
            f"REPOSITORY must hold sources that define __global__ functions{more} (got none in {root})"
        )
    outcomes = [
        KernelOutcome(source.name, 0, "", "", State.CANNOT, source.why_not)
        for source in sources
        if source.why_not and not request.resume
    ]
    jobs_by_source = [jobs for source in sources if (jobs := _jobs(source, request, outcomes, wanted))]
    if request.resume and not jobs_by_source:
        raise UsageError(
            f"--resume must find the kernels of {request.into / NOT_TRIED_FILE} in REPOSITORY (got none of them); "
            "name the checkout that was adopted before, or leave --resume out"
        )
    operations = wanted_operations(AdoptionOptions(), settings)
    groups = in_order(jobs_by_source, operations)
    n_all = len(outcomes) + sum(len(group) for group in groups)
    stopped = ""
    with contextlib.closing(ProgressReport(notes, "kernel", "not adopted")) as progress:
        progress.start(n_all, len(outcomes))
        n_workers = request.workers or usable_cores()
        until = request.began + 60 * request.minutes - min(_ENDING_S, 6 * request.minutes)
        most_seconds = request.seconds * (PATIENCE if request.triton else 1.0)
        all_settings = worker_settings(settings, most_seconds)
        refusal_s = request.seconds + REFUSAL_EXTRA_S

        def note(outcome: KernelOutcome) -> None:
            outcomes.append(outcome)
            progress.add(outcome.file, is_bad=outcome.state is not State.ADOPTED)

        try:
            adopt_all(groups, all_settings, n_workers, note, until, refusal_s)
        except (Terminated, KeyboardInterrupt) as ending:
            stopped = f"{len(outcomes)} of {count(n_all, 'kernel')} tried"
            tried = {(outcome.file, outcome.id) for outcome in outcomes}
            untried = (job for group in groups for job in group if (job.file.name, job.id) not in tried)
            outcomes += [job.outcome(State.NOT_TRIED, "interrupted") for job in untried]
            if isinstance(ending, Terminated):
                _write(request, target, outcomes, EXIT_USAGE, before)
                raise
    exit_code = EXIT_PASS if all(outcome.state is State.ADOPTED for outcome in outcomes) else EXIT_USAGE
    _write(request, target, outcomes, exit_code, before)
    _print_table(console, outcomes)
    print_line(console, _summary_line(outcomes), style="bold")
    if any(outcome.state is State.ADOPTED for outcome in outcomes):
        print_line(console, f"declared in {display_path(target)}")
        print_line(console, f"next: kernel-harness check {display_path(target)}")
    if any(outcome.state is State.NOT_TRIED for outcome in outcomes):
        print_line(console, f"go on with those not tried: {_resuming(request)}")
    if stopped:
        raise Interrupted(stopped)
    return exit_code


def _sources(root: Path, triton: bool, settings: Settings) -> tuple[KernelSource, ...]:
    """Return the sources of a checkout with kernels, in the order of their paths."""
    cuda_dirs = Nvrtc(settings.cuda_home, settings.cuda).cuda_dirs
    sources = find_sources(root, cuda_dirs, settings.include_dirs)
    if not triton:
        return sources
    try:
        triton_version()
    except CompileError as error:
        raise UsageError(f"--triton: {error}; {error.log}") from None
    ids = (name for source in sources for name in source.ids)
    return tuple(sorted((*sources, *find_triton_sources(root, ids)), key=lambda source: source.path))


def _resuming(request: AdoptRequest) -> str:
    """Return the command that tries the kernels for which there was no time."""
    words = ["kernel-harness", "adopt", str(request.repository), "--resume", "--into", str(request.into)]
    words += ["--triton"] if request.triton else []
    words += ["--source", request.source] if request.source else []
    return shlex.join(words)


def _write(
    request: AdoptRequest, target: Path, outcomes: list[KernelOutcome], exit_code: int, before: str
) -> None:
    outcomes.sort(key=attrgetter("file", "line", "id"))
    states = {outcome.state for outcome in outcomes}
    if states & {State.ADOPTED, State.NOT_TRIED}:
        make_folder(target.parent, "--into")
    if State.ADOPTED in states:
        text = declarations_text(outcomes, _origin(request), before)
        write_text(text, target, "the declarations")
    write_not_tried(outcomes, request.into)
    if request.json_path is not None:
        from ...report.json import adopt as adopt_json  # loads msgspec

        text = adopt_json.text(outcomes, request.repository.as_posix(), target.as_posix(), exit_code)
        write_text(text, request.json_path)


def _origin(request: AdoptRequest) -> str:
    return request.source or request.repository.absolute().resolve().name


def _selected(sources: tuple[KernelSource, ...], only: tuple[str, ...]) -> tuple[KernelSource, ...]:
    if not only:
        return tuple(one for one in sources if not _OTHERS & set(one.name.lower().split("/")[:-1]))
    chosen: set[str] = set()
    for place in (path.strip("/") for path in only):
        inside = {source.name for source in sources if f"{source.name}/".startswith(f"{place}/")}
        if not inside:
            raise UsageError(
                f"--only must name a file or folder of the repository with kernels (got {place})"
            )
        chosen |= inside
    return tuple(source for source in sources if source.name in chosen)


def _jobs(
    source: KernelSource,
    request: AdoptRequest,
    outcomes: list[KernelOutcome],
    wanted: frozenset[tuple[str, str]] | None,
) -> list[KernelJob]:
    """Return the kernels of a source to try: all, or those that are wanted by file and id."""
    every = [
        KernelJob(kernel, name, source, request.into.absolute(), _origin(request), request.seconds)
        for kernel, name in zip(source.kernels, source.ids, strict=True)
    ]
    jobs = [job for job in every if wanted is None or (source.name, job.id) in wanted]
    if not source.is_declared:
        return jobs
    outcomes += [job.outcome(State.CANNOT, "its source has a declaration already") for job in jobs]
    return []


def _print_table(console: Console, outcomes: Sequence[KernelOutcome]) -> None:
    width = max((len(outcome.state.value) for outcome in outcomes), default=0)
    file = ""
    for outcome in outcomes:
        if outcome.file != file:
            file = outcome.file
            print_line(console, file, style="bold")
        state = outcome.state
        text = f"{outcome.operation}, as {outcome.id}" if state is State.ADOPTED else outcome.why
        if state is State.NOT_TRIED:
            text = ""  # all have the same reason, which the last lines give
        name = f"{outcome.kernel}:{outcome.line}" if outcome.kernel else "-"
        print_line(console, f"  {state.value:<{width}}  {name}  {text}".rstrip(), style=_STYLES[state])
        for finding in outcome.findings[:_MOST_FINDINGS]:
            print_line(console, f"  {'':<{width}}    finding: {finding}")
        if len(outcome.findings) > _MOST_FINDINGS:
            more = count(len(outcome.findings) - _MOST_FINDINGS, "more finding")
            print_line(console, f"  {'':<{width}}    and {more}")


def _summary_line(outcomes: Sequence[KernelOutcome]) -> str:
    numbers = Counter(outcome.state for outcome in outcomes)
    n_faulty = sum(bool(outcome.findings) for outcome in outcomes)
    parts = [
        f"{numbers[State.ADOPTED]} adopted",
        f"{numbers[State.NEEDS]} need one line",
        f"{numbers[State.CANNOT]} cannot be adopted",
    ]
    if numbers[State.NOT_TRIED]:
        parts.append(f"{numbers[State.NOT_TRIED]} not tried")
    return f"{count(len(outcomes), 'kernel')}: {', '.join(parts)}; {n_faulty} with first findings"
