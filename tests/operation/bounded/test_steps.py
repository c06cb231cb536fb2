"""Single steps whose error only a special kernel shows; a bound that leaves the step out rejects that kernel."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import special

from harness.operation.bounded import Bounded, KernelArithmetic, online_sum, online_terms, rescaled, stored
from tests.operation.bounded.stepwise import Kernel

F32 = np.float32
IEEE = KernelArithmetic.of()
RNG = np.random.default_rng(8)


def judged(function, *arrays, words="ieee", **options):
    arithmetic = KernelArithmetic.of("float32", words, **options)
    return stored(function(*(Bounded.of(each, arithmetic) for each in arrays)))


def share(expected, got):
    """Give the largest part of the bound that is reached; more than 1 is wrong."""
    error = np.abs(np.asarray(got, float) - expected.value)
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(np.nanmax(error / expected.bound))


def serial(terms):
    """Give all partial sums of a vector."""
    sums = [terms[0]]
    for each in terms[1:]:
        sums.append(sums[-1] + each)
    return np.array(sums)


def test_a_scalar_divisor_may_be_a_factor():
    x = RNG.uniform(1.0, 2.0, 5000).astype(F32)
    by_factor = x * (F32(1.0) / F32(3.0))
    assert 0.5 < share(judged(lambda x: x / 3.0, x), by_factor) <= 1.0
    assert share(judged(lambda x: x / np.array([3.0]), x), by_factor) > 1.0
    assert not judged(lambda x: x / 4.0, x).bound.any()
    assert judged(lambda x: x / 4.0, x, words=["rcp_approx"]).bound.all()


@pytest.mark.parametrize("words", [[], ["reciprocal"]])
def test_a_quotient_that_both_ways_of_dividing_give_exactly_is_not_rounded(words):
    x, y = np.array([7.5, 51.0, 1.0, 0.5, 127.0], F32), np.array([3.0, 3.0, 3.0, 0.25, 127.0], F32)
    bound = judged(lambda x, y: x / y, x, y, words=words).bound
    exact = (x / y).astype(float) * y == x
    if words:
        exact &= x * (F32(1.0) / y) == x / y
    assert exact.sum() >= 3
    np.testing.assert_array_equal(bound == 0.0, exact)
    assert judged(lambda x, y: x / y, x, y, words=["fast_div"]).bound.all()
    # A factor that is not exact, and a quotient that is only near.
    assert judged(lambda x, y: np.exp(x) / y, x[3:], y[3:]).bound.all()
    assert judged(lambda x, y: x / y, np.nextafter(x, F32(0)), y).bound[0] > 0.0


def test_the_logistic_function_has_the_error_of_its_exponential():
    x = RNG.uniform(-20.0, -3.0, 2000).astype(F32)
    kernel = Kernel(0)
    kernel.direction = 1.0
    assert 0.7 < share(judged(special.expit, x), special.expit(kernel.array(x)).data) <= 1.0


@pytest.mark.parametrize("word", ["ieee", "fast_exp", "exp2"])
def test_an_exponential_is_off_by_whole_ulps_below_the_normal_range(word):
    x, tiny = np.array([-95.0, -98.0, -100.0], F32), np.finfo(F32).smallest_subnormal
    nearest = np.exp(x.astype(float)).astype(F32)
    expected = judged(np.exp, x, words=[word])
    assert expected.admits(nearest + F32(2) * tiny).all()
    assert expected.admits(nearest - F32(2) * tiny).all()
    assert not expected.admits(nearest + F32(4) * tiny).any()


def test_a_term_is_rounded_to_a_narrower_format_of_sums():
    x = RNG.uniform(1.0, 2.0, (500, 1)).astype(F32)
    expected = judged(lambda x: np.sum(x, axis=1), x, words=["half_accumulation"])
    assert 0.5 < share(expected, x.astype(np.float16)[:, 0]) <= 1.0


def test_a_product_of_matrices_rounds_its_products():
    x, y = RNG.uniform(1.0, 1.1, (2, 300, 1)).astype(F32)
    assert 0.9 < share(judged(np.matmul, x, y.T), x * y.T) <= 1.0


def test_the_error_of_a_mean_enters_the_variance_squared():
    x = np.full((1, 1000), F32(0.1))
    centred = x - serial(x[0])[-1] / F32(1000.0)
    got = np.mean((centred * centred).astype(float), axis=1)
    expected = judged(lambda x: np.var(x, axis=1), x)
    assert got[0] > 1e-14
    assert expected.admits(got.astype(F32)).all()
    assert expected.bound[0] < 1e-9


def test_the_roundings_of_a_variance_are_counted():
    x = RNG.standard_normal((20000, 2)).astype(F32)
    n = F32(2.0)
    centred = x - (x[:, :1] + x[:, 1:]) / n
    got = (centred[:, 0] * centred[:, 0] + centred[:, 1] * centred[:, 1]) / n
    assert 0.2 < share(judged(lambda x: np.var(x, axis=1), x), got) <= 1.0


@pytest.mark.parametrize(("function", "argument", "exact"), [
    (special.erfc, 25.56868052608744, "2.631137520220947489345333e-286"),
    (special.ndtr, -36.523767895809534, "2.326550061739442809397969e-292"),
    (special.erf, -0.19074441000163933, "-0.2126499718099524923238509"),
    (special.expit, -0.01276025362126898, "0.4968099798789042438709342"),
])  # fmt: skip
def test_the_error_of_scipys_own_functions_is_in_the_bound(function, argument, exact):
    """The worst of some thousand arguments; exact results by mpmath, to 25 digits."""
    result = function(Bounded.of(np.array([argument]), KernelArithmetic.of("float64")))
    assert abs(Fraction(float(result.value[0])) - Fraction(exact)) <= Fraction(float(result.bound[0]))


def test_additions_of_0_are_not_counted_and_others_are():
    terms = np.zeros(1000, F32)
    terms[[3, 70, 500]] = 1.0, 2.0**-24 * 0.999, 2.0**-24 * 0.999
    assert 0.9 < share(judged(np.sum, terms), serial(terms)[-1]) <= 1.0


def test_a_scan_by_threads_has_two_additions_more_than_its_sum():
    arithmetic = KernelArithmetic.of(row_threads=64)
    assert arithmetic.scan_depth(4096) == arithmetic.depth(4096) + 2
    assert (arithmetic.scan_depth(2), IEEE.scan_depth(4096)) == (1, 4095)
    x = np.full(64 * 16, F32(2.0**-24 * 0.999))
    x[::16] = 1.0
    by_thread = np.cumsum(x.reshape(64, 16), axis=1, dtype=F32)
    before = np.concatenate([[F32(0.0)], serial(by_thread[:-1, -1])])
    got = (by_thread + before[:, None]).reshape(-1)
    rounds = slice(1, None)
    expected = judged(lambda x: np.cumsum(x)[rounds], x, row_threads=64)
    assert share(expected, got[rounds]) <= 1.0


def test_sums_by_index_count_what_is_added_to_each_place():
    terms = np.full(1000, F32(2.0**-24 * 0.999))
    terms[0] = 1.0
    places = np.zeros(1000, int)
    expected = judged(lambda w: np.bincount(places, weights=w), terms)
    assert 0.9 < share(expected, serial(terms)[-1:]) <= 1.0
    places[500:] = 1
    assert judged(lambda w: np.bincount(places, weights=w), terms).bound[1] < 1e-4 * expected.bound[0]

    def scattered(x):
        target = np.zeros_like(x[:2])
        np.add.at(target, [0, 0], x[:2] / 3.0)
        return target

    bound = judged(scattered, terms).bound
    assert bound[0] >= 2.0 * 2.0**-24 / 3.0
    assert bound[1] == 0.0


def test_sums_by_index_have_the_infinities_and_nans_of_their_terms():
    largest = np.finfo(F32).max
    terms = np.array([np.inf, 1.0, np.inf, -np.inf, np.nan, 2.0, largest, largest, largest, -largest], F32)
    places = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    found = judged(lambda w: np.bincount(places, weights=w, minlength=6), terms)
    np.testing.assert_array_equal(found.value[[0, 1, 2]], [np.inf, np.nan, np.nan])
    np.testing.assert_array_equal(found.undecided, [False, False, False, False, True, False])
    np.testing.assert_array_equal(found.may_overflow, [False, False, False, True, False, False])
    np.testing.assert_array_equal(found.bound[[0, 1, 2, 5]], 0.0)


@pytest.mark.parametrize("function", [online_sum, online_terms])
def test_arguments_of_an_online_sum_that_make_no_sense_are_refused(function):
    x = Bounded.of(np.ones((3, 4), F32), KernelArithmetic.of("float32", "ieee", row_threads=1))
    assert function(np.exp(x - np.max(x, axis=1, keepdims=True)), x, axis=1).shape[0] == 3
    assert function(np.exp(x - np.max(x, axis=0, keepdims=True)), x, axis=(0,)).shape[-1] == 4
    with pytest.raises(ValueError, match=r"of one shape \(got \(3, 4\) and \(3, 1\)\)"):
        function(np.exp(x), np.max(x, axis=1, keepdims=True), axis=1)
    with pytest.raises(ValueError, match=r"take one axis, that of the maximum \(got None\)"):
        function(np.exp(x), x, axis=None)


def test_an_online_sum_has_the_error_of_its_rescalings():
    """Each element is larger than the last, so that every step rescales the sum, and all errors are to one side."""
    x = np.sort(RNG.uniform(-3.0, 3.0, (40, 24)).astype(F32), axis=1)
    kernel = Kernel(0)
    kernel.direction = 1.0
    total, top = np.ones(40, F32), x[:, 0]
    for column in x.T[1:]:
        total = total * np.exp(kernel.array(top - column)).data + F32(1.0)
        top = column

    def terms(x):
        return np.exp(x - x.max(axis=1, keepdims=True))

    online, plain = (
        judged(each, x) for each in (lambda x: online_sum(terms(x), x), lambda x: terms(x).sum(axis=1))
    )
    assert share(online, total) <= 1.0
    # Column j is rescaled 23 - j times, and once more at the end: each time 5 u of expf and one product.
    rescaled = (np.exp(x - x[:, -1:]).astype(float) * np.arange(24, 0, -1)).sum(axis=1) * 6.0 * 2.0**-24
    np.testing.assert_allclose(online.bound - plain.bound, rescaled, rtol=1e-4)
    # A tie is no larger value.
    tied = np.repeat(x[:, -1:], 24, axis=1)
    extra = (
        judged(lambda x: online_sum(terms(x), x), tied).bound
        - judged(lambda x: terms(x).sum(axis=1), tied).bound
    )
    np.testing.assert_allclose(extra, 24.0 * 6.0 * 2.0**-24, rtol=1e-4)


def test_an_approximate_exponential_is_off_by_2_ulp_below_the_normal_range_too():
    tiny = 2.0**-149
    x = np.log(np.array([20.0, 300.5]) * tiny).astype(F32)
    exact = np.exp(x.astype(float))
    got = (np.rint(exact / tiny) + np.array([2.0, -2.0])) * tiny
    for words in ("fast_exp", "exp2"):
        assert 0.7 < share(judged(np.exp, x, words=words), got) <= 1.0


def test_a_rescaled_result_is_rounded_below_the_normal_range_once_more():
    """The quotient by the sum rounds the factor of a part, its product with an exponential of the part rounds again."""
    tiny = F32(2.0**-149)
    factor, power, inverse = F32(9.0) * tiny, F32(0.83), F32(0.5)
    got = power * (factor * inverse)
    x = np.array([power], F32)

    def quotient(x):
        return x * float(factor) * float(inverse)

    assert abs(float(got) - 0.83 * 4.5 * tiny) > 1.2 * judged(quotient, x).bound[0]
    assert share(judged(lambda x: rescaled(quotient(x)), x), np.array([got])) <= 1.0
