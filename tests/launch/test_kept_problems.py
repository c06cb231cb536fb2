from dataclasses import replace

import numpy as np
import pytest

from harness.check.properties import properties_of
from harness.launch import inputs
from harness.launch.inputs import MAX_ELEMENTS, KeptProblems, problem_of
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expectation
from harness.operation.precision.vocabulary import Words
from harness.operation.problem import Problem, replaced
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.run.fake_device import write_kernel


@pytest.fixture(scope="module")
def variant(tmp_path_factory):
    return load_variant(
        write_kernel(
            tmp_path_factory.mktemp("kept"),
            block="[[32], [64]]",
            dtypes='["float32", "float16"]',
            parallel='"block_x"',
        )
    )


def case_of(variant, **changes):
    parts = {"dtype": "float32", "n_rows": 3, "n_cols": 33, "block": (32, 1, 1), **changes}
    return make_case(variant, **parts)


def made(n_cols=4, how="ieee"):
    """Return a function that makes a problem of two rows, with the inputs of another if there is one."""

    def make(like):
        if like is not None:
            return replace(like, how=Words(how))
        return Problem(arrays={"inp": np.zeros((2, n_cols), np.float32)}, dtype="float32", how=Words(how))

    return make


def test_blocks_and_layouts_share_their_inputs_but_not_their_bounds(variant):
    one = problem_of(case_of(variant, n_cols=1000))
    assert problem_of(case_of(variant, n_cols=1000, layout="strided")) is one
    other = problem_of(case_of(variant, n_cols=1000, block=(64, 1, 1)))
    assert other is not one
    assert other.row_threads == 64
    assert other.inp is one.inp
    softmax = shipped_operations()["softmax"]
    first, second = (expectation(softmax, each)["out"] for each in (one, other))
    assert first.reference is second.reference
    assert (first.allowed != second.allowed).any()


@pytest.mark.parametrize(
    "changes", [{"dtype": "float16"}, {"kind": "normal"}, {"n_cols": 34}, {"n_rows": 4}, {"seed_number": 1}]
)
def test_cases_with_other_inputs_share_nothing(variant, changes):
    one, other = problem_of(case_of(variant)), problem_of(case_of(variant, **changes))
    assert one.inp.tobytes() != other.inp.tobytes()


def test_kept_arrays_cannot_be_written(variant):
    problem = problem_of(case_of(variant))
    softmax = shipped_operations()["softmax"]
    outputs = {"out": np.zeros((3, 33), np.float32)}
    expected = expectation(softmax, problem)
    found = properties_of(operation=softmax, problem=problem, outputs=outputs, expected=expected)
    arrays = [*problem.arrays.values(), expected["out"].reference, expected["out"].allowed]
    arrays += [array for each in found for array in each.arrays.values()]
    assert len(arrays) > 6
    assert not any(array.flags.writeable for array in arrays)


def test_an_input_that_is_given_is_the_callers_own(variant):
    inp = np.ones((3, 33), np.float32)
    problem = problem_of(case_of(variant), inp)
    assert problem.inp is inp
    assert inp.flags.writeable
    assert problem.once("value", object) is not problem.once("value", object)


@pytest.mark.parametrize("change", [{"arrays": {}}, {"scalars": {"eps": 1.0}}, {"row_threads": 7}])
def test_a_replaced_problem_keeps_no_values(variant, change):
    problem = problem_of(case_of(variant))
    value = problem.once("value", object)
    assert problem.once("value", object) is value
    assert replace(problem, **change).once("value", object) is not value
    assert replaced(problem, {}).once("value", object, of_inputs=True) is not value


def test_values_of_the_inputs_are_shared_and_values_of_the_arithmetic_are_not():
    kept = KeptProblems()
    one, other = (kept.get("key", how, made(how=how)) for how in ("ieee", "fast_exp"))
    assert one.arrays is other.arrays
    assert one.once("value", object, of_inputs=True) is other.once("value", object, of_inputs=True)
    assert one.once("value", object) is not other.once("value", object)


def test_the_inputs_used_longest_ago_are_dropped_beyond_the_limit():
    kept = KeptProblems(most_bytes=4 * 32 + 3 * 800)
    problems = [kept.get(key, "ieee", made()) for key in range(4)]
    for problem in problems[1:]:
        problem.once("value", lambda: {"out": (np.zeros(100), "text")})
    assert kept.n_bytes == 4 * 32 + 3 * 800
    assert kept.get(0, "ieee", made()) is problems[0]
    problems[0].once("value", lambda: np.zeros(100), of_inputs=True)
    assert kept.get(2, "ieee", made()) is problems[2]
    # the values of key 0 were too much, and key 1 was used longest ago
    assert kept.n_bytes == 3 * (32 + 800)
    assert kept.get(0, "ieee", made()) is problems[0]
    assert kept.get(1, "ieee", made()) is not problems[1]
    problems[1].once("another", lambda: np.zeros(100))
    assert kept.n_bytes == 4 * 32 + 3 * 800


def test_of_large_inputs_the_last_problem_alone_is_kept():
    """A kernel is checked before and after it is timed, on one problem."""
    kept = KeptProblems()
    large = made(MAX_ELEMENTS)
    first = kept.get(0, "ieee", large)
    kept.get("small", "ieee", made())
    assert kept.get(0, "ieee", large) is first
    assert kept.get(0, "fast_exp", large) is not first
    assert kept.get(0, "ieee", large) is not first
    assert kept.n_bytes == 2 * 4 * 4


def test_a_problem_of_very_many_elements_is_not_kept(monkeypatch):
    monkeypatch.setattr(inputs, "MAX_LAST_ELEMENTS", MAX_ELEMENTS)
    kept = KeptProblems()
    assert kept.get(0, "ieee", made(MAX_ELEMENTS)) is not kept.get(0, "ieee", made(MAX_ELEMENTS))


def test_another_operation_has_other_results_of_one_problem(variant):
    problem = problem_of(case_of(variant, n_rows=64, n_cols=1024))
    softmax, other = (shipped_operations()[name] for name in ("softmax", "log_softmax"))
    assert expectation(softmax, problem) is expectation(softmax, problem)
    assert (
        expectation(softmax, problem)["out"].reference != expectation(other, problem)["out"].reference
    ).all()


def test_an_error_is_raised_for_every_case():
    problem = KeptProblems().get(0, "ieee", made())
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            problem.once("value", lambda: 1 // 0)
