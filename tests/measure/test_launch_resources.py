"""What is saved beside times: counters, and resources that are asked of a compiler which may crash."""

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from harness.errors import CompileError
from harness.measure import launch_resources
from harness.measure.case_counts import count_on, open_counter
from harness.measure.launch_resources import MAX_ELEMENTS, Meter, cost_info
from harness.run.precompilation import compile_into_cache
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.gate.repository import KERNEL
from tests.kernels.mutants import kernel

ROOT = Path(__file__).parents[2]
SETTINGS = replace(Settings.load(ROOT), isolation="none")


@pytest.fixture(scope="module")
def counter():
    with open_counter(SETTINGS) as runner:
        yield runner


def info_of(path, n_rows, n_cols, counter, arch="sm_90"):
    variant = load_variant(path)
    case = make_case(
        variant, dtype="float32", n_rows=n_rows, n_cols=n_cols, kind="normal", block=variant.usual_block
    )
    return cost_info(case, counter, Meter(SETTINGS, (arch,)))


def test_large_problems_are_counted_with_fewer_rows(counter):
    path = ROOT / "cuda_src" / "softmax_block_staged.cu"
    large, small = info_of(path, 100_000, 16_384, counter), info_of(path, 16, 16_384, counter)
    assert large["counters_shape"] == f"{MAX_ELEMENTS // 16_384}x16384"
    assert large == small
    assert large["sectors_per_element"] == 0.25


def test_of_several_launches_the_most_is_taken(counter):
    info = info_of(ROOT / "cuda_src" / "softmax_split_three_phase.cu", 4, 2048, counter)
    assert info["shared_bytes"] == 256
    assert isinstance(info["registers"], int)
    assert info["registers"] >= 20


def test_spills_and_occupancy(counter):
    spilled = info_of(kernel(ROOT / "fixtures" / "slow_kernels", "spilled_registers"), 4, 100, counter)
    whole = info_of(ROOT / "cuda_src" / "softmax_block_packs.cu", 4, 100, counter)
    assert isinstance(spilled["spill_bytes"], int)
    assert spilled["spill_bytes"] > whole["spill_bytes"] == 0
    assert spilled["occupancy"] == 1.0
    assert whole["occupancy"] == 0.5


def test_what_cannot_be_had_is_said(counter):
    outside = info_of(ROOT / "cuda_src" / "softmax_warp_multi_row.cu", 4, 1024, counter)
    assert outside.keys() == {"counters_shape", "counters_error"}
    unknown = info_of(ROOT / "cuda_src" / "softmax_block_tree.cu", 4, 128, counter, arch="sm_42")
    assert "does not compile for sm_42" in str(unknown["counters_error"])
    assert unknown["sectors_per_element"] == 0.5
    assert "registers" not in unknown


def crash_over_one(device, job):
    """Compile as a compiler does that has a bug."""
    if job[1].path.stem == "bad":
        os.kill(os.getpid(), signal.SIGSEGV)
    compile_into_cache(device, job)


def case_of(folder, name):
    path = folder / f"{name}.cu"
    path.write_text(KERNEL.replace("softmax(", f"softmax(/*{name}*/ "))
    return make_case(load_variant(path), dtype="float32", n_rows=3, n_cols=4, block=(32, 1, 1))


def test_a_compiler_that_crashes_costs_one_kernel(tmp_path, monkeypatch):
    monkeypatch.setattr(launch_resources, "compile_into_cache", crash_over_one)
    settings = Settings.load(
        tmp_path, environ={"HOME": str(tmp_path), "KERNEL_HARNESS_ISOLATION": "none"}, compiler="nvrtc"
    )
    good, bad = case_of(tmp_path, "good"), case_of(tmp_path, "bad")
    meter = Meter(settings, ("sm_90",))
    with open_counter(settings) as runner:
        counted = [count_on(runner, case) for case in (good, bad)]
    meter.prepare([good, bad])
    (found,), no_errors = meter.measure(counted[0])
    assert found.registers > 0
    assert no_errors == ()
    nothing, (error,) = meter.measure(counted[1])
    assert nothing == ()
    assert isinstance(error, CompileError)
    assert "bad.cu has no machine code for sm_90 with nvrtc" in str(error)
    assert "the compiler was ended by signal SIGSEGV" in str(error)
