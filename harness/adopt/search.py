"""Runs candidates until one is right, and keeps how near the others came."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..operation.model import Operation
from ..verdict import CaseResult, Reason, Verdict
from .draft import Draft
from .trial import INEXACT, Trial

MOST_SECONDS = 20.0
"""Time after which no further launch of one kernel is tried."""
_AFTER_NEAR = 24
"""Further launches that are tried after one whose results are off by no more than another arithmetic explains."""
_AFTER_RACE = 60
"""Further launches that are tried after one that is right but for races: one without superfluous threads is better."""
_MOST_NEAR = 4


@dataclass(frozen=True)
class Nearest:
    """An operation that a kernel might compute, and how far its results were from it."""

    operation: str
    args: tuple[str, ...]
    why: str


@dataclass(frozen=True)
class RightLaunch:
    draft: Draft
    operation: Operation
    style: str = ""
    """How threads share the work."""
    place: str = ""
    """Host function whose launch it is; empty if it is a usual launch."""


@dataclass(frozen=True)
class Candidate:
    draft: Draft
    settled: Callable[[], RightLaunch | None]
    """Returns what is to be declared if the first case is right; None if others are wrong."""
    is_taken_at_once: bool = False
    """Whether no better one is looked for if threads race, or results are off by no more than another arithmetic
    explains."""


class Search:
    def __init__(self, trial: Trial, most_seconds: float = MOST_SECONDS) -> None:
        self._trial = trial
        self._most_seconds = most_seconds
        self._until = math.inf
        self._outcomes: dict[str, tuple[float, Nearest]] = {}
        self.first_near: Draft | None = None
        """The first declaration that was right on its first case; None if none was."""

    @property
    def nearest(self) -> tuple[Nearest, ...]:
        """The operations that were tried, those with the smallest errors first."""
        return tuple(each for _, each in sorted(self._outcomes.values(), key=lambda each: each[0]))

    def first_right(self, candidates: Iterable[Candidate], left: float = math.inf) -> RightLaunch | None:
        """Return the first of at most `left` candidates that is right; one without races goes before one with."""
        near: list[Candidate] = []
        racing: RightLaunch | None = None
        for candidate in candidates:
            if left <= 0 or self._trial.search_clock() > self._until:
                break
            left -= 1
            result = self._probe(candidate.draft)
            if not self._trial.is_near(result):
                continue
            self.first_near = self.first_near or candidate.draft
            # Superfluous threads that repeat the work of others race, and an odd launch may be nearly right.
            if result.verdict is not Verdict.PASS and not candidate.is_taken_at_once:
                is_racing = not set(result.reasons) & INEXACT
                left = min(left, _AFTER_RACE if is_racing else _AFTER_NEAR) if not near else left
                near.append(candidate)
                continue
            found = candidate.settled()
            if found is None:
                continue
            if candidate.is_taken_at_once or not self._trial.races(found.draft):
                return found
            left = min(left, _AFTER_RACE) if racing is None else left
            racing = racing or found
        return racing or next(filter(None, (each.settled() for each in near[:_MOST_NEAR])), None)

    def _probe(self, draft: Draft) -> CaseResult:
        result = self._trial.probe(draft)
        # The first case also takes the time that its code takes to load.
        self._until = min(self._until, self._trial.search_clock() + self._most_seconds)
        distance = _distance(result)
        name = draft.operation
        if name not in self._outcomes or distance < self._outcomes[name][0]:
            self._outcomes[name] = (distance, Nearest(name, draft.args, _why(result)))
        return result


def _distance(result: CaseResult) -> float:
    """Return how far results are from right: 0 if right, and more for a fault than for a wrong value."""
    if result.verdict is Verdict.PASS:
        return 0.0
    if result.verdict is Verdict.SKIP or not result.reasons:
        return 100.0
    reasons = set(result.reasons)
    if reasons == {Reason.WRONG_VALUE}:
        ratio = result.max_error_ratio
        return 2.0 if ratio is None else 2.0 - 1.0 / (1.0 + ratio)
    return 3.0 + len(reasons)


def _why(result: CaseResult) -> str:
    if result.verdict is Verdict.PASS:
        return "right on the first case, wrong on larger ones"
    if not result.findings:
        return result.detail or result.verdict.value
    # A wrong value says more of the operation than what follows from it.
    finding = min(result.findings, key=lambda each: each.reason is not Reason.WRONG_VALUE)
    return ": ".join((finding.reason.value, *finding.message.splitlines()[:1]))
