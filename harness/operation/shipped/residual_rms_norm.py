"""Residual addition and root mean square normalisation: ``r = inp + residual``, ``r / sqrt(mean(r^2) + eps)``.

The sum ``r`` replaces `residual` in place. With ``stored_sum`` the sum is normalised as it is stored; without it, as
the kernel computed it. A row whose sum of squares overflows what is computed in is not judged.

Source: B. Zhang, R. Sennrich, "Root Mean Square Layer Normalization", NeurIPS 2019.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import OUT, ROOT, Array, Hints, Operation, Scalar, Vocabulary, kinds_but, usual, vector
from ..norms import ROUTES, square, weighted


def reference(inp: Any, residual: Any, weight: Any, eps: Any) -> dict[str, Any]:
    total = inp + residual
    x = total.astype(inp.arithmetic.stored.dtype) if "stored_sum" in inp.arithmetic else total
    scale = 1.0 / np.sqrt(np.mean(square(x), axis=1, keepdims=True) + eps)
    return {"out": weighted(x * scale, weight), "residual": total}


OPERATION = Operation(
    name="residual_rms_norm",
    summary="r = inp + residual, in place; r / sqrt(mean of r^2 + eps) * weight, along each row",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "the sum of squares; sqrtf and IEEE division"},
        modifiers={
            **usual("rsqrt"),
            **ROUTES,
            "stored_sum": "the sum is rounded to the element type before it is normalised",
            **usual("ftz"),
        },
    ).parse,
    arrays=(
        Array(name="inp", meaning="what is added to the residual", rows="inp"),
        Array(name="residual", meaning="the residual, then the sum", role="in-out", rows="inp"),
        OUT,
        vector("weight", "a factor for each column", absent=1.0),
    ),
    scalars=(Scalar("eps", "what is added to the mean square", values=(1e-5, 1e-3, 1e-6)),),
    # Squares of numbers near the largest overflow in float32.
    kinds=kinds_but("huge3e38"),
    nan_rows="row with nan, or an infinity itself",
    recognised_by=Hints(
        names="(?:add|resid|fused).*rms|rms.*(?:add|resid)",
        needs=(ROOT,),
        unusual=r"\btanh|\berf",
        aliases={"residual": "acc hidden r res resid residuals skip stream"},
    ),
)
