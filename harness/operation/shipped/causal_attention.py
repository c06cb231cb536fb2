"""Attention in which query `i` sees the keys up to `i`: ``softmax(scale * q k^T + mask) v`` for each head.

The first query sees the first key alone. Otherwise as `harness.operation.shipped.attention`, whose words and
limitations it shares. The values are finite: a right kernel may multiply an unseen key's by 0, or leave them out.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from .. import signed_normal
from . import attention


def masked(scores: Any) -> Any:
    n_queries, n_keys = scores.shape[1:]
    seen = np.arange(n_keys) <= np.arange(n_queries)[:, np.newaxis]
    return np.where(seen, scores, -np.inf)


OPERATION = replace(
    attention.OPERATION,
    arrays=tuple(
        replace(array, values=signed_normal) if array.name == "v" else array
        for array in attention.OPERATION.arrays
    ),
    name="causal_attention",
    summary="softmax(scale * q k^T) v for each head, over the keys up to the query's number",
    reference=lambda q, k, v, scale: attention.weighted(masked(attention.scores_of(q, k, scale)), v),
    recognised_by=replace(
        attention.OPERATION.recognised_by, names="(?:causal|masked).*(?:attention|attn)|flash_?attn"
    ),
)
