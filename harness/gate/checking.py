"""Runs the matrix of the variants that a gate found changed or added, on each kind of GPU that it was asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from ..check.expectation import expectation
from ..check.vacuity import proof_of
from ..cluster.engine import Engine, absence_of
from ..cluster.opening import Where, open_runner_on, summary_of
from ..errors import Interrupted
from ..launch.inputs import problem_of
from ..run.boundary_cases import with_further_cases
from ..run.outcome import VariantOutcome
from ..run.session import Runner
from ..run.source_files import named_sources
from ..run.suite import assemble, run_suite
from ..run.target import Target, target_lines, target_of
from ..variant.case import Case
from ..variant.declaration.discovery import Discovery
from ..variant.kernel_launch import TRITON
from ..variant.run_cases import RunCases
from ..variant.variant import Variant
from ..verdict import Verdict
from .model import Change, Kind, VariantGate
from .revision import Revision


def check_changed(
    gates: dict[str, VariantGate],
    head: Revision,
    where: Where,
    run_cases: RunCases,
    engine: Engine | None,
    on_step: Callable[[str], None],
) -> tuple[Target, list[str]]:
    """Run the cases of what changed, and note failures in `gates`.

    Return the target, and a line for each further kind of GPU.
    """
    kinds, lines = _kinds(where, engine)
    targets: list[Target] = []
    changed = touched(gates)
    n_groups = max(1, sum(len(variant.blocks) * len(variant.dtypes) for variant in changed))
    for kind in kinds:
        opened = open_runner_on(
            where.only(kind), head.settings.device, head.settings, engine=engine, n_groups=n_groups
        )
        with opened as runner:
            targets.append(target_of(head.settings.device, runner, head.settings))
            on_step(f"checking what changed{f' on {kind}' if kind else ''}")
            place = f" on {kind}" if len(kinds) > 1 else ""
            if changed:
                _check(gates, changed, runner, head, run_cases, engine is None, place)
        for line in summary_of(runner):
            on_step(line)
    for kind, target in list(zip(kinds, targets, strict=True))[1:]:
        device = dict(target_lines(target))["device"].removeprefix("gpu: ")
        lines.append(f"{kind}: {device if target.info else target.unavailable}")
    return targets[0], lines


def touched(gates: dict[str, VariantGate]) -> list[Variant]:
    """Return the variants of the head that changed or are new, and compile."""
    return [
        gate.head
        for gate in gates.values()
        if gate.head is not None
        and gate.head_refusal is None
        and gate.change in (Change.CHANGED, Change.ADDED)
    ]


def _kinds(where: Where, engine: Engine | None) -> tuple[tuple[str, ...], list[str]]:
    """Return the kinds of GPU to run on, and a line for each one that no host of the cluster has."""
    if engine is None or len(where.accelerators) < 2:
        return where.accelerators or ("",), []
    needs = {kind: where.only(kind).need("gpu") for kind in where.accelerators}
    present = tuple(kind for kind, need in needs.items() if engine.room(need))
    lines = [f"{kind}: {absence_of(need)}" for kind, need in needs.items() if kind not in present]
    return (present, lines) if present else (where.accelerators[:1], lines[1:])


def _check(
    gates: dict[str, VariantGate],
    changed: Sequence[Variant],
    runner: Runner,
    head: Revision,
    run_cases: RunCases,
    is_here: bool,
    place: str,
) -> None:
    """Run the whole matrix of the changed and added variants; `place` names the kind of GPU if there are several.

    If `is_here`, this machine also runs the sizes at which branches of theirs go another way.
    """

    def note(outcome: VariantOutcome) -> None:
        gate = gates[outcome.variant.id]
        _note_failures(gate, outcome, place)
        if runner.info is not None and runner.info.counts_branches:
            why = "Triton compiles a kernel for each size" if is_here else "a cluster runs the matrix alone"
            why += f"; `kernel-harness check {outcome.variant.id} --coverage` searches for them"
            if outcome.branches is not None:
                why = outcome.branches.unknown
            if why:
                gate.leave_out("sizes at which branches turn", why)
        _note_lost_proofs(gate, outcome, run_cases, place)
        # One outcome is shown: the first with failures, else the first.
        if gate.outcome is None or (outcome.failures and not gate.outcome.failures):
            gate.outcome = outcome
            gate.sources = named_sources(outcome, head.settings.include_dirs)

    suite = assemble(Discovery(tuple(changed), ()), "", run_cases)
    if is_here:
        by_triton = tuple(part for part in suite.parts if part.variant.language == TRITON)
        others = replace(suite, parts=tuple(part for part in suite.parts if part not in by_triton))
        parts = (*by_triton, *with_further_cases(others, runner).parts)
        suite = replace(suite, parts=tuple(sorted(parts, key=lambda part: part.variant.id)))
    result = run_suite(suite, runner, head.settings, on_variant=note)
    if result.stopped:
        n_done = sum(outcome.n_done for outcome in result.outcomes)
        raise Interrupted(
            f"{n_done:,} of {suite.n_cases:,} cases of changed variants done; nothing is judged"
        )


def _note_failures(gate: VariantGate, outcome: VariantOutcome, place: str) -> None:
    sums = outcome.sums
    if sums.failed:
        gate.regress(Kind.WRONG, f"{sums.failed} of {sums.done} cases fail{place}")
    not_run = Counter(result.detail for result in outcome.failures if result.verdict is Verdict.NOT_RUN)
    gate.errors += [f"{n} cases were not run{place}: {why}" for why, n in not_run.items()]
    if not (sums.done or sums.not_run):
        gate.errors.append(
            f"none of its cases was run{place}: all {sums.skipped} are outside its declaration"
        )
    for result in outcome.unproven:
        gate.leave_out(f"values of {result.case_id}", f"UNPROVEN: {result.detail}")


def _note_lost_proofs(gate: VariantGate, outcome: VariantOutcome, run_cases: RunCases, place: str) -> None:
    if not outcome.unproven or gate.base is None:
        return
    before = {case.id: case for case in run_cases.cases(gate.base)}
    unproven = [result.case_id for result in outcome.unproven if result.case_id in before]
    lost = [name for name in unproven if _is_proven(before[name])]
    if lost:
        gate.regress(
            Kind.LOOSENED,
            f"{len(lost)} of {outcome.sums.done} cases are UNPROVEN{place} and were proven in the base: the "
            f"bound now also accepts a known wrong output, first at {lost[0]}",
        )


def _is_proven(case: Case) -> bool:
    """Whether the bound of a case of the base rejects every wrong output that it must reject."""
    operation, problem = case.variant.operation, problem_of(case)
    outputs = expectation(operation, problem)
    return not proof_of(operation, problem, outputs, ignores_arguments=False).accepted
