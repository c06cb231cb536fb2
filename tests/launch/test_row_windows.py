"""A buffer with gigabytes between its rows, of which only the neighbourhood of each row exists here."""

import numpy as np
import pytest

from harness.launch.buffers import (
    ALIGNMENT_BYTES,
    MIN_GUARD_BYTES,
    WINDOWED_PADDING_BYTES,
    Spacing,
    input_image,
    is_windowed,
    output_image,
    windowed_input,
    windowed_output,
)
from harness.operation.precision.rounding import FORMATS
from tests.launch.test_buffers import Memory

STRIDE = 2**30 + 33


def values(n_rows=5, n_cols=33, dtype="float32"):
    return np.arange(1, n_rows * n_cols + 1).reshape(n_rows, n_cols).astype(FORMATS[dtype].dtype)


PLACES = [{}, {"guard_bytes": 0}, {"offset": 3}, {"offset": 3, "guard_bytes": 0}, {"guard_bytes": 256}]


@pytest.mark.parametrize("place", PLACES, ids=str)
@pytest.mark.parametrize("dtype", FORMATS)
def test_a_kernel_finds_its_input_and_leaves_its_output(dtype, place):
    inp = values(dtype=dtype)
    source = Memory(windowed_input("inp", inp, Spacing(row_stride=STRIDE, **place)), STRIDE)
    target = Memory(windowed_output("out", *inp.shape, dtype, Spacing(row_stride=STRIDE, **place)), STRIDE)
    assert target.inspect().unwritten.all()
    for row in range(5):
        for column in range(33):
            target.write(row, column, source.read(row, column))
    report = target.inspect()
    assert (report.label, report.strays) == ("out", ())
    assert report.values.tobytes() == inp.tobytes()
    assert not report.unwritten.any()
    report = source.inspect()
    assert not report.changed.any()
    assert report.strays == ()


@pytest.mark.parametrize("place", PLACES, ids=str)
@pytest.mark.parametrize("dtype", FORMATS)
def test_the_windows_are_where_a_dense_image_has_the_same_bytes(dtype, place):
    # A stride that still fits in memory, so that the whole buffer can be laid beside the windows.
    inp = values(3, 5, dtype)
    stride = WINDOWED_PADDING_BYTES // inp.itemsize + 5
    windowed = windowed_input("inp", inp, Spacing(row_stride=stride, **place))
    dense = input_image("inp", inp, Spacing(row_stride=stride, **{"guard_bytes": MIN_GUARD_BYTES, **place}))
    assert windowed.origin_bytes == dense.origin_bytes
    assert windowed.size_bytes == dense.size_bytes
    expected = np.concatenate([dense.data[start:stop] for start, stop in windowed.ranges])
    np.testing.assert_array_equal(windowed.data, expected)


@pytest.mark.parametrize("guard_bytes", [None, 0])
def test_windows_keep_apart_start_aligned_and_reach_as_far_as_padding_may_be_read(guard_bytes):
    image = windowed_input("inp", values(), Spacing(row_stride=STRIDE, guard_bytes=guard_bytes))
    origin = image.origin_bytes
    outer = MIN_GUARD_BYTES if guard_bytes is None else guard_bytes
    assert origin == outer
    assert image.ranges[0][0] == 0
    ends = [end for bounds in image.ranges for end in bounds]
    assert ends == sorted(ends)
    for row, (start, stop) in enumerate(image.ranges):
        first = origin + row * STRIDE * 4
        assert start % ALIGNMENT_BYTES == 0
        assert first - start >= (outer if row == 0 else MIN_GUARD_BYTES)
        assert stop - first - 33 * 4 == (outer if row == 4 else MIN_GUARD_BYTES)
    assert image.size_bytes == origin + (4 * STRIDE + 33) * 4 + outer
    assert image.data.size < 6 * 3 * MIN_GUARD_BYTES


@pytest.mark.parametrize(
    ("element", "where"),
    [
        (-1, "1 element before the start of row 0 (from 4 bytes before it)"),
        (33, "1 element past the end of row 0 (from 0 bytes behind it)"),
        (2 * STRIDE - 3, "1 element before the start of row 2 (from 12 bytes before it)"),
        (2 * STRIDE + 40, "1 element past the end of row 2 (from 28 bytes behind it)"),
        (4 * STRIDE + 33, "1 element past the end of row 4 (from 0 bytes behind it)"),
    ],
)
def test_a_stray_write_is_told_with_its_row(element, where):
    target = Memory(windowed_output("out", 5, 33, "float32", Spacing(row_stride=STRIDE)), STRIDE)
    target.fill(values())
    target.write(0, element, 1.0)
    (stray,) = target.inspect().strays
    assert (stray.n_elements, stray.first_byte, stray.where) == (1, element * 4, where)


def test_several_strays_are_told_in_the_order_of_their_addresses():
    target = Memory(windowed_output("out", 5, 33, "float32", Spacing(row_stride=STRIDE)), STRIDE)
    target.fill(values())
    for element in (STRIDE + 33, 33, 34, STRIDE - 1):
        target.write(0, element, 1.0)
    strays = target.inspect().strays
    assert [(stray.n_elements, stray.first_byte) for stray in strays] == [
        (2, 33 * 4),
        (1, (STRIDE - 1) * 4),
        (1, (STRIDE + 33) * 4),
    ]


def test_what_a_kernel_missed_or_changed_is_told_by_element():
    target = Memory(windowed_output("out", 5, 33, "float32", Spacing(row_stride=STRIDE)), STRIDE)
    target.fill(values()[:4])
    assert np.argwhere(target.inspect().unwritten.any(axis=1)).tolist() == [[4]]
    source = Memory(windowed_input("inp", values(), Spacing(row_stride=STRIDE)), STRIDE)
    source.write(3, 7, -1.0)
    assert np.argwhere(source.inspect().changed).tolist() == [[3, 7]]


@pytest.mark.parametrize(
    "make",
    [
        lambda array: windowed_input("inp", array, Spacing(row_stride=STRIDE)),
        lambda array: input_image("inp", array, Spacing(row_stride=40, offset=2)),
    ],
    ids=["windowed", "dense"],
)
def test_other_values_leave_everything_else(make):
    first, other = values(), values() * -1
    image = make(first)
    changed = image.with_values(other)
    assert changed.inspect(changed.data).values.tobytes() == other.tobytes()
    np.testing.assert_array_equal(changed.data, make(other).data)
    np.testing.assert_array_equal(image.data, make(first).data)
    report = image.inspect(changed.data)
    assert report.changed.all()
    assert report.strays == ()


def test_a_dense_image_is_one_range():
    image = output_image("out", 3, 5, "float32", Spacing(row_stride=8))
    assert image.ranges == ((0, image.size_bytes),)


def test_rows_that_are_near_each_other_have_no_windows():
    assert not is_windowed(33, 40, 4)
    assert not is_windowed(8193, 8193, 4)
    assert is_windowed(33, 33 + WINDOWED_PADDING_BYTES // 4, 4)


def test_the_elements_of_an_input_are_all_of_its_content():
    image = windowed_input("inp", values(), Spacing(row_stride=STRIDE))
    assert image.defined.shape == image.data.shape
    assert image.defined.sum() == values().nbytes
    assert image.data[image.defined].tobytes() == values().tobytes()
    assert not windowed_output("out", 5, 33, "float32", Spacing(row_stride=STRIDE)).defined.any()
