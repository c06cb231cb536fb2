"""The cases that did not pass: each a fold with its findings and the command that runs it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from ..json_shape import finite
from .case_classes import DIMENSIONS
from .html_markup import Markup, bound_share, breakable, chip, command, element, join, plural
from .html_source import SourceTexts, failing_lines
from .html_table import filter_box

MOST_SHOWN = 60
"""Failing cases of a variant that are shown in full; a kernel that is wrong everywhere says no more with the others."""

MOST_LEADING = 3
"""Of those, how many stand outside of the fold: the first of each set of reasons."""

_QUIET = frozenset({"PASS", "SKIP"})


def failing(variant: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the cases of a variant that did not pass, in the order of the matrix."""
    return [case for case in variant["cases"] if case["verdict"] not in _QUIET]


def shown_failures(cases: Sequence[Mapping[str, Any]], most: int = MOST_SHOWN) -> list[Mapping[str, Any]]:
    """Choose failing cases that stand for all: of every class, verdict and set of reasons the first, then the rest.

    Returns
    -------
    list
        At most `most`, or as many as have something of their own, in the order given.
    """
    if len(cases) <= most:
        return list(cases)
    chosen: set[int] = set()
    seen: set[tuple[str, ...]] = set()
    for index, case in enumerate(cases):
        marks = {(dimension.name, dimension.of(case)) for dimension in DIMENSIONS}
        marks.add(("outcome", case["verdict"], *case["reasons"]))
        if marks - seen:
            chosen.add(index)
            seen |= marks
    for index in range(len(cases)):
        if len(chosen) >= most:
            break
        chosen.add(index)
    return [cases[index] for index in sorted(chosen)]


def failures(
    name: str, variants: Sequence[Mapping[str, Any]], file_name: str, texts: SourceTexts
) -> Markup | None:
    """Build the list of everything that did not pass; None where all did.

    Parameters
    ----------
    name : str
        Start of the ids in the document.
    variants : sequence of dict
        Of a check's JSON, in the order shown.
    file_name : str
        Where the cases are that are not shown.
    texts : SourceTexts
        Where the lines of sources come from.
    """
    wrong = [(variant, failing(variant)) for variant in variants]
    wrong = [(variant, cases) for variant, cases in wrong if cases]
    if not wrong:
        return None
    groups, n_shown = [], 0
    for index, (variant, cases) in enumerate(wrong):
        shown = shown_failures(cases)
        n_shown += len(shown)
        groups.append(_group(name, variant, cases, shown, file_name, texts, is_first=index == 0))
    return join(
        element("h4", "What did not pass"),
        _without_sources(wrong, file_name),
        filter_box(f"{name}-failures", "Filter by case, reason or message", n_shown),
        element("div", groups, id=f"{name}-failures", class_="failures"),
    )


def _without_sources(
    wrong: Sequence[tuple[Mapping[str, Any], Sequence[Mapping[str, Any]]]], file_name: str
) -> Markup | None:
    for variant, cases in wrong:
        if "sources" not in variant and any(f["source"] for case in cases for f in case["findings"]):
            said = f"Source lines are not shown: {file_name} does not say what its sources held; check again."
            return element("p", said, class_="note")
    return None


def _group(
    name: str,
    variant: Mapping[str, Any],
    cases: Sequence[Mapping[str, Any]],
    shown: Sequence[Mapping[str, Any]],
    file_name: str,
    texts: SourceTexts,
    *,
    is_first: bool,
) -> Markup:
    reasons = Counter(reason for case in cases for reason in (case["reasons"] or [case["verdict"].lower()]))
    most = ", ".join(
        f"{reason} {n}\u00d7" for reason, n in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    )
    first = leading(shown)
    folded = [case for case in shown if all(case is not each for each in first)]
    rest = len(cases) - len(shown)
    note = f"{plural(rest, 'more case')} of the same kinds: {file_name} has them all."
    return element(
        "section",
        element(
            "h5",
            element("span", breakable(variant["id"])),
            element("small", f"{plural(len(cases), 'case')}: {most}"),
        ),
        failing_lines(variant, cases, texts),
        [
            _failure(name, variant["id"], case, is_open=is_first and index == 0)
            for index, case in enumerate(first)
        ],
        element(
            "details",
            element("summary", plural(len(folded), "more case")),
            [_failure(name, variant["id"], case) for case in folded],
            element("p", note, class_="note") if rest else None,
            class_="more",
        )
        if folded
        else None,
        data_group=True,
    )


def leading(cases: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the first case of each verdict and set of reasons, at most `MOST_LEADING`."""
    first: dict[tuple[str, ...], Mapping[str, Any]] = {}
    for case in cases:
        first.setdefault((case["verdict"], *case["reasons"]), case)
    return list(first.values())[:MOST_LEADING]


def _failure(name: str, variant: str, case: Mapping[str, Any], *, is_open: bool = False) -> Markup:
    classes = "|".join(f"{dimension.name}={dimension.of(case)}" for dimension in DIMENSIONS)
    return element(
        "details",
        element(
            "summary",
            chip(case["verdict"], case["verdict"]),
            " ",
            element("code", breakable(case["id"])),
            " ",
            element("span", ", ".join(case["reasons"]), class_="reasons"),
        ),
        [finding_part(finding) for finding in case["findings"]],
        element("pre", case["detail"]) if case["detail"] else None,
        _error(case),
        command(case["rerun"]) if case["rerun"] else None,
        class_="failure",
        open=is_open,
        data_row=True,
        data_check=name,
        data_variant=variant,
        data_classes=classes,
    )


def finding_part(finding: Mapping[str, Any]) -> Markup:
    """Build what a finding says and where: kernel, block, thread, file and line."""
    places = []
    if finding["kernel"]:
        places.append(f"kernel {finding['kernel']}")
    for what in ("block", "thread"):
        if finding[what] is not None:
            places.append(f"{what} ({', '.join(map(str, finding[what]))})")
    if finding["source"]:
        places.append(finding["source"])
    return element(
        "div",
        element("strong", finding["reason"]),
        element("span", " \u00b7 ".join(places), class_="place") if places else None,
        element("pre", finding["message"]),
        class_="finding",
    )


def _error(case: Mapping[str, Any]) -> Markup | None:
    ratio = finite(case["max_error_ratio"])
    if ratio is None or not 1 < ratio < inf:
        return None
    return element("p", f"Largest error: {bound_share(ratio)} of the bound.", class_="note")
