"""References of all operations, and kernels that follow them step by step."""

import itertools
from dataclasses import replace
from functools import cache

import ml_dtypes
import numpy as np
import pytest

from harness.check.comparison import compare, row_findings
from harness.check.vacuity import proof_of
from harness.launch.inputs import problem_of
from harness.operation.bounded import Bounded, KernelArithmetic, stored
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expected_of
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.kernels.expectations import ROOT
from tests.operation.bounded.stepwise import Kernel, bare
from tests.sampled import one_in

RNG = np.random.default_rng(11)
FOLDERS = (ROOT / "cuda_src", ROOT / "fixtures" / "operations" / "right")
BY_HAND = ("attention", "causal_attention", "layer_norm_backward", "scatter_add")
"""Operations whose references need bounded arrays: ``either``, and additions by index."""


def attention(q, k):
    scores = np.matmul(q, np.transpose(k)) * 0.4082482904638631
    masked = np.where(np.tril(np.ones((4, 4), bool)), scores, -np.inf)
    e = np.exp(masked - np.max(masked, axis=-1, keepdims=True))
    return np.matmul(e / np.sum(e, axis=-1, keepdims=True), k)


def layer_norm_backward(x, grad):
    scale = 1.0 / np.sqrt(np.var(x, axis=-1, keepdims=True) + 1e-5)
    normal = (x - np.mean(x, axis=-1, keepdims=True)) * scale
    mean = np.mean(grad, axis=-1, keepdims=True)
    return scale * (grad - mean - normal * np.mean(grad * normal, axis=-1, keepdims=True))


@pytest.mark.parametrize("reference", [attention, layer_norm_backward])
def test_kernels_that_follow_a_reference_stay_within_its_bound(reference):
    arithmetic = KernelArithmetic.of(row_threads=2)
    for scale in (1.0, 30.0, 1e-3):
        x, y = (RNG.standard_normal((2, 4, 6)) * scale).astype(np.float32)
        judged = stored(reference(Bounded.of(x, arithmetic), Bounded.of(y, arithmetic)))
        assert np.isfinite(judged.allowed).all()
        np.testing.assert_allclose(judged.value, reference(x.astype(float), y.astype(float)), rtol=1e-7)
        for seed in range(4):
            kernel = Kernel(seed, row_threads=2)
            assert judged.admits(reference(kernel.array(x), kernel.array(y)).data).all()


@cache
def variant_of(name):
    variants = (load_variant(path) for folder in FOLDERS for path in sorted(folder.glob(f"{name}_*.cu")))
    return next(variant for variant in variants if variant.operation.name == name)


def outputs_of(operation, problem, kernel):
    """Give what a kernel that follows the reference stores."""
    wide = kernel.dtype
    given = {name: kernel.array(value) for name, value in problem.scalars.items()}
    for array in operation.inputs:
        values = problem.arrays[array.name]
        given[array.name] = values.astype(np.int64) if array.is_integer else kernel.array(values.astype(wide))
    with np.errstate(all="ignore"):
        results = operation.reference(**given)
        results = results if isinstance(results, dict) else {operation.outputs[0].name: results}
        return {
            array.name: array.as_rows(bare(results[array.name])).astype(array.element(problem.dtype))
            for array in operation.outputs
        }


@pytest.mark.parametrize("dtype", one_in(4, ["float32", "float16", "bfloat16", "float64"], pytest.mark.slow))
@pytest.mark.parametrize(
    "name", one_in(4, [name for name in shipped_operations() if name not in BY_HAND], pytest.mark.slow)
)
def test_kernels_that_follow_a_shipped_reference_stay_within_its_bound(name, dtype):
    operation, variant = shipped_operations()[name], replace(variant_of(name), dtypes=(dtype,))
    for kind, n_cols in itertools.product(operation.input_kinds, (3, 33)):
        case = make_case(variant, dtype=dtype, n_rows=5, n_cols=n_cols, kind=kind, block=variant.usual_block)
        problem = replace(
            problem_of(case), how=operation.parse_arithmetic("ieee"), row_threads=2, serial=None
        )
        expected = expected_of(operation, problem)
        # The cube of gelu_tanh and the product of swiglu overflow even float64.
        if (kind, dtype) != ("huge3e38", "float64"):
            assert proof_of(operation, problem, expected, ignores_arguments=False).accepted == (), kind
        for seed in range(2):
            kernel = Kernel(seed, row_threads=2, dtype=np.float64 if dtype == "float64" else np.float32)
            outputs = outputs_of(operation, problem, kernel)
            for array, out in outputs.items():
                assert compare(out, expected[array]).n_wrong == 0, (array, kind, n_cols, seed)
            if operation.row_quantities:
                own = expected["out"]
                exact = outputs["out"].astype(np.float64)
                assert row_findings(operation.quantities_of(problem, exact, own.reference, own.allowed)) == []


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
