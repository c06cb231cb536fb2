"""Lowers logic, shifts and bit fields. PTX ISA 9.0, chapters 9.7.1 (``popc`` to ``szext``), 9.7.8 and 9.7.9.7.

Shifts clamp, as PTX has it and LLVM does not.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..text.syntax import Immediate, Instruction, Operand, Sink
from .emitter import Emitter, Lowering, Modifiers, pair_of
from .integer import is_signed
from .llvm_text import I1, SCRATCH, bits_of, ivec, splat

WORD = "<32 x i32>"


def logic(operation: str) -> Lowering:
    """Return a lowering of ``and``, ``or`` or ``xor``, predicates included."""

    def lower(e: Emitter, i: Instruction, m: Modifiers) -> None:
        d, a, b = i.operands
        kind = m["type"]
        if kind == "pred":
            left, right = e.read_predicate(a), e.read_predicate(b)
            e.write_predicate(d, e.tmp(f"{operation} {I1} {left}, {right}"))
            return
        e.write(d, e.tmp(f"{operation} {ivec(bits_of(kind))} {e.read(a, kind)}, {e.read(b, kind)}"), kind)

    return lower


def invert(e: Emitter, i: Instruction, m: Modifiers) -> None:
    d, a = i.operands
    kind = m["type"]
    if kind == "pred":
        e.write_predicate(d, e.tmp(f"xor {I1} {e.read_predicate(a)}, splat (i1 true)"))
        return
    vec = ivec(bits_of(kind))
    if i.name == "cnot":
        zero = e.tmp(f"icmp eq {vec} {e.read(a, kind)}, zeroinitializer")
        e.write(d, e.tmp(f"zext {I1} {zero} to {vec}"), kind)
    else:
        e.write(d, e.tmp(f"xor {vec} {e.read(a, kind)}, {splat(bits_of(kind), -1)}"), kind)


def logic3(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``lop3``: any function of three bits, and with ``.or`` or ``.and`` whether the result is not zero."""
    combine = m["combine"]
    d, a, b, c, table, *rest = i.operands
    if not isinstance(table, Immediate):
        raise e.error("lop3 needs a constant truth table")
    if bool(combine) != bool(rest) or len(rest) > 1:
        raise ValueError(f"{len(i.operands)} operands")
    result = _by_runtime(e, "kh_lop3", (a, b, c), table.value & 255)
    value, predicate = pair_of(d)
    if combine:
        nonzero = e.tmp(f"icmp ne {WORD} {result}, zeroinitializer")
        e.write_predicate(predicate, e.tmp(f"{combine} {I1} {nonzero}, {e.read_predicate(rest[0])}"))
    elif not isinstance(predicate, Sink):
        raise e.error("a second destination needs .or or .and")
    e.write(value, result, "b32")


def shift(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``shl`` and ``shr``; amounts past the width give zero, or the sign for signed ``shr``."""
    kind = m["type"]
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a, b = i.operands
    value, limit = e.read(a, kind), bits - 1
    operation = "shl" if i.name == "shl" else "ashr" if is_signed(kind) else "lshr"
    if isinstance(b, Immediate) and 0 <= b.value <= limit:
        e.write(d, e.tmp(f"{operation} {vec} {value}, {splat(bits, b.value)}"), kind)
        return
    amount = e.read(b, "u32")
    # clamped first: a shift by the width or more is poison in LLVM
    too_far = e.tmp(f"icmp ugt {WORD} {amount}, splat (i32 {limit})")
    clamped = e.tmp(f"select {I1} {too_far}, {WORD} splat (i32 {limit}), {WORD} {amount}")
    clamped = e.resize(clamped, 32, bits)
    shifted = e.tmp(f"{operation} {vec} {value}, {clamped}")
    if operation != "ashr":
        shifted = e.tmp(f"select {I1} {too_far}, {vec} zeroinitializer, {vec} {shifted}")
    e.write(d, shifted, kind)


def funnel_shift(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``shf``: shift the 64-bit value ``{b, a}``."""
    d, a, b, c = i.operands
    low, high, amount = e.read(a, "b32"), e.read(b, "b32"), e.read(c, "u32")
    if m["mode"] == "wrap":
        # LLVM takes their amount modulo 32, which is .wrap
        name = "llvm.fshl.v32i32" if m["direction"] == "l" else "llvm.fshr.v32i32"
        e.write(d, e.call(WORD, name, (WORD, high), (WORD, low), (WORD, amount)), "b32")
        return
    wide = "<32 x i64>"
    joined = e.tmp(f"shl {wide} {e.resize(high, 32, 64)}, splat (i64 32)")
    joined = e.tmp(f"or {wide} {joined}, {e.resize(low, 32, 64)}")
    # a clamped amount may be 32, so the shift is one of 64 bits
    over = e.tmp(f"icmp ugt {WORD} {amount}, splat (i32 32)")
    clamped = e.resize(e.tmp(f"select {I1} {over}, {WORD} splat (i32 32), {WORD} {amount}"), 32, 64)
    if m["direction"] == "l":
        shifted = e.tmp(f"shl {wide} {joined}, {clamped}")
        shifted = e.tmp(f"lshr {wide} {shifted}, splat (i64 32)")
    else:
        shifted = e.tmp(f"lshr {wide} {joined}, {clamped}")
    e.write(d, e.resize(shifted, 64, 32), "b32")


def count(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``popc`` and ``clz``, whose result has 32 bits, and ``brev``."""
    kind = m["type"]
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a = i.operands
    value = e.read(a, kind)
    if i.name == "brev":
        e.write(d, e.call(vec, f"llvm.bitreverse.v32i{bits}", (vec, value)), kind)
        return
    if i.name == "popc":
        number = e.call(vec, f"llvm.ctpop.v32i{bits}", (vec, value))
    else:
        # false: zero gives the width, as in PTX, not poison
        number = e.call(vec, f"llvm.ctlz.v32i{bits}", (vec, value), ("i1", "false"))
    e.write(d, e.resize(number, bits, 32), "u32")


def find_leading(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bfind``: position of the most significant bit that differs from the sign, all ones if none."""
    kind = m["type"]
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a = i.operands
    value = e.read(a, kind)
    if is_signed(kind):
        sign = e.tmp(f"ashr {vec} {value}, {splat(bits, bits - 1)}")
        value = e.tmp(f"xor {vec} {value}, {sign}")
    zeros = e.call(vec, f"llvm.ctlz.v32i{bits}", (vec, value), ("i1", "false"))
    none = e.tmp(f"icmp eq {vec} {value}, zeroinitializer")
    position = zeros if m["shiftamt"] else e.tmp(f"sub {vec} {splat(bits, bits - 1)}, {zeros}")
    result = e.tmp(f"select {I1} {none}, {vec} {splat(bits, -1)}, {vec} {position}")
    e.write(d, e.resize(result, bits, 32), "u32")


def find_nth(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``fns``; a base beyond 31, which PTX leaves undefined, finds nothing."""
    d, *sources = i.operands
    e.write(d, _by_runtime(e, "kh_fns", sources), "b32")


def _by_runtime(e: Emitter, function: str, sources: Sequence[Operand], *code: int) -> str:
    """Return the words that a function of the runtime computes from three others."""
    a, b, c = sources
    for index, operand in enumerate((a, b, c)):
        e.put(index, e.read(operand, "b32"), WORD)
    e.runtime(function, *SCRATCH[:4], *code)
    return e.get(3, WORD)


def _place(e: Emitter, operand: Operand, bits: int) -> str:
    """Return a field's position or length, modulo 256 for 32 bits."""
    # The manual has it so for 64 bits, too. An H200 does not wrap there: 257 lies beyond the operand; so it does here.
    value = e.read(operand, "u32")
    return e.tmp(f"and {WORD} {value}, splat (i32 255)") if bits == 32 else e.resize(value, 32, bits)


def _ones(e: Emitter, length: str, bits: int) -> str:
    """Return `length` low ones, all of them where the length is the width or more."""
    vec = ivec(bits)
    whole = e.tmp(f"icmp ugt {vec} {length}, {splat(bits, bits - 1)}")
    safe = e.tmp(f"select {I1} {whole}, {vec} zeroinitializer, {vec} {length}")
    ones = e.tmp(f"shl {vec} {splat(bits, 1)}, {safe}")
    ones = e.tmp(f"sub {vec} {ones}, {splat(bits, 1)}")
    return e.tmp(f"select {I1} {whole}, {vec} {splat(bits, -1)}, {vec} {ones}")


def extract_field(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bfe``; the field ends at the operand's top bit."""
    kind = m["type"]
    bits = bits_of(kind)
    vec = ivec(bits)
    d, a, b, c = i.operands
    value = e.read(a, kind)
    position, length = (_place(e, operand, bits) for operand in (b, c))
    limit = splat(bits, bits - 1)
    if is_signed(kind):
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
    if is_signed(kind):
        # bits shifted in from above the operand are copies of the fill
        moved = e.tmp(f"lshr {vec} {splat(bits, -1)}, {start}")
        outside = e.tmp(f"xor {vec} {moved}, {splat(bits, -1)}")
        outside = e.tmp(f"and {vec} {outside}, {fill}")
        field = e.tmp(f"or {vec} {field}, {outside}")
    field = e.tmp(f"select {I1} {beyond}, {vec} {fill}, {vec} {field}")
    ones = _ones(e, length, bits)
    inside = e.tmp(f"and {vec} {field}, {ones}")
    rest = e.tmp(f"xor {vec} {ones}, {splat(bits, -1)}")
    rest = e.tmp(f"and {vec} {rest}, {fill}")
    result = e.tmp(f"or {vec} {inside}, {rest}")
    empty = e.tmp(f"icmp eq {vec} {length}, zeroinitializer")
    e.write(d, e.tmp(f"select {I1} {empty}, {vec} zeroinitializer, {vec} {result}"), kind)


def insert_field(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bfi``: put the low `length` bits of ``a`` into ``b`` at `position`."""
    kind = m["type"]
    bits = bits_of(kind)
    vec = ivec(bits)
    f, a, b, c, d = i.operands
    field, base = e.read(a, kind), e.read(b, kind)
    position, length = (_place(e, operand, bits) for operand in (c, d))
    beyond = e.tmp(f"icmp ugt {vec} {position}, {splat(bits, bits - 1)}")
    start = e.tmp(f"select {I1} {beyond}, {vec} zeroinitializer, {vec} {position}")
    mask = e.tmp(f"shl {vec} {_ones(e, length, bits)}, {start}")
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
    if m["mode"] == "wrap":
        start = e.tmp(f"and {WORD} {start}, splat (i32 31)")
        width = e.tmp(f"and {WORD} {width}, splat (i32 31)")
    over = e.tmp(f"icmp ugt {WORD} {start}, splat (i32 31)")
    safe = e.tmp(f"select {I1} {over}, {WORD} zeroinitializer, {WORD} {start}")
    moved = e.tmp(f"shl {WORD} {_ones(e, width, 32)}, {safe}")
    e.write(d, e.tmp(f"select {I1} {over}, {WORD} zeroinitializer, {WORD} {moved}"), "b32")


def sign_extend_field(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``szext``: keep the low ``b`` bits of ``a``, sign- or zero-extended."""
    kind = m["type"]
    d, a, b = i.operands
    value, width = e.read(a, kind), e.read(b, "u32")
    if m["mode"] == "wrap":
        width = e.tmp(f"and {WORD} {width}, splat (i32 31)")
    over = e.tmp(f"icmp ugt {WORD} {width}, splat (i32 31)")
    rest = e.tmp(f"sub {WORD} splat (i32 32), {width}")
    empty = e.tmp(f"icmp eq {WORD} {width}, zeroinitializer")
    keep = e.tmp(f"or {I1} {over}, {empty}")
    rest = e.tmp(f"select {I1} {keep}, {WORD} zeroinitializer, {WORD} {rest}")
    up = e.tmp(f"shl {WORD} {value}, {rest}")
    down = e.tmp(f"{'ashr' if is_signed(kind) else 'lshr'} {WORD} {up}, {rest}")
    e.write(d, e.tmp(f"select {I1} {empty}, {WORD} zeroinitializer, {WORD} {down}"), kind)


def permute_bytes(e: Emitter, i: Instruction, m: Modifiers) -> None:
    d, *sources = i.operands
    mode = ("", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16").index(m["mode"])
    e.write(d, _by_runtime(e, "kh_prmt", sources, mode), "b32")
