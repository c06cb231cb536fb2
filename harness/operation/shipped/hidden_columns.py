"""Softmax of each row over the columns that a mask, a length or the row's position does not hide."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import EXPONENTIAL, INP, OUT, Array, FloatFormat, Hints, Operation, Vocabulary, mask_rows, usual
from ..array import per_row
from ..given import InputKind, Matrix, Scalar, Stream

_BASES = {"ieee": "expf of the shifted row, IEEE division", **usual("fast_exp", "exp2")}
_MODIFIERS = usual("reciprocal", "fast_div", "online")
_WORDS = Vocabulary(_BASES, {**_MODIFIERS, **usual("ftz")})


def _weights(inp: Any, is_hidden: NDArray[np.bool_], scale: Any = None) -> Any:
    """Return the softmax of each row over the columns that are not hidden, NaN without one."""
    from ..bounded import online_sum  # 0.1 s, and not every command needs it

    x = inp.copy()
    x[is_hidden] = -np.inf
    scaled_first = "scaled_first" in inp.arithmetic
    x = scale * x if scaled_first else x
    exponents = x - np.max(x, axis=1, keepdims=True)
    if scale is not None and not scaled_first:
        exponents = scale * exponents
    powers = np.exp(exponents)
    # Where the visible elements are all -inf, differences of hidden ones are NaN (-inf - -inf).
    powers[is_hidden] = 0.0
    if "online" in inp.arithmetic:
        total = online_sum(powers, x if scale is None else exponents, axis=1)
    else:
        total = np.sum(powers, axis=1)
    return powers / total[:, np.newaxis]


def masked_softmax(inp: Any, mask: NDArray[np.int64]) -> Any:
    result = _weights(inp, mask == 0)
    result[np.all(mask == 0, axis=1)] = 0.0
    return result


def ragged_softmax(inp: Any, lengths: NDArray[np.int64]) -> Any:
    behind = np.arange(inp.shape[1]) >= lengths[:, np.newaxis]
    result = _weights(inp, behind)
    result[behind] = 0.0
    return result


def causal_softmax(inp: Any, scale: Any) -> Any:
    behind = _behind(*inp.shape)
    result = _weights(inp, behind, scale)
    result[behind] = 0.0
    return result


def _behind(n_rows: int, n_cols: int) -> NDArray[np.bool_]:
    return np.arange(n_cols) > (np.arange(n_rows)[:, np.newaxis] - n_rows) % n_cols


def _hidden_maximum(stream: Stream, n_rows: int, n_cols: int, _form: FloatFormat) -> Matrix:
    return stream.normal(n_rows, n_cols) + 2000.0 * _behind(n_rows, n_cols)


OPERATIONS = (
    Operation(
        name="masked_softmax",
        summary="exp(x - max) / sum of exp(x - max) over the columns whose mask is 1, along each row; else 0",
        reference=masked_softmax,
        parse_arithmetic=_WORDS.parse,
        arrays=(
            INP,
            Array(
                name="mask", meaning="1 for a column that counts", dtype="int32", below=2, values=mask_rows
            ),
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
        about="""
        Softmax of each row over the columns whose `mask` is 1: ``exp(x - max) / sum of exp(x - max)``; the others are
        0.

        A row without such a column is 0 throughout. Masked elements do not matter, NaN and infinities included. The
        mask is of int32, or of int64 by ``types``; one of bytes cannot be declared.
        """,
    ),
    Operation(
        name="ragged_softmax",
        summary="exp(x - max) / sum of exp(x - max) over the first columns of each row, as its length says; else 0",
        reference=ragged_softmax,
        parse_arithmetic=_WORDS.parse,
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
        about="""
        Softmax of the first `lengths` columns of each row: ``exp(x - max) / sum of exp(x - max)``; what is behind is 0.

        A length is between 0 and `n_cols`. A row of length 0 is 0 throughout. Columns behind the length do not matter,
        NaN and infinities included.
        """,
    ),
    Operation(
        name="causal_softmax",
        summary="softmax of scale * x over the columns up to the row's position, (i - n_rows) mod n_cols; else 0",
        reference=causal_softmax,
        parse_arithmetic=Vocabulary(
            bases=_BASES,
            modifiers={
                **_MODIFIERS,
                "scaled_first": "the scores are scaled before their maximum is taken",
                **usual("ftz"),
            },
        ).parse,
        scalars=(Scalar("scale", "a factor of the scores", values=(0.125, 1.0, 0.0883883461356163)),),
        own_kinds=(
            InputKind("hidden_maximum", "scores that grow by 2000 behind the position", _hidden_maximum),
        ),
        nan_rows="row with nan, +inf or only -inf up to its position",
        never_negative=True,
        moves_with_columns=False,
        recognised_by=Hints(
            names="(?:causal|triang|masked|autoregressive).*softmax|softmax.*(?:causal|triang|masked)",
            needs=(EXPONENTIAL,),
            rules={"(n_cols - n_rows % n_cols) % n_cols": "offset past past_len pos start start_pos step"},
        ),
        about="""
        Causal softmax of scaled scores: row `i` has weights for its first columns, and 0 in columns behind its own
        position.

        ``exp(scale (x - max)) / sum of exp(scale (x - max))`` over the columns up to ``(start + i) mod n_cols``.
        `start` is ``-n_rows mod n_cols``, so that the last row sees every column. For whole square blocks of scores it
        is 0, and row `i` sees the columns up to ``i mod n_cols``. A kernel that needs `start` gets it by a rule in
        ``args``: ``(n_cols - n_rows % n_cols) % n_cols``.

        Columns behind the position do not matter, NaN included; the kind ``hidden_maximum`` has large numbers there.

        With ``scaled_first``, ``exp(scale x - max of scale x)``, the products are rounded at the size of `x`, not of
        the difference. Their bound says nothing of magnitudes from 1e6 on, and such a kernel must declare a
        `max_magnitude`.
        """,
    ),
)
