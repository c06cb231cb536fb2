"""All results of one variant together, and the few questions that every report asks about them."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from ..variant.case import Case
from ..variant.variant import Variant
from ..verdict import CaseResult, Reason, Verdict

_WORST_FIRST = (
    Verdict.CRASH,
    Verdict.HANG,
    Verdict.FAIL,
    Verdict.ERROR,
    Verdict.NOT_RUN,
    Verdict.PASS,
    Verdict.SKIP,
)


@dataclass(frozen=True)
class VariantOutcome:
    """What became of one variant.

    Parameters
    ----------
    variant : Variant
        What was checked.
    results : tuple of (Case, CaseResult)
        One entry for each selected case in the order of the matrix; the cases that the declaration excludes
        come last, as SKIP.
    elapsed_s : float
        Seconds that these cases took, one added to the other; some may have run side by side.
    """

    variant: Variant
    results: tuple[tuple[Case, CaseResult], ...]
    elapsed_s: float = 0.0

    @property
    def counts(self) -> Counter[Verdict]:
        """How many cases ended in each verdict."""
        return Counter(result.verdict for _, result in self.results)

    @property
    def failures(self) -> tuple[CaseResult, ...]:
        """The results that may not end in success, in order; what had no turn is in `not_begun` instead."""
        return tuple(
            result for _, result in self.results if result.verdict.is_failure and not had_no_turn(result)
        )

    @property
    def not_begun(self) -> tuple[CaseResult, ...]:
        """The results of cases that had no turn before the run was stopped, in order."""
        return tuple(result for _, result in self.results if had_no_turn(result))

    @property
    def n_done(self) -> int:
        """How many cases ran to an end, good or bad; neither SKIP nor NOT-RUN is one."""
        counts = self.counts
        return len(self.results) - counts[Verdict.SKIP] - counts[Verdict.NOT_RUN]

    @property
    def verdict(self) -> Verdict:
        """The variant in one word: the worst verdict of its cases; SKIP when no case was run.

        A variant whose every selected case is excluded has shown nothing, so it is no PASS.
        """
        counts = self.counts
        return next((verdict for verdict in _WORST_FIRST if counts[verdict]), Verdict.SKIP)

    @property
    def worst_ratio(self) -> float | None:
        """Largest error over allowed error of the judged cases; NaN if any is; None when none was judged."""
        ratios = [result.max_error_ratio for _, result in self.results if result.max_error_ratio is not None]
        # max() may pass a NaN over, depending on where it stands.
        return math.nan if any(map(math.isnan, ratios)) else max(ratios, default=None)


def had_no_turn(result: CaseResult) -> bool:
    """Whether a case was not run because the run was stopped, rather than for the lack of a device."""
    return result.verdict is Verdict.NOT_RUN and Reason.DEVICE_UNAVAILABLE not in result.reasons
