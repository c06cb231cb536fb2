"""The arrays of an operation: what can be declared, and their shapes in numbers."""

import numpy as np
import pytest

from harness.operation.array import INP, OUT, Array
from harness.operation.catalogue import shipped_operations


def array(**changes):
    return Array(**{"name": "targets", "meaning": "a column for each row", **changes})


@pytest.mark.parametrize(("changes", "message"), [
    ({"role": "inout"}, "the role must be in, out or in-out (got 'inout')"),
    ({"shape": ()}, "the shape must be of sizes, each a name or a number from 1 on"),
    ({"shape": ("n_rows", 0)}, "the shape must be of sizes, each a name or a number from 1 on"),
    ({"shape": ("n-rows",)}, "the shape must be of sizes, each a name or a number from 1 on"),
    ({"strides": ("lda", "ldb", "ldc")}, "`strides` must name one stride for each dimension, or each but the last"),
    ({"strides": ("lda",), "rows": "inp"}, "`strides` must name one stride for each dimension, or each but the last"),
    ({"dtype": "int4"},
     "the dtype must be one of float16, bfloat16, float32, float64, int8, uint8, int32, int64 (got"),
    ({"dtype": "float8_e5m2"}, "the dtype must be one of float16, bfloat16, float32, float64, int8, uint8,"),
    ({"dtype": "int8", "below": 129},
     "'least', 'sentinels' and 'below' must be of numbers that its type has (got 128)"),
    ({"dtype": "uint8", "below": 4, "least": -1},
     "'least', 'sentinels' and 'below' must be of numbers that its type has (got -1)"),
    ({"dtype": "int8", "below": 4, "sentinels": (128,)},
     "'least', 'sentinels' and 'below' must be of numbers that its type has (got 128)"),
    ({"dtype": "int32", "below": 4, "least": 4}, "'least' must be less than 'below' (got 4 and 4)"),
    ({"dtype": "int32", "below": 4, "sentinels": (3,)}, "a sentinel must be outside of the range (got 3)"),
    ({"dtype": "int32", "below": "n_cols", "sentinels": (99,)}, "a sentinel must be outside of the range (got 99)"),
    ({"least": -1}, "only an array of integers can have 'least' and 'sentinels' (got dtype None)"),
    ({"shape": ("n_rows + 2",)}, "the shape must be of sizes, each a name or a number from 1 on"),
    ({"dtype": "uint8", "below": "n_cols"}, "an input of one byte must be below a number that its type has"),
    ({"accept": lambda *_: True}, "only an array of role out can have 'accept' (got role in)"),
    ({"shape": ("n_cols",), "rows": "inp"}, "only an array of n_rows x n_cols can have the rows of a layout"),
    ({"dtype": "int32"},
     "an integer input must be below a size, one more ('n_cols + 1') or a positive number (got 0)"),
    ({"role": "in-out", "absent": 0.0}, "only an array of role in can be absent (got role in-out)"),
])  # fmt: skip
def test_what_cannot_be_declared_is_refused(changes, message):
    with pytest.raises(ValueError, match=r".*") as caught:
        array(**changes)
    assert f"array 'targets': {message}" in str(caught.value)


@pytest.mark.parametrize(("shape", "sizes", "as_rows"), [
    (("n_rows", "n_cols"), (3, 5), (3, 5)),
    (("n_rows",), (3,), (3, 1)),
    (("n_cols",), (5,), (1, 5)),
    (("n_rows", 2), (3, 2), (3, 2)),
    ((7,), (7,), (1, 7)),
    (("n_rows + 1",), (4,), (1, 4)),
    (("heads", "n_cols + 1"), (4, 6), (4, 6)),
    (("heads",), (4,), (1, 4)),
    (("heads", "n_rows", "n_cols"), (4, 3, 5), (12, 5)),
    ((2, "heads", "n_cols", "n_rows"), (2, 4, 5, 3), (40, 3)),
])  # fmt: skip
def test_a_shape_in_numbers_and_as_rows(shape, sizes, as_rows):
    one = array(shape=shape)
    known = {"n_rows": 3, "n_cols": 5, "heads": 4}
    assert one.sizes(known) == sizes
    assert one.row_sizes(known) == as_rows
    assert one.dims(known) == (sizes if len(sizes) > 2 else ())
    assert one.as_rows(np.zeros(sizes)).shape == as_rows


@pytest.mark.parametrize(("below", "limit"), [("n_rows", 3), ("n_cols", 5), ("n_cols + 1", 6), (2, 2)])
def test_the_number_that_integers_are_below(below, limit):
    assert array(dtype="int32", below=below).limit({"n_rows": 3, "n_cols": 5}) == limit


def test_an_operation_that_names_no_arrays_has_one_in_one_out_and_its_vectors():
    layer_norm = shipped_operations()["layer_norm"]
    assert [each.name for each in layer_norm.arrays] == ["inp", "out", "weight", "bias"]
    assert layer_norm.arrays[:2] == (INP, OUT)
    assert layer_norm.inputs[0] is layer_norm.main is INP
    assert layer_norm.outputs == (OUT,)
    assert layer_norm.arguments == (
        *("inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"),
        *("weight", "bias", "eps"),
    )
    assert {each.shape for each in layer_norm.arrays[2:]} == {("n_cols",)}
