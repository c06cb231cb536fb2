"""Finds what an address was computed from, by a static slice of the PTX."""

from __future__ import annotations

from ..isa.table import row_of
from ..text.syntax import (
    TYPE_BYTES,
    Address,
    CallStatement,
    Function,
    Instruction,
    Operand,
    Register,
    Symbol,
    VectorOperand,
)

Access = tuple[frozenset[tuple[str, int]], str, bool]
"""Parameters, with byte offsets in them, that an address of global memory may be computed from; an element's type, such
as ``f32`` or ``v4.f32``, empty if it is unknown; whether the access is a plain store."""
FROM_MEMORY = ("", 0)
"""Stands among an access's parameters for a pointer that was loaded."""


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


def global_accesses(function: Function) -> tuple[Access, ...] | None:
    """Return the kinds of access to global memory in a kernel; None if it calls functions, which may access more."""
    if any(isinstance(each, CallStatement) for each in function.body):
        return None
    instructions = [each for each in function.body if isinstance(each, Instruction) and each.operands]
    params = {each.name for each in function.params}
    origins: dict[str, frozenset[tuple[str, int]]] = {}
    is_stable = False
    while not is_stable:  # loops carry pointers from one round to the next
        is_stable = True
        for each in instructions:
            for register, found in _origins(each, origins, params):
                known = origins.get(register, frozenset())
                if not found <= known:
                    origins[register] = known | found
                    is_stable = False
    accesses = set()
    for each in instructions:
        words = each.opcode.split(".")
        if {"param", "shared", "local", "const"} & set(words):
            continue
        row = row_of(each)
        for operand in each.operands:
            if isinstance(operand, Address) and isinstance(operand.base, Register):
                vector = [word for word in words[1:] if word in ("v2", "v4", "v8")]
                is_plain = row.has_elements and row.family != "atomic" and not operand.coordinates
                kind = ".".join((*vector, words[-1])) if is_plain else ""
                accesses.add((origins.get(operand.base.name, frozenset()), kind, words[0] == "st"))
    return tuple(sorted(accesses, key=repr))


def _origins(
    instruction: Instruction, origins: dict[str, frozenset[tuple[str, int]]], params: set[str]
) -> list[tuple[str, frozenset[tuple[str, int]]]]:
    """Return the 64-bit registers that an instruction writes, each with what its value may be computed from."""
    target = instruction.operands[0]
    targets = target.elements if isinstance(target, VectorOperand) else (target,)
    written = [
        (index, each.name)
        for index, each in enumerate(targets)
        if isinstance(each, Register) and TYPE_BYTES[each.type] == 8
    ]
    if row_of(instruction).family in ("load", "atomic"):
        at = instruction.operands[1]
        if isinstance(at, Address) and isinstance(at.base, Symbol) and at.base.name in params:
            offset = at.base.offset + at.offset
            return [(name, frozenset({(at.base.name, offset + 8 * index)})) for index, name in written]
        return [(name, frozenset({FROM_MEMORY})) for _, name in written]
    found: frozenset[tuple[str, int]] = frozenset()
    for operand in instruction.operands[1:]:
        if isinstance(operand, Register):
            found |= origins.get(operand.name, frozenset())
    return [(name, found) for _, name in written]
