"""What a declaration does not claim is not asked of a kernel, and what is left is still checked."""

import numpy as np
import pytest

from harness.check.property import claimed
from harness.launch.inputs import make_input
from harness.operation.precision.rounding import float_format
from harness.operation.shipped.softmax import OPERATION
from harness.verdict import Reason

from .softmax_problem import bound, further_launches, softmax, softmax_problem

REPEATED, EVEN, ODD, PERMUTED, SHIFTED = range(5)


def properties(inp, *, deterministic=True, max_magnitude=None, finite=False, row_threads=32, **options):
    out, allowed = softmax(inp).astype(inp.dtype), bound(inp, row_threads=row_threads)
    fitted = claimed(
        further_launches(inp, out, row_threads=row_threads, **options),
        operation=OPERATION,
        problem=softmax_problem(inp, "ieee", row_threads),
        deterministic=deterministic,
        max_magnitude=max_magnitude,
        finite=finite,
    )
    return list(fitted), out, allowed


def test_other_bits_within_the_bound_pass_without_a_claim_of_equal_bits():
    inp = make_input("normal", 6, 33, "float32", 3)
    strict, out, allowed = properties(inp)
    free, _, _ = properties(inp, deterministic=False)
    # Rows still sum to 1: every other element is larger by as much as its neighbour is smaller.
    again = out + (0.4 * allowed.min() * np.where(np.arange(33) % 2, 1, -1) * (np.arange(33) < 32)).astype(
        np.float32
    )
    assert (again != out).any()
    for index, reason in ((REPEATED, Reason.NONDETERMINISTIC), (EVEN, Reason.ROW_DEPENDENCE)):
        assert [finding.reason for finding in strict[index].findings({"out": again})] == [reason]
        assert free[index].findings({"out": again}) == []


def test_an_error_beyond_the_bound_fails_in_any_launch():
    inp = make_input("normal", 6, 33, "float32", 3)
    free, out, allowed = properties(inp, deterministic=False)
    again = out.copy()
    again[2, 5] += np.float32(3 * allowed[2, 5])
    (finding,) = free[REPEATED].findings({"out": again})
    assert (finding.reason, finding.count) == (Reason.NONDETERMINISTIC, 1)
    first, second, *_ = finding.message.split("\n")
    assert first == "the same launch again: the first launch is within its error bound, and this one is not"
    assert second == "1 of 198 elements are off by more than rounding explains"
    assert [each.reason for each in free[EVEN].findings({"out": again})] == [Reason.ROW_DEPENDENCE]
    assert free[ODD].findings({"out": again}) == [], "row 2 is not one of those that are kept"


def test_a_sum_of_a_row_beyond_its_bound_fails_in_any_launch():
    inp = make_input("normal", 6, 33, "float32", 3)
    free, out, allowed = properties(inp, deterministic=False)
    again = (out + 0.9 * allowed).astype(np.float32)
    assert [finding.reason for finding in free[REPEATED].findings({"out": again})] == [Reason.ROW_SUM]


def test_the_schedule_is_told():
    inp = make_input("normal", 6, 33, "float32", 3)
    free, out, _ = properties(inp, deterministic=False, schedules=(7,))
    (finding,) = free[0].findings({"out": out * np.float32(1.5)})
    assert finding.message.endswith("--schedule-seed 7 runs in this order again")


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_no_further_launch_has_larger_inputs_than_are_claimed(dtype):
    inp = make_input("spread", 6, 33, dtype, 3, max_magnitude=9.7)
    top = float_format(dtype).largest_within(9.7)
    assert 9.5 < top <= 9.7
    assert np.abs(inp.astype(np.float64)).max() == top
    limited, _, _ = properties(inp, max_magnitude=9.7)
    assert len(limited) == 4, "rows shifted by 256 are left out"
    for each in limited:
        exact = each.arrays.get("inp", inp).astype(np.float64)
        assert np.abs(exact[~np.isnan(exact)]).max() == top
    assert np.isnan(limited[EVEN].arrays["inp"].astype(np.float64)).any(), "NaN has no magnitude"
    assert (limited[EVEN].arrays["inp"][0::2] == inp[0::2]).all()
    finite, _, _ = properties(inp, max_magnitude=9.7, finite=True)
    assert all(np.isfinite(each.arrays.get("inp", inp).astype(np.float64)).all() for each in finite)
    (*_, again), _, _ = properties(inp, max_magnitude=9.7, keeps_state=True)
    exact = again.before["inp"].astype(np.float64)
    assert np.abs(exact[~np.isnan(exact)]).max() == top, "nor a launch before"
    everything, _, _ = properties(inp, max_magnitude=1e6)
    assert len(everything) == 5
    unlimited, _, _ = properties(inp, finite=True)
    assert len(unlimited) == 5
    assert np.isfinite(unlimited[EVEN].arrays["inp"].astype(np.float64)).all()
