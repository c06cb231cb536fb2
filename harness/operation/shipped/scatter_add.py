"""Rows added to the rows of a table that their indices name: ``table[indices_i] += inp_i``, in float32 and in place.

This is the gradient of `gather_rows`. Several rows may have one index; their additions may come in any order, by
atomics for example, and the kernel then declares ``deterministic = false``. There are as many indices as the table has
rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import ANY_FUNCTION, INP, Array, Hints, Operation, Vocabulary, kinds_but, usual
from ..array import per_row


def reference(inp: Any, indices: NDArray[np.int64], table: Any) -> Any:
    total = table.copy()
    np.add.at(total, indices, inp)
    return total


OPERATION = Operation(
    name="scatter_add",
    summary="each row added to the row of the table that its index names, in place",
    reference=reference,
    parse_arithmetic=Vocabulary(bases={"ieee": "additions in any order"}, modifiers=usual("ftz")).parse,
    arrays=(
        INP,
        per_row("indices", "a row of the table", dtype="int64", below="n_rows"),
        Array(
            name="table",
            meaning="what is added to, then the sums",
            role="in-out",
            dtype="float32",
            rows="out",
        ),
    ),
    # Numbers near the largest overflow in their sum.
    kinds=kinds_but("huge3e38"),
    nan_rows="nan, or infinities of both signs",
    rows_independent=False,
    recognised_by=Hints(names=r"scatter|index_?add|embed\w*(?:backward|grad)", unusual=ANY_FUNCTION),
)
