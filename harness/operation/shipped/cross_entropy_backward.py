"""Gradient of the cross entropy by its scores: ``(probs - 1 at the target, else probs) * dloss``, row by row.

`probs` are the softmax of the scores, `dloss` is the gradient of each row's loss in float32. The kind ``probabilities``
has rows that add up to 1; the others have any numbers, which the formula takes as well.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import ANY_FUNCTION, GRADIENT, OUT, Array, Hints, Operation, Vocabulary, usual
from ..array import per_row
from ..given import InputKind, away_from_one, for_each_row, probability_rows


def reference(probs: Any, targets: NDArray[np.int64], dloss: Any) -> Any:
    is_target = np.arange(probs.shape[1]) == targets[:, np.newaxis]
    return (probs - is_target.astype(np.float64)) * dloss[:, np.newaxis]


OPERATION = Operation(
    name="cross_entropy_backward",
    summary="(probs - 1) * dloss at each row's target, probs * dloss elsewhere",
    reference=reference,
    parse_arithmetic=Vocabulary(bases={"ieee": "a difference and a product"}, modifiers=usual("ftz")).parse,
    arrays=(
        Array(name="probs", meaning="the softmax of the scores", rows="inp"),
        per_row("targets", "a column for each row", dtype="int64", below="n_cols"),
        per_row(
            "dloss", "the gradient of each row's loss", dtype="float32", values=for_each_row(away_from_one)
        ),
        OUT,
    ),
    kinds=("spread", "normal", "subnormal", "neg_inf_some", "pos_inf", "nan", "sweep"),
    own_kinds=(
        InputKind(
            "probabilities",
            "rows of probabilities that add up to 1, some of them 0",
            lambda stream, n_rows, n_cols, form: probability_rows(stream, (n_rows, n_cols), form),
        ),
    ),
    nan_rows="nan",
    recognised_by=Hints(
        names=rf"(?:cross_?entropy|xent).*(?:{GRADIENT})|(?:{GRADIENT}).*(?:cross_?entropy|xent)",
        unusual=ANY_FUNCTION,
        aliases={
            "probs": "p prob probabilities sm softmax softmax_out",
            "dloss": "d_loss dl dlosses dout dy grad grad_loss grad_losses grad_out grad_output upstream",
        },
    ),
)
