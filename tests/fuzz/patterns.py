"""The instructions that generated programs are made of.

They are those that kernels are full of. What every other instruction gives is recorded on a GPU, form by form
(`tests.agreement`). A pattern is an opcode in which ``(a|b|)`` stands for one of its parts, the last of these for
nothing. What operands an opcode has is the reference's to say (`semantics.meaning`).
"""

import random
import re
from collections.abc import Iterator
from itertools import product

_INT = "(u16|s16|u32|s32|u64|s64)"
_BITS = "(b16|b32|b64)"
_ANY = "(b16|b32|b64|u16|s16|u32|s32|u64|s64|f32|f64)"
_RND = "(rn|rz|rm|rp)"
_FTZ = "(.ftz|)"
_SAT = "(.sat|)"
_COMBINE = "(.and|.or|.xor|)"
_FCOND = "(eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan)"
_INTEGER_TYPES = "(u8|s8|u16|s16|u32|s32|u64|s64)"

PATTERNS: tuple[str, ...] = (
    # integers
    f"add.{_INT}", f"sub.{_INT}", f"mul.(lo|hi).{_INT}", "mul.wide.(u16|s16|u32|s32)", f"mad.(lo|hi).{_INT}",
    "mad.wide.(u16|s16|u32|s32)", f"div.{_INT}", f"rem.{_INT}", "abs.(s32|s64)", "neg.(s32|s64)", f"min.{_INT}",
    f"max.{_INT}",
    # bits; bfe.s32, shifts of 16 and 64 bits, abs.s16 and neg.s16 are left out: an assembler may mistake them
    "popc.(b32|b64)", "clz.(b32|b64)", "brev.(b32|b64)", "bfe.(u32|u64|s64)", "bfi.(b32|b64)",
    "and.(pred|b16|b32|b64)", "or.(pred|b16|b32|b64)", "xor.(pred|b16|b32|b64)", "not.(pred|b16|b32|b64)",
    "lop3(.or|.and|).b32", "shl.b32", "shr.(b32|u32|s32)", "prmt.b32",
    # comparison and selection
    f"setp.(eq|ne){_COMBINE}.{_BITS}", f"setp.(eq|ne|lt|le|gt|ge|lo|ls|hi|hs){_COMBINE}.(u16|u32|u64)",
    f"setp.(eq|ne|lt|le|gt|ge){_COMBINE}.(s16|s32|s64)", f"setp.{_FCOND}{_COMBINE}{_FTZ}.f32",
    f"setp.{_FCOND}{_COMBINE}.f64", f"selp.{_ANY}",
    # f32 and f64; a product always names its rounding, so that an assembler may not fuse it with a sum
    f"add(.rn|.rz|.rm|.rp|){_FTZ}{_SAT}.f32", "add(.rn|.rz|.rm|.rp|).f64",
    f"sub(.rn|.rz|.rm|.rp|){_FTZ}{_SAT}.f32", "sub(.rn|.rz|.rm|.rp|).f64",
    f"mul.{_RND}{_FTZ}{_SAT}.f32", f"mul.{_RND}.f64", f"fma.{_RND}{_FTZ}{_SAT}.f32", f"fma.{_RND}.f64",
    f"div.{_RND}{_FTZ}.f32", f"div.{_RND}.f64", f"rcp.{_RND}{_FTZ}.f32", f"rcp.{_RND}.f64",
    f"sqrt.{_RND}{_FTZ}.f32", f"sqrt.{_RND}.f64", f"neg{_FTZ}.f32", "neg.f64", f"abs{_FTZ}.f32", "abs.f64",
    f"min{_FTZ}(.NaN|).f32", "min.f64", f"max{_FTZ}(.NaN|).f32", "max.f64",
    # conversions
    f"cvt.{_INTEGER_TYPES}.{_INTEGER_TYPES}", f"cvt.{_RND}{_SAT}.(f32|f64).{_INTEGER_TYPES}",
    f"cvt.(rni|rzi|rmi|rpi){_FTZ}.{_INTEGER_TYPES}.f32", f"cvt.(rni|rzi|rmi|rpi).{_INTEGER_TYPES}.f64",
    f"cvt.(rni|rzi|rmi|rpi){_FTZ}{_SAT}.f32.f32", f"cvt.(rni|rzi|rmi|rpi){_SAT}.f64.f64", f"cvt{_FTZ}{_SAT}.f64.f32",
    f"cvt.{_RND}{_FTZ}{_SAT}.f32.f64",
)  # fmt: skip

_CHOICE = re.compile(r"\(([^)]*)\)")


def opcode_of(rng: random.Random, pattern: str) -> str:
    return _CHOICE.sub(lambda found: rng.choice(found[1].split("|")), pattern)


def opcodes(pattern: str) -> Iterator[str]:
    pieces = [
        [piece] if index % 2 == 0 else piece.split("|") for index, piece in enumerate(_CHOICE.split(pattern))
    ]
    for parts in product(*pieces):
        yield "".join(parts)
