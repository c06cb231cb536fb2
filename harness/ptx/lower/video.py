"""Lowers video instructions, scalar and packed. PTX ISA 9.0, chapters 9.7.17 and 9.7.18.

For sm_90 the assembler replaces them by sequences of 64-bit operations. The scalar ones follow these sequences, whose
saturation and second operation differ from the manual's pseudo code: ``tests/agreement/departures.py``.
"""

from __future__ import annotations

from ..text.syntax import Instruction, Operand, Part
from .emitter import Emitter, Lowering, Modifiers
from .integer import is_signed
from .llvm_text import I1, ivec, splat

_WIDE = 64
_SHIFT_BITS = 34
"""Bits that a saturated shift keeps."""
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


def _extreme(e: Emitter, name: str, left: str, right: str, signed: bool = True) -> str:
    vec = ivec(_WIDE)
    less = e.tmp(f"icmp {'slt' if signed else 'ult'} {vec} {left}, {right}")
    first, second = (left, right) if name == "min" else (right, left)
    return e.tmp(f"select {I1} {less}, {vec} {first}, {vec} {second}")


def _clamped(e: Emitter, value: str, width: int, signed: bool) -> str:
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    limited = _extreme(e, "max", value, f"splat (i{_WIDE} {low})")
    return _extreme(e, "min", limited, f"splat (i{_WIDE} {high})")


def _narrowed(e: Emitter, value: str, bits: int) -> str:
    up = e.tmp(f"shl {ivec(_WIDE)} {value}, {splat(_WIDE, _WIDE - bits)}")
    return e.tmp(f"ashr {ivec(_WIDE)} {up}, {splat(_WIDE, _WIDE - bits)}")


def _compared(e: Emitter, condition: str, left: str, right: str) -> str:
    # signed for unsigned sources, too: in 64 bits they are positive
    name = condition if condition in ("eq", "ne") else f"s{condition}"
    flag = e.tmp(f"icmp {name} {ivec(_WIDE)} {left}, {right}")
    return e.tmp(f"zext {I1} {flag} to {ivec(_WIDE)}")


def _combined(e: Emitter, operation: str, m: Modifiers, left: str, right: str) -> str:
    vec = ivec(_WIDE)
    if operation == "compare":
        return _compared(e, m["condition"], left, right)
    if operation in ("min", "max"):
        return _extreme(e, operation, left, right)
    if operation == "difference":
        return e.call(vec, "llvm.abs.v32i64", (vec, e.tmp(f"sub {vec} {left}, {right}")), ("i1", "false"))
    if operation == "average":
        # rounded away from zero
        total = e.tmp(f"add {vec} {left}, {right}")
        is_negative = e.tmp(f"icmp slt {vec} {total}, zeroinitializer")
        one = e.tmp(f"select {I1} {is_negative}, {vec} zeroinitializer, {vec} {splat(_WIDE, 1)}")
        return e.tmp(f"ashr {vec} {e.tmp(f'add {vec} {total}, {one}')}, {splat(_WIDE, 1)}")
    return e.tmp(f"{operation} {vec} {left}, {right}")


# -- scalar ----------------------------------------------------------------------------------------------


def scalar(operation: str, is_cut: bool = False) -> Lowering:
    """Return the lowering of ``vadd``, ``vsub``, ``vabsdiff``, ``vmin``, ``vmax`` or ``vset``."""

    def lower(e: Emitter, i: Instruction, m: Modifiers) -> None:
        d, a, b, *rest = i.operands
        left, right = _selected(e, a, m["type2"]), _selected(e, b, m["type3"])
        value = _combined(e, operation, m, left, right)
        # a comparison has no type of its own: the second operation takes the first source's type
        kind = m["type"] or m["type2"]
        if m["sat"]:
            value = _saturated(e, value, _width(e, d), is_signed(kind))
        # ptxas hands the low 32 bits of a sum on to the second operation, as a signed number
        if is_cut:
            value = _narrowed(e, value, 32)
        _finish(e, m, d, value, kind, rest)

    return lower


def shift(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``vshl`` and ``vshr``; a clamped shift by 32 leaves zero or the sign."""
    d, a, b, *rest = i.operands
    value, distance = _selected(e, a, m["type2"]), _selected(e, b, "u32")
    vec = ivec(_WIDE)
    if m["mode"] == "wrap":
        distance = e.tmp(f"and {vec} {distance}, {splat(_WIDE, 31)}")
    else:
        distance = _extreme(e, "min", distance, splat(_WIDE, 32))
    moved = e.tmp(f"{'shl' if i.name == 'vshl' else 'ashr'} {vec} {value}, {distance}")
    kind = m["type"]
    if m["sat"]:
        # to 32 bits, of which a part of the destination takes the low ones
        moved = _clamped(e, _narrowed(e, moved, _SHIFT_BITS), 32, is_signed(kind))
        moved = _narrowed(e, moved, 32)
    _finish(e, m, d, moved, kind, rest)


def _saturated(e: Emitter, value: str, width: int, signed: bool) -> str:
    """Return the saturated result of an operation other than a shift, for a destination of a width."""
    if width < 32:
        # a negative number counts as a large one
        return _extreme(e, "min", value, splat(_WIDE, (1 << width - signed) - 1), signed=False)
    if signed:
        return _clamped(e, value, 32, signed)
    # no upper limit: more than 32 bits are cut off afterwards
    return _extreme(e, "max", value, "zeroinitializer")


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


def _width(e: Emitter, d: Operand) -> int:
    """Return the bits of a destination or of its part."""
    selector = _split(d)[1]
    if not selector:
        return 32
    width = 32 // _LANES_PER_WORD[selector[0]]
    if len(selector) != 2 or int(selector[1]) >= 32 // width:
        raise e.error(f"a part is one of .b0 to .b3, .h0 and .h1 (got .{selector})")
    return width


def _finish(e: Emitter, m: Modifiers, d: Operand, value: str, kind: str, rest: list[Operand]) -> None:
    """Apply the second operation or merge into a part of the third operand, and write the result."""
    target, selector, _ = _split(d)
    second = m["second"]
    _no_sign(e, d, *rest)
    if len(rest) != bool(second or selector) or (second and selector):
        raise e.error("a second operation, or a destination with a part, needs a third source")
    width = _width(e, d)
    if second:
        signed = is_signed(kind)
        addend = _whole(e, rest[0], signed)
        if second == "add":
            value = e.tmp(f"add {ivec(_WIDE)} {value}, {addend}")
        else:
            # all 64 bits are compared: without a sign, a negative value counts as a large one
            value = _extreme(e, second, value, addend, signed)
    result = e.resize(value, _WIDE, 32)
    if selector == "h1":
        # the assembler leaves the upper half where it is instead of moving the lower one there
        result = e.tmp(f"lshr <32 x i32> {result}, {splat(32, 16)}")
    if selector:
        result = _merged(e, result, e.resize(_whole(e, rest[0], False), _WIDE, 32), width, int(selector[1]))
    e.write(target, result, "b32")


def _merged(e: Emitter, value: str, into: str, width: int, index: int) -> str:
    """Return a word with one of its parts replaced by the low bits of a value."""
    mask = (1 << width) - 1
    kept = e.tmp(f"and <32 x i32> {into}, {splat(32, ~(mask << width * index))}")
    low = e.tmp(f"and <32 x i32> {value}, {splat(32, mask)}")
    moved = e.tmp(f"shl <32 x i32> {low}, {splat(32, width * index)}")
    return e.tmp(f"or <32 x i32> {kept}, {moved}")


def multiply_add(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``vmad``: ``a * b + c``, with signs, plus one, scaled and saturated."""
    # Whole words and ``c`` are signed whatever their types say. The types, and a sign, decide how the sum is scaled and
    # saturated; the type of the result does not matter.
    d, a, b, c = i.operands
    (a, a_part, a_minus), (b, b_part, b_minus), (c, c_part, c_minus) = map(_split, (a, b, c))
    is_negated = a_minus != b_minus
    if c_part or isinstance(d, Part):
        raise e.error("only the factors of vmad have parts")
    if (m["po"] and (a_minus or b_minus or c_minus)) or (is_negated and c_minus):
        raise e.error("vmad takes the sign of the product or of the third source, none with .po")
    kinds = (m["type2"], m["type3"])
    signed = any(map(is_signed, kinds)) or is_negated or c_minus
    vec = ivec(_WIDE)
    factors = [
        _selected(e, Part(operand, part), kind) if part else _whole(e, operand, signed=True)
        for operand, part, kind in ((a, a_part, kinds[0]), (b, b_part, kinds[1]))
    ]
    product, addend = e.tmp(f"mul {vec} {factors[0]}, {factors[1]}"), _whole(e, c, signed=True)
    first, second = (addend, product) if is_negated else (product, addend)
    total = e.tmp(f"{'sub' if is_negated or c_minus else 'add'} {vec} {first}, {second}")
    if m["po"]:
        total = e.tmp(f"add {vec} {total}, {splat(_WIDE, 1)}")
    if m["scale"]:
        total = e.tmp(f"{'ashr' if signed else 'lshr'} {vec} {total}, {splat(_WIDE, _SCALE[m['scale']])}")
    if m["sat"]:
        total = _clamped(e, total, 32, signed)
    e.write(d, e.resize(total, _WIDE, 32), "b32")


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
        # the last digit selects the lowest part; numbers from n on mean the second source
        sources.append([_element(e, words[k // n], unit, k % n, signed) for k in reversed(digits)])
    third = e.resize(_whole(e, c, False), _WIDE, 32)
    result = third
    for index in range(n):
        if index not in chosen:
            continue
        value = _combined(e, operation, m, sources[0][index], sources[1][index])
        if m["sat"]:
            value = _clamped(e, value, bits, is_signed(m["type"]))
        value = e.resize(value, _WIDE, 32)
        if m["accumulate"]:
            result = e.tmp(f"add <32 x i32> {result}, {value}")
        else:
            result = _merged(e, value, result, bits, index)
    e.write(target, result, "b32")


def _digits(e: Emitter, selector: str, unit: str, limit: int) -> list[int]:
    digits = [int(digit) for digit in selector[1:]]
    if selector[0] != unit or any(digit >= limit for digit in digits) or len(digits) > 4:
        raise e.error(f"these parts do not exist here (got .{selector})")
    return digits
