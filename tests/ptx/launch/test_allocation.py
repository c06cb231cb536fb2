"""Device memory as the host sees it: addresses, limits, neighbours."""

from itertools import pairwise

import numpy as np
import pytest

from harness.errors import DeviceError
from harness.ptx.layout import GLOBAL_BASE, HEAP_BASE
from harness.ptx.memory import ALIGNMENT, GAP_BYTES, Memory, native_table, nearest


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
