"""A kernel without calls, made by `inline.flatten`, and its basic blocks and branches, found by `flow`."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import PtxError
from ...lazy import dataclass, field, replace
from ..text import syntax as ptx
from ..text.declared import LaunchDirectives, Variable
from .calls import Body, StackCall


@dataclass
class FlatKernel:
    name: str
    params: list[Variable]
    shared: dict[str, Variable] = field(default_factory=dict)
    locals: dict[str, int] = field(default_factory=dict)
    """Offset of each local variable in a thread's frame, including parameters of called functions."""
    local_bytes: int = 0
    body: list[ptx.Instruction | ptx.Label] = field(default_factory=list)
    """Statements of the kernel, without any `Call`."""
    branch_tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Targets of ``.branchtargets`` by label."""
    calls: dict[int, StackCall] = field(default_factory=dict)
    """Calls through the stack; `flow.analyze` writes them out."""
    bodies: list[Body] = field(default_factory=list)
    """The functions that are called through the stack."""
    pointer_targets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Labels of the possible targets of a call through a pointer, in the order of `functions`; empty for a function
    that is no target."""
    functions: dict[str, int] = field(default_factory=dict)
    stack_bytes: int = 0
    """Local memory in bytes for the frames of calls, behind the kernel's own frame."""
    limits: LaunchDirectives = field(default_factory=LaunchDirectives)


def rename_register(register: ptx.Register | None, suffix: str) -> ptx.Register | None:
    return replace(register, name=register.name + suffix) if register is not None and suffix else register


def rename(operand: ptx.Operand, suffix: str, names: dict[str, str]) -> ptx.Operand:
    """Return an operand with a suffix on its registers and new `names` for its symbols."""
    if isinstance(operand, ptx.Register):
        return replace(operand, name=operand.name + suffix) if suffix else operand
    if isinstance(operand, ptx.Symbol):
        return replace(operand, name=names.get(operand.name, operand.name))
    if isinstance(operand, ptx.Address):
        base = rename(operand.base, suffix, names)
        if not isinstance(
            base, ptx.Register | ptx.Symbol | ptx.Immediate
        ):  # pragma: no cover - rename keeps the kind
            raise TypeError(base)
        coordinates = tuple(rename(element, suffix, names) for element in operand.coordinates)
        return replace(operand, base=base, coordinates=coordinates)
    if isinstance(operand, ptx.VectorOperand):
        return ptx.VectorOperand(tuple(rename(element, suffix, names) for element in operand.elements))
    if isinstance(operand, ptx.Pair):
        return ptx.Pair(rename(operand.first, suffix, names), rename(operand.second, suffix, names))
    if isinstance(operand, ptx.Part):
        return replace(operand, operand=rename(operand.operand, suffix, names))
    if isinstance(operand, ptx.Negated):
        return (
            ptx.Negated(replace(operand.operand, name=operand.operand.name + suffix)) if suffix else operand
        )
    return operand


def registers_of(operand: ptx.Operand) -> Iterator[ptx.Register]:
    if isinstance(operand, ptx.Register):
        yield operand
    elif isinstance(operand, ptx.Address):
        yield from registers_of(operand.base)
        for element in operand.coordinates:
            yield from registers_of(element)
    elif isinstance(operand, ptx.VectorOperand):
        for element in operand.elements:
            yield from registers_of(element)
    elif isinstance(operand, ptx.Pair):
        yield from registers_of(operand.first)
        yield from registers_of(operand.second)
    elif isinstance(operand, ptx.Part):
        yield from registers_of(operand.operand)
    elif isinstance(operand, ptx.Negated):
        yield operand.operand


CARRY = ptx.Register("~cc", "pred")
"""The condition code of ``add.cc`` and the like, one bit per lane; no kernel's register can have this name."""

GUARD_LABEL = "~guard"
"""Prefix of the label behind an instruction whose guard became a branch."""


@dataclass
class Block:
    """A basic block; its index is the program counter."""

    index: int
    instructions: list[ptx.Instruction] = field(default_factory=list)
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
    blocks: list[Block]
    """In layout order; execution starts at the first."""
    labels: dict[str, int]
    slots: dict[str, ptx.Register]
    """Registers that live across blocks and need memory, in order of first appearance."""
    has_slices: bool = False
    """Whether shared addresses carry their block's rank, because the kernel accesses other blocks' shared memory."""


def is_guard_skip(instruction: ptx.Instruction) -> bool:
    """Whether the instruction is a branch that replaced the guard of the next instruction."""
    target = instruction.operands[0] if instruction.operands else None
    return isinstance(target, ptx.Symbol) and target.name.startswith(GUARD_LABEL)


def find_label(operand: ptx.Operand, labels: dict[str, int], instruction: ptx.Instruction) -> int:
    if not isinstance(operand, ptx.Symbol) or operand.name not in labels:
        raise PtxError(
            f"{instruction.opcode} needs a label of this function (got {operand})", line=instruction.line
        )
    return labels[operand.name]


def branch_target(instruction: ptx.Instruction, labels: dict[str, int]) -> int:
    """Return the block that a ``bra`` names; PtxError if there is none."""
    return find_label(instruction.operands[0] if instruction.operands else ptx.Sink(), labels, instruction)


def pointer_targets(
    instruction: ptx.Instruction, labels: dict[str, int], kernel: FlatKernel
) -> list[int | None]:
    """Return the block of each function of the module, None if a call through the pointer cannot reach it."""
    table = instruction.operands[1]
    assert isinstance(table, ptx.Symbol)
    return [labels[name] if name else None for name in kernel.pointer_targets[table.name]]


def table_targets(instruction: ptx.Instruction, labels: dict[str, int], kernel: FlatKernel) -> list[int]:
    """Return the blocks that a ``brx.idx`` may reach, in table order; PtxError if there is no table."""
    name = instruction.operands[1] if len(instruction.operands) == 2 else None
    if not isinstance(name, ptx.Symbol) or name.name not in kernel.branch_tables:
        raise PtxError("brx.idx needs a .branchtargets list of this function", line=instruction.line)
    targets = kernel.branch_tables[name.name]
    missing = [t for t in targets if t not in labels]
    if missing:
        raise PtxError(
            f"a branch table names a label that does not exist (got {missing[0]})", line=instruction.line
        )
    return [labels[target] for target in targets]
