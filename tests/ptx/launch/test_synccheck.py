"""Barriers and exchanges that are used wrongly, and cooperative launches, whose blocks all run at the same time."""

import numpy as np
import pytest

from harness.errors import LaunchError
from harness.ptx.fault import DEADLOCK, HANG, TRAP
from harness.ptx.launch.watch import Watch
from harness.ptx.layout import WORKSPACE_BASE
from tests.ptx.ptx_text import Finding, kernel, line_of, of_threads, run, words
from tests.ptx.test_cuda_sources import RANDOM, Run, zeros

EXCHANGES = {
    "shfl": "shfl.sync.idx.b32 %r5, %r0, 3, 31, {mask};", "vote": "vote.sync.ballot.b32 %r5, %p5, {mask};",
    "match": "match.any.sync.b32 %r5, %r0, {mask};", "match all": "match.all.sync.b32 %r5, %r0, {mask};",
    "redux": "redux.sync.add.u32 %r5, %r0, {mask};", "elect": "elect.sync %r5|%p6, {mask};",
    "barrier": "bar.warp.sync {mask};",
}  # fmt: skip
SETUP = "setp.eq.u32 %p5, %r0, 0;\n"
each_exchange = pytest.mark.parametrize("exchange", EXCHANGES)


@each_exchange
def test_lane_that_its_own_mask_leaves_out(executor, exchange):
    text = kernel(SETUP + EXCHANGES[exchange].format(mask="0xfffffff7") + " // here")
    faults = run(executor, text).wrong
    (fault,) = [fault for fault in faults if "leaves it out" in fault.message]
    assert (fault.reason, fault.thread, fault.count) == ("invalid-shuffle", (3, 0, 0), 1)
    assert fault.ptx_line == line_of(text, "// here")
    assert "0xfffffff7" in fault.message


@each_exchange
def test_masks_that_differ_name_both_lanes(executor, exchange):
    body = SETUP + "setp.lt.u32 %p1, %r0, 16;\nselp.b32 %r3, 0xffffffff, 0xfffffff1, %p1;\nmov.b32 %r4, -1;\n"
    text = kernel(body + "@%p5 mov.b32 %r4, 15;\n" + EXCHANGES[exchange].format(mask="%r4"))
    (fault,) = [fault for fault in run(executor, text).wrong if "different masks" in fault.message]
    assert (fault.reason, fault.thread) == ("invalid-shuffle", (0, 0, 0))
    assert "one is 0x0000000f (thread (1, 0, 0))" in fault.message


@each_exchange
def test_lanes_that_never_come_are_named_with_where_they_wait(executor, exchange):
    text = kernel(
        SETUP
        + "setp.lt.u32 %p1, %r0, 16;\n@%p1 bra LOW;\n"
        + EXCHANGES[exchange].format(mask="-1")
        + " // high\nbra END;\nLOW: vote.sync.any.pred %p4, %p5, -1; // low\nEND:"
    )
    faults = [fault for fault in run(executor, text).wrong if "never arrive" in fault.message]
    low, high = line_of(text, "// low"), line_of(text, "// high")
    assert [(fault.reason, fault.ptx_line) for fault in faults[:1]] == [("invalid-shuffle", high)]
    assert f"never arrive (thread (0, 0, 0) at PTX line {low}): the others went on" in faults[0].message


@each_exchange
def test_mask_that_names_lanes_which_have_left_is_allowed(executor, exchange):
    text = kernel(SETUP + "setp.ge.u32 %p1, %r0, 20;\n@%p1 exit;\n" + EXCHANGES[exchange].format(mask="-1"))
    assert run(executor, text).wrong == []


@pytest.mark.parametrize(("before", "mask", "threads", "why"), [
    ("setp.eq.u32 %p1, %r0, 9;\n@%p1 exit;", "-1", 32, "it has exited"),
    ("", "-1", 9, "it does not exist"),
    ("setp.eq.u32 %p1, %r0, 9;\n@%p1 bra END;", "0xfffffdff", 32, "it is not named in its mask"),
])  # fmt: skip
def test_why_a_lane_does_not_take_part_is_said(executor, before, mask, threads, why):
    shuffle = f"{before}\nshfl.sync.idx.b32 %r5, %r0, 9, 31, {mask}; // here\n"
    text = kernel(shuffle + "END: mov.b32 %r6, 0;")
    # without initcheck, nobody knows whether the value is used
    (note,) = run(executor, text, block=(threads, 1, 1)).report.faults
    assert (note.reason, note.ptx_line, note.is_info) == ("invalid-shuffle", line_of(text, "// here"), True)
    assert note.message.startswith(f"shuffle reads from lane 9, which does not take part: {why};")
    watch = Watch(undefined=True)
    assert run(executor, text, block=(threads, 1, 1), watch=watch).report.faults == ()
    text = kernel(shuffle + "st.global.b32 [%rd2], %r5; // used\nEND: mov.b32 %r6, 0;")
    (fault,) = run(executor, text, block=(threads, 1, 1), watch=watch).wrong
    assert (fault.reason, fault.ptx_line) == ("invalid-shuffle", line_of(text, "// used"))
    assert fault.message == (
        f"stores in global memory what depends on a shuffle from lane 9, which does not take part ({why}), "
        f"at PTX line {line_of(text, '// here')}"
    )


def test_lanes_at_two_barriers_are_both_named(executor):
    text = kernel(
        "setp.lt.u32 %p1, %r0, 8;\n@%p1 bra LOW;\nbar.sync 0; // high\nbra END;\nLOW: bar.sync 0; // low\nEND:"
    )
    # all lanes of the second warp are at one of them
    ran = run(executor, text, block=(64, 1, 1))
    (fault,) = ran.wrong
    assert (fault.reason, fault.thread, fault.count) == ("barrier-divergence", (0, 0, 0), 1)
    assert fault.ptx_line == line_of(text, "// low")
    assert f"(thread (8, 0, 0) at PTX line {line_of(text, '// high')})" in fault.message
    assert ran.report.completed


def test_warps_that_wait_at_two_barriers_are_both_named(executor):
    text = kernel(
        "setp.lt.u32 %p1, %r0, 32;\n@%p1 bra LOW;\nbar.sync 1; // high\nbra END;\nLOW: bar.sync 2; // low\nEND:"
    )
    ran = run(executor, text, block=(64, 1, 1))
    high, low = line_of(text, "// high"), line_of(text, "// low")
    assert [(f.reason, f.thread, f.ptx_line, f.message.partition("(")[2]) for f in ran.wrong] == [
        ("barrier-divergence", (32, 0, 0), high, f"thread (0, 0, 0) at PTX line {low})"),
        ("barrier-divergence", (0, 0, 0), low, f"thread (32, 0, 0) at PTX line {high})"),
    ]
    assert ran.report.ended_by == DEADLOCK


@pytest.mark.parametrize(("leaving", "first"), [
    ("ge.u32 %p1, %r0, 64", 64), ("ge.u32 %p1, %r0, 40", 40), ("lt.u32 %p1, %r0, 5", 0),
])  # fmt: skip
def test_barrier_that_opens_without_threads_is_noted(executor, leaving, first):
    options = {"grid": (2, 1, 1), **of_threads(96)}
    body, words = (
        f"setp.{leaving};\n@%p1 exit;\nbar.sync 0; // here",
        f"the first of them thread ({first}, 0, 0)",
    )
    facts = {"is_info": True, "count": 2}
    Finding(body, "barrier-divergence", words, facts, options=options).check(executor)


@pytest.mark.parametrize("threads", [96, 70])
def test_barrier_that_all_threads_reach_is_not_noted(executor, threads):
    # those that leave later, and lanes that the last warp never had, have missed nothing
    text = kernel("bar.sync 0;\nsetp.ge.u32 %p1, %r0, 40;\n@%p1 exit;\nmov.b32 %r5, 1;")
    assert run(executor, text, block=(threads, 1, 1)).report.faults == ()


def test_named_barrier_for_those_that_stay_is_not_noted(executor):
    text = kernel("setp.ge.u32 %p1, %r0, 64;\n@%p1 exit;\nbar.sync 1, 64;")
    assert run(executor, text, block=(96, 1, 1)).report.faults == ()


def test_active_lanes_of_a_part_of_the_warp_are_noted(executor):
    body = "setp.lt.u32 %p1, %r0, 10;\n@%p1 bra END;\nactivemask.b32 %r5; // here\nEND: mov.b32 %r6, 0;"
    facts = {"thread": (10, 0, 0), "is_info": True}
    Finding(body, "invalid-shuffle", "activemask gives 0xfffffc00", facts).check(executor)


@pytest.mark.parametrize("threads", [32, 7])
def test_active_lanes_of_a_whole_warp_are_not_noted(executor, threads):
    assert run(executor, kernel("activemask.b32 %r5;"), block=(threads, 1, 1)).report.faults == ()


@pytest.mark.parametrize(("body", "ended_by"), [
    ("", ""), ("ld.global.b32 %r5, [%rd1];", ""), ("trap;", TRAP), ("mov.b32 %r3, 16;\nbar.sync %r3;", TRAP),
    ("bar.sync 1, 64;", DEADLOCK), ("LOOP: bra LOOP;", HANG),
])  # fmt: skip
def test_report_says_why_a_launch_ended(body, ended_by, opened):
    executor = opened(n_workers=1, step_budget=10_000)
    report = run(executor, kernel(body)).report
    assert (report.ended_by, report.completed) == (ended_by, not ended_by)


_OLD = (pytest.param(arch, marks=pytest.mark.slow) for arch in ("sm_75", "sm_80"))
three_archs = pytest.mark.parametrize("arch", [*_OLD, "sm_90"])
WORKSPACE = "mov.u32 %r2, %envreg1;\nmov.u32 %r3, %envreg2;\nmov.b64 %rd5, {%r3, %r2};\n"


def rounds(program, size, threads, **options):
    return program.launch("rounds", zeros(size, np.int32), zeros(1, np.int32), threads, **options)


@three_archs
@pytest.mark.parametrize(
    ("blocks", "threads", "schedule"), [(1, 32, None), (4, 96, None), (33, 64, None), (4, 96, 1), (9, 64, 2)]
)
def test_rounds_over_a_grid(workers, arch, blocks, threads, schedule):
    size = blocks * threads
    options = {"blocks": blocks, "cooperative": True, "watch": Watch(races=True, schedule=schedule)}
    found = rounds(Run(workers, "grids.cu", arch), size, threads, n=3, **options)
    assert found.tolist() == [(t + 3 * threads) % size + 3 for t in range(size)]


@three_archs
def test_sum_over_a_grid_twice(executor, arch):
    run = Run(executor, "grids.cu", arch)
    for n in (1024, 700):
        inp = np.abs(RANDOM[:n]).astype(np.float32)
        found = run.launch("sum", zeros(17), inp, 32, blocks=16, cooperative=True)
        np.testing.assert_allclose(found[0], inp.sum(dtype=np.float64), rtol=1e-5)


@pytest.mark.slow
def test_ordinary_launch_of_a_kernel_that_synchronises_its_grid_traps(executor):
    run = Run(executor, "grids.cu", "sm_80")
    with pytest.raises(AssertionError):
        rounds(run, 64, 32, blocks=2, n=1)
    (fault,) = run.report.faults
    assert (fault.reason, fault.block) == ("trap", (0, 0, 0))


def test_grid_of_clusters(executor):
    options = {"blocks": 8, "cooperative": True, "cluster": (4, 1, 1)}
    found = rounds(Run(executor, "grids.cu", "sm_90"), 256, 32, n=2, **options)
    assert found.tolist() == [(t + 64) % 256 + 2 for t in range(256)]


def test_block_that_leaves_out_the_grid_hangs_the_others(opened):
    executor = opened(n_workers=2, step_budget=1 << 14)
    # every block counts up and waits for a number that is never reached
    body = f"""{WORKSPACE}
mov.u32 %r4, 1;
atom.gpu.global.add.u32 %r5, [%rd5+4], 1;
L: ld.acquire.gpu.global.b32 %r6, [%rd5+4];
setp.lt.u32 %p1, %r6, 4;
@%p1 bra L;
"""
    ran = run(executor, kernel(body), grid=(3, 1, 1), block=(1, 1, 1), cooperative=True)
    assert ran.reasons == ["hang"]
    assert not ran.report.completed
    ran = run(executor, kernel(body), grid=(4, 1, 1), block=(1, 1, 1), cooperative=True)
    assert ran.report.faults == ()


def test_workspace(executor):
    body = WORKSPACE + "ld.global.b32 %r5, [%rd5+4];\natom.global.add.u32 %r6, [%rd5+4], 1;\n"
    text = kernel(body, result="%r5")
    for _ in range(2):
        ran = run(executor, text, block=(1, 1, 1), cooperative=True)
        assert ran.clean_out.tolist() == [0]
    ran = run(
        executor, kernel(WORKSPACE + "ld.global.b32 %r5, [%rd5+64];"), block=(1, 1, 1), cooperative=True
    )
    assert ran.reasons == ["oob-read"]
    assert "0 bytes past the end of the grid's workspace, 64 bytes" in ran.report.faults[0].message


def test_no_workspace_in_an_ordinary_launch(executor):
    assert set(words(executor, WORKSPACE + "or.b32 %r5, %r2, %r3;", "%r5")) == {0}


def test_kernel_that_reads_none_has_no_workspace(executor):
    program = executor.load(kernel("mov.u32 %r5, 1;", result="%r5"))
    assert [a.address for a in program.variables] == []
    program = executor.load(kernel(WORKSPACE))
    assert [a.address for a in program.variables] == [WORKSPACE_BASE]


def test_more_blocks_than_there_is_memory_for(executor):
    with pytest.raises(LaunchError, match=r"100000 blocks of k must run at the same time and need \d+ bytes"):
        run(executor, kernel(""), grid=(100000, 1, 1), block=(1024, 1, 1), cooperative=True)
    assert run(executor, kernel(""), grid=(2000, 1, 1), cooperative=True).report.completed


def test_blocks_that_have_barriers_of_their_own(workers):
    # block b's barrier 0 opens for its own threads only
    module = ".shared .align 4 .b8 v[512];\n"
    body = """
mov.u32 %r2, v;
mad.lo.u32 %r3, %r0, 4, %r2;
mov.u32 %r4, %ctaid.x;
mad.lo.u32 %r5, %r4, 1000, %r0;
st.shared.b32 [%r3], %r5;
bar.sync 0;
xor.b32 %r6, %r0, 64;
mad.lo.u32 %r3, %r6, 4, %r2;
ld.shared.b32 %r7, [%r3];
mad.lo.u32 %r5, %r4, 128, %r0;
mad.wide.u32 %rd2, %r5, 4, %rd0;
st.global.b32 [%rd2], %r7;
"""
    ran = run(workers, kernel(body, module), grid=(5, 1, 1), block=(128, 1, 1), cooperative=True, n_out=640)
    assert ran.clean_out.tolist() == [b * 1000 + (t ^ 64) for b in range(5) for t in range(128)]


def test_faults_name_their_own_block(workers):
    body = "mov.u32 %r4, %ctaid.x;\nsetp.eq.u32 %p1, %r4, 3;\n@%p1 ld.global.b32 %r5, [%rd1];"
    ran = run(workers, kernel(body), grid=(5, 1, 1), cooperative=True)
    (fault,) = ran.report.faults
    assert (fault.reason, fault.block, fault.thread, fault.count) == ("oob-read", (3, 0, 0), (0, 0, 0), 32)


def test_races_are_found_where_blocks_wait_for_each_other(executor):
    write = "st.global.b32 [%rd0], %r0;"
    barrier = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
    for text, options in ((write, {}), (write, {"cooperative": True}), (barrier + write, {})):
        ran = run(executor, kernel(text), grid=(2, 1, 1), watch=Watch(races=True), **options)
        assert ran.reasons == ["racecheck-waw"]
