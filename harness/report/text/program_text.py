"""What a program's run found, as text, and the counters of its kernels as a table, a row for each kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...driver.findings import ProgramFinding
from ...driver.kernel_totals import KernelTotal
from ...driver.program import ProgramReport


def finding_lines(finding: ProgramFinding, *, is_note: bool = False) -> Iterator[str]:
    """Yield the lines of one finding: what, where in the kernel, which Python line."""
    yield f"{'note' if is_note else 'FOUND'} {finding.reason}: {finding.message}"
    if finding.kernel:
        where = f"  in {finding.kernel}"
        if finding.launch is not None:
            where += f", launch {finding.launch}"
        if finding.thread is not None and finding.block is not None:
            where += f", thread {_coordinates(finding.thread)} of block {_coordinates(finding.block)}"
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


def report_lines(report: ProgramReport) -> Iterator[str]:
    """Yield the lines of the summary. A test runner may have captured the findings when they were found."""
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
    if report.times_read:
        yield "event times are the executor's own, and say nothing about a GPU"
    found = f"{_count(len(report.findings), 'finding')}, {_count(len(report.notes), 'note')}"
    what = f"{_count(report.launches, 'launch', 'es')} on a virtual {report.gpu.name} ({report.gpu.arch})"
    yield f"{what}, {', '.join(report.sanitizers)}: {found}"
    if report.program_status:
        yield f"the program itself ended with status {report.program_status}"


def _count(n: int, word: str, plural: str = "s") -> str:
    return f"{n} {word}{'' if n == 1 else plural}"


def _coordinates(index: tuple[int, int, int]) -> str:
    return f"({', '.join(map(str, index))})"


SECTOR_BYTES = 32
HEADS = (
    "launches", "instr", "lanes", "loaded B", "stored B", "ld/req", "st/req", "excess", "barriers", "shuffles",
    "diverg", "local B",
)  # fmt: skip
LEGEND = (
    "instr     PTX instructions that warps executed          lanes     active lanes of 32, on average",
    "loaded B  bytes of global sectors that loads touched    stored B  the same of stores and atomics",
    "ld/req    sectors per load request; st/req: per store   excess    shared wavefronts lost to conflicts",
    "barriers  of blocks; shuffles: of warps                 diverg    share of branches that diverge",
    "local B   bytes of touched sectors of local memory",
)


def table_lines(kernels: Sequence[KernelTotal]) -> Iterator[str]:
    """Yield the table's lines: sums over the counted launches of each kernel, and what was not counted."""
    rows = [("kernel", *HEADS), *((each.kernel, *_cells(each)) for each in kernels)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for name, *cells in rows:
        shown = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths[1:], strict=True))
        yield f"{name:<{widths[0]}}{shown}"
    for text in LEGEND:
        yield f"  {text}"
    for each in kernels:
        if each.counted < each.launches:
            yield (
                f"not counted: {each.launches - each.counted} of {each.launches} launches of {each.kernel}, "
                "which did not run to their end"
            )


def _cells(each: KernelTotal) -> tuple[str, ...]:
    if not each.counted:
        return (str(each.launches), *("-" for _ in HEADS[1:]))
    found = each.counters
    return (
        str(each.launches),
        str(found.instructions),
        f"{found.active_lanes:.1f}",
        str(found.global_load_sectors * SECTOR_BYTES),
        str((found.global_store_sectors + found.global_atomic_sectors) * SECTOR_BYTES),
        _ratio(found.global_load_sectors, found.global_load_requests),
        _ratio(found.global_store_sectors, found.global_store_requests),
        str(found.shared_excess),
        str(each.block_barriers),
        str(found.shuffles),
        f"{100 * found.divergent_branches / found.branches:.0f}%" if found.branches else "-",
        str(found.local_sectors * SECTOR_BYTES),
    )


def _ratio(numerator: int, denominator: int) -> str:
    return f"{numerator / denominator:.1f}" if denominator else "-"
