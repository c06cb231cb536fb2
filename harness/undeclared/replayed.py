"""A kernel that nobody declared in two revisions: the launches that both make, and what came of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ..compiler import CompileRequest
from ..lazy import dataclass, field
from ..measure.case_counts import CountedLaunches
from ..verdict import Finding
from .bound import Compared, Outcome
from .contents import Contents
from .job import UndeclaredKernel
from .launches import MadeLaunch
from .recording import Recorded


@dataclass(frozen=True)
class Pair:
    """One kernel in both revisions."""

    id: str
    base: UndeclaredKernel | None
    head: UndeclaredKernel | None
    """`base`, `head`: None if the revision does not have it."""
    is_same_text: bool = False
    """Whether the texts of its code are the same, so that only its host code can have changed."""
    recorded: tuple[Recorded, ...] = ()
    """Launches of kernels of its name in recordings."""

    @property
    def path(self) -> Path:
        """The file, whose kernels share compiled code."""
        job = self.head or self.base
        assert job is not None  # one revision has it
        return job.path


class Replay(NamedTuple):
    """A launch that can be made again, on any revision of its kernel."""

    entry: str
    """Instance, with template arguments."""
    place: str
    """Host function with file and line; empty for a launch that was guessed."""
    launch: MadeLaunch
    """Grid, block, shared memory and arguments."""
    contents: Contents
    """What the buffers hold."""
    extents: Mapping[int, int]
    """Bytes of the buffers, by position of the pointer."""

    @property
    def described(self) -> str:
        """Sizes, contents and host function."""
        text = f"with {self.launch.described}, {self.contents.described}"
        return f"{text}, as {self.place} launches it" if self.place else text


@dataclass(frozen=True, kw_only=True)
class Counted:
    """A launch that was counted on both sides."""

    where: str
    """Instance and sizes."""
    base: CountedLaunches
    head: CountedLaunches
    requests: tuple[CompileRequest, CompileRequest]
    """For the code of base and head."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """An output that changed, at the launch that shows it best."""

    compared: Compared
    outcome: Outcome
    """Of the output over all launches."""
    described: str
    """The launch."""


@dataclass(frozen=True, kw_only=True)
class Replayed:
    """What both revisions of a kernel did by the same launches."""

    id: str
    is_changed: bool = False
    """Whether the compiled code of an instance, or a launch of the host code, differs."""
    entries: tuple[str, ...] = ()
    """Instances that were compared."""
    n_launches: int = 0
    outcome: Outcome | None = None
    """Of all outputs; None if none was compared."""
    n_outcomes: Mapping[str, int] = field(default_factory=dict)
    """Number of launches by their worst outcome."""
    shown: tuple[Shown, ...] = ()
    """The worst output of each outcome but `SAME` and `WITHIN`."""
    changed_at: tuple[str, ...] = ()
    """Classes of cases in which results changed."""
    approximations: tuple[str, ...] = ()
    """Approximate instructions of the head's code that the base's has not."""
    digits: float | None = None
    """Least median of decimal digits that were compared."""
    findings: tuple[Finding, ...] = ()
    found_at: tuple[str, ...] = ()
    """`findings`, `found_at`: faults of the head that the base has not, and their launches."""
    doubts: tuple[Finding, ...] = ()
    doubted_at: tuple[str, ...] = ()
    """The same, only at sizes that host code may exclude."""
    gone: tuple[Finding, ...] = ()
    gone_at: tuple[str, ...] = ()
    """The same, of the base alone."""
    reach: tuple[str, ...] = ()
    """Buffers of which the head touches more than the base, where the host code does not say how large they are."""
    n_both: int = 0
    """Launches at which both sides have the same fault."""
    why_not: tuple[str, ...] = ()
    """Why further launches were not made."""
    base_refusal: str = ""
    head_refusal: str = ""
    """Why the side does not compile."""
    counted: tuple[Counted, ...] = ()

    @property
    def n_compared(self) -> int:
        """Launches whose outputs were compared."""
        return sum(self.n_outcomes.values())
