"""Accesses that reach what they may not: reads give all ones, writes do nothing, and each is reported."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from harness.errors import DeviceError
from harness.ptx import memory
from harness.ptx.launch import executor as module
from harness.ptx.launch.watch import UNWATCHED, Watch
from harness.ptx.layout import GLOBAL_BASE, HEAP_BASE
from harness.ptx.memory import (
    ALIGNMENT,
    GAP_BYTES,
    LIMIT_BYTES,
    SPARSE_ALIGNMENT,
    Memory,
    native_table,
    nearest,
)
from tests.ptx.ptx_text import Finding, kernel, of_threads, run

N = 0xFFFFFFFF


@pytest.mark.parametrize("space", ["global", "generic"])
@pytest.mark.parametrize(
    ("offset", "lane", "where"), [(4, 31, "0 bytes past the end of"), (-4, 0, "4 bytes before")]
)
def test_word_past_the_end_or_before_the_start(executor, space, offset, lane, where):
    dot = "" if space == "generic" else ".global"
    text = kernel(f"ld{dot}.b32 %r5, [%rd2+{offset}];\nst{dot}.b32 [%rd2+{offset}], 3;")
    ran = run(executor, text)
    assert ran.reasons == ["oob-read", "oob-write"]
    for fault in ran.report.faults:
        assert (fault.thread, fault.count, fault.size_bytes) == ((lane, 0, 0), 1, 4)
        assert fault.address == GLOBAL_BASE + 4 * lane + offset
        assert f"{space} " in fault.message
        assert f"of size 4 at {fault.address:#x} ({where} out, 128 bytes)" in fault.message
    expected = [3] * 32
    expected[31 - lane] = N
    assert ran.out.tolist() == expected
    assert ran.report.completed


VARIABLES = ".local .align 4 .b8 l[16];\n.shared .align 4 .b8 s[64];\n"
FINDINGS = {
    "bad read gives all ones": Finding(
        "setp.lt.u32 %p1, %r0, 16;\nselp.b64 %rd5, %rd1, 8, %p1;\nld.global.v2.b32 {%r6, %r5}, [%rd5];", "oob-read",
        facts={"count": 16, "size_bytes": 8}, out=[2] * 16 + [N] * 16, options={"inp": np.array([1, 2], np.uint32)}),
    "vector that reaches over the end": Finding("ld.global.v4.b32 {%r5, %r6, %r7, %r8}, [%rd1+16];", "oob-read",
        facts={"size_bytes": 16, "count": 32}, options={"inp": np.zeros(7, np.uint32)}),
    "misaligned vector": Finding("ld.global.v2.b32 {%r5, %r6}, [%rd0+4];", "misaligned-access",
        facts={"size_bytes": 8, "address": GLOBAL_BASE + 4}),
    **{f"offset of {offset} that wraps around": Finding(f"ld.global.b32 %r5, [%rd0+{offset}];", "oob-read",
        facts={"address": (GLOBAL_BASE + offset) % (1 << 64)})
        for offset in (0x7FFFFFFFFFFFFFFC, -0x8000000000000000, 0xFFFFFFFFFFFFFFFC)},
    "first thread in block order, all counted": Finding("""
mov.u32 %r3, %ctaid.x;
setp.lt.u32 %p1, %r3, 5;
@%p1 exit;
setp.lt.u32 %p2, %r0, 40;
@%p2 exit;
st.global.b32 [%rd1+4], 1; // here
""", "oob-write", facts={"block": (5, 0, 0), "thread": (40, 0, 0), "count": 32},
        options={"grid": (9, 1, 1), **of_threads(48)}),
    "block and thread in three dimensions": Finding("""
mov.u32 %r3, %ctaid.z; mov.u32 %r4, %tid.z; add.u32 %r3, %r3, %r4; setp.ne.u32 %p1, %r3, 4;
mov.u32 %r4, %ctaid.y; mov.u32 %r5, %tid.y; add.u32 %r4, %r4, %r5; setp.ne.or.u32 %p1, %r4, 2, %p1;
@!%p1 st.global.b32 [%rd1], 1;
""", "oob-write", facts={"block": (0, 1, 2), "thread": (0, 1, 2)},
        options={"grid": (2, 2, 3), "block": (4, 2, 3), "n_out": 64}),
    "source line": Finding(".loc 1 77 5\nld.global.b32 %r5, [%rd1];", "oob-read",
        facts={"source_file": "folder/file.cu", "source_line": 77}, module='.file 1 "folder/file.cu"\n'),
    **{f"wild address {address:#x}": Finding(
        f"mov.b64 %rd5, {address};\nld.global.b32 %r5, [%rd5];\nst.global.b32 [%rd5], 1;\nld.b32 %r5, [%rd5];\n"
        "st.b32 [%rd5], 1;", "oob-read oob-write oob-read oob-write", facts={"address": address})
        for address in (0, 4, 0xFFFFFFFFFFFFFFFC, 1 << 63, 0xDEADBEEF00, GLOBAL_BASE - 4)},
    "empty buffers": Finding("ld.global.b32 %r5, [%rd1];\nst.global.b32 [%rd0], %r5;", "oob-read oob-write",
        "0 bytes past the end of inp, 0 bytes", options={"n_out": 0}),
    **{f"{space} memory at {at}": Finding(
        f"{VARIABLES}st.shared.b32 [s], 0;\nst.local.b32 [l], 0;\nmov.b64 %rd5, -4;\nmov.b32 %r3, -4;\n"
        f"ld.{space}.b32 %r5, [{at}];\nst.{space}.b32 [{at}], 1;", "oob-read oob-write",
        f"past the end of {space} memory, {size} bytes")
        for space, size, places in (("shared", 64, ("s+64", "%r3")), ("local", 16, ("l+16", "%rd5"))) for at in places},
    "window of generic addresses": Finding("""
mov.b64 %rd5, s;
cvta.shared.u64 %rd5, %rd5;
ld.b32 %r5, [%rd5+4];
add.u64 %rd5, %rd5, 0xfffffffc;
ld.b32 %r5, [%rd5];
""", "oob-read oob-read", "at 0x4 (0 bytes past the end of shared memory, 4 bytes", module=".shared .b32 s;\n"),
    **{f"{name} from the other side": Finding(f"ld.{space}.b32 %r5, [{at}];", "oob-read", words, module=(
        ".global .align 4 .b32 first[4];\n.global .align 4 .b32 second[4];\n.const .b32 third[2];\n"))
        for name, space, at, words in (
            ("first", "global", "first+16", "0 bytes past the end of first, 16 bytes"),
            ("second", "global", "second+-4", "4 bytes before second, 16 bytes"),
            ("third", "const", "third+8", "0 bytes past the end of constant third, 8 bytes"))},
    "constants and parameters cannot be written through pointers": Finding("""
mov.b64 %rd5, c;
cvta.const.u64 %rd5, %rd5;
st.b32 [%rd5], 1;
mov.b64 %rd6, n;
cvta.param.u64 %rd6, %rd6;
st.b32 [%rd6], 1;
atom.add.u32 %r6, [%rd5], 1;
atom.add.u32 %r6, [%rd6], 1;
st.global.b32 [%rd5], 1;
ld.const.b32 %r7, [c];
ld.param.u32 %r8, [n];
mad.lo.u32 %r5, %r7, 100, %r8;
""", "oob-write oob-write oob-write oob-write oob-write", out=542, module=".const .align 4 .b32 c[2] = {5, 6};\n",
        options={"n": 42}),
    "global memory is not constant memory": Finding(
        "ld.const.b32 %r5, [%rd0];\nmov.b64 %rd5, c;\nld.global.b32 %r5, [%rd5];", "oob-read oob-read",
        module=".const .b32 c = 1;\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", FINDINGS)
def test_finding(name, executor):
    FINDINGS[name].check(executor)


@pytest.mark.parametrize("width", [2, 4, 8])
@pytest.mark.parametrize(("space", "base"), [("global", "%rd0"), ("shared", "s"), ("local", "l")])
def test_misaligned_addresses(executor, width, space, base):
    register = "%h6" if width == 2 else "%rd6"
    body = f"""
.local .align 8 .b8 l[64];
mov.b64 %rd5, {base};
add.u64 %rd5, %rd5, {width // 2};
ld.{space}.b{8 * width} {register}, [%rd5];
st.{space}.b{8 * width} [%rd5], {register};
"""
    ran = run(executor, kernel(body, ".shared .align 8 .b8 s[64];\n"))
    assert [(fault.reason, fault.size_bytes) for fault in ran.report.faults] == [
        ("misaligned-access", width)
    ] * 2
    assert set(ran.out) == {N}


def test_freed_memory(executor):
    executor.memory.allocate(64, "first")
    address = executor.memory.allocate(64, "second").address
    # `run` frees everything first, and what it allocates ends before the second place
    ran = run(executor, kernel(f"mov.b64 %rd5, {address + 32};\nld.global.b32 %r5, [%rd5];"))
    assert ran.reasons == ["oob-read"]


def test_guard_bands(executor):
    executor.memory.clear()
    out = executor.memory.allocate(128, "out", valid=(32, 96))
    text = kernel("st.global.b32 [%rd2], %r0;")
    args = [np.uint64(out.address), np.uint64(0), np.uint32(0)]
    report = executor.launch(executor.load(text), "k", (1, 1, 1), (32, 1, 1), args)
    (fault,) = report.faults
    assert (fault.reason, fault.count, fault.address) == ("oob-write", 16, out.address)
    assert "32 bytes before out, 64 bytes" in fault.message
    assert out.data.view(np.uint32).tolist() == [N] * 8 + list(range(8, 24)) + [N] * 8


def test_dynamic_shared_memory_that_was_not_asked_for(executor):
    text = kernel("st.shared.b32 [dyn], 1;", ".extern .shared .align 16 .b8 dyn[];\n")
    assert run(executor, text).reasons == ["oob-write"]
    assert run(executor, text, shared_bytes=4).report.faults == ()


@pytest.mark.parametrize("stop", [False, True])
def test_reports_do_not_depend_on_the_number_of_workers(executor, stop, opened):
    # blocks fault at different places and take different times; one of them may end the launch
    body = """
mov.u32 %r3, %ctaid.x;
and.b32 %r4, %r3, 7;
mul.lo.u32 %r4, %r4, 500;
mov.b32 %r6, 0;
LOOP: add.u32 %r6, %r6, 1;
setp.lt.u32 %p1, %r6, %r4;
@%p1 bra LOOP;
and.b32 %r7, %r3, 3;
setp.eq.u32 %p2, %r7, 1;
setp.eq.u32 %p3, %r7, 2;
@%p2 st.global.b32 [%rd1], 1;
@%p3 ld.global.b32 %r5, [%rd1+64];
ld.global.b32 %r5, [%rd1+-4];
setp.eq.u32 %p4, %r3, 37;
"""
    text = kernel(body + ("@%p4 trap;" if stop else ""))
    single, many = opened(n_workers=1), opened(n_workers=5)
    reference = run(single, text, grid=(100, 1, 1), block=(64, 1, 1)).report
    assert len(reference.faults) == 3 + stop
    # the second warp of block 37 does not run once the first has trapped
    assert max(fault.count for fault in reference.faults) == (64 * 37 + 32 if stop else 64 * 100)
    for other in (executor, many, many, many):
        report = run(other, text, grid=(100, 1, 1), block=(64, 1, 1)).report
        for what in ("faults", "completed", "steps"):
            assert getattr(report, what) == getattr(reference, what)


def test_nothing_is_left_of_a_launch_with_faults(executor):
    bad, good = kernel("st.global.b32 [%rd1], 1;"), kernel("st.global.b32 [%rd2], 1;")
    assert len(run(executor, bad).report.faults) == 1
    assert run(executor, good).report.faults == ()
    assert [fault.count for fault in run(executor, bad).report.faults] == [32]


def test_addresses_are_the_same_after_every_clear():
    memory = Memory()
    first = [memory.allocate(size, "x").address for size in (0, 1, 1000, 1 << 20)]
    memory.clear()
    assert [memory.allocate(size, "x").address for size in (0, 1, 1000, 1 << 20)] == first
    assert first[0] == GLOBAL_BASE
    assert all(address % ALIGNMENT == 0 for address in first)
    assert all(b - a >= GAP_BYTES for a, b in pairwise(first))


def test_fresh_memory_is_all_ones():
    assert set(Memory().allocate(100, "x").data) == {0xFF}


@pytest.mark.parametrize("size", [-1, (1 << 36) + 1])
def test_sizes_that_are_refused(size):
    with pytest.raises(DeviceError, match="cannot allocate x: the size must "):
        Memory().allocate(size, "x")


def test_more_memory_than_the_host_has_is_refused(monkeypatch):
    monkeypatch.setattr("harness.ptx.memory._host_bytes", lambda: 1000)
    with pytest.raises(DeviceError, match="cannot allocate 1001 bytes for x: out of host memory"):
        Memory().allocate(1001, "x")


def test_valid_range_must_lie_inside():
    with pytest.raises(DeviceError, match="the valid range of x must lie in its 100 bytes"):
        Memory().allocate(100, "x", valid=(50, 101))


def test_nearest_allocation():
    memory = Memory()
    first, second = memory.allocate(100, "a"), memory.allocate(100, "b")
    assert nearest([], 5) is None
    assert nearest(memory.allocations, first.address + 5000) is first
    assert nearest(memory.allocations, second.address - 1) is second
    assert nearest(memory.allocations, 0) is first


def test_mapped_memory_stays_below_the_heap_and_in_order():
    memory, data = Memory(), np.zeros(64, np.uint8)
    with pytest.raises(DeviceError, match="the addresses of x must be below 0x1000000000000 "):
        memory.map(HEAP_BASE - 32, data, "x")
    highest = memory.map(HEAP_BASE - 64, data, "x")  # as high as any address of the host
    lowest = memory.map(64, data, "y")
    between = memory.allocate(64, "z")
    assert memory.allocations == [lowest, between, highest]
    assert [each.base for each in native_table(memory.allocations)] == [64, GLOBAL_BASE, HEAP_BASE - 64]
    with pytest.raises(AssertionError):
        native_table([highest, lowest])


def message(executor, address, access="ld.global.b32 %r5, [%rd5];"):
    (fault,) = launch(executor, f"mov.b64 %rd5, {address};\n{access}", 0, UNWATCHED).faults
    return fault.message


@pytest.mark.parametrize("access", ["ld.global.b32 %r5, [%rd5];", "ld.b32 %r5, [%rd5];", "st.b32 [%rd5], 1;"])
def test_null_pointers_are_named(executor, access):
    executor.memory.allocate(64, "b")
    assert message(executor, 0, access).endswith("at 0x0 (a null pointer)")
    assert message(executor, 64, access).endswith("at 0x40 (a null pointer and 64 bytes)")


@pytest.mark.parametrize("access", ["ld.global.b32 %r5, [%rd5];", "st.b32 [%rd5], 1;"])
def test_freed_memory_is_named(executor, access):
    kept, dropped = executor.memory.allocate(64, "kept"), executor.memory.allocate(64, "dropped")
    dropped.data[:] = 7
    executor.memory.free(dropped)
    later = executor.memory.allocate(64, "later")
    assert later.address > dropped.address > kept.address
    text = message(executor, dropped.address + 8, access)
    assert text.endswith(
        f"at {dropped.address + 8:#x} (8 bytes into dropped, 64 bytes, which has been freed)"
    )
    assert (dropped.data == 7).all()
    assert "past the end of kept" in message(executor, kept.address + 64, access)


def test_kernel_may_run_after_memory_was_freed(executor):
    first = executor.memory.allocate(64, "first")
    executor.memory.free(first)
    assert run(executor, kernel("mov.b32 %r5, 1;", result="%r5")).out.tolist() == [1] * 32


def test_freeing_twice_is_refused(executor):
    allocation = executor.memory.allocate(64, "b")
    executor.memory.free(allocation)
    with pytest.raises(DeviceError, match="b has been freed"):
        executor.memory.free(allocation)


def test_what_was_freed_is_forgotten_with_everything_else(executor):
    executor.memory.allocate(64, "before")
    executor.memory.free(executor.memory.allocate(4096, "old"))
    executor.memory.clear()
    new = executor.memory.allocate(64, "new")
    assert "past the end of new" in message(executor, new.address + 512)


WATCH = Watch(races=True, undefined=True)
# adds 1 to the number that the pointer behind the second argument points to
CHASE = (
    "ld.global.b64 %rd5, [%rd1]; ld.global.b32 %r5, [%rd5]; add.u32 %r5, %r5, 1; st.global.b32 [%rd5], %r5;"
)
PAST = "st.global.b32 [%rd1+64], 1;"


@pytest.fixture(params=[0, 1 << 24], ids=["near", "whole"])
def narrowing(request, monkeypatch, executor):
    monkeypatch.setattr(module, "WHOLE_BYTES", request.param)
    executor.memory.allocate(4096, "far away")
    return executor


def launch(executor, body, address, watch=WATCH, cluster=None):
    program = executor.load(kernel(body))
    args = [np.uint64(0), np.uint64(address), np.uint32(0)]
    return executor.launch(program, "k", (1, 1, 1), (1, 1, 1), args, watch=watch, cluster=cluster)


# a launch that is made again has no copy of memory: racecheck leaves out a cluster that it has checked on other values
@pytest.mark.parametrize(
    ("watch", "cluster"),
    [(WATCH, None), (Watch(races=True, is_again=True), (1, 1, 1))],
    ids=["once", "again"],
)
def test_a_pointer_in_memory_is_followed(narrowing, watch, cluster):
    table, number = narrowing.memory.allocate(64, "table"), narrowing.memory.allocate(64, "number")
    table.data.view(np.uint64)[0] = number.address
    number.data.view(np.uint32)[0] = 41
    for each in (table, number):
        each.define()
    for expected in (42, 43):
        assert launch(narrowing, CHASE, table.address, watch, cluster).faults == ()
        assert number.data.view(np.uint32)[0] == expected


def test_an_access_past_the_end_is_reported_as_ever(narrowing):
    buffer = narrowing.memory.allocate(64, "buffer")
    (fault,) = launch(narrowing, PAST, buffer.address).faults
    assert fault.reason == "oob-write"
    assert "past the end of buffer" in fault.message


def test_memory_that_no_argument_points_to_gets_no_shadow(executor, monkeypatch):
    monkeypatch.setattr(module, "WHOLE_BYTES", 1 << 10)
    far, near = executor.memory.allocate(1 << 11, "far"), executor.memory.allocate(64, "near")
    assert launch(executor, "st.global.b32 [%rd1], 1;", near.address).faults == ()
    assert near.data.view(np.uint32)[0] == 1
    assert (far.is_fresh, near.is_fresh) == (True, False)


GIB = 1 << 30
RANGES = ((0, 100), (16 * GIB, 16 * GIB + 256), (17 * GIB - 64, 17 * GIB))


def test_a_sparse_allocation_has_memory_at_the_addresses_of_its_ranges_only():
    memory = Memory()
    pieces = memory.allocate_sparse(17 * GIB, "inp", RANGES)
    assert [(piece.low, piece.high) for piece in pieces] == [
        (GLOBAL_BASE + start, GLOBAL_BASE + stop) for start, stop in RANGES
    ]
    assert sum(piece.data.size for piece in pieces) == 420
    assert all((piece.data == 0xFF).all() for piece in pieces)
    assert [piece.label for piece in pieces] == [f"inp[{start}:{stop}]" for start, stop in RANGES]
    for piece in pieces:
        assert piece.data.ctypes.data % SPARSE_ALIGNMENT == piece.address % SPARSE_ALIGNMENT


def test_what_comes_next_is_as_far_away_as_behind_a_dense_one():
    memory = Memory()
    memory.allocate_sparse(17 * GIB, "inp", RANGES)
    after = memory.allocate(8, "out")
    assert after.address >= GLOBAL_BASE + 17 * GIB + GAP_BYTES
    assert after.address % ALIGNMENT == 0
    addresses = [allocation.address for allocation in memory.allocations]
    assert addresses == sorted(addresses), "the runtime searches them by halving"


def test_addresses_start_over_after_clearing():
    memory = Memory()
    memory.allocate_sparse(17 * GIB, "inp", RANGES)
    memory.clear()
    assert memory.allocate(8, "out").address == GLOBAL_BASE


@pytest.mark.parametrize(("size_bytes", "ranges"), [
    (256, ((0, 300),)), (256, ((128, 200), (0, 64))), (256, ((0, 100), (64, 200))), (256, ((128, 64),)),
    (256, ((-64, 64),)), (256, ((1, 64),)),
])  # fmt: skip
def test_ranges_must_ascend_within_the_buffer_from_aligned_starts(size_bytes, ranges):
    with pytest.raises(DeviceError, match=r"the ranges of inp must ascend within its 256 bytes"):
        Memory().allocate_sparse(size_bytes, "inp", ranges)


def test_a_buffer_beyond_the_address_space_is_refused():
    with pytest.raises(DeviceError, match="inp"):
        Memory().allocate_sparse(LIMIT_BYTES + 1, "inp", ((0, 64),))


def test_a_range_may_not_be_larger_than_what_there_is(monkeypatch):
    more_than_any_machine = 1 << 50
    monkeypatch.setattr(memory, "LIMIT_BYTES", more_than_any_machine)
    with pytest.raises(DeviceError, match="inp"):
        Memory().allocate_sparse(more_than_any_machine, "inp", ((0, more_than_any_machine),))


def test_memory_of_a_piece_is_its_own():
    memory = Memory()
    first, second, _ = memory.allocate_sparse(17 * GIB, "inp", RANGES)
    first.data[...] = 1
    assert np.unique(second.data).tolist() == [0xFF]
