"""Exact counters of a launch, by instruction, source line and class, and which way its branches went.

docs/counters.md defines each counter. They depend on the kernel, its arguments and the executor's converged schedule
alone: they are the same on every host, with any number of workers.

A branch is an instruction with a guard: a conditional ``bra``, or an instruction that some lanes do not execute. A
``selp`` is one, too, if a comparison of integers decides, and so are ``min`` and ``max`` of an integer and a constant.
Other choices, such as branch tables, are not counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ...lazy import dataclass, replace
from .. import layout as kh
from ..ir.counting import FIELDS, SPACES, UNSEEN_HIGH, UNSEEN_LOW, CountedInstruction
from ..ir.kernel_code import KernelCode

_LESS, _GREATER = ("lt", "lo"), ("gt", "hi")
_AT_MOST, _AT_LEAST = ("le", "ls"), ("ge", "hs")


class IntegerComparison(NamedTuple):
    """The operands of one comparison of integers, over all lanes that executed it."""

    ptx_line: int
    condition: str
    """Condition of the ``setp``, such as ``lt``."""
    low: int = UNSEEN_LOW
    high: int = UNSEEN_HIGH
    """`low`, `high`: least and greatest difference, first operand minus second; `low` is above `high` if no lane
    compared."""
    near: int = UNSEEN_LOW
    """Least absolute difference."""

    def gap(self, wanted: bool) -> int:
        """Return by how much the operands missed the wanted outcome; 0 or less if some lane had it."""
        condition = self.condition
        if condition in ("eq", "ne"):
            # equality is missed by the least distance, inequality by 1 and only if all operands were equal
            is_equal = wanted is (condition == "eq")
            return self.near if is_equal else int(self.low == self.high == 0)
        if condition in (_LESS if wanted else _AT_LEAST):
            # a < b needs a - b to be -1 at most
            return self.low + 1
        if condition in (_AT_MOST if wanted else _GREATER):
            return self.low
        if condition in (_GREATER if wanted else _AT_MOST):
            return 1 - self.high
        return -self.high

    @property
    def is_reached(self) -> bool:
        return self.low <= self.high

    @property
    def missing(self) -> tuple[bool, ...]:
        """The outcomes that no lane has had; none if no lane compared."""
        return tuple(wanted for wanted in (True, False) if self.is_reached and self.gap(wanted) > 0)

    def joined(self, other: IntegerComparison) -> IntegerComparison:
        return self._replace(
            low=min(self.low, other.low), high=max(self.high, other.high), near=min(self.near, other.near)
        )


@dataclass(frozen=True)
class Branch:
    """One guarded instruction of a kernel, or one ``selp``, ``min`` or ``max``."""

    ptx_line: int
    opcode: str
    source_file: str
    source_line: int
    lanes_on: int
    lanes_off: int
    """`lanes_on`, `lanes_off`: lanes with a true and with a false guard, summed over executions; for a ``selp``,
    ``min`` or ``max``, lanes that took its first and its second operand."""
    comparisons: tuple[IntegerComparison, ...] = ()
    """The comparisons of integers that the guard's value comes from, by PTX line."""

    @property
    def ways(self) -> int:
        """Number of directions that lanes took, 0 to 2."""
        return (self.lanes_on > 0) + (self.lanes_off > 0)

    def joined(self, other: Branch) -> Branch:
        return replace(
            self,
            lanes_on=self.lanes_on + other.lanes_on,
            lanes_off=self.lanes_off + other.lanes_off,
            comparisons=tuple(a.joined(b) for a, b in zip(self.comparisons, other.comparisons, strict=True)),
        )


@dataclass(frozen=True)
class BranchCounts:
    branches: tuple[Branch, ...]
    """By PTX line; copies of one instruction are joined."""
    lines: dict[tuple[str, int], bool]
    """Whether a lane ran an instruction of a CUDA source line ``(file, line)``; every line with code is there."""

    def joined(self, other: BranchCounts) -> BranchCounts:
        return BranchCounts(
            tuple(a.joined(b) for a, b in zip(self.branches, other.branches, strict=True)),
            {line: has_run or other.lines[line] for line, has_run in self.lines.items()},
        )


def read_branches(
    files: Mapping[int, str], code: KernelCode, words: Sequence[int], low: Sequence[int], high: Sequence[int]
) -> BranchCounts:
    compared: dict[int, IntegerComparison] = {}
    for comparison in code.comparisons:
        word, line = comparison.word, comparison.ptx_line
        new = IntegerComparison(line, comparison.condition, low[word], high[word + 1], low[word + 2])
        compared[line] = compared[line].joined(new) if line in compared else new
    branches: dict[tuple[int, str], Branch] = {}
    lines: dict[tuple[str, int], bool] = {}
    for counted in code.counted:
        source = files.get(counted.file, ""), counted.source_line
        on = lanes = words[counted.block_word + 1]
        decided: list[tuple[Collection[int], tuple[int, int]]] = []
        if counted.guard_word:
            taken = words[counted.guard_word]
            ways = (lanes - taken, taken) if counted.skips else (taken, lanes - taken)
            decided.append((code.fed_by.get(counted.guard, ()), ways))
            # every active lane executes a branch, whether it is taken or not
            on = lanes if counted.divergence_word else ways[0]
        lines[source] = lines.get(source, False) or on > 0
        if counted.choice_word:
            by = code.fed_by.get(counted.choice, ()) if counted.choice else (counted.ptx_line,)
            chosen = words[counted.choice_word]
            if compared.keys() & set(by):
                decided.append((by, (chosen, on - chosen)))
        for fed_by, numbers in decided:
            comparisons = tuple(compared[line] for line in sorted(fed_by) if line in compared)
            branch = Branch(counted.ptx_line, counted.opcode, *source, *numbers, comparisons)
            key = (branch.ptx_line, branch.opcode)
            branches[key] = branches[key].joined(branch) if key in branches else branch
    return BranchCounts(tuple(branches[key] for key in sorted(branches)), lines)


class Counters(NamedTuple):
    """Counters of an instruction, a line, a launch, or several launches."""

    instructions: int = 0
    lane_instructions: int = 0
    lanes_on: int = 0
    branches: int = 0
    divergent_branches: int = 0
    barriers: int = 0
    warp_barriers: int = 0
    shuffles: int = 0
    votes: int = 0
    atomics: int = 0
    global_load_requests: int = 0
    global_load_sectors: int = 0
    global_load_bytes: int = 0
    global_store_requests: int = 0
    global_store_sectors: int = 0
    global_store_bytes: int = 0
    global_atomic_requests: int = 0
    global_atomic_sectors: int = 0
    global_atomic_bytes: int = 0
    shared_load_requests: int = 0
    shared_load_wavefronts: int = 0
    shared_load_ideal: int = 0
    shared_load_bytes: int = 0
    shared_store_requests: int = 0
    shared_store_wavefronts: int = 0
    shared_store_ideal: int = 0
    shared_store_bytes: int = 0
    shared_atomic_requests: int = 0
    shared_atomic_wavefronts: int = 0
    shared_atomic_ideal: int = 0
    shared_atomic_bytes: int = 0
    local_load_requests: int = 0
    local_load_sectors: int = 0
    local_load_bytes: int = 0
    local_store_requests: int = 0
    local_store_sectors: int = 0
    local_store_bytes: int = 0
    """Local memory traffic in the PTX: arrays that could not be kept in registers. Spills by ptxas are not
    included."""

    @property
    def global_sectors(self) -> int:
        return self.global_load_sectors + self.global_store_sectors + self.global_atomic_sectors

    @property
    def global_bytes(self) -> int:
        return self.global_load_bytes + self.global_store_bytes + self.global_atomic_bytes

    @property
    def local_sectors(self) -> int:
        return self.local_load_sectors + self.local_store_sectors

    @property
    def shared_wavefronts(self) -> int:
        return self.shared_load_wavefronts + self.shared_store_wavefronts + self.shared_atomic_wavefronts

    @property
    def shared_ideal(self) -> int:
        """Wavefronts of the same accesses without bank conflicts."""
        return self.shared_load_ideal + self.shared_store_ideal + self.shared_atomic_ideal

    @property
    def shared_excess(self) -> int:
        return self.shared_wavefronts - self.shared_ideal

    @property
    def active_lanes(self) -> float:
        """Mean active lanes of an executed instruction, 0 to 32; 0 if none was executed."""
        return self.lane_instructions / self.instructions if self.instructions else 0.0


def total(all_counters: Iterable[Counters]) -> Counters:
    columns = list(zip(*all_counters, strict=True))
    return Counters(*map(sum, columns)) if columns else Counters()


@dataclass(frozen=True)
class InstructionCounts:
    """Counters of one PTX instruction; its inlined copies in a kernel are added."""

    ptx_line: int
    opcode: str
    family: str
    """`opcode`, `family`: opcode with all modifiers, and class of the instruction."""
    source_file: str
    """CUDA source file, empty if unknown; the innermost one if the code was inlined."""
    source_line: int
    counters: Counters


@dataclass(frozen=True)
class Counts:
    kernel: str
    instructions: tuple[InstructionCounts, ...]
    """All instructions by PTX line, including those that no warp reached."""
    block_barriers: int = 0
    """Number of times that a block's barrier opened, over all blocks."""
    active_threads: int = 0
    """Threads that accessed global or shared memory. In a launch of gangs a thread may count more than once."""
    hottest_atomic: int = 0
    """Lanes whose atomics met at one address, of the address with the most; shared memory of each block apart."""

    @property
    def total(self) -> Counters:
        return total(instruction.counters for instruction in self.instructions)

    @property
    def by_class(self) -> dict[str, int]:
        """Executed instructions by class; classes without any are left out."""
        sums: dict[str, int] = {}
        for counted in self.instructions:
            sums[counted.family] = sums.get(counted.family, 0) + counted.counters.instructions
        return {name: n for name, n in sorted(sums.items()) if n}

    @property
    def by_line(self) -> dict[tuple[str, int], Counters]:
        """Counters of each CUDA source line ``(file, line)``, in that order."""
        groups: dict[tuple[str, int], list[Counters]] = {}
        for counted in self.instructions:
            groups.setdefault((counted.source_file, counted.source_line), []).append(counted.counters)
        return {line: total(groups[line]) for line in sorted(groups)}


_Key = tuple[int, str, int, int]
_FAMILY_COUNTERS = {"shuffle": "shuffles", "vote": "votes", "atomic": "atomics"}


class CountTables:
    def __init__(self, code: KernelCode, workers: Sequence[kh.Worker]) -> None:
        size = code.n_count_words + len(code.sites) * kh.COUNT_WORDS + kh.COUNT_NOTES
        self._tables = [np.zeros(size, np.uint64) for _ in workers]
        for worker, table in zip(workers, self._tables, strict=True):
            # differences may be negative, and all other counters are unsigned
            signed = table.view(np.int64)
            for comparison in code.comparisons:
                signed[comparison.word : comparison.word + 3] = UNSEEN_LOW, UNSEEN_HIGH, UNSEEN_LOW
            table[kh.COUNT_SITES_START] = code.n_count_words
            table[kh.COUNT_NOTES_START] = size - kh.COUNT_NOTES
            worker.counts = table.ctypes.data

    def read(self, files: Mapping[int, str], code: KernelCode) -> Counts:
        """Return the sum of the workers' counters; all workers must have ended."""
        words = [int(word) for word in sum(self._tables[1:], start=self._tables[0])]
        sums: dict[_Key, dict[str, int]] = {}
        families: dict[_Key, str] = {}
        for counted in code.counted:
            key = (counted.ptx_line, counted.opcode, counted.file, counted.source_line)
            families[key] = counted.family
            _add(sums.setdefault(key, {}), _executed(counted, words))
        for index, site in enumerate(code.sites):
            start = code.n_count_words + index * kh.COUNT_WORDS
            site_key = (site.ptx_line, site.opcode, site.file, site.source_line)
            if site_key in sums:
                is_copy = bool(code.site_flags[index] & kh.SITE_COPY)
                numbers = words[start : start + kh.COUNT_WORDS]
                _add(sums[site_key], _traffic(families[site_key], is_copy, numbers))
        return Counts(
            code.name,
            tuple(
                InstructionCounts(
                    key[0], key[1], families[key], files.get(key[2], ""), key[3], Counters(**sums[key])
                )
                for key in sorted(sums)
            ),
            words[kh.COUNT_BARRIERS],
            words[kh.COUNT_ACTIVE],
            # not a sum: counted worker counts the lanes at an address for itself (runtime/counts.h)
            max(int(table[kh.COUNT_HOTTEST]) for table in self._tables),
        )

    def branches(self, files: Mapping[int, str], code: KernelCode) -> BranchCounts:
        """Return the counts of each branch; all workers must have ended."""
        tables = np.stack(self._tables).view(np.int64)
        # every word is reduced in all three ways: `read_branches` knows which one it holds
        words, low, high = (f(tables, axis=0).tolist() for f in (np.sum, np.min, np.max))
        return read_branches(files, code, words, low, high)


def _add(sums: dict[str, int], more: Mapping[str, int]) -> None:
    for name, n in more.items():
        sums[name] = sums.get(name, 0) + n


def _executed(counted: CountedInstruction, words: Sequence[int]) -> dict[str, int]:
    n, lanes = words[counted.block_word], words[counted.block_word + 1]
    on = lanes
    if counted.guard_word:
        on = lanes - words[counted.guard_word] if counted.skips else words[counted.guard_word]
    counters = {"instructions": n, "lane_instructions": lanes, "lanes_on": on}
    if counted.divergence_word:
        counters |= {"branches": n, "divergent_branches": words[counted.divergence_word]}
    if counted.family == "barrier":
        counters["warp_barriers" if counted.meets else "barriers"] = n
    elif counted.family in _FAMILY_COUNTERS:
        counters[_FAMILY_COUNTERS[counted.family]] = n
    return counters


def _traffic(family: str, is_copy: bool, words: Sequence[int]) -> dict[str, int]:
    counters: dict[str, int] = {}
    for position, space in enumerate(SPACES):
        values = dict(zip(FIELDS, words[position * len(FIELDS) :], strict=False))
        if not values["requests"]:
            continue
        kind = "load" if family == "load" else "atomic" if family == "atomic" else "store"
        # a cp.async is one instruction that reads global and writes shared memory
        if space == "shared" and is_copy:
            kind = "store"
        stem = f"{space}_{kind}"
        counters[f"{stem}_requests"] = values["requests"]
        counters[f"{stem}_bytes"] = values["bytes"]
        if space == "shared":
            counters |= {f"{stem}_wavefronts": values["units"], f"{stem}_ideal": values["ideal"]}
        else:
            counters[f"{stem}_sectors"] = values["units"]
    return counters
