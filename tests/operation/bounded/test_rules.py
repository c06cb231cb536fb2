"""The written rules for NaN, infinities, overflow, zero divisors and domains (docs/tolerance.md)."""

import numpy as np
import pytest
from scipy import special

from harness.launch.inputs import make_input
from harness.operation.bounded import (
    MAY_OVERFLOW,
    SURE,
    UNDECIDED,
    Bounded,
    KernelArithmetic,
    Undecided,
    online_sum,
    online_terms,
    stored,
)
from harness.operation.bounded.facts import Facts

INF, NAN = np.inf, np.nan
IEEE = KernelArithmetic.of()
RECIPROCAL = KernelArithmetic.of(arithmetic="reciprocal")
FAST = KernelArithmetic.of(arithmetic="fast_div")
OPEN = {SURE: "", MAY_OVERFLOW: "may overflow", UNDECIDED: "anything"}


def of(values, bounds=0.0, doubts=SURE, arithmetic=IEEE):
    """Give numbers with given bounds and doubts."""
    values, bounds, doubts = np.broadcast_arrays(np.asarray(values, float), np.asarray(bounds, float), doubts)
    facts = Facts(exact=not bounds.any() and not doubts.any(), sure=not doubts.any())
    return Bounded(values.copy(), bounds.copy(), doubts.astype(np.uint8), facts, arithmetic)


def outcome(x):
    """Give the only element of a result: its value if surely NaN or infinite, else the doubt in words."""
    (value,), (doubt,) = x.value.reshape(-1), x.doubt.reshape(-1)
    if doubt == SURE and not np.isfinite(value):
        assert x.bound.reshape(-1)[0] == 0.0
        return value
    return OPEN[int(doubt)] or "number"


def near(value, bound=0.5):
    return of([value], bound)


def maybe(value):
    return of([value], 1.0, MAY_OVERFLOW)


@pytest.mark.parametrize(("result", "expected"), [
    # Infinities and NaN of the input follow IEEE 754, and are exact.
    (lambda: of([INF]) + 1.0, INF),
    (lambda: of([INF]) - of([INF]), NAN),
    (lambda: of([INF]) * of([-2.0]), -INF),
    (lambda: of([INF]) * of([0.0]), NAN),
    (lambda: of([1.0]) / of([INF]), "number"),
    (lambda: of([INF]) / of([INF]), NAN),
    (lambda: of([NAN]) + near(1.0), NAN),
    (lambda: np.maximum(of([NAN]), near(1.0)), NAN),
    (lambda: np.fmax(of([NAN]), near(1.0)), "number"),
    (lambda: np.exp(of([-INF])), "number"), (lambda: np.exp(of([INF])), INF),
    (lambda: np.log(of([0.0])), -INF), (lambda: np.log(of([-1.0])), NAN),
    (lambda: np.sqrt(of([-1.0])), NAN), (lambda: np.sqrt(near(-1.0)), NAN),
    (lambda: np.sum(of([INF, 1.0])), INF), (lambda: np.sum(of([INF, -INF])), NAN),
    (lambda: np.max(of([-INF, 2.0])), "number"),
    (lambda: np.matmul(of([[INF, 1.0]]), of([[2.0], [3.0]])), INF),
    (lambda: np.matmul(of([[INF, 1.0]]), of([[0.0], [3.0]])), NAN),
    (lambda: np.var(of([INF, 1.0])), NAN),
    # An infinity that meets an uncertain number.
    (lambda: of([INF]) * near(0.1), "anything"),
    (lambda: of([INF]) * near(1.0), INF),
    (lambda: near(1.0) / of([INF]), "number"),
    # Overflow: an infinity as well as a large number.
    (lambda: of([3e38]) + of([3e38]), "may overflow"),
    (lambda: of([3e38]) * 2.0, "may overflow"),
    (lambda: np.exp(of([100.0])), "may overflow"),
    (lambda: np.exp(of([88.0])), "number"),
    (lambda: np.exp(near(88.5)), "may overflow"),
    (lambda: np.sum(of([3e38, 3e38])), "may overflow"),
    (lambda: np.sum(of([3e38, 3e38, -3e38])), "anything"),
    (lambda: np.mean(of([3e38, 3e38])), "may overflow"),
    (lambda: np.square(of([1e20])), "may overflow"),
    (lambda: np.prod(of([1e20, 1e20, 1e-20])), "anything"),
    (lambda: np.prod(of([1e-30, 1e-30, 1e20])), "anything"),
    (lambda: np.cosh(of([100.0])), "may overflow"),
    # What may have overflowed goes on as an infinity and as a number.
    (lambda: maybe(1e38) + 1.0, "may overflow"),
    (lambda: maybe(1e38) + of([-INF]), "anything"),
    (lambda: maybe(1e38) - maybe(1e38), "anything"),
    (lambda: maybe(1e38) * near(0.1), "anything"),
    (lambda: maybe(1e38) * 2.0, "may overflow"),
    (lambda: 1.0 / maybe(1e38), "number"),
    (lambda: maybe(1e38) / maybe(1e38), "anything"),
    (lambda: np.exp(maybe(-1e38)), "number"),
    (lambda: np.exp(maybe(50.0)), "may overflow"),
    (lambda: np.tanh(maybe(3.0)), "number"),
    (lambda: np.log(maybe(50.0)), "may overflow"),
    (lambda: np.sin(maybe(50.0)), "anything"),
    (lambda: np.log(maybe(-50.0)), "anything"),
    (lambda: np.maximum(maybe(50.0), 1.0), "may overflow"),
    (lambda: np.abs(maybe(-50.0)), "may overflow"),
    (lambda: np.sqrt(maybe(50.0)), "may overflow"),
    (lambda: maybe(-50.0) + near(200.0), "anything"),
    (lambda: np.log(of([0.3], 0.1, MAY_OVERFLOW)), "anything"),
    (lambda: np.sum(of([50.0, -50.0], 1.0, MAY_OVERFLOW)), "anything"),
    (lambda: np.sum(of([50.0, 50.0], 1.0, MAY_OVERFLOW)), "may overflow"),
    (lambda: np.sum(of([-50.0, 200.0], 1.0, [MAY_OVERFLOW, SURE])), "anything"),
    (lambda: np.max(of([-50.0], 1.0, MAY_OVERFLOW)), "may overflow"),
    (lambda: np.max(of([-50.0, -60.0], 1.0, [MAY_OVERFLOW, SURE])), "number"),
    (lambda: np.matmul(of([[1e20, 1e20]]), of([[1e20], [-1e20]])), "anything"),
    (lambda: np.matmul(np.square(of([[1e10, 1e10]])), np.square(of([[1e10], [1e10]]))), "may overflow"),
    (lambda: np.matmul(of([[INF, 1.0]]), of([[0.1], [1.0]], 0.5)), "anything"),
    (lambda: np.matmul(of([[1e30, 1.0]], 1.0, MAY_OVERFLOW), of([[2.0], [1.0]])), "anything"),
    (lambda: of([1.0], arithmetic=RECIPROCAL) / of([1e-39], arithmetic=RECIPROCAL), "anything"),
    (lambda: of([1.0], arithmetic=RECIPROCAL) / of([1e-38], arithmetic=RECIPROCAL), "number"),
    (lambda: of([INF], arithmetic=FAST) / of([2e38], arithmetic=FAST), "anything"),
    (lambda: of([INF], arithmetic=FAST) / of([2e37], arithmetic=FAST), INF),
    # Divisors and domains that are crossed.
    (lambda: of([1.0]) / near(0.1), "anything"),
    (lambda: of([1.0]) / of([0.0]), "may overflow"),
    (lambda: of([0.0]) / of([0.0]), NAN),
    (lambda: of([1.0]) / near(1.0), "number"),
    (lambda: np.sqrt(near(0.1)), "anything"),
    (lambda: np.sqrt(np.square(near(0.1))), "number"),
    (lambda: np.log(near(0.1)), "anything"),
    (lambda: np.log(np.square(near(0.1))), "may overflow"),
    (lambda: np.log1p(near(-0.9)), "anything"),
    (lambda: near(0.1) ** 0.5, "anything"),
    (lambda: near(0.1) ** 3, "number"),
    (lambda: near(0.1) ** -1, "anything"),
    # Undecided numbers stay so, but for NaN and selections.
    (lambda: of([1.0], INF, UNDECIDED) * 0.0, "anything"),
    (lambda: np.tanh(of([1.0], INF, UNDECIDED)), "anything"),
    (lambda: np.where([False], of([1.0], INF, UNDECIDED), 2.0), "number"),
    # Casts.
    (lambda: of([1e5]).astype(np.float16), INF),
    (lambda: near(65500.0, 30.0).astype(np.float16), "may overflow"),
    (lambda: of([200.0]).astype(np.int8), "anything"),
    (lambda: near(127.4, 0.1).astype(np.int8), "number"),
])  # fmt: skip
def test_classes_of_results(result, expected):
    np.testing.assert_equal(outcome(result()), expected)


def test_what_may_overflow_in_a_quotient_may_be_0():
    """``x / (1 + exp(-x))`` far below 0: the divisor of a float32 kernel is infinite."""
    x = Bounded.of(np.array([-100.0]), IEEE)
    judged = stored(x / (1.0 + np.exp(-x)))
    assert judged.admits(np.array([-0.0], np.float32)).all()
    assert judged.admits(np.array([-3.8e-42], np.float32)).all()
    assert not judged.admits(np.array([-1.0e-40], np.float32)).any()
    assert not judged.admits(np.array([NAN], np.float32)).any()
    assert stored(special.expit(x)).admits(np.array([0.0], np.float32)).all()


def test_outputs_are_judged_by_class():
    result = of([1.0, NAN, INF, -INF, 3.4e38, -3.4e38, 1.0, INF], [0.5, 0, 0, 0, 1e37, 1e37, INF, INF])
    result.doubt[...] = [SURE, SURE, SURE, SURE, MAY_OVERFLOW, MAY_OVERFLOW, UNDECIDED, MAY_OVERFLOW]
    result.facts.sure = False
    judged = stored(result)
    for out, expected in [
        ([1.25, NAN, INF, -INF, 3.35e38, -3.35e38, NAN, 1e38], [1, 1, 1, 1, 1, 1, 1, 1]),
        ([1.75, 0.0, 3e38, INF, INF, -INF, INF, INF], [0, 0, 0, 0, 1, 1, 1, 1]),
        ([NAN, INF, NAN, NAN, -INF, INF, 7.0, NAN], [0, 0, 0, 0, 0, 0, 1, 0]),
    ]:
        np.testing.assert_array_equal(judged.admits(np.array(out, np.float32)), np.array(expected, bool))
    np.testing.assert_array_equal(judged.allowed, [0.5, 0, 0, 0, 1e37, 1e37, NAN, NAN])


def test_storage_rounds_last_and_overflows_at_half_an_ulp_beyond_the_largest():
    arithmetic = KernelArithmetic.of("float16")
    x = Bounded.of(np.array([1.0, 1.0 + 2.0**-12, 65504.0, 65519.0, 65520.0, 1e-9]), arithmetic)
    judged = stored(x)
    half_ulp = [0.0, 2.0**-11, 0.0, 16.0, 16.0, 2.0**-25]
    np.testing.assert_allclose(judged.bound, half_ulp, rtol=1e-6)
    np.testing.assert_array_equal(judged.may_overflow, [0, 0, 0, 0, 1, 0])
    rounded = np.array([1.0, 1.0, 65504.0, 65504.0, INF, 0.0], np.float16)
    assert judged.admits(rounded).all()
    assert not judged.admits(np.array([1.001, 1.002, 65472.0, INF, 65472.0, 6e-8], np.float16)).any()


def test_constants_are_rounded_once_unless_the_format_has_them():
    x = Bounded.of(np.array([0.1, 0.5, 3.0, 16777217.0, INF, NAN, 0.0]), IEEE)
    np.testing.assert_array_equal(x.bound > 0.0, [1, 0, 0, 1, 0, 0, 0])
    assert 0.1 * 2.0**-25 < x.bound[0] <= 0.1 * 2.0**-24
    assert abs(float(np.float32(0.1)) - 0.1) <= x.bound[0]
    assert not Bounded.of(np.array([0.1, 16777217.0]), KernelArithmetic.of("float64")).bound.any()
    assert not Bounded.of(np.array([True, False]), IEEE).bound.any()


def test_results_below_the_normal_range_may_be_flushed_with_ftz():
    tiny, small = 2.0**-130, 2.0**-100
    for arithmetic, flushed in ((IEEE, False), (KernelArithmetic.of(arithmetic="ftz"), True)):
        x = Bounded.of(np.array([tiny, small]), arithmetic)
        np.testing.assert_array_equal(x.value - x.bound <= 0.0, [flushed, False])
        judged = stored(x * x)
        assert judged.admits(np.zeros(2, np.float32)).all()
        assert judged.bound[1] < (1.2e-38 if flushed else 1e-45)
        assert stored(np.exp(x * (-87.5 * 2.0**100))).admits(np.zeros(2, np.float32))[1] == flushed
    double = Bounded.of(np.array([tiny]), KernelArithmetic.of("float64", "ftz"))
    assert not double.bound.any()


def test_a_plain_if_needs_a_decided_condition():
    with pytest.raises(
        Undecided, match="an if needs a decided condition, and rounding may change 1 of 1 elements"
    ):
        bool(near(1.0)[0] > 1.2)
    assert near(1.0)[0] > 0.4
    assert not near(1.0)[0] > 1.6
    with pytest.raises(Undecided, match="an index needs"):
        near(1.0)[near(1.0) > 1.2]
    with pytest.raises(Undecided, match="a count needs"):
        np.count_nonzero(near(1.0) > 1.2)
    with pytest.raises(Undecided, match=r"np.isclose needs"):
        np.isclose(near(1.0) > 1.2, True)


def test_where_covers_both_branches_of_an_undecided_condition():
    x = of([0.9, 1.0, 1.1], 0.05)
    chosen = np.where(x > 1.0, 10.0, -2.0)
    np.testing.assert_array_equal(chosen.value, [-2.0, -2.0, 10.0])
    np.testing.assert_allclose(chosen.bound, [0.0, 12.0, 0.0])
    np.testing.assert_array_equal(np.where(x > 1.0, -INF, x).undecided, [False, True, False])
    np.testing.assert_allclose(np.where(x > 1.0, of([2.0] * 3, 0.5), x).bound, [0.05, 1.5, 0.5])


def test_conditions_decide_what_they_can():
    x = of([0.0, 1.0, 2.0], [0.0, 0.2, 0.0])
    is_large = x > 0.9
    assert bool((is_large | True).all())
    assert not bool((is_large & False).any())
    assert bool(is_large.any())
    assert not bool(is_large.all())
    assert (is_large & (x > -1.0)).undecided.tolist() == [False, True, False]
    assert (~is_large).value.tolist() == [True, False, False]
    assert (is_large ^ is_large).undecided.tolist() == [False, True, False]
    assert np.logical_not(is_large).undecided.any()
    assert np.flip(is_large).value.tolist() == [True, True, False]
    np.testing.assert_array_equal((x * is_large).bound > 1e-6, [False, True, False])


def test_what_is_open_in_one_condition_is_open_in_its_combinations():
    x = of([1.0, 1.0, 5.0], 0.2)
    is_large, is_small = x > 1.1, x < 0.9
    assert (is_large & is_small).undecided.tolist() == [True, True, False]
    assert (is_large | is_small).undecided.tolist() == [True, True, False]
    assert (is_large & (x > 9.0)).undecided.tolist() == [False, False, False]
    assert is_large.all().undecided
    assert not is_large.all().value
    assert not is_large.any().undecided
    assert not (x > 9.0).any().undecided
    assert (of([1.0], 1e-9) > 1.0).undecided.all()
    assert not (of([1.0], 1e-9) > 1.0 + 2e-7).undecided.any()


def test_what_may_be_an_infinity_reaches_as_far_as_its_limit():
    chosen = np.maximum(maybe(-50.0), -100.0)
    assert chosen.value[0] - chosen.bound[0] <= -100.0
    bent = np.tanh(maybe(3.0))
    assert bent.value[0] + bent.bound[0] >= 1.0
    assert bent.bound[0] < 0.5
    power = np.exp(of([-3.0], 0.1, MAY_OVERFLOW))
    assert power.value[0] - power.bound[0] <= 0.0


def test_extremes_are_given_only_if_rounding_cannot_change_them():
    assert np.argmax(of([1.0, 3.0, 2.0], 0.4)) == 1
    with pytest.raises(Undecided, match=r"np.argmax needs one extreme"):
        np.argmax(of([1.0, 3.0, 2.5], 0.4))
    assert np.argmin(of([1.0, 1.0, 2.0])) == 0
    with pytest.raises(Undecided, match=r"np.argsort needs exact numbers"):
        np.argsort(of([1.0, 3.0], 0.4))


def test_an_infinite_mean_by_welford_may_be_nan_and_is_no_number():
    rows = of(
        [[1.0, INF, 2.0], [1.0, 2.0, 3.0], [INF, -INF, 0.0]],
        arithmetic=KernelArithmetic.of(arithmetic="welford"),
    )
    judged = stored(np.mean(rows, axis=1, keepdims=True)[:, 0])
    assert judged.allowed[0] == INF
    assert 0.0 < judged.allowed[1] < 1e-5
    assert judged.allowed[2] == 0.0
    for admitted in ([INF, 2.0, NAN], [NAN, 2.0, NAN]):
        assert judged.admits(np.array(admitted)).all()
    assert judged.admits(np.array([1.5, 2.5, 0.0])).tolist() == [False, False, False]
    assert np.isnan(stored(np.mean(rows, axis=1) + 1.0).allowed[0])
    assert stored(np.mean(of([[1.0, INF]]), axis=1)).allowed[0] == 0.0


def test_the_one_pass_variance_is_right_only_by_that_word():
    x = make_input("huge1e4", 6, 257, "float32", 11)
    with np.errstate(all="ignore"):
        n = np.float32(x.shape[1])
        got = (x * x).sum(axis=1, dtype=np.float32) / n - (x.sum(axis=1, dtype=np.float32) / n) ** 2
    for words, is_right in (("ieee", False), ("ieee+one_pass_variance", True)):
        arithmetic = KernelArithmetic.of("float32", words, row_threads=32)
        assert stored(np.var(Bounded.of(x, arithmetic), axis=1)).admits(got).all() == is_right


def test_terms_of_an_online_sum_have_its_error_one_by_one():
    x = Bounded.of(
        np.random.default_rng(5).normal(0.0, 9.0, (4, 40)), KernelArithmetic.of("float32", "ieee+online")
    )
    terms = np.exp(x - x.max(axis=1, keepdims=True))
    together = online_sum(terms, x, axis=1)
    apart = np.sum(online_terms(terms, x, axis=1), axis=1)
    assert np.array_equal(apart.value, together.value)
    assert (apart.bound >= together.bound * (1.0 - 2.0**-40)).all()
    assert (apart.bound <= together.bound * 1.001).all()
    assert (together.bound > 1.5 * np.sum(terms, axis=1).bound).all()
