"""Root mean square normalisation of each row: ``y_i = x_i / sqrt(mean(x^2) + eps) * weight_i``.

`harness.operation.row_bounds.rms_norm` has the reference and derives the bound. That of ``rounded_before_weight`` and
of the accumulations is derived by the harness (`harness.operation.precision.norm_routes`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..given import InputKind, Scalar, Vector
from ..hints import ROOT, Hints
from ..kinds import INPUT_KINDS
from ..model import Operation
from ..precision.norm_routes import ACCUMULATIONS, ROUTES, routed, square, weighted
from ..precision.vocabulary import Vocabulary
from ..row_bounds import rms_norm as bounds
from ..row_bounds.layer_norm import small_rows

if TYPE_CHECKING:
    from ..bounded import Bounded

WORDS = Vocabulary(
    bases={"ieee": "the sum of squares; sqrtf and IEEE division"},
    modifiers={"rsqrt": "rsqrtf instead", **ROUTES, "ftz": "subnormals flushed to zero (-ftz=true)"},
    alternatives=(tuple(ACCUMULATIONS),),
    float32_only=tuple(ACCUMULATIONS),
)


def bounded_reference(inp: Bounded, weight: Bounded, eps: Bounded) -> Bounded:
    """Return the same on bounded arrays, whose bound a test holds against `bound`."""
    scale = 1.0 / np.sqrt(np.mean(square(inp), axis=1, keepdims=True) + eps)
    return weighted(inp * scale, weight)


OPERATION: Operation = Operation(
    name="rms_norm",
    summary="x / sqrt(mean of x^2 + eps) * weight, along each row",
    reference=bounds.reference,
    bound=routed(bounds.bound, lambda: OPERATION),
    bounded_reference=bounded_reference,
    parse_arithmetic=WORDS.parse,
    vectors=(Vector("weight", "a factor for each column", absent=1.0),),
    scalars=(Scalar("eps", "what is added to the mean square", values=(1e-5, 1e-3, 1e-6)),),
    # Squares of numbers near the largest overflow in float32.
    kinds=tuple(kind for kind in INPUT_KINDS if kind != "huge3e38"),
    own_kinds=(InputKind("small", "values so small that eps matters beside their squares", small_rows),),
    nan_rows="row with nan, or an infinity itself",
    row_quantities=bounds.row_quantities,
    recognised_by=Hints(
        names="rms_?norm|rms",
        needs=(ROOT,),
        unusual=r"\btanh|\berf",
    ),
)
