"""Compares costs of a changed variant without a GPU: the executor's counters, and the resources of the compiled code.

The numbers are counted, not measured. The same sources give the same numbers, so kernels cause every difference. A
variant is counted at shapes that base and head claim, preferably the usual ones. They depend only on the two
declarations, and not on which of the two is the head.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ..compiler import Compiler, open_cache
from ..compiler.compilation import Resources, resources_of
from ..compiler.request import case_request, code_request
from ..errors import CompileError, SpecError, UsageError
from ..lazy import dataclass, replace
from ..measure.case_counts import CaseCounts, CountingError, count_on
from ..measure.launch_resources import launch_resources
from ..run.bench_cases import BENCH_KIND, BENCH_SHAPES
from ..run.session import Runner
from ..variant import matrix
from ..variant.case import Case, altered, make_case
from ..variant.domain import Domain, bends
from ..variant.shape import CONTIGUOUS, HUGE_LAYOUT, LAYOUTS
from ..variant.variant import Block, Variant, block_text
from .model import CasePair, CostChange, Kind, VariantGate, common_parts
from .revision import Revision

INSTRUCTION_SHARE = 0.02
"""Increase in instructions, as a share, beyond which the gate reports a regression. One better load outweighs a smaller
increase, and compilers cause such increases without an effect on time."""
_LOSS = 2
"""Factor beyond which a loss of active threads, or a gain of atomics at one address, is a regression."""
_FEWER_THREADS = 8
"""Factor of threads that a grid without growth must lose."""
_MANY = 64
_FEW_BLOCKS = 32
"""A grid of so many blocks may still use a whole GPU."""


@dataclass(frozen=True)
class Counter:
    """A counter that the gate compares, by its name in docs/counters.md."""

    name: str
    hint: str
    """Usual cause of an increase."""
    share: float = 0.0
    """Allowed increase, as a share of the base's value."""
    from_zero: bool = True

    def of(self, counts: Any) -> float:
        if self.name == "launches":
            return float(len(counts.launches))
        if self.name == "f64_instructions":
            executed = (row for launch in counts.launches for row in launch.counts.instructions)
            return float(sum(row.counters.instructions for row in executed if ".f64" in row.opcode))
        return float(getattr(counts if hasattr(counts, self.name) else counts.total, self.name))


COUNTERS = (
    Counter("global_load_sectors", "reads are less coalesced, or memory is read once more"),
    Counter("global_store_sectors", "writes are less coalesced, or memory is written once more"),
    Counter("global_atomic_sectors", "more atomics on global memory"),
    Counter(
        "global_load_requests",
        "more load instructions for the same data, such as narrower ones",
        INSTRUCTION_SHARE,
    ),
    Counter(
        "hottest_atomic",
        "more atomics meet at one address, such as after copies of a table became one",
        _LOSS - 1,
        from_zero=False,
    ),
    Counter("shared_excess", "bank conflicts in shared memory"),
    Counter("block_barriers", "more barriers of the block"),
    Counter("local_sectors", "an array that cannot be kept in registers"),
    Counter("f64_instructions", "arithmetic in double precision"),
    Counter("launches", "more kernel launches"),
    Counter("instructions", "more instructions executed", INSTRUCTION_SHARE),
)


RESIDENT_WARPS, SHARED_BYTES = "resident_warps", "shared_bytes"

_RESOURCES = {
    "registers": "",
    "spill_store_bytes": "registers are spilled to local memory",
    "spill_load_bytes": "registers are spilled to local memory",
    "stack_bytes": "local memory: a spill, or an array that is indexed",
}
"""Fields of `Resources` that are compared, each with the usual cause of an increase."""


def compare_costs(
    gate: VariantGate,
    sides: tuple[Revision, Revision],
    counters: tuple[Runner, Runner],
    compiler: Compiler,
    archs: Sequence[str] = (),
) -> None:
    old, new = gate.base, gate.head
    assert old is not None
    assert new is not None
    for which, own, other in (("base", old, new), ("head", new, old)):
        parts = [f"block {block_text(block)}" for block in own.blocks if block not in other.blocks]
        parts += [dtype for dtype in own.dtypes if dtype not in other.dtypes]
        for part in parts:
            gate.leave_out(f"cost of {part}", f"only the {which} claims it")
    common = problems_of(old, new)
    failures: dict[str, list[str]] = {}
    compared = [(problems, _count(gate, problems, counters, failures)) for problems in common]
    for why, cases in failures.items():
        more = f" (and {len(cases) - 1} more cases)" if len(cases) > 1 else ""
        gate.errors.append(f"counters at {cases[0]}{more}: {why}")
    if not gate.counted:
        reasons = [part.why for part in gate.not_compared if part.what.startswith("counters")]
        nothing = NOTHING_IN_COMMON if common else "base and head have no block and dtype in common"
        gate.leave_uncounted(next(iter(reasons), nothing))
    _compare_resources(gate, sides, compiler, compared, archs or (sides[1].settings.arch,))
    note_costlier(gate)


def _count(
    gate: VariantGate, problems: Problems, counters: tuple[Runner, Runner], failures: dict[str, list[str]]
) -> list[CasePair]:
    """Count one block and dtype; return the counted cases, or the tried ones if none can be counted."""
    counted: list[CasePair] = []
    counts: list[tuple[CaseCounts, CaseCounts]] = []
    tried: list[CasePair] = []

    def count(pairs: Sequence[CasePair]) -> None:
        for pair in pairs:
            tried.append(pair)
            before, after = map(_counts, counters, pair)
            if isinstance(before, CaseCounts) and isinstance(after, CaseCounts):
                counted.append(pair)
                counts.append((before, after))
                gate.counted.append(pair.head.id)
                gate.costs += compare_counts(before, after, pair.head.id)
            elif isinstance(before, CaseCounts):
                failures.setdefault(f"the head cannot be counted: {after}", []).append(pair.head.id)
            else:
                gate.leave_out(f"counters at {pair.head.id}", _why_not(before, after))

    for pairs in problems.rounds():
        count(pairs)
        if counted:
            break
    # Beyond a bend a kernel takes another path, whose cost can change alone.
    count(problems.beyond_bends())
    gate.costs += compare_threads(counts)
    if not tried:
        gate.leave_out(f"counters of {problems}", NOTHING_IN_COMMON)
    return counted or tried


def _counts(runner: Runner, case: Case) -> CaseCounts | str:
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


def compare_counts(
    base: Any, head: Any, where: str, counters: Sequence[Counter] = COUNTERS
) -> tuple[CostChange, ...]:
    """Return the counters that differ between two counts of one problem, in the order of `COUNTERS`.

    Both have the counters as attributes, or in `total`, as `CountedLaunches` has.
    """
    changes = []
    for counter in counters:
        before, after = float(counter.of(base)), float(counter.of(head))
        if before != after:
            worse = after > before * (1 + counter.share) and (before > 0 or counter.from_zero)
            hint = counter.hint if worse else ""
            changes.append(CostChange(counter.name, where, before, after, worse, hint))
    return tuple(changes)


def compare_threads(pairs: Sequence[tuple[CaseCounts, CaseCounts]]) -> tuple[CostChange, ...]:
    """Compare the threads of all counted cases of one block and dtype, base and head."""
    # A kernel may use fewer threads that each do more: this is a regression only if the head's grid does not grow with
    # the problem and the base's does. A smaller share of threads that access memory is a regression if every case has
    # it.
    if not pairs:
        return ()
    grids = [{counts.blocks for counts in side} for side in zip(*pairs, strict=True)]
    fewer = max(pairs, key=lambda pair: pair[0].threads / pair[1].threads)
    ratio = fewer[0].threads / fewer[1].threads
    grow = [len(of_side) > 1 or _grows(counts) for of_side, counts in zip(grids, fewer, strict=True)]
    stays = grow == [True, False] and max(grids[1]) < _FEW_BLOCKS
    changes = []
    for name in ("blocks", "threads"):
        before, after = (float(getattr(counts, name)) for counts in fewer)
        if before != after:
            lost = name == "threads" and stays and ratio > _FEWER_THREADS
            hint = "the grid no longer grows with the problem" if lost else ""
            changes.append(CostChange(name, fewer[1].case.id, before, after, lost, hint))
    shares = [tuple(counts.active_threads / counts.threads for counts in pair) for pair in pairs]
    # A block that is too wide for a single, narrow case is not necessarily a mistake.
    loss = _LOSS if len(pairs) > 1 else 2 * _LOSS
    if all(before >= loss * after for before, after in shares):
        (before, after), pair = min(zip(shares, pairs, strict=True), key=lambda item: item[0][1] / item[0][0])
        hint = "threads are launched that access no memory"
        changes.append(CostChange("active_threads_share", pair[1].case.id, before, after, True, hint))
    return tuple(changes)


def _grows(counts: CaseCounts) -> bool:
    """Whether a counted case has more blocks with `_MANY` times as many rows, or columns, if it claims them."""
    case, shape = counts.case, counts.case.shape
    for n_rows, n_cols in ((_MANY * shape.n_rows, shape.n_cols), (shape.n_rows, _MANY * shape.n_cols)):
        larger = altered(case, n_rows=n_rows, n_cols=n_cols)
        with contextlib.suppress(SpecError):
            if (
                larger.unmet() is None
                and sum(math.prod(launch.grid) for launch in larger.plan()) > counts.blocks
            ):
                return True
    return False


def _compare_resources(
    gate: VariantGate,
    sides: tuple[Revision, Revision],
    compiler: Compiler,
    compared: Sequence[tuple[Problems, Sequence[CasePair]]],
    archs: Sequence[str],
) -> None:
    """Compare the resources of every common block and dtype on each architecture, as reported by ptxas."""
    failures: dict[str, list[str]] = {}
    # Blocks often share their code: equal numbers are reported once.
    changes: dict[tuple[object, ...], CostChange] = {}
    for arch, (problems, pairs) in itertools.product(archs, compared):
        part = f"{problems}, {arch}" if len(archs) > 1 else str(problems)
        before, after = (
            _resources_at(variant, sides[index], problems, compiler, [pair[index] for pair in pairs], arch)
            for index, variant in enumerate((problems.old, problems.new))
        )
        if isinstance(before, str):
            gate.leave_out(f"resources of {part}", f"of the base: {before}")
            continue
        if isinstance(after, str):
            failures.setdefault(after, []).append(part)
            continue
        (old, why_old), (new, why_new) = before, after
        if why_old or why_new:
            gate.leave_out(f"{RESIDENT_WARPS} of {part}", why_old or why_new)
        for change in changed_resources(f"{arch}, {problems}", old, new):
            changes.setdefault((arch, change.counter, change.base, change.head), change)
    gate.costs += changes.values()
    for why, places in failures.items():
        more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
        gate.errors.append(f"resources of {places[0]}{more} were not compared: of the head: {why}")


def changed_resources(where: str, old: Mapping[str, int], new: Mapping[str, int]) -> Iterator[CostChange]:
    """Yield the resources that differ."""
    for name, before in old.items():
        after = new.get(name, before)
        if name == RESIDENT_WARPS:
            is_worse, hint = after < before, "registers or shared memory past a step of the occupancy"
        else:
            # Registers and shared memory cost time only through resident warps.
            is_worse = after > before and name not in ("registers", SHARED_BYTES)
            hint = _RESOURCES.get(name, "")
        if after != before:
            yield CostChange(name, where, before, after, is_worse, hint if is_worse else "")


def _resources_at(
    variant: Variant, side: Revision, problems: Problems, compiler: Compiler, cases: Sequence[Case], arch: str
) -> tuple[dict[str, int], str] | str:
    """Return a variant's resources by name, and why the resident warps are unknown; or why all are unknown."""
    # For a Triton kernel they are the resources of the code for the widest case.
    settings = side.settings
    try:
        if cases:
            widest = max(cases, key=lambda case: case.shape.n_cols)
            request = case_request(widest, arch=arch, target="cubin", settings=settings)
        else:
            block, dtype = problems.block, problems.dtype
            request = code_request(variant, block, dtype, arch=arch, target="cubin", settings=settings)
        kernels = resources_of(request, compiler=compiler, cache=open_cache(settings))
    except (CompileError, UsageError, SpecError) as error:
        return str(error)
    try:
        planned = [(each.entry, each.block, each.smem_bytes) for case in cases for each in case.plan()]
    except SpecError as error:
        return resource_figures(kernels, ())[0], str(error)
    return resource_figures(kernels, planned)


def resource_figures(
    kernels: Mapping[str, Resources], planned: Iterable[tuple[str, Block, int]]
) -> tuple[dict[str, int], str]:
    """Return resources by name, and why the resident warps are unknown; launches are entry, block, shared memory."""
    figures = {
        name: max((getattr(kernel, name) for kernel in kernels.values()), default=0) for name in _RESOURCES
    }
    launched = [
        launch_resources(kernels[entry], block, smem) for entry, block, smem in planned if entry in kernels
    ]
    if not launched:
        return figures, NOTHING_IN_COMMON
    figures[SHARED_BYTES] = max(launch.all_shared_bytes for launch in launched)
    warps = [launch.occupancy.warps for launch in launched if launch.occupancy is not None]
    if len(warps) < len(launched):
        return figures, f"the limits of a multiprocessor of {launched[0].arch} are unknown"
    figures[RESIDENT_WARPS] = min(warps)
    return figures, ""


def note_costlier(gate: VariantGate) -> None:
    """Note a regression for each counter or resource that became worse."""
    worse: dict[str, list[CostChange]] = {}
    for cost in gate.costs:
        if cost.is_worse:
            worse.setdefault(cost.counter, []).append(cost)
    for counter, changed in worse.items():
        most = max(changed, key=_growth)
        more = f" (and {len(changed) - 1} more cases)" if len(changed) > 1 else ""
        growth = f"{100 * (most.head / most.base - 1):+.1f} %" if most.base else "new"
        message = f"{counter}: {most.base:g} -> {most.head:g} ({growth}) at {most.where}: {most.hint}{more}"
        gate.regress(Kind.COSTLIER, message)


def _growth(change: CostChange) -> float:
    if change.head < change.base:  # fewer resident warps are worse
        return change.base / max(change.head, 1e-9)
    return change.head / change.base if change.base else float("inf")


NOTHING_IN_COMMON = "none of the tried shapes is claimed by both base and head"

MOST_ELEMENTS = 2**17
"""Maximum number of elements of a counted case. The largest usual case has half as many."""

MOST_ELEMENTS_AT_ALL = 2**22
"""Maximum number of elements of the only counted case of a variant that claims only larger problems."""

_USUAL_SHAPES = BENCH_SHAPES["cpu"]
_LARGEST = 3


def problems_of(old: Variant, new: Variant) -> list[Problems]:
    return [Problems(old, new, *part) for part in common_parts(new, old)]


@dataclass(frozen=True)
class Problems:
    """Makes cases of one block and dtype, with ordinary values, and checks whether both sides claim them."""

    old: Variant
    new: Variant
    block: Block
    dtype: str

    def __str__(self) -> str:
        return f"{self.dtype}, block {block_text(self.block)}"

    def rounds(self) -> Iterator[tuple[CasePair, ...]]:
        """Yield cases to count, in groups; the next is only needed if no case of the previous ones can be counted."""
        first = self._claimed(self._case(n_rows, n_cols) for n_rows, n_cols in _USUAL_SHAPES)
        if first:
            yield self._pairs(first)
        known = self._of_matrices()
        if not first:
            first = _nearest(self._claimed((*self._near(known), *known)))
            if first:
                yield self._pairs(first)
        proposed = {case.id for case in first}
        claimed = self._claimed(case for case in known if case.id not in proposed)
        rest = [case for case in claimed if _size(case) <= MOST_ELEMENTS]
        rest.sort(key=lambda case: (-_size(case), _padding(case), case.id))
        if rest:
            yield self._pairs(rest[:_LARGEST])

    def beyond_bends(self) -> tuple[CasePair, ...]:
        """Return the cases to count beyond the bends of both declarations' rules, where a kernel takes other paths."""
        # One case for each bend, the largest within `MOST_ELEMENTS` that both sides claim; none among the usual ones.
        shapes: set[tuple[int, int]] = set()
        for variant in (self.old, self.new):
            for bend in bends(matrix.domain_of(variant, self.block, self.dtype)):
                within = [shape for shape in bend.shapes if matrix.cost(self._case(*shape)) <= MOST_ELEMENTS]
                shapes.update(sorted(within, key=math.prod)[-1:])
        cases = (self._case(*shape) for shape in sorted(shapes.difference(_USUAL_SHAPES)))
        return self._pairs(self._claimed(cases))

    def _case(self, n_rows: int, n_cols: int, layout: str = CONTIGUOUS) -> Case:
        make = partial(make_case, self.new, dtype=self.dtype, block=self.block, kind=BENCH_KIND)
        return make(n_rows=n_rows, n_cols=n_cols, layout=layout)

    def _pairs(self, cases: Iterable[Case]) -> tuple[CasePair, ...]:
        return tuple(CasePair(replace(case, variant=self.old), case) for case in cases)

    def _claimed(self, cases: Iterable[Case]) -> list[Case]:
        by_id = {case.id: case for case in cases}
        return [case for case in by_id.values() if _claims(self.old, case) and _claims(self.new, case)]

    def _of_matrices(self) -> list[Case]:
        known: list[Case] = []
        for variant in (self.old, self.new):
            with contextlib.suppress(SpecError):
                known += matrix.cases(variant)
        of_this = [case for case in known if (case.block, case.dtype) == (self.block, self.dtype)]
        cases = (self._case(case.shape.n_rows, case.shape.n_cols, case.layout) for case in of_this)
        return list({case.id: case for case in cases}.values())

    def _near(self, known: list[Case]) -> Iterator[Case]:
        """Yield the claimed shapes nearest to the usual ones, in every layout."""
        # A variant with the rules of both sides, so that the edges of both are found.
        both = replace(self.new, requires=(*self.new.requires, *self.old.requires))
        widths = sorted({case.shape.n_cols for case in known})
        domain = Domain(both, self.block, self.dtype, widths)
        layouts = sorted({*LAYOUTS, *(case.layout for case in known)} - {HUGE_LAYOUT})
        for layout in layouts:
            for n_rows, n_cols in _USUAL_SHAPES:
                try:
                    place = domain.nearest(n_rows, n_cols, layout)
                except SpecError:
                    continue
                if place is not None:
                    yield self._case(*place, layout)


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
    return strides + case.placement.inp_offset + case.placement.out_offset


def _distance(case: Case, shape: tuple[int, int]) -> float:
    n_rows, n_cols = shape
    return abs(math.log(case.shape.n_rows / n_rows)) + abs(math.log(case.shape.n_cols / n_cols))
