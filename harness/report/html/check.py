"""The part of one check: the matrix of verdicts, the cases that did not pass, the largest errors.

The matrix has a row for each variant and a column for each class of cases; a cell opens to its failures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isnan
from operator import itemgetter
from typing import Any

from ...run.outcome import WORST_FIRST
from ...verdict import CaseSums, Verdict
from ..json.check import CheckDocument, CheckedCase, CheckedVariant
from .failures import Dimension, SourceTexts, dimensions, failures
from .inputs import Document
from .numbers import bound_share, number, plural
from .table import Cell, Column, figure, numeric, table, words
from .templates import Markup, breakable, part, render

_GLYPHS = {Verdict.PASS: "\u2713", Verdict.UNPROVEN: "?", Verdict.SKIP: "\u00b7"}


@dataclass
class Tally:
    """Verdicts of some cases, and the largest error among them."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    worst: CheckedCase | None = None
    """The case with the largest error; None if no case has one."""

    def add(self, case: CheckedCase) -> None:
        self.verdicts[case.verdict] += 1
        ratio = case.max_error_ratio
        # NaN, an error without a measure, is the largest, and greater than no number.
        if ratio is not None and (self.worst_ratio is None or isnan(ratio) or ratio > self.worst_ratio):
            self.worst = case

    @property
    def worst_ratio(self) -> float | None:
        return None if self.worst is None else self.worst.max_error_ratio

    @property
    def n_cases(self) -> int:
        return sum(self.verdicts.values())

    @property
    def verdict(self) -> Verdict:
        return next((verdict for verdict in WORST_FIRST if verdict in self.verdicts), Verdict.SKIP)

    @property
    def mark(self) -> str:
        """Sign of the worst verdict, or the number of failures, rounded to fit a cell of the matrix."""
        n = sum(n for verdict, n in self.verdicts.items() if verdict.is_failure)
        return _GLYPHS.get(self.verdict, str(n) if n < 1000 else f"{n / 1000:.0f}k")

    @property
    def text(self) -> str:
        return ", ".join(
            f"{self.verdicts[verdict]} {verdict}" for verdict in WORST_FIRST if self.verdicts[verdict]
        )


def matrix(
    name: str, variants: Sequence[CheckedVariant], columns: Sequence[tuple[Dimension, list[str]]]
) -> Markup:
    # Rows without anything to look at are folded, so that the others are in sight.
    green, others = (
        [_row(variant, columns) for variant in variants if (variant.verdict is Verdict.PASS) is is_green]
        for is_green in (True, False)
    )
    ran = sum((row["total"].verdicts for row in green), Counter[Verdict]())
    skipped = f"; {number(ran[Verdict.SKIP])} skipped" if ran[Verdict.SKIP] else ""
    every = "" if others or len(green) == 1 else "All "
    present = {case.verdict for variant in variants for case in variant.cases}
    return render(
        "matrix.html",
        name=name,
        meanings=_MEANINGS,
        glyphs=_GLYPHS,
        present=present,
        columns=[(dimension, labels, _group_rem(dimension, labels)) for dimension, labels in columns],
        green=green,
        others=others,
        passed=f"{every}{plural(len(green), 'variant')} passed every case that ran "
        f"({plural(ran[Verdict.PASS], 'case')}{skipped})",
    )


# Meaning of a cell, by its verdict.
_MEANINGS = {
    Verdict.PASS: "every case of the class passed",
    Verdict.FAIL: "number of cases that did not pass",
    Verdict.CRASH: "number of cases that did not pass; at least one crashed its process",
    Verdict.HANG: "number of cases that did not pass; at least one did not end",
    Verdict.ERROR: "number of cases that did not pass; at least one could not be judged",
    Verdict.NOT_RUN: "number of cases that did not run",
    Verdict.UNPROVEN: "no case failed; the bound of at least one also accepts a known wrong output",
    Verdict.SKIP: "skipped: outside the variant's declaration",
}

# Least width of a cell, and of a letter of a group's head.
_CELL_REM, _LETTER_REM = 1.4, 0.47


def _group_rem(dimension: Dimension, names: Sequence[str]) -> float:
    # Room for the cells, and for the head of the group on one line.
    return max(_CELL_REM * len(names), _LETTER_REM * (len(dimension.name) + 1))


def _row(variant: CheckedVariant, columns: Sequence[tuple[Dimension, list[str]]]) -> dict[str, Any]:
    total = Tally()
    tallies: dict[tuple[str, str], Tally] = {}
    for case in variant.cases:
        total.add(case)
        for dimension, _ in columns:
            tallies.setdefault((dimension.name, dimension.of(case)), Tally()).add(case)
    extents = {case.id: f"{case.n_rows}x{case.n_cols}" for case in variant.cases}
    return {
        "variant": variant,
        "says": f"{variant.operation}: {variant.summary}\n{variant.path}\n{total.text}",
        "total": total,
        "widest": extents.get(variant.widest or ""),
        "tallest": extents.get(variant.tallest or ""),
        "cells": [
            (dimension.name, label, index == 0, tallies.get((dimension.name, label)))
            for dimension, names in columns
            for index, label in enumerate(names)
        ],
    }


def check_section(document: Document[CheckDocument], number_of_check: int, texts: SourceTexts) -> Markup:
    # What needs attention comes first.
    variants = sorted(document.content.variants, key=lambda each: (WORST_FIRST.index(each.verdict), each.id))
    cases = [case for variant in variants for case in variant.cases]
    name = f"check{number_of_check}"
    return render(
        "check.html",
        document=document,
        variants=variants,
        device=place_text(document.content),
        matrix=matrix(name, variants, dimensions(cases)) if cases else None,
        failures=failures(name, variants, document.name, texts),
    )


def place_text(content: CheckDocument) -> str:
    """Return the device of a check: a GPU by its name, the executor as cpu."""
    device = content.device
    info = device.info
    if not info:
        return f"{device.kind}, unavailable"
    return f"{device.kind if device.kind == 'cpu' else info.name}, {info.arch}"


def summary_text(content: CheckDocument) -> str:
    sums = CaseSums.of(sum((Counter(variant.counts) for variant in content.variants), Counter[str]()))
    n_bad, variants = sums.failed + sums.not_run, plural(len(content.variants), "variant")
    if n_bad:
        cases = plural(sums.done + sums.not_run + sums.skipped, "case")
        n_failing = sum(variant.verdict.is_failure for variant in content.variants)
        said = [f"{number(n_bad)} of {cases} did not pass, in {n_failing} of {variants}"]
    else:
        said = [f"{plural(sums.passed, 'case')} of {variants} passed"]
    if sums.unproven:
        said.append(f"{plural(sums.unproven, 'case')} proved nothing (UNPROVEN)")
    if sums.skipped and not n_bad:
        said.append(f"{number(sums.skipped)} outside the declarations were skipped")
    if content.declaration_errors:
        said.append(plural(len(content.declaration_errors), "wrong declaration"))
    if content.stopped:
        said.append(f"stopped before the last case ({content.stopped})")
    return "; ".join(said) + "."


def errors_section(document: Document[CheckDocument], number_of_check: int) -> Markup:
    tallies: dict[tuple[str, str], Tally] = {}
    for variant in document.content.variants:
        for case in variant.cases:
            if case.verdict is Verdict.PASS:
                tallies.setdefault((variant.operation, case.dtype), Tally()).add(case)
    caption = f"Largest errors on {place_text(document.content)}, {document.name}"
    return table(
        f"errors{number_of_check}", caption, _ERROR_COLUMNS, sorted(tallies.items(), key=itemgetter(0))
    )


def _largest_error(tally: Tally) -> Cell:
    return Cell(bound_share(tally.worst_ratio), tally.worst_ratio, tally.worst_ratio)


def _rerun(worst: CheckedCase | None) -> Cell:
    return words(worst.id, part("coded", breakable(worst.rerun))) if worst else words("")


# A row is an operation and a type, and the tally of their cases that passed.
_ERROR_COLUMNS = (
    Column("operation", lambda row: words(row[0][0])),
    Column("type", lambda row: words(row[0][1])),
    figure("largest error", lambda row: _largest_error(row[1]), "% of its bound", "of the cases that passed"),
    figure("cases", lambda row: numeric(row[1].n_cases), meaning="cases that passed"),
    Column("command", lambda row: _rerun(row[1].worst), meaning="checks the case with this error"),
)
