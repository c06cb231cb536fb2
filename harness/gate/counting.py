"""Counts a changed variant on both sides, and records which costs were not compared, and why.

It is counted at shapes that base and head claim, preferably the usual ones. They depend only on the two declarations,
and not on which of the two is the head.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..compiler import Compiler, open_cache
from ..compiler.request import case_request, code_request
from ..compiler.resources import Resources, resources_of
from ..errors import CompileError, SpecError, UsageError
from ..measure.case_counts import CaseCounts, CountingError, count_on
from ..measure.launch_resources import LaunchResources, launch_resources
from ..run.bench_cases import BENCH_KIND, BENCH_SHAPES
from ..run.session import Runner
from ..variant import matrix
from ..variant.bend import bends
from ..variant.case import Case, make_case
from ..variant.domain import Domain
from ..variant.shape import CONTIGUOUS, HUGE_LAYOUT, LAYOUTS
from ..variant.variant import Block, Variant, block_text
from .costs import compare_counts, compare_resources, compare_threads
from .model import CostChange, NotCompared
from .revision import Revision

NOTHING_IN_COMMON = "none of the tried shapes is claimed by both base and head"
_NO_COMBINATION = "base and head have no block and dtype in common"

MOST_ELEMENTS = 2**17
"""Maximum number of elements of a counted case. The largest usual case has half as many."""

MOST_ELEMENTS_AT_ALL = 2**22
"""Maximum number of elements of the only counted case of a variant that claims only larger problems."""

_USUAL_SHAPES = BENCH_SHAPES["cpu"]
_LARGEST = 3

Pair = tuple[Case, Case]
"""One problem as a case of the base's variant and of the head's."""


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
        reasons = [part.why for part in found.not_compared if part.what.startswith("counters")]
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
    # Beyond a bend a kernel takes another path, whose cost can change alone.
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
        warps = [launch if isinstance(launch, str) else _fewest_warps(launch) for launch in launched]
        shared = [
            max(of.shared_bytes for of in launch)
            for launch in launched
            if launch and not isinstance(launch, str)
        ]
        unknown = next((warp for warp in warps if isinstance(warp, str)), "")
        if unknown:
            found.not_compared.append(NotCompared(f"resident_warps of {where}", unknown))
        for resource in compare_resources(
            f"{arch}, {dtype}, block {block_text(block)}",
            before,
            after,
            base_warps=None if isinstance(warps[0], str) else warps[0],
            head_warps=None if isinstance(warps[1], str) else warps[1],
            shared_bytes=(shared[0], shared[1]) if len(shared) == 2 else None,
        ):
            # Blocks often share their code: equal numbers are reported once.
            key = arch, resource.counter, resource.base, resource.head
            if key not in seen:
                seen.add(key)
                found.costs.append(resource)
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
    for launch in launched:
        if launch.occupancy is None:
            return f"the limits of a multiprocessor of {launch.resources.arch} are unknown"
        warps.append(launch.occupancy.warps)
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


def combinations(old: Variant, new: Variant) -> tuple[tuple[Block, str], ...]:
    """Return the blocks and dtypes that both sides claim, in the head's order."""
    return tuple(
        (block, dtype)
        for block in new.blocks
        if block in old.blocks
        for dtype in new.dtypes
        if dtype in old.dtypes
    )


def counting_rounds(old: Variant, new: Variant, block: Block, dtype: str) -> Iterator[tuple[Pair, ...]]:
    """Yield cases to count, in groups. The next group is only needed if no case of the previous ones can be counted."""
    problems = _Problems(old, new, block, dtype)
    proposed: set[str] = set()
    usual = problems.claimed(problems.case(n_rows, n_cols) for n_rows, n_cols in _USUAL_SHAPES)
    if usual:
        proposed = {case.id for case in usual}
        yield problems.pairs(usual)
    known = problems.of_matrices()
    if not usual:
        near = _nearest(problems.claimed((*problems.near(known), *known)))
        proposed = {case.id for case in near}
        if near:
            yield problems.pairs(near)
    rest = [
        case for case in problems.claimed(known) if case.id not in proposed and _size(case) <= MOST_ELEMENTS
    ]
    rest.sort(key=lambda case: (-_size(case), _padding(case), case.id))
    if rest:
        yield problems.pairs(rest[:_LARGEST])


def bend_pairs(old: Variant, new: Variant, block: Block, dtype: str) -> tuple[Pair, ...]:
    """Return the cases to count beyond the bends of both declarations' rules, where a kernel takes other paths.

    One case for each bend, the largest within `MOST_ELEMENTS` that both sides claim; none that is among the usual ones.
    """
    problems = _Problems(old, new, block, dtype)
    found: set[tuple[int, int]] = set()
    for variant in (old, new):
        for bend in bends(matrix.domain_of(variant, block, dtype)):
            within = [shape for shape in bend.shapes if matrix.cost(problems.case(*shape)) <= MOST_ELEMENTS]
            found.update(sorted(within, key=math.prod)[-1:])
    cases = (problems.case(*shape) for shape in sorted(found.difference(_USUAL_SHAPES)))
    return problems.pairs(problems.claimed(cases))


class _Problems:
    """Makes cases of one block and dtype, with ordinary values, and checks whether both sides claim them."""

    def __init__(self, old: Variant, new: Variant, block: Block, dtype: str) -> None:
        self._old, self._new = old, new
        self._block, self._dtype = block, dtype

    def case(self, n_rows: int, n_cols: int, layout: str = CONTIGUOUS) -> Case:
        return make_case(
            self._new,
            dtype=self._dtype,
            n_rows=n_rows,
            n_cols=n_cols,
            kind=BENCH_KIND,
            layout=layout,
            block=self._block,
        )

    def pairs(self, cases: Iterable[Case]) -> tuple[Pair, ...]:
        return tuple((replace(case, variant=self._old), case) for case in cases)

    def claimed(self, cases: Iterable[Case]) -> list[Case]:
        """Return the cases that both sides claim, each once."""
        found: dict[str, Case] = {}
        for case in cases:
            if case.id not in found and all(_claims(variant, case) for variant in (self._old, self._new)):
                found[case.id] = case
        return list(found.values())

    def of_matrices(self) -> list[Case]:
        """Return the problems of both matrices for this block and dtype."""
        found: dict[str, Case] = {}
        for variant in (self._old, self._new):
            try:
                cases = matrix.cases(variant)
            except SpecError:
                continue
            for case in cases:
                if (case.block, case.dtype) == (self._block, self._dtype):
                    made = self.case(case.shape.n_rows, case.shape.n_cols, case.layout)
                    found.setdefault(made.id, made)
        return list(found.values())

    def near(self, known: Iterable[Case]) -> Iterator[Case]:
        """Yield the claimed shapes nearest to the usual ones, in every layout."""
        # A variant with the rules of both sides, so that the edges of both are found.
        both = replace(self._new, requires=(*self._new.requires, *self._old.requires))
        known = tuple(known)
        widths = sorted({case.shape.n_cols for case in known})
        domain = Domain(both, self._block, self._dtype, widths)
        layouts = sorted({*LAYOUTS, *(case.layout for case in known)} - {HUGE_LAYOUT})
        for layout in layouts:
            for n_rows, n_cols in _USUAL_SHAPES:
                try:
                    place = domain.nearest(n_rows, n_cols, layout)
                except SpecError:
                    continue
                if place is not None:
                    yield self.case(*place, layout)


def _nearest(cases: list[Case]) -> list[Case]:
    """Return the case nearest to each usual shape; only the smallest case if none is within the budget."""
    within = [case for case in cases if _size(case) <= MOST_ELEMENTS]
    if not within:
        smallest = min(cases, key=lambda case: (_size(case), _padding(case), case.id), default=None)
        return [smallest] if smallest is not None and _size(smallest) <= MOST_ELEMENTS_AT_ALL else []
    chosen: dict[str, Case] = {}
    for shape in _USUAL_SHAPES:
        case = min(within, key=lambda case: (_distance(case, shape), _padding(case), case.id))
        chosen.setdefault(case.id, case)
    return list(chosen.values())


def _claims(variant: Variant, case: Case) -> bool:
    try:
        return replace(case, variant=variant).unmet() is None
    except SpecError:
        return False


def _size(case: Case) -> int:
    return case.shape.n_rows * case.shape.n_cols


def _padding(case: Case) -> int:
    """Return the sum of a layout's padding and offsets, in elements; 0 for contiguous rows from an aligned start."""
    strides = case.shape.inp_stride + case.shape.out_stride - 2 * case.shape.n_cols
    return strides + case.inp_offset + case.out_offset


def _distance(case: Case, shape: tuple[int, int]) -> float:
    n_rows, n_cols = shape
    return abs(math.log(case.shape.n_rows / n_rows)) + abs(math.log(case.shape.n_cols / n_cols))
