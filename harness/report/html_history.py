"""Kept results over time: a table for each key, with the trend of every series; keys never share one."""

from __future__ import annotations

from collections.abc import Sequence

from ..perf.baseline import Key, Record
from ..perf.history import Series, by_key, key_changes, series_of
from .html_markup import MISSING, Markup, element, join, number, percent, plural
from .html_plots import trend
from .html_table import Cell, Column, numeric, table, words

_COLUMNS = (
    Column("variant"),
    Column("type"),
    Column("shape", "M\u00d7N", is_number=True, meaning="rows and columns; sorted by elements"),
    Column("block", meaning="threads in x, y, z"),
    Column("trend", "of the time, oldest to newest", "its height spans at least 2 % of the time"),
    Column("newest", "\u00b5s", "median", is_number=True),
    Column("spread", "%", "interquartile range over the median", is_number=True),
    Column(
        "change", "%", "against the result before it, of the same key; above zero is slower", is_number=True
    ),
    Column("of copy", "%", "time of the device's own copy of as many bytes over this time", is_number=True),
    Column("results", is_number=True),
)


def history_section(records: Sequence[Record]) -> Markup:
    """Build the section: the newest key first."""
    groups = by_key(records)
    parts = [_key(index, key, group) for index, (key, group) in enumerate(reversed(groups.items()))]
    changes = [
        element("li", f"{after.measured[:10]}, {after.label}: {after.key.text} (before: {before.key.text})")
        for before, after in key_changes(records)
    ]
    return join(
        parts,
        element("h4", "Where the key changes") if changes else None,
        element("p", "A result never compares with one of another key; each key has a table of its own.")
        if changes
        else None,
        element("ul", changes) if changes else None,
    )


def _key(index: int, key: Key, records: Sequence[Record]) -> Markup:
    span = " to ".join(dict.fromkeys((records[0].committed[:10], records[-1].committed[:10])))
    return join(
        element("h3", key.text),
        element(
            "p",
            f"{plural(len(records), 'result')} of commits of {span}: {', '.join(each.label for each in records)}.",
        ),
        table(
            f"history{index}",
            f"History on {key.text}",
            _COLUMNS,
            [_cells(series) for series in series_of(records)],
            filter_label="Filter history",
        ),
    )


def _cells(series: Series) -> list[Cell]:
    last, change = series.last, series.change()
    values = [each.median_us for each in series.results]
    says = "; ".join(
        f"{record.label} {number(each.median_us)} \u00b5s"
        for record, each in zip(series.records, series.results, strict=True)
    )
    spread = (last.q3_us - last.q1_us) / last.median_us
    kind = ""
    if change is not None and change.stands_out:
        kind = "bad" if change.share > 0 else "good"
    fraction = last.copy_fraction
    return [
        words(last.variant),
        words(last.dtype),
        Cell(f"{last.n_rows}\u00d7{last.n_cols}", float(last.n_rows * last.n_cols)),
        words("\u00d7".join(str(n) for n in last.block if n > 1) or "1"),
        Cell(trend(values, says)),
        numeric(last.median_us, 2),
        numeric(spread, 1, scale=100),
        Cell(
            percent(change.share, 1, signed=True) if change else MISSING,
            change.share if change else None,
            None,
            kind,
        ),
        numeric(fraction, 1, scale=100, share=fraction),
        numeric(len(values)),
    ]
