"""What Triton compiles a kernel for: the types of its arguments, what it specialises on, and its constants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ALIGNMENT = 16
"""Bytes or units: Triton compiles other code for pointers and integers that are divisible by this number."""

POINTER, INTEGER, FLOAT = "pointer", "integer", "float"

# An integer is stood for by the smallest of its class: 0 and 32 give the code of 16, 7 gives that of 17.
_ONE, _DIVISIBLE, _OTHER = 1, ALIGNMENT, ALIGNMENT + 1
_INT32 = range(-(2**31), 2**31)
_WIDE = 2**32

Argument = tuple[str, str, int]
"""Kind of an argument; the element type of a pointer; and a number that Triton specialises as it does the argument."""


@dataclass(frozen=True)
class TritonCall:
    """One kernel with everything that determines its code but the target."""

    entry: str
    args: tuple[Argument, ...]
    """One for each parameter that is no constant, in order."""
    constants: tuple[tuple[str, str, bool | int | float | str | None], ...]
    """Name, ``value`` or ``dtype``, and the value or the type's name."""
    n_warps: int
    n_stages: int | None = None
    """Pipeline stages; None for the compiler's default."""
    n_ctas: int = 1
    actual: tuple[int | float | None, ...] = ()
    """Values of `args` for the heuristics of a kernel that has some, None for pointers and scalars; else empty."""


def argument_of(
    text: str,
    pointers: Mapping[str, tuple[str, int]],
    integers: Mapping[str, int],
    numbers: Mapping[str, int | float],
) -> Argument:
    """Return the argument for a name, rule or number of ``args``; a pointer has a type and an offset in bytes."""
    if text in pointers:
        dtype, offset_bytes = pointers[text]
        return POINTER, dtype, offset_bytes % ALIGNMENT and 1
    value = numbers[text] if text in numbers else integers.get(text)
    if not isinstance(value, int):
        return FLOAT, "", 0  # Triton does not specialise on floats
    if value == _ONE:
        return INTEGER, "", _ONE
    stands_for = _OTHER if value % ALIGNMENT else _DIVISIBLE
    return INTEGER, "", stands_for if value in _INT32 else _WIDE + stands_for
