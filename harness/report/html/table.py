"""Tables that sort by a click on a head, each with a box that filters its rows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import prod
from typing import Any

from ...lazy import dataclass
from ...measure.columns import Figure, Sums
from .numbers import MISSING, fixed, number
from .templates import Markup, render

# Columns from which on a table has a smaller font, to fit a window of 1280 pixels.
_DENSE = 14


@dataclass(frozen=True)
class Cell:
    shown: str
    order: float | str | None = None
    """Sort key; None comes last in either direction."""
    share: float | None = None
    """Length of a bar behind the text, from 0 to 1; None for no bar."""
    kind: str = ""
    """CSS class of its colour; empty for none."""

    @property
    def bar(self) -> str:
        """Length of the bar in CSS; empty without a bar."""
        return "" if self.share is None else f"{100 * min(max(self.share, 0.0), 1.0):.1f}%"

    @property
    def key(self) -> str | None:
        return self.order if self.order is None or isinstance(self.order, str) else f"{self.order:.9g}"


def numeric(
    value: float | None,
    decimals: int | None = None,
    *,
    scale: float = 1,
    share: float | None = None,
    kind: str = "",
) -> Cell:
    if value is None or math.isnan(value):
        return Cell(MISSING, None, None, kind)
    # Infinity has no decimals.
    shown = number(scale * value) if decimals is None or math.isinf(value) else fixed(scale * value, decimals)
    return Cell(shown, value, share, kind)


def words(text: str, shown: str | None = None, *, kind: str = "") -> Cell:
    return Cell(text if shown is None else shown, text, None, kind)


def bad_above_zero(value: float | None) -> Cell:
    return numeric(value, 0, kind="bad" if value else "")


@dataclass(frozen=True)
class Column:
    title: str
    cell: Callable[[Any], Cell]
    """Makes the cell of a row."""
    unit: str = ""
    """Unit, shown below the head; empty for words."""
    meaning: str = ""
    is_number: bool = False
    """Whether cells are aligned to the right, and the first click sorts the largest first."""


def figure(title: str, cell: Callable[[Any], Cell], unit: str = "", meaning: str = "") -> Column:
    return Column(title, cell, unit, meaning, is_number=True)


def _shape(row: Any) -> Cell:
    return Cell(f"{row.n_rows}\u00d7{row.n_cols}", float(row.n_rows * row.n_cols))


# The problem of a counted or timed case.
PROBLEM_COLUMNS = (
    Column("variant", lambda row: words(row.variant)),
    Column("type", lambda row: words(row.dtype)),
    figure("shape", _shape, "M\u00d7N", "rows and columns; sorted by elements"),
)


def block_column(text: Callable[[Any], str]) -> Column:
    return figure(
        "block",
        lambda row: Cell(text(row), float(prod(row.block))),
        meaning="threads in x, y, z; sorted by threads",
    )


def figure_columns(figures: Iterable[Figure], sums_of: Callable[[Any], Sums | None]) -> tuple[Column, ...]:
    """Return the columns of figures; `sums_of` returns the sums that a row's figures come from, None for dashes."""
    last: tuple[Any, Sums | None] = None, None

    def cell(shown: Figure, row: Any) -> Cell:
        nonlocal last
        # The sums take longer than all columns of a row, which follow each other.
        last = last if last[0] is row else (row, sums_of(row))
        sums = last[1]
        if sums is None:
            return numeric(None)
        value = shown.value(sums)
        share = None if value is None or shown.most is None else value / shown.most
        scale, kind = 100 if shown.is_percent else 1, "bad" if shown.is_bad and value else ""
        return numeric(value, shown.decimals, scale=scale, share=share, kind=kind)

    return tuple(figure(own.title, partial(cell, own), own.unit, own.meaning) for own in figures if own.title)


def table(
    name: str, caption: str, columns: Sequence[Column], rows: Sequence[Any], *, filter_label: str = ""
) -> Markup:
    return render(
        "table.html",
        name=name,
        caption=caption,
        columns=columns,
        rows=[[(column, column.cell(row)) for column in columns] for row in rows],
        filter_label=filter_label,
        is_dense=len(columns) >= _DENSE,
    )
