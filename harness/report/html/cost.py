"""Cost and speed of kernels.

Cost: a table of counters and resources, and the most expensive lines of the source. Speed: GB/s against N, and a table
of all times.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from statistics import median
from typing import Any

from ...measure.bench_file import BenchFile, BenchTime
from ...measure.columns import CASE_COLUMNS
from ...measure.launch_resources import LaunchResources
from ...ptx.launch.counts import Counters, total
from ..inputs import InputFile
from ..json.count import CaseCost, CountDocument, counters_of, sums_of
from .numbers import MISSING, number, percent, plural
from .plots import N_COLOURS, Line, Point, legend, line_plot
from .table import PROBLEM_COLUMNS, Cell, bad_above_zero, block_column, figure, figure_columns, numeric, table
from .templates import Markup, part, render

# Number of source lines shown of a case: the lines with the largest share of any of `_HEAT`.
HOT_LINES = 8

_ASSEMBLER = "from NVIDIA's assembler"
_OCCUPANCY = "theoretical: resident warps over the most that fit a multiprocessor"


def cost_section(document: InputFile[CountDocument], number_of_count: int) -> Markup:
    cases = sorted(
        document.content.cases,
        key=lambda case: (case.dtype, case.n_rows * case.n_cols, case.variant, case.block),
    )
    caption = f"Counters and resources of {plural(len(cases), 'case')}; exact, from the PTX executor and the assembler"
    name = f"count{number_of_count}"
    problems: dict[str, list[dict[str, Any]]] = {}
    for case in cases:
        if any(launch.lines for launch in case.launches):
            problems.setdefault(f"{case.dtype} {case.n_rows}\u00d7{case.n_cols}", []).append(_hot(case))
    return render(
        "cost.html",
        document=document,
        table=table(name, caption, _COST_COLUMNS, cases, filter_label="Filter counters") if cases else None,
        problems=list(problems.items()),
    )


def _most(read: Callable[[LaunchResources], int]) -> Callable[[CaseCost], float | None]:
    return lambda case: max(map(read, case.resources), default=None)


_REGISTERS, _SPILLED = _most(attrgetter("registers")), _most(attrgetter("spill_bytes"))
_SHARED = _most(attrgetter("all_shared_bytes"))


def _occupancy(case: CaseCost) -> Cell:
    known = [used.occupancy for used in case.resources if used.occupancy is not None]
    if not known:
        return Cell(MISSING)
    # Among several launches, the one with the fewest resident warps limits the case.
    least = min(known, key=attrgetter("fraction"))
    limits = f"{least.blocks} blocks, limited by {', '.join(least.limited_by)}"
    return Cell(part("titled", number(100 * least.fraction), limits), least.fraction, least.fraction)


_COST_COLUMNS = (
    *PROBLEM_COLUMNS,
    block_column(lambda case: "\u00d7".join(str(n) for n in case.block if n > 1) or "1"),
    *figure_columns(CASE_COLUMNS, sums_of),
    figure("registers", lambda case: numeric(_REGISTERS(case), 0), "per thread", _ASSEMBLER),
    figure("spilled", lambda case: bad_above_zero(_SPILLED(case)), "bytes", _ASSEMBLER),
    figure("shared", lambda case: numeric(_SHARED(case), 0), "bytes", "static and dynamic, of a block"),
    figure("occupancy", _occupancy, "%", _OCCUPANCY),
)


_HEAT: tuple[tuple[str, str, Callable[[Counters], int]], ...] = (
    ("instructions", "share of executed instructions", lambda counters: counters.instructions),
    ("global", "share of global sectors", lambda counters: counters.global_sectors),
    ("conflicts", "share of wavefronts lost to bank conflicts", lambda counters: counters.shared_excess),
    ("local", "share of local sectors", lambda counters: counters.local_sectors),
)


def _hot(case: CaseCost) -> dict[str, Any]:
    # The text of a line is empty if the file is not the user's.
    texts: dict[tuple[str, int], str] = {}
    counters: dict[tuple[str, int], list[Counters]] = {}
    for line in (line for launch in case.launches for line in launch.lines):
        texts.setdefault((line.file, line.line), line.text)
        counters.setdefault((line.file, line.line), []).append(counters_of(line.counters))
    heat = {place: [read(total(of_line)) for _, _, read in _HEAT] for place, of_line in counters.items()}
    totals = [sum(column) for column in zip(*heat.values(), strict=True)]
    # Columns without a share on any line are left out.
    used = [index for index, of_all in enumerate(totals) if of_all]
    shares = {
        place: [n / of_all if of_all else 0.0 for n, of_all in zip(line_heat, totals, strict=True)]
        for place, line_heat in heat.items()
    }
    hottest = sorted(shares, key=lambda place: (-max(shares[place]), place))[:HOT_LINES]
    worst = max(shares[hottest[0]])
    return {
        "id": case.id,
        "n_lines": len(texts),
        "heads": [_HEAT[index][:2] for index in used],
        # Indentation says nothing among lines that do not follow each other.
        "lines": [
            (*place, texts[place].strip(), [shares[place][index] for index in used]) for place in hottest
        ],
        "worst": worst,
        "kind": _HEAT[shares[hottest[0]].index(worst)][0],
    }


def speed_section(benches: Sequence[BenchFile], baseline: str = "") -> Markup:
    """Build the section; `baseline` is the variant that speed-ups are relative to, empty to choose it."""
    devices: list[dict[str, Any]] = []
    for index, bench in enumerate(benches):
        if not bench.times:
            devices.append({"bench": bench, "times": ()})
        # Times of two devices, or of the executor and a GPU, must not share a plot.
        for (is_executor, device), times in _by(bench.times, "is_executor", "device"):
            name = f"bench{index}-{'cpu' if is_executor else 'gpu'}"
            # Each operation has its own plots, naive kernel and table: times of two operations do not compare.
            by_operation = list(_by(times, "operation"))
            devices.append(
                {
                    "bench": bench,
                    "device": device or "unnamed device",
                    "is_executor": is_executor,
                    "times": times,
                    "throttled": sorted({time.variant for time in times if time.throttled}),
                    "operations": [
                        _operation(name if len(by_operation) == 1 else f"{name}-{operation}", own, baseline)
                        for operation, own in by_operation
                    ],
                }
            )
    return render("speed.html", devices=devices)


def _by(times: Sequence[BenchTime], *names: str) -> Iterator[tuple[Any, list[BenchTime]]]:
    """Yield the times that agree in some attributes, with their values, in the order of the values."""
    key = attrgetter(*names)
    for value, group in groupby(sorted(times, key=key), key):
        yield value, list(group)


def _operation(name: str, times: Sequence[BenchTime], baseline: str) -> dict[str, Any]:
    naive = naive_of(times, baseline)
    return {
        "name": times[0].operation,
        "naive": naive,
        "rates": [_rates(of_type, dtype, naive) for dtype, of_type in _by(times, "dtype")],
        "table": _time_table(name, times, naive),
    }


def naive_of(times: Sequence[BenchTime], wanted: str = "") -> str:
    """Return the variant that speed-ups are relative to; empty if unknown."""
    # It is the one asked for, else the one that most others declare as their baseline, else the only one with the word
    # ``naive`` in its id.
    variants = {time.variant for time in times}
    if wanted:
        return wanted if wanted in variants else ""
    declared = Counter(time.baseline for time in times if time.baseline in variants)
    if declared:
        # Ties go to the first by name, so that the same file gives the same page.
        return min(declared, key=lambda name: (-declared[name], name))
    named = [name for name in sorted(variants) if re.search(r"(^|_)naive(_|$)", name)]
    return named[0] if len(named) == 1 else ""


def _rates(times: Sequence[BenchTime], dtype: str, naive: str) -> dict[str, Any]:
    lines, ceiling, n_dropped = rate_lines(times, naive)
    executor = times[0].is_executor
    what = "GB/s of the executor" if executor else "GB/s"
    label = f"{what} of {plural(len(lines), 'variant')} against N in {dtype}; the table below has the numbers"
    x_title, y_title = "N, columns of a row (elements)", f"{what} (logarithmic)"
    return {
        "title": f"{what} against N, {dtype}",
        "plot": line_plot(lines, ceiling, x_title=x_title, y_title=y_title, label=label),
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
    for time in sorted(drawn, key=attrgetter("variant", "n_cols", "median_us", "block")):
        best.setdefault((time.variant, time.n_cols), time)
    colours = _colours(list(best.values()), naive)
    lines = [
        Line(variant, tuple(Point(time.n_cols, time.gbps, _says(time)) for time in own), colours.get(variant))
        for variant, own in _by(list(best.values()), "variant")
    ]
    points = []
    for n_cols, own in _by(drawn, "n_cols"):
        if copies := [time.copy_gbps for time in own if time.copy_gbps]:
            says = f"copy at {most_rows[n_cols]}x{n_cols}: {number(median(copies))} GB/s"
            points.append(Point(n_cols, median(copies), says))
    return lines, Line("copy", tuple(points)) if points else None, len(times) - len(best)


def _colours(times: Sequence[BenchTime], naive: str) -> dict[str, int]:
    # The naive kernel keeps the first colour in every plot, so that plots can be compared. Then come the kernels that
    # are the fastest at some N, and the next fastest.
    chosen = dict.fromkeys(time.variant for time in times if time.variant == naive)
    fastest = [min(own, key=attrgetter("median_us", "variant")) for _, own in _by(times, "n_cols")]
    for some in (fastest, times):
        rates: dict[str, float] = {}
        for time in some:
            rates[time.variant] = max(rates.get(time.variant, 0.0), time.gbps)
        chosen |= dict.fromkeys(sorted(rates, key=lambda name: (-rates[name], name)))
    return {name: index for index, name in enumerate(list(chosen)[:N_COLOURS])}


def _says(time: BenchTime) -> str:
    of_copy = f", {percent(time.copy_fraction)} of copy" if time.copy_fraction else ""
    return (
        f"{time.variant} {time.dtype} {time.shape} block {time.block_name}: "
        f"{number(time.gbps)} GB/s{of_copy}, {number(time.median_us)} \u00b5s"
    )


def _time_table(name: str, times: Sequence[BenchTime], naive: str) -> Markup:
    base: dict[tuple[str, str], float] = {}
    for time in times:
        if time.variant == naive:
            where = (time.dtype, time.shape)
            # Of several blocks of the naive kernel the fastest counts.
            base[where] = min(base.get(where, time.median_us), time.median_us)
    # Without a copy to compare with, bars are relative to the fastest time of the table.
    best = max(time.gbps for time in times)

    def rate(time: BenchTime) -> Cell:
        share = None if time.copy_fraction is not None else time.gbps / best
        return numeric(time.gbps, 3 if time.is_executor else 0, share=share)

    def speed_up(time: BenchTime) -> Cell:
        base_us = base.get((time.dtype, time.shape))
        return numeric(None if base_us is None else base_us / time.median_us, 2)

    columns = (
        *PROBLEM_COLUMNS,
        block_column(attrgetter("block_name")),
        figure("median", lambda time: numeric(time.median_us, 2), "\u00b5s", "median time of a launch"),
        figure("spread", _spread, "%", "interquartile range over the median"),
        figure("rate", rate, "GB/s", "bytes of each element, read once and written once, over the median"),
        figure("of copy", _of_copy, "%", "time of the device's own copy of as many bytes over this time"),
        figure("speed-up", speed_up, "\u00d7", f"over {naive or 'the baseline'}, same type and shape"),
        figure("registers", lambda time: numeric(time.registers, 0), "per thread", _ASSEMBLER),
        figure("spilled", lambda time: bad_above_zero(time.spill_bytes), "bytes", _ASSEMBLER),
        figure("occupancy", lambda time: numeric(time.occupancy, 0, scale=100), "%", _OCCUPANCY),
        figure(
            "sectors",
            lambda time: numeric(time.sectors_per_element, 3),
            "per element",
            "32-byte sectors of global memory, exact, from the executor",
        ),
        figure("clock", _clock, "MHz", "of the multiprocessors during the timing"),
    )
    ordered = sorted(
        times,
        key=lambda time: (time.dtype, time.n_rows * time.n_cols, time.n_cols, time.median_us, time.variant),
    )
    caption = f"Times of {plural(len(ordered), 'case')}"
    return table(f"{name}-times", caption, columns, ordered, filter_label="Filter times")


def _spread(time: BenchTime) -> Cell:
    return numeric((time.q3_us - time.q1_us) / time.median_us, 1, scale=100)


def _of_copy(time: BenchTime) -> Cell:
    return numeric(time.copy_fraction, 1, scale=100, share=time.copy_fraction)


def _clock(time: BenchTime) -> Cell:
    clocks = sorted({clock for clock in time.sm_clock_mhz if clock is not None})
    kind = "bad" if time.throttled else ""
    return Cell("\u2013".join(map(str, clocks)) or MISSING, min(clocks, default=None), None, kind)
