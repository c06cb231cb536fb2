"""Tables that sort by a click or a key on a head, and a box above that filters their rows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .html_markup import MISSING, Child, Markup, breakable, element, fixed, join, number

_DENSE = 14
"""From so many columns on, a table is set smaller, so that a window of 1280 pixels holds it."""


@dataclass(frozen=True)
class Column:
    """One column.

    Parameters
    ----------
    title : str
        Its head.
    unit : str
        Stands below the head; empty for words.
    meaning : str
        Shown when somebody points at the head.
    is_number : bool
        Aligned to the right, sorted by value, the largest first at the first click.
    """

    title: str
    unit: str = ""
    meaning: str = ""
    is_number: bool = False


@dataclass(frozen=True)
class Cell:
    """What stands in a row.

    Parameters
    ----------
    shown : Child
        For people.
    order : float or str or None
        What it is sorted by; None comes last in either direction.
    share : float or None
        From 0 to 1: draws a bar behind the text.
    kind : str
        Class for a colour; empty for none.
    """

    shown: Child
    order: float | str | None = None
    share: float | None = None
    kind: str = ""


def numeric(
    value: float | None,
    decimals: int | None = None,
    *,
    scale: float = 1,
    share: float | None = None,
    kind: str = "",
) -> Cell:
    """Return a cell of a number; missing where there is none.

    Parameters
    ----------
    value : float or None
        What it is sorted by.
    decimals : int or None
        So many decimals, the same down the column; None for three significant digits.
    scale : float
        What is shown is so many times the value: 100 for a share in percent.
    share, kind
        As of `Cell`.
    """
    if value is None or math.isnan(value):
        return Cell(MISSING, None, None, kind)
    shown = number(scale * value) if decimals is None or math.isinf(value) else fixed(scale * value, decimals)
    return Cell(shown, value, share, kind)


def words(text: str, shown: Child = None, *, kind: str = "") -> Cell:
    """Return a cell of words."""
    return Cell(text if shown is None else shown, text, None, kind)


def table(
    name: str,
    caption: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Cell]],
    *,
    filter_label: str = "",
    details: Sequence[Markup | None] = (),
) -> Markup:
    """Build a table.

    Parameters
    ----------
    name : str
        Its id in the document.
    caption : str
        What it shows.
    columns : sequence of Column
        Its columns; the first heads the rows.
    rows : iterable of sequence of Cell
        In the order they are shown at first.
    filter_label : str
        What the filter box says; empty for none.
    details : sequence of Markup or None
        Of each row, what a fold below it holds.
    """
    body = [_row(columns, cells, details[index] if details else None) for index, cells in enumerate(rows)]
    heads = [
        element(
            "th",
            element(
                "button",
                column.title,
                element("small", column.unit) if column.unit else None,
                type="button",
                title=column.meaning or None,
            ),
            scope="col",
            class_="number" if column.is_number else None,
            aria_sort="none",
        )
        for column in columns
    ]
    built = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", heads)),
        [element("tbody", row) for row in body] if details else element("tbody", body),
        id=name,
        class_="sortable dense" if len(columns) >= _DENSE else "sortable",
    )
    scrolling = element("div", built, class_="scroll", tabindex=0, role="region", aria_label=caption)
    return join(filter_box(name, filter_label, len(body)) if filter_label else None, scrolling)


def filter_box(target: str, label: str, n_rows: int) -> Markup:
    """Build the box that filters the rows, or the marked parts, of the element with the id `target`."""
    return element(
        "p",
        element(
            "label",
            label,
            " ",
            element("input", type="search", data_filters=target, autocomplete="off", spellcheck="false"),
        ),
        element("output", f"{n_rows} of {n_rows}", data_counts=target, aria_live="polite"),
        class_="filter",
    )


def _row(columns: Sequence[Column], cells: Sequence[Cell], detail: Markup | None) -> Markup:
    built = [
        element(
            "td" if index else "th",
            # A long name must not take a phone's whole width.
            breakable(cell.shown) if not index and type(cell.shown) is str else cell.shown,
            scope=None if index else "row",
            class_=" ".join(
                filter(
                    None,
                    (
                        "number" if column.is_number else "",
                        "bar" if cell.share is not None else "",
                        cell.kind,
                    ),
                )
            )
            or None,
            style=None if cell.share is None else f"--share:{100 * min(max(cell.share, 0.0), 1.0):.1f}%",
            data_order=None if cell.order is None else _order(cell.order),
        )
        for index, (column, cell) in enumerate(zip(columns, cells, strict=True))
    ]
    row = element("tr", built)
    if detail is None:
        return row
    return join(row, element("tr", element("td", detail, colspan=len(columns)), class_="detail"))


def _order(order: float | str) -> str:
    return order if isinstance(order, str) else f"{order:.9g}"
