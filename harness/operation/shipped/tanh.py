"""Hyperbolic tangent, element by element: ``tanh(x)``."""

from __future__ import annotations

import numpy as np

from .. import EXPONENTIAL, Hints, Operation, Vocabulary, usual

OPERATION = Operation(
    name="tanh",
    summary="tanh(x), element by element",
    reference=lambda inp: np.tanh(inp),
    parse_arithmetic=Vocabulary(
        bases={"ieee": "tanhf"}, modifiers={"fast_tanh": "tanh.approx instead", **usual("ftz")}
    ).parse,
    nan_rows="nan",
    recognised_by=Hints(names="tanh", needs=(rf"tanh|{EXPONENTIAL}",), unusual="rsqrt|__shfl"),
)
