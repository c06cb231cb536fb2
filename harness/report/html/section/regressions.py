"""Regressions of a gate by variant: the share of cases that fail, the growth of a counter or a time in percent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....store.json_shape import finite
from ....verdict import CaseSums
from ..numbers import number, percent, plural
from ..plots import share_text
from ..templates import Markup, render
from .failures import leading, reasons_text
from .source import SourceTexts, failing_lines

MOST_FAILURES = 5
"""Most failing cases of a variant that are shown; `kernel-harness check --json` lists all of them."""

Variant = Mapping[str, Any]
Regression = Mapping[str, Any]


def regressions(variants: Sequence[Variant], texts: SourceTexts) -> Markup | None:
    """Build a part for each variant with regressions, those that block the merge first; None if there is none."""
    worse = [variant for variant in variants if variant["regressions"]]
    if not worse:
        return None
    worse.sort(key=lambda each: all(found["allowed"] for found in each["regressions"]))
    return render(
        "regressions.html",
        n_regressions=sum(len(variant["regressions"]) for variant in worse),
        variants=[(variant, *_view(variant, texts)) for variant in worse],
    )


def uncounted(variants: Sequence[Variant]) -> Markup | None:
    """Build a part for the changed variants without a counted case; None if there is none."""
    found = [variant for variant in variants if variant.get("uncounted")]
    return render("uncounted.html", variants=found) if found else None


def _view(
    variant: Variant, texts: SourceTexts
) -> tuple[list[tuple[Regression, Told]], Markup | None, list[str]]:
    """Return a variant's regressions, the lines that its findings name, and the options that accept it."""
    # A file of an earlier version has no findings, and does not say what accepts a regression.
    named = [case for case in variant["failures"] if "findings" in case]
    # Several regressions of a kind are accepted by one option; nothing accepts a wrong kernel.
    options = dict.fromkeys(each.get("accept", "") for each in variant["regressions"])
    return (
        [(each, _told(variant, each)) for each in variant["regressions"]],
        failing_lines(variant, named, texts),
        list(filter(None, options)),
    )


Told = Mapping[str, Any]
"""View of a regression: its ``kind``, its ``figure`` and the values that the template of this kind needs."""


def _told(variant: Variant, each: Regression) -> Told:
    view = {"wrong": _wrong, "costlier": _costlier, "slower": _slower}.get(each["kind"])
    return (view and view(variant, each)) or _MESSAGE


_MESSAGE: Told = {"kind": "message", "figure": ""}
"""View of a regression for which the file has only the message."""


def _wrong(variant: Variant, each: Regression) -> Told | None:
    failed = variant["failures"]
    if not failed:
        return None
    counts = variant.get("cases")
    whole = {name: n for name, n in counts.items() if isinstance(n, int)} if isinstance(counts, dict) else {}
    sums = CaseSums.of(whole)
    total, n_failed = sums.done, sums.failed or len(failed)
    first = leading(failed)
    others = [case for case in failed if all(case is not each for each in first)]
    others = others[: max(MOST_FAILURES - len(first), 0)]
    first_line = each["message"].split("\n")[0]
    return {
        "kind": "wrong",
        "figure": percent(n_failed / total) if total >= n_failed else "",
        "says": f"{number(n_failed)} of {plural(total, 'case')} fail" if total else first_line,
        "reasons": reasons_text(failed),
        "first": first,
        "others": others,
        "n_more": len(failed) - len(first) - len(others),
    }


def _costlier(variant: Variant, each: Regression) -> Told | None:
    name = each["message"].partition(":")[0]
    changed = [cost for cost in variant["costs"] if cost["is_worse"] and cost["counter"] == name]
    known = [(cost, finite(cost["base"]), finite(cost["head"])) for cost in changed]
    grown = [(cost, base, head) for cost, base, head in known if base is not None and head is not None]
    if not grown:
        return None
    # Fewer resident warps are worse, so the largest distance counts, up or down.
    cost, base, head = max(grown, key=lambda item: abs(_growth(item[1], item[2])))
    return {
        "kind": "costlier",
        "figure": percent(_growth(base, head), 1, signed=True) if base else "new",
        "name": name,
        "base": base,
        "head": head,
        "hint": cost["hint"],
        "where": cost["where"],
        "n_more": len(grown) - 1,
    }


def _growth(base: float, head: float) -> float:
    return head / base - 1 if base else float("inf")


def _slower(variant: Variant, each: Regression) -> Told | None:
    found = next((speed for speed in variant["speeds"] if f" at {speed['case']}:" in each["message"]), None)
    if found is None or found["change"] is None:
        return None
    estimate, low, high = (finite(found["change"][key]) for key in ("estimate", "low", "high"))
    if estimate is None or low is None or high is None:
        return None
    return {
        "kind": "slower",
        "figure": percent(estimate, 1, signed=True),
        "base_us": finite(found["base_us"]),
        "head_us": finite(found["head_us"]),
        "interval": share_text(low, high),
        "change": found["change"],
        "where": found["case"],
    }
