"""``cp.async``: a copy is there when its thread has waited for it, and not before."""

import numpy as np
import pytest

from harness.ptx.launch.executor import Executor
from tests.ptx.ptx_text import Ran, check_refused, kernel, run

N = 0xFFFFFFFF
SHARED = ".shared .align 16 .b8 s[8192];\n"
# %r3 is the address of the thread's own word of shared memory, %rd3 that of its word of `inp`
START = "mov.b32 %r3, s;\nmad.lo.u32 %r3, %r0, 4, %r3;\nmad.wide.u32 %rd3, %r0, 4, %rd1;\n"
INP = np.arange(1000, 1000 + 2048, dtype=np.uint32)


def copy(number: int) -> str:
    """Copy word `number` of the thread's to the same place in shared memory."""
    return f"cp.async.ca.shared.global [%r3+{128 * number}], [%rd3+{128 * number}], 4;\n"


def copied(executor: Executor, body: str, n: int) -> list[bool]:
    """Run a body and say of each of `n` copies whether its value is there at the end; all lanes must agree."""
    reads = "".join(
        f"ld.shared.b32 %r5, [%r3+{128 * k}];\nst.global.b32 [%rd2+{128 * k}], %r5;\n" for k in range(n)
    )
    ran = run(executor, kernel(START + body + reads, SHARED), inp=INP, n_out=32 * n)
    assert ran.report.faults == ()
    there = []
    for row, expected in zip(ran.out.reshape(n, 32), INP.reshape(-1, 32), strict=False):
        assert row.tolist() in (expected.tolist(), [N] * 32)
        there.append(row.tolist() == expected.tolist())
    return there


@pytest.mark.parametrize(("form", "size"), [("ca", 4), ("ca", 8), ("ca", 16), ("cg", 16)])
def test_every_size(executor: Executor, form: str, size: int) -> None:
    body = f"""
mov.b32 %r3, s;
mad.lo.u32 %r3, %r0, {size}, %r3;
mad.wide.u32 %rd3, %r0, {size}, %rd1;
cp.async.{form}.shared.global [%r3], [%rd3], {size};
cp.async.commit_group;
cp.async.wait_group 0;
ld.shared.b32 %r5, [%r3+{size - 4}];
"""
    inp = np.arange(32 * size // 4, dtype=np.uint32)
    ran = run(executor, kernel(body, SHARED, "%r5"), inp=inp)
    assert ran.clean_out.tolist() == inp[size // 4 - 1 :: size // 4].tolist()


@pytest.mark.parametrize(
    "wait",
    ["", "cp.async.commit_group;", "bar.sync 0;", "bar.warp.sync -1;", "cp.async.wait_group 0;",
     "cp.async.commit_group;\ncp.async.wait_group 1;", "membar.cta;"],
)  # fmt: skip
def test_copy_that_was_not_waited_for_is_not_there(executor: Executor, wait: str) -> None:
    assert copied(executor, copy(0) + wait + "\n", 1) == [False]


@pytest.mark.parametrize("wait", ["cp.async.wait_all;", "cp.async.commit_group;\ncp.async.wait_group 0;"])
def test_copy_that_was_waited_for_is_there(executor: Executor, wait: str) -> None:
    assert copied(executor, copy(0) + wait + "\n", 1) == [True]


@pytest.mark.parametrize("pending", [0, 1, 2, 3, 7])
def test_last_groups_may_be_pending(executor: Executor, pending: int) -> None:
    body = "".join(copy(k) + "cp.async.commit_group;\n" for k in range(4))
    found = copied(executor, body + f"cp.async.wait_group {pending};\n", 4)
    assert found == [k < 4 - pending for k in range(4)]


def test_group_of_several_copies_and_empty_groups(executor: Executor) -> None:
    body = copy(0) + copy(1) + "cp.async.commit_group;\n" + copy(2) + "cp.async.commit_group;\n"
    body += "cp.async.commit_group;\n" + copy(3) + "cp.async.wait_group 2;\n"
    assert copied(executor, body, 4) == [True, True, False, False]


def test_source_is_read_when_the_copy_is_done(executor: Executor) -> None:
    body = START + copy(0) + "st.global.b32 [%rd3], 7;\ncp.async.wait_all;\nld.shared.b32 %r5, [%r3];"
    assert set(run(executor, kernel(body, SHARED, "%r5"), inp=INP).out) == {7}


def test_oldest_copy_is_done_when_too_many_are_on_their_way(executor: Executor) -> None:
    body = "".join(copy(k) for k in range(40))
    assert copied(executor, body, 40) == [k < 8 for k in range(40)]


def test_each_lane_waits_for_its_own_copies(executor: Executor) -> None:
    body = START + copy(0) + "cp.async.commit_group;\nsetp.lt.u32 %p1, %r0, 10;\n@%p1 cp.async.wait_all;\n"
    body += "setp.gt.u32 %p2, %r0, 20;\n@!%p2 bra END;\ncp.async.commit_group;\nEND: cp.async.wait_group 1;\n"
    ran = run(executor, kernel(body + "ld.shared.b32 %r5, [%r3];", SHARED, "%r5"), inp=INP)
    assert ran.out.tolist() == [1000 + lane if lane < 10 or lane > 20 else N for lane in range(32)]


def test_copies_of_one_block_do_not_reach_the_next(executor: Executor) -> None:
    body = START + "cp.async.wait_all;\nld.shared.b32 %r5, [%r3];\n" + copy(0) + "cp.async.commit_group;"
    assert set(run(executor, kernel(body, SHARED, "%r5"), inp=INP, grid=(6, 1, 1)).clean_out) == {N}


def test_warps_have_copies_of_their_own(executor: Executor) -> None:
    body = START + copy(0) + "setp.lt.u32 %p1, %r0, 32;\n@%p1 cp.async.wait_all;\nld.shared.b32 %r5, [%r3];"
    ran = run(executor, kernel(body, SHARED, "%r5"), inp=INP, block=(64, 1, 1))
    assert ran.out.tolist() == list(range(1000, 1032)) + [N] * 32


def test_bytes_that_are_not_read_become_zeros(executor: Executor) -> None:
    body = """
mov.b32 %r3, s;
mad.lo.u32 %r3, %r0, 8, %r3;
rem.u32 %r4, %r0, 3;
shl.b32 %r4, %r4, 2;
setp.eq.u32 %p1, %r4, 0;
selp.b64 %rd5, 0, %rd1, %p1;
cp.async.ca.shared.global [%r3], [%rd5], 8, %r4;
cp.async.wait_all;
ld.shared.v2.b32 {%r5, %r6}, [%r3];
mad.lo.u32 %r5, %r5, 10, %r6;
setp.eq.u32 %p2, %r0, 5;
cp.async.ca.shared.global [%r3], [%rd1], 4, %p2;
cp.async.wait_all;
ld.shared.b32 %r6, [%r3];
mad.lo.u32 %r5, %r5, 10, %r6;
"""
    ran = run(executor, kernel(body, SHARED, "%r5"), inp=np.array([1, 2], np.uint32))
    assert ran.clean_out.tolist() == [[0, 10, 12][lane % 3] * 10 + (lane != 5) for lane in range(32)]


def test_out_of_bounds(executor: Executor) -> None:
    body = "mov.b32 %r3, one;\ncp.async.ca.shared.global [%r3], [%rd1+4], 4;\ncp.async.wait_all;\n"
    body += "ld.shared.b32 %r5, [%r3];\ncp.async.ca.shared.global [%r3+4], [%rd1], 4;\n"
    body += "cp.async.ca.shared.global [%r3+2], [%rd1], 4;\ncp.async.wait_all;"
    module = ".shared .align 16 .b32 one;\n"
    ran: Ran = run(executor, kernel(body, module, "%r5"), inp=np.array([1], np.uint32))
    assert ran.reasons == ["oob-read", "oob-write", "misaligned-access"]
    assert set(ran.out) == {N}


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (
            "cp.async.ca.shared.global [s], [%rd1], 3;",
            "the copy size must be one of the constants (4, 8, 16)",
        ),
        ("cp.async.cg.shared.global [s], [%rd1], 8;", "the copy size must be one of the constants (16,)"),
        ("cp.async.ca.shared.global [s], [%rd1], %r1;", "the copy size must be one of the constants"),
        ("cp.async.ca.shared.global [%rd1], [s], 4;", "s is a .shared variable"),
        ("cp.async.ca.shared.global [s], [%rd1], 4, %r1, %rd2;", "a cache policy needs .L2::cache_hint"),
        ("cp.async.wait_group %r1;", "the number of groups must be a constant"),
        ("cp.async.wait_group -1;", "the number of groups must be a constant"),
        ("cp.async.wait_group;", "operands not understood"),
    ],
)
def test_refused(executor: Executor, body: str, rule: str) -> None:
    check_refused(executor, kernel(body, SHARED), rule, body)
