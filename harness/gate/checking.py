"""Runs the matrix of the variants that a gate found changed or added, on each kind of GPU that it was asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..check.expectation import expectation
from ..check.vacuity import proof_of
from ..cluster.cluster_runner import summary_of
from ..cluster.engine import Engine, absence_of
from ..cluster.opening import Where, open_runner_on
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
from .change import Change
from .model import Kind, NotCompared, Regression, VariantGate
from .revision import Revision


def check_changed(
    gates: dict[str, VariantGate],
    head: Revision,
    where: Where,
    run_cases: RunCases,
    engine: Engine | None,
    on_step: Callable[[str], None],
) -> tuple[Target, list[str]]:
    """Run the cases of what changed, and note failures in `gates`."""
    kinds, lines = _kinds(where, engine)
    first: Target | None = None
    n_groups = max(1, sum(len(variant.blocks) * len(variant.dtypes) for variant in touched(gates)))
    for kind in kinds:
        opened = open_runner_on(
            where.only(kind), head.settings.device, head.settings, engine=engine, n_groups=n_groups
        )
        with opened as runner:
            target = target_of(head.settings.device, runner, head.settings)
            on_step(f"checking what changed{f' on {kind}' if kind else ''}")
            place = kind if len(kinds) > 1 else ""
            _check(gates, runner, head, run_cases, engine is None, on=place)
        for line in summary_of(runner):
            on_step(line)
        if first is None:
            first = target
        elif target.info is None:
            lines.append(f"{kind}: {target.unavailable}")
        else:
            lines.append(f"{kind}: {dict(target_lines(target))['device'].removeprefix('gpu: ')}")
    assert first is not None
    return first, lines


def touched(gates: dict[str, VariantGate]) -> list[Variant]:
    """Return the variants of the head that changed or are new, and compile."""
    return [
        gate.change.head
        for gate in gates.values()
        if gate.change.head is not None
        and gate.change.head_refusal is None
        and gate.change.change in (Change.CHANGED, Change.ADDED)
    ]


def _kinds(where: Where, engine: Engine | None) -> tuple[tuple[str, ...], list[str]]:
    """Return the kinds of GPU to run on, and a line for each one that no host of the cluster has."""
    if engine is None or len(where.accelerators) < 2:
        return where.accelerators or ("",), []
    needs = {kind: where.only(kind).need("gpu") for kind in where.accelerators}
    present = tuple(kind for kind, need in needs.items() if engine.room(need))
    lines = [f"{kind}: {absence_of(need)}" for kind, need in needs.items() if kind not in present]
    return (present, lines) if present else (where.accelerators[:1], lines[1:])


def _is_proven(case: Case | None) -> bool:
    """Whether the bound of a case of the base rejects every wrong output that it must reject."""
    if case is None:
        return False
    operation, problem = case.variant.operation, problem_of(case)
    outputs = expectation(operation, problem)
    return not proof_of(operation, problem, outputs, ignores_arguments=False).accepted


def _check(
    gates: dict[str, VariantGate],
    runner: Runner,
    head: Revision,
    run_cases: RunCases,
    is_here: bool,
    on: str = "",
) -> None:
    """Run the whole matrix of the changed and added variants; `on` names the kind of GPU if there are several.

    If `is_here`, this machine also runs the sizes at which branches of theirs go another way.
    """
    changed = touched(gates)
    if not changed:
        return
    place = f" on {on}" if on else ""

    def note(outcome: VariantOutcome) -> None:
        gate = gates[outcome.variant.id]
        regressions, errors = list(gate.regressions), list(gate.errors)
        not_run: dict[str, int] = {}
        sums = outcome.sums
        for result in outcome.failures:
            if result.verdict is Verdict.NOT_RUN:
                not_run[result.detail] = not_run.get(result.detail, 0) + 1
        if sums.failed:
            message = f"{sums.failed} of {sums.done} cases fail{place}"
            regressions.append(Regression(Kind.WRONG, outcome.variant.id, message))
        errors += [f"{n} cases were not run{place}: {why}" for why, n in not_run.items()]
        if not (sums.done or sums.not_run):
            errors.append(f"none of its cases was run{place}: all {sums.skipped} are outside its declaration")
        not_compared = [
            NotCompared(f"values of {result.case_id}", f"UNPROVEN: {result.detail}")
            for result in outcome.unproven
        ]
        if runner.info is not None and runner.info.counts_branches:
            why = "" if outcome.branches is None else outcome.branches.unknown
            if outcome.branches is None:
                why = (
                    "Triton compiles a kernel for each size" if is_here else "a cluster runs the matrix alone"
                )
                why += f"; `kernel-harness check {outcome.variant.id} --coverage` searches for them"
            if why:
                not_compared.append(NotCompared("sizes at which branches turn", why))
        base = gate.change.base
        if outcome.unproven and base is not None:
            before = {case.id: case for case in run_cases.cases(base)}
            lost = [result.case_id for result in outcome.unproven if _is_proven(before.get(result.case_id))]
            if lost:
                message = (
                    f"{len(lost)} of {sums.done} cases are UNPROVEN{place} and were proven in the base: the "
                    f"bound now also accepts a known wrong output, first at {lost[0]}"
                )
                regressions.append(Regression(Kind.LOOSENED, outcome.variant.id, message))
        # One outcome is shown: the first with failures, else the first.
        shown = gate.outcome
        if shown is None or (outcome.failures and not shown.failures):
            shown = outcome
        gates[outcome.variant.id] = replace(
            gate,
            outcome=shown,
            regressions=tuple(regressions),
            errors=tuple(errors),
            not_compared=(*gate.not_compared, *not_compared),
            sources=named_sources(shown, head.settings.include_dirs),
        )

    suite = assemble(Discovery(tuple(changed), ()), "", run_cases)
    if is_here:
        by_triton = [part for part in suite.parts if part.variant.language == TRITON]
        others = replace(suite, parts=tuple(part for part in suite.parts if part not in by_triton))
        found = (*by_triton, *with_further_cases(others, runner).parts)
        suite = replace(suite, parts=tuple(sorted(found, key=lambda part: part.variant.id)))
    result = run_suite(suite, runner, head.settings, on_variant=note)
    if result.stopped:
        n_done = sum(outcome.n_done for outcome in result.outcomes)
        raise Interrupted(
            f"{n_done:,} of {suite.n_cases:,} cases of changed variants done; nothing is judged"
        )
