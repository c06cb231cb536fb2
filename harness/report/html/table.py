"""Tables that sort by a click on a head, each with a box that filters its rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...measure.columns import Column as Figure
from ...measure.columns import Sums
from .numbers import MISSING, fixed, number
from .templates import Markup, render

# Columns from which on a table has a smaller font, to fit a window of 1280 pixels.
_DENSE = 14


@dataclass(frozen=True)
class Column:
    title: str
    unit: str = ""
    """Unit, shown below the head; empty for words."""
    meaning: str = ""
    is_number: bool = False
    """Whether cells are aligned to the right, and the first click sorts the largest first."""


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
        """Length of the bar as CSS has it, empty without one."""
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


def figure_columns(figures: Iterable[Figure]) -> tuple[Column, ...]:
    return tuple(
        Column(figure.title, figure.unit, figure.meaning, is_number=True)
        for figure in figures
        if figure.title
    )


def figure_cells(figures: Iterable[Figure], sums: Sums) -> list[Cell]:
    cells = []
    for figure in figures:
        if figure.title:
            value = figure.value(sums)
            share = None if value is None or figure.most is None else value / figure.most
            scale, kind = 100 if figure.is_percent else 1, "bad" if figure.is_bad and value else ""
            cells.append(numeric(value, figure.decimals, scale=scale, share=share, kind=kind))
    return cells


def table(
    name: str,
    caption: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Cell]],
    *,
    filter_label: str = "",
) -> Markup:
    return render(
        "table.html",
        name=name,
        caption=caption,
        columns=columns,
        rows=[list(zip(columns, cells, strict=True)) for cells in rows],
        filter_label=filter_label,
        is_dense=len(columns) >= _DENSE,
    )
