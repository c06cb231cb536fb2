"""The parts of a gate and of a check.

Gate: its regressions by variant, those of a wrong kernel with its faults, then intervals of the change of time, then
counters that differ. Check: the matrix of verdicts, with a row for each variant and a column for each class of cases,
the cases that did not pass, and the largest errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isnan
from operator import itemgetter
from typing import Any

from ...gate.model import CostChange, SpeedResult
from ...lazy import dataclass, field
from ...run.outcome import WORST_FIRST
from ...verdict import CaseSums, Verdict
from ..inputs import InputFile
from ..json.check import CheckDocument, CheckedCase, CheckedVariant
from ..json.gate import GateDocument, GatedVariant
from .failures import Dimension, dimensions, failures, faults
from .numbers import MISSING, bound_share, number, percent, plural
from .plots import ends_text, interval_plot
from .table import Cell, Column, figure, numeric, table, words
from .templates import Markup, breakable, part, render

# By exit status: the decision as a word, and the CSS class of its colour.
_OUTCOMES = {0: ("CLEAN", "pass"), 1: ("REGRESSION", "fail"), 2: ("ERROR", "error"), 3: ("AMBIGUOUS", "hang")}


def gate_section(document: InputFile[GateDocument], number_of_gate: int) -> Markup:
    content = document.content
    name = f"gate{number_of_gate}"
    variants = content.variants
    return render(
        "gate.html",
        document=document,
        regressions=regressions(variants),
        uncounted=uncounted(variants),
        errors=[
            *content.declaration_errors,
            *content.speed_errors,
            *(f"{variant.id}: {error}" for variant in variants for error in variant.errors),
        ],
        **_speeds(name, content),
        **_costs(name, variants),
        further_devices=content.further_devices,
        not_compared=_not_compared(content),
    )


def outcome(content: GateDocument) -> tuple[str, str]:
    return _OUTCOMES.get(content.exit_code, (f"EXIT {content.exit_code}", "error"))


def gate_text(content: GateDocument) -> str:
    changes = Counter(variant.change for variant in content.variants)
    # As the verdict counts them: one of a kind for each variant.
    kinds = (
        {(own.kind, own.allowed is None): own for own in variant.regressions} for variant in content.variants
    )
    worse = [own for found in kinds for own in found.values()]
    blocking = sum(regression.allowed is None for regression in worse)
    parts = [", ".join(f"{n} {change}" for change, n in sorted(changes.items())) or "no variants"]
    parts.append(plural(blocking, "regression"))
    if len(worse) > blocking:
        parts.append(f"{len(worse) - blocking} allowed by name")
    return "; ".join(parts) + "."


def _speeds(name: str, content: GateDocument) -> dict[str, Markup | None]:
    speeds = [speed for variant in content.variants for speed in variant.speeds]
    timed = [speed for speed in speeds if speed.change is not None]
    label = f"{plural(len(timed), 'interval')} of the change of time; the table below has the numbers"
    x_title = "change of the median time, head over base (right: slower)"
    plot = interval_plot(timed, margin=content.margin, x_title=x_title, label=label) if timed else None
    if not speeds:
        return {"plot": None, "speeds": None}
    caption = f"Speeds of {plural(len(speeds), 'comparison')}"
    rows = table(f"{name}-speeds", caption, _SPEED_COLUMNS, speeds, filter_label="Filter speeds")
    return {"plot": plot, "speeds": rows}


def _change(speed: SpeedResult) -> Cell:
    if speed.change is None:
        return Cell(MISSING)
    return Cell(percent(speed.change.estimate, 2, signed=True), speed.change.estimate)


def _of_copy(speed: SpeedResult) -> Cell:
    fraction = speed.copy_us / speed.head_us if speed.copy_us and speed.head_us else None
    return numeric(fraction, 1, scale=100)


def _gpu(speed: SpeedResult) -> Cell:
    gpu = speed.timed_on
    if gpu is None:
        return words(MISSING)
    clock = "" if gpu.sm_mhz is None else f", {gpu.sm_mhz} MHz"
    return words(f"{gpu.gpu} at {gpu.bus_id} of {gpu.host}{clock}")


_SPEED_COLUMNS = (
    Column("case", lambda speed: words(speed.case, part("explained", speed.case, speed.why))),
    Column("verdict", lambda row: words(row.speed or "NOT-RUN", part("chip", row.speed or "NOT-RUN"))),
    figure("change", _change, "%", "of the time, head over base; above zero is slower"),
    Column(
        "interval",
        lambda speed: words(ends_text(speed.change), kind="nowrap"),
        "%",
        "confidence interval of the first pass",
    ),
    Column(
        "confirmed",
        lambda speed: words(ends_text(speed.confirmed), kind="nowrap"),
        "%",
        "confidence interval of the second, independent pass",
    ),
    figure("base", lambda speed: numeric(speed.base_us, 2), "\u00b5s", "median"),
    figure("head", lambda speed: numeric(speed.head_us, 2), "\u00b5s", "median"),
    figure("of copy", _of_copy, "%", "time of the device's own copy of as many bytes, over the head's time"),
    figure(
        "restarts",
        lambda speed: numeric(speed.change and speed.change.n_restarts),
        meaning="processes of the first pass",
    ),
    Column("GPU", _gpu, meaning="that was timed, with the lowest clock read"),
)


def _costs(name: str, variants: Sequence[GatedVariant]) -> dict[str, Any]:
    rows = [(variant.id, cost) for variant in variants for cost in variant.costs]
    caption = f"{plural(len(rows), 'difference')} of cost"
    costs = table(f"{name}-costs", caption, _COST_COLUMNS, rows, filter_label="Filter counters")
    n_worse = sum(cost.is_worse for _, cost in rows)
    return {"costs": costs if rows else None, "n_costs": len(rows), "n_worse": n_worse}


def _growth_cell(cost: CostChange) -> Cell:
    change = cost.head / cost.base - 1 if cost.base else None
    shown = percent(change, 1, signed=True) if change is not None else "new"
    return Cell(shown, change, None, "bad" if cost.is_worse else "")


# A row is the id of a variant, and a `CostChange`.
_COST_COLUMNS = (
    Column("variant", lambda row: words(row[0])),
    Column("counter", lambda row: words(row[1].counter, part("counter", row[1].counter, row[1].is_worse))),
    Column("where", lambda row: words(row[1].where, breakable(row[1].where))),
    figure("base", lambda row: numeric(row[1].base)),
    figure("head", lambda row: numeric(row[1].head)),
    figure("change", lambda row: _growth_cell(row[1]), "%"),
    Column("usual meaning", lambda row: words(row[1].hint)),
)


def _not_compared(content: GateDocument) -> list[str]:
    variants = content.variants
    return [
        *content.not_compared,
        *(f"{gated.id}: not counted: {gated.uncounted.why}" for gated in variants if gated.uncounted),
        *(f"{gated.id}: {part.what}: {part.why}" for gated in variants for part in gated.not_compared),
        *(f"unused allowance: {allowance.name}" for allowance in content.unused_allowances),
    ]


def regressions(variants: Sequence[GatedVariant]) -> Markup | None:
    """Build a part for each variant with regressions, merge blockers first; None without regressions."""
    worse = [variant for variant in variants if variant.regressions]
    if not worse:
        return None
    # Python sorts stably, so both groups stay in the order of the ids.
    worse.sort(key=lambda variant: all(regression.allowed for regression in variant.regressions))
    return render(
        "regressions.html",
        n_regressions=sum(len({own.kind for own in variant.regressions}) for variant in worse),
        variants=[
            (
                variant,
                faults(variant.groups, variant.failures),
                # Several regressions of a kind are accepted by one option; nothing accepts a wrong kernel.
                dict.fromkeys(own.accept for own in variant.regressions if own.accept),
            )
            for variant in worse
        ],
    )


def uncounted(variants: Sequence[GatedVariant]) -> Markup | None:
    """Build parts for the changed variants without a counted case, and for what a person has to judge; or None."""
    missing = [(variant, variant.uncounted) for variant in variants if variant.uncounted]
    doubts = [(variant, doubt) for variant in variants for doubt in variant.doubts]
    return render("uncounted.html", missing=missing, doubts=doubts) if missing or doubts else None


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
        # NaN counts as the largest error, but compares as greater than no number.
        if ratio is not None and (self.worst_ratio is None or isnan(ratio) or ratio > self.worst_ratio):
            self.worst = case

    @property
    def worst_ratio(self) -> float | None:
        return None if self.worst is None else self.worst.max_error_ratio

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
    # Rows of passing variants are folded, so that the others are in view.
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
        # Room for the cells, and for the head of the group on one line.
        columns=[
            (group, labels, max(_CELL_REM * len(labels), _LETTER_REM * (len(group.name) + 1)))
            for group, labels in columns
        ],
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


def check_section(document: InputFile[CheckDocument], number_of_check: int) -> Markup:
    # What needs attention comes first.
    variants = sorted(document.content.variants, key=lambda own: (WORST_FIRST.index(own.verdict), own.id))
    cases = [case for variant in variants for case in variant.cases]
    name = f"check{number_of_check}"
    return render(
        "check.html",
        document=document,
        variants=variants,
        device=place_text(document.content),
        matrix=matrix(name, variants, dimensions(cases)) if cases else None,
        failures=failures(name, variants, document.name),
    )


def place_text(content: CheckDocument) -> str:
    """Return the device of a check: a GPU by its name, the executor as cpu."""
    device, info = content.device, content.device.info
    if not info:
        return f"{device.kind}, unavailable"
    return f"{device.kind if device.kind == 'cpu' else info.name}, {info.arch}"


def summary_text(content: CheckDocument) -> str:
    sums = CaseSums.of(sum((Counter(variant.counts) for variant in content.variants), Counter[str]()))
    n_bad, variants = sums.failed + sums.not_run, plural(len(content.variants), "variant")
    if n_bad:
        cases = plural(sums.done + sums.not_run + sums.skipped, "case")
        n_failing = sum(variant.verdict.is_failure for variant in content.variants)
        parts = [f"{number(n_bad)} of {cases} did not pass, in {n_failing} of {variants}"]
    else:
        parts = [f"{plural(sums.passed, 'case')} of {variants} passed"]
    if sums.unproven:
        parts.append(f"{plural(sums.unproven, 'case')} proved nothing (UNPROVEN)")
    if sums.skipped and not n_bad:
        parts.append(f"{number(sums.skipped)} outside the declarations were skipped")
    if content.declaration_errors:
        parts.append(plural(len(content.declaration_errors), "wrong declaration"))
    if content.stopped:
        parts.append(f"stopped before the last case ({content.stopped})")
    return "; ".join(parts) + "."


def errors_section(document: InputFile[CheckDocument], number_of_check: int) -> Markup:
    tallies: dict[tuple[str, str], Tally] = {}
    for variant in document.content.variants:
        for case in variant.cases:
            if case.verdict is Verdict.PASS:
                tallies.setdefault((variant.operation, case.dtype), Tally()).add(case)
    caption = f"Largest errors on {place_text(document.content)}, {document.name}"
    rows = sorted(tallies.items(), key=itemgetter(0))
    return table(f"errors{number_of_check}", caption, _ERROR_COLUMNS, rows)


def _largest_error(tally: Tally) -> Cell:
    return Cell(bound_share(tally.worst_ratio), tally.worst_ratio, tally.worst_ratio)


def _rerun(worst: CheckedCase | None) -> Cell:
    return words(worst.id, part("coded", breakable(worst.rerun))) if worst else words("")


# A row is an operation and a type, and the tally of their cases that passed.
_ERROR_COLUMNS = (
    Column("operation", lambda row: words(row[0][0])),
    Column("type", lambda row: words(row[0][1])),
    figure("largest error", lambda row: _largest_error(row[1]), "% of its bound", "of the cases that passed"),
    figure("cases", lambda row: numeric(row[1].verdicts.total()), meaning="cases that passed"),
    Column("command", lambda row: _rerun(row[1].worst), meaning="checks the case with this error"),
)
