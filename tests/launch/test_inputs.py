import hashlib

import numpy as np
import pytest

from harness.check.comparison import compare
from harness.launch.input_kinds import KINDS, RawStream, heavy_columns
from harness.launch.inputs import kind_of_values, make_input, values_of_kind
from harness.operation.kinds import INPUT_KINDS, SEEDLESS_KINDS, SPECIAL_KINDS
from harness.operation.precision.rounding import FORMATS
from harness.operation.problem import Expected
from tests.check.softmax_problem import bound, softmax

WIDTHS = (1, 2, 3, 4, 5, 31, 32, 33, 257, 1000, 1003)
FINITE_KINDS = tuple(kind for kind in KINDS if kind not in SPECIAL_KINDS)
LOOSEST = {"arithmetic": "fast_exp+division_free+online", "row_threads": 1}


def n_wrong(out, inp, dtype="float32"):
    """Count the elements that even the loosest bound rejects."""
    reference = softmax(inp)
    allowed = bound(inp, dtype=dtype, **LOOSEST)
    with np.errstate(over="ignore"):
        rounded = out.astype(inp.dtype)
    return compare(rounded, Expected(reference, allowed)).n_wrong


def test_the_kinds_are_those_of_the_matrix():
    assert tuple(KINDS) == INPUT_KINDS
    for name, kind in KINDS.items():
        assert kind.name == name
        assert kind.description


@pytest.mark.parametrize("dtype", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_inputs_have_the_asked_shape_and_dtype_and_repeat(kind, dtype):
    for shape in ((1, 1), (3, 2), (13, 33), (0, 4), (4, 0)):
        inp = make_input(kind, *shape, dtype, 5)
        assert inp.shape == shape
        assert inp.dtype == FORMATS[dtype].dtype
        assert inp.flags.c_contiguous
        assert inp.tobytes() == make_input(kind, *shape, dtype, 5).tobytes()
        if kind in FINITE_KINDS:
            assert np.isfinite(inp.astype(np.float64)).all()


@pytest.mark.parametrize("kind", KINDS)
def test_another_seed_gives_other_numbers(kind):
    same = make_input(kind, 4, 33, "float32", 1).tobytes() == make_input(kind, 4, 33, "float32", 2).tobytes()
    assert same is (kind in SEEDLESS_KINDS)


@pytest.mark.parametrize(
    ("kind", "digest"),
    [
        ("spread", "0215afd650a764ad"),
        ("normal", "cca012dc6f1d2992"),
        ("uniform80", "428e2162c6027884"),
        ("ascending", "6bb80fef3ee08149"),
        ("neg_inf_some", "2dc1a4b07afdbaa2"),
    ],
)
def test_bytes_are_the_same_on_every_machine_and_numpy(kind, digest):
    assert hashlib.sha256(make_input(kind, 7, 45, "float32", 20240229).tobytes()).hexdigest()[:16] == digest


@pytest.mark.parametrize("size", [1, 16383, 16384, 16385, 50257])
def test_an_array_of_any_size_is_drawn_in_one_order(size):
    bits = np.random.PCG64(3)
    raw = bits.random_raw(6 * size).reshape(6, size)
    halves = (raw >> np.uint64(32)) + (raw & np.uint64(0xFFFFFFFF))
    stream = RawStream(3)
    np.testing.assert_array_equal(stream.normal(size), halves.sum(axis=0).astype(np.float64) * 2.0**-32 - 6.0)
    np.testing.assert_array_equal(stream.uniform(2), (bits.random_raw(2) >> np.uint64(11)) * 2.0**-53)


@pytest.mark.parametrize("dtype", FORMATS)
def test_values_that_a_kind_holds_go_round_and_keep_their_bits(dtype):
    form = FORMATS[dtype]
    word = np.dtype(f"u{form.itemsize}")
    values = np.array([1.0, -0.0, -np.inf, np.nan, 0.1], np.float64).astype(form.dtype)
    kind = kind_of_values(values)
    inp = make_input(kind, 3, 4, dtype, 99)
    assert inp.dtype == form.dtype
    expected = np.resize(values.view(word), (3, 4))
    assert np.array_equal(np.ascontiguousarray(inp).view(word), expected)
    assert np.array_equal(values_of_kind(kind, dtype).view(word), values.view(word))


def test_the_bits_of_values_read_as_numbers_do():
    assert kind_of_values(np.array([1.0, -np.inf], np.float32)) == "values_3f800000ff800000"
    assert values_of_kind("spread", "float32") is None


def test_more_elements_than_there_are_addresses_are_memory_that_runs_out():
    with pytest.raises(MemoryError, match="2147483647x2147483647 elements do not fit"):
        make_input("spread", 2**31 - 1, 2**31 - 1, "float32", 0)


def test_unknown_kinds_and_dtypes_are_refused():
    with pytest.raises(ValueError, match=r"input kind must be one of spread, normal, .* \(got 'random'\)"):
        make_input("random", 1, 1, "float32", 0)
    with pytest.raises(ValueError, match="dtype must be one of"):
        make_input("spread", 1, 1, "int32", 0)


@pytest.mark.parametrize("n_cols", WIDTHS)
def test_spread_is_never_near_uniform_and_spans_magnitudes(n_cols):
    y = softmax(make_input("spread", 12, n_cols, "float32", 3))
    if n_cols > 1:
        assert (y.max(axis=1) > 3 / (n_cols + 2)).all()
    if n_cols >= 31:
        assert (y.max(axis=1) / y.min(axis=1) > 100).all()


@pytest.mark.parametrize("dtype", FORMATS)
def test_rows_differ_in_every_kind_but_the_constant(dtype):
    for kind in KINDS:
        y = np.nan_to_num(softmax(make_input(kind, 4, 33, dtype, 3)), nan=-1.0)
        assert (len(np.unique(y, axis=0)) > 1) is (kind != "constant"), kind


def test_ascending_rows_ascend_and_descending_rows_descend():
    for n_cols in WIDTHS:
        up = make_input("ascending", 5, n_cols, "float32", 3)
        down = make_input("descending", 5, n_cols, "float32", 3)
        assert (np.diff(up, axis=1) > 0).all()
        assert (np.diff(down, axis=1) < 0).all()
    assert (np.diff(make_input("ascending", 5, 1000, "float16", 3).astype(float), axis=1) >= 0).all()


def test_huge_inputs_reach_the_ends_of_their_formats():
    for dtype, form in FORMATS.items():
        inp = make_input("huge3e38", 6, 33, dtype, 3).astype(np.float64)
        assert (np.abs(inp).max(axis=1) > 0.4 * form.largest).all()
        assert (np.sum(inp == inp.max(axis=1, keepdims=True), axis=1) == 2).any()
        assert (np.abs(make_input("huge1e4", 6, 33, dtype, 3).astype(np.float64)).max(axis=1) > 9000).all()


def test_subnormal_inputs_are_subnormal_in_their_own_format():
    for dtype, form in FORMATS.items():
        inp = np.abs(make_input("subnormal", 6, 33, dtype, 3).astype(np.float64))
        is_subnormal = (inp > 0) & (inp < form.smallest_normal)
        assert is_subnormal.any(axis=1).all()
        assert (inp[1] <= form.smallest_normal).all()
        assert (inp[0] > 0.1).any()


def test_spike_turns_through_the_columns_where_loops_go_wrong():
    inp = make_input("spike", 12, 1003, "float32", 3)
    found = {int(column) for column in inp.argmax(axis=1)}
    assert {0, 1, 31, 32, 33, 1000, 1001, 1002} <= found
    assert heavy_columns(1) == (0,)
    assert heavy_columns(3) == (2, 0, 1)


@pytest.mark.parametrize("n_rows", [1, 2, 6])
@pytest.mark.parametrize("n_cols", WIDTHS)
def test_special_kinds_hold_their_value_in_the_first_row(n_rows, n_cols):
    first = {kind: make_input(kind, n_rows, n_cols, "float32", 3)[0] for kind in SPECIAL_KINDS}
    assert np.isneginf(first["neg_inf_some"]).any()
    assert np.isneginf(first["neg_inf_leading"][0])
    assert np.isneginf(first["neg_inf_all"]).all()
    assert np.isposinf(first["pos_inf"]).any()
    assert np.isnan(first["nan"]).any()
    if n_cols > 1:
        assert np.isfinite(first["neg_inf_some"]).any()
        assert np.isfinite(first["neg_inf_leading"][-1])


@pytest.mark.parametrize("kind", SPECIAL_KINDS)
def test_special_kinds_mix_in_ordinary_rows(kind):
    for n_cols in WIDTHS:
        assert np.isfinite(make_input(kind, 2, n_cols, "float32", 3)[1]).all()


def test_special_values_take_every_place():
    leading = make_input("neg_inf_leading", 6, 1000, "float32", 3)
    assert [int(np.isneginf(row).sum()) for row in leading] == [500, 0, 1, 2, 999, 33]
    nan = np.isnan(make_input("nan", 6, 9, "float32", 3))
    assert [np.flatnonzero(row).tolist() for row in nan] == [[0], [], [4], [8], [8], list(range(9))]
    inf = np.isposinf(make_input("pos_inf", 6, 9, "float32", 3))
    assert [np.flatnonzero(row).tolist() for row in inf] == [[8], [], [0], [4], [8], list(range(9))]


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
@pytest.mark.parametrize("kind", ["spread", "huge1e4", "constant", "spike"])
def test_a_missing_subtraction_of_the_maximum_shows_even_in_one_row(kind, dtype):
    for n_rows, n_cols in ((1, 1), (1, 33), (5, 1000)):
        inp = make_input(kind, n_rows, n_cols, dtype, 3)
        with np.errstate(all="ignore"):
            numerators = np.exp(inp.astype(np.float32))
            out = numerators / numerators.sum(axis=1, keepdims=True)
        assert n_wrong(out, inp, dtype) > 0


@pytest.mark.parametrize("n_rows", [1, 4])
@pytest.mark.parametrize("n_cols", [n for n in WIDTHS if n > 1])
def test_a_tail_missing_from_the_sum_alone_shows(n_cols, n_rows):
    for kind in ("spread", "spike", "ascending"):
        inp = make_input(kind, n_rows, n_cols, "float32", 3)
        numerators = np.exp(inp.astype(np.float64) - inp.max(axis=1, keepdims=True))
        kept = n_cols - (n_cols % 4 or 1) if n_cols > 4 else n_cols - 1
        out = numerators / numerators[:, :kept].sum(axis=1, keepdims=True)
        assert n_wrong(out, inp) > 0, kind


@pytest.mark.parametrize("shift", [1, -1])
def test_shifted_rows_and_columns_show(shift):
    for kind in KINDS:
        inp = make_input(kind, 6, 33, "float32", 3)
        y = softmax(inp)
        if kind != "constant":
            assert n_wrong(np.roll(y, shift, axis=0), inp) > 0, kind
            assert n_wrong(np.roll(y, shift, axis=1), inp) > 0, kind


def test_an_unguarded_online_maximum_shows():
    inp = make_input("neg_inf_leading", 1, 33, "float32", 3)
    top, total = np.float32(-np.inf), np.float32(0)
    with np.errstate(all="ignore"):
        for value in inp[0]:
            new = max(top, value)
            total = total * np.exp(top - new) + np.exp(value - new)
            top = new
        out = np.exp(inp - top) / total
    assert np.isnan(out).all()
    assert n_wrong(out, inp) == 33
