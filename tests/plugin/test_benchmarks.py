import contextlib
import json
import re
import shutil
import threading

import pytest

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.measure.bench_file import read_bench
from harness.pytest_plugin.bench import bench_table
from harness.run.bench_cases import BENCH_SHAPES, ROUNDS
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.measure.fake_gpu import FakeGpu
from tests.plugin.conftest import ROOT
from tests.run.fake_device import write_kernel
from tests.sampled import one_in

N_SHAPES = len(BENCH_SHAPES["cpu"])


@pytest.fixture
def measure(project, run):
    """Run the benchmarks; give pytest's result and what was saved of each, by test name."""

    def run_benchmarks(*arguments, device="cpu"):
        saved = project.path / "saved.json"
        saved.unlink(missing_ok=True)
        result = run("--benchmark-only", "--benchmark-json=saved.json", *arguments, device=device)
        document = json.loads(saved.read_text()) if saved.exists() else {"benchmarks": []}
        return result, document

    return run_benchmarks


def test_they_are_left_out_unless_they_are_asked_for(project, run):
    write_kernel(project.path / "cuda_src")
    assert run("-k", "3x33-spread-block32 or test_benchmark").parseoutcomes()["passed"] == 1
    outcomes = run("-k", "3x33-spread-block32 or test_benchmark", "--benchmark-enable").parseoutcomes()
    assert outcomes["passed"] == 1 + N_SHAPES
    result = run("--benchmark-only", "-rs")
    result.assert_outcomes(passed=N_SHAPES, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "kernel-harness: not run: the matrix, but for what is timed; --benchmark-enable runs both",
            "SKIPPED *the matrix is not run with --benchmark-only",
        ],
        consecutive=False,
    )


def test_a_test_of_ones_own_that_times_cases_has_them_all(project, run):
    path = write_kernel(project.path / "cuda_src")
    project.makepyfile("def test_own(kernel_case, benchmark):\n    benchmark(lambda: None)\n")
    run("--benchmark-only", "-k", "test_own and 3x33-spread-block32").assert_outcomes(
        passed=1, deselected=len(cases(load_variant(path))) + N_SHAPES
    )


def test_the_times_are_the_devices_and_the_table_says_so(project, measure):
    write_kernel(project.path / "cuda_src", block="[[32], [256]]")
    result, document = measure()
    result.assert_outcomes(passed=N_SHAPES, skipped=result.parseoutcomes()["skipped"])
    first = document["benchmarks"][0]
    # The fake kernel takes 10 us and one more at each launch: three are the check, the fourth is the warm-up.
    assert first["stats"]["data"] == pytest.approx([(15 + index) * 1e-6 for index in range(ROUNDS["cpu"])])
    assert (first["stats"]["rounds"], first["stats"]["iterations"]) == (ROUNDS["cpu"], 1)
    info = first["extra_info"]
    assert info["case"] == "softmax_fake-float32-64x1024-normal-block256"
    assert (info["device_kind"], info["device"], info["compiler"]) == ("cpu", "fake processor", "fakec 1.0")
    median_s = (15 + (ROUNDS["cpu"] - 1) / 2) * 1e-6
    assert info["executor_gbps"] == pytest.approx(2 * 64 * 1024 * 4 / median_s / 1e9)
    assert "gbps" not in info
    # the fake device cannot count, which does not keep it from being timed
    assert info["counters_shape"] == "64x1024"
    assert "was not counted" in info["counters_error"]
    assert document["machine_info"]["kernel_harness"]["device"] == "fake processor"
    label = "PTX executor's time on this CPU, not a GPU's"
    assert {each["group"].partition(", ")[2] for each in document["benchmarks"]} == {label}
    assert len({each["group"] for each in document["benchmarks"]}) == N_SHAPES
    result.stdout.fnmatch_lines(
        [f"*benchmark *{label}*", "*They say nothing about a GPU."], consecutive=False
    )
    _, document = measure("--benchmark-min-rounds=25", "-k", "64x1024 and block256")
    assert [each["stats"]["rounds"] for each in document["benchmarks"]] == [25]


@pytest.mark.parametrize(("device", "asked_for"), [("gpu", [["a_one", "b_two"]]), ("cpu", [])])
def test_on_gpu_all_timed_code_is_compiled_before_the_first_time(
    project, measure, monkeypatch, device, asked_for
):
    asked = []
    monkeypatch.setattr(
        "harness.pytest_plugin.session.precompile_cases",
        lambda cases, info, settings: asked.append([case.variant.id for case in cases]),
    )
    monkeypatch.setattr("harness.run.session.open_gpu", lambda _settings: FakeGpu())
    monkeypatch.setattr("harness.run.bench_cases.BENCH_SHAPES", {"gpu": ((64, 100),), "cpu": ((64, 100),)})
    for name in ("a_one", "b_two"):
        write_kernel(project.path / "cuda_src", name)
    _, document = measure(device=device)
    assert len(document["benchmarks"]) == 2
    assert asked == asked_for


def test_on_gpu_the_table_says_which_gpu(project, measure, monkeypatch):
    monkeypatch.setattr("harness.run.session.open_gpu", lambda _settings: FakeGpu(copy_us=250.0))
    # The fake gpu is slower than the executor.
    monkeypatch.setattr("harness.run.bench_cases.BENCH_SHAPES", {"gpu": ((64, 100),)})
    write_kernel(project.path / "cuda_src")
    result, document = measure(device="gpu")
    (bench,) = document["benchmarks"]
    assert bench["group"] == "float32 64x100 on fake processor, kernel time from CUDA events"
    assert bench["stats"]["rounds"] == ROUNDS["gpu"]
    info = bench["extra_info"]
    assert info["median_us"] == 500.0
    assert info["gbps"] == pytest.approx(2 * 64 * 100 * 4 / 500e-6 / 1e9)
    assert (info["copy_us"], info["copy_fraction"]) == (250.0, 0.5)
    assert info["clock_limits"] == []
    (time,) = read_bench(document, "saved.json").times
    assert (time.gbps, time.copy_fraction) == pytest.approx((info["gbps"], info["copy_fraction"]))
    assert not time.is_executor
    result.stdout.fnmatch_lines(["variant * of copy*", "softmax_fake *float32 *64x100 *500.00 * 0.500 *"])
    result.stdout.no_fnmatch_line("*nothing about a GPU*")


@pytest.mark.parametrize(
    "fault", one_in(5, ["wrong-value", "compile-error", "hang", "crash", "bug"], pytest.mark.slow)
)
def test_a_kernel_that_fails_its_check_gets_no_time(project, measure, fault):
    write_kernel(project.path / "cuda_src", "a_bad", fault=fault)
    write_kernel(project.path / "cuda_src", "b_good")
    result, document = measure("-k", "64x1024")
    outcomes = result.parseoutcomes()
    assert (outcomes["passed"], outcomes["failed"]) == (1, 1)
    assert "errors" not in outcomes
    assert [each["extra_info"]["variant"] for each in document["benchmarks"]] == ["b_good"]
    result.stdout.no_fnmatch_line("test_benchmark[[]a_bad*")
    assert re.search(r"^(FAIL|ERROR|HANG) on cpu: ", result.stdout.str(), re.M)


def test_a_kernel_that_goes_wrong_while_it_is_timed_gets_no_time(project, measure):
    write_kernel(project.path / "cuda_src", fault="wrong-after-9")
    result, document = measure("-k", "64x1024")
    assert result.parseoutcomes()["failed"] == 1
    assert document["benchmarks"] == []
    result.stdout.fnmatch_lines([f"passed before {ROUNDS['cpu']} timed launches and not after them"])


def test_a_gpu_that_is_not_there_is_not_run_and_gets_no_time(project, measure):
    write_kernel(project.path / "cuda_src")
    result, document = measure(device="gpu")
    n_shapes = len(BENCH_SHAPES["gpu"])
    assert result.parseoutcomes()["failed"] == n_shapes
    assert document["benchmarks"] == []
    result.stdout.fnmatch_lines([f"{n_shapes} NOT-RUN: requested cases did not run; *"])


def test_a_shape_outside_the_claim_is_skipped_with_its_rule(project, measure):
    write_kernel(project.path / "cuda_src", requires='["n_cols <= 1024"]')
    result, document = measure("-rs")
    assert len(document["benchmarks"]) == N_SHAPES - 1
    result.stdout.fnmatch_lines(["*outside `requires`: n_cols <= 1024"])


def test_a_wrong_declaration_fails_here_too(project, measure):
    write_kernel(project.path / "cuda_src", "good")
    write_kernel(project.path / "cuda_src", "wrong", blok="[[32]]")
    result, document = measure()
    assert result.parseoutcomes()["failed"] == 1
    assert len(document["benchmarks"]) == N_SHAPES
    result.stdout.fnmatch_lines(["ERROR declaration-error", "*wrong.cu:*'blok'*"])


def test_a_gpu_is_timed_while_its_cases_are_counted(project, measure, monkeypatch):
    """With enough cores counts begin with the first timed case, in their order, on threads of their own."""
    counted = []

    def count(case, counter, meter):
        counted.append((case.id, threading.current_thread() is threading.main_thread()))
        return {"registers": len(counted)}

    @contextlib.contextmanager
    def opened(settings):
        assert (settings.cpu_threads, settings.cpu_workers) == (2, 1)
        yield object()

    monkeypatch.setattr("harness.run.session.open_gpu", lambda _settings: FakeGpu())
    monkeypatch.setattr("harness.run.bench_cases.BENCH_SHAPES", {"gpu": ((64, 100), (32, 64))})
    monkeypatch.setattr("harness.pytest_plugin.session.usable_cores", lambda: 4)
    monkeypatch.setattr("harness.pytest_plugin.session.ISOLATION_PROCESS", "none")  # of these tests
    monkeypatch.setattr("harness.pytest_plugin.session.cost_info", count)
    monkeypatch.setattr("harness.pytest_plugin.session.open_counter", opened)
    write_kernel(project.path / "cuda_src")
    _, document = measure(device="gpu")
    ids = [each["extra_info"]["case"] for each in document["benchmarks"]]
    assert counted == [(each, False) for each in ids]
    assert [each["extra_info"]["registers"] for each in document["benchmarks"]] == [1, 2]


def test_counters_and_resources_are_saved_beside_the_times(project, measure, monkeypatch):
    monkeypatch.setattr("harness.run.session.open_cpu", PtxCpu)
    monkeypatch.setattr("harness.run.bench_cases.BENCH_SHAPES", {"cpu": ((8, 128),)})
    shutil.copy(ROOT / "cuda_src" / "softmax_block_tree.cu", project.path / "cuda_src")
    shutil.copytree(ROOT / "cuda_src" / "include", project.path / "cuda_src" / "include")
    _, document = measure()
    info = document["benchmarks"][0]["extra_info"]
    assert "counters_error" not in info
    assert (info["counters_shape"], info["resources_arch"]) == ("8x128", "sm_90")
    # three reads and one write of 4 bytes, in sectors of 32
    assert info["sectors_per_element"] == 0.5
    assert info["global_load_sectors_per_element"] == 0.375
    assert (info["excess_wavefronts_per_row"], info["block_barriers_per_row"]) == (0.0, 20.0)
    assert (info["spill_bytes"], info["shared_bytes"], info["occupancy"]) == (0, 1024, 1.0)
    assert info["registers"] > 0


ROW = {
    "variant": "softmax_rows", "dtype": "float32", "n_rows": 4096, "n_cols": 1024, "median_us": 12.345,
    "gbps": 2718.2, "copy_fraction": 0.9134, "registers": 32, "spill_bytes": 0, "occupancy": 0.75,
    "sectors_per_element": 0.25, "excess_wavefronts_per_row": 0.0, "throttled": False,
}  # fmt: skip


def test_a_row_says_what_the_time_means_and_makes_nothing_up():
    head, row, *notes = bench_table([ROW])
    assert head.split("  ")[0] == "variant"
    assert row.split() == [
        "softmax_rows", "float32", "4096x1024", "12.35", "2718", "0.913", "32", "0", "75%", "0.250", "0.0",
    ]  # fmt: skip
    assert any(note.startswith("of copy:") for note in notes)
    known = {key: ROW[key] for key in ("variant", "dtype", "n_rows", "n_cols", "median_us")}
    _, row, *notes = bench_table([known])
    assert row.split()[4:] == ["-"] * 7
    assert not any(note.startswith("of copy:") for note in notes)
    assert bench_table([{**ROW, "throttled": True}])[-1].endswith("softmax_rows")


def test_rows_of_one_shape_stand_together_the_fastest_first():
    slow, wide = {**ROW, "median_us": 99.0, "variant": "a"}, {**ROW, "n_cols": 2048}
    lines = bench_table([wide, slow, ROW])[1:4]
    assert [line.split()[0] for line in lines] == ["softmax_rows", "a", "softmax_rows"]
    assert "4096x2048" in lines[2]
