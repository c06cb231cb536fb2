"""Times: GB/s against N, speed-ups over the naive kernel, and a table of all times."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import prod
from statistics import median
from typing import Any

from ...measure.bench_file import BenchFile, BenchTime
from .numbers import MISSING, fixed, number, percent, plural
from .plots import N_COLOURS, Bar, Line, Point, bar_plot, legend, line_plot
from .table import Cell, Column, numeric, table, words
from .templates import Markup, render

# Rows and columns at which speed-ups are shown: the shape of the ladder in G. Luo, "Optimizing softmax on GPU".
LADDER = (32768, 128)


def speed_section(benches: Sequence[BenchFile], baseline: str = "") -> Markup:
    """Build the section; `baseline` is the variant that speed-ups are relative to, empty to choose it."""
    devices = []
    for index, bench in enumerate(benches):
        if not bench.times:
            devices.append({"empty": bench.name})
        # Times of two devices, or of the executor and a GPU, must not share a plot.
        for place in sorted({(time.is_executor, time.device) for time in bench.times}):
            times = [time for time in bench.times if (time.is_executor, time.device) == place]
            devices.append(_device(f"bench{index}", bench, times, baseline))
    return render("speed.html", devices=devices, ladder=LADDER)


def _device(name: str, bench: BenchFile, times: Sequence[BenchTime], baseline: str) -> dict[str, Any]:
    executor = times[0].is_executor
    name = f"{name}-{'cpu' if executor else 'gpu'}"
    # Each operation has its own plots, naive kernel and table: times of two operations do not compare.
    by_operation = {
        operation: [time for time in times if time.operation == operation]
        for operation in sorted({time.operation for time in times})
    }
    operations = []
    for operation, own in by_operation.items():
        naive = naive_of(own, baseline)
        own_name = name if len(by_operation) == 1 else f"{name}-{operation}"
        operations.append(
            {
                "name": operation,
                "rates": [
                    _rates([time for time in own if time.dtype == dtype], dtype, naive)
                    for dtype in sorted({time.dtype for time in own})
                ],
                "naive": naive,
                **_ladders(own, naive),
                "table": _table(own_name, own, naive),
            }
        )
    return {
        "empty": "",
        "device": times[0].device or "unnamed device",
        "file": bench.name,
        "is_executor": executor,
        "throttled": sorted({time.variant for time in times if time.throttled}),
        "operations": operations,
    }


def naive_of(times: Sequence[BenchTime], wanted: str = "") -> str:
    """Return the variant that speed-ups are relative to, empty if there is none.

    It is the one asked for, else the one that most others declare as their baseline, else the only one with the word
    ``naive`` in its id.
    """
    variants = {time.variant for time in times}
    if wanted:
        return wanted if wanted in variants else ""
    declared = Counter(time.baseline for time in times if time.baseline in variants)
    if declared:
        # Of several with as many the first by name, so that the same file gives the same page.
        return min(declared, key=lambda name: (-declared[name], name))
    named = [each for each in sorted(variants) if re.search(r"(^|_)naive(_|$)", each)]
    return named[0] if len(named) == 1 else ""


# -- GB/s against N --------------------------------------------------------------------------------------------


def _rates(times: Sequence[BenchTime], dtype: str, naive: str) -> dict[str, Any]:
    lines, ceiling, n_dropped = rate_lines(times, naive)
    executor = times[0].is_executor
    what = "GB/s of the executor" if executor else "GB/s"
    return {
        "title": f"{what} against N, {dtype}",
        "plot": line_plot(
            lines,
            ceiling,
            x_title="N, columns of a row (elements)",
            y_title=f"{what} (logarithmic)",
            label=f"{what} of {plural(len(lines), 'variant')} against N in {dtype}; the table below has the numbers",
        ),
        "legend": legend(lines),
        "naive": naive if any(line.name == naive for line in lines) else "",
        "ceiling": ceiling,
        "is_executor": executor,
        "n_dropped": n_dropped,
    }


def rate_lines(times: Sequence[BenchTime], naive: str) -> tuple[list[Line], Line | None, int]:
    """Make lines of GB/s over N: at each N the problem with the most rows, and of several blocks the fastest."""
    most_rows: dict[int, int] = {}
    for time in times:
        most_rows[time.n_cols] = max(most_rows.get(time.n_cols, 0), time.n_rows)
    drawn = [time for time in times if time.n_rows == most_rows[time.n_cols]]
    best: dict[tuple[str, int], BenchTime] = {}
    for time in sorted(drawn, key=lambda each: (each.variant, each.n_cols, each.median_us, each.block)):
        best.setdefault((time.variant, time.n_cols), time)
    variants = sorted({variant for variant, _ in best})
    colours = _colours(list(best.values()), naive)
    lines = [
        Line(
            variant,
            tuple(Point(n_cols, best[variant, n_cols].gbps, _says(best[variant, n_cols]))
                  for name, n_cols in sorted(best) if name == variant),
            colours.get(variant),
        )
        for variant in variants
    ]  # fmt: skip
    copies = {
        n_cols: [time.copy_gbps for time in drawn if time.n_cols == n_cols and time.copy_gbps]
        for n_cols in most_rows
    }
    points = tuple(
        Point(n_cols, median(rates), f"copy at {most_rows[n_cols]}x{n_cols}: {number(median(rates))} GB/s")
        for n_cols, rates in sorted(copies.items())
        if rates
    )
    return lines, Line("copy", points) if points else None, len(times) - len(best)


def _colours(times: Sequence[BenchTime], naive: str) -> dict[str, int]:
    # The naive kernel keeps the first colour in every plot, so that plots can be compared.
    chosen = [naive] if any(time.variant == naive for time in times) else []
    fastest: dict[str, float] = {}
    for n_cols in sorted({time.n_cols for time in times}):
        at = min((t for t in times if t.n_cols == n_cols), key=lambda t: (t.median_us, t.variant))
        fastest[at.variant] = max(fastest.get(at.variant, 0.0), at.gbps)
    chosen += [
        name for name in sorted(fastest, key=lambda each: (-fastest[each], each)) if name not in chosen
    ]
    # The remaining colours go to the next fastest variants.
    rates: dict[str, float] = {}
    for time in times:
        rates[time.variant] = max(rates.get(time.variant, 0.0), time.gbps)
    chosen += [name for name in sorted(rates, key=lambda each: (-rates[each], each)) if name not in chosen]
    return {name: index for index, name in enumerate(chosen[:N_COLOURS])}


def _says(time: BenchTime) -> str:
    of_copy = f", {percent(time.copy_fraction)} of copy" if time.copy_fraction else ""
    return (
        f"{time.variant} {time.dtype} {time.shape} block {time.block_name}: "
        f"{number(time.gbps)} GB/s{of_copy}, {number(time.median_us)} \u00b5s"
    )


# -- speed-up over the naive kernel ----------------------------------------------------------------------------


def _ladders(times: Sequence[BenchTime], naive: str) -> dict[str, Any]:
    here = [time for time in times if (time.n_rows, time.n_cols) == LADDER]
    dtypes = sorted({time.dtype for time in here}) if naive else []
    return {
        "is_timed": bool(here),
        "shapes": sorted({time.shape for time in times}, key=lambda each: [int(n) for n in each.split("x")]),
        "ladders": [
            _ladder([time for time in here if time.dtype == dtype], dtype, naive) for dtype in dtypes
        ],
    }


def _ladder(here: Sequence[BenchTime], dtype: str, naive: str) -> dict[str, Any]:
    fastest: dict[str, BenchTime] = {}
    for time in sorted(here, key=lambda each: (each.median_us, each.block)):
        fastest.setdefault(time.variant, time)
    if naive not in fastest:
        return {"dtype": dtype, "plot": None}
    base = fastest[naive]
    bars = []
    for time in sorted(fastest.values(), key=lambda each: (each.median_us, each.variant)):
        speed_up = base.median_us / time.median_us
        kind = "base" if time.variant == naive else ""
        bars.append(Bar(time.variant, speed_up, f"{fixed(speed_up, 1)}\u00d7", _says(time), kind))
    plot = bar_plot(
        bars, x_title=f"times as fast as {naive}", label=f"speed-ups over {naive}: {len(bars)} bars"
    )
    return {"dtype": dtype, "plot": plot, "base": base}


# -- table -----------------------------------------------------------------------------------------------------

_COLUMNS = (
    Column("variant"),
    Column("type"),
    Column("shape", "M\u00d7N", is_number=True, meaning="rows and columns; sorted by elements"),
    Column("block", is_number=True, meaning="threads in x, y, z; sorted by threads"),
    Column("median", "\u00b5s", "median time of a launch", is_number=True),
    Column("spread", "%", "interquartile range over the median", is_number=True),
    Column(
        "rate", "GB/s", "bytes of each element, read once and written once, over the median", is_number=True
    ),
    Column("of copy", "%", "time of the device's own copy of as many bytes over this time", is_number=True),
    Column("speed-up", "\u00d7", "over the naive kernel, same type and shape", is_number=True),
    Column("registers", "per thread", "from NVIDIA's assembler", is_number=True),
    Column("spilled", "bytes", "from NVIDIA's assembler", is_number=True),
    Column(
        "occupancy",
        "%",
        "theoretical: resident warps over the most that fit a multiprocessor",
        is_number=True,
    ),
    Column(
        "sectors", "per element", "32-byte sectors of global memory, exact, from the executor", is_number=True
    ),
    Column("clock", "MHz", "of the multiprocessors during the timing", is_number=True),
)


def _table(name: str, times: Sequence[BenchTime], naive: str) -> Markup:
    base: dict[tuple[str, str], float] = {}
    for time in times:
        if time.variant == naive:
            where = (time.dtype, time.shape)
            # Of several blocks of the naive kernel the fastest counts.
            base[where] = min(base.get(where, time.median_us), time.median_us)
    # Without a copy to compare with, bars are relative to the fastest time of the table.
    best = max(time.gbps for time in times)
    ordered = sorted(
        times,
        key=lambda each: (each.dtype, each.n_rows * each.n_cols, each.n_cols, each.median_us, each.variant),
    )
    rows = [_cells(time, base.get((time.dtype, time.shape)), best) for time in ordered]
    caption = f"Times of {plural(len(rows), 'case')}"
    return table(f"{name}-times", caption, _COLUMNS, rows, filter_label="Filter times")


def _cells(time: BenchTime, base_us: float | None, best: float) -> list[Cell]:
    fraction = time.copy_fraction
    spread = (time.q3_us - time.q1_us) / time.median_us
    clocks = sorted({clock for clock in time.sm_clock_mhz if clock is not None})
    throttled = "bad" if time.throttled else ""
    return [
        words(time.variant),
        words(time.dtype),
        Cell(f"{time.n_rows}\u00d7{time.n_cols}", float(time.n_rows * time.n_cols)),
        Cell(time.block_name, float(prod(time.block))),
        numeric(time.median_us, 2),
        numeric(spread, 1, scale=100),
        numeric(
            time.gbps, 3 if time.is_executor else 0, share=None if fraction is not None else time.gbps / best
        ),
        numeric(fraction, 1, scale=100, share=fraction),
        numeric(None if base_us is None else base_us / time.median_us, 2),
        numeric(time.registers, 0),
        numeric(time.spill_bytes, 0, kind="bad" if time.spill_bytes else ""),
        numeric(time.occupancy, 0, scale=100),
        numeric(time.sectors_per_element, 3),
        Cell("\u2013".join(map(str, clocks)) or MISSING, min(clocks, default=None), None, throttled),
    ]
