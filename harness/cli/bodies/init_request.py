"""Arguments of ``kernel-harness init``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ...adopt.adopted import Wishes
from ...adopt.fitting.roles import Unknown


@dataclass(frozen=True)
class InitRequest:
    """Arguments of ``kernel-harness init``."""

    files: tuple[Path, ...]
    """Sources to declare."""
    wishes: Wishes = field(default_factory=Wishes)
    """Facts given on the command line."""
    into: Path | None = None
    """Folder for one file per kernel, which includes the source; None writes into the source."""
    force: bool = False
    """Whether to replace existing declarations."""
    dry_run: bool = False
    """Whether to print declarations instead of writing them."""
    ask: Callable[[str, Unknown], str] | None = None
    """Asks for an unknown fact and returns the answer, empty for none; None if nobody can answer."""
