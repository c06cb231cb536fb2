"""Lowers video instructions, scalar and packed. PTX ISA 9.0, chapters 9.7.17 and 9.7.18.

For sm_90 the assembler replaces them by sequences of 64-bit operations. The scalar ones follow these sequences, whose
saturation and second operation differ from the manual's pseudo code: ``tests/agreement/departures.py``. The runtime
computes them, lane by lane (``runtime/integers.c``).
"""

from __future__ import annotations

from .. import layout as kh
from ..text.syntax import Immediate, Instruction, Operand, Part
from .emitter import Emitter, Modifiers
from .integer import by_runtime, is_signed

_OPERATIONS = {**kh.VIDEO_OPERATIONS, **kh.VIDEO_CONDITIONS}
_LANES_PER_WORD = {"b": 4, "h": 2}
_SCALE = {"": 0, "shr7": 7, "shr15": 15}


def _split(operand: Operand) -> tuple[Operand, str, bool]:
    """Return an operand without its selector, the selector, and whether it is negated."""
    if isinstance(operand, Part):
        return operand.operand, operand.selector, operand.is_negative
    return operand, "", False


def _no_sign(e: Emitter, *operands: Operand) -> None:
    if any(_split(operand)[2] for operand in operands):
        raise e.error("only the sources of vmad may have a sign")


def _whole(e: Emitter, operand: Operand) -> Operand:
    """Return an operand that must not have a selector."""
    inner, selector, _ = _split(operand)
    if selector:
        raise e.error(f"this operand has no parts (got .{selector})")
    return inner


def _part(start: int, width: int, signed: bool) -> int:
    """Return a part of a word as the runtime has it."""
    return start | width << kh.VIDEO_WIDTH | signed << kh.VIDEO_SIGN


def _place(e: Emitter, selector: str) -> tuple[int, int]:
    """Return the first bit and the width of a word, half or byte."""
    if not selector:
        return 0, 32
    n = _LANES_PER_WORD[selector[0]]
    if len(selector) != 2 or int(selector[1]) >= n:
        raise e.error(f"a part is one of .b0 to .b3, .h0 and .h1 (got .{selector})")
    return 32 // n * int(selector[1]), 32 // n


def _selected(e: Emitter, operand: Operand, kind: str) -> tuple[Operand, int]:
    """Return a source and its part, extended as its type says."""
    inner, selector, _ = _split(operand)
    _no_sign(e, operand)
    return inner, _part(*_place(e, selector), is_signed(kind))


def scalar(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``vadd``, ``vsub``, ``vabsdiff``, ``vmin``, ``vmax``, ``vset``, ``vshl`` and ``vshr``."""
    d, a, b, *rest = i.operands
    target, selector, _ = _split(d)
    second = m["second"]
    _no_sign(e, d, *rest)
    if len(rest) != bool(second or selector) or (second and selector):
        raise e.error("a second operation, or a destination with a part, needs a third source")
    left, left_part = _selected(e, a, m["type2"])
    right, right_part = _selected(e, b, m["type3"])
    third = _whole(e, rest[0]) if rest else Immediate(0)
    # a comparison has no type of its own: the second operation takes that of the first source
    flags = kh.VIDEO_SIGNED * is_signed(m["type"] or m["type2"])
    flags |= kh.VIDEO_SATURATES * bool(m["sat"]) | kh.VIDEO_WRAPS * (m["mode"] == "wrap")
    operations = [_OPERATIONS[name] for name in (m["condition"] or i.name[1:], second or "none")]
    parts = (left_part, right_part, _part(*_place(e, selector), signed=False))
    sources = [(operand, "b32") for operand in (left, right, third)]
    e.write(target, by_runtime(e, "kh_video", "b32", sources, *operations, *parts, flags), "b32")


def multiply_add(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``vmad``: ``a * b + c``, with signs, plus one, scaled and saturated.

    Whole words and ``c`` are signed whatever their types say. The types, and a sign, decide how the sum is scaled and
    saturated; the type of the result does not matter.
    """
    d, a, b, c = i.operands
    (a, a_part, a_minus), (b, b_part, b_minus), (c, c_part, c_minus) = map(_split, (a, b, c))
    is_negated = a_minus != b_minus
    if c_part or isinstance(d, Part):
        raise e.error("only the factors of vmad have parts")
    if (m["po"] and (a_minus or b_minus or c_minus)) or (is_negated and c_minus):
        raise e.error("vmad takes the sign of the product or of the third source, none with .po")
    kinds = (m["type2"], m["type3"])
    flags = kh.VIDEO_SIGNED * (any(map(is_signed, kinds)) or is_negated or c_minus)
    flags |= kh.VIDEO_SATURATES * bool(m["sat"]) | kh.VMAD_NEGATES * is_negated
    flags |= kh.VMAD_SUBTRACTS * c_minus | kh.VMAD_INCREMENTS * bool(m["po"])
    parts = [
        _part(*_place(e, part), not part or is_signed(kind))
        for part, kind in zip((a_part, b_part), kinds, strict=True)
    ]
    sources = [(operand, "b32") for operand in (a, b, c)]
    e.write(d, by_runtime(e, "kh_vmad", "b32", sources, *parts, _SCALE[m["scale"]], flags), "b32")


def packed(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower 2- and 4-way instructions: halves or bytes side by side, merged with ``c`` or added to it."""
    d, a, b, c = i.operands
    (target, mask, _), (a, a_parts, _), (b, b_parts, _) = map(_split, (d, a, b))
    _no_sign(e, *i.operands)
    n = int(i.name[-1])
    unit = "h" if n == 2 else "b"
    forward = "".join(str(index) for index in reversed(range(n)))
    chosen = set(_digits(e, mask or unit + forward, unit, n))
    if mask and sorted(mask[1:], reverse=True) != list(mask[1:]):
        raise e.error(f"the parts of a destination go down (got .{mask})")
    last = "".join(str(n + index) for index in reversed(range(n)))
    sides = []
    for parts, default, kind in ((a_parts, forward, m["type2"]), (b_parts, last, m["type3"])):
        digits = _digits(e, parts or unit + default, unit, 2 * n)
        if len(digits) != n:
            raise e.error(f"{n} parts are selected (got .{parts})")
        # the last digit is that of the lowest part; numbers from n on mean the second source
        sides.append([
            _part(32 // n * (k % n), 32 // n, is_signed(kind)) | (k >= n) << kh.VIDEO_WORD
            for k in reversed(digits)
        ])  # fmt: skip
    table = e.table([part for pair in zip(*sides, strict=True) for part in pair])
    flags = kh.VIDEO_SIGNED * is_signed(m["type"]) | kh.VIDEO_SATURATES * bool(m["sat"])
    flags |= kh.VIDEO_ACCUMULATES * bool(m["accumulate"])
    numbers = (n, sum(1 << index for index in chosen), _OPERATIONS[m["condition"] or i.name[1:-1]])
    sources = [(operand, "b32") for operand in (a, b, _whole(e, c))]
    e.write(target, by_runtime(e, "kh_video_packed", "b32", sources, table, *numbers, flags), "b32")


def _digits(e: Emitter, selector: str, unit: str, limit: int) -> list[int]:
    digits = [int(digit) for digit in selector[1:]]
    if selector[0] != unit or any(digit >= limit for digit in digits) or len(digits) > 4:
        raise e.error(f"these parts do not exist here (got .{selector})")
    return digits
