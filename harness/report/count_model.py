"""The result of a count as data, the only input of the terminal's and the JSON renderer."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import SpecError
from ..exit_status import EXIT_FAILED, EXIT_PASS, EXIT_USAGE
from ..measure.case_counts import CaseCounts
from ..measure.launch_resources import LaunchResources


@dataclass(frozen=True)
class CountedCase:
    """The counters and resources of one case."""

    counts: CaseCounts
    """Counters of its launches."""
    resources: tuple[LaunchResources, ...]
    """Resources by architecture, then launch; equal launches once."""


@dataclass(frozen=True)
class CountReport:
    """The result of one ``kernel-harness count``."""

    harness_version: str
    """Version of kernel-harness."""
    command: tuple[str, ...]
    """Arguments of the command line, without the program's name."""
    arch: str
    compiler: str
    """`arch`, `compiler`: architecture of the PTX, and the compiler that made it."""
    cuda: str
    """CUDA release of the compiler; empty if no case could be counted."""
    archs: tuple[str, ...]
    """Architectures whose resources the user asked for."""
    cases: tuple[CountedCase, ...]
    """Cases by variant id, type, shape."""
    left_out: tuple[tuple[str, str], ...] = ()
    """Ids of cases outside their declaration, each with the rule or the reason."""
    failed: tuple[tuple[str, str], ...] = ()
    """Ids of cases that could not be counted or compiled, each with the reason."""
    declaration_errors: tuple[SpecError, ...] = ()
    """Files whose declaration is wrong."""

    @property
    def exit_code(self) -> int:
        """Exit status: 1 if a case could not be counted; else 2 if a declaration is wrong or no case was counted."""
        if self.failed:
            return EXIT_FAILED
        return EXIT_USAGE if self.declaration_errors or not self.cases else EXIT_PASS
