"""Sigmoid linear unit, also called swish: ``x / (1 + exp(-x))``; 0 where the exponential overflows.

Source: S. Elfwing, E. Uchibe, K. Doya, "Sigmoid-weighted linear units", arXiv 1702.03118, 2017.
"""

from __future__ import annotations

import numpy as np

from .. import EXPONENTIAL, Hints, Operation, Vocabulary, usual

OPERATION = Operation(
    name="silu",
    summary="x / (1 + exp(-x)), element by element",
    reference=lambda inp: inp / (1.0 + np.exp(-inp)),
    parse_arithmetic=Vocabulary(
        bases={"ieee": "expf of -x, IEEE division", **usual("fast_exp", "exp2")},
        modifiers={
            "reciprocal": "a product with 1 / (1 + exp(-x))",
            **usual("rcp_approx", "fast_div", "ftz"),
        },
    ).parse,
    nan_rows="nan, or -inf",
    recognised_by=Hints(names="silu|swish", needs=(rf"{EXPONENTIAL}|tanh",), unusual="rsqrt|__shfl"),
)
