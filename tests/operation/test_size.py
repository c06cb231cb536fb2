"""Sizes and strides of an operation's arrays: what can be declared, and their values."""

import math

import pytest

from harness.operation.array import INP, OUT, Array
from harness.operation.size import FAR, FAR_EXTENT, Size, stride_values, strides_of
from tests.operation import made_up


def operation(*arrays, **changes):
    return made_up.operation(lambda inp: inp, *arrays, **changes)


def product(**changes):
    return operation(
        Array(name="a", meaning="", shape=("m", "k"), strides=("lda",)),
        Array(name="b", meaning="", shape=("k", "n"), strides=("ldb",)),
        Array(name="c", meaning="", role="out", shape=("m", "n"), strides=("ldc",)),
        sizes=(Size("m", "", of="n_rows"), Size("n", "", of="n_cols"), Size("k", "", values=(7, 1))),
        **changes,
    )


@pytest.mark.parametrize(("parts", "message"), [
    ({"name": "k2", "values": (1,)}, "letters and _"),
    ({"name": "warp", "values": (1,)}, "no other meaning in a rule"),
    ({"name": "and", "values": (1,)}, "no other meaning in a rule"),
    ({"name": "seed", "values": (1,)}, "no other meaning in a rule"),
    ({"name": "k"}, "it must have values, or be another name of n_rows or n_cols"),
    ({"name": "k", "values": (1,), "of": "n_rows"}, "it must have values, or be another name"),
    ({"name": "k", "of": "rows"}, "`of` must be n_rows or n_cols (got 'rows')"),
    ({"name": "k", "values": (0, 1)}, "at least 1 and listed once (got (0, 1))"),
    ({"name": "k", "values": (3, 3)}, "at least 1 and listed once (got (3, 3))"),
])  # fmt: skip
def test_what_is_no_size_is_refused(parts, message):
    with pytest.raises(ValueError, match=r".*") as caught:
        Size(meaning="", **parts)
    assert message in str(caught.value)


def test_an_operation_knows_its_sizes_by_both_names():
    made = product()
    assert [array.shape for array in made.arrays] == [("n_rows", "k"), ("k", "n_cols"), ("n_rows", "n_cols")]
    assert made.shown(made.arrays[0].shape) == ("m", "k")
    assert [size.name for size in made.further_sizes] == ["k"]
    assert made.arguments == ("n_rows", "n_cols", "m", "n", "k", "lda", "ldb", "ldc", "a", "b", "c")
    assert made.main.name == "a"
    assert made.has_own_rows
    assert made.grows_with["lda"] == {"k"}
    assert made.grows_with["ldb"] == made.grows_with["n"] == {"n_cols"}


def test_one_more_than_a_size_is_shown_by_its_own_name():
    offsets = Array(name="at", meaning="", shape=("rows + 1",), dtype="int32", below="rows + 1")
    made = operation(INP, offsets, OUT, sizes=(Size("rows", "", of="n_rows"),))
    assert made.arrays[1].shape == ("n_rows + 1",)
    assert made.shown(made.arrays[1].shape) == ("rows + 1",)


def test_a_size_of_an_integer_counts_as_used():
    made = operation(
        INP,
        Array(name="at", meaning="", shape=("n_rows",), dtype="int32", below="table"),
        OUT,
        sizes=(Size("table", "", values=(4,)),),
    )
    assert made.arrays[1].limit({"table": 4}) == 4


def test_strides_have_the_padding_of_their_side_and_no_two_the_same():
    known = {"n_rows": 3, "n_cols": 5, "k": 7}
    strides = product().strides
    assert stride_values(strides, known, inp_padding=0, out_padding=0) == {"lda": 7, "ldb": 5, "ldc": 5}
    assert stride_values(strides, known, inp_padding=5, out_padding=3) == {"lda": 12, "ldb": 18, "ldc": 24}
    assert stride_values(strides, known, inp_padding=8, out_padding=16) == {"lda": 15, "ldb": 21, "ldc": 53}
    # A padding keeps its alignment.
    assert stride_values(strides, known, inp_padding=32, out_padding=64) == {"lda": 39, "ldb": 69, "ldc": 197}


def test_outer_strides_include_the_padding_within():
    strides = strides_of([("q", ("heads", "n_rows", "n_cols"), ("head", "row"), False)])
    known = {"heads": 2, "n_rows": 3, "n_cols": 5}
    assert [stride.name for stride in strides] == ["row", "head"]
    assert stride_values(strides, known, inp_padding=0, out_padding=0) == {"row": 5, "head": 15}
    assert stride_values(strides, known, inp_padding=5, out_padding=0) == {"row": 10, "head": 3 * 10 + 13}


def test_a_dimension_without_a_stride_follows_the_one_within_it():
    array = Array(name="q", meaning="", shape=("n_rows", "heads", "n_cols"), strides=("token", ""))
    made = operation(array, OUT, sizes=(Size("heads", "", values=(2,)),))
    known = {"heads": 2, "n_rows": 3, "n_cols": 5}
    values = stride_values(made.strides, known, inp_padding=4, out_padding=0)
    assert values == {"token": 14}
    assert array.stride_values({**known, **values}) == (14, 5, 1)
    assert made.grows_with["token"] == {"heads", "n_cols"}


@pytest.mark.parametrize(
    "known", [{"n_rows": 5, "n_cols": 33, "k": 7}, {"n_rows": 40, "n_cols": 3, "k": 129}]
)
def test_far_rows_span_a_little_more_than_unsigned_integers_count(known):
    values = stride_values(product().strides, known, inp_padding=2**30, out_padding=2**30 + 8)
    assert FAR <= 2**30
    for array, name in zip(product().arrays, ("lda", "ldb", "ldc"), strict=True):
        n_rows = math.prod(array.sizes(known)[:-1])
        assert FAR_EXTENT <= (n_rows - 1) * values[name] + 8 * n_rows <= 2 * FAR_EXTENT
        assert values[name] < 2**31


def test_a_stride_of_two_arrays_must_mean_one_thing():
    with pytest.raises(
        ValueError, match=r"array 'out': two strides of one name .*'ld' over n_cols and over n_rows"
    ):
        operation(
            Array(name="inp", meaning="", strides=("ld",)),
            Array(name="out", meaning="", role="out", shape=("n_cols", "n_rows"), strides=("ld",)),
        )


def test_columns_have_another_stride_on_each_side_in_padded_layouts_only():
    arrays = (("inp", ("n_rows", "n_cols"), ("row", "col"), False), ("out", ("n_rows",), ("step",), True))
    strides = strides_of(arrays)
    known = {"n_rows": 4, "n_cols": 10}
    padded = stride_values(strides, known, inp_padding=5, out_padding=3)
    assert padded == {"col": 2, "row": 10 * 2 + 5, "step": 3}
    assert stride_values(strides, known, inp_padding=0, out_padding=0) == {"col": 1, "row": 10, "step": 1}


@pytest.mark.parametrize(("shape", "strides", "known", "found"), [
    (("n_rows", "n_cols"), ("row", "col"), {"row": 25, "col": 2}, (25, 2)),
    (("n_rows", "n_cols"), ("", "col"), {"col": 2}, (20, 2)),
    (("n_rows", "n_cols"), ("row",), {"row": 13}, (13, 1)),
    (("n_cols",), ("col",), {"col": 3}, (3,)),
    (("n_rows", "n_cols"), (), {}, ()),
])  # fmt: skip
def test_strides_of_all_dimensions_in_numbers(shape, strides, known, found):
    array = Array(name="a", meaning="", shape=shape, strides=strides)
    assert array.stride_values({"n_rows": 4, "n_cols": 10, **known}) == found
