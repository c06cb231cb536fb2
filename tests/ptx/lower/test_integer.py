"""Integer, comparison, video and conversion instructions: what a GPU's recordings do not hold, and what is refused.

Their other results are compared with what an H200 gave: `tests.agreement.test_gpu_vectors`. Conversions to tf32 and
between registers wider than their types are held to exact arithmetic (PTX ISA, chapters 9.7.9 and 9.4.1).
"""

import itertools
import re
from functools import partial

import numpy as np
import pytest

from harness.errors import PtxError
from harness.ptx.launch.executor import Executor
from tests.ptx.exact_float import F32, FORMATS, Format
from tests.ptx.one_instruction import (
    Case,
    Lanes,
    check,
    crossed,
    each_instruction,
    edges,
    random_bits,
    random_floats,
    run,
)
from tests.ptx.ptx_text import check_refused, kernel

WORDS = crossed((32, [0, 1, 2, -1]))


def test_lane_whose_guard_is_off_keeps_the_carry_flag_it_had(shared_executor):
    lanes = crossed((32, [0, 1, -1]), (32, [0, 1, -1]), (32, [0, 1, -1]), (32, [0, 5]), seed=4)
    text = "add.cc.u32 $t, $a, $b; setp.ne.b32 $p, $x, 0; @$p $op $t, $c, 1; addc.u32 $d, 0, 0;"
    case = Case("add.cc.u32", 32, lanes, lambda a, b, c, on: (c + 1 if on else a + b) >> 32, text)
    check(shared_executor, [case])


@pytest.mark.parametrize("inverted", [False, True])
@pytest.mark.parametrize("kind", ["u32", "f32", "f16x2"])
def test_predicate_operands_of_a_comparison(kind, inverted, shared_executor):
    """The operand may be inverted, and either destination may be the sink."""
    small = [0x3C003C00, 0x40004000, 0x3C004000, 0x40003C00]  # positive floats, also as two halves
    pairs = crossed((32, small), (32, small), n_random=0)
    lanes = Lanes((*pairs.arrays, np.random.default_rng(3).integers(0, 2, pairs.n).astype(bool)))

    def first(a, b, c):
        is_less = a & 0xFFFF < b & 0xFFFF if kind == "f16x2" else a < b
        return int(is_less and bool(c) != inverted)

    def second(a, b, c):
        is_less = a >> 16 < b >> 16 if kind == "f16x2" else not a < b
        return int(is_less and bool(c) != inverted)

    operands = f"$a, $b, {'!' * inverted}$c"
    cases = [
        Case(f"setp.lt.and.{kind}", 1, lanes, first, f"$op $d, {operands};", "one"),
        Case(f"setp.lt.and.{kind}", 1, lanes, first, f"$op $d|_, {operands};", "first"),
        Case(f"setp.lt.and.{kind}", 1, lanes, second, f"$op _|$d, {operands};", "second"),
    ]
    check(shared_executor, cases)


def test_carry_flag_must_be_set_before_it_is_used(shared_executor):
    case = Case("addc.u32", 32, WORDS, lambda a: a, "$op $d, $a, 0;")
    with pytest.raises(PtxError, match="the carry flag is not set"):
        run(shared_executor, [case])


def test_truth_table_must_be_a_constant(shared_executor):
    case = Case("lop3.b32", 32, WORDS, lambda a: a, "$op $d, $a, $a, $a, $a;")
    with pytest.raises(PtxError, match="lop3 needs a constant truth table"):
        run(shared_executor, [case])


@pytest.mark.parametrize("kind", ["f16", "bf16"])
def test_second_destination_of_a_half_comparison_is_refused(kind, shared_executor):
    lanes = Lanes((np.zeros(32, np.uint16),) * 2)
    case = Case(f"setp.eq.{kind}", 1, lanes, lambda a, b: 1, "$op $d|$p, $a, $b;")
    with pytest.raises(PtxError, match=rf"setp of \.{kind} has one destination"):
        run(shared_executor, [case])


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("vadd.u32.u32.u32 %r2.b0, %r3, %r4;", "needs a third source"),
        ("vadd.u32.u32.u32 %r2, %r3, %r4, %r5;", "needs a third source"),
        ("vadd.u32.u32.u32.add %r2.b0, %r3, %r4, %r5;", "needs a third source"),
        ("vadd.u32.u32.u32 %r2, %r3.h2, %r4;", "a part is one of .b0 to .b3, .h0 and .h1 (got .h2)"),
        ("vadd.u32.u32.u32 %r2.h3, %r3, %r4, %r5;", "a part is one of .b0 to .b3, .h0 and .h1 (got .h3)"),
        ("vadd.u32.u32.u32 %r2, -%r3, %r4;", "only the sources of vmad may have a sign"),
        ("vadd2.u32.u32.u32 %r2, %r3.b10, %r4, %r5;", "these parts do not exist here (got .b10)"),
        ("vadd2.u32.u32.u32 %r2, %r3.h1, %r4, %r5;", "2 parts are selected (got .h1)"),
        ("vadd2.u32.u32.u32 %r2.h01, %r3, %r4, %r5;", "the parts of a destination go down (got .h01)"),
        ("vadd4.u32.u32.u32 %r2.b5, %r3, %r4, %r5;", "these parts do not exist here (got .b5)"),
        ("vadd2.u32.u32.u32 %r2, %r3, %r4, %r5.h1;", "this operand has no parts"),
        ("vmad.u32.u32.u32.po %r2, -%r3, %r4, %r5;", "vmad takes the sign of the product or of the third source"),
        ("vmad.u32.u32.u32 %r2, -%r3, %r4, -%r5;", "vmad takes the sign of the product or of the third source"),
        ("vmad.u32.u32.u32 %r2, %r3, %r4, %r5.b0;", "only the factors of vmad have parts"),
        ("add.u32 %r2, %r3.b0, %r4;", "cannot be read as u32 (got part)"),
        ("add.u32 %r2.h1, %r3, %r4;", "the destination must be a register"),
        ("add.u32 %r2, -%r3, %r4;", "cannot be read as u32 (got part)"),
        ("vadd.u32.u32.u32 %r2, %r3.q0, %r4;", "expected the parts of a register"),
    ],
)  # fmt: skip
def test_video_instruction_that_ptx_does_not_have_is_refused(
    executor: Executor, body: str, rule: str
) -> None:
    check_refused(executor, kernel(body), rule)


INTEGERS = ("u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64")


def mask(bits: int) -> int:
    return (1 << bits) - 1


def value(word: int, ptx_type: str) -> int:
    """Return what a register's bits mean under an integer type."""
    bits = int(ptx_type[1:])
    word &= mask(bits)
    return word - (1 << bits) if ptx_type[0] == "s" and word >> (bits - 1) else word


def wide_cases() -> list[Case]:
    """Return each conversion of integers between registers of 64 bits; bits above the source's type are ignored."""
    cases = []
    for source in INTEGERS:
        bits = int(source[1:])
        corners = [sign * (edge + step) for size in (8, 16, 32, 64) for edge in (1 << size - 1, 1 << size)
                   for step in (-1, 0, 1) for sign in (1, -1)]  # fmt: skip
        own = np.array([0, 1, -1 & mask(bits), *(corner & mask(bits) for corner in corners)], np.uint64)
        noise = random_bits(64, len(own), seed=5) & ~np.uint64(mask(bits))
        lanes = Lanes((np.concatenate([own | noise, random_bits(64, 100, seed=6)]),))
        for to in INTEGERS:
            cases.append(Case(f"cvt.{to}.{source}", 64, lanes, partial(wide, to, source), tag="wide"))
    return cases


def wide(to: str, source: str, word: int) -> int:
    return value(value(word, source), to) & mask(64)


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


CASES = [*wide_cases(), *tf32_cases()]


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
