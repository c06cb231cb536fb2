"""Runs a gate: finds changed variants, checks them, counts their costs and times them, in this order.

Each step takes only the variants that passed the previous one: an unchanged variant is not run, a wrong one is not
timed. An error with one variant does not affect the others.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from ..cluster.cluster_runner import summary_of
from ..cluster.opening import HERE, Where, open_runner_on
from ..compiler import Compiler
from ..errors import DeviceError, HarnessError, Interrupted, UsageError
from ..measure.case_counts import open_counter
from ..measure.statistics import Speed
from ..run.bench_cases import bench_cases
from ..run.outcome import VariantOutcome
from ..run.session import Runner, open_runner
from ..run.source_files import named_sources
from ..run.suite import assemble, run_suite
from ..run.target import target_of
from ..settings.settings import usable_cores
from ..variant.case import make_case
from ..variant.declaration.discovery import Discovery, discover
from ..variant.run_cases import MATRIX, RunCases
from ..variant.variant import Variant
from ..verdict import Verdict
from .change import Change, VariantChange, changes
from .contract import ContractLoss, Loss, losses, removed
from .costs import costlier
from .counting import CostComparison, compare_costs
from .model import Allowance, GateReport, Kind, NotCompared, Regression, VariantGate
from .refusal import is_declared
from .revisions.revision import WORKING_TREE, Revision
from .shown_paths import with_lasting_paths
from .speed import SpeedComparison, SpeedResult, TimingProcesses, compare_speeds

_LOSS_KINDS = {
    Loss.REMOVED: Kind.REMOVED,
    Loss.NARROWED: Kind.NARROWED,
    Loss.LOOSENED: Kind.LOOSENED,
    Loss.EXCUSED: Kind.EXCUSED,
}


@dataclass(frozen=True)
class GateRequest:
    """The options of a gate.

    Parameters
    ----------
    names : tuple of str
        Ids of the variants to compare; empty for all.
    allowances : tuple of Allowance
        Regressions to allow.
    margin : float
        Smallest slowdown that must be found, as a share.
    with_speed : bool
        Whether to time base against head; needs a GPU.
    run_cases : RunCases
        Cases of the head to run.
    seed : int
        Seed of the order of timed launches.
    where : Where
        This machine, or the cluster that runs the cases; code is compiled, counted and timed on this machine.
    """

    names: tuple[str, ...] = ()
    allowances: tuple[Allowance, ...] = ()
    margin: float = 0.01
    with_speed: bool = False
    run_cases: RunCases = MATRIX
    seed: int = 0
    where: Where = HERE


def run_gate(
    base: Revision,
    head: Revision,
    compiler: Compiler,
    request: GateRequest,
    *,
    on_step: Callable[[str], None] = lambda _: None,
) -> GateReport:
    """Compare two revisions.

    Parameters
    ----------
    base, head : Revision
        Revisions from `open_revisions`, still open.
    compiler : Compiler
        Compiler for code and counters of both sides.
    request : GateRequest
        Options of the gate.
    on_step : callable
        Called with one line of text for each step.

    Returns
    -------
    GateReport
        Complete report, even if there are errors with single variants.

    Raises
    ------
    UsageError
        A name is in neither revision, or there is nothing to compare.
    """
    after = discover(head.settings.sources, head.settings.operations)
    before = discover(base.settings.sources, base.settings.operations, after.variants)
    wanted = _select(before, after, request.names)
    on_step("compiling both sides")
    found = [
        each
        for each in changes(before.variants, after.variants, (base, head), compiler)
        if not wanted or each.id in wanted
    ]
    broken = {error.variant_id for error in after.errors}
    gates = {each.id: _contract(each, after.variants, head, each.id in broken) for each in found}
    n_groups = sum(len(variant.blocks) * len(variant.dtypes) for variant in _touched(gates))
    with open_runner_on(
        request.where, head.settings.device, head.settings, n_groups=max(1, n_groups)
    ) as runner:
        target = target_of(head.settings.device, runner, head.settings)
        on_step("checking what changed")
        _check(gates, runner, head, request.run_cases)
    for line in summary_of(runner):
        on_step(line)
    not_compared, speed_errors = [*target.not_covered, *base.notes, *head.notes], []
    timed = replace(head.settings, device="gpu", gpu_workers=1, gpu_count=1)  # timing is alone on its GPU
    with contextlib.closing(TimingProcesses(lambda: open_runner("gpu", timed))) as processes:
        comparisons = _comparisons(gates) if request.with_speed else []
        if comparisons:
            processes.begin()
        on_step("counting what changed")
        _cost(gates, base, head, compiler, frozenset(error.variant_id for error in before.errors))
        if request.with_speed:
            on_step("timing base against head")
            try:
                _time(gates, comparisons, processes, base, request, on_step)
            except DeviceError as error:
                speed_errors.append(f"speed was not compared: {error}")
        else:
            not_compared.append("speed: base against head is timed on a real gpu only")
    variants, unused = let_through(tuple(gates.values()), request.allowances)
    report = GateReport(
        base=base.label,
        head=head.label,
        base_commit=base.commit,
        head_commit=head.commit,
        target=target,
        compiler=f"{compiler.identity}, {head.settings.arch}",
        margin=request.margin,
        variants=variants,
        not_compared=tuple(not_compared),
        declaration_errors=tuple(error for error in after.errors if not wanted or error.variant_id in wanted),
        unused_allowances=unused,
        speed_errors=tuple(speed_errors),
    )
    return with_lasting_paths(report, base, head)


def _select(before: Discovery, after: Discovery, names: Sequence[str]) -> frozenset[str]:
    known = {each.id for each in (*before.variants, *after.variants)}
    known |= {error.variant_id for error in after.errors}
    for name in names:
        if name not in known:
            raise UsageError(
                f"a NAME must be a variant of base or head (got '{name}'; known: {', '.join(sorted(known)) or 'none'})"
            )
    if not known:
        raise UsageError(
            "base or head must have a variant (got none in either); set `sources` in pyproject.toml"
        )
    return frozenset(names)


def _contract(
    change: VariantChange, after: Sequence[Variant], head: Revision, is_broken: bool
) -> VariantGate:
    """Return a variant's record with the lost claims of its declaration."""
    found: tuple[ContractLoss, ...] = ()
    if change.change is Change.REMOVED:
        if is_broken:
            # It has not been removed: its declaration is wrong, which is reported as an error.
            return VariantGate(
                change, errors=("the declaration in the head is wrong, so it was not checked",)
            )
        users = [each.id for each in after if each.baseline == change.id]
        found = (removed(change.id, change.renamed_to, users),)
    elif change.base is not None and change.head is not None:
        try:
            found = losses(change.base, change.head)
        except HarnessError as error:
            return VariantGate(change, errors=(f"its claims could not be compared: {error}",))
    return VariantGate(
        change,
        errors=_refused(change, head),
        regressions=tuple(Regression(_LOSS_KINDS[each.loss], change.id, each.message) for each in found),
    )


def _refused(change: VariantChange, head: Revision) -> tuple[str, ...]:
    """Return the compiler's error if the head does not compile and no known issue declares it."""
    refusal = change.head_refusal
    if refusal is None or change.head is None or is_declared(change.head):
        return ()
    sides = "neither base nor head compiles" if change.base_refusal else f"the head {refusal.extent}"
    rerun = (
        f"\nrerun: kernel-harness check {change.id} -k {refusal.dtype}" if head.name == WORKING_TREE else ""
    )
    return (f"{sides}, so it was not checked\n{refusal.words}{rerun}",)


def _touched(gates: dict[str, VariantGate]) -> list[Variant]:
    return [
        gate.change.head
        for gate in gates.values()
        if gate.change.head is not None
        and gate.change.head_refusal is None
        and gate.change.change in (Change.CHANGED, Change.ADDED)
    ]


def _check(gates: dict[str, VariantGate], runner: Runner, head: Revision, run_cases: RunCases) -> None:
    """Run the whole matrix of the changed and added variants."""
    touched = _touched(gates)
    if not touched:
        return

    def note(outcome: VariantOutcome) -> None:
        gate = gates[outcome.variant.id]
        regressions, errors = list(gate.regressions), list(gate.errors)
        not_run: dict[str, int] = {}
        n_failed = 0
        for result in outcome.failures:
            if result.verdict is Verdict.NOT_RUN:
                not_run[result.detail] = not_run.get(result.detail, 0) + 1
            else:
                n_failed += 1
        if n_failed:
            message = f"{n_failed} of {len(outcome.results)} cases fail"
            regressions.append(Regression(Kind.WRONG, outcome.variant.id, message))
        errors += [f"{n} cases were not run: {why}" for why, n in not_run.items()]
        gates[outcome.variant.id] = replace(
            gate,
            outcome=outcome,
            regressions=tuple(regressions),
            errors=tuple(errors),
            sources=named_sources(outcome, head.settings.include_dirs),
        )

    suite = assemble(Discovery(tuple(touched), ()), "", run_cases)
    result = run_suite(suite, runner, head.settings, on_variant=note)
    if result.stopped:
        n_done = sum(outcome.n_done for outcome in result.outcomes)
        raise Interrupted(
            f"{n_done:,} of {suite.n_cases:,} cases of changed variants done; nothing is judged"
        )


def _cost(
    gates: dict[str, VariantGate],
    base: Revision,
    head: Revision,
    compiler: Compiler,
    declared_wrongly: frozenset[str],
) -> None:
    """Count the changed variants on both sides. `declared_wrongly` has the ids with a wrong declaration in the base."""
    pairs = []
    for name, gate in gates.items():
        why = _why_not_counted(gate, declared_wrongly)
        if why:
            gates[name] = _left_out(gate, "cost", why)
        elif gate.change.change is Change.CHANGED and gate.change.base_refusal is not None:
            gates[name] = replace(gate, uncounted="the base does not compile")
        elif gate.change.change is Change.CHANGED and gate.change.base and gate.change.head:
            pairs.append((gate.change.base, gate.change.head))
    if not pairs:
        return
    cores = usable_cores()
    n_together = max(1, min(len(pairs), cores // 2))
    sides = [replace(side.settings, cpu_threads=max(1, cores // n_together)) for side in (base, head)]
    with contextlib.ExitStack() as opened:
        own = threading.local()

        def open_counters() -> None:
            own.counters = [opened.enter_context(open_counter(settings)) for settings in sides]

        def costs_of(pair: tuple[Variant, Variant]) -> CostComparison | str:
            before, after = own.counters
            if before.info is None or after.info is None:
                return str(before.unavailable if before.info is None else after.unavailable)
            return compare_costs(*pair, (base, head), (before, after), compiler)

        with ThreadPoolExecutor(n_together, initializer=open_counters) as pool:
            found_all = list(pool.map(costs_of, pairs))
    for (_, new), found in zip(pairs, found_all, strict=True):
        gate = gates[new.id]
        if isinstance(found, str):
            gates[new.id] = replace(gate, errors=(*gate.errors, f"its cost was not compared: {found}"))
            continue
        gates[new.id] = replace(
            gate,
            costs=tuple(found.costs),
            counted=tuple(found.counted),
            not_compared=(*gate.not_compared, *found.not_compared),
            uncounted=found.uncounted,
            regressions=(*gate.regressions, *costlier(new.id, found.costs)),
            errors=(*gate.errors, *found.errors),
        )


def _why_not_counted(gate: VariantGate, declared_wrongly: frozenset[str]) -> str:
    """Return why a variant need not be counted on both sides; empty if it must be counted."""
    if gate.change.change is Change.ADDED:
        if gate.change.id in declared_wrongly:
            return "the declaration in the base is wrong, so there is nothing to compare with"
        return "the variant is new, so there is nothing to compare with"
    if gate.change.head_refusal is not None:
        return "the head does not compile"
    return "the variant is wrong: mend it first" if _is_wrong(gate) else ""


def _left_out(gate: VariantGate, what: str, why: str) -> VariantGate:
    return replace(gate, not_compared=(*gate.not_compared, NotCompared(what, why)))


def _comparisons(gates: dict[str, VariantGate]) -> list[SpeedComparison]:
    """Return what is to be timed: the changed variants that passed."""
    comparisons: list[SpeedComparison] = []
    for name, gate in gates.items():
        old, new = gate.change.base, gate.change.head
        if gate.change.change is not Change.CHANGED or old is None or new is None or _is_wrong(gate):
            continue
        if not gate.change.is_comparable:
            continue
        n_before = len(comparisons)
        for case in bench_cases(new, "gpu"):
            before = make_case(
                old,
                dtype=case.dtype,
                n_rows=case.shape.n_rows,
                n_cols=case.shape.n_cols,
                sizes=dict(case.shape.further),
                kind=case.kind,
                block=case.block if case.block in old.blocks else old.usual_block,
            )
            if case.dtype in old.dtypes and case.unmet() is None and before.unmet() is None:
                comparisons.append(SpeedComparison(before, case))
        if len(comparisons) == n_before:
            gates[name] = _left_out(
                gate, "speed", "none of the timed shapes is claimed by both base and head"
            )
    return comparisons


def _time(
    gates: dict[str, VariantGate],
    comparisons: Sequence[SpeedComparison],
    processes: TimingProcesses,
    base: Revision,
    request: GateRequest,
    on_step: Callable[[str], None],
) -> None:
    """Time base against head."""
    results = compare_speeds(
        comparisons,
        processes,
        base_settings=base.settings,
        margin=request.margin,
        seed=request.seed,
        on_restart=on_step,
    )
    by_variant: dict[str, list[SpeedResult]] = {}
    for result in results:
        by_variant.setdefault(result.comparison.head.variant.id, []).append(result)
    for name, speeds in by_variant.items():
        gate = gates[name]
        slower = [each for each in speeds if each.speed is Speed.SLOWER]
        failed = [each for each in speeds if each.speed is None]
        gates[name] = replace(
            gate,
            speeds=tuple(speeds),
            regressions=(*gate.regressions, *(_slower(name, each) for each in slower)),
            errors=(*gate.errors, *(f"{each.comparison.head.id}: {each.why}" for each in failed)),
        )


def _slower(name: str, result: SpeedResult) -> Regression:
    assert result.change is not None
    change = result.change
    return Regression(
        Kind.SLOWER,
        name,
        f"{100 * change.estimate:+.2f} % [{100 * change.low:+.2f}, {100 * change.high:+.2f}] at "
        f"{result.comparison.head.id}: {result.base_us:.2f} us -> {result.head_us:.2f} us "
        f"({change.n_pairs} pairs in {change.n_restarts} processes)",
    )


def _is_wrong(gate: VariantGate) -> bool:
    return any(each.kind is Kind.WRONG for each in gate.regressions)


def let_through(
    gates: Sequence[VariantGate], allowances: Sequence[Allowance]
) -> tuple[tuple[VariantGate, ...], tuple[Allowance, ...]]:
    """Apply the allowances to the regressions; also return the unused allowances."""
    used: set[Allowance] = set()

    def through(regression: Regression) -> Regression:
        for allowance in allowances:
            if allowance.covers(regression.variant, regression.kind):
                used.add(allowance)
                return replace(regression, allowed=allowance)
        return regression

    def uncounted(gate: VariantGate) -> Allowance | None:
        if not gate.uncounted:
            return None
        found = next((each for each in allowances if each.covers_uncounted(gate.change.id)), None)
        used.update([found] if found else [])
        return found

    allowed = tuple(
        replace(gate, regressions=tuple(map(through, gate.regressions)), uncounted_allowed=uncounted(gate))
        for gate in gates
    )
    return allowed, tuple(each for each in allowances if each not in used)
