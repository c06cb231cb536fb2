"""What an instruction means to one thread: the types of its results and sources, and a function of their bits."""

from collections.abc import Callable
from typing import Any, NamedTuple

Function = Callable[..., Any]

WIDTHS = {
    **{f"{sign}{bits}": bits for sign in "bsuf" for bits in (8, 16, 32, 64)},
    "pred": 1,
    "cc": 1,
    "imm": 64,
    "b128": 128,
}


class Meaning(NamedTuple):
    """The meaning of an opcode.

    `function` takes the bits of the sources, cut to their types, and returns the bits of the only result or a tuple of
    those of all. The type ``cc`` is the carry flag, ``imm`` a constant.
    """

    results: tuple[str, ...]
    sources: tuple[str, ...]
    function: Function


class UnknownOpcodeError(Exception):
    """The opcode is not in the subset."""


def width(kind: str) -> int:
    return WIDTHS[kind]


def ones(bits: int) -> int:
    return (1 << bits) - 1


def cut(value: int, bits: int) -> int:
    """Return the low bits of an integer, negative ones as their two's complement."""
    return value & ((1 << bits) - 1)


def number_of(bits: int, kind: str) -> int:
    """Return the integer that bits of an integer type stand for."""
    n = width(kind)
    return bits - (1 << n) if kind[0] == "s" and bits >> (n - 1) & 1 else bits


def clamp(value: int, kind: str) -> int:
    """Return the bits of an integer, brought into the range of a type."""
    n = width(kind)
    low, high = (-(1 << (n - 1)), ones(n - 1)) if kind[0] == "s" else (0, ones(n))
    return cut(min(max(value, low), high), n)
