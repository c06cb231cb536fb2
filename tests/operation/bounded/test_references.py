"""References of many operations, as their authors would write them, and kernels that follow them step by step."""

import ml_dtypes
import numpy as np
import pytest
from scipy import special

from harness.operation.bounded import Bounded, KernelArithmetic, stored
from tests.operation.bounded.stepwise import Kernel

RNG = np.random.default_rng(11)
TARGETS = np.array([3, 0, 5, 5])
LENGTHS = np.array([[6], [1], [4], [2]])
COLUMNS = np.arange(6)


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def softmax_backward(y, grad):
    return y * (grad - np.sum(y * grad, axis=-1, keepdims=True))


def ragged_softmax(x):
    return softmax(np.where(COLUMNS < LENGTHS, x, -np.inf))


def cross_entropy(x):
    shifted = x - np.max(x, axis=-1, keepdims=True)
    losses = (
        np.log(np.sum(np.exp(shifted), axis=-1))
        - np.take_along_axis(shifted, TARGETS[:, None], axis=-1)[:, 0]
    )
    return np.mean(losses)


def cross_entropy_backward(x):
    return (softmax(x) - (TARGETS[:, None] == COLUMNS).astype(np.float32)) / 4.0


def layer_norm_backward(x, grad):
    scale = 1.0 / np.sqrt(np.var(x, axis=-1, keepdims=True) + 1e-5)
    normal = (x - np.mean(x, axis=-1, keepdims=True)) * scale
    mean = np.mean(grad, axis=-1, keepdims=True)
    return scale * (grad - mean - normal * np.mean(grad * normal, axis=-1, keepdims=True))


def gelu(x):
    return 0.5 * x * (1.0 + special.erf(x * 0.7071067811865476))


def gelu_tanh(x):
    return 0.5 * x * (1.0 + np.tanh(0.7978845608028654 * (x + 0.044715 * x**3)))


def swiglu(x, gate):
    return x * special.expit(x) * gate


def rotary(x):
    angles = np.arange(4.0)[:, None] * 10000.0 ** (-np.arange(3.0) / 3.0)
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[:, :3], x[:, 3:]
    return np.concatenate([first * cos - second * sin, second * cos + first * sin], axis=-1)


def attention(q, k):
    scores = np.matmul(q, np.transpose(k)) * 0.4082482904638631
    weights = softmax(np.where(np.tril(np.ones((4, 4), bool)), scores, -np.inf))
    return np.matmul(weights, k)


def quantised(x):
    scale = np.max(np.abs(x), axis=-1, keepdims=True) / 127.0
    return np.minimum(np.maximum(np.rint(x / scale), -127.0), 127.0) * scale


def scan(x):
    return np.cumsum(x, axis=-1)


REFERENCES = {
    "softmax backward": lambda x, y: softmax_backward(softmax(x), y),
    "causal softmax": lambda x, y: softmax(np.where(np.arange(4)[:, None] >= COLUMNS, x, -np.inf)),
    "ragged softmax": lambda x, y: ragged_softmax(x),
    "cross entropy": lambda x, y: cross_entropy(x),
    "cross entropy backward": lambda x, y: cross_entropy_backward(x),
    "layer norm backward": layer_norm_backward,
    "residual and norm": lambda x, y: (
        (x + y) / np.sqrt(np.mean((x + y) * (x + y), axis=-1, keepdims=True) + 1e-6)
    ),
    "gelu": lambda x, y: gelu(x),
    "gelu by tanh": lambda x, y: gelu_tanh(x),
    "silu": lambda x, y: x / (1.0 + np.exp(-x)),
    "swiglu": swiglu,
    "rotary": lambda x, y: rotary(x),
    "column sum": lambda x, y: np.sum(x, axis=0),
    "row max": lambda x, y: np.max(x, axis=-1),
    "prefix sum": lambda x, y: scan(x),
    "transpose": lambda x, y: np.transpose(x),
    "matrix product": lambda x, y: np.matmul(x, np.transpose(y)),
    "attention": attention,
    "int8": lambda x, y: quantised(x),
    "gather": lambda x, y: np.take(x, [3, 0, 0], axis=0) * 2.0,
}


@pytest.mark.parametrize("name", REFERENCES)
def test_kernels_that_follow_a_reference_stay_within_its_bound(name):
    reference, arithmetic = REFERENCES[name], KernelArithmetic.of(row_threads=2)
    for scale in (1.0, 30.0, 1e-3):
        x, y = (RNG.standard_normal((2, 4, 6)) * scale).astype(np.float32)
        judged = stored(reference(Bounded.of(x, arithmetic), Bounded.of(y, arithmetic)))
        assert np.isfinite(judged.allowed).all()
        np.testing.assert_allclose(judged.value, reference(x.astype(float), y.astype(float)), rtol=1e-7)
        for seed in range(4):
            kernel = Kernel(seed, row_threads=2)
            assert judged.admits(reference(kernel.array(x), kernel.array(y)).data).all()
        # Off by a thousandth of the largest result is wrong, wherever rounding decides no step.
        if name != "int8":
            wrong = judged.value + 1e-3 * np.abs(judged.value).max()
            assert not judged.admits(wrong).all()


def test_a_scatter_and_a_histogram_of_weights():
    x = RNG.standard_normal((50, 3)).astype(np.float32)
    rows = RNG.integers(0, 5, 50)
    arithmetic = KernelArithmetic.of()
    out = np.zeros_like(Bounded.of(x[:5], arithmetic))
    np.add.at(out, rows, Bounded.of(x, arithmetic))
    expected = np.zeros((5, 3), np.float32)
    np.add.at(expected, rows[::-1], x[::-1])
    assert stored(out).admits(expected).all()
    assert not stored(out).admits(expected + np.float32(1e-4)).any()
    counted = np.bincount(rows, weights=Bounded.of(np.ones(50), arithmetic), minlength=6)
    np.testing.assert_array_equal(counted.value, np.bincount(rows, minlength=6))


@pytest.mark.parametrize(
    "dtype", [ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2, np.float16, ml_dtypes.bfloat16]
)
def test_casts_to_narrow_formats_are_those_of_the_kernel(dtype):
    x = (RNG.standard_normal((40, 16)) * 3.0).astype(np.float32)
    weights = Bounded.of(x, KernelArithmetic.of()) / 3.0
    cast = weights.astype(dtype)
    kernel = (x / np.float32(3.0)).astype(dtype).astype(np.float32)
    assert stored(cast).admits(kernel).all()
    # Nearly all are decided: the rounded reference itself, with no bound.
    assert (cast.bound == 0.0).mean() > 0.95
    np.testing.assert_array_equal(cast.value, weights.value.astype(dtype).astype(float))


def test_a_quantised_number_is_off_by_a_step_only_where_rounding_decides():
    x = np.array([0.5, 1.5, 2.5, 0.3, 126.9, 127.0]).astype(np.float32)
    steps = Bounded.of(x, KernelArithmetic.of())
    codes = np.clip(np.rint((steps / 3.0) * 3.0), -127.0, 127.0).astype(np.int8)
    np.testing.assert_array_equal(codes.bound, [1.0, 1.0, 1.0, 0.0, 0.0, 0.0])
    np.testing.assert_array_equal(np.rint(steps).bound, 0.0)
