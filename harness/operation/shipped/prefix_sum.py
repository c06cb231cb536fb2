"""Inclusive prefix sum of each row: ``y_i = x_0 + ... + x_i``. The elements of a prefix are added in any order."""

from __future__ import annotations

import numpy as np

from .. import ANY_FUNCTION, Hints, Operation, Vocabulary, kinds_but, usual

OPERATION = Operation(
    name="prefix_sum",
    summary="x_0 + ... + x_i for each column i, along each row",
    reference=lambda inp: np.add.accumulate(inp, axis=1),
    parse_arithmetic=Vocabulary(bases={"ieee": "additions"}, modifiers=usual("ftz")).parse,
    # Partial sums of numbers near the largest overflow in one order and not in another.
    kinds=kinds_but("huge3e38"),
    nan_rows="prefix with nan or two infinities",
    moves_with_columns=False,
    recognised_by=Hints(names="prefix|scan|cumsum|cumulative", unusual=ANY_FUNCTION),
)
