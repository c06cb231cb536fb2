"""Scaled array added to another one in place, as BLAS does: ``y = alpha x + y``; the product may be fused with it."""

from __future__ import annotations

from .. import ANY_FUNCTION, Array, Hints, Operation, Scalar, Vocabulary, usual

OPERATION = Operation(
    name="axpy",
    summary="y = alpha x + y, element by element, in place",
    reference=lambda x, y, alpha: alpha * x + y,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "a product and a sum, with one rounding or two"}, modifiers=usual("ftz")
    ).parse,
    arrays=(
        Array(name="x", meaning="what is scaled and added", rows="inp"),
        Array(name="y", meaning="what is added to, then the sum", role="in-out", rows="out"),
    ),
    scalars=(Scalar("alpha", "factor of x", values=(2.0, -0.5, 1.0)),),
    nan_rows="nan, or infinities of both signs",
    recognised_by=Hints(
        names="axpy",
        unusual=f"{ANY_FUNCTION}|__shfl",
        aliases={"alpha": "a factor s scale", "x": "a inp input src", "y": "b dst out output"},
    ),
)
