"""Exact counts of what a launch executed and moved, by instruction, source line and class.

docs/counters.md defines each counter. They follow from the kernel, its arguments and the executor's converged schedule
alone: the same on every host, whatever the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..codegen.kernel import KernelCode
from ..emit.row import Async
from ..ir.counting import FIELDS, SPACES, CountedInstruction
from ..isa.table import row_at
from ..layout import COUNT_BARRIERS, COUNT_SITES_START, COUNT_WORDS, Worker
from ..site import Site


class Counters(NamedTuple):
    """Numbers that add up: of an instruction, a line, a launch, or several launches.

    Parameters
    ----------
    instructions : int
        PTX instructions that warps executed, each counted once a warp (or once for each part of a divergent one).
    lane_instructions : int
        Active lanes of those, summed.
    lanes_on : int
        Those lanes whose guard was true, or that had no guard.
    branches, divergent_branches : int
        Conditional branches executed, and those after which lanes of a warp went different ways.
    barriers : int
        Executions of ``bar`` and ``barrier`` by a warp.
    warp_barriers, shuffles, votes, atomics : int
        Executions of ``bar.warp.sync``; of ``shfl`` and ``redux``; of ``vote``, ``match``, ``elect`` and
        ``activemask``; of ``atom`` and ``red``.
    global_load_requests, global_store_requests, global_atomic_requests : int
        Executions with at least one lane that accesses global memory. A ``cp.async`` is a load here.
    global_load_sectors, global_store_sectors, global_atomic_sectors : int
        Aligned pieces of 32 bytes that each request touched, summed over requests.
    global_load_bytes, global_store_bytes, global_atomic_bytes : int
        Bytes that lanes asked for.
    shared_load_requests, shared_store_requests, shared_atomic_requests : int
        The same for shared memory. A ``cp.async`` is a store here.
    shared_load_wavefronts, shared_store_wavefronts, shared_atomic_wavefronts : int
        Passes that the 32 banks need for each request, summed.
    shared_load_ideal, shared_store_ideal, shared_atomic_ideal : int
        Passes that the same requests would need without bank conflicts.
    shared_load_bytes, shared_store_bytes, shared_atomic_bytes : int
        Bytes that lanes asked for.
    local_load_requests, local_store_requests, local_load_sectors, local_store_sectors, local_load_bytes, \
local_store_bytes : int
        Traffic of local memory that the PTX has: arrays that could not be kept in registers. What ptxas spills is
        not among it.
    """

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

    @property
    def global_requests(self) -> int:
        """Requests of all kinds to global memory."""
        return self.global_load_requests + self.global_store_requests + self.global_atomic_requests

    @property
    def global_sectors(self) -> int:
        """Sectors of all kinds of global access."""
        return self.global_load_sectors + self.global_store_sectors + self.global_atomic_sectors

    @property
    def global_bytes(self) -> int:
        """Bytes of all kinds of global access."""
        return self.global_load_bytes + self.global_store_bytes + self.global_atomic_bytes

    @property
    def local_sectors(self) -> int:
        """Sectors of local loads and stores."""
        return self.local_load_sectors + self.local_store_sectors

    @property
    def shared_wavefronts(self) -> int:
        """Wavefronts of all kinds of shared access."""
        return self.shared_load_wavefronts + self.shared_store_wavefronts + self.shared_atomic_wavefronts

    @property
    def shared_ideal(self) -> int:
        """Wavefronts of the same accesses without bank conflicts."""
        return self.shared_load_ideal + self.shared_store_ideal + self.shared_atomic_ideal

    @property
    def shared_excess(self) -> int:
        """Wavefronts that bank conflicts cost."""
        return self.shared_wavefronts - self.shared_ideal

    @property
    def active_lanes(self) -> float:
        """Active lanes of an executed instruction on average, 0 to 32; 0 where none was executed."""
        return self.lane_instructions / self.instructions if self.instructions else 0.0

    @property
    def inactive_lanes(self) -> int:
        """Lanes that stood still while others of their warp executed an instruction, summed."""
        return 32 * self.instructions - self.lane_instructions

    def as_dict(self) -> dict[str, int]:
        """Return the counters by name, in the order of their declaration."""
        return self._asdict()


COUNTER_NAMES: tuple[str, ...] = Counters._fields


def total(all_counters: Iterable[Counters]) -> Counters:
    """Add counters up; those of nothing are all zero."""
    columns = list(zip(*all_counters, strict=True))
    return Counters(*map(sum, columns)) if columns else Counters()


@dataclass(frozen=True)
class InstructionCounts:
    """What one PTX instruction did; several copies of it in a kernel, from several calls, are one.

    Parameters
    ----------
    ptx_line : int
        1-based line in the PTX.
    opcode, family : str
        With all modifiers, and its class.
    source_file : str
        CUDA source file, empty where not known; the innermost one where the code was inlined.
    source_line : int
        Line in it, 0 where not known.
    counters : Counters
        Of this instruction.
    """

    ptx_line: int
    opcode: str
    family: str
    source_file: str
    source_line: int
    counters: Counters


@dataclass(frozen=True)
class Counts:
    """What a launch did.

    Parameters
    ----------
    kernel : str
        Entry symbol.
    instructions : tuple of InstructionCounts
        By PTX line; those that no warp reached are there with zeros.
    block_barriers : int
        How often a barrier of a block opened, over all blocks.
    n_launches : int
        Launches that these are the sum of.
    """

    kernel: str
    instructions: tuple[InstructionCounts, ...]
    block_barriers: int = 0
    n_launches: int = 1

    @property
    def total(self) -> Counters:
        """Sum over all instructions."""
        return total(each.counters for each in self.instructions)

    @property
    def by_class(self) -> dict[str, int]:
        """Executed instructions of each class, by its name; classes that were not executed are left out."""
        sums: dict[str, int] = {}
        for each in self.instructions:
            sums[each.family] = sums.get(each.family, 0) + each.counters.instructions
        return {name: n for name, n in sorted(sums.items()) if n}

    @property
    def by_line(self) -> dict[tuple[str, int], Counters]:
        """Counters of each CUDA source line ``(file, line)``, in that order."""
        return dict(sorted(_grouped(self.instructions, lambda i: (i.source_file, i.source_line)).items()))

    def __add__(self, other: Counts) -> Counts:
        """Add another launch of the same code.

        Raises
        ------
        ValueError
            It is of another kernel or of other code.
        """
        if self.kernel != other.kernel or len(self.instructions) != len(other.instructions):
            raise ValueError(
                f"launches of one kernel must be added (got {self.kernel} with {len(self.instructions)} instructions "
                f"and {other.kernel} with {len(other.instructions)})"
            )
        return Counts(
            self.kernel,
            tuple(
                InstructionCounts(
                    a.ptx_line,
                    a.opcode,
                    a.family,
                    a.source_file,
                    a.source_line,
                    total((a.counters, b.counters)),
                )
                for a, b in zip(self.instructions, other.instructions, strict=True)
            ),
            self.block_barriers + other.block_barriers,
            self.n_launches + other.n_launches,
        )


def _grouped(
    instructions: Iterable[InstructionCounts], key: Callable[[InstructionCounts], tuple[str, int]]
) -> Mapping[tuple[str, int], Counters]:
    groups: dict[tuple[str, int], list[Counters]] = {}
    for each in instructions:
        groups.setdefault(key(each), []).append(each.counters)
    return {name: total(group) for name, group in groups.items()}


_Key = tuple[int, str, int, int]
_FAMILY_COUNTERS = {"shuffle": "shuffles", "vote": "votes", "atomic": "atomics"}


class CountTables:
    """The counters of all workers of a launch.

    Parameters
    ----------
    code : KernelCode
        Code that counts.
    workers : sequence of Worker
        Each gets a table of its own, all zero.
    """

    def __init__(self, code: KernelCode, workers: Sequence[Worker]) -> None:
        size = code.n_count_words + len(code.sites) * COUNT_WORDS
        self._tables = [np.zeros(size, np.uint64) for _ in workers]
        for worker, table in zip(workers, self._tables, strict=True):
            table[COUNT_SITES_START] = code.n_count_words
            worker.counts = table.ctypes.data

    def read(self, files: Mapping[int, str], code: KernelCode) -> Counts:
        """Add the workers' counters up; call it when all have ended."""
        words = [int(word) for word in sum(self._tables[1:], start=self._tables[0])]
        found: dict[_Key, dict[str, int]] = {}
        families: dict[_Key, str] = {}
        for each in code.counted:
            key = (each.ptx_line, each.opcode, each.file, each.source_line)
            families[key] = each.family
            _add(found.setdefault(key, {}), _executed(each, words))
        for index, site in enumerate(code.sites):
            start = code.n_count_words + index * COUNT_WORDS
            site_key = (site.ptx_line, site.opcode, site.file, site.source_line)
            if site_key in found:
                _add(found[site_key], _traffic(site, families[site_key], words[start : start + COUNT_WORDS]))
        return Counts(
            code.name,
            tuple(
                InstructionCounts(
                    key[0],
                    key[1],
                    families[key],
                    files.get(key[2], ""),
                    key[3],
                    Counters(**found[key]),
                )
                for key in sorted(found)
            ),
            words[COUNT_BARRIERS],
        )


def _add(sums: dict[str, int], more: Mapping[str, int]) -> None:
    for name, n in more.items():
        sums[name] = sums.get(name, 0) + n


def _executed(each: CountedInstruction, words: Sequence[int]) -> dict[str, int]:
    """Work out the executions of one copy of an instruction."""
    n, lanes = words[each.block_word], words[each.block_word + 1]
    on = lanes
    if each.guard_word:
        on = lanes - words[each.guard_word] if each.skips else words[each.guard_word]
    found = {"instructions": n, "lane_instructions": lanes, "lanes_on": on}
    if each.divergence_word:
        found |= {"branches": n, "divergent_branches": words[each.divergence_word]}
    if each.family == "barrier":
        found["warp_barriers" if row_at(each).meets else "barriers"] = n
    elif each.family in _FAMILY_COUNTERS:
        found[_FAMILY_COUNTERS[each.family]] = n
    return found


def _traffic(site: Site, family: str, words: Sequence[int]) -> dict[str, int]:
    """Name the traffic of one site."""
    found: dict[str, int] = {}
    for position, space in enumerate(SPACES):
        values = dict(zip(FIELDS, words[position * len(FIELDS) :], strict=False))
        if not values["requests"]:
            continue
        kind = "load" if family == "load" else "atomic" if family == "atomic" else "store"
        if space == "shared" and Async.COPY in row_at(site).asynchronous:
            kind = "store"
        stem = f"{space}_{kind}"
        found[f"{stem}_requests"] = values["requests"]
        found[f"{stem}_bytes"] = values["bytes"]
        if space == "shared":
            found |= {f"{stem}_wavefronts": values["units"], f"{stem}_ideal": values["ideal"]}
        else:
            found[f"{stem}_sectors"] = values["units"]
    return found
