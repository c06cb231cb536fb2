"""What a search comes to, as data: for the reports, which do without hypothesis."""

from __future__ import annotations

from dataclasses import dataclass

from ..spec.case import Case
from ..spec.variant import Variant
from ..verdict import CaseResult, Verdict


@dataclass(frozen=True)
class Found:
    """A case that a variant gets wrong.

    Parameters
    ----------
    case : Case
        The smallest one that was found of its way of failing.
    result : CaseResult
        What came of it.
    first : str
        Id of the case that showed it first.
    """

    case: Case
    result: CaseResult
    first: str


@dataclass(frozen=True)
class SearchOutcome:
    """What a search of one variant came to.

    Parameters
    ----------
    variant : Variant
        What was searched.
    found : tuple of Found
        In the order of their discovery; empty when every case passed.
    n_cases : int
        Different cases that were run, those that made a found one smaller included.
    n_weak : int
        Of these, how many had a bound that would let a wrong result pass; they say nothing.
    cut_short : bool
        Whether the search ended early because too many cases hang or crash.
    not_run : CaseResult or None
        The result that says why nothing could be run.
    """

    variant: Variant
    found: tuple[Found, ...]
    n_cases: int
    n_weak: int = 0
    cut_short: bool = False
    not_run: CaseResult | None = None

    @property
    def verdict(self) -> Verdict:
        """The search in one word: the verdict of what was found first, NOT-RUN when nothing ran, else PASS."""
        if self.not_run is not None:
            return self.not_run.verdict
        return self.found[0].result.verdict if self.found else Verdict.PASS
