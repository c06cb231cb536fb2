"""Passes arguments, results and registers saved across calls through memory.

A predicate is passed as a word, 1 or 0; a vector by one access of all its elements. A function with register parameters
loads them from ``.param`` memory when it starts and stores its results where it returns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..text.syntax import (
    Address,
    Function,
    Immediate,
    Instruction,
    Operand,
    Register,
    Statement,
    Symbol,
    Variable,
    VectorOperand,
)

PREDICATE_BYTES = 4


def write_argument(operand: Operand, place: Address, size: int, space: str = "local") -> list[Instruction]:
    """Return the store of a register, a vector or a constant of `size` bytes in a space."""
    if not _is_predicate(operand):
        return [Instruction(f"st.{space}.{_access_type(operand, size)}", (place, operand))]
    bit = _bit_of(operand)
    return [
        Instruction("selp.b32", (bit, Immediate(1), Immediate(0), operand)),
        Instruction(f"st.{space}.b32", (place, bit)),
    ]


def read_argument(operand: Operand, place: Address, size: int, space: str = "local") -> list[Instruction]:
    """Return the load of a register or a vector of `size` bytes from a space."""
    if not _is_predicate(operand):
        return [Instruction(f"ld.{space}.{_access_type(operand, size)}", (operand, place))]
    bit = _bit_of(operand)
    return [
        Instruction(f"ld.{space}.b32", (bit, place)),
        Instruction("setp.ne.b32", (operand, bit, Immediate(0))),
    ]


def _is_predicate(operand: Operand) -> bool:
    return isinstance(operand, Register) and operand.type == "pred"


def _bit_of(operand: Operand) -> Register:
    assert isinstance(operand, Register)
    return Register(f"~bit~{operand.name}", "b32")


def _access_type(operand: Operand, size: int) -> str:
    if isinstance(operand, VectorOperand):
        return f"v{len(operand.elements)}.b{8 * size // len(operand.elements)}"
    return f"b{8 * size}"


@dataclass(frozen=True)
class RegisterParameter:
    """A parameter or result in a register or a vector of registers, and the variable that passes it."""

    variable: Variable
    operand: Register | VectorOperand


def pass_in_memory(
    function: Function, results: list[RegisterParameter], params: list[RegisterParameter]
) -> None:
    """Load register parameters at the start of a function's body, and store register results at its ends."""
    if not results and not params:
        return
    body: list[Statement] = [each for param in params for each in _load(param)]
    for statement in function.body:
        if isinstance(statement, Instruction) and statement.name == "ret":
            predicate, negated, location = statement.predicate, statement.negated, statement.location
            for store in (each for result in results for each in _store(result, statement.line)):
                body.append(replace(store, predicate=predicate, negated=negated, location=location))
        body.append(statement)
    function.body = [*body, *(each for result in results for each in _store(result, function.line))]


def _load(parameter: RegisterParameter) -> list[Instruction]:
    variable = parameter.variable
    loads = read_argument(parameter.operand, Address(Symbol(variable.name)), variable.size_bytes, "param")
    return [replace(load, line=variable.line) for load in loads]


def _store(parameter: RegisterParameter, line: int) -> list[Instruction]:
    variable = parameter.variable
    stores = write_argument(parameter.operand, Address(Symbol(variable.name)), variable.size_bytes, "param")
    return [replace(store, line=line) for store in stores]
