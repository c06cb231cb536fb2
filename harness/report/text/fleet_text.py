"""Prints the checks of several kinds of GPU side by side: a row for each variant, a column for each kind."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console

from ...run.outcome import VariantOutcome
from ..model import CheckReport
from .console import print_line

_ABSENT = "not there"
_NOTHING = "-"


def print_fleet(reports: Mapping[str, CheckReport | None], console: Console) -> None:
    """Print the table."""
    by_kind = {
        kind: {each.variant.id: each for each in report.outcomes} if report else {}
        for kind, report in reports.items()
    }
    names = list(dict.fromkeys(name for outcomes in by_kind.values() for name in outcomes))
    columns = [["variant", *names]]
    for kind, report in reports.items():
        cells = [_cell(by_kind[kind].get(name)) if report else _ABSENT for name in names]
        columns.append([kind, *cells])
    widths = [max(map(len, column)) for column in columns]
    for position, row in enumerate(zip(*columns, strict=True)):
        text = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
        print_line(console, text.rstrip(), style="bold" if position == 0 else "")


def _cell(outcome: VariantOutcome | None) -> str:
    if outcome is None:
        return _NOTHING
    sums = outcome.sums
    n_bad = sums.failed + sums.not_run
    return f"{outcome.verdict.value} {f'{n_bad} of ' if n_bad else ''}{sums.done + sums.not_run}"
