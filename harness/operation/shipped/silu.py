"""Sigmoid linear unit, also called swish: ``x / (1 + exp(-x))``.

The bound is derived from the reference (``docs/tolerance.md``). An exponential that overflows makes the result 0.

References
----------
S. Elfwing, E. Uchibe, K. Doya, "Sigmoid-weighted linear units", arXiv 1702.03118, 2017.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..array import INP, OUT
from ..hints import EXPONENTIAL, Hints
from ..model import Operation
from ..precision.vocabulary import Vocabulary

if TYPE_CHECKING:
    from ..bounded import Bounded

WORDS = Vocabulary(
    bases={
        "ieee": "expf of -x, IEEE division",
        "fast_exp": "__expf",
        "exp2": "exp2f of the product with log2(e)",
    },
    modifiers={
        "reciprocal": "a product with 1 / (1 + exp(-x))",
        "rcp_approx": "a product with rcp.approx",
        "fast_div": "__fdividef, or -prec-div=false",
        "ftz": "subnormals flushed to zero (-ftz=true)",
    },
    alternatives=(("reciprocal", "rcp_approx", "fast_div"),),
    float32_only=("fast_exp", "rcp_approx", "fast_div"),
)


def reference(inp: Bounded) -> Bounded:
    """Return the activations."""
    result: Bounded = inp / (1.0 + np.exp(-inp))
    return result


OPERATION = Operation(
    name="silu",
    summary="x / (1 + exp(-x)), element by element",
    reference=reference,
    parse_arithmetic=WORDS.parse,
    arrays=(INP, OUT),
    nan_rows="nan, or -inf",
    recognised_by=Hints(
        names="silu|swish",
        needs=(rf"{EXPONENTIAL}|tanh",),
        unusual="rsqrt|__shfl",
    ),
)
