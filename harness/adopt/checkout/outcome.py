"""What became of one kernel of a checkout."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class State(str, Enum):
    """Whether a kernel was declared."""

    ADOPTED = "adopted"
    NEEDS = "needs one line"
    CANNOT = "cannot"
    NOT_TRIED = "not tried"


@dataclass(frozen=True)
class KernelOutcome:
    """What became of one kernel."""

    file: str
    """Path of its source in the checkout."""
    line: int
    """Line on which it begins."""
    kernel: str
    """Its name with namespaces."""
    id: str
    """Id of its declaration."""
    state: State
    """Whether it was declared."""
    why: str = ""
    """The option that it needs, or why it cannot be declared; empty if it was declared."""
    operation: str = ""
    """Operation of the declaration; empty if there is none."""
    launch: str = ""
    """Host function whose launch is declared; empty if a known launch was found by trials."""
    verified: str = ""
    """Launches that were run."""
    findings: tuple[str, ...] = ()
    """What was wrong in the first cases, a line for each sort."""
    notes: tuple[str, ...] = ()
    """What was guessed."""
    declaration: tuple[str, ...] = ()
    """Lines of its table; empty if there is none."""
    elapsed_s: float = 0.0
    """Seconds that the adoption took."""
