"""Quantisation of each row to 8-bit floats: ``scale = max |x| / 448``, ``out = x / scale`` in e4m3.

A row of zeros has the scale 0 and zeros. A row with NaN has a scale of NaN, and NaN throughout. A row with an infinity
has that scale: infinities become NaN, and numbers 0. No quotient is beyond 448 by more than rounding, so conversions
with and without saturation agree. With ``ftz``, a row whose scale may be flushed to zero is not judged.

Source: Open Compute Project, "OCP 8-bit Floating Point Specification (OFP8)", revision 1.0, 2023: E4M3.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import INP, Array, Hints, Operation, Vocabulary, usual
from ..array import per_row

LARGEST = 448.0
"""Largest number of e4m3."""


def reference(inp: Any) -> dict[str, Any]:
    scale = np.max(np.abs(inp), axis=1, keepdims=True) / LARGEST
    # 0 / 0 is NaN (IEEE 754), and a row of zeros has zeros.
    return {"out": np.where(scale == 0.0, 0.0, inp / scale), "scale": scale[:, 0]}


OPERATION = Operation(
    name="quantize_fp8",
    summary="scale = largest magnitude / 448; x / scale as float8_e4m3fn, along each row",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "IEEE division by the scale", "reciprocal": "a product with the scale's reciprocal"},
        modifiers=usual("ftz"),
    ).parse,
    arrays=(
        INP,
        Array(name="out", meaning="the quantised row", role="out", dtype="float8_e4m3fn", rows="out"),
        per_row("scale", "what it is divided by", role="out", dtype="float32"),
    ),
    nan_rows="row with nan, or an infinity itself",
    recognised_by=Hints(
        names="(?:quant|cast|scale).*(?:fp8|float8|e4m3)|(?:fp8|float8|e4m3).*quant",
        needs=("448|fp8|e4m3",),
        aliases={"scale": "amax factor factors row_scale row_scales s scales step steps"},
    ),
)
