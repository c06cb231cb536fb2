"""Finds out whether a loop counts: one that only polls memory ends by somebody else, or never."""

from __future__ import annotations

from ..ir.blocks import Block, Flow
from ..text.syntax import Instruction, Special
from .flow import definitions, uses

_CLOCKS = ("%clock", "%globaltimer")


def counts(flow: Flow, line: int) -> bool:
    """Return whether every loop around the loop head at a line may end by itself.

    Each has a way out whose condition depends on what an earlier round of the loop has computed, or on a clock.
    """
    heads = [each for each in flow.blocks if each.is_loop_head and each.instructions[0].line == line]
    loops = {each.index: _body(flow.blocks, each.index) for each in flow.blocks if each.is_loop_head}
    around = [body for head in heads for body in loops.values() if head.index in body]
    return bool(around) and all(_may_end(flow.blocks, body) for body in around)


def _body(blocks: list[Block], head: int) -> frozenset[int]:
    """Return the blocks of the loop with a head: those that lead back to it without passing through it."""
    before: dict[int, list[int]] = {}
    for block in blocks:
        for successor in block.successors:
            before.setdefault(successor, []).append(block.index)
    found = {head}
    pending = [each for each in before.get(head, ()) if each >= head]
    while pending:
        at = pending.pop()
        if at not in found:
            found.add(at)
            pending += before.get(at, ())
    return frozenset(found)


def _may_end(blocks: list[Block], body: frozenset[int]) -> bool:
    inside = [each for index in body for each in blocks[index].instructions]
    written: dict[str, list[Instruction]] = {}
    for each in inside:
        for register in definitions(each):
            written.setdefault(register.name, []).append(each)
    sources = {
        name: {register.name for each in found for register in uses(each)} & set(written)
        for name, found in written.items()
    }
    for index in body:
        leave = blocks[index].instructions[-1]
        if leave.predicate is None or body.issuperset(blocks[index].successors):
            continue
        for name in _reached({leave.predicate.name}, sources):
            is_carried = name in _reached(sources.get(name, set()), sources)
            if is_carried or any(_reads_clock(each) for each in written.get(name, ())):
                return True
    return False


def _reached(names: set[str], sources: dict[str, set[str]]) -> set[str]:
    """Return registers and all that their values depend on within a loop."""
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += sources.get(name, ())
    return found


def _reads_clock(instruction: Instruction) -> bool:
    return any(isinstance(each, Special) and each.name.startswith(_CLOCKS) for each in instruction.operands)
