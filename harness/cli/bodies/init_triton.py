"""``kernel-harness init`` for Triton kernels."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from ...adopt.triton.adoption import TritonAdoption, adopt_triton, kernels_of
from ...compiler.source.file_names import display_path
from ...errors import UsageError
from ...report.text import plain_text
from ...report.text.console import print_line
from ...run.session import Runner
from ...settings.project_table import is_declared, opening_of
from ...settings.settings import Settings
from ...store.whole_file import write_text
from ...variant.declaration.inline_block import read_source
from .init_request import InitRequest

TRITON_SUFFIX = ".py"
_MOST_FAILED = 4


def declare_triton(
    path: Path, request: InitRequest, runner: Runner, settings: Settings, console: Console
) -> bool:
    """Declare the only kernel of a file in it, or each of its kernels in a folder; return whether all were declared."""
    if request.into is None and is_declared(path) and not request.force:
        print_line(console, f"as it was {display_path(path)}: it is declared already; --force replaces that")
        return True
    kernels = kernels_of(path, request.wishes.entry)
    if request.into is None and len(kernels) > 1:
        names = ", ".join(each.name for each in kernels)
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
            found = adopt_triton(
                path,
                kernel,
                runner,
                settings,
                operation=request.wishes.operation,
                given=request.wishes.given,
                source=request.wishes.source,
                file=Path(file).as_posix() if file else "",
            )
        except UsageError as error:
            print_line(console, f"NOT DECLARED {display_path(path)}: {error}", style="bold red")
            is_complete = False
            continue
        if not found.lines:
            _print_nearest(path, found, console)
            is_complete = False
            continue
        if request.dry_run:
            for line in found.lines:
                print_line(console, line)
        else:
            old = "" if target is not path else read_source(path)
            write_text(with_block(old, found.lines, opening_of(path)), target, "the declared file")
        _print_found(target, found, request, console)
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


def _print_found(target: Path, found: TritonAdoption, request: InitRequest, console: Console) -> None:
    word = "would declare" if request.dry_run else "declared"
    print_line(console, f"{word} {display_path(target)}: {found.kernel}", style="bold green")
    print_line(console, f"  operation: {found.operation}")
    print_line(
        console, f"  verified: args, constants and grid, by {found.n_launches} launches on the cpu device"
    )
    print_line(console, "  guessed: arithmetic, from the text of the kernel")
    if found.failed:
        print_line(
            console,
            f"  wrong on {len(found.failed)} of {len(found.failed) + len(found.passed)} further sizes:",
        )
        for line in found.failed[:_MOST_FAILED]:
            print_line(console, f"    {line}")
    else:
        print_line(console, f"  right on {len(found.passed)} further sizes")
    print_line(console, f"  next: kernel-harness check {display_path(target)}")


def _print_nearest(path: Path, found: TritonAdoption, console: Console) -> None:
    print_line(console, f"NOT DECLARED {display_path(path)}: {found.kernel}", style="bold red")
    print_line(
        console,
        f"  no launch of {found.n_launches} gave right results; name parameters by --arg PARAMETER=ROLE",
    )
    for line in found.nearest:
        print_line(console, f"  nearest: {plain_text.lines(line).splitlines()[0]}")
