"""Sum of each column over all rows, in float32: the gradient of a bias.

The bound is derived from the reference (``docs/tolerance.md``). `parallel` and `serial` of a declaration describe
the sum of one column; without them, every order of additions is right.

Limitations
-----------
A kernel that adds by atomics in an order that launches do not share declares ``deterministic = false``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..array import INP, Array
from ..hints import ANY_FUNCTION, Hints
from ..kinds import INPUT_KINDS
from ..model import Operation
from ..precision.vocabulary import Vocabulary

if TYPE_CHECKING:
    from ..bounded import Bounded

WORDS = Vocabulary(
    bases={"ieee": "additions in any order"},
    modifiers={"ftz": "subnormals flushed to zero (-ftz=true)"},
)


def reference(inp: Bounded) -> Bounded:
    """Return the sums."""
    total: Bounded = np.sum(inp, axis=0)
    return total


OPERATION = Operation(
    name="column_sum",
    summary="sum over all rows, for each column",
    reference=reference,
    parse_arithmetic=WORDS.parse,
    arrays=(
        INP,
        Array(name="sums", meaning="the sum of each column", role="out", shape=("n_cols",), dtype="float32"),
    ),
    # Numbers near the largest overflow in their sum.
    kinds=tuple(kind for kind in INPUT_KINDS if kind != "huge3e38"),
    nan_rows="column with nan, or with infinities of both signs",
    rows_independent=False,
    recognised_by=Hints(
        names=r"col(?:umn)?s?_?(?:sum|reduc)|(?:sum|reduc)\w*_?col|bias_?(?:grad|backward)|dbias|backward_bias",
        unusual=ANY_FUNCTION,
        aliases={
            "sums": "col_sum col_sums colsum column_sums dbias out output result sum total totals",
        },
    ),
)
