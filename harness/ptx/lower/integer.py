"""Lowers integer arithmetic. PTX ISA 9.0, chapters 9.7.1 and 9.7.2.

Every function takes the emitter, the instruction and the modifiers that its row's pattern matched (empty where absent).
Divisions never trap. By zero, quotient and remainder are all ones: PTX leaves this open, and an H200 does the same. The
smallest number divided by -1 gives itself.
"""

from __future__ import annotations

from collections.abc import Callable

from ..text.syntax import Immediate, Instruction, Operand
from .emitter import Emitter, Lowering, Modifiers
from .llvm_text import I1, SCRATCH, bits_of, ivec, splat

HALVES = "<64 x i16>"


def is_signed(ptx_type: str) -> bool:
    return ptx_type.startswith("s")


def binary(operation: str) -> Lowering:
    """Return a lowering of ``d = a op b`` for an LLVM integer operation, saturated where asked."""

    def lower(e: Emitter, i: Instruction, m: Modifiers) -> None:
        kind = m["type"]
        if kind.endswith("x2"):
            _packed(e, i, lambda a, b: e.tmp(f"{operation} {HALVES} {a}, {b}"))
            return
        d, a, b = i.operands
        vec = ivec(bits_of(kind))
        left, right = e.read(a, kind), e.read(b, kind)
        if m["sat"]:
            e.write(d, e.call(vec, f"llvm.s{operation}.sat.v32i32", (vec, left), (vec, right)), kind)
        else:
            e.write(d, e.tmp(f"{operation} {vec} {left}, {right}"), kind)

    return lower


def _packed(e: Emitter, i: Instruction, combine: Callable[[str, str], str]) -> None:
    d, a, b = i.operands
    left, right = (e.tmp(f"bitcast <32 x i32> {e.read(operand, 'b32')} to {HALVES}") for operand in (a, b))
    e.write(d, e.tmp(f"bitcast {HALVES} {combine(left, right)} to <32 x i32>"), "b32")


def _with_carry(e: Emitter, left: str, right: str, bits: int, carry: str | None) -> tuple[str, str]:
    """Return ``left + right``, plus a carry if given, and the carry out."""
    vec = ivec(bits)
    # no llvm.uadd.with.overflow: LLVM aborts on it in kernels that are so large that it compiles them the fast way
    result = e.tmp(f"add {vec} {left}, {right}")
    flag = e.tmp(f"icmp ult {vec} {result}, {left}")
    if carry is not None:
        total = e.tmp(f"add {vec} {result}, {e.tmp(f'zext {I1} {carry} to {vec}')}")
        more = e.tmp(f"icmp ult {vec} {total}, {result}")
        result, flag = total, e.tmp(f"or {I1} {flag}, {more}")
    return result, flag


def _give_carry(e: Emitter, flag: str) -> None:
    """Set the condition code; lanes outside the guard keep theirs."""
    if e.guard is not None and e.has_carry():
        flag = e.tmp(f"select {I1} {e.guard}, {I1} {flag}, {I1} {e.carry()}")
    e.set_carry(flag)


def carry(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``add.cc``, ``addc``, ``sub.cc`` and ``subc``."""
    # PTX says that a subtraction sets the flag to its borrow. An H200 sets it to the carry of ``a + ~b + 1``, the
    # opposite, and ``subc`` is ``a + ~b`` plus the flag. The two differ where additions and subtractions follow each
    # other.
    kind = m["type"]
    bits = bits_of(kind)
    d, a, b = i.operands
    left, right = e.read(a, kind), e.read(b, kind)
    incoming = e.carry() if i.name.endswith("c") else None
    if i.name.startswith("sub"):
        right = e.tmp(f"xor {ivec(bits)} {right}, {splat(bits, -1)}")
        incoming = incoming or "splat (i1 true)"
    result, flag = _with_carry(e, left, right, bits, incoming)
    e.write(d, result, kind)
    if m["cc"]:
        _give_carry(e, flag)


def multiply(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mul``, ``mad``, ``madc`` and their ``24`` forms, with ``.lo``, ``.hi`` and ``.wide``."""
    kind = m["type"]
    bits = bits_of(kind)
    d, a, b, *rest = i.operands
    if bool(rest) != i.name.startswith("mad") or len(rest) > 1:
        raise ValueError(f"{len(i.operands)} operands")
    left, right = e.read(a, kind), e.read(b, kind)
    half = m["half"] or "lo"
    product = _product(e, left, right, kind, half, is_24=i.name.endswith("24"))
    result_type = f"{kind[0]}{2 * bits}" if half == "wide" else kind
    if rest:
        vec = ivec(bits_of(result_type))
        addend = e.read(rest[0], result_type)
        if m["sat"]:
            product = e.call(vec, "llvm.sadd.sat.v32i32", (vec, product), (vec, addend))
        elif m["cc"] or i.name == "madc":
            incoming = e.carry() if i.name == "madc" else None
            product, flag = _with_carry(e, product, addend, bits, incoming)
            if m["cc"]:
                _give_carry(e, flag)
        else:
            product = e.tmp(f"add {vec} {product}, {addend}")
    e.write(d, product, result_type)


def _product(e: Emitter, left: str, right: str, kind: str, half: str, is_24: bool) -> str:
    """Return the low half, the high half or the whole of a product; the 24-bit forms have 48 bits in all."""
    bits, signed = bits_of(kind), is_signed(kind)
    if is_24:
        left, right = (_low24(e, value, signed) for value in (left, right))
    if half == "lo":
        return e.tmp(f"mul {ivec(bits)} {left}, {right}")
    wide = ivec(2 * bits)
    left, right = (e.resize(value, bits, 2 * bits, signed) for value in (left, right))
    product = e.tmp(f"mul {wide} {left}, {right}")
    if half == "wide":
        return product
    # .hi of a 24-bit form is bits 47 to 16 (PTX ISA 9.0, "mul24")
    return e.resize(e.tmp(f"lshr {wide} {product}, {splat(2 * bits, 16 if is_24 else bits)}"), 2 * bits, bits)


def _low24(e: Emitter, value: str, signed: bool) -> str:
    # bit 23 is the sign, and the byte above it does not count
    shifted = e.tmp(f"shl <32 x i32> {value}, splat (i32 8)")
    return e.tmp(f"{'ashr' if signed else 'lshr'} <32 x i32> {shifted}, splat (i32 8)")


def divide(e: Emitter, i: Instruction, m: Modifiers) -> None:
    kind = m["type"]
    bits, signed = bits_of(kind), is_signed(kind)
    d, a, b = i.operands
    width = max(bits, 32)
    vec = ivec(width)
    e.put(0, e.resize(e.read(a, kind), bits, width, signed), vec)
    e.put(1, e.resize(e.read(b, kind), bits, width, signed), vec)
    # not LLVM's division: division by zero traps on x86-64, in inactive lanes, too
    e.runtime(f"kh_div_{'s' if signed else 'u'}{width}", *SCRATCH[:3], i.name == "rem")
    e.write(d, e.resize(e.get(2, vec), width, bits), kind)


def unary(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``neg`` and ``abs`` of integers; the smallest number stays as it is."""
    kind = m["type"]
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a = i.operands
    value = e.read(a, kind)
    if i.name == "neg":
        result = e.tmp(f"sub {vec} zeroinitializer, {value}")
    else:
        # false: the smallest number gives itself, not poison
        result = e.call(vec, f"llvm.abs.v32i{bits}", (vec, value), ("i1", "false"))
    e.write(d, result, kind)


_FIRST_IS_TAKEN = {("min", False): "le", ("min", True): "lt", ("max", False): "gt", ("max", True): "ge"}
"""Comparison by which the first operand is taken, by name and whether that operand is the constant. An integer equal to
the constant counts as a lesser one: the first size that behaves differently is one more."""


def minimum_maximum(e: Emitter, i: Instruction, m: Modifiers) -> None:
    kind = m["type"]
    packed = kind.endswith("x2")
    n, bits = (64, 16) if packed else (32, bits_of(kind))
    vec, suffix = f"<{n} x i{bits}>", f"v{n}i{bits}"
    name = ("s" if is_signed(kind) else "u") + i.name

    def combine(a: str, b: str) -> str:
        value = e.call(vec, f"llvm.{name}.{suffix}", (vec, a), (vec, b))
        if m["relu"]:
            value = e.call(vec, f"llvm.smax.{suffix}", (vec, value), (vec, "zeroinitializer"))
        return value

    if packed:
        _packed(e, i, combine)
        return
    d, a, b = i.operands
    left, right = e.read(a, kind), e.read(b, kind)
    if isinstance(a, Immediate) is not isinstance(b, Immediate) and not m["relu"]:
        # compilers make it of `n < 64 ? n : 64`
        e.count_extreme(left, right, kind, _FIRST_IS_TAKEN[i.name, isinstance(a, Immediate)])
    e.write(d, combine(left, right), kind)


def _distance(e: Emitter, left: str, right: str, bits: int, signed: bool) -> str:
    vec = ivec(bits)
    # the absolute value of a - b would be wrong where the difference does not fit the type
    less = e.tmp(f"icmp {'slt' if signed else 'ult'} {vec} {left}, {right}")
    forward = e.tmp(f"sub {vec} {left}, {right}")
    backward = e.tmp(f"sub {vec} {right}, {left}")
    return e.tmp(f"select {I1} {less}, {vec} {backward}, {vec} {forward}")


def absolute_difference(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``sad``: ``c + |a - b|``."""
    kind = m["type"]
    d, a, b, c = i.operands
    distance = _distance(e, e.read(a, kind), e.read(b, kind), bits_of(kind), is_signed(kind))
    e.write(d, e.tmp(f"add {ivec(bits_of(kind))} {distance}, {e.read(c, kind)}"), kind)


def _part(e: Emitter, word: str, shift_by: int, width: int, signed: bool) -> str:
    up = e.tmp(f"shl <32 x i32> {word}, splat (i32 {32 - width - shift_by})")
    return e.tmp(f"{'ashr' if signed else 'lshr'} <32 x i32> {up}, splat (i32 {32 - width})")


def _operands_of_dot(e: Emitter, i: Instruction) -> tuple[Operand, str, str, str]:
    d, a, b, c = i.operands
    return d, e.read(a, "b32"), e.read(b, "b32"), e.read(c, "b32")


def dot_product(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``dp4a`` and ``dp2a``: products of packed small integers added to ``c``."""
    d, left, right, total = _operands_of_dot(e, i)
    a_signed, b_signed = m["type"] == "s32", m["type2"] == "s32"
    if i.name == "dp4a":
        parts = [(8 * k, 8, 8 * k) for k in range(4)]
    else:
        start = 16 if m["half"] == "hi" else 0
        # dp2a multiplies the halves of a by the two lower or the two upper bytes of b (PTX ISA 9.0, "dp2a")
        parts = [(0, 16, start), (16, 16, start + 8)]
    for a_shift, a_width, b_shift in parts:
        x = _part(e, left, a_shift, a_width, a_signed)
        y = _part(e, right, b_shift, 8, b_signed)
        product = e.tmp(f"mul <32 x i32> {x}, {y}")
        total = e.tmp(f"add <32 x i32> {total}, {product}")
    e.write(d, total, "b32")
