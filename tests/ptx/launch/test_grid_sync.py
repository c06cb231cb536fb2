"""Cooperative launches: all blocks are there at the same time and the grid synchronises."""

import numpy as np
import pytest

from harness.errors import LaunchError
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from harness.ptx.layout import WORKSPACE_BASE
from tests.ptx.ptx_text import kernel, run, words
from tests.ptx.test_cuda_sources import RANDOM, Run, zeros

three_archs = pytest.mark.parametrize("arch", ["sm_75", "sm_80", "sm_90"])
WORKSPACE = "mov.u32 %r2, %envreg1;\nmov.u32 %r3, %envreg2;\nmov.b64 %rd5, {%r3, %r2};\n"


@three_archs
@pytest.mark.parametrize(
    ("blocks", "threads", "schedule"), [(1, 32, None), (4, 96, None), (33, 64, None), (4, 96, 1), (9, 64, 2)]
)
def test_rounds_over_a_grid(
    workers: Executor, arch: str, blocks: int, threads: int, schedule: int | None
) -> None:
    size = blocks * threads
    found = Run(workers, "grids.cu", arch).launch(
        "rounds",
        zeros(size, np.int32),
        zeros(1, np.int32),
        threads,
        blocks=blocks,
        n=3,
        cooperative=True,
        watch=Watch(races=True, schedule=schedule),
    )
    assert found.tolist() == [(t + 3 * threads) % size + 3 for t in range(size)]


@three_archs
def test_sum_over_a_grid_twice(executor: Executor, arch: str) -> None:
    run = Run(executor, "grids.cu", arch)
    for n in (1024, 700):
        inp = np.abs(RANDOM[:n]).astype(np.float32)
        found = run.launch("sum", zeros(17), inp, 32, blocks=16, cooperative=True)
        np.testing.assert_allclose(found[0], inp.sum(dtype=np.float64), rtol=1e-5)


def test_ordinary_launch_of_a_kernel_that_synchronises_its_grid_traps(executor: Executor) -> None:
    run = Run(executor, "grids.cu", "sm_80")
    with pytest.raises(AssertionError):
        run.launch("rounds", zeros(64, np.int32), zeros(1, np.int32), 32, blocks=2, n=1)
    assert run.report is not None
    (fault,) = run.report.faults
    assert (fault.reason, fault.block) == ("trap", (0, 0, 0))


def test_grid_of_clusters(executor: Executor) -> None:
    found = Run(executor, "grids.cu", "sm_90").launch(
        "rounds",
        zeros(256, np.int32),
        zeros(1, np.int32),
        32,
        blocks=8,
        n=2,
        cooperative=True,
        cluster=(4, 1, 1),
    )
    assert found.tolist() == [(t + 64) % 256 + 2 for t in range(256)]


def test_block_that_leaves_out_the_grid_hangs_the_others() -> None:
    executor = Executor(n_workers=2, step_budget=1 << 14)
    # every block counts up and waits for a number that is never reached
    body = (
        WORKSPACE
        + """
mov.u32 %r4, 1;
atom.gpu.global.add.u32 %r5, [%rd5+4], 1;
L: ld.acquire.gpu.global.b32 %r6, [%rd5+4];
setp.lt.u32 %p1, %r6, 4;
@%p1 bra L;
"""
    )
    ran = run(executor, kernel(body), grid=(3, 1, 1), block=(1, 1, 1), cooperative=True)
    assert ran.reasons == ["hang"]
    assert not ran.report.completed
    ran = run(executor, kernel(body), grid=(4, 1, 1), block=(1, 1, 1), cooperative=True)
    assert ran.report.faults == ()
    executor.close()


def test_workspace(executor: Executor) -> None:
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


def test_no_workspace_in_an_ordinary_launch(executor: Executor) -> None:
    assert set(words(executor, WORKSPACE + "or.b32 %r5, %r2, %r3;", "%r5")) == {0}


def test_kernel_that_reads_none_has_no_workspace(executor: Executor) -> None:
    program = executor.load(kernel("mov.u32 %r5, 1;", result="%r5"))
    assert [a.address for a in program.variables] == []
    program = executor.load(kernel(WORKSPACE))
    assert [a.address for a in program.variables] == [WORKSPACE_BASE]


def test_more_blocks_than_there_is_memory_for(executor: Executor) -> None:
    with pytest.raises(
        LaunchError, match=r"100000 blocks of k must be there at the same time and need \d+ bytes"
    ):
        run(executor, kernel(""), grid=(100000, 1, 1), block=(1024, 1, 1), cooperative=True)
    assert run(executor, kernel(""), grid=(2000, 1, 1), cooperative=True).report.completed


def test_blocks_that_have_barriers_of_their_own(workers: Executor) -> None:
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


def test_faults_name_their_own_block(workers: Executor) -> None:
    body = "mov.u32 %r4, %ctaid.x;\nsetp.eq.u32 %p1, %r4, 3;\n@%p1 ld.global.b32 %r5, [%rd1];"
    ran = run(workers, kernel(body), grid=(5, 1, 1), cooperative=True)
    (fault,) = ran.report.faults
    assert (fault.reason, fault.block, fault.thread, fault.count) == ("oob-read", (3, 0, 0), (0, 0, 0), 32)


def test_races_are_found_where_blocks_wait_for_each_other(executor: Executor) -> None:
    write = "st.global.b32 [%rd0], %r0;"
    barrier = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
    for text, options in ((write, {}), (write, {"cooperative": True}), (barrier + write, {})):
        ran = run(executor, kernel(text), grid=(2, 1, 1), watch=Watch(races=True), **options)
        assert ran.reasons == ["racecheck-waw"]
