"""Rectified linear unit: ``max(x, 0)``, and NaN for NaN. Nothing is rounded, and -0.0 equals 0."""

from __future__ import annotations

import numpy as np

from .. import ANY_FUNCTION, Hints, Operation, Vocabulary, usual

OPERATION = Operation(
    name="relu",
    summary="max(x, 0), element by element",
    reference=lambda inp: np.maximum(inp, 0.0),
    parse_arithmetic=Vocabulary(bases={"ieee": "a comparison that keeps NaN"}, modifiers=usual("ftz")).parse,
    nan_rows="nan",
    never_negative=True,
    recognised_by=Hints(names="(?:^|_)relu", unusual=f"{ANY_FUNCTION}|__shfl"),
)
