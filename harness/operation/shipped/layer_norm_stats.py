"""Layer normalisation that keeps its statistics: the result, and ``mean`` and ``rstd`` of each row in float32.

``y_i = (x_i - mean) * rstd * weight_i + bias_i`` with ``rstd = 1 / sqrt(variance + eps)``. The backward pass reads the
statistics, so they must be right by themselves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import INP, OUT, Operation, Vocabulary, kinds_but
from ..array import per_row
from ..norms import variance, weighted
from . import layer_norm


def reference(inp: Any, weight: Any, bias: Any, eps: Any) -> dict[str, Any]:
    mean = np.mean(inp, axis=1, keepdims=True)
    rstd = 1.0 / np.sqrt(variance(inp) + eps)
    return {"out": weighted((inp - mean) * rstd, weight, bias), "mean": mean[:, 0], "rstd": rstd[:, 0]}


OPERATION = Operation(
    name="layer_norm_stats",
    summary="(x - mean) * rstd * weight + bias with rstd = 1 / sqrt(variance + eps), along each row; mean; rstd",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases=layer_norm.WORDS.bases,
        modifiers={
            **layer_norm.WORDS.modifiers,
            "welford": "mean and sum of squares updated together in one pass",
        },
    ).parse,
    arrays=(
        INP,
        OUT,
        per_row("mean", "the mean of each row", role="out", dtype="float32"),
        per_row("rstd", "1 / sqrt(variance + eps)", role="out", dtype="float32"),
        *layer_norm.OPERATION.vectors,
    ),
    scalars=layer_norm.OPERATION.scalars,
    # Squares of numbers near the largest overflow in float32.
    kinds=kinds_but("huge3e38"),
    nan_rows="row with nan or an infinity",
    recognised_by=layer_norm.OPERATION.recognised_by,
)
