"""The outcome of a search as data. Reports import it without hypothesis."""

from __future__ import annotations

from dataclasses import dataclass

from ..variant.case import Case
from ..variant.variant import Variant
from ..verdict import CaseResult, Verdict


@dataclass(frozen=True)
class Found:
    """A failing case."""

    case: Case
    """Smallest case found with its failure mode."""
    result: CaseResult
    """Result of the case."""
    first: str
    """Id of the first case with this failure mode."""


@dataclass(frozen=True)
class SearchOutcome:
    """The outcome of a search of one variant."""

    variant: Variant
    """Searched variant."""
    found: tuple[Found, ...]
    """Failing cases in the order of their discovery; empty if every case passed."""
    n_cases: int
    """Number of different cases that were run, including the steps of reductions."""
    n_weak: int = 0
    """Number of these cases whose error bound accepts a wrong result, so that they prove nothing."""
    cut_short: bool = False
    """Whether the search ended early because too many cases hung or crashed."""
    not_run: CaseResult | None = None
    """Result with the reason why no case could be run; None if cases were run."""

    @property
    def verdict(self) -> Verdict:
        """Verdict of the search: NOT-RUN if nothing ran, else that of the first failing case, else PASS."""
        if self.not_run is not None:
            return self.not_run.verdict
        return self.found[0].result.verdict if self.found else Verdict.PASS
