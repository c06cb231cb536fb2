"""Adds the recording of a launch to a kernel's code: each instruction reports its results after it was executed."""

from __future__ import annotations

from collections.abc import Iterator

from ..ir.flat_kernel import CARRY
from ..ir.traced import Exchange, Role, TracedInstruction, TracedOperand, TracedResult
from ..isa.row import Row
from ..lower.emitter import Emitter, Modifiers
from ..lower.llvm_text import I1, SCRATCH, bits_of, ivec
from ..lower.warp import put_shuffle_sources
from ..text import syntax as ptx

# free by then: an instruction reports after it was lowered
VALUES = 5
"""Scratch area of the recorded values."""


def traced(instruction: ptx.Instruction, row: Row, block: int) -> TracedInstruction:
    return TracedInstruction(
        opcode=instruction.opcode,
        ptx_line=instruction.line,
        file=instruction.source.file,
        source_line=instruction.source.line,
        callers=instruction.source.callers,
        block=block,
        family=row.family,
        results=tuple(_results(instruction, row)),
        operands=tuple(_operands(instruction, row)),
        n_slots=_n_slots(instruction, row),
        exchange=_exchange(row),
    )


def _exchange(row: Row) -> Exchange:
    if row.exchange is not None:
        return row.exchange
    # without .sync lanes do not meet for a vote, and it still counts all that execute it
    is_vote = row.family == "vote" and row.name != "activemask"
    return Exchange.ALL if row.meets or is_vote else Exchange.OWN


def _n_slots(instruction: ptx.Instruction, row: Row) -> int:
    if row.family not in ("load", "store", "atomic") or row.meets:
        return 1
    return max(
        (len(each.elements) for each in instruction.operands if isinstance(each, ptx.VectorOperand)),
        default=1,
    )


def _results(instruction: ptx.Instruction, row: Row) -> Iterator[TracedResult]:
    if not row.writes or not instruction.operands:
        return
    first = instruction.operands[0]
    if isinstance(first, ptx.Pair):
        parts = (*ptx.elements_of(first.first), first.second)
    else:
        parts = ptx.elements_of(first.operand if isinstance(first, ptx.Part) else first)
    for slot, part in enumerate(parts):
        if isinstance(part, ptx.Register):
            yield TracedResult(part.name, part.type, slot)
    if "cc" in instruction.opcode.split("."):
        yield TracedResult(CARRY.name, CARRY.type, len(parts))


def _operands(instruction: ptx.Instruction, row: Row) -> Iterator[TracedOperand]:
    for position, operand in enumerate(instruction.operands):
        if position == 0 and row.writes:
            # a part of a register keeps the rest of it
            if isinstance(operand, ptx.Part):
                yield from _read(operand.operand, Role.VALUE)
            continue
        role = Role.VALUE
        if position in row.selects:
            role = Role.INDEX
        elif position in row.decides:
            role = Role.CONDITION
        yield from _read(operand, role)
    if row.reads_carry:
        yield TracedOperand(CARRY.name, CARRY.type, Role.VALUE)
    if instruction.predicate is not None:
        guard = instruction.predicate
        yield TracedOperand(guard.name, guard.type, Role.CONDITION, text="!" if instruction.negated else "")


def _read(operand: ptx.Operand, role: Role, slot: int = 0) -> Iterator[TracedOperand]:
    if isinstance(operand, ptx.Register):
        yield TracedOperand(operand.name, operand.type, role, slot)
    elif isinstance(operand, ptx.Address):
        for part in (operand.base, *operand.coordinates):
            yield from _read(part, Role.INDEX, slot)
    elif isinstance(operand, ptx.VectorOperand):
        for index, element in enumerate(operand.elements):
            yield from _read(element, role, index)
    elif isinstance(operand, ptx.Negated | ptx.Part):
        yield from _read(operand.operand, role, slot)
    elif not isinstance(operand, ptx.Sink | ptx.Pair):
        yield TracedOperand("", "", role, slot, _constant(operand))


def _constant(operand: ptx.Operand) -> str:
    if isinstance(operand, ptx.Immediate):
        return str(operand.value)
    if isinstance(operand, ptx.FloatImmediate):
        return f"{operand.value:.9g}"
    return operand.name if isinstance(operand, ptx.Special | ptx.Symbol) else ""


def is_recorded(each: TracedInstruction) -> bool:
    """Whether executions of an instruction are recorded: those with results, accesses, or a register that decides."""
    return (
        bool(each.results)
        or each.family in ("load", "store", "atomic", "texture")
        or any(operand.register for operand in each.operands)
    )


def record(e: Emitter, m: Modifiers, index: int, each: TracedInstruction) -> None:
    """Write the report of the current instruction, which has been lowered."""
    offset = 0
    if each.exchange is Exchange.SHUFFLE:
        offset = put_shuffle_sources(e, m, VALUES)
    for result in each.results:
        value = e.value(ptx.Register(result.register, result.type))
        if result.type == "pred":
            e.put(VALUES, e.tmp(f"bitcast {I1} {value} to i32"), "i32", offset)
            # a mask takes 4 bytes, but an area holds values at multiples of 16
            offset += 16
        else:
            bits = bits_of(result.type)
            e.put(VALUES, value, ivec(bits), offset)
            offset += 4 * bits
    e.runtime("kh_trace_result", "%worker", index, e.exec_mask, SCRATCH[VALUES], offset)


def record_decision(e: Emitter, index: int) -> None:
    """Write the report of an instruction that ends its block, before it is lowered; it has no results."""
    e.runtime("kh_trace_result", "%worker", index, e.mask, SCRATCH[VALUES], 0)
