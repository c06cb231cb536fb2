"""``kernel-harness report``: reads files; builds one HTML document, or compares CUDA releases."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...errors import UsageError
from ..options import file_option

if TYPE_CHECKING:
    from rich.console import Console

    from ...report.inputs import Inputs


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
@file_option("--markdown", "Also write the comparison of CUDA releases as Markdown.", name="markdown_path")
def report_command(paths: tuple[Path, ...], baseline: str, markdown_path: Path | None) -> None:
    """Make one HTML file of results, or compare CUDA releases.

    With OUT.html: FILE.json is a file that `check --json`, `gate --json`, `count --json`, `trace --json`,
    `run --json` or `pytest --benchmark-json` wrote, also compressed by gzip. A folder stands for all
    such files in it. The page can be read without a network.

    Without OUT.html: prints what `check --json` and `count --json` wrote with several CUDA releases side by side. Files
    of other kernels, other settings or the same release are refused.

    Exit status: 0 written or printed, 2 a file cannot be used.
    """
    from ...report.text.console import make_console
    from ...store.whole_file import is_standard_output, text_stream

    page = (path for path in paths if path.suffix.lower() in (".html", ".htm") or is_standard_output(path))
    out = next(page, None)
    files = tuple(path for path in paths if path is not out)
    if not files:
        raise click.UsageError("Missing argument 'FILE.json...'.")
    console = make_console(text_stream({"OUT.html": out, "--markdown": markdown_path}))
    run_report(out, files, console, baseline=baseline, markdown_path=markdown_path)


def run_report(
    out: Path | None,
    files: tuple[Path, ...],
    console: Console,
    *,
    baseline: str = "",
    markdown_path: Path | None = None,
) -> None:
    from ...report.html.document import html
    from ...report.inputs import read_inputs
    from ...report.releases import compare_releases, markdown, print_table
    from ...report.text.console import print_line
    from ...store.whole_file import write_text

    inputs = read_inputs(files)
    timed = {time.variant for bench in inputs.benches for time in bench.times}
    # A typing error would otherwise only leave the speed-ups out.
    if baseline and baseline not in timed:
        raise UsageError(
            f"--baseline must name a variant that was timed (got {baseline!r}; timed: "
            f"{', '.join(sorted(timed)) or 'none'})"
        )
    # Only checks and counts can be put side by side.
    others = _summary(replace(inputs, checks=(), counts=()))
    if out is None and others:
        raise UsageError(
            f"without OUT.html, only files of check --json and count --json are compared (got {others}); "
            "name the report first"
        )
    if out is None or markdown_path is not None:
        table = compare_releases(inputs.checks, inputs.counts)
        if table.refused:
            raise UsageError(
                "files must be of the same kernels, settings and program, each with another CUDA release (got "
                f"{'; '.join(table.refused)})"
            )
        if not table.is_comparison:
            releases = ", ".join(table.releases) or "none"
            raise UsageError(
                f"files of two CUDA releases are needed to compare (got CUDA {releases}); a page needs OUT.html first"
            )
        if markdown_path is not None:
            write_text(markdown(table), markdown_path, "--markdown")
        if out is None:
            print_table(table, console)
            return
    content = html(inputs, baseline=baseline)
    write_text(content, out, "OUT.html")
    print_line(console, f"{out}: {_summary(inputs)}, {len(content.encode()) / 1e3:.0f} kB")


def _summary(inputs: Inputs) -> str:
    from ...report.html.numbers import plural

    words = ("check", "gate", "benchmark file", "count", "trace", "program")
    by_word = zip(vars(inputs).values(), words, strict=True)
    return ", ".join(plural(len(files), word) for files, word in by_word if files)
