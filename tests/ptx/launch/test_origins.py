"""A finding names where an undefined value came from, and the store that put it in shared memory."""

import pytest

from tests.ptx.ptx_text import kernel, line_of, run
from tests.ptx.shadows import WATCH, look

SHARED = ".shared .align 16 .b8 s[8192];\n"
# %r3 is the address of the thread's own word of shared memory, %rd3 that of its word of `inp`
START = "mov.b32 %r3, s;\nmad.lo.u32 %r3, %r0, 4, %r3;\nmad.wide.u32 %rd3, %r0, 4, %rd1;\n"
# the words of `inp` from thread 12 on have never been written
READ = "ld.global.b32 %r5, [%rd3]; // read\n"
USE = "st.global.b32 [%rd2], %r6; // use\n"
N_DEFINED = 48


def faults(executor, body, threads=32, grid=1, n_defined=N_DEFINED):
    """Run a body with shared memory; return the faults by the comment on the line where the value mattered."""
    lines = kernel(START + body, SHARED).splitlines()
    ran = look(executor, START + body, SHARED, threads=threads, grid=grid, n_defined=n_defined)
    return {lines[fault.ptx_line - 1].partition("// ")[2]: fault for fault in ran.report.faults}


def line(body, comment):
    return line_of(kernel(START + body, SHARED), f"// {comment}")


def stored(body, thread, comment):
    """Return the end of a message about a value that a thread stored at a marked line."""
    where = f"PTX line {line(body, comment)}"
    return f" at PTX line {line(body, 'read')}, stored to shared memory by thread ({thread}, 0, 0) at {where}"


def test_value_of_global_memory_that_another_thread_stored(executor):
    # each thread takes the word of the next one
    body = READ + "st.shared.b32 [%r3], %r5; // put\nbar.sync 0;\nld.shared.b32 %r6, [%r3+4];\n" + USE
    body = "st.shared.b32 [s+128], 0;\n" + body
    fault = faults(executor, body)["use"]
    inp = executor.memory.allocations[1]
    assert fault.message == (
        "stores in global memory what depends on memory that was never written: global read of size 4 "
        f"at {inp.address + 48:#x} (48 bytes into inp, 4096 bytes)" + stored(body, 12, "put")
    )
    assert (fault.reason, fault.thread, fault.count) == ("uninitialised-read", (11, 0, 0), 20)
    assert (fault.address, fault.size_bytes) == (inp.address + 48, 4)
    assert faults(executor, body, n_defined=4096) == {}


def test_value_of_shared_memory_that_another_thread_stored_elsewhere(executor):
    body = "ld.shared.b32 %r5, [%r3+256]; // read\nst.shared.b32 [%r3], %r5; // put\nbar.sync 0;\n"
    body += "ld.shared.b32 %r6, [s+20];\n" + USE
    fault = faults(executor, body)["use"]
    assert fault.message.endswith(
        "shared read of size 4 at 0x114 (276 bytes into shared memory, 8192 bytes)" + stored(body, 5, "put")
    )
    assert fault.thread == (0, 0, 0)


def test_register_that_was_never_written(executor):
    body = "st.shared.b32 [%r3], %r50; // put\nbar.sync 0;\nld.shared.b32 %r6, [s+20];\n" + USE
    assert faults(executor, body)["use"].message == (
        "stores in global memory what depends on a register that was never written, stored to shared memory by "
        f"thread (5, 0, 0) at PTX line {line(body, 'put')}"
    )


def test_undefined_shuffle_that_another_warp_reduces(executor):
    # the second warp has eight lanes, and its last one reads from a ninth
    body = "shfl.sync.down.b32 %r5, %r0, 1, 31, -1; // read\nst.shared.b32 [%r3], %r5; // put\nbar.sync 0;\n"
    body += "setp.ge.u32 %p1, %r0, 32;\n@%p1 bra END;\nld.shared.b32 %r6, [%r3+32];\n"
    for step in (16, 8, 4, 2, 1):
        body += f"shfl.sync.bfly.b32 %r7, %r6, {step}, 31, -1;\nadd.u32 %r6, %r6, %r7;\n"
    body += "setp.ne.u32 %p1, %r0, 0;\n@%p1 bra END;\n" + USE + "END:\n"
    fault = faults(executor, body, threads=40)["use"]
    assert fault.message == (
        "stores in global memory what depends on a shuffle from lane 8, which does not take part (it does not "
        "exist)," + stored(body, 39, "put")
    )
    assert (fault.reason, fault.thread, fault.count) == ("invalid-shuffle", (0, 0, 0), 1)
    assert faults(executor, body, threads=64) == {}, "a full second warp has all lanes"


def test_thread_whose_value_arrived_is_named(executor):
    only = "setp.{} %p1, %r0, {};\n@%p1 bra {};\n"
    # threads 20 and 25 store at two places, 4096 bytes apart, and then both at a third
    body = READ + "".join(
        only.format("ne.u32", thread, f"N{thread}")
        + f"st.shared.b32 [s+{at}], %r5; // put {at} by {thread}\nN{thread}: bar.sync 0;\n"
        for thread, at in ((20, 64), (25, 4160))
    )
    body += "".join(
        only.format("ne.u32", thread, f"M{thread}")
        + f"st.shared.b32 [s+128], %r5; // put by {thread}\nM{thread}: bar.sync 0;\n"
        for thread in (25, 20)
    )
    for at in (64, 4160, 128):
        body += f"ld.shared.b32 %r6, [s+{at}];\nst.global.b32 [%rd2], %r6; // use {at}\n"
    found = {use: fault.message for use, fault in faults(executor, body).items()}
    assert found["use 64"].endswith(stored(body, 20, "put 64 by 20"))
    assert "(80 bytes into inp, " in found["use 64"]
    assert found["use 4160"].endswith(stored(body, 25, "put 4160 by 25"))
    assert "(100 bytes into inp, " in found["use 4160"]
    assert found["use 128"].endswith(stored(body, 20, "put by 20"))


def test_each_half_of_a_word_has_its_own_thread(executor):
    # threads 24 and 25 store the halves of one word
    body = READ + "cvt.u16.u32 %h0, %r5;\nmov.b32 %r4, s;\nmad.lo.u32 %r4, %r0, 2, %r4;\n"
    body += "st.shared.b16 [%r4], %h0; // put\nbar.sync 0;\n"
    for half in (0, 1):
        at = 48 + 2 * half
        body += f"ld.shared.b16 %h1, [s+{at}];\nst.global.b16 [%rd2], %h1; // half {half}\n"
    found = faults(executor, body)
    for half in (0, 1):
        assert found[f"half {half}"].message.endswith(stored(body, 24 + half, "put"))


def test_right_kernel_overwrites_the_undefined_value(executor):
    put = READ + "st.shared.b32 [%r3], %r5;\nbar.sync 0;\n{}ld.shared.b32 %r6, [%r3];\n" + USE
    assert faults(executor, put.format("")).keys() == {"use"}
    assert faults(executor, put.format("st.shared.b32 [%r3], %r0;\n")) == {}
    assert faults(executor, put.format("atom.shared.exch.b32 %r7, [%r3], 1;\n")) == {}


def test_first_of_several_stores_is_named(executor):
    # a tree: the value of thread 12 reaches thread 0 in two steps
    body = "setp.eq.u32 %p1, %r0, 12;\nmov.u32 %r5, 1;\n@%p1 ld.global.b32 %r5, [%rd3]; // read\n"
    body += "st.shared.b32 [%r3], %r5; // put\nbar.sync 0;\n"
    for step in (8, 4):
        body += f"ld.shared.b32 %r6, [%r3+{4 * step}];\nbar.sync 0;\nadd.u32 %r5, %r5, %r6;\n"
        body += "st.shared.b32 [%r3], %r5;\nbar.sync 0;\n"
    body = "".join(f"st.shared.b32 [%r3+{at}], 0;\n" for at in (32, 64)) + body
    body += "setp.ne.u32 %p2, %r0, 0;\n@%p2 bra END;\nld.shared.b32 %r6, [s];\n" + USE + "END:\n"
    (fault,) = faults(executor, body).values()
    assert fault.message.endswith(stored(body, 12, "put"))


def test_local_memory_passes_the_origin_on(executor):
    local = ".local .align 4 .b8 a[8];\n" + READ + "st.local.b32 [a+4], %r5;\nld.local.b32 %r6, [a+4];\n"
    there = local + USE
    assert faults(executor, there)["use"].message.endswith(
        f"(48 bytes into inp, 4096 bytes) at PTX line {line(there, 'read')}"
    )
    shared = local + "st.shared.b32 [%r3], %r6; // put\nbar.sync 0;\nld.shared.b32 %r6, [s+52];\n" + USE
    assert faults(executor, shared)["use"].message.endswith(stored(shared, 13, "put"))
    back = "st.local.b32 [a], %r6;\nld.local.b32 %r6, [a];\nst.global.b32 [%rd2], %r6; // from local\n"
    assert faults(executor, shared + back)["from local"].message.endswith(stored(shared + back, 13, "put"))


def test_asynchronous_copy_names_the_memory_it_copied(executor):
    copy = "cp.async.ca.shared.global [%r3], [%rd3], 4; // read\ncp.async.wait_all;\nbar.sync 0;\n"
    body = copy + "ld.shared.b32 %r6, [s+52];\n" + USE
    assert faults(executor, body)["use"].message.endswith(
        f"(52 bytes into inp, 4096 bytes) at PTX line {line(body, 'read')}, stored to shared memory by thread "
        "(13, 0, 0) in the same instruction"
    )


def test_bulk_copies_name_the_memory_they_copied(executor):
    # thread 9 copies from `inp`, and within shared memory a value that it has stored there beside what nobody has
    bulk = "cp.async.bulk.shared::cluster.{}.mbarrier::complete_tx::bytes [%r9+{}], [{}], 32, [%r8]; // {}\n"
    body = ".shared .align 8 .b64 mb;\nmov.u32 %r8, mb;\nmov.u32 %r9, s;\n"
    body += "setp.ne.u32 %p1, %r0, 9;\n@%p1 bra N;\nst.shared.b32 [s+24], %r50; // put\n"
    body += "mbarrier.init.shared.b64 [%r8], 1;\nmbarrier.arrive.expect_tx.shared.b64 _, [%r8], 64;\n"
    body += bulk.format("global", 128, "%rd1+32", "from inp") + bulk.format("shared::cta", 256, "%r9", "own")
    body += "W: mbarrier.try_wait.parity.shared.b64 %p2, [%r8], 0;\n@!%p2 bra W;\nN: bar.sync 0;\n"
    for at in (148, 256, 280):
        body += f"ld.shared.b32 %r6, [s+{at}];\nst.global.b32 [%rd2], %r6; // use {at}\n"
    found = {use: fault.message for use, fault in faults(executor, body).items()}
    here = ", stored to shared memory by thread (9, 0, 0) in the same instruction"
    assert found["use 148"].endswith(
        f"(48 bytes into inp, 4096 bytes) at PTX line {line(body, 'from inp')}{here}"
    )
    assert "shared read of size 16 at 0x0 " in found["use 256"]
    assert found["use 256"].endswith(f" at PTX line {line(body, 'own')}{here}")
    assert found["use 280"].endswith(
        f"never written, stored to shared memory by thread (9, 0, 0) at PTX line {line(body, 'put')}"
    )


def test_atomic_adds_the_undefined_value(executor):
    body = "setp.ne.u32 %p1, %r0, 14;\n@%p1 bra N;\n" + READ
    body += "st.shared.b32 [s], 0;\natom.shared.add.u32 %r7, [s], %r5; // put\nN: bar.sync 0;\n"
    body += "ld.shared.b32 %r6, [s];\n" + USE
    assert faults(executor, body)["use"].message.endswith(stored(body, 14, "put"))


def test_next_block_starts_without_the_stores_of_the_last(executor):
    # the first block stores undefined values that nobody uses, the second uses what nobody stored
    body = "mov.u32 %r7, %ctaid.x;\nsetp.ne.u32 %p1, %r7, 0;\n@%p1 bra SECOND;\n" + READ
    body += "st.shared.b32 [%r3], %r5;\nexit;\nSECOND:\nld.shared.b32 %r6, [%r3]; // load\n" + USE
    (fault,) = faults(executor, body, grid=2).values()
    assert fault.message.endswith(
        f"shared read of size 4 at 0x0 (0 bytes into shared memory, 8192 bytes) at PTX line {line(body, 'load')}"
    )
    # the first finding of both blocks is kept whole, while later blocks store from elsewhere
    body = "mov.u32 %r7, %ctaid.x;\nmad.wide.u32 %rd3, %r7, 128, %rd3;\n" + READ
    body += "st.shared.b32 [%r3], %r5; // put\nbar.sync 0;\nld.shared.b32 %r6, [s+124];\n" + USE
    fault = faults(executor, body, grid=3)["use"]
    assert "(124 bytes into inp, " in fault.message
    assert fault.message.endswith(stored(body, 31, "put"))
    assert fault.count == 96


def test_another_block_of_the_cluster_stored_it(executor):
    # threads of rank 0 store into the shared memory of rank 1
    body = "mov.u32 %r9, %cluster_ctarank;\nsetp.ne.u32 %p1, %r9, 0;\n@%p1 bra WAIT;\n"
    body += "ld.global.b32 %r5, [%rd0+64]; // read\nmapa.shared::cluster.u32 %r8, %r3, 1;\n"
    body += "st.shared::cluster.b32 [%r8], %r5; // put\nWAIT: barrier.cluster.arrive.aligned;\n"
    body += "barrier.cluster.wait.aligned;\n@!%p1 bra END;\nld.shared.b32 %r6, [s+28];\n" + USE + "END:\n"
    ran = run(executor, kernel(START + body, SHARED), grid=(2, 1, 1), cluster=(2, 1, 1), watch=WATCH)
    (fault,) = ran.wrong
    assert fault.block == (1, 0, 0)
    assert fault.message.endswith(
        f"at PTX line {line(body, 'read')}, stored to shared memory by thread (7, 0, 0) of block (0, 0, 0) at PTX "
        f"line {line(body, 'put')}"
    )


def test_more_stores_than_are_remembered_leave_the_origin(executor):
    # each of 16384 rounds stores a value of another place in each lane: twice as many stores as are remembered
    body = "mov.u32 %r8, 0;\nAGAIN: and.b32 %r9, %r8, 1;\nmad.wide.u32 %rd4, %r9, 128, %rd3;\n"
    body += "ld.global.b32 %r5, [%rd4]; // read\nst.shared.b32 [%r3], %r5; // put\nadd.u32 %r8, %r8, 1;\n"
    body += "setp.lt.u32 %p1, %r8, 16384;\n@%p1 bra AGAIN;\nld.shared.b32 %r6, [%r3];\n" + USE
    assert faults(executor, body, n_defined=0)["use"].message.endswith(
        f"(128 bytes into inp, 4096 bytes) at PTX line {line(body, 'read')}"
    )
    few = body.replace("16384", "64")
    assert faults(executor, few, n_defined=0)["use"].message.endswith(stored(few, 0, "put"))


@pytest.mark.parametrize(("use", "text"), [
    ("setp.gt.u32 %p1, %r6, 3;\n@%p1 bra L; // use\nmov.u32 %r7, 1;\nL:", "branches on what depends on"),
    ("and.b32 %r6, %r6, 4;\nadd.u32 %r6, %r6, %r3;\nld.shared.b32 %r7, [%r6]; // use",
     "uses an address that depends on"),
    ("setp.gt.u32 %p1, %r6, 3;\nbar.red.popc.u32 %r7, 0, %p1; // use", "gives a barrier"),
])  # fmt: skip
def test_other_uses_name_the_store(executor, use, text):
    body = READ + f"st.shared.b32 [%r3], %r5; // put\nbar.sync 0;\nld.shared.b32 %r6, [s+60];\n{use}\n"
    fault = faults(executor, body)["use"]
    assert fault.message.startswith(text)
    assert fault.message.endswith(stored(body, 15, "put"))
