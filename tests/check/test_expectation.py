"""What is kept of the last problem is given again for the same bits, and for nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from harness.check import expectation as module
from harness.check.expectation import expectation
from harness.operation.catalogue import shipped_operations
from harness.operation.model import Problem

LARGE = (64, 1024)
OPERATION = shipped_operations()["rms_norm"]


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch):
    monkeypatch.setattr(module, "_last", None)


def counting(operation, calls):
    def reference(problem):
        calls.append(problem)
        return operation.reference(problem)

    return replace(operation, reference=reference)


def problem_of(shape=LARGE, dtype="float32", **given):
    inp = np.random.default_rng(1).normal(size=shape).astype(dtype)
    weight = np.linspace(0.5, 2.0, shape[1]).astype(dtype)
    found = Problem(
        inp=inp,
        dtype=dtype,
        how=OPERATION.parse_arithmetic("ieee"),
        row_threads=32,
        vectors={"weight": weight},
        scalars={"eps": 1e-5},
        given=frozenset({"weight", "eps"}),
    )
    return replace(found, **given)


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
    np.testing.assert_array_equal(again.reference, first.reference)
    np.testing.assert_array_equal(again.allowed, first.allowed)


@pytest.mark.parametrize(
    "changed",
    [
        {"inp": with_one(-0.0)},
        {"inp": ZERO.reshape(128, 512), "vectors": {"weight": np.ones(512, np.float32)}},
        {"vectors": {"weight": np.ones(1024, np.float32)}},
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
    expectation(operation, problem_of(inp=ZERO))
    problem = problem_of(**{"inp": ZERO, **changed})
    found = expectation(operation, problem)
    assert len(calls) == 2
    np.testing.assert_array_equal(found.reference, OPERATION.right_result(problem))
    np.testing.assert_array_equal(found.allowed, OPERATION.allowed_error(problem, found.reference))


def test_a_problem_that_is_changed_afterwards_is_another():
    calls = []
    operation = counting(OPERATION, calls)
    problem = problem_of()
    expectation(operation, problem)
    problem.inp[0, 0] += 1.0
    expectation(operation, problem)
    problem.vectors["weight"][0] += 1.0
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
