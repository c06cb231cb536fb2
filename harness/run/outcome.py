"""All results of one variant, with the summaries that every report needs."""

from __future__ import annotations

import math
from collections import Counter
from functools import cached_property
from typing import Any

from ..lazy import dataclass
from ..store.records import COUNT
from ..variant.case import Case
from ..variant.matrix import is_far
from ..variant.variant import Block, Variant
from ..verdict import CaseResult, CaseSums, Verdict

MAX_CASES = 12
"""Maximum number of further cases of a variant."""
MAX_ELEMENTS = 2**19
"""Maximum number of elements of a launch of the search, and so of a further case."""
MAX_JOINED_ELEMENTS = 2**18
"""Maximum number of elements of a case that joins the rows of one case with the columns of another."""
MAX_LAUNCHES = 160
"""Maximum number of launches of the search; launches of the matrix do not count."""
JOINING_LAUNCHES = 60
"""Launches, of `MAX_LAUNCHES`, that are reserved for joining the rows of one case with the columns of another."""


@dataclass(frozen=True)
class OneSided:
    """A branch that did not go both ways."""

    entry: str
    """Symbol of the kernel."""
    source: str
    """``file:line`` of the CUDA source; empty if unknown."""
    ptx_line: int
    """1-based line in the PTX."""
    opcode: str
    """Opcode with all modifiers."""
    went: str
    """``taken``, ``not taken`` or ``not reached``."""
    why: str
    """Attempts of the search, in one line."""


@dataclass(frozen=True, kw_only=True)
class BranchCoverage:
    """Directions of a variant's branches, at one block and type."""

    block: Block
    """Block of the measured cases."""
    dtype: str
    """Element type of the measured cases."""
    unknown: str
    """Why nothing is known; empty if the branches were measured."""
    branches: COUNT
    """Conditional jumps and guarded instructions of its launched kernels."""
    both_ways: COUNT
    """Branches that went both ways, in the matrix or in a further case."""
    both_ways_in_matrix: COUNT
    """Branches that went both ways in the matrix."""
    further_cases: tuple[str, ...]
    """Ids of the further cases that were computed, in the order in which they were found."""
    launches: COUNT
    """Launches of the search, without launches of the matrix."""
    most_cases: COUNT
    """Most further cases of a variant."""
    most_elements: COUNT
    """Most elements of a further case."""
    one_sided: tuple[OneSided, ...]
    """The other branches, by kernel and PTX line."""
    lines: COUNT
    """Source lines that have code."""
    lines_not_run: tuple[str, ...]
    """Source lines that no launch ran, as `file:line`."""


def coverage(block: Block, dtype: str, unknown: str = "", **measured: Any) -> BranchCoverage:
    """Return the coverage of a variant with the limits of the search; figures not measured are 0 or empty."""
    counts = dict.fromkeys(("branches", "both_ways", "both_ways_in_matrix", "launches", "lines"), 0)
    lists: dict[str, Any] = dict.fromkeys(("further_cases", "one_sided", "lines_not_run"), ())
    limits = {"most_cases": MAX_CASES, "most_elements": MAX_ELEMENTS}
    fields = {**counts, **lists, **limits, **measured}
    return BranchCoverage(block=block, dtype=dtype, unknown=unknown, **fields)


WORST_FIRST = (
    Verdict.CRASH,
    Verdict.HANG,
    Verdict.FAIL,
    Verdict.ERROR,
    Verdict.NOT_RUN,
    Verdict.UNPROVEN,
    Verdict.PASS,
    Verdict.SKIP,
)
"""All verdicts, the worst first."""

LAUNCHED = (Verdict.PASS, Verdict.UNPROVEN, Verdict.FAIL, Verdict.CRASH, Verdict.HANG)
"""Verdicts of cases whose kernel was launched."""


@dataclass(frozen=True)
class ImpostorCount:
    """How many cases of a variant tried a known wrong output, and how many rejected it.

    If none does, no case proves that its bound sees this mistake.
    """

    name: str
    """Such as `rows swapped` ([checks.md](checks.md#proof-that-a-bound-bites))."""
    tried: int
    """Cases that tried it."""
    rejected: int
    """Cases whose bound rejects it."""


@dataclass(frozen=True)
class Origin:
    """Where the wrong value of a case comes from."""

    case: str
    text: str
    source: str
    """Its ``file:line``; empty if it is no line of the user's."""
    callers: tuple[str, ...] = ()
    """As those of a finding."""


@dataclass(frozen=True)
class VariantOutcome:
    variant: Variant
    results: tuple[tuple[Case, CaseResult], ...]
    """One entry for each selected case in the order of the matrix; the cases that the declaration excludes come
    last, as SKIP."""
    elapsed_s: float = 0.0
    """Sum of the cases' times in seconds; some cases may have run in parallel."""
    branches: BranchCoverage | None = None
    """Branch coverage of the variant; None if it was not measured."""
    origins: tuple[Origin, ...] = ()
    """Of cases with a wrong value and no finding with a source line."""

    @cached_property
    def counts(self) -> Counter[Verdict]:
        return Counter(result.verdict for _, result in self.results)

    @cached_property
    def failures(self) -> tuple[CaseResult, ...]:
        """The results that make the run fail, in order; without the cases in `not_begun`."""
        return tuple(
            result for _, result in self.results if result.verdict.is_failure and not had_no_turn(result)
        )

    @cached_property
    def unproven(self) -> tuple[CaseResult, ...]:
        """The results whose values prove nothing, in order; they make only a strict run fail."""
        return tuple(result for _, result in self.results if result.verdict is Verdict.UNPROVEN)

    @property
    def not_begun(self) -> tuple[CaseResult, ...]:
        """The results of cases that had not started when the run was stopped, in order."""
        return tuple(result for _, result in self.results if had_no_turn(result))

    @cached_property
    def sums(self) -> CaseSums:
        return CaseSums.of(self.counts)

    @property
    def verdict(self) -> Verdict:
        """The worst verdict of the variant's cases; SKIP when no case was run."""
        # A variant whose every selected case is excluded has not been tested, so it does not PASS.
        counts = self.counts
        return next((verdict for verdict in WORST_FIRST if counts[verdict]), Verdict.SKIP)

    @cached_property
    def widest(self) -> Case | None:
        """The launched case with the most columns, of several the one with the most rows; None if none was launched."""
        return max(self._launched, key=lambda case: (case.shape.n_cols, case.shape.n_rows), default=None)

    @cached_property
    def tallest(self) -> Case | None:
        """The launched case with the most rows, of several the one with the most columns; None if none was launched."""
        return max(self._launched, key=lambda case: (case.shape.n_rows, case.shape.n_cols), default=None)

    @cached_property
    def _launched(self) -> list[Case]:
        """Launched cases, without cases of which only parts ran, unless there are no others."""
        launched = [case for case, result in self.results if result.verdict in LAUNCHED]
        return [case for case in launched if not is_far(case)] or launched

    @cached_property
    def impostors(self) -> tuple[ImpostorCount, ...]:
        """How many cases tried and rejected each known wrong output, in the order in which cases name them."""
        rejected = Counter(name for _, result in self.results for name in result.rejected_impostors)
        unseen = Counter(name for _, result in self.results for name in result.unseen_impostors)
        return tuple(
            ImpostorCount(name, rejected[name] + unseen[name], rejected[name])
            for name in {**rejected, **unseen}
        )

    @cached_property
    def unrun_lines(self) -> tuple[int, ...]:
        """Lines of the variant's file with code that no launch of any case ran, as far as the device tells."""
        known = {line for _, result in self.results for line in result.lines}
        return tuple(sorted(known - {line for _, result in self.results for line in result.lines_run}))

    @cached_property
    def worst_ratio(self) -> float | None:
        """Largest error over allowed error of the judged cases; NaN if any is; None when none was judged."""
        ratios = [result.max_error_ratio for _, result in self.results if result.max_error_ratio is not None]
        # max() may skip a NaN, depending on its position.
        return math.nan if any(map(math.isnan, ratios)) else max(ratios, default=None)


def had_no_turn(result: CaseResult) -> bool:
    """Whether a case was not run because the run was stopped: a missing device and hangs before it are findings."""
    return result.verdict is Verdict.NOT_RUN and not result.findings
