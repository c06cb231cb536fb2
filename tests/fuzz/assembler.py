"""What CUDA 13.0 assembles wrongly, and how programs do without it.

The executor needs no such care: `test_generate.py` holds it to the manual there. ``docs/cpu-device.md`` lists the
faults. No rule draws a random number: a program without such a construct does not change.
"""

import struct

from tests.fuzz.meaning import width

CHANGE = 2
"""Is exclusive-ored into a number that must not be taken for the result of the instruction that computed it."""
_UNGUARDED = frozenset(["set", "testp"])
_SHIFTS = frozenset(["shl.b64", "shr.b64", "shr.u64", "shr.s64"])


def loses_its_guard(opcode: str) -> bool:
    return opcode.partition(".")[0] in _UNGUARDED


def with_harmless_constants(opcode: str, sources: list[str]) -> list[str]:
    """Return the sources of an instruction without constants that are read otherwise than they are written."""
    name, *words = opcode.split(".")
    kind, second = words[-1], sources[1] if len(sources) > 1 else "%"
    if name in ("min", "max") and kind == "f32" and sources[0] == second:
        # of two equal operands it takes one, a NaN that is not canonical too
        second = "1.5"
    elif name == "bfe" and kind == "s32" and second[0] != "%" and int(second) > 31:
        # beyond the last bit all bits are those of the sign; it takes ones
        second = str(int(second) % 32)
    elif name == "set" and opcode.endswith(".bf16.f32") and "." in second:
        # of a decimal constant it takes the lower half of its double
        second = f"0f{struct.unpack('<I', struct.pack('<f', float(second)))[0]:08X}"
    else:
        return sources
    return [sources[0], second, *sources[2:]]


def takes_a_number(opcode: str) -> bool:
    """Whether an instruction converts its second operand to an integer if an instruction of floats wrote it."""
    return opcode in _SHIFTS


def narrows(kind: str, declared: str) -> bool:
    """Whether a store takes a part of a register; it converts the number if an instruction of floats wrote it."""
    return declared[0] == "b" and width(kind) < width(declared)


def forgets_to_wrap(opcode: str) -> bool:
    """Whether -32768 becomes 32768, which comparisons and shifts of 16 bits take as it is."""
    return opcode in ("neg.s16", "abs.s16")


def is_mistaken(opcode: str) -> bool:
    """Whether a later instruction takes a result for another.

    The 0 or 1 of `cnot` and the 0 or 1.0 of `set` count as a boolean of any type, a saturated integer as a saturated
    float. `set` also leaves more than 16 bits.
    """
    name, *words = opcode.split(".")
    kind = words[-2] if name in ("set", "cvt") else words[-1]
    is_boolean = name == "cnot" or (name == "set" and "f16" in kind)
    return is_boolean or ("sat" in words and "pack" not in words and kind[0] in "us")


def mistakes_its_operand(operation: str, space: str) -> bool:
    """Whether an atomic takes more than 32 bits of what was computed for its operand, or its negation as a float's."""
    return space.startswith(".shared") and operation.startswith("add") and operation.endswith("f16x2")
