"""``cp.async`` and ``cp.reduce.async.bulk``: done when the thread has waited for them, and not before."""

from __future__ import annotations

import numpy as np
import pytest

from harness.ptx.launch.watch import Watch
from tests.ptx.ptx_text import check_refused, kernel, run

N = 0xFFFFFFFF
SHARED = ".shared .align 16 .b8 s[8192];\n"
# %r3 is the address of the thread's own word of shared memory, %rd3 that of its word of `inp`
START = "mov.b32 %r3, s;\nmad.lo.u32 %r3, %r0, 4, %r3;\nmad.wide.u32 %rd3, %r0, 4, %rd1;\n"
INP = np.arange(1000, 1000 + 2048, dtype=np.uint32)


def copy(number):
    """Copy word `number` of the thread's to the same place in shared memory."""
    return f"cp.async.ca.shared.global [%r3+{128 * number}], [%rd3+{128 * number}], 4;\n"


def copied(executor, body, n):
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
def test_every_size(executor, form, size):
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


GROUP = "cp.async.commit_group;\n"
FOUR = "".join(copy(k) + GROUP for k in range(4))


@pytest.mark.parametrize(("body", "there"), [
    *((f"{copy(0)}{wait}\n", [False]) for wait in (
        "", GROUP, "bar.sync 0;", "bar.warp.sync -1;", "cp.async.wait_group 0;", f"{GROUP}cp.async.wait_group 1;",
        "membar.cta;")),
    *((f"{copy(0)}{wait}\n", [True]) for wait in ("cp.async.wait_all;", f"{GROUP}cp.async.wait_group 0;")),
    # the last groups may be pending
    *((f"{FOUR}cp.async.wait_group {n};\n", [k < 4 - n for k in range(4)]) for n in (0, 1, 2, 3, 7)),
    # a group of several copies, and an empty one
    (copy(0) + copy(1) + GROUP + copy(2) + GROUP + GROUP + copy(3) + "cp.async.wait_group 2;\n",
     [True, True, False, False]),
    # the oldest copies are done when too many are on their way
    ("".join(copy(k) for k in range(40)), [k < 8 for k in range(40)]),
])  # fmt: skip
def test_copy_is_there_when_it_was_waited_for(executor, body, there):
    assert copied(executor, body, len(there)) == there


def test_source_is_read_when_the_copy_is_done(executor):
    body = START + copy(0) + "st.global.b32 [%rd3], 7;\ncp.async.wait_all;\nld.shared.b32 %r5, [%r3];"
    assert set(run(executor, kernel(body, SHARED, "%r5"), inp=INP).out) == {7}


def test_each_lane_waits_for_its_own_copies(executor):
    body = START + copy(0) + "cp.async.commit_group;\nsetp.lt.u32 %p1, %r0, 10;\n@%p1 cp.async.wait_all;\n"
    body += "setp.gt.u32 %p2, %r0, 20;\n@!%p2 bra END;\ncp.async.commit_group;\nEND: cp.async.wait_group 1;\n"
    ran = run(executor, kernel(body + "ld.shared.b32 %r5, [%r3];", SHARED, "%r5"), inp=INP)
    assert ran.out.tolist() == [1000 + lane if lane < 10 or lane > 20 else N for lane in range(32)]


def test_copies_of_one_block_do_not_reach_the_next(executor):
    body = START + "cp.async.wait_all;\nld.shared.b32 %r5, [%r3];\n" + copy(0) + "cp.async.commit_group;"
    assert set(run(executor, kernel(body, SHARED, "%r5"), inp=INP, grid=(6, 1, 1)).clean_out) == {N}


def test_warps_have_copies_of_their_own(executor):
    body = START + copy(0) + "setp.lt.u32 %p1, %r0, 32;\n@%p1 cp.async.wait_all;\nld.shared.b32 %r5, [%r3];"
    ran = run(executor, kernel(body, SHARED, "%r5"), inp=INP, block=(64, 1, 1))
    assert ran.out.tolist() == list(range(1000, 1032)) + [N] * 32


def test_bytes_that_are_not_read_become_zeros(executor):
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


def test_out_of_bounds(executor):
    body = "mov.b32 %r3, one;\ncp.async.ca.shared.global [%r3], [%rd1+4], 4;\ncp.async.wait_all;\n"
    body += "ld.shared.b32 %r5, [%r3];\ncp.async.ca.shared.global [%r3+4], [%rd1], 4;\n"
    body += "cp.async.ca.shared.global [%r3+2], [%rd1], 4;\ncp.async.wait_all;"
    module = ".shared .align 16 .b32 one;\n"
    ran = run(executor, kernel(body, module, "%r5"), inp=np.array([1], np.uint32))
    assert ran.reasons == ["oob-read", "oob-write", "misaligned-access"]
    assert [each.space for each in ran.report.faults] == ["global", "shared", "shared"]
    assert "0x4 (0 bytes past the end of shared memory, 4 bytes)" in ran.report.faults[1].message
    assert set(ran.out) == {N}


@pytest.mark.parametrize(("body", "rule"), [
    ("cp.async.ca.shared.global [s], [%rd1], 3;", "the copy size must be one of the constants (4, 8, 16)"),
    ("cp.async.cg.shared.global [s], [%rd1], 8;", "the copy size must be one of the constants (16,)"),
    ("cp.async.ca.shared.global [s], [%rd1], %r1;", "the copy size must be one of the constants"),
    ("cp.async.ca.shared.global [%rd1], [s], 4;", "s is a .shared variable"),
    ("cp.async.ca.shared.global [s], [%rd1], 4, %r1, %rd2;", "a cache policy needs .L2::cache_hint"),
    ("cp.async.wait_group %r1;", "the number of groups must be a constant"),
    ("cp.async.wait_group -1;", "the number of groups must be a constant"),
    ("cp.async.wait_group;", "operands not understood"),
])  # fmt: skip
def test_refused(executor, body, rule):
    check_refused(executor, kernel(body, SHARED), rule, body)


OPERATIONS = {
    **{f"add.{kind}": kind for kind in ("u32", "s32", "u64", "f32", "f64")},
    "add.noftz.f16": "f16",
    "add.noftz.bf16": "bf16",
    **{f"{name}.{kind}": kind for name in ("min", "max") for kind in ("u32", "s32", "u64", "s64")},
    **{f"{name}.{kind}": kind for name in ("and", "or", "xor") for kind in ("b32", "b64")},
    **{f"{name}.u32": "u32" for name in ("inc", "dec")},
}
N_BYTES = 64
# each thread copies its words of the source to shared memory, and of the old values to `out`
BULK_START = """
.shared .align 16 .b8 source[64];
mov.u32 %r2, source;
mad.lo.u32 %r3, %r0, 4, %r2;
setp.lt.u32 %p1, %r0, 16;
setp.eq.u32 %p0, %r0, 0;
mad.wide.u32 %rd3, %r0, 4, %rd1;
@%p1 ld.global.b32 %r4, [%rd3];
@%p1 st.shared.b32 [%r3], %r4;
"""


def test_every_operation_and_type_is_that_of_an_atomic(executor):
    """Atomics are compared with a GPU: `tests.agreement.test_gpu_vectors`. The second half of ``out`` gets them."""
    generator = np.random.default_rng(4)
    values = generator.standard_normal(8).astype(np.float32)
    values[:2] = (1e-39, -2.0)
    source = np.concatenate([values.view(np.uint8), generator.integers(0, 124, 32, np.uint8)])
    old = generator.integers(0, 124, N_BYTES * len(OPERATIONS), np.uint8)
    body = [BULK_START, "fence.proxy.async;\nbar.sync 0;"]
    for k, (operation, kind) in enumerate(OPERATIONS.items()):
        bits, at = int(kind.lstrip("busf")), N_BYTES * k
        register = {16: "%h0", 32: "%r6", 64: "%rd6"}[bits]
        opcode = f"cp.reduce.async.bulk.global.shared::cta.bulk_group.{operation}"
        body.append(f"""
@%p0 {opcode} [%rd0+{at}], [%r2], {N_BYTES};
mad.lo.u32 %r7, %r0, {bits // 8}, %r2;
mad.wide.u32 %rd5, %r0, {bits // 8}, %rd0;
setp.lt.u32 %p2, %r0, {N_BYTES * 8 // bits};
@%p2 ld.shared.b{bits} {register}, [%r7];
@%p2 red.global.{operation} [%rd5+{old.nbytes + at}], {register};""")
    body.append("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;")
    out = np.concatenate([old, old]).view(np.uint32)
    ran = run(executor, kernel("\n".join(body)), inp=source, out=out)
    found, wanted = ran.clean_out.view(np.uint8).reshape(2, len(OPERATIONS), N_BYTES)
    assert [operation for k, operation in enumerate(OPERATIONS) if (found[k] != wanted[k]).any()] == []
    assert (found != old.reshape(found.shape)).any(axis=1).all()


ADD = "@%p0 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd0], [%r2], 16;\n"
DONE = "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;"


@pytest.mark.parametrize(("wait", "expected"), [(DONE, 11), ("", 1)])
def test_takes_effect_when_it_is_waited_for(executor, wait, expected):
    """Without a wait it is done after the last instruction at the latest: memory read before that is old."""
    body = BULK_START + "@%p1 st.global.b32 [%rd2], 1;\nfence.proxy.async;\nbar.sync 0;\n" + ADD + wait
    body += "\n@%p0 ld.global.b32 %r6, [%rd0];\n@%p0 st.global.b32 [%rd0+64], %r6;"
    out = run(executor, kernel(body), inp=np.full(32, 10, np.uint32), n_out=32).out
    assert out[16] == expected


def test_blocks_add_to_one_place_without_a_race(executor):
    body = BULK_START + "fence.proxy.async;\nbar.sync 0;\n" + ADD + DONE
    options = {"grid": (5, 1, 1), "n_out": 4, "watch": Watch(races=True)}
    ran = run(executor, kernel(body), inp=np.full(32, 3, np.uint32), **options)
    assert ran.report.faults == ()
    assert set(ran.out - ran.out[0]) == {0}
