"""The cases that did not pass, unproven ones too, each with its findings and the command that runs it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from ....store.json_shape import finite
from ...case_classes import DIMENSIONS
from ..templates import Markup, render
from .source import SourceTexts, failing_lines, most_first

MOST_SHOWN = 60
"""Most failing cases of a variant that are shown; further cases would repeat their findings."""

MOST_LEADING = 3
"""Most cases shown outside the fold: the first of each set of reasons."""

_QUIET = frozenset({"PASS", "SKIP"})


def failing(variant: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the cases of a variant that did not pass, in the order of the matrix."""
    return [case for case in variant["cases"] if case["verdict"] not in _QUIET]


def shown_failures(cases: Sequence[Mapping[str, Any]], most: int = MOST_SHOWN) -> list[Mapping[str, Any]]:
    """Choose representative failing cases: the first of every class, verdict and set of reasons, then the rest."""
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
    """Build the list of cases that did not pass; None if all passed."""
    wrong = [(variant, cases) for variant in variants if (cases := failing(variant))]
    if not wrong:
        return None
    groups = [_group(variant, cases, texts) for variant, cases in wrong]
    return render(
        "failures.html",
        name=name,
        file_name=file_name,
        groups=groups,
        lacks_sources=any(
            "sources" not in variant and any(found["source"] for case in cases for found in case["findings"])
            for variant, cases in wrong
        ),
        classes_of=lambda case: "|".join(f"{each.name}={each.of(case)}" for each in DIMENSIONS),
        error_of=_error,
    )


def _group(
    variant: Mapping[str, Any], cases: Sequence[Mapping[str, Any]], texts: SourceTexts
) -> dict[str, Any]:
    shown = shown_failures(cases)
    first = leading(shown)
    return {
        "variant": variant["id"],
        "n_cases": len(cases),
        "n_shown": len(shown),
        "reasons": reasons_text(cases),
        "lines": failing_lines(variant, cases, texts),
        "first": first,
        "folded": [case for case in shown if all(case is not each for each in first)],
    }


def reasons_text(cases: Sequence[Mapping[str, Any]]) -> str:
    """Return the reasons of failing cases with their counts, the most frequent first."""
    reasons = Counter(reason for case in cases for reason in case["reasons"] or [case["verdict"].lower()])
    return ", ".join(f"{reason} {n}\u00d7" for reason, n in most_first(reasons))


def leading(cases: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the first case of each verdict and set of reasons, at most `MOST_LEADING`."""
    first: dict[tuple[str, ...], Mapping[str, Any]] = {}
    for case in cases:
        first.setdefault((case["verdict"], *case["reasons"]), case)
    return list(first.values())[:MOST_LEADING]


def _error(case: Mapping[str, Any]) -> float | None:
    """Return a case's largest error over its bound, None where it is within the bound or not finite."""
    ratio = finite(case["max_error_ratio"])
    return ratio if ratio is not None and 1 < ratio < inf else None
