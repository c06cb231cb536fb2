"""What is kept of the last problem is given again for the same bits, and for nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from harness.check import expectation as module
from harness.check.expectation import expectation
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expected_of
from harness.operation.problem import Problem

LARGE = (64, 1024)
OPERATION = shipped_operations()["rms_norm"]


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(module, "_last", None)


def counting(operation, calls):
    def reference(**inputs):
        calls.append(inputs)
        return operation.reference(**inputs)

    return replace(operation, reference=reference)


def problem_of(shape=LARGE, dtype="float32", **given):
    inp = np.random.default_rng(1).normal(size=shape).astype(dtype)
    weight = np.linspace(0.5, 2.0, shape[1]).astype(dtype)
    found = Problem(
        arrays={"inp": inp, "weight": weight},
        dtype=dtype,
        how=OPERATION.parse_arithmetic("ieee"),
        row_threads=32,
        scalars={"eps": 1e-5},
        given=frozenset({"weight", "eps"}),
    )
    return replace(found, **given)


def arrays(inp, weight=None):
    """Give the input and its weight, that of `problem_of` if none is given."""
    return {"inp": inp, "weight": problem_of(inp.shape).arrays["weight"] if weight is None else weight}


def with_one(value):
    inp = problem_of().inp
    inp[3, 5] = value
    return inp


ZERO = with_one(0.0)


def test_an_equal_problem_is_worked_out_once():
    calls = []
    operation = counting(OPERATION, calls)
    first = expectation(operation, problem_of())
    again = expectation(operation, problem_of())
    assert len(calls) == 1
    np.testing.assert_array_equal(again["out"].reference, first["out"].reference)
    np.testing.assert_array_equal(again["out"].allowed, first["out"].allowed)


@pytest.mark.parametrize(
    "changed",
    [
        {"arrays": arrays(with_one(-0.0))},
        {"arrays": arrays(ZERO.reshape(128, 512), np.ones(512, np.float32))},
        {"arrays": arrays(ZERO, np.ones(1024, np.float32))},
        {"given": frozenset({"weight"})},
        {"scalars": {"eps": 1e-6}},
        {"row_threads": 64},
        {"how": OPERATION.parse_arithmetic("ieee+rsqrt")},
    ],
    ids=lambda changed: "-".join(changed),
)
def test_another_problem_is_another(changed):
    calls = []
    operation = counting(OPERATION, calls)
    expectation(operation, problem_of(arrays=arrays(ZERO)))
    problem = problem_of(**{"arrays": arrays(ZERO), **changed})
    found = expectation(operation, problem)["out"]
    assert len(calls) == 2
    (expected,) = expected_of(OPERATION, problem).values()
    np.testing.assert_array_equal(found.reference, expected.reference)
    np.testing.assert_array_equal(found.allowed, expected.allowed)


def test_a_problem_that_is_changed_afterwards_is_another():
    calls = []
    operation = counting(OPERATION, calls)
    problem = problem_of()
    expectation(operation, problem)
    problem.inp[0, 0] += 1.0
    expectation(operation, problem)
    problem.arrays["weight"][0] += 1.0
    expectation(operation, problem)
    assert len(calls) == 3


def test_another_operation_is_another():
    expectation(OPERATION, problem_of())
    calls = []
    expectation(counting(OPERATION, calls), problem_of())
    assert len(calls) == 1


def test_a_small_problem_is_not_kept():
    expectation(OPERATION, problem_of())
    kept = module._last
    expectation(OPERATION, problem_of(shape=(4, 8)))
    assert module._last is kept
