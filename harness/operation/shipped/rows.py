"""Operations that move, add or compare the elements of rows and columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import ANY_FUNCTION, INP, OUT, Array, Hints, Operation, Vocabulary, kinds_but
from ..array import per_row
from ..precision.vocabulary import ieee

BINS = 64
"""Number of bins of a histogram."""
# Numbers near the largest overflow in their sum, or in one order of additions and not in another.
_KINDS_OF_SUMS = kinds_but("huge3e38")
_INDICES = per_row("indices", "a row of the table", dtype="int64", below="n_rows")


def histogram(inp: NDArray[np.int64]) -> NDArray[Any]:
    counts = np.zeros((len(inp), BINS), np.int64)
    np.add.at(counts, (np.arange(len(inp))[:, np.newaxis], inp), 1)
    return counts


def scatter_add(inp: Any, indices: NDArray[np.int64], table: Any) -> Any:
    total = table.copy()
    np.add.at(total, indices, inp)
    return total


def row_max_index(inp: Any) -> dict[str, Any]:
    return {"value": np.max(inp, axis=1), "index": np.argmax(inp, axis=1)}


def is_at_maximum(
    inputs: Mapping[str, NDArray[Any]], outputs: Mapping[str, NDArray[Any]]
) -> NDArray[np.bool_]:
    """Return where an index is that of the maximum, or of NaN in a row with NaN."""
    inp, index = inputs["inp"], outputs["index"]
    picked, largest = inp[np.arange(index.size), index], np.max(inp, axis=1)
    return np.asarray((picked == largest) | (np.isnan(picked) & np.isnan(largest)))


def _hints(names: str, **aliases: str) -> Hints:
    return Hints(names=names, unusual=ANY_FUNCTION, aliases=aliases)


OPERATIONS = (
    Operation(
        name="transpose",
        summary="out[j, i] = inp[i, j]",
        reference=lambda inp: inp.T,
        parse_arithmetic=Vocabulary(
            bases={"ieee": "every element is moved, none is changed"},
            modifiers={"ftz": "compiled with -ftz=true, which changes no element that is only moved"},
        ).parse,
        arrays=(
            Array(name="inp", meaning="the input", strides=("ld_inp",)),
            Array(
                name="out", meaning="the result", role="out", shape=("n_cols", "n_rows"), strides=("ld_out",)
            ),
        ),
        nan_rows="element that is nan",
        recognised_by=_hints("transpos"),
        about="Transposition: ``out[j, i] = inp[i, j]``, exactly. The output has `n_cols` rows of `n_rows` elements.",
    ),
    Operation(
        name="gather_rows",
        summary="the row of the table that each index names",
        reference=lambda table, indices: table[indices],
        parse_arithmetic=ieee("elements are copied"),
        arrays=(Array(name="table", meaning="the rows", rows="inp"), _INDICES, OUT),
        nan_rows="nan in the table",
        rows_independent=False,
        recognised_by=_hints("gather|embed|lookup|index_?select|take|get_?rows"),
        about="""
        Rows of a table by their indices: ``out_i = table[indices_i]``, the lookup of embeddings. Nothing is rounded.

        There are as many indices as the table has rows.
        """,
    ),
    Operation(
        name="scatter_add",
        summary="each row added to the row of the table that its index names, in place",
        reference=scatter_add,
        parse_arithmetic=ieee("additions in any order"),
        arrays=(
            INP,
            _INDICES,
            Array(
                name="table",
                meaning="what is added to, then the sums",
                role="in-out",
                dtype="float32",
                rows="out",
            ),
        ),
        kinds=_KINDS_OF_SUMS,
        nan_rows="nan, or infinities of both signs",
        rows_independent=False,
        recognised_by=_hints(r"scatter|index_?add|embed\w*(?:backward|grad)"),
        about="""
        Rows added to the rows of a table that their indices name: ``table[indices_i] += inp_i``, in float32 and in
        place.

        This is the gradient of `gather_rows`. Several rows may have one index; their additions may come in any order,
        by atomics for example, and the kernel then declares ``deterministic = false``. There are as many indices as the
        table has rows.
        """,
    ),
    Operation(
        name="column_sum",
        summary="sum over all rows, for each column",
        reference=lambda inp: np.sum(inp, axis=0),
        parse_arithmetic=ieee("additions in any order"),
        arrays=(
            INP,
            Array(
                name="sums", meaning="the sum of each column", role="out", shape=("n_cols",), dtype="float32"
            ),
        ),
        kinds=_KINDS_OF_SUMS,
        nan_rows="column with nan, or with infinities of both signs",
        rows_independent=False,
        recognised_by=_hints(
            r"col(?:umn)?s?_?(?:sum|reduc)|(?:sum|reduc)\w*_?col|bias_?(?:grad|backward)|dbias|backward_bias",
            sums="col_sum col_sums colsum column_sums dbias out output result sum total totals",
        ),
        about="""
        Sum of each column over all rows, in float32: the gradient of a bias.

        `parallel` and `serial` of a declaration describe the sum of one column; without them, every order of additions
        is right. A kernel that adds by atomics in an order that launches do not share declares ``deterministic =
        false``.
        """,
    ),
    Operation(
        name="prefix_sum",
        summary="x_0 + ... + x_i for each column i, along each row",
        reference=lambda inp: np.add.accumulate(inp, axis=1),
        parse_arithmetic=ieee("additions"),
        kinds=_KINDS_OF_SUMS,
        nan_rows="prefix with nan or two infinities",
        moves_with_columns=False,
        recognised_by=_hints("prefix|scan|cumsum|cumulative"),
        about="Inclusive prefix sum of each row: ``y_i = x_0 + ... + x_i``. The elements of a prefix are added in any "
        "order.",
    ),
    Operation(
        name="row_max_index",
        summary="the largest element and its column, any of equal ones; NaN if there is one, along each row",
        reference=row_max_index,
        parse_arithmetic=Vocabulary(bases={"ieee": "comparisons"}).parse,
        arrays=(
            INP,
            per_row("value", "the largest element", role="out"),
            per_row(
                "index",
                "a column that holds it",
                role="out",
                dtype="int32",
                below="n_cols",
                accept=is_at_maximum,
            ),
        ),
        # Columns are counted, and of equal elements another one may be found.
        moves_with_columns=False,
        recognised_by=_hints(
            "arg_?max|max_?ind|top_?1",
            value="best max max_val max_value max_values maxes maxima out top vals values",
            index="arg argmax argmaxes best_index id ids idx ind indexes indices inds max_idx max_index pos position",
        ),
        about="""
        Largest element of each row and its column: ``value = max_j x_j``, ``index`` with ``x_index = value``.

        Any column of a tied maximum is right. A row with NaN has the maximum NaN, and the index of any NaN. ``-0.0``
        equals 0. The order of comparisons makes no difference, so ``arithmetic`` has one word, and both outputs are
        exact. No word admits ``-ftz=true``, with which subnormal numbers are equal to 0.
        """,
    ),
    Operation(
        name="histogram",
        summary="how often each int32 below 64 occurs, along each row",
        reference=histogram,
        parse_arithmetic=Vocabulary({"ieee": "additions of integers"}, {"ftz": "no effect"}).parse,
        arrays=(
            Array(name="inp", meaning="the bin of each element", dtype="int32", below=BINS, rows="inp"),
            Array(
                name="counts",
                meaning="elements in each bin",
                role="out",
                shape=("n_rows", BINS),
                dtype="int32",
            ),
        ),
        recognised_by=Hints(
            names="hist|bincount",
            needs=(r"atomic|\+\+|\+=",),
            unusual=ANY_FUNCTION,
            aliases={"counts": "bins count freq hist histo histogram out output result"},
        ),
        about="""
        Histogram of each row of integers: how often each number below 64 occurs. Counts are exact.

        The integers come from the case's input kind, rounded down, modulo 64: ``constant`` puts a whole row into one
        bin.
        """,
    ),
)
