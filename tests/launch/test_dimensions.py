"""Buffers of arrays with more than two dimensions: where their elements are, and what is said of stray writes."""

import numpy as np
import pytest

from harness.launch.buffers import Spacing, input_image, is_windowed, output_image, windowed_output

DIMS = (2, 3, 5)
OUTER, ROW = 40, 8
"""Rows of 5 are 8 elements apart, three of them take 24, and the next three begin 40 elements after these began."""


def image():
    return output_image("out", 6, 5, "float32", Spacing(row_stride=ROW, dims=DIMS, outer_strides=(OUTER,)))


def written(values):
    """Return the bytes of the buffer after a kernel wrote all elements and the given further positions."""
    after = image().data.copy()
    words = after.view(np.uint32)
    origin = image().origin_bytes // 4
    for head in range(2):
        for row in range(3):
            start = origin + head * OUTER + row * ROW
            words[start : start + 5] = np.arange(5) + 10 * row + 100 * head
    for position in values:
        words[origin + position] = 7
    return after


def test_elements_are_at_their_strides():
    report = image().inspect(written(()))
    expected = np.arange(5) + np.array([0, 10, 20, 100, 110, 120])[:, np.newaxis]
    assert report.values.view(np.uint32).tolist() == expected.tolist()
    assert report.dims == DIMS
    assert not report.unwritten.any()
    assert report.changed.all()
    assert report.strays == ()


def test_an_input_has_its_values_there_and_takes_others():
    values = np.arange(30, dtype=np.float32).reshape(6, 5)
    made = input_image("q", values, Spacing(row_stride=ROW, dims=DIMS, outer_strides=(OUTER,)))
    floats = made.data.view(np.float32)
    origin = made.origin_bytes // 4
    assert floats[origin + OUTER + ROW + 3] == values[4, 3]
    other = made.with_values(values + 1).data.view(np.float32)
    assert other[origin + OUTER + ROW + 3] == values[4, 3] + 1
    assert made.defined.reshape(-1, 4).any(axis=1).sum() == 30


@pytest.mark.parametrize(
    ("position", "where"),
    [
        (5, "1 element past the end of row [0, 0] (column 5)"),
        (ROW + 7, "1 element past the end of row [0, 1] (column 7)"),
        (2 * ROW + 9, "1 element past the end of row [0, 2] (column 9)"),
        (OUTER - 1, "1 element past the end of row [0, 2] (column 23)"),
        (OUTER + 2 * ROW + 5, "past the end of the array, whose last element is element [1, 2, 4]"),
        (-1, "1 element before the start of the array"),
    ],
)
def test_a_stray_write_is_named_by_its_row(position, where):
    (stray,) = image().inspect(written((position,))).strays
    assert where in stray.where


def test_stray_writes_behind_several_rows_are_described_together():
    (stray,) = image().inspect(written((5, OUTER + 5))).strays
    assert stray.where == "2 elements past the end of its row (elements [every, 0, 5])"


def test_far_rows_are_windows_at_their_strides():
    row, outer = 2**23, 2**25
    assert is_windowed(5, row, 4)
    made = windowed_output("out", 6, 5, "float32", Spacing(row_stride=row, dims=DIMS, outer_strides=(outer,)))
    places = [
        (start + window.origin_bytes - made.origin_bytes) // 4
        for start, window in zip(made.starts, made.windows, strict=True)
    ]
    assert places == [0, row, 2 * row, outer, outer + row, outer + 2 * row]
    after = made.data.copy()
    start = sum(window.size_bytes for window in made.windows[:4]) + made.windows[4].origin_bytes
    after.view(np.uint32)[start // 4 + made.windows[4].n_cols] = 7
    (stray, *_) = made.inspect(after).strays
    assert "past the end of row [1, 1]" in stray.where


def test_columns_may_be_apart():
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    made = input_image("inp", values, Spacing(row_stride=20, step=3))
    floats, origin = made.data.view(np.float32), made.origin_bytes // 4
    assert made.extent == 27
    assert [floats[origin + at] for at in (0, 3, 6, 20, 23, 26)] == [0, 1, 2, 3, 4, 5]
    assert made.defined.reshape(-1, 4).any(axis=1).sum() == 6
    assert made.inspect(made.data).values.tolist() == values.tolist()
    assert input_image("inp", values, Spacing(step=3)).row_stride == 7


@pytest.mark.parametrize(
    ("position", "where"),
    [
        (1, "1 element between the elements of a row, which are 3 apart (the first behind row 0, column 0)"),
        (25, "1 element between the elements of a row, which are 3 apart (the first behind row 1, column 1)"),
        (7, "1 element past the end of row 0 (column 3)"),
        (27, "1 element past the end of the array, whose last element is row 1, column 2"),
    ],
)
def test_a_write_between_columns_is_named(position, where):
    made = output_image("out", 2, 3, "float32", Spacing(row_stride=20, step=3))
    after = made.data.copy()
    after.view(np.uint32)[made.origin_bytes // 4 + position] = 7
    (stray,) = made.inspect(after).strays
    assert stray.where.startswith(where)


def test_far_rows_may_have_columns_apart():
    row = 2**23
    made = windowed_output("out", 2, 3, "float32", Spacing(row_stride=row, step=2))
    after = made.data.copy()
    window = made.windows[1]
    start = made.windows[0].size_bytes + window.origin_bytes
    after.view(np.uint32)[start // 4 : start // 4 + 5 : 2] = [1, 2, 3]
    report = made.inspect(after)
    assert report.values[1].view(np.uint32).tolist() == [1, 2, 3]
    assert report.strays == ()
    after.view(np.uint32)[start // 4 + 1] = 7
    (stray,) = made.inspect(after).strays
    assert stray.where == "1 element between the elements of row 1"
