"""Symmetric quantisation of each row to 8 bits: ``scale = max |x| / 127``, ``out = rint(x / scale)``.

A row of zeros has the scale 0 and zeros. A row with NaN or an infinity has that scale, and so quotients that are NaN:
they become 0, as CUDA's conversion makes them, and so do finite numbers divided by an infinite scale.

Where rounding decides between two integers, one more and one less than the reference's are right. With ``ftz``, a row
whose scale may be flushed to zero is not judged.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import INP, Array, Hints, Operation, Vocabulary, usual
from ..array import per_row

LARGEST = 127.0
"""Largest magnitude of a quantised number; -128 is not used."""


def reference(inp: Any) -> dict[str, Any]:
    scale = np.max(np.abs(inp), axis=1, keepdims=True) / LARGEST
    quotient = inp / scale
    quotient = np.where(np.isnan(quotient) | (scale == 0.0), 0.0, quotient)
    return {"out": np.clip(np.rint(quotient), -LARGEST, LARGEST), "scale": scale[:, 0]}


OPERATION = Operation(
    name="quantize_int8",
    summary="scale = largest magnitude / 127; rint(x / scale) as int8, along each row",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "IEEE division by the scale", "reciprocal": "a product with the scale's reciprocal"},
        modifiers=usual("ftz"),
    ).parse,
    arrays=(
        INP,
        Array(name="out", meaning="the quantised row", role="out", dtype="int8", rows="out"),
        per_row("scale", "what it is divided by", role="out", dtype="float32"),
    ),
    nan_rows="scale of a row with nan",
    recognised_by=Hints(
        names="quant",
        needs=("127|int8|char|rint|round",),
        aliases={"scale": "amax factor factors row_scale row_scales s scales step steps"},
    ),
)
