"""Kernels of operations with named arrays: right ones pass their matrix, wrong ones are rejected for their reasons."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.device.base import Device
from harness.errors import LaunchError
from harness.measure.rotation import TimedSide
from harness.run.case_run import time_case
from harness.settings.settings import Settings
from harness.variant.case import Case
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.selection import Selection, select
from harness.variant.variant import Variant
from harness.verdict import Verdict
from tests.kernels.expectations import (
    ROOT,
    Expectation,
    check_rejected,
    declared_variant,
    failures,
    of_programs,
    read_expectation,
    recorded_verdicts,
)
from tests.kernels.mutants import kernels
from tests.sampled import one_in

OPERATIONS = ROOT / "fixtures" / "operations"
RIGHT = sorted((OPERATIONS / "right").glob("*.cu"))
WRONG = [read_expectation(path) for path in kernels(OPERATIONS / "wrong")]

NOT_RECORDED = (OPERATIONS / "not_recorded.txt").read_text(encoding="ascii").splitlines()[1:]
"""Cases that have not run on a GPU yet."""

FIRST_ARRAY = {
    "sums": "column_sum_in_float16 column_sum_of_few_rows",
    "out": (
        "fp8_by_cut norm_before_residual quantized_by_cut quantized_half_away quantized_half_up "
        "residual_added_twice scale_by_128 stored_as_e5m2 zeros_divided"
    ),
    "index": "index_in_matrix index_of_lane index_sum_of_ties",
    "value": "max_without_nan",
    "mean": "mean_of_part",
    "dinp": "norm_gradient_by_sum norm_gradient_unscaled norm_gradient_without_mean",
    "residual": "residual_not_kept",
    "rstd": "rstd_without_eps variance_for_rstd",
    "table": "scatter_overwrites scatter_skips_first scatter_stale_sum scatter_to_own_row",
    "loss": "sum_unshifted target_skipped_at_end targets_as_int32",
    "dweight": "weight_gradient_weighted",
}
"""Kernels by the array that the first finding names, for faults that show in its values."""


@cache
def loaded(path: Path) -> Variant:
    return load_variant(path)


@pytest.mark.slow
@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_kernel_passes_its_matrix(path: Path, device: Device, settings: Settings) -> None:
    """Every 22nd case of some programs, others of each kernel; `kernel-harness check FILE` runs all."""
    chosen = of_programs(cases(loaded(path)))[11 * (RIGHT.index(path) % 2) :: 22]
    assert len(chosen) > 2
    assert failures(chosen, device, settings) == []


@cache
def recorded_variants() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for path in sorted(OPERATIONS.glob("check*.json.gz")):
        found |= recorded_verdicts(path)
    return found


def test_the_list_of_cases_without_a_run_on_a_gpu_is_true() -> None:
    assert sorted(set(NOT_RECORDED)) == NOT_RECORDED
    today = {case.id for path in RIGHT for case in cases(declared_variant(path))}
    assert set(NOT_RECORDED) <= today


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_its_whole_matrix_passed_on_a_gpu(path: Path) -> None:
    if path.stem not in recorded_variants():
        pytest.skip(f"{path.name} has not run on a GPU yet; record the folder again")
    today = {case.id: "PASS" for case in cases(declared_variant(path)) if case.id not in NOT_RECORDED}
    # It also has cases for branches that a search found.
    assert today.items() <= recorded_variants()[path.stem].items()


@pytest.mark.slow
@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_kernel_passes_with_other_seeds(path: Path, device: Device, settings: Settings) -> None:
    chosen = of_programs(select((loaded(path),), Selection.parse("5x37")))[::4]
    seeds = [case.with_seed(1 + number % 7) for number, case in enumerate(chosen)]
    assert seeds
    assert failures(seeds, device, settings) == []


@pytest.mark.slow
@pytest.mark.parametrize("expectation", WRONG, ids=lambda each: each.name)
def test_a_wrong_kernel_is_rejected(expectation: Expectation, device: Device, settings: Settings) -> None:
    arrays = [f"{name}: " for name, kernels in FIRST_ARRAY.items() if expectation.name in kernels.split()]
    first = "".join(arrays)
    for result in check_rejected(expectation, loaded(expectation.path), device, settings, {Verdict.FAIL}):
        assert result.findings[0].message.startswith(first), result


def in_place_case() -> Case:
    (case,) = select(
        (loaded(OPERATIONS / "right" / "residual_rms_norm_block.cu"),),
        Selection.parse("float32-3x1031-normal-block64"),
    )
    return case


def test_each_timed_round_gets_the_input_of_an_array_that_changes_in_place(
    device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    buffers = []
    allocate, launch = device.allocate, device.launch

    def noted_allocate(*arguments: Any, **options: Any) -> Any:
        buffer = allocate(*arguments, **options)
        buffers.append(buffer)
        return buffer

    def noted_launch(*arguments: Any, **options: Any) -> Any:
        (residual,) = (buffer for buffer in buffers if buffer.label == "residual")
        seen.append(device.copy_out(residual).tobytes())
        result = launch(*arguments, **options)
        assert device.copy_out(residual).tobytes() != seen[0]
        return result

    monkeypatch.setattr(device, "allocate", noted_allocate)
    monkeypatch.setattr(device, "launch", noted_launch)
    assert len(time_case(device, Settings.load(ROOT), in_place_case(), 3)) == 3
    assert len(seen) == 4
    assert len(set(seen)) == 1


def test_an_operation_that_changes_an_array_in_place_is_not_timed_in_rotating_buffers() -> None:
    with pytest.raises(LaunchError, match=r"must not change an array in place.*\(got 'residual'"):
        TimedSide(in_place_case(), cast("Any", None), Settings.load(ROOT), 2, random.Random(0))


# In place, integers, several outputs, atomics, bytes, further sizes.
@pytest.mark.parametrize("name", one_in(3, [
    "residual_rms_norm_block", "cross_entropy_warp", "layer_norm_stats_block", "scatter_add_atomics",
    "quantize_int8_block", "matmul_tile",
], pytest.mark.slow))  # fmt: skip
def test_count_and_reports_know_named_arrays(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = OPERATIONS / "right" / f"{name}.cu"
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke
    counted = run(main, ["count", str(path), "--shape", "7x33", "--json", "count.json"])
    assert counted.exit_code == 0, counted.output
    (first, *_) = json.loads(Path("count.json").read_text())["cases"]
    # A kernel may write by atomics alone.
    assert first["counters"]["global_store_bytes"] + first["counters"]["global_atomic_bytes"] > 0
    chosen = next(case for case in cases(loaded(path)) if (case.dtype, case.kind) == ("float32", "normal"))
    expression = ["-k", chosen.id, "--device", "cpu"]
    checked = run(main, ["check", str(path), *expression, "--json", "check.json"])
    assert checked.exit_code == 0, checked.output
    assert json.loads(Path("check.json").read_text())["exit_code"] == 0
    reported = run(main, ["report", "report.html", "check.json", "count.json"])
    assert reported.exit_code == 0, reported.output
    assert path.stem in Path("report.html").read_text(encoding="utf-8")


def test_init_says_which_array_does_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cu").write_text(
        "__global__ void cross_entropy(float* y, const float* x, int n) { y[n] = x[n]; }\n"
    )
    result = CliRunner().invoke(main, ["init", "k.cu", "--operation", "cross_entropy"])
    assert result.exit_code == 2
    assert (
        "does not fit cross_entropy: it needs targets (in, int64), but y: the kernel writes it"
        in " ".join(result.output.split())
    )
