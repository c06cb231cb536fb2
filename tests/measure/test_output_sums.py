"""Sums of an output's rows: what moves them, and what does not."""

import numpy as np
import pytest

from harness.launch.inputs import problem_of
from harness.measure.timed_outputs import off_by, problem_of_rows, reference_sums, relative_bound, sums_of
from harness.operation.derived import results_of
from harness.operation.problem import Expected
from tests.measure.fake_gpu import fake_case

VALUES = np.random.default_rng(5).random((9, 200)).astype(np.float32)


def changes(changed):
    """Return the change of each row's two sums, as shares of the row's magnitudes."""
    return off_by(sums_of(changed), sums_of(VALUES))


def test_a_common_factor_moves_the_magnitudes_most():
    weighted, magnitudes = changes(VALUES * np.float32(1.5))
    assert magnitudes == pytest.approx(0.5, rel=1e-6)
    assert weighted.max() < 0.2


def test_elements_in_another_order_move_the_weighted_sum_alone():
    weighted, magnitudes = changes(np.roll(VALUES, 1, axis=1))
    assert weighted.min() > 1e-4
    assert magnitudes.max() < 1e-12


def test_another_sign_moves_the_weighted_sum_alone():
    weighted, magnitudes = changes(-VALUES)
    assert weighted.min() > 1e-4
    assert magnitudes.max() == 0.0


def test_one_element_moves_the_sums_of_its_row_alone():
    changed = VALUES.copy()
    changed[4, 7] += 1.0
    for moved in changes(changed):
        assert np.flatnonzero(moved).tolist() == [4]


def test_nan_in_one_of_two_sums_is_infinitely_off():
    nan = np.nan
    wanted = np.array([[nan, 1.0, nan, 1.0], [1.0, 1.0, 1.0, 1.0]])
    found, _ = off_by(np.array([[nan, nan, 1.0, np.inf], [1.0, 1.0, 1.0, 1.0]]), wanted)
    assert found.tolist() == [0.0, np.inf, np.inf, np.inf]


def test_a_row_without_magnitude_has_no_relative_bound():
    reference = np.array([[1.0, -3.0], [2.0, 2.0]])
    allowed = np.array([[0.1, 0.1], [0.1, 0.7]])
    assert relative_bound(Expected(reference, allowed), 2) == pytest.approx(0.2)
    assert relative_bound(Expected(np.zeros((2, 2)), allowed), 2) == np.inf
    assert relative_bound(Expected(reference, np.full((2, 2), np.nan)), 2) == np.inf


def test_sums_of_a_reference_are_those_of_its_values(tmp_path):
    case = fake_case(tmp_path, n_rows=9, n_cols=200)
    problem = problem_of(case)
    rows = np.array([0, 3, 8])
    found = reference_sums(case, problem, rows)["out"]
    values = results_of(case.variant.operation, problem_of_rows(problem, case, rows))["out"]
    assert found == pytest.approx(sums_of(values), rel=1e-12)
