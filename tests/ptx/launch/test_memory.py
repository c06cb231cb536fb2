"""Device memory: addresses, limits, neighbours, null and freed pointers, and what a launch copies and shadows."""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from harness.errors import DeviceError
from harness.ptx import memory
from harness.ptx.launch import executor as module
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
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
from tests.ptx.ptx_text import kernel, run


def test_addresses_are_the_same_after_every_clear() -> None:
    memory = Memory()
    first = [memory.allocate(size, "x").address for size in (0, 1, 1000, 1 << 20)]
    memory.clear()
    assert [memory.allocate(size, "x").address for size in (0, 1, 1000, 1 << 20)] == first
    assert first[0] == GLOBAL_BASE
    assert all(address % ALIGNMENT == 0 for address in first)
    assert all(b - a >= GAP_BYTES for a, b in pairwise(first))


def test_fresh_memory_is_all_ones() -> None:
    assert set(Memory().allocate(100, "x").data) == {0xFF}


@pytest.mark.parametrize("size", [-1, (1 << 36) + 1])
def test_sizes_that_are_refused(size: int) -> None:
    with pytest.raises(DeviceError, match="cannot allocate x: the size must "):
        Memory().allocate(size, "x")


def test_more_memory_than_the_host_has_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.ptx.memory._host_bytes", lambda: 1000)
    with pytest.raises(DeviceError, match="cannot allocate 1001 bytes for x: out of host memory"):
        Memory().allocate(1001, "x")


def test_valid_range_must_lie_inside() -> None:
    with pytest.raises(DeviceError, match="the valid range of x must lie in its 100 bytes"):
        Memory().allocate(100, "x", valid=(50, 101))


def test_nearest_allocation() -> None:
    memory = Memory()
    first, second = memory.allocate(100, "a"), memory.allocate(100, "b")
    assert nearest([], 5) is None
    assert nearest(memory.allocations, first.address + 5000) is first
    assert nearest(memory.allocations, second.address - 1) is second
    assert nearest(memory.allocations, 0) is first


def test_mapped_memory_stays_below_the_heap_and_in_order() -> None:
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


def message(executor: Executor, address: int, access: str = "ld.global.b32 %r5, [%rd5];") -> str:
    program = executor.load(kernel(f"mov.b64 %rd5, {address};\n{access}"))
    args: list[np.generic | bytes] = [np.uint64(0), np.uint64(0), np.uint32(0)]
    (fault,) = executor.launch(program, "k", (1, 1, 1), (1, 1, 1), args).faults
    return fault.message


@pytest.mark.parametrize("access", ["ld.global.b32 %r5, [%rd5];", "ld.b32 %r5, [%rd5];", "st.b32 [%rd5], 1;"])
def test_null_pointers_are_named(executor: Executor, access: str) -> None:
    executor.memory.allocate(64, "b")
    assert message(executor, 0, access).endswith("at 0x0 (a null pointer)")
    assert message(executor, 64, access).endswith("at 0x40 (a null pointer and 64 bytes)")


@pytest.mark.parametrize("access", ["ld.global.b32 %r5, [%rd5];", "st.b32 [%rd5], 1;"])
def test_freed_memory_is_named(executor: Executor, access: str) -> None:
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


def test_kernel_may_run_after_memory_was_freed(executor: Executor) -> None:
    first = executor.memory.allocate(64, "first")
    executor.memory.free(first)
    assert run(executor, kernel("mov.b32 %r5, 1;", result="%r5")).out.tolist() == [1] * 32


def test_freeing_twice_is_refused(executor: Executor) -> None:
    allocation = executor.memory.allocate(64, "b")
    executor.memory.free(allocation)
    with pytest.raises(DeviceError, match="b has been freed"):
        executor.memory.free(allocation)


def test_what_was_freed_is_forgotten_with_everything_else(executor: Executor) -> None:
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
def narrowing(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, executor: Executor
) -> Iterator[Executor]:
    monkeypatch.setattr(module, "WHOLE_BYTES", request.param)
    executor.memory.allocate(4096, "far away")
    return executor


def launch(executor: Executor, body: str, address: int) -> module.LaunchReport:
    program = executor.load(kernel(body))
    args: list[np.generic | bytes] = [np.uint64(0), np.uint64(address), np.uint32(0)]
    return executor.launch(program, "k", (1, 1, 1), (1, 1, 1), args, watch=WATCH)


def test_a_pointer_in_memory_is_followed(narrowing: Executor) -> None:
    table, number = narrowing.memory.allocate(64, "table"), narrowing.memory.allocate(64, "number")
    table.data.view(np.uint64)[0] = number.address
    number.data.view(np.uint32)[0] = 41
    for each in (table, number):
        each.define()
    for expected in (42, 43):
        assert launch(narrowing, CHASE, table.address).faults == ()
        assert number.data.view(np.uint32)[0] == expected


def test_an_access_past_the_end_is_reported_as_ever(narrowing: Executor) -> None:
    buffer = narrowing.memory.allocate(64, "buffer")
    (fault,) = launch(narrowing, PAST, buffer.address).faults
    assert fault.reason == "oob-write"
    assert "past the end of buffer" in fault.message


def test_memory_that_no_argument_points_to_gets_no_shadow(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
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


@pytest.mark.parametrize(
    ("size_bytes", "ranges"),
    [
        (256, ((0, 300),)),
        (256, ((128, 200), (0, 64))),
        (256, ((0, 100), (64, 200))),
        (256, ((128, 64),)),
        (256, ((-64, 64),)),
        (256, ((1, 64),)),
    ],
)
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
