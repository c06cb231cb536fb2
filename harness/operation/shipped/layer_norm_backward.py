"""Gradients of a layer normalisation, from `dout`, the input, the weight and the kept statistics of each row.

With ``n = (inp - mean) * rstd`` and ``g = dout * weight``: ``dinp = (g - mean of g - n * mean of g n) * rstd`` along
each row. ``dweight`` and ``dbias`` are the sums of ``dout * n`` and of ``dout`` over the rows, in float32 and in any
order: `parallel` and `serial` describe the sums along a row alone. The formula holds for any statistics, so `mean` and
`rstd` are any numbers here.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import GRADIENT, Array, Hints, Operation, Vocabulary, kinds_but, usual, vector
from ..array import per_row
from ..given import away_from_one, for_each_row, small_and_signed


def reference(inp: Any, dout: Any, weight: Any, mean: Any, rstd: Any) -> dict[str, Any]:
    scale = rstd[:, np.newaxis]
    normal, grad = (inp - mean[:, np.newaxis]) * scale, dout * weight
    along = np.mean(grad * normal, axis=1, keepdims=True)
    sums = {"dweight": dout * normal, "dbias": dout}
    return {
        "dinp": (grad - np.mean(grad, axis=1, keepdims=True) - normal * along) * scale,
        **{name: _over_rows(terms) for name, terms in sums.items()},
    }


def _over_rows(terms: Any) -> Any:
    total: Any = np.zeros_like(terms[0])
    np.add.at(total[np.newaxis], np.zeros(len(terms), np.intp), terms)  # in any order
    return total


OPERATION = Operation(
    name="layer_norm_backward",
    summary="(g - mean of g - n * mean of g n) * rstd along each row; sums of dout * n and of dout over the rows",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "the means of g and g n, then two differences and a product"}, modifiers=usual("ftz")
    ).parse,
    arrays=(
        Array(name="inp", meaning="the input", rows="inp"),
        Array(name="dout", meaning="the gradient of the result", rows="inp"),
        vector("weight", "a factor for each column"),
        per_row("mean", "the mean of each row", dtype="float32", values=for_each_row(small_and_signed)),
        per_row("rstd", "a factor for each row", dtype="float32", values=for_each_row(away_from_one)),
        Array(name="dinp", meaning="the gradient of the input", role="out", rows="out"),
        Array(name="dweight", meaning="of the weight", role="out", shape=("n_cols",), dtype="float32"),
        Array(name="dbias", meaning="of the bias", role="out", shape=("n_cols",), dtype="float32"),
    ),
    # Products of three numbers near the largest overflow in their sum.
    kinds=kinds_but("huge3e38"),
    nan_rows="row with nan or an infinity",
    recognised_by=Hints(
        names=rf"layer_?norm.*(?:{GRADIENT})|(?:{GRADIENT}).*layer_?norm",
        aliases={
            "dout": "d_out do dy dz grad_out grad_output gradient out_grad output_grad",
            "dinp": "d_inp d_input dinput dx grad_in grad_inp grad_input inp_grad input_grad",
            "dweight": "d_weight dgamma dscale dw gamma_grad grad_gamma grad_weight weight_grad",
            "dbias": "beta_grad bias_grad d_bias db dbeta grad_beta grad_bias",
        },
    ),
)
