"""Sum of two arrays, element by element: ``inp + other``, with one rounding, which no kernel avoids."""

from __future__ import annotations

from .. import ANY_FUNCTION, INP, OUT, Array, Hints, Operation, Vocabulary, usual

OPERATION = Operation(
    name="add",
    summary="inp + other, element by element",
    reference=lambda inp, other: inp + other,
    parse_arithmetic=Vocabulary(bases={"ieee": "an addition"}, modifiers=usual("ftz")).parse,
    arrays=(INP, Array(name="other", meaning="what is added", rows="inp"), OUT),
    nan_rows="nan, or infinities of both signs",
    recognised_by=Hints(
        names="add|plus|sum",
        unusual=f"{ANY_FUNCTION}|__shfl",
        aliases={"inp": "a lhs left u x", "other": "b rhs right v y", "out": "c dst result z"},
    ),
)
