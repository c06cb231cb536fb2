"""The command ``kernel-harness report`` with its options."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("report")
@click.argument("out", metavar="OUT.html", type=click.Path(path_type=Path))
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE.json...", type=click.Path(path_type=Path, exists=True)
)
@click.option(
    "--baseline",
    default="",
    metavar="NAME",
    help="Variant that speed-ups are relative to. Default: the one declared as baseline, or named naive.",
)
def report_command(out: Path, files: tuple[Path, ...], baseline: str) -> None:
    """Make one HTML file of the results of other commands; it can be read without a network.

    FILE.json is a file that `check --json`, `gate --json`, `count --json`, `trace --json`, `run --json`,
    `pytest --benchmark-json`, `history add` or `cuda check` wrote, also compressed by gzip. A folder stands for all
    such files in it. Exit status: 0 written, 2 a file cannot be used.
    """
    from ...report.text.console import make_console
    from ...store.whole_file import text_stream
    from ..action.report import ReportRequest, run_report

    run_report(ReportRequest(out, files, baseline), make_console(text_stream({"OUT.html": out})))
