"""Logarithm of softmax, of each row: ``y_i = (x_i - max) - log(sum_j exp(x_j - max))``.

`harness.operation.row_bounds.log_softmax` has the reference, which is SciPy's, and derives the bound.

Words of ``arithmetic``: ``lse`` is ``x - (m + log S)``, which rounds ``m + log S`` instead of ``x - m``; ``online``
rescales partial sums; ``fast_log`` is ``__logf``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..hints import EXPONENTIAL, Hints
from ..model import Operation
from ..precision.arithmetic import TOKENS
from ..precision.vocabulary import Vocabulary
from ..row_bounds import log_softmax as bounds

if TYPE_CHECKING:
    from ..bounded import Bounded

WORDS = Vocabulary(
    bases={
        "ieee": TOKENS["ieee"],
        "fast_exp": TOKENS["fast_exp"],
        "exp2": "exp2f of (x - max) * log2(e)",
    },
    modifiers={
        "fast_log": "__logf of the sum",
        "lse": "x - (max + log(sum)), the bracket first",
        "online": TOKENS["online"],
        "ftz": TOKENS["ftz"],
    },
    float32_only=("fast_exp", "fast_log"),
)


def bounded_reference(inp: Bounded) -> Bounded:
    """Return the same on bounded arrays, whose bound a test holds against `bound`."""
    from ..bounded import online_sum  # 0.1 s, and no case needs it

    top = np.max(inp, axis=1, keepdims=True)
    powers = np.exp(inp - top)
    if "online" in inp.arithmetic:
        log_sum = np.log(online_sum(powers, inp, axis=1, keepdims=True))
    else:
        log_sum = np.log(np.sum(powers, axis=1, keepdims=True))
    result: Bounded = inp - (top + log_sum) if "lse" in inp.arithmetic else (inp - top) - log_sum
    return result


OPERATION = Operation(
    name="log_softmax",
    summary="(x - max) - log of the sum of exp(x - max), along each row",
    reference=bounds.reference,
    bound=bounds.bound,
    bounded_reference=bounded_reference,
    parse_arithmetic=WORDS.parse,
    nan_rows="row with nan, +inf or only -inf",
    row_quantities=bounds.row_quantities,
    shift_invariant="only differences to the row's maximum may matter",
    recognised_by=Hints(
        names="log_?softmax",
        needs=(EXPONENTIAL, "log"),
    ),
)
