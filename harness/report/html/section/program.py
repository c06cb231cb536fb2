"""The section of a program's run: kernels with launches and counters, findings with the lines that caused them."""

from __future__ import annotations

from ....measure.columns import PROGRAM_COLUMNS, Sums
from ...json.count import counters_of
from ...json.program import LaunchedKernel, ProgramDocument
from ..inputs import Document
from ..numbers import plural
from ..table import Cell, Column, figure_cells, figure_columns, numeric, table, words
from ..templates import Markup, render

_PLAIN = (
    Column("kernel"),
    Column("launches", is_number=True, meaning="in all processes of the program"),
    Column("findings", is_number=True, meaning="findings that name the kernel"),
)
_COUNTED = (
    Column("counted", is_number=True, meaning="launches that ran to their end"),
    *figure_columns(PROGRAM_COLUMNS),
)


def program_section(document: Document[ProgramDocument], index: int) -> Markup:
    """Build the part of one program."""
    content = document.content
    kernels = content.kernels
    is_counted = any(each.counters is not None for each in kernels)
    columns = (*_PLAIN, *_COUNTED) if is_counted else _PLAIN
    rows = [_cells(each, content, is_counted=is_counted) for each in kernels]
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
    """Return the program as it was called."""
    return " ".join(content.command)


def program_summary(content: ProgramDocument) -> str:
    """Return a sentence: launches, checks, findings, and what was not served."""
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


def _cells(kernel: LaunchedKernel, content: ProgramDocument, *, is_counted: bool) -> list[Cell]:
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
