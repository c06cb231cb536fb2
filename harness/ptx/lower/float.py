"""Lowers f32 and f64 arithmetic, and the mixed forms with half operands. PTX ISA 9.0, chapters 9.7.3 and 9.7.5.

Results are rounded once, as the instruction says. NaN results of f32 are the canonical NaN, as on hardware; the
payload of an f64 NaN depends on the host. ``.ftz`` flushes subnormal inputs and results to zero of the same sign,
instruction by instruction. ``ex2.approx`` nearly always agrees with an H200. The other approximate instructions are
evaluated in double and rounded once. Both are within every bound that PTX documents; a launch may ask for errors
within these bounds instead.

Limitations: ``mul`` and ``add`` without a rounding modifier may be fused by ptxas; here they are not.
"""

from __future__ import annotations

from ..layout import FLOAT_OPERATIONS, INEXACT, Launch
from ..text.syntax import Instruction, Operand
from .emitter import Emitter, Modifiers
from .llvm_text import CANONICAL_NAN, I1, SCRATCH, bits_of, fvec, ivec, splat

ROUNDING = {"": 0, "rn": 0, "rz": 1, "rm": 2, "rp": 3}
_AWAY_FROM_ZERO = (ROUNDING["rm"], ROUNDING["rp"])
# 2^-126: LLVM's text has a float constant as the bits of the equal double
_SMALLEST_NORMAL = "splat (float 0x3810000000000000)"
_NEAREST = (("metadata", '!"round.tonearest"'), ("metadata", '!"fpexcept.ignore"'))
"""Metadata of LLVM's constrained operations about the floating-point environment."""
N_SOURCES = {"add": 2, "sub": 2, "mul": 2, "div": 2, "fma": 3, "mad": 3, "rcp": 1, "sqrt": 1}
QUIET_F64 = 0x0008000000000000


def sources(i: Instruction, *counts: int) -> tuple[Operand, ...]:
    """Return the operands behind the destination; ValueError if their number is not in `counts`."""
    operands = i.operands[1:]
    if len(operands) not in counts:
        raise ValueError(f"{len(i.operands)} operands")
    return operands


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
    return e.canonical(value) if kind == "f32" else e.as_bits(value, kind)


def quiet(e: Emitter, bits: str) -> str:
    return e.tmp(f"or <32 x i64> {bits}, splat (i64 {QUIET_F64})")


def one(kind: str) -> str:
    return f"splat ({'float' if kind == 'f32' else 'double'} 1.0)"


def saturate(e: Emitter, value: str, kind: str) -> str:
    """Return the bits of f32 or f64 lanes, clamped to [0, 1]; NaN and -0 become +0."""
    vec = fvec(kind)
    # an ordered comparison: false for a NaN, which thus becomes zero
    positive = e.tmp(f"fcmp ogt {vec} {value}, zeroinitializer")
    above = e.tmp(f"fcmp ogt {vec} {value}, {one(kind)}")
    value = e.tmp(f"select {I1} {positive}, {vec} {value}, {vec} zeroinitializer")
    return e.as_bits(e.tmp(f"select {I1} {above}, {vec} {one(kind)}, {vec} {value}"), kind)


def finished(e: Emitter, value: str, kind: str, m: Modifiers) -> str:
    """Return the bits of a result, flushed, canonical and saturated as its instruction requires."""
    return (saturate if m["sat"] else canonical)(e, flush(e, value, kind, bool(m["ftz"])), kind)


def finish(e: Emitter, operand: Operand, value: str, kind: str, m: Modifiers) -> None:
    """Write an f32 or f64 result, flushed, canonical and saturated as its instruction requires."""
    if kind == "f32" and not m["sat"]:
        e.write_float(operand, flush(e, value, kind, bool(m["ftz"])))
    else:
        e.write(operand, finished(e, value, kind, m), kind)


# -- arithmetic ------------------------------------------------------------------------------------------


def rounded(e: Emitter, operation: str, values: list[str], kind: str, mode: int) -> str:
    """Return an operation's result under a directed rounding, or in a drawn launch, through the runtime."""
    vec = fvec(kind)
    for index, value in enumerate(values):
        e.put(index, value, vec)
    # the runtime's function reads three operands, whatever the operation
    args = [SCRATCH[k if k < len(values) else 0] for k in range(3)]
    number = FLOAT_OPERATIONS[operation]
    if mode:
        e.runtime(f"kh_rounded_{kind}", *args, "%scratch3", number, mode)
    else:
        e.runtime(f"kh_drawn_{kind}", "%worker", *args, "%scratch3", number, e.site())
    return e.get(3, vec)


def computed(
    e: Emitter, name: str, values: list[str], kind: str, m: Modifiers, *, is_exact: bool = True
) -> str:
    """Return an operation on f32 or f64 lanes, not yet `finished`."""
    vec = fvec(kind)
    values = [flush(e, value, kind, bool(m["ftz"])) for value in values]
    operation = "fma" if name == "mad" else "div" if name == "rcp" else name
    if name == "rcp":
        # a division is rounded once, as rcp.rn must be
        values.insert(0, one(kind))
    mode = ROUNDING[m["rnd"]]
    if mode or (e.draws and is_exact):
        # LLVM's constrained operations only state a rounding mode, and never set it
        result = rounded(e, operation, values, kind, mode)
    elif operation == "fma":
        # never fmul and fadd: PTX has one rounding here, on hosts without an fma as well
        result = e.call(vec, f"llvm.fma.v32{kind}", *((vec, value) for value in values))
    elif operation == "sqrt":
        result = e.call(vec, f"llvm.sqrt.v32{kind}", (vec, values[0]))
    elif operation == "div":
        # LLVM 22 folds a plain fdiv of two known zeros to a number and drops the NaN
        function = f"llvm.experimental.constrained.fdiv.v32{kind}"
        result = e.call(vec, function, *((vec, value) for value in values), *_NEAREST)
    else:
        # without fast-math flags LLVM fuses nothing
        result = e.tmp(f"f{operation} {vec} {values[0]}, {values[1]}")
    if operation == "div" and mode in _AWAY_FROM_ZERO and m["ftz"]:
        # flush results that are subnormal before rounding: rounding away from zero may give the smallest normal
        cut = rounded(e, operation, values, kind, ROUNDING["rz"])
        size = e.call(vec, f"llvm.fabs.v32{kind}", (vec, cut))
        tiny = e.tmp(f"fcmp olt {vec} {size}, {_SMALLEST_NORMAL}")
        result = e.tmp(f"select {I1} {tiny}, {vec} {cut}, {vec} {result}")
    if name == "div" and m["approx"]:
        result = _with_late_divisors(e, values, result)
    if not is_exact:
        result = _with_error(e, name, values, result)
    return result


def _with_error(e: Emitter, name: str, values: list[str], result: str) -> str:
    """Return f32 results of ``div``, ``rcp`` or ``sqrt``, with errors if the launch asks for them."""
    vec = "<32 x float>"
    for index, value in enumerate((*values, result)):
        e.put(index if index < len(values) else 3, value, vec)
    # asked at run time: the compiled kernel is the same with and without errors
    asked = e.field("%launch", Launch.perturbation.offset, "i64")
    wanted, done = e.fresh("err"), e.fresh("exact")
    is_asked = e.tmp(f"icmp ne i64 {asked}, 0")
    e.stmt(f"br i1 {is_asked}, label %{wanted}, label %{done}")
    e.label(wanted)
    pointers = ("%scratch0", SCRATCH[len(values) - 1], "%scratch3")
    e.runtime("kh_perturb_f32", "%worker", *pointers, INEXACT[f"{name}.f32"])
    e.stmt(f"br label %{done}")
    e.label(done)
    return e.get(3, vec)


def _with_late_divisors(e: Emitter, values: list[str], quotient: str) -> str:
    """Return f32 quotients of ``div.approx``: finite divisors above 2^126 give zero, or NaN for infinity."""
    vec = "<32 x float>"
    size = e.call(vec, "llvm.fabs.v32f32", (vec, values[1]))
    # 2^126 and infinity, as bits of a double
    huge = e.tmp(f"fcmp ogt {vec} {size}, splat (float 0x47D0000000000000)")
    finite = e.tmp(f"fcmp one {vec} {size}, splat (float 0x7FF0000000000000)")
    late = e.tmp(f"and {I1} {huge}, {finite}")
    zero = e.tmp(f"fmul {vec} {values[0]}, zeroinitializer")  # NaN where the dividend is infinite
    sign = e.tmp(f"and <32 x i32> {e.as_bits(values[1], 'f32')}, splat (i32 -2147483648)")
    signed_zero = e.as_float(e.tmp(f"xor <32 x i32> {e.as_bits(zero, 'f32')}, {sign}"), "f32")
    return e.tmp(f"select {I1} {late}, {vec} {signed_zero}, {vec} {quotient}")


def arithmetic(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``add``, ``sub``, ``mul``, ``fma``, ``mad``, ``div``, ``rcp`` and ``sqrt`` of f32 and f64."""
    kind = m["type"]
    values = [e.read_float(operand, kind, any_nan=True) for operand in sources(i, N_SOURCES[i.name])]
    is_exact = not {"approx", "full"} & set(i.opcode.split("."))
    finish(e, i.operands[0], computed(e, i.name, values, kind, m, is_exact=is_exact), kind, m)


def packed_arithmetic(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``add``, ``sub``, ``mul`` and ``fma`` of ``f32x2``: two f32 in a 64-bit register."""
    words = [e.read(operand, "b64") for operand in sources(i, N_SOURCES[i.name])]
    halves = []
    for shift in (0, 32):
        moved = [e.tmp(f"lshr <32 x i64> {word}, splat (i64 {shift})") if shift else word for word in words]
        values = [e.as_float(e.resize(word, 64, 32), "f32") for word in moved]
        halves.append(e.resize(finished(e, computed(e, i.name, values, "f32", m), "f32", m), 32, 64))
    upper = e.tmp(f"shl <32 x i64> {halves[1]}, splat (i64 32)")
    e.write(i.operands[0], e.tmp(f"or <32 x i64> {halves[0]}, {upper}"), "b64")


# -- approximations --------------------------------------------------------------------------------------


def approximate(e: Emitter, name: str, form: str, suffix: str) -> None:
    """Apply a function of the runtime to the lanes of ``scratch0``; the results are in ``scratch1``."""
    # A launch that asks for errors gets the errors of the instruction's form.
    e.runtime(f"kh_{name}_{suffix}", "%worker", *SCRATCH[:2], INEXACT[f"{name}.{form}"])


def approximation(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``ex2``, ``lg2``, ``rsqrt``, ``sin``, ``cos`` and ``tanh`` of f32."""
    (a,) = sources(i, 1)
    e.put(0, flush(e, e.read_float(a, "f32", any_nan=True), "f32", bool(m["ftz"])), "<32 x float>")
    approximate(e, i.name, "f32", "f32")
    finish(e, i.operands[0], e.get(1, "<32 x float>"), "f32", m)


def approximation_f64(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``rsqrt.approx.f64``, and the ``.ftz`` forms of it and ``rcp``, which read the upper words only."""
    (a,) = sources(i, 1)
    e.put(0, e.read_float(a, "f64"), "<32 x double>")
    form = "ftz.f64" if m["ftz"] else "f64"
    approximate(e, i.name, form, "approx_f64" if m["ftz"] else "f64")
    e.write(i.operands[0], e.as_bits(e.get(1, "<32 x double>"), "f64"), "f64")


# -- signs, extremes, properties -------------------------------------------------------------------------


def sign(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``neg``, ``abs`` and ``copysign`` of f32 and f64."""
    # PTX leaves ``neg`` and ``abs`` of a NaN open. As on an H200, the result is the canonical NaN in f32; in f64 it is
    # the operand, sign included, made quiet. ``copysign`` moves bits.
    kind = m["type"]
    bits = bits_of(kind)
    vec, top = ivec(bits), 1 << (bits - 1)
    a, *rest = sources(i, 2 if i.name == "copysign" else 1)
    value = e.as_bits(flush(e, e.read_float(a, kind), kind, bool(m["ftz"])), kind)
    if i.name == "neg":
        result = e.tmp(f"xor {vec} {value}, {splat(bits, top)}")
    elif i.name == "abs":
        result = e.tmp(f"and {vec} {value}, {splat(bits, ~top)}")
    else:  # copysign d, a, b: the sign of a, the magnitude of b
        kept = e.tmp(f"and {vec} {value}, {splat(bits, top)}")
        magnitude = e.tmp(f"and {vec} {e.read(rest[0], kind)}, {splat(bits, ~top)}")
        result = e.tmp(f"or {vec} {kept}, {magnitude}")
    if i.name != "copysign":
        real = e.as_float(value, kind)
        is_nan = e.tmp(f"fcmp uno {fvec(kind)} {real}, {real}")
        nan = splat(bits, CANONICAL_NAN) if kind == "f32" else quiet(e, value)
        result = e.tmp(f"select {I1} {is_nan}, {vec} {nan}, {vec} {result}")
    e.write(i.operands[0], result, kind)


def extreme(e: Emitter, a: str, b: str, kind: str, is_min: bool, propagate: bool) -> str:
    """Return min or max of f32 or f64 lanes: a number wins over NaN unless `propagate`, and -0 is below +0."""
    # Of two f64 NaNs the result is the second, made quiet: PTX leaves this open, and an H200 does the same. An f32 NaN
    # is not yet canonical.
    vec, bits = fvec(kind), bits_of(kind)
    ints = ivec(bits)
    if propagate:
        return e.call(vec, f"llvm.{'minimum' if is_min else 'maximum'}.v32{kind}", (vec, a), (vec, b))
    # not llvm.maximumnum, which LLVM 20 compiles wrongly; and each choice by its own comparison is a third of the
    # machine code of choices by combined ones
    first = e.tmp(f"fcmp {'olt' if is_min else 'ogt'} {vec} {a}, {b}")
    result = e.tmp(f"select {I1} {first}, {vec} {a}, {vec} {b}")
    b_nan = e.tmp(f"fcmp uno {vec} {b}, {b}")
    result = e.tmp(f"select {I1} {b_nan}, {vec} {a}, {vec} {result}")
    # equal operands differ at most in the sign of zero: keep the sign bit for min, drop it for max
    same = e.tmp(f"fcmp oeq {vec} {a}, {b}")
    b_bits = e.as_bits(b, kind)
    merged = e.tmp(f"{'or' if is_min else 'and'} {ints} {e.as_bits(a, kind)}, {b_bits}")
    result = e.tmp(f"select {I1} {same}, {vec} {e.as_float(merged, kind)}, {vec} {result}")
    if kind == "f64":
        none = e.tmp(f"fcmp uno {vec} {result}, {result}")
        result = e.tmp(f"select {I1} {none}, {vec} {e.as_float(quiet(e, b_bits), kind)}, {vec} {result}")
    return result


def extremes(e: Emitter, name: str, values: list[str], kind: str, m: Modifiers) -> str:
    """Return ``min`` or ``max`` of two or three f32 or f64 lanes, with ``.abs`` and ``.xorsign.abs``, as `extreme`."""
    vec, bits = fvec(kind), bits_of(kind)
    ints = ivec(bits)
    before = values
    if m["sign"]:
        values = [e.call(vec, f"llvm.fabs.v32{kind}", (vec, value)) for value in values]
    result = values[0]
    for value in values[1:]:
        result = extreme(e, result, value, kind, name == "min", bool(m["nan"]))
    # the sign comes from both operands before .abs (PTX ISA 9.0, "min"); a canonical NaN has no sign
    if m["sign"] != "xorsign.abs":
        return result
    differ = e.tmp(f"xor {ints} {e.as_bits(before[0], kind)}, {e.as_bits(before[1], kind)}")
    differ = e.tmp(f"and {ints} {differ}, {splat(bits, 1 << (bits - 1))}")
    return e.as_float(e.tmp(f"or {ints} {e.as_bits(result, kind)}, {differ}"), kind)


def minimum_maximum(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``min`` and ``max`` of f32, with two or three operands, and of f64, with two."""
    kind = m["type"]
    operands = sources(i, *((2, 3) if kind == "f32" else (2,)))
    # two operands take .xorsign.abs alone, three .abs alone (PTX ISA 9.0, "min")
    if m["sign"] == ("xorsign.abs" if len(operands) == 3 else "abs"):
        raise e.error(f".{m['sign']} does not go with {len(operands)} operands")
    # a number that wins over a NaN gets the NaN's sign by .xorsign, too
    any_nan = not m["sign"]
    values = [flush(e, e.read_float(each, kind, any_nan=any_nan), kind, bool(m["ftz"])) for each in operands]
    result = extremes(e, i.name, values, kind, m)
    if kind == "f32":
        e.write_float(i.operands[0], result)
    else:
        e.write(i.operands[0], e.as_bits(result, kind), kind)


def test_property(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``testp``: finite, infinite, number, notanumber, normal (zero, too) or subnormal."""
    kind, wanted = m["type"], m["property"]
    bits = bits_of(kind)
    vec = ivec(bits)
    infinity = 0x7F800000 if kind == "f32" else 0x7FF0000000000000
    (a,) = sources(i, 1)
    magnitude = e.tmp(f"and {vec} {e.read(a, kind)}, {splat(bits, (1 << (bits - 1)) - 1)}")
    if wanted in ("finite", "infinite", "number", "notanumber"):
        condition = {"finite": "ult", "infinite": "eq", "number": "ule", "notanumber": "ugt"}[wanted]
        result = e.tmp(f"icmp {condition} {vec} {magnitude}, {splat(bits, infinity)}")
    else:
        # the lowest bit of the exponent alone is the smallest normal number
        smallest = infinity & -infinity
        # zero less one is the largest number, so that zero is not below
        below = e.tmp(f"sub {vec} {magnitude}, {splat(bits, 1)}")
        result = e.tmp(f"icmp ult {vec} {below}, {splat(bits, smallest - 1)}")
        if wanted == "normal":
            finite = e.tmp(f"icmp ult {vec} {magnitude}, {splat(bits, infinity)}")
            other = e.tmp(f"xor {I1} {result}, splat (i1 true)")
            result = e.tmp(f"and {I1} {finite}, {other}")
    e.write_predicate(i.operands[0], result)
