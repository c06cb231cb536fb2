"""The cases that did not pass, unproven ones too, each with its findings and the command that runs it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import inf
from typing import Any, TypeVar

from ....verdict import Verdict
from ...case_classes import DIMENSIONS
from ...json.check import CheckedCase, CheckedVariant
from ..templates import Markup, render
from .source import FailedCase, SourceTexts, failing_lines, most_first

MOST_SHOWN = 60
"""Most failing cases of a variant that are shown; further cases would repeat their findings."""

MOST_LEADING = 3
"""Most cases shown outside the fold: the first of each set of reasons."""

_QUIET = (Verdict.PASS, Verdict.SKIP)


_Failed = TypeVar("_Failed", bound=FailedCase)


def failing(variant: CheckedVariant) -> list[CheckedCase]:
    """Return the cases of a variant that did not pass, in the order of the matrix."""
    return [case for case in variant.cases if case.verdict not in _QUIET]


def shown_failures(cases: Sequence[CheckedCase], most: int = MOST_SHOWN) -> list[CheckedCase]:
    """Choose representative failing cases: the first of every class, verdict and set of reasons, then the rest."""
    if len(cases) <= most:
        return list(cases)
    chosen: set[int] = set()
    seen: set[tuple[str, ...]] = set()
    for index, case in enumerate(cases):
        marks: set[tuple[str, ...]] = {(dimension.name, dimension.of(case)) for dimension in DIMENSIONS}
        marks.add(("outcome", case.verdict, *case.reasons))
        if marks - seen:
            chosen.add(index)
            seen |= marks
    for index in range(len(cases)):
        if len(chosen) >= most:
            break
        chosen.add(index)
    return [cases[index] for index in sorted(chosen)]


def failures(
    name: str, variants: Sequence[CheckedVariant], file_name: str, texts: SourceTexts
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
        classes_of=lambda case: "|".join(f"{each.name}={each.of(case)}" for each in DIMENSIONS),
        error_of=_error,
    )


def _group(variant: CheckedVariant, cases: Sequence[CheckedCase], texts: SourceTexts) -> dict[str, Any]:
    shown = shown_failures(cases)
    first = leading(shown)
    return {
        "variant": variant.id,
        "n_cases": len(cases),
        "n_shown": len(shown),
        "reasons": reasons_text(cases),
        "lines": failing_lines(variant.sources, cases, texts),
        "first": first,
        "folded": [case for case in shown if all(case is not each for each in first)],
    }


def reasons_text(cases: Sequence[FailedCase]) -> str:
    """Return the reasons of failing cases with their counts, the most frequent first."""
    reasons = Counter(reason for case in cases for reason in case.reasons or [case.verdict.lower()])
    return ", ".join(f"{reason} {n}\u00d7" for reason, n in most_first(reasons))


# A fault often breaks hundreds of cases in the same way: the first of each way tells all.
def leading(cases: Sequence[_Failed]) -> list[_Failed]:
    """Return the first case of each verdict and set of reasons, at most `MOST_LEADING`."""
    first: dict[tuple[str, ...], _Failed] = {}
    for case in cases:
        first.setdefault((case.verdict, *case.reasons), case)
    return list(first.values())[:MOST_LEADING]


def _error(case: CheckedCase) -> float | None:
    """Return a case's largest error over its bound, None where it is within the bound or not finite."""
    ratio = case.max_error_ratio
    return ratio if ratio is not None and 1 < ratio < inf else None
