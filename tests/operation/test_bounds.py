"""Right kernels in stepwise float32 stay within the bounds of the shipped operations, and wrong ones do not.

Functions are as far off as their tables allow, at random or all to one side.
"""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from harness.check.comparison import compare, row_findings
from harness.check.vacuity import proof_of
from harness.launch.input_kinds import KINDS
from harness.launch.inputs import make_input
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expected_of, results_of
from harness.operation.problem import Expected, Problem
from tests.check import simulated
from tests.check.simulated import welford
from tests.sampled import one_in

F32 = np.float32
WIDTHS = (1, 2, 3, 7, 33, 257, 1000)
RIGHT = {
    **{("softmax", arithmetic): algorithm for arithmetic, algorithm in simulated.CASES.items()},
    **dict.fromkeys((
        ("log_softmax", "ieee"), ("log_softmax", "ieee+lse"), ("log_softmax", "fast_exp"), ("layer_norm", "ieee"),
        ("layer_norm", "ieee+rsqrt"), ("rms_norm", "ieee"), ("rms_norm", "ieee+rsqrt"), ("l2_norm", "ieee"),
        ("l2_norm", "ieee+ftz"), ("l2_norm", "ieee+rsqrt"),
    )),
    ("layer_norm", "ieee+welford"): welford,
}  # fmt: skip
"""Kernels by operation and arithmetic; None for one that is as the reference is written."""


def problem_of(name, inp, arithmetic="ieee", row_threads=1, seed=5):
    operation = shipped_operations()[name]
    rng = np.random.default_rng(seed)
    n_cols, dtype = inp.shape[1], inp.dtype
    vectors = {
        "weight": (rng.choice([-1, 1], n_cols) * rng.uniform(1.25, 2.0, n_cols)).astype(dtype),
        "bias": (rng.choice([-1, 1], n_cols) * rng.uniform(0.125, 0.375, n_cols)).astype(dtype),
    }
    return Problem(
        arrays={"inp": inp, **{vector.name: vectors[vector.name] for vector in operation.vectors}},
        dtype=dtype.name,
        how=operation.parse_arithmetic(arithmetic),
        row_threads=row_threads,
        scalars={scalar.name: float(F32(scalar.values[0])) for scalar in operation.scalars},
        given=frozenset(operation.roles),
    )


def inputs(name, n_cols, dtype="float32", n_rows=6):
    """Give rows of every kind of an operation, and of climbs, whose steps repeat one rounding at each rescaling."""
    operation = shipped_operations()[name]
    found = {
        kind: make_input(kind, n_rows, n_cols, dtype, 11, operation.own_kinds)
        for kind in operation.input_kinds
    }
    steps = np.array([[2.0**-3], [2.0**-6], [2.0**-9]]) * np.arange(n_cols)
    return {**found, "climbs": np.concatenate([steps, steps[:, ::-1]]).astype(found["spread"].dtype)}


def run(problem, name, arithmetic, algorithm=None, **how):
    arrays = {**problem.arrays, **problem.scalars}
    out = simulated.run(
        name, algorithm, arithmetic, arrays, problem.row_threads, stored=problem.inp.dtype, **how
    )
    with np.errstate(invalid="ignore", over="ignore"):
        return out.astype(problem.inp.dtype)


def right(name, problem):
    return results_of(shipped_operations()[name], problem)["out"]


def expected(operation, problem):
    (found,) = expected_of(operation, problem).values()
    return found.reference, found.allowed


def judged(name, problem, out):
    operation = shipped_operations()[name]
    reference, allowed = expected(operation, problem)
    with np.errstate(invalid="ignore"):
        exact = out.astype(np.float64)
    comparison = compare(out, Expected(reference, allowed))
    findings = row_findings(operation.quantities_of(problem, exact, reference, allowed))
    impostors = proof_of(operation, problem, {"out": Expected(reference, allowed)}).accepted
    return comparison, findings, impostors


@pytest.mark.parametrize(("name", "arithmetic"), one_in(6, RIGHT, pytest.mark.slow))
def test_right_kernels_stay_within_the_bound_on_every_kind(name, arithmetic):
    for n_cols in WIDTHS:
        rows = inputs(name, n_cols)
        if arithmetic == "exp2+rcp_approx":
            del rows[
                "huge3e38"
            ]  # the product of the maximum and log2 e overflows: this form is not right there
        for row_threads, biases in ((1, ("random", "opposed")), (32, ("high", "opposed")), (256, ("low",))):
            problem = problem_of(name, np.concatenate(list(rows.values())), arithmetic, row_threads)
            for bias in biases:
                out = run(problem, name, arithmetic, RIGHT[name, arithmetic], seed=n_cols, bias=bias)
                comparison, findings, _ = judged(name, problem, out)
                assert comparison.n_wrong == 0, (list(rows), n_cols, row_threads, bias, comparison.message())
                assert findings == [], (list(rows), n_cols, row_threads, bias, findings)


def following(name, change=lambda out: out):
    """Make a kernel that follows a reference and changes its results."""
    return lambda **given: change(shipped_operations()[name].reference(**given))


def normed(greatest):
    return lambda inp, eps: inp / greatest(np.sqrt(np.sum(inp * inp, axis=1, keepdims=True)), eps)


def with_eps_outside(inp, weight, eps):
    return inp * (1.0 / (np.sqrt(np.mean(inp * inp, axis=1, keepdims=True)) + eps)) * weight


def reversed_rows(inp, **given):
    return shipped_operations()["layer_norm"].reference(inp[:, ::-1], **given)


def scaled(out):
    return out * (1.0 + 1e-5)


def log_of_exp(out):
    return np.log(np.exp(out))


WRONG = {
    "squares": ("layer_norm", "ieee", "ieee+one_pass_variance", None, "huge1e4"),
    "reversed": ("layer_norm", "ieee", "ieee", reversed_rows, "normal"),
    "correction dropped": ("layer_norm", "ieee+welford", "ieee", partial(welford, corrected=False), "normal"),
    "wrong count": ("layer_norm", "ieee+welford", "ieee", partial(welford, counted=False), "normal"),
    "squares beside welford": ("layer_norm", "ieee+welford", "ieee+one_pass_variance", None, "huge1e4"),
    "eps outside": ("rms_norm", "ieee", "ieee", with_eps_outside, "small"),
    "factor": ("rms_norm", "ieee", "ieee", following("rms_norm", scaled), "normal"),
    "eps added": ("l2_norm", "ieee", "ieee", normed(np.add), "short"),
    "NaN dropped": ("l2_norm", "ieee", "ieee", normed(np.fmax), "nan"),
    "no eps": ("l2_norm", "ieee", "ieee", normed(lambda root, _eps: root), "short"),
    "l2 factor": ("l2_norm", "ieee", "ieee", following("l2_norm", scaled), "normal"),
    "log of quotient": ("log_softmax", "ieee", "ieee", following("log_softmax", log_of_exp), "uniform80"),
    "log factor": ("log_softmax", "ieee", "ieee", following("log_softmax", scaled), "normal"),
    "exponential of the logarithm": ("softmax", "ieee", "ieee", following("log_softmax", np.exp), "uniform80"),
}  # fmt: skip
"""Operation, declared arithmetic, that of the kernel, its algorithm, and the kind of inputs that shows it."""


@pytest.mark.parametrize(("name", "declared", "arithmetic", "algorithm", "kind"), WRONG.values(), ids=WRONG)
def test_wrong_kernels_do_not(name, declared, arithmetic, algorithm, kind):
    problem = problem_of(name, inputs(name, 1000)[kind], declared, row_threads=32)
    assert judged(name, problem, run(problem, name, arithmetic, algorithm))[0].n_wrong > 0


@pytest.mark.parametrize(("name", "word", "dtype", "shift"), [
    ("layer_norm", "one_pass_variance", "float32", 100.0),
    ("rms_norm", "rounded_before_weight", "float16", 0.0),
    ("rms_norm", "half_accumulation", "float16", 0.0),
])  # fmt: skip
def test_a_word_for_what_loses_more_admits_it_and_no_zeros_nor_a_scale(name, word, dtype, shift):
    inp = make_input("normal", 4, 96, dtype, 3)
    inp = (inp.astype(np.float64) + shift).astype(inp.dtype)
    without, problem = (problem_of(name, inp, arithmetic) for arithmetic in ("ieee", f"ieee+{word}"))
    out = run(problem, name, f"ieee+{word}")
    comparison, _, impostors = judged(name, problem, out)
    assert 0.01 < comparison.max_ratio <= 1.0
    assert impostors == ()
    assert judged(name, without, out)[0].n_wrong > 0
    assert judged(name, problem, (out * F32(1.125)).astype(out.dtype))[0].n_wrong > 0


def test_a_row_whose_variance_has_no_right_digit_is_not_judged():
    inp = make_input("normal", 4, 96, "float32", 3) + F32(1e5)
    _, allowed = expected(
        shipped_operations()["layer_norm"], problem_of("layer_norm", inp, "ieee+one_pass_variance")
    )
    assert np.isnan(allowed).all()


def test_a_row_of_nan_must_be_nan():
    inp = make_input("nan", 4, 96, "float16", 3)
    reference, allowed = expected(
        shipped_operations()["rms_norm"], problem_of("rms_norm", inp, "ieee+rounded_before_weight")
    )
    assert (allowed[np.isnan(reference)] == 0.0).all()


@pytest.mark.parametrize(("name", "arithmetic", "message"), [
    ("layer_norm", "ieee+welford+one_pass_variance", "at most one of welford, one_pass_variance"),
    ("rms_norm", "ieee+half_accumulation+bfloat16_accumulation", "at most one of half_accumulation"),
    ("rms_norm", "ieee+one_pass_variance", "'one_pass_variance' is not known"),
])  # fmt: skip
def test_words_that_exclude_each_other(name, arithmetic, message):
    with pytest.raises(ValueError, match=message):
        shipped_operations()[name].parse_arithmetic(arithmetic)


def test_half_sums_are_not_for_float64():
    how = shipped_operations()["layer_norm"].parse_arithmetic("ieee+half_accumulation")
    assert "float32 only" in str(how.unusable_with("float64"))


def test_the_bounds_are_tight_within_an_order_of_magnitude():
    for (name, arithmetic), algorithm in RIGHT.items():
        # Its bound holds for merges in any order, of parts of any sizes.
        least = 0.005 if "welford" in arithmetic else 0.1
        problem = problem_of(name, inputs(name, 33, n_rows=50)["normal"], arithmetic, row_threads=32)
        ratios = [
            judged(name, problem, run(problem, name, arithmetic, algorithm, seed=3, bias=bias))[0].max_ratio
            for bias in ("random", "high")
        ]
        assert max(ratios) > least, (name, arithmetic, ratios)


def test_rows_that_overflow_on_their_way_are_not_judged_and_say_nothing():
    inp = np.array([[1e30, -1e30, 3e30, 1.0], [1.0, 2.0, 3.0, 4.0]], dtype=np.float32)
    for name in ("layer_norm", "rms_norm", "l2_norm"):
        problem = problem_of(name, inp)
        out = run(problem, name, "ieee")
        assert not np.allclose(out[0], right(name, problem)[0], equal_nan=True)
        comparison, findings, impostors = judged(name, problem, out)
        assert (comparison.n_wrong, findings, impostors) == (0, [], ())
        _, _, impostors = judged(name, problem_of(name, inp[:1]), out[:1])
        assert impostors  # zeros, or the bias alone, which a sum of squares that overflows leaves


@pytest.mark.parametrize("name", ["layer_norm", "rms_norm", "l2_norm"])
def test_moments_of_rows_hold_whatever_the_reference_says(name):
    """A reference that is wrong in the same way as the kernel is found out by what it says nothing about."""
    operation = shipped_operations()[name]
    problem = problem_of(name, inputs(name, 100)["normal"], row_threads=32)
    reference, allowed = expected(operation, problem)
    out = reference * 1.001 + (0.01 if name == "layer_norm" else 0.0)
    found = row_findings(operation.quantities_of(problem, out, out, allowed))
    assert {finding.reason.value for finding in found} == {"row-property"}
    assert len(found) == (2 if name == "layer_norm" else 1)


def test_every_column_has_the_same_logarithm_subtracted():
    """Off by half of what an element may be, alone: no element is wrong, and the row is."""
    operation = shipped_operations()["log_softmax"]
    problem = problem_of("log_softmax", inputs("log_softmax", 1000)["normal"])
    reference, allowed = expected(operation, problem)
    out = reference.copy()
    out[2, 7] += 0.5 * allowed[2, 7]
    (finding,) = row_findings(operation.quantities_of(problem, out, reference, allowed))
    assert finding.message.startswith("1 of 6 rows do not differ from their inputs by one number")
    out = reference + np.array([[0], [0], [2], [0], [0], [0]]) * allowed
    found = row_findings(operation.quantities_of(problem, out, reference, allowed))
    assert any("have exponentials that sum to 1" in finding.message for finding in found)


def test_special_rows_are_as_documented():
    inf, nan = np.inf, np.nan
    inp = np.array(
        [[-inf, 0.0, 0.0], [-inf, -inf, -inf], [inf, 0.0, 1.0], [nan, 0.0, 1.0], [0.0, -inf, 1.0]],
        dtype=np.float32,
    )
    out = right("log_softmax", problem_of("log_softmax", inp))
    np.testing.assert_allclose(out[0], [-inf, -np.log(2), -np.log(2)])
    assert np.isnan(out[1:4]).all()
    assert out[4, 1] == -inf
    assert np.isnan(right("layer_norm", problem_of("layer_norm", inp))).all()
    out = right("rms_norm", problem_of("rms_norm", inp))
    np.testing.assert_array_equal(np.isnan(out), [[1, 0, 0], [1, 1, 1], [1, 0, 0], [1, 1, 1], [0, 1, 0]])
    assert (out[~np.isnan(out)] == 0).all()


def test_rows_whose_squares_underflow_are_judged_where_eps_hides_it():
    inp = np.array([[1e-25, 2e-25], [3.0, 4.0]], dtype=np.float32)
    operation, problem = shipped_operations()["l2_norm"], problem_of("l2_norm", inp)
    for eps, is_judged in ((1e-12, True), (1e-30, False)):
        small = Problem(arrays={"inp": inp}, dtype="float32", how=problem.how, scalars={"eps": eps})
        reference, allowed = expected(operation, small)
        assert (allowed[0] < reference[0]).all() == is_judged
        out = run(small, "l2_norm", "ieee")
        assert judged("l2_norm", small, out)[0].n_wrong == 0
        assert (reference[1] == [0.6, 0.8]).all()


def test_every_kind_of_an_operation_is_one_that_is_made():
    for operation in shipped_operations().values():
        own = {kind.name for kind in operation.own_kinds}
        assert set(operation.input_kinds) - own <= set(KINDS)


@pytest.mark.parametrize(
    "name", [each.name for each in shipped_operations().values() if each.precise_reference is not None]
)
def test_every_bound_uses_the_declared_serial_additions(name):
    operation = shipped_operations()[name]
    whole = problem_of(name, inputs(name, 1000)["normal"])
    allowed = {
        serial: expected(operation, problem)[1].max()
        for serial in (0, 99, 998, None)
        for problem in (replace(whole, serial=serial),)
    }
    assert allowed[0] < allowed[99] < allowed[998] < allowed[None]
