import itertools

import ml_dtypes
import numpy as np
import pytest

from harness.check.comparison import compare, is_within, unwritten_message
from harness.operation.problem import Expected
from harness.operation.shipped.softmax import OPERATION

NAN, INF = np.nan, np.inf


def compared(out, reference, allowed=1e-6, dtype="float32", **more):
    reference = np.array(reference, dtype=np.float64)
    return compare(
        np.array(out, dtype=np.dtype(getattr(ml_dtypes, dtype, dtype))),
        Expected(reference, np.broadcast_to(np.float64(allowed), reference.shape)),
        operation=OPERATION,
        **more,
    )


def test_the_worst_element_is_the_one_furthest_beyond_its_own_bound():
    reference = np.array([[0.5, 0.5], [1e-3, 0.999]])
    comparison = compare(np.array([[0.5, 0.51], [2e-3, 0.999]]), Expected(reference, reference * 1e-6))
    assert comparison.n_wrong == 2
    assert comparison.n_total == 4
    assert (comparison.worst.row, comparison.worst.column) == (1, 0)
    assert comparison.worst.ratio == pytest.approx(1e6)
    assert comparison.max_ratio == comparison.worst.ratio
    assert comparison.where == "parts of every row, within every column, first row 0, column 1"


def test_an_error_of_exactly_the_bound_passes_and_one_beyond_fails():
    assert compared([[0.5]], [[0.25]], allowed=0.25).n_wrong == 0
    assert compared([[0.5]], [[0.25]], allowed=np.nextafter(0.25, 0)).n_wrong == 1


@pytest.mark.parametrize(("got", "expected", "is_right"), [
    (NAN, NAN, True), (NAN, 0.5, False), (0.5, NAN, False), (0.0, NAN, False), (INF, NAN, False),
    (INF, INF, True), (INF, 0.5, False), (-INF, INF, False), (-INF, 0.0, False), (0.5, INF, False),
    (-0.0, 0.0, True), (0.0, 0.0, True), (-1e-40, 0.0, False), (1e-40, 0.0, True),
])  # fmt: skip
@pytest.mark.parametrize("allowed", [1e-6, INF])
def test_values_without_a_distance(got, expected, is_right, allowed):
    # The reference of a permuted launch is the first launch, whose NaN may be an infinity as well.
    is_right = is_right or bool(allowed == INF == got and np.isnan(expected))
    comparison = compared([[got, 0.5]], [[expected, 0.5]], allowed)
    assert comparison.n_wrong == (0 if is_right else 1)
    assert (comparison.max_ratio <= 1.0) is is_right


def test_nan_is_right_where_nothing_is_allowed():
    assert compared([[NAN]], [[NAN]], allowed=0.0).n_wrong == 0
    assert compared([[0.0]], [[NAN]], allowed=0.0).n_wrong == 1


@pytest.mark.parametrize("reference", [INF, NAN])
def test_an_infinite_bound_of_an_infinity_admits_nan_and_no_number(reference):
    assert compared([[INF, NAN]], [[reference, reference]], allowed=INF).n_wrong == 0
    found = compared([[0.5, 1e30, 0.5]], [[reference, reference, 0.25]], allowed=INF)
    assert found.where == "columns 0..1 of row 0"
    assert compared([[-INF]], [[INF]], allowed=INF).n_wrong == 1


@pytest.mark.parametrize(("dtype", "ulp"), [
    ("float16", 2.0**-11), ("bfloat16", 2.0**-8), ("float32", 2.0**-24), ("float64", 2.0**-53),
])  # fmt: skip
def test_ulps_are_those_of_the_output_format(dtype, ulp):
    assert compared([[0.5 + 2 * ulp]], [[0.5]], allowed=1.0, dtype=dtype).max_ulp == 2.0


def test_message_names_count_place_expected_got_allowed():
    out = np.full((5, 4), 0.25, dtype=np.float32)
    out[:, 3] = 0.0
    comparison = compared(out, np.full((5, 4), 0.25), allowed=1e-6)
    assert comparison.message() == (
        "5 of 20 elements are off by more than rounding explains\n"
        "worst at row 0, column 3: expected 0.25, got 0, allowed +-1e-06 "
        "(2.5e+05 times the allowed error, 8.39e+06 ulp)\n"
        "wrong: column 3 of every row"
    )


def test_message_counts_what_rounding_cannot_do():
    comparison = compared([[NAN, 0.5, -0.1, 0.5]], [[0.5, NAN, 0.5, 0.5]])
    assert comparison.message().splitlines() == [
        "3 of 4 elements are off by more than rounding explains",
        "worst at row 0, column 0: expected 0.5, got nan, allowed +-1e-06 (not an error that rounding makes)",
        "wrong: columns 0..2 of row 0",
        "nan where a number is expected: 1",
        "a number where nan is expected (row with nan, +inf or only -inf): 1",
        "negative, which softmax never is: 1",
    ]


def test_message_is_empty_when_nothing_is_wrong():
    assert compared([[0.5]], [[0.5]]).message() == ""


def test_ignored_elements_are_neither_wrong_nor_counted():
    ignore = np.array([[True, False]])
    comparison = compared([[NAN, 0.5]], [[0.5, 0.5]], ignore=ignore)
    assert (comparison.n_wrong, comparison.n_total) == (0, 1)
    assert (comparison.max_ratio, comparison.max_ulp) == (0.0, 0.0)
    nothing = compared([[NAN, 0.5]], [[0.5, 0.5]], ignore=np.array([[True, True]]))
    assert (nothing.n_total, nothing.worst) == (0, None)


@pytest.mark.parametrize("shape", [(0, 4), (4, 0)])
def test_an_empty_output_has_nothing_wrong(shape):
    comparison = compared(np.empty(shape), np.empty(shape))
    assert (comparison.n_wrong, comparison.n_total, comparison.worst) == (0, 0, None)
    assert comparison.message() == ""


def test_shapes_must_agree():
    with pytest.raises(ValueError, match=r"one shape \(got \(1, 2\), \(1, 3\) and \(1, 3\)\)"):
        compared([[0.5, 0.5]], [[0.5, 0.5, 0.5]])


def test_unwritten_elements_are_named_by_count_first_and_pattern():
    unwritten = np.zeros((4, 1003), dtype=bool)
    assert unwritten_message(unwritten) == ""
    unwritten[:, 1000:] = True
    assert unwritten_message(unwritten) == (
        "12 of 4012 elements were never written, first at row 0, column 1000\n"
        "unwritten: columns 1000..1002 of every row"
    )


@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_what_is_within_at_a_glance_has_nothing_wrong(dtype):
    numbers = (0.0, 1.0, 1.5, -1.0, 65504.0, NAN, INF, -INF)
    bounds = (0.0, 0.25, 1.0, NAN, INF)
    seen = set()
    for got, reference, allowed in itertools.product(numbers, numbers, bounds):
        out = np.array([[1.0, got]], dtype=dtype)
        expected = Expected(np.array([[1.0, reference]]), np.array([[0.0, allowed]]))
        is_right = is_within(out, expected)
        if is_right:
            assert compare(out, expected).n_wrong == 0
        seen.add(is_right)
        if np.isfinite([got, reference, allowed]).all():
            assert is_right is (abs(got - reference) <= allowed)
    assert seen == {False, True}


def test_integers_are_never_within_at_a_glance():
    out = np.array([[2**53 + 1]])
    assert not is_within(out, Expected(out, np.zeros((1, 1))))
