"""Kernels with barriers, clusters and bulk copies: what the cpu device gives is what a GPU gives, bit for bit."""

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from harness.compiler import CompileRequest
from harness.device.base import Device, LaunchConfig
from harness.device.selection import missing_for, open_device
from harness.settings.settings import Settings
from tests.kernels.expectations import ROOT

SOURCES = ROOT / "tests" / "ptx" / "sources"
FLOATS = np.random.default_rng(11).standard_normal(1024).astype(np.float32)
INTEGERS = np.arange(64, dtype=np.int32)

# source, entry, input, bytes of the output, n, blocks, threads; clusters are those of the kernels themselves
KERNELS = [
    ("barriers.cu", "copied", FLOATS, 512 * 4, 0, 2, 256),
    ("barriers.cu", "produced", FLOATS, 64 * 4, 9, 1, 96),
    ("barriers.cu", "dropped", FLOATS, 128 * 4, 0, 1, 128),
    ("barriers.cu", "piped", FLOATS, 512 * 4, 512, 1, 64),
    ("clusters.cu", "summed", FLOATS, 8 * 64 * 4, 16, 8, 64),
    ("clusters.cu", "sent", INTEGERS, 16 * 16, 0, 16, 64),
    ("clusters.cu", "bulk", FLOATS, 4 * 1024, 0, 4, 96),
]


@pytest.fixture(scope="module")
def cpu() -> Iterator[Device]:
    device = open_device("cpu", Settings.load(ROOT))
    yield device
    device.close()


@pytest.fixture(scope="module")
def gpu() -> Iterator[Device]:
    settings = dataclasses.replace(Settings.load(ROOT), compiler="nvrtc")
    missing = missing_for("gpu", settings)
    if missing:
        pytest.skip(f"no usable gpu: {'; '.join(f'{each.name}: {each.found}' for each in missing)}")
    device = open_device("gpu", settings)
    yield device
    device.close()


def output(
    device: Device,
    source: str,
    entry: str,
    inp: NDArray[np.generic],
    size: int,
    n: int,
    blocks: int,
    threads: int,
) -> bytes:
    artifact = device.compile(CompileRequest(path=SOURCES / source, arch=device.info.arch))
    kernel = device.load(artifact, entry)
    out, given = device.allocate(size, "out"), device.allocate(inp.nbytes, "inp")
    device.copy_in(out, np.zeros(size, np.uint8))
    device.copy_in(given, inp.view(np.uint8))
    args = (np.uint64(out.address), np.uint64(given.address), np.int32(n))
    try:
        result = device.launch(kernel, LaunchConfig((blocks, 1, 1), (threads, 1, 1)), args)
        assert result.findings == ()
        return device.copy_out(out).tobytes()
    finally:
        device.free_all()


@pytest.mark.kernel_gpu
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel[1])
def test_the_same_bits_on_both_devices(kernel: tuple, cpu: Device, gpu: Device) -> None:
    if kernel[0] == "clusters.cu" and int(gpu.info.arch.removeprefix("sm_").rstrip("af")) < 90:
        pytest.skip(f"clusters need sm_90 (got {gpu.info.arch})")
    assert output(gpu, *kernel) == output(cpu, *kernel)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel[1])
def test_kernels_write_all_of_their_output(kernel: tuple, cpu: Device) -> None:
    found = np.frombuffer(output(cpu, *kernel), np.uint32)
    assert np.count_nonzero(found) >= len(found) // 2
