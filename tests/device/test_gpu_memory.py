"""Memory of a GPU that several processes share, on a driver of which only the calls are there."""

import fcntl
from types import SimpleNamespace

import numpy as np
import pytest

from harness.device.gpu import gpu_memory
from harness.device.gpu.gpu_memory import KEPT_BYTES, POOLED_BYTES, SHARE_OF_ALL, GpuMemory
from harness.errors import OutOfMemoryError

TOTAL = 1 << 32


class FakeCuda:
    """The driver: host arrays by address, and a log of what was asked."""

    class MemoryError(Exception):  # noqa: A001 - PyCUDA's name
        pass

    def __init__(self):
        self.log = []
        self.memory = {}
        self.room = TOTAL
        self.Context = SimpleNamespace(synchronize=lambda: self.log.append("wait"))

    def mem_alloc(self, size):
        if size > self.room:
            raise self.MemoryError
        self.room -= size
        self.log.append(f"alloc {size}")
        return Block(self, size, len(self.log) << 40)

    def mem_get_info(self):
        return self.room, TOTAL

    def pagelocked_empty(self, size, dtype):
        return np.empty(size, dtype)

    def memcpy_htod(self, address, data):
        self.log.append("in")
        self.memory[address] = data.copy()

    def memcpy_htod_async(self, address, data, stream):
        self.log.append("in soon")
        self.memory[address] = data.copy()

    def memcpy_dtoh(self, data, address):
        self.log.append("out")
        data[...] = self.memory[address][: data.size]

    def memcpy_dtoh_async(self, data, address, stream):
        self.log.append("out soon")
        start = max(each for each in self.memory if each <= address)
        data[...] = self.memory[start][address - start :][: data.size]

    def Event(self, flags):  # noqa: N802 - PyCUDA's name
        return SimpleNamespace(
            record=lambda: self.log.append("record"), synchronize=lambda: self.log.append("wait for a piece")
        )

    event_flags = SimpleNamespace(DISABLE_TIMING=2)


class Block:
    def __init__(self, cuda, size, address):
        self.cuda, self.size, self.address = cuda, size, address

    def __int__(self):
        return self.address

    def free(self):
        self.cuda.room += self.size
        self.cuda.log.append(f"free {self.size}")


class FakePool:
    """Keeps every block that is freed."""

    def __init__(self, cuda):
        self.cuda, self.held, self.managed_bytes = cuda, {}, 0

    def allocate(self, size):
        kept = self.held.get(size)
        if kept:
            return PooledBlock(self, kept.pop())
        self.managed_bytes += size
        return PooledBlock(self, self.cuda.mem_alloc(size))

    def free_held(self):
        for size, blocks in self.held.items():
            for block in blocks:
                block.free()
                self.managed_bytes -= size
        self.held = {}

    def stop_holding(self):
        pass


class PooledBlock:
    def __init__(self, pool, block):
        self.pool, self.block = pool, block

    def __int__(self):
        return int(self.block)

    def free(self):
        self.pool.held.setdefault(self.block.size, []).append(self.block)


@pytest.fixture
def cuda(monkeypatch):
    found = FakeCuda()
    tools = SimpleNamespace(DeviceMemoryPool=lambda: FakePool(found))
    monkeypatch.setattr(gpu_memory, "load_pycuda", lambda _: tools)
    return found


@pytest.fixture
def make(cuda, tmp_path):
    def make(n_processes=4, **options):
        given = {"total_bytes": TOTAL, "lock_path": tmp_path / "cache" / "gpu.lock", "is_exact": False}
        return GpuMemory(cuda, lambda _, call: call(), n_processes=n_processes, **{**given, **options})

    return make


def test_small_blocks_are_kept_for_the_next_case_and_large_ones_are_not(cuda, make):
    memory = make()
    for _ in range(3):
        memory.allocate(1000, "inp")
        memory.allocate(POOLED_BYTES + 1, "out")
        memory.free_all()
    assert cuda.log.count("alloc 1000") == 1
    assert cuda.log.count(f"alloc {POOLED_BYTES + 1}") == 3
    memory.close()
    assert cuda.room == TOTAL


def test_what_is_kept_between_cases_has_a_bound(cuda, make):
    memory = make(n_processes=1)
    for _ in range(KEPT_BYTES // POOLED_BYTES + 1):
        memory.allocate(POOLED_BYTES, "inp")
    memory.free_all()
    assert cuda.room == TOTAL


def test_a_virtual_gpu_and_timed_buffers_have_allocations_of_their_own(cuda, make):
    exact = make(is_exact=True)
    exact.allocate(1000, "inp")
    exact.free_all()
    assert cuda.log == ["alloc 1000", "free 1000"]
    memory = make()
    memory.allocate_exactly()
    memory.allocate(1000, "inp")
    memory.free_all()
    assert cuda.log[2:] == ["alloc 1000", "free 1000"]


def test_copies_out_wait_once_for_all(cuda, make):
    memory = make()
    first, second = memory.allocate(8, "a"), memory.allocate(4, "b")
    memory.copy_in(first.address, np.arange(8, dtype=np.uint8), "a")
    memory.copy_in(second.address, np.arange(4, dtype=np.uint8), "b")
    cuda.log.clear()
    one, none, other = memory.copy_out([(first.address, 8), (first.address, 0), (second.address, 4)], "a, b")
    assert (one.tolist(), none.size, other.tolist()) == (list(range(8)), 0, list(range(4)))
    assert cuda.log == ["out soon", "out soon", "wait"]


def test_what_was_copied_behind_a_launch_is_read_without_another_wait(cuda, make):
    memory = make()
    buffer = memory.allocate(8, "out")
    memory.copy_in(buffer.address, np.arange(8, dtype=np.uint8), "out")
    memory.copy_ahead()
    memory.settled()
    cuda.log.clear()
    (found,) = memory.copy_out([(buffer.address, 8)], "out")
    assert (found.tolist(), cuda.log) == (list(range(8)), [])
    # the next copy to the GPU makes it old, and so does a copy within the GPU
    memory.copy_in(buffer.address, np.full(8, 7, np.uint8), "out")
    assert memory.copy_out([(buffer.address, 8)], "out")[0].tolist() == [7] * 8
    memory.copy_ahead()
    memory.forget_copies()
    cuda.log.clear()
    memory.copy_out([(buffer.address, 8)], "out")
    assert cuda.log == ["out soon", "wait"]


@pytest.mark.parametrize("size", [0, 1, 7, 256, 257, 1000, 1025])
def test_bytes_that_differ_are_found_in_every_piece(cuda, make, monkeypatch, size):
    monkeypatch.setattr(gpu_memory, "STAGING_BYTES", 1024)
    memory = make()
    one, other = memory.allocate(size, "one"), memory.allocate(size, "other")
    data = np.arange(size, dtype=np.uint8)
    memory.copy_in(one.address, data, "one")
    for position in range(0, size, 3):
        changed = data.copy()
        changed[position] ^= 0x80
        memory.copy_in(other.address, changed, "other")
        assert not memory.is_same(one.address, other.address, size, "both"), position
    memory.copy_in(other.address, data, "other")
    cuda.log.clear()
    assert memory.is_same(one.address, other.address, size, "both")
    assert cuda.log.count("out soon") == cuda.log.count("wait for a piece") == 2 * -(-size // 256)
    assert cuda.log[-1] == "wait"  # the page-locked memory is free again


def test_a_virtual_gpu_copies_whole_buffers_to_compare_them(cuda, make):
    memory = make(is_exact=True)
    one, other = memory.allocate(9, "one"), memory.allocate(9, "other")
    for buffer in (one, other):
        memory.copy_in(buffer.address, np.arange(9, dtype=np.uint8), buffer.label)
    assert memory.is_same(one.address, other.address, 9, "both")
    memory.copy_in(other.address, np.arange(1, 10, dtype=np.uint8), "other")
    assert not memory.is_same(one.address, other.address, 9, "both")


def test_large_buffers_are_not_copied_ahead(cuda, make, monkeypatch):
    monkeypatch.setattr(gpu_memory, "STAGING_BYTES", 1024)
    memory = make()
    memory.allocate(1025, "out")
    memory.copy_ahead()
    assert "out soon" not in cuda.log


def test_page_locked_memory_is_used_again_only_after_a_wait(cuda, make, monkeypatch):
    monkeypatch.setattr(gpu_memory, "STAGING_BYTES", 1024)
    memory = make()
    buffer = memory.allocate(600, "a")
    data = np.zeros(600, np.uint8)
    cuda.log.clear()
    memory.copy_in(buffer.address, data, "a")
    memory.copy_in(buffer.address, data, "a")  # no room is left: this one waits
    memory.settled()
    memory.copy_in(buffer.address, data, "a")
    assert cuda.log == ["in soon", "in", "in soon"]


def is_locked(path):
    with path.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def test_a_case_beyond_its_share_takes_its_turn(make, tmp_path):
    path = tmp_path / "cache" / "gpu.lock"
    memory = make(n_processes=4)
    assert memory.share_bytes == SHARE_OF_ALL * TOTAL / 4
    memory.allocate(memory.share_bytes, "inp")
    assert not path.exists()
    memory.allocate(1, "out")
    assert is_locked(path)
    memory.free_all()
    assert not is_locked(path)
    alone = make(n_processes=1)
    alone.allocate(TOTAL // 2, "inp")
    assert not is_locked(path)


def test_its_holder_waits_for_the_others_to_free_their_shares(cuda, make):
    cuda.room = 1000

    def sleep(_seconds):
        cuda.room += 1 << 30

    memory = make(n_processes=4, sleep=sleep)
    assert memory.allocate(3 << 30, "inp").size_bytes == 3 << 30


def test_memory_that_is_not_there_is_refused_in_the_end(cuda, make):
    now = iter(range(0, 1000, 3))
    memory = make(n_processes=4, clock=lambda: next(now), sleep=lambda _: None)
    with pytest.raises(OutOfMemoryError, match=r"room for inp \(got .* gpu_workers processes share\)"):
        memory.allocate(TOTAL + 1, "inp")
