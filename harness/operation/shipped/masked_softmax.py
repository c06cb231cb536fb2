"""Softmax of each row over the columns whose `mask` is 1: ``exp(x - max) / sum of exp(x - max)``; the others are 0.

A row without such a column is 0 throughout. Masked elements do not matter, NaN and infinities included. The mask is of
int32, or of int64 by ``types``; one of bytes cannot be declared.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import EXPONENTIAL, INP, OUT, Array, Hints, Operation, Vocabulary, mask_rows, usual

WORDS = Vocabulary(
    bases={"ieee": "expf of the shifted row, IEEE division", **usual("fast_exp", "exp2")},
    modifiers=usual("reciprocal", "fast_div", "online", "ftz"),
)


def weights(inp: Any, is_hidden: NDArray[np.bool_]) -> Any:
    """Return the softmax of each row over the columns that are not hidden, NaN without one."""
    from ..bounded import online_sum  # 0.1 s, and not every command needs it

    x = inp.copy()
    x[is_hidden] = -np.inf
    powers = np.exp(x - np.max(x, axis=1, keepdims=True))
    # Where the visible elements are all -inf, differences of hidden ones are NaN (-inf - -inf).
    powers[is_hidden] = 0.0
    total = online_sum(powers, x, axis=1) if "online" in inp.arithmetic else np.sum(powers, axis=1)
    return powers / total[:, np.newaxis]


def reference(inp: Any, mask: NDArray[np.int64]) -> Any:
    result = weights(inp, mask == 0)
    result[np.all(mask == 0, axis=1)] = 0.0
    return result


OPERATION = Operation(
    name="masked_softmax",
    summary="exp(x - max) / sum of exp(x - max) over the columns whose mask is 1, along each row; else 0",
    reference=reference,
    parse_arithmetic=WORDS.parse,
    arrays=(
        INP,
        Array(name="mask", meaning="1 for a column that counts", dtype="int32", below=2, values=mask_rows),
        OUT,
    ),
    nan_rows="row whose unmasked elements have nan, +inf or only -inf",
    never_negative=True,
    shift_invariant="only differences to the row's maximum may matter",
    recognised_by=Hints(
        names="mask.*softmax|softmax.*mask",
        needs=(EXPONENTIAL,),
        aliases={"mask": "attention_mask attn_mask is_valid keep m masks valid"},
    ),
)
