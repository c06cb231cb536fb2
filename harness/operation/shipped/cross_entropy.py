"""Cross entropy of each row with a target column: ``log(sum_j exp(x_j - max)) - (x_target - max)``.

The loss is float32 for every element type.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import EXPONENTIAL, INP, Hints, Operation, Vocabulary, usual
from ..array import per_row


def reference(inp: Any, targets: NDArray[np.int64]) -> Any:
    from ..bounded import online_sum  # 0.1 s, and not every command needs it

    top = np.max(inp, axis=1, keepdims=True)
    shifted = inp - top
    powers = np.exp(shifted)
    online = "online" in inp.arithmetic
    log_sum = np.log(online_sum(powers, inp, axis=1) if online else np.sum(powers, axis=1))
    at_target = (np.arange(targets.size), targets)
    loss = log_sum - shifted[at_target]
    if "lse" in inp.arithmetic:
        loss = (top[:, 0] + log_sum) - inp[at_target]
    return loss


OPERATION = Operation(
    name="cross_entropy",
    summary="log of the sum of exp(x - max), minus x - max at the target, along each row",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "expf and logf of the shifted row", **usual("fast_exp", "exp2")},
        modifiers={
            "fast_log": "__logf",
            "lse": "max + log of the sum, minus the target's element",
            **usual("online", "ftz"),
        },
    ).parse,
    arrays=(
        INP,
        per_row("targets", "a column for each row", dtype="int64", below="n_cols"),
        per_row("loss", "the loss of each row", role="out", dtype="float32"),
    ),
    nan_rows="row with nan, +inf or only -inf",
    shift_invariant="only differences to the row's maximum may matter",
    recognised_by=Hints(
        names="cross_?entropy|nll|xent",
        needs=(EXPONENTIAL, "log"),
        aliases={"loss": "ce losses nll out output"},
    ),
)
