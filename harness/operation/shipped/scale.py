"""Product of an array and a number: ``alpha * inp``, with one rounding, which no kernel avoids."""

from __future__ import annotations

from .. import ANY_FUNCTION, Hints, Operation, Scalar, Vocabulary, usual

OPERATION = Operation(
    name="scale",
    summary="alpha * inp, element by element",
    reference=lambda inp, alpha: alpha * inp,
    parse_arithmetic=Vocabulary(bases={"ieee": "a product"}, modifiers=usual("ftz")).parse,
    scalars=(Scalar("alpha", "the factor", values=(2.0, -0.375, 1.0)),),
    nan_rows="nan",
    recognised_by=Hints(
        names="scal|mul",
        unusual=f"{ANY_FUNCTION}|__shfl",
        aliases={"alpha": "a c factor k s scalar scale"},
    ),
)
