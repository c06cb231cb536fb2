"""Races, from PTX text: what orders two accesses and what does not, in shared and in global memory."""

import contextlib
import re

import numpy as np
import pytest

from harness.ptx.launch.watch import Watch
from harness.ptx.layout import WATCH_DEFINED_FAST, WATCH_RACES, WATCH_RACES_FAST
from tests.ptx.code_cache import code_cache
from tests.ptx.ptx_text import HEADER, kernel, line_of, run

RACES = Watch(races=True)
SHARED = ".shared .align 16 .b8 s[8192];\n"
# %r3: shared memory; %r4: the thread's own word of it; %r5: the word of a thread of another warp; %r6: that of the
# neighbouring lane; %rd2, %rd5 and %rd6: the same words of `out`; %r7: the block
START = """
mov.b32 %r3, s;
mad.lo.u32 %r4, %r0, 4, %r3;
xor.b32 %r5, %r0, 32;
mad.wide.u32 %rd5, %r5, 4, %rd0;
mad.lo.u32 %r5, %r5, 4, %r3;
xor.b32 %r6, %r0, 1;
mad.wide.u32 %rd6, %r6, 4, %rd0;
mad.lo.u32 %r6, %r6, 4, %r3;
mov.u32 %r7, %ctaid.x;
"""
RAW, WAR, WAW = "racecheck-raw", "racecheck-war", "racecheck-waw"


def look(executor, body, *, threads=64, blocks=1, n_out=4096, start=START):
    ran = run(
        executor,
        kernel(start + body, SHARED),
        block=(threads, 1, 1),
        grid=(blocks, 1, 1),
        n_out=n_out,
        watch=RACES,
    )
    assert ran.report.completed
    return ran.report.faults


@contextlib.contextmanager
def looks(executor):
    """Note which looks the launches inside take."""
    made: list[str] = []
    original = executor._run_watched

    def noted(program, code, launch, library, watch, allocations):
        made.append("exact" if watch & WATCH_RACES else "screening")
        return original(program, code, launch, library, watch, allocations)

    executor._run_watched = noted
    try:
        yield made
    finally:
        executor._run_watched = original


def reasons(faults):
    return sorted({fault.reason for fault in faults if not fault.is_info})


# -- the three kinds, and what is said of them --------------------------------------------------------------

KINDS = {
    "raw": (RAW, "st.shared.b32 [%r4], %r0;", "ld.shared.b32 %r8, [%r5];"),
    "war": (WAR, "ld.shared.b32 %r8, [%r5];", "st.shared.b32 [%r4], %r0;"),
    "waw": (WAW, "st.shared.b32 [%r4], %r0;", "st.shared.b32 [%r5], %r0;"),
    "global_raw": (RAW, "st.global.b32 [%rd2], %r0;", "ld.global.b32 %r8, [%rd5];"),
    "global_war": (WAR, "ld.global.b32 %r8, [%rd5];", "st.global.b32 [%rd2], %r0;"),
    "global_waw": (WAW, "st.global.b32 [%rd2], %r0;", "st.global.b32 [%rd5], %r0;"),
    "generic_raw": (RAW, "st.b32 [%rd8], %r0;", "ld.b32 %r8, [%rd9];"),
}
GENERIC = "cvta.shared.u64 %rd7, %rd10;\ncvt.u64.u32 %rd8, %r4;\ncvta.shared.u64 %rd8, %rd8;\n"
GENERIC += "cvt.u64.u32 %rd9, %r5;\ncvta.shared.u64 %rd9, %rd9;\nmov.b64 %rd10, 0;\n"


def start_of(name):
    return START + GENERIC if name.startswith("generic") else START


@pytest.mark.parametrize("name", KINDS)
def test_race_between_warps_is_found_and_a_barrier_orders(executor, name):
    kind, first, second = KINDS[name]
    start = start_of(name)
    faults = look(executor, f"{first}\n{second}\n", start=start)
    assert kind in reasons(faults)
    assert look(executor, f"{first}\nbar.sync 0;\n{second}\n", start=start) == ()


@pytest.mark.parametrize("name", KINDS)
def test_race_names_both_accesses(executor, name):
    _, first, second = KINDS[name]
    text = kernel(f"{start_of(name)}{first}\n{second}\n", SHARED)
    faults = run(executor, text, block=(64, 1, 1), n_out=4096, watch=RACES).report.faults
    lines = {line_of(text, first), line_of(text, second)}
    for fault in faults:
        other = re.search(r"thread \((\d+), 0, 0\) of block \(0, 0, 0\) at PTX line (\d+)", fault.message)
        assert other is not None, fault.message
        assert {fault.ptx_line, int(other[2])} == lines
        assert fault.thread[0] // 32 != int(other[1]) // 32
        assert fault.message.endswith(": no barrier orders them")
        assert "shared memory" in fault.message or "bytes into out" in fault.message
        assert fault.size_bytes == 4


def test_cuda_lines_are_named(executor):
    body = ".loc 1 11 3\nst.shared.b32 [%r4], %r0;\n.loc 1 12 3\nld.shared.b32 %r8, [%r5];\n"
    text = kernel(START + body, SHARED) + '.file 1 "/there/tree.cu"\n'
    faults = run(executor, text, block=(64, 1, 1), watch=RACES).report.faults
    raw = next(fault for fault in faults if fault.reason == RAW)
    assert raw.source_line == 12
    assert f"at tree.cu:11 (PTX line {line_of(text, 'st.shared')})" in raw.message


def test_first_occurrence_is_reported_once_a_site_and_kind(executor):
    faults = look(executor, "st.shared.b32 [%r4], %r0;\nst.shared.b32 [%r5], %r0;\n", blocks=3)
    assert [fault.reason for fault in faults] == [WAW, WAW]
    assert {fault.block for fault in faults} == {(0, 0, 0)}
    assert sum(fault.count for fault in faults) >= 3 * 64


@pytest.mark.parametrize("barrier", ["bar.sync 0;", "bar.sync 3;", "bar.sync 0, 64;", "barrier.sync 0;",
                                     "bar.red.popc.u32 %r9, 0, %p1;", "bar.red.and.pred %p2, 0, 64, %p1;",
                                     "barrier.sync.aligned 2, 64;"])  # fmt: skip
def test_barriers_of_the_whole_block_order(executor, barrier):
    body = "setp.eq.u32 %p1, %r0, 0;\n"
    body += f"st.shared.b32 [%r4], %r0;\n{barrier}\nld.shared.b32 %r8, [%r5];\n{barrier}\nst.shared.b32 [%r4], 1;\n"
    assert look(executor, body) == ()


# -- within a warp -----------------------------------------------------------------------------------------

NOT_ORDERING = {
    "nothing": "", "shuffle": "shfl.sync.bfly.b32 %r9, %r0, 1, 31, -1;", "vote": "vote.sync.ballot.b32 %r9, %p0, -1;",
    "match": "match.any.sync.b32 %r9, %r0, -1;", "redux": "redux.sync.add.u32 %r9, %r0, -1;", "fence": "membar.cta;",
    "sync_of_pairs_apart": "and.b32 %r10, %r0, 1;\nshl.b32 %r11, 0x55555555, %r10;\nbar.warp.sync %r11;",
}  # fmt: skip


@pytest.mark.parametrize("between", NOT_ORDERING.values(), ids=NOT_ORDERING)
@pytest.mark.parametrize("space", ["shared", "global"])
def test_lanes_in_step_race(executor, between, space):
    own, neighbour = ("%r4", "%r6") if space == "shared" else ("%rd2", "%rd6")
    body = f"setp.eq.u32 %p0, %r0, 0;\nst.{space}.b32 [{own}], %r0;\n{between}\nld.{space}.b32 %r8, [{neighbour}];\n"
    faults = look(executor, body, threads=32)
    assert reasons(faults) == ([RAW] if "shl" not in between or space else [])
    assert "no barrier or __syncwarp orders them" in faults[0].message


@pytest.mark.parametrize("between", [
    "bar.warp.sync -1;", "mov.b32 %r9, -1;\nbar.warp.sync %r9;", "bar.sync 0;",
    # pairs of lanes, each with a mask of its own
    "and.b32 %r10, %r0, 30;\nmov.b32 %r11, 3;\nshl.b32 %r11, %r11, %r10;\nbar.warp.sync %r11;",
], ids=["full", "full_in_a_register", "barrier", "pairs"])  # fmt: skip
@pytest.mark.parametrize("threads", [32, 20, 96])
def test_sync_of_lanes_orders(executor, between, threads):
    body = f"st.shared.b32 [%r4], %r0;\nst.global.b32 [%rd2], %r0;\n{between}\n"
    body += "ld.shared.b32 %r8, [%r6];\nld.global.b32 %r8, [%rd6];\n"
    body += between + "\nst.shared.b32 [%r4], 1;\n"
    if threads == 20 and "shl" in between:
        body = body.replace("[%rd6]", "[%rd2]")
    assert look(executor, body, threads=threads) == ()


def test_sync_that_lanes_reach_in_two_places(executor):
    """Both branches end in a __syncwarp of the whole warp; the one that goes on first does not order what follows."""
    body = """
and.b32 %r9, %r0, 1;
setp.eq.u32 %p1, %r9, 0;
st.shared.b32 [%r4], %r0;
@%p1 bra EVEN;
bar.warp.sync -1;
LATE st.shared.b32 [%r4+1024], 1;
bra JOIN;
EVEN:
bar.warp.sync -1;
ld.shared.b32 %r8, [%r6];
LATE ld.shared.b32 %r8, [%r6+1024];
JOIN:
"""
    assert look(executor, re.sub("LATE .*\n", "", body), threads=32) == ()
    assert reasons(look(executor, body.replace("LATE ", ""), threads=32)) in ([RAW], [WAR])


# -- named barriers ----------------------------------------------------------------------------------------

# warps 0 and 1 produce, warps 2 and 3 consume
PAIRS = "setp.lt.u32 %p1, %r0, 64;\nand.b32 %r12, %r0, 63;\nmad.lo.u32 %r12, %r12, 4, %r3;\n"


def producer_consumer(producer, consumer, after=""):
    return f"""{PAIRS}
@!%p1 bra CONSUMER;
st.shared.b32 [%r12], %r0;
{producer}
{after}
bra DONE;
CONSUMER:
{consumer}
ld.shared.b32 %r8, [%r12];
DONE:
"""


@pytest.mark.parametrize(("producer", "consumer"), [
    ("bar.arrive 1, 128;", "bar.sync 1, 128;"), ("bar.sync 1, 128;", "bar.sync 1, 128;"),
    ("barrier.arrive 5, 128;", "barrier.sync 5, 128;"),
])  # fmt: skip
def test_named_barrier_orders_producer_before_consumer(executor, producer, consumer):
    assert look(executor, producer_consumer(producer, consumer), threads=128) == ()
    assert RAW in reasons(look(executor, producer_consumer("", ""), threads=128))


def test_exited_threads_count_as_ordered_by_a_barrier(executor):
    body = "st.shared.b32 [%r4], 1;\nsetp.ge.u32 %p1, %r0, 32;\n@%p1 ret;\nbar.sync 0;\nld.shared.b32 %r8, [%r5];\n"
    (note,) = look(executor, body)
    assert note.is_info
    assert "have exited" in note.message


# -- atomics, fences, strong accesses ----------------------------------------------------------------------


@pytest.mark.parametrize("space", ["shared", "global"])
@pytest.mark.parametrize(
    ("plain", "kind"), [("ld.SPACE.b32 %r8, [AT];", RAW), ("st.SPACE.b32 [AT], %r0;", WAW)]
)
def test_atomic_and_plain_access_race(executor, space, plain, kind):
    at = "%r3" if space == "shared" else "%rd0"
    plain = plain.replace("SPACE", space).replace("AT", at)
    atomic = f"red.{space}.add.u32 [{at}], 1;\n"
    guard = "setp.eq.u32 %p1, %r0, 40;\n@%p1 "
    assert reasons(look(executor, atomic + guard + plain)) == [kind]
    assert look(executor, atomic + "bar.sync 0;\n" + guard + plain) == ()
    # and the other way round: a value set before others add to it
    first = {RAW: WAR, WAW: WAW}[kind]
    assert reasons(look(executor, "setp.eq.u32 %p1, %r0, 0;\n@%p1 " + plain + "\n" + atomic)) == [first]
    assert look(executor, "setp.eq.u32 %p1, %r0, 0;\n@%p1 " + plain + "\nbar.sync 0;\n" + atomic) == ()


def last_block(fence, atomic="atom.global.inc.u32 %r9, [%rd0+64], 1000;", before=""):
    """Each block leaves a number; the last one to come adds them up."""
    return f"""
setp.eq.u32 %p1, %r0, 0;
mad.wide.u32 %rd7, %r7, 4, %rd0;
{before}
@!%p1 bra JOIN;
st.global.b32 [%rd7+128], %r7;
{fence}
{atomic}
setp.eq.u32 %p2, %r9, 3;
selp.b32 %r10, 1, 0, %p2;
st.shared.b32 [%r3], %r10;
JOIN:
bar.sync 0;
ld.shared.b32 %r11, [%r3];
setp.eq.u32 %p3, %r11, 0;
@%p3 ret;
and.b32 %r12, %r0, 3;
mad.wide.u32 %rd8, %r12, 4, %rd0;
ld.global.b32 %r13, [%rd8+128];
"""


def faults_of_last_block(executor, body):
    return look_at_zeros(executor, body, blocks=4, watch=RACES)


def counting(order):
    return f"atom.{order}.global.inc.u32 %r9, [%rd0+64], 1000;"


def all_write(between, fence=""):
    """All threads write, and the last block reads it; thread 0 counts, behind a fence, what is stored `between`."""
    before = f"add.u64 %rd9, %rd2, 1024;\nmad.wide.u32 %rd9, %r7, 256, %rd9;\nst.global.b32 [%rd9], %r7;\n{between}\n"
    return last_block(fence, before=before) + "ld.global.b32 %r13, [%rd2+1024];\n"


def only_all_write(between):
    body = all_write(between).replace("st.global.b32 [%rd7+128], %r7;", "")
    return body.replace("ld.global.b32 %r13, [%rd8+128];", "")


FENCED = last_block("membar.gl;")
RESET = "@%p1 st.global.b32 [%rd0+64], 0;\n"
RED = "red.global.inc.u32 [%rd0+64], 1000;\nmov.u32 %r9, %r7;"
LAST_BLOCKS = {
    **{fence: ([], last_block(fence))
       for fence in ("membar.gl;", "membar.sys;", "fence.acq_rel.gpu;", "fence.sc.sys;", "fence.release.gpu;")},
    **{fence or "no fence": ([RAW], last_block(fence))
       for fence in ("", "membar.cta;", "fence.acq_rel.cta;", "fence.acquire.gpu;", "bar.warp.sync 1;")},
    **{order: ([], last_block("", counting(order))) for order in ("acq_rel.gpu", "release.sys")},
    "acq_rel.cta": ([RAW, WAW], last_block("", counting("acq_rel.cta"))),
    # without the barrier, thread 0 publishes its own only
    "barrier, then the fence of thread 0": ([], all_write("bar.sync 0;", "membar.gl;")),
    "fence of thread 0 without a barrier": ([RAW], all_write("", "membar.gl;")),
    "fences of all, then a barrier": ([], only_all_write("membar.gl;\nbar.sync 0;")),
    "barrier, then fences of all": ([], only_all_write("bar.sync 0;\nmembar.gl;")),
    "barrier without a fence": ([RAW], only_all_write("bar.sync 0;")),
    "fences of all without a barrier": ([RAW], only_all_write("membar.gl;")),
    # each atomic saw those before it, and so comes before what follows the last one
    "reset by itself": ([], FENCED + RESET),
    "reset by another warp": ([], FENCED + "setp.eq.u32 %p4, %r0, 40;\n@%p4 st.global.b32 [%rd0+64], 0;\n"),
    "read": ([], FENCED + "@%p1 ld.global.b32 %r13, [%rd0+64];\n"),
    "reset by one that is not the last": ([WAR, WAW], FENCED.replace("%r9, 3;", "%r9, 1;") + RESET),
    "reset by one that saw nothing": ([RAW, WAW], last_block("membar.gl;", RED) + RESET),
    "reset in the scope of the block": ([RAW, WAW], last_block("", counting("acq_rel.cta")) + RESET),
    "reset while others' stores need a fence": ([RAW], last_block("") + RESET),
    "reset before its atomic": ([WAW], FENCED.replace("st.global.b32 [%rd7", RESET + "st.global.b32 [%rd7")),
}  # fmt: skip


@pytest.mark.parametrize("name", LAST_BLOCKS)
def test_last_block(executor, name):
    expected, body = LAST_BLOCKS[name]
    assert reasons(faults_of_last_block(executor, body)) == expected


TICKETS = (
    "atom.global.add.u32 %r9, [%rd0+64], 1;\nsetp.eq.u32 %p2, %r9, {0};\n@%p2 st.global.b32 [%rd0+64], 0;\n"
)


def test_lanes_of_one_atomic_are_ordered_by_what_it_gave(executor):
    start = START + "st.global.b32 [%rd0+64], 0;\nbar.sync 0;\n"
    last, middle = (TICKETS.format(n) for n in (31, 30))
    assert reasons(look(executor, last, threads=32, start=start)) == []
    assert reasons(look(executor, middle, threads=32, start=start)) == [WAW]


@pytest.mark.parametrize(("behind", "at_barrier", "is_noted"), [
    ("", "", True), ("membar.gl;", "", False), ("", "membar.gl;", False), ("fence.acquire.gpu;", "", False),
    ("membar.cta;", "membar.cta;", True), ("fence.release.gpu;", "", True),
])  # fmt: skip
def test_read_behind_a_relaxed_atomic_without_a_fence_is_noted(executor, behind, at_barrier, is_noted):
    body = last_block("membar.gl;", f"atom.global.inc.u32 %r9, [%rd0+64], 1000;\n{behind}")
    faults = faults_of_last_block(executor, body.replace("bar.sync 0;", f"bar.sync 0;\n{at_barrier}"))
    assert [(fault.reason, fault.is_info) for fault in faults] == [(RAW, True)] * is_noted
    assert all("with no fence behind that" in fault.message for fault in faults)


def test_acquiring_atomic_needs_no_fence_behind_it(executor):
    assert faults_of_last_block(executor, last_block("", counting("acq_rel.gpu"))) == ()


# block 0 writes and raises a flag, block 1 looks at the flag and reads
FLAG = """
setp.eq.u32 %p1, %r0, 0;
@!%p1 ret;
setp.eq.u32 %p2, %r7, 0;
@!%p2 bra READER;
st.global.b32 [%rd0], 7;
SET
ret;
READER:
GET
ld.global.b32 %r9, [%rd0];
"""


# what block 0 does to raise the flag, what block 1 does to see it, and the races
FLAGS = [
    ("st.release.gpu.global.b32 [%rd0+64], 1;\nst.relaxed.gpu.global.b32 [%rd0+64], 2;",
     "ld.acquire.gpu.global.b32 %r8, [%rd0+64];", [RAW]),
    ("st.release.gpu.global.b32 [%rd0+64], 1;", "ld.acquire.gpu.global.b32 %r8, [%rd0+64];", []),
    ("membar.gl;\nst.relaxed.gpu.global.b32 [%rd0+64], 1;", "ld.relaxed.gpu.global.b32 %r8, [%rd0+64];", []),
    ("membar.gl;\nst.volatile.global.b32 [%rd0+64], 1;", "ld.volatile.global.b32 %r8, [%rd0+64];", []),
    ("membar.gl;\nst.mmio.relaxed.sys.global.b32 [%rd0+64], 1;", "ld.acquire.sys.global.b32 %r8, [%rd0+64];", []),
    ("st.relaxed.gpu.global.b32 [%rd0+64], 1;", "ld.acquire.gpu.global.b32 %r8, [%rd0+64];", [RAW]),
    ("st.volatile.global.b32 [%rd0+64], 1;", "ld.volatile.global.b32 %r8, [%rd0+64];", [RAW]),
    ("membar.gl;\nred.global.add.u32 [%rd0+64], 1;", "ld.relaxed.gpu.global.b32 %r8, [%rd0+64];", []),
    ("membar.gl;\nred.global.add.u32 [%rd0+64], 1;", "red.global.add.u32 [%rd0+64], 1;", [RAW]),
    ("membar.gl;\nst.relaxed.gpu.global.b32 [%rd0+64], 1;", "ld.relaxed.gpu.global.b32 %r8, [%rd0+68];", [RAW]),
    ("membar.gl;\nst.global.b32 [%rd0+64], 1;", "ld.relaxed.gpu.global.b32 %r8, [%rd0+64];", [RAW]),
    ("st.release.cta.global.b32 [%rd0+64], 1;", "ld.acquire.gpu.global.b32 %r8, [%rd0+64];", [RAW]),
    ]  # fmt: skip
FIRST_THREAD = "setp.eq.u32 %p1, %r0, 0;\nadd.u32 %r8, %r7, 5;\n@%p1 "
STORE_AND_ADD = f"{FIRST_THREAD}st.global.b32 [%rd0], %r8;\nbar.sync 0;\nred.global.add.u32 [%rd0], 1;\n"
ADD_AND_LOAD = "red.global.add.u32 [%rd0], 1;\nbar.sync 0;\nld.global.b32 %r8, [%rd0];\n"
OF_BLOCK_SCOPE = f"{FIRST_THREAD}red.relaxed.cta.global.add.u32 [%rd0], 1;\n"
ORDERS = {
    "arrive publishes and does not acquire": ([RAW], producer_consumer(
        "bar.arrive 1, 128;", "bar.sync 1, 128;", "st.shared.b32 [%r12], 7;\n"), 128, 1),
    "atomics of shared memory": ([], "atom.shared.add.u32 %r8, [%r3], 1;\nred.shared.max.u32 [%r3], %r0;\n", 64, 3),
    "atomics of global memory": ([], "atom.global.add.u32 %r8, [%rd0], 1;\nred.global.max.u32 [%rd0], %r0;\n", 64, 3),
    "barrier between store and atomic": ([], STORE_AND_ADD, 64, 1),
    "barrier between store and atomic of each block": ([WAW], STORE_AND_ADD, 64, 2),
    "barrier between atomic and load": ([], ADD_AND_LOAD, 64, 1),
    "barrier between atomic and load of each block": ([RAW, WAR], ADD_AND_LOAD, 64, 2),
    "atomics of block scope": ([], OF_BLOCK_SCOPE, 64, 1),
    "atomics of block scope of two blocks": ([WAW], OF_BLOCK_SCOPE, 64, 2),
    "volatile in shared memory orders nothing": (
        [RAW], "st.volatile.shared.b32 [%r4], %r0;\nld.volatile.shared.b32 %r8, [%r6];\n", 32, 1),
    "shared memory of blocks is apart": ([], "st.shared.b32 [%r4], %r7;\n", 64, 9),
    **{f"{store} then {load}": (races, FLAG.replace("SET", store).replace("GET", load), 64, 2)
       for store, load, races in FLAGS},
}  # fmt: skip


@pytest.mark.parametrize("name", ORDERS)
def test_what_orders_accesses(name, executor):
    expected, body, threads, blocks = ORDERS[name]
    faults = look(executor, body, threads=threads, blocks=blocks)
    assert reasons(faults) == expected
    assert expected or faults == () or "READER" in body  # a relaxed read of a flag is noted


# -- the non-coherent path -----------------------------------------------------------------------------------

OWN, OTHER = "ld.global.nc.b32 %r8, [%rd2];\n", "ld.global.nc.b32 %r8, [%rd5];\n"
NONCOHERENT = "noncoherent-read"


@pytest.mark.parametrize(("body", "expected"), [
    (f"st.global.b32 [%rd2], %r0;\n{OWN}", [NONCOHERENT]),
    (f"st.global.b32 [%rd2], %r0;\nbar.sync 0;\n{OTHER}", [NONCOHERENT]),
    (f"st.global.b32 [%rd2], %r0;\n{OTHER}", [RAW, WAR]),
    (f"red.global.add.u32 [%rd2], 1;\nmembar.gl;\n{OWN}", [NONCOHERENT]),
    (f"st.volatile.global.b32 [%rd2], %r0;\n{OWN}", [NONCOHERENT]),
    ("st.global.b32 [%rd0], 5;\nbar.sync 0;\nld.global.nc.v4.b32 {%r8, %r9, %r10, %r11}, [%rd0];\n", [NONCOHERENT]),
    (f"st.global.b32 [%rd2+256], %r0;\n{OWN}", []),
    (f"{OWN}st.global.b32 [%rd2], %r8;\n", []),
    (f"{OTHER}bar.sync 0;\nst.global.b32 [%rd2], %r8;\n", []),
    ("st.global.b32 [%rd2], %r0;\nld.global.b32 %r8, [%rd2];\n", []),
])  # fmt: skip
def test_noncoherent_load_of_what_the_launch_wrote(workers, body, expected):
    found = set(reasons(look(workers, body.replace("st.global.b32 [%rd0], 5", "st.global.b32 [%rd2], 5"))))
    assert found == set(expected)


@pytest.mark.parametrize(("body", "is_noted"), [
    (f"{OWN}st.global.b32 [%rd2], %r8;\n", True),
    (f"{OTHER}bar.sync 0;\nst.global.b32 [%rd2], %r8;\n", True),
    (f"{OWN}ld.global.b32 %r8, [%rd2];\nst.volatile.global.b32 [%rd2], %r8;\n", True),
    (f"{OWN}red.global.add.u32 [%rd2], 1;\n", True),
    ("ldu.global.b32 %r8, [%rd2];\nst.global.b32 [%rd2], %r8;\n", True),
    ("ld.global.nc.v2.b32 {%r8, %r9}, [%rd0];\nbar.sync 0;\nsetp.eq.u32 %p1, %r0, 5;\n"
     "@%p1 st.global.b32 [%rd0+4], %r8;\n", True),
    ("ld.global.b32 %r8, [%rd2];\nst.global.b32 [%rd2], %r8;\n", False),
    (f"{OWN}st.global.b32 [%rd2+256], %r8;\n", False),
    (f"{OWN}st.shared.b32 [%r4], %r8;\n", False),
])  # fmt: skip
@pytest.mark.parametrize("blocks", [1, 40])
def test_a_write_after_a_noncoherent_load_is_noted(workers, body, blocks, *, is_noted):
    apart = "mad.wide.u32 %rd2, %r7, 1024, %rd2;\nmad.wide.u32 %rd5, %r7, 1024, %rd5;\n"
    apart += "mad.wide.u32 %rd0, %r7, 1024, %rd0;\n"
    faults = look(workers, apart + body, blocks=blocks, n_out=16384)
    assert [(fault.reason, fault.is_info) for fault in faults] == [(NONCOHERENT, True)] * is_noted
    for fault in faults:
        assert "bytes into out, 65536 bytes), read before in the same launch by thread" in fault.message


def test_a_write_that_races_with_a_noncoherent_load_is_a_race(executor):
    faults = look(executor, f"{OTHER}st.global.b32 [%rd2], %r8;\n")
    assert {(fault.reason, fault.is_info) for fault in faults} >= {(WAR, False)}


def test_noncoherent_load_of_an_earlier_launch_is_right(executor):
    ptx = kernel(
        START + f"setp.eq.u32 %p1, %r1, 0;\n@%p1 st.global.b32 [%rd2], 5;\n@%p1 ret;\n{OTHER}", SHARED
    )
    out = executor.memory.allocate(4096, "out")
    program = executor.load(ptx)
    for n in (0, 1):
        args = [np.uint64(out.address), np.uint64(0), np.uint32(n)]
        report = executor.launch(program, "k", (1, 1, 1), (64, 1, 1), args, 0, RACES)
        assert report.faults == ()


# -- between blocks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("body", "expected"), [
    ("st.global.b32 [%rd2], %r7;", [WAW]),
    ("st.global.b32 [%rd2], %r7;\nmembar.gl;\nbar.sync 0;", [WAW]),
    ("ld.global.b32 %r8, [%rd2];\nsetp.eq.u32 %p1, %r7, 3;\n@%p1 st.global.b32 [%rd2], 1;", [WAR]),
    ("setp.eq.u32 %p1, %r7, 0;\n@%p1 st.global.b32 [%rd2], 1;\n@!%p1 ld.global.b32 %r8, [%rd2];", [RAW]),
    ("setp.eq.u32 %p1, %r7, 0;\n@%p1 st.global.b32 [%rd2], 1;\n@!%p1 ld.global.b32 %r8, [%rd2+256];", []),
])  # fmt: skip
def test_blocks_are_not_ordered(executor, body, expected):
    faults = look(executor, body, threads=32, blocks=4)
    assert reasons(faults) == expected
    assert all("nothing orders the two blocks" in fault.message for fault in faults)


# -- widths ------------------------------------------------------------------------------------------------

NARROW = "mad.lo.u32 %r9, %r0, {0}, %r3;\nmad.wide.u32 %rd9, %r0, {0}, %rd0;\nmov.b16 %h1, 5;\n"


@pytest.mark.parametrize(("kind", "size"), [("b16", 2), ("b8", 1)])
def test_neighbours_in_one_word_do_not_race(executor, kind, size):
    body = NARROW.format(size) + f"st.shared.{kind} [%r9], %h1;\nst.global.{kind} [%rd9], %h1;\n"
    assert look(executor, body) == ()
    # but a word that is read over them does
    wide = "and.b32 %r10, %r0, 15;\nmad.lo.u32 %r10, %r10, 4, %r3;\nld.shared.b32 %r11, [%r10];\n"
    assert RAW in reasons(look(executor, body + wide))


@pytest.mark.parametrize("vec", ["v2", "v4"])
def test_vector_access_covers_all_its_elements(executor, vec):
    n = int(vec[1:])
    registers = ", ".join(["%r0"] * n)
    loaded = ", ".join(f"%r{20 + k}" for k in range(n))
    start = f"mad.lo.u32 %r9, %r0, {4 * n}, %r3;\n"
    store = f"st.shared.{vec}.b32 [%r9], {{{registers}}};\n"
    assert look(executor, start + store + f"ld.shared.{vec}.b32 {{{loaded}}}, [%r9];\n") == ()
    last = f"add.u32 %r10, %r9, {4 * (n - 1)};\nxor.b32 %r10, %r10, {4 * n};\n"
    assert reasons(look(executor, start + store + last + "ld.shared.b32 %r11, [%r10];\n", threads=32)) == [
        RAW
    ]


# -- same values -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("body", [
    "st.shared.b32 [%r3], 5;",
    "st.global.b32 [%rd0], 5;",
    "st.shared.b32 [%r3], %r7;",
    "and.b32 %r8, %r0, 31;\nmad.lo.u32 %r9, %r8, 4, %r3;\nst.shared.b32 [%r9], %r8;",
    "and.b32 %r8, %r0, 7;\nmad.lo.u32 %r9, %r8, 8, %r3;\nst.shared.v2.b32 [%r9], {%r8, %r7};",
])  # fmt: skip
def test_writes_of_the_same_value_are_information(executor, body):
    faults = look(executor, body)
    assert [(fault.reason, fault.is_info) for fault in faults] == [(WAW, True)]
    assert "wrote the same value" in faults[0].message
    assert "PTX line" in faults[0].message


def test_same_value_between_blocks(executor):
    faults = look(executor, "st.global.b32 [%rd2], %r0;", threads=32, blocks=3)
    assert [(fault.reason, fault.is_info) for fault in faults] == [(WAW, True)]
    assert faults[0].block == (1, 0, 0)


def test_other_value_is_no_information(executor):
    faults = look(
        executor, "setp.eq.u32 %p1, %r0, 17;\nselp.b32 %r8, 1, 2, %p1;\nst.shared.b32 [%r3], %r8;", threads=32
    )
    assert {(fault.reason, fault.is_info, fault.count) for fault in faults} == {
        (WAW, False, 2),
        (WAW, True, 29),
    }


def test_reading_what_several_wrote_alike_races(executor):
    faults = look(executor, "st.shared.b32 [%r3], 5;\nld.shared.b32 %r8, [%r3];", threads=32)
    assert {(fault.reason, fault.is_info) for fault in faults} == {(WAW, True), (RAW, False)}


# -- writes of what was there -------------------------------------------------------------------------------


INITCHECK = Watch(races=True, undefined=True)


def look_at_zeros(executor, body, *, threads=64, blocks=1, out=np.zeros(1024, np.uint32), watch=INITCHECK):  # noqa: B008
    """Launch on an ``out`` of zeros that the host has written, or on fresh memory."""
    shape = {"grid": (blocks, 1, 1), "block": (threads, 1, 1)}
    ran = run(executor, kernel(START + body, SHARED), **shape, out=out, n_out=1024, watch=watch)
    assert ran.report.completed
    return ran.report.faults


KEPT = "st.global.b32 [%rd2], 0;\n"
READ = "ld.global.b32 %r8, [%rd5];\n"
FIRST = "setp.eq.u32 %p1, %r0, 0;\nsetp.ge.u32 %p2, %r0, 32;\n"


@pytest.mark.parametrize(("body", "notes"), [
    (KEPT + READ, {RAW, WAR}),
    (READ + KEPT, {RAW, WAR}),
    ("st.global.b32 [%rd0], 0;\n", {WAW}),
    (KEPT + "ld.relaxed.gpu.global.b32 %r8, [%rd5];", {RAW, WAR}),
    ("st.shared.b32 [%r4], 5;\nbar.sync 0;\nst.shared.b32 [%r4], 5;\nld.shared.b32 %r8, [%r5];", {RAW, WAR}),
    ("st.global.b32 [%rd2], 5;\nbar.sync 0;\nst.global.b32 [%rd5], 5;\nld.global.b32 %r8, [%rd2];", {RAW, WAR}),
    (KEPT + "bar.sync 0;\nst.global.b32 [%rd2], 5;\nbar.sync 0;\n" + READ, set()),
    ("st.global.v4.b32 [%rd0], {%r3, %r3, %r3, %r3};\nbar.sync 0;\nst.global.v4.b32 [%rd0], {%r3, %r3, %r3, %r3};",
     {WAW}),
])  # fmt: skip
def test_races_with_writes_of_what_was_there_are_information(executor, body, notes):
    faults = look_at_zeros(executor, body)
    assert reasons(faults) == []
    assert {fault.reason for fault in faults} == notes
    told = {
        "racecheck-raw": " wrote the value that was there: ",
        "racecheck-war": " of the value that was there, ",
    }
    assert all(told.get(fault.reason, "wrote the same value") in fault.message for fault in faults)


def test_blocks_may_write_what_was_there(executor):
    faults = look_at_zeros(executor, f"{KEPT}ld.global.b32 %r8, [%rd2];", threads=32, blocks=70)
    assert reasons(faults) == []
    assert all("nothing orders the two blocks" in fault.message for fault in faults)
    assert {fault.reason for fault in faults} == {RAW, WAR}


HEADS = """and.b32 %r8, %r0, 31;
setp.eq.u32 %p1, %r8, 0;
setp.eq.u32 %p2, %r0, 0;
setp.eq.u32 %p3, %r0, 32;
"""
"""`%p1` is true in the first thread of each warp, `%p2` in that of the first, `%p3` in that of the second."""


@pytest.mark.parametrize(("body", "expected"), [
    # another value, in one thread of many too
    ("st.global.b32 [%rd2], 1;\n" + READ, {RAW, WAR}),
    ("setp.eq.u32 %p1, %r0, 37;\nselp.b32 %r9, 1, 0, %p1;\nst.global.b32 [%rd2], %r9;\n" + READ, {RAW, WAR}),
    ("setp.eq.u32 %p1, %r0, 37;\nselp.b32 %r9, 1, 0, %p1;\nst.global.b32 [%rd0], %r9;\n", {WAW}),
    # back to what was there before
    ("st.global.b32 [%rd2], 1;\nst.global.b32 [%rd2], 0;\n" + READ, {RAW, WAR}),
    # what was there came by a write that races with the read
    ("st.global.b32 [%rd2], 1;\nst.global.b32 [%rd2], 1;\n" + READ, {RAW, WAR}),
    ("st.global.b32 [%rd0], 1;\n" + "ld.global.b32 %r8, [%rd0];\n", {RAW, WAR}),
    # a write behind those that kept the value changes it
    (FIRST + "@%p2 st.global.b32 [%rd0], 0;\n@%p1 st.global.b32 [%rd0], 1;\n", {WAW}),
    (FIRST + "@%p2 st.global.b32 [%rd0], 0;\n@%p1 red.global.add.u32 [%rd0], 1;\n", {WAW}),
    (FIRST + "@%p2 red.global.add.u32 [%rd0], 0;\n@%p1 st.global.b32 [%rd0], 0;\n", {WAW}),
    # one of two threads that wrote alike writes again
    (HEADS + "@%p1 st.global.b32 [%rd0], 1;\n@%p3 st.global.b32 [%rd0], 2;\n", {WAW}),
    # a thread wrote alike, but not after the read or write before
    (HEADS + "@%p2 ld.global.b32 %r8, [%rd0];\n@%p1 st.global.b32 [%rd0], 1;\n", {WAR}),
    (HEADS + "@%p2 st.global.b32 [%rd0], 2;\n@%p1 st.global.b32 [%rd0], 1;\n", {WAW}),
    # only part of the value is kept
    ("mov.b64 %rd9, 1;\nand.b32 %r9, %r0, 32;\nmad.wide.u32 %rd8, %r9, 2, %rd0;\nst.global.b64 [%rd8], %rd9;\n"
     "ld.global.b32 %r8, [%rd0];", {RAW, WAR}),
])  # fmt: skip
def test_writes_of_another_value_race(executor, body, expected):
    found = set(reasons(look_at_zeros(executor, body)))
    assert found
    assert found <= expected


def test_a_write_races_with_reads_before_one_that_kept_the_value(executor):
    body = "setp.eq.u32 %p1, %r7, 0;\n@%p1 ld.global.b32 %r8, [%rd2];\n@!%p1 st.global.b32 [%rd2], 0;\n"
    assert reasons(look_at_zeros(executor, body, threads=32, blocks=2)) == []
    body += "@!%p1 st.global.b32 [%rd2], 1;\n"
    assert reasons(look_at_zeros(executor, body, threads=32, blocks=2)) == [WAR]


def test_a_read_races_with_the_write_before_one_that_kept_the_value(executor):
    warps = "setp.lt.u32 %p1, %r0, 32;\nsetp.lt.u32 %p2, %r0, 64;\nsetp.lt.and.u32 %p3, %r0, 64, !%p1;\n"
    body = (
        f"{warps}@%p1 st.global.b32 [%rd0], 5;\n@!%p2 bra LAST;\nbar.sync 1, 64;\n"
        "@%p3 st.global.b32 [%rd0], 5;\nbra END;\nLAST:\nld.global.b32 %r8, [%rd0];\nEND:\n"
    )
    faults = look_at_zeros(executor, body, threads=96)
    assert RAW in reasons(faults) or WAR in reasons(faults)


def test_fresh_memory_holds_no_value_that_a_write_could_keep(executor):
    body = "st.global.b32 [%rd2], -1;\n" + READ
    assert reasons(look_at_zeros(executor, body, out=None)) == [RAW, WAR]
    assert reasons(look_at_zeros(executor, body.replace("-1", "0"))) == []


def test_without_initcheck_no_value_is_known_to_be_kept(executor):
    assert reasons(look_at_zeros(executor, KEPT + READ, watch=RACES)) == [RAW, WAR]


def test_a_noncoherent_load_of_a_value_that_was_kept_is_found(executor):
    assert reasons(look_at_zeros(executor, KEPT + OWN)) == [NONCOHERENT]


# -- asynchronous copies -----------------------------------------------------------------------------------

COPY = "cp.async.ca.shared.global [%r4], [%rd2], 4;\n"
WAIT = "cp.async.wait_all;\n"


@pytest.mark.parametrize(("body", "expected", "missing"), [
    (COPY + WAIT + "ld.shared.b32 %r8, [%r4];", [], ""),
    (COPY + WAIT + "bar.sync 0;\nld.shared.b32 %r8, [%r5];", [], ""),
    (COPY + "ld.shared.b32 %r8, [%r4];", [RAW], "the thread has not waited for its asynchronous copy"),
    (COPY + "bar.sync 0;\nld.shared.b32 %r8, [%r5];", [RAW], "no barrier orders them"),
    (COPY + WAIT + "ld.shared.b32 %r8, [%r5];", [RAW, WAR], "no barrier orders them"),
    (COPY + WAIT + "ld.shared.b32 %r8, [%r6];", [RAW], "no barrier or __syncwarp orders them"),
    (COPY + WAIT + "bar.warp.sync -1;\nld.shared.b32 %r8, [%r6];", [], ""),
    ("ld.shared.b32 %r8, [%r5];\n" + COPY + WAIT, [WAR, RAW], "no barrier orders them"),
    ("ld.shared.b32 %r8, [%r5];\nbar.sync 0;\n" + COPY + WAIT, [], ""),
    ("st.shared.b32 [%r5], 1;\n" + COPY + WAIT, [WAW], "no barrier orders them"),
    (COPY + COPY + WAIT, [WAW], "the thread has not waited for its asynchronous copy"),
    (COPY + "st.global.b32 [%rd5], 1;\n" + WAIT, [RAW, WAR], "no barrier orders them"),
])  # fmt: skip
def test_asynchronous_copies(executor, body, expected, missing):
    faults = look(executor, body)
    assert set(reasons(faults)) <= set(expected)
    assert bool(faults) == bool(expected)
    assert all(fault.message.endswith(missing) for fault in faults)


# -- the two looks -----------------------------------------------------------------------------------------

RACY = [
    "st.global.b32 [%rd0], %r7;",
    "st.shared.b32 [%r4], %r0;\nld.shared.b32 %r8, [%r5];\nst.global.b32 [%rd2], %r8;",
    "ld.global.b32 %r8, [%rd2];\nsetp.eq.u32 %p1, %r7, 5;\n@%p1 st.global.b32 [%rd2+4], %r8;",
    "setp.eq.u32 %p1, %r7, 7;\n@%p1 st.global.b32 [%rd2+8], 1;\nsetp.eq.u32 %p2, %r7, 3;\n"
    "@%p2 ld.global.b32 %r8, [%rd2];",
    "st.global.b32 [%rd2], 5;",
]  # fmt: skip


@pytest.mark.parametrize("body", RACY)
def test_faults_do_not_depend_on_the_number_of_workers(executor, body, opened):
    alone = opened(n_workers=1)
    expected = look(alone, body, blocks=8)
    assert expected
    assert look(executor, body, blocks=8) == expected
    assert look(executor, body, blocks=8) == expected


def test_what_a_launch_left_does_not_reach_the_next(executor):
    for _ in range(3):
        assert look(executor, RACY[0], blocks=4) != ()
        assert look(executor, "st.shared.b32 [%r4], %r7;\nld.global.b32 %r8, [%rd2];", blocks=4) == ()
        assert look(executor, "mad.wide.u32 %rd5, %r7, 256, %rd2;\nst.global.b32 [%rd5], 1;", blocks=4) == ()


def test_memory_is_as_before_the_launch_when_it_is_looked_at_again(executor):
    body = "ld.shared.b32 %r9, [%r3];\nst.shared.b32 [%r3], %r0;\nred.global.add.u32 [%rd0], 1;"
    ran = run(executor, kernel(START + body, SHARED), block=(64, 1, 1), watch=RACES)
    assert RAW in ran.reasons or WAR in ran.reasons
    assert ran.out[0] == 63  # from the -1 of fresh memory, once


def test_more_barriers_than_stamps(executor):
    """Stamps start over with a new block; what the blocks touched stays apart."""
    body = """
mov.u32 %r8, 0;
mad.wide.u32 %rd5, %r7, 128, %rd2;
LOOP:
st.shared.b32 [%r4], %r8;
bar.sync 0;
st.global.b32 [%rd5], %r8;
add.u32 %r8, %r8, 1;
setp.lt.u32 %p1, %r8, 275000;
@%p1 bra LOOP;
ld.shared.b32 %r9, [%r6];
"""
    with looks(executor) as made:
        assert look(executor, body, threads=32, blocks=3) == ()
        assert made == ["screening"]
        body = body.replace("%r7, 128", "%r7, 0").replace("275000", "50")
        assert reasons(look(executor, body, threads=32, blocks=3)) == [WAW]
        assert made == ["screening", "screening", "exact"]


CLEAN = {
    "barrier": "st.shared.b32 [%r4], %r0;\nbar.sync 0;\nld.shared.b32 %r8, [%r5];\n",
    "sync": "st.shared.b32 [%r4], %r0;\nbar.warp.sync -1;\nld.shared.b32 %r8, [%r6];\n",
    "broadcast": "setp.eq.u32 %p1, %r0, 9;\n@%p1 st.shared.b32 [%r3], 1;\nbar.sync 0;\nld.shared.b32 %r8, [%r3];\n"
    "bar.sync 0;\n@%p1 st.shared.b32 [%r3], 2;",
    "shared_table": "ld.global.b32 %r8, [%rd0];\nld.global.b32 %r9, [%rd2];\nadd.u64 %rd8, %rd5, 2048;\n"
    "ld.global.b32 %r8, [%rd0+64];",
    "global": "mad.wide.u32 %rd8, %r7, 256, %rd2;\n"
    "st.global.b32 [%rd8], %r0;\nld.global.b32 %r8, [%rd8];\nbar.sync 0;\n"
    "mad.wide.u32 %rd9, %r7, 256, %rd5;\nld.global.b32 %r8, [%rd9];\nbar.sync 0;\nst.global.b32 [%rd8], 5;",
    "counter": "atom.global.add.u32 %r8, [%rd0], 1;\n"
    "red.shared.add.u32 [%r3], 1;\nbar.sync 0;\nld.shared.b32 %r8, [%r3];",
    "scattered": "mad.wide.u32 %rd8, %r0, 32, %rd0;\nmad.wide.u32 %rd8, %r7, 2048, %rd8;\nst.global.b32 [%rd8], 1;\n"
    "ld.global.b32 %r8, [%rd8];\nst.global.v2.b32 [%rd8+8], {%r8, %r8};",
}  # fmt: skip


@pytest.mark.parametrize("body", CLEAN.values(), ids=CLEAN)
def test_screening_pass_is_enough_for_what_barriers_order(executor, body):
    if ".red" in body or "red." in body:
        body = "setp.eq.u32 %p9, %r0, 0;\n@%p9 st.shared.b32 [%r3], 0;\nbar.sync 0;\n" + body
    with looks(executor) as made:
        assert look(executor, body, blocks=4, n_out=1 << 14) == ()
        assert made == ["screening"]


# %r11: a word for each column of half a warp; %rd9: a word for each lane, %rd10 for each two, 132 bytes apart; %rd11:
# that of the neighbouring lane
ROWS = """
and.b32 %r10, %r0, 15;
mad.lo.u32 %r11, %r10, 4, %r3;
and.b32 %r10, %r0, 31;
mul.wide.u32 %rd9, %r10, 132;
add.u64 %rd9, %rd9, %rd0;
shr.u32 %r10, %r10, 1;
mul.wide.u32 %rd10, %r10, 132;
add.u64 %rd10, %rd10, %rd0;
xor.b32 %r10, %r0, 1;
mul.wide.u32 %rd11, %r10, 132;
add.u64 %rd11, %rd11, %rd0;
"""
SHORT_CUTS = {
    "halves_read_what_one_wrote": (
        RAW, 32, 1, "setp.lt.u32 %p1, %r0, 16;\n@%p1 st.shared.b32 [%r4], %r0;\nld.shared.b32 %r8, [%r11];\n"),
    "one_writes_what_halves_read": (
        WAR, 32, 1, "ld.shared.b32 %r8, [%r11];\nsetp.eq.u32 %p1, %r0, 3;\n@%p1 st.shared.b32 [%r4], %r0;\n"),
    "one_writes_what_all_warps_read_again": (
        WAR, 128, 1, "bar.sync 0;\nld.shared.b32 %r8, [%r11];\nld.shared.b32 %r8, [%r11];\n"
        "setp.eq.u32 %p1, %r0, 97;\n@%p1 st.shared.b32 [%r11], %r0;\n"),
    "one_writes_what_all_warps_read_before_and_after_a_barrier": (
        WAR, 128, 1, "bar.sync 0;\nld.shared.b32 %r8, [%r11];\nbar.sync 0;\nld.shared.b32 %r8, [%r11];\n"
        "setp.eq.u32 %p1, %r0, 97;\n@%p1 st.shared.b32 [%r11], %r0;\n"),
    "all_warps_read_again_what_a_copy_writes": (
        RAW, 128, 1, "setp.eq.u32 %p1, %r0, 0;\n@%p1 cp.async.ca.shared.global [%r3], [%rd0], 4;\nbar.sync 0;\n"
        "ld.shared.b32 %r8, [%r11];\nld.shared.b32 %r8, [%r11];\n"),
    "two_lanes_write_one_word_of_many": (WAW, 32, 1, "st.global.b32 [%rd10], %r0;\n"),
    "two_warps_write_the_same_many": (WAW, 64, 1, "st.global.b32 [%rd9], %r0;\n"),
    "two_blocks_write_the_same_many": (WAW, 32, 8, "mov.u32 %r8, %ctaid.x;\nst.global.b32 [%rd9], %r8;\n"),
    "a_lane_writes_what_its_neighbour_read": (
        WAR, 32, 1, "ld.global.b32 %r8, [%rd11];\nst.global.b32 [%rd9], %r0;\n"),
    "a_lane_reads_what_its_neighbour_wrote": (
        RAW, 32, 1, "st.global.b32 [%rd9], %r0;\nld.global.b32 %r8, [%rd11];\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", SHORT_CUTS)
def test_races_that_the_short_cuts_of_the_screening_pass_must_not_miss(workers, name):
    kind, threads, blocks, body = SHORT_CUTS[name]
    assert kind in reasons(look(workers, ROWS + body, threads=threads, blocks=blocks, n_out=1 << 14))


def test_blocks_that_run_at_once_read_what_the_other_wrote(executor):
    # while a block counts, another worker has mostly begun the other
    body = "mad.wide.u32 %rd8, %r7, 256, %rd2;\nxor.b32 %r10, %r7, 1;\nmad.wide.u32 %rd9, %r10, 256, %rd2;\n"
    body += "st.global.b32 [%rd8], %r0;\nmov.u32 %r11, 0;\nL: add.u32 %r11, %r11, 1;\n"
    body += "setp.lt.u32 %p1, %r11, 20000;\n@%p1 bra L;\nld.global.b32 %r8, [%rd9];\n"
    assert {*reasons(look(executor, body, blocks=2))} & {RAW, WAR}


def test_a_word_that_all_warps_read_and_one_of_them_as_unchanged(executor):
    body = "setp.ge.u32 %p1, %r0, 96;\nld.global.b32 %r8, [%rd0];\n@%p1 ld.global.nc.b32 %r8, [%rd0];\nbar.sync 0;\n"
    body += "setp.eq.u32 %p1, %r0, 0;\n@%p1 st.global.b32 [%rd0], %r8;\n"
    assert [fault.reason for fault in look(executor, body, threads=128)] == [NONCOHERENT]


@pytest.mark.parametrize("body", [
    "st.shared.b32 [%r4], %r0;\nbar.sync 0;\nld.shared.b32 %r8, [%r11];\nld.shared.b32 %r8, [%r11];\nbar.sync 0;\n"
    "st.shared.b32 [%r4], %r0;\n",
    "mad.wide.u32 %rd9, %r7, 8192, %rd9;\nst.global.b32 [%rd9], %r0;\nld.global.b32 %r8, [%rd9];\n",
], ids=["halves", "scattered"])  # fmt: skip
def test_screening_pass_is_enough_where_the_short_cuts_find_nothing(workers, body):
    with looks(workers) as made:
        assert look(workers, ROWS + body, threads=32, blocks=4, n_out=1 << 14) == ()
        assert made == ["screening"]


def test_local_memory_parameters_and_constants_are_not_watched(executor):
    module = SHARED + ".const .align 4 .b32 c[64];\n"
    body = START + ".local .align 4 .b32 l[4];\nst.local.b32 [l], %r0;\nld.local.b32 %r8, [l];\n"
    body += "ld.const.b32 %r8, [c];\nmov.b64 %rd7, c;\ncvta.const.u64 %rd7, %rd7;\nld.b32 %r8, [%rd7];\n"
    assert (
        run(executor, kernel(body, module), block=(64, 1, 1), grid=(3, 1, 1), watch=RACES).report.faults == ()
    )


def test_a_race_in_a_loop_that_does_not_end_is_found_and_the_look_at_it_ends(opened):
    executor = opened(None, n_workers=1, step_budget=1_000_000)
    body = "st.shared.b32 [%r4], 1;\nld.shared.b32 %r8, [%r6];\nagain:\nbra again;\n"
    ran = run(executor, kernel(START + body, SHARED), block=(64, 1, 1), watch=RACES)
    assert {*ran.reasons} == {"hang", RAW}


def test_exact_pass_for_races_still_notes_what_is_written():
    # a later launch may read it
    assert Watch(races=True, undefined=True).exact(WATCH_RACES_FAST) == WATCH_RACES | WATCH_DEFINED_FAST


def test_a_device_without_memory_runs_a_kernel_that_needs_none(opened):
    executor = opened(code_cache(), n_workers=1)
    program = executor.load(f"{HEADER}.visible .entry k()\n{{\nret;\n}}\n")
    report = executor.launch(program, "k", (1, 1, 1), (64, 1, 1), [], 0, RACES)
    assert report.completed
    assert report.faults == ()


@pytest.mark.parametrize(("first", "cluster"), [("screening", None), ("exact", (1, 1, 1))])
@pytest.mark.parametrize(("body", "expected"), [
    ("ld.global.b32 %r8, [%rd5];\n", []),
    ("st.global.b32 [%rd2], %r0;\nld.global.b32 %r8, [%rd5];\n", [RAW, WAR]),
    ("setp.eq.u32 %p1, %r0, 37;\n@%p1 st.global.b32 [%rd5], 1;\nld.global.b32 %r8, [%rd2];\n",
     [WAR]),
    ("mul.wide.u32 %rd9, %r0, 132;\nadd.u64 %rd9, %rd9, %rd0;\nst.global.b32 [%rd9], 1;\n"
     "ld.global.b32 %r8, [%rd0];\n", [RAW]),
], ids=["read", "written", "by_one", "apart"])  # fmt: skip
def test_an_input_races_only_where_it_is_written(executor, body, expected, first, cluster):
    executor.memory.clear()
    array = executor.memory.allocate(1 << 14, "input")
    array.is_input = True
    program = executor.load(kernel(START + body, SHARED))
    args = [np.uint64(array.address), np.uint64(0), np.uint32(0)]
    with looks(executor) as made:
        report = executor.launch(program, "k", (1, 1, 1), (64, 1, 1), args, 0, RACES, cluster)
    assert reasons(report.faults) == expected
    assert made == ([first, "exact"] if expected else [first])
