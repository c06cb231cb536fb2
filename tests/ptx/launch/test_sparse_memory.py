"""Device memory: addresses, and buffers that have memory for some of their bytes only."""

import numpy as np
import pytest

from harness.errors import DeviceError
from harness.ptx import memory
from harness.ptx.layout import GLOBAL_BASE
from harness.ptx.memory import ALIGNMENT, GAP_BYTES, LIMIT_BYTES, SPARSE_ALIGNMENT, Memory

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
