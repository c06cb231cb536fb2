"""No kernel of an arithmetic leaves the bound of any program, whatever its sums, contractions and functions' errors."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.operation.bounded import Bounded, KernelArithmetic, stored
from tests.operation.bounded import stepwise
from tests.operation.bounded.programs import inputs, kernels, programs, run, words
from tests.operation.bounded.stepwise import Kernel

FEW = settings(max_examples=250, derandomize=True, deadline=None, database=None)


def rejected(steps, arrays, arithmetic, kernel):
    """Give the first result of a program that the bound rejects, with what a kernel has there."""
    bounded = run(steps, [Bounded.of(each, arithmetic) for each in arrays])
    for place, (expected, got) in enumerate(zip(bounded, run(steps, map(kernel.array, arrays)), strict=True)):
        judged = stored(expected)
        wrong = ~judged.admits(got.data)
        if wrong.any():
            return place, judged.value[wrong][0], judged.bound[wrong][0], got.data[wrong][0]
    return None


@pytest.mark.slow
@FEW
@given(programs(), inputs(), words(), st.sampled_from([1, 2, 4, 32]))
def test_float32_kernels_stay_within_the_bound(steps, arrays, chosen, row_threads):
    arithmetic = KernelArithmetic.of("float32", ("ieee", *chosen), row_threads=row_threads)
    for kernel in kernels(chosen, row_threads):
        assert rejected(steps, arrays, arithmetic, kernel) is None


@settings(FEW, max_examples=80)
@given(programs(), inputs())
def test_float64_kernels_stay_within_the_bound(steps, arrays):
    arithmetic = KernelArithmetic.of("float64")
    with np.errstate(all="ignore"):
        arrays = [each.astype(np.float64) * 1.1 for each in arrays]
    for kernel in kernels((), 1, np.float64):
        assert rejected(steps, arrays, arithmetic, kernel) is None


@pytest.mark.parametrize("factor", [4, 16])
def test_a_kernel_with_worse_functions_leaves_it(monkeypatch, factor):
    """The programs above can fail: here functions are off by more than their table says."""
    monkeypatch.setattr(stepwise, "ULP", dict.fromkeys(stepwise.ULP, (factor * 5, 5)))
    kernel = Kernel(1)
    kernel.direction = 1.0
    x = np.linspace(0.1, 3.0, 40, dtype=np.float32).reshape(2, 20)
    for function in (np.exp, np.log, np.tanh):
        assert rejected([(function, (0,))], [x, x], KernelArithmetic.of(), kernel) is not None


def test_a_kernel_that_rounds_to_less_than_float32_leaves_it():
    x = np.linspace(0.1, 3.0, 40, dtype=np.float32).reshape(2, 20)
    for word in ("half_accumulation", "fast_tanh", "fast_exp"):
        kernel = Kernel(3, (word,))
        steps = [(lambda x: np.sum(x, axis=-1), (0,)), (np.tanh, (0,)), (lambda x: np.exp(x * 16.0), (0,))]
        assert rejected(steps, [x, x], KernelArithmetic.of(arithmetic=word), kernel) is None
        assert rejected(steps, [x, x], KernelArithmetic.of(), kernel) is not None
