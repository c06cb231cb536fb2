"""The largest errors of a check: for each operation and type, how near right kernels come to their bound."""

from __future__ import annotations

from ....verdict import Verdict
from ...json.check import CheckDocument, CheckedCase
from ..inputs import Document
from ..numbers import bound_share
from ..table import Cell, Column, numeric, table, words
from ..templates import Markup, breakable, part
from .check import device_text
from .matrix import Tally

_COLUMNS = (
    Column("operation"),
    Column("type"),
    Column("largest error", "% of its bound", "of the cases that passed", is_number=True),
    Column("cases", meaning="cases that passed", is_number=True),
    Column("command", meaning="checks the case with this error"),
)


def errors_section(document: Document[CheckDocument], number_of_check: int) -> Markup:
    """Build the part of one check."""
    tallies: dict[tuple[str, str], Tally] = {}
    for variant in document.content.variants:
        for case in variant.cases:
            if case.verdict is Verdict.PASS:
                tallies.setdefault((variant.operation, case.dtype), Tally()).add(case)
    return table(
        f"errors{number_of_check}",
        f"Largest errors on {device_text(document.content)}, {document.name}",
        _COLUMNS,
        [
            [
                words(operation),
                words(dtype),
                Cell(bound_share(tally.worst_ratio), tally.worst_ratio, tally.worst_ratio),
                numeric(tally.n_cases),
                _command(tally.worst),
            ]
            for (operation, dtype), tally in sorted(tallies.items())
        ],
    )


def _command(case: CheckedCase | None) -> Cell:
    return words("") if case is None else words(case.id, part("coded", breakable(case.rerun)))
