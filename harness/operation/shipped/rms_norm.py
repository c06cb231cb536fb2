"""Root mean square normalisation of each row: ``y_i = x_i / sqrt(mean(x^2) + eps) * weight_i``.

A row whose sum of squares overflows what a kernel computes in is not judged. `harness.operation.norms` describes
``rounded_before_weight`` and the accumulations.

Source: B. Zhang, R. Sennrich, "Root Mean Square Layer Normalization", NeurIPS 2019.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import ROOT, Hints, Operation, Problem, RowQuantity, Vocabulary, kinds_but, usual, vector
from ..given import InputKind, Matrix, Scalar
from ..norms import ROUTES, mean_square_quantity, small_rows, square, weighted


def reference(inp: Any, weight: Any, eps: Any) -> Any:
    scale = 1.0 / np.sqrt(np.mean(square(inp), axis=1, keepdims=True) + eps)
    return weighted(inp * scale, weight)


def precise(problem: Problem) -> Matrix:
    """Compute it in float64, in extended precision for a float64 kernel.

    A row with a NaN is NaN throughout. In a row with an infinity the root is infinite, so its infinities give NaN
    (``inf * 0``) and everything else gives 0.
    """
    scale = np.sqrt(_mean_square(problem) + problem.scalars["eps"])
    return np.asarray(problem.wide / scale * problem.vector("weight"))


def _mean_square(problem: Problem) -> Any:
    x = problem.wide
    return (x * x).mean(axis=1, keepdims=True)


def row_quantities(
    problem: Problem, out: Matrix, reference: Matrix, allowed: Matrix
) -> Iterator[RowQuantity]:
    """Yield the mean square of every row of ``out / weight``, which must be ``v / (v + eps)``."""
    judged = np.logical_and(np.isfinite(reference).all(axis=1), np.isfinite(allowed).all(axis=1))
    weight = problem.vector("weight")
    if not judged.any() or not (weight != 0.0).all():
        return
    normal = out / weight
    # The second term is for the roundings of this check, which computes in float64.
    each = allowed / np.abs(weight) + 2.0**-50 * np.abs(normal)
    yield mean_square_quantity(
        normal,
        each,
        _mean_square(problem),
        problem.scalars["eps"],
        judged,
        before="the weight",
        of="mean square",
    )


OPERATION = Operation(
    name="rms_norm",
    summary="x / sqrt(mean of x^2 + eps) * weight, along each row",
    reference=reference,
    precise_reference=precise,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "the sum of squares; sqrtf and IEEE division"},
        modifiers={**usual("rsqrt"), **ROUTES, **usual("ftz")},
    ).parse,
    vectors=(vector("weight", "a factor for each column", absent=1.0),),
    scalars=(Scalar("eps", "what is added to the mean square", values=(1e-5, 1e-3, 1e-6)),),
    # Squares of numbers near the largest overflow in float32.
    kinds=kinds_but("huge3e38"),
    own_kinds=(InputKind("small", "values so small that eps matters next to their squares", small_rows),),
    nan_rows="row with nan, or an infinity itself",
    row_quantities=row_quantities,
    recognised_by=Hints(names="rms_?norm|rms", needs=(ROOT,), unusual=r"\btanh|\berf"),
)
