"""Quantisation of each row to one byte an element, with a scale for the row."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import INP, Array, Hints, Operation, Vocabulary, usual
from ..array import per_row

LARGEST_INT8 = 127.0
"""Largest magnitude of a number quantised to int8; -128 is not used."""
LARGEST_E4M3 = 448.0


def quantize_int8(inp: Any) -> dict[str, Any]:
    scale = np.max(np.abs(inp), axis=1, keepdims=True) / LARGEST_INT8
    quotient = inp / scale
    quotient = np.where(np.isnan(quotient) | (scale == 0.0), 0.0, quotient)
    return {"out": np.clip(np.rint(quotient), -LARGEST_INT8, LARGEST_INT8), "scale": scale[:, 0]}


def quantize_fp8(inp: Any) -> dict[str, Any]:
    scale = np.max(np.abs(inp), axis=1, keepdims=True) / LARGEST_E4M3
    # 0 / 0 is NaN (IEEE 754), and a row of zeros has zeros.
    return {"out": np.where(scale == 0.0, 0.0, inp / scale), "scale": scale[:, 0]}


def _quantisation(name: str, dtype: str, names: str, needs: str, **parts: Any) -> Operation:
    aliases = {"scale": "amax factor factors row_scale row_scales s scales step steps"}
    return Operation(
        name=name,
        parse_arithmetic=Vocabulary(
            {"ieee": "IEEE division by the scale", "reciprocal": "a product with the scale's reciprocal"},
            usual("ftz"),
        ).parse,
        arrays=(
            INP,
            Array(name="out", meaning="the quantised row", role="out", dtype=dtype, rows="out"),
            per_row("scale", "what it is divided by", role="out", dtype="float32"),
        ),
        recognised_by=Hints(names=names, needs=(needs,), aliases=aliases),
        **parts,
    )


OPERATIONS = (
    _quantisation(
        "quantize_int8",
        "int8",
        names="quant",
        needs="127|int8|char|rint|round",
        summary="scale = largest magnitude / 127; rint(x / scale) as int8, along each row",
        reference=quantize_int8,
        nan_rows="scale of a row with nan",
        about="""
        Symmetric quantisation of each row to 8 bits: ``scale = max |x| / 127``, ``out = rint(x / scale)``.

        A row of zeros has the scale 0 and zeros. A row with NaN or an infinity has that scale, and so quotients that
        are NaN: they become 0, as CUDA's conversion makes them, and so do finite numbers divided by an infinite scale.

        Where rounding decides between two integers, one more and one less than the reference's are right. With ``ftz``,
        a row whose scale may be flushed to zero is not judged.
        """,
    ),
    _quantisation(
        "quantize_fp8",
        "float8_e4m3fn",
        names="(?:quant|cast|scale).*(?:fp8|float8|e4m3)|(?:fp8|float8|e4m3).*quant",
        needs="448|fp8|e4m3",
        summary="scale = largest magnitude / 448; x / scale as float8_e4m3fn, along each row",
        reference=quantize_fp8,
        nan_rows="row with nan, or an infinity itself",
        about="""
        Quantisation of each row to 8-bit floats: ``scale = max |x| / 448``, ``out = x / scale`` in e4m3.

        A row of zeros has the scale 0 and zeros. A row with NaN has a scale of NaN, and NaN throughout. A row with an
        infinity has that scale: infinities become NaN, and numbers 0. No quotient is beyond 448 by more than rounding,
        so conversions with and without saturation agree. With ``ftz``, a row whose scale may be flushed to zero is not
        judged.

        Source: Open Compute Project, "OCP 8-bit Floating Point Specification (OFP8)", revision 1.0, 2023: E4M3.
        """,
    ),
)
