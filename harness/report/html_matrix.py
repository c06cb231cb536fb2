"""The verdict of a check: a row for each variant, a column for each class of cases; a cell opens to what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..json_shape import finite
from .case_classes import Dimension, dimensions
from .html_failures import failures
from .html_inputs import Document
from .html_markup import MISSING, Markup, chip, element, join, number, plural
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


def check_section(document: Document, number_of_check: int) -> Markup:
    """Build the part of one check: what it ran on, the matrix, everything that did not pass."""
    content = document.content
    variants = sorted(content["variants"], key=lambda each: (SEVERITY.index(worst(each)), each["id"]))
    cases = [case for variant in variants for case in variant["cases"]]
    name = f"check{number_of_check}"
    return join(
        element("h3", device_text(content), element("small", document.name)),
        element("p", summary_text(content), class_="lead"),
        _declaration_errors(content["declaration_errors"]),
        _matrix(name, variants, dimensions(cases)) if cases else None,
        failures(name, variants, document.name),
        _not_covered(content),
    )


def worst(variant: Mapping[str, Any]) -> str:
    """Return the worst verdict of a variant's cases."""
    verdict = worst_verdict(Counter(case["verdict"] for case in variant["cases"]))
    return verdict if verdict in SEVERITY else "ERROR"


def device_text(content: Mapping[str, Any]) -> str:
    """Return where a check ran."""
    device = content["device"]
    info = device["info"]
    return f"{device['kind']}: {info['name']}, {info['arch']} " if info else f"{device['kind']}: not there "


def summary_text(content: Mapping[str, Any]) -> Markup:
    """Return what a check came to, in a sentence."""
    tally = Tally()
    for variant in content["variants"]:
        for case in variant["cases"]:
            tally.add(case)
    failing = sum(worst(variant) in FAILURES for variant in content["variants"])
    said: list[str] = []
    if tally.n_failed:
        said.append(
            f"{number(tally.n_failed)} of {plural(tally.n_cases, 'case')} did not pass, in {failing} of "
            f"{plural(len(content['variants']), 'variant')}"
        )
    else:
        passed, skipped = tally.verdicts["PASS"], tally.verdicts["SKIP"]
        said.append(f"{plural(passed, 'case')} of {plural(len(content['variants']), 'variant')} passed")
        if skipped:
            said.append(f"{number(skipped)} outside what the declarations claim were skipped")
    if content["declaration_errors"]:
        said.append(plural(len(content["declaration_errors"]), "wrong declaration"))
    if content["stopped"]:
        said.append(f"stopped before the last case ({content['stopped']})")
    return join("; ".join(said), ".")


def _declaration_errors(errors: Sequence[Mapping[str, Any]]) -> Markup | None:
    if not errors:
        return None
    return join(
        element("h4", "Wrong declarations: these files have no variant"),
        element(
            "ul",
            [
                element("li", element("code", f"{each['path']}:{each['line']}"), " ", each["message"])
                for each in errors
            ],
        ),
    )


def _not_covered(content: Mapping[str, Any]) -> Markup | None:
    lines = content["device"]["not_covered"]
    if not lines:
        return None
    return element(
        "details",
        element("summary", f"What this check leaves open ({len(lines)})"),
        element("ul", [element("li", line) for line in lines]),
    )


def _matrix(name: str, variants: Sequence[Any], columns: Sequence[tuple[Dimension, list[str]]]) -> Markup:
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
    table = element(
        "table",
        element(
            "caption",
            "Verdicts by class of cases. A number is how many cases failed, a tick that all passed. "
            "Open a cell for its failures, or for the case nearest to its bound; arrow keys move between cells.",
        ),
        element(
            "thead",
            element(
                "tr",
                element("th", "variant", rowspan=2, scope="col", class_="variant"),
                element("th", "worst error / allowed", rowspan=2, scope="col", class_="ratio"),
                groups,
            ),
            element("tr", heads),
        ),
        [element("tbody", row) for row in rows],
        id=f"{name}-matrix",
        class_="matrix",
    )
    return join(
        filter_box(f"{name}-matrix", "Filter variants", len(rows)),
        element("div", table, class_="scroll", role="region", aria_label="verdict matrix", tabindex=0),
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
            element("span", variant["id"], title=_told(variant, total.text)),
            element("small", f"known issue: {variant['known_issue']}") if variant["known_issue"] else None,
            scope="row",
            class_="variant",
        ),
        element(
            "td", number(total.worst_ratio) if total.worst_ratio is not None else MISSING, class_="ratio"
        ),
        cells,
        data_variant=variant["id"],
        data_check=name,
    )


def _told(variant: Mapping[str, Any], total: str) -> str:
    # A file of an earlier version does not say what is computed.
    operation = f"{variant['operation']}: " if "operation" in variant else ""
    return f"{operation}{variant['summary']}\n{variant['path']}\n{total}"


def _cell(variant: str, dimension: Dimension, label: str, tally: Tally | None, *, first: bool) -> Markup:
    edge = " first" if first else ""
    if tally is None:
        return element("td", class_=f"none{edge}")
    verdict = tally.verdict
    shown = _GLYPHS.get(verdict, str(tally.n_failed))
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
            data_ratio=number(tally.worst_ratio) if worst_case else None,
            data_worst=worst_case["id"] if worst_case else None,
            data_rerun=worst_case["rerun"] if worst_case else None,
        ),
        class_=f"{verdict.lower()}{edge}",
    )
