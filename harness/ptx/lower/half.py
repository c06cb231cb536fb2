"""Lowers f16, bf16 and their packed forms. PTX ISA 9.0, chapters 9.7.4, 9.7.5 and 9.7.7.

Operations are exact in double and rounded once to 16 bits; NaN results are the canonical NaN, as on hardware.
"""

from __future__ import annotations

from ..layout import FLOAT_OPERATIONS
from ..text.syntax import Instruction
from .emitter import Emitter, Modifiers
from .float import N_SOURCES, ROUNDING, approximate, computed, extremes, finish, sources
from .llvm_text import I1, SCRATCH

CANONICAL_NAN_16 = 0x7FFF
INFINITY_16 = {"f16": 0x7C00, "bf16": 0x7F80}
ONE_16 = {"f16": 0x3C00, "bf16": 0x3F80}
LANES_16 = "<32 x i16>"


def widen(e: Emitter, value: str, kind: str, n: int = 32) -> str:
    """Return 16-bit lanes as f32; bf16 is the upper half of one, NaNs included."""
    if kind == "bf16":
        upper = e.tmp(f"zext <{n} x i16> {value} to <{n} x i32>")
        upper = e.tmp(f"shl <{n} x i32> {upper}, splat (i32 16)")
        return e.tmp(f"bitcast <{n} x i32> {upper} to <{n} x float>")
    # the last two areas: a lowering may have its operands in the others
    e.put(4, value, f"<{n} x i16>")
    e.runtime(f"kh_{kind}_to_f32", "%scratch4", "%scratch5", n)
    return e.get(5, f"<{n} x float>")


def narrow(e: Emitter, value: str, kind: str, mode: int = 0, source: str = "f32") -> str:
    e.put(4, value, "<32 x float>" if source == "f32" else "<32 x double>")
    if e.draws and not mode:
        e.runtime(f"kh_drawn_{source}_to_{kind}", "%worker", "%scratch4", "%scratch5", 32, e.site())
    else:
        e.runtime(f"kh_{source}_to_{kind}", "%scratch4", "%scratch5", 32, mode)
    return e.get(5, LANES_16)


def split(e: Emitter, word: str) -> tuple[str, str]:
    upper = e.tmp(f"lshr <32 x i32> {word}, splat (i32 16)")
    return e.resize(word, 32, 16), e.resize(upper, 32, 16)


def join(e: Emitter, low: str, high: str) -> str:
    upper = e.tmp(f"shl <32 x i32> {e.resize(high, 16, 32)}, splat (i32 16)")
    return e.tmp(f"or <32 x i32> {e.resize(low, 16, 32)}, {upper}")


def flush_half(e: Emitter, value: str, kind: str, n: int, ftz: bool) -> str:
    """Replace subnormals by zero of the same sign."""
    if not ftz:
        return value
    vec = f"<{n} x i16>"
    exponent = e.tmp(f"and {vec} {value}, splat (i16 {INFINITY_16[kind]})")
    tiny = e.tmp(f"icmp eq {vec} {exponent}, zeroinitializer")
    sign_bit = e.tmp(f"and {vec} {value}, splat (i16 -32768)")
    return e.tmp(f"select <{n} x i1> {tiny}, {vec} {sign_bit}, {vec} {value}")


def clamp_half(e: Emitter, value: str, kind: str, n: int = 32) -> str:
    """Clamp to [0, 1]; NaN and -0 become +0."""
    vec = f"<{n} x i16>"
    negative = e.tmp(f"icmp slt {vec} {value}, zeroinitializer")
    # as integers: positive floats are ordered as their bits are, with NaNs above infinity
    above = e.tmp(f"icmp sgt {vec} {value}, splat (i16 {ONE_16[kind]})")
    is_nan = e.tmp(f"icmp sgt {vec} {value}, splat (i16 {INFINITY_16[kind]})")
    zero = e.tmp(f"or <{n} x i1> {negative}, {is_nan}")
    result = e.tmp(f"select <{n} x i1> {above}, {vec} splat (i16 {ONE_16[kind]}), {vec} {value}")
    return e.tmp(f"select <{n} x i1> {zero}, {vec} zeroinitializer, {vec} {result}")


def relu_half(e: Emitter, value: str, n: int = 32) -> str:
    """Replace negative lanes, -0 too, by +0; NaNs are canonical already and stay."""
    vec = f"<{n} x i16>"
    negative = e.tmp(f"icmp slt {vec} {value}, zeroinitializer")
    return e.tmp(f"select <{n} x i1> {negative}, {vec} zeroinitializer, {vec} {value}")


def arithmetic(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``add``, ``sub``, ``mul`` and ``fma`` of f16, bf16 and their packed forms."""
    kind = m["type"]
    scalar, n = kind.removesuffix("x2"), 64 if kind.endswith("x2") else 32
    vec, ftz = f"<{n} x i16>", bool(m["ftz"])
    values = []
    for operand in sources(i, N_SOURCES[i.name]):
        value = e.read(operand, "b32" if n == 64 else "b16")
        values.append(e.tmp(f"bitcast <32 x i32> {value} to {vec}") if n == 64 else value)
    values = [flush_half(e, value, scalar, n, ftz) for value in values]
    # a - b is a + -b in every case, so the runtime has no subtraction
    if i.name == "sub":
        values[1] = e.tmp(f"xor {vec} {values[1]}, splat (i16 -32768)")
    for index, value in enumerate(values):
        e.put(index, value, vec)
    name = "add" if i.name == "sub" else i.name
    if e.draws:
        operation = FLOAT_OPERATIONS[name]
        e.runtime(f"kh_drawn_{scalar}", "%worker", *SCRATCH[:4], operation, n, e.site())
    else:
        e.runtime(f"kh_{name}_{scalar}", *SCRATCH[: len(values)], "%scratch3", n)
    result = flush_half(e, e.get(3, vec), scalar, n, ftz)
    if m["sat"]:
        result = clamp_half(e, result, scalar, n)
    if m["relu"]:
        result = relu_half(e, result, n)
    if n == 64:
        e.write(i.operands[0], e.tmp(f"bitcast {vec} {result} to <32 x i32>"), "b32")
    else:
        e.write(i.operands[0], result, "b16")


def _in_f32(  # type: ignore[no-untyped-def]
    e: Emitter, i: Instruction, n_sources: int, m: Modifiers, function, mode: int = 0
) -> None:
    kind = m["type"]
    scalar, ftz = kind.removesuffix("x2"), bool(m["ftz"])
    packed = scalar != kind
    words = [e.read(operand, "b32" if packed else "b16") for operand in sources(i, n_sources)]
    results = []
    for parts in zip(*(split(e, word) if packed else (word,) for word in words), strict=True):
        wide = [widen(e, flush_half(e, part, scalar, 32, ftz), scalar) for part in parts]
        results.append(flush_half(e, narrow(e, function(wide), scalar, mode), scalar, 32, ftz))
    e.write(i.operands[0], join(e, *results) if packed else results[0], "b32" if packed else "b16")


def sign(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``neg`` and ``abs`` of f16, bf16 and their packed forms."""
    # A NaN gives the canonical NaN: PTX leaves this open, and an H200 does the same.
    kind = m["type"]
    (a,) = sources(i, 1)
    scalar, packed = kind.removesuffix("x2"), kind.endswith("x2")
    value = e.read(a, "b32" if packed else "b16")
    parts = split(e, value) if packed else (value,)
    operation, constant = ("xor", "-32768") if i.name == "neg" else ("and", "32767")
    results = []
    for part in parts:
        flushed = flush_half(e, part, scalar, 32, bool(m["ftz"]))
        result = e.tmp(f"{operation} {LANES_16} {flushed}, splat (i16 {constant})")
        magnitude = e.tmp(f"and {LANES_16} {flushed}, splat (i16 32767)")
        is_nan = e.tmp(f"icmp sgt {LANES_16} {magnitude}, splat (i16 {INFINITY_16[scalar]})")
        nan = f"splat (i16 {CANONICAL_NAN_16})"
        results.append(e.tmp(f"select {I1} {is_nan}, {LANES_16} {nan}, {LANES_16} {result}"))
    e.write(i.operands[0], join(e, *results) if packed else results[0], "b32" if packed else "b16")


def extreme(e: Emitter, i: Instruction, m: Modifiers) -> None:
    # exact: the result is one of the operands, or the canonical NaN
    _in_f32(e, i, 2, m, lambda values: e.as_float(e.canonical(extremes(e, i.name, values, "f32", m)), "f32"))


def approximation(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``ex2`` and ``tanh`` of f16, bf16 and their packed forms."""
    # ``ex2`` truncates the f32 result, as an H200 does; this is within the documented bounds.
    cut = i.name == "ex2" and m["type"].startswith("f16")

    def function(values: list[str]) -> str:
        e.put(0, values[0], "<32 x float>")
        approximate(e, i.name, m["type"].removesuffix("x2"), "f32")
        result = e.get(1, "<32 x float>")
        if not cut:
            return result
        # beyond the largest f16 the result is infinity, despite truncation
        beyond = e.tmp(f"fcmp oge <32 x float> {result}, splat (float 65536.0)")
        infinity = "splat (float 0x7FF0000000000000)"
        return e.tmp(f"select {I1} {beyond}, <32 x float> {infinity}, <32 x float> {result}")

    _in_f32(e, i, 1, m, function, ROUNDING["rz" if i.name == "ex2" else "rn"])


def mixed_arithmetic(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``add``, ``sub`` and ``fma`` of f32 whose operands but the last are f16 or bf16."""
    kind = m["type2"]
    *halves, last = sources(i, N_SOURCES[i.name])
    values = [widen(e, e.read(operand, "b16"), kind) for operand in halves]
    values.append(e.read_float(last, "f32"))
    finish(e, i.operands[0], computed(e, i.name, values, "f32", m), "f32", m)


def compare_half(e: Emitter, a: str, b: str, condition: str, kind: str, ftz: bool) -> str:
    """Return the lanes of a comparison of 16-bit floats."""
    left, right = (widen(e, flush_half(e, value, kind, 32, ftz), kind) for value in (a, b))
    return e.tmp(f"fcmp {condition} <32 x float> {left}, {right}")
