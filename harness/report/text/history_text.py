"""Prints kept results: a table for each key, a trend for each series, the changes of the key."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from ...measure.baseline import MeasurementKey, Record
from ...measure.history import Series, by_key, key_changes, series_of
from ...variant.variant import block_text
from .console import print_line

_BARS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"
_LEAST_SPAN = 0.02
"""Least height of a trend as a share of the time, so that noise is flat."""
_MOST_BARS = 24

LEGEND = (
    "spread  interquartile range over the median    change  of the median against the result before, same key",
    "*       the middle halves of the samples lie apart; runs may differ so by chance: `kernel-harness gate` decides",
)

_HEADS = ("median us", "spread", "change", "of copy")


class HistoryText:
    """Prints kept results to a console."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def show(self, records: Sequence[Record], since: str = "") -> None:
        """Print records, the latest key last; `since` is the commit to compare with, empty for the previous result."""
        groups = by_key(records)
        for key, group in groups.items():
            self._key(key, group, since)
        for before, after in key_changes(records):
            self.line(
                f"the key changes at {after.label}, {after.measured[:10]}: {before.key.text} -> {after.key.text}"
            )
        if len(groups) > 1:
            self.line("results of different keys are not compared\n")
        for text in LEGEND:
            self.line(f"  {text}")

    def line(self, text: str, *, style: str = "") -> None:
        """Print a line as it is."""
        print_line(self._console, text, style=style)

    def _key(self, key: MeasurementKey, records: Sequence[Record], since: str) -> None:
        count = f"{len(records)} result{'s' if len(records) != 1 else ''}"
        span = " to ".join(dict.fromkeys((records[0].committed[:10], records[-1].committed[:10])))
        self.line(key.text, style="bold")
        self.line(f"{count}, commits of {span}: {' '.join(record.label for record in records)}")
        series = series_of(records)
        width = max(len(_name(each)) for each in series)
        heads = "".join(f"{head:>11}" for head in _HEADS)
        self.line(f"{'':<{width}}{heads}  trend", style="bold")
        for each in series:
            self.line(
                f"{_name(each):<{width}}{_cells(each, since)}  {trend([r.median_us for r in each.results])}"
            )
        self.line("")


def trend(values: Sequence[float]) -> str:
    """Return a character for each value, higher for a longer time; one value alone is a dot.

    The full height is the range of the values, or `_LEAST_SPAN` of the largest where that is more.
    """
    values = values[-_MOST_BARS:]
    if len(values) < 2:
        return "\u00b7" * len(values)
    low, high = min(values), max(values)
    span = max(high - low, _LEAST_SPAN * high)
    floor = (low + high - span) / 2
    return "".join(_BARS[min(int((value - floor) / span * len(_BARS)), len(_BARS) - 1)] for value in values)


def _name(series: Series) -> str:
    last = series.last
    x, y, z = (*last.block, 1, 1)[:3]
    throttled = ", throttled" if last.is_throttled else ""
    return f"{last.variant} {last.dtype} {last.n_rows}x{last.n_cols} block {block_text((x, y, z))}{throttled}"


def _cells(series: Series, since: str) -> str:
    last, change = series.last, series.change(since)
    spread = (last.q3_us - last.q1_us) / last.median_us
    changed = "-" if change is None else f"{100 * change.share:+.1f}%{'*' if change.stands_out else ''}"
    of_copy = "-" if last.copy_fraction is None else f"{100 * last.copy_fraction:.0f}%"
    cells = (f"{last.median_us:.2f}", f"{100 * spread:.1f}%", changed, of_copy)
    return "".join(f"{cell:>11}" for cell in cells)
