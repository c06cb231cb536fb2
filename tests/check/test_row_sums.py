import numpy as np
import pytest

from harness.check.comparison import compare, row_findings
from harness.launch.input_kinds import KINDS
from harness.launch.inputs import make_input
from harness.operation.precision.rounding import FORMATS
from harness.operation.problem import Expected
from harness.operation.shipped.softmax import OPERATION, row_sum_bound
from harness.verdict import Reason
from tests.sampled import one_in

from . import simulated
from .softmax_problem import bound, softmax, softmax_problem

U = 2.0**-24


def judged(out, inp, name="ieee", row_threads=32, dtype="float32"):
    reference, allowed = softmax(inp), bound(inp, name, row_threads, dtype)
    (quantity,) = OPERATION.quantities_of(
        softmax_problem(inp, name, row_threads), out.astype(np.float64), reference, allowed
    )
    n_wrong = compare(out, Expected(reference, allowed)).n_wrong
    return n_wrong, row_findings([quantity]), quantity.allowed


@pytest.mark.parametrize("dtype", one_in(2, ["float16", "bfloat16"], pytest.mark.slow))
@pytest.mark.parametrize("name", ["ieee", "fast_exp+fast_div+ftz", "ieee+online", "ieee+division_free"])
def test_right_algorithms_are_within_the_bound_after_rounding_to_16_bits(name, dtype):
    for n_cols in (1, 3, 33, 1000, 4099):
        inp = np.concatenate([make_input(kind, 6, n_cols, dtype, 11) for kind in KINDS])
        with np.errstate(invalid="ignore"):
            out = simulated.simulate(name, inp, 32).astype(inp.dtype)
            assert judged(out, inp, name, dtype=dtype)[:2] == (0, []), n_cols


def test_the_reference_itself_is_within_the_bound_of_float64():
    for kind in KINDS:
        inp = make_input(kind, 6, 1000, "float64", 11)
        assert judged(softmax(inp), inp, row_threads=32, dtype="float64")[1] == [], kind


def test_the_bound_is_the_derived_one():
    inp = make_input("normal", 2, 1000, "float32", 1)
    # 32 threads: 32 elements and 5 more at most for the busiest, less one, and 5 levels of the tree.
    _, _, sums = judged(softmax(inp).astype(np.float32), inp)
    np.testing.assert_allclose(sums, (36 + 5 + 1) * U * 1.01, rtol=1e-3)
    _, _, sums = judged(softmax(inp).astype(np.float32), inp, "ieee+rcp_approx", row_threads=1)
    np.testing.assert_allclose(sums, (999 + 4) * U * 1.01, rtol=1e-3)


@pytest.mark.parametrize("name", ["ieee+online", "ieee+division_free"])
def test_where_sum_and_quotient_are_of_different_numbers_all_of_the_elements_errors_may_add_up(name):
    inp = make_input("normal", 2, 1000, "float32", 1)
    reference = softmax(inp)
    allowed = bound(inp, name)
    sums = row_sum_bound(softmax_problem(inp, name), reference, allowed)
    np.testing.assert_allclose(sums, allowed.sum(axis=1), rtol=1e-6)


def test_a_common_factor_within_every_elements_bound_is_found():
    inp = make_input("normal", 3, 33, "float32", 1)
    right = softmax(inp)
    # 33 columns, 32 threads: a sum of 11 roundings and a division.
    for factor, expected in ((11, []), (16, [Reason.ROW_SUM]), (-16, [Reason.ROW_SUM])):
        out = (right * (1 + factor * U)).astype(np.float32)
        n_wrong, found, _ = judged(out, inp)
        assert n_wrong == 0
        assert [finding.reason for finding in found] == expected, factor
    assert found[0].message.startswith(
        "3 of 3 rows do not sum to 1, though each element is within its own bound\n"
    )
    assert "its sum is 0.99999" in found[0].message
    assert found[0].count == 3


def test_rows_of_nan_are_not_judged():
    inp = make_input("nan", 2, 33, "float32", 1)
    reference = softmax(inp)
    assert np.isnan(reference[0]).all()
    out = reference.astype(np.float32)
    assert judged(out, inp)[1] == []
    out[1] *= np.float32(1 + 16 * U)
    (finding,) = judged(out, inp)[1]
    assert finding.message.startswith("1 of 1 rows")
    assert "wrong: row 1" in finding.message


def test_a_row_whose_elements_may_be_anything_is_not_judged():
    # Beside an input that may be flushed, a difference that overflows is in doubt.
    inp = np.array([[-3e38, 3e38, 3e38], [1e-40, 0.0, 0.0]], dtype=np.float32)
    out = softmax(inp).astype(np.float32)
    out[0] *= np.float32(1 + 16 * U)
    assert np.isnan(bound(inp, "ieee+ftz")[0]).all()
    assert judged(out, inp, "ieee+ftz")[1] == []


@pytest.mark.parametrize("dtype", FORMATS)
def test_an_empty_case_has_nothing_to_judge(dtype):
    for shape in ((0, 5), (3, 0)):
        empty = np.empty(shape)
        problem = softmax_problem(empty.astype(FORMATS[dtype].dtype))
        assert row_findings(OPERATION.quantities_of(problem, empty, empty, empty)) == []
