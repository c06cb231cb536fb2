"""Runs a gate: finds changed variants, checks them, counts their costs and times them, in this order.

Each step takes only the variants that passed the previous one: an unchanged variant is not run, a wrong one is not
timed. An error with one variant does not affect the others.
"""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType

from ..cluster.engine import Engine
from ..cluster.opening import HERE, Where, open_cluster
from ..compiler import Compiler
from ..errors import DeviceError, HarnessError, UsageError
from ..measure.case_counts import open_counter
from ..measure.statistics import Speed
from ..run.bench_cases import bench_cases
from ..run.precompilation import precompile_cases
from ..settings.settings import Settings, usable_cores
from ..variant.case import make_case
from ..variant.declaration.discovery import Discovery, discover
from ..variant.declaration.found_cases import read_found_cases, with_found_cases
from ..variant.run_cases import MATRIX, RunCases
from ..variant.variant import Variant
from .change import Change, VariantChange, changes
from .checking import check_changed
from .contract import ContractLoss, Loss, losses, removed
from .costs import costlier
from .counting import CostComparison, compare_costs
from .judge import changed_operations, unjudged_files, with_pinned_cases
from .model import Allowance, GateReport, Kind, NotCompared, Regression, VariantGate
from .refusal import is_declared
from .revision import WORKING_TREE, Revision
from .shown_paths import with_lasting_paths
from .speed import SpeedComparison, SpeedResult, TimingProcesses
from .timing import time_here, time_on, timing_processes

_LOSS_KINDS = {
    Loss.REMOVED: Kind.REMOVED,
    Loss.NARROWED: Kind.NARROWED,
    Loss.LOOSENED: Kind.LOOSENED,
    Loss.EXCUSED: Kind.EXCUSED,
}


@dataclass(frozen=True)
class GateRequest:
    """The options of a gate."""

    names: tuple[str, ...] = ()
    """Ids of the variants to compare; empty for all."""
    allowances: tuple[Allowance, ...] = ()
    """Regressions to allow."""
    margin: float = 0.01
    """Smallest slowdown that must be found, as a share."""
    with_speed: bool = False
    """Whether to time base against head; needs a GPU."""
    run_cases: RunCases = MATRIX
    """Cases of the head to run."""
    seed: int = 0
    """Seed of the order of timed launches."""
    where: Where = HERE
    """This machine, or the cluster that runs the cases and times them; code is compared and counted on this
    machine."""
    archs: tuple[str, ...] = ()
    """Architectures for which resources and occupancy are compared; empty for that of the head's settings."""
    weakened: tuple[VariantGate, ...] = ()
    """What the head's settings weaken, from `harness.gate.judge.judging_settings`."""


def run_gate(
    base: Revision,
    head: Revision,
    compiler: Compiler,
    request: GateRequest,
    *,
    on_step: Callable[[str], None] = lambda _: None,
) -> GateReport:
    """Compare two revisions."""
    after, before = discovered(base, head)
    after, before = (
        with_found_cases(discovery, read_found_cases(side.settings.found_cases), is_everything=True)
        for discovery, side in ((after, head), (before, base))
    )
    wanted = _select(before, after, request.names)
    kept = with_pinned_cases(before.variants, after.variants)
    on_step("compiling both sides")
    found = [
        change
        for change in changes(before.variants, kept, (base, head), compiler)
        if not wanted or change.id in wanted
    ]
    found, left_out, unjudged = _without_left_out(found, base, head)
    broken = {error.variant_id for error in after.errors}
    gates = {
        change.id: _contract(change, after.variants, head, change.id in broken) for change in found
    } | left_out
    for name, message in unjudged_files(before.variants, after.variants, (base, head)).items():
        if name in gates:
            lost = Regression(Kind.NARROWED, name, message)
            gates[name] = replace(gates[name], regressions=(*gates[name].regressions, lost))
    weakened = (*request.weakened, *changed_operations(before.variants, after.variants, (base, head), wanted))
    with open_cluster(request.where, head.settings) as engine:
        target, further = check_changed(gates, head, request.where, request.run_cases, engine, on_step)
        not_compared, speed_errors = [*target.not_covered, *base.notes, *head.notes, *unjudged], []
        comparisons = _comparisons(gates) if request.with_speed else []
        with contextlib.closing(timing_processes(head.settings)) as processes:
            if comparisons and engine is None:
                # They start while cases are counted, which needs the CPU only.
                processes.begin()
            on_step("counting what changed")
            declared_wrongly = frozenset(error.variant_id for error in before.errors)
            _cost(gates, base, head, compiler, declared_wrongly, request.archs)
            if request.with_speed:
                on_step("timing base against head")
                if comparisons and engine is None and target.info is not None:
                    # Only the head's code is compiled yet. The first timing process would compile the base's serially.
                    precompile_cases(
                        [comparison.base for comparison in comparisons], target.info, base.settings
                    )
                options = comparisons, base.settings, head.settings, request, on_step
                try:
                    not_compared += _time(gates, engine or processes, *options)
                except DeviceError as error:
                    speed_errors.append(f"speed was not compared: {error}")
            else:
                not_compared.append("speed: base against head is timed on a real gpu only")
    variants, unused = let_through((*weakened, *gates.values()), request.allowances)
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
        further_devices=tuple(further),
    )
    return with_lasting_paths(report, base, head)


def discovered(base: Revision, head: Revision) -> tuple[Discovery, Discovery]:
    """Return the variants of the head and of the base, whose operations import no module of the head's operations."""
    # An operation may import modules of its own. Base and head have modules of the same name, and each needs its own.
    known, path = set(sys.modules), sys.path[:]
    after = discover(head.settings.sources, head.settings.operations)
    own = {name: module for name, module in sys.modules.items() if name not in known and _is_of(module, head)}
    heads_path, sys.path[:] = sys.path[:], path
    for name in own:
        del sys.modules[name]
    try:
        before = discover(base.settings.sources, base.settings.operations, after.variants)
    finally:
        sys.modules.update(own)
        sys.path[:] = heads_path
    return after, before


def _is_of(module: ModuleType, side: Revision) -> bool:
    """Whether a module is a file of a revision that an operation imported: no installed one, none of this package."""
    file = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), None)
    if file is None or module.__name__.partition(".")[0] in ("harness", "kernel_harness"):
        return False
    path = Path(file).resolve()
    return path.is_relative_to(side.tree.folder.resolve()) and "site-packages" not in path.parts


def _without_left_out(
    found: Sequence[VariantChange], base: Revision, head: Revision
) -> tuple[list[VariantChange], dict[str, VariantGate], list[str]]:
    """Take out the variants whose file a sparse checkout leaves out: they are not removed.

    Returns the other changes, a record with an error for each that may have changed, and a line for each that has not.
    """
    kept, wrong, unchanged = [], {}, []
    changed = head.changed_left_out(base)
    for change in found:
        variant = change.base
        if (
            change.change is not Change.REMOVED
            or variant is None
            or not head.has_left_out(variant.path, base)
        ):
            kept.append(change)
            continue
        if changed:
            wrong[change.id] = VariantGate(
                change,
                errors=(
                    f"its file is left out of the sparse checkout, and {changed[0]} has changed, so it was not judged; "
                    "--head HEAD reads what is committed, `git sparse-checkout add FOLDER` checks it out",
                ),
            )
        else:
            unchanged.append(
                f"{change.id}: its file is left out of the sparse checkout, where nothing has changed"
            )
    return kept, wrong, unchanged


def _select(before: Discovery, after: Discovery, names: Sequence[str]) -> frozenset[str]:
    known = {variant.id for variant in (*before.variants, *after.variants)}
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
        users = [variant.id for variant in after if variant.baseline == change.id]
        found = (removed(change.id, change.renamed_to, users),)
    elif change.base is not None and change.head is not None:
        # Its own cases, without those that the base had pinned.
        (own,) = (variant for variant in after if variant.id == change.id)
        try:
            found = losses(change.base, own)
        except HarnessError as error:
            return VariantGate(change, errors=(f"its claims could not be compared: {error}",))
    return VariantGate(
        change,
        errors=_refused(change, head),
        regressions=tuple(Regression(_LOSS_KINDS[loss.loss], change.id, loss.message) for loss in found),
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


def _cost(
    gates: dict[str, VariantGate],
    base: Revision,
    head: Revision,
    compiler: Compiler,
    declared_wrongly: frozenset[str],
    archs: Sequence[str],
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
            return compare_costs(*pair, (base, head), (before, after), compiler, archs)

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
    return "the variant is wrong: fix it first" if _is_wrong(gate) else ""


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
    on: Engine | TimingProcesses,
    comparisons: Sequence[SpeedComparison],
    base_settings: Settings,
    head_settings: Settings,
    request: GateRequest,
    on_step: Callable[[str], None],
) -> tuple[str, ...]:
    """Time base against head; return a line for each kind of GPU that a cluster lacks."""
    options = request.margin, request.seed, on_step
    absent: tuple[str, ...] = ()
    if isinstance(on, TimingProcesses):
        results = time_here(comparisons, on, base_settings, *options)
    else:
        results, absent = time_on(on, request.where, comparisons, base_settings, head_settings, *options)
    by_variant: dict[str, list[SpeedResult]] = {}
    for result in results:
        by_variant.setdefault(result.comparison.head.variant.id, []).append(result)
    for name, speeds in by_variant.items():
        gate = gates[name]
        slower = [speed for speed in speeds if speed.speed is Speed.SLOWER]
        failed = [speed for speed in speeds if speed.speed is None]
        gates[name] = replace(
            gate,
            speeds=tuple(speeds),
            regressions=(*gate.regressions, *(_slower(name, speed) for speed in slower)),
            errors=(*gate.errors, *(f"{speed.comparison.head.id}: {speed.why}" for speed in failed)),
        )
    return absent


def _slower(name: str, result: SpeedResult) -> Regression:
    assert result.change is not None
    change = result.change
    on = f" on {result.timed_on.gpu}" if result.timed_on else ""
    return Regression(
        Kind.SLOWER,
        name,
        f"{100 * change.estimate:+.2f} % [{100 * change.low:+.2f}, {100 * change.high:+.2f}] at "
        f"{result.comparison.head.id}: {result.base_us:.2f} us -> {result.head_us:.2f} us "
        f"({change.n_pairs} pairs in {change.n_restarts} processes{on})",
    )


def _is_wrong(gate: VariantGate) -> bool:
    return any(regression.kind is Kind.WRONG for regression in gate.regressions)


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
        found = next(
            (allowance for allowance in allowances if allowance.covers_uncounted(gate.change.id)), None
        )
        used.update([found] if found else [])
        return found

    # A regression has one allowance; an allowance that covers nothing is reported, because its name may be misspelt.
    allowed = tuple(
        replace(gate, regressions=tuple(map(through, gate.regressions)), uncounted_allowed=uncounted(gate))
        for gate in gates
    )
    return allowed, tuple(allowance for allowance in allowances if allowance not in used)
