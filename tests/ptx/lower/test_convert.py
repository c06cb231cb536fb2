"""Conversions that the recordings of a GPU do not hold, against exact arithmetic, and what is refused.

All others are compared with what an H200 gave: `tests.agreement.test_gpu_vectors`. PTX ISA, chapters 9.7.9 (``cvt``)
and 9.4.1 (operands wider than the instruction's type).
"""

import itertools
import re
from functools import partial

import numpy as np
import pytest

from harness.errors import PtxError
from tests.ptx.exact_float import F32, FORMATS, Format
from tests.ptx.one_instruction import (
    Case,
    Lanes,
    check,
    each_instruction,
    edges,
    random_bits,
    random_floats,
    run,
)

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
