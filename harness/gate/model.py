"""The result of a gate as data, for all reports. `GateReport.exit_code` determines the exit status."""

from __future__ import annotations

import itertools
import shlex
from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from ..errors import SpecError
from ..lazy import dataclass, field
from ..measure.clocks import TimedOn
from ..measure.statistics import Interval, Speed
from ..run.fault_groups import FaultGroup
from ..run.outcome import VariantOutcome
from ..run.source_files import NamedSource
from ..run.target import Target
from ..store.records import SIZE
from ..variant.case import Case
from ..variant.variant import Block, Variant

if TYPE_CHECKING:
    from ..undeclared.replayed import Replayed  # loads the compiler, which reports do not need

EXIT_CLEAN = 0
EXIT_REGRESSION = 1
EXIT_ERROR = 2
EXIT_AMBIGUOUS = 3
_MOST_LINES = 20
_NAMED = 3


class Kind(str, Enum):
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
    FAULT = "fault"
    """A kernel that nobody declared has a fault that the base has not."""
    BROKEN = "broken"
    """A test of ``--run``, or the command, passes in the base and fails in the head."""
    SLOWER = "slower"
    """The variant takes longer on a GPU."""

    __str__ = str.__str__  # see Verdict


CHANGED_RESULTS, LESS_ACCURATE, NOT_JUDGED = "results", "accuracy", "unjudged"
UNUSUAL, REACH = "unusual", "reach"
"""Kinds of `Doubt`: of a kernel that nobody declared the results changed, or lost accuracy; it could not be launched;
it has a new fault, but only at sizes that its host code may exclude; it touches more of a buffer of unknown size."""
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

    def covers(self, variant: str, kind: str) -> bool:
        """Whether it allows a kind of regression of a variant, or a variant without a counted case (`UNCOUNTED`)."""
        # It never allows a wrong kernel, which must be fixed. A variant's name alone covers every other kind.
        by_variant = self.name == variant and kind != UNCOUNTED
        return kind != Kind.WRONG and (by_variant or self.name == f"{variant}/{kind}")


@dataclass(frozen=True)
class Regression:
    """A regression of a variant."""

    kind: Kind
    """`removed`, `narrowed`, `loosened`, `excused`, `wrong`, `costlier`, `broken`, `slower`."""
    message: str
    """What became worse."""
    allowed: Allowance | None = None
    """Its allowance."""
    accept: str = ""
    """Option that would allow it; empty if it is allowed or cannot be."""
    places: tuple[str, ...] = ()
    """``file:line`` from the top of the repository, for each fault of a wrong kernel: of the diff if it has one."""


@dataclass(frozen=True)
class UncountedVariant:
    """Why no case of a changed variant was counted on both sides."""

    why: str
    """The reason."""
    allowed: Allowance | None = None
    """Its allowance."""
    accept: str = ""
    """Option that would let it through; empty where it is."""


@dataclass(frozen=True)
class Doubt(UncountedVariant):
    """What a person has to judge of a kernel that nobody declared."""

    kind: str = ""
    """`results`, `accuracy`, `unjudged`, `unusual`, `reach`."""


def _allow_option(variant: str, kind: str) -> str:
    return f"--allow {shlex.quote(f'{variant}/{kind}:REASON')}"


def first_names(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


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


def common_parts(one: Variant, other: Variant) -> list[tuple[Block, str]]:
    """Return each block and element type that both variants declare, in the order of the first."""
    blocks = [block for block in one.blocks if block in other.blocks]
    return list(itertools.product(blocks, [dtype for dtype in one.dtypes if dtype in other.dtypes]))


@dataclass(frozen=True)
class SpeedResult:
    """A comparison on a GPU."""

    base_case: str
    """Case of the base."""
    case: str
    """The same problem of the head."""
    speed: Speed | None = None
    """`SAME`, `FASTER`, `SLOWER`, `AMBIGUOUS`; null if there is no result."""
    change: Interval | None = None
    """Interval of the change after the first pass, at the error rate of one interim test."""
    confirmed: Interval | None = None
    """The same of the second pass; null if there was none."""
    base_us: SIZE | None = None
    """Median time of a launch of the base in microseconds."""
    head_us: SIZE | None = None
    """The same of the head."""
    copy_us: SIZE | None = None
    """The same of the device's own copy of as many bytes."""
    why: str = ""
    """Why there is no result, or why it is unconfirmed or less certain."""
    timed_on: TimedOn | None = None
    """The GPU that was timed, over all processes."""


class Change(str, Enum):
    """Change of a variant from base to head."""

    UNCHANGED = "unchanged"
    """The pinned compiler makes the same machine code, and it is launched in the same way."""
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"

    __str__ = str.__str__  # see Verdict


@dataclass(frozen=True)
class Refusal:
    """A variant that the compiler rejects in one revision."""

    n_refused: int
    n_all: int
    """`n_refused`, `n_all`: number of combinations of block and dtype that do not compile, and number of all
    declared combinations."""
    dtype: str
    """Element type of the first combination that does not compile."""
    log: str
    """Compiler output for that combination. Paths are relative to the repository."""
    hints: tuple[str, ...] = ()
    """Files missing in git or in the checkout, one line each."""

    @property
    def extent(self) -> str:
        if self.n_refused == self.n_all:
            return "does not compile"
        return f"does not compile for {self.n_refused} of {self.n_all} combinations of block and dtype"

    @property
    def first_line(self) -> str:
        """The first line of the compiler's output, and the hints."""
        first = self.log.strip().partition("\n")[0].strip()
        return "; ".join((first or "no message", *self.hints))

    @property
    def words(self) -> str:
        """The compiler's output, shortened for a report, and the hints."""
        lines = [line for line in self.log.splitlines() if line.strip()]
        if len(lines) > _MOST_LINES:
            lines[_MOST_LINES:] = [f"and {len(lines) - _MOST_LINES} more lines"]
        return "\n".join((*lines, *self.hints))


@dataclass
class VariantGate:
    """The gate's result for one variant; each step adds its findings.

    `harness.report.json.gate` describes the fields that its JSON has.
    """

    id: str
    change: Change
    why: str = ""
    base: Variant | None = None
    head: Variant | None = None
    """`base`, `head`: the variant on each side; None if the side does not have it."""
    renamed_to: str = ""
    base_refusal: Refusal | None = None
    head_refusal: Refusal | None = None
    outcome: VariantOutcome | None = None
    """Results of the head's cases; None if they were not run."""
    costs: list[CostChange] = field(default_factory=list)
    speeds: list[SpeedResult] = field(default_factory=list)
    regressions: list[Regression] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    counted: list[str] = field(default_factory=list)
    not_compared: list[NotCompared] = field(default_factory=list)
    uncounted: UncountedVariant | None = None
    doubts: list[Doubt] = field(default_factory=list)
    replayed: Replayed | None = None
    """`doubts`, `replayed`: of a kernel that nobody declared: what a person has to judge, and what both sides did."""
    sources: tuple[NamedSource, ...] = ()
    groups: tuple[FaultGroup, ...] = ()
    place: str = ""
    """``file:line`` of its changed code, else of its kernel."""
    shown: dict[str, str] = field(default_factory=dict)
    """By place, its source lines and the command that compares the variant again."""

    def regress(self, kind: Kind, message: str, place: str = "") -> None:
        # No option allows a wrong kernel, which must be fixed.
        accept = "" if kind is Kind.WRONG else _allow_option(self.id, kind.value)
        places = (place,) if place else ()
        self.regressions.append(Regression(kind, message, accept=accept, places=places))

    def doubt(self, kind: str, why: str) -> None:
        self.doubts.append(Doubt(why, accept=_allow_option(self.id, kind), kind=kind))

    def leave_uncounted(self, why: str) -> None:
        self.uncounted = UncountedVariant(why, accept=_allow_option(self.id, UNCOUNTED))

    def leave_out(self, what: str, why: str) -> None:
        self.not_compared.append(NotCompared(what, why))

    @property
    def is_wrong(self) -> bool:
        return any(regression.kind is Kind.WRONG for regression in self.regressions)

    @property
    def is_uncounted(self) -> bool:
        """Whether no case of a changed variant was counted, without an allowance."""
        return self.uncounted is not None and self.uncounted.allowed is None

    @property
    def has_ambiguous_speed(self) -> bool:
        return any(speed.speed is Speed.AMBIGUOUS for speed in self.speeds)

    @property
    def open_doubts(self) -> tuple[Doubt, ...]:
        """Doubts without an allowance."""
        return tuple(doubt for doubt in self.doubts if doubt.allowed is None)

    @property
    def is_ambiguous(self) -> bool:
        return self.has_ambiguous_speed or self.is_uncounted or bool(self.open_doubts)


@dataclass(frozen=True)
class GateReport:
    """The complete result of one gate; `harness.report.json.gate` describes the fields."""

    base: str
    head: str
    target: Target
    compiler: str
    margin: float
    variants: tuple[VariantGate, ...]
    not_compared: tuple[str, ...] = ()
    declaration_errors: tuple[SpecError, ...] = ()
    unused_allowances: tuple[Allowance, ...] = ()
    speed_errors: tuple[str, ...] = ()
    base_commit: str = ""
    head_commit: str = ""
    further_devices: tuple[str, ...] = ()

    @property
    def blocking(self) -> tuple[Regression, ...]:
        regressions = (regression for variant in self.variants for regression in variant.regressions)
        return tuple(regression for regression in regressions if regression.allowed is None)

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
