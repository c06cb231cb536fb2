"""One self-contained HTML file of all results: it loads no script, style, font or picture.

The same inputs give the same bytes. Nothing here reads a clock or the environment. The only files read are the sources
that findings name, if they are unchanged since the check.

A report begins with the verdict as its title, a sentence for each gate and check, and a few figures. It ends with the
input files, each with its device, driver, compiler, versions and command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from shlex import join as shell_join
from typing import NamedTuple, TypeVar

from ... import __version__
from ...device.base import CheckedDevice
from ...lazy import dataclass
from ...measure.columns import PROGRAM_COLUMNS, Sums
from ...verdict import Verdict
from ..inputs import InputFile, Inputs
from ..json.check import CheckDocument
from ..json.count import counters_of
from ..json.program import LaunchedKernel, ProgramDocument
from ..json.trace import TraceDocument
from ..releases import MEANINGS, FigureRow, ReleaseTable, Trend, VariantRows, compare_releases, legend, notes
from ..text.trace_text import decision_lines, head_lines, statement_lines
from .cost import cost_section, speed_section
from .numbers import MISSING, plural
from .table import Cell, Column, bad_above_zero, figure, figure_columns, numeric, table, words
from .templates import Markup, part, render, resource
from .verdicts import (
    check_section,
    errors_section,
    gate_section,
    gate_text,
    outcome,
    place_text,
    summary_text,
)

# The browser may load nothing: the file is complete.
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'"
)


_Content = TypeVar("_Content")


@dataclass(frozen=True)
class _ReportSection:
    name: str
    title: str
    command: str
    content: Markup | None
    """None if no input file has data for the section."""


def html(inputs: Inputs, *, baseline: str = "") -> str:
    known = list(_sections(inputs, baseline))
    page = render(
        "document.html",
        title=headline(inputs),
        policy=_POLICY,
        style=Markup(resource("report.css")),
        script=Markup(resource("report.js")),
        verdicts=list(verdicts(inputs)),
        inputs=inputs,
        spilling_of=lambda count: sorted(
            {case.variant for case in count.cases if any(used.spill_store_bytes for used in case.resources)}
        ),
        sections=[section for section in known if section.content is not None],
        left_out=[section for section in known if section.content is None and section.command],
        version=__version__,
    )
    return f"{page}\n"


# By section: the command that writes its input file. It is named where the section is left out.
_COMMANDS = {
    "change": "kernel-harness gate --base REF --json gate.json",
    "verdicts": "kernel-harness check --json check.json",
    "traces": "kernel-harness trace NAME -k CASE --json trace.json",
    "programs": "kernel-harness run --json run.json PROGRAM.py",
    "speed": "pytest --kernel-device gpu --benchmark-only --benchmark-json bench.json",
    "cost": "kernel-harness count --json count.json",
    "cuda": "KERNEL_HARNESS_CUDA=12.4 kernel-harness check --json check-12.4.json",
}


def _sections(inputs: Inputs, baseline: str) -> Iterator[_ReportSection]:
    def section(name: str, title: str, content: Markup | None) -> _ReportSection:
        return _ReportSection(name, title, _COMMANDS.get(name, ""), content)

    def each_of(
        documents: Sequence[InputFile[_Content]], build: Callable[[InputFile[_Content], int], Markup]
    ) -> Markup | None:
        parts = [build(document, index) for index, document in enumerate(documents)]
        return Markup().join(parts) if parts else None

    releases = compare_releases(inputs.checks, inputs.counts)
    gates = each_of(inputs.gates, gate_section)
    checks = each_of(inputs.checks, check_section)
    speed = speed_section(inputs.benches, baseline) if inputs.benches else None
    yield section("change", "Base against head", gates)
    yield section("verdicts", "Verdicts", checks)
    yield section("traces", "Traces", each_of(inputs.traces, _trace_section))
    yield section("programs", "Programs", each_of(inputs.programs, _program_section))
    yield section("errors", "Largest errors", each_of(inputs.checks, errors_section))
    yield section("speed", "Speed", speed)
    yield section("cost", "Cost", each_of(inputs.counts, cost_section))
    yield section("cuda", "CUDA releases", _cuda_section(releases) if releases.is_comparison else None)
    yield section("environment", "Environment", _environment(inputs) if inputs != Inputs() else None)


_PROGRAM_COLUMNS = (
    Column("kernel", lambda row: words(row[0].kernel)),
    figure("launches", lambda row: numeric(row[0].launches, 0), meaning="in all processes of the program"),
    figure("findings", lambda row: bad_above_zero(row[1]), meaning="findings that name the kernel"),
)


def _sums(row: tuple[LaunchedKernel, int]) -> Sums | None:
    kernel = row[0]
    if not kernel.counted:
        return None
    return Sums(counters_of(kernel.counters or {}), kernel.block_barriers or 0)


_COUNTED_COLUMNS = (
    figure("counted", lambda row: numeric(row[0].counted, 0), meaning="launches that ran to their end"),
    *figure_columns(PROGRAM_COLUMNS, _sums),
)


def _program_section(document: InputFile[ProgramDocument], index: int) -> Markup:
    content = document.content
    kernels = content.kernels
    # A row is a kernel, and the number of findings that name it.
    rows = [(own, sum(finding.kernel == own.kernel for finding in content.findings)) for own in kernels]
    is_counted = any(kernel.counters is not None for kernel in kernels)
    columns = (*_PROGRAM_COLUMNS, *(_COUNTED_COLUMNS if is_counted else ()))
    caption = f"{plural(len(kernels), 'kernel')}{'; sums over the counted launches' if is_counted else ''}"
    listed = table(f"program{index}", caption, columns, rows, filter_label="Filter kernels")
    return render(
        "program.html",
        program=content,
        name=" ".join(content.command),
        file_name=document.name,
        is_clean=_is_clean(content),
        summary=_program_summary(content),
        table=listed if rows else None,
    )


def _is_clean(content: ProgramDocument) -> bool:
    return not (content.exit_code or content.findings or content.failures or content.unserved)


def _program_summary(content: ProgramDocument) -> str:
    parts = [
        f"{plural(content.launches, 'launch', 'launches')} on a virtual {content.gpu} ({content.arch})",
        ", ".join(content.sanitizers) or "no sanitizers",
        plural(len(content.findings), "finding"),
        plural(len(content.notes), "note"),
    ]
    if content.unserved:
        parts.append(f"{plural(len(content.unserved), 'call')} not served")
    if content.failures:
        parts.append(f"{plural(len(content.failures), 'error')} of the virtual GPU")
    if content.program_status:
        parts.append(f"the program itself ended with status {content.program_status}")
    return "; ".join(parts)


def _trace_section(document: InputFile[TraceDocument], index: int) -> Markup:
    trace = document.content
    return render(
        "trace.html",
        name=f"trace{index}",
        trace=trace,
        head=list(head_lines(trace)),
        # The first line of each is the place, which the page shows as code.
        statements=[(own, [line.strip() for line in statement_lines(own)][1:]) for own in trace.statements],
        decisions=[(own, [line.strip() for line in decision_lines(own)][1:]) for own in trace.decisions],
    )


_ARROWS = {Trend.BETTER: "\u2193", Trend.WORSE: "\u2191"}


def _cuda_section(releases: ReleaseTable) -> Markup:
    n_same = sum(variant.is_constant for variant in releases.variants)
    summary = (
        f"{plural(len(releases.variants), 'variant')} with {plural(len(releases.releases), 'CUDA release')}, "
        f"{releases.releases[0]} to {releases.releases[-1]}; {n_same} unchanged."
    )
    parts = [
        ("Meaning", list(legend(releases))),
        *((head.capitalize(), texts) for head, texts, _ in notes(releases)),
    ]
    return render("cuda.html", summary=summary, table=_release_table(releases), notes=parts)


def _release_table(releases: ReleaseTable) -> Markup:
    columns = [
        Column("variant", lambda row: words(row[0].id, part("coded", row[0].id))),
        Column(
            "figure",
            lambda row: words(row[1].figure, part("titled", row[1].figure, row[0].counted or None)),
            meaning="; ".join(f"{name}: {text}" for name, text in MEANINGS.items()),
        ),
        Column(
            "releases",
            lambda row: words("same" if row[1].is_constant else "differs"),
            meaning="whether they differ",
        ),
        *(
            figure(cuda, partial(_release_cell, index), meaning=compiler)
            for index, (cuda, compiler) in enumerate(zip(releases.releases, releases.compilers, strict=True))
        ),
    ]
    rows = [(variant, row) for variant in releases.variants for row in variant.rows]
    caption = "An arrow marks a figure that differs from the previous release"
    return table("cuda-releases", caption, columns, rows, filter_label="Filter (try: differs)")


def _release_cell(index: int, row: tuple[VariantRows, FigureRow]) -> Cell:
    cell = row[1].cells[index]
    if not cell.text:
        return words(MISSING)
    if row[1].is_result:
        return words(cell.text, part("chip", cell.text, cell.text.partition(" ")[0].lower()))
    arrow = _ARROWS.get(cell.trend)
    shown, kind = (f"{cell.text}\u00a0{arrow}", cell.trend.value) if arrow else (cell.text, "")
    return Cell(shown, float(cell.text), None, kind)


_HEADS = ("file", "kind", "device", "driver", "compiler", "CUDA", "arch", "kernel-harness", "when", "command")
_NO_DEVICE = CheckedDevice("", "", "", "", "", "", ())


def _environment(inputs: Inputs) -> Markup:
    return render(
        "environment.html",
        heads=_HEADS,
        inputs=inputs,
        nothing=_NO_DEVICE,
        joined=shell_join,
        places_of=lambda bench: dict.fromkeys(
            map(attrgetter("device", "driver", "compiler", "cuda", "arch"), bench.times)
        ),
    )


# Most verdicts in a title, the bad ones first; all verdicts are listed below the title.
MOST_VERDICTS = 3


class HeadlineVerdict(NamedTuple):
    """The verdict of a gate, a check or a program."""

    word: str
    kind: str
    """CSS class of its colour."""
    subject: str
    summary: str
    is_good: bool

    @property
    def title(self) -> str:
        return f"{self.subject}: {self.word}"


def headline(inputs: Inputs) -> str:
    several = list(verdicts(inputs))
    titles = [verdict.title for verdict in several]
    if len(several) > MOST_VERDICTS:
        # Python sorts stably: the bad ones come first, each group in the order of the files.
        titles = [verdict.title for verdict in sorted(several, key=attrgetter("is_good"))]
        rest = len(several) - MOST_VERDICTS + 1
        titles[MOST_VERDICTS - 1 :] = [f"{rest} more verdicts below"]
    # A report of times alone judges nothing.
    return "; ".join(titles) if titles else _subject(inputs)


def _place(content: CheckDocument, inputs: Inputs) -> str:
    """Return where a check ran, and with which CUDA release if the report's checks are of several."""
    devices = [check.content.device.info for check in inputs.checks]
    info = content.device.info
    # With one release its name would only lengthen the title.
    several = len({device.cuda for device in devices if device}) > 1
    return f"{place_text(content)}, CUDA {info.cuda}" if info and several else place_text(content)


def _subject(inputs: Inputs) -> str:
    devices = [time.device for bench in inputs.benches for time in bench.times]
    if devices:
        return f"Speed on {'; '.join(dict.fromkeys(devices))}"
    if inputs.counts:
        return f"Cost of kernels, {'; '.join(dict.fromkeys(count.content.arch for count in inputs.counts))}"
    if inputs.traces:
        return f"Trace of {'; '.join(dict.fromkeys(trace.content.element for trace in inputs.traces))}"
    return "Nothing to report"


def verdicts(inputs: Inputs) -> Iterator[HeadlineVerdict]:
    for gate in (file.content for file in inputs.gates):
        subject = f"{gate.head} against {gate.base}"
        yield HeadlineVerdict(*outcome(gate), subject, gate_text(gate), gate.exit_code == 0)
    for check in (file.content for file in inputs.checks):
        present = {variant.verdict for variant in check.variants}
        is_whole = not check.declaration_errors and not check.stopped
        is_failing = any(verdict.is_failure for verdict in present)
        has_passed = bool(present & {Verdict.PASS, Verdict.UNPROVEN})
        is_good = is_whole and has_passed and not is_failing
        word, kind = ("PASS", "pass") if is_good else ("FAIL", "fail")
        if is_whole and not has_passed and not is_failing:
            word, kind = "NOTHING RAN", "error"
        yield HeadlineVerdict(word, kind, _place(check, inputs), summary_text(check), is_good)
    for run in (file.content for file in inputs.programs):
        word, kind = ("CLEAN", "pass") if _is_clean(run) else ("NOT CLEAN", "fail")
        yield HeadlineVerdict(word, kind, " ".join(run.command), _program_summary(run), _is_clean(run))
