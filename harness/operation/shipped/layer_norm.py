"""Layer normalisation of each row: ``y_i = (x_i - mean) / sqrt(variance + eps) * weight_i + bias_i``.

`harness.operation.bounded.rules.moments` derives the bound of ``welford``, and `harness.operation.norms` describes the
other words. ``x * (r w) + (bias - mean r w)`` cancels for rows far from 0 and may be rejected there. A row whose sum or
sum of squares overflows what a kernel computes in is not judged, and with ``welford`` neither is a row whose sum of
squares overflows when multiplied by ``N``.

Source: J. L. Ba, J. R. Kiros, G. E. Hinton, "Layer Normalization", arXiv:1607.06450 (2016).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import ROOT, Hints, Operation, Problem, RowQuantity, Vocabulary, kinds_but, usual, vector
from ..given import InputKind, Matrix, Scalar, small_and_signed
from ..norms import ONE_PASS, ROUTES, mean_square_quantity, small_rows, variance, weighted

WORDS = Vocabulary(
    bases={"ieee": "the mean, then squares of differences to it; sqrtf and IEEE division"},
    modifiers={
        "welford": "mean and sum of squares updated together in one pass, parts merged (Welford, Chan)",
        **ONE_PASS,
        **usual("rsqrt"),
        **ROUTES,
        **usual("ftz"),
    },
)


def reference(inp: Any, weight: Any, bias: Any, eps: Any) -> Any:
    scale = 1.0 / np.sqrt(variance(inp) + eps)
    return weighted((inp - np.mean(inp, axis=1, keepdims=True)) * scale, weight, bias)


def precise(problem: Problem) -> Matrix:
    """Compute it in float64, in extended precision for a float64 kernel.

    A row with a NaN or an infinity is NaN throughout: its mean is not finite, and differences to that are not.
    """
    x = problem.wide
    centred = x - x.mean(axis=1, keepdims=True)
    normal = centred / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + problem.scalars["eps"])
    return np.asarray(normal * problem.vector("weight") + problem.vector("bias"))


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield mean and mean square of every row of ``(out - bias) / weight``, which must be 0 and ``v / (v + eps)``."""
    judged = np.logical_and(np.isfinite(reference).all(axis=1), np.isfinite(allowed).all(axis=1))
    weight, bias = problem.vector("weight"), problem.vector("bias")
    # `normal` is not known where a weight is 0.
    if not judged.any() or not (weight != 0.0).all():
        return
    normal = (out - bias) / weight
    # The second term is for the roundings of this check, which computes in float64.
    each = allowed / np.abs(weight) + 2.0**-50 * (1.0 + np.abs(out) + np.abs(bias)) / np.maximum(
        np.abs(weight), 2.0**-50
    )
    yield RowQuantity(
        claim="have mean 0 before weight and bias",
        name="mean",
        got=normal.mean(axis=1),
        expected=np.zeros(out.shape[0]),
        allowed=np.where(judged, each.mean(axis=1), 0.0),
        judged=judged,
        hint="check that the mean is that of the whole row",
    )
    spread, eps = np.var(problem.wide, axis=1, keepdims=True), problem.scalars["eps"]
    yield mean_square_quantity(normal, each, spread, eps, judged, before="weight and bias", of="variance")


OPERATION = Operation(
    name="layer_norm",
    summary="(x - mean) / sqrt(variance + eps) * weight + bias, along each row",
    reference=reference,
    precise_reference=precise,
    parse_arithmetic=WORDS.parse,
    vectors=(
        vector("weight", "a factor for each column", absent=1.0),
        vector("bias", "a term for each column", absent=0.0, make=small_and_signed),
    ),
    scalars=(Scalar("eps", "what is added to the variance", values=(1e-5, 1e-3, 1e-6)),),
    # Squares of numbers near the largest overflow in float32.
    kinds=kinds_but("huge3e38"),
    own_kinds=(InputKind("small", "values so small that eps matters next to their squares", small_rows),),
    nan_rows="row with nan or an infinity",
    row_quantities=row_quantities,
    shift_invariant="only differences to the row's mean may matter",
    recognised_by=Hints(names=r"layer_?norm|ln_|_ln\b", needs=(ROOT,), unusual=r"\btanh|\berf"),
)
