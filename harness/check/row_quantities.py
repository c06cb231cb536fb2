"""Holds what every row of results gives, such as its sum, against what it must be.

Takes the quantities that an operation knows of, gives findings. Errors that are within every element's own bound can
still have one cause, such as a number added to the divisor; it shows in the row.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..operation.model import RowQuantity
from ..verdict import Finding, Reason
from .positions import describe_rows


def row_findings(quantities: Iterable[RowQuantity]) -> list[Finding]:
    """Report the rows whose quantities are too far from what they should be.

    Parameters
    ----------
    quantities : iterable of RowQuantity
        Of one output, each element of which is within its own bound.

    Returns
    -------
    list of Finding
        At most one for each quantity, with its reason.
    """
    return [finding for quantity in quantities for finding in _findings(quantity)]


def _findings(quantity: RowQuantity) -> list[Finding]:
    judged = quantity.judged
    if not judged.any():
        return []
    error = np.abs(quantity.got - quantity.expected)
    # Where nothing is allowed any error is infinitely large, and none is none.
    ratio = np.where(error > 0.0, np.inf, 0.0)
    np.divide(error, quantity.allowed, out=ratio, where=judged & (quantity.allowed > 0.0))
    ratio[~judged] = 0.0
    # NaN where a number belongs is the comparison's to report, and is off by nothing here.
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
