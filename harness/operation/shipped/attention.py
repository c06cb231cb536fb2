"""Attention: ``softmax(scale * q k^T) v`` for each head, of `queries` and `keys` of `dim` elements.

The keys are drawn by the operation, so that scores reach beyond the range of ``exp`` and keep their digits. Kinds whose
scores lose them are left out: any weights would be within the bound. ``online`` rescales running sums, as
FlashAttention does: T. Dao et al., "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness",
NeurIPS 2022.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import EXPONENTIAL, Array, Hints, Operation, Scalar, Size, Vocabulary, centred, kinds_but, usual
from . import softmax


def scores_of(q: Any, k: Any, scale: Any) -> Any:
    if "scaled_query" in q.arithmetic:
        return np.matmul(q * scale, np.swapaxes(k, 1, 2))
    return np.matmul(q, np.swapaxes(k, 1, 2)) * scale


def weighted(scores: Any, v: Any) -> Any:
    from ..bounded import either, online_terms  # 0.1 s, and not every command needs it

    weights = np.exp(scores - np.max(scores, axis=2, keepdims=True))
    if "online" in v.arithmetic:
        weights = online_terms(weights, scores, axis=2)
    total = np.sum(weights, axis=2, keepdims=True)
    # Kernels divide the weighted sums, or the weights before they add.
    return either(np.matmul(weights, v) / total, np.matmul(weights / total, v))


def rows_of(name: str, meaning: str, rows: str, **parts: Any) -> Array:
    strides = (f"{name}_head", f"{name}_row")
    return Array(name=name, meaning=meaning, shape=("heads", rows, "dim"), strides=strides, **parts)


OPERATION = Operation(
    name="attention",
    summary="softmax(scale * q k^T) v for each head",
    reference=lambda q, k, v, scale: weighted(scores_of(q, k, scale), v),
    parse_arithmetic=Vocabulary(
        bases=softmax.WORDS.bases,
        modifiers={
            "online": "a running maximum; the sums are rescaled",
            "scaled_query": "the scale is a factor of the queries",
            **usual("ftz"),
        },
    ).parse,
    sizes=(
        Size("queries", "rows of q and out", of="n_rows"),
        Size("dim", "elements of a query, key or value", of="n_cols"),
        Size("heads", "heads, of all batches", values=(1, 3, 2)),
        Size("keys", "rows of k and v", values=(33, 7, 130, 1, 64)),
    ),
    arrays=(
        rows_of("q", "the queries", "queries"),
        rows_of("k", "the keys", "keys", values=centred),
        rows_of("v", "the values", "keys"),
        rows_of("out", "the result", "queries", role="out"),
    ),
    scalars=(Scalar("scale", "factor of the scores", values=(0.125, 1.0, 0.5)),),
    kinds=kinds_but("huge3e38", "huge1e4", "constant"),
    nan_rows="query whose scores have nan or +inf, or a column with nan",
    recognised_by=Hints(
        names="attention|attn|flash|sdpa|mha",
        needs=(EXPONENTIAL,),
        aliases={
            "q": "qs queries query",
            "k": "key keys ks",
            "v": "value values vs",
            "queries": "len_q lq n n_queries nq num_queries q_len s_q seq seq_len seq_q seqlen seqlen_q t",
            "dim": "d d_head dh dk hd head_dim head_size hidden hs size_per_head",
            "keys": "kv kv_len kv_seq_len len_k lk n_keys n_kv nk num_keys s_k seq_k seqlen_k",
        },
    ),
)
