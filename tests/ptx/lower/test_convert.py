"""Conversions: all pairs of types, roundings and saturations, against exact arithmetic.

PTX ISA, chapters 9.7.9 (``cvt``, ``cvt.pack``) and 9.4.1 (operands wider than the instruction's type). NaN results of
f32, f16 and bf16 are this project's canonical NaN where `converted_nan` says nothing else.
"""

import bisect
import itertools
import re
from fractions import Fraction
from functools import partial

import numpy as np
import pytest

from harness.errors import PtxError
from tests.ptx import exact_float as exact
from tests.ptx.exact_float import BF16, F16, F32, F64, FORMATS, MODES, AnyNan, Format
from tests.ptx.float_lanes import edges, random_floats
from tests.ptx.integer_types import clamp, limits, mask, value, width
from tests.ptx.one_instruction import (
    Case,
    Expected,
    Lanes,
    check,
    crossed,
    each_instruction,
    paired,
    random_bits,
    run,
)

INTEGERS = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")
INTEGER_MODES = {"rni": "rn", "rzi": "rz", "rmi": "rm", "rpi": "rp"}


def integer_lanes(ptx_type: str, register_bits: int = 0) -> Lanes:
    """Return an integer type's corners and random numbers; bits above the type are noise that must be ignored."""
    bits = width(ptx_type)
    register_bits = register_bits or max(bits, 16)
    corners = []
    for size in (8, 16, 32, 64):
        corners += [
            0,
            1,
            mask(size - 1),
            1 << size - 1,
            (1 << size - 1) - 1,
            (1 << size - 1) + 1,
            mask(size),
            mask(size) + 1,
        ]
    corners += [-corner for corner in corners]
    own = np.array([corner & mask(bits) for corner in corners], f"u{register_bits // 8}")
    noise = random_bits(register_bits, len(own), seed=5) & ~np.array(
        mask(bits) & mask(register_bits), own.dtype
    )
    return Lanes((np.concatenate([own | noise, random_bits(register_bits, 100, seed=6)]),))


INTEGER_LANES = {t: integer_lanes(t) for t in INTEGERS}
WIDE_LANES = {t: integer_lanes(t, 64) for t in INTEGERS}


def integer_to_integer(to: str, source: str, sat: bool, register: int, word: int) -> int:
    number = value(word, source)
    if sat:
        number = clamp(number, to)
    return value(number, to) & mask(register)


def integer_cases() -> list[Case]:
    cases = []
    for to in INTEGERS:
        register = max(width(to), 16)
        for source in INTEGERS:
            opcode = f"cvt.{to}.{source}"
            cases.append(
                Case(
                    opcode,
                    register,
                    INTEGER_LANES[source],
                    partial(integer_to_integer, to, source, False, register),
                )
            )
            cases.append(
                Case(
                    opcode,
                    64,
                    WIDE_LANES[source],
                    partial(integer_to_integer, to, source, False, 64),
                    tag="wide",
                )
            )
            (low, high), (source_low, source_high) = limits(to), limits(source)
            if low > source_low or high < source_high:
                oracle = partial(integer_to_integer, to, source, True, register)
                cases.append(Case(f"cvt.sat.{to}.{source}", register, INTEGER_LANES[source], oracle))
    return cases


def integer_to_float(form: Format, source: str, mode: str, sat: bool, word: int) -> int:
    result = form.encode(exact.number(value(word, source)), mode)
    return form.saturate(result) if sat else result


def halfway_lanes(ptx_type: str) -> Lanes:
    """Return integers at and beside the middle of two neighbours of each float format, sticky bits far below."""
    top = width(ptx_type) - 1
    found = [0, 1, 2, 65504, 65519, 65520, 65521, 2**31 - 1, 2**53 + 1, 1 << top, mask(top)]
    found += [-number for number in found]
    for form in FORMATS.values():
        for exponent in range(top, form.fraction + 1, -3):
            step = 1 << exponent - form.fraction
            for odd in (0, 1):
                middle = (1 << exponent) + step * odd + step // 2
                found += [middle, middle - 1, middle + 1, -middle, -middle - 1]
    bits = width(ptx_type)
    register = max(bits, 16)
    unique = sorted({number & mask(bits) for number in found})
    return Lanes(
        (np.concatenate([np.array(unique, f"u{register // 8}"), random_bits(register, 100, seed=8)]),)
    )


def integer_to_float_cases() -> list[Case]:
    cases = []
    for source in INTEGERS:
        lanes = halfway_lanes(source)
        for form in FORMATS.values():
            if form == BF16 and width(source) == 8:
                continue  # there is no such conversion
            for mode in MODES:
                for ftz in (False, True) if form == F32 else (False,):
                    for sat in (False, True) if form != BF16 else (False,):
                        opcode = f"cvt.{mode}{'.ftz' * ftz}{'.sat' * sat}.{form.name}.{source}"
                        cases.append(
                            Case(opcode, form.bits, lanes, partial(integer_to_float, form, source, mode, sat))
                        )
    return cases


def float_to_integer(form: Format, to: str, mode: str, ftz: bool, word: int) -> int:
    bits = width(to)
    x = form.decode(form.flush(word) if ftz else word)
    if x.kind == "nan":
        # PTX ISA: zero, but 1 << (width - 1) where the source is f64 or the destination has 64 bits
        result = 1 << bits - 1 if form == F64 or bits == 64 else 0
    elif x.kind == "inf":
        result = limits(to)[0 if x.negative else 1]
    else:
        result = clamp(int(exact.round_to_integral(x, mode).value), to)
    return value(result, to) & mask(max(bits, 16))


def near_integers(form: Format) -> Lanes:
    """Return a format's edges, random numbers, and numbers at and beside halves, integers and the ends of each type."""
    numbers: list[Fraction | int] = []
    for whole in (0, 1, 2, 3, 7, 100):
        numbers += [whole, whole + Fraction(1, 2), whole + Fraction(1, 4), whole + Fraction(3, 4)]
    for size in (7, 8, 15, 16, 31, 32, 63, 64):
        numbers += [2**size - 1, 2**size, 2**size + 1, 2**size - Fraction(1, 2), 2**size + Fraction(1, 2)]
    encoded = {form.encode(exact.number(sign * Fraction(number))) for number in numbers for sign in (1, -1)}
    beside = {bits + step & mask(form.bits) for bits in encoded for step in (-1, 0, 1)}
    words = [*edges(form), *sorted(beside)]
    return Lanes((np.concatenate([np.array(words, f"u{form.bits // 8}"), random_floats(form, 200, seed=9)]),))


FLOAT_LANES = {form: near_integers(form) for form in FORMATS.values()}


def float_to_integer_cases() -> list[Case]:
    cases = []
    for form in FORMATS.values():
        for to in INTEGERS:
            if form == BF16 and width(to) == 8:
                continue  # there is no such conversion
            for name, mode in INTEGER_MODES.items():
                for ftz in (False, True) if form == F32 else (False,):
                    for sat in (False, True) if form != BF16 else (False,):
                        opcode = f"cvt.{name}{'.ftz' * ftz}{'.sat' * sat}.{to}.{form.name}"
                        oracle = partial(float_to_integer, form, to, mode, ftz)
                        cases.append(Case(opcode, max(width(to), 16), FLOAT_LANES[form], oracle))
    return cases


def float_to_float(
    to: Format,
    source: Format,
    mode: str,
    word: int,
    *,
    ftz: bool = False,
    sat: bool = False,
    integral: bool = False,
) -> Expected:
    """Convert with one rounding; ``.ftz`` concerns f32 operands, but on the way to f16, and f32 results only."""
    x = source.decode(source.flush(word) if ftz and source == F32 and to != F16 else word)
    if integral:
        x = exact.round_to_integral(x, mode)
    result = to.encode(x, "rn" if integral else mode)
    if ftz and to == F32:
        result = to.flush(result)
    if sat:
        return to.saturate(result)
    if x.kind == "nan" and not integral:
        return converted_nan(to, source, ftz, word)
    return AnyNan(to) if to == F64 and to.is_nan(result) else result


def converted_nan(to: Format, source: Format, ftz: bool, word: int) -> Expected:
    """Return what becomes of a NaN, which the manual leaves open, as recorded on an H200."""
    if to == F64:
        return AnyNan(to)
    if to == F32 and source == BF16 and not ftz:
        return word << 16
    if to == source == F32 and not ftz:
        return word
    if source == F64:
        sign = to.sign if word & source.sign else 0
        payload = (word & (1 << source.fraction) - 1) >> source.fraction - to.fraction
        return sign | to.infinity | 1 << to.fraction - 1 | payload
    return to.nan


def loses_precision(to: Format, source: Format) -> bool:
    return to.fraction < source.fraction or to.bias < source.bias


def float_to_float_cases() -> list[Case]:
    cases = []
    for to in FORMATS.values():
        for source in FORMATS.values():
            lanes = FLOAT_LANES[source]
            roundings = (
                {mode: (mode, False) for mode in MODES}
                if loses_precision(to, source)
                else {"": ("rn", False)}
            )
            if to == source:
                roundings |= {name: (mode, True) for name, mode in INTEGER_MODES.items()}
            for name, (mode, integral) in roundings.items():
                for ftz in (False, True) if F32 in (to, source) else (False,):
                    for sat in (False, True) if BF16 not in (to, source) else (False,):
                        opcode = "cvt" + f".{name}" * bool(name) + ".ftz" * ftz + ".sat" * sat
                        oracle = partial(
                            float_to_float, to, source, mode, ftz=ftz, sat=sat, integral=integral
                        )
                        cases.append(Case(f"{opcode}.{to.name}.{source.name}", to.bits, lanes, oracle))
    return cases


def finite_or_positive(form: Format, mode: str, relu: bool, satfinite: bool, word: int) -> int:
    """Convert f32 to a half format with ``.relu`` (-0 becomes +0, which the manual leaves open) and ``.satfinite``."""
    result = form.encode(F32.decode(word), mode)
    if satfinite and result & (form.sign - 1) == form.infinity:
        result -= 1
    return 0 if relu and result & form.sign else result


def to_pair(convert: partial[int], a: int, b: int) -> int:
    return convert(a) << 16 | convert(b)


TWO_FLOATS = Lanes((FLOAT_LANES[F32].arrays[0], np.roll(FLOAT_LANES[F32].arrays[0], 7)))


def half_from_f32_cases() -> list[Case]:
    cases = []
    for form in (F16, BF16):
        for mode in ("rn", "rz"):
            for relu in (False, True):
                for satfinite in (False, True):
                    opcode = f"cvt.{mode}{'.relu' * relu}{'.satfinite' * satfinite}.{form.name}"
                    convert = partial(finite_or_positive, form, mode, relu, satfinite)
                    if relu or satfinite:
                        cases.append(Case(f"{opcode}.f32", 16, FLOAT_LANES[F32], convert))
                    cases.append(Case(f"{opcode}x2.f32", 32, TWO_FLOATS, partial(to_pair, convert)))
    return cases


# OCP 8-bit floating point, version 1.0: e4m3 has no infinity and one NaN pattern, e5m2 is as in IEEE 754
E5M2 = Format("e5m2", 8, 2, 0x7F)


def decode_eight(name: str, byte: int) -> exact.Number:
    if name == "e5m2":
        return E5M2.decode(byte)
    negative, exponent, digits = bool(byte & 0x80), byte >> 3 & 15, byte & 7
    if byte & 0x7F == 0x7F:
        return exact.NAN
    significand = Fraction(digits + (8 if exponent else 0), 8)
    return exact.Number("finite", negative, significand * exact.power_of_two(max(exponent, 1) - 7))


LARGEST_EIGHT = {"e4m3": 0x7E, "e5m2": 0x7B}
MAGNITUDES_EIGHT = {
    name: [decode_eight(name, byte).magnitude for byte in range(largest + 1)]
    for name, largest in LARGEST_EIGHT.items()
}


def encode_eight(name: str, x: exact.Number, relu: bool) -> int:
    """Round to the nearest of all the format's numbers, the even one on a tie; beyond the largest stay at it."""
    if x.kind == "nan":
        return 0x7F
    if relu and x.negative:
        return 0
    sign = 0x80 if x.negative else 0
    if x.kind == "inf":
        return sign | LARGEST_EIGHT[name]
    numbers = MAGNITUDES_EIGHT[name]
    above = bisect.bisect(numbers, x.magnitude)
    beside = range(max(above - 1, 0), min(above + 1, len(numbers)))
    return sign | min(beside, key=lambda byte: (abs(numbers[byte] - x.magnitude), byte & 1))


def eight_bit_cases() -> list[Case]:
    cases = []
    every_byte = np.arange(256, dtype=np.uint16)
    bytes_in = Lanes((every_byte | np.roll(every_byte, 77) << np.uint16(8),))
    for name in LARGEST_EIGHT:
        # every number, every middle of two, and their neighbours in f32
        magnitudes = MAGNITUDES_EIGHT[name]
        middles = [(a + b) / 2 for a, b in itertools.pairwise(magnitudes)]
        overflow = [magnitudes[-1] + (magnitudes[-1] - magnitudes[-2]) * Fraction(k, 4) for k in range(1, 6)]
        words = [F32.encode(exact.number(x)) for x in (*magnitudes, *middles, *overflow)]
        near = sorted({word + step for word in words for step in (-1, 0, 1) if word + step >= 0})[:700]
        floats = np.array([*near, *(word | F32.sign for word in near[::4]), *edges(F32)], np.uint32)
        pair = Lanes((floats, np.roll(floats, 3)))
        halves = paired(
            Lanes(
                (np.concatenate([FLOAT_LANES[F16].arrays[0], np.arange(0, 1 << 16, 97, np.uint16)])[:1024],)
            )
        )
        for relu in (False, True):
            mark = ".relu" * relu

            def from_f32(a: int, b: int, name: str = name, relu: bool = relu) -> int:
                return encode_eight(name, F32.decode(a), relu) << 8 | encode_eight(name, F32.decode(b), relu)

            def from_f16(a: int, name: str = name, relu: bool = relu) -> int:
                high, low = (encode_eight(name, F16.decode(half), relu) for half in (a >> 16, a & 0xFFFF))
                return high << 8 | low

            def to_f16(a: int, name: str = name, relu: bool = relu) -> int:
                high, low = (F16.encode(decode_eight(name, byte)) for byte in (a >> 8, a & 0xFF))
                if relu:
                    high, low = (0 if half & F16.sign else half for half in (high, low))
                return high << 16 | low

            cases.append(Case(f"cvt.rn.satfinite{mark}.{name}x2.f32", 16, pair, from_f32))
            cases.append(Case(f"cvt.rn.satfinite{mark}.{name}x2.f16x2", 16, halves, from_f16))
            cases.append(Case(f"cvt.rn{mark}.f16x2.{name}x2", 32, bytes_in, to_f16))
    return cases


TF32 = Format("tf32", 19, 10, 0x3FFFF)


def to_tf32(mode: str, satfinite: bool, relu: bool, a: int) -> int:
    x = F32.decode(a)
    if x.kind == "nan":
        return 0x7FFFFFFF
    if relu and x.negative:
        return 0
    if mode == "rna" and x.kind == "finite":
        down, up = TF32.encode(x, "rz"), TF32.encode(x, "rm" if x.negative else "rp")
        digits = down & ~TF32.sign
        half = F32.decode(digits << 13 | 1 << 12).magnitude
        result = up if x.magnitude >= half else down
    else:
        result = TF32.encode(x, "rz" if mode == "rz" else "rn")
    if satfinite and result & ~TF32.sign == TF32.infinity:
        result -= 1
    return result << 13


def tf32_cases() -> list[Case]:
    words = [*edges(F32), *random_floats(F32, 400, seed=3).tolist()]
    ties = [word & ~0x1FFF | low for word in words[:200] for low in (0xFFF, 0x1000, 0x1001, 0x3000)]
    lanes = Lanes((np.array([*words, *ties][:1024], np.uint32),))
    cases = []
    for mode in ("rna", "rn", "rz"):
        for satfinite, relu in itertools.product((False, True), repeat=2):
            if relu and mode == "rna":
                continue
            opcode = f"cvt.{mode}{'.satfinite' * satfinite}{'.relu' * relu}.tf32.f32"
            cases.append(Case(opcode, 32, lanes, partial(to_tf32, mode, satfinite, relu)))
    return cases


def pack(ptx_type: str, a: int, b: int, c: int = 0) -> int:
    bits = width(ptx_type)
    low, high = limits(ptx_type)
    left, right = (min(max(value(word, "s32"), low), high) & mask(bits) for word in (a, b))
    return (c << 2 * bits | left << bits | right) & 0xFFFFFFFF


def pack_cases() -> list[Case]:
    corners = [
        sign * (2**k + step) for k in (0, 1, 2, 3, 4, 7, 8, 15, 16) for step in (-1, 0) for sign in (1, -1)
    ]
    corners += [2**31 - 1, -(2**31)]
    two = crossed((32, corners), (32, corners))
    three = crossed((32, corners), (32, corners[::3]), (32, [0, 0x1234_5678, -1]))
    cases = [Case(f"cvt.pack.sat.{t}.s32", 32, two, partial(pack, t)) for t in ("u16", "s16")]
    cases += [
        Case(f"cvt.pack.sat.{t}.s32.b32", 32, three, partial(pack, t))
        for t in ("u8", "s8", "u4", "s4", "u2", "s2")
    ]
    return cases


CASES = [
    *integer_cases(),
    *integer_to_float_cases(),
    *float_to_integer_cases(),
    *float_to_float_cases(),
    *half_from_f32_cases(),
    *eight_bit_cases(),
    *tf32_cases(),
    *pack_cases(),
]


@each_instruction(CASES)
def test_conversion(cases, shared_executor):
    check(shared_executor, cases)


@pytest.mark.parametrize(
    ("opcode", "rule"),
    [
        ("cvt.u32.f32", "a conversion to an integer needs .rni, .rzi, .rmi or .rpi"),
        ("cvt.rn.u32.f32", "a conversion to an integer needs .rni, .rzi, .rmi or .rpi"),
        ("cvt.f32.u32", "a conversion from an integer needs .rn, .rz, .rm or .rp"),
        ("cvt.rni.f32.u32", "a conversion from an integer needs .rn, .rz, .rm or .rp"),
        ("cvt.f16.f32", "a conversion that loses precision needs .rn, .rz, .rm or .rp"),
        ("cvt.rni.f16.f32", "integer rounding needs two operands of one type"),
        ("cvt.ftz.f64.f16", ".ftz needs an f32 operand"),
        ("cvt.sat.s32.u16", ".sat needs a destination that cannot hold every source value"),
        ("cvt.rn.sat.bf16.f32", ".sat does not apply to bf16"),
        ("cvt.sat.f32.bf16", ".sat does not apply to bf16"),
        ("cvt.rn.bf16.u8", "needs a register of 8 bits for the integer (got one of type .b"),
        ("cvt.rzi.s8.bf16", "needs a register of 8 bits for the integer (got one of type .b"),
        ("cvt.rn.f64.f32", "a conversion that loses nothing takes no rounding"),
        ("cvt.rn.f32.f32", "a conversion that loses nothing takes no rounding"),
        ("cvt.rn.u32.s32", "integers are converted without rounding"),
    ],
)
def test_conversion_that_ptx_does_not_have_is_refused(opcode, rule, shared_executor):
    lanes = Lanes(
        (
            np.zeros(
                32, f"u{FORMATS[opcode.split('.')[-1]].bits // 8 if opcode.split('.')[-1] in FORMATS else 4}"
            ),
        )
    )
    with pytest.raises(PtxError, match=re.escape(rule)) as caught:
        run(shared_executor, [Case(opcode, 32, lanes, lambda a: a)])
    assert caught.value.line > 0
    assert opcode in str(caught.value)
