"""Prints a count: a table for each problem, a table of resources, and the source with the counts of its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from rich.console import Console

from ..compiler.source.file_names import display_path
from ..errors import SpecError
from ..measure.columns import CASE_COLUMNS, legend
from ..measure.launch_resources import LaunchResources
from ..operation.catalogue import DEFAULT
from ..ptx.launch.counts import Counters, total
from ..run.source_files import find_source
from ..store.input_file import read_text
from ..variant.case import Case
from ..variant.variant import SCALAR_TYPES, block_text
from .json.count import CaseCost, CountDocument, counters_of, sums_of
from .text.console import aligned, print_line, print_lines

# Source lines printed before and after lines with counts.
_CONTEXT_LINES = 2

_CASE_COLUMNS = tuple(column for column in CASE_COLUMNS if column.head)


_RESOURCE_COLUMNS: tuple[tuple[str, int, Callable[[LaunchResources], int | str]], ...] = (
    ("arch", 7, lambda used: used.arch),
    ("registers", 10, lambda used: used.registers),
    ("spilled B", 10, lambda used: used.spill_bytes),
    ("stack B", 8, lambda used: used.stack_bytes),
    ("shared B", 9, lambda used: used.all_shared_bytes),
    ("occupancy", 10, lambda used: f"{100 * used.occupancy.fraction:.0f}%" if used.occupancy else "-"),
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
    document: CountDocument,
    cases: Sequence[Case],
    errors: Sequence[SpecError],
    console: Console,
    include_dirs: Sequence[Path] | None = None,
) -> None:
    """Print a count of cases; with `include_dirs`, also the source with the counts of its lines."""

    def line(text: str = "", style: str = "") -> None:
        print_line(console, text, style=style)

    line(f"kernel-harness {document.harness}", "bold")
    if document.compiler:
        line(f"counted   PTX of {document.compiler} for {document.arch}, on the cpu device")
    counted = list(zip(cases, document.cases, strict=True))
    for texts in (_counts(counted), _resources(counted)):
        for text, style in texts:
            line(text, style)
    for case, cost in counted if include_dirs is not None else ():
        for text, style in _source(case, cost, include_dirs or ()):
            line(text, style)
    for lost in document.left_out:
        line(f"left out  {lost.id}: {lost.why}", "yellow")
    for lost in document.failed:
        line()
        line(f"ERROR     {lost.id}", "bold red")
        print_lines(console, "\n".join(f"  {text}" for text in lost.why.split("\n")))
    for error in errors:
        line(f"ERROR     {error}", "bold red")
    for cost in document.cases:
        for finding in cost.findings:
            line(f"finding   {cost.id}: {finding}", "bold red")


# Lines, each with its style.
_Lines = Iterator[tuple[str, str]]


def _counts(counted: Sequence[tuple[Case, CaseCost]]) -> _Lines:
    problems: dict[str, list[tuple[Case, CaseCost]]] = {}
    for case, cost in counted:
        problems.setdefault(_problem(case), []).append((case, cost))
    if not problems:
        return
    rows: list[tuple[str, ...]] = []
    for problem, alike in problems.items():
        rows.append((problem, *(column.head for column in _CASE_COLUMNS)))
        for case, cost in alike:
            sums = sums_of(cost)
            rows.append((_name(case), *(column.text(sums) for column in _CASE_COLUMNS)))
    # All problems share their column widths, so that the tables align.
    for row, text in zip(rows, aligned(rows), strict=True):
        is_head = row[0] in problems
        if is_head:
            yield "", ""
        yield text, "bold" if is_head else ""
    for text in legend(_CASE_COLUMNS):
        yield f"  {text}", "dim"


def _resources(counted: Sequence[tuple[Case, CaseCost]]) -> _Lines:
    rows: dict[tuple[str, str], None] = {}
    for case, cost in counted:
        for used in cost.resources:
            name = f"{_name(case)} {SCALAR_TYPES[case.dtype].short_name} {used.entry}"
            blocks = "not known for this architecture"
            if occupancy := used.occupancy:
                blocks = f"{occupancy.blocks}, limited by {', '.join(occupancy.limited_by)}"
            cells = "".join(f"{read(used):>{width}}" for _, width, read in _RESOURCE_COLUMNS)
            rows[name, f"{cells}  {blocks}"] = None
    if not rows:
        return
    longest = max(len(name) for name, _ in rows)
    heads = "".join(f"{head:>{width}}" for head, width, _ in _RESOURCE_COLUMNS)
    yield "", ""
    yield f"{'resources, by ptxas':<{longest}}{heads}  blocks per SM", "bold"
    for name, cells in rows:
        yield f"{name:<{longest}}{cells}", ""


def _source(case: Case, cost: CaseCost, include_dirs: Sequence[Path]) -> _Lines:
    by_file: dict[str, dict[int, Counters]] = {}
    for row in sorted(
        (line for launch in cost.launches for line in launch.lines), key=lambda line: (line.file, line.line)
    ):
        of_file = by_file.setdefault(row.file, {})
        of_file[row.line] = total((of_file.get(row.line, Counters()), counters_of(row.counters)))
    yield "", ""
    yield case.id, "bold"
    own = case.variant.code_path.name
    n_all = max(cost.counters["instructions"], 1)
    # the variant's own file first, then its headers, then files of others
    for file in sorted(by_file, key=lambda name: (name != own, name)):
        yield from _file(file, find_source(file, case.variant.code_path, include_dirs), by_file[file], n_all)


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
