"""Product of two arrays and a third one added, ``inp * other + addend``; the product may be fused into the sum."""

from __future__ import annotations

from dataclasses import replace

from .. import INP, OUT, Array, Vocabulary, usual
from . import multiply

OPERATION = replace(
    multiply.OPERATION,
    name="multiply_add",
    summary="inp * other + addend, element by element",
    reference=lambda inp, other, addend: inp * other + addend,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "a product and a sum, with one rounding or two"}, modifiers=usual("ftz")
    ).parse,
    arrays=(
        INP,
        Array(name="other", meaning="a factor for each element", rows="inp"),
        Array(name="addend", meaning="what is added to the product", rows="inp"),
        OUT,
    ),
    nan_rows="nan, an infinity times 0, or infinities of both signs",
    recognised_by=replace(
        multiply.OPERATION.recognised_by,
        names="fma|mul_?add|madd",
        aliases={"inp": "a x", "other": "b y", "addend": "bias c z", "out": "d dst r res result"},
    ),
)
