"""Inputs that show errors of approximations: the bound is that of what a kernel must round, for every operation."""

import numpy as np
import pytest

from harness.launch.inputs import problem_of
from harness.operation.approximation_probe import general_probe
from harness.operation.bounded import Bounded, KernelArithmetic, stored
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.kernels.expectations import ROOT

U = 2.0**-24
EPS = float(np.float32(1e-5))
RIGHT = ROOT / "fixtures" / "operations" / "right"


def exactly(function, *arrays, arithmetic="ieee"):
    how = KernelArithmetic(words=frozenset(arithmetic.split("+")), exactly=True)
    return stored(function(*(Bounded.of(np.asarray(each, np.float32), how) for each in arrays)))


def probed(path, n_rows, n_cols, seed, **sizes):
    variant = load_variant(path)
    case = make_case(
        variant,
        dtype="float32",
        n_rows=n_rows,
        n_cols=n_cols,
        kind="spread",
        block=variant.blocks[0],
        sizes=sizes,
    )
    found = general_probe(variant.operation, problem_of(case), seed)
    return {} if found is None else dict(zip(variant.operation.outputs, found.expected, strict=True))


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


@pytest.mark.parametrize(
    ("naive", "with_rsqrt", "n_cols"),
    [
        ("l2_norm_naive", "l2_norm_block_vectors", 16),
        ("rms_norm_naive", "rms_norm_block", 32),
        ("layer_norm_naive", "layer_norm_block", 128),
    ],
)
def test_a_norm_of_powers_of_two_rounds_next_to_nothing(naive, with_rsqrt, n_cols):
    (expected,) = probed(ROOT / "cuda_src" / f"{naive}.cu", 4, n_cols, seed=0).values()
    # An approximate root may be off by 2.1 units: more than this, and less than what declares it is allowed.
    assert share(expected).min() <= 1.01
    (declared,) = probed(ROOT / "cuda_src" / f"{with_rsqrt}.cu", 4, n_cols, seed=0).values()
    assert share(declared).min() > 2.2


def test_attention_to_equal_scores_divides_a_sum_of_values_by_their_number():
    (expected,) = probed(RIGHT / "attention_flash.cu", 3, 128, seed=2, heads=2, keys=7).values()
    assert share(expected).max() <= 1.01


@pytest.mark.parametrize("path", sorted(RIGHT.glob("*.cu")), ids=lambda path: path.stem)
def test_every_operation_has_such_inputs_or_none(path):
    variant = load_variant(path)
    sizes = {size.name: size.values[0] for size in variant.operation.further_sizes}
    for seed in (0, 2, 4):
        for expected in probed(path, 4, 64, seed, **sizes).values():
            assert not (expected.allowed < 0.0).any()
