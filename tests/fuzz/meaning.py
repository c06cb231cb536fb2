"""What an instruction means to one thread: the types of its results and sources, and a function of their bits."""

from collections.abc import Callable
from typing import Any, NamedTuple

Function = Callable[..., Any]

INTEGERS = frozenset(["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"])
PACKED = {"f16x2": 16, "bf16x2": 16, "u16x2": 16, "s16x2": 16, "f32x2": 32}
"""Types that hold two values, and the bits of one."""
WIDTHS = {
    **{f"{sign}{bits}": bits for sign in "bsuf" for bits in (8, 16, 32, 64)},
    **{kind: 2 * bits for kind, bits in PACKED.items()},
    "pred": 1,
    "cc": 1,
    "imm": 64,
    "b128": 128,
    "e4m3x2": 16,
    "e5m2x2": 16,
    "bf16": 16,
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


def signed(bits: int, n_bits: int) -> int:
    """Return what bits stand for in two's complement."""
    return bits - (1 << n_bits) if bits >> (n_bits - 1) & 1 else bits


def number_of(bits: int, kind: str) -> int:
    """Return the integer that bits of an integer type stand for."""
    return signed(bits, width(kind)) if kind[0] == "s" else bits


def limits(kind: str) -> tuple[int, int]:
    n = int(kind[1:])
    return (-(1 << (n - 1)), ones(n - 1)) if kind[0] == "s" else (0, ones(n))


def clamp(value: int, kind: str) -> int:
    """Return the bits of an integer, brought into the range of a type."""
    low, high = limits(kind)
    return cut(min(max(value, low), high), int(kind[1:]))


def in_halves(bits: int, function: Callable[..., int]) -> Callable[..., int]:
    low = ones(bits)

    def packed(*words: int) -> int:
        return function(*(w & low for w in words)) | function(*(w >> bits for w in words)) << bits

    return packed
