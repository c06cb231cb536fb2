"""The types of recorded bits: PTX often moves floats as bits, so users and makers of a value tell what it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import ml_dtypes
import numpy as np
from numpy.typing import NDArray

from ..ptx.ir.traced import TracedInstruction
from .model import Values

_TYPES: Mapping[str, Any] = {
    "f32": np.float32,
    "f64": np.float64,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f16x2": np.float16,
    "bf16x2": ml_dtypes.bfloat16,
    "s8": np.int8,
    "s16": np.int16,
    "s32": np.int32,
    "s64": np.int64,
    "u8": np.uint8,
    "u16": np.uint16,
    "u32": np.uint32,
    "u64": np.uint64,
}
_MOVES = ("mov", "shfl", "ld", "ldu", "st", "selp", "slct", "prmt", "atom")
# Conversions that compilers move floats of 16 bits with, into a register that can be shuffled and back.
_WIDENS = re.compile(r"cvt\.u(16|32|64)\.u(16|32|64)")
_MOST_STEPS = 6


def of_result(instruction: TracedInstruction) -> str:
    """Return the type of an instruction's result as its opcode states it; empty for bits of any type."""
    name, *words = instruction.opcode.split(".")
    if name in ("setp", "testp") or (name == "vote" and words[-1:] == ["pred"]):
        return "pred"
    return next((word for word in words if word in _TYPES), "")


def _of_operands(instruction: TracedInstruction) -> str:
    words = [word for word in instruction.opcode.split(".") if word in _TYPES]
    return words[-1] if words else ""


def type_of(
    number: int,
    traced: tuple[TracedInstruction, ...],
    users: Callable[[int], list[int]],
    makers: Callable[[int], list[int]],
) -> str:
    """Return the type of an instruction's result: stated, or that of the values it is used as or made of."""
    stated = of_result(traced[number])
    if stated and (stated[0] in "fb" or not _moves(traced[number])):
        return stated
    for step, told in ((users, _of_operands), (makers, of_result)):
        seen, edge = {number}, [number]
        for _ in range(_MOST_STEPS):
            edge = [other for user in edge for other in step(user) if other not in seen]
            seen.update(edge)
            kinds = {kind for user in edge if (kind := told(traced[user])) and kind[0] in "fb"}
            if kinds:
                return sorted(kinds)[0]
            edge = [user for user in edge if _moves(traced[user])]
    return stated


def _moves(instruction: TracedInstruction) -> bool:
    return instruction.opcode.partition(".")[0] in _MOVES or bool(_WIDENS.fullmatch(instruction.opcode))


def shown_type(ptx_type: str) -> str:
    """Return the type that operands are shown as: bits of no type, such as ``b32``, as unsigned integers."""
    return f"u{ptx_type[1:]}" if ptx_type.startswith("b") and ptx_type not in _TYPES else ptx_type


def as_numbers(bits: NDArray[Any], ptx_type: str) -> NDArray[Any]:
    """Return bits of one width as numbers of a type, shape (n,) or (n, 2) for packed types."""
    if bits.dtype == np.bool_ or ptx_type in ("", "pred"):
        return bits
    kind = np.dtype(_TYPES[ptx_type])
    if ptx_type.endswith("x2"):
        return np.ascontiguousarray(bits).view(kind).reshape(-1, 2) if bits.dtype.itemsize == 4 else bits
    if kind.itemsize > bits.dtype.itemsize:
        return bits
    if kind.itemsize < bits.dtype.itemsize:
        # a register is wider than its value
        bits = bits.astype(f"u{kind.itemsize}")
    return np.ascontiguousarray(bits).view(kind)


def folded(values: NDArray[Any], thread: Callable[[int], str]) -> Values:
    """Fold a series of values, shape (n,) with n >= 1; `thread` returns words for the thread of each by index."""
    if values.dtype == np.bool_ or values.dtype.kind in "iu":
        numbers = values.astype(np.float64)
        plain = [int(value) for value in (values[0], values[-1])]
    else:
        with np.errstate(invalid="ignore"):
            numbers = values.astype(np.float64)
        plain = [float(numbers[0]), float(numbers[-1])]  # type: ignore[list-item]
    is_nan, is_infinite = np.isnan(numbers), np.isinf(numbers)
    known = np.flatnonzero(~is_nan)

    def plain_at(at: int) -> float | int:
        return int(values[at]) if values.dtype.kind in "biu" else float(numbers[at])

    highest = int(known[np.argmax(numbers[known])]) if known.size else -1
    lowest = int(known[np.argmin(numbers[known])]) if known.size else -1
    return Values(
        count=len(values),
        first=plain[0],
        last=plain[1],
        largest=plain_at(highest) if known.size else None,
        least=plain_at(lowest) if known.size else None,
        largest_in=thread(highest) if known.size else "",
        n_nan=int(is_nan.sum()),
        n_infinite=int(is_infinite.sum()),
        first_nan_in=thread(int(np.argmax(is_nan))) if is_nan.any() else "",
        first_infinite_in=thread(int(np.argmax(is_infinite))) if is_infinite.any() else "",
    )
