"""The part of the report on CUDA releases: results and figures of every variant, changes, unsupported variants."""

from __future__ import annotations

from collections.abc import Sequence

from ....releases.model import ReleaseRecord, Status
from ....releases.table import FIGURES, CudaTable, FigureCell, Trend, VariantRows, make_table
from ...text.cuda_text import limit_text, notes
from .. import table as html_table
from ..numbers import MISSING, plural
from ..table import Column, table, words
from ..templates import Markup, part, render

_ARROWS = {Trend.BETTER: "\u2193", Trend.WORSE: "\u2191"}
_DIFFERS, _SAME = "differs", "same"


def cuda_section(records: Sequence[ReleaseRecord]) -> Markup:
    """Build the part.

    Parameters
    ----------
    records : sequence of ReleaseRecord
        At least one, oldest release first.
    """
    found = make_table(records)
    return render("cuda.html", summary=_summary(found), table=_table(found), notes=notes(found))


def cuda_verdict(records: Sequence[ReleaseRecord]) -> tuple[str, str, str]:
    """Return the verdict on all releases: a word, its CSS class, a sentence."""
    found = make_table(records)
    word, kind = {0: ("PASS", "pass"), 1: ("FAIL", "fail")}.get(found.exit_code, ("NOTHING RAN", "error"))
    return word, kind, _summary(found)


def cuda_headline(records: Sequence[ReleaseRecord]) -> str:
    """Return the verdict on all releases, for the title."""
    found = make_table(records)
    span = " to ".join(dict.fromkeys((found.records[0].cuda, found.records[-1].cuda)))
    bad = {name for _, names in _failed(found) for name in names}
    if bad:
        said = (
            f"{len(bad)} of {plural(len(found.variants), 'variant')} {'fails' if len(bad) == 1 else 'fail'}"
        )
    else:
        said = {0: "nothing fails"}.get(found.exit_code, "nothing ran")
    return f"CUDA {span}: {said}"


def _failed(found: CudaTable) -> list[tuple[str, list[str]]]:
    """List the releases with variants that failed or did not run, with those variants."""
    bad = (Status.FAIL, Status.NOT_RUN)
    named = [(r.cuda, [v.id for v in r.variants if v.status(r.arch) in bad]) for r in found.records]
    return [(cuda, names) for cuda, names in named if names]


def _summary(found: CudaTable) -> str:
    n_same = sum(each.is_constant for each in found.variants)
    failed = [f"{cuda}: {', '.join(names)}" for cuda, names in _failed(found)]
    parts = [
        f"{plural(len(found.variants), 'variant')} with {plural(len(found.records), 'CUDA release')}, "
        f"{found.records[0].cuda} to {found.records[-1].cuda}",
        f"{n_same} unchanged",
    ]
    if found.limits:
        n_limited = len({each.variant for each in found.limits})
        parts.append(f"{plural(n_limited, 'variant')} not supported by some")
    if failed:
        parts.append(f"failed with {'; '.join(failed)}")
    return "; ".join(parts) + "."


def _table(found: CudaTable) -> Markup:
    columns = [
        Column("variant"),
        Column("figure", meaning="; ".join(f"{name}: {text}" for name, text in FIGURES.items() if text)),
        Column("releases", meaning="whether they differ"),
        *(
            Column(record.cuda, f"PTX {record.ptx_isa or MISSING}", record.compiler, is_number=True)
            for record in found.records
        ),
    ]
    rows = [
        [
            words(variant.id, part("coded", variant.id)),
            words(row.figure, part("titled", row.figure, variant.of)),
            words(_SAME if row.is_constant else _DIFFERS),
            *(_cell(row.figure, cell, found, index, variant) for index, cell in enumerate(row.cells)),
        ]
        for variant in found.variants
        for row in variant.rows
    ]
    caption = (
        f"Registers and spilled bytes are of {found.arch}, instructions and sectors of the cpu device. "
        "An arrow marks a figure that differs from the previous release."
    )
    return table("cuda-releases", caption, columns, rows, filter_label="Filter (try: differs)")


def _cell(
    figure: str, cell: FigureCell, found: CudaTable, index: int, variant: VariantRows
) -> html_table.Cell:
    if not cell.text:
        return words(MISSING)
    if figure == "result":
        kind = {Status.SKIP.value: "skip", Status.NOT_RUN.value: "not-run"}.get(cell.text, cell.text)
        why = "; ".join(
            limit_text(limit)
            for limit in found.limits
            if limit.variant == variant.id and found.records[index].cuda in limit.releases
        )
        return words(cell.text, part("titled", part("chip", cell.text, kind), why or None))
    arrow = f"\u00a0{_ARROWS[cell.trend]}" if cell.trend in _ARROWS else ""
    kind = cell.trend.value if cell.trend in _ARROWS else ""
    return html_table.Cell(f"{cell.text}{arrow}", float(cell.text), None, kind)
