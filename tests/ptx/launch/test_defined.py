"""Reads of memory that was never written: found where the value matters, and nowhere else."""

import numpy as np
import pytest

from harness.ptx.launch.watch import UNWATCHED
from harness.ptx.layout import WATCH_DEFINED
from harness.ptx.memory import Memory
from tests.ptx.ptx_text import kernel, line_of
from tests.ptx.shadows import EXACT, WATCH, look

SHARED = ".shared .align 16 .b8 s[4096];\n"
# %r3 is the address of the thread's own word of shared memory, %rd3 that of its word of `inp`
START = "mov.b32 %r3, s;\nmad.lo.u32 %r3, %r0, 4, %r3;\nmad.wide.u32 %rd3, %r0, 4, %rd1;\n"
NEVER = "memory that was never written"


def seen(executor, body, **options):
    """Run a body with shared memory and return the messages."""
    return look(executor, START + body, SHARED, **options).messages


def stores(messages):
    return len(messages) == 1 and messages[0].startswith(f"stores in global memory what depends on {NEVER}")


def test_stored_value_names_both_places(executor):
    body = START + "ld.shared.b32 %r5, [%r3+64];\nadd.u32 %r6, %r5, 1;\nst.global.b32 [%rd2], %r6;"
    (fault,) = look(executor, body, SHARED, threads=40).report.faults
    text = kernel(body, SHARED)
    assert fault.reason == "uninitialised-read"
    assert fault.message == (
        "stores in global memory what depends on memory that was never written: shared read of size 4 "
        f"at 0x40 (64 bytes into shared memory, 4096 bytes) at PTX line {line_of(text, 'ld.shared')}"
    )
    assert fault.ptx_line == line_of(text, "st.global")
    assert (fault.block, fault.thread, fault.address, fault.size_bytes) == ((0, 0, 0), (0, 0, 0), 64, 4)
    assert fault.count == 40


def test_row_of_words_that_starts_between_two_double_words(executor):
    store, load = "st.shared.b32 [%r3+4], %r0;\n", "ld.shared.b32 %r5, [%r3+4];\nst.global.b32 [%rd2], %r5;"
    assert seen(executor, store + load) == []
    assert stores(seen(executor, load))


@pytest.mark.parametrize("size", [4, 12, 256])
@pytest.mark.parametrize("missing", [0, 5, 31, None])
def test_words_apart_of_which_one_lane_never_wrote_its_own(executor, size, missing):
    # downwards: the last lane has the lowest address
    body = f"sub.u32 %r4, 31, %r0;\nmov.b32 %r3, s;\nmad.lo.u32 %r3, %r4, {size}, %r3;\n"
    body += f"setp.ne.s32 %p1, %r0, {-1 if missing is None else missing};\n@%p1 st.shared.b32 [%r3], %r0;\n"
    ran = look(
        executor,
        body + "ld.shared.b32 %r5, [%r3];\nst.global.b32 [%rd2], %r5;",
        SHARED.replace("4096", "8192"),
    )
    assert stores(ran.messages) == (missing is not None)
    assert bool(ran.report.exact) == (missing is not None)


def test_global_memory_is_named_by_its_allocation(executor):
    body = "ld.global.b32 %r5, [%rd1+100];"
    ran = look(executor, body, result="%r5", n_defined=100)
    (message,) = ran.messages
    assert (
        f"global read of size 4 at {executor.memory.allocations[1].address + 100:#x} (100 bytes into inp, 4096 bytes)"
        in message
    )
    assert look(executor, body, result="%r5", n_defined=104).is_clean


@pytest.mark.parametrize(("use", "text"), [
    ("setp.gt.u32 %p1, %r5, 3;\n@%p1 bra L;\nmov.u32 %r6, 1;\nL:", "branches on what depends on"),
    ("setp.gt.u32 %p1, %r5, 3;\n@!%p1 exit;", "branches on what depends on"),
    ("setp.gt.u32 %p1, %r5, 3;\n@%p1 st.global.b32 [%rd2], 1;", "branches on what depends on"),
    ("setp.gt.u32 %p1, %r5, 3;\n@%p1 ld.global.b32 %r6, [%rd1];", "branches on what depends on"),
    ("setp.gt.u32 %p1, %r5, 3;\n@%p1 bar.sync 0;", "branches on what depends on"),
    ("and.b32 %r5, %r5, 1;\nT: .branchtargets A, B;\nbrx.idx %r5, T;\nA: B:", "branches on what depends on"),
    ("and.b32 %r5, %r5, 4;\nadd.u32 %r5, %r5, %r3;\nld.shared.b32 %r6, [%r5+512];", "uses an address that"),
    ("and.b32 %r5, %r5, 4;\nadd.u32 %r5, %r5, %r3;\nst.shared.b32 [%r5+512], 1;", "uses an address that"),
    ("and.b32 %r5, %r5, 4;\nadd.u32 %r5, %r5, %r3;\natom.shared.exch.b32 %r6, [%r5], 1;",
     "uses an address that"),
    ("and.b32 %r5, %r5, 1;\nbar.sync %r5;", "gives a barrier"),
    ("setp.gt.u32 %p1, %r5, 3;\nbar.red.popc.u32 %r6, 0, %p1;", "gives a barrier"),
    ("or.b32 %r5, %r5, -1;\nxor.b32 %r5, %r5, %r7;\nbar.warp.sync %r5;", "gives a barrier"),
    ("or.b32 %r5, %r5, -1;\nxor.b32 %r5, %r5, %r7;\nvote.sync.ballot.b32 %r6, %p2, %r5;", "gives a barrier"),
    ("and.b32 %r5, %r5, 4;\ncp.async.ca.shared.global [%r3], [%rd3], 4, %r5;", "gives a barrier"),
], ids=lambda value: value.partition("\n")[2][:30] if "\n" in value else None)  # fmt: skip
def test_other_uses(executor, use, text):
    # all ones, as uninitialised memory holds them, do no harm in any of these
    defined = "mov.u32 %r7, 0;\nsetp.ne.u32 %p2, %r0, 99;\n"
    use = use.replace("or.b32 %r5, %r5, -1;\n", "")
    messages = seen(executor, f"{defined}ld.shared.b32 %r5, [%r3];\n{use}")
    assert [m.startswith(text) for m in messages if NEVER in m] == [True], messages
    assert seen(executor, f"st.shared.b32 [%r3], -1;\n{defined}ld.shared.b32 %r5, [%r3];\n{use}") == []


def test_guard_of_a_plain_instruction_makes_its_result_undefined(executor):
    load = "ld.shared.b32 %r5, [%r3];\nsetp.gt.u32 %p1, %r5, 3;\nmov.u32 %r6, 1;\n"
    assert seen(executor, load + "@%p1 mov.u32 %r6, 2;") == []
    assert stores(seen(executor, load + "@%p1 mov.u32 %r6, 2;\nst.global.b32 [%rd2], %r6;"))
    # the same value either way
    assert seen(executor, load + "@%p1 mov.u32 %r6, 1;\nst.global.b32 [%rd2], %r6;") == []


def test_every_block_starts_with_fresh_shared_memory(executor):
    body = "ld.shared.b32 %r5, [%r3];\nst.global.b32 [%rd2], %r5;\nst.shared.b32 [%r3], 1;"
    ran = look(executor, START + body, SHARED, grid=3)
    assert [fault.count for fault in ran.report.faults] == [96]


def test_local_memory(executor):
    local = ".local .align 4 .b8 a[16];\n"
    (message,) = look(executor, local + "ld.local.b32 %r5, [a+8];", result="%r5").messages
    assert "local read of size 4 at 0x8 (8 bytes into local memory, 16 bytes)" in message
    kept = local + "st.local.b32 [a+8], %r0;\nld.local.b32 %r5, [a+8];"
    assert look(executor, kept, result="%r5").is_clean


def test_generic_addresses(executor):
    body = "cvta.shared.u64 %rd5, 0;\nld.b32 %r5, [%rd5+16];\nst.b32 [%rd2], %r5;"
    (message,) = seen(executor, body)
    assert "generic read of size 4" in message
    assert "(16 bytes into shared memory, 4096 bytes)" in message
    assert seen(executor, "cvta.shared.u64 %rd5, 0;\nst.b32 [%rd5+16], 1;\n" + body) == []


def test_register_that_was_never_written(executor):
    (message,) = look(executor, "add.u32 %r5, %r40, 1;", result="%r5").messages
    assert message == "stores in global memory what depends on a register that was never written"
    written = "setp.lt.u32 %p1, %r0, 8;\n@%p1 mov.u32 %r40, 1;\n{}add.u32 %r5, %r40, 1;\n"
    (fault,) = look(executor, written.format(""), result="%r5").report.faults
    assert (fault.thread, fault.count) == ((8, 0, 0), 24)
    only_there = written.format("") + "@%p1 st.global.b32 [%rd2], %r5;"
    assert look(executor, only_there).is_clean


def test_vector_read_of_padding(executor):
    load = "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd1];\nadd.f32 %f4, %f0, %f1;\nadd.f32 %f4, %f4, %f2;\n"
    not_used = look(executor, load + "st.global.f32 [%rd2], %f4;", n_defined=12)
    assert not_used.is_clean
    assert not_used.report.exact == WATCH_DEFINED
    used = load + "add.f32 %f4, %f4, %f3;\nst.global.f32 [%rd2], %f4;"
    assert stores(look(executor, used, n_defined=12).messages)
    assert look(executor, used, n_defined=16).report.exact == 0


def test_value_that_is_not_selected(executor):
    load = "ld.global.f32 %f0, [%rd3];\nsetp.lt.u32 %p1, %r0, %r1;\n"
    picked = "selp.f32 %f1, %f0, 0fFF800000, %p1;\nst.global.f32 [%rd2], %f1;"
    assert seen(executor, load + picked, n_defined=20, n=5) == []
    assert stores(seen(executor, load + picked, n_defined=20, n=6))


def test_condition_that_another_one_settles(executor):
    load = "ld.global.f32 %f0, [%rd3];\nsetp.lt.u32 %p1, %r0, %r1;\n"
    test = load + "setp.gt.and.f32 %p2, %f0, 0f00000000, %p1;\n@%p2 bra L;\nL:"
    assert seen(executor, test, n_defined=20, n=5) == []
    assert len(seen(executor, test, n_defined=20, n=6)) == 1
    apart = load + "setp.gt.f32 %p2, %f0, 0f00000000;\nand.pred %p2, %p2, %p1;\n@%p2 bra L;\nL:"
    assert seen(executor, apart, n_defined=20, n=5) == []
    assert len(seen(executor, apart, n_defined=20, n=6)) == 1


def test_upper_half_of_a_pack_at_the_end_of_a_row(executor):
    pack = """
ld.global.b32 %r5, [%rd3];
add.f16x2 %r5, %r5, %r5;
ex2.approx.f16x2 %r5, %r5;
mov.b32 {%h0, %h1}, %r5;
st.global.b16 [%rd2], %h0;
"""
    assert seen(executor, pack, n_defined=126) == []
    assert stores(seen(executor, pack + "st.global.b16 [%rd2+2], %h1;", n_defined=126))
    assert seen(executor, pack + "st.global.b16 [%rd2+2], %h1;", n_defined=128) == []


def test_copies_within_shared_memory_matter_only_when_used(executor):
    copy = "ld.shared.b64 %rd5, [s+64];\nst.shared.b64 [s+128], %rd5;\nld.shared.b32 %r5, [s+132];\n"
    assert seen(executor, copy) == []
    (message,) = seen(executor, copy + "st.global.b32 [%rd2], %r5;")
    assert "shared read of size 8 at 0x40" in message, "not the read of the copy"
    half = "st.shared.b32 [s+68], 1;\n" + copy + "st.global.b32 [%rd2], %r5;"
    assert seen(executor, half) == []


def test_shuffled_value_takes_its_shadow_along(executor):
    # lanes 0 to 4 have a value
    shuffle = (
        "ld.global.b32 %r5, [%rd3];\nshfl.sync.idx.b32 %r6|%p1, %r5, {}, 31, -1;\nst.global.b32 [%rd2], %r6;"
    )
    assert seen(executor, shuffle.format(4), n_defined=20) == []
    (fault,) = look(executor, START + shuffle.format(5), SHARED, n_defined=20).report.faults
    assert fault.count == 32
    assert fault.address % 64 == 20, "lane 5 read it"
    down = look(executor, START + shuffle.replace("idx", "down").format(1), SHARED, n_defined=20).report
    assert [fault.count for fault in down.faults] == [28]
    bad_index = "ld.shared.b32 %r7, [%r3];\nand.b32 %r7, %r7, 1;\n" + shuffle.format("%r7")
    assert stores(seen(executor, bad_index))


OWN = "selp.b32 %r5, %r5, 0, %p9;\n"
LOCAL = (
    ".local .align 4 .b8 a[4];\nst.local.b32 [a], %r5;\nld.local.b32 %r6, [a];\n{}st.global.b32 [%rd2], %r6;"
)


@pytest.mark.parametrize(("use", "text"), [
    ("{}st.global.b32 [%rd2], %r5;", "stores in global memory what depends on"),
    ("{}atom.global.exch.b32 %r6, [%rd2], %r5;", "stores in global memory what"),
    ("st.shared.b32 [%r3], %r5;\nld.shared.b32 %r5, [%r3];\n{}st.global.b32 [%rd2], %r5;",
     "stores in global memory what depends on"),
    (LOCAL.replace("{}", "mov.b32 %r5, %r6;\n{}").replace("2], %r6", "2], %r5"), "stores in global memory"),
    ("st.shared.b32 [%r3], 0;\natom.shared.add.u32 %r7, [%r3], %r5;\nld.shared.b32 %r5, [%r3];\n"
     "{}st.global.b32 [%rd2], %r5;", "stores in global memory what depends on"),
    ("shfl.sync.idx.b32 %r5, %r5, %r0, 31, -1;\n{}st.global.b32 [%rd2], %r5;",
     "stores in global memory what depends on"),
    ("{}setp.gt.u32 %p1, %r5, 3;\n@%p1 bra L;\nmov.u32 %r6, 1;\nL:", "branches on what depends on"),
    ("{}setp.gt.u32 %p1, %r5, 3;\n@%p1 st.global.b32 [%rd2], 1;", "branches on what depends on"),
    ("{}and.b32 %r5, %r5, 4;\nadd.u32 %r5, %r5, %r3;\nld.shared.b32 %r6, [%r5];",
     "uses an address that depends on"),
    ("{}setp.gt.u32 %p1, %r5, 3;\nbar.red.popc.u32 %r6, 0, %p1;", "gives a barrier"),
    ("{}setp.gt.u32 %p1, %r5, 3;\nvote.sync.ballot.b32 %r6, %p1, -1;\nst.global.b32 [%rd2], %r6;",
     "stores in global memory what depends on"),
    ("{}redux.sync.add.u32 %r6, %r5, -1;\nst.global.b32 [%rd2], %r6;", "stores in global memory what"),
    ("{}match.any.sync.b32 %r6, %r5, -1;\nst.global.b32 [%rd2], %r6;", "stores in global memory what"),
    ("{}match.all.sync.b32 %r6, %r5, -1;\nst.global.b32 [%rd2], %r6;", "stores in global memory what"),
])  # fmt: skip
def test_value_from_a_lane_that_takes_no_part(executor, use, text):
    # the block has 20 threads, and lane 19 reads from lane 20
    shuffle = START + "setp.lt.u32 %p9, %r0, 19;\nshfl.sync.down.b32 %r5, %r0, 1, 31, -1;\n"
    assert look(executor, shuffle, SHARED, threads=20).is_clean
    dropped = look(executor, shuffle + use.format(OWN), SHARED, threads=20)
    assert (dropped.is_clean, dropped.report.exact) == (True, WATCH_DEFINED)
    (fault,) = look(executor, shuffle + use.format(""), SHARED, threads=20).report.faults
    assert fault.reason == "invalid-shuffle"
    assert fault.message.startswith(text)
    assert (
        "a shuffle from lane 20, which does not take part (it does not exist), at PTX line" in fault.message
    )
    is_of_warp = any(name in use for name in ("vote", "redux", "match"))
    assert fault.count == (20 if is_of_warp else 1)


def test_matches_of_other_lanes_do_not_hang_on_a_lane_without_a_value(executor):
    # lanes 0 to 4 have a value
    match = "ld.global.b32 %r5, [%rd3];\nsetp.ge.u32 %p9, %r0, {};\nmatch.any.sync.b32 %r6, %r5, -1;\n"
    use = "and.b32 %r6, %r6, 31;\n@%p9 bra L;\nst.global.b32 [%rd2], %r6;\nL:"
    assert seen(executor, match.format(5) + use, n_defined=20) == []
    assert stores(seen(executor, match.format(6) + use, n_defined=20))
    assert stores(seen(executor, match.format(5) + use.replace("31", "63"), n_defined=20))


def test_rows_of_a_matrix_that_were_never_written(executor):
    # row 3 of eight, of 16 bytes each, is missing
    load = """
shr.u32 %r7, %r0, 2;
setp.ne.u32 %p1, %r7, 3;
@%p1 st.shared.b32 [%r3], %r0;
bar.warp.sync -1;
mov.b32 %r6, s;
mad.lo.u32 %r6, %r0, 16, %r6;
ldmatrix.sync.aligned.m8n8.x1{}.shared.b16 {{%r5}}, [%r6];
"""
    store = "st.global.b32 [%rd2], %r5;"
    assert seen(executor, load.format("") + "@%p1 " + store) == []
    (fault,) = look(executor, START + load.format("") + store, SHARED).report.faults
    assert (fault.thread, fault.count) == ((12, 0, 0), 4)
    (fault,) = look(executor, START + load.format(".trans") + store, SHARED).report.faults
    assert (fault.thread, fault.count) == ((1, 0, 0), 8)
    assert seen(executor, load.format(".trans") + "and.b32 %r5, %r5, 65535;\n" + store) == []


def test_votes_know_what_one_lane_settles(executor):
    # lane 0 has a value, 0x03020100, which is above 3 and below 0x7fffffff
    vote = "ld.global.b32 %r5, [%rd3];\nsetp.{}.u32 %p1, %r5, 3;\nvote.sync.{}.pred %p2, %p1, -1;\n"
    use = "selp.b32 %r6, 1, 0, %p2;\nst.global.b32 [%rd2], %r6;"
    open_or_not = {("gt", "any"): False, ("lt", "any"): True, ("gt", "all"): True, ("lt", "all"): False,
                   ("gt", "uni"): True}  # fmt: skip
    for (condition, mode), is_open in open_or_not.items():
        assert bool(seen(executor, vote.format(condition, mode) + use, n_defined=4)) == is_open, mode
    ballot = "ld.global.b32 %r5, [%rd3];\nsetp.gt.u32 %p1, %r5, 3;\nvote.sync.ballot.b32 %r6, %p1, -1;\n"
    assert seen(executor, ballot + "and.b32 %r6, %r6, 1;\nst.global.b32 [%rd2], %r6;", n_defined=4) == []
    assert seen(executor, ballot + "and.b32 %r6, %r6, 2;\nst.global.b32 [%rd2], %r6;", n_defined=4)


def test_reductions_of_a_warp_concern_the_lanes_of_their_mask(executor):
    body = """
ld.global.b32 %r5, [%rd3];
and.b32 %r7, %r0, 16;
shl.b32 %r7, 65535, %r7;
redux.sync.add.u32 %r6, %r5, %r7;
st.global.b32 [%rd2], %r6;
"""
    assert seen(executor, body, n_defined=128) == []
    (fault,) = look(executor, START + body, SHARED, n_defined=68).report.faults
    assert (fault.thread, fault.count) == ((16, 0, 0), 16)


def test_asynchronous_copies(executor):
    wait = "cp.async.wait_all;\nld.shared.b32 %r5, [%r3];\n"
    copy = "cp.async.ca.shared.global [%r3], [%rd3], 4{};\n"
    use = "st.global.b32 [%rd2], %r5;"
    assert seen(executor, copy.format("") + wait + use, n_defined=128) == []
    assert seen(executor, copy.format("") + wait, n_defined=64) == []
    (fault,) = look(executor, START + copy.format("") + wait + use, SHARED, n_defined=64).report.faults
    assert (fault.thread, fault.count) == ((16, 0, 0), 16)
    # what is filled up with zeros has a value
    assert seen(executor, copy.format(", 0") + wait + use, n_defined=0) == []
    # a copy that nobody waited for has not happened
    assert stores(seen(executor, copy.format("") + wait.replace("cp.async.wait_all;", "") + use))


@pytest.mark.parametrize("operation", ["add.u32", "or.b32", "min.s32", "exch.b32"])
def test_atomics_on_memory_that_was_never_written(executor, operation):
    atom = f"atom.shared.{operation} %r5, [%r3], 1;\n"
    again = "ld.shared.b32 %r6, [%r3];\nst.global.b32 [%rd2], %r6;"
    assert seen(executor, atom) == []
    assert stores(seen(executor, atom + "st.global.b32 [%rd2], %r5;"))
    # an exchange has written what was not there before
    assert stores(seen(executor, atom + again)) == (operation != "exch.b32")
    assert (
        seen(executor, "st.shared.b32 [%r3], 0;\n" + atom + again + "st.global.b32 [%rd2+1024], %r5;") == []
    )


def test_global_counter_that_nobody_set(executor):
    red = "red.global.add.u32 [%rd0], 1;"
    (fault,) = look(executor, red).report.faults
    assert fault.message.startswith(f"stores in global memory what depends on {NEVER}: global read of size 4")
    assert fault.count == 1, "the first atomic has left a value"
    assert look(executor, "st.global.b32 [%rd0], 0;\n" + red).is_clean
    assert look(executor, "atom.global.exch.b32 %r5, [%rd0], 1;").is_clean


def test_compare_and_swap_of_an_undefined_value(executor):
    swap = "atom.shared.cas.b32 %r5, [s], {}, 2;\nld.shared.b32 %r6, [s];\nst.global.b32 [%rd2], %r6;"
    start = "st.shared.b32 [s], 1;\nld.shared.b32 %r7, [%r3+256];\n"
    assert seen(executor, start + swap.format(1)) == []
    assert stores(seen(executor, start + swap.format("%r7")))


def again(executor, body, watch=WATCH):
    """Launch another kernel on the memory of the last."""
    args = [*(np.uint64(each.address) for each in executor.memory.allocations), np.uint32(5)]
    return executor.launch(executor.load(kernel(body)), "k", (1, 1, 1), (32, 1, 1), args, 0, watch)


def test_memory_that_an_earlier_launch_wrote(executor):
    read = "ld.global.b32 %r5, [%rd2];\nst.global.b32 [%rd2+1024], %r5;"
    assert look(executor, "", result="%r0").is_clean
    assert again(executor, read).faults == ()
    assert stores(look(executor, read).messages)
    # the finding is told once: the memory has a value now, if a useless one
    assert again(executor, "ld.global.b32 %r5, [%rd2+1024];\nst.global.b32 [%rd2], %r5;").faults == ()


def test_launch_that_is_not_watched_may_have_written_anything(executor):
    look(executor, "")
    again(executor, "", UNWATCHED)
    assert again(executor, "ld.global.b32 %r5, [%rd2];\nst.global.b32 [%rd2], %r5;").faults == ()


def test_exact_pass_starts_from_the_same_memory(executor):
    # without the memory of before, the second run would read what the first has written
    body = "ld.global.b32 %r5, [%rd2];\nadd.u32 %r6, %r5, 1;\nst.global.b32 [%rd2], %r6;"
    ran = look(executor, body)
    assert stores(ran.messages)
    assert ran.out[:32].tolist() == [0] * 32  # all ones and one


def test_variables_of_a_module_are_zero_and_therefore_defined(executor):
    module = ".global .align 4 .b32 v;\n.const .align 4 .b32 c[2] = {1};\n"
    body = "ld.global.b32 %r5, [v];\nld.const.b32 %r6, [c+4];\nadd.u32 %r5, %r5, %r6;"
    assert look(executor, body, module, "%r5", watch=EXACT).is_clean


@pytest.mark.parametrize("n_workers", [1, 2])
def test_findings_do_not_depend_on_the_workers(executor, n_workers, opened):
    one = opened(n_workers=n_workers)
    body = START + "mov.u32 %r7, %ctaid.x;\nsetp.lt.u32 %p1, %r7, 20;\n@%p1 bra L;\n"
    body += "ld.shared.b32 %r5, [%r3];\nst.global.b32 [%rd2], %r5;\nL:"
    assert (
        look(one, body, SHARED, grid=40).report.faults == look(executor, body, SHARED, grid=40).report.faults
    )
    (fault,) = look(one, body, SHARED, grid=40).report.faults
    assert (fault.block, fault.count) == ((20, 0, 0), 640)


def test_unwatched_launch_finds_nothing(executor):
    assert look(executor, START + "ld.shared.b32 %r5, [%r3];", SHARED, "%r5", watch=UNWATCHED).is_clean
    assert not look(executor, START + "ld.shared.b32 %r5, [%r3];", SHARED, "%r5", watch=WATCH).is_clean


def test_allocation_knows_what_was_defined():
    memory = Memory()
    allocation = memory.allocate(8, "a")
    shadow = allocation.shadow()
    assert shadow.tolist() == [255] * 8
    allocation.define(2, 4)
    assert shadow.tolist() == [255, 255, 0, 0, 255, 255, 255, 255]
    allocation.define(3, 6, np.array([False, True, True]))
    assert shadow.tolist() == [255, 255, 0, 255, 0, 0, 255, 255]
    allocation.define()
    assert allocation.shadow() is None
    allocation.define(0, 2)
    assert allocation.shadow() is None
    allocation.define(0, 2, np.array([True, False]))
    shadow = allocation.shadow()
    assert shadow.tolist() == [0, 255, 0, 0, 0, 0, 0, 0]
    assert memory.allocate(0, "none").shadow() is not None
