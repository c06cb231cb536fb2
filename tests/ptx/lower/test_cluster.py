"""Clusters: which block is which, their barrier, and shared memory of other blocks."""

import re

import numpy as np
import pytest

from harness.errors import LaunchError
from harness.ptx.launch.watch import Watch
from tests.ptx.ptx_text import Example, check_refused, kernel, line_of, run

SHARED = ".shared .align 16 .b8 v[1024];\n"
N = 0xFFFFFFFF

# %r2 is the rank, %r3 the block's index in an x-only grid, %r4 its number of threads, %rd2 the thread's own word of out
WHERE = """
mov.u32 %r2, %cluster_ctarank;
mov.u32 %r3, %ctaid.x;
mov.u32 %r4, %ntid.x;
mad.lo.u32 %r5, %r3, %r4, %r0;
mad.wide.u32 %rd2, %r5, 4, %rd0;
"""
SYNC = "barrier.cluster.arrive;\nbarrier.cluster.wait;\n"
# every thread writes block * 100 + thread to its own word of v, whose address is %r6
FILL = """
mov.u32 %r6, v;
mad.lo.u32 %r6, %r0, 4, %r6;
mad.lo.u32 %r7, %r3, 100, %r0;
st.shared.b32 [%r6], %r7;
"""


def clustered(executor, body, blocks, size, threads=32, **options):
    text = kernel(WHERE + body, SHARED, options.pop("result", ""))
    shape = {"grid": (blocks, 1, 1), "block": (threads, 1, 1), "cluster": (size, 1, 1)}
    return run(executor, text, **shape, n_out=blocks * threads, **options)


def special(executor, name, grid, cluster):
    """Return a special register of every block, blocks in the order of x, y, z."""
    body = f"""
mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ctaid.y; mov.u32 %r4, %ctaid.z;
mov.u32 %r5, %nctaid.x; mov.u32 %r6, %nctaid.y;
mad.lo.u32 %r3, %r4, %r6, %r3;
mad.lo.u32 %r2, %r3, %r5, %r2;
mad.wide.u32 %rd2, %r2, 4, %rd0;
mov.u32 %r7, %{name};
"""
    blocks = int(np.prod(grid))
    ran = run(executor, kernel(body, result="%r7"), grid=grid, block=(1, 1, 1), cluster=cluster, n_out=blocks)
    assert ran.report.faults == ()
    return [int(word) for word in ran.out]


GRID, CLUSTER = (4, 6, 2), (2, 3, 1)
EVERY = [(x, y, z) for z in range(2) for y in range(6) for x in range(4)]


@pytest.mark.parametrize(("name", "expected"), [
    ("cluster_ctaid.x", [x % 2 for x, y, z in EVERY]),
    ("cluster_ctaid.y", [y % 3 for x, y, z in EVERY]),
    ("cluster_ctaid.z", [0 for x, y, z in EVERY]),
    ("cluster_nctaid.x", [2 for x, y, z in EVERY]),
    ("cluster_nctaid.y", [3 for x, y, z in EVERY]),
    ("clusterid.x", [x // 2 for x, y, z in EVERY]),
    ("clusterid.y", [y // 3 for x, y, z in EVERY]),
    ("clusterid.z", [z for x, y, z in EVERY]),
    ("nclusterid.x", [2 for x, y, z in EVERY]),
    ("nclusterid.z", [2 for x, y, z in EVERY]),
    ("cluster_ctarank", [y % 3 * 2 + x % 2 for x, y, z in EVERY]),
    ("cluster_nctarank", [6 for x, y, z in EVERY]),
])  # fmt: skip
def test_place_in_the_cluster(workers, name, expected):
    assert special(workers, name, GRID, CLUSTER) == expected


@pytest.mark.parametrize(("name", "expected"), [
    ("cluster_ctaid.x", [0] * 4), ("cluster_nctaid.x", [1] * 4), ("clusterid.x", [0, 1, 2, 3]),
    ("nclusterid.x", [4] * 4), ("cluster_ctarank", [0] * 4), ("cluster_nctarank", [1] * 4),
])  # fmt: skip
def test_without_clusters_every_block_is_one(executor, name, expected):
    assert special(executor, name, (4, 1, 1), None) == expected


@pytest.mark.parametrize(("cluster", "expected"), [(None, 0), ((1, 1, 1), 1), ((2, 1, 1), 1)])
def test_explicit_cluster(executor, cluster, expected):
    body = "mov.pred %p1, %is_explicit_cluster;\nselp.b32 %r5, 1, 0, %p1;"
    ran = run(executor, kernel(body, result="%r5"), grid=(2, 1, 1), block=(1, 1, 1), cluster=cluster)
    assert ran.out.tolist() == [expected]


READS = {
    "shared address": """
xor.b32 %r8, %r2, 1;
mapa.shared::cluster.u32 %r9, %r6, %r8;
ld.shared::cluster.b32 %r10, [%r9];
""",
    "variable": """
xor.b32 %r8, %r2, 1;
mapa.shared::cluster.u32 %r9, v + 4, %r8;
mad.lo.u32 %r9, %r0, 4, %r9;
ld.shared::cluster.b32 %r10, [%r9-4];
""",
    "64 bits": """
xor.b32 %r8, %r2, 1;
cvt.u64.u32 %rd5, %r6;
mapa.shared::cluster.u64 %rd6, %rd5, %r8;
ld.shared::cluster.b32 %r10, [%rd6];
""",
    "generic": """
xor.b32 %r8, %r2, 1;
cvt.u64.u32 %rd5, %r6;
cvta.shared.u64 %rd5, %rd5;
mapa.u64 %rd6, %rd5, %r8;
ld.b32 %r10, [%rd6];
""",
    "generic, made from a shared address": """
xor.b32 %r8, %r2, 1;
cvt.u64.u32 %rd5, %r6;
mapa.shared::cluster.u64 %rd6, %rd5, %r8;
cvta.shared::cluster.u64 %rd6, %rd6;
ld.b32 %r10, [%rd6];
""",
}


@pytest.mark.parametrize("read", READS)
def test_read_of_a_peer(workers, read):
    ran = clustered(workers, FILL + SYNC + READS[read] + SYNC + "st.global.b32 [%rd2], %r10;", 8, 4)
    assert ran.clean_out.tolist() == [(b ^ 1) * 100 + t for b in range(8) for t in range(32)]


def in_clusters(body, blocks, size, threads, expected):
    options = {"grid": (blocks, 1, 1), "cluster": (size, 1, 1), "n_out": blocks * threads}
    return Example(WHERE + body, expected, SHARED, threads, "", options)


VALUES = {
    "own shared memory under all its names": in_clusters("""
mov.u32 %r6, v;
st.shared.b32 [v], 1;
mapa.shared::cluster.u32 %r8, %r6, %r2;
ld.shared::cta.b32 %r9, [%r8];
ld.shared::cluster.b32 %r10, [v];
add.u32 %r9, %r9, %r10;
mov.u64 %rd5, v;
cvta.shared.u64 %rd6, %rd5;
ld.b32 %r10, [%rd6];
add.u32 %r9, %r9, %r10;
cvta.to.shared.u64 %rd7, %rd6;
cvt.u32.u64 %r11, %rd7;
ld.shared.b32 %r10, [%r11];
add.u32 %r9, %r9, %r10;
mov.u32 %r12, 0;
ld.shared.b32 %r10, [%r12];
add.u32 %r9, %r9, %r10;
setp.eq.u32 %p1, %r8, %r6;
@%p1 add.u32 %r9, %r9, 10;
st.global.b32 [%rd2], %r9;
""", 4, 4, 1, [15] * 4),
    "rank of an address": in_clusters("""
mov.u32 %r6, v;
add.u32 %r8, %r2, 1;
and.b32 %r8, %r8, 3;
mapa.shared::cluster.u32 %r9, %r6, %r8;
getctarank.shared::cluster.u32 %r10, %r9;
mov.u64 %rd5, v;
cvta.shared.u64 %rd5, %rd5;
getctarank.u64 %r11, %rd5;
mad.lo.u32 %r10, %r11, 10, %r10;
mapa.u64 %rd5, %rd5, %r8;
getctarank.u64 %r11, %rd5;
mad.lo.u32 %r10, %r11, 100, %r10;
getctarank.shared::cluster.u32 %r11, v;
mad.lo.u32 %r10, %r11, 1000, %r10;
st.global.b32 [%rd2], %r10;
""", 4, 4, 1, [(r + 1) % 4 * 101 + r * 1010 for r in range(4)]),
    "float atomic on a peer keeps subnormals": in_clusters(f"""
mov.u32 %r6, v;
st.shared.b32 [%r6], 1;
{SYNC}
mov.u64 %rd5, v;
cvta.shared.u64 %rd5, %rd5;
xor.b32 %r8, %r2, 1;
mapa.u64 %rd5, %rd5, %r8;
mov.b32 %f1, 0f00000001;
red.add.f32 [%rd5], %f1;
{SYNC}
ld.shared.b32 %r10, [%r6];
st.global.b32 [%rd2], %r10;
""", 2, 2, 1, [2, 2]),
    # lane l reads from rank l % 4
    "addresses of several peers in one instruction": in_clusters(FILL + SYNC + """
and.b32 %r8, %r0, 3;
mapa.shared::cluster.u32 %r9, %r6, %r8;
ld.shared::cluster.b32 %r10, [%r9];
"""
    + SYNC + "st.global.b32 [%rd2], %r10;", 4, 4, 32, [t % 4 * 100 + t for _ in range(4) for t in range(32)]),
    "vectors of a peer": in_clusters(f"""
mov.u32 %r6, v;
mad.lo.u32 %r6, %r0, 16, %r6;
xor.b32 %r8, %r2, 1;
mapa.shared::cluster.u32 %r9, %r6, %r8;
mov.b32 %r10, 7;
st.shared::cluster.v4.b32 [%r9], {{%r2, %r0, %r10, %r10}};
{SYNC}
ld.shared.v2.b32 {{%r11, %r12}}, [%r6];
mad.lo.u32 %r11, %r11, 100, %r12;
st.global.b32 [%rd2], %r11;
""", 2, 2, 32, [(b ^ 1) * 100 + t for b in range(2) for t in range(32)]),
    "work between arrival and wait": in_clusters(FILL
        + "barrier.cluster.arrive;\nbar.sync 0;\nmov.u32 %r11, 5;\nbarrier.cluster.wait;"
        + READS["shared address"]
        + SYNC
        + "add.u32 %r10, %r10, %r11;\nst.global.b32 [%rd2], %r10;",
        2, 2, 64, [(b ^ 1) * 100 + t + 5 for b in range(2) for t in range(64)]),
    # rank 1 leaves at once, and so do some threads of rank 0
    "threads that left are not waited for": in_clusters("""
setp.eq.u32 %p1, %r2, 1;
@%p1 exit;
setp.ge.u32 %p1, %r0, 40;
@%p1 exit;
barrier.cluster.arrive;
barrier.cluster.wait;
st.global.b32 [%rd2], 1;
""", 2, 2, 64, [1] * 40 + [N] * 88),
    "lanes of a warp arrive apart": in_clusters("""
setp.lt.u32 %p1, %r0, 7;
@%p1 bra LOW;
barrier.cluster.arrive;
bra BOTH;
LOW: barrier.cluster.arrive;
BOTH: barrier.cluster.wait;
st.global.b32 [%rd2], 1;
""", 2, 2, 32, [1] * 64),
    # the lower half waits for the cluster while the upper half, and then all, exchange values
    "lanes that wait and lanes that shuffle": in_clusters("""
barrier.cluster.arrive;
setp.ge.u32 %p1, %r0, 16;
@%p1 bra HIGH;
barrier.cluster.wait;
bra ALL;
HIGH: shfl.sync.bfly.b32 %r6, %r0, 1, 0x1f, 0xffff0000;
barrier.cluster.wait;
ALL: shfl.sync.bfly.b32 %r6, %r0, 16, 0x1f, -1;
st.global.b32 [%rd2], %r6;
""", 4, 4, 32, [t ^ 16 for _ in range(4) for t in range(32)]),
    "guarded barrier": in_clusters(
        "setp.eq.u32 %p1, %r1, 0;\n@%p1 barrier.cluster.arrive;\n@%p1 barrier.cluster.wait;\n"
        "st.global.b32 [%rd2], 1;", 2, 2, 32, [1] * 64),
    "shared cluster names the own memory where nothing is mapped": in_clusters(
        "mov.u32 %r6, v;\nst.shared::cluster.b32 [%r6], %r3;\nld.shared.b32 %r10, [v];\nst.global.b32 [%rd2], %r10;",
        4, 4, 1, [0, 1, 2, 3]),
}  # fmt: skip


@pytest.mark.parametrize("name", VALUES)
def test_value_of_each_thread(executor, name):
    VALUES[name].check(executor)


def test_which_space_a_peer_lies_in(executor):
    queries = ("shared", "shared::cta", "shared::cluster", "global", "local")
    tests = "".join(
        f"isspacep.{space} %p1, %rd{register};\n@%p1 or.b32 %r10, %r10, {1 << bit};\n"
        for register, first in ((5, 0), (6, 5))
        for bit, space in enumerate(queries, first)
    )
    body = f"""
mov.u64 %rd5, v;
cvta.shared.u64 %rd5, %rd5;
xor.b32 %r8, %r2, 1;
mapa.u64 %rd6, %rd5, %r8;
mov.u32 %r10, 0;
{tests}
st.global.b32 [%rd2], %r10;
"""
    assert clustered(executor, body, 2, 2, threads=1).out.tolist() == [0b00111 | 0b00100 << 5] * 2


@pytest.mark.parametrize(
    "atomic", ["atom.shared::cluster.add.u32 %r11, [%r9], 1;", "red.shared::cluster.add.u32 [%r9], 1;"]
)
def test_atomics_on_a_peer(workers, atomic):
    # all threads of a cluster count in rank 0
    body = f"""
mov.u32 %r6, v;
st.shared.b32 [%r6], 0;
{SYNC}
mapa.shared::cluster.u32 %r9, %r6, 0;
{atomic}
{SYNC}
ld.shared.b32 %r10, [%r6];
st.global.b32 [%rd2], %r10;
"""
    ran = clustered(workers, body, 6, 3, threads=48)
    assert ran.clean_out.reshape(2, 3, 48).tolist() == [[[144] * 48, [0] * 48, [0] * 48]] * 2


@pytest.mark.parametrize("aligned", ["", ".aligned"])
@pytest.mark.parametrize("threads", [1, 33, 96])
def test_many_phases(workers, aligned, threads):
    # a value goes round the ranks, one step a phase, in two buffers
    body = f"""
mov.u32 %r6, v;
mad.lo.u32 %r7, %r0, 4, %r6;
st.shared.b32 [%r7], %r3;
add.u32 %r8, %r2, 1;
and.b32 %r8, %r8, 3;
mapa.shared::cluster.u32 %r9, %r7, %r8;
mov.u32 %r12, 0;
LOOP:
barrier.cluster.arrive.release{aligned};
barrier.cluster.wait.acquire{aligned};
ld.shared::cluster.b32 %r10, [%r9];
barrier.cluster.arrive{aligned};
barrier.cluster.wait{aligned};
st.shared.b32 [%r7], %r10;
add.u32 %r12, %r12, 1;
setp.lt.u32 %p1, %r12, 5;
@%p1 bra LOOP;
st.global.b32 [%rd2], %r10;
"""
    ran = clustered(workers, body, 8, 4, threads=threads)
    assert ran.clean_out.reshape(8, threads)[:, 0].tolist() == [b // 4 * 4 + (b + 5) % 4 for b in range(8)]
    assert (ran.out.reshape(8, threads) == ran.out.reshape(8, threads)[:, :1]).all()


def faults(ran):
    return [(f.reason, f.block, f.thread, f.count) for f in ran.report.faults]


@pytest.mark.parametrize(("access", "reason"), [
    ("ld.shared::cluster.b32 %r10, [%r9];", "oob-read"), ("st.shared::cluster.b32 [%r9], %r10;", "oob-write"),
    ("red.shared::cluster.add.u32 [%r9], %r10;", "oob-write"),
])  # fmt: skip
def test_block_that_has_exited(workers, access, reason):
    # rank 0 leaves after the first barrier; 32 threads of rank 1 come too late
    body = f"""
{FILL}{SYNC}
setp.eq.u32 %p1, %r2, 0;
@%p1 exit;
mapa.shared::cluster.u32 %r9, %r6, 0;
barrier.cluster.arrive;
barrier.cluster.wait;
{access} // late
"""
    text = kernel(WHERE + body, SHARED)
    ran = run(workers, text, grid=(4, 1, 1), cluster=(2, 1, 1), n_out=128)
    assert faults(ran) == [(reason, (1, 0, 0), (0, 0, 0), 64)]
    (fault,) = ran.report.faults
    assert fault.ptx_line == line_of(text, "// late")
    assert "of a block that has exited" in fault.message
    assert "0 bytes into shared memory of rank 0 in the cluster, 1024 bytes" in fault.message
    assert ran.report.completed


@pytest.mark.parametrize(("rank", "access", "reason", "count", "words"), [
    *((rank, "ld.shared::cluster.b32 %r10, [%r9];", "oob-read", 64, f"rank {min(rank, 255)} in the cluster")
      for rank in (2, 7, 255, 256, 0xFFFFFFFF)),
    (1, "st.shared::cluster.b32 [%r9+1024], %r0;", "oob-write", 64, "past the end of shared memory of rank 1"),
    (1, "st.shared::cluster.b32 [%r9+1024], %r0;", "oob-write", 64, "invalid shared::cluster write of size 4"),
    (1, "ld.shared::cluster.b32 %r9, [%r9+2];", "misaligned-access", 64, ""),
    # .shared is the block's own shared memory only; an offset alone, as rank 0's addresses are, means it as well
    (1, "ld.shared.b32 %r9, [%r9];", "oob-read", 32, ""),
    (0, "ld.shared.b32 %r9, [%r9];", "", 0, ""),
])  # fmt: skip
def test_bad_access_to_a_peer(executor, rank, access, reason, count, words):
    body = f"mov.u32 %r6, v;\n{SYNC}mapa.shared::cluster.u32 %r9, %r6, {rank};\n{access}\n{SYNC}"
    ran = clustered(executor, body, 2, 2)
    assert [(f.reason, f.count) for f in ran.report.faults] == [(reason, count)] * bool(reason)
    assert all(words in f.message for f in ran.report.faults)


def test_barrier_that_cannot_open(workers):
    # rank 1 waits at its own barrier for threads that wait for the cluster
    body = """
setp.eq.u32 %p1, %r2, 0;
@%p1 bra CLUSTER;
bar.sync 1, 64; // block
CLUSTER: barrier.cluster.arrive;
barrier.cluster.wait; // cluster
"""
    text = kernel(WHERE + body, SHARED)
    ran = run(workers, text, grid=(6, 1, 1), cluster=(2, 1, 1), n_out=192)
    assert faults(ran) == [
        ("barrier-divergence", (1, 0, 0), (0, 0, 0), 1),
        ("barrier-divergence", (0, 0, 0), (0, 0, 0), 1),
    ]
    block, cluster = ran.report.faults
    assert block.ptx_line == line_of(text, "// block")
    assert cluster.ptx_line == line_of(text, "// cluster")
    assert "cluster barrier that can never open" in cluster.message
    assert not ran.report.completed


@pytest.mark.parametrize(
    ("barrier", "message"),
    [("barrier.cluster.arrive;\nbarrier.cluster.arrive;\n", "second arrival"), ("", "has not arrived")],
)
def test_second_arrival_and_wait_without_one(executor, barrier, message):
    ran = clustered(executor, barrier + "barrier.cluster.wait;\nst.global.b32 [%rd2], 1;", 2, 2)
    assert faults(ran) == [("invalid-barrier", (0, 0, 0), (0, 0, 0), 2)]
    assert message in ran.report.faults[0].message
    assert ran.out.tolist() == [1] * 64


@pytest.mark.parametrize("which", ["arrive", "wait"])
def test_aligned_barriers_in_both_arms_of_a_divergent_branch(executor, which):
    before, after = ("", "barrier.cluster.wait;") if which == "arrive" else ("barrier.cluster.arrive;", "")
    body = f"""
{before}
setp.lt.u32 %p1, %r0, 7;
@%p1 bra LOW;
barrier.cluster.{which}.aligned;
bra BOTH;
LOW: barrier.cluster.{which}.aligned;
BOTH: {after}
st.global.b32 [%rd2], 1;
"""
    # one block in the cluster has arrived when its waits come, so only two can be apart
    ran = clustered(executor, body, 2, 2)
    assert {f.reason for f in ran.report.faults} == {"barrier-divergence"}
    assert "which are .aligned" in ran.report.faults[0].message
    assert ran.report.completed


def head(directives):
    return kernel("mov.u32 %r5, %cluster_nctarank;", result="%r5").replace(
        ".param .u32 n)", f".param .u32 n)\n{directives}"
    )


OF_TWO, OF_ANY = ".explicitcluster\n.reqnctapercluster 2, 1, 1", ".explicitcluster\n.maxclusterrank 4"


@pytest.mark.parametrize(("directives", "grid", "cluster", "expected"), [
    (".reqnctapercluster 2", (4, 1, 1), None, 2),
    (OF_TWO, (4, 1, 1), None, 2),
    (OF_TWO, (4, 1, 1), (2, 1, 1), 2),
    (OF_TWO, (4, 1, 1), (4, 1, 1), "k is compiled for clusters of (2, 1, 1) (got (4, 1, 1))"),
    (OF_TWO, (3, 1, 1), None, "whole clusters of (2, 1, 1) (got (3, 1, 1))"),
    (OF_ANY, (4, 1, 1), (4, 1, 1), 4),
    (OF_ANY, (4, 1, 1), None, "compiled for launches with clusters, whose size must be given"),
    (OF_ANY, (8, 1, 1), (8, 1, 1), "at most 4 blocks (got (8, 1, 1))"),
    ("", (4, 4, 1), (4, 4, 1), 16),
    ("", (17, 1, 1), (17, 1, 1), "at most 16 blocks (got (17, 1, 1))"),
    ("", (4, 1, 1), (0, 1, 1), "cluster must have three extents of at least 1"),
    ("", (4, 1, 1), (2, 1), "cluster must have three extents of at least 1"),
    ("", (4, 1, 1), (1, -1, 1), "cluster must have three extents of at least 1"),
])  # fmt: skip
def test_size_of_clusters(executor, directives, grid, cluster, expected):
    if isinstance(expected, int):
        assert set(run(executor, head(directives), grid=grid, cluster=cluster).out) == {expected}
        return
    with pytest.raises(LaunchError, match=re.escape(expected)):
        run(executor, head(directives), grid=grid, cluster=cluster)


def test_older_architecture_has_no_clusters(executor):
    text = head("").replace("sm_90", "sm_80").replace("%cluster_nctarank", "%tid.x")
    run(executor, text)
    with pytest.raises(LaunchError, match=r"clusters need code for sm_90 or later \(got sm_80\)"):
        run(executor, text, cluster=(1, 1, 1))


def test_grids_that_count_clusters_are_refused(executor):
    check_refused(executor, head(".blocksareclusters"), "count clusters instead of blocks")


@pytest.mark.parametrize(("instruction", "rule"), [
    ("barrier.cluster.arrive.acquire;", "not known to the cpu device"),
    ("barrier.cluster.wait.relaxed;", "not known to the cpu device"),
    ("mapa.shared::cta.u32 %r2, %r3, 0;", "not known to the cpu device"),
    ("mapa.u32 %r2, %r3;", "operands not understood"),
    ("getctarank.u32 %r2;", "operands not understood"),
])  # fmt: skip
def test_refused(executor, instruction, rule):
    check_refused(executor, kernel(instruction), rule)


def test_kernel_that_does_not_map_addresses_has_plain_ones(executor):
    text = kernel("mov.u32 %r5, v;", SHARED, "%r5")
    code, _ = executor.load(text).kernel("k")
    assert not code.has_slices
    assert run(executor, text, block=(1, 1, 1)).out.tolist() == [0]


@pytest.mark.parametrize(
    "watch",
    [Watch(counts=True), *(Watch(schedule=seed) for seed in range(6))],
    ids=lambda watch: str(watch)[:40],
)
def test_order_and_watching_do_not_matter(workers, watch):
    body = FILL + SYNC + READS["generic"] + SYNC + "st.global.b32 [%rd2], %r10;"
    ran = clustered(workers, body, 12, 4, threads=96, watch=watch)
    assert ran.clean_out.tolist() == [(b ^ 1) * 100 + t for b in range(12) for t in range(96)]
