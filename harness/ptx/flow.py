"""Splits a flat body into basic blocks and finds which registers live across them.

A block ends where lanes may part or wait: at a branch, an exit, or a CTA barrier. An instruction that lanes of a warp
execute together (``shfl.sync``, ``vote.sync``, ...) starts a block, so that lanes can wait in front of it. A guard on
such an instruction becomes a branch around it. Blocks keep the order of the text, which the min-PC rule relies on.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..errors import PtxError
from .call_stack import FRAME, expand
from .flat_kernel import FlatKernel, registers_of
from .syntax import Instruction, Label, Operand, Pair, Register, Sink, Symbol, Vector

BRANCHES = frozenset(
    {"bra", "brx", "ret", "exit", "trap", "kh_call", "kh_call_pointer", "kh_return", "kh_assertfail"}
)
"""Instructions after which lanes go on elsewhere."""

BARRIER_RESULT = "kh_barrier_result"
"""Pseudo instruction after a ``barrier.red``: writes the reduction once the barrier has opened."""

REST = "kh_rest"
"""Pseudo instruction after one that may make lanes rest (see `may_rest`): others go first where one did."""

CARRY = Register("~cc", "pred")
"""The condition code of ``add.cc`` and its kin, one bit a lane; no register of a kernel can have this name."""

_GUARD_LABEL = "~guard"
_CARRY_WRITERS = frozenset({"add", "addc", "sub", "subc", "mad", "madc"})
_CARRY_READERS = frozenset({"addc", "subc", "madc"})
_WARP_SYNC = frozenset({
    "shfl", "vote", "match", "redux", "elect", "mma", "wmma", "ldmatrix", "stmatrix", "movmatrix",
})  # fmt: skip
_NO_DESTINATION = frozenset({
    "st", "red", "bra", "brx", "ret", "exit", "trap", "bar", "barrier", "membar", "fence", "prefetch", "prefetchu",
    "brkpt", "nanosleep", "cp", "pmevent", "discard", "applypriority", "griddepcontrol", "setmaxnreg", "stmatrix",
    "kh_call", "kh_call_pointer", "kh_frame", "kh_return",
    REST,
})  # fmt: skip
_NO_DESTINATION_OF_MBARRIER = frozenset({"init", "inval", "expect_tx", "complete_tx"})


@dataclass
class Block:
    """A basic block; its index is the program counter.

    Parameters
    ----------
    index : int
        Position in the layout.
    instructions : list of Instruction
        Without labels; control flow only in the last.
    successors : tuple of int
        Blocks that may follow, the fall-through last.
    live_out : set of str
        Registers whose value a successor may read.
    is_loop_head : bool
        Whether a block at or after this one branches here.
    """

    index: int
    instructions: list[Instruction] = field(default_factory=list)
    successors: tuple[int, ...] = ()
    live_out: set[str] = field(default_factory=set)
    live_in: set[str] = field(default_factory=set)
    is_loop_head: bool = False


@dataclass
class Flow:
    """The control flow of a kernel.

    Parameters
    ----------
    blocks : list of Block
        In layout order; execution starts at the first.
    labels : dict of str to int
        Block index of each label.
    slots : dict of str to Register
        Registers that live across blocks, in order of first appearance; they need memory.
    """

    blocks: list[Block]
    labels: dict[str, int]
    slots: dict[str, Register]


def is_warp_sync(instruction: Instruction) -> bool:
    """Whether the lanes of a member mask execute the instruction together."""
    words = instruction.opcode.split(".")
    if words[0] in _WARP_SYNC:
        return "sync" in words
    return words[0] == "bar" and words[1:2] == ["warp"]


def is_guard_skip(instruction: Instruction) -> bool:
    """Whether the instruction is a branch that stands for the guard of the one after it."""
    target = instruction.operands[0] if instruction.name == "bra" and instruction.operands else None
    return isinstance(target, Symbol) and target.name.startswith(_GUARD_LABEL)


def is_cta_barrier(instruction: Instruction) -> bool:
    """Whether the instruction is a ``bar`` or ``barrier`` of the whole block (``bar.arrive`` included)."""
    words = instruction.opcode.split(".")
    return words[0] in ("bar", "barrier") and words[1] not in ("warp", "cluster")


def is_cluster_wait(instruction: Instruction) -> bool:
    """Whether lanes may have to wait at the instruction for the cluster."""
    return instruction.opcode.startswith("barrier.cluster.wait")


def may_rest(instruction: Instruction) -> bool:
    """Whether lanes of the warp, and other warps, may go first after the instruction: it sleeps or polls."""
    words = instruction.opcode.split(".")
    return words[0] == "nanosleep" or (words[0] == "mbarrier" and words[1] in ("test_wait", "try_wait"))


def ends_block(instruction: Instruction) -> bool:
    """Whether the instruction, last in its block, says itself where its lanes go on."""
    return (
        instruction.name in BRANCHES
        or instruction.name == REST
        or is_cta_barrier(instruction)
        or is_cluster_wait(instruction)
    )


def definitions(instruction: Instruction) -> list[Register]:
    """Return the registers that an instruction writes, the condition code among them."""
    is_store = instruction.opcode.startswith("wmma.store")
    if instruction.name in _NO_DESTINATION or is_store or not instruction.operands:
        return []
    if instruction.name == "mbarrier" and instruction.opcode.split(".")[1] in _NO_DESTINATION_OF_MBARRIER:
        return []
    carry = [CARRY] if instruction.name in _CARRY_WRITERS and ".cc" in instruction.opcode else []
    first = instruction.operands[0]
    if isinstance(first, Register):
        return [first, *carry]
    if isinstance(first, Vector | Pair):
        return [*registers_of(first), *carry]
    if isinstance(first, Sink):
        return carry
    raise PtxError(f"{instruction.opcode} needs a register as its destination", line=instruction.line)


def uses(instruction: Instruction) -> list[Register]:
    """Return the registers that an instruction reads, its guard and the condition code included."""
    written = definitions(instruction)
    n_written = 0 if not written and not _is_sink(instruction) else 1
    found = [r for operand in instruction.operands[n_written:] for r in registers_of(operand)]
    if instruction.name in _CARRY_READERS:
        found.append(CARRY)
    if instruction.predicate is not None:
        found.append(instruction.predicate)
        # A guarded write keeps the old value where the guard is false.
        found.extend(written)
    return found


def _is_sink(instruction: Instruction) -> bool:
    return bool(instruction.operands) and isinstance(instruction.operands[0], Sink)


def analyze(kernel: FlatKernel) -> Flow:
    """Build blocks, successors and liveness.

    Raises
    ------
    PtxError
        A branch names a label that does not exist, or the condition code is read where nothing set it.
    """
    if kernel.calls:
        first = _analyze(kernel)
        kernel.body = expand(kernel.body, kernel.calls, kernel.bodies, _live_across_calls(first))
    return _analyze(kernel)


def _live_across_calls(flow: Flow) -> dict[int, list[Register]]:
    """Return the registers that live at the place that each call through the stack returns to, in a fixed order."""
    found = {}
    for block in flow.blocks:
        last = block.instructions[-1]
        if last.name in ("kh_call", "kh_call_pointer"):
            back = _label(last.operands[2], flow.labels, last)
            live = flow.blocks[back].live_in - {FRAME.name}
            found[int(last.opcode.partition(".")[2])] = [flow.slots[name] for name in sorted(live)]
    return found


def _analyze(kernel: FlatKernel) -> Flow:
    blocks, labels = _split(_normalize(kernel.body))
    for block in blocks:
        block.successors = _successors(block, labels, kernel, len(blocks))
        for successor in block.successors:
            if successor <= block.index:
                blocks[successor].is_loop_head = True
    _liveness(blocks)
    if CARRY.name in blocks[0].live_in:
        _refuse_unset_carry(blocks)
    slots: dict[str, Register] = {}
    for block in blocks:
        for instruction in block.instructions:
            for register in (*uses(instruction), *definitions(instruction)):
                if register.name in block.live_in or register.name in block.live_out:
                    slots.setdefault(register.name, register)
    return Flow(blocks, labels, slots)


def _refuse_unset_carry(blocks: list[Block]) -> None:
    reader = next(i for block in blocks for i in block.instructions if CARRY in uses(i))
    raise PtxError(f"the carry flag is not set on every way to {reader.opcode}", line=reader.line)


def _normalize(body: list[Instruction | Label]) -> list[Instruction | Label]:
    """Turn guards on synchronising instructions into branches; split reductions off barriers."""
    result: list[Instruction | Label] = []
    n_skips = 0
    for statement in body:
        if isinstance(statement, Label):
            result.append(statement)
            continue
        synchronizes = (
            is_warp_sync(statement)
            or is_cta_barrier(statement)
            or is_cluster_wait(statement)
            or may_rest(statement)
            or statement.name in ("brx", "trap")
        )
        skip = None
        if synchronizes and statement.predicate is not None:
            n_skips += 1
            skip = f"{_GUARD_LABEL}{n_skips}"
            result.append(
                replace(statement, opcode="bra", operands=(Symbol(skip),), negated=not statement.negated)
            )
            statement = replace(statement, predicate=None, negated=False)
        if is_cta_barrier(statement) and "red" in statement.opcode.split("."):
            destination, *rest = statement.operands
            result.append(replace(statement, operands=tuple(rest)))
            kind = next((w for w in statement.opcode.split(".") if w in ("popc", "and", "or")), "")
            result.append(replace(statement, opcode=f"{BARRIER_RESULT}.{kind}", operands=(destination,)))
        else:
            result.append(statement)
        if may_rest(statement):
            result.append(replace(statement, opcode=REST, operands=()))
        if skip is not None:
            result.append(Label(skip, statement.line))
    return result


def _split(body: list[Instruction | Label]) -> tuple[list[Block], dict[str, int]]:
    blocks = [Block(0)]
    labels: dict[str, int] = {}

    def start() -> None:
        if blocks[-1].instructions:
            blocks.append(Block(len(blocks)))

    for statement in body:
        if isinstance(statement, Label):
            start()
            labels[statement.name] = blocks[-1].index
            continue
        if is_warp_sync(statement):
            start()
        blocks[-1].instructions.append(statement)
        if ends_block(statement):
            start()
    if len(blocks) > 1 and not blocks[-1].instructions and blocks[-1].index not in labels.values():
        end = blocks[-2].instructions[-1]
        if end.name in ("ret", "exit", "bra", "trap") and end.predicate is None:
            blocks.pop()
    last = blocks[-1].instructions
    if not last or last[-1].name not in ("ret", "exit", "bra", "trap") or last[-1].predicate is not None:
        # Falling off the end is a return.
        start()
        blocks[-1].instructions.append(Instruction("ret", ()))
    return blocks, labels


def _successors(block: Block, labels: dict[str, int], kernel: FlatKernel, n_blocks: int) -> tuple[int, ...]:
    last = block.instructions[-1]
    following = (block.index + 1,) if block.index + 1 < n_blocks else ()
    if last.name == "bra":
        targets = (branch_target(last, labels),)
        return targets + (following if last.predicate is not None else ())
    if last.name == "brx":
        return tuple(dict.fromkeys(table_targets(last, labels, kernel)))
    if last.name == "kh_call":
        return tuple(dict.fromkeys(_label(last.operands[k], labels, last) for k in (0, 2)))
    if last.name == "kh_call_pointer":
        possible = [target for target in pointer_targets(last, labels, kernel) if target is not None]
        return tuple(dict.fromkeys([*possible, _label(last.operands[2], labels, last)]))
    if last.name in ("kh_return", "kh_assertfail"):
        return ()
    if last.name in ("ret", "exit", "trap"):
        return following if last.predicate is not None else ()
    return following


def _label(operand: Operand, labels: dict[str, int], instruction: Instruction) -> int:
    if not isinstance(operand, Symbol) or operand.name not in labels:
        raise PtxError(
            f"{instruction.opcode} needs a label of this function (got {operand})", line=instruction.line
        )
    return labels[operand.name]


def pointer_targets(instruction: Instruction, labels: dict[str, int], kernel: FlatKernel) -> list[int | None]:
    """Return the block of each function of the module that a call through a pointer may mean."""
    table = instruction.operands[1]
    assert isinstance(table, Symbol)
    return [labels[name] if name else None for name in kernel.pointer_targets[table.name]]


def branch_target(instruction: Instruction, labels: dict[str, int]) -> int:
    """Return the block that a ``bra`` names; PtxError if there is none."""
    return _label(instruction.operands[0] if instruction.operands else Sink(), labels, instruction)


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


def _liveness(blocks: list[Block]) -> None:
    exposed: list[set[str]] = []
    killed: list[set[str]] = []
    for block in blocks:
        read: set[str] = set()
        written: set[str] = set()
        for instruction in block.instructions:
            read.update(r.name for r in uses(instruction) if r.name not in written)
            if instruction.predicate is None:
                written.update(r.name for r in definitions(instruction))
        exposed.append(read)
        killed.append(written)
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            # whoever called a function needs the place of its own frame
            out: set[str] = {FRAME.name} if block.instructions[-1].name == "kh_return" else set()
            for successor in block.successors:
                out |= blocks[successor].live_in
            live_in = exposed[block.index] | (out - killed[block.index])
            if live_in != block.live_in or out != block.live_out:
                block.live_in, block.live_out = live_in, out
                changed = True
