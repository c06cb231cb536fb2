"""The command ``kernel-harness gate`` with its options."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import Any

import click

from ...errors import UsageError
from ...settings.settings import Settings
from ..options import device_option, json_option, names_argument, on_cluster, sweep_option


@click.command("gate")
@names_argument
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
@device_option
@click.option(
    "--arch",
    "archs",
    multiple=True,
    metavar="sm_XX",
    help="Architecture whose registers, shared memory and occupancy are compared; may be given several times. "
    "Default: that of the settings.",
)
@click.option("--margin", default="1%", show_default=True, help="Smallest slowdown that must be found.")
@click.option(
    "--allow",
    "allowances",
    multiple=True,
    metavar="NAME:REASON",
    help="Allow the regressions of a variant, or those of VARIANT/KIND; may be given several times.",
)
@sweep_option
@json_option
@click.option(
    "--markdown",
    "markdown_path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write Markdown.",
)
@click.option(
    "--junit", "junit_path", metavar="FILE", type=click.Path(path_type=Path), help="Also write JUnit XML."
)
@on_cluster
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
    json_path: Path | None,
    markdown_path: Path | None,
    junit_path: Path | None,
    cluster: dict[str, Any],
) -> None:
    """Decide whether a change of kernels may merge.

    Compares the variants of two revisions: their claims, results, cost by exact counters and, on a GPU, speed. Variants
    with the same compiled code are not run. Exit status: 0 clean, 1 regression,
    2 error, 3 ambiguous: no known regression, but a speed or the cost of a changed variant could not be determined.
    """
    if head is not None and staged:
        raise UsageError("--head REF and --staged exclude each other (got both)")
    if cluster["on"] is None:
        from ...worker.head_start import head_start

        # Reading the head reports an error in its settings, which may differ from these.
        with contextlib.suppress(UsageError):
            ctx.with_resource(head_start(Settings.load(Path.cwd(), device=device)))

    from ...cluster.opening import Where
    from ...report.text.console import make_console, print_line
    from ...store.whole_file import text_stream
    from ..action.gate import GateCommand, read_allowance, read_margin, run_gate_command

    where = Where.parse(**cluster)
    files = {"--json": json_path, "--markdown": markdown_path, "--junit": junit_path}
    command = GateCommand(
        base=base,
        head=head,
        names=names,
        device=device,
        margin=read_margin(margin),
        allowances=tuple(read_allowance(text) for text in allowances),
        sweep=sweep,
        files={flag: path for flag, path in files.items() if path is not None},
        exact_base=exact_base,
        staged=staged,
        where=where,
        archs=archs,
    )
    console = make_console(text_stream(files))
    notes = make_console(sys.stderr)
    ctx.exit(run_gate_command(command, console, on_step=lambda text: print_line(notes, text)))
