"""The result of a gate as data, for all reports. `GateReport.exit_code` determines the exit status."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from ..errors import SpecError
from ..measure.clocks import TimedOn
from ..measure.statistics import Interval, Speed
from ..run.outcome import VariantOutcome
from ..run.source_files import NamedSource
from ..run.target import Target
from ..variant.case import Case
from ..verdict import Number
from .change import VariantChange

EXIT_CLEAN = 0
EXIT_REGRESSION = 1
EXIT_ERROR = 2
EXIT_AMBIGUOUS = 3


class Kind(str, Enum):
    """The kind of a regression."""

    REMOVED = "removed"
    """A variant of the base no longer exists."""
    NARROWED = "narrowed"
    """The variant claims less."""
    LOOSENED = "loosened"
    """The declaration allows larger errors."""
    EXCUSED = "excused"
    """A known issue was declared."""
    WRONG = "wrong"
    """A case of the head fails."""
    COSTLIER = "costlier"
    """A counter or a resource of the compiled code became worse."""
    SLOWER = "slower"
    """The variant takes longer on a GPU."""


UNCOUNTED = "uncounted"
"""Used instead of a kind if no case of a changed variant could be counted. It is not a regression, but not clean."""


@dataclass(frozen=True)
class Allowance:
    """A regression that the user allows."""

    name: str
    """A variant, a variant and a kind, or a variant and ``uncounted``: ``softmax_rows``, ``softmax_rows/costlier``,
    ``softmax_rows/uncounted``."""
    reason: str
    """Reason for the allowance, as ``--allow`` said it."""
    who: str
    """The CI's actor, else git's `user.email`, else the login name, else `unknown`."""

    def covers(self, variant: str, kind: Kind) -> bool:
        """Whether it allows a kind of regression of a variant; none allows a wrong kernel, which must be fixed."""
        return kind is not Kind.WRONG and self.name in (variant, f"{variant}/{kind.value}")

    def covers_uncounted(self, variant: str) -> bool:
        """Whether it allows that no case of a changed variant was counted. The name must end in `UNCOUNTED`."""
        return self.name == f"{variant}/{UNCOUNTED}"


@dataclass(frozen=True)
class Regression:
    """One regression of a variant."""

    kind: Kind
    variant: str
    message: str
    allowed: Allowance | None = None

    @property
    def accepting(self) -> str:
        """The option that allows the regression, with ``REASON`` to be filled in; empty if no option can."""
        return "" if self.kind is Kind.WRONG else allow_option(self.variant, self.kind.value)


def allow_option(variant: str, kind: str) -> str:
    """Return the option that allows a regression of a variant, quoted for a shell."""
    return f"--allow {shlex.quote(f'{variant}/{kind}:REASON')}"


@dataclass(frozen=True)
class NotCompared:
    """A part of a variant that was not compared, without being an error."""

    what: str
    """Name of the part, such as ``counters at CASE`` or ``resources of float32, block 64``."""
    why: str
    """Reason, in one or more lines."""


@dataclass(frozen=True)
class CostChange:
    """One counter or resource that differs between base and head."""

    counter: str
    """Name, as in [counters.md](counters.md)."""
    where: str
    """Id of the case, or architecture, block and dtype."""
    base: float
    """Value of the base."""
    head: float
    """Value of the head."""
    is_worse: bool
    """Whether the difference is a regression."""
    hint: str = ""
    """Usual cause of a regression; empty if there is none to name."""


class CasePair(NamedTuple):
    """One problem as a case of the base's variant and of the head's."""

    base: Case
    head: Case


@dataclass(frozen=True)
class SpeedResult:
    """The result of timing one `CasePair`."""

    variant: str
    base_case: str
    case: str
    """`base_case`, `case`: ids of the two cases."""
    speed: Speed | None
    """Result; None if the cases could not be timed, for the reason in `why`."""
    change: Interval | None = None
    """Confidence interval of the first pass, at the error rate of one interim test."""
    confirmed: Interval | None = None
    """Confidence interval of the confirming pass; None if there was none."""
    base_us: Number = float("nan")
    head_us: Number = float("nan")
    copy_us: Number = float("nan")
    """`base_us`, `head_us`, `copy_us`: medians over all restarts in microseconds, of base, head and a copy of the
    same size; NaN if not measured."""
    why: str = ""
    """Reason why there is no result, or why a change was not confirmed or is less certain."""
    timed_on: TimedOn | None = None
    """The GPU, with its clocks over all restarts; None if nothing was measured."""


@dataclass
class VariantGate:
    """The gate's result for one variant; each step adds what it finds."""

    change: VariantChange
    outcome: VariantOutcome | None = None
    """Results of the head's cases; None if they were not run."""
    costs: list[CostChange] = field(default_factory=list)
    speeds: list[SpeedResult] = field(default_factory=list)
    regressions: list[Regression] = field(default_factory=list)
    """All regressions, including allowed ones."""
    errors: list[str] = field(default_factory=list)
    """Steps that failed, with the reason."""
    counted: list[str] = field(default_factory=list)
    """Ids of the cases that were counted on both sides."""
    not_compared: list[NotCompared] = field(default_factory=list)
    uncounted: str = ""
    """Reason why no case of a changed variant was counted on both sides; empty if one was, or if none had to be."""
    uncounted_allowed: Allowance | None = None
    """Allowance that covers `uncounted`; None if there is none."""
    sources: tuple[NamedSource, ...] = ()
    """Files of the head that findings name."""

    def regress(self, kind: Kind, message: str) -> None:
        """Add a regression."""
        self.regressions.append(Regression(kind, self.change.id, message))

    def leave_out(self, what: str, why: str) -> None:
        """Add a part that was not compared."""
        self.not_compared.append(NotCompared(what, why))

    @property
    def is_wrong(self) -> bool:
        """Whether a case of the head fails."""
        return any(regression.kind is Kind.WRONG for regression in self.regressions)

    @property
    def is_uncounted(self) -> bool:
        """Whether no case of a changed variant was counted, without an allowance."""
        return bool(self.uncounted) and self.uncounted_allowed is None

    @property
    def has_ambiguous_speed(self) -> bool:
        """Whether a comparison of speeds is ambiguous."""
        return any(speed.speed is Speed.AMBIGUOUS for speed in self.speeds)

    @property
    def is_ambiguous(self) -> bool:
        """Whether a comparison of speeds is ambiguous, or the variant is uncounted."""
        return self.has_ambiguous_speed or self.is_uncounted


@dataclass(frozen=True)
class GateReport:
    """The complete result of one gate."""

    base: str
    head: str
    """`base`, `head`: labels of the revisions. The label of a merge base names both branches."""
    target: Target
    compiler: str
    """Compiler of code and counters."""
    margin: float
    """Smallest slowdown that must be found, as a share."""
    variants: tuple[VariantGate, ...]
    """Results of all variants by id, including unchanged ones."""
    not_compared: tuple[str, ...] = ()
    declaration_errors: tuple[SpecError, ...] = ()
    """Wrong declarations of the head."""
    unused_allowances: tuple[Allowance, ...] = ()
    speed_errors: tuple[str, ...] = ()
    """Reasons why a requested comparison of speeds failed."""
    base_commit: str = ""
    head_commit: str = ""
    """`base_commit`, `head_commit`: full ids of the compared commits; empty for the working tree, the index and a
    CUDA release."""
    further_devices: tuple[str, ...] = ()
    """Kinds of GPU other than `target`'s that a run on a cluster asked for, each with its device or that no host
    has it."""

    @property
    def regressions(self) -> tuple[Regression, ...]:
        """All regressions, including allowed ones."""
        return tuple(regression for variant in self.variants for regression in variant.regressions)

    @property
    def blocking(self) -> tuple[Regression, ...]:
        """The regressions without an allowance."""
        return tuple(regression for regression in self.regressions if regression.allowed is None)

    @property
    def exit_code(self) -> int:
        """1 for a regression without an allowance; else 2 for an error; else 3 for an ambiguity; else 0."""
        if self.blocking:
            return EXIT_REGRESSION
        if self.declaration_errors or self.speed_errors or any(variant.errors for variant in self.variants):
            return EXIT_ERROR
        if any(variant.is_ambiguous for variant in self.variants):
            return EXIT_AMBIGUOUS
        return EXIT_CLEAN
