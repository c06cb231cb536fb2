"""The result of a check as data, the only input of the terminal's and the JSON renderer.

This module prints nothing, measures no time and decides no verdict. Its only rule is `CheckReport.exit_code`.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from ..errors import SpecError
from ..exit_status import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_PASS, EXIT_USAGE
from ..lazy import dataclass, field
from ..run.outcome import VariantOutcome
from ..run.suite import INTERRUPTED
from ..run.target import Target
from ..undeclared.job import RunKernel
from ..verdict import Verdict


@dataclass(frozen=True)
class CheckReport:
    command: tuple[str, ...]
    expression: str
    target: Target
    outcomes: tuple[VariantOutcome, ...]
    """Outcomes in the order of variant ids."""
    declaration_errors: tuple[SpecError, ...] = field(default=())
    """Files whose declaration is wrong; none of their cases exist."""
    undeclared: tuple[RunKernel, ...] = ()
    """Kernels that nobody declared, which ran without a reference."""
    stopped: str = ""
    """Reason the run ended before its last case (``interrupted``, ``exitfirst``), empty if it did not."""
    started: str = ""
    elapsed_s: float = 0.0
    include_dirs: tuple[Path, ...] = ()
    strict: bool = False
    options: tuple[str, ...] = ()
    """From `harness.run.unjudged.watch_options`."""

    @property
    def counts(self) -> Counter[Verdict]:
        return sum((outcome.counts for outcome in self.outcomes), Counter[Verdict]())

    @property
    def n_failed(self) -> int:
        return sum(len(outcome.failures) for outcome in self.outcomes)

    @property
    def n_not_begun(self) -> int:
        return sum(len(outcome.not_begun) for outcome in self.outcomes)

    @property
    def n_done(self) -> int:
        """Number of cases that ran to their end, whatever their verdict; SKIP and NOT-RUN are not counted."""
        return sum(outcome.sums.done for outcome in self.outcomes)

    @property
    def exit_code(self) -> int:
        """Exit status of the command line."""
        # 130 if interrupted; else 1 if any case failed, NOT-RUN included, or in a strict check is UNPROVEN; else 2 if a
        # declaration is wrong, a kernel without one could not be run, or no case ran; else 0.
        if self.stopped == INTERRUPTED:
            return EXIT_INTERRUPTED
        counts = self.counts + Counter(run.verdict for run in self.undeclared)
        if (
            counts[Verdict.FAIL]
            or self.n_failed
            or self.n_not_begun
            or (self.strict and counts[Verdict.UNPROVEN])
        ):
            return EXIT_FAILED
        if (
            counts[Verdict.NOT_RUN]
            or self.declaration_errors
            or not (counts[Verdict.PASS] or counts[Verdict.UNPROVEN])
        ):
            return EXIT_USAGE
        return EXIT_PASS
