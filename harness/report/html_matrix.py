"""The verdict of a check: a row for each variant, a column for each class of cases; a cell opens to what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..json_shape import finite
from .case_classes import Dimension
from .html_markup import Markup, bound_share, breakable, chip, element, join, number, plural
from .html_table import filter_box

SEVERITY = ("CRASH", "HANG", "FAIL", "ERROR", "NOT-RUN", "PASS", "SKIP")
"""Verdicts, the worst first."""
FAILURES = frozenset({"CRASH", "HANG", "FAIL", "ERROR", "NOT-RUN"})
_GLYPHS = {"PASS": "\u2713", "SKIP": "\u00b7"}


@dataclass
class Tally:
    """What became of some cases."""

    verdicts: Counter[str] = field(default_factory=Counter)
    worst_ratio: float | None = None
    worst: Mapping[str, Any] | None = None

    def add(self, case: Mapping[str, Any]) -> None:
        """Count a case."""
        self.verdicts[case["verdict"]] += 1
        ratio = finite(case["max_error_ratio"])
        # NaN stands for an error without measure; no comparison would keep it.
        if ratio is not None and (self.worst_ratio is None or not ratio <= self.worst_ratio):
            self.worst_ratio, self.worst = ratio, case

    @property
    def n_cases(self) -> int:
        """All of them."""
        return sum(self.verdicts.values())

    @property
    def n_failed(self) -> int:
        """Those that did not pass and were not skipped."""
        return sum(n for verdict, n in self.verdicts.items() if verdict in FAILURES)

    @property
    def verdict(self) -> str:
        """The worst."""
        return worst_verdict(self.verdicts)

    @property
    def text(self) -> str:
        """In words, the worst verdict first."""
        return ", ".join(
            f"{self.verdicts[verdict]} {verdict}" for verdict in SEVERITY if self.verdicts[verdict]
        )


def worst_verdict(verdicts: Mapping[str, int]) -> str:
    """Return the worst verdict that occurs; unknown ones count as failures of their own name."""
    unknown = sorted(verdict for verdict, n in verdicts.items() if n and verdict not in SEVERITY)
    return (unknown or [verdict for verdict in SEVERITY if verdicts.get(verdict)] or ["SKIP"])[0]


def worst(variant: Mapping[str, Any]) -> str:
    """Return the worst verdict of a variant's cases."""
    verdict = worst_verdict(Counter(case["verdict"] for case in variant["cases"]))
    return verdict if verdict in SEVERITY else "ERROR"


def matrix(name: str, variants: Sequence[Any], columns: Sequence[tuple[Dimension, list[str]]]) -> Markup:
    """Build the matrix: variants with something to see in the open, those that passed everything in a fold.

    Parameters
    ----------
    name : str
        Start of the ids in the document.
    variants : sequence of dict
        Of a check's JSON, in the order shown.
    columns : sequence of (Dimension, list of str)
        The ways to sort cases, each with its classes.
    """
    green = [variant for variant in variants if worst(variant) == "PASS"]
    others = [variant for variant in variants if worst(variant) != "PASS"]
    green_verdicts = Counter(case["verdict"] for variant in green for case in variant["cases"])
    n_skipped = green_verdicts["SKIP"]
    ran = plural(green_verdicts["PASS"], "case") + (f"; {number(n_skipped)} skipped" if n_skipped else "")
    names = (
        plural(len(green), "variant") if others or len(green) == 1 else f"All {number(len(green))} variants"
    )
    width = sum(_group_rem(dimension, names) for dimension, names in columns)
    tables = join(
        _table(name, others, columns, "Variants with cases that did not pass, or with none that ran")
        if others
        else None,
        element(
            "details",
            element(
                "summary",
                chip("PASS", "pass"),
                " ",
                element("span", f"{names} passed every case that ran ({ran})"),
            ),
            _table(name, green, columns, "Variants that passed every case that ran"),
            class_="green",
        )
        if green
        else None,
    )
    return join(
        _key(variants),
        filter_box(f"{name}-matrix", "Filter variants", len(variants)),
        element(
            "div",
            tables,
            id=f"{name}-matrix",
            class_="scroll matrices",
            role="region",
            aria_label="verdict matrix",
            tabindex=0,
            style=f"--columns:{width:.2f}rem",
        ),
    )


_MEANINGS = {
    "PASS": "every case of the class passed",
    "FAIL": "number of cases that did not pass",
    "CRASH": "the same; a case ended its process",
    "HANG": "the same; a case did not end",
    "ERROR": "the same; a case could not be judged",
    "NOT-RUN": "number of cases that did not run",
    "SKIP": "skipped: outside what the variant claims",
}
"""By verdict, what a cell says."""


def _key(variants: Sequence[Any]) -> Markup:
    """Explain every mark that the matrix has, and the blank, which it always may have."""
    present = {case["verdict"] for variant in variants for case in variant["cases"]}
    marks = [
        element(
            "li",
            element("span", _GLYPHS.get(verdict, "3"), class_=f"mark {verdict.lower()}", aria_hidden="true"),
            element("span", element("b", verdict), f" {meaning}"),
        )
        for verdict, meaning in _MEANINGS.items()
        if verdict in present
    ]
    blank = element(
        "li",
        element("span", "", class_="mark none", aria_hidden="true"),
        element("span", element("b", "blank"), " the variant has no case of the class"),
    )
    return join(
        element("ul", marks, blank, class_="key", aria_label="What the cells of the matrix mean"),
        element(
            "p",
            "A column is a class of cases; every case is in one class of each group. Open a cell for its failures, or "
            "for its largest error. Arrow keys move between cells.",
            class_="note",
        ),
    )


_CELL_REM, _LETTER_REM = 1.5, 0.47
"""Least width of a cell, and of a letter of a group's head."""


def _group_rem(dimension: Dimension, names: Sequence[str]) -> float:
    """Return how wide a group of columns is, in rem: room for its cells, and for its head on one line."""
    return max(_CELL_REM * len(names), _LETTER_REM * (len(dimension.name) + 1))


def _table(
    name: str, variants: Sequence[Any], columns: Sequence[tuple[Dimension, list[str]]], label: str
) -> Markup:
    groups = [
        element("th", dimension.name, colspan=len(names), scope="colgroup", class_="group")
        for dimension, names in columns
    ]
    heads = [
        element(
            "th",
            element("span", label),
            scope="col",
            title=dimension.classes[label],
            class_="class first" if index == 0 else "class",
        )
        for dimension, names in columns
        for index, label in enumerate(names)
    ]
    rows = [_row(name, variant, columns) for variant in variants]
    return element(
        "table",
        # Widths are the same in both tables, so that their columns stand below each other.
        element("col", class_="variant"),
        element("col", class_="ratio"),
        [
            element("col", span=len(names), style=f"width:{_group_rem(dimension, names) / len(names):.3f}rem")
            for dimension, names in columns
        ],
        element(
            "thead",
            element(
                "tr",
                element("th", "variant", rowspan=2, scope="col", class_="variant"),
                element(
                    "th",
                    "largest error",
                    element("small", "% of the bound"),
                    rowspan=2,
                    scope="col",
                    class_="ratio",
                ),
                groups,
            ),
            element("tr", heads),
        ),
        [element("tbody", row) for row in rows],
        class_="matrix",
        aria_label=label,
    )


def _row(name: str, variant: Mapping[str, Any], columns: Sequence[tuple[Dimension, list[str]]]) -> Markup:
    total = Tally()
    tallies: dict[tuple[str, str], Tally] = {}
    for case in variant["cases"]:
        total.add(case)
        for dimension, _ in columns:
            tallies.setdefault((dimension.name, dimension.of(case)), Tally()).add(case)
    cells = [
        _cell(variant["id"], dimension, label, tallies.get((dimension.name, label)), first=index == 0)
        for dimension, names in columns
        for index, label in enumerate(names)
    ]
    verdict = worst(variant)
    return element(
        "tr",
        element(
            "th",
            chip(verdict, verdict),
            " ",
            element("span", breakable(variant["id"]), title=_told(variant, total.text), class_="name"),
            element("small", f"known issue: {variant['known_issue']}") if variant["known_issue"] else None,
            scope="row",
            class_="variant",
        ),
        element("td", bound_share(total.worst_ratio), class_="ratio"),
        cells,
        data_variant=variant["id"],
        data_check=name,
    )


def _told(variant: Mapping[str, Any], total: str) -> str:
    # A file of an earlier version does not say what is computed.
    operation = f"{variant['operation']}: " if "operation" in variant else ""
    return f"{operation}{variant['summary']}\n{variant['path']}\n{total}"


def _short_count(n: int) -> str:
    """Return a count that fits a cell; pointing at it, or opening it, gives it in full."""
    return str(n) if n < 1000 else f"{n / 1000:.0f}k"


def _cell(variant: str, dimension: Dimension, label: str, tally: Tally | None, *, first: bool) -> Markup:
    edge = " first" if first else ""
    if tally is None:
        return element("td", class_=f"none{edge}")
    verdict = tally.verdict
    shown = _GLYPHS.get(verdict, _short_count(tally.n_failed))
    says = f"{variant}, {dimension.name} {label}: {tally.text}"
    worst_case = tally.worst
    return element(
        "td",
        element(
            "button",
            shown,
            type="button",
            title=says,
            aria_label=says,
            aria_expanded="false",
            tabindex=-1,
            data_class=f"{dimension.name}={label}",
            data_ratio=bound_share(tally.worst_ratio) if worst_case else None,
            data_worst=worst_case["id"] if worst_case else None,
            data_rerun=worst_case["rerun"] if worst_case else None,
        ),
        class_=f"{verdict.lower()}{edge}",
    )
