"""Layer normalisation of each row: ``y_i = (x_i - mean) / sqrt(variance + eps) * weight_i + bias_i``.

`harness.operation.row_bounds.layer_norm` has the reference and derives the bound. That of ``one_pass_variance``,
``rounded_before_weight`` and the accumulations is derived by the harness (`harness.operation.precision.norm_routes`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..given import InputKind, Scalar, Vector, small_and_signed
from ..hints import ROOT, Hints
from ..kinds import INPUT_KINDS
from ..model import Operation
from ..precision.norm_routes import (
    ACCUMULATIONS,
    ONE_PASS,
    ONE_PASS_VARIANCE,
    ROUTES,
    routed,
    variance,
    weighted,
)
from ..precision.vocabulary import Vocabulary
from ..row_bounds import layer_norm as bounds

if TYPE_CHECKING:
    from ..bounded import Bounded

WORDS = Vocabulary(
    bases={"ieee": "the mean, then squares of differences to it; sqrtf and IEEE division"},
    modifiers={
        "welford": "mean and sum of squares updated together in one pass, parts merged (Welford, Chan)",
        **ONE_PASS,
        "rsqrt": "rsqrtf instead",
        **ROUTES,
        "ftz": "subnormals flushed to zero (-ftz=true)",
    },
    alternatives=(("welford", ONE_PASS_VARIANCE), tuple(ACCUMULATIONS)),
    float32_only=tuple(ACCUMULATIONS),
)


def bounded_reference(inp: Bounded, weight: Bounded, bias: Bounded, eps: Bounded) -> Bounded:
    """Return the same on bounded arrays, whose bound a test holds against `bound`."""
    scale = 1.0 / np.sqrt(variance(inp) + eps)
    return weighted((inp - np.mean(inp, axis=1, keepdims=True)) * scale, weight, bias)


OPERATION: Operation = Operation(
    name="layer_norm",
    summary="(x - mean) / sqrt(variance + eps) * weight + bias, along each row",
    reference=bounds.reference,
    bound=routed(bounds.bound, lambda: OPERATION),
    bounded_reference=bounded_reference,
    parse_arithmetic=WORDS.parse,
    vectors=(
        Vector("weight", "a factor for each column", absent=1.0),
        Vector("bias", "a term for each column", absent=0.0, make=small_and_signed),
    ),
    scalars=(Scalar("eps", "what is added to the variance", values=(1e-5, 1e-3, 1e-6)),),
    # Squares of numbers near the largest overflow in float32.
    kinds=tuple(kind for kind in INPUT_KINDS if kind != "huge3e38"),
    own_kinds=(
        InputKind("small", "values so small that eps matters beside their squares", bounds.small_rows),
    ),
    nan_rows="row with nan or an infinity",
    row_quantities=bounds.row_quantities,
    shift_invariant="only differences to the row's mean may matter",
    recognised_by=Hints(
        names=r"layer_?norm|ln_|_ln\b",
        needs=(ROOT,),
        unusual=r"\btanh|\berf",
    ),
)
