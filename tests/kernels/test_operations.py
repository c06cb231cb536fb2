"""Kernels of operations with named arrays: right ones pass their matrix, wrong ones are rejected for their reasons."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.device.base import Device
from harness.errors import LaunchError
from harness.run.case_run import run_case
from harness.run.case_timing import time_case
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.selection import Selection, select
from harness.verdict import Verdict
from tests.kernels.expectations import ROOT, Expectation, read_expectation
from tests.kernels.test_sources import barrier_faults, layout_faults, wording_faults

OPERATIONS = ROOT / "fixtures" / "operations"
RIGHT = sorted((OPERATIONS / "right").glob("*.cu"))
WRONG = [read_expectation(path) for path in sorted((OPERATIONS / "wrong").glob("*.cu"))]

NOT_RECORDED = set((OPERATIONS / "not_recorded.txt").read_text(encoding="ascii").split())
"""Right kernels that no recorded run on a GPU has yet."""

FIRST_WORDS = {
    "norm_before_residual": "out: ",
    "mean_of_part": "mean: ",
    "residual_added_twice": "out: ",
    "residual_not_kept": "residual: ",
    "rstd_without_eps": "rstd: ",
    "sum_unshifted": "loss: ",
    "target_skipped_at_end": "loss: ",
    "targets_as_int32": "loss: ",
    "variance_for_rstd": "rstd: ",
}
"""Array that the first finding names, for faults that show in its values."""


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_kernel_passes_its_matrix(path: Path, device: Device) -> None:
    settings = Settings.load(ROOT)
    results = [run_case(case, device, settings) for case in cases(load_variant(path))]
    assert [result for result in results if result.verdict is not Verdict.PASS] == []


def recorded_variants() -> dict[str, Any]:
    """Return the variants of the recorded check on a GPU, by id."""
    (recorded,) = OPERATIONS.glob("check-*.json.gz")
    run = json.loads(gzip.decompress(recorded.read_bytes()))
    assert run["device"]["info"]["kind"] == "gpu"
    return {each["id"]: each for each in run["variants"]}


def test_the_kernels_without_a_recorded_run_are_those_that_say_so() -> None:
    kernels = {path.stem for path in RIGHT}
    assert kernels - recorded_variants().keys() == NOT_RECORDED, (
        "each kernel is recorded, or listed, not both"
    )


@pytest.mark.parametrize(
    "path", [each for each in RIGHT if each.stem not in NOT_RECORDED], ids=lambda path: path.stem
)
def test_its_whole_matrix_passed_on_a_gpu(path: Path) -> None:
    variant = recorded_variants()[path.stem]
    verdicts = {case["id"]: case["verdict"] for case in variant["cases"]}
    assert verdicts == {case.id: "PASS" for case in cases(load_variant(path))}


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_kernel_passes_with_other_seeds(path: Path, device: Device) -> None:
    settings = Settings.load(ROOT)
    chosen = select((load_variant(path),), Selection.parse("3x1031 or 5x37"))
    seeds = [case.with_seed(seed) for case in chosen for seed in (1, 2)]
    results = [run_case(case, device, settings) for case in seeds]
    assert [result for result in results if result.verdict is not Verdict.PASS] == []


@pytest.mark.parametrize("expectation", WRONG, ids=lambda each: each.name)
def test_a_wrong_kernel_is_rejected(expectation: Expectation, device: Device) -> None:
    selected = select((load_variant(expectation.path),), Selection.parse(expectation.cases))
    assert selected
    for case in selected:
        result = run_case(case, device, Settings.load(ROOT))
        assert result.verdict is Verdict.FAIL, result
        assert set(expectation.reasons) <= set(result.reasons), result
        assert result.findings[0].message.startswith(FIRST_WORDS.get(expectation.name, "")), result


def test_all_files_keep_to_the_style() -> None:
    for path in [*RIGHT, *(each.path for each in WRONG)]:
        text = path.read_bytes().decode("utf-8")
        assert layout_faults(text) + barrier_faults(text) + wording_faults(text) == [], path


def test_an_operation_that_changes_an_array_in_place_is_not_timed(device: Device) -> None:
    (case,) = select(
        (load_variant(OPERATIONS / "right" / "residual_rms_norm_block.cu"),),
        Selection.parse("float32-3x1031-normal-block64"),
    )
    with pytest.raises(LaunchError, match=r"must not change an array in place.*\(got 'residual'"):
        time_case(case, device, Settings.load(ROOT), 1)


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_count_and_reports_know_named_arrays(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke
    counted = run(main, ["count", str(path), "--shape", "7x33", "--json", "count.json"])
    assert counted.exit_code == 0, counted.output
    (first, *_) = json.loads(Path("count.json").read_text())["cases"]
    assert first["counters"]["global_store_bytes"] > 0
    expression = ["-k", "float32 and normal", "--device", "cpu"]
    checked = run(main, ["check", str(path), *expression, "--json", "check.json"])
    assert checked.exit_code == 0, checked.output
    assert json.loads(Path("check.json").read_text())["exit_code"] == 0
    reported = run(main, ["report", "report.html", "check.json", "count.json"])
    assert reported.exit_code == 0, reported.output
    assert path.stem in Path("report.html").read_text(encoding="utf-8")


def test_init_says_which_operations_it_cannot_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("k.cu").write_text(
        "__global__ void cross_entropy(float* y, const float* x, int n) { y[n] = x[n]; }\n"
    )
    result = CliRunner().invoke(main, ["init", "k.cu", "--operation", "cross_entropy"])
    assert result.exit_code == 2
    assert (
        "init must be given an operation with one matrix in and one out (got cross_entropy" in result.output
    )
