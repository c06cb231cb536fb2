"""Product of two matrices: ``c = a b``, of ``m x k`` and ``k x n``, with a leading dimension for each.

Products and sums are in float32 for float16 and bfloat16, in any order.
"""

from __future__ import annotations

import numpy as np

from .. import ANY_FUNCTION, Array, Hints, Operation, Size, Vocabulary, kinds_but, usual

WORDS = Vocabulary(
    bases={"ieee": "products and their sum, in any order"},
    modifiers={
        "tf32": "tensor cores; factors are rounded or cut to TF32",
        "tensor_cores": "tensor cores, which cut sums instead of rounding them",
        "half_accumulation": "sums in float16",
        **usual("ftz"),
    },
)


OPERATION = Operation(
    name="matmul",
    summary="a b, the product of two matrices",
    reference=lambda a, b: np.matmul(a, b),
    parse_arithmetic=WORDS.parse,
    sizes=(
        Size("m", "rows of a and c", of="n_rows"),
        Size("n", "columns of b and c", of="n_cols"),
        Size("k", "columns of a, rows of b", values=(7, 64, 1, 33, 129, 16, 256)),
    ),
    arrays=(
        Array(name="a", meaning="the left factor", shape=("m", "k"), strides=("lda",)),
        Array(name="b", meaning="the right factor", shape=("k", "n"), strides=("ldb",)),
        Array(name="c", meaning="the product", role="out", shape=("m", "n"), strides=("ldc",)),
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
)
