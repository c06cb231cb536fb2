"""Right algorithms in stepwise float32 stay within the bounds of the shipped operations, and wrong ones do not.

Nothing in the algorithms is the harness's. Functions are as far off as their tables allow, at random or all to one
side.
"""

from dataclasses import replace

import numpy as np
import pytest

from harness.check.comparison import compare
from harness.check.row_quantities import row_findings
from harness.check.vacuity import proof_of
from harness.launch.input_kinds import KINDS
from harness.launch.inputs import make_input
from harness.operation.catalogue import shipped_operations
from harness.operation.derived import expected_of, results_of
from harness.operation.expected import Expected
from harness.operation.problem import Problem
from tests.check.simulated import Machine, _by_thread, _combine_lanes, row_sum

F32 = np.float32
WIDTHS = (1, 2, 3, 33, 257, 1000)


def log_softmax(x, problem, machine, *, lse=False):
    top = x.max(axis=1, keepdims=True)
    total = row_sum(machine.exp(x - top), problem.row_threads)
    log = machine.shake(np.log(total.astype(np.float64)).astype(F32), -total, 1)
    return x - (top + log) if lse else (x - top) - log


def inverse_root(q, machine, *, approximate):
    if approximate:
        return machine.shake((1.0 / np.sqrt(q.astype(np.float64))).astype(F32), -q, 2)
    return F32(1) / np.sqrt(q)


def layer_norm(x, problem, machine, *, approximate=False):
    n = F32(x.shape[1])
    centred = x - row_sum(x, problem.row_threads) / n
    q = row_sum(centred * centred, problem.row_threads) / n + F32(problem.scalars["eps"])
    scaled = centred * inverse_root(q, machine, approximate=approximate)
    return scaled * problem.vectors["weight"].astype(F32) + problem.vectors["bias"].astype(F32)


def merged(a, b, *, counted=True, corrected=True):
    """Chan's merge of counts, means and sums of squares; without its correction or with equal counts it is wrong."""
    n = a[0] + b[0]
    share = (
        np.where(n > 0, b[0] / np.maximum(n, F32(1)), F32(0))
        if counted
        else np.where(n > 0, F32(0.5), F32(0))
    )
    d = b[1] - a[1]
    squares = a[2] + b[2] + (d * d * a[0] * share if corrected else F32(0))
    return [n, np.where(b[0] > 0, a[1] + d * share, a[1]), squares]


def welford(x, problem, machine, **faults):
    dealt = _by_thread(x, problem.row_threads, 0)
    exists = _by_thread(np.ones_like(x), problem.row_threads, 0)
    n, mean, squares = (np.zeros((x.shape[0], problem.row_threads), dtype=F32) for _ in range(3))
    for step in range(dealt.shape[1]):
        value, is_there = dealt[:, step, :], exists[:, step, :] > 0
        d = value - mean
        new = mean + d / np.maximum(n + F32(1), F32(1))
        squares = np.where(is_there, squares + d * (value - new), squares)
        n, mean = np.where(is_there, n + F32(1), n), np.where(is_there, new, mean)
    _, mean, squares = _combine_lanes([n, mean, squares], lambda a, b: merged(a, b, **faults))
    q = squares / F32(x.shape[1]) + F32(problem.scalars["eps"])
    scaled = (x - mean) * inverse_root(q, machine, approximate=False)
    return scaled * problem.vectors["weight"].astype(F32) + problem.vectors["bias"].astype(F32)


def layer_norm_of_squares(x, problem, machine):
    n = F32(x.shape[1])
    mean = row_sum(x, problem.row_threads) / n
    q = row_sum(x * x, problem.row_threads) / n - mean * mean + F32(problem.scalars["eps"])
    scaled = (x - mean) * inverse_root(q, machine, approximate=False)
    return scaled * problem.vectors["weight"].astype(F32) + problem.vectors["bias"].astype(F32)


def rms_norm(x, problem, machine, *, approximate=False, outside=False):
    eps = F32(problem.scalars["eps"])
    q = row_sum(x * x, problem.row_threads) / F32(x.shape[1])
    scale = (
        F32(1) / (np.sqrt(q) + eps) if outside else inverse_root(q + eps, machine, approximate=approximate)
    )
    return x * scale * problem.vectors["weight"].astype(F32)


def l2_norm(x, problem, machine, *, approximate=False, greatest=np.maximum):
    squares, eps = row_sum(machine.keep(x * x), problem.row_threads), F32(problem.scalars["eps"])
    if approximate:
        q = greatest(squares, eps * eps)
        return machine.keep(x) * inverse_root(q, machine, approximate=True)
    return machine.keep(machine.keep(x) / greatest(np.sqrt(squares), eps))


ALGORITHMS = {
    ("log_softmax", "ieee"): lambda x, p, m: log_softmax(x, p, m),
    ("log_softmax", "ieee+lse"): lambda x, p, m: log_softmax(x, p, m, lse=True),
    ("log_softmax", "fast_exp"): lambda x, p, m: log_softmax(x, p, m),
    ("layer_norm", "ieee"): lambda x, p, m: layer_norm(x, p, m),
    ("layer_norm", "ieee+welford"): welford,
    ("layer_norm", "ieee+rsqrt"): lambda x, p, m: layer_norm(x, p, m, approximate=True),
    ("rms_norm", "ieee"): lambda x, p, m: rms_norm(x, p, m),
    ("rms_norm", "ieee+rsqrt"): lambda x, p, m: rms_norm(x, p, m, approximate=True),
    ("l2_norm", "ieee"): l2_norm,
    ("l2_norm", "ieee+ftz"): l2_norm,
    ("l2_norm", "ieee+rsqrt"): lambda x, p, m: l2_norm(x, p, m, approximate=True),
}


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
    operation = shipped_operations()[name]
    return {
        kind: make_input(kind, n_rows, n_cols, dtype, 11, operation.own_kinds)
        for kind in operation.input_kinds
    }


def run(algorithm, problem, *, seed=0, bias="random", exponential="ieee"):
    machine = Machine(np.random.default_rng(seed), bias, exponential=exponential, ftz=problem.how.ftz)
    with np.errstate(all="ignore"):
        return algorithm(problem.inp.astype(F32), problem, machine).astype(problem.inp.dtype)


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


@pytest.mark.parametrize("row_threads", [1, 32, 256])
@pytest.mark.parametrize(("name", "arithmetic"), ALGORITHMS)
def test_right_algorithms_stay_within_the_bound_on_every_kind(name, arithmetic, row_threads):
    algorithm, exponential = ALGORITHMS[name, arithmetic], arithmetic.partition("+")[0]
    for n_cols in WIDTHS:
        for kind, inp in inputs(name, n_cols).items():
            problem = problem_of(name, inp, arithmetic, row_threads)
            for bias in ("random", "high"):
                out = run(algorithm, problem, seed=n_cols, bias=bias, exponential=exponential)
                comparison, findings, impostors = judged(name, problem, out)
                assert comparison.n_wrong == 0, (kind, n_cols, bias, comparison.message())
                assert findings == [], (kind, n_cols, bias, findings)
                assert impostors == (), (kind, n_cols)


@pytest.mark.parametrize(
    ("name", "algorithm", "kind"),
    [
        ("layer_norm", layer_norm_of_squares, "huge1e4"),
        ("layer_norm", lambda x, p, m: layer_norm(x[:, ::-1], p, m), "normal"),
        ("layer_norm+welford", lambda x, p, m: welford(x, p, m, corrected=False), "normal"),
        ("layer_norm+welford", lambda x, p, m: welford(x, p, m, counted=False), "normal"),
        ("layer_norm+welford", layer_norm_of_squares, "huge1e4"),
        ("rms_norm", lambda x, p, m: rms_norm(x, p, m, outside=True), "small"),
        ("rms_norm", lambda x, p, m: rms_norm(x, p, m) * F32(1 + 1e-5), "normal"),
        ("l2_norm", lambda x, p, m: l2_norm(x, p, m, greatest=np.add), "short"),
        ("l2_norm", lambda x, p, m: l2_norm(x, p, m, greatest=np.fmax), "nan"),
        ("l2_norm", lambda x, p, m: l2_norm(x, p, m, greatest=lambda a, b: a), "short"),
        ("l2_norm", lambda x, p, m: l2_norm(x, p, m) * F32(1 + 1e-5), "normal"),
        ("log_softmax", lambda x, p, m: np.log(np.exp(log_softmax(x, p, m))), "uniform80"),
        ("log_softmax", lambda x, p, m: log_softmax(x, p, m) * F32(1 + 1e-5), "normal"),
        ("softmax", lambda x, p, m: np.exp(log_softmax(x, p, m)), "uniform80"),
    ],
    ids=[
        "squares",
        "reversed",
        "correction dropped",
        "wrong count",
        "squares beside welford",
        "eps outside",
        "factor",
        "eps added",
        "NaN dropped",
        "no eps",
        "l2 factor",
        "log of quotient",
        "log factor",
        "exponential of the logarithm",
    ],
)
def test_wrong_algorithms_do_not(name, algorithm, kind):
    name, _, word = name.partition("+")
    problem = problem_of(name, inputs(name, 1000)[kind], f"ieee+{word}" if word else "ieee", row_threads=32)
    comparison, _, _ = judged(name, problem, run(algorithm, problem))
    assert comparison.n_wrong > 0


def test_the_bounds_are_tight_within_an_order_of_magnitude():
    for (name, arithmetic), algorithm in ALGORITHMS.items():
        # Its bound holds for merges in any order, of parts of any sizes.
        least = 0.01 if "welford" in arithmetic else 0.1
        problem = problem_of(name, inputs(name, 33, n_rows=50)["normal"], arithmetic, row_threads=32)
        ratios = [
            judged(name, problem, run(algorithm, problem, seed=3, bias=bias))[0].max_ratio
            for bias in ("random", "high")
        ]
        assert max(ratios) > least, (name, arithmetic, ratios)


def test_rows_that_overflow_on_their_way_are_not_judged_and_say_nothing():
    inp = np.array([[1e30, -1e30, 3e30, 1.0], [1.0, 2.0, 3.0, 4.0]], dtype=np.float32)
    for name in ("layer_norm", "rms_norm", "l2_norm"):
        problem = problem_of(name, inp)
        out = run(ALGORITHMS[name, "ieee"], problem)
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
        out = run(ALGORITHMS["l2_norm", "ieee"], small)
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
