"""``kernel-harness init``: derives declarations, asks for missing facts, and writes them."""

from __future__ import annotations

import contextlib
import os
import shlex
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from ...adopt.adoption import Adoption, AdoptionOptions, adopt, closest, kernels_of
from ...adopt.draft import with_declaration, write_declaration
from ...adopt.fitting.names import Unknown
from ...adopt.reading.signature import KernelSignature
from ...adopt.trial import Trial, trial_settings
from ...adopt.triton.adoption import SECONDS, adopt_triton
from ...adopt.triton.signature import TritonSignature, triton_signatures
from ...compiler.ptx_file import PTX_SUFFIX
from ...compiler.source.file_names import display_path
from ...errors import HarnessError, UsageError
from ...exit_status import EXIT_PASS, EXIT_USAGE
from ...lazy import dataclass, replace
from ...report.text import plain_text
from ...report.text.console import ProgressReport, print_line
from ...run.session import Runner, open_runner
from ...settings.project_table import is_declared
from ...settings.settings import Settings
from ...store.whole_file import check_folder, make_folder, write_text
from ...variant.declaration.declared_values import is_variant_id
from ...variant.declaration.discovery import SUFFIX
from ...variant.declaration.inline_block import read_source

TRITON_SUFFIX = ".py"
# Most operations that a kernel comes close to, lines of a compiler's log, and sizes at which a kernel is wrong.
_MOST_NEAREST, _MOST_LINES, _MOST_FAILED = 3, 20, 4


@dataclass(frozen=True, kw_only=True)
class InitRequest(AdoptionOptions):
    files: tuple[Path, ...]
    into: Path | None = None
    force: bool = False
    dry_run: bool = False
    ask: Callable[[str, Unknown], str] | None = None
    """Asks for an unknown fact and returns the answer, empty for none; None if nobody can answer."""


@dataclass(frozen=True)
class _KernelToDeclare:
    kernel: KernelSignature | TritonSignature
    source: Path
    target: Path

    @property
    def is_own_file(self) -> bool:
        return self.target is not self.source


def run_init(request: InitRequest, settings: Settings, console: Console, notes: Console) -> int:
    for path in request.files:
        if not path.is_file():
            got = (
                "which does not exist"
                if not path.is_dir()
                else f"a folder; see `kernel-harness adopt {path}`"
            )
            raise UsageError(f"a FILE must be a file (got {path}, {got})")
        if path.suffix not in (SUFFIX, PTX_SUFFIX, TRITON_SUFFIX):
            raise UsageError(
                f"a FILE must be a {SUFFIX}, a {PTX_SUFFIX} or a Triton {TRITON_SUFFIX} file (got {path})"
            )
    for path in request.hosts:
        if not path.is_file():
            raise UsageError(f"a file of --host must exist (got {path}, which does not)")
    if request.into is not None and not request.dry_run:
        check_folder(request.into, "--into")
    settings = trial_settings(settings)
    is_complete = True
    with open_runner("cpu", settings) as runner:
        for path in request.files:
            try:
                jobs = _jobs(path, request, settings, console)
            except HarnessError as error:
                is_complete = _refused(path, error, console)
                continue
            progress = ProgressReport(notes, "kernel", "not declared")
            progress.start(len(jobs), has_bar=False)  # it asks questions

            def step(text: str, progress: ProgressReport = progress) -> None:
                done = f"{progress.text()}; " if progress.total > 1 else ""
                print_line(notes, f"{done}{text} ...")

            for job in jobs:
                is_new = False
                try:
                    is_new = _declare(job, replace(request, on_step=step), runner, settings, console)
                except HarnessError as error:
                    _refused(path, error, console)
                is_complete &= is_new
                progress.add(job.target.name, is_bad=not is_new)
    return EXIT_PASS if is_complete else EXIT_USAGE


def _refused(path: Path, error: HarnessError, console: Console) -> bool:
    lines = plain_text.lines(str(error)).splitlines()
    n_more = len(lines) - _MOST_LINES
    if n_more > 0:
        lines[_MOST_LINES:] = [f"... and {n_more} more lines"]
    _print(console, f"NOT DECLARED {display_path(path)}", "bold red", lines)
    return False


def _jobs(path: Path, request: InitRequest, settings: Settings, console: Console) -> list[_KernelToDeclare]:
    """Return the kernels of a file that are to be declared, and print which are declared already."""
    is_triton, entry = path.suffix == TRITON_SUFFIX, request.entry
    if request.into is None and not request.force and is_declared(path):
        print_line(console, f"as it was {display_path(path)}: it is declared already; --force replaces that")
        return []
    kernels: Sequence[KernelSignature | TritonSignature]
    kernels = triton_signatures(read_source(path)) if is_triton else kernels_of(path, settings)
    if request.into is None or entry or not kernels:
        kernels = [_chosen(kernels, entry, path)]
    if request.into is None:
        return [_KernelToDeclare(kernels[0], path, path)]
    jobs = []
    for kernel in kernels:
        target = request.into / f"{kernel.stem}{TRITON_SUFFIX if is_triton else SUFFIX}"
        if target.exists() and not request.force:
            print_line(console, f"as it was {display_path(target)}: it is there already; --force replaces it")
        else:
            jobs.append(_KernelToDeclare(kernel, path, target))
    return jobs


def _chosen(
    kernels: Sequence[KernelSignature | TritonSignature], wanted: str, path: Path
) -> KernelSignature | TritonSignature:
    """Return the kernel with the wanted name, or the only one."""
    if not kernels:
        what = {
            PTX_SUFFIX: "have an .entry",
            TRITON_SUFFIX: "have a function marked @triton.jit that stores",
        }.get(path.suffix, "define a __global__ function")
        raise UsageError(f"{path} must {what} (got none)")
    names = [kernel.qualified for kernel in kernels]
    if not wanted:
        if len(kernels) > 1:
            command = shlex.join(("kernel-harness", "init", display_path(path)))
            raise UsageError(
                f"a declaration is for one kernel, but {path} has {len(kernels)} (got {', '.join(names)}); "
                f"name one with --entry: `{command} --entry {shlex.quote(names[0])}`; "
                f"or write a file for each: `{command} --into FOLDER`"
            )
        return kernels[0]
    name = wanted.partition("<")[0].strip().removeprefix("::")
    for kernel in kernels:
        if name in (kernel.qualified, kernel.name):
            return kernel
    raise UsageError(
        f"--entry must be a kernel of {path} (got {wanted}); {closest(name, names)}it has {', '.join(names)}"
    )


def _declare(
    job: _KernelToDeclare, request: InitRequest, runner: Runner, settings: Settings, console: Console
) -> bool:
    if isinstance(job.kernel, TritonSignature):
        adoption = adopt_triton(job.kernel, request, Trial(job.source, runner, settings, SECONDS))
    else:
        adoption = _adopted(job, job.kernel, request, runner, settings)
    if not adoption.is_whole or adoption.draft is None:
        title = f"NOT DECLARED {display_path(job.target)}: {adoption.kernel}"
        _print(console, title, "bold red", _unknown_lines(adoption))
        return False
    source = Path(os.path.relpath(job.source.absolute(), job.target.absolute().parent)).as_posix()
    is_cuda = job.source.suffix == SUFFIX
    # C++ includes its source; other declarations name it.
    lines = adoption.draft.lines(source if job.is_own_file and not is_cuda else "")
    if request.dry_run:
        for line in lines:
            print_line(console, line)
    elif job.is_own_file:
        text = f'#include "{source}"\n' if is_cuda else ""
        make_folder(job.target.parent, "--into")
        write_text(with_declaration(text, lines), job.target, "the file")
    else:
        if job.source.suffix == PTX_SUFFIX and not "".join(lines).isascii():
            raise UsageError(
                f"the declaration in a {PTX_SUFFIX} file must be ASCII (got --source {request.source!r})"
            )
        write_declaration(job.target, lines)
    word = "would declare" if request.dry_run else "declared"
    name = ", ".join(filter(None, (adoption.kernel, adoption.style)))
    title = f"{word} {display_path(job.target)}: {name}"
    _print(console, title, "bold green", _found_lines(job, adoption, request))
    return True


def _adopted(
    job: _KernelToDeclare, kernel: KernelSignature, request: InitRequest, runner: Runner, settings: Settings
) -> Adoption:
    """Return the declaration of a kernel of a .cu or .ptx file, asking for missing values."""
    with contextlib.ExitStack() as ended:
        compiled = job.source
        # All kernels of a source that are not templates are in one program, which is compiled once.
        is_cuda = job.source.suffix == SUFFIX
        if job.is_own_file and is_cuda and (kernel.template or not is_variant_id(job.source.stem)):
            # Next to the target, because a source's folder decides which files it may include.
            above = next(parent for parent in job.target.absolute().parents if parent.is_dir())
            folder = ended.enter_context(tempfile.TemporaryDirectory(prefix=".kernel-harness-", dir=above))
            compiled = Path(folder, job.target.name)
            compiled.write_text(f'#include "{job.source.absolute()}"\n', encoding="utf-8")
        while True:
            trial = Trial(compiled, runner, settings)
            adoption = adopt(kernel, request, trial)
            answers = _answers(adoption, request)
            if not answers:
                return adoption
            request = replace(request, given={**request.given, **answers})


def _answers(adoption: Adoption, request: InitRequest) -> dict[str, str]:
    """Ask for unknown facts; empty without a person to ask, or if answers cannot help."""
    if request.ask is None or not all(unknown.is_parameter for unknown in adoption.unknown):
        return {}
    answers = {unknown.name: request.ask(adoption.kernel, unknown).strip() for unknown in adoption.unknown}
    return answers if all(answers.values()) else {}


def _found_lines(job: _KernelToDeclare, adoption: Adoption, request: InitRequest) -> Iterator[str]:
    assert adoption.draft is not None
    yield from (f"compiled code: {line}" for line in adoption.read)
    if adoption.launch:
        yield f"launch: read in {adoption.launch}"
    yield from (f"host code: {line}" for line in adoption.host_code)
    yield f"operation: {adoption.draft.operation}"
    is_triton = isinstance(job.kernel, TritonSignature)
    facts = "args, constants and grid" if is_triton else "args, block, grid and shared memory"
    yield f"verified: {facts}, by {adoption.verified}"
    yield from (f"guessed: {line}" for line in adoption.guessed)
    yield from (f"came close: {near.operation} ({near.why})" for near in adoption.nearest[:_MOST_NEAREST])
    others = [name for name in adoption.also if name not in {near.operation for near in adoption.nearest}]
    if others:
        yield f"not tried, though the arrays fit: {', '.join(others)}"
    if adoption.refused:
        yield adoption.refused
    survey = adoption.survey
    if survey is not None and survey.failed:
        total = len(survey.failed) + len(survey.passed)
        sizes = ", ".join(f"{size} ({why})" for size, why in survey.failed[:_MOST_FAILED])
        n_more = len(survey.failed) - _MOST_FAILED
        more = f" and {n_more} more" if n_more > 0 else ""
        yield f"wrong on {len(survey.failed)} of {total} further sizes: {sizes}{more}"
        if survey.limit:
            yield f'for a kernel meant only for these sizes, add "{survey.limit}" to `requires`; else this is a bug'
    elif survey is not None and survey.passed:
        widths = [int(size.partition("x")[2]) for size in survey.passed]
        yield f"right on {len(widths)} further sizes, {min(widths)} to {max(widths)} columns"
    if not request.dry_run:
        yield f"next: kernel-harness check {display_path(job.target)}"


def _unknown_lines(adoption: Adoption) -> Iterator[str]:
    yield from (f"compiled code: {line}" for line in adoption.read)
    yield from (f"host code: {line}" for line in adoption.host_code)
    yield from (f"could not determine {unknown.name}: {unknown.why}" for unknown in adoption.unknown)
    for near in adoption.nearest[:_MOST_NEAREST]:
        why = near.why.partition("\n")[0]
        yield f"nearest: {near.operation} with args [{', '.join(near.args)}]: {why}"
    for misfit in adoption.misfits[:_MOST_NEAREST]:
        yield f"does not fit {misfit.operation.name}: {misfit.why}"
    parameters = [unknown.name for unknown in adoption.unknown if unknown.is_parameter]
    if parameters:
        roles = "inp, out, n_rows, n_cols, inp_stride, out_stride, a rule or a number"
        yield f"pass --arg {parameters[0]}=ROLE: {roles}"
    if adoption.verified:
        yield f"tried: {adoption.verified}"
    if adoption.draft is not None:
        yield "draft, with ? for each unknown value:"
        yield from (f"  {line}" for line in adoption.draft.lines())


def _print(console: Console, title: str, style: str, lines: Iterable[str]) -> None:
    print_line(console, title, style=style)
    for line in lines:
        print_line(console, f"  {line}")
