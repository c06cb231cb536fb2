"""``kernel-harness init``: derives declarations, asks for missing facts, and writes them."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console

from ...adopt.adoption import Adoption, AdoptionOptions, adopt, choose, kernels_of
from ...adopt.draft import is_declared, with_declaration, write_declaration
from ...adopt.fitting.names import Unknown
from ...adopt.reading.signature import KernelSignature
from ...adopt.trial import trial_settings
from ...adopt.triton.adoption import adopt_triton
from ...adopt.triton.adoption import kernels_of as triton_kernels_of
from ...compiler.ptx_file import PTX_SUFFIX
from ...compiler.source.file_names import display_path
from ...errors import HarnessError, UsageError
from ...exit_status import EXIT_PASS, EXIT_USAGE
from ...report.text import plain_text
from ...report.text.console import print_line
from ...run.session import Runner, open_runner
from ...settings.project_table import is_declared as is_declared_in
from ...settings.project_table import opening_of
from ...settings.settings import Settings
from ...store.whole_file import write_text
from ...variant.declaration.declared_values import is_variant_id
from ...variant.declaration.discovery import SUFFIX
from ...variant.declaration.inline_block import read_source

TRITON_SUFFIX = ".py"
_NOT_ASKED = ("grid", "args", "inp", "out", "operation", "smem_bytes")
"""Unknown facts that are not a parameter of the kernel."""
_MOST_NEAREST = 3
"""Largest number of operations shown of those that a kernel is near."""
_MOST_LINES = 20
"""Largest number of lines shown of a compiler's log."""
_MOST_FAILED = 4
"""Largest number of sizes shown at which a Triton kernel is wrong."""


@dataclass(frozen=True)
class InitRequest:
    """Arguments of ``kernel-harness init``."""

    files: tuple[Path, ...]
    """Sources to declare."""
    options: AdoptionOptions = field(default_factory=AdoptionOptions)
    """Facts given on the command line."""
    into: Path | None = None
    """Folder for one file per kernel, which includes the source; None writes into the source."""
    force: bool = False
    """Whether to replace existing declarations."""
    dry_run: bool = False
    """Whether to print declarations instead of writing them."""
    ask: Callable[[str, Unknown], str] | None = None
    """Asks for an unknown fact and returns the answer, empty for none; None if nobody can answer."""


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
    for path in request.options.hosts:
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
                    is_complete &= _declare_triton(path, request, runner, settings, console)
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
        return [_KernelToDeclare(choose(kernels, request.options.entry, path), path, path, is_own_file=False)]
    wanted = [choose(kernels, request.options.entry, path)] if request.options.entry else kernels
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
        # All kernels of a source that are not templates are in one program, which is compiled once.
        is_ptx = job.source.suffix == PTX_SUFFIX
        if job.is_own_file and not is_ptx and (job.kernel.template or not is_variant_id(job.source.stem)):
            # Beside the target, because what a source may include depends on where it is.
            above = next(parent for parent in job.target.absolute().parents if parent.is_dir())
            folder = ended.enter_context(tempfile.TemporaryDirectory(prefix=".kernel-harness-", dir=above))
            compiled = Path(folder, job.target.name)
            compiled.write_text(f'#include "{job.source.absolute()}"\n', encoding="utf-8")
        options = request.options
        while True:
            found = adopt(
                compiled, job.kernel, options, runner, settings, lambda step: print_line(notes, f"{step} ...")
            )
            given = _answers(found, request)
            if not given:
                break
            options = replace(options, given={**options.given, **given})
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
                f"the declaration in a {PTX_SUFFIX} file must be ASCII (got --source {options.source!r})"
            )
        write_declaration(job.target, lines)
    _print_found(job, found, request, console)
    return True


def _answers(found: Adoption, request: InitRequest) -> dict[str, str]:
    """Ask for unknown facts; empty if nobody answers or answers cannot help."""
    names = {unknown.name for unknown in found.unknown}
    if request.ask is None or not names or names & set(_NOT_ASKED):
        return {}
    answers = {unknown.name: request.ask(found.kernel, unknown).strip() for unknown in found.unknown}
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
    for near in found.nearest[:_MOST_NEAREST]:
        print_line(console, f"  came close: {near.operation} ({near.why})")
    others = [name for name in found.also if name not in {near.operation for near in found.nearest}]
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
    for unknown in found.unknown:
        print_line(console, f"  could not determine {unknown.name}: {unknown.why}")
    for near in found.nearest[:_MOST_NEAREST]:
        print_line(console, f"  nearest: {near.operation} with args [{', '.join(near.args)}]: {near.why}")
    for misfit in found.misfits[:_MOST_NEAREST]:
        print_line(console, f"  does not fit {misfit.operation.name}: {misfit.why}")
    parameters = [unknown.name for unknown in found.unknown if unknown.name not in _NOT_ASKED]
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


def _declare_triton(
    path: Path, request: InitRequest, runner: Runner, settings: Settings, console: Console
) -> bool:
    """Declare the only kernel of a file in it, or each of its kernels in a folder; return whether all were declared."""
    if request.into is None and is_declared_in(path) and not request.force:
        print_line(console, f"as it was {display_path(path)}: it is declared already; --force replaces that")
        return True
    kernels = triton_kernels_of(path, request.options.entry)
    if request.into is None and len(kernels) > 1:
        names = ", ".join(kernel.name for kernel in kernels)
        raise UsageError(
            f"a file declares one kernel; choose one by --entry, or declare all by --into FOLDER (got {names})"
        )
    is_complete = True
    for kernel in kernels:
        target = path if request.into is None else request.into / f"{kernel.name}{TRITON_SUFFIX}"
        if target is not path and target.exists() and not request.force:
            print_line(console, f"as it was {display_path(target)}: it is there already; --force replaces it")
            continue
        file = "" if target is path else os.path.relpath(path.absolute(), target.absolute().parent)
        try:
            found = adopt_triton(path, kernel, request.options, runner, settings)
        except UsageError as error:
            print_line(console, f"NOT DECLARED {display_path(path)}: {error}", style="bold red")
            is_complete = False
            continue
        if not found.is_whole or found.draft is None:
            _print_nearest_triton(path, found, console)
            is_complete = False
            continue
        lines = found.draft.lines(Path(file).as_posix() if file else "")
        if request.dry_run:
            for line in lines:
                print_line(console, line)
        else:
            old = "" if target is not path else read_source(path)
            write_text(with_block(old, lines, opening_of(path)), target, "the declared file")
        _print_found_triton(target, found, request, console)
    return is_complete


def with_block(text: str, lines: Sequence[str], opening: str) -> str:
    """Return a Python source with a declaration, which replaces the old one or follows the comment at the top."""
    old = text.split("\n")
    bare = [line.rstrip() for line in old]
    if opening in bare:
        first = bare.index(opening)
        last = bare.index(lines[-1], first) if lines[-1] in bare[first:] else first
        return "\n".join([*old[:first], *lines, *old[last + 1 :]])
    place = next((at for at, line in enumerate(bare) if not line.startswith("#")), len(old))
    before = [*old[:place], ""] if place else []
    return "\n".join([*before, *lines, *old[place:]])


def _print_found_triton(target: Path, found: Adoption, request: InitRequest, console: Console) -> None:
    word = "would declare" if request.dry_run else "declared"
    print_line(console, f"{word} {display_path(target)}: {found.kernel}", style="bold green")
    assert found.draft is not None
    assert found.survey is not None
    print_line(console, f"  operation: {found.draft.operation}")
    print_line(console, f"  verified: args, constants and grid, by {found.verified}")
    print_line(console, "  guessed: arithmetic, from the text of the kernel")
    failed, n_passed = found.survey.failed, len(found.survey.passed)
    if failed:
        print_line(console, f"  wrong on {len(failed)} of {len(failed) + n_passed} further sizes:")
        for size, why in failed[:_MOST_FAILED]:
            print_line(console, f"    {size}: {why}")
    else:
        print_line(console, f"  right on {n_passed} further sizes")
    print_line(console, f"  next: kernel-harness check {display_path(target)}")


def _print_nearest_triton(path: Path, found: Adoption, console: Console) -> None:
    print_line(console, f"NOT DECLARED {display_path(path)}: {found.kernel}", style="bold red")
    print_line(
        console,
        f"  none of {found.verified} gave right results; name parameters by --arg PARAMETER=ROLE",
    )
    for nearest in found.nearest[:_MOST_NEAREST]:
        line = f"{nearest.operation} with args [{', '.join(nearest.args)}]: {nearest.why}"
        print_line(console, f"  nearest: {plain_text.lines(line).splitlines()[0]}")
