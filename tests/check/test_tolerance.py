import itertools
import math
import re
from pathlib import Path

import numpy as np
import pytest

from harness.check.comparison import compare
from harness.launch.input_kinds import KINDS
from harness.launch.inputs import make_input
from harness.operation.precision.rounding import combine_depth, elements_per_thread, sum_depth
from harness.operation.problem import Expected
from harness.operation.shipped.softmax import WORDS

from . import simulated
from .softmax_problem import NAMES, bound, softmax

U = 2.0**-24
N_ROWS = 6


def all_kinds(n_cols, dtype, seed=11):
    """Rows of every kind under each other, and the kind of each row."""
    inputs = {kind: make_input(kind, N_ROWS, n_cols, dtype, seed) for kind in KINDS}
    return np.concatenate(list(inputs.values())), np.repeat(list(inputs), N_ROWS)


def allowed_for(inp, arithmetic="ieee", row_threads=1, dtype="float32"):
    return bound(inp, arithmetic, row_threads, dtype)


def ratio_of(out, inp, **how):
    how = {"dtype": "float32", **how}
    return compare(out, Expected(softmax(inp), allowed_for(inp, **how))).max_ratio


@pytest.mark.parametrize("n_cols", [1, 33, 1000, 4099])
def test_a_serial_float64_sum_stays_within_the_bound_of_float64(n_cols):
    inp, _ = all_kinds(n_cols, "float64")
    with np.errstate(all="ignore"):
        numerators = np.exp(inp - inp.max(axis=1, keepdims=True))
        out = numerators / np.add.accumulate(numerators, axis=1)[:, -1:]
    assert ratio_of(out, inp, row_threads=1, dtype="float64") <= 1.0


def test_the_bound_of_a_shared_row_is_tight_within_a_factor_of_three():
    inp = make_input("uniform80", 20, 1000, "float32", 1)
    assert ratio_of(simulated.simulate("ieee", inp, 32, seed=3), inp, row_threads=32) > 1 / 3


def test_a_serial_sum_can_come_close_to_the_worst_case():
    # 4098 terms just below half an ulp of the sum are lost one by one. A gate of 8 sqrt(h) u, as holds for
    # sums whose rounding errors are independent, would reject this right kernel.
    inp = make_input("spike", N_ROWS, 4099, "float32", 11)
    out = simulated.simulate("ieee", inp, 1, seed=0)
    assert 0.9 < ratio_of(out, inp, row_threads=1) <= 1.0
    reference = softmax(inp)
    normal = reference > 1e-30
    worst_relative = (np.abs(out - reference)[normal] / reference[normal]).max()
    assert worst_relative > 7 * 8 * math.sqrt(4098) * U


def test_fast_exponentials_are_not_ieee():
    inp = make_input("uniform80", 20, 33, "float32", 1)
    out = simulated.simulate("fast_exp", inp, 32, seed=3)
    assert ratio_of(out, inp, row_threads=32, arithmetic="fast_exp") <= 1.0
    assert ratio_of(out, inp, row_threads=32, arithmetic="ieee") > 1.0


def test_flushed_subnormals_need_ftz():
    inp = np.array([[0.0, -90.0]], dtype=np.float32)
    out = simulated.simulate("ieee+ftz", inp, 1, seed=0)
    assert out[0, 1] == 0.0
    assert ratio_of(out, inp, row_threads=1, arithmetic="ieee+ftz") <= 1.0
    assert ratio_of(out, inp, row_threads=1, arithmetic="ieee") > 1.0


def test_a_sum_kept_in_float16_is_rejected():
    inp = make_input("normal", 4, 4099, "float16", 5)
    terms = np.exp(inp.astype(np.float32) - inp.max(axis=1, keepdims=True)).astype(np.float16)
    out = terms / np.add.accumulate(terms, axis=1, dtype=np.float16)[:, -1:]
    assert ratio_of(out, inp, row_threads=1, dtype="float16") > 1.0


def test_exponentials_stored_in_float16_are_rejected():
    inp = make_input("normal", 4, 1000, "float16", 5)
    terms = np.exp(inp.astype(np.float32) - inp.max(axis=1, keepdims=True)).astype(np.float16)
    total = terms.astype(np.float32).sum(axis=1, keepdims=True)
    out = (terms.astype(np.float32) / total).astype(np.float16)
    assert ratio_of(out, inp, row_threads=32, dtype="float16") > 1.0


def test_folding_log2_e_into_a_product_that_overflows_is_rejected():
    inp = make_input("huge3e38", 3, 33, "float32", 1)
    out = simulated.simulate("exp2+rcp_approx", inp, 32, seed=0)
    assert np.isnan(out).any()
    assert ratio_of(out, inp, row_threads=32, arithmetic="exp2+rcp_approx") == np.inf


def test_a_wrong_log2_e_is_rejected():
    inp = make_input("normal", 4, 33, "float32", 1)
    out = softmax(inp.astype(np.float64) * (1 + 1e-5)).astype(np.float32)
    assert ratio_of(out, inp, row_threads=32) > 1.0


def by_hand(inp, *, h, alpha=1.0, eps=5.0, c=1.0, division_free=False):
    """Give `y_i B_i u`, as section "Softmax by hand" of docs/tolerance.md has it, and `B_i`."""
    y, d = softmax(inp), inp.max(axis=1, keepdims=True) - inp.astype(np.float64)
    mean = (y * d).sum(axis=1, keepdims=True)
    b = alpha * (d + mean) + 2 * eps + h + c
    if division_free:
        log_sum = np.log(np.exp(-d).sum(axis=1, keepdims=True))
        b = (alpha + 1) * d + alpha * mean + 2 * eps + h + (alpha + 3) * log_sum
    return y * b * U, b


@pytest.mark.parametrize(("name", "terms"), [
    ("ieee", {}), ("fast_exp", {"alpha": 2.25}), ("exp2", {"alpha": 2.25}), ("ieee+reciprocal", {"c": 2.0}),
    ("ieee+rcp_approx", {"c": 4.0}), ("ieee+fast_div", {"c": 5.0}),
    ("ieee+division_free", {"division_free": True}),
])  # fmt: skip
def test_the_bound_is_the_documented_formula_but_where_a_step_is_exact(name, terms):
    for n_cols, row_threads, least in ((5, 1, 0.85), (33, 32, 0.95), (1000, 1, 0.99), (1000, 32, 0.99)):
        inp = np.random.default_rng(1).normal(size=(4, n_cols)).astype(np.float32)
        formula, _ = by_hand(inp, h=sum_depth(n_cols, row_threads, 4), **terms)
        ratio = allowed_for(inp, name, row_threads) / formula
        assert least < np.median(ratio) <= ratio.max() < 1.001, (n_cols, row_threads)


def test_online_pays_for_every_larger_value_of_the_row():
    row = np.sort(np.random.default_rng(1).normal(size=(1, 1000)).astype(np.float32))
    y = softmax(row)
    for row_threads in (1, 32):
        h = sum_depth(1000, row_threads, 4)
        rescaled = (y * np.minimum(np.arange(999, -1, -1), h)).sum()
        formula, b = by_hand(row, h=h)
        ratio = allowed_for(row, "ieee+online", row_threads) / (formula * (b + (rescaled + 1) * 6) / b)
        assert 0.9 < np.median(ratio) < 1.1, row_threads


def test_flushing_allows_a_result_of_zero_below_the_normal_range():
    inp = np.array([[0.0, -90.0]], dtype=np.float32)
    assert 0.0 < softmax(inp)[0, 1] < 2.0**-126
    assert allowed_for(inp)[0, 1] < 2.0**-140
    assert softmax(inp)[0, 1] <= allowed_for(inp, "ieee+ftz")[0, 1] <= 4 * 2.0**-126


@pytest.mark.parametrize("name", ["ieee", "fast_exp+division_free", "ieee+online"])
def test_declaring_fewer_lanes_than_there_are_only_widens_the_bound(name):
    inp, _ = all_kinds(1000, "float32")
    bounds = [allowed_for(inp, name, row_threads) for row_threads in (1, 2, 32, 128)]
    for wider, narrower in itertools.pairwise(bounds):
        assert (wider >= narrower).all()


def test_half_an_ulp_is_taken_above_a_power_of_two_that_the_error_can_cross():
    # 1/2 - 2.4e-7: a right float32 result may be above 1/2, where neighbours in float16 are twice as far apart.
    row = np.array([[0.0, 2.0**-20]], dtype=np.float16)
    assert softmax(row)[0, 0] < 0.5
    assert allowed_for(row, dtype="float16")[0, 0] > 2.0**-11 / 2


@pytest.mark.parametrize("shape", [(0, 5), (3, 0)])
def test_an_empty_input_has_an_empty_bound(shape):
    assert allowed_for(np.empty(shape, dtype=np.float32)).shape == shape


@pytest.mark.parametrize(("row_threads", "depth"), [
    (1, 0), (2, 1), (3, 2), (16, 4), (32, 5), (33, 6), (96, 7), (256, 12), (1024, 36),
])  # fmt: skip
def test_combining_lanes_is_a_warp_tree_and_then_the_warps_in_turn(row_threads, depth):
    assert combine_depth(row_threads) == depth
    assert depth >= math.ceil(math.log2(row_threads))


def test_a_lane_may_get_a_vector_and_two_scalars_more_than_its_share():
    # 1003 floats from an address 4 bytes past a multiple of 16: 3 scalars, 250 vectors of 4, no tail; with
    # 250 threads or fewer per pass one thread has a vector and a scalar, and with 249 threads two vectors.
    assert elements_per_thread(1003, 1, 4) == 1003
    assert elements_per_thread(1003, 256, 4) == 4 + 5
    assert elements_per_thread(1003, 249, 4) >= 2 * 4 + 1
    assert elements_per_thread(5, 256, 4) == 5


@pytest.mark.parametrize("n_cols", [1, 2, 31, 33, 1000, 8193])
@pytest.mark.parametrize("row_threads", [1, 32, 256, 1024])
def test_no_sum_takes_more_additions_than_it_has_terms_to_join(n_cols, row_threads):
    assert 0 <= sum_depth(n_cols, row_threads, 4) <= n_cols - 1
    assert sum_depth(n_cols, 1, 4) == n_cols - 1


@pytest.mark.parametrize("name", NAMES)
def test_the_bound_is_finite_for_every_name_and_nothing_but_nan_is_right_in_a_row_of_nan(name):
    for dtype in ("float32", "float64"):
        if WORDS.parse(name).unusable_with(dtype) is None:
            for kind in KINDS:
                inp = make_input(kind, N_ROWS, 33, dtype, 11)
                allowed = allowed_for(inp, name, 32, dtype)
                assert np.isfinite(allowed).all(), kind
                assert (allowed >= 0.0).all(), kind
                np.testing.assert_array_equal(allowed[np.isnan(softmax(inp))], 0.0)


def test_unusable_arguments_are_refused():
    inp = np.zeros((2, 3), dtype=np.float64)
    with pytest.raises(ValueError, match=r"row_threads must be at least 1"):
        allowed_for(inp, row_threads=0, dtype="float32")
    with pytest.raises(ValueError, match="float32 only"):
        allowed_for(inp, "fast_exp", dtype="float64")
    with pytest.raises(ValueError, match="dtype must be one of"):
        allowed_for(inp, dtype="int8")


def test_the_worked_example_of_the_documentation_is_what_the_code_gives():
    text = (Path(__file__).parents[2] / "docs" / "tolerance.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| ([\d.]+) \| ([\d.e-]+) \| ([\d.e-]+) \|$", text, flags=re.MULTILINE)
    inp = np.array([[0.7, 1.9, 3.2, 4.6]], dtype=np.float32)
    formula, b = by_hand(inp, h=3)
    expected = np.stack([np.arange(4), b[0], formula[0], allowed_for(inp, "ieee", 32)[0]], axis=1)
    np.testing.assert_allclose(np.array(rows, np.float64), expected, rtol=3e-3)
