"""``kernel-harness report``: reads files, builds one HTML document, writes it atomically."""

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
from ...store.whole_file import check_writable, is_standard_output, write_text


@dataclass(frozen=True)
class ReportRequest:
    """Arguments of ``kernel-harness report``.

    Parameters
    ----------
    out : Path
        The HTML file.
    files : tuple of Path
        Files to read.
    baseline : str
        Baseline of the speed-ups; empty to find it.
    """

    out: Path
    files: tuple[Path, ...]
    baseline: str = ""


def run_report(request: ReportRequest, console: Console) -> None:
    """Write a report and print a summary of its content.

    Raises
    ------
    UsageError
        A file cannot be read or is of an unknown kind, the baseline was not timed, or the report cannot be written.
        Nothing is written.
    """
    if request.out.suffix.lower() not in (".html", ".htm") and not is_standard_output(request.out):
        raise UsageError(
            f"the first argument must be the report, OUT.html, before its input files (got {request.out})"
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
    """Return a summary of a report's inputs, in words."""
    parts = [
        (len(inputs.checks), "check"),
        (len(inputs.gates), "gate"),
        (len(inputs.benches), "benchmark file"),
        (len(inputs.counts), "count"),
        (len(inputs.traces), "trace"),
        (len(inputs.programs), "program"),
        (len(inputs.releases), "CUDA release"),
        (len(inputs.records), "kept result"),
    ]
    return ", ".join(plural(n, word) for n, word in parts if n)
