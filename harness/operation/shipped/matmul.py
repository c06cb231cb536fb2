"""Product of two matrices: ``c = a b``, of ``m x k`` and ``k x n``, with a leading dimension for each.

The bound is derived from the reference (``docs/tolerance.md``): products and sums in float32 for float16 and
bfloat16, in any order.

Words of ``arithmetic``: ``tf32`` takes factors rounded or cut to TF32, ``tensor_cores`` cuts sums instead of rounding
them; ``half_accumulation`` adds in float16.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..array import Array
from ..kinds import INPUT_KINDS
from ..model import Operation
from ..precision.vocabulary import Vocabulary
from ..size import Size

if TYPE_CHECKING:
    from ..bounded import Bounded

WORDS = Vocabulary(
    bases={"ieee": "products and their sum, in any order"},
    modifiers={
        "tf32": "tensor cores; factors are rounded or cut to TF32",
        "tensor_cores": "tensor cores, which cut sums instead of rounding them",
        "half_accumulation": "sums in float16",
        "ftz": "subnormals flushed to zero (-ftz=true)",
    },
    float32_only=("tf32", "tensor_cores", "half_accumulation"),
)


def reference(a: Bounded, b: Bounded) -> Bounded:
    """Return the product."""
    product: Bounded = np.matmul(a, b)
    return product


OPERATION = Operation(
    name="matmul",
    summary="a b, the product of two matrices",
    reference=reference,
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
    kinds=tuple(kind for kind in INPUT_KINDS if kind != "huge3e38"),
    nan_rows="element with nan, or an infinity times 0 or beside one of the other sign",
)
