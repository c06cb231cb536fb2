"""Gradient of a softmax along each row: ``y_i * (grad_i - sum_j y_j grad_j)``, from the softmax `y` and its gradient.

A row of equal gradients is not among the inputs: its result is 0, and a right kernel gives any rounding error.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import ANY_FUNCTION, GRADIENT, OUT, Array, Hints, Operation, kinds_but, probability_rows
from ..precision.vocabulary import Vocabulary, usual


def reference(grad: Any, y: Any) -> Any:
    total = np.sum(y * grad, axis=1, keepdims=True)
    result = y * (grad - total)
    if "distributed" in grad.arithmetic:
        result = y * grad - y * total
    return result


OPERATION = Operation(
    name="softmax_backward",
    summary="y * (grad - sum of y * grad), along each row",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "the sum of products, then a difference and a product"},
        modifiers={"distributed": "y * grad - y * sum instead", **usual("ftz")},
    ).parse,
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
)
