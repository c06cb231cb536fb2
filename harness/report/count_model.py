"""The result of a count as data, the only input of the terminal's and the JSON renderer."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import SpecError
from ..exit_status import EXIT_FAILED, EXIT_PASS, EXIT_USAGE
from ..measure.case_counts import CaseCounts
from ..measure.launch_resources import LaunchResources


@dataclass(frozen=True)
class CountedCase:
    """The counters and resources of one case.

    Parameters
    ----------
    counts : CaseCounts
        Counters of its launches.
    resources : tuple of LaunchResources
        Resources by architecture, then launch; equal launches once.
    """

    counts: CaseCounts
    resources: tuple[LaunchResources, ...]


@dataclass(frozen=True)
class CountReport:
    """The result of one ``kernel-harness count``.

    Parameters
    ----------
    harness_version : str
        Version of kernel-harness.
    command : tuple of str
        Arguments of the command line, without the program's name.
    arch, compiler : str
        Architecture of the PTX, and the compiler that made it.
    cuda : str
        CUDA release of the compiler; empty if no case could be counted.
    archs : tuple of str
        Architectures whose resources the user asked for.
    cases : tuple of CountedCase
        Cases by variant id, type, shape.
    left_out : tuple of (str, str)
        Ids of cases outside their declaration, each with the rule or the reason.
    failed : tuple of (str, str)
        Ids of cases that could not be counted or compiled, each with the reason.
    declaration_errors : tuple of SpecError
        Files whose declaration is wrong.
    """

    harness_version: str
    command: tuple[str, ...]
    arch: str
    compiler: str
    cuda: str
    archs: tuple[str, ...]
    cases: tuple[CountedCase, ...]
    left_out: tuple[tuple[str, str], ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    declaration_errors: tuple[SpecError, ...] = ()

    @property
    def exit_code(self) -> int:
        """Exit status: 1 if a case could not be counted; else 2 if a declaration is wrong or no case was counted."""
        if self.failed:
            return EXIT_FAILED
        return EXIT_USAGE if self.declaration_errors or not self.cases else EXIT_PASS
