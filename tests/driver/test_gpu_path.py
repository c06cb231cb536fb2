"""What people call on a GPU, on whatever GPU there is: a real one, or the virtual one of ``--kernel-virtual-gpu``."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.device.base import LaunchConfig
from harness.device.gpu.driver_library import is_virtual
from harness.device.selection import open_device
from harness.run.bench_cases import BENCH_SHAPES
from harness.settings.settings import Settings
from tests.device import gpu_tasks
from tests.gate.repository import KERNEL, PROJECT, ROWS, SMALL, Repository
from tests.kernels.mutants import kernel

pytestmark = pytest.mark.kernel_gpu

SOURCES = Path(__file__).resolve().parents[2] / "cuda_src"


@pytest.fixture
def cuda():
    pytest.importorskip("pycuda.driver")
    import pycuda.autoprimaryctx
    from pycuda import gpuarray

    assert pycuda.autoprimaryctx.context
    return gpuarray


def test_check_runs_cases_on_the_gpu(tmp_path):
    path = tmp_path / "check.json"
    source = str(SOURCES / "softmax_warp_row.cu")
    result = CliRunner().invoke(main, ["check", source, "--device", "gpu", "-k", "3x33", "--json", str(path)])
    assert result.exit_code == 0, result.stdout
    document = json.loads(path.read_text())
    assert document["device"]["kind"] == "gpu"
    assert document["device"]["info"]["driver"].startswith("virtual") == is_virtual()
    assert document["variants"][0]["counts"]["PASS"] >= 10


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_kernel_with_state_of_its_own_has_the_same_verdicts_on_any_number_of_workers(
    tmp_path, monkeypatch, n_workers
):
    """Every launch of the kernel changes a variable of its module, which all cases of a worker share."""
    monkeypatch.setenv("KERNEL_HARNESS_GPU_WORKERS", str(n_workers))
    path = tmp_path / "check.json"
    source = str(kernel(SOURCES.parent / "fixtures" / "bad_kernels", "alternating_order"))
    wanted = "spread and (7x3- or 7x33 or 3x1001 or 3x1024)"
    result = CliRunner().invoke(main, ["check", source, "--device", "gpu", "-k", wanted, "--json", str(path)])
    assert result.exit_code == 1, result.stdout
    (variant,) = json.loads(path.read_text())["variants"]
    found = {
        (case["n_rows"], case["n_cols"]): (case["verdict"], case["reasons"]) for case in variant["cases"]
    }
    assert found == dict.fromkeys([(7, 3), (7, 33), (3, 1001), (3, 1024)], ("FAIL", ["nondeterministic"]))


def test_a_gate_finds_a_regression_and_times_on_a_real_gpu_alone(tmp_path, monkeypatch):
    repository = Repository(tmp_path / "project", {ROWS: SMALL})
    repository.edit(ROWS, "col < n_cols; ++col) y", "col < n_cols - 1; ++col) y")
    monkeypatch.chdir(repository.root)
    result = CliRunner().invoke(main, ["gate", "--base", "main", "--device", "gpu"])
    assert result.exit_code == 1, result.stdout
    assert "REGRESSION wrong rows" in result.stdout
    assert ("timed on a real gpu only" in result.stdout) == is_virtual()


def test_a_benchmark_on_a_virtual_gpu_is_skipped_and_says_why(pytester, monkeypatch):
    if not is_virtual():
        pytest.skip("a real GPU is timed: tests/plugin/test_benchmarks.py")
    # pytest-benchmark takes the inner run for a part of a parallel one, and disables itself.
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    pytester.mkdir("kernels").joinpath("rows.cu").write_text(KERNEL)
    pytester.makepyprojecttoml(PROJECT)
    options = ("--kernel-virtual-gpu", "sm_90", "--kernel-device", "gpu", "--benchmark-only", "-rs")
    result = pytester.runpytest_subprocess(*options)
    result.assert_outcomes(skipped=len(BENCH_SHAPES["gpu"]))
    result.stdout.fnmatch_lines(
        ["SKIPPED * kernels are not timed on a virtual GPU: the times would be the executor's"]
    )


def test_a_timer_takes_single_launches_and_graphs(tmp_path, cuda):
    device = open_device("gpu", Settings.load(tmp_path))
    try:
        artifact = device.compile(gpu_tasks.request(tmp_path))
        out = device.allocate(4, "out")
        good = device.work(
            device.load(artifact, "good"), LaunchConfig((1, 1, 1), (1, 1, 1)), (np.uint64(out.address),)
        )
        timer = device.timer()
        device.copy_in(out, np.zeros(4, np.uint8))
        graph = timer.graph([good, good])
        assert device.copy_out(out).view(np.int32)[0] == 0  # a captured launch has not run
        assert len(timer.series([graph, good])) == 2
        assert device.copy_out(out).view(np.int32)[0] == 42
        timer.close()
    finally:
        device.close()
