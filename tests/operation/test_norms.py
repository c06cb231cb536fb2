"""Words for norms that lose more than their formula: right stepwise algorithms are within the bound, others are not."""

import numpy as np
import pytest

from harness.launch.inputs import make_input
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expected_of
from harness.operation.problem import Problem

F32 = np.float32


def problem_of(
    name: str, arithmetic: str, *, dtype: str = "float32", kind: str = "normal", shift: float = 0.0
) -> Problem:
    operation = shipped_operations()[name]
    inp = make_input(kind, 4, 96, dtype, 3)
    inp = (inp.astype(np.float64) + shift).astype(inp.dtype)
    weight = np.linspace(0.5, 2.0, 96).astype(inp.dtype)
    arrays = {"inp": inp, "weight": weight}
    if name == "layer_norm":
        arrays["bias"] = np.linspace(-0.25, 0.25, 96).astype(inp.dtype)
    return Problem(
        arrays=arrays,
        dtype=dtype,
        how=operation.parse_arithmetic(arithmetic),
        scalars={"eps": 1e-5},
        given=frozenset(arrays) - {"inp"},
    )


def one_pass(problem: Problem) -> np.ndarray:
    x, n = problem.inp, F32(problem.n_cols)
    total, squares = (np.zeros((4, 1), F32) for _ in range(2))
    for col in range(problem.n_cols):
        total, squares = total + x[:, col : col + 1], squares + x[:, col : col + 1] ** 2
    mean = total / n
    scale = F32(1) / np.sqrt(squares / n - mean * mean + F32(1e-5))
    return (x - mean) * scale * problem.arrays["weight"] + problem.arrays["bias"]


def rounded(problem: Problem, *, half_sums: bool = False) -> np.ndarray:
    x, dtype = problem.inp, problem.inp.dtype
    squares = np.zeros((4, 1), np.float16 if half_sums else F32)
    for col in range(problem.n_cols):
        term = x[:, col : col + 1].astype(F32) ** 2
        squares = squares + (term.astype(np.float16) if half_sums else term)
    scale = F32(1) / np.sqrt(squares.astype(F32) / F32(problem.n_cols) + F32(1e-5))
    normal = x.astype(F32) * scale
    normal = normal if half_sums else normal.astype(dtype).astype(F32)
    return (normal * problem.arrays["weight"].astype(F32)).astype(dtype)


ALGORITHMS = {
    "one_pass_variance": ("layer_norm", {"shift": 100.0}, one_pass),
    "rounded_before_weight": ("rms_norm", {"dtype": "float16"}, rounded),
    "half_accumulation": ("rms_norm", {"dtype": "float16"}, lambda problem: rounded(problem, half_sums=True)),
}


def worst(name: str, arithmetic: str, parts: dict, algorithm) -> float:
    operation, problem = shipped_operations()[name], problem_of(name, arithmetic, **parts)
    found = expected_of(operation, problem)["out"]
    assert np.isfinite(found.allowed).all()
    return float((np.abs(algorithm(problem).astype(np.float64) - found.reference) / found.allowed).max())


@pytest.mark.parametrize("word", ALGORITHMS)
def test_an_algorithm_is_right_with_its_word_and_wrong_without(word: str) -> None:
    name, parts, algorithm = ALGORITHMS[word]
    assert 0.01 < worst(name, f"ieee+{word}", parts, algorithm) <= 1.0
    assert worst(name, "ieee", parts, algorithm) > 1.0


@pytest.mark.parametrize("word", ALGORITHMS)
def test_the_bound_of_a_word_still_rejects_zeros_and_a_scale(word: str) -> None:
    name, parts, algorithm = ALGORITHMS[word]
    assert worst(name, f"ieee+{word}", parts, lambda problem: np.zeros(problem.inp.shape)) > 1.0
    assert worst(name, f"ieee+{word}", parts, lambda problem: algorithm(problem) * F32(1.125)) > 1.0


def test_a_row_whose_variance_has_no_right_digit_is_not_judged() -> None:
    operation = shipped_operations()["layer_norm"]
    problem = problem_of("layer_norm", "ieee+one_pass_variance", shift=1e5)
    assert np.isnan(expected_of(operation, problem)["out"].allowed).all()


def test_a_row_of_nan_must_be_nan() -> None:
    operation = shipped_operations()["rms_norm"]
    problem = problem_of("rms_norm", "ieee+rounded_before_weight", dtype="float16", kind="nan")
    found = expected_of(operation, problem)["out"]
    assert (found.allowed[np.isnan(found.reference)] == 0.0).all()


@pytest.mark.parametrize(
    ("name", "arithmetic", "message"),
    [
        (
            "layer_norm",
            "ieee+welford+one_pass_variance",
            "it may have at most one of welford, one_pass_variance",
        ),
        ("rms_norm", "ieee+half_accumulation+bfloat16_accumulation", "at most one of half_accumulation"),
        ("rms_norm", "ieee+one_pass_variance", "'one_pass_variance' is not known"),
    ],
)
def test_words_that_exclude_each_other(name: str, arithmetic: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        shipped_operations()[name].parse_arithmetic(arithmetic)


def test_half_sums_are_not_for_float64() -> None:
    how = shipped_operations()["layer_norm"].parse_arithmetic("ieee+half_accumulation")
    assert "float32 only" in str(how.unusable_with("float64"))
