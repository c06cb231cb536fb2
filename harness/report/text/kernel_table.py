"""The counters of a program's kernels as a table, a row for each kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...driver.kernel_totals import KernelTotal

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
