"""Finds what an opcode means, for the instructions that concern one thread's registers only."""

from __future__ import annotations

from functools import lru_cache

from tests.fuzz import comparisons, conversions, floats, integers
from tests.fuzz.meaning import Meaning, Unknown


@lru_cache(maxsize=None)
def meaning(opcode: str) -> Meaning:
    """Return the meaning of an opcode; Unknown where it is not in the subset."""
    name, *words = opcode.split(".")
    if name == "cvt":
        return conversions.convert(name, words)
    if name in comparisons.MEANINGS:
        return comparisons.MEANINGS[name](name, words)
    table = floats.MEANINGS if words and words[-1] in floats.FLOATS else integers.MEANINGS
    if name not in table:
        raise Unknown(opcode)
    return table[name](name, words)
