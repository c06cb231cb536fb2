"""What a gate found to be worse, by variant: how many cases fail, and by how many percent a counter or a time grew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..json_shape import finite
from .html_failures import finding_part, leading
from .html_markup import Child, Markup, breakable, chip, command, element, join, number, percent, plural
from .html_plots import share_text
from .html_source import SourceTexts, failing_lines

MOST_FAILURES = 5
"""Failing cases of a variant that are shown; `kernel-harness check --json` is for all of them."""

Variant = Mapping[str, Any]
Regression = Mapping[str, Any]


def regressions(variants: Sequence[Variant], texts: SourceTexts) -> Markup | None:
    """Build a part for each variant that became worse, those that stop the merge first; None where none did."""
    worse = [variant for variant in variants if variant["regressions"]]
    if not worse:
        return None
    worse.sort(key=lambda each: all(found["allowed"] for found in each["regressions"]))
    n = sum(len(variant["regressions"]) for variant in worse)
    return join(
        element("h4", f"{plural(n, 'regression')} in {plural(len(worse), 'variant')}"),
        element("div", [_variant(variant, texts) for variant in worse], class_="regressions"),
    )


def uncounted(variants: Sequence[Variant]) -> Markup | None:
    """Build a part for the changed variants of which no case was counted; None where there is none of them."""
    found = [(variant["id"], variant["uncounted"]) for variant in variants if variant.get("uncounted")]
    if not found:
        return None
    return join(
        element("h4", f"Not counted: whether {plural(len(found), 'variant')} cost more is not known"),
        element(
            "ul",
            [
                element(
                    "li",
                    element("code", breakable(name)),
                    element("pre", each["why"]),
                    _allowed(each["allowed"]) if each["allowed"] else _accept(each["accept"]),
                )
                for name, each in found
            ],
        ),
    )


def _allowed(allowed: Mapping[str, Any]) -> Markup:
    return element("p", f"Allowed by {allowed['who']}: {allowed['reason']}", class_="note")


def _accept(option: str) -> Markup | None:
    # A file of an earlier version does not say what would accept a regression; a wrong kernel nothing does.
    return join(element("p", "To accept it:", class_="note"), command(option)) if option else None


def _variant(variant: Variant, texts: SourceTexts) -> Markup:
    renamed = f", now {variant['renamed_to']}" if variant["renamed_to"] else ""
    why = f": {variant['why']}" if variant["why"] else ""
    return element(
        "section",
        element(
            "h5",
            element("span", breakable(variant["id"])),
            element("small", f"{variant['change']}{renamed}{why}"),
        ),
        element("ul", [_regression(variant, each) for each in variant["regressions"]]),
        # A file of an earlier version has no findings.
        failing_lines(variant, [case for case in variant["failures"] if "findings" in case], texts),
        # Several regressions of a kind are accepted by one option.
        [
            _accept(option)
            for option in dict.fromkeys(each.get("accept", "") for each in variant["regressions"])
        ],
        class_="regressed",
    )


def _regression(variant: Variant, each: Regression) -> Markup:
    allowed = each["allowed"]
    how = {"wrong": _wrong, "costlier": _costlier, "slower": _slower}.get(each["kind"])
    figure, content = (how and how(variant, each)) or ("", element("pre", each["message"]))
    return element(
        "li",
        chip(each["kind"].upper(), "skip" if allowed else "fail"),
        element("strong", figure, class_="figure" if allowed else "figure bad"),
        element(
            "div",
            content,
            _allowed(allowed) if allowed else None,
        ),
    )


Told = tuple[str, Child] | None
"""A figure, and what is said beside it; None where the file has no more than the message."""


def _wrong(variant: Variant, each: Regression) -> Told:
    failed = variant["failures"]
    if not failed:
        return None
    counts = variant.get("cases")
    total = sum(n for n in counts.values() if isinstance(n, int)) if isinstance(counts, dict) else 0
    reasons = Counter(reason for case in failed for reason in case["reasons"] or [case["verdict"].lower()])
    told = ", ".join(
        f"{reason} {n}\u00d7" for reason, n in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    )
    first = leading(failed)
    others = [case for case in failed if all(case is not each for each in first)]
    others = others[: max(MOST_FAILURES - len(first), 0)]
    rest = len(failed) - len(first) - len(others)
    first_line = each["message"].split("\n")[0]
    said = f"{number(len(failed))} of {plural(total, 'case')} fail" if total else first_line
    return (
        percent(len(failed) / total) if total >= len(failed) else "",
        join(
            element("p", said, element("span", told, class_="reasons")),
            [_failure(case) for case in first],
            element(
                "details",
                element("summary", plural(len(others), "more case")),
                [_failure(case) for case in others],
                element("p", f"{plural(rest, 'further case')} in the file.", class_="note")
                if rest > 0
                else None,
                class_="more",
            )
            if others
            else None,
        ),
    )


def _failure(case: Mapping[str, Any]) -> Markup:
    return join(
        element(
            "div",
            chip(case["verdict"], case["verdict"]),
            " ",
            element("code", breakable(case["id"])),
            " ",
            element("span", ", ".join(case["reasons"]), class_="reasons"),
        ),
        # A file of an earlier version has no findings.
        [finding_part(finding) for finding in case.get("findings", ())],
        command(case["rerun"]) if case["rerun"] else None,
    )


def _costlier(variant: Variant, each: Regression) -> Told:
    name = each["message"].partition(":")[0]
    changed = [cost for cost in variant["costs"] if cost["is_worse"] and cost["counter"] == name]
    known = [(cost, finite(cost["base"]), finite(cost["head"])) for cost in changed]
    grown = [(cost, base, head) for cost, base, head in known if base is not None and head is not None]
    if not grown:
        return None
    # Of resident warps fewer are worse, so what counts is how far apart both sides are.
    cost, base, head = max(grown, key=lambda item: abs(_growth(item[1], item[2])))
    rest = len(grown) - 1
    return (
        percent(_growth(base, head), 1, signed=True) if base else "new",
        join(
            element("p", element("b", name), f" {number(base)} \u2192 {number(head)}"),
            element("p", cost["hint"][:1].upper() + cost["hint"][1:] + ".") if cost["hint"] else None,
            element(
                "p",
                element("code", breakable(cost["where"])),
                f" and {plural(rest, 'more case')}, this one the most" if rest else None,
                class_="note",
            ),
        ),
    )


def _growth(base: float, head: float) -> float:
    return head / base - 1 if base else float("inf")


def _slower(variant: Variant, each: Regression) -> Told:
    found = next((speed for speed in variant["speeds"] if f" at {speed['case']}:" in each["message"]), None)
    if found is None or found["change"] is None:
        return None
    estimate, low, high = (finite(found["change"][key]) for key in ("estimate", "low", "high"))
    base_us, head_us = finite(found["base_us"]), finite(found["head_us"])
    if estimate is None or low is None or high is None:
        return None
    return (
        percent(estimate, 1, signed=True),
        join(
            element("p", element("b", "time"), f" {number(base_us)} \u2192 {number(head_us)} \u00b5s"),
            element("p", f"Interval {share_text(low, high)}, {found['change']['n_pairs']} pairs in "
                    f"{plural(found['change']['n_restarts'], 'process', 'processes')}."),
            element("p", element("code", breakable(found["case"])), class_="note"),
        ),
    )  # fmt: skip
