"""``kernel-harness init``: derives declarations, asks for missing facts, and writes them."""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console

from ...adopt.adopted import Adoption
from ...adopt.adoption import adopt, choose, kernels_of
from ...adopt.drafts.file import is_declared, with_declaration, write_declaration
from ...adopt.reading.signature import KernelSignature
from ...adopt.trials.settings import trial_settings
from ...compiler.ptx_file import PTX_SUFFIX
from ...compiler.source.file_names import display_path
from ...errors import HarnessError, UsageError
from ...exit_status import EXIT_PASS, EXIT_USAGE
from ...report.text import plain_text
from ...report.text.console import print_line
from ...run.session import Runner, open_runner
from ...settings.settings import Settings
from ...store.whole_file import write_text
from ...variant.declaration.declared_values import is_variant_id
from ...variant.declaration.discovery import SUFFIX
from .init_request import InitRequest
from .init_triton import TRITON_SUFFIX, declare_triton

_NOT_ASKED = ("grid", "args", "inp", "out", "operation", "smem_bytes")
"""Unknown facts that are no parameter of the kernel."""
_MOST_NEAREST = 3
"""Largest number of operations shown of those that a kernel is near."""
_MOST_LINES = 20
"""Largest number of lines shown of a compiler's log."""


@dataclass(frozen=True)
class _KernelToDeclare:
    """One kernel to declare: the source to compile and the file for the declaration."""

    kernel: KernelSignature
    source: Path
    target: Path
    is_own_file: bool


def run_init(request: InitRequest, settings: Settings, console: Console, notes: Console) -> int:
    """Declare kernels, and print the facts that could not be determined."""
    for path in request.files:
        if not path.is_file():
            raise UsageError(f"a FILE must exist (got {path}, which does not)")
        if path.suffix not in (SUFFIX, PTX_SUFFIX, TRITON_SUFFIX):
            raise UsageError(
                f"a FILE must be a {SUFFIX}, a {PTX_SUFFIX} or a Triton {TRITON_SUFFIX} file (got {path})"
            )
    for path in request.wishes.hosts:
        if not path.is_file():
            raise UsageError(f"a file of --host must exist (got {path}, which does not)")
    if request.into is not None and not request.into.is_dir():
        raise UsageError(f"the folder of --into must exist (got {request.into}); create it first")
    settings = trial_settings(settings)
    is_complete = True
    with open_runner("cpu", settings) as runner:
        for path in request.files:
            try:
                if path.suffix == TRITON_SUFFIX:
                    is_complete &= declare_triton(path, request, runner, settings, console)
                else:
                    is_complete &= _declare_file(path, request, runner, settings, console, notes)
            except HarnessError as error:
                print_line(console, f"NOT DECLARED {display_path(path)}", style="bold red")
                lines = plain_text.lines(str(error)).splitlines()
                for line in lines[:_MOST_LINES]:
                    print_line(console, f"  {line}")
                if len(lines) > _MOST_LINES:
                    print_line(console, f"  ... and {len(lines) - _MOST_LINES} more lines")
                is_complete = False
    return EXIT_PASS if is_complete else EXIT_USAGE


def _declare_file(
    path: Path, request: InitRequest, runner: Runner, settings: Settings, console: Console, notes: Console
) -> bool:
    if request.into is None and is_declared(path) and not request.force:
        print_line(console, f"as it was {display_path(path)}: it is declared already; --force replaces that")
        return True
    is_complete = True
    for job in _jobs(path, request, settings):
        if job.is_own_file and job.target.exists() and not request.force:
            print_line(
                console, f"as it was {display_path(job.target)}: it is there already; --force replaces it"
            )
            continue
        is_complete &= _declare(job, request, runner, settings, console, notes)
    return is_complete


def _jobs(path: Path, request: InitRequest, settings: Settings) -> list[_KernelToDeclare]:
    kernels = kernels_of(path, settings)
    if request.into is None:
        return [_KernelToDeclare(choose(kernels, request.wishes.entry, path), path, path, is_own_file=False)]
    wanted = [choose(kernels, request.wishes.entry, path)] if request.wishes.entry else kernels
    if not wanted:
        choose(kernels, "", path)
    return [
        _KernelToDeclare(kernel, path, request.into / f"{kernel.stem}{SUFFIX}", is_own_file=True)
        for kernel in wanted
    ]


def _declare(
    job: _KernelToDeclare,
    request: InitRequest,
    runner: Runner,
    settings: Settings,
    console: Console,
    notes: Console,
) -> bool:
    with contextlib.ExitStack() as ended:
        compiled = job.source
        # All kernels of a source that are no templates are in one program, which is compiled once.
        is_ptx = job.source.suffix == PTX_SUFFIX
        if job.is_own_file and not is_ptx and (job.kernel.template or not is_variant_id(job.source.stem)):
            # Beside the target, because what a source may include depends on where it is.
            above = next(each for each in job.target.absolute().parents if each.is_dir())
            folder = ended.enter_context(tempfile.TemporaryDirectory(prefix=".kernel-harness-", dir=above))
            compiled = Path(folder, job.target.name)
            compiled.write_text(f'#include "{job.source.absolute()}"\n', encoding="utf-8")
        wishes = request.wishes
        while True:
            found = adopt(
                compiled, job.kernel, wishes, runner, settings, lambda step: print_line(notes, f"{step} ...")
            )
            given = _answers(found, request)
            if not given:
                break
            wishes = replace(wishes, given={**wishes.given, **given})
    if not found.is_whole or found.draft is None:
        _print_unknown(job, found, console)
        return False
    source = Path(os.path.relpath(job.source.absolute(), job.target.absolute().parent)).as_posix()
    # A .ptx file is named by the declaration; C++ has lines for that.
    lines = found.draft.lines(source if is_ptx and job.is_own_file else "")
    if request.dry_run:
        for line in lines:
            print_line(console, line)
    elif job.is_own_file:
        text = "" if is_ptx else f'#include "{source}"\n'
        write_text(with_declaration(text, lines), job.target, "the file")
    else:
        if is_ptx and not "".join(lines).isascii():
            raise UsageError(
                f"the declaration in a {PTX_SUFFIX} file must be ASCII (got --source {wishes.source!r})"
            )
        write_declaration(job.target, lines)
    _print_found(job, found, request, console)
    return True


def _answers(found: Adoption, request: InitRequest) -> dict[str, str]:
    """Ask for unknown facts; empty if nobody answers or answers cannot help."""
    names = {each.name for each in found.unknown}
    if request.ask is None or not names or names & set(_NOT_ASKED):
        return {}
    answers = {each.name: request.ask(found.kernel, each).strip() for each in found.unknown}
    return answers if all(answers.values()) else {}


def _print_found(job: _KernelToDeclare, found: Adoption, request: InitRequest, console: Console) -> None:
    assert found.draft is not None
    word = "would declare" if request.dry_run else "declared"
    print_line(
        console, f"{word} {display_path(job.target)}: {found.kernel}, {found.style}", style="bold green"
    )
    for line in found.read:
        print_line(console, f"  compiled code: {line}")
    if found.launch:
        print_line(console, f"  launch: read in {found.launch}")
    for line in found.host_code:
        print_line(console, f"  host code: {line}")
    print_line(console, f"  operation: {found.draft.operation}")
    print_line(console, f"  verified: args, block, grid and shared memory, by {found.verified}")
    for line in found.guessed:
        print_line(console, f"  guessed: {line}")
    for each in found.nearest[:_MOST_NEAREST]:
        print_line(console, f"  came close: {each.operation} ({each.why})")
    others = [name for name in found.also if name not in {each.operation for each in found.nearest}]
    if others:
        print_line(console, f"  not tried, though the arrays fit: {', '.join(others)}")
    if found.refused:
        print_line(console, f"  {found.refused}")
    survey = found.survey
    if survey is not None and survey.failed:
        total = len(survey.failed) + len(survey.passed)
        sizes = ", ".join(f"{size} ({why})" for size, why in survey.failed[:4])
        more = f" and {len(survey.failed) - 4} more" if len(survey.failed) > 4 else ""
        print_line(console, f"  wrong on {len(survey.failed)} of {total} further sizes: {sizes}{more}")
        if survey.limit:
            print_line(
                console,
                f'  for a kernel meant only for these sizes, add "{survey.limit}" to `requires`; else this is a bug',
            )
    elif survey is not None:
        print_line(console, f"  right on {len(survey.passed)} further sizes, 1 to 4099 columns")
    if not request.dry_run:
        print_line(console, f"  next: kernel-harness check {display_path(job.target)}")


def _print_unknown(job: _KernelToDeclare, found: Adoption, console: Console) -> None:
    print_line(console, f"NOT DECLARED {display_path(job.target)}: {found.kernel}", style="bold red")
    for line in found.read:
        print_line(console, f"  compiled code: {line}")
    for line in found.host_code:
        print_line(console, f"  host code: {line}")
    for each in found.unknown:
        print_line(console, f"  could not determine {each.name}: {each.why}")
    for near in found.nearest[:_MOST_NEAREST]:
        print_line(console, f"  nearest: {near.operation} with args [{', '.join(near.args)}]: {near.why}")
    for misfit in found.misfits[:_MOST_NEAREST]:
        print_line(console, f"  does not fit {misfit.operation.name}: {misfit.why}")
    parameters = [each.name for each in found.unknown if each.name not in _NOT_ASKED]
    if parameters:
        print_line(
            console,
            f"  pass --arg {parameters[0]}=ROLE: inp, out, n_rows, n_cols, inp_stride, out_stride, a rule or a number",
        )
    if found.verified:
        print_line(console, f"  tried: {found.verified}")
    if found.draft is not None:
        print_line(console, "  draft, with ? for each unknown value:")
        for line in found.draft.lines():
            print_line(console, f"    {line}")
