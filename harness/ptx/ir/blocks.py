"""The basic blocks of a kernel, found by `flow`, and the targets of its branches."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...errors import PtxError
from ..text.syntax import Instruction, Operand, Register, Sink, Symbol
from .flat_kernel import FlatKernel

CARRY = Register("~cc", "pred")
"""The condition code of ``add.cc`` and the like, one bit per lane; no kernel's register can have this name."""

GUARD_LABEL = "~guard"
"""Prefix of the label behind an instruction whose guard became a branch."""


@dataclass
class Block:
    """A basic block; its index is the program counter."""

    index: int
    """Position in the layout."""
    instructions: list[Instruction] = field(default_factory=list)
    """Instructions without labels; only the last may transfer control."""
    successors: tuple[int, ...] = ()
    """Blocks that may follow, the fall-through last."""
    live_out: set[str] = field(default_factory=set)
    """Registers whose value a successor may read."""
    live_in: set[str] = field(default_factory=set)
    is_loop_head: bool = False
    """Whether a block at or after this one branches here."""


@dataclass
class Flow:
    """The control flow of a kernel."""

    blocks: list[Block]
    """In layout order; execution starts at the first."""
    labels: dict[str, int]
    """Block index of each label."""
    slots: dict[str, Register]
    """Registers that live across blocks and need memory, in order of first appearance."""
    has_slices: bool = False
    """Whether shared addresses carry their block's rank, because the kernel accesses other blocks' shared memory."""


def is_guard_skip(instruction: Instruction) -> bool:
    """Whether the instruction is a branch that replaced the guard of the next instruction."""
    target = instruction.operands[0] if instruction.operands else None
    return isinstance(target, Symbol) and target.name.startswith(GUARD_LABEL)


def find_label(operand: Operand, labels: dict[str, int], instruction: Instruction) -> int:
    """Return the block of a label that an instruction names; PtxError if there is none."""
    if not isinstance(operand, Symbol) or operand.name not in labels:
        raise PtxError(
            f"{instruction.opcode} needs a label of this function (got {operand})", line=instruction.line
        )
    return labels[operand.name]


def branch_target(instruction: Instruction, labels: dict[str, int]) -> int:
    """Return the block that a ``bra`` names; PtxError if there is none."""
    return find_label(instruction.operands[0] if instruction.operands else Sink(), labels, instruction)


def pointer_targets(instruction: Instruction, labels: dict[str, int], kernel: FlatKernel) -> list[int | None]:
    """Return the block of each function of the module, None if a call through the pointer cannot reach it."""
    table = instruction.operands[1]
    assert isinstance(table, Symbol)
    return [labels[name] if name else None for name in kernel.pointer_targets[table.name]]


def table_targets(instruction: Instruction, labels: dict[str, int], kernel: FlatKernel) -> list[int]:
    """Return the blocks that a ``brx.idx`` may reach, in table order; PtxError if there is no table."""
    name = instruction.operands[1] if len(instruction.operands) == 2 else None
    if not isinstance(name, Symbol) or name.name not in kernel.branch_tables:
        raise PtxError("brx.idx needs a .branchtargets list of this function", line=instruction.line)
    targets = kernel.branch_tables[name.name]
    missing = [t for t in targets if t not in labels]
    if missing:
        raise PtxError(
            f"a branch table names a label that does not exist (got {missing[0]})", line=instruction.line
        )
    return [labels[target] for target in targets]
