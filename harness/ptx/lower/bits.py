"""Lowers logic, shifts and bit fields. PTX ISA 9.0, chapters 9.7.1 (``popc`` to ``szext``), 9.7.8 and 9.7.9.7.

Shifts clamp, as PTX has it and LLVM does not.
"""

from __future__ import annotations

from ..text.syntax import Immediate, Instruction, Sink
from .emitter import Emitter, Lowering, Modifiers, pair_of
from .integer import by_runtime, is_signed
from .llvm_text import I1, bits_of, ivec, splat

WORD = "<32 x i32>"


def logic(operation: str) -> Lowering:
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
    result = by_runtime(e, "kh_lop3", "b32", [(operand, "b32") for operand in (a, b, c)], table.value & 255)
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
    value, amount = e.read(a, kind), e.read(b, "u32")
    limit = bits - 1
    # clamped first: a shift by the width or more is poison in LLVM
    too_far = e.tmp(f"icmp ugt {WORD} {amount}, splat (i32 {limit})")
    clamped = e.tmp(f"select {I1} {too_far}, {WORD} splat (i32 {limit}), {WORD} {amount}")
    clamped = e.resize(clamped, 32, bits)
    if i.name == "shr" and is_signed(kind):
        e.write(d, e.tmp(f"ashr {vec} {value}, {clamped}"), kind)
        return
    shifted = e.tmp(f"{'shl' if i.name == 'shl' else 'lshr'} {vec} {value}, {clamped}")
    e.write(d, e.tmp(f"select {I1} {too_far}, {vec} zeroinitializer, {vec} {shifted}"), kind)


def funnel_shift(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``shf``: shift the 64-bit value ``{b, a}``."""
    d, a, b, c = i.operands
    low, high, amount = e.read(a, "b32"), e.read(b, "b32"), e.read(c, "u32")
    if m["mode"] == "wrap":
        # LLVM takes their amount modulo 32, which is .wrap
        name = "llvm.fshl.v32i32" if m["direction"] == "l" else "llvm.fshr.v32i32"
        e.write(d, e.call(WORD, name, (WORD, high), (WORD, low), (WORD, amount)), "b32")
        return
    e.write(d, by_runtime(e, "kh_shf", "b32", [(x, "b32") for x in (a, b, c)], m["direction"] == "l"), "b32")


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
        # false: of zero it is the width, as PTX has it, and no poison
        number = e.call(vec, f"llvm.ctlz.v32i{bits}", (vec, value), ("i1", "false"))
    e.write(d, e.resize(number, bits, 32), "u32")


def find_leading(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bfind``: position of the most significant bit that differs from the sign, all ones if none."""
    kind = m["type"]
    d, a = i.operands
    numbers = (is_signed(kind), m["shiftamt"] != "")
    e.write(d, by_runtime(e, f"kh_bfind_{bits_of(kind)}", "b32", [(a, kind)], *numbers), "u32")


def find_nth(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``fns``; a base beyond 31, which PTX leaves undefined, finds nothing."""
    d, a, b, c = i.operands
    e.write(d, by_runtime(e, "kh_fns", "b32", [(x, "b32") for x in (a, b, c)]), "b32")


def extract_field(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bfe``; the field ends at the operand's top bit."""
    kind = m["type"]
    d, a, b, c = i.operands
    function, sources = f"kh_bfe_{bits_of(kind)}", [(a, kind), (b, "u32"), (c, "u32")]
    e.write(d, by_runtime(e, function, kind, sources, is_signed(kind)), kind)


def insert_field(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bfi``: put the low `length` bits of ``a`` into ``b`` at `position`."""
    kind = m["type"]
    f, a, b, c, d = i.operands
    sources = [(a, kind), (b, kind), (c, "u32"), (d, "u32")]
    e.write(f, by_runtime(e, f"kh_bfi_{bits_of(kind)}", kind, sources), kind)


def bit_mask(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``bmsk``: `b` ones starting at bit `a`, with clamped or wrapped operands."""
    d, a, b = i.operands
    e.write(d, by_runtime(e, "kh_bmsk", "b32", [(a, "u32"), (b, "u32")], m["mode"] == "wrap"), "b32")


def sign_extend_field(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``szext``: keep the low ``b`` bits of ``a``, sign- or zero-extended."""
    kind = m["type"]
    d, a, b = i.operands
    modes = (m["mode"] == "wrap", is_signed(kind))
    e.write(d, by_runtime(e, "kh_szext", kind, [(a, kind), (b, "u32")], *modes), kind)


def permute_bytes(e: Emitter, i: Instruction, m: Modifiers) -> None:
    d, a, b, c = i.operands
    mode = ("", "f4e", "b4e", "rc8", "ecl", "ecr", "rc16").index(m["mode"])
    e.write(d, by_runtime(e, "kh_prmt", "b32", [(x, "b32") for x in (a, b, c)], mode), "b32")
