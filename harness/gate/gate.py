"""Runs a gate: finds changed variants, checks them, counts their costs and times them, in this order.

Each step takes only the variants that passed the previous one: an unchanged variant is not run, a wrong one is not
timed. An error with one variant does not affect the others.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import shlex
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..cluster.opening import HERE, Where, open_cluster
from ..compiler import Compiler
from ..errors import DeviceError, HarnessError, SpecError, UsageError
from ..measure.case_counts import open_counter
from ..measure.statistics import DEFAULT_MARGIN, Speed
from ..run.bench_cases import bench_cases
from ..run.precompilation import precompile_cases
from ..settings.settings import usable_cores
from ..variant.case import Case, altered
from ..variant.declaration.discovery import Discovery, discover, read_found_cases, with_found_cases
from ..variant.selection import MATRIX, RunCases
from ..variant.variant import Variant
from ..verdict import CaseResult
from .change import changes, is_declared, note_places
from .correctness import check_changed, losses, note_base_faults
from .costs import compare_costs
from .judge import changed_operations, unjudged_files, with_pinned_cases
from .model import (
    UNCOUNTED,
    Allowance,
    CasePair,
    Change,
    Doubt,
    GateReport,
    Kind,
    Regression,
    SpeedResult,
    UncountedVariant,
    VariantGate,
)
from .revision import WORKING_TREE, Revision
from .speed import compare_speeds, time_on, timing_processes
from .undeclared import Undeclared, judge_undeclared, undeclared_kernels, without_undeclared

if TYPE_CHECKING:
    from ..undeclared.recording import Recorded

_ABBREVIATED = 12
_Allowable = TypeVar("_Allowable", Regression, UncountedVariant, Doubt)


def run_gate(
    base: Revision,
    head: Revision,
    compiler: Compiler,
    *,
    names: Sequence[str] = (),
    allowances: Sequence[Allowance] = (),
    margin: float = DEFAULT_MARGIN,
    with_speed: bool = False,
    run_cases: RunCases = MATRIX,
    where: Where = HERE,
    archs: Sequence[str] = (),
    weakened: Sequence[VariantGate] = (),
    command: Sequence[str] = (),
    recorded: Sequence[Recorded] = (),
    on_step: Callable[[str], None] = lambda _: None,
    on_item: Callable[[int, str, bool], None] = lambda *_: None,
) -> GateReport:
    # Code is compared and counted on this machine; `where` names the machines that run the head's cases and time them.
    # `on_item` gets the number of items of a step and, when one has ended, its variant and whether it failed.
    # `weakened` has the checks that the head's settings weaken, from `harness.gate.judge.judging_settings`.
    sides = base, head
    after, before = discovered(base, head)
    after, before = (
        with_found_cases(discovery, read_found_cases(side.settings.found_cases), is_everything=True)
        for discovery, side in ((after, head), (before, base))
    )
    undeclared = undeclared_kernels(base, head, (*before.variants, *after.variants), recorded)
    wanted = _select(before, after, names, sides, undeclared, is_needed=not command)
    before, after = (
        replace(discovery, errors=without_undeclared(discovery.errors, side, undeclared))
        for discovery, side in ((before, base), (after, head))
    )
    kept = with_pinned_cases(before.variants, after.variants)
    on_step("compiling both sides")
    compared = changes(before.variants, kept, sides, compiler)
    gates = {gate.id: gate for gate in compared if not wanted or gate.id in wanted}
    unjudged = _take_left_out(gates, base, head)
    for gate in gates.values():
        _compare_claims(gate, after, head)
    for name, message in unjudged_files(before.variants, after.variants, sides).items():
        if name in gates:
            gates[name].regress(Kind.NARROWED, message)
    weakened = (*weakened, *changed_operations(before.variants, after.variants, sides, wanted))
    with open_cluster(where, head.settings) as engine:
        target, further = check_changed(gates, head, where, run_cases, engine, on_step, on_item)
        if engine is None:
            note_base_faults(gates.values(), base)
        not_compared, speed_errors = [*target.not_covered, *base.notes, *head.notes, *unjudged], []
        pairs = _timed_pairs(gates) if with_speed else []
        with contextlib.closing(timing_processes(head.settings)) as processes:
            if pairs and engine is None:
                # They start while cases are counted, which needs the CPU only.
                processes.begin()
            on_step("counting what changed")
            _count(gates, before, sides, compiler, archs, on_item)
            if with_speed:
                on_step("timing base against head")
                if pairs and engine is None and target.info is not None:
                    # Only the head's code is compiled yet. The first timing process would compile the base's serially.
                    precompile_cases([pair.base for pair in pairs], target.info, base.settings)
                try:
                    if engine is None:
                        results = compare_speeds(pairs, processes, base.settings, margin, on_line=on_step)
                    else:
                        results, absent = time_on(
                            engine, where, pairs, base.settings, head.settings, margin, on_step
                        )
                        not_compared += absent
                    _note_speeds(gates, pairs, results)
                except DeviceError as error:
                    speed_errors.append(f"speed was not compared: {error}")
            else:
                not_compared.append("speed: base against head is timed on a real gpu only")
    judged = (*weakened, *gates.values())
    for gate in judged:
        note_places(gate, base, head)
    if undeclared.pairs:
        on_step("running what changed without a declaration")
        judged = (*judged, *judge_undeclared(undeclared, wanted, sides, compiler, on_item))
    if command:
        from .program_run import judge_run  # loads the driver's records

        judged = (*judged, *judge_run(command, sides, on_step))
    errors = [error for error in after.errors if not wanted or error.variant_id in wanted]
    unchanged = [error for error in errors if _is_of_base(error, before, base, head)]
    not_compared += [f"{error}, as in the base" for error in unchanged]
    report = GateReport(
        base=base.label,
        head=head.label,
        base_commit=base.commit,
        head_commit=head.commit,
        target=target,
        compiler=f"{compiler.identity}, {head.settings.arch}",
        margin=margin,
        variants=judged,
        not_compared=tuple(not_compared),
        declaration_errors=tuple(error for error in errors if error not in unchanged),
        unused_allowances=let_through(judged, allowances),
        speed_errors=tuple(speed_errors),
        further_devices=tuple(further),
    )
    return with_lasting_paths(report, base, head)


def discovered(base: Revision, head: Revision) -> tuple[Discovery, Discovery]:
    """Return the variants of the head and of the base; the base's operations never import the head's modules."""
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


def _is_of_base(error: SpecError, before: Discovery, base: Revision, head: Revision) -> bool:
    """Whether a wrong declaration is in the base, too, in a file with the same bytes."""
    old = base.root / os.path.relpath(error.path, head.root)
    with contextlib.suppress(OSError):
        is_known = any(each.path.samefile(old) and each.line == error.line for each in before.errors)
        return is_known and old.read_bytes() == error.path.read_bytes()
    return False


def _is_of(module: ModuleType, side: Revision) -> bool:
    """Whether an operation imported a module from a revision's own files, neither installed nor of this package."""
    file = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), None)
    if file is None or module.__name__.partition(".")[0] in ("harness", "kernel_harness"):
        return False
    path = Path(file).resolve()
    return path.is_relative_to(side.tree.folder.resolve()) and "site-packages" not in path.parts


def _take_left_out(gates: dict[str, VariantGate], base: Revision, head: Revision) -> list[str]:
    """Take out the variants whose file a sparse checkout leaves out: they do not count as removed."""
    # A variant that may have changed stays, with an error, as the last of `gates`. Return a line for each other one.
    unchanged = []
    changed, why = head.changed_left_out(base), "its file is left out of the sparse checkout"
    for name, gate in list(gates.items()):
        if gate.change is Change.REMOVED and gate.base and head.has_left_out(gate.base.path, base):
            del gates[name]
            if changed:
                gates[name] = gate
                gate.errors.append(
                    f"{why}, and {changed[0]} has changed, so it was not judged; --head HEAD reads what is committed, "
                    "`git sparse-checkout add FOLDER` checks it out"
                )
            else:
                unchanged.append(f"{name}: {why}, where nothing has changed")
    return unchanged


def _select(
    before: Discovery,
    after: Discovery,
    names: Sequence[str],
    sides: Sequence[Revision],
    undeclared: Undeclared,
    *,
    is_needed: bool,
) -> frozenset[str]:
    """Return the ids of named variants and kernels, and of those in named files and folders; empty selects all."""
    known = {variant.id for variant in (*before.variants, *after.variants)}
    known |= {error.variant_id for error in after.errors}
    known |= {pair.id for pair in undeclared.pairs}
    if is_needed and not known and not undeclared.files:
        raise UsageError("base or head must have a variant, or a .cu file with a kernel (got none in either)")
    wanted = set()
    for name in names:
        # A side is a checkout of its own; a path is one of the user's.
        place = os.path.relpath(Path(name).resolve(), sides[0].repository.resolve())
        inside = {
            variant.id
            for discovery, side in zip((before, after), sides, strict=True)
            for variant in discovery.variants
            if variant.path.resolve().is_relative_to((side.tree.folder / place).resolve())
        }
        inside |= {
            pair.id for pair in undeclared.pairs if Path(undeclared.places[pair.id][0]).is_relative_to(place)
        }
        wanted |= {name} if name in known else inside or {name}
        is_known = any(Path(file).is_relative_to(place) for file in undeclared.files)
        if name not in known and not inside and not is_known:
            raise UsageError(
                "a NAME must be a variant of base or head, or a file or folder with one "
                f"(got '{name}'; known: {', '.join(sorted(known))})"
            )
    return frozenset(wanted)


def _compare_claims(gate: VariantGate, after: Discovery, head: Revision) -> None:
    """Note the claims that a variant's declaration no longer makes, and the compiler's error."""
    if gate.errors:  # its file is not in the checkout
        return
    if gate.change is Change.REMOVED:
        if gate.id in {error.variant_id for error in after.errors}:
            # It has not been removed: its declaration is wrong, which is reported as an error.
            gate.errors.append("the declaration in the head is wrong, so it was not checked")
            return
        parts = [f"variant {gate.id} is gone"]
        if gate.renamed_to:
            parts.append(
                f"{gate.renamed_to} has the same machine code: a renamed variant counts as another one"
            )
        users = [variant.id for variant in after.variants if variant.baseline == gate.id]
        if users:
            parts.append(f"it is the baseline of {', '.join(users)}")
        gate.regress(Kind.REMOVED, "; ".join(parts))
    elif gate.base is not None and gate.head is not None:
        # Its own cases, without the cases that the base had pinned.
        (own,) = (variant for variant in after.variants if variant.id == gate.id)
        try:
            for kind, message in losses(gate.base, own):
                gate.regress(kind, message)
        except HarnessError as error:
            gate.errors.append(f"its claims could not be compared: {error}")
            return
    refusal = gate.head_refusal
    if refusal is None or gate.head is None or is_declared(gate.head):
        return
    sides = "neither base nor head compiles" if gate.base_refusal else f"the head {refusal.extent}"
    lines = [f"{sides}, so it was not checked", refusal.words]
    if head.name == WORKING_TREE:
        lines.append(f"rerun: kernel-harness check {gate.id} -k {refusal.dtype}")
    gate.errors.append("\n".join(lines))


def _count(
    gates: dict[str, VariantGate],
    before: Discovery,
    sides: tuple[Revision, Revision],
    compiler: Compiler,
    archs: Sequence[str],
    on_item: Callable[[int, str, bool], None],
) -> None:
    declared_wrongly = {error.variant_id for error in before.errors}
    counted = []
    for gate in gates.values():
        why = _why_not_counted(gate, declared_wrongly)
        if why:
            gate.leave_out("cost", why)
        elif gate.change is Change.CHANGED and gate.base_refusal is not None:
            gate.leave_uncounted("the base does not compile")
        elif gate.change is Change.CHANGED:
            counted.append(gate)
    if not counted:
        return
    cores = usable_cores()
    n_together = max(1, min(len(counted), cores // 2))
    settings = [replace(side.settings, cpu_threads=max(1, cores // n_together)) for side in sides]
    with contextlib.ExitStack() as opened:
        own = threading.local()

        def open_counters() -> None:
            own.counters = [opened.enter_context(open_counter(of_side)) for of_side in settings]

        def count(gate: VariantGate) -> None:
            missing = [counter.unavailable for counter in own.counters if counter.info is None]
            if missing:
                gate.errors.append(f"its cost was not compared: {missing[0]}")
            else:
                compare_costs(gate, sides, own.counters, compiler, archs)
            on_item(len(counted), gate.id, bool(gate.errors))

        with ThreadPoolExecutor(n_together, initializer=open_counters) as pool:
            list(pool.map(count, counted))


def _why_not_counted(gate: VariantGate, declared_wrongly: set[str]) -> str:
    """Return why a variant need not be counted on both sides; empty if it must be counted."""
    if gate.change is Change.ADDED:
        if gate.id in declared_wrongly:
            return "the declaration in the base is wrong, so there is nothing to compare with"
        return "the variant is new, so there is nothing to compare with"
    if gate.head_refusal is not None:
        return "the head does not compile"
    return "the variant is wrong: fix it first" if gate.is_wrong else ""


def _timed_pairs(gates: dict[str, VariantGate]) -> list[CasePair]:
    pairs: list[CasePair] = []
    for gate in gates.values():
        old, new = gate.base, gate.head
        if old is None or new is None or gate.base_refusal or gate.head_refusal:
            continue
        if gate.change is not Change.CHANGED or gate.is_wrong:
            continue
        own = []
        for case in (case for case in bench_cases(new, "gpu") if case.dtype in old.dtypes):
            block = case.block if case.block in old.blocks else old.usual_block
            pair = CasePair(altered(replace(case, variant=old), block=block), case)
            if all(side.unmet() is None for side in pair):
                own.append(pair)
        if not own:
            gate.leave_out("speed", "none of the timed shapes is claimed by both base and head")
        pairs += own
    return pairs


def _note_speeds(
    gates: dict[str, VariantGate], pairs: Sequence[CasePair], results: Sequence[SpeedResult]
) -> None:
    # On a cluster each kind of GPU has timed all pairs.
    for pair, result in zip(itertools.cycle(pairs), results, strict=False):
        gate = gates[pair.head.variant.id]
        gate.speeds.append(result)
        if result.speed is None:
            gate.errors.append(f"{result.case}: {result.why}")
        if result.speed is Speed.SLOWER and (change := result.change) is not None:
            on = f" on {result.timed_on.gpu}" if result.timed_on else ""
            gate.regress(
                Kind.SLOWER,
                f"{100 * change.estimate:+.2f} % [{100 * change.low:+.2f}, {100 * change.high:+.2f}] at "
                f"{result.case}: {result.base_us:.2f} us -> {result.head_us:.2f} us "
                f"({change.n_pairs} pairs in {change.n_restarts} processes{on})",
            )


def let_through(gates: Sequence[VariantGate], allowances: Sequence[Allowance]) -> tuple[Allowance, ...]:
    """Apply the allowances to the regressions; return the unused allowances."""
    used: set[Allowance] = set()

    def allowed(blocked: _Allowable, variant: str, kind: str) -> _Allowable:
        # A regression has one allowance: another one that covers it is reported as unused.
        allowance = next((one for one in allowances if one.covers(variant, kind)), None)
        if allowance is None:
            return blocked
        used.add(allowance)
        return replace(blocked, allowed=allowance, accept="")

    for gate in gates:
        gate.regressions = [allowed(regression, gate.id, regression.kind) for regression in gate.regressions]
        gate.doubts = [allowed(doubt, gate.id, doubt.kind) for doubt in gate.doubts]
        if gate.uncounted is not None:
            gate.uncounted = allowed(gate.uncounted, gate.id, UNCOUNTED)
    return tuple(allowance for allowance in allowances if allowance not in used)


def with_lasting_paths(report: GateReport, base: Revision, head: Revision) -> GateReport:
    """Return a report without the folders of copied revisions, which no longer exist when it is read."""
    # Paths of copied files become relative to the repository; paths in the working tree stay.
    tops = [side.tree.folder for side in (base, head) if side.is_copy]
    # The longest first, because one spelling may be a prefix of another.
    spellings = sorted({str(path) for top in tops for path in (top, top.resolve())}, key=len, reverse=True)

    def lasting(value: Any) -> Any:
        if isinstance(value, str) and type(value) is str:
            for top in spellings:
                value = value.replace(f"{top}/", "").replace(top, ".")
        elif type(value) in (tuple, list):
            return type(value)(map(lasting, value))
        elif isinstance(value, SpecError):
            return SpecError(lasting(value.message), path=Path(lasting(str(value.path))), line=value.line)
        elif isinstance(value, Case | Variant) or (
            isinstance(value, CaseResult) and not value.verdict.is_failure
        ):
            return value  # reports do not show their paths
        elif is_dataclass(value) and not isinstance(value, type):
            shown = {field.name: lasting(getattr(value, field.name)) for field in fields(value)}
            if isinstance(value, CaseResult):
                shown["rerun"] = rerun_at(value.rerun, head)
            return replace(value, **shown)
        return value

    return cast("GateReport", lasting(report))


def rerun_at(command: str, revision: Revision) -> str:
    """Return the command that reruns a case of a revision, in a new worktree of the commit or a copy of the index."""
    # So the rerun neither changes the reader's checkout nor includes uncommitted or unstaged changes.
    if not revision.is_copy or not command:
        return command
    folder = revision.root.relative_to(revision.tree.folder).as_posix()
    inside = '"$tree"' if folder == "." else f'"$tree"/{shlex.quote(folder)}'
    commit = revision.commit[:_ABBREVIATED]
    files = (
        f'git worktree add --quiet --detach "$tree" {commit}'
        if commit
        else 'git checkout-index --all --prefix="$tree"/'
    )
    return f"(tree=$(mktemp -d) && {files} && cd {inside} && {command})"
