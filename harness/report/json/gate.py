"""The JSON of a gate: its records, and how a `GateReport` becomes one. The same findings give the same bytes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from ...gate.model import (
    UNCOUNTED,
    Allowance,
    CostChange,
    GateReport,
    NotCompared,
    Regression,
    SpeedResult,
    VariantGate,
    allow_option,
)
from ...measure.clocks import TimedOn
from ...measure.statistics import Interval
from ...run.source_files import NamedSource
from ...run.target import target_lines
from ...store.records import CHANGE, COUNT, SIZE, pick, record_text
from ...verdict import Finding, Reason, Verdict
from ..text.gate_text import regression_text
from . import Document


@dataclass(frozen=True, kw_only=True)
class GatedFailure:
    """A failing case of the head."""

    id: str
    """Case id."""
    verdict: Verdict
    """As in a check."""
    reasons: tuple[Reason, ...]
    """As in a check."""
    findings: tuple[Finding, ...] = ()
    """As in a check."""
    rerun: str
    """Shell command that runs this case; for a commit, in a new worktree."""


@dataclass(frozen=True, kw_only=True)
class GatedRegression:
    """A regression of a variant."""

    kind: str
    """`removed`, `narrowed`, `loosened`, `excused`, `wrong`, `costlier`, `slower`."""
    message: str
    """What became worse; of a wrong kernel its failing cases."""
    allowed: Allowance | None
    """Its allowance."""
    accept: str = ""
    """Option that would allow it; empty if it is allowed or cannot be."""


@dataclass(frozen=True)
class UncountedVariant:
    """Why no case of a changed variant was counted on both sides."""

    why: str
    """The reason."""
    allowed: Allowance | None
    """Its allowance."""
    accept: str
    """Option that would let it through; empty where it is."""


@dataclass(frozen=True)
class TimeChange:
    """A change of time with its confidence interval, as shares."""

    estimate: CHANGE | None
    """Change as a share, above 0 where the head takes longer."""
    low: CHANGE | None
    """The interval's lower end."""
    high: CHANGE | None
    """Its upper end."""
    n_pairs: COUNT
    """Pairs; in each, both sides run in both sides' buffers."""
    n_restarts: COUNT
    """Processes they were taken in."""


@dataclass(frozen=True, kw_only=True)
class GatedSpeed:
    """A comparison on a GPU."""

    base_case: str = ""
    """Case of the base."""
    case: str
    """The same problem of the head."""
    speed: str | None
    """`SAME`, `FASTER`, `SLOWER`, `AMBIGUOUS`; null if there is no result."""
    change: TimeChange | None
    """Interval of the change after the first pass."""
    confirmed: TimeChange | None
    """The same of the second pass."""
    base_us: SIZE | None
    """Median time of a launch of the base in microseconds."""
    head_us: SIZE | None
    """The same of the head."""
    copy_us: SIZE | None
    """The same of the device's own copy of as many bytes."""
    why: str
    """Why there is no result, or why it is unconfirmed or less certain."""
    timed_on: TimedOn | None = None
    """The GPU that was timed, over all processes."""


@dataclass(frozen=True, kw_only=True)
class GatedVariant:
    """A variant of base or head."""

    id: str
    """The variant."""
    change: str
    """`unchanged`, `changed`, `added`, `removed`."""
    why: str
    """What differs."""
    renamed_to: str
    """For one that was removed: the one that took its place."""
    cases: dict[str, COUNT] | None = None
    """Number of cases of the head by verdict; null where they were not run."""
    failures: tuple[GatedFailure, ...]
    """Cases of the head that failed."""
    sources: tuple[NamedSource, ...] = ()
    """The sources that findings of its failing cases name; none of CUDA itself."""
    regressions: tuple[GatedRegression, ...]
    """What became worse."""
    errors: tuple[str, ...]
    """What could not be found out, and why."""
    counted: tuple[str, ...] = ()
    """Ids of the cases that were counted on both sides."""
    uncounted: UncountedVariant | None = None
    """Set if no case of a changed variant was counted on both sides, else null."""
    not_compared: tuple[NotCompared, ...] = ()
    """What of its cost or speed was not compared; no error."""
    costs: tuple[CostChange, ...]
    """Counters and resources that differ."""
    speeds: tuple[GatedSpeed, ...]
    """Comparisons on a GPU."""


@dataclass(frozen=True, kw_only=True)
class GateDocument(Document):
    """A gate.

    [gate.md](gate.md) explains the words. Numbers that JSON does not have are null.
    """

    schema: str = "kernel-harness/gate"
    base: str
    """Revision that was compared with, and its commit: `main (0123456789ab)`."""
    head: str
    """Revision that was judged, and its commit."""
    base_commit: str = ""
    """Full id; empty if there is no commit yet."""
    head_commit: str = ""
    """Full id; empty for the working tree and the staged changes."""
    target: dict[str, Any]
    """Where cases ran, as the head of a report says it: `device`, `compiler`, ..."""
    further_devices: tuple[str, ...] = ()
    """Other kinds of GPU that `--accelerator` named: the device, or that no host has it."""
    compiler: str
    """Compiler that counters and resources are of."""
    margin: SIZE
    """Smallest slowdown that must be found, as a share: 0.01 is 1 %."""
    exit_code: int
    """Exit status of the command: [gate.md](gate.md)."""
    not_compared: tuple[str, ...]
    """What was not looked at, one line each."""
    declaration_errors: tuple[str, ...]
    """Wrong declarations of the head."""
    speed_errors: tuple[str, ...]
    """Why speeds could not be compared."""
    unused_allowances: tuple[Allowance, ...]
    """Allowances that let nothing through."""
    variants: tuple[GatedVariant, ...]
    """Every variant of either revision, by id, the unchanged ones too."""


def text(report: GateReport) -> str:
    """Return the document as text: two spaces of indent, ASCII only, one final newline."""
    document = pick(
        GateDocument,
        report,
        target=dict(target_lines(report.target)),
        declaration_errors=tuple(str(error) for error in report.declaration_errors),
        variants=tuple(_variant(each) for each in report.variants),
    )
    return record_text(document)


def _variant(gate: VariantGate) -> GatedVariant:
    outcome = gate.outcome
    return pick(
        GatedVariant,
        gate,
        id=gate.change.id,
        change=gate.change.change.value,
        why=gate.change.why,
        renamed_to=gate.change.renamed_to,
        cases=None
        if outcome is None
        else {
            # Sorted, because the order in which a Counter met its keys depends on the cases.
            verdict.value: n
            for verdict, n in sorted(outcome.counts.items(), key=lambda item: item[0].value)
        },
        failures=()
        if outcome is None
        else tuple(pick(GatedFailure, result, id=result.case_id) for result in outcome.failures),
        regressions=tuple(_regression(gate, each) for each in gate.regressions),
        uncounted=None
        if not gate.uncounted
        else UncountedVariant(
            gate.uncounted,
            gate.uncounted_allowed,
            allow_option(gate.change.id, UNCOUNTED) if gate.is_uncounted else "",
        ),
        speeds=tuple(_speed(each) for each in gate.speeds),
    )


def _regression(gate: VariantGate, found: Regression) -> GatedRegression:
    return GatedRegression(
        kind=found.kind.value,
        message=regression_text(gate, found),
        allowed=found.allowed,
        # Once it is allowed, nothing is left to accept.
        accept=found.accepting if found.allowed is None else "",
    )


def _speed(result: SpeedResult) -> GatedSpeed:
    return pick(
        GatedSpeed,
        result,
        speed=None if result.speed is None else result.speed.value,
        change=_change(result.change),
        confirmed=_change(result.confirmed),
        **_finite(result, "base_us", "head_us", "copy_us"),
    )


def _change(interval: Interval | None) -> TimeChange | None:
    if interval is None:
        return None
    return pick(TimeChange, interval, **_finite(interval, "estimate", "low", "high"))


def _finite(source: object, *names: str) -> dict[str, float | None]:
    # A check spells these numbers; version 1 of a gate has had null for them, and its readers test for that.
    return {name: value if math.isfinite(value := getattr(source, name)) else None for name in names}
