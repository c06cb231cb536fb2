"""Lowers video instructions, scalar and packed. PTX ISA 9.0, chapters 9.7.17 and 9.7.18.

Values are computed in 64 bits, and in 128 where a product or a shift needs them, so that nothing is lost before the
saturation and the second operation, as the manual's pseudo code says.
"""

from __future__ import annotations

from ..emit.emitter import Emitter, Lowering, Modifiers
from ..emit.llvm_text import I1, ivec, splat
from ..text.syntax import Instruction, Operand, Part
from .integer import is_signed

_WIDE = 64
_EXACT = 128
_LANES_PER_WORD = {"b": 4, "h": 2}
_SCALE = {"shr7": 7, "shr15": 15}


def _split(operand: Operand) -> tuple[Operand, str, bool]:
    """Return an operand without its selector, the selector, and whether it is negated."""
    if isinstance(operand, Part):
        return operand.operand, operand.selector, operand.is_negative
    return operand, "", False


def _no_sign(e: Emitter, *operands: Operand) -> None:
    if any(_split(operand)[2] for operand in operands):
        raise e.error("only the sources of vmad may have a sign")


def _whole(e: Emitter, operand: Operand, signed: bool, bits: int = _WIDE) -> str:
    """Return a word without a selector, extended."""
    inner, selector, _ = _split(operand)
    if selector:
        raise e.error(f"this operand has no parts (got .{selector})")
    return e.resize(e.read(inner, "b32"), 32, bits, signed)


def _element(e: Emitter, word: str, unit: str, index: int, signed: bool) -> str:
    """Return a byte or half of a 32-bit word, extended to 64 bits."""
    bits = 32 // _LANES_PER_WORD[unit]
    up = e.tmp(f"shl <32 x i32> {word}, {splat(32, 32 - bits - bits * index)}")
    down = e.tmp(f"{'ashr' if signed else 'lshr'} <32 x i32> {up}, {splat(32, 32 - bits)}")
    return e.resize(down, 32, _WIDE, signed)


def _extreme(e: Emitter, name: str, left: str, right: str, bits: int = _WIDE) -> str:
    vec = ivec(bits)
    less = e.tmp(f"icmp slt {vec} {left}, {right}")
    first, second = (left, right) if name == "min" else (right, left)
    return e.tmp(f"select {I1} {less}, {vec} {first}, {vec} {second}")


def _clamped(e: Emitter, value: str, width: int, signed: bool, bits: int = _WIDE) -> str:
    """Return a value limited to the range of a type."""
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    limited = _extreme(e, "max", value, f"splat (i{bits} {low})", bits)
    return _extreme(e, "min", limited, f"splat (i{bits} {high})", bits)


def _compared(e: Emitter, condition: str, left: str, right: str) -> str:
    name = condition if condition in ("eq", "ne") else f"s{condition}"
    flag = e.tmp(f"icmp {name} {ivec(_WIDE)} {left}, {right}")
    return e.tmp(f"zext {I1} {flag} to {ivec(_WIDE)}")


def _combined(e: Emitter, operation: str, m: Modifiers, left: str, right: str) -> str:
    """Return the result of a row's operation."""
    vec = ivec(_WIDE)
    if operation == "compare":
        return _compared(e, m["condition"] or "", left, right)
    if operation in ("min", "max"):
        return _extreme(e, operation, left, right)
    if operation == "difference":
        apart = e.tmp(f"sub {vec} {left}, {right}")
        return e.call(vec, "llvm.abs.v32i64", (vec, apart), ("i1", "false"))
    if operation == "average":
        # rounded away from zero
        total = e.tmp(f"add {vec} {left}, {right}")
        is_negative = e.tmp(f"icmp slt {vec} {total}, zeroinitializer")
        one = e.tmp(f"select {I1} {is_negative}, {vec} zeroinitializer, {vec} {splat(_WIDE, 1)}")
        return e.tmp(f"ashr {vec} {e.tmp(f'add {vec} {total}, {one}')}, {splat(_WIDE, 1)}")
    return e.tmp(f"{operation} {vec} {left}, {right}")


# -- scalar ----------------------------------------------------------------------------------------------


def scalar(operation: str) -> Lowering:
    """Return the lowering of ``vadd``, ``vsub``, ``vabsdiff``, ``vmin``, ``vmax`` or ``vset``."""

    def lower(e: Emitter, i: Instruction, m: Modifiers) -> None:
        d, a, b, *rest = i.operands
        left, right = _selected(e, a, m["type2"] or ""), _selected(e, b, m["type3"] or "")
        # a comparison gives an unsigned number
        kind = m.get("type") or "u32"
        _finish(e, m, d, _combined(e, operation, m, left, right), kind, rest, _WIDE)

    return lower


def shift(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``vshl`` and ``vshr``; a clamped shift by 32 leaves zero or the sign."""
    d, a, b, *rest = i.operands
    value, distance = _selected(e, a, m["type2"] or ""), _selected(e, b, "u32")
    vec = ivec(_WIDE)
    if m["mode"] == "wrap":
        distance = e.tmp(f"and {vec} {distance}, {splat(_WIDE, 31)}")
    else:
        distance = _extreme(e, "min", distance, splat(_WIDE, 32))
    bits = _WIDE
    if i.name == "vshl" and (m["sat"] or m["second"]):
        # 33 bits and a shift by 32 do not fit in 64
        bits = _EXACT
        value, distance = (e.resize(each, _WIDE, bits, signed=True) for each in (value, distance))
    moved = e.tmp(f"{'shl' if i.name == 'vshl' else 'ashr'} {ivec(bits)} {value}, {distance}")
    _finish(e, m, d, moved, m["type"] or "", rest, bits)


def _selected(e: Emitter, operand: Operand, kind: str) -> str:
    """Return the word, half or byte of a source, extended as its type says."""
    inner, selector, _ = _split(operand)
    _no_sign(e, operand)
    if not selector:
        return _whole(e, inner, is_signed(kind))
    unit, digits = selector[0], selector[1:]
    if len(digits) != 1 or int(digits) >= _LANES_PER_WORD[unit]:
        raise e.error(f"a part is one of .b0 to .b3, .h0 and .h1 (got .{selector})")
    return _element(e, e.read(inner, "b32"), unit, int(digits), is_signed(kind))


def _finish(
    e: Emitter, m: Modifiers, d: Operand, value: str, kind: str, rest: list[Operand], bits: int
) -> None:
    """Saturate, apply the second operation or merge into a part of the third operand, and write the result."""
    target, selector, _ = _split(d)
    second = m.get("second")
    _no_sign(e, d, *rest)
    if len(rest) != bool(second or selector) or (second and selector):
        raise e.error("a second operation, or a destination with a part, needs a third source")
    width = 32
    if selector:
        width //= _LANES_PER_WORD[selector[0]]
        if len(selector) != 2 or int(selector[1]) >= 32 // width:
            raise e.error(f"a part is one of .b0 to .b3, .h0 and .h1 (got .{selector})")
    if m.get("sat"):
        value = _clamped(e, value, width, is_signed(kind), bits)
    if second:
        addend = _whole(e, rest[0], is_signed(kind), bits)
        if second == "add":
            value = e.tmp(f"add {ivec(bits)} {value}, {addend}")
        else:
            value = _extreme(e, second, value, addend, bits)
    result = e.resize(value, bits, 32)
    if selector:
        result = _merged(e, result, e.resize(_whole(e, rest[0], False), _WIDE, 32), width, int(selector[1]))
    e.write(target, result, "b32")


def _merged(e: Emitter, value: str, into: str, width: int, index: int) -> str:
    """Return a word with one of its parts replaced."""
    mask = (1 << width) - 1
    kept = e.tmp(f"and <32 x i32> {into}, {splat(32, ~(mask << width * index))}")
    low = e.tmp(f"and <32 x i32> {value}, {splat(32, mask)}")
    moved = e.tmp(f"shl <32 x i32> {low}, {splat(32, width * index)}")
    return e.tmp(f"or <32 x i32> {kept}, {moved}")


def multiply_add(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``vmad``: ``a * b + c``, with signs, plus one, scaled and saturated."""
    d, a, b, c = i.operands
    (a, a_part, a_minus), (b, b_part, b_minus), (c, c_part, c_minus) = map(_split, (a, b, c))
    is_negated = a_minus != b_minus
    if c_part or isinstance(d, Part):
        raise e.error("only the factors of vmad have parts")
    if (m["po"] and (a_minus or b_minus or c_minus)) or (is_negated and c_minus):
        raise e.error("vmad takes the sign of the product or of the third source, none with .po")
    kinds = (m["type2"] or "", m["type3"] or "")
    signed = any(map(is_signed, kinds)) or is_negated or c_minus
    vec = ivec(_EXACT)
    factors = [
        e.resize(_selected(e, Part(operand, part) if part else operand, kind), _WIDE, _EXACT, signed=True)
        for operand, part, kind in ((a, a_part, kinds[0]), (b, b_part, kinds[1]))
    ]
    product = e.tmp(f"mul {vec} {factors[0]}, {factors[1]}")
    addend = e.read(c, "b32")
    if is_negated:
        product = e.tmp(f"xor {vec} {product}, splat (i{_EXACT} -1)")
    elif c_minus:
        addend = e.tmp(f"xor <32 x i32> {addend}, {splat(32, -1)}")
    total = e.tmp(f"add {vec} {product}, {e.resize(addend, 32, _EXACT, signed)}")
    if m["po"] or is_negated or c_minus:
        total = e.tmp(f"add {vec} {total}, splat (i{_EXACT} 1)")
    if m["scale"]:
        total = e.tmp(f"ashr {vec} {total}, splat (i{_EXACT} {_SCALE[m['scale']]})")
    if m["sat"]:
        total = _clamped(e, total, 32, signed, _EXACT)
    e.write(d, e.resize(total, _EXACT, 32), "b32")


# -- packed ----------------------------------------------------------------------------------------------


def packed(operation: str) -> Lowering:
    """Return the lowering of 2- and 4-way instructions: halves or bytes side by side, merged with ``c`` or added."""

    def lower(e: Emitter, i: Instruction, m: Modifiers) -> None:
        _pack(e, i, m, operation)

    return lower


def _pack(e: Emitter, i: Instruction, m: Modifiers, operation: str) -> None:
    d, a, b, c = i.operands
    target, mask, _ = _split(d)
    (a, a_parts, _), (b, b_parts, _) = _split(a), _split(b)
    _no_sign(e, *i.operands)
    n = int(i.name[-1])
    unit = "h" if n == 2 else "b"
    bits = 32 // n
    words = (e.read(a, "b32"), e.read(b, "b32"))
    forward = "".join(str(index) for index in reversed(range(n)))
    chosen = set(_digits(e, mask or unit + forward, unit, n))
    if mask and sorted(mask[1:], reverse=True) != list(mask[1:]):
        raise e.error(f"the parts of a destination go down (got .{mask})")
    last = "".join(str(n + index) for index in reversed(range(n)))
    sources = []
    for parts, default, kind in ((a_parts, forward, m["type2"]), (b_parts, last, m["type3"])):
        digits = _digits(e, parts or unit + default, unit, 2 * n)
        if len(digits) != n:
            raise e.error(f"{n} parts are selected (got .{parts})")
        signed = is_signed(kind or "")
        # the last digit is that of the lowest part; numbers from n on mean the second source
        sources.append([_element(e, words[k // n], unit, k % n, signed) for k in reversed(digits)])
    third = e.resize(_whole(e, c, False), _WIDE, 32)
    result = third
    for index in range(n):
        if index not in chosen:
            continue
        value = _combined(e, operation, m, sources[0][index], sources[1][index])
        if m.get("sat"):
            value = _clamped(e, value, bits, is_signed(m["type"] or ""))
        value = e.resize(value, _WIDE, 32)
        if m.get("accumulate"):
            result = e.tmp(f"add <32 x i32> {result}, {value}")
        else:
            result = _merged(e, value, result, bits, index)
    e.write(target, result, "b32")


def _digits(e: Emitter, selector: str, unit: str, limit: int) -> list[int]:
    digits = [int(digit) for digit in selector[1:]]
    if selector[0] != unit or any(digit >= limit for digit in digits) or len(digits) > 4:
        raise e.error(f"these parts do not exist here (got .{selector})")
    return digits
