"""Rows added to the rows of a table that their indices name: ``table[indices_i] += inp_i``, in float32 and in place.

This is the gradient of `gather_rows`. Several rows may have one index; their additions may come in any order, by
atomics for example, and the kernel then declares ``deterministic = false``. The bound is derived from the reference
(``docs/tolerance.md``).

Limitations
-----------
There are as many indices as the table has rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..array import INP, Array
from ..hints import ANY_FUNCTION, Hints
from ..kinds import INPUT_KINDS
from ..model import Operation
from ..precision.vocabulary import Vocabulary

if TYPE_CHECKING:
    from ..bounded import Bounded

WORDS = Vocabulary(
    bases={"ieee": "additions in any order"},
    modifiers={"ftz": "subnormals flushed to zero (-ftz=true)"},
)


def reference(inp: Bounded, indices: NDArray[np.int64], table: Bounded) -> Bounded:
    """Return the table with the rows added."""
    total = table.copy()
    np.add.at(total, indices, inp)
    return total


OPERATION = Operation(
    name="scatter_add",
    summary="each row added to the row of the table that its index names, in place",
    reference=reference,
    parse_arithmetic=WORDS.parse,
    arrays=(
        INP,
        Array(name="indices", meaning="a row of the table", shape=("n_rows",), dtype="int64", below="n_rows"),
        Array(
            name="table",
            meaning="what is added to, then the sums",
            role="in-out",
            dtype="float32",
            rows="out",
        ),
    ),
    # Numbers near the largest overflow in their sum.
    kinds=tuple(kind for kind in INPUT_KINDS if kind != "huge3e38"),
    nan_rows="nan, or infinities of both signs",
    rows_independent=False,
    recognised_by=Hints(
        names=r"scatter|index_?add|embed\w*(?:backward|grad)",
        unusual=ANY_FUNCTION,
    ),
)
