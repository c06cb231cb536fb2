"""Elements limited to a range: ``min(max(x, low), high)``, and NaN for NaN. Nothing is rounded."""

from __future__ import annotations

import numpy as np

from .. import ANY_FUNCTION, Hints, Operation, Scalar, Vocabulary, usual

OPERATION = Operation(
    name="clamp",
    summary="min(max(x, low), high), element by element",
    reference=lambda inp, low, high: np.minimum(np.maximum(inp, low), high),
    parse_arithmetic=Vocabulary(bases={"ieee": "comparisons that keep NaN"}, modifiers=usual("ftz")).parse,
    scalars=(
        Scalar("low", "the smallest result", values=(-0.5, 0.0, -2.0)),
        Scalar("high", "the largest result", values=(1.0, 6.0, 0.25)),
    ),
    nan_rows="nan",
    recognised_by=Hints(
        names="clamp|clip|hardtanh|relu6",
        unusual=f"{ANY_FUNCTION}|__shfl",
        aliases={"low": "lo lower min min_val minimum mn", "high": "hi max max_val maximum mx upper"},
    ),
)
