"""Prints the findings of a program's run, and a table of counters with a row for each kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...driver.findings import KernelTotal, ProgramFinding
from ...driver.program import ProgramReport
from ...measure.columns import PROGRAM_COLUMNS, Sums, legend
from ...ptx.text.symbols import kernel_name
from .console import aligned, count

_MOST_UNLAUNCHED = 3


def finding_lines(finding: ProgramFinding, *, is_note: bool = False) -> Iterator[str]:
    yield f"{'note' if is_note else 'FOUND'} {finding.reason}: {finding.message}"
    if finding.kernel:
        where = f"  in {finding.kernel}"
        if finding.launch is not None:
            where += f", launch {finding.launch}"
        if finding.thread is not None and finding.block is not None:
            where += f", thread {finding.thread} of block {finding.block}"
        if finding.count > 1:
            where += f", {finding.count} times"
        yield where
    if finding.source or finding.ptx_line:
        yield f"  at {finding.source or f'line {finding.ptx_line} of the PTX'}"
    for caller in finding.callers:
        yield f"    {caller}"
    verb = "launched" if finding.launch is not None else "called"
    if finding.python.file:
        more = f", in {finding.python.function}" if finding.python.function != "<module>" else ""
        yield f"  {verb} by {finding.python}{more}"
    if finding.outer.file:
        more = f", in {finding.outer.function}" if finding.outer.function != "<module>" else ""
        yield f"  from {finding.outer}{more}"


def report_lines(report: ProgramReport) -> Iterator[str]:
    """Yield the lines of the summary. A test runner may have captured the findings at the time."""
    if report.has_counters and report.kernels:
        yield from table_lines(report.kernels)
    for symbol, line, n in report.unserved:
        times = f", {n} times" if n > 1 else ""
        yield f"not served: {symbol}, called by {line}{times}: the virtual GPU returned CUDA_ERROR_NOT_SUPPORTED"
    for failure in report.failures:
        yield f"error of the virtual GPU: {failure.rstrip()}"
    for finding in report.findings:
        of = f" in {finding.kernel}" if finding.kernel else ""
        at = f" at {finding.source}" if finding.source else ""
        times = f", {finding.launches} times" if finding.launches > 1 else ""
        yield f"{finding.reason}{of}{at}, by {finding.python}{times}"
    if report.unlaunched:
        names = [f"{kernel.function} of {kernel}" for kernel in report.unlaunched[:_MOST_UNLAUNCHED]]
        more = len(report.unlaunched) - len(names)
        rest = f", and {more} more, which --json lists" if more else ""
        yield f"no test launched {', '.join(names)}{rest}"
    if report.times_read:
        # Programs that time themselves print figures that look like a GPU's.
        yield "event times are the executor's own, and say nothing about a GPU"
    findings = f"{count(len(report.findings), 'finding')}, {count(len(report.notes), 'note')}"
    what = (
        f"{count(report.launches, 'launch', plural='es')} on a virtual {report.gpu.name} ({report.gpu.arch})"
    )
    yield f"{what}, {', '.join(report.sanitizers)}: {findings}"
    if report.program_status:
        yield f"the program itself ended with status {report.program_status}"


def table_lines(kernels: Sequence[KernelTotal]) -> Iterator[str]:
    """Yield the table's lines: sums over the counted launches of each kernel, and the number of uncounted launches."""
    heads = ("kernel", "launches", *(column.head for column in PROGRAM_COLUMNS))
    yield from aligned(
        [heads, *((kernel_name(row.kernel), str(row.launches), *_cells(row)) for row in kernels)]
    )
    for text in legend(PROGRAM_COLUMNS):
        yield f"  {text}"
    for kernel in kernels:
        if kernel.counted < kernel.launches:
            yield (
                f"not counted: {kernel.launches - kernel.counted} of {kernel.launches} launches of {kernel.kernel}, "
                "which did not run to their end"
            )


def _cells(kernel: KernelTotal) -> tuple[str, ...]:
    # Zeros would be a count.
    if not kernel.counted:
        return tuple("-" for _ in PROGRAM_COLUMNS)
    sums = Sums(kernel.counters, kernel.block_barriers)
    return tuple(column.text(sums) for column in PROGRAM_COLUMNS)
