"""Compares costs of a changed variant without a GPU: the executor's counters, and the resources of the compiled code.

The numbers are counted, not measured. The same sources give the same numbers, so kernels cause every difference.
"""

from __future__ import annotations

import contextlib
import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..compiler import Compiler, open_cache
from ..compiler.request import case_request, code_request
from ..compiler.resources import resources_of
from ..errors import CompileError, SpecError, UsageError
from ..measure.case_counts import CaseCounts, CountingError, count_on
from ..measure.launch_resources import launch_resources
from ..run.session import Runner
from ..variant.case import Case, altered
from ..variant.variant import Block, Variant, block_text
from .counted_shapes import NOTHING_IN_COMMON, bend_pairs, combinations, counting_rounds
from .model import CasePair, CostChange, Kind, VariantGate
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
    """Whether an increase from 0 is a regression."""

    def of(self, counts: CaseCounts) -> float:
        """Return the counter's value, summed over all launches."""
        if self.name == "launches":
            return len(counts.launches)
        if self.name == "f64_instructions":
            each = (one for launch in counts.launches for one in launch.counts.instructions)
            return sum(one.counters.instructions for one in each if ".f64" in one.opcode)
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
    _note_one_side(gate, old, new)
    common = combinations(old, new)
    failures: dict[str, list[str]] = {}
    compared = {key: _count(gate, old, new, *key, counters, failures) for key in common}
    for why, cases in failures.items():
        more = f" (and {len(cases) - 1} more cases)" if len(cases) > 1 else ""
        gate.errors.append(f"counters at {cases[0]}{more}: {why}")
    if not gate.counted:
        reasons = [part.why for part in gate.not_compared if part.what.startswith("counters")]
        nothing = NOTHING_IN_COMMON if common else "base and head have no block and dtype in common"
        gate.leave_uncounted(next(iter(reasons), nothing))
    _compare_resources(gate, (old, new), sides, compiler, compared, archs or (sides[1].settings.arch,))
    _note_costlier(gate)


def _note_one_side(gate: VariantGate, old: Variant, new: Variant) -> None:
    """Note the blocks and dtypes that only one side declares."""
    for which, own, other in (("base", old, new), ("head", new, old)):
        parts = [f"block {block_text(block)}" for block in own.blocks if block not in other.blocks]
        parts += [dtype for dtype in own.dtypes if dtype not in other.dtypes]
        for part in parts:
            gate.leave_out(f"cost of {part}", f"only the {which} claims it")


def _count(
    gate: VariantGate,
    old: Variant,
    new: Variant,
    block: Block,
    dtype: str,
    counters: tuple[Runner, Runner],
    failures: dict[str, list[str]],
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
                gate.costs += compare_counts(before, after)
            elif isinstance(before, CaseCounts):
                failures.setdefault(f"the head cannot be counted: {after}", []).append(pair.head.id)
            else:
                gate.leave_out(f"counters at {pair.head.id}", _why_not(before, after))

    for pairs in counting_rounds(old, new, block, dtype):
        count(pairs)
        if counted:
            break
    # Beyond a bend a kernel takes another path, whose cost can change alone.
    count(bend_pairs(old, new, block, dtype))
    gate.costs += compare_threads(counts)
    if not tried:
        gate.leave_out(f"counters of {dtype}, block {block_text(block)}", NOTHING_IN_COMMON)
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


def compare_counts(base: CaseCounts, head: CaseCounts) -> tuple[CostChange, ...]:
    """Return the counters that differ between two counts of one problem, in the order of `COUNTERS`."""
    found = []
    for counter in COUNTERS:
        before, after = float(counter.of(base)), float(counter.of(head))
        if before != after:
            worse = after > before * (1 + counter.share) and (before > 0 or counter.from_zero)
            hint = counter.hint if worse else ""
            found.append(CostChange(counter.name, head.case.id, before, after, worse, hint))
    return tuple(found)


def compare_threads(pairs: Sequence[tuple[CaseCounts, CaseCounts]]) -> tuple[CostChange, ...]:
    """Compare the threads of all counted cases of one block and dtype, base and head.

    Fewer threads are usual where each does more: they are a regression only if the head's grid does not grow with the
    problem and the base's does. A smaller share of threads that access memory is one if every case has it.
    """
    if not pairs:
        return ()
    grids = [{counts.blocks for counts in side} for side in zip(*pairs, strict=True)]
    fewer = max(pairs, key=lambda pair: pair[0].threads / pair[1].threads)
    ratio = fewer[0].threads / fewer[1].threads
    grow = [len(of_side) > 1 or _grows(counts) for of_side, counts in zip(grids, fewer, strict=True)]
    stays = grow == [True, False] and max(grids[1]) < _FEW_BLOCKS
    found = []
    for name in ("blocks", "threads"):
        before, after = (float(getattr(counts, name)) for counts in fewer)
        if before != after:
            lost = name == "threads" and stays and ratio > _FEWER_THREADS
            hint = "the grid no longer grows with the problem" if lost else ""
            found.append(CostChange(name, fewer[1].case.id, before, after, lost, hint))
    shares = [tuple(counts.active_threads / counts.threads for counts in pair) for pair in pairs]
    # A block that is wide for a single, narrow case is not a mistake yet.
    loss = _LOSS if len(pairs) > 1 else 2 * _LOSS
    if all(before >= loss * after for before, after in shares):
        (before, after), pair = min(zip(shares, pairs, strict=True), key=lambda item: item[0][1] / item[0][0])
        hint = "threads are launched that access no memory"
        found.append(CostChange("active_threads_share", pair[1].case.id, before, after, True, hint))
    return tuple(found)


def _grows(counts: CaseCounts) -> bool:
    """Whether a counted case has more blocks with `_MANY` times as many rows, or columns, as far as that is claimed."""
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
    variants: tuple[Variant, Variant],
    sides: tuple[Revision, Revision],
    compiler: Compiler,
    compared: Mapping[tuple[Block, str], Sequence[CasePair]],
    archs: Sequence[str],
) -> None:
    """Compare the resources of every common block and dtype on each architecture, as reported by ptxas."""
    seen = set()
    failures: dict[str, list[str]] = {}
    for arch, ((block, dtype), pairs) in itertools.product(archs, compared.items()):
        where = f"{dtype}, block {block_text(block)}"
        part = f"{where}, {arch}" if len(archs) > 1 else where
        before, after = (
            _resources_at(variant, side, block, dtype, compiler, [pair[index] for pair in pairs], arch)
            for index, (variant, side) in enumerate(zip(variants, sides, strict=True))
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
        for change in _changed_resources(f"{arch}, {where}", old, new):
            # Blocks often share their code: equal numbers are reported once.
            key = arch, change.counter, change.base, change.head
            if key not in seen:
                seen.add(key)
                gate.costs.append(change)
    for why, places in failures.items():
        more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
        gate.errors.append(f"resources of {places[0]}{more} were not compared: of the head: {why}")


def _changed_resources(where: str, old: Mapping[str, int], new: Mapping[str, int]) -> Iterator[CostChange]:
    for name, before in old.items():
        after = new.get(name, before)
        if name == RESIDENT_WARPS:
            is_worse, hint = after < before, "registers or shared memory past a step of the occupancy"
        else:
            # Registers and shared memory cost what they cost in resident warps.
            is_worse = after > before and name not in ("registers", SHARED_BYTES)
            hint = _RESOURCES.get(name, "")
        if after != before:
            yield CostChange(name, where, before, after, is_worse, hint if is_worse else "")


def _resources_at(
    variant: Variant,
    side: Revision,
    block: Block,
    dtype: str,
    compiler: Compiler,
    cases: Sequence[Case],
    arch: str,
) -> tuple[dict[str, int], str] | str:
    """Return a variant's resources by name, and why the resident warps are unknown; or why all are unknown.

    Of a Triton kernel it is the code of the widest case.
    """
    settings = side.settings
    try:
        if cases:
            widest = max(cases, key=lambda case: case.shape.n_cols)
            request = case_request(widest, arch=arch, target="cubin", settings=settings)
        else:
            request = code_request(variant, block, dtype, arch=arch, target="cubin", settings=settings)
        kernels = resources_of(request, compiler=compiler, cache=open_cache(settings))
    except (CompileError, UsageError, SpecError) as error:
        return str(error)
    found = {
        name: max((getattr(kernel, name) for kernel in kernels.values()), default=0) for name in _RESOURCES
    }
    try:
        launched = [
            launch_resources(kernels[planned.entry], planned.block, planned.smem_bytes)
            for case in cases
            for planned in case.plan()
            if planned.entry in kernels
        ]
    except SpecError as error:
        return found, str(error)
    if not launched:
        return found, NOTHING_IN_COMMON
    found[SHARED_BYTES] = max(launch.all_shared_bytes for launch in launched)
    warps = [launch.occupancy.warps for launch in launched if launch.occupancy is not None]
    if len(warps) < len(launched):
        return found, f"the limits of a multiprocessor of {launched[0].arch} are unknown"
    found[RESIDENT_WARPS] = min(warps)
    return found, ""


def _note_costlier(gate: VariantGate) -> None:
    """Note one regression per counter that became worse, with its worst case."""
    worse: dict[str, list[CostChange]] = {}
    for cost in gate.costs:
        if cost.is_worse:
            worse.setdefault(cost.counter, []).append(cost)
    for counter, changed in worse.items():
        most = max(changed, key=_growth)
        more = f" (and {len(changed) - 1} more cases)" if len(changed) > 1 else ""
        message = f"{counter}: {most.base:g} -> {most.head:g} at {most.where}: {most.hint}{more}"
        gate.regress(Kind.COSTLIER, message)


def _growth(change: CostChange) -> float:
    if change.head < change.base:  # fewer resident warps are worse
        return change.base / max(change.head, 1e-9)
    return change.head / change.base if change.base else float("inf")
