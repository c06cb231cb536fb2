"""The gpu device on a real GPU. Without one these do not run, and say why."""

import dataclasses
import os
from pathlib import Path

import numpy as np
import pytest

from harness.compiler import CompileRequest
from harness.device.base import LaunchConfig
from harness.device.gpu.driver_library import is_virtual
from harness.device.selection import missing_for, open_device
from harness.errors import CompileError, DeviceError, LaunchError
from harness.run.case_run import time_case
from harness.run.session import open_runner
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import discover
from harness.variant.matrix import cases
from harness.verdict import Reason, Verdict
from tests.run.session_tasks import run_as

from . import gpu_tasks

pytestmark = pytest.mark.kernel_gpu

REPOSITORY = Path(__file__).parents[2]
ONE = LaunchConfig((1, 1, 1), (1, 1, 1))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("gpu")


@pytest.fixture(scope="module")
def gpu_settings(folder):
    settings = Settings.load(folder, cache_dir=folder / "cache")
    missing = missing_for("gpu", settings)
    if missing:
        pytest.skip(f"no usable gpu: {'; '.join(f'{each.name}: {each.found}' for each in missing)}")
    return settings


@pytest.fixture(scope="module", params=["nvcc", "nvrtc"])
def gpu(request, gpu_settings):
    settings = dataclasses.replace(gpu_settings, compiler=request.param)
    missing = missing_for("gpu", settings)
    if missing:
        pytest.skip(f"no {request.param}: {'; '.join(f'{each.name}: {each.found}' for each in missing)}")
    device = open_device("gpu", settings)
    yield device
    device.close()


@pytest.fixture
def artifact(gpu, folder):
    yield gpu.compile(gpu_tasks.request(folder))
    gpu.free_all()


def pointer(buffer):
    return np.uint64(buffer.address)


def test_the_device_says_what_it_is(gpu):
    info = gpu.info
    assert info.kind == "gpu"
    assert info.name.startswith(("NVIDIA", "Tesla", "Quadro", "GeForce"))
    assert info.arch.startswith("sm_")
    assert info.compiler.split()[0] in ("nvcc", "nvrtc")
    assert info.compiler.split()[1].startswith(info.cuda)
    assert info.driver.count(".") >= 1
    assert Reason.WRONG_VALUE.value in info.observes
    assert Reason.OOB_READ.value not in info.observes
    assert info.memory_bytes > 2**30


def test_nvcc_code_is_loaded_as_a_source_module(gpu, artifact):
    from pycuda.compiler import SourceModule

    assert isinstance(gpu._module(artifact), SourceModule) == gpu.info.compiler.startswith("nvcc")


def test_our_source_module_is_what_pycuda_itself_makes(gpu, artifact):
    if not gpu.info.compiler.startswith("nvcc"):
        pytest.skip("SourceModule compiles with nvcc; this round is nvrtc's")
    from pycuda.compiler import SourceModule

    theirs = SourceModule(
        gpu_tasks.KERNELS, no_extern_c=True, options=["-std=c++17", "-lineinfo"], cache_dir=False
    )
    ours = gpu.load(artifact, "resources")
    function = theirs.get_function("resources")
    assert (ours.attributes.registers, ours.attributes.local_bytes, ours.attributes.shared_bytes) == (
        function.num_regs,
        function.local_size_bytes,
        function.shared_size_bytes,
    )


def test_arguments_of_every_width_arrive(gpu, artifact):
    out = gpu.allocate(8 * 8, "out")
    pair = np.zeros(1, np.dtype([("tag", "i1"), ("value", "f8")], align=True))
    pair["tag"], pair["value"] = -7, 2.5
    args = (
        pointer(out),
        np.int32(-(2**31)),
        np.int64(2**53 - 1),
        np.uint8(200),
        np.float16(1.5),
        np.float32(0.1),
        pair[0],
        np.int16(-300),
    )
    gpu.launch(gpu.load(artifact, "arguments"), ONE, args)
    got = gpu.copy_out(out).view(np.float64)
    assert got.tolist() == [-(2**31), 2**53 - 1, 200, 1.5, float(np.float32(0.1)), -7, 2.5, -300]


def test_grid_and_block_have_three_dimensions(gpu, artifact):
    grid, block = (2, 3, 2), (4, 2, 3)
    out = gpu.allocate(12 * 24 * 4, "out")
    gpu.launch(gpu.load(artifact, "coordinates"), LaunchConfig(grid, block), (pointer(out),))
    expected = np.arange(12)[:, None] * 1000 + np.arange(24)
    np.testing.assert_array_equal(gpu.copy_out(out).view(np.int32).reshape(12, 24), expected)


def test_dynamic_shared_memory_beyond_48_kib(gpu, artifact):
    kernel = gpu.load(artifact, "shared")
    limit = gpu.limits.shared_bytes
    assert limit > 48 * 1024
    for size in (0, 1024, min(200 * 1024, limit), limit, 1024):
        out = gpu.allocate(4, "out")
        gpu.copy_in(out, np.zeros(4, np.uint8))
        gpu.launch(kernel, LaunchConfig((1, 1, 1), (256, 1, 1), size), (pointer(out), np.int32(size // 4)))
        assert gpu.copy_out(out).view(np.int32)[0] == size // 4
    out = gpu.allocate(4, "out")
    with pytest.raises(LaunchError, match=f"at most {limit} bytes of shared memory"):
        gpu.launch(kernel, LaunchConfig((1, 1, 1), (256, 1, 1), limit + 1), (pointer(out), np.int32(0)))


@pytest.mark.hardware("registers are allocated by ptxas")
def test_attributes_are_those_of_the_machine_code(gpu, artifact):
    attributes = gpu.load(artifact, "resources").attributes
    assert attributes.shared_bytes == 4096
    assert attributes.local_bytes >= 64 * 4
    assert attributes.registers > gpu.load(artifact, "nothing").attributes.registers
    assert gpu.load(artifact, "nothing").attributes.local_bytes == 0


@pytest.mark.hardware("times are the executor's own")
def test_events_measure_the_kernel(gpu, artifact):
    out = gpu.allocate(4, "out")
    slow = gpu.launch(gpu.load(artifact, "two_milliseconds"), ONE, (pointer(out),))
    # It spins for 2 ms of the GPU's own nanosecond timer, which advances in steps of up to a microsecond or so.
    assert slow.kernel_us > 1990
    assert gpu.launch(gpu.load(artifact, "nothing"), ONE, ()).kernel_us >= 0
    assert slow.findings == ()


@pytest.mark.virtual_gpu_findings("uninitialised-read")
@pytest.mark.usefixtures("artifact")
def test_memory_round_trips_and_is_aligned(gpu):
    data = np.random.default_rng(0).integers(0, 256, 1000, np.uint8)
    buffers = [gpu.allocate(size, f"b{size}") for size in (1000, 1, 0, 2000)]
    for buffer in buffers:
        assert buffer.address % 256 == 0
    gpu.copy_in(buffers[0], data)
    gpu.copy_in(buffers[3], data)
    np.testing.assert_array_equal(gpu.copy_out(buffers[0]), data)
    np.testing.assert_array_equal(gpu.copy_out(buffers[3])[:1000], data)
    assert gpu.copy_out(buffers[2]).size == 0
    gpu.copy_in(buffers[3], data[:7], 1993)
    np.testing.assert_array_equal(gpu.copy_out(buffers[3], 1993), data[:7])
    np.testing.assert_array_equal(gpu.copy_out(buffers[3], 1994, 3), data[1:4])
    np.testing.assert_array_equal(gpu.copy_out(buffers[3], 0, 1000), data)


@pytest.mark.virtual_gpu_findings("launch-error", "uninitialised-read")
@pytest.mark.parametrize(
    ("entry", "config", "message"),
    [
        ("nothing", LaunchConfig((1, 1, 1), (2048, 1, 1)), "block.x must be from 1 to 1024"),
        ("nothing", LaunchConfig((1, 1, 1), (32, 64, 1)), "a block has at most 1024 threads"),
        ("nothing", LaunchConfig((1, 65536, 1), (1, 1, 1)), "grid.y must be from 1 to 65535"),
        ("nothing", LaunchConfig((0, 1, 1), (1, 1, 1)), "grid.x must be from 1"),
        ("bounded", LaunchConfig((1, 1, 1), (65, 1, 1)), "a block has at most 64 threads"),
        ("nothing", LaunchConfig((3, 1, 1), (1, 1, 1), cluster=(2, 1, 1)), "cluster"),
        (
            "nothing",
            LaunchConfig((2**20, 1, 1), (1024, 1, 1), cooperative=True),
            "refused by the driver .got: CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE",
        ),
    ],
)
def test_a_refused_launch_leaves_the_device_well(gpu, artifact, entry, config, message):
    out = gpu.allocate(256, "out")
    args = (pointer(out),) if entry == "bounded" else ()
    with pytest.raises(LaunchError, match=message):
        gpu.launch(gpu.load(artifact, entry), config, args)
    gpu.launch(gpu.load(artifact, "good"), ONE, (pointer(out),))
    assert gpu.copy_out(out).view(np.int32)[0] == 42


@pytest.mark.virtual_gpu_findings("launch-error")
def test_the_drivers_own_refusal_is_a_launch_error(gpu, artifact):
    # Past our own check, as a limit that we do not know of would be.
    from harness.device.base import DeviceLimits

    out = gpu.allocate(4, "out")
    unchecked = dataclasses.replace(
        gpu.load(artifact, "good"), limits=DeviceLimits(4096, (4096, 4096, 4096), shared_bytes=2**30)
    )
    with pytest.raises(LaunchError, match="refused by the driver"):
        gpu.launch(unchecked, LaunchConfig((1, 1, 1), (4096, 1, 1)), (pointer(out),))
    with pytest.raises(LaunchError, match="refused by the driver"):
        gpu.launch(unchecked, LaunchConfig((1, 1, 1), (1, 1, 1), 2**20), (pointer(out),))
    gpu.launch(gpu.load(artifact, "good"), ONE, (pointer(out),))


def test_wrong_arguments_and_entries_are_refused(gpu, artifact):
    with pytest.raises(LaunchError, match=r"takes 1 arguments \(got 0\)"):
        gpu.launch(gpu.load(artifact, "good"), ONE, ())
    with pytest.raises(LaunchError, match="argument 0 of kernel good is 8 bytes wide"):
        gpu.launch(gpu.load(artifact, "good"), ONE, (np.int32(1),))
    with pytest.raises(LaunchError, match="must have the entry softmax"):
        gpu.load(artifact, "softmax")


def test_memory_that_is_not_there_is_refused_and_the_rest_goes_on(gpu, artifact):
    with pytest.raises(DeviceError, match=r"must have room for inp \(got 1000000000000000 bytes"):
        gpu.allocate(10**15, "inp")
    out = gpu.allocate(4, "out")
    gpu.launch(gpu.load(artifact, "good"), ONE, (pointer(out),))


def test_a_source_that_does_not_compile_shows_file_and_line(gpu, folder):
    path = folder / "broken.cu"
    path.write_text('extern "C" __global__ void k(float* out) {\n    out[0] = exqf(1.0f);\n}\n')
    with pytest.raises(CompileError, match=r"broken\.cu\(2\): error: identifier \"exqf\" is undefined"):
        gpu.compile(CompileRequest(path, "sm_90"))


@pytest.fixture
def a_case():
    variant = discover([REPOSITORY / "cuda_src" / "softmax_naive.cu"]).variants[0]
    return next(case for case in cases(variant) if case.shape.n_cols >= 33)


@pytest.mark.virtual_gpu_findings("oob-write", "misaligned-access", "trap", "device-assert")
@pytest.mark.parametrize(
    ("entry", "error"),
    [
        ("illegal", "CUDA_ERROR_ILLEGAL_ADDRESS"),
        ("misaligned", "CUDA_ERROR_MISALIGNED_ADDRESS"),
        ("trapped", "CUDA_ERROR_LAUNCH_FAILED"),
        ("asserted", "CUDA_ERROR_ASSERT"),
    ],
)
def test_a_kernel_that_kills_its_context_costs_one_case(gpu_settings, a_case, entry, error):
    with open_runner("gpu", gpu_settings, task=gpu_tasks.TASK) as runner:
        value, pid = run_as(runner, a_case, entry="good").detail.split()
        assert value == "42"
        assert int(pid) != os.getpid()
        crash = run_as(runner, a_case, entry=entry)
        assert crash.verdict is Verdict.CRASH
        assert crash.reasons == (Reason.CRASH,)
        assert error in crash.findings[0].message
        assert f"kernel {entry}" in crash.findings[0].message
        value, fresh = run_as(runner, a_case, entry="good").detail.split()
        assert value == "42"
        assert fresh != pid


@pytest.mark.virtual_gpu_findings("hang")
def test_an_endless_kernel_is_killed_and_costs_one_case(gpu_settings, a_case):
    settings = dataclasses.replace(gpu_settings, launch_deadline_s=2.0)
    with open_runner("gpu", settings, task=gpu_tasks.TASK) as runner:
        hang = run_as(runner, a_case, entry="endless")
        assert hang.verdict is Verdict.HANG
        assert "kernel endless did not end within 2 seconds" in hang.findings[0].message
        assert run_as(runner, a_case, entry="good").verdict is Verdict.PASS


@pytest.mark.virtual_gpu_findings
def test_a_kernel_that_the_driver_ends_has_hung(gpu_settings, a_case):
    settings = dataclasses.replace(gpu_settings, launch_deadline_s=5.0)
    with open_runner("gpu", settings, task=gpu_tasks.TASK) as runner:
        hang = run_as(runner, a_case, entry="waiting")
        assert hang.verdict is Verdict.HANG
        assert hang.reasons == (Reason.HANG,)
        # a GPU without a display has no time limit of its own
        assert ("CUDA_ERROR_LAUNCH_TIMEOUT" in hang.findings[0].message) == is_virtual()
        assert run_as(runner, a_case, entry="good").verdict is Verdict.PASS


def test_a_shipped_variant_passes_from_end_to_end(gpu_settings, a_case):
    with open_runner("gpu", gpu_settings) as runner:
        result = runner.run(a_case)
        assert result.verdict is Verdict.PASS, result
        assert result.kernel_us > 0
        assert len(runner.call(time_case, a_case, 5)) == 5
