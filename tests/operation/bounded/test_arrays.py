"""Bounded arrays behave as ndarrays do: indices, views, assignment, in-place operators."""

import numpy as np
import pytest

from harness.operation.bounded import Bounded, KernelArithmetic

IEEE = KernelArithmetic.of()
X = np.arange(12.0).reshape(3, 4)


def of(values):
    return Bounded.of(values, IEEE)


def third(x):
    return x / 3.0


def test_indices_are_numpys():
    x = third(of(X))
    plain = (1, (1, 2), slice(1, None), (..., 0), None)
    for key in (*plain, np.array([2, 0]), (slice(None), [1, 3]), X[:, 0] > 3.0):
        np.testing.assert_array_equal(x[key].value, x.value[key])
        np.testing.assert_array_equal(x[key].bound, x.bound[key])
    assert len(x) == 3
    assert [row.shape for row in x] == [(4,)] * 3
    assert (x.shape, x.ndim, x.size, x.dtype) == ((3, 4), 2, 12, np.float64)
    with pytest.raises(TypeError, match="an index must be a plain array"):
        x[x]
    with pytest.raises(AttributeError, match="a bounded array has no 'tofile'"):
        x.tofile("nowhere")


def test_assignment_brings_the_bound_along_and_through_views():
    out = np.zeros_like(of(X))
    out[1, :2] = third(of([1.0, 2.0]))
    out.T[3, 2] = 0.1
    assert (out.bound > 0.0).nonzero()[0].tolist() == [1, 1, 2]
    # The array no longer counts as exact.
    assert ((out + out).bound[1, :2] > 2.0 * out.bound[1, :2]).all()
    out[out.value == 0.0] = 7.0
    assert (out.value == 7.0).sum() == 9


def test_operators_in_place_change_the_array():
    x = of(X)
    alias, row = x, x[0]
    x += third(of(X))
    x[1] *= 2.0
    row -= 1.0
    assert alias is x
    np.testing.assert_allclose(x.value[0], X[0] * 4.0 / 3.0 - 1.0)
    np.testing.assert_allclose(x.value[1], X[1] * 8.0 / 3.0)
    assert x.bound[0, 1:].all()
    np.add.at(x, ([2, 2], [0, 0]), third(of([1.0, 1.0])))
    np.testing.assert_allclose(x.value[2, 0], 8.0 * 4.0 / 3.0 + 2.0 / 3.0)


def test_results_that_may_be_copies_are_read_only():
    x = third(of(X))
    with pytest.raises(ValueError, match="read-only"):
        x.reshape(12)[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        np.broadcast_to(x, (2, 3, 4))[0, 0] = 1.0
    x.reshape(12).copy()[0] = 1.0
    copied = x.copy()
    copied[...] = 0.0
    assert x.value.any()


def test_an_assignment_weakens_what_is_known_of_views():
    squares = np.square(of(X))
    first = squares[0]
    squares[0, 0] = -1.0
    assert np.isnan(np.sqrt(first).value[0])
    assert not np.isnan(np.sqrt(squares).value[1:]).any()


def test_zeros_that_a_shape_brings_in_are_below_the_floor():
    x = np.square(of(X)) + 1.0
    for with_zeros in (np.tril(x), np.triu(x), np.diag(x[0]), np.pad(x, 1), np.where(X > 3.0, x, 0.0)):
        assert np.isinf((1.0 / with_zeros).value).any()
        assert (1.0 / with_zeros).doubt[with_zeros.value == 0.0].all()
    assert not (1.0 / x).doubt.any()


def test_arguments_are_numpys():
    x = third(of(X))
    np.testing.assert_allclose(np.add.accumulate(x).value, np.add.accumulate(X / 3.0))
    np.testing.assert_allclose(np.add.outer(x[0], x[1]).value, np.add.outer(X[0] / 3.0, X[1] / 3.0))
    np.testing.assert_allclose(x.sum((0, 1)).value, X.sum() / 3.0)
    assert (np.shape(x > 1.0), np.size(x > 1.0)) == ((3, 4), 12)
    calls = (
        lambda: np.max(x, 1, None, True),
        lambda: x.var(1, None, None, 1),
        lambda: x.sum(1, None, None, True),
    )
    for call in calls:
        with pytest.raises(TypeError):
            call()


def test_numbers_without_dimensions():
    x = of(2.0) / 3.0
    assert x.shape == ()
    calls = np.exp(x), np.sqrt(x), np.maximum(x, 1.0), np.rint(x), np.where(x > 0.1, x, 0.0)
    for result in (x * x, -x, x.sum(), *calls):
        assert result.shape == result.bound.shape == result.doubt.shape == ()


def test_empty_arrays():
    x = of(np.empty((0, 4)))
    assert (x * 2.0).shape == np.exp(x).shape == (0, 4)
    assert np.sum(x, axis=0).value.tolist() == [0.0] * 4
    assert np.isnan(np.mean(x, axis=0).value).all()
    assert np.matmul(x, np.ones((4, 2))).shape == (0, 2)
    assert np.max(x, axis=0, initial=-1.0).value.tolist() == [-1.0] * 4
    assert np.var(x, axis=1).shape == (0,)


def test_sums_of_masked_terms_have_fewer_additions():
    full = of(np.full((1, 64), 0.3, np.float32))
    masked = np.where(np.arange(64) < 4, full, 0.0)
    one, four, all_of_them = (
        (np.sum(each).bound / np.sum(each).value)[()] for each in (full[:, :1] * 1.0, masked, full)
    )
    assert one < four < 4.0 * 2.0**-24 < all_of_them


def test_a_sum_may_be_narrowed_by_threads_and_widened_by_the_format_of_sums():
    x = np.full(4096, 0.3, np.float32)
    bound = {
        name: float(np.sum(Bounded.of(x, arithmetic)).bound)
        for name, arithmetic in {
            "any": IEEE,
            "threads": KernelArithmetic.of(row_threads=256),
            "serial": KernelArithmetic.of(row_threads=256, serial=1000),
            "half": KernelArithmetic.of(arithmetic="half_accumulation", row_threads=256),
            "double": KernelArithmetic.of(arithmetic="double_accumulation"),
        }.items()
    }
    assert bound["double"] < bound["threads"] < bound["serial"] < bound["any"] < bound["half"]


def test_a_subnormal_factor_loses_as_much_as_the_smallest_normal_one_to_tf32():
    x = np.float32([[2.0399e-39, -7e-42, 3e-45]])
    cut = (x.view(np.uint32) & np.uint32(0xFFFFE000)).view(np.float32).astype(float)
    product = np.matmul(Bounded.of(x.T, KernelArithmetic.of(arithmetic="tf32")), np.float32([[4.0]]))
    lost = np.abs(4.0 * cut - 4.0 * x.astype(float)).T
    assert lost.any()
    assert (lost <= product.bound).all()
    assert (product.bound < 3.0 * 4.0 * 2.0**-136).all()


def test_tensor_cores_cut_factors_and_sums():
    x = np.random.default_rng(0).standard_normal((8, 64)).astype(np.float32)
    plain, cut, tf32 = (
        np.matmul(Bounded.of(x, KernelArithmetic.of(arithmetic=word)), x.T).bound.mean()
        for word in ("ieee", "tensor_cores", "tf32")
    )
    assert 1.5 * plain < cut < 2.5 * plain
    assert 10.0 * plain < tf32
    held = np.rint(x * 100.0)
    whole, as_tf32 = (
        np.matmul(Bounded.of(held, KernelArithmetic.of(arithmetic=word)), held.T).bound
        for word in ("tensor_cores", "tf32")
    )
    np.testing.assert_array_equal(whole, as_tf32)
    exact = held.astype(float) @ held.T.astype(float)
    lost = held.view(np.uint32) & np.uint32(0xFFFFE000)
    assert (
        np.abs(lost.view(np.float32).astype(float) @ lost.view(np.float32).T.astype(float) - exact) <= whole
    ).all()
