"""Groups the failing and unproven cases of a variant, so that a fault in many cases is reported once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..verdict import CaseResult, Reason, Verdict

SHOWN_PER_KIND = 3
"""Most failing cases of a group that are printed in full without --verbose.

One fault often breaks every case of a variant. The JSON and --verbose have the ids of all cases."""


@dataclass(frozen=True)
class FailureGroup:
    """Failing or unproven cases of one variant with the same verdict and reasons."""

    verdict: Verdict
    """Verdict of every case."""
    reasons: tuple[Reason, ...]
    """Reasons of every case."""
    shown: tuple[CaseResult, ...]
    """Cases to show, in order, at least one."""
    n_more: int
    """Number of cases that are not shown."""

    @property
    def reason_list(self) -> str:
        """Text of the reasons."""
        return ", ".join(reason.value for reason in self.reasons)


def failure_groups(
    failures: Iterable[CaseResult], most: int | None = SHOWN_PER_KIND
) -> tuple[FailureGroup, ...]:
    """Group failures by verdict and reasons, in the order of each group's first case; NOT-RUN is left out."""
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
    """Leave out results with the same findings as an earlier result, such as compile errors."""
    return list({result.findings: result for result in reversed(results)}.values())[::-1]
