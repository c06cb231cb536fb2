"""Compares costs without a GPU: the executor's exact counters, and the resources of the compiled code.

The numbers are counted, not measured. The same sources give the same numbers, so kernels cause every difference.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..compiler.resources import Resources
from ..errors import SpecError
from ..measure.case_counts import CaseCounts
from ..variant.case import make_case
from .model import CostChange, Kind, Regression

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
    """A counter that the gate compares."""

    name: str
    """Name, as in docs/counters.md."""
    read: Callable[[CaseCounts], float]
    """``(CaseCounts) -> float``: value of the counter."""
    hint: str
    """Usual cause of an increase."""
    share: float = 0.0
    """Allowed increase, as a share of the base's value."""
    from_zero: bool = True
    """Whether an increase from 0 is a regression."""


def _double_precision(counts: CaseCounts) -> float:
    return sum(
        instruction.counters.instructions
        for launch in counts.launches
        for instruction in launch.counts.instructions
        if ".f64" in instruction.opcode
    )


COUNTERS: tuple[Counter, ...] = (
    Counter(
        "global_load_sectors",
        lambda counts: counts.total.global_load_sectors,
        "reads are less coalesced, or memory is read once more",
    ),
    Counter(
        "global_store_sectors",
        lambda counts: counts.total.global_store_sectors,
        "writes are less coalesced, or memory is written once more",
    ),
    Counter(
        "global_atomic_sectors",
        lambda counts: counts.total.global_atomic_sectors,
        "more atomics on global memory",
    ),
    Counter(
        "global_load_requests",
        lambda counts: counts.total.global_load_requests,
        "more load instructions for the same data, such as narrower ones",
        INSTRUCTION_SHARE,
    ),
    Counter(
        "hottest_atomic",
        lambda counts: counts.hottest_atomic,
        "more atomics meet at one address, such as after copies of a table became one",
        _LOSS - 1,
        from_zero=False,
    ),
    Counter("shared_excess", lambda counts: counts.total.shared_excess, "bank conflicts in shared memory"),
    Counter("block_barriers", lambda counts: counts.block_barriers, "more barriers of the block"),
    Counter(
        "local_sectors",
        lambda counts: counts.total.local_sectors,
        "an array that cannot be kept in registers",
    ),
    Counter("f64_instructions", _double_precision, "arithmetic in double precision"),
    Counter("launches", lambda counts: len(counts.launches), "more kernel launches"),
    Counter(
        "instructions",
        lambda counts: counts.total.instructions,
        "more instructions executed",
        INSTRUCTION_SHARE,
    ),
)


def compare_counts(base: CaseCounts, head: CaseCounts) -> tuple[CostChange, ...]:
    """Return the counters that differ between two counts of one problem, in the order of `COUNTERS`."""
    found = []
    for counter in COUNTERS:
        before, after = float(counter.read(base)), float(counter.read(head))
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
        larger = make_case(
            case.variant,
            dtype=case.dtype,
            n_rows=n_rows,
            n_cols=n_cols,
            block=case.block,
            sizes=dict(shape.further),
        )
        with contextlib.suppress(SpecError):
            if (
                larger.unmet() is None
                and sum(math.prod(launch.grid) for launch in larger.plan()) > counts.blocks
            ):
                return True
    return False


def compare_resources(
    where: str,
    base: Mapping[str, Resources],
    head: Mapping[str, Resources],
    *,
    base_warps: int | None,
    head_warps: int | None,
    shared_bytes: tuple[int, int] | None = None,
) -> tuple[CostChange, ...]:
    """Compare the resources that ptxas reports for the entries of a module."""
    before, after = (
        {
            name: max((read(kernel) for kernel in side.values()), default=0)
            for name, (read, _) in _RESOURCES.items()
        }
        for side in (base, head)
    )
    if shared_bytes is not None:
        before[SHARED_BYTES], after[SHARED_BYTES] = shared_bytes
    if base_warps is not None and head_warps is not None:
        before[RESIDENT_WARPS], after[RESIDENT_WARPS] = base_warps, head_warps
    found = []
    for name, old in before.items():
        new = after[name]
        if old == new:
            continue
        if name == RESIDENT_WARPS:
            worse, hint = new < old, "registers or shared memory past a step of the occupancy"
        else:
            # Registers and shared memory cost what they cost in resident warps.
            worse = new > old and name not in ("registers", SHARED_BYTES)
            hint = _RESOURCES[name][1] if worse else ""
        found.append(CostChange(name, where, old, new, worse, hint if worse else ""))
    return tuple(found)


def costlier(name: str, costs: Sequence[CostChange]) -> list[Regression]:
    """Return one regression per counter of a variant that became worse, with its worst case."""
    worse: dict[str, list[CostChange]] = {}
    for cost in costs:
        if cost.is_worse:
            worse.setdefault(cost.counter, []).append(cost)
    found = []
    for counter, changed in worse.items():
        most = max(changed, key=_growth)
        found.append(
            Regression(
                Kind.COSTLIER,
                name,
                f"{counter}: {most.base:g} -> {most.head:g} at {most.where}: {most.hint}"
                + (f" (and {len(changed) - 1} more cases)" if len(changed) > 1 else ""),
            )
        )
    return found


def _growth(change: CostChange) -> float:
    if change.head < change.base:  # fewer resident warps are worse
        return change.base / max(change.head, 1e-9)
    return change.head / change.base if change.base else float("inf")


RESIDENT_WARPS = "resident_warps"

SHARED_BYTES = "shared_bytes"

_RESOURCES: Mapping[str, tuple[Callable[[Resources], int], str]] = {
    "registers": (lambda each: each.registers, ""),
    "spill_store_bytes": (lambda each: each.spill_store_bytes, "registers are spilled to local memory"),
    "spill_load_bytes": (lambda each: each.spill_load_bytes, "registers are spilled to local memory"),
    "stack_bytes": (lambda each: each.stack_bytes, "local memory: a spill, or an array that is indexed"),
}
