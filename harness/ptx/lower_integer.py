"""Lowers integer, logic, comparison and selection instructions. PTX ISA 9.0, chapters 9.7.1, 9.7.2, 9.7.6 to 9.7.8.

Every function takes the emitter, the instruction and the modifiers that its row's pattern matched (None where absent).
Shifts clamp and divisions never trap, as PTX has it and LLVM does not.
"""

from __future__ import annotations

from harness.ptx.emitter import I1, Emitter, bits_of, fvec, ivec, pair_of, splat
from harness.ptx.lower_float import compare_f16, flush
from harness.ptx.syntax import Immediate, Instruction, Operand

Modifiers = dict[str, "str | None"]


def _type(m: Modifiers) -> str:
    kind = m["type"]
    assert kind is not None  # every pattern that leads here has a type group
    return kind


def _signed(ptx_type: str) -> bool:
    return ptx_type.startswith("s")


def binary(operation: str):  # type: ignore[no-untyped-def]
    """Return a lowering of ``d = a op b`` for an LLVM integer operation."""

    def lower(e: Emitter, i: Instruction, m: Modifiers) -> None:
        kind = _type(m)
        if kind.endswith("x2"):
            _packed(e, i, kind, lambda a, b: e.tmp(f"{operation} <64 x i16> {a}, {b}"))
            return
        d, a, b = i.operands
        vec = ivec(bits_of(kind))
        left, right = e.read(a, kind), e.read(b, kind)
        if m.get("sat"):
            name = f"llvm.s{operation}.sat.v32i32"
            e.write(d, e.call(vec, name, (vec, left), (vec, right)), kind)
        else:
            e.write(d, e.tmp(f"{operation} {vec} {left}, {right}"), kind)

    return lower


def _packed(e: Emitter, i: Instruction, kind: str, combine) -> None:  # type: ignore[no-untyped-def]
    values = []
    for operand in i.operands[1:]:
        values.append(e.tmp(f"bitcast <32 x i32> {e.read(operand, 'b32')} to <64 x i16>"))
    result = combine(*values)
    e.write(i.operands[0], e.tmp(f"bitcast <64 x i16> {result} to <32 x i32>"), "b32")


def logic(operation: str):  # type: ignore[no-untyped-def]
    """Return a lowering of ``and``, ``or`` or ``xor``, predicates included."""

    def lower(e: Emitter, i: Instruction, m: Modifiers) -> None:
        d, a, b = i.operands
        if m["type"] == "pred":
            left, right = e.read_predicate(a), e.read_predicate(b)
            e.write_predicate(d, e.tmp(f"{operation} {I1} {left}, {right}"))
            return
        kind = _type(m)
        e.write(d, e.tmp(f"{operation} {ivec(bits_of(kind))} {e.read(a, kind)}, {e.read(b, kind)}"), kind)

    return lower


def invert(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``not`` and ``cnot``."""
    d, a = i.operands
    if m["type"] == "pred":
        e.write_predicate(d, e.tmp(f"xor {I1} {e.read_predicate(a)}, splat (i1 true)"))
        return
    kind = _type(m)
    vec = ivec(bits_of(kind))
    if i.name == "cnot":
        zero = e.tmp(f"icmp eq {vec} {e.read(a, kind)}, zeroinitializer")
        e.write(d, e.tmp(f"zext {I1} {zero} to {vec}"), kind)
    else:
        e.write(d, e.tmp(f"xor {vec} {e.read(a, kind)}, {splat(bits_of(kind), -1)}"), kind)


def carry(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``add.cc``, ``addc``, ``sub.cc`` and ``subc``; the flag must be set in the same basic block."""
    kind = _type(m)
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a, b = i.operands
    left, right = e.read(a, kind), e.read(b, kind)
    subtract = i.name.startswith("sub")
    flag_name = "usub" if subtract else "uadd"
    pair = f"{{ {vec}, {I1} }}"
    both = e.call(pair, f"llvm.{flag_name}.with.overflow.v32i{bits}", (vec, left), (vec, right))
    result = e.tmp(f"extractvalue {pair} {both}, 0")
    flag = e.tmp(f"extractvalue {pair} {both}, 1")
    if i.name.endswith("c"):
        incoming = e.tmp(f"zext {I1} {e.carry()} to {vec}")
        both = e.call(pair, f"llvm.{flag_name}.with.overflow.v32i{bits}", (vec, result), (vec, incoming))
        result = e.tmp(f"extractvalue {pair} {both}, 0")
        more = e.tmp(f"extractvalue {pair} {both}, 1")
        flag = e.tmp(f"or {I1} {flag}, {more}")
    e.write(d, result, kind)
    if m.get("cc"):
        e.set_carry(flag)


def multiply(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mul``, ``mad`` and their ``24`` forms, with ``.lo``, ``.hi`` and ``.wide``."""
    kind = _type(m)
    bits = bits_of(kind)
    signed = _signed(kind)
    d, a, b, *rest = i.operands
    left, right = e.read(a, kind), e.read(b, kind)
    half = m.get("half") or "lo"
    if i.name.endswith("24"):
        left, right = (_low24(e, value, signed) for value in (left, right))
    wide_bits = 2 * bits
    if half == "lo" and not i.name.endswith("24"):
        product = e.tmp(f"mul {ivec(bits)} {left}, {right}")
    else:
        extend = "sext" if signed else "zext"
        wide = ivec(wide_bits)
        left = e.tmp(f"{extend} {ivec(bits)} {left} to {wide}")
        right = e.tmp(f"{extend} {ivec(bits)} {right} to {wide}")
        product = e.tmp(f"mul {wide} {left}, {right}")
        if half != "wide":
            shift = (16 if i.name.endswith("24") else bits) if half == "hi" else 0
            if shift:
                product = e.tmp(f"lshr {wide} {product}, {splat(wide_bits, shift)}")
            product = e.tmp(f"trunc {wide} {product} to {ivec(bits)}")
    result_type = f"{kind[0]}{wide_bits}" if half == "wide" else kind
    if rest:
        vec = ivec(bits_of(result_type))
        addend = e.read(rest[0], result_type)
        if m.get("sat"):
            product = e.call(vec, "llvm.sadd.sat.v32i32", (vec, product), (vec, addend))
        elif m.get("cc") or i.name == "madc":
            product = _add_with_carry(
                e, product, addend, bits_of(result_type), i.name == "madc", bool(m.get("cc"))
            )
        else:
            product = e.tmp(f"add {vec} {product}, {addend}")
    e.write(d, product, result_type)


def _add_with_carry(e: Emitter, left: str, right: str, bits: int, take: bool, give: bool) -> str:
    vec = ivec(bits)
    pair = f"{{ {vec}, {I1} }}"
    name = f"llvm.uadd.with.overflow.v32i{bits}"
    both = e.call(pair, name, (vec, left), (vec, right))
    result = e.tmp(f"extractvalue {pair} {both}, 0")
    flag = e.tmp(f"extractvalue {pair} {both}, 1")
    if take:
        incoming = e.tmp(f"zext {I1} {e.carry()} to {vec}")
        both = e.call(pair, name, (vec, result), (vec, incoming))
        result = e.tmp(f"extractvalue {pair} {both}, 0")
        more = e.tmp(f"extractvalue {pair} {both}, 1")
        flag = e.tmp(f"or {I1} {flag}, {more}")
    if give:
        e.set_carry(flag)
    return result


def _low24(e: Emitter, value: str, signed: bool) -> str:
    shifted = e.tmp(f"shl <32 x i32> {value}, splat (i32 8)")
    return e.tmp(f"{'ashr' if signed else 'lshr'} <32 x i32> {shifted}, splat (i32 8)")


def divide(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower integer ``div`` and ``rem``; division by zero gives all ones and the dividend, as hardware does."""
    kind = _type(m)
    bits, signed = bits_of(kind), _signed(kind)
    d, a, b = i.operands
    width = max(bits, 32)
    vec = ivec(width)
    e.put(0, e.resize(e.read(a, kind), bits, width, signed), vec)
    e.put(1, e.resize(e.read(b, kind), bits, width, signed), vec)
    name = f"kh_div_{'s' if signed else 'u'}{width}"
    remainder = "1" if i.name == "rem" else "0"
    e.call("void", name, ("ptr", "%scratch0"), ("ptr", "%scratch1"), ("ptr", "%scratch2"), ("i32", remainder))
    e.write(d, e.resize(e.get(2, vec), width, bits), kind)


def unary(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``neg``, ``abs``, ``popc``, ``clz``, ``brev`` of integers."""
    kind = _type(m)
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a = i.operands
    value = e.read(a, kind)
    if i.name == "neg":
        result = e.tmp(f"sub {vec} zeroinitializer, {value}")
    elif i.name == "abs":
        result = e.call(vec, f"llvm.abs.v32i{bits}", (vec, value), ("i1", "false"))
    elif i.name == "brev":
        result = e.call(vec, f"llvm.bitreverse.v32i{bits}", (vec, value))
    else:
        if i.name == "popc":
            count = e.call(vec, f"llvm.ctpop.v32i{bits}", (vec, value))
        else:
            count = e.call(vec, f"llvm.ctlz.v32i{bits}", (vec, value), ("i1", "false"))
        e.write(d, e.resize(count, bits, 32), "u32")
        return
    e.write(d, result, kind)


def find_leading(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bfind``: position of the most significant bit that differs from the sign, all ones if none."""
    kind = _type(m)
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a = i.operands
    value = e.read(a, kind)
    if _signed(kind):
        sign = e.tmp(f"ashr {vec} {value}, {splat(bits, bits - 1)}")
        value = e.tmp(f"xor {vec} {value}, {sign}")
    zeros = e.call(vec, f"llvm.ctlz.v32i{bits}", (vec, value), ("i1", "false"))
    none = e.tmp(f"icmp eq {vec} {value}, zeroinitializer")
    position = zeros if m.get("shiftamt") else e.tmp(f"sub {vec} {splat(bits, bits - 1)}, {zeros}")
    result = e.tmp(f"select {I1} {none}, {vec} {splat(bits, -1)}, {vec} {position}")
    e.write(d, e.resize(result, bits, 32), "u32")


def minimum_maximum(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower integer ``min`` and ``max``, packed forms and ``.relu`` included."""
    kind = _type(m)
    name = ("s" if _signed(kind) else "u") + i.name
    if kind.endswith("x2"):

        def combine(a: str, b: str) -> str:
            value = e.call("<64 x i16>", f"llvm.{name}.v64i16", ("<64 x i16>", a), ("<64 x i16>", b))
            if m.get("relu"):
                return e.call(
                    "<64 x i16>", "llvm.smax.v64i16", ("<64 x i16>", value), ("<64 x i16>", "zeroinitializer")
                )
            return value

        _packed(e, i, kind, combine)
        return
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a, b = i.operands
    result = e.call(vec, f"llvm.{name}.v32i{bits}", (vec, e.read(a, kind)), (vec, e.read(b, kind)))
    if m.get("relu"):
        result = e.call(vec, f"llvm.smax.v32i{bits}", (vec, result), (vec, "zeroinitializer"))
    e.write(d, result, kind)


def absolute_difference(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``sad``: ``c + |a - b|``."""
    kind = _type(m)
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a, b, c = i.operands
    left, right = e.read(a, kind), e.read(b, kind)
    less = e.tmp(f"icmp {'slt' if _signed(kind) else 'ult'} {vec} {left}, {right}")
    forward = e.tmp(f"sub {vec} {left}, {right}")
    backward = e.tmp(f"sub {vec} {right}, {left}")
    distance = e.tmp(f"select {I1} {less}, {vec} {backward}, {vec} {forward}")
    e.write(d, e.tmp(f"add {vec} {distance}, {e.read(c, kind)}"), kind)


def shift(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``shl`` and ``shr``; amounts past the width give zero, or the sign for signed ``shr``."""
    kind = _type(m)
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a, b = i.operands
    value, amount = e.read(a, kind), e.read(b, "u32")
    limit = bits - 1
    too_far = e.tmp(f"icmp ugt <32 x i32> {amount}, splat (i32 {limit})")
    clamped = e.tmp(f"select {I1} {too_far}, <32 x i32> splat (i32 {limit}), <32 x i32> {amount}")
    clamped = e.resize(clamped, 32, bits)
    if i.name == "shr" and _signed(kind):
        e.write(d, e.tmp(f"ashr {vec} {value}, {clamped}"), kind)
        return
    shifted = e.tmp(f"{'shl' if i.name == 'shl' else 'lshr'} {vec} {value}, {clamped}")
    e.write(d, e.tmp(f"select {I1} {too_far}, {vec} zeroinitializer, {vec} {shifted}"), kind)


def funnel_shift(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``shf``: shift the 64-bit value ``{b, a}``."""
    d, a, b, c = i.operands
    low, high, amount = e.read(a, "b32"), e.read(b, "b32"), e.read(c, "u32")
    vec = "<32 x i32>"
    if m["mode"] == "wrap":
        name = "llvm.fshl.v32i32" if m["direction"] == "l" else "llvm.fshr.v32i32"
        e.write(d, e.call(vec, name, (vec, high), (vec, low), (vec, amount)), "b32")
        return
    wide = "<32 x i64>"
    joined = e.tmp(f"shl {wide} {e.resize(high, 32, 64)}, splat (i64 32)")
    joined = e.tmp(f"or {wide} {joined}, {e.resize(low, 32, 64)}")
    over = e.tmp(f"icmp ugt {vec} {amount}, splat (i32 32)")
    clamped = e.resize(e.tmp(f"select {I1} {over}, {vec} splat (i32 32), {vec} {amount}"), 32, 64)
    if m["direction"] == "l":
        shifted = e.tmp(f"shl {wide} {joined}, {clamped}")
        shifted = e.tmp(f"lshr {wide} {shifted}, splat (i64 32)")
    else:
        shifted = e.tmp(f"lshr {wide} {joined}, {clamped}")
    e.write(d, e.resize(shifted, 64, 32), "b32")


def extract_field(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bfe``: position and length are taken modulo 256; the field ends at the operand's top bit."""
    kind = _type(m)
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a, b, c = i.operands
    value = e.read(a, kind)
    position, length = (_byte(e, operand, bits) for operand in (b, c))
    limit = splat(bits, bits - 1)
    if _signed(kind):
        # sign bit: the last bit of the field, or the operand's top bit where the field runs over it
        last = e.tmp(f"add {vec} {position}, {length}")
        last = e.tmp(f"sub {vec} {last}, {splat(bits, 1)}")
        over = e.tmp(f"icmp ugt {vec} {last}, {limit}")
        last = e.tmp(f"select {I1} {over}, {vec} {limit}, {vec} {last}")
        sign = e.tmp(f"lshr {vec} {value}, {last}")
        sign = e.tmp(f"and {vec} {sign}, {splat(bits, 1)}")
        fill = e.tmp(f"sub {vec} zeroinitializer, {sign}")
    else:
        fill = "zeroinitializer"
    beyond = e.tmp(f"icmp ugt {vec} {position}, {limit}")
    start = e.tmp(f"select {I1} {beyond}, {vec} zeroinitializer, {vec} {position}")
    field = e.tmp(f"lshr {vec} {value}, {start}")
    if _signed(kind):
        # bits shifted in from above the operand are copies of the fill
        moved = e.tmp(f"lshr {vec} {splat(bits, -1)}, {start}")
        outside = e.tmp(f"xor {vec} {moved}, {splat(bits, -1)}")
        outside = e.tmp(f"and {vec} {outside}, {fill}")
        field = e.tmp(f"or {vec} {field}, {outside}")
    field = e.tmp(f"select {I1} {beyond}, {vec} {fill}, {vec} {field}")
    whole = e.tmp(f"icmp ugt {vec} {length}, {limit}")
    safe = e.tmp(f"select {I1} {whole}, {vec} zeroinitializer, {vec} {length}")
    ones = e.tmp(f"shl {vec} {splat(bits, 1)}, {safe}")
    ones = e.tmp(f"sub {vec} {ones}, {splat(bits, 1)}")
    ones = e.tmp(f"select {I1} {whole}, {vec} {splat(bits, -1)}, {vec} {ones}")
    inside = e.tmp(f"and {vec} {field}, {ones}")
    rest = e.tmp(f"xor {vec} {ones}, {splat(bits, -1)}")
    rest = e.tmp(f"and {vec} {rest}, {fill}")
    result = e.tmp(f"or {vec} {inside}, {rest}")
    empty = e.tmp(f"icmp eq {vec} {length}, zeroinitializer")
    e.write(d, e.tmp(f"select {I1} {empty}, {vec} zeroinitializer, {vec} {result}"), kind)


def _byte(e: Emitter, operand: Operand, bits: int) -> str:
    value = e.tmp(f"and <32 x i32> {e.read(operand, 'u32')}, splat (i32 255)")
    return e.resize(value, 32, bits)


def insert_field(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bfi``: put the low `length` bits of ``a`` into ``b`` at `position`."""
    kind = _type(m)
    bits = bits_of(kind)
    vec = ivec(bits)
    f, a, b, c, d = i.operands
    field, base = e.read(a, kind), e.read(b, kind)
    position, length = (_byte(e, operand, bits) for operand in (c, d))
    limit = splat(bits, bits - 1)
    whole = e.tmp(f"icmp ugt {vec} {length}, {limit}")
    safe = e.tmp(f"select {I1} {whole}, {vec} zeroinitializer, {vec} {length}")
    ones = e.tmp(f"shl {vec} {splat(bits, 1)}, {safe}")
    ones = e.tmp(f"sub {vec} {ones}, {splat(bits, 1)}")
    ones = e.tmp(f"select {I1} {whole}, {vec} {splat(bits, -1)}, {vec} {ones}")
    beyond = e.tmp(f"icmp ugt {vec} {position}, {limit}")
    start = e.tmp(f"select {I1} {beyond}, {vec} zeroinitializer, {vec} {position}")
    mask = e.tmp(f"shl {vec} {ones}, {start}")
    moved = e.tmp(f"shl {vec} {field}, {start}")
    moved = e.tmp(f"and {vec} {moved}, {mask}")
    keep = e.tmp(f"xor {vec} {mask}, {splat(bits, -1)}")
    kept = e.tmp(f"and {vec} {base}, {keep}")
    merged = e.tmp(f"or {vec} {kept}, {moved}")
    e.write(f, e.tmp(f"select {I1} {beyond}, {vec} {base}, {vec} {merged}"), kind)


def bit_mask(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bmsk``: `b` ones starting at bit `a`, with clamped or wrapped operands."""
    d, a, b = i.operands
    start, width = e.read(a, "u32"), e.read(b, "u32")
    vec = "<32 x i32>"
    if m["mode"] == "wrap":
        start = e.tmp(f"and {vec} {start}, splat (i32 31)")
        width = e.tmp(f"and {vec} {width}, splat (i32 31)")
    ones = _shift_left_clamped(e, "splat (i32 -1)", width)
    ones = e.tmp(f"xor {vec} {ones}, splat (i32 -1)")
    e.write(d, _shift_left_clamped(e, ones, start), "b32")


def _shift_left_clamped(e: Emitter, value: str, amount: str) -> str:
    over = e.tmp(f"icmp ugt <32 x i32> {amount}, splat (i32 31)")
    safe = e.tmp(f"select {I1} {over}, <32 x i32> zeroinitializer, <32 x i32> {amount}")
    shifted = e.tmp(f"shl <32 x i32> {value}, {safe}")
    return e.tmp(f"select {I1} {over}, <32 x i32> zeroinitializer, <32 x i32> {shifted}")


def permute_bytes(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``prmt`` in all its modes."""
    d, a, b, c = i.operands
    modes = (None, "f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
    for index, operand in enumerate((a, b, c)):
        e.put(index, e.read(operand, "b32"), "<32 x i32>")
    args = [("ptr", f"%scratch{k}") for k in range(4)]
    e.call("void", "kh_prmt", *args, ("i32", str(modes.index(m["mode"]))))
    e.write(d, e.get(3, "<32 x i32>"), "b32")


def logic3(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``lop3.b32`` with its constant truth table."""
    d, a, b, c, table = i.operands
    if not isinstance(table, Immediate):
        raise e.error("lop3 needs a constant truth table")
    for index, operand in enumerate((a, b, c)):
        e.put(index, e.read(operand, "b32"), "<32 x i32>")
    args = [("ptr", f"%scratch{k}") for k in range(4)]
    e.call("void", "kh_lop3", *args, ("i32", str(table.value & 255)))
    e.write(d, e.get(3, "<32 x i32>"), "b32")


def dot_product(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``dp4a`` and ``dp2a``: products of packed small integers added to ``c``."""
    d, a, b, c = i.operands
    left, right = e.read(a, "b32"), e.read(b, "b32")
    total = e.read(c, "b32")
    a_signed, b_signed = m["type"] == "s32", m["type2"] == "s32"
    if i.name == "dp4a":
        parts = [(8 * k, 8, 8 * k, 8) for k in range(4)]
    else:
        start = 16 if m["half"] == "hi" else 0
        parts = [(0, 16, start, 8), (16, 16, start + 8, 8)]
    for a_shift, a_width, b_shift, b_width in parts:
        x = _field(e, left, a_shift, a_width, a_signed)
        y = _field(e, right, b_shift, b_width, b_signed)
        product = e.tmp(f"mul <32 x i32> {x}, {y}")
        total = e.tmp(f"add <32 x i32> {total}, {product}")
    e.write(d, total, "b32")


def _field(e: Emitter, value: str, shift_by: int, width: int, signed: bool) -> str:
    up = e.tmp(f"shl <32 x i32> {value}, splat (i32 {32 - width - shift_by})")
    return e.tmp(f"{'ashr' if signed else 'lshr'} <32 x i32> {up}, splat (i32 {32 - width})")


_INTEGER_CONDITIONS = {
    "eq": ("eq", "eq"), "ne": ("ne", "ne"), "lt": ("slt", "ult"), "le": ("sle", "ule"), "gt": ("sgt", "ugt"),
    "ge": ("sge", "uge"), "lo": ("ult", "ult"), "ls": ("ule", "ule"), "hi": ("ugt", "ugt"), "hs": ("uge", "uge"),
}  # fmt: skip
_FLOAT_CONDITIONS = {
    "eq": "oeq", "ne": "one", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge", "equ": "ueq", "neu": "une",
    "ltu": "ult", "leu": "ule", "gtu": "ugt", "geu": "uge", "num": "ord", "nan": "uno",
}  # fmt: skip


def compare(e: Emitter, a: Operand, b: Operand, condition: str, kind: str, ftz: bool) -> str:
    """Return the lanes of ``a <condition> b``."""
    if kind in ("f16", "bf16"):
        return compare_f16(e, e.read(a, "b16"), e.read(b, "b16"), _FLOAT_CONDITIONS[condition], kind, ftz)
    if kind in ("f32", "f64"):
        if condition not in _FLOAT_CONDITIONS:
            raise e.error(f"comparison .{condition} is not defined for {kind}")
        left, right = (flush(e, e.read_float(x, kind), kind, ftz) for x in (a, b))
        return e.tmp(f"fcmp {_FLOAT_CONDITIONS[condition]} {fvec(kind)} {left}, {right}")
    if condition not in _INTEGER_CONDITIONS:
        raise e.error(f"comparison .{condition} is not defined for {kind}")
    name = _INTEGER_CONDITIONS[condition][0 if _signed(kind) else 1]
    return e.tmp(f"icmp {name} {ivec(bits_of(kind))} {e.read(a, kind)}, {e.read(b, kind)}")


def set_predicate(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``setp``, with a second destination and a combining predicate."""
    d, a, b, *rest = i.operands
    first, second = pair_of(d)
    condition, kind = m["condition"], _type(m)
    assert condition is not None
    if kind in ("f16x2", "bf16x2"):
        halves = [_half_compare(e, a, b, condition, kind, part, bool(m.get("ftz"))) for part in (0, 1)]
        if m.get("combine"):
            other = e.read_predicate(rest[0])
            halves = [e.tmp(f"{m['combine']} {I1} {half}, {other}") for half in halves]
        e.write_predicate(first, halves[0])
        e.write_predicate(second, halves[1])
        return
    result = compare(e, a, b, condition, kind, bool(m.get("ftz")))
    inverse = e.tmp(f"xor {I1} {result}, splat (i1 true)")
    if m.get("combine"):
        other = e.read_predicate(rest[0])
        result = e.tmp(f"{m['combine']} {I1} {result}, {other}")
        inverse = e.tmp(f"{m['combine']} {I1} {inverse}, {other}")
    e.write_predicate(first, result)
    e.write_predicate(second, inverse)


def _half_compare(e: Emitter, a: Operand, b: Operand, condition: str, kind: str, part: int, ftz: bool) -> str:
    values = []
    for operand in (a, b):
        value = e.read(operand, "b32")
        if part:
            value = e.tmp(f"lshr <32 x i32> {value}, splat (i32 16)")
        values.append(e.resize(value, 32, 16))
    return compare_f16(e, values[0], values[1], _FLOAT_CONDITIONS[condition], kind.removesuffix("x2"), ftz)


def set_value(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``set``: all ones or 1.0 where the comparison holds, else zero."""
    d, a, b, *rest = i.operands
    condition, kind, result_type = m["condition"], m["type2"], _type(m)
    assert condition is not None
    assert kind is not None
    if kind in ("f16x2", "bf16x2"):
        one = {"f16x2": 0x3C00, "bf16x2": 0x3F80}.get(result_type, 0xFFFF)
        parts = [_half_compare(e, a, b, condition, kind, part, bool(m.get("ftz"))) for part in (0, 1)]
        low, high = (
            e.tmp(
                f"select {I1} {half}, <32 x i32> splat (i32 {one << 16 * k if k == 0 else _as_signed(one << 16)}), "
                "<32 x i32> zeroinitializer"
            )
            for k, half in enumerate(parts)
        )
        e.write(d, e.tmp(f"or <32 x i32> {low}, {high}"), "b32")
        return
    result = compare(e, a, b, condition, kind, bool(m.get("ftz")))
    if m.get("combine"):
        result = e.tmp(f"{m['combine']} {I1} {result}, {e.read_predicate(rest[0])}")
    bits = bits_of(result_type)
    ones = {"f32": 0x3F800000, "f16": 0x3C00, "bf16": 0x3F80}.get(result_type, -1)
    value = e.tmp(f"select {I1} {result}, {ivec(bits)} {splat(bits, ones)}, {ivec(bits)} zeroinitializer")
    e.write(d, value, result_type)


def _as_signed(value: int) -> int:
    return value - (1 << 32) if value >> 31 else value


def select_by_predicate(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``selp``."""
    kind = _type(m)
    d, a, b, p = i.operands
    vec = ivec(bits_of(kind))
    choice = e.read_predicate(p)
    e.write(d, e.tmp(f"select {I1} {choice}, {vec} {e.read(a, kind)}, {vec} {e.read(b, kind)}"), kind)


def select_by_sign(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``slct``: ``a`` where ``c >= 0`` (also -0), else ``b`` (also for NaN)."""
    kind = _type(m)
    d, a, b, c = i.operands
    if m["type2"] == "f32":
        value = flush(e, e.read_float(c, "f32"), "f32", bool(m.get("ftz")))
        choice = e.tmp(f"fcmp oge <32 x float> {value}, zeroinitializer")
    else:
        choice = e.tmp(f"icmp sge <32 x i32> {e.read(c, 's32')}, zeroinitializer")
    vec = ivec(bits_of(kind))
    e.write(d, e.tmp(f"select {I1} {choice}, {vec} {e.read(a, kind)}, {vec} {e.read(b, kind)}"), kind)


def sign_extend_field(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``szext``: keep the low ``b`` bits of ``a``, sign- or zero-extended."""
    kind = _type(m)
    d, a, b = i.operands
    vec = "<32 x i32>"
    value, width = e.read(a, kind), e.read(b, "u32")
    if m["mode"] == "wrap":
        width = e.tmp(f"and {vec} {width}, splat (i32 31)")
    over = e.tmp(f"icmp ugt {vec} {width}, splat (i32 31)")
    rest = e.tmp(f"sub {vec} splat (i32 32), {width}")
    empty = e.tmp(f"icmp eq {vec} {width}, zeroinitializer")
    keep = e.tmp(f"or {I1} {over}, {empty}")
    rest = e.tmp(f"select {I1} {keep}, {vec} zeroinitializer, {vec} {rest}")
    up = e.tmp(f"shl {vec} {value}, {rest}")
    down = e.tmp(f"{'ashr' if _signed(kind) else 'lshr'} {vec} {up}, {rest}")
    e.write(d, e.tmp(f"select {I1} {empty}, {vec} zeroinitializer, {vec} {down}"), kind)
