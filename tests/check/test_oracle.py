import ml_dtypes
import numpy as np
import pytest

from .softmax_problem import softmax

INF, NAN = np.inf, np.nan


@pytest.mark.parametrize(("row", "expected"), [
    ([0.0, 0.0], [0.5, 0.5]), ([7.0], [1.0]), ([1.0, -INF, 1.0], [0.5, 0.0, 0.5]),
    ([-INF, -INF, 3.0], [0.0, 0.0, 1.0]), ([-INF], [NAN]), ([-INF, -INF], [NAN, NAN]),
    ([1.0, INF, 2.0], [NAN, NAN, NAN]), ([INF, -INF], [NAN, NAN]), ([1.0, NAN, 2.0], [NAN, NAN, NAN]),
    ([-INF, NAN], [NAN, NAN]), ([3e38, -3e38], [1.0, 0.0]), ([3e38, 3e38], [0.5, 0.5]),
    ([1e4, 0.0], [1.0, 0.0]), ([1e-45, 0.0], [0.5, 0.5]),
])  # fmt: skip
def test_special_values_follow_the_documented_table(row, expected):
    np.testing.assert_allclose(softmax(np.array([row], dtype=np.float32)), [expected], rtol=1e-15)


def test_results_below_the_range_of_float32_are_kept():
    (small, _) = softmax(np.array([[0.0, 200.0]], dtype=np.float32))[0]
    assert small == pytest.approx(np.exp(-200.0), rel=1e-13, abs=0)


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16, np.float32, np.float64])
def test_every_format_is_widened_before_anything_is_computed(dtype):
    inp = np.array([[0.1, 0.3, -2.7]]).astype(dtype)
    exact = [float(value) for value in inp[0]]
    terms = np.exp(np.array(exact) - max(exact))
    result = softmax(inp)
    assert result.dtype == np.float64
    np.testing.assert_allclose(result[0], terms / terms.sum(), rtol=1e-15)


def test_a_difference_beyond_the_largest_float64_is_silent_and_zero():
    np.testing.assert_array_equal(softmax(np.array([[1.7e308, -1.7e308]])), [[1.0, 0.0]])


@pytest.mark.parametrize("shape", [(0, 5), (3, 0), (0, 0)])
def test_an_empty_input_gives_an_empty_result(shape):
    result = softmax(np.empty(shape, dtype=np.float32))
    assert result.shape == shape
    assert result.dtype == np.float64
