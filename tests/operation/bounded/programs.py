"""Random programs in NumPy, which run on a kernel's arrays and on bounded ones alike."""

import numpy as np
from hypothesis import strategies as st
from scipy import special

from tests.operation.bounded.stepwise import Kernel


def along(function):
    return lambda x: function(x, axis=-1, keepdims=True)


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


UNARY = (
    np.exp, np.exp2, np.expm1, np.log, np.log2, np.log10, np.log1p, np.sin, np.cos, np.arctan, np.sinh, np.cosh,
    np.tanh, special.erf, special.erfc, special.ndtr, special.expit, np.sqrt, np.square, np.reciprocal, np.absolute,
    np.negative, np.sign, np.rint, np.floor, np.trunc,
    along(np.sum), along(np.mean), along(np.max), along(np.min), along(np.var), softmax,
    lambda x: np.cumsum(x, axis=-1),
    lambda x: np.matmul(x, np.transpose(x * 1.5))[:, :1],
    lambda x: x * 0.5,
    lambda x: x / 3.0,
    lambda x: x**2,
    lambda x: x**0.5,
    lambda x: x / (1.0 + np.exp(-x)),
    lambda x: 1.5 / np.sqrt(x),
    lambda x: x / np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + 1e-6),
    lambda x: np.where(x > 0.5, x, -np.inf),
    lambda x: np.floor(x) * 0.1,
)  # fmt: skip
BINARY = (
    np.add, np.subtract, np.multiply, np.divide, np.maximum, np.minimum, np.fmax, np.logaddexp,
    lambda x, y: np.where(x > y, x * 2.0, y - 1.0),
    lambda x, y: x * y + x,
    lambda x, y: np.concatenate([x, y], axis=-1)[:, : x.shape[-1]],
)  # fmt: skip

WORD_GROUPS = (
    ("ftz",), ("fast_exp", "exp2"), ("reciprocal", "rcp_approx", "fast_div"), ("rsqrt",), ("fast_log",), ("fast_tanh",),
    ("one_pass_variance",), ("half_accumulation",),
)  # fmt: skip

NUMBERS = st.one_of(
    st.floats(-8.0, 8.0, width=32),
    st.integers(-4, 4).map(float),
    st.floats(width=32, allow_nan=False, allow_infinity=False),
    st.sampled_from(
        [0.0, -0.0, np.inf, -np.inf, np.nan, 3e38, -3e38, 1e-45, 1e-38, 88.9, -104.0, 1e19, 1e-20]
    ),
)


@st.composite
def programs(draw):
    """Draw steps: a function, and the places of its arguments among the two inputs and the results so far."""
    steps = []
    for n_before in range(2, 2 + draw(st.integers(1, 6))):
        places = st.integers(0, n_before - 1)
        if draw(st.booleans()):
            steps.append((draw(st.sampled_from(UNARY)), (draw(places),)))
        else:
            steps.append((draw(st.sampled_from(BINARY)), (draw(places), draw(places))))
    return steps


@st.composite
def words(draw):
    chosen = [draw(st.sampled_from((None, None, None, *group))) for group in WORD_GROUPS]
    return tuple(word for word in chosen if word)


@st.composite
def inputs(draw):
    """Draw two arrays of float32 of one shape."""
    shape = draw(st.integers(1, 2)), draw(st.integers(1, 8))
    size = shape[0] * shape[1]
    lists = (draw(st.lists(NUMBERS, min_size=size, max_size=size)) for _ in range(2))
    with np.errstate(all="ignore"):
        return [np.array(numbers, dtype=np.float32).reshape(shape) for numbers in lists]


def run(steps, arrays):
    """Run a program; returns all its results."""
    results = list(arrays)
    for function, places in steps:
        results.append(function(*(results[place] for place in places)))
    return results


def kernels(words, row_threads, dtype=np.float32, count=3):
    """Give kernels of one arithmetic with different choices."""
    return [Kernel(seed, words, row_threads=row_threads, dtype=dtype) for seed in range(count)]
