"""Buffers of the cpu device, dense and sparse; what it does with kernels is shown in tests/kernels."""

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.device.base import LaunchConfig
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.errors import CompileError, DeviceError, LaunchError
from harness.settings.settings import Settings

GIB = 1 << 30
RANGES = ((0, 128), (16 * GIB, 16 * GIB + 100))


@pytest.fixture(scope="module")
def device(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cpu")
    device = PtxCpu(Settings.load(folder, environ={"HOME": str(folder)}))
    yield device
    device.close()


@pytest.fixture(autouse=True)
def nothing_allocated(device):
    yield
    device.free_all()


def numbers(n):
    return np.arange(n, dtype=np.uint8)


def test_a_dense_buffer_round_trips_whole_and_in_parts(device):
    buffer = device.allocate(200, "b")
    assert (device.copy_out(buffer) == 0xFF).all()
    device.copy_out(buffer)[...] = 1  # of a copy
    assert (device.copy_out(buffer) == 0xFF).all()
    device.copy_in(buffer, numbers(200))
    device.copy_in(buffer, numbers(3), 50)
    expected = numbers(200)
    expected[50:53] = [0, 1, 2]
    np.testing.assert_array_equal(device.copy_out(buffer), expected)
    np.testing.assert_array_equal(device.copy_out(buffer, 190), expected[190:])
    np.testing.assert_array_equal(device.copy_out(buffer, 49, 5), expected[49:54])
    device.copy_in(buffer, numbers(0), 200)
    assert device.copy_out(buffer, 200).size == 0


def test_one_range_over_everything_is_a_dense_buffer(device):
    assert device.copy_out(device.allocate(200, "b", ((0, 200),))).size == 200
    assert device.copy_out(device.allocate(0, "empty", ((0, 0),))).size == 0


def test_a_sparse_buffer_has_its_ranges_and_nothing_else(device):
    before = device.allocate(8, "before")
    buffer = device.allocate(16 * GIB + 100, "b", RANGES)
    after = device.allocate(8, "after")
    assert before.address < buffer.address < buffer.address + buffer.size_bytes < after.address
    assert buffer.address % 256 == 0
    device.copy_in(buffer, numbers(128))
    device.copy_in(buffer, numbers(100), 16 * GIB)
    np.testing.assert_array_equal(device.copy_out(buffer, 0, 128), numbers(128))
    np.testing.assert_array_equal(device.copy_out(buffer, 16 * GIB + 90), numbers(100)[90:])


def test_a_first_range_that_does_not_start_the_buffer_leaves_its_address(device):
    buffer = device.allocate(GIB, "b", ((512, 1024),))
    device.copy_in(buffer, numbers(8), 600)
    np.testing.assert_array_equal(device.copy_out(buffer, 600, 8), numbers(8))
    with pytest.raises(DeviceError, match="b must have memory"):
        device.copy_out(buffer, 0, 8)


@pytest.mark.parametrize(
    ("offset_bytes", "size_bytes"),
    [(0, 129), (127, 2), (8 * GIB, 1), (16 * GIB - 1, 2), (16 * GIB, 101), (-1, 2)],
)
def test_bytes_without_memory_are_refused_both_ways(device, offset_bytes, size_bytes):
    buffer = device.allocate(16 * GIB + 100, "b", RANGES)
    message = rf"b must have memory for every byte .* \(got {size_bytes} bytes from {offset_bytes} on;"
    with pytest.raises(DeviceError, match=message):
        device.copy_out(buffer, offset_bytes, size_bytes)
    with pytest.raises(DeviceError, match=message):
        device.copy_in(buffer, np.zeros(size_bytes, np.uint8), offset_bytes)


def test_a_freed_buffer_is_refused(device):
    buffer = device.allocate(8, "b")
    device.free_all()
    with pytest.raises(DeviceError, match="b has been freed"):
        device.copy_out(buffer)


def test_its_memory_is_not_a_limit_of_the_device(device):
    assert device.info.memory_bytes is None


def shadow(device, buffer):
    (piece,) = device._allocations[buffer.address]
    found = piece.shadow()
    return None if found is None else found.tolist()


def test_what_is_copied_in_is_defined_and_nothing_else(device):
    buffer = device.allocate(4, "b")
    assert shadow(device, buffer) == [255] * 4
    device.copy_in(buffer, numbers(2), 1)
    assert shadow(device, buffer) == [255, 0, 0, 255]
    device.copy_in(buffer, numbers(4), 0, np.array([True, True, False, True]))
    assert shadow(device, buffer) == [0, 0, 255, 0]
    device.copy_in(buffer, numbers(4))
    assert shadow(device, buffer) is None


MEMBERS = """
extern "C" __global__ void members(unsigned* out)
{
    unsigned rank, size, upper, lower;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
    asm volatile("mov.u32 %0, %%envreg1;" : "=r"(upper));
    asm volatile("mov.u32 %0, %%envreg2;" : "=r"(lower));
    out[blockIdx.x] = 100 * ((upper | lower) != 0) + 10 * size + rank;
}
"""


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (LaunchConfig((4, 1, 1), (1, 1, 1)), [10, 10, 10, 10]),
        (LaunchConfig((4, 1, 1), (1, 1, 1), cluster=(2, 1, 1)), [20, 21, 20, 21]),
        (LaunchConfig((4, 1, 1), (1, 1, 1), cooperative=True), [110, 110, 110, 110]),
        (LaunchConfig((4, 1, 1), (1, 1, 1), cluster=(4, 1, 1), cooperative=True), [140, 141, 142, 143]),
    ],
)
def test_a_launch_has_clusters_or_is_cooperative_as_asked(device, tmp_path, config, expected):
    source = tmp_path / "members.cu"
    source.write_text(MEMBERS)
    artifact = device.compile(CompileRequest(path=source, arch="sm_90"))
    kernel = device.load(artifact, "members")
    out = device.allocate(16, "out")
    result = device.launch(kernel, config, (np.uint64(out.address),))
    assert result.findings == ()
    assert device.copy_out(out).view(np.uint32).tolist() == expected
    uneven = LaunchConfig((4, 1, 1), (1, 1, 1), cluster=(3, 1, 1))
    with pytest.raises(LaunchError, match="whole clusters of 3x1x1"):
        device.launch(kernel, uneven, (np.uint64(out.address),))


def test_registers_that_ptxas_does_not_tell_are_a_note_and_no_refusal(device, tmp_path, monkeypatch):
    path = tmp_path / "one.cu"
    path.write_text('extern "C" __global__ void one(int* out) { if (threadIdx.x == 0) *out = 1; }\n')
    kernel = device.load(device.compile(CompileRequest(path, "sm_90")), "one")

    def refuse(*_args, **_options):
        raise CompileError("one.cu cannot be assembled", log="ptxas is missing")

    monkeypatch.setattr("harness.device.cpu.ptx_cpu.compile", refuse)
    args = [np.uint64(device.allocate(4, "out").address)]
    assert device.launch(kernel, LaunchConfig((1, 1, 1), (256, 1, 1)), args).notes == ()
    (note,) = device.launch(kernel, LaunchConfig((1, 1, 1), (288, 1, 1)), args).notes
    assert note.message == (
        "not observed: whether the registers of 288 threads fit on a multiprocessor; ptxas is missing"
    )
