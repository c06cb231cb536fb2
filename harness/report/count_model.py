"""What a count found, as data: the terminal and the JSON renderer both read this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import SpecError
from ..exit_status import EXIT_FAILED, EXIT_PASS, EXIT_USAGE
from ..perf.case_counts import CaseCounts
from ..perf.launch_resources import LaunchResources


@dataclass(frozen=True)
class CountedCase:
    """One case.

    Parameters
    ----------
    counts : CaseCounts
        What its launches did.
    resources : tuple of LaunchResources
        By architecture, then launch, each launch that differs once.
    """

    counts: CaseCounts
    resources: tuple[LaunchResources, ...]


@dataclass(frozen=True)
class CountReport:
    """Everything that one ``kernel-harness count`` has to say.

    Parameters
    ----------
    harness_version : str
        Version of kernel-harness.
    command : tuple of str
        Arguments of the command line, without the program's name.
    arch, compiler : str
        What the PTX was made for, and by what.
    archs : tuple of str
        Architectures whose resources were asked for.
    cases : tuple of CountedCase
        By variant id, type, shape.
    left_out : tuple of (str, str)
        Case ids outside what the declaration claims, each with the rule or the reason.
    failed : tuple of (str, str)
        What could not be counted or compiled, each with the reason.
    declaration_errors : tuple of SpecError
        Files whose declaration is wrong.
    """

    harness_version: str
    command: tuple[str, ...]
    arch: str
    compiler: str
    archs: tuple[str, ...]
    cases: tuple[CountedCase, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    declaration_errors: tuple[SpecError, ...] = ()

    @property
    def exit_code(self) -> int:
        """Exit status: 1 when something could not be counted; else 2 when a declaration is wrong or nothing was."""
        if self.failed:
            return EXIT_FAILED
        return EXIT_USAGE if self.declaration_errors or not self.cases else EXIT_PASS
