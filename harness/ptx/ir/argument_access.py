"""Instructions that pass registers through memory: arguments, results, and registers saved across calls.

A predicate is passed as a word, 1 or 0; a vector by one access of all its elements.
"""

from __future__ import annotations

from ..text.syntax import Address, Immediate, Instruction, Operand, Register, VectorOperand

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
