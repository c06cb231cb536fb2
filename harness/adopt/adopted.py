"""What an adoption starts from, and what it gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .drafts.draft import Draft
from .fitting.array_fit import Misfit
from .fitting.names import Unknown
from .search import Nearest
from .trial import Survey


@dataclass(frozen=True)
class Adoption:
    """The declaration found for one kernel."""

    kernel: str
    """Name of the kernel."""
    draft: Draft | None = None
    """Declaration, with ``?`` for unknown parts; None if nothing is known."""
    is_whole: bool = False
    """Whether the draft is a complete declaration."""
    unknown: tuple[Unknown, ...] = ()
    """Parameters and keys that could not be determined."""
    style: str = ""
    """Description of how threads share the rows."""
    read: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    """`read`, `guessed`: lines on facts from the compiled code, and on guesses from names or text."""
    verified: str = ""
    """Description of the launches that were run."""
    launch: str = ""
    """Host function whose launch is declared; empty if a known launch was found by trials."""
    host_code: tuple[str, ...] = ()
    """Launches of the host code that gave no declaration or are wrong, each with the reason."""
    survey: Survey | None = None
    """Results of further cases; None if they were not run."""
    refused: str = ""
    """Larger blocks with which the kernel is wrong; empty if there are none."""
    also: tuple[str, ...] = ()
    """Operations whose arrays fit the kernel too."""
    nearest: tuple[Nearest, ...] = ()
    """Other operations that were tried, the nearest first."""
    misfits: tuple[Misfit, ...] = ()
    """If no operation was found, why others were not tried, the likeliest first."""


@dataclass(frozen=True)
class AdoptionOptions:
    """The user's options for an adoption."""

    entry: str = ""
    """Name of the kernel, optionally with template arguments; empty for the only kernel."""
    given: Mapping[str, str] = field(default_factory=dict)
    """Arguments by name of the parameter."""
    source: str = "this repository"
    """Value of the key ``source``."""
    operation: str = ""
    """Operation that the kernel computes. If empty, it is guessed from the kernel's name."""
    hosts: tuple[Path, ...] = ()
    """Further files with host code that launches the kernel."""
