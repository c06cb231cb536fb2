"""Judges whether changed variants are still right: compares their claims, and runs their cases.

A kernel that claims less passes more easily, and so does one whose ``arithmetic`` or ``parallel`` gives a wider bound:
both are regressions. Claims are compared by evaluating them for cases, not by comparing the text of rules. The whole
matrix of changed and new variants runs on each requested kind of GPU.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from ..check.vacuity import proof_of
from ..cluster.engine import Engine, absence_of
from ..cluster.opening import Where, open_runner_on, summary_of
from ..errors import Interrupted, SpecError
from ..launch.inputs import input_of, problem_of
from ..operation.array import INNER_STRIDES
from ..operation.derived import expectation, expected_of
from ..operation.precision.rounding import float_format, sum_depth
from ..operation.size import N_COLS, N_ROWS, STRIDES
from ..run.boundary_cases import with_further_cases
from ..run.fault_groups import SHOWN_FAULTS, fault_groups
from ..run.outcome import VariantOutcome
from ..run.session import Runner, open_runner
from ..run.source_files import SourceLines, named_sources
from ..run.suite import assemble, run_suite
from ..run.target import Target, target_lines, target_of
from ..trace.origin import with_origins
from ..variant import matrix
from ..variant.case import Case, altered, make_case
from ..variant.declaration.discovery import Discovery
from ..variant.domain import MAX_EDGE_COLS, MAX_ROWS, Domain
from ..variant.launch_rule import LaunchRule
from ..variant.selection import RunCases, sweep_cases
from ..variant.shape import CONTIGUOUS
from ..variant.variant import TRITON, Variant, block_text
from ..verdict import Verdict
from .model import Change, Kind, VariantGate, common_parts
from .revision import Revision

_Loss = tuple[Kind, str]
"""A claim that the head no longer makes: the kind of regression, and the message."""

# Shapes at which the two bounds are compared: sums of one term, of a warp's, of many; a row with one large value.
_PROBES = (("spread", 2, 1), ("spread", 2, 33), ("normal", 2, 1000), ("spike", 2, 4099))
# Equal claims may give bounds that differ by rounding.
_WIDER = 1.0 + 1e-9
_SHOWN = 3
_LONG = 33  # number of columns from which a row has a long sum
# Numbers of rows with which each number of columns is tried; numbers of columns, paddings and offsets tried.
_ANCHORS = 8
_MIXED_COLS = 8194
_MOST_PADDING = 257
_PERIOD = 8  # of the paddings and offsets that are tried in all pairs


def losses(base: Variant, head: Variant) -> list[_Loss]:
    lost = [
        *_operation(base, head),
        *_gone(Kind.NARROWED, "dtypes no longer claimed", base.dtypes, head.dtypes),
        *_gone(
            Kind.NARROWED, "blocks no longer claimed", *(map(block_text, of.blocks) for of in (base, head))
        ),
        *_domain(base, head),
        *_inputs(base, head),
        *_gone(Kind.LOOSENED, "found cases are no longer pinned", base.found, head.found),
    ]
    if base.operation.name == head.operation.name:
        lost += _tolerance(base, head)
    if head.known_issue is not None and head.known_issue != base.known_issue:
        lost.append((Kind.EXCUSED, f"a known issue is declared: {head.known_issue}"))
    return lost


def _gone(kind: Kind, what: str, before: Iterable[str], after: Iterable[str]) -> Iterator[_Loss]:
    kept = frozenset(after)
    lost = [name for name in before if name not in kept]
    if lost:
        yield kind, f"{what}: {', '.join(lost)}"


def _operation(base: Variant, head: Variant) -> Iterator[_Loss]:
    before, after = base.operation, head.operation
    if before.name != after.name:
        yield Kind.NARROWED, f"the operation {before.name} became {after.name}"
        return
    if before.source is None and after.source is not None:
        yield Kind.NARROWED, f"the shipped operation {before.name} became the one of {after.source.name}"
    used = [role for role in before.roles if role in base.given]
    yield from _gone(Kind.NARROWED, "arguments no longer used", used, head.given)
    if after.is_in_place and not before.is_in_place:
        yield Kind.NARROWED, "the input need not be kept any more: in_place"
    for side in before.sides_apart:
        if side not in after.sides_apart:
            message = f"elements of a row may no longer be apart: {INNER_STRIDES[side]} is not passed"
            yield Kind.NARROWED, message
    for name in sorted({*head.types, *base.types, *head.constants, *base.constants}):
        for table in ("constants", "types"):
            was, now = (getattr(variant, table).get(name) for variant in (base, head))
            if was != now and not (table == "constants" and name in head.given):
                yield Kind.NARROWED, f"{table}: {name} was {was} and is {now}"
    if base.arch != head.arch:
        targets = [variant.arch or "the architecture of the settings" for variant in (base, head)]
        yield Kind.NARROWED, f"arch: {targets[0]} became {targets[1]}"


def _domain(base: Variant, head: Variant) -> Iterator[_Loss]:
    if [rule.text for rule in base.requires] == [rule.text for rule in head.requires]:
        return
    lost: dict[str, list[str]] = {}
    for case in itertools.chain(matrix.cases(base), sweep_cases(base)):
        if case.dtype in head.dtypes and case.block in head.blocks:
            unmet = _unmet(head, case)
            if unmet is not None:
                lost.setdefault(unmet, []).append(case.id)
    n_lost = sum(map(len, lost.values()))
    for rule, ids in lost.items():
        message = f"cases that `{rule}` now excludes: {n_lost} of the base's matrix and width sweep, such as "
        yield Kind.NARROWED, message + ", ".join(ids[:_SHOWN])
    known = {part.text for rule in base.requires for part in rule.conjuncts()}
    for required in head.requires:
        parts = [
            part for part in required.conjuncts() if part.text not in known and required.text not in lost
        ]
        between = [case.id for part in parts for case in itertools.islice(_between(base, head, part), _SHOWN)]
        if between:
            message = f"sizes that `{required}` now excludes: none of the base's matrix, but "
            yield Kind.NARROWED, message + ", ".join(between)


def _between(base: Variant, head: Variant, part: LaunchRule) -> Iterator[Case]:
    """Yield cases that the base claims and a condition of the head excludes, between the sizes of the matrix."""
    # It tries every number of columns with a few numbers of rows and vice versa, and, where the condition has them,
    # every further size, padding and offset up to a limit.
    near = {constant + step for constant in part.constants for step in (-1, 0, 1)}
    rules = [rule for variant in (base, head) for rule in variant.requires]
    beyond = near.union(
        constant + step for rule in rules for constant in rule.constants for step in (-1, 0, 1)
    )
    few = sorted({1, 2, 3, 7, *(n for n in near if 1 <= n <= MAX_ROWS)})[:_ANCHORS]
    for part_of_both in common_parts(base, head):
        before, after = (matrix.domain_of(variant, *part_of_both) for variant in (base, head))
        place = before.nearest(3, 33, CONTIGUOUS) or (1, 1)
        used, sizes = part.used_names, head.sizes_of(part)
        is_mixed = {N_COLS, N_ROWS} <= sizes
        if N_COLS in sizes:
            widths = sorted({*range(1, _MIXED_COLS if is_mixed else MAX_EDGE_COLS + 1), *beyond})
            holds = after.along(part, N_COLS)
            for n_rows in dict.fromkeys((place[0], *few)):
                for n_cols in widths:
                    is_held = after.holds(part, n_rows, n_cols) if is_mixed else holds(n_cols)
                    if not is_held and n_cols >= 1 and before.claims(n_rows, n_cols):
                        yield before.case(n_rows, n_cols)
        if N_ROWS in sizes and not is_mixed:
            holds = after.along(part, N_ROWS)
            heights = sorted({*range(1, MAX_ROWS + 1), *(n for n in beyond if n > MAX_ROWS)})
            for n_rows in (n for n in heights if not holds(n)):
                yield from (before.case(n_rows, n) for n in {place[1], *few} if before.claims(n_rows, n))
        places = [place]
        places += [(place[0], n) for n in near if n >= 1 and used & {N_COLS, *STRIDES}]
        places += [(n, place[1]) for n in near if n >= 1 and N_ROWS in used]
        for size in dict.fromkeys(places):
            yield from _elsewhere(before.case(*size), head, part, near)


def _elsewhere(case: Case, head: Variant, part: LaunchRule, near: Collection[int]) -> Iterator[Case]:
    """Yield such cases with other further sizes, and with other paddings and offsets of the rows."""
    sizes, used = dict(case.shape.further), part.used_names
    tried = sorted({*range(1, _MOST_PADDING), *(n for n in near if n >= 1)})
    places = [({**sizes, name: n}, CONTIGUOUS) for name in sizes if name in used for n in tried]
    offsets = {"inp_offset", "out_offset"}
    own_strides = {stride.name for stride in case.variant.operation.strides}
    if used & {*STRIDES, *own_strides, *offsets}:
        form = "offset" if used & offsets else "strided"
        alike = (pair for n in tried for pair in ((n, n), (n, 0), (0, n)))
        numbers = dict.fromkeys((*alike, *itertools.product(range(_PERIOD), repeat=2)))
        places += [(sizes, f"{form}_{inp}_{out}") for inp, out in numbers]
    for further, layout in places:
        moved = altered(case, layout=layout, sizes=further)
        if _unmet(case.variant, moved) is None and _unmet(head, moved) is not None:
            yield moved


def _unmet(variant: Variant, case: Case) -> str | None:
    """Return the rule, or its error, by which a variant does not claim a case."""
    try:
        return variant.unmet(case.rule_values)
    except SpecError as error:
        return error.message


def _inputs(base: Variant, head: Variant) -> Iterator[_Loss]:
    limit, before = head.max_magnitude, base.max_magnitude
    if limit is not None and (before is None or before > limit):
        previous = "no limit" if before is None else f"{before:g}"
        yield Kind.NARROWED, f"inputs above {limit:g} are no longer claimed ({previous} in the base)"
    if head.finite and not base.finite:
        yield Kind.NARROWED, "NaN and infinities are no longer claimed"
    if base.deterministic and not head.deterministic:
        yield Kind.LOOSENED, "the same bits in every launch are no longer claimed"


def _tolerance(base: Variant, head: Variant) -> Iterator[_Loss]:
    worst, where = 1.0, ""
    for case in _probes(base, head):
        allowed = [_bound(variant, case) for variant in (base, head)]
        if allowed[0] is None or allowed[1] is None:
            continue
        # The ratio is NaN where nothing is judged or allowed. A head that judges less is infinitely wider.
        with np.errstate(invalid="ignore", divide="ignore"):
            ratios = np.where(np.isnan(allowed[1]) & ~np.isnan(allowed[0]), np.inf, allowed[1] / allowed[0])
        ratio = float(np.nan_to_num(ratios, nan=1.0, posinf=np.inf).max(initial=1.0))
        if ratio > worst:
            worst, where = ratio, f"{case.dtype} {case.shape.text}"
    if worst > _WIDER:
        message = f"arithmetic {base.arithmetic} became {head.arithmetic}"
        if base.arithmetic == head.arithmetic:
            message = "`parallel` gives fewer threads per row"
            if base.serial != head.serial:
                message = "`serial` or `parallel` gives a longer sum"
            if base.operation is not head.operation:
                message = f"the operation {base.operation.name} or `parallel` changed"
        how = f"up to {worst:.3g} times the error is allowed"
        if worst == np.inf:
            how = "an error is allowed where none was, or a result is no longer judged"
        yield Kind.LOOSENED, f"{message}: {how} (at {where})"


def _probes(base: Variant, head: Variant) -> Iterator[Case]:
    """Yield cases at the shapes of `_PROBES`, or at those nearest to them that the base claims."""
    for block, dtype in common_parts(base, head):
        domain = matrix.domain_of(base, block, dtype)
        for kind, n_rows, n_cols in (*_PROBES, *_longer_sums(base, head, domain)):
            if kind not in base.operation.kinds or kind not in head.operation.kinds:
                continue
            place = domain.nearest(n_rows, n_cols, CONTIGUOUS)
            if place is not None:
                yield make_case(base, dtype=dtype, n_rows=place[0], n_cols=place[1], kind=kind, block=block)


def _longer_sums(base: Variant, head: Variant, domain: Domain) -> Iterator[tuple[str, int, int]]:
    """Yield the shape at which `parallel` and `serial` of the head give the longest sum, compared with the base's."""
    rules = [[variant.parallel, variant.serial] for variant in (base, head)]
    if [*map(str, rules[0])] == [*map(str, rules[1])]:
        return
    constants = {n for rule in (*rules[0], *rules[1]) if rule is not None for n in rule.constants}
    itemsize, worst, where = float_format(domain.dtype).itemsize, 1.0, 0
    for n_cols in sorted(
        {*range(_LONG, _MIXED_COLS), *(n for n in constants if _LONG <= n <= MAX_EDGE_COLS)}
    ):
        if domain.claims(2, n_cols):
            values = domain.values(2, n_cols)
            try:
                before, after = (
                    sum_depth(n_cols, variant.row_threads(values), itemsize, variant.serial_additions(values))
                    for variant in (base, head)
                )
            except SpecError:
                continue
            if after > worst * max(before, 1):
                worst, where = after / max(before, 1), n_cols
    if where:
        yield "spread", 2, where


def _bound(variant: Variant, case: Case) -> np.ndarray | None:
    try:
        if variant.unmet(case.rule_values) is not None:
            return None
        # Both sides on one input, whatever magnitudes they claim.
        problem = problem_of(replace(case, variant=variant), input_of(case))
        expected = expected_of(variant.operation, problem)
        return np.concatenate([output.allowed.ravel() for output in expected.values()])
    except SpecError:
        return None


def check_changed(
    gates: dict[str, VariantGate],
    head: Revision,
    where: Where,
    run_cases: RunCases,
    engine: Engine | None,
    on_step: Callable[[str], None],
    on_item: Callable[[int, str, bool], None],
) -> tuple[Target, list[str]]:
    """Run the cases of the changed variants, and note failures in `gates`."""
    # Return the target, and a line for each further kind of GPU.
    kinds, lines = _kinds(where, engine)
    targets: list[Target] = []
    changed = [
        gate.head
        for gate in gates.values()
        if gate.head and gate.head_refusal is None and gate.change in (Change.CHANGED, Change.ADDED)
    ]
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
                _check(gates, changed, runner, head, run_cases, engine is None, place, on_item)
        for line in summary_of(runner):
            on_step(line)
    for kind, target in list(zip(kinds, targets, strict=True))[1:]:
        device = dict(target_lines(target))["device"].removeprefix("gpu: ")
        lines.append(f"{kind}: {device if target.info else target.unavailable}")
    return targets[0], lines


def _kinds(where: Where, engine: Engine | None) -> tuple[tuple[str, ...], list[str]]:
    """Return the GPU types to run on, and a line for each type that no host of the cluster has."""
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
    on_item: Callable[[int, str, bool], None],
) -> None:
    """Run the whole matrix of the changed and added variants; `place` names the kind of GPU if there are several."""
    # If `is_here`, this machine also runs the sizes at which their branches go another way.

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
    begun = runner.run_all(
        (case for part in suite.parts for case in part.cases),
        lambda result: on_item(suite.n_cases, result.variant, result.verdict.is_failure),
    )
    result = run_suite(suite, runner, head.settings, on_variant=note, begun=begun)
    if result.stopped:
        n_done = sum(outcome.sums.done for outcome in result.outcomes)
        raise Interrupted(
            f"{n_done:,} of {suite.n_cases:,} cases of changed variants done; nothing is judged"
        )
    lines = SourceLines(head.settings.include_dirs)
    for outcome in with_origins(result.outcomes, runner):
        gate = gates[outcome.variant.id]
        if gate.outcome is not None and gate.outcome.results is outcome.results:
            gate.outcome, gate.groups = outcome, fault_groups(outcome, lines)


def note_base_faults(gates: Iterable[VariantGate], base: Revision) -> None:
    """Say of each fault of a changed variant whether the base has it, too."""
    wanted: list[tuple[VariantGate, int, Case]] = []
    for gate in gates:
        if gate.base is None or gate.outcome is None:
            continue
        cases = {case.id: case for case, _ in gate.outcome.results}
        for number, group in enumerate(gate.groups[:SHOWN_FAULTS]):
            case = replace(cases[group.case], variant=gate.base)
            is_claimed = case.block in gate.base.blocks and case.dtype in gate.base.dtypes
            if is_claimed and case.unmet() is None:
                wanted.append((gate, number, case))
    if not wanted:
        return
    with open_runner(base.settings.device, base.settings) as runner:
        for gate, number, case in wanted:
            groups = list(gate.groups)
            if groups[number].reason in runner.run(case).reasons:
                groups[number] = replace(
                    groups[number], fails=f"{groups[number].fails}; the base has it, too"
                )
            gate.groups = tuple(groups)


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
