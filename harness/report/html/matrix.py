"""The verdicts of a check: a row for each variant, a column for each class of cases; a cell opens to its failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, prod
from typing import Any

from ...launch.input_kinds import KINDS
from ...operation.catalogue import shipped_operations
from ...ptx.limits import MAX_BLOCK_THREADS
from ...run.outcome import WORST_FIRST
from ...variant.shape import LAYOUTS, find_layout
from ...variant.variant import SCALAR_TYPES, WARP
from ...verdict import Verdict
from ..json.check import CheckedCase, CheckedVariant
from .numbers import number, plural
from .templates import Markup, render

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
    def n_failed(self) -> int:
        return sum(n for verdict, n in self.verdicts.items() if verdict.is_failure)

    @property
    def verdict(self) -> Verdict:
        return next((verdict for verdict in WORST_FIRST if verdict in self.verdicts), Verdict.SKIP)

    @property
    def mark(self) -> str:
        """Sign of the worst verdict, or the number of failures, rounded to fit a cell of the matrix."""
        n = self.n_failed
        return _GLYPHS.get(self.verdict, str(n) if n < 1000 else f"{n / 1000:.0f}k")

    @property
    def text(self) -> str:
        return ", ".join(
            f"{self.verdicts[verdict]} {verdict}" for verdict in WORST_FIRST if self.verdicts[verdict]
        )


def matrix(
    name: str, variants: Sequence[CheckedVariant], columns: Sequence[tuple[Dimension, list[str]]]
) -> Markup:
    rows = [(variant.verdict is Verdict.PASS, _row(variant, columns)) for variant in variants]
    green = [row for is_green, row in rows if is_green]
    others = [row for is_green, row in rows if not is_green]
    # Rows without anything to look at are folded, so that the others are in sight.
    green_verdicts = sum((row["total"].verdicts for row in green), Counter[Verdict]())
    n_skipped = green_verdicts[Verdict.SKIP]
    ran = plural(green_verdicts[Verdict.PASS], "case") + (
        f"; {number(n_skipped)} skipped" if n_skipped else ""
    )
    names = (
        plural(len(green), "variant") if others or len(green) == 1 else f"All {number(len(green))} variants"
    )
    present = {case.verdict for variant in variants for case in variant.cases}
    return render(
        "matrix.html",
        name=name,
        marks=[
            (verdict, _GLYPHS.get(verdict, "3"), meaning)
            for verdict, meaning in _MEANINGS.items()
            if verdict in present
        ],
        columns=[(dimension, labels, _group_rem(dimension, labels)) for dimension, labels in columns],
        green=green,
        others=others,
        passed=f"{names} passed every case that ran ({ran})",
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


OTHER = "other"
_MOVED = "moved"

# Elements of a float4.
_VECTOR = 4


@dataclass(frozen=True)
class Dimension:
    name: str
    """Heading of the group of columns."""
    classes: Mapping[str, str]
    """Meaning of every class, in the order of the columns."""
    of: Callable[[CheckedCase], str]


def _width(case: CheckedCase) -> str:
    n = case.n_cols
    # Kernels go wrong at widths below a warp, above the largest block, and at those that are not whole vectors.
    if n == 1:
        return "1"
    if n < WARP:
        return f"< {WARP}"
    size = "\u2264" if n <= MAX_BLOCK_THREADS else ">"
    return f"{size} {MAX_BLOCK_THREADS}, {'' if n % _VECTOR == 0 else 'not '}{_VECTOR}n"


def _rows(case: CheckedCase) -> str:
    m = case.n_rows
    return "1" if m == 1 else "2\u20137" if m < 8 else "\u2265 8"


def _block(case: CheckedCase) -> str:
    # A partial last warp is where masks and shuffles go wrong; a power of two is what trees need.
    threads = prod(case.block)
    if threads % WARP:
        return f"not {WARP}n"
    return "2\u207f" if threads & (threads - 1) == 0 else f"{WARP}n"


def _named(key: str, names: Sequence[str]) -> Callable[[CheckedCase], str]:
    return lambda case: value if (value := getattr(case, key)) in names else OTHER


def _layout(case: CheckedCase) -> str:
    if case.layout in LAYOUTS:
        return case.layout
    found = find_layout(case.layout)
    if found is None:
        return OTHER
    inp, out = (found.inp_padding, found.inp_offset), (found.out_padding, found.out_offset)
    is_same_shift = inp == out and inp[0] == 0
    return _MOVED if is_same_shift or any(inp) != any(out) else OTHER


def dimensions(cases: Sequence[CheckedCase]) -> list[tuple[Dimension, list[str]]]:
    """Return the groups of columns, each with its classes that have a case."""
    found = []
    for dimension in DIMENSIONS:
        present = {dimension.of(case) for case in cases}
        names = [name for name in dimension.classes if name in present]
        if names:
            found.append((dimension, names))
    return found


_INPUTS = {
    **{name: kind.description for name, kind in KINDS.items()},
    **{own.name: own.description for each in shipped_operations().values() for own in each.own_kinds},
}

DIMENSIONS: tuple[Dimension, ...] = (
    Dimension(
        "type",
        {**dict.fromkeys(SCALAR_TYPES, "element type"), OTHER: "another element type"},
        _named("dtype", tuple(SCALAR_TYPES)),
    ),
    Dimension(
        "N, columns",
        {
            "1": "one column",
            f"< {WARP}": f"2 to {WARP - 1} columns: shorter than a warp",
            "\u2264 1024, 4n": f"{WARP} to 1024 columns, a multiple of 4",
            "\u2264 1024, not 4n": f"{WARP + 1} to 1023 columns, no multiple of 4",
            "> 1024, 4n": "more than 1024 columns, a multiple of 4",
            "> 1024, not 4n": "more than 1024 columns, no multiple of 4",
        },
        _width,
    ),
    Dimension("M, rows", {"1": "one row", "2\u20137": "2 to 7 rows", "\u2265 8": "8 rows and more"}, _rows),
    Dimension(
        "block",
        {
            "2\u207f": f"a power of two threads, at least {WARP}",
            f"{WARP}n": f"another multiple of {WARP} threads",
            f"not {WARP}n": "a partial last warp",
        },
        _block,
    ),
    Dimension(
        "layout",
        {
            **{name: layout.meaning for name, layout in LAYOUTS.items()},
            _MOVED: "padding or a shifted first row in inp or out alone, or the same shift in both",
            OTHER: "a layout found by a search",
        },
        _layout,
    ),
    Dimension(
        "input",
        {**_INPUTS, OTHER: "an input of your own operation, or one found by a search"},
        _named("input", tuple(_INPUTS)),
    ),
)
