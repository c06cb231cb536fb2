"""Sum of each column over all rows, in float32: the gradient of a bias.

`parallel` and `serial` of a declaration describe the sum of one column; without them, every order of additions is
right. A kernel that adds by atomics in an order that launches do not share declares ``deterministic = false``.
"""

from __future__ import annotations

import numpy as np

from .. import ANY_FUNCTION, INP, Array, Hints, Operation, Vocabulary, kinds_but, usual

OPERATION = Operation(
    name="column_sum",
    summary="sum over all rows, for each column",
    reference=lambda inp: np.sum(inp, axis=0),
    parse_arithmetic=Vocabulary(bases={"ieee": "additions in any order"}, modifiers=usual("ftz")).parse,
    arrays=(
        INP,
        Array(name="sums", meaning="the sum of each column", role="out", shape=("n_cols",), dtype="float32"),
    ),
    # Numbers near the largest overflow in their sum.
    kinds=kinds_but("huge3e38"),
    nan_rows="column with nan, or with infinities of both signs",
    rows_independent=False,
    recognised_by=Hints(
        names=r"col(?:umn)?s?_?(?:sum|reduc)|(?:sum|reduc)\w*_?col|bias_?(?:grad|backward)|dbias|backward_bias",
        unusual=ANY_FUNCTION,
        aliases={"sums": "col_sum col_sums colsum column_sums dbias out output result sum total totals"},
    ),
)
