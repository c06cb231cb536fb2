"""Inclusive prefix sum of each row: ``y_i = x_0 + ... + x_i``.

The bound is derived from the reference (``docs/tolerance.md``): the elements of a prefix are added in any order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..array import INP, OUT
from ..hints import ANY_FUNCTION, Hints
from ..kinds import INPUT_KINDS
from ..model import Operation
from ..precision.vocabulary import Vocabulary

if TYPE_CHECKING:
    from ..bounded import Bounded

WORDS = Vocabulary(bases={"ieee": "additions"}, modifiers={"ftz": "subnormals flushed to zero (-ftz=true)"})


def reference(inp: Bounded) -> Any:
    """Return the sums of all prefixes."""
    return np.add.accumulate(inp, axis=1)


OPERATION = Operation(
    name="prefix_sum",
    summary="x_0 + ... + x_i for each column i, along each row",
    reference=reference,
    parse_arithmetic=WORDS.parse,
    arrays=(INP, OUT),
    # Partial sums of numbers near the largest overflow in one order and not in another.
    kinds=tuple(kind for kind in INPUT_KINDS if kind != "huge3e38"),
    nan_rows="prefix with nan or two infinities",
    moves_with_columns=False,
    recognised_by=Hints(
        names="prefix|scan|cumsum|cumulative",
        unusual=ANY_FUNCTION,
    ),
)
