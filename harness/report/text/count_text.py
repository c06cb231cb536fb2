"""Prints a count: a table for each problem, a table of resources, and the source with the counts of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

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

_CONTEXT_LINES = 2
"""Source lines printed before and after lines with counts."""

_CASE_COLUMNS = tuple(column for column in CASE_COLUMNS if column.head)


@dataclass(frozen=True)
class _Column:
    head: str
    width: int


_RESOURCE_COLUMNS = (
    _Column("arch", 7),
    _Column("registers", 10),
    _Column("spilled B", 10),
    _Column("stack B", 8),
    _Column("shared B", 9),
    _Column("occupancy", 10),
)
_LINE_COLUMNS = (
    _Column("instr", 10),
    _Column("%", 4),
    _Column("lanes", 6),
    _Column("ld sect", 8),
    _Column("st sect", 8),
    _Column("excess", 7),
    _Column("barrier", 8),
    _Column("local", 7),
)


class CountText:
    def __init__(self, console: Console, include_dirs: Sequence[Path] = ()) -> None:
        self._console = console
        self._include_dirs = include_dirs

    def report(self, report: CountReport, *, lines: bool = False) -> None:
        self._line(f"kernel-harness {report.harness_version}", style="bold")
        if report.compiler:
            self._line(f"counted   PTX of {report.compiler} for {report.arch}, on the cpu device")
        self._counts(report.cases)
        if report.cases:
            self._resources(report.cases)
        if lines:
            for counted in report.cases:
                self._source(counted.counts)
        for name, why in report.left_out:
            self._line(f"left out  {name}: {why}", style="yellow")
        for name, why in report.failed:
            self._line("")
            self._line(f"ERROR     {name}", style="bold red")
            print_lines(self._console, "\n".join(f"  {text}" for text in why.split("\n")))
        for error in report.declaration_errors:
            self._line(f"ERROR     {error}", style="bold red")
        for counted in report.cases:
            for finding in counted.counts.findings:
                self._line(f"finding   {counted.counts.case.id}: {finding.message}", style="bold red")

    # -- tables --------------------------------------------------------------------------------------------

    def _counts(self, cases: Sequence[CountedCase]) -> None:
        problems: dict[str, list[CaseCounts]] = {}
        for counted in cases:
            problems.setdefault(_problem(counted.counts.case), []).append(counted.counts)
        rows: list[tuple[str, ...]] = []
        for problem, counts in problems.items():
            rows.append((problem, *(column.head for column in _CASE_COLUMNS)))
            rows += [(_name(each.case), *_count_cells(each)) for each in counts]
        for line in aligned(rows):
            is_head = any(line.startswith(f"{problem} ") for problem in problems)
            if is_head:
                self._line("")
            self._line(line, style="bold" if is_head else "")
        if problems:
            for text in legend(_CASE_COLUMNS):
                self._line(f"  {text}", style="dim")

    def _resources(self, cases: Sequence[CountedCase]) -> None:
        rows: dict[tuple[str, tuple[str, ...]], None] = {}
        for counted in cases:
            case = counted.counts.case
            for each in counted.resources:
                name = f"{_name(case)} {SCALAR_TYPES[case.dtype].short_name} {each.resources.entry}"
                rows[name, _resource_cells(each)] = None
        if not rows:
            return
        width = max(len(name) for name, _ in rows)
        self._line("")
        self._head("resources, by ptxas", width, _RESOURCE_COLUMNS, last="blocks per SM")
        for name, cells in rows:
            self._row(name, width, _RESOURCE_COLUMNS, cells)

    def _head(self, title: str, width: int, columns: Sequence[_Column], last: str = "") -> None:
        heads = "".join(f"{column.head:>{column.width}}" for column in columns)
        self._line(f"{title:<{width}}{heads}{'  ' + last if last else ''}", style="bold")

    def _row(self, name: str, width: int, columns: Sequence[_Column], cells: Sequence[str]) -> None:
        shown = "".join(
            f"{cell:>{column.width}}" for column, cell in zip(columns, cells[: len(columns)], strict=True)
        )
        rest = "".join(f"  {cell}" for cell in cells[len(columns) :])
        self._line(f"{name:<{width}}{shown}{rest}")

    # -- source --------------------------------------------------------------------------------------------

    def _source(self, counts: CaseCounts) -> None:
        by_line: dict[tuple[str, int], list[Counters]] = {}
        for launch in counts.launches:
            for place, counters in launch.counts.by_line.items():
                by_line.setdefault(place, []).append(counters)
        by_file: dict[str, dict[int, Counters]] = {}
        for (file, line), several in sorted(by_line.items()):
            by_file.setdefault(file, {})[line] = total(several)
        n_all = max(counts.total.instructions, 1)
        self._line("")
        self._line(counts.case.id, style="bold")
        own = counts.case.variant.code_path.name
        # the variant's own file first, then its headers, then what is not the user's
        for file in sorted(by_file, key=lambda name: (name != own, name)):
            self._file(file, by_file[file], n_all, counts.case)

    def _file(self, file: str, by_line: dict[int, Counters], n_all: int, case: Case) -> None:
        path = find_source(file, case, self._include_dirs)
        heads = "".join(f"{column.head:>{column.width}}" for column in _LINE_COLUMNS)
        if path is None:
            self._line(f"{heads}   {file or '(no source line)'}", style="bold")
            self._line(f"{_line_cells(total(by_line.values()), n_all)}   all lines")
            return
        source = read_text(path, errors="replace").split("\n")
        self._line(f"{heads}   {display_path(path)}", style="bold")
        counted = [line for line in by_line if 1 <= line <= len(source)]
        shown: set[int] = set()
        for line in counted:
            shown |= set(range(max(1, line - _CONTEXT_LINES), min(len(source), line + _CONTEXT_LINES) + 1))
        blank = " " * sum(column.width for column in _LINE_COLUMNS)
        previous = 0
        for line in sorted(shown):
            if previous and line != previous + 1:
                self._line(f"{blank}   ...")
            cells = _line_cells(by_line[line], n_all) if line in by_line else blank
            self._line(f"{cells} {line:>4}  {source[line - 1]}")
            previous = line
        rest = [counters for line, counters in by_line.items() if line not in counted]
        if rest:
            self._line(f"{_line_cells(total(rest), n_all)}   (no source line)")

    def _line(self, text: str, *, style: str = "") -> None:
        print_line(self._console, text, style=style)


def _problem(case: Case) -> str:
    operation = case.variant.operation.name
    what = "" if operation == DEFAULT else f"{operation} "
    return f"{what}{case.dtype} {case.shape.text}"


def _name(case: Case) -> str:
    return f"{case.variant.id} block {block_text(case.block)}"


def _count_cells(counts: CaseCounts) -> tuple[str, ...]:
    sums = Sums.of(counts)
    return tuple(column.text(sums) for column in _CASE_COLUMNS)


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


def _line_cells(counters: Counters, n_all: int) -> str:
    values = (
        str(counters.instructions),
        f"{100 * counters.instructions / n_all:.0f}",
        f"{counters.active_lanes:.0f}",
        _blank_zero(counters.global_load_sectors),
        _blank_zero(counters.global_store_sectors + counters.global_atomic_sectors),
        _blank_zero(counters.shared_excess),
        _blank_zero(counters.barriers),
        _blank_zero(counters.local_sectors),
    )
    return "".join(f"{value:>{column.width}}" for value, column in zip(values, _LINE_COLUMNS, strict=True))


def _blank_zero(number: int) -> str:
    return str(number) if number else ""
