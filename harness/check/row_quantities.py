"""Checks quantities of whole rows, such as the sum of a row's results, against their expected values.

Even if every element is within its own bound, the errors of a row can have a common cause, such as a number added to
the divisor. The row quantity shows it.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..operation.expected import RowQuantity
from ..verdict import Finding, Reason
from .positions import describe_rows


def row_findings(quantities: Iterable[RowQuantity]) -> list[Finding]:
    """Return at most one finding per quantity, for an output whose elements are all within their own bounds."""
    return [finding for quantity in quantities for finding in _findings(quantity)]


def _findings(quantity: RowQuantity) -> list[Finding]:
    judged = quantity.judged
    if not judged.any():
        return []
    error = np.abs(quantity.got - quantity.expected)
    # If the bound is 0, any error has an infinite ratio and no error has ratio 0.
    ratio = np.where(error > 0.0, np.inf, 0.0)
    np.divide(error, quantity.allowed, out=ratio, where=judged & (quantity.allowed > 0.0))
    ratio[~judged] = 0.0
    # The comparison of elements reports NaN. Here NaN compares as not off.
    off = ratio > 1.0
    if not off.any():
        return []
    row = int(np.nanargmax(ratio))
    return [
        Finding(
            Reason(quantity.reason),
            f"{np.count_nonzero(off)} of {np.count_nonzero(judged)} rows do not {quantity.claim}, though each "
            "element is within its own bound\n"
            f"worst is row {row}: its {quantity.name} is {quantity.got[row]:.9g}, allowed "
            f"{quantity.expected[row]:.9g} +- {quantity.allowed[row]:.3g} "
            f"({ratio[row]:.3g} times the allowed error)\n"
            f"wrong: {describe_rows(off)}; {quantity.hint}",
            count=int(np.count_nonzero(off)),
        )
    ]
