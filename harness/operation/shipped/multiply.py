"""Product of two arrays, element by element: ``inp * other``, with one rounding, which no kernel avoids."""

from __future__ import annotations

from dataclasses import replace

from .. import Vocabulary, usual
from . import add

OPERATION = replace(
    add.OPERATION,
    name="multiply",
    summary="inp * other, element by element",
    reference=lambda inp, other: inp * other,
    parse_arithmetic=Vocabulary(bases={"ieee": "a product"}, modifiers=usual("ftz")).parse,
    nan_rows="nan, or an infinity times 0",
    recognised_by=replace(add.OPERATION.recognised_by, names="mul|prod|hadamard"),
)
