"""The shipped operations with discrete results against loops over their definitions; integers as a main input."""

import math
from dataclasses import replace

import ml_dtypes
import numpy as np
import pytest

from harness.errors import SpecError
from harness.launch.inputs import input_of, problem_of
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expected_of
from harness.operation.problem import Problem
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.kernels.expectations import ROOT

F32 = np.float32
RIGHT = ROOT / "fixtures" / "operations" / "right"
ROWS = np.array(
    [
        [1.0, -3.5, 3.25, 0.01, -1e-3],
        [0.0, 0.0, -0.0, 0.0, 0.0],
        [np.nan, 2.0, 1.0, -5.0, 0.5],
        [np.inf, 2.0, 1.0, -5.0, 0.5],
        [-7.0, -1.0, -2.0, -3.0, -6.999],
    ],
    F32,
)


def expected(name, inp, **changes):
    own = shipped_operations()[name]
    given = Problem(
        arrays={"inp": inp}, dtype="float32", how=own.parse_arithmetic("ieee"), row_threads=32, **changes
    )
    return expected_of(own, given)


def quantized(row, largest):
    """Give scale and quotients of a row, one element after the other."""
    top = 0.0
    for value in row:
        top = math.nan if math.isnan(top) or math.isnan(value) else max(top, abs(value))
    scale = top / largest
    with np.errstate(invalid="ignore"):
        return scale, [0.0 if scale == 0.0 else float(np.float64(value) / scale) for value in row]


@pytest.mark.parametrize(("name", "largest"), [("quantize_int8", 127.0), ("quantize_fp8", 448.0)])
def test_rows_are_divided_by_their_scale(name, largest):
    found = expected(name, ROWS)
    for row, values in enumerate(ROWS.astype(np.float64)):
        scale, quotients = quantized(values, largest)
        np.testing.assert_array_equal(found["scale"].reference[row, 0], scale)
        if name == "quantize_int8":
            wanted = [0 if math.isnan(each) else round(each) for each in quotients]
            np.testing.assert_array_equal(found["out"].reference[row], wanted)
        else:
            nearest = np.array(quotients).astype(ml_dtypes.float8_e4m3fn).astype(np.float64)
            error = np.abs(found["out"].reference[row] - nearest)
            assert (np.isnan(error) == np.isnan(nearest)).all()
            assert not (error > found["out"].allowed[row]).any()
        assert not np.isnan(found["out"].allowed[row]).any()


def test_int8_is_judged_exactly_but_where_rounding_decides():
    rows = np.array(
        [[127.0, 2.5, 2.4, 3.5, -0.5, -127.0], [127.0 / 3.0, 2.5 / 3.0, 0.8, 3.5 / 3.0, 0.0, 1.0]], F32
    )
    out = expected("quantize_int8", rows)["out"]
    np.testing.assert_array_equal(out.reference[0], [127, 2, 2, 4, 0, -127])
    np.testing.assert_array_equal(out.allowed, [[0, 0, 0, 0, 0, 0], [0, 1, 0, 1, 0, 0]])


def test_a_histogram_counts():
    rows = np.array([[0, 63, 5, 5, 5], [1, 1, 1, 1, 1]], np.int32)
    counts = expected("histogram", rows)["counts"].reference
    assert counts.shape == (2, 64)
    assert counts.dtype == np.int64
    assert [list(counts[row].nonzero()[0]) for row in (0, 1)] == [[0, 5, 63], [1]]
    assert (counts[0, 5], counts[1, 1], counts.sum()) == (3, 5, 10)


def test_a_prefix_sum_is_inclusive():
    found = expected("prefix_sum", ROWS)["out"]
    for row, values in enumerate(ROWS.astype(np.float64)):
        total = 0.0
        for column, value in enumerate(values):
            total += value
            reference, allowed = found.reference[row, column], found.allowed[row, column]
            assert (math.isnan(total) and math.isnan(reference)) or total == pytest.approx(
                reference, rel=1e-12
            )
            assert allowed <= 1e-5
    # Prefixes before the NaN are numbers.
    assert not np.isnan(found.reference[3]).any()


def case_of(kind, name="histogram_shared"):
    variant = load_variant(RIGHT / f"{name}.cu")
    block = variant.blocks[0]
    return make_case(variant, n_rows=4, n_cols=37, kind=kind, dtype="float32", block=block)


@pytest.mark.parametrize("kind", ["spread", "nan", "pos_inf", "huge3e38", "constant", "sweep"])
def test_integers_of_a_main_input_are_made_of_the_kind_s_numbers(kind):
    case = case_of(kind)
    inp = input_of(case)
    assert (inp.dtype, inp.shape) == (np.dtype(np.int32), (4, 37))
    assert 0 <= inp.min() <= inp.max() < 64
    np.testing.assert_array_equal(problem_of(case).inp, inp)
    floats = input_of(case_of(kind, "row_max_index_warp")).astype(np.float64)
    ordinary = np.isfinite(floats) & (np.abs(floats) < 1e9)
    np.testing.assert_array_equal(inp[ordinary], np.floor(floats[ordinary]).astype(np.int64) % 64)
    assert not inp[~np.isfinite(floats)].any()


def declared(name):
    folder = ROOT / "fixtures" / "declared_kernels"
    return load_variant(folder / "right" / f"{name}.cu", [folder / "operations"])


def made(variant, n_rows, n_cols, sizes=None):
    return problem_of(
        make_case(
            variant, dtype="float32", n_rows=n_rows, n_cols=n_cols, block=variant.blocks[0], sizes=sizes
        )
    )


def test_integers_have_negative_numbers_and_sentinels_where_they_are_declared():
    targets = made(declared("ignored_targets"), 200, 33).arrays["targets"]
    assert (targets[2::5] == -100).all()
    others = np.delete(targets, np.s_[2::5])
    assert (others.min(), others.max()) == (0, 32)
    given = made(declared("zero_point"), 40, 300).arrays
    assert given["q"].dtype == given["zero"].dtype == np.int8
    assert given["zero"].min() == -128
    assert given["zero"].max() == 127
    assert given["q"].min() < 0 < given["q"].max()


@pytest.mark.parametrize("tokens", [1, 130])
def test_values_may_take_the_sizes_and_a_shape_may_have_one_more(tokens):
    offsets = made(declared("segment_sums_by_offsets"), 7, 5, {"tokens": tokens}).arrays["offsets"]
    assert offsets.shape == (8,)
    assert (offsets[0], offsets[-1]) == (0, tokens)
    assert (np.diff(offsets) >= 0).all()


def test_replaced_and_reversed_integers_stay_in_their_range():
    known = {"n_rows": 4, "n_cols": 9}
    targets = declared("ignored_targets").operation.arrays[1]
    numbers = np.array([-100, 0, 8, 3])
    assert list(targets.in_range(numbers + 1, known)) == [0, 1, 0, 4]
    assert list(targets.has(np.array([-100, -1, 0, 8, 9]), known)) == [True, False, True, True, False]
    zero = declared("zero_point").operation.arrays[1]
    assert list(zero.in_range(np.array([-128, 127]) + 1, known)) == [-127, -128]


def test_values_outside_of_the_range_are_refused():
    variant = declared("segment_sums_by_offsets")
    wrong = replace(variant.operation.arrays[1], values=lambda stream, shape, form: np.full(shape, -1.0))
    arrays = (variant.operation.arrays[0], wrong, variant.operation.arrays[2])
    changed = replace(variant, operation=replace(variant.operation, arrays=arrays))
    with pytest.raises(SpecError, match=r"must be whole numbers from 0 to 3 of the shape \(4,\) \(got -1 to"):
        made(changed, 3, 4, {"tokens": 3})
