"""Array added to another one in place, as a residual connection does: ``residual += inp``, with one rounding."""

from __future__ import annotations

from dataclasses import replace

from .. import INP, Array
from . import add

OPERATION = replace(
    add.OPERATION,
    name="residual_add",
    summary="residual + inp, element by element, in place",
    reference=lambda inp, residual: residual + inp,
    arrays=(INP, Array(name="residual", meaning="what is added to, then the sum", role="in-out", rows="out")),
    recognised_by=replace(
        add.OPERATION.recognised_by,
        names="resid|add|accumulate",
        aliases={
            "inp": "a b delta src x y",
            "residual": "acc dst hidden out r res residuals skip stream x y",
        },
    ),
)
