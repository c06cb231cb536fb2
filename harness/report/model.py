"""What a check found, as data: the terminal and the JSON renderer both read this and nothing else.

Nothing here prints, measures time or decides a verdict; `CheckReport.exit_code` is the one rule it holds.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import SpecError
from ..exit_status import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_PASS, EXIT_USAGE
from ..run.outcome import VariantOutcome
from ..run.suite import INTERRUPTED
from ..run.target import Target
from ..verdict import Verdict


@dataclass(frozen=True)
class CheckReport:
    """Everything that one ``kernel-harness check`` has to say.

    Parameters
    ----------
    harness_version : str
        Version of kernel-harness.
    command : tuple of str
        Arguments of the command line, without the program's name.
    expression : str
        The ``-k`` expression, empty when all cases are selected.
    target : Target
        The device.
    outcomes : tuple of VariantOutcome
        In the order of their ids.
    declaration_errors : tuple of SpecError
        Files whose declaration is wrong; none of their cases exist.
    stopped : str
        Why the run ended before its last case (``interrupted``, ``exitfirst``), empty when it did not.
    started : str
        When it began, ISO 8601 in UTC.
    elapsed_s : float
        Wall time in seconds.
    include_dirs : tuple of Path
        The user's folders of headers.
    """

    harness_version: str
    command: tuple[str, ...]
    expression: str
    target: Target
    outcomes: tuple[VariantOutcome, ...]
    declaration_errors: tuple[SpecError, ...] = field(default=())
    stopped: str = ""
    started: str = ""
    elapsed_s: float = 0.0
    include_dirs: tuple[Path, ...] = ()

    @property
    def counts(self) -> Counter[Verdict]:
        """How many cases of all variants ended in each verdict."""
        total: Counter[Verdict] = Counter()
        for outcome in self.outcomes:
            total.update(outcome.counts)
        return total

    @property
    def n_failed(self) -> int:
        """How many cases failed; what had no turn before the run was stopped is not among them."""
        return sum(len(outcome.failures) for outcome in self.outcomes)

    @property
    def n_not_begun(self) -> int:
        """How many cases had no turn because the run was stopped."""
        return sum(len(outcome.not_begun) for outcome in self.outcomes)

    @property
    def n_done(self) -> int:
        """How many cases ran to an end, good or bad; neither SKIP nor NOT-RUN is one."""
        return sum(outcome.n_done for outcome in self.outcomes)

    @property
    def exit_code(self) -> int:
        """Exit status of the command line.

        130 when interrupted; else 1 when any case failed, NOT-RUN included; else 2 when a declaration is
        wrong or nothing at all ran; else 0.
        """
        if self.stopped == INTERRUPTED:
            return EXIT_INTERRUPTED
        if self.n_failed or self.n_not_begun:
            return EXIT_FAILED
        if self.declaration_errors or not self.counts[Verdict.PASS]:
            return EXIT_USAGE
        return EXIT_PASS
