"""Runs a gate: what changed, whether it is still right, what it costs, how fast it is; in this order.

Each step looks only at what the ones before let through: an unchanged variant is not run, a wrong one is not timed.
Nothing that goes wrong with one variant keeps the others from being looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..check.verdict import CaseResult, Verdict
from ..compiler import Compiler, CompileRequest, open_cache
from ..errors import CompileError, DeviceError, HarnessError, Interrupted, SpecError, UsageError
from ..perf.case_counts import CountingError, count_on, open_counter
from ..perf.launch_resources import resident_warps
from ..perf.resources import Resources, resources_of
from ..perf.statistics import Speed
from ..run.bench_cases import BENCH_KIND, BENCH_SHAPES, bench_cases
from ..run.outcome import VariantOutcome
from ..run.session import Runner, open_runner
from ..run.suite import assemble, run_suite
from ..run.target import target_of
from ..spec.case import Case, make_case
from ..spec.coverage import MATRIX, Coverage
from ..spec.discovery import Discovery, discover
from ..spec.variant import Variant, block_text
from .change import Change, VariantChange, changes
from .contract import ContractLoss, Loss, losses, removed
from .costs import compare_counts, compare_resources, costlier
from .model import Allowance, CostChange, GateReport, Kind, Regression, VariantGate
from .revision import Revision
from .speed import Comparison, SpeedResult, compare_speeds

_LOSS_KINDS = {
    Loss.REMOVED: Kind.REMOVED,
    Loss.NARROWED: Kind.NARROWED,
    Loss.LOOSENED: Kind.LOOSENED,
    Loss.EXCUSED: Kind.EXCUSED,
}
_SHOWN = 5
_COUNTED_SHAPES = BENCH_SHAPES["cpu"]


@dataclass(frozen=True)
class GateRequest:
    """What a gate was asked to do.

    Parameters
    ----------
    names : tuple of str
        Ids of variants to look at; empty for all.
    allowances : tuple of Allowance
        Regressions to let through.
    margin : float
        Smallest slowdown that must be found, as a share.
    with_speed : bool
        Whether to time base against head; needs a GPU.
    coverage : Coverage
        Which cases of the head are run.
    seed : int
        Of the order of timed launches.
    """

    names: tuple[str, ...] = ()
    allowances: tuple[Allowance, ...] = ()
    margin: float = 0.01
    with_speed: bool = False
    coverage: Coverage = MATRIX
    seed: int = 0


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
        From `open_revisions`; still open.
    compiler : Compiler
        The pinned compiler of code and counters, for both sides.
    request : GateRequest
        What to look at.
    on_step : callable
        Told in a line what is being done.

    Returns
    -------
    GateReport
        Complete whatever went wrong with single variants.

    Raises
    ------
    UsageError
        A name is in neither revision, or there is nothing to compare.
    """
    before, after = (discover(side.settings.sources, side.settings.operations) for side in (base, head))
    wanted = _select(before, after, request.names)
    on_step("compiling both sides")
    found = [
        each
        for each in changes(before.variants, after.variants, (base, head), compiler)
        if not wanted or each.id in wanted
    ]
    broken = {error.path.stem for error in after.errors}
    gates = {each.id: _contract(each, after.variants, each.id in broken) for each in found}
    with open_runner(head.settings.device, head.settings) as runner:
        target = target_of(head.settings.device, runner, head.settings)
        on_step("checking what changed")
        _check(gates, runner, head, request.coverage)
    on_step("counting what changed")
    _cost(gates, base, head, compiler)
    not_compared, speed_errors = list(target.not_covered), []
    if request.with_speed:
        on_step("timing base against head")
        try:
            _time(gates, base, head, request, on_step)
        except DeviceError as error:
            speed_errors.append(f"speed was not compared: {error}")
    else:
        not_compared.append("speed: base against head is timed on a gpu only")
    variants, unused = let_through(tuple(gates.values()), request.allowances)
    return GateReport(
        base=base.label,
        head=head.label,
        target=target,
        compiler=f"{compiler.identity}, {head.settings.arch}",
        margin=request.margin,
        variants=variants,
        not_compared=tuple(not_compared),
        declaration_errors=tuple(error for error in after.errors if not wanted or error.path.stem in wanted),
        unused_allowances=unused,
        speed_errors=tuple(speed_errors),
    )


def _select(before: Discovery, after: Discovery, names: Sequence[str]) -> frozenset[str]:
    known = {each.id for each in (*before.variants, *after.variants)}
    known |= {error.path.stem for error in after.errors}
    for name in names:
        if name not in known:
            raise UsageError(
                f"a NAME must be a variant of base or head (got '{name}'; known: {', '.join(sorted(known)) or 'none'})"
            )
    if not known:
        raise UsageError(
            "base or head must have a variant (got none in either); see `sources` in pyproject.toml"
        )
    return frozenset(names)


def _contract(change: VariantChange, head: Sequence[Variant], is_broken: bool) -> VariantGate:
    """Begin a variant's record with what its declaration gave up."""
    found: tuple[ContractLoss, ...] = ()
    if change.change is Change.REMOVED:
        if is_broken:
            # Its declaration is wrong, which is an error with a line of its own; it has not been removed.
            return VariantGate(change, errors=("its declaration in the head is wrong: it was not checked",))
        users = [each.id for each in head if each.baseline == change.id]
        found = (removed(change.id, change.renamed_to, users),)
    elif change.base is not None and change.head is not None:
        try:
            found = losses(change.base, change.head)
        except HarnessError as error:
            return VariantGate(change, errors=(f"its claims could not be compared: {error}",))
    return VariantGate(
        change,
        regressions=tuple(Regression(_LOSS_KINDS[each.loss], change.id, each.message) for each in found),
    )


def _touched(gates: dict[str, VariantGate]) -> list[Variant]:
    return [
        gate.change.head
        for gate in gates.values()
        if gate.change.head is not None and gate.change.change in (Change.CHANGED, Change.ADDED)
    ]


def _check(gates: dict[str, VariantGate], runner: Runner, head: Revision, coverage: Coverage) -> None:
    """Run the whole matrix of what changed."""
    touched = _touched(gates)
    if not touched:
        return

    def note(outcome: VariantOutcome) -> None:
        gate = gates[outcome.variant.id]
        regressions, errors = list(gate.regressions), list(gate.errors)
        failures = outcome.failures
        not_run = [each for each in failures if each.verdict is Verdict.NOT_RUN]
        failed = [each for each in failures if each.verdict is not Verdict.NOT_RUN]
        if failed:
            shown = [_failure(each) for each in failed[:_SHOWN]]
            more = f"\nand {len(failed) - _SHOWN} more" if len(failed) > _SHOWN else ""
            regressions.append(
                Regression(
                    Kind.WRONG,
                    outcome.variant.id,
                    f"{len(failed)} of {len(outcome.results)} cases fail\n" + "\n".join(shown) + more,
                )
            )
        if not_run:
            errors.append(f"{len(not_run)} cases were not run: {not_run[0].detail}")
        gates[outcome.variant.id] = replace(
            gate, outcome=outcome, regressions=tuple(regressions), errors=tuple(errors)
        )

    suite = assemble(Discovery(tuple(touched), ()), "", coverage)
    result = run_suite(suite, runner, head.settings, on_variant=note)
    if result.stopped:
        n_done = sum(outcome.n_done for outcome in result.outcomes)
        raise Interrupted(f"{n_done:,} of {suite.n_cases:,} cases of what changed done; nothing is judged")


def _failure(result: CaseResult) -> str:
    why = ", ".join(reason.value for reason in result.reasons) or result.detail
    return f"{result.case_id}: {why}\n  rerun: {result.rerun}"


def _cost(gates: dict[str, VariantGate], base: Revision, head: Revision, compiler: Compiler) -> None:
    """Count what changed, on both sides."""
    pairs = [
        (gate.change.base, gate.change.head)
        for gate in gates.values()
        if gate.change.change is Change.CHANGED
        and gate.change.base is not None
        and gate.change.head is not None
        and not _is_wrong(gate)
    ]
    if not pairs:
        return
    with open_counter(base.settings) as before, open_counter(head.settings) as after:
        for old, new in pairs:
            gate = gates[new.id]
            errors = list(gate.errors)
            costs: list[CostChange] = []
            for old_case, new_case in _common_cases(old, new):
                try:
                    costs += compare_counts(count_on(before, old_case), count_on(after, new_case))
                except CountingError as error:
                    errors.append(str(error))
                    break
            try:
                costs += _resources(old, new, base, head, compiler)
            except (CompileError, UsageError, SpecError) as error:
                errors.append(f"resources were not compared: {error}")
            regressions = [*gate.regressions, *costlier(new.id, costs)]
            gates[new.id] = replace(
                gate, costs=tuple(costs), regressions=tuple(regressions), errors=tuple(errors)
            )


def _common_cases(old: Variant, new: Variant) -> list[tuple[Case, Case]]:
    """Pair the counted cases that both sides claim."""
    found = []
    for block in (each for each in new.blocks if each in old.blocks):
        for dtype in (each for each in new.dtypes if each in old.dtypes):
            for n_rows, n_cols in _COUNTED_SHAPES:
                sides = [
                    make_case(
                        variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, kind=BENCH_KIND, block=block
                    )
                    for variant in (old, new)
                ]
                if all(case.unmet() is None for case in sides):
                    found.append((sides[0], sides[1]))
    return found


def _resources(
    old: Variant, new: Variant, base: Revision, head: Revision, compiler: Compiler
) -> list[CostChange]:
    found: list[CostChange] = []
    seen = set()
    for block in (each for each in new.blocks if each in old.blocks):
        for dtype in (each for each in new.dtypes if each in old.dtypes):
            sides = [
                (
                    resources,
                    resident_warps(variant, block, dtype, resources, _COUNTED_SHAPES) or 0,
                )
                for variant, side in ((old, base), (new, head))
                for resources in [_resources_of(variant, side, block, dtype, compiler)]
            ]
            where = f"{head.settings.arch}, {dtype}, block {block_text(block)}"
            for each in compare_resources(
                where, sides[0][0], sides[1][0], base_warps=sides[0][1], head_warps=sides[1][1]
            ):
                # Blocks often share their code: the same numbers are said once.
                key = each.counter, each.base, each.head
                if key not in seen:
                    seen.add(key)
                    found.append(each)
    return found


def _resources_of(
    variant: Variant, side: Revision, block: Any, dtype: str, compiler: Compiler
) -> dict[str, Resources]:
    request = CompileRequest(
        path=variant.path,
        arch=side.settings.arch,
        target="cubin",
        defines=variant.macros(block, dtype),
        options=variant.compile_options,
        include_dirs=side.settings.include_dirs,
        instances=variant.instances,
    )
    return resources_of(request, compiler=compiler, cache=open_cache(side.settings))


def _time(
    gates: dict[str, VariantGate],
    base: Revision,
    head: Revision,
    request: GateRequest,
    on_step: Callable[[str], None],
) -> None:
    """Time what changed and is right."""
    comparisons = []
    for gate in gates.values():
        old, new = gate.change.base, gate.change.head
        if gate.change.change is not Change.CHANGED or old is None or new is None or _is_wrong(gate):
            continue
        for case in bench_cases(new, "gpu"):
            before = make_case(
                old,
                dtype=case.dtype,
                n_rows=case.shape.n_rows,
                n_cols=case.shape.n_cols,
                kind=case.kind,
                block=case.block if case.block in old.blocks else old.usual_block,
            )
            if case.dtype in old.dtypes and case.unmet() is None and before.unmet() is None:
                comparisons.append(Comparison(before, case))
    settings = replace(head.settings, device="gpu")
    results = compare_speeds(
        comparisons,
        lambda: open_runner("gpu", settings),
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
    """Let the regressions through that somebody allows; also return the allowances that let nothing through."""
    used: set[Allowance] = set()

    def through(regression: Regression) -> Regression:
        for allowance in allowances:
            if allowance.covers(regression.variant, regression.kind):
                used.add(allowance)
                return replace(regression, allowed=allowance)
        return regression

    allowed = tuple(replace(gate, regressions=tuple(map(through, gate.regressions))) for gate in gates)
    return allowed, tuple(each for each in allowances if each not in used)
