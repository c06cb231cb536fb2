"""Finds what an address was computed from, by a static slice of the PTX."""

from __future__ import annotations

from ..text.syntax import TYPE_BYTES, Address, Function, Instruction, Operand, Register, Symbol


def address_symbols(function: Function, ptx_line: int) -> frozenset[tuple[str, int]]:
    """Return the parameters and variables, with byte offsets in them, that may be in the addresses of an instruction.

    The slice follows 64-bit registers through every instruction that writes them, in any order. It ends at loads: a
    pointer that came from memory has no symbol.
    """
    instructions = [each for each in function.body if isinstance(each, Instruction)]
    found: set[tuple[str, int]] = set()
    names: set[str] = set()
    pending: list[Operand] = [
        operand.base
        for each in instructions
        if each.line == ptx_line
        for operand in each.operands
        if isinstance(operand, Address)
    ]
    while pending:
        base = pending.pop()
        if isinstance(base, Symbol):
            found.add((base.name, base.offset))
        elif isinstance(base, Register) and TYPE_BYTES[base.type] == 8 and base.name not in names:
            names.add(base.name)
            for each in instructions:
                if each.operands and each.operands[0] == base:
                    pending += _sources(each)
    return frozenset(found)


def _sources(instruction: Instruction) -> list[Operand]:
    if not instruction.opcode.startswith("ld"):
        return list(instruction.operands[1:])
    at = instruction.operands[1]
    if not (
        instruction.opcode.startswith("ld.param") and isinstance(at, Address) and isinstance(at.base, Symbol)
    ):
        return []
    return [Symbol(at.base.name, at.base.offset + at.offset)]
