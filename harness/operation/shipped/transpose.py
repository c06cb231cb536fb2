"""Transposition: ``out[j, i] = inp[i, j]``, exactly. The output has `n_cols` rows of `n_rows` elements."""

from __future__ import annotations

from .. import ANY_FUNCTION, Array, Hints, Operation, Vocabulary

OPERATION = Operation(
    name="transpose",
    summary="out[j, i] = inp[i, j]",
    reference=lambda inp: inp.T,
    parse_arithmetic=Vocabulary(
        bases={"ieee": "every element is moved, none is changed"},
        modifiers={"ftz": "compiled with -ftz=true, which changes no element that is only moved"},
    ).parse,
    arrays=(
        Array(name="inp", meaning="the input", strides=("ld_inp",)),
        Array(name="out", meaning="the result", role="out", shape=("n_cols", "n_rows"), strides=("ld_out",)),
    ),
    nan_rows="element that is nan",
    recognised_by=Hints(names="transpos", unusual=ANY_FUNCTION),
)
