"""Rows of a table by their indices: ``out_i = table[indices_i]``, the lookup of embeddings. Nothing is rounded.

There are as many indices as the table has rows.
"""

from __future__ import annotations

from .. import ANY_FUNCTION, OUT, Array, Hints, Operation, Vocabulary, usual
from ..array import per_row

OPERATION = Operation(
    name="gather_rows",
    summary="the row of the table that each index names",
    reference=lambda table, indices: table[indices],
    parse_arithmetic=Vocabulary(bases={"ieee": "elements are copied"}, modifiers=usual("ftz")).parse,
    arrays=(
        Array(name="table", meaning="the rows", rows="inp"),
        per_row("indices", "a row of the table", dtype="int64", below="n_rows"),
        OUT,
    ),
    nan_rows="nan in the table",
    rows_independent=False,
    recognised_by=Hints(names="gather|embed|lookup|index_?select|take|get_?rows", unusual=ANY_FUNCTION),
)
