"""Prints the results of variants with several CUDA releases, on a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from ...releases.model import ReleaseRecord, Status, VariantRecord
from ...releases.survey import NOT_RUN
from ...releases.table import FIGURES, CudaTable, FigureCell, FigureRow, Limit, Trend, VariantRows, arch_span
from . import markdown_text
from .console import print_line, print_lines
from .markdown_text import broken
from .terminal import count

_SAME = "."
_STYLES = {Trend.WORSE: "bold red", Trend.BETTER: "green"}
_MIN_WIDTH = 6
_SHOWN_FAILURES = 3


def print_table(table: CudaTable, console: Console) -> None:
    """Print a table: one line for a variant that all releases agree on, else a line for each differing figure."""
    records = table.records

    def line(text: str = "", style: str = "") -> None:
        print_line(console, text, style=style)

    width = max((len(each.id) for each in table.variants), default=0) + 2
    figure_width = max(map(len, FIGURES)) + 2
    columns = [
        max(_MIN_WIDTH, len(record.cuda), *(len(cell.text) for cell in _column(table, index))) + 1
        for index, record in enumerate(records)
    ]
    line(
        f"{'CUDA release':<{width + figure_width}}" + _line([each.cuda for each in records], columns), "bold"
    )
    line(f"{'architectures':<{width + figure_width}}" + _line([str(len(r.archs)) for r in records], columns))
    line(f"{'PTX ISA':<{width + figure_width}}" + _line([r.ptx_isa for r in records], columns))
    for variant in table.variants:
        if variant.is_constant and len(records) > 1:
            line(f"{variant.id:<{width}}{_same(variant, len(records))}")
            continue
        name = variant.id
        for row in variant.rows:
            if row.is_constant and len(records) > 1 and row.figure != "result":
                continue
            printed = Text(f"{name:<{width}}{row.figure:<{figure_width}}")
            for index, cell in enumerate(row.cells):
                is_same = cell.trend is Trend.SAME and bool(cell.text)
                shown = _SAME if is_same and index else cell.text or "-"
                printed.append(f"{shown:>{columns[index]}}", style=_STYLES.get(cell.trend, ""))
            console.print(printed, soft_wrap=True)
            name = ""
    line()
    for text in legend(table):
        line(f"  {text}")
    for head, texts, style in notes(table):
        line()
        line(head, style)
        for text in texts:
            print_lines(console, f"  {text}")


def print_record(record: ReleaseRecord, console: Console) -> None:
    """Print builds, warnings and limits of a release; the lines of the run itself do not have them."""

    def line(text: str = "", style: str = "") -> None:
        print_line(console, text, style=style)

    statuses = [each.status(record.arch) for each in record.variants]
    n_builds = sum(len(each.builds) for each in record.variants)
    n_built = sum(build.is_built for each in record.variants for build in each.builds)
    line()
    line(f"CUDA {record.cuda}, {record.compiler}, PTX ISA {record.ptx_isa or '-'}", "bold")
    line(f"{'headers':<9} {record.headers}")
    line(f"{'compiled':<9} {n_built} of {n_builds} builds, for {' '.join(record.archs)}")
    for kind, what in record.devices.items():
        if what.startswith(NOT_RUN):
            line(f"{'not run':<9} {kind}: {what.removeprefix(NOT_RUN)}")
        else:
            line(f"{'ran':<9} {kind}: {what}")
    for skip in record_limits(record):
        line(f"{'skip':<9} {skip}", "yellow")
    for text in _warnings(record):
        print_lines(console, f"{'warning':<9} {text}", style="yellow")
    for text in (*_failures(record), *(f"ERROR {error}" for error in record.declaration_errors)):
        print_lines(console, text, style="bold red")
    told = ", ".join(f"{statuses.count(each)} {each.value}" for each in Status if each in statuses)
    line(f"{count(len(statuses), 'variant')}: {told or 'nothing was run'}", "bold")


def record_limits(record: ReleaseRecord) -> Iterator[str]:
    """Yield the limits of a release, a line each."""
    for variant in record.variants:
        for skip, archs in variant.skips.items():
            yield limit_text(Limit(variant.id, skip, (), arch_span(archs, record.archs)))


def limit_text(limit: Limit) -> str:
    """Return a limit of releases as one line."""
    releases = f"{', '.join(limit.releases)}: " if limit.releases else ""
    return f"{releases}{limit.variant}, {limit.archs}: {limit.skip.reason.value}: {limit.skip.message}"


def legend(table: CudaTable) -> list[str]:
    """Return the meaning of the figures and signs."""
    problems = dict.fromkeys(each.of.rpartition(", ")[2] for each in table.variants)
    return [
        f"registers, spilled bytes: of {table.arch}, the first type and the usual block of each variant; "
        f"instructions, sectors: executed and touched at {', '.join(problems)}, on the cpu device",
        f"'{_SAME}': as with the previous release; '-': no figure; variants on one line are the same with all releases",
    ]


def markdown(table: CudaTable) -> str:
    """Return a table as Markdown: one row for each figure that differs, one for each variant that does not."""
    heads = [record.cuda for record in table.records]
    lines = [
        f"| variant | figure | {' | '.join(map(broken, heads))} |",
        f"| --- | --- |{' ---: |' * len(heads)}",
        f"| | architectures | {' | '.join(str(len(record.archs)) for record in table.records)} |",
        f"| | PTX ISA | {' | '.join(broken(record.ptx_isa or '-') for record in table.records)} |",
    ]
    for variant in table.variants:
        name = markdown_text.cell(variant.id)
        for row in variant.rows:
            if row.is_constant and row.figure != "result" and not variant.is_constant:
                continue
            lines.append(
                f"| {name} | {row.figure} | {' | '.join(_markdown_cell(cell) for cell in row.cells)} |"
            )
            name = ""
    lines += ["", *(f"- {broken(text)}" for text in legend(table))]
    for head, texts, _ in notes(table):
        lines += ["", f"**{head}**", "", *(f"- {broken(text)}" for text in texts)]
    return "\n".join(lines) + "\n"


def _markdown_cell(cell: FigureCell) -> str:
    if not cell.text:
        return "-"
    return f"**{broken(cell.text)}**" if cell.trend in _STYLES else broken(cell.text)


def notes(table: CudaTable) -> Iterator[tuple[str, Sequence[str], str]]:
    """Yield the parts below the table: head, lines, style."""
    failures = [
        f"{record.cuda}: {text}"
        for record in table.records
        for text in (*_failures(record), *record.declaration_errors)
    ]
    if failures:
        yield "failed", failures, "bold red"
    if table.impossible:
        told = [f"{name}: every release refuses it, so the variant is at fault" for name in table.impossible]
        yield "not compiled by any release here", told, "bold red"
    if table.stale:
        yield "not comparable", table.stale, "bold red"
    if table.limits:
        yield "skipped: limits of a release", [limit_text(each) for each in table.limits], "yellow"
    if table.arch_notes:
        yield "architectures", table.arch_notes, ""
    not_run: dict[str, list[str]] = {}
    for record in table.records:
        for kind, what in record.devices.items():
            if what.startswith(NOT_RUN):
                not_run.setdefault(f"{kind}: {what.removeprefix(NOT_RUN)}", []).append(record.cuda)
    if not_run:
        yield "not run", [f"{text} ({_span(cudas, table)})" for text, cudas in not_run.items()], ""


def _span(cudas: Sequence[str], table: CudaTable) -> str:
    return "all releases" if len(cudas) == len(table.records) else ", ".join(cudas)


def _failures(record: ReleaseRecord) -> Iterator[str]:
    for variant in record.variants:
        yield from _failed(variant, record)


def _failed(variant: VariantRecord, record: ReleaseRecord) -> Iterator[str]:
    refused: dict[str, list[str]] = {}
    for build in variant.builds:
        if build.error:
            refused.setdefault(build.error.splitlines()[0], []).append(build.arch)
    for error, archs in refused.items():
        yield f"{variant.id} does not compile for {', '.join(dict.fromkeys(archs))}: {error}"
    for kind, run in variant.runs.items():
        for failure in run.failures[:_SHOWN_FAILURES]:
            yield f"{failure.verdict} {failure.id} on {kind}: {', '.join(failure.reasons)}; rerun: " + (
                f"KERNEL_HARNESS_CUDA={record.cuda} {failure.rerun}"
            )
        if len(run.failures) > _SHOWN_FAILURES:
            yield f"{len(run.failures) - _SHOWN_FAILURES} more of {variant.id} on {kind}, all in the JSON"
    if variant.status(record.arch) is Status.NOT_RUN:
        yield f"{variant.id} was not run"
    for error in variant.errors:
        yield f"{variant.id}: {error}"


def _warnings(record: ReleaseRecord) -> Iterator[str]:
    found: dict[str, dict[str, None]] = {}
    for variant in record.variants:
        for build in variant.builds:
            for text in build.warnings:
                found.setdefault(text, {})[variant.id] = None
    for text, names in found.items():
        yield (
            f"{text} ({count(len(names), 'variant')}: {', '.join(names)})"
            if len(names) < 4
            else (f"{text} ({count(len(names), 'variant')})")
        )


def _column(table: CudaTable, index: int) -> list[FigureCell]:
    return [row.cells[index] for variant in table.variants for row in variant.rows]


def _line(texts: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"{text or '-':>{width}}" for text, width in zip(texts, widths, strict=True))


def _same(variant: VariantRows, n: int) -> str:
    def value(row: FigureRow) -> str:
        return row.cells[0].text

    values = {row.figure: value(row) for row in variant.rows}
    return f"{values.pop('result')} with all {n}: " + ", ".join(
        f"{text} {name}" for name, text in values.items()
    )
