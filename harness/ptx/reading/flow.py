"""Splits a flat body into basic blocks, finds which registers live across them, and which loops end by themselves.

A block ends where lanes may diverge or wait (`row.Goes`). An instruction that lanes of a warp execute together
(`row.Row.meets`) starts a block, so that lanes can wait before it. A guard on either becomes a branch around the
instruction. Blocks keep the order of the text; the min-PC rule relies on it.
"""

from __future__ import annotations

from dataclasses import replace

from ...errors import PtxError
from ..ir.calls import FRAME, expand
from ..ir.flat_kernel import (
    CARRY,
    GUARD_LABEL,
    Block,
    FlatKernel,
    Flow,
    branch_target,
    find_label,
    pointer_targets,
    table_targets,
)
from ..isa.row import Goes
from ..isa.table import BARRIER_RESULT, REST, find, row_of
from ..text.syntax import Immediate, Instruction, Label, Register, Special, Symbol


def definitions(instruction: Instruction) -> list[Register]:
    return row_of(instruction).definitions(instruction)


def uses(instruction: Instruction) -> list[Register]:
    return row_of(instruction).uses(instruction)


def ends_block(instruction: Instruction) -> bool:
    return row_of(instruction).goes is not Goes.ON


def _never_falls_through(instruction: Instruction) -> bool:
    goes = row_of(instruction).goes
    return instruction.predicate is None and goes in (Goes.LABEL, Goes.ENDS, Goes.TRAPS)


def maybe_undefined(flow: Flow) -> frozenset[str]:
    undefined = set(flow.blocks[0].live_in)
    instructions = [i for block in flow.blocks for i in block.instructions]
    spreads = [(definitions(i), uses(i), row_of(i).may_give_undefined(i)) for i in instructions]
    size = -1
    # loops carry undefined bits back to earlier instructions
    while size != len(undefined):
        size = len(undefined)
        for written, read, is_source in spreads:
            if is_source or any(register.name in undefined for register in read):
                undefined.update(register.name for register in written)
    return frozenset(undefined)


def analyze(kernel: FlatKernel) -> Flow:
    if kernel.calls:
        # twice: a call saves the live registers, and the instructions that save them change liveness
        first = _analyze(kernel)
        kernel.body = expand(kernel.body, kernel.calls, kernel.bodies, _live_across_calls(first))
    return _analyze(kernel)


def _live_across_calls(flow: Flow) -> dict[int, list[Register]]:
    """Return the live registers at the return of each call through the stack, in a fixed order."""
    live_by_call = {}
    for block in flow.blocks:
        last = block.instructions[-1]
        if row_of(last).goes in (Goes.CALLS, Goes.CALLS_POINTER):
            _, _, back, number, *_ = last.operands
            assert isinstance(number, Immediate)
            # the caller computes its FRAME again from the function's FRAME
            live = flow.blocks[find_label(back, flow.labels, last)].live_in - {FRAME.name}
            live_by_call[number.value] = [flow.slots[name] for name in sorted(live)]
    return live_by_call


def _analyze(kernel: FlatKernel) -> Flow:
    blocks, labels = _split(_normalize(kernel.body))
    for block in blocks:
        block.successors = _successors(block, labels, kernel, len(blocks))
        for successor in block.successors:
            if successor <= block.index:
                blocks[successor].is_loop_head = True
    registers = _liveness(blocks)
    if CARRY.name in blocks[0].live_in:
        reader = next(i for block in blocks for i in block.instructions if CARRY in uses(i))
        raise PtxError(f"the carry flag is not set on every way to {reader.opcode}", line=reader.line)
    slots: dict[str, Register] = {}
    for block, appearing in zip(blocks, registers, strict=True):
        for register in appearing:
            # in order of appearance: the text keys the cache and must not depend on hashes
            if register.name in block.live_in or register.name in block.live_out:
                slots.setdefault(register.name, register)
    has_slices = any(row_of(i).has_slices for block in blocks for i in block.instructions)
    return Flow(blocks, labels, slots, has_slices)


def _normalize(body: list[Instruction | Label]) -> list[Instruction | Label]:
    """Turn guards on synchronising instructions into branches; split reductions off barriers."""
    result: list[Instruction | Label] = []
    n_skips = 0
    for statement in body:
        if isinstance(statement, Label):
            result.append(statement)
            continue
        row, modifiers = find(statement)
        if row.accumulates:
            statement = replace(statement, operands=(statement.operands[0], *statement.operands))
        skip = None
        # all lanes of a block end it together, so lanes whose guard is off must go around the instruction
        if row.guard_is_branch and statement.predicate is not None:
            n_skips += 1
            skip = f"{GUARD_LABEL}{n_skips}"
            result.append(
                replace(statement, opcode="bra", operands=(Symbol(skip),), negated=not statement.negated)
            )
            statement = replace(statement, predicate=None, negated=False)
        # the result is known once the barrier opens, and lanes come back from it in the next block
        if row.goes is Goes.WAITS and modifiers["mode"] == "red":
            destination, *rest = statement.operands
            result.append(replace(statement, operands=tuple(rest)))
            opcode = f"{BARRIER_RESULT}.{modifiers['kind']}"
            result.append(replace(statement, opcode=opcode, operands=(destination,)))
        else:
            result.append(statement)
        # lanes that rest must let others go first: this is where they continue
        if row.rests:
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
        if row_of(statement).meets:
            start()
        blocks[-1].instructions.append(statement)
        if ends_block(statement):
            start()
    is_spare = len(blocks) > 1 and not blocks[-1].instructions and blocks[-1].index not in labels.values()
    if is_spare and _never_falls_through(blocks[-2].instructions[-1]):
        blocks.pop()
    last = blocks[-1].instructions
    if not last or not _never_falls_through(last[-1]):
        # the end of the body is a return
        start()
        blocks[-1].instructions.append(Instruction("ret", ()))
    return blocks, labels


def _successors(block: Block, labels: dict[str, int], kernel: FlatKernel, n_blocks: int) -> tuple[int, ...]:
    last = block.instructions[-1]
    following = (block.index + 1,) if block.index + 1 < n_blocks else ()
    goes = row_of(last).goes
    if goes is Goes.RETURNS:
        return ()
    if goes is Goes.TABLE:
        return tuple(dict.fromkeys(table_targets(last, labels, kernel)))
    if goes in (Goes.CALLS, Goes.CALLS_POINTER):
        # the place behind the call is a successor, since kh_return, which leads there, has none
        targets = [find_label(last.operands[2], labels, last)]
        if goes is Goes.CALLS:
            targets.insert(0, branch_target(last, labels))
        else:
            targets[:0] = [t for t in pointer_targets(last, labels, kernel) if t is not None]
        return tuple(dict.fromkeys(targets))
    target = (branch_target(last, labels),) if goes is Goes.LABEL else ()
    falls_through = goes in (Goes.ON, Goes.WAITS) or last.predicate is not None
    return target + (following if falls_through else ())


def _liveness(blocks: list[Block]) -> list[list[Register]]:
    """Note which registers live into and out of each block; return the registers of each as they appear."""
    appearing: list[list[Register]] = []
    exposed: list[set[str]] = []
    killed: list[set[str]] = []
    for block in blocks:
        read: set[str] = set()
        written: set[str] = set()
        appearing.append([])
        for instruction in block.instructions:
            row = row_of(instruction)
            used, defined = row.uses(instruction), row.definitions(instruction)
            read.update([r.name for r in used if r.name not in written])
            # a guarded write keeps the old value in some lanes
            if instruction.predicate is None:
                written.update([r.name for r in defined])
            appearing[-1] += (*used, *defined)
        exposed.append(read)
        killed.append(written)
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            # a function's caller needs the offset of its own frame
            returns = row_of(block.instructions[-1]).goes is Goes.RETURNS
            out: set[str] = {FRAME.name} if returns else set()
            for successor in block.successors:
                out |= blocks[successor].live_in
            live_in = exposed[block.index] | (out - killed[block.index])
            if live_in != block.live_in or out != block.live_out:
                block.live_in, block.live_out = live_in, out
                changed = True
    return appearing


_CLOCKS = ("%clock", "%globaltimer")


def counts(flow: Flow, line: int) -> bool:
    """Return whether every loop around the loop head at a line may end by itself."""
    heads = [block for block in flow.blocks if block.is_loop_head and block.instructions[0].line == line]
    loops = {block.index: _body(flow.blocks, block.index) for block in flow.blocks if block.is_loop_head}
    around = [body for head in heads for body in loops.values() if head.index in body]
    return bool(around) and all(_may_end(flow.blocks, body) for body in around)


def _body(blocks: list[Block], head: int) -> frozenset[int]:
    """Return the blocks of the loop with a head: the blocks that lead back to the head without passing through it."""
    before: dict[int, list[int]] = {}
    for block in blocks:
        for successor in block.successors:
            before.setdefault(successor, []).append(block.index)
    body = {head}
    # blocks keep the order of the text: earlier ones enter the loop, later ones end a round of it
    pending = [index for index in before.get(head, ()) if index >= head]
    while pending:
        at = pending.pop()
        if at not in body:
            body.add(at)
            pending += before.get(at, ())
    return frozenset(body)


def _may_end(blocks: list[Block], body: frozenset[int]) -> bool:
    inside = [instruction for index in body for instruction in blocks[index].instructions]
    written: dict[str, list[Instruction]] = {}
    for instruction in inside:
        for register in definitions(instruction):
            written.setdefault(register.name, []).append(instruction)
    sources = {
        name: {register.name for writer in writers for register in uses(writer)} & set(written)
        for name, writers in written.items()
    }
    for index in body:
        leave = blocks[index].instructions[-1]
        # this block has no way out of the loop
        if leave.predicate is None or body.issuperset(blocks[index].successors):
            continue
        # a loop that only polls memory ends by the writes of others, never by its own earlier rounds or a clock
        for name in _reached({leave.predicate.name}, sources):
            is_carried = name in _reached(sources.get(name, set()), sources)
            if is_carried or any(_reads_clock(writer) for writer in written.get(name, ())):
                return True
    return False


def _reached(names: set[str], sources: dict[str, set[str]]) -> set[str]:
    """Return registers, and all registers that their values depend on within a loop."""
    reached: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending += sources.get(name, ())
    return reached


def _reads_clock(instruction: Instruction) -> bool:
    return any(isinstance(o, Special) and o.name.startswith(_CLOCKS) for o in instruction.operands)
