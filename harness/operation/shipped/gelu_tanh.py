"""Gaussian error linear unit by the hyperbolic tangent: ``x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3)))``.

It is up to 5e-4 from `gelu`, far more than rounding, and so an operation of its own.

Source: D. Hendrycks, K. Gimpel, "Gaussian Error Linear Units (GELUs)", arXiv 1606.08415, 2016.
"""

from __future__ import annotations

import numpy as np

from .. import EXPONENTIAL, Hints, Operation, Vocabulary, usual

ROOT_OF_TWO_OVER_PI = 0.7978845608028654
CUBIC = 0.044715


OPERATION = Operation(
    name="gelu_tanh",
    summary="x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))), element by element",
    reference=lambda inp: 0.5 * inp * (1.0 + np.tanh(ROOT_OF_TWO_OVER_PI * (inp + CUBIC * inp**3))),
    parse_arithmetic=Vocabulary(
        bases={"ieee": "tanhf of the cubic polynomial"},
        modifiers={"fast_tanh": "tanh.approx instead", **usual("ftz")},
    ).parse,
    nan_rows="nan, or -inf",
    recognised_by=Hints(names="gelu", needs=(rf"tanh|{EXPONENTIAL}",), unusual="rsqrt|__shfl"),
)
