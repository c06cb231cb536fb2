"""Constructed inputs come near to the bound, so it is not wider than kernels need."""

import numpy as np
import pytest

from harness.operation.bounded import Bounded, KernelArithmetic, stored
from tests.operation.bounded.stepwise import Kernel

F32 = np.float32
IEEE = KernelArithmetic.of()


def share(function, got, *arrays, arithmetic=IEEE):
    """Give the largest part of the bound that a kernel's results reach."""
    judged = stored(function(*(Bounded.of(each, arithmetic) for each in arrays)))
    assert judged.admits(got).all()
    rounds = judged.bound > 0.0
    return float(np.max(np.abs(got.astype(float) - judged.value)[rounds] / judged.bound[rounds]))


def serial(terms, add=np.add):
    total = terms[0]
    for each in terms[1:]:
        total = add(total, each)
    return np.asarray(total)


def test_a_serial_sum_that_loses_every_term_but_one_reaches_the_bound():
    terms = np.full(2000, F32(2.0**-24 * 0.999))
    terms[0] = 1.0
    assert share(np.sum, serial(terms), terms) > 0.9


def test_a_sum_of_both_signs_reaches_the_bound():
    """Every partial sum is just above 1, where half an ulp is the largest part of it, and each rounding errs upward."""
    terms = np.empty(1001, F32)
    terms[0] = 1.0
    terms[1::2], terms[2::2] = 2.0**-24 * 1.001, -(2.0**-25) * 0.999
    assert share(np.sum, serial(terms), terms) > 0.3


def test_a_sum_by_32_threads_reaches_its_narrower_bound():
    terms = np.full((32, 64), F32(2.0**-24 * 0.999))
    terms[:, 0] = 1.0
    by_threads = serial(list(terms.T))
    while by_threads.size > 1:
        by_threads = by_threads[::2] + by_threads[1::2]
    arithmetic = KernelArithmetic.of(row_threads=32)
    dealt = np.ascontiguousarray(terms.T).reshape(-1)
    assert share(np.sum, by_threads, dealt, arithmetic=arithmetic) > 0.5
    assert share(np.sum, by_threads, dealt) < 0.04


def test_a_dot_product_reaches_the_bound():
    x = np.full(1500, F32(2.0**-12 * 0.999))
    x[0] = 1.0
    products = x * x
    assert share(np.dot, serial(products), x, x) > 0.4


def test_a_chain_of_products_reaches_the_bound():
    """Factors chosen one by one so that each product is rounded down by nearly half an ulp."""
    rng = np.random.default_rng(0)
    factors, product = [], F32(1.0)
    for _ in range(60):
        tried = rng.uniform(0.99, 1.01, 4000).astype(F32)
        exact = tried.astype(float) * float(product)
        rounded = exact.astype(F32).astype(float)
        best = np.argmin((rounded - exact) / exact)
        factors.append(tried[best])
        product = product * tried[best]
    assert share(np.prod, np.asarray(product), np.array(factors)) > 0.7


@pytest.mark.parametrize(
    ("function", "ulps"), [(np.exp, 2), (np.log, 1), (np.tanh, 2), (np.sin, 2), (np.expm1, 1), (np.log2, 1)]
)
def test_functions_as_wrong_as_documented_reach_their_bound(function, ulps):
    x = np.linspace(0.3, 3.0, 3000, dtype=F32)
    got = function(x.astype(float)).astype(F32)
    for _ in range(ulps):
        got = np.nextafter(got, F32(np.inf))
    assert share(function, got, x) > 0.9


@pytest.mark.parametrize("function", [np.add, np.subtract, np.multiply, np.divide])
def test_one_rounding_reaches_its_bound(function):
    rng = np.random.default_rng(2)
    x, y = rng.uniform(1.0, 1.1, (2, 20000)).astype(F32)
    x = x * F32(16.0) if function is np.subtract else x
    assert share(function, function(x, y), x, y) > 0.9


def test_softmax_with_all_errors_to_one_side_reaches_a_good_part():
    def softmax(x):
        e = np.exp(x - x.max(axis=1, keepdims=True))
        return e / e.sum(axis=1, keepdims=True)

    x = np.random.default_rng(3).standard_normal((40, 33)).astype(F32) * F32(4.0)
    reached = []
    for seed in range(6):
        kernel = Kernel(seed, row_threads=32)
        reached.append(
            share(softmax, softmax(kernel.array(x)).data, x, arithmetic=KernelArithmetic.of(row_threads=32))
        )
    assert max(reached) > 0.35


def test_exact_results_have_no_bound():
    arithmetic = KernelArithmetic.of("float16")
    x = Bounded.of(np.arange(8.0) - 3.0, arithmetic)
    for exact in (x - x.max(), x + 2.0, x * 3.0, x * 0.5, -x, np.maximum(x, 0.0), x * 0.0, np.exp(x * 0.0)):
        assert not exact.bound.any()
    folded = KernelArithmetic.of(arithmetic="exp2")
    assert np.exp(Bounded.of(np.zeros(2), folded)).bound.all()
    assert (x * 0.3).bound[x.value != 0.0].all()
    assert not (np.where(x == 1.0, x, 0.0) * 0.3).bound[x.value != 1.0].any()
    # Differences of other numbers may be exact, but not in every order of a sum.
    assert ((x * 0.5 + 0.25) - 0.25).bound.any()


def test_factors_may_come_in_any_order():
    x, y, z = np.random.default_rng(4).uniform(0.5, 2.0, (3, 5000)).astype(F32)
    for got in ((x * y) * z, x * (y * z), (x * z) * y):
        assert share(lambda x, y, z: x * y * z, got, x, y, z) > 0.8
    for got in ((x / y) / z, x / (y * z), (x / z) / y):
        assert share(lambda x, y, z: x / y / z, got, x, y, z) > 0.8
