"""Finds what an opcode means, for the instructions that concern one thread's registers only."""

from functools import cache

from tests.fuzz import conversions, floats, integers
from tests.fuzz.meaning import Meaning, UnknownOpcodeError


@cache
def meaning(opcode: str) -> Meaning:
    """Return the meaning of an opcode; UnknownOpcodeError where it is not in the subset."""
    name, *words = opcode.split(".")
    if name == "cvt":
        return conversions.convert(name, words)
    if name in conversions.MEANINGS:
        return conversions.MEANINGS[name](name, words)
    table = floats.MEANINGS if words and words[-1] in floats.FLOATS else integers.MEANINGS
    if name not in table:
        raise UnknownOpcodeError(opcode)
    return table[name](name, words)
