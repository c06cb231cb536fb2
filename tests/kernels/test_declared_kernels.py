"""Kernels that need a further key of the declaration, or are wrong in a part of the domain that they claim.

Those of ``declared_kernels`` pass with their key and not without; wrong ones never do. Those of ``domain_kernels`` are
rejected where they are wrong, and their right neighbours pass.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from harness.device.base import Device
from harness.run.case_run import run_case
from harness.run.session import open_runner
from harness.run.suite import assemble, run_suite
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant, read_sources
from harness.variant.matrix import cases
from harness.variant.selection import MATRIX, Selection, select
from harness.verdict import Reason, Verdict
from tests.kernels.expectations import (
    CUDA_SOURCES,
    DOMAIN_KERNELS,
    ROOT,
    Expectation,
    check_rejected,
    failures,
    read_expectation,
)
from tests.kernels.mutants import kernels

DECLARED_KERNELS = ROOT / "fixtures" / "declared_kernels"
RIGHT = sorted((DECLARED_KERNELS / "right").glob("*.cu"))
WRONG = [read_expectation(path) for path in kernels(DECLARED_KERNELS / "wrong")]
DOMAIN_RIGHT = sorted((DOMAIN_KERNELS / "right").glob("*.cu"))
DOMAIN_WRONG = [read_expectation(path) for path in kernels(DOMAIN_KERNELS / "wrong")]
OPERATIONS = [DECLARED_KERNELS / "operations"]

WITHOUT = {
    "layer_norm_one_pass": (
        r'arithmetic = "ieee\+one_pass_variance"',
        "float32-3x1031-spread-block64",
        Reason.WRONG_VALUE,
    ),
    "rms_norm_half_sums": (
        r'arithmetic = "ieee\+half_accumulation"',
        "float16-3x127-spread-block64",
        Reason.WRONG_VALUE,
    ),
    "rms_norm_rounded": (
        r'arithmetic = "ieee\+rounded_before_weight"',
        "float16-3x1031-normal-block64",
        Reason.WRONG_VALUE,
    ),
    "clamped_inputs": ("inputs        = 1e20", "float32-3x1031-nan-block64", Reason.WRONG_VALUE),
    "atomic_squares": ("deterministic = false", "float32-3x1031-uniform80-block128", Reason.NONDETERMINISTIC),
    "no_maximum": ("max_magnitude = 64", "float32-3x1031-huge1e4-block64", Reason.WRONG_VALUE),
}
"""The key that a right kernel needs, and a case that it fails without it. Welford's moments pass most cases anyway."""


@pytest.fixture(scope="module")
def settings() -> Settings:
    """A lock that is never released is a hang after far fewer steps than usual, which no right kernel makes."""
    return Settings.load(ROOT, step_budget=1_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_kernel_passes_its_matrix(path: Path, device: Device, settings: Settings) -> None:
    chosen = cases(load_variant(path, OPERATIONS))[5 * (RIGHT.index(path) % 3) :: 15]
    assert len(chosen) > 3
    assert failures(chosen, device, settings) == []


@pytest.mark.parametrize("name", WITHOUT)
def test_without_its_key_it_fails(name: str, device: Device, tmp_path: Path) -> None:
    key, case_id, reason = WITHOUT[name]
    source = DECLARED_KERNELS / "right" / f"{name}.cu"
    text = source.read_text(encoding="ascii")
    assert len(re.findall(rf"^// {key}\n", text, re.MULTILINE)) == 1
    text = re.sub(rf"^// {key}\n", "//\n", text, flags=re.MULTILINE)
    text = re.sub(r'#include "[./]+(?:cuda_src/)?include/', '#include "', text)
    path = tmp_path / source.name
    path.write_text(text, encoding="utf-8")
    (case,) = select((load_variant(path),), Selection.parse(f"{name}-{case_id}"))
    settings = replace(
        Settings.load(ROOT), include_dirs=(DECLARED_KERNELS / "include", CUDA_SOURCES / "include")
    )
    result = run_case(case, device, settings)
    assert (result.verdict, reason in result.reasons) == (Verdict.FAIL, True), result


@pytest.mark.slow
@pytest.mark.parametrize("expectation", WRONG, ids=lambda each: each.name)
def test_a_wrong_kernel_is_rejected(expectation: Expectation, device: Device, settings: Settings) -> None:
    variant = load_variant(expectation.path, OPERATIONS)
    check_rejected(expectation, variant, device, settings, {Verdict.FAIL, Verdict.HANG})


def test_stores_of_what_is_there_are_notes(device: Device, settings: Settings) -> None:
    variant = load_variant(DECLARED_KERNELS / "right" / "paths_compressed.cu", OPERATIONS)
    for case in select((variant,), Selection.parse("7x33-spread-block64 or 3x1000-spread-strided8")):
        result = run_case(case, device, settings)
        assert result.verdict is Verdict.PASS, result
        assert {note.reason for note in result.notes} == {Reason.RACECHECK_RAW, Reason.RACECHECK_WAW}, result


def test_a_scan_whose_blocks_wait_for_later_ones_is_stopped_after_two_hangs(tmp_path: Path) -> None:
    text = (DECLARED_KERNELS / "right" / "chained_scan.cu").read_text(encoding="ascii")
    assert text.count("atomicAdd(&tickets[row], 1u)") == 1
    path = tmp_path / "chained_scan.cu"
    path.write_text(text.replace("atomicAdd(&tickets[row], 1u)", "blockIdx.x"), encoding="ascii")
    settings = replace(Settings.load(ROOT), step_budget=200_000)
    suite = assemble(read_sources([path]), "not huge1e4")
    with open_runner("cpu", settings) as runner:
        (outcome,) = run_suite(suite, runner, settings).outcomes
    counts = outcome.counts
    assert counts[Verdict.HANG] == 2
    assert counts[Verdict.PASS] + counts[Verdict.NOT_RUN] + 2 == suite.n_cases
    assert counts[Verdict.NOT_RUN] > 40
    assert "--keep-going" in outcome.failures[-1].detail


def test_each_wrong_kernel_of_a_domain_names_a_right_one() -> None:
    right = (*DOMAIN_RIGHT, *(ROOT / "fixtures" / "operations" / "right").glob("*.cu"))
    assert {expectation.base for expectation in DOMAIN_WRONG} <= {path.stem for path in right}
    assert DOMAIN_WRONG


@pytest.mark.slow
@pytest.mark.parametrize("path", DOMAIN_RIGHT, ids=lambda path: path.stem)
def test_a_right_kernel_of_a_domain_passes_its_matrix(path: Path, device: Device, settings: Settings) -> None:
    assert failures(MATRIX.cases(load_variant(path)), device, settings) == []


@pytest.mark.parametrize("expectation", DOMAIN_WRONG, ids=lambda each: each.name)
def test_a_wrong_kernel_is_rejected_where_it_is_wrong(
    expectation: Expectation, device: Device, settings: Settings
) -> None:
    variant = load_variant(expectation.path)
    results = check_rejected(expectation, variant, device, settings, {Verdict.FAIL, Verdict.ERROR})
    assert {result.case_id for result in results} <= {case.id for case in MATRIX.cases(variant)}
