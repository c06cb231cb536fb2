"""Softmax of the first `lengths` columns of each row: ``exp(x - max) / sum of exp(x - max)``; what is behind is 0.

A length is between 0 and `n_cols`. A row of length 0 is 0 throughout. Columns behind the length do not matter, NaN
and infinities included.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import EXPONENTIAL, INP, OUT, Hints, Operation
from ..array import per_row
from . import masked_softmax


def reference(inp: Any, lengths: NDArray[np.int64]) -> Any:
    behind = np.arange(inp.shape[1]) >= lengths[:, np.newaxis]
    result = masked_softmax.weights(inp, behind)
    result[behind] = 0.0
    return result


OPERATION = Operation(
    name="ragged_softmax",
    summary="exp(x - max) / sum of exp(x - max) over the first columns of each row, as its length says; else 0",
    reference=reference,
    parse_arithmetic=masked_softmax.WORDS.parse,
    arrays=(
        INP,
        per_row("lengths", "how many columns of each row count", dtype="int32", below="n_cols + 1"),
        OUT,
    ),
    nan_rows="row with nan, +inf or only -inf within its length",
    never_negative=True,
    moves_with_columns=False,
    shift_invariant="only differences to the row's maximum may matter",
    recognised_by=Hints(
        names="(?:ragged|varlen|length|pad|mask).*softmax|softmax.*(?:ragged|varlen|length|pad|mask)",
        needs=(EXPONENTIAL,),
        aliases={
            "lengths": "len length lens n_valid row_lengths seq_len seq_lens seqlens valid_len valid_lengths"
        },
    ),
)
