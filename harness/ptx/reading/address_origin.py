"""Finds what an address was computed from, by a static slice of the PTX."""

from __future__ import annotations

from ..isa.table import row_of
from ..text import syntax as ptx

Origins = frozenset[tuple[str, int]]
"""Parameters and variables, with byte offsets in them."""
Access = tuple[Origins, str, bool]
"""Parameters that the address of an access may be computed from; an element's type, such as ``f32`` or ``v4.f32``,
empty if it is unknown; whether the access is a plain store."""
FROM_MEMORY = ("", 0)
"""Marks, among an access's parameters, a pointer that was loaded from memory."""


def address_symbols(function: ptx.PtxFunction, ptx_line: int) -> Origins:
    """Return the parameters and variables, with byte offsets in them, that may be in the addresses of an instruction.

    They end at loads: a pointer that came from memory has no symbol.
    """
    here = [instruction for instruction in _instructions(function) if instruction.line == ptx_line]
    origins = _origins(function) if here else {}
    symbols = [_of(o.base, origins) for i in here for o in i.operands if isinstance(o, ptx.Address)]
    return frozenset().union(*symbols) - {FROM_MEMORY}


def global_accesses(function: ptx.PtxFunction) -> tuple[Access, ...] | None:
    """Return the kinds of access to global memory in a kernel; None if it calls functions, which may access more."""
    if any(isinstance(statement, ptx.CallStatement) for statement in function.body):
        return None
    origins = _origins(function)
    known = {param.name for param in function.params} | {FROM_MEMORY[0]}
    accesses = set()
    for instruction in _instructions(function):
        words = instruction.opcode.split(".")
        if {"param", "shared", "local", "const"} & set(words):
            continue
        row = row_of(instruction)
        for operand in instruction.operands:
            if isinstance(operand, ptx.Address) and isinstance(operand.base, ptx.Register):
                vector = [word for word in words[1:] if word in ("v2", "v4", "v8")]
                is_plain = row.has_elements and row.family != "atomic" and not operand.coordinates
                kind = ".".join((*vector, words[-1])) if is_plain else ""
                params = frozenset(origin for origin in _of(operand.base, origins) if origin[0] in known)
                accesses.add((params, kind, words[0] == "st"))
    return tuple(sorted(accesses, key=repr))


def _instructions(function: ptx.PtxFunction) -> list[ptx.Instruction]:
    return [s for s in function.body if isinstance(s, ptx.Instruction) and s.operands]


def _of(operand: ptx.Operand, origins: dict[str, Origins]) -> Origins:
    if isinstance(operand, ptx.Symbol):
        return frozenset({(operand.name, operand.offset)})
    return origins.get(operand.name, frozenset()) if isinstance(operand, ptx.Register) else frozenset()


def _origins(function: ptx.PtxFunction) -> dict[str, Origins]:
    """Return the symbols that the values of 64-bit registers may be computed from, by register name."""
    instructions = _instructions(function)
    origins: dict[str, Origins] = {}
    is_stable = False
    while not is_stable:  # loops carry pointers from one round to the next
        is_stable = True
        for instruction in instructions:
            for register, new in _written(instruction, origins):
                known = origins.get(register, frozenset())
                if not new <= known:
                    origins[register] = known | new
                    is_stable = False
    return origins


def _written(instruction: ptx.Instruction, origins: dict[str, Origins]) -> list[tuple[str, Origins]]:
    """Return the 64-bit registers that an instruction writes, with the symbols of their values."""
    written = [
        (index, element.name)
        for index, element in enumerate(ptx.elements_of(instruction.operands[0]))
        # narrower registers hold sizes and indices, no pointers
        if isinstance(element, ptx.Register) and ptx.TYPE_BYTES[element.type] == 8
    ]
    if not written:
        return []
    if row_of(instruction).family in ("load", "atomic"):
        at = instruction.operands[1]
        if (
            instruction.opcode.startswith("ld.param")
            and isinstance(at, ptx.Address)
            and isinstance(at.base, ptx.Symbol)
        ):
            offset = at.base.offset + at.offset
            return [(name, frozenset({(at.base.name, offset + 8 * index)})) for index, name in written]
        return [(name, frozenset({FROM_MEMORY})) for _, name in written]
    symbols = frozenset().union(*(_of(operand, origins) for operand in instruction.operands[1:]))
    return [(name, symbols) for _, name in written]
