"""Rotary embedding in place: each head's first and second half are rotated by the angles of the token's position.

``x1, x2`` become ``x1 cos - x2 sin, x2 cos + x1 sin``. A row of the table has a position's cosines and then its sines,
as vLLM stores them; a last column that has no partner keeps its value. The table has numbers in [-1, 1) that are no
cosines and sines of one angle: a kernel may not compute them itself.

Source: J. Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import Array, Hints, Operation, Size, Vocabulary, signed_uniform, usual
from ..array import per_row


def reference(query: Any, cos_sin: Any, positions: NDArray[np.int64]) -> Any:
    half = query.shape[2] // 2
    table = cos_sin[positions][:, np.newaxis]
    cos, sin = table[..., :half], table[..., half : 2 * half]
    x1, x2 = query[..., :half], query[..., half : 2 * half]
    parts = [x1 * cos - x2 * sin, x2 * cos + x1 * sin, query[..., 2 * half :]]
    return np.concatenate(parts, axis=2)


OPERATION = Operation(
    name="rope",
    summary="x1 cos - x2 sin, x2 cos + x1 sin for the halves x1, x2 of each head, in place",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "two products and their sum or difference"}, modifiers=usual("ftz")
    ).parse,
    sizes=(
        Size("tokens", "rows of query, length of positions", of="n_rows"),
        Size("head_dim", "elements of a head", of="n_cols"),
        Size("heads", "heads of a token", values=(3, 1, 8, 2)),
        Size("table_rows", "rows of cos_sin", values=(5, 64, 1, 17)),
    ),
    arrays=(
        Array(
            name="query",
            meaning="the heads, rotated in place",
            role="in-out",
            shape=("tokens", "heads", "head_dim"),
            strides=("token_stride", "head_stride"),
        ),
        Array(
            name="cos_sin",
            meaning="cosines and sines of each position",
            shape=("table_rows", "head_dim"),
            values=signed_uniform,
        ),
        per_row("positions", "a row of cos_sin for each token", dtype="int64", below="table_rows"),
    ),
    moves_with_columns=False,
    nan_rows="element with nan, or an infinity times 0 or with one of the other sign",
    recognised_by=Hints(
        names="rope|rotary|rotate",
        aliases={
            "query": "heads inp input q qk queries vec x xq",
            "cos_sin": "cache cos_sin_cache cos_sin_table cossin freq freqs freqs_cis rope rotary sincos table",
            "positions": "index offsets pos pos_ids position position_ids",
            "tokens": "batch n_rows n_tokens nt num_tokens rows seq seq_len t",
            "head_dim": "d dh dim hd head_size hs rot_dim rotary_dim size_per_head",
            "table_rows": "max_len max_pos max_position max_positions max_seq max_seq_len",
        },
    ),
)
