"""Groups the failing cases of a variant, so that one fault that breaks many of them is told once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..verdict import CaseResult, Reason, Verdict

SHOWN_PER_KIND = 3
"""Failing cases of one variant with the same verdict and reasons that are printed in full without --verbose.

One fault often breaks every case of a variant; the ids of all are in the JSON and under --verbose."""


@dataclass(frozen=True)
class FailureGroup:
    """Failing cases of one variant with the same verdict and reasons.

    Parameters
    ----------
    verdict : Verdict
        Theirs.
    reasons : tuple of Reason
        Theirs.
    shown : tuple of CaseResult
        Those to show, in order, at least one.
    n_more : int
        How many there are beside these.
    """

    verdict: Verdict
    reasons: tuple[Reason, ...]
    shown: tuple[CaseResult, ...]
    n_more: int

    @property
    def reason_list(self) -> str:
        """The reasons, for people."""
        return ", ".join(reason.value for reason in self.reasons)


def failure_groups(
    failures: Iterable[CaseResult], most: int | None = SHOWN_PER_KIND
) -> tuple[FailureGroup, ...]:
    """Group failures by verdict and reasons, in the order of the first of each; NOT-RUN is left out.

    Parameters
    ----------
    failures : iterable of CaseResult
        Of one variant.
    most : int or None
        Most cases of a group that are shown, of which no two say the same; None for all cases.
    """
    by_kind: dict[tuple[Verdict, tuple[Reason, ...]], list[CaseResult]] = {}
    for result in failures:
        if result.verdict is not Verdict.NOT_RUN:
            by_kind.setdefault((result.verdict, result.reasons), []).append(result)
    found = []
    for (verdict, reasons), results in by_kind.items():
        shown = results if most is None else _telling(results)[:most]
        found.append(FailureGroup(verdict, reasons, tuple(shown), len(results) - len(shown)))
    return tuple(found)


def _telling(results: list[CaseResult]) -> list[CaseResult]:
    """Leave out results whose findings say word for word what an earlier one's do, as compile errors do."""
    return list({result.findings: result for result in reversed(results)}.values())[::-1]
