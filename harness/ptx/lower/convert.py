"""Lowers ``cvt`` and ``cvt.pack``. PTX ISA 9.0, chapter 9.7.9 and the table of chapter 6.5.

Every conversion rounds once. ``.ftz`` affects f32 operands and results only. A NaN becomes the integer 0, but
``1 << (width - 1)`` from f64 or to 64 bits. In f32 and 16-bit floats it becomes the canonical NaN. A NaN from f64
keeps its sign and the top of its payload, though, and one from bf16 or f32 to f32 keeps all its bits. PTX leaves this
open; an H200 does the same.

Limitations: the formats of fewer than 8 bits, ``ue8m0`` and the stochastic rounding ``.rs`` are refused.
"""

from __future__ import annotations

from ..text.syntax import Instruction, Register
from .emitter import Emitter, Modifiers
from .float import ROUNDING, canonical, flush, saturate, sources
from .half import INFINITY_16, LANES_16, clamp_half, join, narrow, relu_half, split, widen
from .llvm_text import I1, SCRATCH, bits_of, fvec, ivec, splat

_INTEGER_ROUNDING = {"rni": "rint", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}
_HALF = ("f16", "bf16")
_EXPONENT_AND_FRACTION = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}


def convert(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvt`` between integers and floats of all widths."""
    to, source, rounding = m["type"], m["type2"], m["rnd"]
    to_float, from_float = to in _EXPONENT_AND_FRACTION, source in _EXPONENT_AND_FRACTION
    if m["ftz"] and "f32" not in (to, source):
        raise e.error(".ftz needs an f32 operand")
    if m["sat"] and "bf16" in (to, source):
        raise e.error(".sat does not apply to bf16")
    if "bf16" in (to, source):
        _require_narrow_register(e, i, to, source)
    if not to_float and not from_float:
        _integer_to_integer(e, i, to, source, m)
    elif to_float and not from_float:
        if not rounding or rounding not in ROUNDING:
            raise e.error("a conversion from an integer needs .rn, .rz, .rm or .rp")
        _integer_to_float(e, i, to, source, m)
    elif from_float and not to_float:
        if rounding not in _INTEGER_ROUNDING:
            raise e.error("a conversion to an integer needs .rni, .rzi, .rmi or .rpi")
        _float_to_integer(e, i, to, source, m)
    else:
        _float_to_float(e, i, to, source, m)


def _require_narrow_register(e: Emitter, i: Instruction, to: str, source: str) -> None:
    """Raise an error for ``cvt`` between bf16 and 8 bits if those are in a wider register, which ptxas refuses."""
    for operand, ptx_type in zip(i.operands, (to, source), strict=True):
        if ptx_type in ("u8", "s8") and isinstance(operand, Register) and bits_of(operand.type) != 8:
            raise e.error(
                "a conversion between bf16 and an integer of 8 bits needs a register of 8 bits for the integer "
                f"(got one of type .{operand.type})"
            )


def _integer_to_integer(e: Emitter, i: Instruction, to: str, source: str, m: Modifiers) -> None:
    d, a = i.operands
    have, want = bits_of(source), bits_of(to)
    if m["rnd"]:
        raise e.error("integers are converted without rounding")
    value = e.read(a, source)
    signed = source.startswith("s")
    if m["sat"]:
        low, high = _limits(to)
        source_low, source_high = _limits(source)
        if low <= source_low and source_high <= high:
            raise e.error(".sat needs a destination that cannot hold every source value")
        # wide enough for the limits of both types, as signed numbers
        width = 2 * max(have, want)
        vec = ivec(width)
        value = e.resize(value, have, width, signed)
        value = e.call(vec, f"llvm.smax.v32i{width}", (vec, value), (vec, splat(width, low)))
        value = e.call(vec, f"llvm.smin.v32i{width}", (vec, value), (vec, splat(width, high)))
        have = width
    e.write(d, e.resize(value, have, want, signed), to)


def _limits(ptx_type: str) -> tuple[int, int]:
    bits = int(ptx_type[1:])
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if ptx_type.startswith("s") else (0, (1 << bits) - 1)


def _integer_to_float(e: Emitter, i: Instruction, to: str, source: str, m: Modifiers) -> None:
    d, a = i.operands
    signed = source.startswith("s")
    e.put(0, e.resize(e.read(a, source), bits_of(source), 64, signed), "<32 x i64>")
    e.runtime(f"kh_{'s' if signed else 'u'}64_to_{to}", *SCRATCH[:2], ROUNDING[m["rnd"]])
    if to in _HALF:
        half = e.get(1, LANES_16)
        e.write(d, clamp_half(e, half, to) if m["sat"] else half, "b16")
        return
    out = e.get(1, fvec(to))
    e.write(d, saturate(e, out, to) if m["sat"] else e.as_bits(out, to), to)


def _read_wide(e: Emitter, i: Instruction, source: str, ftz: bool) -> tuple[str, str]:
    """Return the source lanes as f32 or f64 and which of the two."""
    (a,) = sources(i, 1)
    if source in _HALF:
        return widen(e, e.read(a, "b16"), source), "f32"
    return flush(e, e.read_float(a, source), source, ftz), source


def _float_to_integer(e: Emitter, i: Instruction, to: str, source: str, m: Modifiers) -> None:
    value, kind = _read_wide(e, i, source, bool(m["ftz"]))
    vec, bits = fvec(kind), bits_of(to)
    rounding = m["rnd"]
    if rounding != "rzi":
        # rint is ties to even, as .rni: kh_run sets the host's default rounding for a launch
        value = e.call(vec, f"llvm.{_INTEGER_ROUNDING[rounding]}.v32{kind}", (vec, value))
    # .sat clamps, as PTX does; a plain fptosi gives poison beyond the type
    name = f"llvm.fpto{'s' if to.startswith('s') else 'u'}i.sat.v32i{bits}.v32{kind}"
    result = e.call(ivec(bits), name, (vec, value))
    if source == "f64" or bits == 64:
        is_nan = e.tmp(f"fcmp uno {vec} {value}, {value}")
        top = splat(bits, 1 << bits - 1)
        result = e.tmp(f"select {I1} {is_nan}, {ivec(bits)} {top}, {ivec(bits)} {result}")
    e.write(i.operands[0], result, to)


def _float_to_float(e: Emitter, i: Instruction, to: str, source: str, m: Modifiers) -> None:
    d = i.operands[0]
    ftz, rounding = bool(m["ftz"]), m["rnd"]
    is_integral = rounding in _INTEGER_ROUNDING
    if is_integral and to != source:
        raise e.error("integer rounding needs two operands of one type")
    wider = all(w >= h for w, h in zip(*(_EXPONENT_AND_FRACTION[t] for t in (to, source)), strict=True))
    # from bf16 to f32 and f64 the assembler accepts one all the same
    if wider and rounding and rounding in ROUNDING and (source != "bf16" or to == "bf16"):
        raise e.error("a conversion that loses nothing takes no rounding")
    # the assembler accepts these without a rounding mode and uses .rn
    between_halves = to in _HALF and source in _HALF
    if not wider and not rounding and not between_halves:
        raise e.error("a conversion that loses precision needs .rn, .rz, .rm or .rp")
    # a NaN keeps its bits
    if to == source == "f32" and not rounding and not ftz and not m["sat"]:
        e.write(d, e.read(sources(i, 1)[0], "f32"), to)
        return
    # an H200 does not flush subnormal operands on the way to f16, where only .rm and .rp show the difference
    value, kind = _read_wide(e, i, source, ftz and to != "f16")
    if rounding in _INTEGER_ROUNDING:
        value = e.call(fvec(kind), f"llvm.{_INTEGER_ROUNDING[rounding]}.v32{kind}", (fvec(kind), value))
    mode = 0 if is_integral else ROUNDING[rounding]
    if to in _HALF:
        e.write(d, _finished_half(e, narrow(e, value, to, mode, kind), to, m), "b16")
        return
    if to == "f64" and kind == "f32":
        if ftz:
            value = e.as_float(canonical(e, value, "f32"), "f32")
        value = e.tmp(f"fpext <32 x float> {value} to <32 x double>")
    elif to == "f32" and kind == "f64":
        e.put(0, value, "<32 x double>")
        if e.draws and not mode:
            e.runtime("kh_drawn_f64_to_f32", "%worker", *SCRATCH[:2], e.site())
        else:
            e.runtime("kh_f64_to_f32", *SCRATCH[:2], mode)
        value = e.get(1, "<32 x float>")
    value = flush(e, value, to, ftz)
    keeps_nan = to == "f32" and (source == "f64" or (source == "bf16" and not ftz))
    if m["sat"]:
        e.write(d, saturate(e, value, to), to)
    else:
        e.write(d, e.as_bits(value, to) if keeps_nan else canonical(e, value, to), to)


def _finished_half(e: Emitter, half: str, to: str, m: Modifiers) -> str:
    if m["sat"]:
        return clamp_half(e, half, to)
    if m["satfinite"]:
        infinity = INFINITY_16[to]
        magnitude = e.tmp(f"and {LANES_16} {half}, splat (i16 {0x7FFF})")
        is_infinite = e.tmp(f"icmp eq {LANES_16} {magnitude}, splat (i16 {infinity})")
        # the largest number is one below infinity
        capped = e.tmp(f"sub {LANES_16} {half}, splat (i16 1)")
        half = e.tmp(f"select {I1} {is_infinite}, {LANES_16} {capped}, {LANES_16} {half}")
    return relu_half(e, half) if m["relu"] else half


def to_pair(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvt.f16x2.f32 d, a, b`` and its bf16 form: ``a`` becomes the upper half."""
    to = m["type"]
    scalar = to.removesuffix("x2")
    high, low = (
        _finished_half(e, narrow(e, e.read_float(operand, "f32"), scalar, ROUNDING[m["rnd"]]), scalar, m)
        for operand in sources(i, 2)
    )
    e.write(i.operands[0], join(e, low, high), "b32")


def to_tf32(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvt`` of f32 to tf32, which has the upper 10 fraction bits of an f32; the others become zero."""
    # ``.rna`` rounds ties away from zero.
    vec = ivec(32)
    bits = e.read(sources(i, 1)[0], "f32")
    magnitude = e.tmp(f"and {vec} {bits}, {splat(32, 0x7FFFFFFF)}")
    # half of bit 13, the lowest that is kept; for ties to even, one less plus bit 13
    half = {"rna": 0x1000, "rn": 0xFFF, "rz": 0}[m["rnd"]]
    rounded = e.tmp(f"add {vec} {magnitude}, {splat(32, half)}")
    if m["rnd"] == "rn":
        last = e.tmp(f"lshr {vec} {magnitude}, {splat(32, 13)}")
        rounded = e.tmp(f"add {vec} {rounded}, {e.tmp(f'and {vec} {last}, {splat(32, 1)}')}")
    rounded = e.tmp(f"and {vec} {rounded}, {splat(32, ~0x1FFF)}")
    if m["satfinite"]:
        # the largest finite tf32
        rounded = e.call(vec, "llvm.umin.v32i32", (vec, rounded), (vec, splat(32, 0x7F7FE000)))
    sign = e.tmp(f"and {vec} {bits}, {splat(32, 1 << 31)}")
    result = e.tmp(f"or {vec} {rounded}, {sign}")
    if m["relu"]:
        positive = e.tmp(f"icmp sge {vec} {bits}, zeroinitializer")
        result = e.tmp(f"select {I1} {positive}, {vec} {result}, {vec} zeroinitializer")
    # last: .satfinite and .relu leave a NaN one
    is_nan = e.tmp(f"icmp ugt {vec} {magnitude}, {splat(32, 0x7F800000)}")
    result = e.tmp(f"select {I1} {is_nan}, {vec} {splat(32, 0x7FFFFFFF)}, {vec} {result}")
    e.write(i.operands[0], result, "b32")


def to_bytes(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvt`` of two f32, or of ``f16x2``, to ``e4m3x2`` or ``e5m2x2``; ``a`` becomes the upper byte."""
    to = m["type"]
    if m["type2"] == "f32":
        values = [e.read_float(operand, "f32") for operand in reversed(sources(i, 2))]
    else:
        (a,) = sources(i, 1)
        values = [widen(e, half, "f16") for half in split(e, e.read(a, "b32"))]
    result = "zeroinitializer"
    for shift, value in zip((0, 8), values, strict=True):
        e.put(0, value, "<32 x float>")
        e.runtime(f"kh_f32_to_{to.removesuffix('x2')}", *SCRATCH[:2])
        byte = e.get(1, LANES_16)
        if m["relu"]:
            # the sign of an 8-bit float is bit 7 of the 16-bit lane
            negative = e.tmp(f"icmp ugt {LANES_16} {byte}, splat (i16 127)")
            byte = e.tmp(f"select {I1} {negative}, {LANES_16} zeroinitializer, {LANES_16} {byte}")
        moved = e.tmp(f"shl {LANES_16} {byte}, splat (i16 {shift})")
        result = e.tmp(f"or {LANES_16} {result}, {moved}")
    e.write(i.operands[0], result, "b16")


def from_bytes(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvt.rn`` from ``e4m3x2`` or ``e5m2x2`` to ``f16x2`` or ``bf16x2``, which is exact."""
    source = m["type2"]
    (a,) = sources(i, 1)
    word = e.read(a, "b16")
    halves = []
    for shift in (0, 8):
        moved = e.tmp(f"lshr {LANES_16} {word}, splat (i16 {shift})")
        e.put(0, e.tmp(f"and {LANES_16} {moved}, splat (i16 255)"), LANES_16)
        e.runtime(f"kh_{source.removesuffix('x2')}_to_f32", *SCRATCH[:2])
        half = narrow(e, e.get(1, "<32 x float>"), m["type"].removesuffix("x2"))
        halves.append(relu_half(e, half) if m["relu"] else half)
    e.write(i.operands[0], join(e, *halves), "b32")


def pack(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvt.pack``: two saturated integers side by side, above them the low bits of ``c``."""
    to = m["type"]
    has_rest = m["rest"] != ""
    operands = sources(i, 3 if has_rest else 2)
    low, high = _limits(to)
    bits = int(to[1:])
    vec = "<32 x i32>"
    result = e.read(operands[2], "b32") if has_rest else "zeroinitializer"
    for operand in operands[:2]:
        value = e.call(vec, "llvm.smax.v32i32", (vec, e.read(operand, "s32")), (vec, splat(32, low)))
        value = e.call(vec, "llvm.smin.v32i32", (vec, value), (vec, splat(32, high)))
        value = e.tmp(f"and {vec} {value}, {splat(32, (1 << bits) - 1)}")
        # earlier parts move up: c ends on top, b lowest
        result = e.tmp(f"or {vec} {e.tmp(f'shl {vec} {result}, {splat(32, bits)}')}, {value}")
    e.write(i.operands[0], result, "b32")
