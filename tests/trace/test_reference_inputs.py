"""The inputs that the right result of an element depends on."""

import numpy as np
import pytest

from harness.operation.catalogue import shipped_operations
from harness.operation.problem import Problem
from harness.trace import reference_inputs
from harness.trace.elements import runs
from harness.trace.reference_inputs import compare_inputs

SHAPE = (3, 40)


def compared(name, used, *, place=(1, 2), inp=None, output="out"):
    operation = shipped_operations()[name]
    values = np.linspace(-2.0, 2.0, 120, dtype=np.float32).reshape(SHAPE) if inp is None else inp
    problem = Problem(arrays={"inp": values}, dtype="float32", how=operation.parse_arithmetic("ieee"))
    found = {"inp": set(used)}
    return compare_inputs(operation, problem, output, place, found, found)


ROW_1 = range(40, 80)


def test_all_of_the_row_and_nothing_else_is_right_for_softmax():
    found = compared("softmax", ROW_1)
    assert (found.missing, found.unexpected, found.is_complete, found.unknown) == ({}, {}, True, "")


def test_a_forgotten_tail_is_missing():
    assert compared("softmax", range(40, 77)).missing == {"inp": {77, 78, 79}}


def test_several_gaps_are_missing():
    assert compared("softmax", {*range(45, 60), *range(61, 80)}).missing == {"inp": {*range(40, 45), 60}}


def test_another_row_is_unexpected():
    found = compared("softmax", {*ROW_1, 5, 6})
    assert found.unexpected == {"inp": {5, 6}}


def test_a_transposed_element_comes_from_one_place():
    found = compared("transpose", [41], place=(2, 1))
    assert found.missing == {"inp": {42}}
    assert found.unexpected == {"inp": {41}}


def test_a_row_of_nan_says_nothing():
    inp = np.full(SHAPE, np.nan, np.float32)
    changed = compared("softmax", ROW_1, inp=inp)
    # every element is replaced by a number at once, and one NaN alone keeps the row NaN
    assert changed.missing == {}
    assert changed.unexpected == {}


def test_the_number_of_evaluations_is_limited(monkeypatch):
    monkeypatch.setattr(reference_inputs, "MOST_EVALUATIONS", 3)
    assert not compared("softmax", range(40, 77)).is_complete


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ([0, 1, 2, 3], "0..3"),
        ([0, 4, 8], "0..8 step 4"),
        ([5], "5"),
        ([0, 1, 7], "0..1, 7"),
        ([0, 2, 3, 5, 7, 9, 11, 13, 20], "0, 2..3, 5, 7, 9, 11, ... 20"),
    ],
)
def test_runs_of_elements(numbers, words):
    assert runs(numbers) == words
