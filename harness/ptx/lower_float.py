"""Lowers floating-point arithmetic. PTX ISA 9.0, chapters 9.7.3 to 9.7.5.

Results are rounded once, as the instruction says; NaN results of f32 and half arithmetic are the canonical NaN, as
hardware gives it. ``.ftz`` flushes subnormal inputs and results to zero of the same sign, instruction by instruction.
Approximate instructions are evaluated in double and rounded once, which is inside every bound that PTX documents.

Limitations: ``mul.f32`` and ``add.f32`` without a rounding modifier may be fused by ptxas; here they are not.
"""

from __future__ import annotations

from harness.ptx.emitter import I1, Emitter, bits_of, fvec, ivec, splat
from harness.ptx.syntax import Instruction

Modifiers = dict[str, "str | None"]

ROUNDING = {None: 0, "rn": 0, "rna": 0, "rz": 1, "rm": 2, "rp": 3}
_OPERATIONS = {"add": 0, "mul": 1, "div": 2, "fma": 3, "sqrt": 4}
CANONICAL_NAN = 0x7FFFFFFF
CANONICAL_NAN_16 = 0x7FFF


def flush(e: Emitter, value: str, kind: str, ftz: bool) -> str:
    """Replace f32 subnormals by zero of the same sign."""
    if not ftz or kind != "f32":
        return value
    bits = e.as_bits(value, "f32")
    exponent = e.tmp(f"and <32 x i32> {bits}, splat (i32 {0x7F800000})")
    tiny = e.tmp(f"icmp eq <32 x i32> {exponent}, zeroinitializer")
    sign = e.tmp(f"and <32 x i32> {bits}, splat (i32 -2147483648)")
    return e.as_float(e.tmp(f"select {I1} {tiny}, <32 x i32> {sign}, <32 x i32> {bits}"), "f32")


def canonical(e: Emitter, value: str, kind: str) -> str:
    """Return the bits of f32 or f64 lanes, any f32 NaN replaced by the canonical one."""
    bits = e.as_bits(value, kind)
    if kind != "f32":
        return bits
    is_nan = e.tmp(f"fcmp uno <32 x float> {value}, {value}")
    return e.tmp(f"select {I1} {is_nan}, <32 x i32> splat (i32 {CANONICAL_NAN}), <32 x i32> {bits}")


def _saturate(e: Emitter, bits: str, kind: str) -> str:
    """Clamp f32 or f64 lanes to [0, 1]; NaN becomes +0."""
    value = e.as_float(bits, kind)
    vec, one = fvec(kind), f"splat ({'float' if kind == 'f32' else 'double'} 1.0)"
    positive = e.tmp(f"fcmp ogt {vec} {value}, zeroinitializer")
    above = e.tmp(f"fcmp ogt {vec} {value}, {one}")
    value = e.tmp(f"select {I1} {positive}, {vec} {value}, {vec} zeroinitializer")
    return e.as_bits(e.tmp(f"select {I1} {above}, {vec} {one}, {vec} {value}"), kind)


def finish(e: Emitter, i: Instruction, value: str, kind: str, m: Modifiers) -> None:
    """Flush, saturate, canonicalise and write a result."""
    ftz = bool(m.get("ftz"))
    bits = canonical(e, flush(e, value, kind, ftz), kind)
    if m.get("sat"):
        bits = _saturate(e, bits, kind)
    if m.get("relu"):
        value = e.as_float(bits, kind)
        negative = e.tmp(f"fcmp olt {fvec(kind)} {value}, zeroinitializer")
        bits = e.tmp(
            f"select {I1} {negative}, {ivec(bits_of(kind))} zeroinitializer, {ivec(bits_of(kind))} {bits}"
        )
    e.write(i.operands[0], bits, kind)


def rounded(e: Emitter, operation: str, values: list[str], kind: str, mode: int) -> str:
    """Return an operation's result under a rounding mode, through the runtime."""
    vec = fvec(kind)
    for index, value in enumerate(values):
        e.put(index, value, vec)
    args = [("ptr", f"%scratch{k if k < len(values) else 0}") for k in range(3)]
    e.call(
        "void",
        f"kh_rounded_{kind}",
        *args,
        ("ptr", "%scratch3"),
        ("i32", str(_OPERATIONS[operation])),
        ("i32", str(mode)),
    )
    return e.get(3, vec)


def arithmetic(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``add``, ``sub``, ``mul``, ``fma``, ``mad``, ``div``, ``rcp`` and ``sqrt`` of f32 and f64."""
    kind = m["type"]
    assert kind is not None
    vec, ftz = fvec(kind), bool(m.get("ftz"))
    operation = {"sub": "add", "mad": "fma", "rcp": "div"}.get(i.name, i.name)
    values = [flush(e, e.read_float(operand, kind), kind, ftz) for operand in i.operands[1:]]
    if i.name == "sub":
        values[1] = e.tmp(f"fneg {vec} {values[1]}")
    if i.name == "rcp":
        values.insert(0, f"splat ({'float' if kind == 'f32' else 'double'} 1.0)")
    mode = ROUNDING[m.get("rnd")]
    if mode:
        result = rounded(e, operation, values, kind, mode)
    elif operation == "fma":
        name = f"llvm.fma.v32{kind}"
        result = e.call(vec, name, *((vec, value) for value in values))
    elif operation == "sqrt":
        result = e.call(vec, f"llvm.sqrt.v32{kind}", (vec, values[0]))
    else:
        result = e.tmp(f"f{operation} {vec} {values[0]}, {values[1]}")
    if m.get("approx") and i.name == "div":
        # div.approx: a divisor above 2^126 gives 0, or NaN where the dividend is infinite
        size = e.call(vec, "llvm.fabs.v32f32", (vec, values[1]))
        huge = e.tmp(f"fcmp ogt {vec} {size}, splat (float 0x47D0000000000000)")
        finite = e.tmp(f"fcmp one {vec} {size}, splat (float 0x7FF0000000000000)")
        late = e.tmp(f"and {I1} {huge}, {finite}")
        zero = e.tmp(f"fmul {vec} {values[0]}, zeroinitializer")
        result = e.tmp(f"select {I1} {late}, {vec} {zero}, {vec} {result}")
    finish(e, i, result, kind, m)


def approximation(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``ex2``, ``lg2``, ``rsqrt``, ``sin``, ``cos`` and ``tanh`` of f32."""
    value = flush(e, e.read_float(i.operands[1], "f32"), "f32", bool(m.get("ftz")))
    e.put(0, value, "<32 x float>")
    e.call("void", f"kh_{i.name}_f32", ("ptr", "%scratch0"), ("ptr", "%scratch1"))
    finish(e, i, e.get(1, "<32 x float>"), "f32", m)


def approximation_f64(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``rcp.approx.ftz.f64`` and ``rsqrt.approx.ftz.f64``."""
    e.put(0, e.read_float(i.operands[1], "f64"), "<32 x double>")
    e.call("void", f"kh_{i.name}_approx_f64", ("ptr", "%scratch0"), ("ptr", "%scratch1"))
    e.write_float(i.operands[0], e.get(1, "<32 x double>"), "f64")


def sign(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``neg``, ``abs`` and ``copysign`` of any float type, packed halves included."""
    kind = m["type"]
    assert kind is not None
    bits = bits_of(kind)
    vec = ivec(bits)
    top = {16: 0x8000, 32: 0x80008000 if kind.endswith("x2") else 0x80000000, 64: 1 << 63}[bits]
    value = e.read(i.operands[1], kind)
    if m.get("ftz") and kind == "f32":
        value = e.as_bits(flush(e, e.as_float(value, "f32"), "f32", True), "f32")
    if i.name == "neg":
        result = e.tmp(f"xor {vec} {value}, {splat(bits, top)}")
    elif i.name == "abs":
        result = e.tmp(f"and {vec} {value}, {splat(bits, ~top)}")
    else:  # copysign d, a, b: the sign of a, the magnitude of b
        kept = e.tmp(f"and {vec} {value}, {splat(bits, top)}")
        magnitude = e.tmp(f"and {vec} {e.read(i.operands[2], kind)}, {splat(bits, ~top)}")
        result = e.tmp(f"or {vec} {kept}, {magnitude}")
    e.write(i.operands[0], result, kind)


def _extreme(e: Emitter, a: str, b: str, kind: str, is_min: bool, propagate: bool) -> str:
    """Return the bits of min or max: a number wins over NaN unless `.NaN`, and -0 is below +0."""
    vec, bits = fvec(kind), bits_of(kind)
    ints = ivec(bits)
    a_bits, b_bits = e.as_bits(a, kind), e.as_bits(b, kind)
    first = e.tmp(f"fcmp {'olt' if is_min else 'ogt'} {vec} {a}, {b}")
    b_nan = e.tmp(f"fcmp uno {vec} {b}, {b}")
    a_nan = e.tmp(f"fcmp uno {vec} {a}, {a}")
    take_a = e.tmp(f"or {I1} {first}, {b_nan}")
    result = e.tmp(f"select {I1} {take_a}, {ints} {a_bits}, {ints} {b_bits}")
    # equal operands differ at most in the sign of zero: keep the sign bit for min, drop it for max
    same = e.tmp(f"fcmp oeq {vec} {a}, {b}")
    merged = e.tmp(f"{'or' if is_min else 'and'} {ints} {a_bits}, {b_bits}")
    result = e.tmp(f"select {I1} {same}, {ints} {merged}, {ints} {result}")
    bad = e.tmp(f"{'or' if propagate else 'and'} {I1} {a_nan}, {b_nan}")
    nan = splat(bits, CANONICAL_NAN if kind == "f32" else 0x7FF8000000000000)
    return e.tmp(f"select {I1} {bad}, {ints} {nan}, {ints} {result}")


def minimum_maximum(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``min`` and ``max`` of f32 and f64, also with three operands."""
    kind = m["type"]
    assert kind is not None
    ftz = bool(m.get("ftz"))
    values = [flush(e, e.read_float(operand, kind), kind, ftz) for operand in i.operands[1:]]
    result = values[0]
    for value in values[1:]:
        result = e.as_float(_extreme(e, result, value, kind, i.name == "min", bool(m.get("nan"))), kind)
    e.write_float(i.operands[0], result, kind)


def test_property(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``testp``: finite, infinite, number, notanumber, normal or subnormal."""
    kind, wanted = m["type"], m["property"]
    assert kind is not None
    bits = bits_of(kind)
    vec = ivec(bits)
    exponent_mask = 0x7F800000 if kind == "f32" else 0x7FF0000000000000
    value = e.read(i.operands[1], kind)
    magnitude = e.tmp(f"and {vec} {value}, {splat(bits, (1 << (bits - 1)) - 1)}")
    exponent = e.tmp(f"and {vec} {value}, {splat(bits, exponent_mask)}")
    top = splat(bits, exponent_mask)
    if wanted in ("finite", "infinite", "number", "notanumber"):
        condition = {"finite": "ult", "infinite": "eq", "number": "ule", "notanumber": "ugt"}[wanted]
        result = e.tmp(f"icmp {condition} {vec} {magnitude}, {top}")
    else:
        zero_exponent = e.tmp(f"icmp eq {vec} {exponent}, zeroinitializer")
        if wanted == "subnormal":
            nonzero = e.tmp(f"icmp ne {vec} {magnitude}, zeroinitializer")
            result = e.tmp(f"and {I1} {zero_exponent}, {nonzero}")
        else:
            finite = e.tmp(f"icmp ult {vec} {magnitude}, {top}")
            nonzero_exponent = e.tmp(f"xor {I1} {zero_exponent}, splat (i1 true)")
            result = e.tmp(f"and {I1} {finite}, {nonzero_exponent}")
    e.write_predicate(i.operands[0], result)


# -- half precision --------------------------------------------------------------------------------------


def widen(e: Emitter, value: str, kind: str, n: int = 32) -> str:
    """Return 16-bit lanes as f32."""
    e.put(4, value, f"<{n} x i16>")
    e.call("void", f"kh_{kind}_to_f32", ("ptr", "%scratch4"), ("ptr", "%scratch5"), ("i32", str(n)))
    return e.get(5, f"<{n} x float>")


def narrow(e: Emitter, value: str, kind: str, mode: int = 0, n: int = 32) -> str:
    """Return f32 lanes rounded to 16 bits."""
    e.put(4, value, f"<{n} x float>")
    e.call(
        "void",
        f"kh_f32_to_{kind}",
        ("ptr", "%scratch4"),
        ("ptr", "%scratch5"),
        ("i32", str(n)),
        ("i32", str(mode)),
    )
    return e.get(5, f"<{n} x i16>")


def _halves(e: Emitter, i: Instruction, kind: str) -> tuple[list[str], str, int]:
    """Return the source operands as 16-bit lanes, the scalar type and the number of lanes."""
    if not kind.endswith("x2"):
        return [e.read(operand, "b16") for operand in i.operands[1:]], kind, 32
    values = [e.tmp(f"bitcast <32 x i32> {e.read(o, 'b32')} to <64 x i16>") for o in i.operands[1:]]
    return values, kind.removesuffix("x2"), 64


def _write_halves(e: Emitter, i: Instruction, value: str, n: int) -> None:
    if n == 64:
        e.write(i.operands[0], e.tmp(f"bitcast <64 x i16> {value} to <32 x i32>"), "b32")
    else:
        e.write(i.operands[0], value, "b16")


def _flush_f16(e: Emitter, value: str, n: int, ftz: bool) -> str:
    if not ftz:
        return value
    exponent = e.tmp(f"and <{n} x i16> {value}, splat (i16 {0x7C00})")
    tiny = e.tmp(f"icmp eq <{n} x i16> {exponent}, zeroinitializer")
    sign_bit = e.tmp(f"and <{n} x i16> {value}, splat (i16 -32768)")
    return e.tmp(f"select <{n} x i1> {tiny}, <{n} x i16> {sign_bit}, <{n} x i16> {value}")


def half_arithmetic(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``add``, ``sub``, ``mul`` and ``fma`` of f16, bf16 and their packed forms."""
    kind = m["type"]
    assert kind is not None
    values, scalar, n = _halves(e, i, kind)
    vec = f"<{n} x i16>"
    ftz = bool(m.get("ftz"))
    values = [_flush_f16(e, value, n, ftz) for value in values]
    if i.name == "sub":
        values[1] = e.tmp(f"xor {vec} {values[1]}, splat (i16 -32768)")
    operation = "add" if i.name == "sub" else i.name
    for index, value in enumerate(values):
        e.put(index, value, vec)
    args = [("ptr", f"%scratch{k}") for k in range(len(values))]
    e.call("void", f"kh_{operation}_{scalar}", *args, ("ptr", "%scratch3"), ("i32", str(n)))
    result = _flush_f16(e, e.get(3, vec), n, ftz)
    if m.get("sat"):
        result = _clamp_halves(e, result, scalar, n)
    if m.get("relu"):
        negative = e.tmp(f"icmp slt {vec} {result}, zeroinitializer")
        zero = e.tmp(f"select <{n} x i1> {negative}, {vec} zeroinitializer, {vec} {result}")
        # a NaN stays, whatever its sign
        magnitude = e.tmp(f"and {vec} {result}, splat (i16 {0x7FFF})")
        is_nan = e.tmp(f"icmp ugt {vec} {magnitude}, splat (i16 {0x7C00 if scalar == 'f16' else 0x7F80})")
        result = e.tmp(f"select <{n} x i1> {is_nan}, {vec} splat (i16 {CANONICAL_NAN_16}), {vec} {zero}")
    _write_halves(e, i, result, n)


def _clamp_halves(e: Emitter, value: str, scalar: str, n: int) -> str:
    vec = f"<{n} x i16>"
    one, infinity = (0x3C00, 0x7C00) if scalar == "f16" else (0x3F80, 0x7F80)
    negative = e.tmp(f"icmp slt {vec} {value}, zeroinitializer")
    above = e.tmp(f"icmp sgt {vec} {value}, splat (i16 {one})")
    is_nan = e.tmp(f"icmp sgt {vec} {value}, splat (i16 {infinity})")
    zero = e.tmp(f"or <{n} x i1> {negative}, {is_nan}")
    result = e.tmp(f"select <{n} x i1> {above}, {vec} splat (i16 {one}), {vec} {value}")
    return e.tmp(f"select <{n} x i1> {zero}, {vec} zeroinitializer, {vec} {result}")


def half_extreme(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``min`` and ``max`` of f16, bf16 and their packed forms."""
    kind = m["type"]
    assert kind is not None
    values, scalar, n = _halves(e, i, kind)
    ftz = bool(m.get("ftz"))
    parts = []
    for start in range(0, n, 32):
        wide = []
        for value in values:
            flushed = _flush_f16(e, value, n, ftz)
            if n == 64:
                order = ", ".join(f"i32 {lane}" for lane in range(start, start + 32))
                flushed = e.tmp(
                    f"shufflevector <64 x i16> {flushed}, <64 x i16> poison, <32 x i32> <{order}>"
                )
            wide.append(widen(e, flushed, scalar))
        result = wide[0]
        for other in wide[1:]:
            result = e.as_float(_extreme(e, result, other, "f32", i.name == "min", bool(m.get("nan"))), "f32")
        parts.append(narrow(e, result, scalar))
    if n == 64:
        order = ", ".join(f"i32 {lane}" for lane in range(64))
        joined = e.tmp(f"shufflevector <32 x i16> {parts[0]}, <32 x i16> {parts[1]}, <64 x i32> <{order}>")
    else:
        joined = parts[0]
    _write_halves(e, i, joined, n)


def half_approximation(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``ex2`` and ``tanh`` of f16, bf16 and their packed forms."""
    kind = m["type"]
    assert kind is not None
    values, scalar, n = _halves(e, i, kind)
    parts = []
    for start in range(0, n, 32):
        value = values[0]
        if n == 64:
            order = ", ".join(f"i32 {lane}" for lane in range(start, start + 32))
            value = e.tmp(f"shufflevector <64 x i16> {value}, <64 x i16> poison, <32 x i32> <{order}>")
        e.put(0, widen(e, value, scalar), "<32 x float>")
        e.call("void", f"kh_{i.name}_f32", ("ptr", "%scratch0"), ("ptr", "%scratch1"))
        parts.append(narrow(e, e.get(1, "<32 x float>"), scalar))
    if n == 64:
        order = ", ".join(f"i32 {lane}" for lane in range(64))
        parts = [e.tmp(f"shufflevector <32 x i16> {parts[0]}, <32 x i16> {parts[1]}, <64 x i32> <{order}>")]
    _write_halves(e, i, parts[0], n)


def compare_f16(e: Emitter, a: str, b: str, condition: str, kind: str, ftz: bool) -> str:
    """Return the lanes of a comparison of 16-bit floats."""
    left, right = (widen(e, _flush_f16(e, value, 32, ftz), kind) for value in (a, b))
    return e.tmp(f"fcmp {condition} <32 x float> {left}, {right}")
