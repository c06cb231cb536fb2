"""``kernel-harness gate``: opens both revisions, compares them, prints and writes the report."""

from __future__ import annotations

import contextlib
import getpass
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...errors import Interrupted, UsageError
from ...lazy import pattern
from ...settings.settings import Settings
from .. import options as shared

if TYPE_CHECKING:
    from ...gate.model import Allowance
    from ...undeclared.recording import Recorded

_COLON = pattern(r"(?<!:)(:)(?!:)")
_PERCENT = pattern(r"(\d+(?:\.\d+)?)\s*%")
# Variables with the user who started a run, in GitHub Actions and GitLab CI.
_ACTORS = ("GITHUB_ACTOR", "GITLAB_USER_LOGIN")


@click.command("gate")
@shared.names_argument
@click.option(
    "--base", required=True, metavar="REF", help="Revision to compare with: a branch, a tag or a commit."
)
@click.option(
    "--exact-base",
    is_flag=True,
    help="Compare with REF itself. Default: the merge base of REF and the head, as in git diff REF...HEAD.",
)
@click.option("--head", default=None, metavar="REF", help="Revision to judge. Default: the working tree.")
@click.option("--staged", is_flag=True, help="Judge the index, the content of the next commit.")
@shared.device_option
@shared.several(
    "--arch",
    "archs",
    "sm_XX",
    "Architecture whose registers, shared memory and occupancy are compared",
    "Default: that of the settings.",
)
@click.option("--margin", default="1%", show_default=True, help="Smallest slowdown that must be found.")
@shared.several(
    "--allow",
    "allowances",
    "NAME:REASON",
    "Allow the regressions of a variant, or one kind with VARIANT/KIND",
)
@shared.sweep_option
@shared.several(
    "--launches",
    "recordings",
    "FOLDER",
    "Recording of `run --record`: its launches of kernels without a declaration are made on both sides",
    type=click.Path(path_type=Path),
)
@click.option(
    "--run",
    "command",
    metavar="COMMAND",
    default="",
    help="Also run 'python PROGRAM.py' or 'pytest tests/' on both sides, on a virtual GPU, and compare.",
)
@shared.json_option
@shared.file_option("--markdown", "Also write Markdown.", name="markdown_path")
@shared.file_option("--junit", "Also write JUnit XML.", name="junit_path")
@shared.annotate_option
@click.option("--link", metavar="URL", default="", help="Address of the whole report, for the Markdown.")
@shared.on_cluster
@click.pass_context
def gate_command(
    ctx: click.Context,
    names: tuple[str, ...],
    base: str,
    exact_base: bool,
    head: str | None,
    staged: bool,
    device: str | None,
    archs: tuple[str, ...],
    margin: str,
    allowances: tuple[str, ...],
    sweep: bool | None,
    recordings: tuple[Path, ...],
    command: str,
    json_path: Path | None,
    markdown_path: Path | None,
    junit_path: Path | None,
    annotate: tuple[Path | None] | None,
    link: str,
    cluster: dict[str, Any],
) -> None:
    """Decide whether a change of kernels may merge.

    Compares the variants of two revisions: their claims, results, cost by exact counters and, on a GPU, speed. Variants
    with the same compiled code are not run. Kernels without a declaration are compared with their old version. Exit
    status: 0 clean, 1 regression, 2 error, 3 ambiguous: no known regression, but a speed or the cost of a changed
    variant could not be determined, or the results of a kernel without a declaration changed.
    """
    if head is not None and staged:
        raise UsageError("--head REF and --staged exclude each other (got both)")
    # Reading the head reports an error in its settings, which may differ from these.
    with contextlib.suppress(UsageError):
        shared.start_workers(ctx, Settings.load(Path.cwd(), device=device), cluster["on"])

    from ...cluster.opening import Where, kind_on
    from ...compiler import open_compiler
    from ...device.gpu.driver_library import is_virtual
    from ...gate.gate import run_gate
    from ...gate.judge import judging_settings
    from ...gate.revision import open_revisions
    from ...report.text.annotations import write_annotations
    from ...report.text.console import ProgressReport, make_console, print_line
    from ...report.text.gate_text import gate_annotations, junit, markdown, print_gate
    from ...store.whole_file import text_stream, write_text
    from ...variant.selection import RunCases

    where = Where.parse(**cluster)
    files = {"--json": json_path, "--markdown": markdown_path, "--junit": junit_path}
    (files["--annotate"],) = annotate or (None,)
    words: tuple[str, ...] = ()
    if command:
        from ...gate.program_run import read_command

        words = read_command(command)
    recorded: list[Recorded] = []
    if recordings:
        from ...undeclared.recording import read_recording

        recorded = [launch for folder in recordings for launch in read_recording(folder.absolute())]
    share, allowed = read_margin(margin), tuple(map(read_allowance, allowances))
    console, notes = make_console(text_stream(files)), make_console(sys.stderr)
    archs = tuple(dict.fromkeys(map(shared.read_arch, archs)))
    step, progress = "", ProgressReport(notes)

    def begin(text: str) -> None:
        nonlocal step, progress
        progress.close()
        step, progress = text, ProgressReport(notes, "case" if text.startswith("checking") else "variant")
        print_line(notes, text)

    def count(total: int, variant: str, is_bad: bool) -> None:
        if not progress.total:
            progress.start(total)
        progress.add(variant, is_bad=is_bad)

    begin("reading base and head")
    revisions = open_revisions(
        base, head, Path.cwd(), {"device": device}, exact_base=exact_base, staged=staged
    )
    try:
        with revisions as (before, after):
            settings, weakened = judging_settings(before, after, allowed)
            after = replace(after, settings=settings)
            kind = kind_on(where, settings.device, settings)
            # Counters and resources come from the pinned compiler on every machine.
            compiler = open_compiler(settings, device="cpu")
            report = run_gate(
                before,
                after,
                compiler,
                names=names,
                allowances=allowed,
                margin=share,
                with_speed=kind == "gpu" and not is_virtual(),
                run_cases=RunCases.on(kind, sweep=sweep),
                where=where,
                archs=archs,
                weakened=weakened,
                command=words,
                recorded=recorded,
                on_step=begin,
                on_item=count,
            )
    except Interrupted:
        raise
    except KeyboardInterrupt:
        # A verdict on a part of the variants could let a regression pass.
        raise Interrupted(f"{step}; nothing is judged") from None
    finally:
        progress.close()
    print_gate(report, console)
    if json_path is not None:
        from ...report.json import gate as gate_json  # loads msgspec

        write_text(gate_json.text(report), json_path, "--json")
    if markdown_path is not None:
        write_text(markdown(report, link), markdown_path, "--markdown")
    if junit_path is not None:
        write_text(junit(report), junit_path, "--junit")
    if annotate is not None:
        write_annotations(gate_annotations(report), *annotate, console)
    ctx.exit(report.exit_code)


def read_margin(text: str) -> float:
    """Read a margin such as ``1%`` or ``0.25%`` as a share; UsageError if it is outside 0.01 % to 50 %."""
    match = _PERCENT.fullmatch(text.strip())
    share = float(match[1]) / 100 if match else 0.0
    if not 0.0001 <= share <= 0.5:
        raise UsageError(f"--margin must be 0.01% to 50%, with the sign (got {text!r})")
    return share


def read_allowance(text: str) -> Allowance:
    from ...gate.model import Allowance

    # Names of kernels and of tests may have two colons.
    name, colon, reason = (*_COLON.split(text, maxsplit=1), "", "")[:3]
    if not colon or not name.strip() or not reason.strip():
        raise UsageError(f"--allow must be NAME:REASON, a variant and the reason (got {text!r})")
    return Allowance(name.strip(), reason.strip(), _who())


def _who() -> str:
    from ...gate.revision import try_git

    # The CI system knows who asked for the merge; git's user there is a machine.
    if actor := next(filter(None, map(os.environ.get, _ACTORS)), None):
        return actor
    with contextlib.suppress(UsageError):  # without git
        email = try_git(["config", "user.email"], Path.cwd())
        if email:
            return email
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "unknown"
