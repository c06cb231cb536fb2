"""Scaled product added to a scaled matrix, in place: ``c = alpha a b + beta c``, the GEMM of BLAS.

The matrices and the words of ``arithmetic`` are as in `harness.operation.shipped.matmul`. ``beta`` is never 0, for
which BLAS must not read ``c``: a kernel without that case is right here.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .. import Array, Scalar
from . import matmul

OPERATION = replace(
    matmul.OPERATION,
    name="gemm",
    summary="alpha a b + beta c, in place",
    reference=lambda a, b, c, alpha, beta: alpha * np.matmul(a, b) + beta * c,
    arrays=(
        *matmul.OPERATION.inputs,
        Array(
            name="c",
            meaning="what is scaled and added, then the result",
            role="in-out",
            shape=("m", "n"),
            strides=("ldc",),
        ),
    ),
    scalars=(
        Scalar("alpha", "factor of the product", values=(1.0, 0.5, 2.0)),
        Scalar("beta", "factor of what c holds", values=(1.0, 0.5, -3.0)),
    ),
    recognised_by=replace(
        matmul.OPERATION.recognised_by,
        aliases={
            **matmul.OPERATION.recognised_by.aliases,
            "alpha": "a alpha_value scale",
            "beta": "beta_value",
        },
    ),
)
