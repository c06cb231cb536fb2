"""The sequential rule on simulated series, whose truth is known."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from harness.measure.pairs import LEAST_PAIRS
from harness.measure.statistics import (
    CONFIRMING_LOOKS,
    CONFIRMING_RESTARTS,
    Interval,
    Speed,
    StoppingRule,
    hodges_lehmann,
    interval,
    log_ratios,
    speed_of,
    standard_error,
)
from tests.sampled import one_in

N_PAIRS = 30
BETWEEN = 0.001
WITHIN = 0.005


def restart_maker(
    change: float, generator: np.random.Generator, n_pairs: int = N_PAIRS, within: float = WITHIN
) -> Callable[[], np.ndarray]:
    """Simulate restarts: processes differ, pairs scatter, and three in a hundred are far off."""

    def restart() -> np.ndarray:
        scatter = generator.standard_normal(n_pairs) * within
        off = generator.random(n_pairs) < 0.03
        scatter[off] += generator.standard_t(2, off.sum()) * 5 * within
        return math.log1p(change) + generator.standard_normal() * BETWEEN + scatter

    return restart


def first_pass(restart: Callable[[], np.ndarray], rule: StoppingRule) -> Speed:
    restarts = [restart()]
    speed, _ = rule.look(restarts)
    while speed is None:
        restarts.append(restart())
        speed, _ = rule.look(restarts)
    return speed


def outcome(change: float, rule: StoppingRule, generator: np.random.Generator) -> Speed:
    restart = restart_maker(change, generator)
    speed = first_pass(restart, rule)
    if speed in (Speed.SLOWER, Speed.FASTER):
        confirming = [restart() for _ in range(CONFIRMING_RESTARTS)]
        agrees = any(rule.confirms(speed, confirming[:n])[0] for n in CONFIRMING_LOOKS)
        return speed if agrees else Speed.AMBIGUOUS
    return speed


@pytest.mark.parametrize(("change", "margin", "expected"), [
    (0.0, 0.01, Speed.SAME), (0.01, 0.01, Speed.SLOWER), (0.005, 0.0025, Speed.SLOWER),
    (-0.02, 0.01, Speed.FASTER),
])  # fmt: skip
def test_a_known_change_is_called_by_its_name(change, margin, expected):
    generator = np.random.default_rng([2026, round(1e6 * abs(change))])
    rule = StoppingRule(margin=margin, n_comparisons=10)
    outcomes = [outcome(change, rule, generator) for _ in range(60)]
    assert outcomes.count(expected) >= 59
    opposite = {Speed.SLOWER: Speed.FASTER, Speed.FASTER: Speed.SLOWER}.get(expected)
    assert opposite not in outcomes


def test_nothing_is_called_slower_where_only_whole_processes_differ():
    generator = np.random.default_rng(7)
    rule = StoppingRule()
    for _ in range(100):
        restarts = [np.full(100, shift) for shift in generator.standard_normal(18) * 0.01]
        assert rule.look(restarts)[0] in (Speed.AMBIGUOUS, Speed.SAME)


@pytest.mark.parametrize(
    ("n_pairs", "within", "most"),
    one_in(4, [(LEAST_PAIRS, 0.01, 0), (8, 0.03, 0), (8, 0.1, 0), (LEAST_PAIRS, 0.1, 1)], pytest.mark.slow),
)
def test_nothing_is_called_slower_where_only_the_pairs_of_a_process_scatter(n_pairs, within, most):
    generator = np.random.default_rng([n_pairs, round(1000 * within)])
    restart = restart_maker(0.0, generator, n_pairs, within)
    outcomes = [first_pass(restart, StoppingRule(n_comparisons=28)) for _ in range(80)]
    assert outcomes.count(Speed.SLOWER) + outcomes.count(Speed.FASTER) <= most


def test_a_large_change_is_found_among_pairs_that_scatter():
    generator = np.random.default_rng(3)
    rule = StoppingRule(n_comparisons=28)
    outcomes = [first_pass(restart_maker(0.05, generator, 8, 0.03), rule) for _ in range(60)]
    assert outcomes == [Speed.SLOWER] * 60


@pytest.mark.parametrize("n_pairs", [2, 4, 8, 32])
def test_the_standard_error_is_that_of_the_location(n_pairs):
    rows = np.random.default_rng(n_pairs).standard_normal((2000, n_pairs))
    locations = np.array([hodges_lehmann(row) for row in rows])
    errors = np.array([standard_error(row) for row in rows])
    # up to an eighth too large for few pairs: there are few pairwise means to choose the ends from
    assert 0.95 <= math.sqrt((errors**2).mean()) / locations.std() <= 1.15


def test_the_standard_error_is_half_the_length_of_an_interval_of_pairwise_means():
    # 1.5 - sqrt(2 * 3 * 5 / 24) is 0.38: all three means
    assert standard_error([0.0, 1.0]) == 0.5
    assert standard_error([3.0]) == 0.0
    calm = np.linspace(-0.001, 0.001, 40)
    assert standard_error([*calm, 50.0]) < 1.2 * standard_error(calm)


def test_the_location_is_not_moved_by_a_few_values_that_are_far_off():
    values = np.linspace(-0.001, 0.001, 41)
    assert hodges_lehmann(values) == pytest.approx(0.0, abs=1e-12)
    values[-3:] = 50.0
    assert abs(hodges_lehmann(values)) < 2e-4


def test_hodges_lehmann_is_the_median_of_pairwise_means():
    # means of pairs of (0, 1, 5): 0, .5, 2.5, 1, 3, 5; the middle ones are 1 and 2.5
    assert hodges_lehmann([0.0, 1.0, 5.0]) == 1.75
    assert hodges_lehmann([3.0]) == 3.0


def test_an_interval_joins_the_spread_of_the_restarts_with_the_usual_one():
    change = interval([[0.01], [0.02], [0.03]], 0.025)
    # 6 degrees of freedom of 0.002 and 2 of 0.01; t(0.975, 8) = 2.306004
    half = 2.306004 * math.sqrt((6 * 0.002**2 + 2 * 0.01**2) / 8 / 3)
    assert change.estimate == pytest.approx(math.expm1(0.02))
    assert change.low == pytest.approx(math.expm1(0.02 - half), rel=1e-6)
    assert change.high == pytest.approx(math.expm1(0.02 + half), rel=1e-6)
    assert (change.n_pairs, change.n_restarts) == (3, 3)


def test_one_restart_has_the_usual_spread():
    change = interval([[0.5, 0.5, 0.5]], 0.025)
    assert math.log1p(change.high) == pytest.approx(0.5 + 2.446912 * 0.002, rel=1e-6)  # t(0.975, 6)


def test_pairs_that_scatter_more_than_restarts_usually_do_widen_the_interval():
    change = interval([[0.49, 0.51], [0.47, 0.53]], 0.025)
    usual = (0.01**2 + 0.03**2) / 2
    half = 2.364624 * math.sqrt(6 * usual / 7 / 2)  # t(0.975, 7)
    assert math.log1p(change.high) == pytest.approx(0.5 + half, rel=1e-6)


def test_what_is_far_outside_the_margin_is_decided_by_the_first_restart():
    rule = StoppingRule(n_comparisons=28)
    assert rule.look([[0.3, 0.31]])[0] is Speed.SLOWER
    assert rule.look([[-0.3, -0.31]])[0] is Speed.FASTER
    assert rule.look([[0.02]])[0] is None


def test_no_single_restart_is_same():
    assert StoppingRule().look([[0.0]])[0] is None
    assert StoppingRule().look([[0.0], [0.0]])[0] is Speed.SAME


def test_the_confirming_pass_ends_as_soon_as_it_has_confirmed():
    rule = StoppingRule()
    answers = [rule.confirms(Speed.SLOWER, [[0.2]] * n)[0] for n in (1, 2)]
    assert answers == [None, True]
    answers = [rule.confirms(Speed.SLOWER, [[0.0]] * n)[0] for n in (2, 4, 7, 8)]
    assert answers == [None, None, None, False]


@pytest.mark.parametrize(("low", "high", "expected"), [
    (0.0051, 0.02, Speed.SLOWER), (0.005, 0.02, Speed.AMBIGUOUS), (-0.009, 0.009, Speed.SAME),
    (0.001, 0.0099, Speed.SAME), (0.001, 0.01, Speed.AMBIGUOUS), (-0.02, -0.0051, Speed.FASTER),
    (-0.02, 0.02, Speed.AMBIGUOUS),
])  # fmt: skip
def test_what_an_interval_comes_to(low, high, expected):
    assert speed_of(Interval((low + high) / 2, low, high, 10, 5), 0.01) is expected


def test_a_rule_looks_only_when_it_said_it_would():
    rule = StoppingRule(looks=(3, 5))
    same = [0.0, 0.0]
    assert rule.look([same] * 2)[0] is None
    assert rule.look([same] * 3)[0] is Speed.SAME
    unclear = [[0.05], [-0.05], [0.04]]
    assert rule.look(unclear)[0] is None
    assert rule.look([*unclear, [-0.03], [0.01]])[0] is Speed.AMBIGUOUS


def test_the_error_rate_is_shared_by_looks_sides_and_comparisons():
    assert StoppingRule(alpha=0.08, n_comparisons=10, looks=(3, 5)).alpha_of_a_look == pytest.approx(0.002)


def test_ratios_are_of_pairs():
    assert log_ratios([1.0, 2.0], [1.0, 4.0]) == pytest.approx([0.0, math.log(2.0)])


@pytest.mark.parametrize("call", [
    lambda: log_ratios([1.0], [1.0, 2.0]), lambda: log_ratios([0.0], [1.0]),
    lambda: log_ratios([1.0], [math.nan]), lambda: hodges_lehmann([]), lambda: hodges_lehmann([math.inf]),
    lambda: standard_error([]),
])  # fmt: skip
def test_what_makes_no_sense_is_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()
