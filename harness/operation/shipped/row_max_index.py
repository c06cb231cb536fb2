"""Largest element of each row and its column: ``value = max_j x_j``, ``index`` with ``x_index = value``.

Any column of a tied maximum is right. A row with NaN has the maximum NaN, and the index of any NaN. ``-0.0`` equals 0.
The order of comparisons makes no difference, so ``arithmetic`` has one word, and both outputs are exact. No word admits
``-ftz=true``, with which subnormal numbers are equal to 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import ANY_FUNCTION, INP, Hints, Operation, Vocabulary
from ..array import per_row


def reference(inp: Any) -> dict[str, Any]:
    return {"value": np.max(inp, axis=1), "index": np.argmax(inp, axis=1)}


def is_at_maximum(
    inputs: Mapping[str, NDArray[Any]], outputs: Mapping[str, NDArray[Any]]
) -> NDArray[np.bool_]:
    """Return where an index is that of the maximum, or of NaN in a row with NaN."""
    inp, index = inputs["inp"], outputs["index"]
    picked, largest = inp[np.arange(index.size), index], np.max(inp, axis=1)
    return np.asarray((picked == largest) | (np.isnan(picked) & np.isnan(largest)))


OPERATION = Operation(
    name="row_max_index",
    summary="the largest element and its column, any of equal ones; NaN if there is one, along each row",
    reference=reference,
    parse_arithmetic=Vocabulary(bases={"ieee": "comparisons"}).parse,
    arrays=(
        INP,
        per_row("value", "the largest element", role="out"),
        per_row(
            "index", "a column that holds it", role="out", dtype="int32", below="n_cols", accept=is_at_maximum
        ),
    ),
    # Columns are counted, and of equal elements another one may be found.
    moves_with_columns=False,
    recognised_by=Hints(
        names="arg_?max|max_?ind|top_?1",
        unusual=ANY_FUNCTION,
        aliases={
            "value": "best max max_val max_value max_values maxes maxima out top vals values",
            "index": "arg argmax argmaxes best_index id ids idx ind indexes indices inds max_idx max_index pos "
            "position",
        },
    ),
)
