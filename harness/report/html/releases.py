"""The part of the report on CUDA releases: results and figures of every variant with each, changes marked."""

from __future__ import annotations

from ..releases import MEANINGS, FigureCell, ReleaseTable, Trend, legend, notes
from . import table as html_table
from .numbers import MISSING, plural
from .table import Column, table, words
from .templates import Markup, part, render

_ARROWS = {Trend.BETTER: "\u2193", Trend.WORSE: "\u2191"}
_DIFFERS, _SAME = "differs", "same"


def cuda_section(found: ReleaseTable) -> Markup:
    n_same = sum(each.is_constant for each in found.variants)
    summary = (
        f"{plural(len(found.variants), 'variant')} with {plural(len(found.releases), 'CUDA release')}, "
        f"{found.releases[0]} to {found.releases[-1]}; {n_same} unchanged."
    )
    parts = [
        ("Meaning", list(legend(found))),
        *((head.capitalize(), texts) for head, texts, _ in notes(found)),
    ]
    return render("cuda.html", summary=summary, table=_table(found), notes=parts)


def _table(found: ReleaseTable) -> Markup:
    columns = [
        Column("variant"),
        Column("figure", meaning="; ".join(f"{name}: {text}" for name, text in MEANINGS.items())),
        Column("releases", meaning="whether they differ"),
        *(
            Column(cuda, meaning=compiler, is_number=True)
            for cuda, compiler in zip(found.releases, found.compilers, strict=True)
        ),
    ]
    rows = [
        [
            words(variant.id, part("coded", variant.id)),
            words(row.figure, part("titled", row.figure, variant.counted or None)),
            words(_SAME if row.is_constant else _DIFFERS),
            *(_cell(cell, is_result=row.is_result) for cell in row.cells),
        ]
        for variant in found.variants
        for row in variant.rows
    ]
    caption = "An arrow marks a figure that differs from the previous release"
    return table("cuda-releases", caption, columns, rows, filter_label="Filter (try: differs)")


def _cell(cell: FigureCell, *, is_result: bool) -> html_table.Cell:
    if not cell.text:
        return words(MISSING)
    if is_result:
        verdict = cell.text.partition(" ")[0]
        return words(cell.text, part("chip", cell.text, verdict.lower()))
    arrow = f"\u00a0{_ARROWS[cell.trend]}" if cell.trend in _ARROWS else ""
    kind = cell.trend.value if cell.trend in _ARROWS else ""
    return html_table.Cell(f"{cell.text}{arrow}", float(cell.text), None, kind)
