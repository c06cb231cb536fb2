"""What a kernel costs without a GPU: exact counters of the executor, resources of the compiled code, before and after.

Nothing here is measured: the same sources give the same numbers, so any difference is one of the kernels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..perf.case_counts import CaseCounts
from ..perf.resources import Resources
from .model import CostChange, Kind, Regression

INSTRUCTION_SHARE = 0.02
"""More instructions than this share are a regression: fewer are bought back by one better load, and a compiler moves
that many around for no reason that shows in time."""


@dataclass(frozen=True)
class Counter:
    """A counter that the gate watches.

    Parameters
    ----------
    name : str
        As in docs/counters.md.
    read : callable
        Its value in a `CaseCounts`.
    hint : str
        What more of it usually means.
    share : float
        Increase that is let pass, as a share of the base's value.
    """

    name: str
    read: Callable[[CaseCounts], float]
    hint: str
    share: float = 0.0


def _double_precision(counts: CaseCounts) -> float:
    return sum(
        each.counters.instructions
        for launch in counts.launches
        for each in launch.counts.instructions
        if ".f64" in each.opcode
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
    """List the watched counters that differ between two counts of one problem, in the order of `COUNTERS`."""
    return compare_counters(head.case.id, counters_of(base), counters_of(head))


def counters_of(counts: CaseCounts) -> dict[str, float]:
    """Return the watched counters of a count by name, in the order of `COUNTERS`."""
    return {counter.name: float(counter.read(counts)) for counter in COUNTERS}


def compare_counters(
    where: str, base: Mapping[str, float], head: Mapping[str, float]
) -> tuple[CostChange, ...]:
    """List the watched counters that differ, of those that both sides have; `where` is the case, for people."""
    found = []
    for counter in COUNTERS:
        if counter.name not in base or counter.name not in head:
            continue
        before, after = base[counter.name], head[counter.name]
        if before != after:
            worse = after > before * (1 + counter.share)
            found.append(CostChange(counter.name, where, before, after, worse, counter.hint if worse else ""))
    return tuple(found)


def compare_resources(
    where: str,
    base: Mapping[str, Resources],
    head: Mapping[str, Resources],
    *,
    base_warps: int | None,
    head_warps: int | None,
) -> tuple[CostChange, ...]:
    """Compare what the assembler says of all entries of a module.

    Parameters
    ----------
    where : str
        Architecture, block and dtype, for people.
    base, head : mapping of str to Resources
        By entry; the largest of each side is compared, since entries may have been renamed.
    base_warps, head_warps : int or None
        Warps that a multiprocessor holds at once, of the launch with the fewest; None where it is not known of both.
    """
    sides: list[dict[str, int]] = [
        {
            name: max((read(each) for each in side.values()), default=0)
            for name, (read, _) in _RESOURCES.items()
        }
        for side in (base, head)
    ]
    if base_warps is not None and head_warps is not None:
        sides[0][RESIDENT_WARPS], sides[1][RESIDENT_WARPS] = base_warps, head_warps
    return compare_builds(where, *sides)


def compare_builds(where: str, base: Mapping[str, int], head: Mapping[str, int]) -> tuple[CostChange, ...]:
    """List what differs between what two builds take of a multiprocessor, of what both sides have.

    Parameters
    ----------
    where : str
        Architecture, block and dtype, for people.
    base, head : mapping of str to int
        ``registers``, ``spill_store_bytes``, ``spill_load_bytes``, ``stack_bytes`` and ``resident_warps``.
    """
    found = []
    for name in (*_RESOURCES, RESIDENT_WARPS):
        before, after = base.get(name), head.get(name)
        if before is None or after is None or before == after:
            continue
        if name == RESIDENT_WARPS:
            worse, hint = after < before, "registers or shared memory past a step of the occupancy"
        else:
            worse, hint = after > before and name != "registers", _RESOURCES[name][1]
        found.append(CostChange(name, where, before, after, worse, hint if worse else ""))
    return tuple(found)


def costlier(name: str, costs: Sequence[CostChange]) -> list[Regression]:
    """Make one regression of each counter of a variant that became worse, with the case where it did most."""
    worse: dict[str, list[CostChange]] = {}
    for each in costs:
        if each.is_worse:
            worse.setdefault(each.counter, []).append(each)
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
    if change.head < change.base:  # of resident warps fewer are worse
        return change.base / max(change.head, 1e-9)
    return change.head / change.base if change.base else float("inf")


RESIDENT_WARPS = "resident_warps"

_RESOURCES: Mapping[str, tuple[Callable[[Resources], int], str]] = {
    "registers": (lambda each: each.registers, ""),
    "spill_store_bytes": (lambda each: each.spill_store_bytes, "registers are spilled to local memory"),
    "spill_load_bytes": (lambda each: each.spill_load_bytes, "registers are spilled to local memory"),
    "stack_bytes": (lambda each: each.stack_bytes, "local memory: a spill, or an array that is indexed"),
}
