"""The instructions of a kernel for recorded launches: what each reads, writes, and depends on."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from ...lazy import dataclass
from .flat_kernel import Block


class Role(Enum):
    """How an operand takes part in an instruction."""

    VALUE = "value"
    """The result is computed from it."""
    INDEX = "index"
    """It selects a place: an address, or the lane of an exchange."""
    CONDITION = "condition"
    """It decides: a guard, or the predicate of a selection."""


class Exchange(Enum):
    """The lanes whose operands a lane's result depends on."""

    OWN = "own"
    SHUFFLE = "shuffle"
    """One lane, which the record names."""
    ALL = "all"
    """All lanes that execute the instruction together."""


@dataclass(frozen=True)
class TracedOperand:
    register: str
    """Name of the register; empty for anything else."""
    type: str
    role: Role
    slot: int = 0
    """Element of a vector operand, from 0."""
    text: str = ""
    """Constant, special register or name of a variable; empty for a register."""


@dataclass(frozen=True)
class TracedResult:
    """A register that an instruction writes; `slot` is its element of a vector operand, from 0."""

    register: str
    type: str
    slot: int


@dataclass(frozen=True)
class TracedInstruction:
    opcode: str
    ptx_line: int
    file: int
    source_line: int
    """`file`, `source_line`: file index and 1-based line of the source; 0 if unknown."""
    callers: tuple[tuple[str, int, int], ...]
    block: int
    family: str
    results: tuple[TracedResult, ...]
    """The registers it writes, in the order of a record."""
    operands: tuple[TracedOperand, ...]
    n_slots: int = 1
    """Elements that a lane accesses in memory, at least 1."""
    exchange: Exchange = Exchange.OWN


def controlling_blocks(blocks: Sequence[Block]) -> list[tuple[int, ...]]:
    """Return for each block the blocks whose last instruction decides whether it runs."""
    # Block B depends on block A if a successor of A always leads to B and another may not (J. Ferrante, K. Ottenstein,
    # J. Warren, "The Program Dependence Graph and Its Use in Optimization", 1987, section 3).
    after = _post_dominators(blocks)
    controlling: list[set[int]] = [set() for _ in blocks]
    for block in blocks:
        if len(block.successors) < 2:
            continue
        for successor in block.successors:
            # every block that the successor always leads to, and `block` itself does not
            decided = after[successor] & ~(after[block.index] & ~(1 << block.index))
            for index in range(len(blocks)):
                if decided >> index & 1:
                    controlling[index].add(block.index)
    return [tuple(sorted(indices)) for indices in controlling]


def _post_dominators(blocks: Sequence[Block]) -> list[int]:
    """Return for each block the set of the blocks on every way from it to the end, itself included, as bits."""
    everything = (1 << len(blocks)) - 1
    after = [everything if block.successors else 1 << block.index for block in blocks]
    changed = True
    while changed:
        changed = False
        # backwards: most successors come later in the text, so that few rounds are needed
        for block in reversed(blocks):
            if not block.successors:
                continue
            common = everything
            for successor in block.successors:
                common &= after[successor]
            common |= 1 << block.index
            if common != after[block.index]:
                after[block.index] = common
                changed = True
    return after
