"""What a gate found, as data; every report is made of it. `GateReport.exit_code` is the one rule it holds."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from enum import Enum

from ..errors import SpecError
from ..perf.statistics import Speed
from ..run.outcome import VariantOutcome
from ..run.source_files import NamedSource
from ..run.target import Target
from .change import VariantChange
from .speed import SpeedResult

EXIT_CLEAN = 0
EXIT_REGRESSION = 1
EXIT_ERROR = 2
EXIT_AMBIGUOUS = 3


class Kind(str, Enum):
    """What kind of regression."""

    REMOVED = "removed"
    """A variant of the base is gone."""
    NARROWED = "narrowed"
    """It claims less than it did."""
    LOOSENED = "loosened"
    """Its declaration allows larger errors than it did."""
    EXCUSED = "excused"
    """A known issue was declared."""
    WRONG = "wrong"
    """A case of the head fails."""
    COSTLIER = "costlier"
    """A counter or a resource of the compiled code became worse."""
    SLOWER = "slower"
    """It takes longer on a GPU."""


NEVER_ALLOWED = frozenset({Kind.WRONG})
"""A wrong kernel is not let through by name: it has to be mended."""

UNCOUNTED = "uncounted"
"""What stands for the kind where nothing of a changed variant was counted: no regression, and not clean."""


@dataclass(frozen=True)
class Allowance:
    """A regression that somebody lets through.

    Parameters
    ----------
    name : str
        A variant, or a variant and a kind: ``softmax_rows`` or ``softmax_rows/costlier``; or a variant and `UNCOUNTED`.
    reason : str
        Why.
    who : str
        Who said so, as far as the environment tells.
    """

    name: str
    reason: str
    who: str

    def covers(self, variant: str, kind: Kind) -> bool:
        """Whether it lets a kind of regression of a variant through."""
        return kind not in NEVER_ALLOWED and self.name in (variant, f"{variant}/{kind.value}")

    def covers_uncounted(self, variant: str) -> bool:
        """Whether it lets through that nothing of a changed variant was counted; that has to be said by its word."""
        return self.name == f"{variant}/{UNCOUNTED}"


@dataclass(frozen=True)
class Regression:
    """One thing that became worse.

    Parameters
    ----------
    kind : Kind
        What kind.
    variant : str
        Whose.
    message : str
        What, in one line or more.
    allowed : Allowance or None
        Who lets it through.
    """

    kind: Kind
    variant: str
    message: str
    allowed: Allowance | None = None

    @property
    def accepting(self) -> str:
        """The option that would let it through, with ``REASON`` to be filled in; empty where none can."""
        return "" if self.kind in NEVER_ALLOWED else allow_option(self.variant, self.kind.value)


def allow_option(variant: str, kind: str) -> str:
    """Write the option that lets something of a variant through, as a shell takes it."""
    return f"--allow {shlex.quote(f'{variant}/{kind}:REASON')}"


@dataclass(frozen=True)
class NotCompared:
    """Something of a variant that was not compared, which is no error.

    Parameters
    ----------
    what : str
        Its name, such as ``counters at CASE`` or ``resources of float32, block 64``.
    why : str
        The reason, in one line or more.
    """

    what: str
    why: str


@dataclass(frozen=True)
class CostChange:
    """One counter of one case, before and after.

    Parameters
    ----------
    counter : str
        Its name, as in docs/counters.md.
    where : str
        The case, or the architecture that was compiled for.
    base, head : float
        Its values.
    is_worse : bool
        Whether that counts as a regression.
    hint : str
        What it usually means, empty where nothing is to be said.
    """

    counter: str
    where: str
    base: float
    head: float
    is_worse: bool
    hint: str = ""


@dataclass(frozen=True)
class VariantGate:
    """Everything about one variant.

    Parameters
    ----------
    change : VariantChange
        What became of it.
    outcome : VariantOutcome or None
        Its cases in the head; None where they were not run.
    costs : tuple of CostChange
        Counters that differ.
    speeds : tuple of SpeedResult
        Comparisons on a GPU.
    regressions : tuple of Regression
        What became worse.
    errors : tuple of str
        What could not be found out, and why.
    counted : tuple of str
        Ids of the cases that were counted on both sides.
    not_compared : tuple of NotCompared
        What of it was not compared, and why.
    uncounted : str
        Of a changed variant: why no case of it was counted on both sides; empty where one was, or none had to be.
    uncounted_allowed : Allowance or None
        Who lets that through.
    sources : tuple of NamedSource
        The files of the head that findings name.
    """

    change: VariantChange
    outcome: VariantOutcome | None = None
    costs: tuple[CostChange, ...] = ()
    speeds: tuple[SpeedResult, ...] = ()
    regressions: tuple[Regression, ...] = ()
    errors: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    not_compared: tuple[NotCompared, ...] = ()
    uncounted: str = ""
    uncounted_allowed: Allowance | None = None
    sources: tuple[NamedSource, ...] = ()

    @property
    def is_uncounted(self) -> bool:
        """Whether nothing of a changed variant was counted, and nobody lets that through."""
        return bool(self.uncounted) and self.uncounted_allowed is None

    @property
    def has_ambiguous_speed(self) -> bool:
        """Whether a comparison of speeds came to nothing definite."""
        return any(each.speed is Speed.AMBIGUOUS for each in self.speeds)

    @property
    def is_ambiguous(self) -> bool:
        """Whether its speed or its cost came to nothing definite."""
        return self.has_ambiguous_speed or self.is_uncounted


@dataclass(frozen=True)
class GateReport:
    """Everything that one gate has to say.

    Parameters
    ----------
    base, head : str
        Labels of the revisions; of a merge base, with the names of both.
    target : Target
        Where cases ran.
    compiler : str
        The compiler that code and counters are of.
    margin : float
        Smallest slowdown that must be found, as a share.
    variants : tuple of VariantGate
        By id, the unchanged ones too.
    not_compared : tuple of str
        What this gate did not look at, one line each.
    declaration_errors : tuple of SpecError
        Wrong declarations of the head.
    unused_allowances : tuple of Allowance
        Those that let nothing through.
    speed_errors : tuple of str
        Why speed was not compared where it should have been.
    base_commit, head_commit : str
        Full ids of the commits that were compared; empty for the working tree, the index and a CUDA release.
    """

    base: str
    head: str
    target: Target
    compiler: str
    margin: float
    variants: tuple[VariantGate, ...]
    not_compared: tuple[str, ...] = ()
    declaration_errors: tuple[SpecError, ...] = ()
    unused_allowances: tuple[Allowance, ...] = ()
    speed_errors: tuple[str, ...] = field(default=())
    base_commit: str = ""
    head_commit: str = ""

    @property
    def regressions(self) -> tuple[Regression, ...]:
        """All regressions, those that are let through included."""
        return tuple(each for variant in self.variants for each in variant.regressions)

    @property
    def blocking(self) -> tuple[Regression, ...]:
        """The regressions that nobody lets through."""
        return tuple(each for each in self.regressions if each.allowed is None)

    @property
    def exit_code(self) -> int:
        """1 with a regression that is not let through; else 2 with an error; else 3 with an ambiguity; else 0."""
        if self.blocking:
            return EXIT_REGRESSION
        if self.declaration_errors or self.speed_errors or any(variant.errors for variant in self.variants):
            return EXIT_ERROR
        if any(variant.is_ambiguous for variant in self.variants):
            return EXIT_AMBIGUOUS
        return EXIT_CLEAN
