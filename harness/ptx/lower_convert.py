"""Lowers moves and conversions: ``mov``, ``cvt``, ``cvta``, ``isspacep``. PTX ISA 9.0, chapter 9.7.9."""

from __future__ import annotations

from harness.ptx.emitter import I1, Emitter, bits_of, fvec, ivec, splat
from harness.ptx.layout import LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW_BYTES, Warp
from harness.ptx.lower_float import (
    CANONICAL_NAN_16,
    ROUNDING,
    Modifiers,
    _clamp_halves,
    _flush_f16,
    _saturate,
    canonical,
    flush,
    narrow,
    widen,
)
from harness.ptx.syntax import Instruction, Register, Sink, Vector

_INTEGER_ROUNDING = {"rni": "rint", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}
_WINDOWS = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW, "param": PARAM_WINDOW}


def move(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``mov``: registers, constants, addresses, and packing or unpacking of vectors."""
    d, a = i.operands
    kind = m["type"]
    assert kind is not None
    if kind == "pred":
        e.write_predicate(d, e.read_predicate(a))
    elif isinstance(a, Vector):
        _pack(e, i, kind)
    elif isinstance(d, Vector):
        _unpack(e, i, kind)
    else:
        e.write(d, e.read(a, kind), kind)


def _pack(e: Emitter, i: Instruction, kind: str) -> None:
    d, a = i.operands
    assert isinstance(a, Vector)
    bits = bits_of(kind)
    part = bits // len(a.elements)
    vec = ivec(bits)
    result = "zeroinitializer"
    for index, element in enumerate(a.elements):
        value = e.resize(e.read(element, f"b{part}"), part, bits)
        moved = e.tmp(f"shl {vec} {value}, {splat(bits, part * index)}")
        result = e.tmp(f"or {vec} {result}, {moved}")
    e.write(d, result, kind)


def _unpack(e: Emitter, i: Instruction, kind: str) -> None:
    d, a = i.operands
    assert isinstance(d, Vector)
    bits = bits_of(kind)
    part = bits // len(d.elements)
    vec = ivec(bits)
    value = e.read(a, kind)
    parts = []
    for index in range(len(d.elements)):
        moved = e.tmp(f"lshr {vec} {value}, {splat(bits, part * index)}")
        parts.append(e.resize(moved, bits, part))
    for element, value in zip(d.elements, parts, strict=True):
        if not isinstance(element, Sink):
            e.write(element, value, f"b{part}")


def convert(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvt`` between integers and floats of all widths."""
    to, source = m["type"], m["type2"]
    assert to is not None
    assert source is not None
    to_float, from_float = to[0] in "fb", source[0] in "fb"
    if not to_float and not from_float:
        _integer_to_integer(e, i, to, source, bool(m.get("sat")))
    elif to_float and not from_float:
        _integer_to_float(e, i, to, source, m)
    elif from_float and not to_float:
        _float_to_integer(e, i, to, source, m)
    else:
        _float_to_float(e, i, to, source, m)


def _integer_to_integer(e: Emitter, i: Instruction, to: str, source: str, saturate: bool) -> None:
    d, a = i.operands
    have, want = bits_of(source), bits_of(to)
    value = e.read(a, source)
    signed = source.startswith("s")
    if saturate:
        width = 2 * max(have, want)
        vec = ivec(width)
        value = e.resize(value, have, width, signed)
        low, high = (-(1 << want - 1), (1 << want - 1) - 1) if to.startswith("s") else (0, (1 << want) - 1)
        value = e.call(vec, f"llvm.smax.v32i{width}", (vec, value), (vec, splat(width, low)))
        value = e.call(vec, f"llvm.smin.v32i{width}", (vec, value), (vec, splat(width, high)))
        have = width
    e.write(d, e.resize(value, have, want, signed), to)


def _integer_to_float(e: Emitter, i: Instruction, to: str, source: str, m: Modifiers) -> None:
    d, a = i.operands
    bits, signed = bits_of(source), source.startswith("s")
    value = e.resize(e.read(a, source), bits, 64, signed)
    mode = ROUNDING[m.get("rnd")]
    target = "f64" if to in ("f64", "f16", "bf16") else "f32"
    if to in ("f16", "bf16") and bits == 64:
        # any 64-bit integer beyond 2^53 is far above f16; bf16 needs one rounding only
        _wide_integer_to_half(e, i, to, value, signed, mode)
        return
    e.put(0, value, "<32 x i64>")
    e.call(
        "void",
        f"kh_{'s' if signed else 'u'}64_to_{target}",
        ("ptr", "%scratch0"),
        ("ptr", "%scratch1"),
        ("i32", str(mode)),
    )
    result = e.get(1, fvec(target))
    if to in ("f16", "bf16"):
        e.write(d, _double_to_half(e, result, to, mode), "b16")
        return
    out = e.as_bits(result, to)
    e.write(d, _saturate(e, out, to) if m.get("sat") else out, to)


def _wide_integer_to_half(e: Emitter, i: Instruction, to: str, value: str, signed: bool, mode: int) -> None:
    # toward zero with the lost bits kept sticky in the last place, then one rounding to 16 bits
    e.put(0, value, "<32 x i64>")
    name = f"kh_{'s' if signed else 'u'}64_to_f64"
    e.call("void", name, ("ptr", "%scratch0"), ("ptr", "%scratch1"), ("i32", str(ROUNDING["rz"])))
    down = e.get(1, "<32 x double>")
    e.call("void", name, ("ptr", "%scratch0"), ("ptr", "%scratch2"), ("i32", "0"))
    near = e.get(2, "<32 x double>")
    inexact = e.tmp(f"fcmp one <32 x double> {down}, {near}")
    bits = e.as_bits(down, "f64")
    sticky = e.tmp(f"or <32 x i64> {bits}, splat (i64 1)")
    odd = e.as_float(e.tmp(f"select {I1} {inexact}, <32 x i64> {sticky}, <32 x i64> {bits}"), "f64")
    e.write(i.operands[0], _double_to_half(e, odd, to, mode), "b16")


def _double_to_half(e: Emitter, value: str, to: str, mode: int) -> str:
    e.put(4, value, "<32 x double>")
    e.call(
        "void",
        f"kh_f64_to_{to}",
        ("ptr", "%scratch4"),
        ("ptr", "%scratch5"),
        ("i32", "32"),
        ("i32", str(mode)),
    )
    return e.get(5, "<32 x i16>")


def _read_wide(e: Emitter, i: Instruction, source: str, ftz: bool) -> tuple[str, str]:
    """Return the source lanes as f32 or f64 and which of the two."""
    a = i.operands[1]
    if source in ("f16", "bf16"):
        return widen(e, _flush_f16(e, e.read(a, "b16"), 32, ftz and source == "f16"), source), "f32"
    return flush(e, e.read_float(a, source), source, ftz), source


def _float_to_integer(e: Emitter, i: Instruction, to: str, source: str, m: Modifiers) -> None:
    value, kind = _read_wide(e, i, source, bool(m.get("ftz")))
    vec = fvec(kind)
    rounding = m.get("rnd") or "rzi"
    if rounding not in _INTEGER_ROUNDING:
        raise e.error(f"conversion to an integer needs .rni, .rzi, .rmi or .rpi (got .{rounding})")
    if rounding != "rzi":
        value = e.call(vec, f"llvm.{_INTEGER_ROUNDING[rounding]}.v32{kind}", (vec, value))
    bits = bits_of(to)
    name = f"llvm.fpto{'s' if to.startswith('s') else 'u'}i.sat.v32i{bits}.v32{kind}"
    e.write(i.operands[0], e.call(ivec(bits), name, (vec, value)), to)


def _float_to_float(e: Emitter, i: Instruction, to: str, source: str, m: Modifiers) -> None:
    d = i.operands[0]
    ftz = bool(m.get("ftz"))
    rounding = m.get("rnd")
    value, kind = _read_wide(e, i, source, ftz)
    if rounding in _INTEGER_ROUNDING:
        value = e.call(fvec(kind), f"llvm.{_INTEGER_ROUNDING[rounding]}.v32{kind}", (fvec(kind), value))
    mode = ROUNDING.get(rounding, 0)
    if to in ("f16", "bf16"):
        half = narrow(e, value, to, mode) if kind == "f32" else _double_to_half(e, value, to, mode)
        half = _flush_f16(e, half, 32, ftz and to == "f16")
        e.write(d, _finish_half(e, half, to, m), "b16")
        return
    if to == "f64" and kind == "f32":
        value = e.tmp(f"fpext <32 x float> {value} to <32 x double>")
    elif to == "f32" and kind == "f64":
        e.put(0, value, "<32 x double>")
        e.call("void", "kh_f64_to_f32", ("ptr", "%scratch0"), ("ptr", "%scratch1"), ("i32", str(mode)))
        value = e.get(1, "<32 x float>")
    bits = canonical(e, flush(e, value, to, ftz), to)
    if m.get("sat"):
        bits = _saturate(e, bits, to)
    if m.get("relu"):
        negative = e.tmp(f"fcmp olt {fvec(to)} {e.as_float(bits, to)}, zeroinitializer")
        bits = e.tmp(
            f"select {I1} {negative}, {ivec(bits_of(to))} zeroinitializer, {ivec(bits_of(to))} {bits}"
        )
    e.write(d, bits, to)


def _finish_half(e: Emitter, half: str, to: str, m: Modifiers) -> str:
    vec = "<32 x i16>"
    if m.get("sat"):
        return _clamp_halves(e, half, to, 32)
    if m.get("satfinite"):
        largest, infinity = (0x7BFF, 0x7C00) if to == "f16" else (0x7F7F, 0x7F80)
        magnitude = e.tmp(f"and {vec} {half}, splat (i16 {0x7FFF})")
        is_infinite = e.tmp(f"icmp eq {vec} {magnitude}, splat (i16 {infinity})")
        sign_bit = e.tmp(f"and {vec} {half}, splat (i16 -32768)")
        capped = e.tmp(f"or {vec} {sign_bit}, splat (i16 {largest})")
        half = e.tmp(f"select {I1} {is_infinite}, {vec} {capped}, {vec} {half}")
    if m.get("relu"):
        infinity = 0x7C00 if to == "f16" else 0x7F80
        negative = e.tmp(f"icmp slt {vec} {half}, zeroinitializer")
        magnitude = e.tmp(f"and {vec} {half}, splat (i16 {0x7FFF})")
        is_nan = e.tmp(f"icmp ugt {vec} {magnitude}, splat (i16 {infinity})")
        half = e.tmp(f"select {I1} {negative}, {vec} zeroinitializer, {vec} {half}")
        half = e.tmp(f"select {I1} {is_nan}, {vec} splat (i16 {CANONICAL_NAN_16}), {vec} {half}")
    return half


def convert_pair(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvt.f16x2.f32 d, a, b`` and its bf16 form: ``a`` becomes the upper half."""
    to = m["type"]
    assert to is not None
    scalar = to.removesuffix("x2")
    d, a, b = i.operands
    halves = []
    for operand in (b, a):
        value = flush(e, e.read_float(operand, "f32"), "f32", bool(m.get("ftz")))
        half = _finish_half(e, narrow(e, value, scalar, ROUNDING[m.get("rnd")]), scalar, m)
        halves.append(e.resize(half, 16, 32))
    upper = e.tmp(f"shl <32 x i32> {halves[1]}, splat (i32 16)")
    e.write(d, e.tmp(f"or <32 x i32> {halves[0]}, {upper}"), "b32")


def convert_address(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``cvta`` in both directions; global and constant addresses are generic already."""
    kind, space = m["type"], m["space"]
    assert kind is not None
    assert space is not None
    d, a = i.operands
    value = e.read(a, kind)
    base = _WINDOWS.get(space.partition("::")[0], 0)
    if base:
        operation = "sub" if m.get("to") else "add"
        value = e.tmp(f"{operation} {ivec(bits_of(kind))} {value}, {splat(bits_of(kind), base)}")
    e.write(d, value, kind)


def is_in_space(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Lower ``isspacep``."""
    p, a = i.operands
    value = e.read(a, "u64")
    vec = "<32 x i64>"
    space = (m["space"] or "").partition("::")[0]
    if space in _WINDOWS:
        offset = e.tmp(f"sub {vec} {value}, {splat(64, _WINDOWS[space])}")
        e.write_predicate(p, e.tmp(f"icmp ult {vec} {offset}, {splat(64, WINDOW_BYTES)}"))
    elif space == "global":
        e.write_predicate(p, e.tmp(f"icmp uge {vec} {value}, {splat(64, PARAM_WINDOW + WINDOW_BYTES)}"))
    else:
        e.write_predicate(p, "splat (i1 false)")


def move_barrier_result(e: Emitter, i: Instruction, m: Modifiers) -> None:
    """Write what a ``barrier.red`` computed, after it opened."""
    field = {"popc": Warp.barrier_popc, "and": Warp.barrier_all, "or": Warp.barrier_any}[m["kind"] or "or"]
    value = e.broadcast(e.field("%warp", field.offset), "i32")
    destination = i.operands[0]
    if isinstance(destination, Register) and destination.type == "pred":
        e.write_predicate(destination, e.tmp(f"icmp ne <32 x i32> {value}, zeroinitializer"))
    else:
        e.write(destination, value, "u32")
