"""One self-contained HTML file of all results: it loads no script, style, font or picture.

The same inputs give the same bytes. Nothing here reads a clock or the environment. The only files read are the sources
that findings name, if they are unchanged since the check.

A report begins with the verdict as its title, a sentence for each gate and check, and a few figures. It ends with the
files that it was made of, each with its device, driver, compiler, versions and command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from shlex import join as shell_join
from typing import NamedTuple, TypeVar

from ... import __version__
from ...device.base import CheckedDevice
from ...measure.bench_file import BenchTime
from ...verdict import Verdict
from ..json.check import CheckDocument
from ..releases import MEANINGS, FigureCell, ReleaseTable, Trend, compare_releases, legend, notes
from .check import SourceTexts, check_section, errors_section, place_text, summary_text
from .executor import cost_section, is_clean, program_name, program_section, program_summary, trace_section
from .gate import gate_section, gate_text, outcome
from .inputs import Document, Inputs
from .numbers import MISSING, number, percent, plural
from .speed import speed_section
from .table import Cell, Column, table, words
from .templates import Markup, part, render, resource

# The browser may load nothing: the file is complete.
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "script-src 'unsafe-inline'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)


_Content = TypeVar("_Content")


@dataclass(frozen=True)
class _Section:
    name: str
    title: str
    command: str
    content: Markup | None
    """None if no file has what the section needs."""


def html(inputs: Inputs, *, baseline: str = "", texts: SourceTexts | None = None) -> str:
    known = list(_sections(inputs, baseline, texts or SourceTexts()))
    page = render(
        "document.html",
        title=headline(inputs),
        policy=_POLICY,
        style=Markup(resource("report.css")),
        script=Markup(resource("report.js")),
        verdicts=list(verdicts(inputs)),
        tiles=list(_tiles(inputs)),
        sections=[each for each in known if each.content is not None],
        left_out=[each for each in known if each.content is None and each.command],
        version=__version__,
    )
    return f"{page}\n"


# By section: the command that writes the file which a section needs. It is named where the section is left out.
_COMMANDS = {
    "change": "kernel-harness gate --base REF --json gate.json",
    "verdicts": "kernel-harness check --json check.json",
    "traces": "kernel-harness trace NAME -k CASE --json trace.json",
    "programs": "kernel-harness run --json run.json PROGRAM.py",
    "speed": "pytest --kernel-device gpu --benchmark-only --benchmark-json bench.json",
    "cost": "kernel-harness count --json count.json",
    "cuda": "KERNEL_HARNESS_CUDA=12.4 kernel-harness check --json check-12.4.json",
}


def _sections(inputs: Inputs, baseline: str, texts: SourceTexts) -> Iterator[_Section]:
    def section(name: str, title: str, content: Markup | None) -> _Section:
        return _Section(name, title, _COMMANDS.get(name, ""), content)

    def each_of(
        documents: Sequence[Document[_Content]], build: Callable[[Document[_Content], int], Markup]
    ) -> Markup | None:
        parts = [build(document, index) for index, document in enumerate(documents)]
        return Markup().join(parts) if parts else None

    releases = compare_releases(
        [(check.name, check.content) for check in inputs.checks],
        [(count.name, count.content) for count in inputs.counts],
    )
    gates = each_of(inputs.gates, partial(gate_section, texts=texts))
    checks = each_of(inputs.checks, partial(check_section, texts=texts))
    speed = speed_section(inputs.benches, baseline) if inputs.benches else None
    yield section("change", "Base against head", gates)
    yield section("verdicts", "Verdicts", checks)
    yield section("traces", "Traces", each_of(inputs.traces, trace_section))
    yield section("programs", "Programs", each_of(inputs.programs, program_section))
    yield section("errors", "Largest errors", each_of(inputs.checks, errors_section))
    yield section("speed", "Speed", speed)
    yield section("cost", "Cost", each_of(inputs.counts, cost_section))
    yield section("cuda", "CUDA releases", _cuda_section(releases) if releases.is_comparison else None)
    yield section("environment", "Environment", _environment(inputs) if inputs != Inputs() else None)


_ARROWS = {Trend.BETTER: "\u2193", Trend.WORSE: "\u2191"}
_DIFFERS, _SAME = "differs", "same"


def _cuda_section(found: ReleaseTable) -> Markup:
    n_same = sum(each.is_constant for each in found.variants)
    summary = (
        f"{plural(len(found.variants), 'variant')} with {plural(len(found.releases), 'CUDA release')}, "
        f"{found.releases[0]} to {found.releases[-1]}; {n_same} unchanged."
    )
    parts = [
        ("Meaning", list(legend(found))),
        *((head.capitalize(), texts) for head, texts, _ in notes(found)),
    ]
    return render("cuda.html", summary=summary, table=_release_table(found), notes=parts)


def _release_table(found: ReleaseTable) -> Markup:
    columns = [
        Column("variant"),
        Column("figure", meaning="; ".join(f"{name}: {text}" for name, text in MEANINGS.items())),
        Column("releases", meaning="whether they differ"),
        *(
            Column(cuda, meaning=compiler, is_number=True)
            for cuda, compiler in zip(found.releases, found.compilers, strict=True)
        ),
    ]
    rows = [
        [
            words(variant.id, part("coded", variant.id)),
            words(row.figure, part("titled", row.figure, variant.counted or None)),
            words(_SAME if row.is_constant else _DIFFERS),
            *(_cell(cell, is_result=row.is_result) for cell in row.cells),
        ]
        for variant in found.variants
        for row in variant.rows
    ]
    caption = "An arrow marks a figure that differs from the previous release"
    return table("cuda-releases", caption, columns, rows, filter_label="Filter (try: differs)")


def _cell(cell: FigureCell, *, is_result: bool) -> Cell:
    if not cell.text:
        return words(MISSING)
    if is_result:
        verdict = cell.text.partition(" ")[0]
        return words(cell.text, part("chip", cell.text, verdict.lower()))
    arrow = f"\u00a0{_ARROWS[cell.trend]}" if cell.trend in _ARROWS else ""
    kind = cell.trend.value if cell.trend in _ARROWS else ""
    return Cell(f"{cell.text}{arrow}", float(cell.text), None, kind)


_HEADS = ("file", "kind", "device", "driver", "compiler", "CUDA", "arch", "kernel-harness", "when", "command")
_SHORT = frozenset({"kind", "driver", "compiler", "CUDA", "arch", "when"})
# Digits of a commit: the full name would make the table wider than a screen.
_ABBREVIATED = 12
_NO_DEVICE = CheckedDevice("", "", "", "", "", "", ())
Row = tuple[str, ...]


def _environment(inputs: Inputs) -> Markup:
    return render(
        "environment.html",
        heads=_HEADS,
        short=_SHORT,
        rows=[list(zip(_HEADS, row, strict=True)) for row in _rows(inputs)],
    )


def _rows(inputs: Inputs) -> Iterator[Row]:
    for check in inputs.checks:
        target = check.content.device
        info = target.info or _NO_DEVICE
        name = info.name or f"unavailable: {target.unavailable}"
        yield (
            check.name, "check", f"{target.kind}: {name}", info.driver, info.compiler, info.cuda, info.arch,
            check.content.harness, check.content.timing.started, _command(check.content.command),
        )  # fmt: skip
    for gate in inputs.gates:
        base = gate.content.base_commit[:_ABBREVIATED] or gate.content.base
        yield (
            gate.name, "gate", str(gate.content.target.get("device", "")), "", gate.content.compiler, "", "",
            gate.content.harness, "", f"kernel-harness gate --base {base}",
        )  # fmt: skip
    for bench in inputs.benches:
        for place in dict.fromkeys((t.device, t.driver, t.compiler, t.cuda, t.arch) for t in bench.times):
            device, driver, compiler, cuda, arch = place
            # A commit alone would be wrong about what was timed.
            dirty = ", files differ from it" if bench.is_dirty else ""
            commit = (
                f"pytest --benchmark-json, at {bench.commit[:9]}{dirty}"
                if bench.commit
                else "pytest --benchmark-json"
            )
            yield (bench.name, "benchmarks", device, driver, compiler, cuda, arch, "", bench.measured, commit)
    for count in inputs.counts:
        yield (
            count.name, "count", "cpu: PTX executor", "", count.content.compiler, count.content.cuda,
            count.content.arch, count.content.harness, "", _command(count.content.command),
        )  # fmt: skip
    for trace in inputs.traces:
        yield (
            trace.name, "trace", "cpu: PTX executor", "", "", "", "", trace.content.harness, "",
            _command(trace.content.command),
        )  # fmt: skip
    for program in inputs.programs:
        yield (
            program.name, "program", f"virtual {program.content.gpu}", "virtual", "", "", program.content.arch,
            program.content.harness, "", f"kernel-harness run {shell_join(program.content.command)}",
        )  # fmt: skip


def _command(arguments: Sequence[str]) -> str:
    return f"kernel-harness {shell_join(arguments)}"


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
    found = list(verdicts(inputs))
    titles = [each.title for each in found]
    if len(found) > MOST_VERDICTS:
        # Python sorts stably: the bad ones come first, each group in the order of the files.
        titles = [each.title for each in sorted(found, key=lambda each: each.is_good)]
        rest = len(found) - MOST_VERDICTS + 1
        titles[MOST_VERDICTS - 1 :] = [f"{rest} more verdicts below"]
    # A report of times alone judges nothing.
    return "; ".join(titles) if titles else _subject(inputs)


def _place(content: CheckDocument, inputs: Inputs) -> str:
    """Return where a check ran, and with which CUDA release if the report's checks are of several."""
    devices = [check.content.device.info for check in inputs.checks]
    info = content.device.info
    # With one release its name would only lengthen the title.
    several = len({each.cuda for each in devices if each}) > 1
    return f"{place_text(content)}, CUDA {info.cuda}" if info and several else place_text(content)


def _subject(inputs: Inputs) -> str:
    devices = [time.device for bench in inputs.benches for time in bench.times]
    if devices:
        return f"Speed on {'; '.join(dict.fromkeys(devices))}"
    if inputs.counts:
        return f"Cost of kernels, {'; '.join(dict.fromkeys(each.content.arch for each in inputs.counts))}"
    if inputs.traces:
        return f"Trace of {'; '.join(dict.fromkeys(each.content.element for each in inputs.traces))}"
    return "Nothing to report"


def verdicts(inputs: Inputs) -> Iterator[HeadlineVerdict]:
    for gate in (each.content for each in inputs.gates):
        subject = f"{gate.head} against {gate.base}"
        yield HeadlineVerdict(*outcome(gate), subject, gate_text(gate), gate.exit_code == 0)
    for check in (each.content for each in inputs.checks):
        found = {variant.verdict for variant in check.variants}
        is_whole = not check.declaration_errors and not check.stopped
        is_failing = any(each.is_failure for each in found)
        has_passed = bool(found & {Verdict.PASS, Verdict.UNPROVEN})
        is_good = is_whole and has_passed and not is_failing
        word, kind = ("PASS", "pass") if is_good else ("FAIL", "fail")
        if is_whole and not has_passed and not is_failing:
            word, kind = "NOTHING RAN", "error"
        yield HeadlineVerdict(word, kind, _place(check, inputs), summary_text(check), is_good)
    for run in (each.content for each in inputs.programs):
        word, kind = ("CLEAN", "pass") if is_clean(run) else ("NOT CLEAN", "fail")
        yield HeadlineVerdict(word, kind, program_name(run), program_summary(run), is_clean(run))


def _tiles(inputs: Inputs) -> Iterator[tuple[str, str]]:
    """Yield figures that a reader wants at a glance, each with its explanation."""
    for bench in inputs.benches:
        timed = [time for time in bench.times if not time.is_executor]
        if timed:
            fastest = max(timed, key=lambda each: each.gbps)
            of_copy = f", {percent(fastest.copy_fraction)} of copy" if fastest.copy_fraction else ""
            yield f"{number(fastest.gbps)} GB/s", f"fastest: {_problem(fastest)}{of_copy}"
            compared = [each for each in timed if each.copy_fraction]
            slowest = min(compared, key=lambda each: each.copy_fraction or 0.0, default=None)
            if slowest is not None and slowest is not fastest:
                yield f"{percent(slowest.copy_fraction, 1)} of copy", f"slowest: {_problem(slowest)}"
    for count in inputs.counts:
        spilling = sorted(
            {
                case.variant
                for case in count.content.cases
                if any(each.spill_store_bytes for each in case.resources)
            }
        )
        if spilling:
            names = f"{', '.join(spilling[:3])}{', ...' if spilling[3:] else ''}"
            yield plural(len(spilling), "variant"), f"with spilled registers: {names}"


def _problem(time: BenchTime) -> str:
    return f"{time.variant} {time.dtype} {time.shape}"
