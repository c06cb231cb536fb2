"""Kept results over time: a table for each key, with the trend of every series."""

from __future__ import annotations

from collections.abc import Sequence

from ....measure.baseline import Record
from ....measure.history import Series, by_key, key_changes, series_of
from ..numbers import MISSING, number, percent
from ..plots import trend
from ..table import Cell, Column, numeric, table, words
from ..templates import Markup, render

_COLUMNS = (
    Column("variant"),
    Column("type"),
    Column("shape", "M\u00d7N", is_number=True, meaning="rows and columns; sorted by elements"),
    Column("block", meaning="threads in x, y, z"),
    Column("trend", "of the time, oldest to newest", "the height is at least 2 % of the time"),
    Column("newest", "\u00b5s", "median", is_number=True),
    Column("spread", "%", "interquartile range over the median", is_number=True),
    Column(
        "change", "%", "against the previous result of the same key; above zero is slower", is_number=True
    ),
    Column("of copy", "%", "time of the device's own copy of as many bytes over this time", is_number=True),
    Column("results", is_number=True),
)


def history_section(records: Sequence[Record]) -> Markup:
    """Build the section: the newest key first."""
    groups = [
        {
            "key": key.text,
            "span": " to ".join(dict.fromkeys((group[0].committed[:10], group[-1].committed[:10]))),
            "records": group,
            "table": table(
                f"history{index}",
                f"History on {key.text}",
                _COLUMNS,
                [_cells(series) for series in series_of(group)],
                filter_label="Filter history",
            ),
        }
        for index, (key, group) in enumerate(reversed(by_key(records).items()))
    ]
    return render("history.html", groups=groups, changes=key_changes(records))


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
