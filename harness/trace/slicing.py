"""The backward slice of a recorded launch: from one store to every execution that its value depends on.

Each execution is needed in some lanes, for a value, for an index (an address, or the lane of an exchange), or for a
condition (a guard, or a branch). The operands of an index or a condition are needed for the same purpose.

Branches are followed one level: branches that decide whether an execution of the value path takes place, and how their
conditions were computed, but not the branches that decide about these.

Limitations: the values of packed registers (``f16x2``) are followed together. A result of a matrix instruction depends
on all lanes' operands, that is on whole tiles.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from ..errors import UsageError
from ..lazy import dataclass, field
from ..ptx.ir.traced import Exchange, Role, TracedInstruction, TracedOperand
from ..ptx.launch.recorder import SpaceAddress
from ..ptx.layout import ACCESS_ATOMIC, LANES, TRACE_COPY
from .log import Access, ByteWriter, Log, lanes_of

MAX_EXECUTIONS = 1 << 20
_MATRIX = ("mma.", "wmma.", "ldmatrix.", "stmatrix.", "movmatrix.")
_FULL = (1 << LANES) - 1


class Purpose(IntEnum):
    VALUE = 0
    INDEX = 1
    CONDITION = 2


@dataclass(frozen=True)
class Leaf:
    """An end of a slice: a value that the launch did not compute."""

    kind: str
    """Global memory that this launch had not written; shared or local memory that nobody had written; an access
    outside of its array; a constant, parameter or special register; a register that was never written; data that a
    copy filled up."""
    moment: int
    lane: int
    """`moment`, `lane`: the execution that read it."""
    purpose: Purpose
    place: SpaceAddress | None = None
    size_bytes: int = 0
    text: str = ""
    host: int = 0

    @property
    def address(self) -> int | None:
        """Device address of global memory that this launch had not written; None for any other leaf."""
        if self.kind != "memory" or self.place is None or self.place.space != "global":
            return None
        return self.place.address


@dataclass
class Slice:
    """The executions that one store depends on."""

    roots: tuple[ByteWriter, ...]
    needed: dict[int, dict[int, list[int]]] = field(default_factory=dict)
    """By moment and by slot (results from 0 on; stored elements -1, -2, ...): the masks of the lanes that are
    needed for each `Purpose`."""
    edges: dict[tuple[int, int, Purpose], int] = field(default_factory=dict)
    """By consumer and producer, as numbers of instructions: how many executions of the producer were reached."""
    leaves: list[Leaf] = field(default_factory=list)
    decisions: dict[int, dict[int, int]] = field(default_factory=dict)
    """By the number of a branch: its executions that decided, and the lanes."""
    deciding: list[frozenset[int]] = field(default_factory=list)
    """For each basic block, the blocks whose branches decide, directly or not, whether it runs."""

    def lanes(self, moment: int, purpose: Purpose) -> int:
        lanes = 0
        for masks in self.needed.get(moment, {}).values():
            lanes |= masks[purpose]
        return lanes


class TooLargeError(UsageError):
    """An element depends on more executions than a slice may have."""


Results = tuple[int, int, int]


def slice_back(log: Log, roots: Sequence[ByteWriter], results: Sequence[Results] = ()) -> Slice:
    """Return the slice of bytes that stores, atomics or copies wrote."""
    return _Slicer(log, tuple(roots), tuple(results)).run()


class _Execution(NamedTuple):
    moment: int
    instruction: TracedInstruction
    accesses: list[Access]
    purpose: Purpose
    lanes: int


class _Slicer:
    def __init__(self, log: Log, roots: tuple[ByteWriter, ...], results: tuple[Results, ...]) -> None:
        self.log = log
        self.slice = Slice(roots)
        self._results = results
        self._end = max((*(root.moment for root in roots), *(moment for moment, _, _ in results)), default=0)
        self._pending: dict[int, dict[int, list[int]]] = {}
        self._queue: list[int] = []
        self._last_of_block: dict[int, int] = {
            instruction.block: n for n, instruction in enumerate(log.traced)
        }
        self.slice.deciding = _closure(log.recorder.code.controlled_by)

    def run(self) -> Slice:
        for root in self.slice.roots:
            self._need_write(root, Purpose.VALUE)
        for moment, slot, lanes in self._results:
            self._need(moment, slot, Purpose.VALUE, lanes, None)
        self._drain()
        self._decide()
        self._drain()
        return self.slice

    def _need(self, moment: int, slot: int, purpose: Purpose, lanes: int, consumer: int | None) -> None:
        slots = self.slice.needed.setdefault(moment, {})
        if len(self.slice.needed) > MAX_EXECUTIONS:
            raise TooLargeError(
                f"an element may depend on at most {MAX_EXECUTIONS} executions of an instruction by a warp; "
                "trace a smaller case, which -k can name"
            )
        masks = slots.setdefault(slot, [0, 0, 0])
        if consumer is not None and self.log.kind[moment] != TRACE_COPY:
            edge = (consumer, int(self.log.index[moment]), purpose)
            self.slice.edges[edge] = self.slice.edges.get(edge, 0) + 1
        new = lanes & ~masks[purpose]
        if not new:
            return
        masks[purpose] |= new
        if moment not in self._pending:
            self._pending[moment] = {}
            # A heap gives the least first, and the latest moment is needed.
            heapq.heappush(self._queue, -moment)
        self._pending[moment].setdefault(slot, [0, 0, 0])[purpose] |= new

    def _need_write(self, writer: ByteWriter, purpose: Purpose, consumer: int | None = None) -> None:
        """Need the bytes that a store, atomic or copy wrote."""
        slot = -1 - writer.offset
        if self.log.kind[writer.moment] != TRACE_COPY:
            instruction = self.log.instruction(writer.moment)
            slot = -1 - writer.offset // self._element_bytes(writer.moment, instruction)
        self._need(writer.moment, slot, purpose, 1 << writer.lane, consumer)

    def _element_bytes(self, moment: int, instruction: TracedInstruction) -> int:
        accesses = self.log.accesses(moment)
        return max(accesses[0].size // instruction.n_slots, 1) if accesses else 1

    def _need_register(self, moment: int, operand: TracedOperand, purpose: Purpose, lanes: int) -> None:
        number = int(self.log.index[moment])
        if not operand.register:
            if operand.text:
                self.slice.leaves.append(Leaf("constant", moment, _lowest(lanes), purpose, text=operand.text))
            return
        for earlier, slot, taken in self.log.definition(moment, operand.register, lanes):
            self._need(earlier, slot, purpose, taken, number)
            lanes &= ~taken
        if lanes:
            self.slice.leaves.append(Leaf("register", moment, _lowest(lanes), purpose, text=operand.register))

    def _need_memory(
        self, moment: int, host: int, size: int, lane: int, purpose: Purpose, before: int = 0
    ) -> None:
        number = None if self.log.kind[moment] == TRACE_COPY else int(self.log.index[moment])
        for piece, length, writer in self.log.writers(host, size, moment, before):
            if writer is not None:
                self._need_write(writer, purpose, number)
                continue
            place = self.log.place(piece, moment)
            kind = "unwritten" if place.space in ("shared", "local") else "memory"
            self.slice.leaves.append(Leaf(kind, moment, lane, purpose, place, length, host=piece))

    def _drain(self) -> None:
        while self._queue:
            # latest first: consumers come after an execution, so each execution is followed once
            moment = -heapq.heappop(self._queue)
            slots = self._pending.pop(moment)
            if self.log.kind[moment] == TRACE_COPY:
                self._through_copy(moment, slots)
            else:
                self._through(moment, slots)

    def _through_copy(self, moment: int, slots: dict[int, list[int]]) -> None:
        _, source, n_read, reduced = self.log.copy(moment)
        lane = _lowest(int(self.log.mask[moment]))
        for slot, masks in slots.items():
            offset = -1 - slot
            for purpose in Purpose:
                if not masks[purpose]:
                    continue
                if source and offset < n_read:
                    self._need_memory(moment, source + offset, reduced or 1, lane, purpose)
                else:
                    self.slice.leaves.append(Leaf("copy", moment, lane, purpose))

    def _through(self, moment: int, slots: dict[int, list[int]]) -> None:
        instruction, accesses = self.log.instruction(moment), self.log.accesses(moment)
        for slot, masks in slots.items():
            for purpose in Purpose:
                if not masks[purpose]:
                    continue
                execution = _Execution(moment, instruction, accesses, purpose, masks[purpose])
                if slot < 0:
                    # An exchange keeps nothing of the old value.
                    is_atomic = any(access.kind == ACCESS_ATOMIC for access in accesses)
                    if is_atomic and ".exch" not in instruction.opcode:
                        self._old_values(execution)
                    self._operands(execution, slot=-1 - slot)
                elif instruction.family in ("load", "texture"):
                    self._through_load(execution, slot)
                elif instruction.family == "atomic":
                    self._old_values(execution)
                    self._operands(execution, values=False)
                else:
                    self._operands(execution)

    def _operands(self, execution: _Execution, values: bool = True, slot: int | None = None) -> None:
        moment, instruction, purpose = execution.moment, execution.instruction, execution.purpose
        sources = together = execution.lanes
        if instruction.exchange is Exchange.ALL:
            sources = together = int(self.log.mask[moment])
        elif instruction.exchange is Exchange.SHUFFLE:
            partners = self.log.shuffle_sources(moment)
            sources = sum({1 << int(partners[lane]) for lane in lanes_of(together) if partners[lane] < LANES})
        for operand in instruction.operands:
            if operand.role is Role.VALUE:
                is_other = slot is not None and instruction.n_slots > 1 and operand.slot != slot
                if values and not is_other:
                    self._need_register(moment, operand, purpose, sources)
            elif purpose is not Purpose.VALUE:
                self._need_register(moment, operand, purpose, together)
            else:
                own = Purpose.INDEX if operand.role is Role.INDEX else Purpose.CONDITION
                self._need_register(moment, operand, own, together)

    def _through_load(self, execution: _Execution, slot: int) -> None:
        moment, instruction, purpose = execution.moment, execution.instruction, execution.purpose
        accesses, lanes = execution.accesses, execution.lanes
        if not accesses and ".param" in instruction.opcode:
            text = instruction.operands[0].text
            self.slice.leaves.append(Leaf("constant", moment, _lowest(lanes), purpose, text=text))
            return
        if instruction.exchange is Exchange.ALL:
            for access in accesses:
                for lane in lanes_of(access.lanes):
                    self._need_memory(moment, int(access.hosts[lane]), access.size, lane, purpose)
        else:
            for lane in lanes_of(lanes):
                reached = [access for access in accesses if access.lanes >> lane & 1]
                if not reached:
                    self.slice.leaves.append(Leaf("outside", moment, lane, purpose))
                for access in reached:
                    # any channel of a texture may be in the result, from each texel
                    is_texture = instruction.family == "texture"
                    size = access.size if is_texture else access.size // instruction.n_slots
                    at = int(access.hosts[lane]) + (0 if is_texture else slot * size)
                    self._need_memory(moment, at, size, lane, purpose)
        self._operands(execution, values=False)

    def _old_values(self, execution: _Execution) -> None:
        """Need the old value that an atomic read, from earlier lanes of its warp too."""
        for lane in lanes_of(execution.lanes):
            for access in execution.accesses:
                if access.lanes >> lane & 1:
                    host = int(access.hosts[lane])
                    self._need_memory(execution.moment, host, access.size, lane, execution.purpose, lane)

    def _decide(self) -> None:
        """Need the branches that decided whether the executions of the value path take place."""
        # a branch decides about a whole block of a warp: its executions are looked up once for all of them
        where: dict[tuple[int, int], int] = {}
        for moment in self.slice.needed:
            if self.log.kind[moment] == TRACE_COPY:
                continue
            lanes = self.slice.lanes(moment, Purpose.VALUE)
            if lanes:
                key = self.log.warp_of(moment), self.log.instruction(moment).block
                where[key] = where.get(key, 0) | lanes
        for (warp, block), lanes in where.items():
            for deciding in self.slice.deciding[block]:
                self._decided_by(self._last_of_block[deciding], warp, lanes)

    def _decided_by(self, number: int, warp: int, lanes: int) -> None:
        branch = self.log.traced[number]
        decided = self.slice.decisions.setdefault(number, {})
        last: dict[int, int] = {}
        for moment in self.log.moments(number, warp):
            taken = lanes & int(self.log.mask[moment])
            if not taken or moment > self._end:
                continue
            decided[int(moment)] = decided.get(int(moment), 0) | taken
            for lane in lanes_of(taken):
                last[lane] = int(moment)
        for moment in set(last.values()):
            mask = sum(1 << lane for lane, when in last.items() if when == moment)
            for operand in branch.operands:
                self._need_register(moment, operand, Purpose.CONDITION, mask)


def has_tiles(log: Log, sliced: Slice) -> bool:
    """Whether the value of a slice went through a matrix instruction, which is followed as a whole."""
    return any(
        log.kind[moment] != TRACE_COPY
        and sliced.lanes(moment, Purpose.VALUE)
        and log.instruction(moment).exchange is Exchange.ALL
        and log.instruction(moment).opcode.startswith(_MATRIX)
        for moment in sliced.needed
    )


def _closure(controlled_by: tuple[tuple[int, ...], ...]) -> list[frozenset[int]]:
    closed = [frozenset(blocks) for blocks in controlled_by]
    changed = True
    while changed:
        wider = [blocks.union(*(closed[block] for block in blocks)) for blocks in closed]
        changed = wider != closed
        closed = wider
    return closed


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1 if mask & _FULL else 0
