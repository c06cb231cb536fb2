"""Cost of kernels: a table of counters and resources, and the most expensive lines of the source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...measure.columns import CASE_COLUMNS, PROGRAM_COLUMNS, Sums
from ...measure.launch_resources import LaunchResources
from ...ptx.launch.counts import Counters, total
from ..json.count import CaseCost, CountDocument, counters_of, sums_of
from ..json.program import LaunchedKernel, ProgramDocument
from ..json.trace import TraceDocument
from ..text.trace_text import decision_lines, head_lines, statement_lines
from .inputs import Document
from .numbers import MISSING, number, plural
from .table import Cell, Column, figure_cells, figure_columns, numeric, table, words
from .templates import Markup, part, render

# Most lines of a case's source that are shown: those with the largest share of any of `_HEAT`.
HOT_LINES = 8

_COLUMNS = (
    Column("variant"),
    Column("type"),
    Column("shape", "M\u00d7N", is_number=True, meaning="rows and columns; sorted by elements"),
    Column("block", is_number=True, meaning="threads in x, y, z; sorted by threads"),
    *figure_columns(CASE_COLUMNS),
    Column("registers", "per thread", "from NVIDIA's assembler", is_number=True),
    Column("spilled", "bytes", "from NVIDIA's assembler", is_number=True),
    Column("shared", "bytes", "static and dynamic, of a block", is_number=True),
    Column("occupancy", "%", "theoretical: resident warps over the most that fit a multiprocessor", is_number=True),
)  # fmt: skip


def cost_section(document: Document[CountDocument], number_of_count: int) -> Markup:
    content = document.content
    cases = sorted(
        content.cases, key=lambda each: (each.dtype, each.n_rows * each.n_cols, each.variant, each.block)
    )
    caption = f"Counters and resources of {plural(len(cases), 'case')}; exact, from the PTX executor and the assembler"
    return render(
        "cost.html",
        document=document,
        table=table(
            f"count{number_of_count}", caption, _COLUMNS, map(_cells, cases), filter_label="Filter counters"
        )
        if cases
        else None,
        problems=[(problem, list(map(_hot, each))) for problem, each in _problems(cases).items()],
    )


def _cells(case: CaseCost) -> list[Cell]:
    resources = case.resources
    spilled = _most(resources, lambda each: each.spill_bytes)
    known = [each.occupancy for each in resources if each.occupancy is not None]
    # Of several launches the one with the fewest resident warps says what limits the case.
    occupancy = min(known, key=lambda each: each.fraction) if known else None
    limits = f", limited by {', '.join(occupancy.limited_by)}" if occupancy else ""
    x, y, z = (*case.block, 1, 1)[:3]
    return [
        words(case.variant),
        words(case.dtype),
        Cell(f"{case.n_rows}\u00d7{case.n_cols}", float(case.n_rows * case.n_cols)),
        Cell("\u00d7".join(str(n) for n in case.block if n > 1) or "1", float(x * y * z)),
        *figure_cells(CASE_COLUMNS, sums_of(case)),
        numeric(_most(resources, lambda each: each.registers), 0),
        numeric(spilled, 0, kind="bad" if spilled else ""),
        numeric(_most(resources, lambda each: each.all_shared_bytes), 0),
        Cell(
            part("titled", number(100 * occupancy.fraction), f"{occupancy.blocks} blocks{limits}"),
            occupancy.fraction,
            occupancy.fraction,
        )
        if occupancy
        else Cell(MISSING),
    ]


def _most(resources: Sequence[LaunchResources], read: Callable[[LaunchResources], int]) -> float | None:
    return max((read(each) for each in resources), default=None)


# -- hot lines -------------------------------------------------------------------------------------------------

_HEAT: tuple[tuple[str, str, Callable[[Counters], int]], ...] = (
    ("instructions", "share of executed instructions", lambda counters: counters.instructions),
    ("global", "share of global sectors", lambda counters: counters.global_sectors),
    ("conflicts", "share of wavefronts lost to bank conflicts", lambda counters: counters.shared_excess),
    ("local", "share of local sectors", lambda counters: counters.local_sectors),
)


def _lines(case: CaseCost) -> dict[tuple[str, int], tuple[str, Counters]]:
    # The text of a line is empty where the file is not the user's.
    texts: dict[tuple[str, int], str] = {}
    counters: dict[tuple[str, int], list[Counters]] = {}
    for launch in case.launches:
        for line in launch.lines:
            texts.setdefault((line.file, line.line), line.text)
            counters.setdefault((line.file, line.line), []).append(counters_of(line.counters))
    return {place: (text, total(counters[place])) for place, text in texts.items()}


def _problems(cases: Sequence[CaseCost]) -> dict[str, list[CaseCost]]:
    problems: dict[str, list[CaseCost]] = {}
    for case in cases:
        if any(launch.lines for launch in case.launches):
            problems.setdefault(f"{case.dtype} {case.n_rows}\u00d7{case.n_cols}", []).append(case)
    return problems


def _hot(case: CaseCost) -> dict[str, Any]:
    lines = _lines(case)
    totals = [sum(read(counters) for _, counters in lines.values()) for _, _, read in _HEAT]
    # A column in which every line has no share says nothing.
    used = [index for index, total in enumerate(totals) if total]
    shares = {
        place: [
            read(counters) / total if total else 0.0
            for (_, _, read), total in zip(_HEAT, totals, strict=True)
        ]
        for place, (_, counters) in lines.items()
    }
    hottest = sorted(shares, key=lambda place: (-max(shares[place]), place))[:HOT_LINES]
    worst = max(shares[hottest[0]])
    return {
        "id": case.id,
        "n_lines": len(lines),
        "heads": [_HEAT[index][:2] for index in used],
        # Indentation says nothing among lines that do not follow each other.
        "lines": [
            (file, line, lines[file, line][0].strip(), [shares[file, line][index] for index in used])
            for file, line in hottest
        ],
        "worst": worst,
        "kind": _HEAT[shares[hottest[0]].index(worst)][0],
    }


_PROGRAM_COLUMNS = (
    Column("kernel"),
    Column("launches", is_number=True, meaning="in all processes of the program"),
    Column("findings", is_number=True, meaning="findings that name the kernel"),
)
_COUNTED_COLUMNS = (
    Column("counted", is_number=True, meaning="launches that ran to their end"),
    *figure_columns(PROGRAM_COLUMNS),
)


def program_section(document: Document[ProgramDocument], index: int) -> Markup:
    content = document.content
    kernels = content.kernels
    is_counted = any(each.counters is not None for each in kernels)
    columns = (*_PROGRAM_COLUMNS, *_COUNTED_COLUMNS) if is_counted else _PROGRAM_COLUMNS
    rows = [_program_cells(each, content, is_counted=is_counted) for each in kernels]
    caption = f"{plural(len(kernels), 'kernel')}{'; sums over the counted launches' if is_counted else ''}"
    return render(
        "program.html",
        program=content,
        name=program_name(content),
        file_name=document.name,
        is_clean=is_clean(content),
        summary=program_summary(content),
        table=table(f"program{index}", caption, columns, rows, filter_label="Filter kernels")
        if rows
        else None,
    )


def is_clean(content: ProgramDocument) -> bool:
    """Whether a program ran to its end without findings, errors and functions that were not served."""
    return not (content.exit_code or content.findings or content.failures or content.unserved)


def program_name(content: ProgramDocument) -> str:
    return " ".join(content.command)


def program_summary(content: ProgramDocument) -> str:
    said = [
        f"{plural(content.launches, 'launch', 'launches')} on a virtual {content.gpu} ({content.arch})",
        ", ".join(content.sanitizers) or "no sanitizers",
        plural(len(content.findings), "finding"),
        plural(len(content.notes), "note"),
    ]
    if content.unserved:
        said.append(f"{plural(len(content.unserved), 'call')} not served")
    if content.failures:
        said.append(f"{plural(len(content.failures), 'error')} of the virtual GPU")
    if content.program_status:
        said.append(f"the program itself ended with status {content.program_status}")
    return "; ".join(said)


def _program_cells(kernel: LaunchedKernel, content: ProgramDocument, *, is_counted: bool) -> list[Cell]:
    n_findings = sum(each.kernel == kernel.kernel for each in content.findings)
    cells = [
        words(kernel.kernel),
        numeric(kernel.launches, 0),
        numeric(n_findings, 0, kind="bad" if n_findings else ""),
    ]
    if not is_counted:
        return cells
    cells.append(numeric(kernel.counted, 0))
    if not kernel.counted:
        return cells + [numeric(None) for _ in PROGRAM_COLUMNS]
    sums = Sums(counters_of(kernel.counters or {}), kernel.block_barriers or 0)
    return [*cells, *figure_cells(PROGRAM_COLUMNS, sums)]


def trace_section(document: Document[TraceDocument], index: int) -> Markup:
    trace = document.content
    return render(
        "trace.html",
        name=f"trace{index}",
        trace=trace,
        file_name=document.name,
        head=list(head_lines(trace)),
        statements=[
            (each, [line.strip() for line in list(statement_lines(each))[1:]]) for each in trace.statements
        ],
        decisions=[
            (each, [line.strip() for line in list(decision_lines(each))[1:]]) for each in trace.decisions
        ],
    )
