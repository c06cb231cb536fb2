"""``cp.async`` and ``cp.reduce.async.bulk``: done when the thread has waited for them, and not before."""

from __future__ import annotations

import numpy as np
import pytest

from harness.ptx.launch.watch import Watch
from tests.ptx.ptx_text import Ran, check_refused, kernel, run

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


@pytest.mark.parametrize(
    "wait",
    ["", "cp.async.commit_group;", "bar.sync 0;", "bar.warp.sync -1;", "cp.async.wait_group 0;",
     "cp.async.commit_group;\ncp.async.wait_group 1;", "membar.cta;"],
)  # fmt: skip
def test_copy_that_was_not_waited_for_is_not_there(executor, wait):
    assert copied(executor, copy(0) + wait + "\n", 1) == [False]


@pytest.mark.parametrize("wait", ["cp.async.wait_all;", "cp.async.commit_group;\ncp.async.wait_group 0;"])
def test_copy_that_was_waited_for_is_there(executor, wait):
    assert copied(executor, copy(0) + wait + "\n", 1) == [True]


@pytest.mark.parametrize("pending", [0, 1, 2, 3, 7])
def test_last_groups_may_be_pending(executor, pending):
    body = "".join(copy(k) + "cp.async.commit_group;\n" for k in range(4))
    found = copied(executor, body + f"cp.async.wait_group {pending};\n", 4)
    assert found == [k < 4 - pending for k in range(4)]


def test_group_of_several_copies_and_empty_groups(executor):
    body = copy(0) + copy(1) + "cp.async.commit_group;\n" + copy(2) + "cp.async.commit_group;\n"
    body += "cp.async.commit_group;\n" + copy(3) + "cp.async.wait_group 2;\n"
    assert copied(executor, body, 4) == [True, True, False, False]


def test_source_is_read_when_the_copy_is_done(executor):
    body = START + copy(0) + "st.global.b32 [%rd3], 7;\ncp.async.wait_all;\nld.shared.b32 %r5, [%r3];"
    assert set(run(executor, kernel(body, SHARED, "%r5"), inp=INP).out) == {7}


def test_oldest_copy_is_done_when_too_many_are_on_their_way(executor):
    body = "".join(copy(k) for k in range(40))
    assert copied(executor, body, 40) == [k < 8 for k in range(40)]


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
    ran: Ran = run(executor, kernel(body, module, "%r5"), inp=np.array([1], np.uint32))
    assert ran.reasons == ["oob-read", "oob-write", "misaligned-access"]
    assert [each.space for each in ran.report.faults] == ["global", "shared", "shared"]
    assert "0x4 (0 bytes past the end of shared memory, 4 bytes)" in ran.report.faults[1].message
    assert set(ran.out) == {N}


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        ("cp.async.ca.shared.global [s], [%rd1], 3;", "the copy size must be one of the constants (4, 8, 16)"),
        ("cp.async.cg.shared.global [s], [%rd1], 8;", "the copy size must be one of the constants (16,)"),
        ("cp.async.ca.shared.global [s], [%rd1], %r1;", "the copy size must be one of the constants"),
        ("cp.async.ca.shared.global [%rd1], [s], 4;", "s is a .shared variable"),
        ("cp.async.ca.shared.global [s], [%rd1], 4, %r1, %rd2;", "a cache policy needs .L2::cache_hint"),
        ("cp.async.wait_group %r1;", "the number of groups must be a constant"),
        ("cp.async.wait_group -1;", "the number of groups must be a constant"),
        ("cp.async.wait_group;", "operands not understood"),
    ],
)  # fmt: skip
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


def combined(operation, kind, old, new):
    """Return the bytes of all elements combined; NaNs of halves are 0x7fff."""
    if kind == "bf16":
        # the sum in double is exact, or so near that it rounds alike
        with np.errstate(all="ignore"):
            x, y = ((each.view("u2").astype("u4") << 16).view("f4").astype("f8") for each in (old, new))
            bits = (x + y).astype("f4").view("u4")
        rounded = (bits + 0x7FFF + (bits >> 16 & 1) >> 16).astype("u2")
        return np.where(np.isnan(x + y), 0x7FFF, rounded).astype("u2").view(np.uint8)
    letter = {"b": "u", "u": "u", "s": "i", "f": "f"}[kind[0]]
    x, y = (each.view(f"{letter}{int(kind[1:]) // 8}") for each in (old, new))
    if kind == "f32":
        tiny = np.finfo("f4").tiny
        x, y = (np.where(np.abs(each) < tiny, np.copysign(np.float32(0), each), each) for each in (x, y))
    with np.errstate(all="ignore"):
        results = {
            "add": lambda: x + y,
            "min": lambda: np.minimum(x, y),
            "max": lambda: np.maximum(x, y),
            "and": lambda: x & y,
            "or": lambda: x | y,
            "xor": lambda: x ^ y,
            "inc": lambda: np.where(x >= y, 0, x + 1),
            "dec": lambda: np.where((x == 0) | (x > y), y, x - 1),
        }
        result = np.ascontiguousarray(results[operation.partition(".")[0]]().astype(x.dtype))
    if kind == "f16":
        result = np.where(np.isnan(result), 0x7FFF, result.view("u2")).astype("u2")
    return result.view(np.uint8)


def test_every_operation_and_type(executor):
    generator = np.random.default_rng(3)
    values = generator.standard_normal(8).astype("f4")
    values[:2] = (1e-39, -2.0)
    source = np.concatenate([values.view(np.uint8), generator.integers(0, 124, 32, np.uint8)])
    old = [generator.integers(0, 124, N_BYTES, np.uint8) for _ in OPERATIONS]
    body = [BULK_START]
    for k in range(len(OPERATIONS)):
        body.append(f"@%p1 ld.global.b32 %r5, [%rd3+{N_BYTES * (k + 1)}];")
        body.append(f"mad.wide.u32 %rd4, %r0, 4, %rd0;\n@%p1 st.global.b32 [%rd4+{N_BYTES * k}], %r5;")
    body.append("fence.proxy.async;\nbar.sync 0;")
    for k, operation in enumerate(OPERATIONS):
        opcode = f"cp.reduce.async.bulk.global.shared::cta.bulk_group.{operation}"
        body.append(f"@%p0 {opcode} [%rd0+{N_BYTES * k}], [%r2], {N_BYTES};")
    body.append("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;")
    inp = np.concatenate([source, *old])
    out = run(executor, kernel("\n".join(body)), inp=inp, n_out=N_BYTES // 4 * len(OPERATIONS)).clean_out
    found = out.view(np.uint8).reshape(-1, N_BYTES)
    wrong = [
        operation
        for k, (operation, kind) in enumerate(OPERATIONS.items())
        if (found[k] != combined(operation, kind, old[k], source)).any()
    ]
    assert wrong == []


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
    ran = run(
        executor,
        kernel(body),
        inp=np.full(32, 3, np.uint32),
        grid=(5, 1, 1),
        n_out=4,
        watch=Watch(races=True),
    )
    assert ran.report.faults == ()
    assert set(ran.out - ran.out[0]) == {0}
