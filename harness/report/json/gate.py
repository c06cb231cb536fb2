"""The JSON of a gate: its records, and how a `GateReport` becomes one. The same findings give the same bytes."""

from __future__ import annotations

from typing import Any

from ...gate.model import (
    Allowance,
    Change,
    CostChange,
    Doubt,
    GateReport,
    NotCompared,
    Regression,
    SpeedResult,
    UncountedVariant,
    VariantGate,
)
from ...lazy import dataclass
from ...run.fault_groups import FaultGroup
from ...run.source_files import NamedSource
from ...run.target import target_lines
from ...store.records import COUNT, SIZE, pick, record_text
from ...verdict import Finding, Reason, Verdict
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
    findings: tuple[Finding, ...]
    """As in a check."""
    rerun: str
    """Shell command that runs this case; for a commit, in a new worktree."""


@dataclass(frozen=True, kw_only=True)
class GatedVariant:
    """A variant of base or head."""

    id: str
    """The variant."""
    change: Change
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
    groups: tuple[FaultGroup, ...] = ()
    """Its faults, that of the most cases first."""
    regressions: tuple[Regression, ...]
    """What became worse."""
    errors: tuple[str, ...]
    """What could not be found out, and why."""
    counted: tuple[str, ...] = ()
    """Ids of the cases that were counted on both sides."""
    uncounted: UncountedVariant | None = None
    """Set if no case of a changed variant was counted on both sides, else null."""
    doubts: tuple[Doubt, ...] = ()
    """What a person has to judge of a kernel [without a declaration](gate.md#kernels-without-a-declaration)."""
    launches: dict[str, COUNT] | None = None
    """Launches of such a kernel by the outcome of their comparison; null for a variant."""
    not_compared: tuple[NotCompared, ...] = ()
    """What of its cost or speed was not compared; no error."""
    costs: tuple[CostChange, ...]
    """Counters and resources that differ."""
    speeds: tuple[SpeedResult, ...]
    """Comparisons on a GPU."""


@dataclass(frozen=True, kw_only=True)
class GateDocument(Document):
    """A gate.

    [gate.md](gate.md) explains the words.
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
    document = pick(
        GateDocument,
        report,
        target=dict(target_lines(report.target)),
        declaration_errors=tuple(str(error) for error in report.declaration_errors),
        variants=tuple(map(_variant, report.variants)),
    )
    return record_text(document)


def _variant(gate: VariantGate) -> GatedVariant:
    outcome = gate.outcome
    return pick(
        GatedVariant,
        gate,
        launches=None if gate.replayed is None else dict(gate.replayed.n_outcomes),
        # Sorted, because the order in which a Counter met its keys depends on the cases.
        cases=None
        if outcome is None
        else {verdict.value: n for verdict, n in sorted(outcome.counts.items())},
        failures=tuple(
            pick(GatedFailure, result, id=result.case_id) for result in (outcome.failures if outcome else ())
        ),
    )
