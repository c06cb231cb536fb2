"""The instructions that generated programs are made of.

A pattern is an opcode in which ``(a|b|)`` stands for one of its parts, the last of these for nothing. What operands an
opcode has is the reference's to say (`semantics.meaning`).
"""

import random
import re
from collections.abc import Iterator
from itertools import product

_INT = "(u16|s16|u32|s32|u64|s64)"
_INT32UP = "(u32|s32|u64|s64)"
_WIDE = "(u16|s16|u32|s32)"
_BITS = "(b16|b32|b64)"
_ANY = "(b16|b32|b64|u16|s16|u32|s32|u64|s64|f32|f64)"
_RND = "(rn|rz|rm|rp)"
_FTZ = "(.ftz|)"
_SAT = "(.sat|)"
_COMBINE = "(.and|.or|.xor|)"
_FCOND = "(eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan)"
_UCOND = "(eq|ne|lt|le|gt|ge|lo|ls|hi|hs)"
_SCOND = "(eq|ne|lt|le|gt|ge)"
_HALF = "(f16|f16x2)"
_BHALF = "(bf16|bf16x2)"
_XORSIGN = "(.xorsign.abs|)"
_INTEGER_TYPES = "(u8|s8|u16|s16|u32|s32|u64|s64)"

PATTERNS: tuple[str, ...] = (
    # integers
    f"add.{_INT}", "add.sat.s32", "add.(u16x2|s16x2)", f"sub.{_INT}", "sub.sat.s32",
    f"mul.(lo|hi).{_INT}", f"mul.wide.{_WIDE}", f"mad.(lo|hi).{_INT}", f"mad.wide.{_WIDE}", "mad.hi.sat.s32",
    "mul24.(lo|hi).(u32|s32)", "mad24.(lo|hi).(u32|s32)", "mad24.hi.sat.s32", f"sad.{_INT}",
    f"div.{_INT}", f"rem.{_INT}", "abs.(s16|s32|s64)", "neg.(s16|s32|s64)", f"min.{_INT}", f"max.{_INT}",
    "min.(u16x2|s16x2)", "max.(u16x2|s16x2)", "min.relu.(s16x2|s32)", "max.relu.(s16x2|s32)",
    "min.(s16x2|s32).relu", "max.(s16x2|s32).relu",
    "dp4a.(u32|s32).(u32|s32)", "dp2a.(lo|hi).(u32|s32).(u32|s32)",
    "vabsdiff2.(u32|s32).(u32|s32).(u32|s32)(.add|)", "vabsdiff4.(u32|s32).(u32|s32).(u32|s32)(.add|)",
    # bits
    "popc.(b32|b64)", "clz.(b32|b64)", "brev.(b32|b64)", f"bfind(.shiftamt|).{_INT32UP}", "fns.b32",
    f"bfe.{_INT32UP}", "bfi.(b32|b64)", "szext.(clamp|wrap).(u32|s32)", "bmsk.(clamp|wrap).b32",
    "and.(pred|b16|b32|b64)", "or.(pred|b16|b32|b64)", "xor.(pred|b16|b32|b64)", "not.(pred|b16|b32|b64)",
    f"cnot.{_BITS}", "lop3(.or|.and|).b32", f"shl.{_BITS}", f"shr.(b16|b32|b64|{_INT[1:-1]})",
    "shf.(l|r).(clamp|wrap).b32", "prmt.b32(.f4e|.b4e|.rc8|.ecl|.ecr|.rc16|)",
    # comparison and selection
    f"setp.(eq|ne){_COMBINE}.{_BITS}", f"setp.{_UCOND}{_COMBINE}.(u16|u32|u64)",
    f"setp.{_SCOND}{_COMBINE}.(s16|s32|s64)", f"setp.{_FCOND}{_COMBINE}{_FTZ}.(f32|f16|f16x2)",
    f"setp.{_FCOND}{_COMBINE}.(f64|bf16|bf16x2)",
    f"set.(eq|ne){_COMBINE}.(u32|s32|f32|f16|bf16).{_BITS}", f"set.{_UCOND}{_COMBINE}.(u32|s32|f32).(u16|u32|u64)",
    f"set.{_SCOND}{_COMBINE}.(u32|s32|f32).(s16|s32|s64)", f"set.{_FCOND}{_COMBINE}{_FTZ}.(u32|s32|f32).f32",
    f"set.{_FCOND}{_COMBINE}.(u32|s32|f32).f64", f"set.{_FCOND}{_COMBINE}{_FTZ}.(u16|s16|u32|s32|f16).f16",
    f"set.{_FCOND}{_COMBINE}.(u16|s16|u32|s32|bf16).bf16", f"set.{_FCOND}{_COMBINE}.bf16.(f16|f32)",
    f"set.{_FCOND}{_COMBINE}{_FTZ}.f16.f32", f"set.{_FCOND}{_COMBINE}{_FTZ}.f16x2.f16x2",
    f"set.{_FCOND}{_COMBINE}.bf16x2.bf16x2",
    f"selp.{_ANY}", f"slct.{_ANY}.s32", f"slct{_FTZ}.{_ANY}.f32",
    # f32 and f64; a product always names its rounding, so that an assembler may not fuse it with a sum
    f"add(.rn|.rz|.rm|.rp|){_FTZ}{_SAT}.f32", "add(.rn|.rz|.rm|.rp|).f64",
    f"sub(.rn|.rz|.rm|.rp|){_FTZ}{_SAT}.f32", "sub(.rn|.rz|.rm|.rp|).f64",
    f"mul.{_RND}{_FTZ}{_SAT}.f32", f"mul.{_RND}.f64", f"fma.{_RND}{_FTZ}{_SAT}.f32", f"fma.{_RND}.f64",
    f"mad.{_RND}{_FTZ}{_SAT}.f32", f"mad.{_RND}.f64", f"div.{_RND}{_FTZ}.f32", f"div.{_RND}.f64",
    f"rcp.{_RND}{_FTZ}.f32", f"rcp.{_RND}.f64", f"sqrt.{_RND}{_FTZ}.f32", f"sqrt.{_RND}.f64",
    f"neg{_FTZ}.f32", "neg.f64", f"abs{_FTZ}.f32", "abs.f64", "copysign.(f32|f64)",
    f"min{_FTZ}(.NaN|){_XORSIGN}.f32", "min.f64", f"max{_FTZ}(.NaN|){_XORSIGN}.f32", "max.f64",
    "testp.(finite|infinite|number|notanumber|normal|subnormal).(f32|f64)",
    # 16 bits
    f"add(.rn|){_FTZ}{_SAT}.{_HALF}", f"add(.rn|).{_BHALF}", f"sub(.rn|){_FTZ}{_SAT}.{_HALF}",
    f"sub(.rn|).{_BHALF}", f"mul.rn{_FTZ}{_SAT}.{_HALF}", f"mul.rn.{_BHALF}",
    f"fma.rn{_FTZ}{_SAT}.{_HALF}", f"fma.rn{_FTZ}.relu.{_HALF}", f"fma.rn(.relu|).{_BHALF}",
    f"neg{_FTZ}.{_HALF}", f"neg.{_BHALF}", f"abs{_FTZ}.{_HALF}", f"abs.{_BHALF}",
    f"min{_FTZ}(.NaN|){_XORSIGN}.{_HALF}", f"min(.NaN|){_XORSIGN}.{_BHALF}",
    f"max{_FTZ}(.NaN|){_XORSIGN}.{_HALF}", f"max(.NaN|){_XORSIGN}.{_BHALF}",
    # conversions
    f"cvt.{_INTEGER_TYPES}.{_INTEGER_TYPES}",
    "cvt.sat.(u8.s8|u8.u16|s8.s16|u8.s32|s8.u8|u16.s32|s16.u32|u32.s64|s32.u64|u16.s16|s8.s64|u32.s8|s64.u64)",
    f"cvt.{_RND}{_SAT}.(f16|f32|f64).{_INTEGER_TYPES}", f"cvt.{_RND}.bf16.(u16|s16|u32|s32|u64|s64)",
    f"cvt.(rni|rzi|rmi|rpi){_FTZ}{_SAT}.{_INTEGER_TYPES}.f32",
    f"cvt.(rni|rzi|rmi|rpi){_SAT}.{_INTEGER_TYPES}.(f16|f64)", f"cvt.(rni|rzi|rmi|rpi).{_INT}.bf16",
    f"cvt{_FTZ}{_SAT}.f32.(f16|f32)", f"cvt.(rni|rzi|rmi|rpi){_FTZ}{_SAT}.f32.f32",
    f"cvt.(rni|rzi|rmi|rpi){_SAT}.f64.f64", f"cvt{_FTZ}{_SAT}.f64.f32", f"cvt{_SAT}.f64.(f16|f64)",
    f"cvt.{_RND}{_FTZ}{_SAT}.f32.f64", f"cvt.{_RND}{_SAT}.f16.f64", f"cvt.(rn|rz|rm|rp){_FTZ}{_SAT}.f16.f32",
    f"cvt.(rni|rzi|rmi|rpi){_SAT}.f16.f16", "cvt.(f32|f64).bf16", f"cvt.{_RND}.bf16.(f16|f64)",
    f"cvt.{_RND}.f16.bf16", "cvt.(rni|rzi|rmi|rpi).bf16.bf16",
    "cvt.(rn|rz)(.relu|)(.satfinite|).(f16|bf16).f32", "cvt.(rn|rz)(.relu|)(.satfinite|).(f16x2|bf16x2).f32",
    "cvt.rn.satfinite(.relu|).(e4m3x2|e5m2x2).(f32|f16x2)", "cvt.rn(.relu|).f16x2.(e4m3x2|e5m2x2)",
    "cvt.pack.sat.(u16|s16).s32", "cvt.pack.sat.(u8|s8|u4|s4|u2|s2).s32.b32",
)  # fmt: skip

NEWER_PATTERNS: tuple[str, ...] = (
    f"add(.rn|.rz|.rm|.rp|){_FTZ}.f32x2", f"sub(.rn|.rz|.rm|.rp|){_FTZ}.f32x2", f"mul.{_RND}{_FTZ}.f32x2",
    f"fma.{_RND}{_FTZ}.f32x2", f"add(.rn|.rz|.rm|.rp|){_SAT}.f32.(f16|bf16)",
    f"sub(.rn|.rz|.rm|.rp|){_SAT}.f32.(f16|bf16)", f"fma.{_RND}{_SAT}.f32.(f16|bf16)",
    f"min{_FTZ}(.NaN|).abs.f32", f"max{_FTZ}(.NaN|).abs.f32",
)  # fmt: skip
"""What needs sm_100."""

_CHOICE = re.compile(r"\(([^)]*)\)")


def opcode_of(rng: random.Random, pattern: str) -> str:
    return _CHOICE.sub(lambda found: rng.choice(found[1].split("|")), pattern)


def opcodes(pattern: str) -> Iterator[str]:
    pieces = [
        [piece] if index % 2 == 0 else piece.split("|") for index, piece in enumerate(_CHOICE.split(pattern))
    ]
    for parts in product(*pieces):
        yield "".join(parts)
