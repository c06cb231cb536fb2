"""The command ``kernel-harness report`` with its options."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("report")
@click.argument(
    "paths", nargs=-1, required=True, metavar="[OUT.html] FILE.json...", type=click.Path(path_type=Path)
)
@click.option(
    "--baseline",
    default="",
    metavar="NAME",
    help="Variant that speed-ups are relative to. Default: the one declared as baseline, or named naive.",
)
@click.option(
    "--markdown",
    "markdown_path",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Also write the comparison of CUDA releases as Markdown.",
)
def report_command(paths: tuple[Path, ...], baseline: str, markdown_path: Path | None) -> None:
    """Make one HTML file of the results of other commands, or compare CUDA releases.

    With OUT.html: FILE.json is a file that `check --json`, `gate --json`, `count --json`, `trace --json`,
    `run --json` or `pytest --benchmark-json` wrote, also compressed by gzip. A folder stands for all
    such files in it. The page can be read without a network.

    Without OUT.html: prints what `check --json` and `count --json` wrote with several CUDA releases side by side. Files
    of other kernels, other settings or the same release are refused.

    Exit status: 0 written or printed, 2 a file cannot be used.
    """
    from ...report.text.console import make_console
    from ...store.whole_file import is_standard_output, text_stream
    from ..action.report import ReportRequest, run_report

    first, *rest = paths
    is_page = first.suffix.lower() in (".html", ".htm") or is_standard_output(first)
    out, files = (first, tuple(rest)) if is_page else (None, paths)
    if not files:
        raise click.UsageError("Missing argument 'FILE.json...'.")
    console = make_console(text_stream({"OUT.html": out, "--markdown": markdown_path}))
    run_report(ReportRequest(out, files, baseline, markdown_path), console)
