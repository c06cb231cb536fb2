"""Cross entropy, and the gradients of cross entropy and softmax."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import ANY_FUNCTION, EXPONENTIAL, GRADIENT, INP, OUT, Array, Hints, Operation, Vocabulary, usual
from ..array import per_row
from ..given import InputKind, away_from_one, for_each_row, probability_rows
from ..kinds import kinds_but
from ..precision.vocabulary import ieee

_TARGETS = per_row("targets", "a column for each row", dtype="int64", below="n_cols")


def cross_entropy(inp: Any, targets: NDArray[np.int64]) -> Any:
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


def cross_entropy_backward(probs: Any, targets: NDArray[np.int64], dloss: Any) -> Any:
    is_target = np.arange(probs.shape[1]) == targets[:, np.newaxis]
    return (probs - is_target.astype(np.float64)) * dloss[:, np.newaxis]


def softmax_backward(grad: Any, y: Any) -> Any:
    total = np.sum(y * grad, axis=1, keepdims=True)
    result = y * (grad - total)
    if "distributed" in grad.arithmetic:
        result = y * grad - y * total
    return result


OPERATIONS = (
    Operation(
        name="cross_entropy",
        summary="log of the sum of exp(x - max), minus x - max at the target, along each row",
        reference=cross_entropy,
        parse_arithmetic=Vocabulary(
            bases={"ieee": "expf and logf of the shifted row", **usual("fast_exp", "exp2")},
            modifiers={
                "fast_log": "__logf",
                "lse": "max + log of the sum, minus the target's element",
                **usual("online", "ftz"),
            },
        ).parse,
        arrays=(INP, _TARGETS, per_row("loss", "the loss of each row", role="out", dtype="float32")),
        nan_rows="row with nan, +inf or only -inf",
        shift_invariant="only differences to the row's maximum may matter",
        recognised_by=Hints(
            names="cross_?entropy|nll|xent",
            needs=(EXPONENTIAL, "log"),
            aliases={"loss": "ce losses nll out output"},
        ),
        about="""
        Cross entropy of each row with a target column: ``log(sum_j exp(x_j - max)) - (x_target - max)``.

        The loss is float32 for every element type.
        """,
    ),
    Operation(
        name="cross_entropy_backward",
        summary="(probs - 1) * dloss at each row's target, probs * dloss elsewhere",
        reference=cross_entropy_backward,
        parse_arithmetic=ieee("a difference and a product"),
        arrays=(
            Array(name="probs", meaning="the softmax of the scores", rows="inp"),
            _TARGETS,
            per_row(
                "dloss",
                "the gradient of each row's loss",
                dtype="float32",
                values=for_each_row(away_from_one),
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
        about="""
        Gradient of the cross entropy by its scores: ``(probs - 1 at the target, else probs) * dloss``, row by row.

        `probs` are the softmax of the scores, `dloss` is the gradient of each row's loss in float32. The kind
        ``probabilities`` has rows that add up to 1; the others have any numbers, which the formula takes as well.
        """,
    ),
    Operation(
        name="softmax_backward",
        summary="y * (grad - sum of y * grad), along each row",
        reference=softmax_backward,
        parse_arithmetic=ieee(
            "the sum of products, then a difference and a product", distributed="y * grad - y * sum instead"
        ),
        arrays=(
            Array(name="grad", meaning="the gradient of the softmax's result", rows="inp"),
            Array(name="y", meaning="the softmax's result", rows="inp", values=probability_rows),
            OUT,
        ),
        # The products of numbers near the largest overflow in their sum; equal gradients leave nothing but rounding.
        kinds=kinds_but("huge3e38", "constant"),
        nan_rows="row with nan, or an infinity whose sum is one",
        recognised_by=Hints(
            names=rf"softmax.*(?:{GRADIENT})|(?:{GRADIENT}).*softmax",
            unusual=ANY_FUNCTION,
            aliases={
                "grad": "d_out d_y dout dp dprobs dy grad_out grad_output gradient gradients output_grad",
                "y": "a out output probs s sm softmax softmax_out",
            },
        ),
        about="""
        Gradient of a softmax along each row: ``y_i * (grad_i - sum_j y_j grad_j)``, from the softmax `y` and its
        gradient.

        A row of equal gradients is not among the inputs: its result is 0, and a right kernel gives any rounding error.
        """,
    ),
)
