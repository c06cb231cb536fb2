"""Gated linear unit with a SiLU: ``gate / (1 + exp(-gate)) * up``, the middle of a feed-forward layer.

`gate` and `up` are two arrays with the rows of the input. Both in one array of rows of twice the length, as some
repositories have them, cannot be declared.

Source: N. Shazeer, "GLU Variants Improve Transformer", arXiv 2002.05202, 2020.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import EXPONENTIAL, OUT, Array, Hints, Operation, Vocabulary, usual


def reference(gate: Any, up: Any) -> Any:
    active = gate / (1.0 + np.exp(-gate))
    if "stored_gate" in gate.arithmetic:
        active = active.astype(gate.arithmetic.stored.dtype)
    return active * up


OPERATION = Operation(
    name="swiglu",
    summary="gate / (1 + exp(-gate)) * up, element by element",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "expf of -x, IEEE division", **usual("fast_exp", "exp2")},
        modifiers={
            "reciprocal": "a product with 1 / (1 + exp(-x))",
            **usual("rcp_approx", "fast_div"),
            "stored_gate": "the activation is rounded to the element type before the product",
            **usual("ftz"),
        },
    ).parse,
    arrays=(
        Array(name="gate", meaning="what is activated", rows="inp"),
        Array(name="up", meaning="a factor for each element", rows="inp"),
        OUT,
    ),
    nan_rows="nan, a gate of -inf, or an infinity times 0",
    recognised_by=Hints(
        names="swiglu|silu.*mul|silu_and_mul|glu|act_?and_?mul|silu.*elementwise",
        needs=(rf"{EXPONENTIAL}|tanh",),
        unusual="rsqrt|__shfl",
        aliases={
            "gate": "a g gate_proj gates h1 inp input w1 x x1",
            "up": "b h2 multiplier proj u up_proj v value w3 x2 y",
        },
    ),
)
