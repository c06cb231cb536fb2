"""Products of matrices, attention, and the rotation of its queries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import ANY_FUNCTION, EXPONENTIAL, Array, Hints, Operation, Scalar, Size, Vocabulary, usual
from ..array import per_row
from ..given import centred, signed_normal, signed_uniform
from ..kinds import kinds_but
from ..precision.vocabulary import ieee
from . import softmax


def scores_of(q: Any, k: Any, scale: Any) -> Any:
    if "scaled_query" in q.arithmetic:
        return np.matmul(q * scale, np.swapaxes(k, 1, 2))
    return np.matmul(q, np.swapaxes(k, 1, 2)) * scale


def masked(scores: Any) -> Any:
    n_queries, n_keys = scores.shape[1:]
    seen = np.arange(n_keys) <= np.arange(n_queries)[:, np.newaxis]
    return np.where(seen, scores, -np.inf)


def weighted(scores: Any, v: Any) -> Any:
    from ..bounded import either, online_terms  # 0.1 s, and not every command needs it

    weights = np.exp(scores - np.max(scores, axis=2, keepdims=True))
    if "online" in v.arithmetic:
        weights = online_terms(weights, scores, axis=2)
    total = np.sum(weights, axis=2, keepdims=True)
    # Kernels divide the weighted sums, or the weights before they add.
    return either(np.matmul(weights, v) / total, np.matmul(weights / total, v))


def rope(query: Any, cos_sin: Any, positions: NDArray[np.int64]) -> Any:
    half = query.shape[2] // 2
    table = cos_sin[positions][:, np.newaxis]
    cos, sin = table[..., :half], table[..., half : 2 * half]
    x1, x2 = query[..., :half], query[..., half : 2 * half]
    parts = [x1 * cos - x2 * sin, x2 * cos + x1 * sin, query[..., 2 * half :]]
    return np.concatenate(parts, axis=2)


def _matrix(name: str, meaning: str, *shape: str, **parts: Any) -> Array:
    return Array(name=name, meaning=meaning, shape=shape, strides=(f"ld{name}",), **parts)


def _rows(name: str, meaning: str, rows: str, **parts: Any) -> Array:
    strides = (f"{name}_head", f"{name}_row")
    return Array(name=name, meaning=meaning, shape=("heads", rows, "dim"), strides=strides, **parts)


_MATMUL = Operation(
    name="matmul",
    summary="a b, the product of two matrices",
    reference=lambda a, b: np.matmul(a, b),
    parse_arithmetic=Vocabulary(
        bases={"ieee": "products and their sum, in any order"},
        modifiers={
            "tf32": "tensor cores; factors are rounded or cut to TF32",
            "tensor_cores": "tensor cores, which cut sums instead of rounding them",
            "half_accumulation": "sums in float16",
            **usual("ftz"),
        },
    ).parse,
    sizes=(
        Size("m", "rows of a and c", of="n_rows"),
        Size("n", "columns of b and c", of="n_cols"),
        Size("k", "columns of a, rows of b", values=(7, 64, 1, 33, 129, 16, 256)),
    ),
    arrays=(
        _matrix("a", "the left factor", "m", "k"),
        _matrix("b", "the right factor", "k", "n"),
        _matrix("c", "the product", "m", "n", role="out"),
    ),
    # Sums of products of numbers near the largest are NaN or infinite in some order.
    kinds=kinds_but("huge3e38"),
    nan_rows="element with nan, or an infinity times 0 or with one of the other sign",
    recognised_by=Hints(
        names=r"gemm|mat_?mul|\bmm\b|_mm_?|mmult|matrix_?mul|multiply",
        unusual=ANY_FUNCTION,
        aliases={
            "a": "d_a g_a left lhs m mat_a mata matrix_a x",
            "b": "d_b g_b lhs mat_b matb matrix_b n rhs right w weight y",
            "c": "d d_c g_c mat_c matc matrix_c out output p prod product res result",
            "m": "a_rows dim_m h height m_rows n_rows num_rows rows size_m",
            "n": "b_cols cols columns dim_n n_cols size_n w width",
            "k": "a_cols common depth dim_k inner kk reduce size_k",
        },
    ),
    about="""
    Product of two matrices: ``c = a b``, of ``m x k`` and ``k x n``, with a leading dimension for each.

    Products and sums are in float32 for float16 and bfloat16, in any order.
    """,
)

_ATTENTION = Operation(
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
        _rows("q", "the queries", "queries"),
        _rows("k", "the keys", "keys", values=centred),
        _rows("v", "the values", "keys"),
        _rows("out", "the result", "queries", role="out"),
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
    about="""
    Attention: ``softmax(scale * q k^T) v`` for each head, of `queries` and `keys` of `dim` elements.

    The keys are drawn by the operation, so that scores reach beyond the range of ``exp`` and keep their digits. Kinds
    whose scores lose them are left out: any weights would be within the bound. ``online`` rescales running sums, as
    FlashAttention does: T. Dao et al., "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness",
    NeurIPS 2022.
    """,
)

OPERATIONS = (
    _MATMUL,
    replace(
        _MATMUL,
        name="gemm",
        summary="alpha a b + beta c, in place",
        reference=lambda a, b, c, alpha, beta: alpha * np.matmul(a, b) + beta * c,
        arrays=(
            *_MATMUL.inputs,
            _matrix("c", "what is scaled and added, then the result", "m", "n", role="in-out"),
        ),
        scalars=(
            Scalar("alpha", "factor of the product", values=(1.0, 0.5, 2.0)),
            Scalar("beta", "factor of what c holds", values=(1.0, 0.5, -3.0)),
        ),
        recognised_by=replace(
            _MATMUL.recognised_by,
            aliases={**_MATMUL.recognised_by.aliases, "alpha": "a alpha_value scale", "beta": "beta_value"},
        ),
        about="""
        Scaled product added to a scaled matrix, in place: ``c = alpha a b + beta c``, the GEMM of BLAS.

        The matrices and the words of ``arithmetic`` are as in `matmul`. ``beta`` is never 0, for which BLAS must not
        read ``c``: a kernel without that case is right here.
        """,
    ),
    _ATTENTION,
    replace(
        _ATTENTION,
        name="causal_attention",
        summary="softmax(scale * q k^T) v for each head, over the keys up to the query's number",
        reference=lambda q, k, v, scale: weighted(masked(scores_of(q, k, scale)), v),
        arrays=tuple(
            replace(array, values=signed_normal) if array.name == "v" else array
            for array in _ATTENTION.arrays
        ),
        recognised_by=replace(
            _ATTENTION.recognised_by, names="(?:causal|masked).*(?:attention|attn)|flash_?attn"
        ),
        about="""
        Attention in which query `i` sees the keys up to `i`: ``softmax(scale * q k^T + mask) v`` for each head.

        The first query sees the first key alone. Otherwise as `attention`, whose words and limitations it shares. The
        values are finite: a right kernel may multiply an unseen key's by 0, or leave them out.
        """,
    ),
    Operation(
        name="rope",
        summary="x1 cos - x2 sin, x2 cos + x1 sin for the halves x1, x2 of each head, in place",
        reference=rope,
        parse_arithmetic=ieee("two products and their sum or difference"),
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
        about="""
        Rotary embedding in place: each head's first and second half are rotated by the angles of the token's position.

        ``x1, x2`` become ``x1 cos - x2 sin, x2 cos + x1 sin``. A row of the table has a position's cosines and then its
        sines, as vLLM stores them; a last column that has no partner keeps its value. The table has numbers in [-1, 1)
        that are no cosines and sines of one angle: a kernel may not compute them itself.

        Source: J. Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding", 2021.
        """,
    ),
)
