"""What ``kernel-harness report`` does: read files, build one HTML document, write it whole."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from ...errors import UsageError
from ...report.html.document import html
from ...report.html.inputs import Inputs, read_inputs
from ...report.html.numbers import plural
from ...report.html.source import SourceTexts
from ...store.whole_file import check_writable, is_standard_output, write_text


@dataclass(frozen=True)
class ReportRequest:
    """What the command line asked for.

    Parameters
    ----------
    out : Path
        The HTML file.
    files : tuple of Path
        What it is made of.
    baseline : str
        The variant that speed-ups are over; empty to find it.
    """

    out: Path
    files: tuple[Path, ...]
    baseline: str = ""


def run_report(request: ReportRequest, console: Console) -> None:
    """Write a report and say what it holds.

    Raises
    ------
    UsageError
        A file cannot be read or is of no known kind, the baseline was not timed, or the report cannot be written; then
        nothing is.
    """
    if request.out.suffix.lower() not in (".html", ".htm") and not is_standard_output(request.out):
        raise UsageError(
            f"the report must be named OUT.html, before the files it is made of (got {request.out})"
        )
    check_writable(request.out, "OUT.html")
    inputs = read_inputs(request.files)
    timed = {time.variant for bench in inputs.benches for time in bench.times}
    if request.baseline and request.baseline not in timed:
        raise UsageError(
            f"--baseline must name a variant that was timed (got {request.baseline!r}; timed: "
            f"{', '.join(sorted(timed)) or 'none'})"
        )
    content = html(inputs, baseline=request.baseline, texts=SourceTexts(Path.cwd()))
    write_text(content, request.out, "OUT.html")
    console.print(
        Text(f"{request.out}: {summary(inputs)}, {len(content.encode()) / 1e3:.0f} kB"), soft_wrap=True
    )


def summary(inputs: Inputs) -> str:
    """Return what a report is made of, in words."""
    parts = [
        (len(inputs.checks), "check"),
        (len(inputs.gates), "gate"),
        (len(inputs.benches), "benchmark file"),
        (len(inputs.counts), "count"),
        (len(inputs.releases), "CUDA release"),
        (len(inputs.records), "kept result"),
    ]
    return ", ".join(plural(n, word) for n, word in parts if n)
