"""Memory of a GPU that several processes share, on a driver of which only the calls are there."""

import fcntl
from types import SimpleNamespace

import numpy as np
import pytest

from harness.device.gpu import gpu_memory
from harness.device.gpu.gpu_memory import ALIGNMENT_BYTES, ARENA_BYTES, SHARE_OF_ALL, GpuMemory
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
        block = Block(self, size, len(self.log) << 40)
        self.memory[block.address] = np.zeros(min(size, ARENA_BYTES), np.uint8)
        return block

    def mem_get_info(self):
        return self.room, TOTAL

    def pagelocked_empty(self, size, dtype):
        return np.empty(size, dtype)

    def memcpy_htod(self, address, data):
        self.log.append("in")
        self._bytes(address, data.size)[...] = data

    def memcpy_htod_async(self, address, data, stream):
        self.log.append(f"in soon {data.size}")
        self._bytes(address, data.size)[...] = data

    def memcpy_dtoh(self, data, address):
        self.log.append("out")
        data[...] = self._bytes(address, data.size)

    def memcpy_dtoh_async(self, data, address, stream):
        self.log.append(f"out soon {data.size}")
        data[...] = self._bytes(address, data.size)

    def _bytes(self, address, size):
        start = max(each for each in self.memory if each <= address)
        found = self.memory[start][address - start :][:size]
        assert found.size == size
        return found


class Block:
    def __init__(self, cuda, size, address):
        self.cuda, self.size, self.address = cuda, size, address

    def __int__(self):
        return self.address

    def free(self):
        self.cuda.room += self.size
        self.cuda.log.append(f"free {self.size}")


@pytest.fixture
def cuda():
    return FakeCuda()


@pytest.fixture
def make(cuda, tmp_path):
    def make(n_processes=4, **options):
        given = {"total_bytes": TOTAL, "lock_path": tmp_path / "cache" / "gpu.lock", "is_exact": False}
        return GpuMemory(cuda, lambda _, call: call(), n_processes=n_processes, **{**given, **options})

    return make


def launched(memory, kernel=lambda: None):
    """Do what a device does for a launch."""
    memory.send()
    kernel()
    memory.fetch()
    memory.arrived()


def test_small_buffers_are_in_one_allocation_for_all_cases_and_large_ones_are_not(cuda, make):
    memory = make()
    for _ in range(3):
        small, large, last = (memory.allocate(size, "inp") for size in (1000, ARENA_BYTES, 1))
        assert last.address == small.address + -(-1000 // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
        assert large.address not in range(small.address, small.address + ARENA_BYTES)
        memory.free_all()
    assert cuda.log.count(f"alloc {ARENA_BYTES}") == 1 + 3
    memory.close()
    assert cuda.room == TOTAL


def test_a_case_behind_one_without_room_for_the_arena_has_all_of_it(cuda, make, monkeypatch):
    memory = make()

    def refuse(size, dtype):
        raise cuda.MemoryError

    with monkeypatch.context() as full:
        full.setattr(cuda, "pagelocked_empty", refuse)
        with pytest.raises(cuda.MemoryError):
            memory.allocate(4, "a")
    cuda.room = 0
    with pytest.raises(OutOfMemoryError, match="the arena"):
        memory.allocate(4, "a")
    cuda.room = TOTAL
    memory.free_all()
    buffer = memory.allocate(4, "a")
    memory.copy_in(buffer.address, np.arange(4, dtype=np.uint8), "a")
    launched(memory)
    assert memory.copy_out(buffer.address, 4, "a").tolist() == [0, 1, 2, 3]


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


def test_one_copy_sends_all_buffers_and_one_fetches_them_behind_a_launch(cuda, make):
    memory = make()
    first, second = memory.allocate(8, "a"), memory.allocate(4, "b")
    cuda.log.clear()
    memory.copy_in(first.address, np.arange(8, dtype=np.uint8), "a")
    memory.copy_in(second.address, np.arange(4, dtype=np.uint8), "b")

    def kernel():
        cuda.log.append("kernel")
        arena = cuda.memory[first.address]
        assert arena[:8].tolist() == list(range(8))
        arena[:8] += 1

    launched(memory, kernel)
    found = [memory.copy_out(first.address, 8, "a"), memory.copy_out(second.address + 1, 3, "b")]
    assert [each.tolist() for each in found] == [list(range(1, 9)), [1, 2, 3]]
    both = 2 * ALIGNMENT_BYTES
    assert cuda.log == [f"in soon {ALIGNMENT_BYTES + 4}", "kernel", f"out soon {both}"]
    # only what is changed is sent again, and what the kernel has left stays
    cuda.log.clear()
    memory.copy_in(second.address, np.full(2, 7, np.uint8), "b")
    launched(memory)
    assert memory.copy_out(first.address, 8, "a").tolist() == list(range(1, 9))
    assert memory.copy_out(second.address, 4, "b").tolist() == [7, 7, 2, 3]
    assert cuda.log == ["in soon 2", f"out soon {both}"]
    launched(memory)
    assert cuda.log[2:] == [f"out soon {both}"]


def test_values_that_were_read_stay_when_the_buffer_is_written_again(make):
    memory = make()
    buffer = memory.allocate(4, "out")
    memory.copy_in(buffer.address, np.arange(4, dtype=np.uint8), "out")
    launched(memory)
    found = memory.copy_out(buffer.address, 4, "out")
    memory.copy_in(buffer.address, np.full(4, 9, np.uint8), "out")
    assert found.tolist() == [0, 1, 2, 3]


def test_work_other_than_launches_sees_what_was_copied_before_it_and_leaves_what_it_wrote(cuda, make):
    memory = make()
    buffer = memory.allocate(4, "out")
    memory.copy_in(buffer.address, np.arange(4, dtype=np.uint8), "out")
    memory.allocate_exactly()
    assert cuda.memory[buffer.address][:4].tolist() == [0, 1, 2, 3]
    cuda.memory[buffer.address][:4] = 5
    assert memory.copy_out(buffer.address, 4, "out").tolist() == [5] * 4
    memory.copy_in(buffer.address, np.full(4, 6, np.uint8), "out")
    assert cuda.memory[buffer.address][:4].tolist() == [6] * 4


@pytest.mark.parametrize("use", ["copy_in", "copy_out", "free_all"])
def test_the_hosts_memory_is_used_again_only_after_a_wait(cuda, make, use):
    memory = make()
    buffer = memory.allocate(4, "a")
    data = np.zeros(4, np.uint8)
    memory.copy_in(buffer.address, data, "a")
    memory.send()  # and then the driver refused the launch: nothing waited
    cuda.log.clear()
    {
        "copy_in": lambda: memory.copy_in(buffer.address, data, "a"),
        "copy_out": lambda: memory.copy_out(buffer.address, 4, "a"),
        "free_all": memory.free_all,
    }[use]()
    assert cuda.log == ["wait"]


@pytest.mark.parametrize("size", [0, 1, 7, 256, 257, 1000, 1025])
def test_bytes_that_differ_are_found_in_every_piece(cuda, make, monkeypatch, size):
    monkeypatch.setattr(gpu_memory, "ARENA_BYTES", 1024)
    memory = make()
    memory.allocate_exactly()
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
    assert cuda.log == ["out"] * 2 * -(-size // 512)


def test_a_virtual_gpu_copies_whole_buffers_to_compare_them(cuda, make):
    memory = make(is_exact=True)
    one, other = memory.allocate(9, "one"), memory.allocate(9, "other")
    for buffer in (one, other):
        memory.copy_in(buffer.address, np.arange(9, dtype=np.uint8), buffer.label)
    assert memory.is_same(one.address, other.address, 9, "both")
    memory.copy_in(other.address, np.arange(1, 10, dtype=np.uint8), "other")
    assert not memory.is_same(one.address, other.address, 9, "both")


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
