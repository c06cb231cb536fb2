"""Prints a count: a table for each problem, a table of resources, and the source with the counts of its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from ... import __version__
from ...compiler.source.file_names import display_path
from ...measure.case_counts import CaseCounts
from ...measure.columns import CASE_COLUMNS, Sums, legend
from ...measure.launch_resources import LaunchResources
from ...operation.catalogue import DEFAULT
from ...ptx.launch.counts import Counters, total
from ...run.source_files import find_source
from ...store.input_file import read_text
from ...variant.case import Case
from ...variant.variant import SCALAR_TYPES, block_text
from ..model import CountedCase, CountReport
from .console import aligned, print_line, print_lines

# Source lines printed before and after lines with counts.
_CONTEXT_LINES = 2

_CASE_COLUMNS = tuple(column for column in CASE_COLUMNS if column.head)


_RESOURCE_COLUMNS = (
    ("arch", 7),
    ("registers", 10),
    ("spilled B", 10),
    ("stack B", 8),
    ("shared B", 9),
    ("occupancy", 10),
)
_LINE_COLUMNS: tuple[tuple[str, int, Callable[[Counters], int | str]], ...] = (
    ("lanes", 6, lambda counters: f"{counters.active_lanes:.0f}"),
    # A blank for zero: most lines of a kernel touch no memory.
    ("ld sect", 8, lambda counters: counters.global_load_sectors or ""),
    ("st sect", 8, lambda counters: counters.global_store_sectors + counters.global_atomic_sectors or ""),
    ("excess", 7, lambda counters: counters.shared_excess or ""),
    ("barrier", 8, lambda counters: counters.barriers or ""),
    ("local", 7, lambda counters: counters.local_sectors or ""),
)
_LINE_HEADS = f"{'instr':>10}{'%':>4}" + "".join(f"{head:>{width}}" for head, width, _ in _LINE_COLUMNS)


def print_count(
    report: CountReport, console: Console, include_dirs: Sequence[Path] = (), *, lines: bool = False
) -> None:
    """Print a count; with `lines`, also the source with the counts of its lines."""

    def line(text: str = "", style: str = "") -> None:
        print_line(console, text, style=style)

    line(f"kernel-harness {__version__}", "bold")
    if report.compiler:
        line(f"counted   PTX of {report.compiler} for {report.arch}, on the cpu device")
    for texts in (_counts(report.cases), _resources(report.cases), _sources(report, include_dirs, lines)):
        for text, style in texts:
            line(text, style)
    for name, why in report.left_out:
        line(f"left out  {name}: {why}", "yellow")
    for name, why in report.failed:
        line()
        line(f"ERROR     {name}", "bold red")
        print_lines(console, "\n".join(f"  {text}" for text in why.split("\n")))
    for error in report.declaration_errors:
        line(f"ERROR     {error}", "bold red")
    for counted in report.cases:
        for finding in counted.counts.findings:
            line(f"finding   {counted.counts.case.id}: {finding.message}", "bold red")


# Lines, each with its style.
_Lines = Iterator[tuple[str, str]]


def _counts(cases: Sequence[CountedCase]) -> _Lines:
    problems: dict[str, list[CaseCounts]] = {}
    for counted in cases:
        problems.setdefault(_problem(counted.counts.case), []).append(counted.counts)
    if not problems:
        return
    rows: list[tuple[str, ...]] = []
    for problem, counts in problems.items():
        rows.append((problem, *(column.head for column in _CASE_COLUMNS)))
        for each in counts:
            sums = Sums.of(each)
            rows.append((_name(each.case), *(column.text(sums) for column in _CASE_COLUMNS)))
    # All problems share their widths, so that their columns stand below each other.
    for row, text in zip(rows, aligned(rows), strict=True):
        is_head = row[0] in problems
        if is_head:
            yield "", ""
        yield text, "bold" if is_head else ""
    for text in legend(_CASE_COLUMNS):
        yield f"  {text}", "dim"


def _resources(cases: Sequence[CountedCase]) -> _Lines:
    rows: dict[tuple[str, tuple[str, ...]], None] = {}
    for counted in cases:
        case = counted.counts.case
        for each in counted.resources:
            name = f"{_name(case)} {SCALAR_TYPES[case.dtype].short_name} {each.resources.entry}"
            rows[name, _resource_cells(each)] = None
    if not rows:
        return
    width = max(len(name) for name, _ in rows)
    heads = ("resources, by ptxas", (*(head for head, _ in _RESOURCE_COLUMNS), "blocks per SM"))
    yield "", ""
    for name, (*cells, blocks) in (heads, *rows):
        shown = (f"{cell:>{column}}" for cell, (_, column) in zip(cells, _RESOURCE_COLUMNS, strict=True))
        yield f"{name:<{width}}{''.join(shown)}  {blocks}", "bold" if name == heads[0] else ""


def _resource_cells(each: LaunchResources) -> tuple[str, ...]:
    resources, occupancy = each.resources, each.occupancy
    cells: tuple[str, ...] = (
        resources.arch,
        str(resources.registers),
        str(each.spill_bytes),
        str(resources.stack_bytes),
        str(each.shared_bytes),
    )
    if occupancy is None:
        return (*cells, "-", "not known for this architecture")
    limits = ", ".join(occupancy.limited_by)
    return (*cells, f"{100 * occupancy.fraction:.0f}%", f"{occupancy.blocks}, limited by {limits}")


def _sources(report: CountReport, include_dirs: Sequence[Path], is_wanted: bool) -> _Lines:
    for counts in (counted.counts for counted in report.cases if is_wanted):
        by_line: dict[tuple[str, int], list[Counters]] = {}
        for launch in counts.launches:
            for place, counters in launch.counts.by_line.items():
                by_line.setdefault(place, []).append(counters)
        by_file: dict[str, dict[int, Counters]] = {}
        for (file, line), several in sorted(by_line.items()):
            by_file.setdefault(file, {})[line] = total(several)
        n_all = max(counts.total.instructions, 1)
        yield "", ""
        yield counts.case.id, "bold"
        own = counts.case.variant.code_path.name
        # the variant's own file first, then its headers, then what is not the user's
        for file in sorted(by_file, key=lambda name: (name != own, name)):
            yield from _file(file, find_source(file, counts.case, include_dirs), by_file[file], n_all)


def _file(file: str, path: Path | None, by_line: dict[int, Counters], n_all: int) -> _Lines:
    if path is None:
        yield f"{_LINE_HEADS}   {file or '(no source line)'}", "bold"
        yield f"{_line_cells(total(by_line.values()), n_all)}   all lines", ""
        return
    source = read_text(path, errors="replace").split("\n")
    yield f"{_LINE_HEADS}   {display_path(path)}", "bold"
    counted = [line for line in by_line if 1 <= line <= len(source)]
    shown: set[int] = set()
    for line in counted:
        shown |= set(range(max(1, line - _CONTEXT_LINES), min(len(source), line + _CONTEXT_LINES) + 1))
    blank = " " * len(_LINE_HEADS)
    previous = 0
    for line in sorted(shown):
        if previous and line != previous + 1:
            yield f"{blank}   ...", ""
        cells = _line_cells(by_line[line], n_all) if line in by_line else blank
        yield f"{cells} {line:>4}  {source[line - 1]}", ""
        previous = line
    rest = [counters for line, counters in by_line.items() if line not in counted]
    if rest:
        yield f"{_line_cells(total(rest), n_all)}   (no source line)", ""


def _line_cells(counters: Counters, n_all: int) -> str:
    n = counters.instructions
    return f"{n:>10}{100 * n / n_all:>4.0f}" + "".join(
        f"{read(counters):>{width}}" for _, width, read in _LINE_COLUMNS
    )


def _problem(case: Case) -> str:
    operation = case.variant.operation.name
    what = "" if operation == DEFAULT else f"{operation} "
    return f"{what}{case.dtype} {case.shape.text}"


def _name(case: Case) -> str:
    return f"{case.variant.id} block {block_text(case.block)}"
