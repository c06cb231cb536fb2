"""Inputs that show errors of approximations: the bound is that of what a kernel must round, for every operation."""

import numpy as np
import pytest
from scipy import special

from harness.launch.inputs import problem_of
from harness.operation.approximation_probe import general_probe, softmax
from harness.operation.bounded import Bounded, KernelArithmetic, stored
from harness.operation.problem import replaced
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.kernels.expectations import ROOT
from tests.sampled import one_in

U = 2.0**-24
EPS = float(np.float32(1e-5))
RIGHT = ROOT / "fixtures" / "operations" / "right"


def exactly(function, *arrays, arithmetic="ieee"):
    how = KernelArithmetic(words=frozenset(arithmetic.split("+")), exactly=True)
    return stored(function(*(Bounded.of(np.asarray(each, np.float32), how) for each in arrays)))


@pytest.mark.parametrize("scale", [0.0, 1.0, 30.0, 3e38, 1e300])
@pytest.mark.parametrize("shape", [(1, 1), (3, 7), (2, 16411), (64, 129)])
def test_the_softmax_that_judges_is_scipys_to_the_bit(shape, scale):
    rng = np.random.default_rng(1)
    for special_value in (None, -np.inf, np.inf, np.nan):
        rows = rng.standard_normal(shape) * scale
        if special_value is not None:
            rows[0] = special_value
            rows.flat[::5] = special_value
        for strided in (rows, np.asfortranarray(rows), np.repeat(rows, 2, axis=1)[:, ::2]):
            with np.errstate(all="ignore"):
                assert softmax(strided).tobytes() == special.softmax(strided, axis=1).tobytes()


def probe_of(path, n_rows, n_cols, seed, **sizes):
    variant = load_variant(path)
    given = {"dtype": "float32", "kind": "spread", "block": variant.blocks[0], "sizes": sizes}
    problem = problem_of(make_case(variant, n_rows=n_rows, n_cols=n_cols, **given))
    return problem, general_probe(variant.operation, problem, seed)


def probed(path, n_rows, n_cols, seed, **sizes):
    _, found = probe_of(path, n_rows, n_cols, seed, **sizes)
    return {} if found is None else dict(enumerate(found.expected))


def share(expected):
    """Give the bound of each element that is not 0, relative to it, in units of rounding."""
    some = expected.reference != 0.0
    return expected.allowed[some] / np.abs(expected.reference[some]) / U


def test_sums_and_roots_of_powers_of_two_are_exact_and_an_epsilon_vanishes():
    x = np.array([[1024.0, -1024.0, 1024.0, -1024.0]])
    root = exactly(lambda x: np.sqrt(np.mean(x * x, axis=1) + EPS), x)
    assert (root.value.tolist(), root.bound.tolist()) == ([1024.0], [0.0])
    assert exactly(lambda x: np.sqrt(np.mean(x * x, axis=1) + EPS), x, arithmetic="rsqrt").bound > 0.0
    assert exactly(lambda x: np.var(x, axis=1), x).bound == 0.0
    # Not where a sum needs more digits than there are, nor where a small number does not vanish.
    assert exactly(lambda x: np.sum(x), [2.0**24, 1.0, 1.0]).bound > 0.0
    assert exactly(lambda x: np.sum(x), [1.0, 2.0**-20, 2.0**-30]).bound > 0.0


def test_what_vanishes_beside_a_sum_costs_no_more_than_itself():
    tiny = np.exp(-66.0)
    total = exactly(lambda x: np.sum(x), [2.0, 1.0, tiny, tiny])
    assert 0.0 < total.bound <= 16.0 * tiny
    assert abs(total.value - 3.0) <= 16.0 * tiny


def test_products_of_matrices_of_whole_numbers_are_exact():
    x, y = np.full((2, 8), 1024.0), np.full((8, 3), -4096.0)
    assert not exactly(np.matmul, x, y).bound.any()
    assert exactly(np.matmul, x + 1.0 / 3.0, y).bound.all()


@pytest.mark.parametrize(("naive", "with_rsqrt", "n_cols"), [
    ("l2_norm_naive", "l2_norm_block_vectors", 16), ("rms_norm_naive", "rms_norm_block", 32),
    ("layer_norm_naive", "layer_norm_block", 128),
])  # fmt: skip
def test_a_norm_of_powers_of_two_rounds_next_to_nothing(naive, with_rsqrt, n_cols):
    (expected,) = probed(ROOT / "cuda_src" / f"{naive}.cu", 4, n_cols, seed=0).values()
    # An approximate root may be off by 2.1 units: more than this, and less than what declares it is allowed.
    assert share(expected).min() <= 1.01
    (declared,) = probed(ROOT / "cuda_src" / f"{with_rsqrt}.cu", 4, n_cols, seed=0).values()
    assert share(declared).min() > 2.2


def test_additions_of_what_vanishes_and_products_with_zeros_round_nothing():
    # Any order of the terms, as kernels add them.
    rng = np.random.default_rng(1)
    terms = np.exp(np.array([0.0, -11.0, -3.0, *np.linspace(-70.0, -90.0, 60)])).astype(np.float32)
    judged = exactly(lambda x: np.sum(np.abs(x)), terms)
    assert judged.bound <= 2.01 * U * judged.value
    for _ in range(200):
        total = np.float32(0.0)
        for each in rng.permutation(terms):
            total += each
        assert abs(float(total) - judged.value) <= judged.bound
    # Terms of both signs may leave next to nothing, beside which none vanishes.
    signed = np.concatenate([terms, -terms[:3]])
    assert exactly(lambda x: np.sum(x), signed).bound > 60.0 * U * np.abs(signed[-1])
    x, y = np.zeros((1, 40)), np.full((40, 1), 1.1)
    x[0, 7] = 1.0 / 3.0
    assert exactly(np.matmul, x, y).bound <= 1.01 * U / 3.0 * 1.1


def exactly_rounded(x):
    return np.exp(x.astype(np.float64)).astype(np.float32)


def fast(x):
    return np.exp2((x * np.float32(1.4426950408889634)).astype(np.float64)).astype(np.float32)


def attention(q, k, v, scale, exponential, divides_first):
    scores = np.matmul(q, np.swapaxes(k, 1, 2)) * np.float32(scale)
    weights = exponential(scores - scores.max(axis=2, keepdims=True))
    total = weights.sum(axis=2, keepdims=True)
    return np.matmul(weights / total, v) if divides_first else np.matmul(weights, v) / total


def off(result, expected):
    """Give the largest error in bounds."""
    with np.errstate(invalid="ignore", divide="ignore"):
        errors = np.abs(result.astype(np.float64).reshape(expected.reference.shape) - expected.reference)
        return np.nanmax(np.where(errors == 0.0, 0.0, errors / expected.allowed))


@pytest.mark.parametrize("keys", [7, 33, 130])
@pytest.mark.parametrize("seed", [0, 2, 4, 6])
def test_attention_is_right_in_either_order_and_with_a_fast_exponential_in_none(keys, seed):
    problem, probe = probe_of(RIGHT / "attention_flash.cu", 3, 33, seed, heads=2, keys=keys)
    arrays = replaced(problem, probe.arrays).arrays
    given = [*(arrays[name] for name in ("q", "k", "v")), problem.scalars["scale"]]
    for divides_first in (False, True):
        assert off(attention(*given, exactly_rounded, divides_first), *probe.expected) <= 1.0
        assert (off(attention(*given, fast, divides_first), *probe.expected) > 2.0) == (seed == 6)


@pytest.mark.parametrize("n_cols", [2, 3, 34, 1000])
def test_a_fast_exponential_shows_in_the_logarithm_of_a_sum(n_cols):
    _, probe = probe_of(ROOT / "cuda_src" / "log_softmax_naive.cu", 3, n_cols, seed=4)
    x = probe.arrays["inp"]

    def log_softmax(exponential):
        shifted = x - x.max(axis=1, keepdims=True)
        total = np.zeros((3, 1), np.float32)
        for col in range(n_cols):
            total += exponential(shifted[:, col : col + 1])
        return shifted - np.log(total.astype(np.float64)).astype(np.float32)

    assert off(log_softmax(exactly_rounded), *probe.expected) <= 1.0
    assert off(log_softmax(fast), *probe.expected) > 1.0


@pytest.mark.parametrize("name", ["l2_norm_naive", "rms_norm_naive", "layer_norm_naive"])
@pytest.mark.parametrize("n_cols", [16, 64, 100, 129])
def test_a_quotient_by_the_root_of_a_row_may_be_a_product_with_its_reciprocal_and_no_fast_one(name, n_cols):
    _, probe = probe_of(ROOT / "cuda_src" / f"{name}.cu", 4, n_cols, seed=0)
    x = probe.arrays["inp"]
    squares = (x.astype(np.float64) ** 2).sum(axis=1, keepdims=True).astype(np.float32)
    if "layer" in name and n_cols % 4:
        return  # the mean is not 0
    root = np.sqrt(squares if "l2" in name else squares / np.float32(n_cols))
    for right in (x / root, x * (np.float32(1.0) / root)):
        assert off(right, *probe.expected) <= 1.0
    quotient = (x / root).view(np.int32)
    if n_cols in (16, 64):  # the root is a whole number
        for ulps in (-2, 2):
            assert off((quotient + ulps).view(np.float32), *probe.expected) > 1.0


def test_attention_to_equal_scores_divides_a_sum_of_values_by_their_number():
    (expected,) = probed(RIGHT / "attention_flash.cu", 3, 128, seed=2, heads=2, keys=7).values()
    assert share(expected).max() <= 1.01


@pytest.mark.parametrize(
    "path", one_in(6, sorted(RIGHT.glob("*.cu")), pytest.mark.slow), ids=lambda path: path.stem
)
def test_every_operation_has_such_inputs_or_none(path):
    variant = load_variant(path)
    sizes = {size.name: size.values[0] for size in variant.operation.further_sizes}
    for seed in (0, 2, 4):
        for expected in probed(path, 4, 64, seed, **sizes).values():
            assert not (expected.allowed < 0.0).any()
