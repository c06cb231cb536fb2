import numpy as np
import pytest

from harness.launch.buffers import (
    ALIGNMENT_BYTES,
    MIN_GUARD_BYTES,
    Spacing,
    input_image,
    output_image,
    scratch_image,
)
from harness.operation.precision.rounding import FORMATS


def values(n_rows, n_cols, dtype="float32"):
    return np.arange(n_rows * n_cols).reshape(n_rows, n_cols).astype(FORMATS[dtype].dtype)


class Memory:
    """A buffer on a device, or windows of one: element (row, column) of the kernel's pointer, unchecked as on a GPU."""

    def __init__(self, image, stride=0):
        self.image, self.bytes = image, image.data.copy()
        self.stride = stride or image.row_stride
        self.dtype = getattr(image, "windows", [image])[0].dtype

    def _place(self, row, column):
        size, done = self.dtype.itemsize, 0
        at = self.image.origin_bytes + (row * self.stride + column) * size
        for start, stop in self.image.ranges:
            if start <= at and at + size <= stop:
                return slice(done + at - start, done + at - start + size)
            done += stop - start
        raise IndexError(f"row {row}, column {column} is in no window")

    def write(self, row, column, value):
        self.bytes[self._place(row, column)] = np.array([value], self.dtype).view(np.uint8)

    def read(self, row, column):
        return self.bytes[self._place(row, column)].view(self.dtype)[0]

    def fill(self, array):
        for (row, column), value in np.ndenumerate(array):
            self.write(row, column, value)

    def inspect(self):
        return self.image.inspect(self.bytes)


LAYOUTS = [{}, {"row_stride": 12}, {"offset": 3}, {"row_stride": 13, "offset": 1}, {"guard_bytes": 0}]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
@pytest.mark.parametrize("dtype", FORMATS)
def test_a_kernel_finds_its_input_and_leaves_its_output(dtype, layout):
    inp = values(5, 10, dtype)
    source = Memory(input_image("inp", inp, Spacing(**layout)))
    target = Memory(output_image("out", 5, 10, dtype, Spacing(**layout)))
    for row in range(5):
        for column in range(10):
            target.write(row, column, source.read(row, column))
    report = target.inspect()
    assert report.label == "out"
    assert report.values.dtype == FORMATS[dtype].dtype
    np.testing.assert_array_equal(report.values.astype(float), inp.astype(float))
    assert not report.unwritten.any()
    assert report.changed.all()
    assert report.strays == ()
    untouched = source.inspect()
    assert not untouched.changed.any()
    assert not untouched.unwritten.any()
    assert untouched.strays == ()
    np.testing.assert_array_equal(untouched.values.astype(float), inp.astype(float))


def test_origin_is_off_the_alignment_by_the_offset_alone():
    for offset in (0, 1, 3, 64):
        image = output_image("out", 3, 1000, "float32", Spacing(row_stride=1005, offset=offset))
        assert image.origin_bytes % ALIGNMENT_BYTES == offset * 4 % ALIGNMENT_BYTES


def test_guards_are_a_row_or_the_minimum_whichever_is_more():
    short = output_image("out", 2, 10, "float32")
    assert short.origin_bytes == MIN_GUARD_BYTES
    assert short.size_bytes == MIN_GUARD_BYTES + 80 + MIN_GUARD_BYTES
    long = output_image("out", 2, 3000, "float32", Spacing(row_stride=3001))
    assert long.origin_bytes >= 3001 * 4
    assert long.size_bytes - long.origin_bytes - (3001 + 3000) * 4 >= 3001 * 4


def test_without_guards_the_buffer_ends_with_its_last_element():
    image = input_image("inp", values(3, 10), Spacing(row_stride=12, offset=1, guard_bytes=0))
    assert image.origin_bytes == 4
    assert image.size_bytes == 4 + (2 * 12 + 10) * 4


@pytest.mark.parametrize("dtype", FORMATS)
def test_every_unwritten_element_is_seen_and_no_written_nan_is(dtype):
    memory = Memory(output_image("out", 3, 4, dtype))
    assert memory.inspect().unwritten.all()
    memory.write(1, 2, 0.0)
    memory.write(2, 3, np.nan)
    unwritten = memory.inspect().unwritten
    assert np.flatnonzero(~unwritten.ravel()).tolist() == [6, 11]


@pytest.mark.parametrize("dtype", FORMATS)
def test_poison_and_canary_are_nans_that_no_kernel_makes(dtype):
    image = output_image("out", 1, 1, dtype)
    word = image.word
    canary = image.data.view(word)[0]
    poison = image.data[image.origin_bytes :].view(word)[0]
    form = FORMATS[dtype]
    for pattern in (canary, poison):
        with np.errstate(invalid="ignore"):
            assert np.isnan(np.array([pattern]).view(form.dtype))[0]
        # Signalling: the top bit of the fraction is clear, so whatever computes with it changes it.
        assert not int(pattern) >> (form.precision - 2) & 1
        default_nan = np.array([np.nan]).astype(form.dtype).view(word)[0]
        gpu_nan = word.type(2 ** (8 * word.itemsize - 1) - 1)
        assert pattern not in (default_nan, gpu_nan, default_nan ^ (1 << (8 * word.itemsize - 1)))
    assert canary != poison


@pytest.mark.parametrize("dtype", FORMATS)
def test_a_read_outside_the_elements_spoils_what_is_computed_with_it(dtype):
    source = Memory(input_image("inp", values(3, 10, dtype), Spacing(row_stride=12, offset=2)))
    for row, column in ((0, -1), (0, 10), (1, 11), (2, 10), (3, 0)):
        assert np.isnan(float(source.read(row, column)) + 1.0)


def strays_after(layout, *places, value=0.25, shape=(5, 10)):
    memory = Memory(output_image("out", *shape, "float32", Spacing(**layout)))
    memory.fill(values(*shape))
    for row, column in places:
        memory.write(row, column, value)
    report = memory.inspect()
    np.testing.assert_array_equal(report.values, values(*shape))
    return report.strays


PAST = "past the end of the array, whose last element is row 4, column 9"
BEHIND = f"2 elements {PAST} (0 to 8 bytes behind it)"
BEFORE = "2 elements before the start of the array (8 to 0 bytes before it)"


@pytest.mark.parametrize(
    ("layout", "places", "where", "first_byte"),
    [
        ({"row_stride": 14}, [(3, 10), (3, 11), (3, 12)],
         "3 elements past the end of row 3 (columns 10..12)", (3 * 14 + 10) * 4),
        ({"row_stride": 14}, [(2, 12)], "1 element past the end of row 2 (column 12)", (2 * 14 + 12) * 4),
        ({"row_stride": 12}, [(row, 10) for row in range(4)],
         "4 elements past the end of its row (column 10 of rows 0..3)", 10 * 4),
        ({}, [(4, 10), (4, 11)], BEHIND, 50 * 4),
        ({"row_stride": 12}, [(4, 10), (4, 11)], BEHIND, (4 * 12 + 10) * 4),
        ({"offset": 3}, [(4, 10), (4, 11)], BEHIND, 50 * 4),
        ({}, [(5, column) for column in range(10)], f"10 elements {PAST} (0 to 40 bytes behind it)", 50 * 4),
        ({}, [(0, -1), (0, -2)], BEFORE, -8),
        ({"row_stride": 12}, [(0, -1), (0, -2)], BEFORE, -8),
        ({"offset": 3}, [(0, -1), (0, -2)], BEFORE, -8),
    ],
)  # fmt: skip
def test_stray_writes_are_named(layout, places, where, first_byte):
    (stray,) = strays_after(layout, *places)
    assert (stray.where, stray.n_elements, stray.first_byte) == (where, len(places), first_byte)


def test_strays_come_in_the_order_of_their_addresses():
    strays = strays_after({"row_stride": 12}, (4, 11), (0, 10), (0, -1))
    assert [stray.where.split(" (")[0] for stray in strays] == [
        "1 element before the start of the array",
        "1 element past the end of row 0",
        "1 element past the end of the array, whose last element is row 4, column 9",
    ]


def test_a_single_byte_outside_counts():
    image = output_image("out", 2, 10, "float16", Spacing(row_stride=11))
    after = image.data.copy()
    after[image.origin_bytes + 10 * 2] ^= 1
    (stray,) = image.inspect(after).strays
    assert stray.where == "1 element past the end of row 0 (column 10)"


def test_a_stray_write_of_the_poison_itself_is_seen():
    image = output_image("out", 2, 10, "float32", Spacing(row_stride=11))
    after = image.data.copy()
    after.view(np.uint32)[image.origin_bytes // 4 + 10] = image.poison
    assert len(image.inspect(after).strays) == 1


def test_inputs_see_changed_elements_and_stray_writes_apart():
    inp = values(5, 10)
    memory = Memory(input_image("inp", inp, Spacing(row_stride=12)))
    memory.write(2, 7, -1.0)
    memory.write(2, 10, -1.0)
    report = memory.inspect()
    assert np.argwhere(report.changed).tolist() == [[2, 7]]
    assert [stray.where for stray in report.strays] == ["1 element past the end of row 2 (column 10)"]


def test_inputs_are_compared_by_bytes_not_by_value():
    memory = Memory(input_image("inp", np.array([[0.0, np.nan]], dtype=np.float32)))
    assert not memory.inspect().changed.any()
    memory.write(0, 0, -0.0)
    assert memory.inspect().changed.tolist() == [[True, False]]


def test_scratch_is_filled_guarded_and_free_to_use():
    image = scratch_image("partials", 12)
    content = image.data[image.origin_bytes : image.origin_bytes + 12]
    assert np.isnan(content.view(np.float32)).all()
    after = image.data.copy()
    after[image.origin_bytes : image.origin_bytes + 12] = 7
    assert image.inspect(after).strays == ()
    after[image.origin_bytes + 12 : image.origin_bytes + 16] = 0
    (stray,) = image.inspect(after).strays
    assert stray.n_elements == 4
    assert scratch_image("none", 0, guard_bytes=0).size_bytes == 0


def test_all_of_a_dense_input_without_guards_is_content():
    assert input_image("inp", values(3, 5), Spacing(guard_bytes=0)).defined is None


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_guards_gap_and_padding_are_not_content(dtype):
    image = input_image("inp", values(3, 5).astype(dtype), Spacing(row_stride=8, offset=2, guard_bytes=256))
    defined = image.defined
    itemsize = np.dtype(dtype).itemsize
    assert defined.sum() == 15 * itemsize
    words = defined.reshape(-1, itemsize)
    assert (words.all(axis=1) == words.any(axis=1)).all()
    assert words[256 // itemsize + 2 :, 0][:21].tolist() == ([True] * 5 + [False] * 3) * 2 + [True] * 5


def test_nothing_of_an_output_or_of_scratch_memory_is_content():
    for image in (output_image("out", 3, 5, "float32", Spacing(guard_bytes=0)), scratch_image("sums", 12)):
        assert image.defined.shape == (image.size_bytes,)
        assert not image.defined.any()


def test_other_values_are_content_in_the_same_places():
    image = input_image("inp", values(3, 5), Spacing(row_stride=8))
    np.testing.assert_array_equal(image.with_values(values(3, 5) * 2).defined, image.defined)
    poisoned = output_image("out", 3, 5, "float32")
    assert not poisoned.with_values(values(3, 5)).defined.any()


@pytest.mark.parametrize("shape", [(0, 10), (3, 0), (0, 0)])
def test_an_empty_array_still_has_guards(shape):
    image = output_image("out", *shape, "float32")
    report = image.inspect(image.data)
    assert report.values.shape == shape
    assert report.strays == ()
    after = image.data.copy()
    after[image.origin_bytes] ^= 1
    (stray,) = image.inspect(after).strays
    assert stray.where == (
        "1 element past the end of the array, which has no elements (0 to 4 bytes behind it)"
    )


def test_the_image_cannot_be_changed_by_accident():
    image = input_image("inp", values(2, 3))
    with pytest.raises(ValueError, match="read-only"):
        image.data[0] = 0


def test_a_type_that_no_kernel_has_is_refused():
    with pytest.raises(ValueError, match="dtype must be one of"):
        output_image("out", 2, 10, "int16")
