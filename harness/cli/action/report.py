"""``kernel-harness report``: reads files; builds one HTML document, or compares CUDA releases."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ...errors import UsageError
from ...report.html.document import html
from ...report.html.inputs import Inputs, read_inputs
from ...report.html.numbers import plural
from ...report.html.section.source import SourceTexts
from ...report.release_table import ReleaseTable, compare_releases
from ...report.text.release_text import markdown, print_table
from ...store.whole_file import check_writable, write_text


@dataclass(frozen=True)
class ReportRequest:
    """Arguments of ``kernel-harness report``."""

    out: Path | None
    """The HTML file; None to print a comparison of CUDA releases."""
    files: tuple[Path, ...]
    """Files to read."""
    baseline: str = ""
    """Baseline of the speed-ups; empty to find it."""
    markdown_path: Path | None = None
    """Markdown file of the comparison."""


def run_report(request: ReportRequest, console: Console) -> None:
    """Write a report and print a summary of its content, or print a comparison of CUDA releases."""
    for flag, path in (("OUT.html", request.out), ("--markdown", request.markdown_path)):
        if path is not None:
            check_writable(path, flag)
    inputs = read_inputs(request.files)
    timed = {time.variant for bench in inputs.benches for time in bench.times}
    if request.baseline and request.baseline not in timed:
        raise UsageError(
            f"--baseline must name a variant that was timed (got {request.baseline!r}; timed: "
            f"{', '.join(sorted(timed)) or 'none'})"
        )
    others = summary(Inputs(**{**vars(inputs), "checks": (), "counts": ()}))
    if request.out is None and others:
        raise UsageError(
            f"without OUT.html, only files of check --json and count --json are compared (got {others}); "
            "name the report first"
        )
    if request.out is None or request.markdown_path is not None:
        table = _comparison(inputs)
        if request.markdown_path is not None:
            write_text(markdown(table), request.markdown_path, "--markdown")
        if request.out is None:
            print_table(table, console)
            return
    content = html(inputs, baseline=request.baseline, texts=SourceTexts(Path.cwd()))
    write_text(content, request.out, "OUT.html")
    console.print(
        Text(f"{request.out}: {summary(inputs)}, {len(content.encode()) / 1e3:.0f} kB"), soft_wrap=True
    )


def _comparison(inputs: Inputs) -> ReleaseTable:
    """Compare the releases of a report's inputs; UsageError if a file cannot be compared."""
    table = compare_releases(
        [(check.name, check.content) for check in inputs.checks],
        [(count.name, count.content) for count in inputs.counts],
    )
    if table.refused:
        raise UsageError(
            "files must be of the same kernels, settings and program, each with another CUDA release (got "
            f"{'; '.join(table.refused)})"
        )
    if not table.is_comparison:
        raise UsageError(
            f"files of two CUDA releases are needed to compare (got CUDA {', '.join(table.releases) or 'none'})"
        )
    return table


def summary(inputs: Inputs) -> str:
    """Return a summary of a report's inputs, in words."""
    parts = [
        (len(inputs.checks), "check"),
        (len(inputs.gates), "gate"),
        (len(inputs.benches), "benchmark file"),
        (len(inputs.counts), "count"),
        (len(inputs.traces), "trace"),
        (len(inputs.programs), "program"),
    ]
    return ", ".join(plural(n, word) for n, word in parts if n)
