"""Histogram of each row of integers: how often each number below 64 occurs. Counts are exact.

The integers come from the case's input kind, rounded down, modulo 64: ``constant`` puts a whole row into one bin.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import ANY_FUNCTION, Array, Hints, Operation, Vocabulary

BINS = 64
"""Number of bins."""


def reference(inp: NDArray[np.int64]) -> NDArray[Any]:
    counts = np.zeros((len(inp), BINS), np.int64)
    np.add.at(counts, (np.arange(len(inp))[:, np.newaxis], inp), 1)
    return counts


OPERATION = Operation(
    name="histogram",
    summary="how often each int32 below 64 occurs, along each row",
    reference=reference,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "additions of integers"}, modifiers={"ftz": "no effect"}
    ).parse,
    arrays=(
        Array(name="inp", meaning="the bin of each element", dtype="int32", below=BINS, rows="inp"),
        Array(
            name="counts", meaning="elements in each bin", role="out", shape=("n_rows", BINS), dtype="int32"
        ),
    ),
    recognised_by=Hints(
        names="hist|bincount",
        needs=(r"atomic|\+\+|\+=",),
        unusual=ANY_FUNCTION,
        aliases={"counts": "bins count freq hist histo histogram out output result"},
    ),
)
