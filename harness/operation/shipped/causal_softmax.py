"""Causal softmax of scaled scores: row `i` has weights for its first columns, and 0 in columns behind its own position.

``exp(scale (x - max)) / sum of exp(scale (x - max))`` over the columns up to ``(start + i) mod n_cols``. `start` is
``-n_rows mod n_cols``, so that the last row sees every column. For whole square blocks of scores it is 0, and row
`i` sees the columns up to ``i mod n_cols``. A kernel that needs `start` gets it by a rule in ``args``:
``(n_cols - n_rows % n_cols) % n_cols``.

Columns behind the position do not matter, NaN included; the kind ``hidden_maximum`` has large numbers there.

With ``scaled_first``, ``exp(scale x - max of scale x)``, the products are rounded at the size of `x`, not of the
difference. Their bound says nothing of magnitudes from 1e6 on, and such a kernel must declare a `max_magnitude`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import EXPONENTIAL, FloatFormat, Hints, Operation, Vocabulary, usual
from ..given import InputKind, Matrix, Scalar, Stream


def reference(inp: Any, scale: Any) -> Any:
    from ..bounded import online_sum  # 0.1 s, and not every command needs it

    behind = _behind(*inp.shape)
    x = inp.copy()
    x[behind] = -np.inf
    scaled_first = "scaled_first" in inp.arithmetic
    x = scale * x if scaled_first else x
    shifted = x - np.max(x, axis=1, keepdims=True)
    scaled = shifted if scaled_first else scale * shifted
    powers = np.exp(scaled)
    # Where the visible columns are all -inf, differences of hidden ones are NaN (-inf - -inf).
    powers[behind] = 0.0
    total = online_sum(powers, scaled, axis=1) if "online" in inp.arithmetic else np.sum(powers, axis=1)
    result = powers / total[:, np.newaxis]
    result[behind] = 0.0
    return result


def _behind(n_rows: int, n_cols: int) -> NDArray[np.bool_]:
    return np.arange(n_cols) > (np.arange(n_rows)[:, np.newaxis] - n_rows) % n_cols


def _hidden_maximum(stream: Stream, n_rows: int, n_cols: int, _form: FloatFormat) -> Matrix:
    return stream.normal(n_rows, n_cols) + 2000.0 * _behind(n_rows, n_cols)


OPERATION = Operation(
    name="causal_softmax",
    summary="softmax of scale * x over the columns up to the row's position, (i - n_rows) mod n_cols; else 0",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "expf of the shifted row, IEEE division", **usual("fast_exp", "exp2")},
        modifiers={
            **usual("reciprocal", "fast_div", "online"),
            "scaled_first": "the scores are scaled before their maximum is taken",
            **usual("ftz"),
        },
    ).parse,
    scalars=(Scalar("scale", "a factor of the scores", values=(0.125, 1.0, 0.0883883461356163)),),
    own_kinds=(InputKind("hidden_maximum", "scores that grow by 2000 behind the position", _hidden_maximum),),
    nan_rows="row with nan, +inf or only -inf up to its position",
    never_negative=True,
    moves_with_columns=False,
    recognised_by=Hints(
        names="(?:causal|triang|masked|autoregressive).*softmax|softmax.*(?:causal|triang|masked)",
        needs=(EXPONENTIAL,),
        rules={"(n_cols - n_rows % n_cols) % n_cols": "offset past past_len pos start start_pos step"},
    ),
)
