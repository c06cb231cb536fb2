"""Counts a changed variant on both sides, and records which costs were not compared, and why."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..compiler import Compiler, open_cache
from ..compiler.request import case_request, code_request
from ..compiler.resources import Resources, resources_of
from ..errors import CompileError, SpecError, UsageError
from ..measure.case_counts import CaseCounts, CountingError, count_on
from ..measure.launch_resources import LaunchResources, launch_resources
from ..run.session import Runner
from ..variant.case import Case
from ..variant.variant import Block, Variant, block_text
from .costs import compare_counts, compare_resources, compare_threads
from .counted_cases import Pair, bend_pairs, combinations, counting_rounds
from .model import CostChange, NotCompared
from .revision import Revision

NOTHING_IN_COMMON = "none of the tried shapes is claimed by both base and head"
_NO_COMBINATION = "base and head have no block and dtype in common"


@dataclass
class CostComparison:
    """Costs of a changed variant before and after."""

    costs: list[CostChange] = field(default_factory=list)
    """Counters and resources that differ."""
    counted: list[str] = field(default_factory=list)
    """Ids of the cases that were counted on both sides."""
    not_compared: list[NotCompared] = field(default_factory=list)
    """Costs that could not be compared, through no fault of the head."""
    errors: list[str] = field(default_factory=list)
    """Costs that are known for the base but not for the head."""
    uncounted: str = ""
    """Reason that no case was counted on both sides; empty if one was."""


def compare_costs(
    old: Variant,
    new: Variant,
    sides: tuple[Revision, Revision],
    counters: tuple[Runner, Runner],
    compiler: Compiler,
    archs: Sequence[str] = (),
) -> CostComparison:
    """Count both sides and compare the resources of their kernels."""
    found = CostComparison(not_compared=_of_one_side(old, new))
    common = combinations(old, new)
    compared: dict[tuple[Block, str], list[Pair]] = {}
    failures: dict[str, list[str]] = {}
    for block, dtype in common:
        compared[block, dtype] = _count(old, new, block, dtype, counters, found, failures)
    found.errors += [_grouped(cases, why) for why, cases in failures.items()]
    if not found.counted:
        reasons = [each.why for each in found.not_compared if each.what.startswith("counters")]
        found.uncounted = next(iter(reasons), _NO_COMBINATION if not common else NOTHING_IN_COMMON)
    _resources(old, new, sides, compiler, compared, found, archs or (sides[1].settings.arch,))
    return found


def _of_one_side(old: Variant, new: Variant) -> list[NotCompared]:
    """Return the blocks and dtypes that only one side declares."""
    found = []
    for which, own, other in (("base", old, new), ("head", new, old)):
        why = f"only the {which} claims it"
        found += [
            NotCompared(f"cost of block {block_text(block)}", why)
            for block in own.blocks
            if block not in other.blocks
        ]
        found += [NotCompared(f"cost of {dtype}", why) for dtype in own.dtypes if dtype not in other.dtypes]
    return found


def _count(
    old: Variant,
    new: Variant,
    block: Block,
    dtype: str,
    counters: tuple[Runner, Runner],
    found: CostComparison,
    failures: dict[str, list[str]],
) -> list[Pair]:
    """Count one block and dtype; return the tried cases, counted ones first."""
    counted: list[Pair] = []
    counts: list[tuple[CaseCounts, CaseCounts]] = []
    tried: list[Pair] = []
    at_bends = bend_pairs(old, new, block, dtype)
    for pairs in (*counting_rounds(old, new, block, dtype), at_bends):
        if counted and pairs is not at_bends:
            continue
        for pair in pairs:
            tried.append(pair)
            before, after = (_counts(runner, case) for runner, case in zip(counters, pair, strict=True))
            case_id = pair[1].id
            if isinstance(before, CaseCounts) and isinstance(after, CaseCounts):
                counted.append(pair)
                found.counted.append(case_id)
                found.costs += compare_counts(before, after)
                counts.append((before, after))
            elif isinstance(before, CaseCounts):
                failures.setdefault(f"the head cannot be counted: {after}", []).append(case_id)
            else:
                found.not_compared.append(NotCompared(f"counters at {case_id}", _why_not(before, after)))
    found.costs += compare_threads(counts)
    if not tried:
        where = f"counters of {dtype}, block {block_text(block)}"
        found.not_compared.append(NotCompared(where, NOTHING_IN_COMMON))
    return counted or tried


def _counts(runner: Runner, case: Case) -> CaseCounts | str:
    """Count a case, or return the reason that it cannot be counted."""
    try:
        return count_on(runner, case)
    except CountingError as error:
        return error.why


def _why_not(before: str, after: CaseCounts | str) -> str:
    if isinstance(after, CaseCounts):
        return f"the base cannot be counted: {before}"
    if before == after:
        return f"neither base nor head can be counted: {before}"
    return f"neither base nor head can be counted: of the base: {before}\nof the head: {after}"


def _grouped(cases: Sequence[str], why: str) -> str:
    more = f" (and {len(cases) - 1} more cases)" if len(cases) > 1 else ""
    return f"counters at {cases[0]}{more}: {why}"


def _resources(
    old: Variant,
    new: Variant,
    sides: tuple[Revision, Revision],
    compiler: Compiler,
    compared: Mapping[tuple[Block, str], Sequence[Pair]],
    found: CostComparison,
    archs: Sequence[str],
) -> None:
    """Compare the resources of every common block and dtype on each architecture, as reported by ptxas."""
    seen = set()
    failures: dict[str, list[str]] = {}
    for arch, ((block, dtype), pairs) in itertools.product(archs, compared.items()):
        where = f"{dtype}, block {block_text(block)}" + (f", {arch}" if len(archs) > 1 else "")
        before, after = (
            _resources_of(variant, side, block, dtype, compiler, [pair[index] for pair in pairs], arch)
            for index, (variant, side) in enumerate(zip((old, new), sides, strict=True))
        )
        if isinstance(before, str):
            found.not_compared.append(NotCompared(f"resources of {where}", f"of the base: {before}"))
            continue
        if isinstance(after, str):
            failures.setdefault(after, []).append(where)
            continue
        launched = [
            _launched([pair[side] for pair in pairs], resources)
            for side, resources in enumerate((before, after))
        ]
        warps = [each if isinstance(each, str) else _fewest_warps(each) for each in launched]
        shared = [
            max(of.shared_bytes for of in each) for each in launched if each and not isinstance(each, str)
        ]
        unknown = next((each for each in warps if isinstance(each, str)), "")
        if unknown:
            found.not_compared.append(NotCompared(f"resident_warps of {where}", unknown))
        for each in compare_resources(
            f"{arch}, {dtype}, block {block_text(block)}",
            before,
            after,
            base_warps=None if isinstance(warps[0], str) else warps[0],
            head_warps=None if isinstance(warps[1], str) else warps[1],
            shared_bytes=(shared[0], shared[1]) if len(shared) == 2 else None,
        ):
            # Blocks often share their code: equal numbers are reported once.
            key = arch, each.counter, each.base, each.head
            if key not in seen:
                seen.add(key)
                found.costs.append(each)
    for why, places in failures.items():
        more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
        found.errors.append(f"resources of {places[0]}{more} were not compared: of the head: {why}")


def _launched(cases: Sequence[Case], resources: Mapping[str, Resources]) -> list[LaunchResources] | str:
    """Return the resources of the launches of some cases, or the reason they are unknown."""
    try:
        return [
            launch_resources(resources[planned.entry], planned.block, planned.smem_bytes)
            for case in cases
            for planned in case.plan()
            if planned.entry in resources
        ]
    except SpecError as error:
        return str(error)


def _fewest_warps(launched: Sequence[LaunchResources]) -> int | str:
    """Return the fewest resident warps per multiprocessor among launches, or the reason they are unknown."""
    warps = []
    for each in launched:
        if each.occupancy is None:
            return f"the limits of a multiprocessor of {each.resources.arch} are unknown"
        warps.append(each.occupancy.warps)
    return min(warps) if warps else NOTHING_IN_COMMON


def _resources_of(
    variant: Variant,
    side: Revision,
    block: Block,
    dtype: str,
    compiler: Compiler,
    cases: Sequence[Case],
    arch: str,
) -> dict[str, Resources] | str:
    """Return the resources of a variant's kernels, or the reason they are unknown.

    Of a Triton kernel it is the code of the widest case.
    """
    settings = side.settings
    try:
        if cases:
            widest = max(cases, key=lambda case: case.shape.n_cols)
            request = case_request(widest, arch=arch, target="cubin", settings=settings)
        else:
            request = code_request(variant, block, dtype, arch=arch, target="cubin", settings=settings)
        return resources_of(request, compiler=compiler, cache=open_cache(side.settings))
    except (CompileError, UsageError, SpecError) as error:
        return str(error)
