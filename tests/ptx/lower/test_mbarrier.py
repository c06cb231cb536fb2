"""mbarrier objects, what completes on them, and what is said when they are used wrongly."""

import numpy as np
import pytest

from harness.ptx.launch.watch import UNWATCHED, Watch
from tests.ptx.ptx_text import Example, check_refused, kernel, line_of, run
from tests.ptx.test_cuda_sources import RACES, RANDOM, Run, ptx, zeros

MODULE = ".shared .align 8 .b64 bar;\n.shared .align 8 .b64 bar2;\n.shared .align 16 .b8 v[4096];\n"
ASYNC = "shared::cluster.mbarrier::complete_tx::bytes"
LANE = np.arange(32)

_OWN = ".shared .align 8 .b64 mb; .shared .align 16 .b8 w[512]; mov.u32 %r3, mb; mov.u32 %r4, w; "
_LOCAL = _OWN + "setp.eq.u32 %p9, %r0, 0; "
_WAIT = "W: mbarrier.try_wait.parity.shared.b64 %p1, [%r3], 0; @!%p1 bra W; "
EXAMPLES = {
    "mbarrier": Example(_LOCAL + "mbarrier.init.shared.b64 [%r3], 32; mbarrier.arrive.shared.b64 %rd5, [%r3]; "
        "W: mbarrier.test_wait.shared.b64 %p1, [%r3], %rd5; @!%p1 bra W; "
        "mbarrier.pending_count.b64 %r2, %rd5; @%p9 mbarrier.inval.shared.b64 [%r3];", 32 - LANE, result="%r2"),
    "mbarrier-copies": Example(_OWN + "mbarrier.init.shared.b64 [%r3], 32; mad.lo.u32 %r4, %r0, 4, %r4; "
        "cp.async.ca.shared.global [%r4], [%rd1], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [%r3]; "
        + _WAIT + "ld.shared.b32 %r2, [%r4];", 7, result="%r2"),
    "bulk-copies": Example(
        _LOCAL + "mbarrier.init.shared.b64 [%r3], 1; st.shared.b32 [%r4], 7; st.shared.b32 [%r4+12], 9; "
        "@%p9 mbarrier.arrive.expect_tx.shared.b64 _, [%r3], 16; add.u32 %r5, %r4, 16; "
        "@%p9 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r5], [%r4], 16, [%r3]; "
        + _WAIT + "@%p9 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r5], 16; "
        "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; bar.sync 0; ld.global.b32 %r2, [%rd0+12];",
        9, result="%r2"),
    "bulk-reductions": Example(
        _LOCAL + "mbarrier.init.shared.b64 [%r3], 1; st.shared.b32 [%r4], 7; st.shared.b32 [%r4+16], 9; "
        "st.shared.b32 [%r4+28], 5; @%p9 mbarrier.arrive.expect_tx.shared.b64 _, [%r3], 16; add.u32 %r5, %r4, 16; "
        "@%p9 cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 "
        "[%r5], [%r4], 16, [%r3]; " + _WAIT + "st.global.b32 [%rd2], 4; bar.sync 0; "
        "@%p9 cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%rd2], [%r5], 16; "
        "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; bar.sync 0; ld.global.b32 %r2, [%rd0];",
        16, result="%r2"),
    "red-async-global": Example(
        "st.global.b32 [%rd2], 40; red.async.release.gpu.global.add.u32 [%rd2], 2; ld.global.b32 %r2, [%rd2];",
        42, result="%r2"),
    "bulk-prefetch": Example("cp.async.bulk.prefetch.L2.global [%rd1], 16; mov.u32 %r2, 1;", 1, result="%r2"),
    "bulk-multicast": Example(_LOCAL + "mbarrier.init.shared.b64 [%r3], 1; mov.b16 %h0, 1; "
        "@%p9 mbarrier.arrive.expect_tx.shared.b64 _, [%r3], 32; cvta.to.global.u64 %rd5, %rd0; "
        "st.global.b32 [%rd2], 3; bar.sync 0; add.u32 %r5, %r4, 16; "
        "@%p9 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r4], [%rd5], 16, [%r3]; "
        "@%p9 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%r5], [%rd5], 16, [%r3], %h0; " + _WAIT + "ld.shared.b32 %r2, [%r4+28];", 3, result="%r2"),
    "fences-of-barriers": Example(
        "fence.mbarrier_init.release.cluster; fence.acquire.sync_restrict::shared::cluster.cluster; "
        "fence.release.sync_restrict::shared::cta.cluster; fence.proxy.async.shared::cluster; "
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; "
        "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster; mov.u32 %r2, 1;", 1, result="%r2"),
}  # fmt: skip

INIT = """
mov.u32 %r2, bar;
mov.u32 %r3, v;
mov.u32 %r4, %ntid.x;
setp.eq.u32 %p0, %r0, 0;
@%p0 mbarrier.init.shared::cta.b64 [%r2], %r4;
bar.sync 0;
"""


def threads(executor, body, n=32, result="", **options):
    return run(executor, kernel(INIT + body, MODULE, result), block=(n, 1, 1), **options)


def wait(parity=0, barrier="%r2", form="try_wait.parity"):
    """Return a loop that waits; call it once a body, or give the label a scope of its own."""
    return f"{{\nW: mbarrier.{form}.shared::cta.b64 %p1, [{barrier}], {parity};\n@!%p1 bra W;\n}}\n"


@pytest.mark.parametrize("schedule", [None, 1, 2, 3])
@pytest.mark.parametrize("n", [1, 32, 100, 256])
@pytest.mark.parametrize(
    "form", ["try_wait", "test_wait", "try_wait.acquire.cta", "test_wait.relaxed.cluster"]
)
def test_writes_before_are_seen_after(workers, n, form, schedule):
    body = f"""
mad.lo.u32 %r5, %r0, 4, %r3;
st.shared.b32 [%r5], %r0;
mbarrier.arrive.shared.b64 %rd5, [%r2];
{wait("%rd5", form=form)}
sub.u32 %r6, %r4, %r0;
sub.u32 %r6, %r6, 1;
mad.lo.u32 %r5, %r6, 4, %r3;
ld.shared.b32 %r7, [%r5];
"""
    ran = threads(workers, body, n, "%r7", watch=Watch(schedule=schedule))
    assert ran.clean_out.tolist() == [n - 1 - t for t in range(n)]


def test_many_phases(workers):
    body = f"""
mov.u32 %r10, 0;
mov.u32 %r7, %r0;
LOOP:
mad.lo.u32 %r5, %r0, 4, %r3;
st.shared.b32 [%r5], %r7;
and.b32 %r8, %r10, 1;
mbarrier.arrive.release.cta.shared::cta.b64 _, [%r2];
{wait("%r8")}
xor.b32 %r6, %r0, 32;
mad.lo.u32 %r5, %r6, 4, %r3;
ld.shared.b32 %r7, [%r5];
add.u32 %r7, %r7, 1;
bar.sync 0;
add.u32 %r10, %r10, 1;
setp.lt.u32 %p2, %r10, 7;
@%p2 bra LOOP;
"""
    assert threads(workers, body, 64, "%r7").clean_out.tolist() == [(t ^ 32) + 7 for t in range(64)]


def on_a_barrier(body, threads, expected, result="%r7"):
    return Example(INIT + body, expected, MODULE, threads, result)


VALUES = {
    **EXAMPLES,
    # the phase before the first one counts as complete
    "parity of a fresh barrier": on_a_barrier("""
mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r2], 1;
mbarrier.test_wait.parity.shared::cta.b64 %p2, [%r2], 0;
selp.u32 %r5, 1, 0, %p1;
@%p2 add.u32 %r5, %r5, 10;
""", 32, 1, "%r5"),
    "generic addresses": on_a_barrier("""
cvt.u64.u32 %rd5, %r2;
cvta.shared.u64 %rd5, %rd5;
mbarrier.arrive.b64 %rd6, [%rd5];
W: mbarrier.try_wait.b64 %p1, [%rd5], %rd6, 1000;
@!%p1 bra W;
mov.u32 %r5, 1;
""", 64, 1, "%r5"),
    # thread 0 arrives for all; the states show what was missing
    "counts": on_a_barrier("mov.b64 %rd5, 0;" + f"""
mbarrier.pending_count.b64 %r7, %rd5;
@!%p0 bra WAIT;
mbarrier.arrive.noComplete.shared::cta.b64 %rd5, [%r2], 10;
mbarrier.pending_count.b64 %r7, %rd5;
mbarrier.arrive.shared::cta.b64 %rd5, [%r2], 22;
mbarrier.pending_count.b64 %r8, %rd5;
mad.lo.u32 %r7, %r7, 100, %r8;
WAIT:
{wait(0)}
selp.u32 %r7, %r7, 0, %p0;
""", 32, [3222] + [0] * 31),
    # all have arrived, yet warp 0 only gets on when warp 1 has completed the bytes
    "transactions hold the phase": on_a_barrier(f"""
setp.ge.u32 %p3, %r0, 32;
@%p0 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r2], 64;
mbarrier.arrive.shared::cta.b64 _, [%r2];
mbarrier.test_wait.parity.shared::cta.b64 %p4, [%r2], 0;
@%p4 trap;
bar.sync 0;
@%p3 bra HIGH;
{wait(0)}
ld.shared.b32 %r7, [v];
bra END;
HIGH:
st.shared.b32 [v], 5;
mbarrier.complete_tx.shared::cta.b64 [%r2], 2;
{wait(0)}
mov.u32 %r7, 6;
END:
""", 64, [5] * 32 + [6] * 32),
    "bytes may come before they are expected": on_a_barrier(f"""
@%p0 mbarrier.complete_tx.shared::cta.b64 [%r2], 1048575;
bar.sync 0;
@%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 1048575;
@!%p0 mbarrier.arrive.shared::cta.b64 _, [%r2];
{wait(0)}
mov.u32 %r7, 1;
""", 64, 1),
    "wide reduction": on_a_barrier(f"""
mov.b64 %rd7, 0x100000000;
@%p0 st.shared.b64 [%r3], %rd7;
bar.sync 0;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 8;
red.async.relaxed.cluster.{ASYNC}.add.u64 [%r3], %rd7, [%r2];
{wait(0)}
ld.shared.b32 %r7, [%r3+4];
""", 32, 33),
    # 2048 stores, of which the first ones are done before anybody waits
    "more operations than are kept": on_a_barrier(f"""
mov.u32 %r10, 0;
LOOP:
mad.lo.u32 %r5, %r10, 256, %r3;
mad.lo.u32 %r5, %r0, 4, %r5;
mbarrier.expect_tx.shared::cta.b64 [%r2], 4;
st.async.{ASYNC}.b32 [%r5], %r10, [%r2];
add.u32 %r10, %r10, 1;
setp.lt.u32 %p2, %r10, 16;
@%p2 bra LOOP;
mbarrier.arrive.shared::cta.b64 _, [%r2];
{wait(0)}
ld.shared.b32 %r7, [%r5];
ld.shared.b32 %r8, [%r5-3840];
mad.lo.u32 %r7, %r8, 100, %r7;
""", 64, 15),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value_of_each_thread(executor, name):
    VALUES[name].check(executor)


def test_dropped_threads_are_not_expected_again(executor):
    # the upper half leaves in the first phase, the lower goes on for two more
    body = f"""
setp.ge.u32 %p3, %r0, 32;
@%p3 mbarrier.arrive_drop.shared::cta.b64 _, [%r2];
@%p3 bra END;
mbarrier.arrive.shared::cta.b64 _, [%r2];
{wait(0)}
mbarrier.arrive.shared::cta.b64 %rd5, [%r2];
mbarrier.pending_count.b64 %r7, %rd5;
{wait(1)}
mbarrier.arrive.shared::cta.b64 _, [%r2];
{wait(0)}
END:
"""
    ran = threads(executor, "mov.u32 %r7, 0;" + body, 64, "%r7")
    assert sorted(ran.clean_out.tolist()) == [0] * 32 + list(range(1, 33))


def test_lane_that_waits_for_a_lane_of_its_own_warp(executor):
    # lane 0 is the last to arrive, and its code lies behind the loop of the others
    body = f"""
@%p0 bra LATE;
mbarrier.arrive.shared::cta.b64 _, [%r2];
{wait(0)}
ld.shared.b32 %r7, [v];
bra END;
LATE:
st.shared.b32 [v], 9;
mbarrier.arrive.shared::cta.b64 _, [%r2];
mov.u32 %r7, 1;
END:
"""
    ran = threads(executor, body, 32, "%r7")
    assert ran.clean_out.tolist() == [1] + [9] * 31
    assert ran.report.steps < 1000


@pytest.mark.parametrize("schedule", [None, 1, 2, 3, 4, 5])
def test_phases_of_producers_and_consumers(workers, schedule):
    # warp 0 fills two buffers in turns, the others sum up
    text = kernel(
        """
mov.u32 %r2, full;
mov.u32 %r3, empty;
mov.u32 %r4, v;
setp.eq.u32 %p0, %r0, 0;
@!%p0 bra READY;
mbarrier.init.shared::cta.b64 [%r2], 1;
mbarrier.init.shared::cta.b64 [%r2+8], 1;
mbarrier.init.shared::cta.b64 [%r3], 64;
mbarrier.init.shared::cta.b64 [%r3+8], 64;
READY:
bar.sync 0;
mov.u32 %r5, 0;
mov.u32 %r6, 0;
LOOP:
and.b32 %r7, %r5, 1;
shr.u32 %r8, %r5, 1;
and.b32 %r8, %r8, 1;
xor.b32 %r9, %r8, 1;
mad.lo.u32 %r10, %r7, 8, %r2;
mad.lo.u32 %r11, %r7, 8, %r3;
mad.lo.u32 %r12, %r7, 4, %r4;
setp.ge.u32 %p3, %r0, 32;
@%p3 bra CONSUME;
@!%p0 bra NEXT;
E: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r11], %r9;
@!%p1 bra E;
mad.lo.u32 %r13, %r5, %r5, 1;
st.shared.b32 [%r12], %r13;
mbarrier.arrive.shared::cta.b64 _, [%r10];
bra NEXT;
CONSUME:
F: mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r10], %r8;
@!%p1 bra F;
ld.shared.b32 %r13, [%r12];
add.u32 %r6, %r6, %r13;
mbarrier.arrive.shared::cta.b64 _, [%r11];
NEXT:
add.u32 %r5, %r5, 1;
setp.lt.u32 %p2, %r5, 9;
@%p2 bra LOOP;
""",
        ".shared .align 8 .b64 full[2];\n.shared .align 8 .b64 empty[2];\n.shared .align 4 .b8 v[8];\n",
        "%r6",
    )
    ran = run(workers, text, block=(96, 1, 1), watch=Watch(schedule=schedule))
    assert ran.clean_out.tolist() == [0] * 32 + [sum(k * k + 1 for k in range(9))] * 64


INPUT = np.arange(100, 1124, dtype=np.uint32)
COPY = """
mad.lo.u32 %r5, %r0, 4, %r3;
mad.wide.u32 %rd5, %r0, 4, %rd1;
cp.async.ca.shared.global [%r5], [%rd5], 4;
"""
NEIGHBOUR = "xor.b32 %r6, %r0, 33;\nmad.lo.u32 %r5, %r6, 4, %r3;\nld.shared.b32 %r7, [%r5];\n"


NOINC = "cp.async.mbarrier.arrive.noinc.shared.b64 [%r2];\n"
BULK_IN = """
@%p0 mbarrier.expect_tx.shared::cta.b64 [%r2], 256;
@%p0 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 256, [%r2];
mbarrier.arrive.shared::cta.b64 _, [%r2];
"""
SENT = [100 + (t ^ 33) for t in range(64)]
COPIES = {
    "arrive as threads do": (COPY + "cp.async.mbarrier.arrive.shared.b64 [%r2];\n"
        + "mbarrier.arrive.shared::cta.b64 _, [%r2];\n" + wait() + NEIGHBOUR, SENT),
    "arrive in place of threads": (COPY + NOINC + wait() + NEIGHBOUR, SENT),
    "are not there before a wait": (COPY + NOINC + "bar.sync 0;\n" + NEIGHBOUR, 0xFFFFFFFF),
    "after the arrival are not waited for": (
        COPY + NOINC + "cp.async.ca.shared.global [%r5+256], [%rd5+256], 4;\n" + wait()
        + "ld.shared.b32 %r7, [%r5];\nld.shared.b32 %r8, [%r5+256];\nand.b32 %r7, %r7, %r8;",
        [100 + t for t in range(64)]),
    "in bulk": (BULK_IN + wait() + NEIGHBOUR, SENT),
    "in bulk, in the window of the cluster": (
        BULK_IN.replace("bulk.shared::cta", "bulk.shared::cluster") + wait() + NEIGHBOUR, SENT),
    "of nothing arrive": (BULK_IN.replace("256", "0") + wait() + "mov.u32 %r7, 1;", 1),
    "in bulk are not there before a wait": (BULK_IN + "bar.sync 0;\n" + NEIGHBOUR, 0xFFFFFFFF),
}  # fmt: skip


@pytest.mark.parametrize("name", COPIES)
def test_copies(executor, name):
    body, expected = COPIES[name]
    found = threads(executor, body, 64, "%r7", inp=INPUT).clean_out
    np.testing.assert_array_equal(found, np.broadcast_to(expected, 64))


BULK_OUT = """
mad.lo.u32 %r5, %r0, 4, %r3;
st.shared.b32 [%r5], %r0;
fence.proxy.async.shared::cta;
bar.sync 0;
@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r3], 128;
cp.async.bulk.commit_group;
@%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd0+128], [%r3+128], 128;
cp.async.bulk.commit_group;
"""


@pytest.mark.parametrize(("wait_for", "n_there"), [
    ("wait_group 0", 64), ("wait_group.read 0", 64), ("wait_group 1", 32), ("wait_group 2", 0), ("", 0),
])  # fmt: skip
def test_bulk_groups(executor, wait_for, n_there):
    ran = threads(executor, BULK_OUT + (f"cp.async.bulk.{wait_for};" if wait_for else ""), 64)
    assert ran.clean_out.tolist() == list(range(n_there)) + [0xFFFFFFFF] * (64 - n_there)


def test_bulk_copy_to_a_peer_and_to_several(workers):
    # every rank sends its 64 words to the next one, and rank 0 its input to all
    body = """
mov.u32 %r8, %cluster_ctarank;
mov.u32 %r9, %ctaid.x;
mad.lo.u32 %r5, %r0, 4, %r3;
mad.lo.u32 %r6, %r9, 100, %r0;
st.shared.b32 [%r5], %r6;
@%p0 mbarrier.expect_tx.shared::cta.b64 [%r2], 512;
barrier.cluster.arrive;
barrier.cluster.wait;
add.u32 %r10, %r8, 1;
and.b32 %r10, %r10, 3;
mapa.shared::cluster.u32 %r11, %r3, %r10;
mapa.shared::cluster.u32 %r12, %r2, %r10;
@!%p0 bra SENT;
cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r11+1024], [%r3], 256, [%r12];
setp.ne.u32 %p3, %r8, 0;
@%p3 bra SENT;
mov.b16 %h0, 15;
cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint
  [%r3+2048], [%rd1], 256, [%r2], %h0, %rd5;
SENT:
mbarrier.arrive.shared::cta.b64 _, [%r2];
W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p1, [%r2], 0;
@!%p1 bra W;
ld.shared.b32 %r6, [%r5+1024];
ld.shared.b32 %r7, [%r5+2048];
mad.lo.u32 %r6, %r7, 10000, %r6;
mov.u32 %r13, %ntid.x;
mad.lo.u32 %r13, %r9, %r13, %r0;
mad.wide.u32 %rd2, %r13, 4, %rd0;
st.global.b32 [%rd2], %r6;
barrier.cluster.arrive;
barrier.cluster.wait;
"""
    ran = threads(workers, body, 64, inp=INPUT, grid=(8, 1, 1), cluster=(4, 1, 1), n_out=512)
    assert ran.report.faults == ()
    expected = [(b // 4 * 4 + (b + 3) % 4) * 100 + t + (100 + t) * 10000 for b in range(8) for t in range(64)]
    assert ran.out.tolist() == expected


@pytest.mark.parametrize(("store", "size", "expected"), [
    (f"st.async.weak.{ASYNC}.b32 [%r5], %r0, [%r2];", 4, lambda t: (t, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF)),
    (f"st.async.weak.{ASYNC}.u64 [%r5], %rd7, [%r2];", 8, lambda t: (t, 7, 0xFFFFFFFF, 0xFFFFFFFF)),
    (f"st.async.weak.{ASYNC}.v2.f32 [%r5], {{%f0, %f1}}, [%r2];", 8,
     lambda _: (0x3F800000, 0x40000000, 0xFFFFFFFF, 0xFFFFFFFF)),
    (f"st.async.weak.{ASYNC}.v4.b32 [%r5], {{%r0, %r10, %r0, %r10}}, [%r2];", 16, lambda t: (t, 7, t, 7)),
    (f"st.async.{ASYNC}.v2.b64 [%r5], {{%rd7, %rd7}}, [%r2];", 16, lambda t: (t, 7, t, 7)),
])  # fmt: skip
def test_stores_that_complete(executor, store, size, expected):
    body = f"""
mad.lo.u32 %r5, %r0, 16, %r3;
mov.u32 %r10, 7;
mov.b64 %rd7, {{%r0, %r10}};
mov.f32 %f0, 0f3f800000;
mov.f32 %f1, 0f40000000;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], {size};
{store}
{wait(0)}
xor.b32 %r6, %r0, 1;
mad.lo.u32 %r5, %r6, 16, %r3;
ld.shared.v4.b32 {{%r11, %r12, %r13, %r14}}, [%r5];
mad.wide.u32 %rd2, %r0, 16, %rd0;
st.global.v4.b32 [%rd2], {{%r11, %r12, %r13, %r14}};
"""
    ran = threads(executor, body, n_out=128)
    assert [tuple(row) for row in ran.clean_out.reshape(32, 4)] == [expected(t ^ 1) for t in range(32)]


@pytest.mark.parametrize(("operation", "start", "expected"), [
    ("add.u32", 5, 5 + 496), ("min.s32", 5, 0), ("max.u32", 5, 31), ("and.b32", 0xFF, 0), ("or.b32", 64, 95),
    ("xor.b32", 1, 1), ("inc.u32", 5, None), ("dec.u32", 5, None),
])  # fmt: skip
def test_reductions_that_complete(executor, operation, start, expected):
    body = f"""
@%p0 st.shared.b32 [%r3], {start};
bar.sync 0;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r2], 4;
red.async.relaxed.cluster.{ASYNC}.{operation} [%r3], %r0, [%r2];
{wait(0)}
ld.shared.b32 %r7, [%r3];
"""
    if expected is None:
        expected = start
        for value in range(32):
            if operation.startswith("inc"):
                expected = 0 if expected >= value else expected + 1
            else:
                expected = value if expected == 0 or expected > value else expected - 1
    assert set(threads(executor, body, result="%r7").clean_out) == {expected}


def only_fault(ran, reason="invalid-barrier"):
    assert ran.reasons == [reason]
    return ran.report.faults[0].message


USES = {
    "arrive": "mbarrier.arrive.shared::cta.b64 %rd5, [%r2]; // here",
    "drop": "mbarrier.arrive_drop.shared::cta.b64 _, [%r2]; // here",
    "test": "mbarrier.test_wait.parity.shared::cta.b64 %p1, [%r2], 0; // here",
    "try": "mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r2], 0; // here",
    "expect": "mbarrier.expect_tx.shared::cta.b64 [%r2], 4; // here",
    "complete": "mbarrier.complete_tx.shared::cta.b64 [%r2], 4; // here",
    "invalidate": "mbarrier.inval.shared::cta.b64 [%r2]; // here",
    "copies": "cp.async.mbarrier.arrive.shared.b64 [%r2]; // here",
    "store": f"st.async.{ASYNC}.b32 [v], %r0, [%r2]; // here",
    "bulk": "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [v], [%rd1], 16, [%r2]; // here",
}


@pytest.mark.parametrize("use", USES)
def test_barrier_that_is_not_initialised(executor, use):
    text = kernel("mov.u32 %r2, bar;\n" + USES[use], MODULE)
    ran = run(executor, text, block=(1, 1, 1), inp=INPUT)
    assert "no valid mbarrier at" in only_fault(ran)
    assert ran.report.faults[0].ptx_line == line_of(text, "// here")
    assert ran.report.completed


@pytest.mark.parametrize("before", ["mbarrier.inval.shared::cta.b64 [%r2];", "st.shared.b64 [%r2], 0;"])
def test_barrier_that_is_none_any_more(executor, before):
    text = kernel(INIT + f"@%p0 {before}\nbar.sync 0;\n" + USES["arrive"], MODULE)
    ran = run(executor, text, block=(64, 1, 1))
    assert "was invalidated, or was overwritten" in only_fault(ran)
    assert ran.report.faults[0].count == 64


def test_barrier_of_an_earlier_block(executor):
    # the second block finds nothing of the first one's barrier
    body = "mov.u32 %r2, bar;\nmov.u32 %r3, %ctaid.x;\nsetp.eq.u32 %p1, %r3, 0;\n"
    body += "@%p1 mbarrier.init.shared::cta.b64 [%r2], 1;\nmbarrier.arrive.shared::cta.b64 _, [%r2];"
    ran = run(executor, kernel(body, MODULE), block=(1, 1, 1), grid=(3, 1, 1))
    only_fault(ran)
    assert (ran.report.faults[0].block, ran.report.faults[0].count) == ((1, 0, 0), 2)


def test_loop_around_a_barrier_that_is_none_ends(executor):
    ran = run(executor, kernel("mov.u32 %r2, bar;\n" + wait(0), MODULE))
    only_fault(ran)
    assert ran.report.completed


BULK = "mov.u32 %r9, {}; cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r3+{}], [%rd1+{}], %r9, [%r2];"


@pytest.mark.parametrize(("body", "reason", "words"), [
    *((body, "invalid-barrier", words) for body, words in (
        ("mbarrier.init.shared::cta.b64 [bar2], 0;", "count of 0 for an mbarrier: it must be 1 to 1048575"),
        ("mbarrier.init.shared::cta.b64 [bar2], 1048576;", "count of 1048576 for an mbarrier"),
        ("mbarrier.init.b64 [%rd1], 1;", "it must lie in shared memory"),
        ("mbarrier.arrive.shared::cta.b64 _, [%r2], 0;", "count of 0 for an mbarrier"),
        ("mbarrier.arrive.shared::cta.b64 _, [%r2], 3;", "arrival of 3 at an mbarrier whose phase expects fewer"),
        ("mbarrier.arrive.noComplete.shared::cta.b64 %rd5, [%r2], 1;",
         "with .noComplete that completes the phase"),
        ("mbarrier.expect_tx.shared::cta.b64 [%r2], 1048576;", "after a change of 1048576"),
        ("mbarrier.complete_tx.shared::cta.b64 [%r2], 1048576;", "after a change of -1048576"),
        ("mbarrier.init.shared::cta.b64 [%r2], 7;", "is in use and initialised again"),
        ("mbarrier.init.shared::cta.b64 [bar2], 2;\nmbarrier.arrive.noComplete.shared::cta.b64 %rd5, [bar2], 1;\n"
         "mbarrier.arrive.shared::cta.b64 _, [bar2], 2;", "a thread too many arrives"),
    )),
    ("mbarrier.init.shared::cta.b64 [bar+8192], 1;", "oob-write", "past the end of shared memory"),
    ("mbarrier.init.shared::cta.b64 [bar+4], 1;", "misaligned-access", "misaligned"),
    (BULK.format(4112, 0, 0), "oob-read", "invalid global read of size 16"),
    (BULK.format(4096, 16, 0), "oob-write", "invalid shared write of size 16"),
    (BULK.format(64, 0, 4), "misaligned-access", "misaligned global access of size 16"),
    (BULK.format(64, 8, 0), "misaligned-access", "misaligned shared access of size 16"),
    (BULK.format(72, 0, 0), "misaligned-access", "bulk copy of 72 bytes: the size must be a multiple of 16"),
])  # fmt: skip
def test_misuse(executor, body, reason, words):
    assert words in only_fault(threads(executor, body, 1, inp=INPUT), reason)


def test_same_initialisation_by_every_thread_is_allowed(executor):
    body = "mov.u32 %r2, bar;\nmbarrier.init.shared::cta.b64 [%r2], 64;\nbar.sync 0;\n"
    body += "mbarrier.arrive.shared::cta.b64 _, [%r2];\n" + wait(0)
    assert run(executor, kernel(body, MODULE), block=(64, 1, 1)).report.faults == ()


def test_wait_at_the_barrier_of_a_peer(executor):
    body = """
barrier.cluster.arrive;
barrier.cluster.wait;
mov.u64 %rd5, bar;
cvta.shared.u64 %rd5, %rd5;
mapa.u64 %rd5, %rd5, 1;
mbarrier.arrive.b64 %rd6, [%rd5];
mbarrier.test_wait.b64 %p1, [%rd5], %rd6;
barrier.cluster.arrive;
barrier.cluster.wait;
"""
    ran = threads(executor, body, 32, grid=(2, 1, 1), cluster=(2, 1, 1))
    assert {
        "all but arrivals in that of the own block" in f.message for f in ran.report.faults if f.block[0] == 0
    } == {True}


def test_wait_that_never_ends_uses_the_budget_up(opened):
    executor = opened(n_workers=1, step_budget=1 << 16)
    text = kernel(INIT + "@%p0 mbarrier.arrive.shared::cta.b64 _, [%r2];\n" + wait(0) + "// loop", MODULE)
    ran = run(executor, text, block=(64, 1, 1))
    assert ran.reasons == ["hang"]
    assert not ran.report.completed


def test_sleeping_loop_that_never_ends_uses_the_budget_up(opened):
    executor = opened(n_workers=1, step_budget=1 << 16)
    text = kernel(
        "L: nanosleep.u32 20;\nld.volatile.global.b32 %r5, [%rd1];\nsetp.ne.u32 %p1, %r5, 0;\n@!%p1 bra L;"
    )
    assert run(executor, text, inp=np.zeros(1, np.uint32)).reasons == ["hang"]


def test_sleep_lets_the_rest_of_the_warp_go_first(executor):
    body = """
mov.u32 %r5, 0;
setp.eq.u32 %p0, %r0, 0;
@%p0 bra LATE;
L: nanosleep.u32 20;
ld.volatile.shared.b32 %r5, [v];
setp.ne.u32 %p1, %r5, 3;
@%p1 bra L;
bra END;
LATE: st.volatile.shared.b32 [v], 3;
END:
"""
    ran = run(executor, kernel(body, MODULE, "%r5"))
    assert ran.out.tolist() == [0] + [3] * 31
    assert ran.report.steps < 200


@pytest.mark.parametrize(("instruction", "rule"), [
    ("mbarrier.arrive.shared::cluster.b64 %rd5, [%r2];", "its destination must be _"),
    ("mbarrier.arrive.noComplete.shared.b64 %rd5, [%r2];", "which .expect_tx and .noComplete need"),
    ("mbarrier.arrive.expect_tx.shared.b64 %rd5, [%r2];", "which .expect_tx and .noComplete need"),
    ("mbarrier.arrive.shared.b64 %rd5, [%r2], 1, 2;", "an arrival takes one count"),
    ("mbarrier.test_wait.shared.b64 %p1, [%r2], %rd5, 9;", "for try_wait, a time"),
    ("mbarrier.test_wait.shared::cluster.b64 %p1, [%r2], %rd5;", "not known to the cpu device"),
    ("mbarrier.init.shared.b32 [%r2], 1;", "not known to the cpu device"),
    ("mbarrier.pending_count.b64 %r2;", "operands not understood"),
    ("cp.async.bulk.wait_group %r2;", "must be a constant of 32 bits"),
    ("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 24;", "must be a multiple of 16 (got 24)"),
    ("cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r2], 16, 1;", "this form has 3 operands (got 4)"),
    (f"st.async.{ASYNC}.v4.b64 [%r2], {{%rd1, %rd1, %rd1, %rd1}}, [%r2];", "up to 16 bytes are stored"),
    (f"st.async.{ASYNC}.v2.b32 [%r2], %r3, [%r2];", "as a vector of 2 (got 1 elements)"),
    (f"red.async.{ASYNC}.min.u64 [%r2], %rd1, [%r2];", "min is not defined for .u64"),
    (f"red.async.{ASYNC}.inc.s32 [%r2], %r1, [%r2];", "inc is not defined for .s32"),
    ("cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes [%r2], [%rd1, {%r3}], [%r4];",
     "not known to the cpu device"),
    ("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s64 [%rd1], [%r2], 16;", "is not defined for .s64"),
    ("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f32 [%rd1], [%r2], 16;", "is not defined for .f32"),
    ("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f16 [%rd1], [%r2], 16;", "need .noftz"),
    ("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f32 [%rd1], [%r2], 16;", "need .noftz"),
])  # fmt: skip
def test_refused(executor, instruction, rule):
    check_refused(executor, kernel(instruction), rule)


# sm_75 has no barriers of its own, sm_90 has all of them
two_archs = pytest.mark.parametrize("arch", [pytest.param("sm_75", marks=pytest.mark.slow), "sm_90"])


def library(executor, arch, entry, n_out, inp, threads, **options):
    # following what the long spinning of the barriers of sm_75 orders takes seconds
    options["watch"] = UNWATCHED if arch == "sm_75" else RACES
    return Run(executor, "barriers.cu", arch).launch(entry, zeros(n_out), inp, threads, **options)


@two_archs
@pytest.mark.parametrize("n", [32, 96, 256])
def test_library_copy_on_a_barrier(executor, arch, n):
    inp = RANDOM[: 2 * n]
    found = library(executor, arch, "copied", 2 * n, inp, n, blocks=2)
    np.testing.assert_array_equal(found, inp.reshape(2, n)[:, ::-1].reshape(-1))


@two_archs
def test_library_barriers_between_warps(executor, arch):
    inp = np.arange(1, 8, dtype=np.float32)
    expected = np.float32(0)
    for x in inp:
        expected = expected * 2 + x
    assert set(library(executor, arch, "produced", 64, inp, 96)) == {expected}


@two_archs
def test_library_barrier_that_threads_leave(executor, arch):
    found = library(executor, arch, "dropped", 128, zeros(1), 128)
    assert found.tolist() == [t // 32 for t in range(128)]


@two_archs
def test_library_pipeline(executor, arch):
    found = library(executor, arch, "piped", 512, RANDOM[:512], 64)
    np.testing.assert_array_equal(found, 2 * RANDOM[:512].reshape(-1, 64)[:, ::-1].reshape(-1))


@pytest.mark.slow
@pytest.mark.parametrize(("arch", "has"), [("sm_75", False), ("sm_80", True), ("sm_90", True)])
def test_library_uses_the_instructions_of_its_architecture(arch, has):
    assert ("mbarrier.init" in ptx("barriers.cu", arch)) == has


two_late_archs = pytest.mark.parametrize("arch", ["sm_90", pytest.param("sm_100", marks=pytest.mark.slow)])


@pytest.mark.slow
@two_late_archs
def test_library_cluster_sum(executor, arch):
    inp = np.arange(80, dtype=np.float32)
    run = Run(executor, "clusters.cu", arch)
    found = run.launch("summed", zeros(8 * 33), np.tile(inp[:10], 8), 33, blocks=8, n=10)
    expected = [inp[:10].sum() * 4 + 1000 * (b % 4) for b in range(8) for _ in range(33)]
    assert found.tolist() == expected


@two_late_archs
@pytest.mark.parametrize("size", [1, 2, 8])
def test_library_histogram_over_a_cluster(executor, arch, size):
    inp = np.random.default_rng(3).integers(0, 1000, 777, dtype=np.int32)
    run = Run(executor, "clusters.cu", arch)
    found = run.launch("histogram", zeros(32 * size, np.int32), inp, 64, blocks=size, cluster=(size, 1, 1))
    np.testing.assert_array_equal(found, np.bincount(inp % (32 * size), minlength=32 * size))


@two_late_archs
def test_library_stores_to_a_neighbour(executor, arch):
    run = Run(executor, "clusters.cu", arch)
    found = run.launch("sent", zeros(64, np.int32), zeros(1, np.int32), 64, blocks=16)
    assert found.tolist() == [100 * ((b % 8 ^ 1) + 1) + k for b in range(16) for k in range(4)]


@two_late_archs
def test_library_bulk_copies(executor, arch):
    inp = RANDOM[:768]
    found = Run(executor, "clusters.cu", arch).launch("bulk", zeros(768), inp, 96, blocks=3)
    np.testing.assert_array_equal(found, (inp.astype(np.float64) * 2 + 1).astype(np.float32))
