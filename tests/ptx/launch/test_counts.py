"""Counters against numbers worked out by hand.

`tests.agreement.test_counter_fidelity` compares sectors and wavefronts of access patterns with a GPU's.
"""

import numpy as np
import pytest

from harness.ptx.launch.counts import Counters
from harness.ptx.launch.watch import Watch
from tests.ptx.ptx_text import kernel, line_of, run

SHARED = ".shared .align 16 .b8 s[32768];\n"
COUNTING = Watch(counts=True)
NO_ARGS = [np.uint64(0), np.uint64(0), np.uint32(0)]


def count(executor, ptx, *, grid=(1, 1, 1), block=(32, 1, 1), n=0, out_words=16384, watch=COUNTING):
    """Launch ``k`` of a module of `kernel` and return its counts; ``inp`` has 16384 words of zero."""
    inp = np.zeros(16384, np.uint32)
    report = run(executor, ptx, grid=grid, block=block, inp=inp, n=n, n_out=out_words, watch=watch).report
    assert report.faults == ()
    return report.counts


def at(counts, ptx, text):
    """Counters of the instruction on the only line that contains a text."""
    line = line_of(ptx, text)
    (found,) = (each for each in counts.instructions if each.ptx_line == line)
    return found.counters


def one(executor, body, text, module=SHARED):
    """Run a body once; counters of the instruction on the only line that contains a text."""
    ptx = kernel(body, module)
    return at(count(executor, ptx), ptx, text)


def address(scale):
    """Put ``inp + tid * scale`` into %rd3."""
    return f"mul.wide.u32 %rd3, %r0, {scale};\nadd.s64 %rd3, %rd3, %rd1;\n"


def shared_address(scale):
    """Put the address of ``s + tid * scale`` into %r3."""
    return f"mov.b32 %r3, s;\nmad.lo.u32 %r3, %r0, {scale}, %r3;\n"


def test_only_active_lanes_count(executor):
    body = (
        address(32)
        + "setp.lt.u32 %p1, %r0, 5;\n@%p1 ld.global.b32 %r5, [%rd3];\n@!%p1 st.global.b32 [%rd3], 7;"
    )
    ptx = kernel(body)
    counts = count(executor, ptx)
    load, store = at(counts, ptx, "ld.global.b32"), at(counts, ptx, "st.global.b32")
    assert (load.global_load_requests, load.global_load_sectors, load.global_load_bytes) == (1, 5, 20)
    assert (store.global_store_requests, store.global_store_sectors, store.global_store_bytes) == (1, 27, 108)
    assert (load.instructions, load.lane_instructions, load.lanes_on) == (1, 32, 5)
    assert (store.instructions, store.lane_instructions, store.lanes_on) == (1, 32, 27)


def test_instruction_whose_guard_is_false_in_every_lane_is_executed_and_requests_nothing(executor):
    ptx = kernel(address(4) + "setp.gt.u32 %p1, %r0, 99;\n@%p1 ld.global.b32 %r5, [%rd3];")
    load = at(count(executor, ptx), ptx, "ld.global.b32")
    assert (load.instructions, load.lane_instructions, load.lanes_on) == (1, 32, 0)
    assert (load.global_load_requests, load.global_load_sectors) == (0, 0)


def test_last_warp_of_a_block_may_be_partial(executor):
    ptx = kernel("st.global.b32 [%rd2], 1;")
    store = at(count(executor, ptx, block=(70, 1, 1)), ptx, "st.global.b32")
    assert (store.instructions, store.lane_instructions) == (3, 70)
    assert (store.global_store_requests, store.global_store_sectors, store.global_store_bytes) == (3, 9, 280)


def test_global_atomics(executor):
    ptx = kernel("red.global.add.u32 [%rd1], 1;\natom.global.add.u32 %r5, [%rd2], 1;")
    counts = count(executor, ptx)
    one, many = at(counts, ptx, "red.global"), at(counts, ptx, "atom.global")
    assert (one.atomics, one.global_atomic_requests, one.global_atomic_sectors) == (1, 1, 1)
    assert (many.atomics, many.global_atomic_requests, many.global_atomic_sectors) == (1, 1, 4)
    assert counts.total.global_atomic_bytes == 256


@pytest.mark.parametrize(("load", "scale", "wavefronts", "ideal"), [
    # bytes and 16-bit values share words
    ("ld.shared.u8 %r5, [%r3];", 1, 1, 1),
    ("ld.shared.u16 %r5, [%r3];", 2, 1, 1),
    # 130 bytes apart lanes 2 k and 2 k + 1 have different words of bank k
    ("ld.shared.u16 %r5, [%r3];", 130, 2, 1),
])  # fmt: skip
def test_shared_wavefronts_of_other_widths(executor, load, scale, wavefronts, ideal):
    found = one(executor, shared_address(scale) + load, load)
    assert (found.shared_load_requests, found.shared_load_wavefronts, found.shared_load_ideal) == (
        1, wavefronts, ideal
    )  # fmt: skip


@pytest.mark.parametrize(
    ("size", "sectors", "wavefronts"), [(4, 4, 1), (8, 8, 2), (16, 16, 4)], ids=["4", "8", "16"]
)
def test_async_copy_reads_global_and_writes_shared_memory(executor, size, sectors, wavefronts):
    ptx = kernel(
        shared_address(size)
        + address(size)
        + f"cp.async.ca.shared.global [%r3], [%rd3], {size};\ncp.async.wait_all;",
        SHARED,
    )
    found = at(count(executor, ptx), ptx, "cp.async.ca")
    assert (found.global_load_requests, found.global_load_sectors) == (1, sectors)
    assert found.global_load_bytes == found.shared_store_bytes == 32 * size
    assert (found.shared_store_requests, found.shared_store_wavefronts) == (1, wavefronts)
    assert found.instructions == 1


def test_async_copy_reads_no_more_than_it_is_told_to(executor):
    """Lane l reads l bytes of its 16: one request, bytes 0 + 1 + ... + 15 twice, all 16 bytes written."""
    body = "and.b32 %r4, %r0, 15;\ncp.async.ca.shared.global [%r3], [%rd3], 16, %r4;\ncp.async.wait_all;"
    ptx = kernel(shared_address(16) + address(16) + body, SHARED)
    found = at(count(executor, ptx), ptx, "cp.async.ca")
    assert (found.global_load_requests, found.global_load_bytes, found.global_load_sectors) == (1, 240, 16)
    assert (found.shared_store_bytes, found.shared_store_wavefronts) == (512, 4)


def test_async_copy_of_nothing_but_zeros_reads_nothing(executor):
    body = "mov.u32 %r4, 0;\ncp.async.ca.shared.global [%r3], [%rd3], 16, %r4;\ncp.async.wait_all;"
    ptx = kernel(shared_address(16) + address(16) + body, SHARED)
    found = at(count(executor, ptx), ptx, "cp.async.ca")
    assert (found.global_load_requests, found.global_load_sectors, found.shared_store_requests) == (0, 0, 1)


def test_generic_accesses_count_where_they_land(executor):
    """Lanes 0 to 15 read global memory, the others shared memory, in one instruction."""
    body = (
        "cvta.global.u64 %rd3, %rd1;\nmad.wide.u32 %rd3, %r0, 4, %rd3;\n"
        "mov.u64 %rd4, s;\ncvta.shared.u64 %rd4, %rd4;\nmad.wide.u32 %rd4, %r0, 4, %rd4;\n"
        "setp.lt.u32 %p1, %r0, 16;\nselp.b64 %rd5, %rd3, %rd4, %p1;\nld.b32 %r5, [%rd5];"
    )
    found = one(executor, body, "ld.b32")
    assert (found.global_load_requests, found.global_load_sectors, found.global_load_bytes) == (1, 2, 64)
    assert (found.shared_load_requests, found.shared_load_wavefronts, found.shared_load_bytes) == (1, 1, 64)


LOCAL = ".local .align 16 .b8 l[256];\nmov.u64 %rd3, l;\n"


@pytest.mark.parametrize(("access", "sectors", "width"), [
    ("st.local.b32 [%rd3+8], 1;", 4, 4), ("st.local.b64 [%rd3+8], %rd1;", 8, 8), ("st.local.u8 [%rd3+3], 1;", 4, 1),
    ("st.local.v4.b32 [%rd3+16], {%r0, %r0, %r0, %r0};", 16, 16),
])  # fmt: skip
def test_local_memory_is_interleaved(executor, access, sectors, width):
    """The same word of 32 lanes is one line of 128 bytes."""
    ptx = kernel(LOCAL + access)
    found = at(count(executor, ptx), ptx, access)
    assert (found.local_store_requests, found.local_store_sectors) == (1, sectors)
    assert found.local_store_bytes == 32 * width
    assert found.global_store_requests == 0


def test_generic_local_accesses(executor):
    found = one(executor, LOCAL + "cvta.local.u64 %rd4, %rd3;\nst.b32 [%rd4], 1;", "st.b32")
    assert (found.local_store_requests, found.local_store_sectors, found.global_store_requests) == (1, 4, 0)


LOOP = """
mov.u32 %r3, 0;
LOOP:
add.u32 %r3, %r3, 1;
setp.lt.u32 %p1, %r3, %r1;
@%p1 bra LOOP;
"""


def test_loop_is_counted_once_for_each_turn(executor):
    ptx = kernel(LOOP, result="%r3")
    counts = count(executor, ptx, n=10, grid=(3, 1, 1), block=(64, 1, 1))
    branch = at(counts, ptx, "bra LOOP")
    assert (branch.instructions, branch.lane_instructions, branch.lanes_on) == (60, 1920, 1728)
    assert (branch.branches, branch.divergent_branches) == (60, 0)
    assert at(counts, ptx, "mov.u32 %r3, 0").instructions == 6
    # 5 of the prologue, mov, 10 turns of 3, the store and ret, by 6 warps
    assert counts.total.instructions == (5 + 1 + 30 + 2) * 6
    assert counts.total.lane_instructions == counts.total.instructions * 32
    assert counts.total.active_lanes == 32.0


def test_lanes_that_leave_a_loop_at_different_times(executor):
    """Lane l takes l + 1 turns: 32 turns of the warp, the last branch of which no lane takes."""
    ptx = kernel(LOOP.replace("%r3, %r1;", "%r3, %r4;").replace("mov.u32", "add.u32 %r4, %r0, 1;\nmov.u32"))
    counts = count(executor, ptx)
    branch = at(counts, ptx, "bra LOOP")
    assert branch.instructions == 32
    assert branch.lane_instructions == sum(range(1, 33))
    assert (branch.branches, branch.divergent_branches) == (32, 31)


def test_divergence(executor):
    body = """
setp.lt.u32 %p1, %r0, 8;
@%p1 bra FEW;
mov.u32 %r5, 1;
bra.uni JOIN;
FEW:
mov.u32 %r5, 2;
JOIN:
add.u32 %r6, %r5, 1;
"""
    ptx = kernel(body)
    counts = count(executor, ptx)
    assert (at(counts, ptx, "bra FEW").branches, at(counts, ptx, "bra FEW").divergent_branches) == (1, 1)
    for text, lanes in (("mov.u32 %r5, 1;", 24), ("mov.u32 %r5, 2;", 8), ("add.u32 %r6", 32)):
        found = at(counts, ptx, text)
        assert (found.instructions, found.lane_instructions) == (1, lanes), text
    # an unconditional branch is none that lanes can part at
    assert at(counts, ptx, "bra.uni").branches == 0
    assert 0 < counts.total.active_lanes < 32


def test_branch_table(executor):
    body = """
and.b32 %r3, %r0, %r1;
TABLE: .branchtargets A, B;
brx.idx %r3, TABLE;
A:
mov.u32 %r5, 1;
bra.uni JOIN;
B:
mov.u32 %r5, 2;
JOIN:
"""
    ptx = kernel(body)
    parting = at(count(executor, ptx, n=1), ptx, "brx.idx")
    together = at(count(executor, ptx, n=0), ptx, "brx.idx")
    assert (parting.instructions, parting.branches, parting.divergent_branches) == (1, 1, 1)
    assert (together.instructions, together.branches, together.divergent_branches) == (1, 1, 0)


def test_barriers(executor):
    ptx = kernel("bar.sync 0;\nbar.warp.sync -1;\nbar.sync 0;\nbar.sync 1;")
    counts = count(executor, ptx, grid=(5, 1, 1), block=(96, 1, 1))
    assert (counts.total.barriers, counts.total.warp_barriers) == (45, 15)
    assert counts.block_barriers == 15
    assert counts.by_class["barrier"] == 60


def test_reducing_barrier_is_one_instruction(executor):
    ptx = kernel("setp.lt.u32 %p1, %r0, 3;\nbar.red.popc.u32 %r5, 0, %p1;", result="%r5")
    counts = count(executor, ptx)
    assert counts.total.barriers == 1
    assert counts.total.instructions == 5 + 2 + 2


def test_guarded_barrier_is_one_instruction(executor):
    """The executor makes a branch of the guard; what is in the PTX is counted."""
    ptx = kernel("setp.lt.u32 %p1, %r0, 99;\n@%p1 bar.sync 0;\n@!%p1 bar.sync 1;")
    counts = count(executor, ptx)
    taken, skipped = at(counts, ptx, "@%p1 bar"), at(counts, ptx, "@!%p1 bar")
    assert (taken.instructions, taken.lane_instructions, taken.lanes_on) == (1, 32, 32)
    assert (skipped.instructions, skipped.lane_instructions, skipped.lanes_on) == (1, 32, 0)
    assert counts.total.branches == 0
    assert counts.total.instructions == 5 + 3 + 1


def test_shuffles_and_votes(executor):
    body = """
shfl.sync.bfly.b32 %r5, %r0, 1, 31, -1;
shfl.sync.idx.b32 %r5|%p1, %r0, 0, 31, -1;
redux.sync.add.u32 %r6, %r0, -1;
vote.sync.ballot.b32 %r7, %p1, -1;
activemask.b32 %r8;
match.any.sync.b32 %r9, %r0, -1;
"""
    total_of = count(executor, kernel(body), block=(64, 1, 1)).total
    assert (total_of.shuffles, total_of.votes) == (6, 6)


def test_lanes_that_wait_for_each_other_count_once(executor):
    """Halves reach one shuffle at different times; it is executed when the last lane is there."""
    body = """
setp.lt.u32 %p1, %r0, 16;
@%p1 bra JOIN;
mov.u32 %r5, 1;
mov.u32 %r6, 1;
JOIN:
shfl.sync.bfly.b32 %r7, %r0, 1, 31, -1;
"""
    found = one(executor, body, "shfl")
    assert (found.instructions, found.lane_instructions, found.shuffles) == (1, 32, 1)


def test_partial_shuffles_count_for_each_part(executor):
    body = """
setp.lt.u32 %p1, %r0, 16;
@%p1 bra LOW;
shfl.sync.bfly.b32 %r7, %r0, 1, 31, 0xffff0000;
bra.uni END;
LOW:
shfl.sync.bfly.b32 %r7, %r0, 1, 31, 0xffff;
END:
"""
    counts = count(executor, kernel(body))
    assert counts.total.shuffles == 2
    assert {c.counters.lane_instructions for c in counts.instructions if c.family == "shuffle"} == {16}


def test_warp_that_yields_in_a_long_loop_counts_each_turn_once(executor):
    """After 2^18 steps a warp lets another of its block run, and comes to the loop's head again."""
    ptx = kernel(LOOP)
    counts = count(executor, ptx, n=100_000, block=(64, 1, 1))
    assert at(counts, ptx, "bra LOOP").instructions == 200_000


def test_classes(executor):
    body = "add.f32 %f1, %f0, 0f3F800000;\nex2.approx.f32 %f2, %f1;\ncvt.f64.f32 %fd1, %f2;\nadd.f64 %fd2, %fd1, %fd1;"
    counts = count(executor, kernel("mov.f32 %f0, 0f00000000;\n" + body))
    ones = dict.fromkeys(("approximate", "control", "convert", "double", "float", "integer"), 1)
    assert counts.by_class == ones | {"load": 3, "move": 2}


def test_code_that_is_not_reached_is_there_with_zeros(executor):
    ptx = kernel("bra.uni END;\nst.global.b32 [%rd2], 77;\nEND:")
    assert at(count(executor, ptx), ptx, "77") == Counters()


def test_source_lines(executor):
    places = ((".loc 1 10 0", 1), (".loc 2 4 0", 2), (".loc 1 10 5", 3))
    body = "".join(f"{place}\nst.global.b32 [%rd2], {value};\n" for place, value in places)
    text = kernel(body) + '.file 1 "a.cu"\n.file 2 "include/b.cuh"\n'
    lines = count(executor, text).by_line
    assert lines["a.cu", 10].global_store_sectors == 8
    assert lines["include/b.cuh", 4].global_store_sectors == 4
    assert list(lines) == sorted(lines)


CALL = """
.func twice(.param .b32 a)
{
.reg .b32 %r<3>;
.reg .b64 %rd<3>;
.shared .align 4 .b8 t[128];
.loc 1 3 0
mov.u32 %r1, %tid.x;
mov.u64 %rd1, t;
mul.wide.u32 %rd2, %r1, 4;
add.s64 %rd1, %rd1, %rd2;
st.shared.b32 [%rd1], 5;
ret;
}
"""


def test_function_that_is_called_twice_is_counted_at_its_own_lines(executor):
    call = "{\n.param .b32 p;\nst.param.b32 [p], %r0;\ncall twice, (p);\n}\n"
    store = one(executor, call + call, "st.shared.b32", CALL)
    assert (store.instructions, store.shared_store_requests, store.shared_store_wavefronts) == (2, 2, 2)


def busy():
    """A kernel whose blocks differ in what they do."""
    body = """
mov.u32 %r10, %ctaid.x;
mad.wide.u32 %rd2, %r10, 384, %rd2;
add.u32 %r11, %r10, %r0;
rem.u32 %r12, %r11, 7;
mov.u32 %r3, 0;
LOOP:
mad.wide.u32 %rd3, %r12, 36, %rd1;
ld.global.b32 %r5, [%rd3];
bar.warp.sync -1;
add.u32 %r3, %r3, 1;
setp.lt.u32 %p1, %r3, %r10;
@%p1 bra LOOP;
setp.lt.u32 %p2, %r12, 3;
@%p2 bra END;
st.global.b32 [%rd2], %r5;
END:
bar.sync 0;
"""
    return kernel(body)


def test_counts_do_not_depend_on_the_number_of_workers(opened):
    found = []
    for n_workers in (1, 2, 5):
        executor = opened(n_workers=n_workers)
        found.append(count(executor, busy(), grid=(40, 1, 1), block=(96, 1, 1)))
        found.append(count(executor, busy(), grid=(40, 1, 1), block=(96, 1, 1)))
    assert all(each == found[0] for each in found)
    assert found[0].block_barriers == 40
    assert found[0].total.divergent_branches > 0


def test_a_launch_that_is_not_watched_has_no_counts(executor):
    program = executor.load(kernel("bar.sync 0;"))
    assert executor.launch(program, "k", (1, 1, 1), (32, 1, 1), NO_ARGS).counts is None
    assert executor.launch(program, "k", (1, 1, 1), (32, 1, 1), NO_ARGS, watch=COUNTING).counts is not None


def test_a_launch_that_was_ended_has_no_counts(executor):
    program = executor.load(kernel("trap;"))
    report = executor.launch(program, "k", (1, 1, 1), (32, 1, 1), NO_ARGS, watch=COUNTING)
    assert not report.completed
    assert report.counts is None


def test_counting_leaves_memory_as_the_plain_launch_does(executor):
    contents = []
    for watch in (Watch(), COUNTING):
        inp = np.arange(4096, dtype=np.uint64).astype(np.uint8)
        ran = run(executor, busy(), grid=(9, 1, 1), block=(96, 1, 1), inp=inp, n_out=9 * 96, watch=watch)
        contents.append(ran.clean_out)
    assert np.array_equal(*contents)


def test_bad_lanes_are_not_counted(executor):
    report = run(executor, kernel("st.global.b32 [%rd2], 1;"), n_out=16, watch=COUNTING).report
    assert [fault.reason for fault in report.faults] == ["oob-write"]
    assert report.counts.total.global_store_bytes == 64
    assert report.counts.total.global_store_sectors == 2


def test_names_are_those_of_the_fields():
    assert tuple(Counters()._asdict()) == Counters._fields
    assert set(Counters()._asdict().values()) == {0}
    assert Counters().active_lanes == 0.0
