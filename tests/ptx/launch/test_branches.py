"""Ways of branches and differences of compared integers against values worked out by hand."""

import contextlib

import pytest

from harness.ptx.launch.counts import IntegerComparison
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from tests.ptx.ptx_text import kernel, line_of, run

LOOP = """
mov.u32 %r2, %ctaid.x;
setp.ge.s32 %p1, %r2, %r1;
@%p1 bra DONE;
setp.eq.u32 %p2, %r0, 40;
setp.lt.s32 %p3, %r0, 0;
or.pred %p4, %p2, %p3;
@%p4 st.global.b32 [%rd0], %r0;
DONE:
"""


def branches(executor, ptx, n, grid):
    report = run(executor, ptx, grid=(grid, 1, 1), block=(64, 1, 1), n=n, watch=Watch(branches=True)).report
    assert report.faults == ()
    assert report.counts is None
    return report.branches


@pytest.mark.parametrize("n_workers", [1, 3])
def test_lanes_and_differences_over_all_blocks(n_workers):
    ptx = kernel(LOOP)
    with contextlib.closing(Executor(n_workers=n_workers)) as executor:
        jump, store = branches(executor, ptx, 5, 7).branches
    assert (jump.ptx_line, jump.opcode) == (line_of(ptx, "bra DONE"), "bra")
    assert (jump.lanes_on, jump.lanes_off) == (2 * 64, 5 * 64)
    assert jump.comparisons == (IntegerComparison(line_of(ptx, "setp.ge"), "ge", -5, 1, 0),)
    # two comparisons feed the store through or.pred; they are unsigned and signed
    assert (store.lanes_on, store.lanes_off) == (5, 5 * 63)
    equal, less = store.comparisons
    assert equal == IntegerComparison(line_of(ptx, "setp.eq"), "eq", -40, 23, 0)
    assert less == IntegerComparison(line_of(ptx, "setp.lt"), "lt", 0, 63, 0)
    assert less.missing == (True,)
    assert equal.missing == ()


SELECT = """
setp.lt.u32 %p1, %r0, %r1;
setp.lt.f32 %p2, %f0, %f1;
selp.b32 %r2, %r0, %r1, %p1;
selp.b32 %r3, %r0, %r1, %p2;
st.global.b32 [%rd0], %r2;
"""


def test_a_select_by_integers_is_a_branch_and_one_by_floats_is_not(executor):
    ptx = kernel(SELECT)
    counted = branches(executor, ptx, 5, 3)
    by_line = {(each.ptx_line, each.opcode): each for each in counted.branches}
    select = by_line[line_of(ptx, "selp.b32 %r2"), "selp.b32"]
    assert (select.lanes_on, select.lanes_off) == (3 * 5, 3 * 59)
    assert select.comparisons == (IntegerComparison(line_of(ptx, "setp.lt.u32"), "lt", -5, 58, 0),)
    assert (line_of(ptx, "selp.b32 %r3"), "selp.b32") not in by_line


EXTREMES = """
min.s32 %r2, %r0, 40;
min.u32 %r3, 40, %r0;
max.s32 %r4, %r0, 40;
max.u32 %r5, 40, %r0;
min.s32 %r6, %r0, %r1;
max.s32.relu %r7, %r0, -5;
st.global.b32 [%rd0], %r2;
"""


def test_a_minimum_or_maximum_of_an_integer_and_a_constant_is_a_branch(executor):
    """It turns from 41 on: at 40 both operands are the same."""
    ptx = kernel(EXTREMES)
    counted = branches(executor, ptx, 5, 3)
    found = {each.ptx_line: each for each in counted.branches}
    beyond = 63 - 40
    for text, condition, taken, low, high in (
        ("min.s32 %r2", "le", 64 - beyond, -40, beyond),
        ("min.u32 %r3", "lt", beyond, -beyond, 40),
        ("max.s32 %r4", "gt", beyond, -40, beyond),
        ("max.u32 %r5", "ge", 64 - beyond, -beyond, 40),
    ):
        line = line_of(ptx, text)
        branch = found.pop(line)
        assert (branch.lanes_on, branch.lanes_off) == (3 * taken, 3 * (64 - taken))
        assert branch.comparisons == (IntegerComparison(line, condition, low, high, 0),)
    assert not found


def test_a_branch_that_no_lane_reached_is_there(executor):
    jump, store = branches(executor, kernel(LOOP), 0, 2).branches
    assert (jump.ways, store.ways) == (1, 0)
    assert not any(each.is_reached or each.missing for each in store.comparisons)
    assert jump.joined(jump).lanes_on == 2 * jump.lanes_on == 256


def test_two_launches_of_a_kernel_join(executor):
    ptx = kernel(LOOP)
    both = branches(executor, ptx, 0, 2).joined(branches(executor, ptx, 5, 2))
    assert [each.ways for each in both.branches] == [2, 2]
    assert both.branches[0].comparisons[0] == IntegerComparison(line_of(ptx, "setp.ge"), "ge", -5, 1, 0)


@pytest.mark.parametrize(("condition", "for_true", "for_false"), [
    ("lt", 4, 0), ("le", 3, 0), ("gt", 0, 3), ("ge", 0, 4), ("eq", 3, 0), ("ne", 0, 3), ("lo", 4, 0),
    ("hs", 0, 4),
])  # fmt: skip
def test_the_gap_is_how_far_the_nearest_lane_missed(condition, for_true, for_false):
    """Differences from 3 to 8: to be less, the least must fall by 4; for the opposite of >=, the same."""
    seen = IntegerComparison(1, condition, 3, 8, 3)
    gaps = [max(0, seen.gap(wanted)) for wanted in (True, False)]
    assert gaps == [for_true, for_false]


def test_without_counting_a_launch_has_no_branches(executor):
    assert run(executor, kernel(LOOP), block=(64, 1, 1), n=1).report.branches is None
