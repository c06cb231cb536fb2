"""Kernels that are wrong in a part of the domain that they claim: found there, and their right neighbours pass."""

from pathlib import Path

import pytest

from harness.device.base import Device
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.run_cases import MATRIX
from harness.variant.selection import Selection, select
from harness.verdict import Verdict
from tests.kernels.expectations import DOMAIN_KERNELS, ROOT, Expectation, read_expectation
from tests.kernels.mutants import kernels

OPERATIONS = ROOT / "fixtures" / "operations" / "right"
RIGHT = sorted((DOMAIN_KERNELS / "right").glob("*.cu"))
WRONG = [read_expectation(path) for path in kernels(DOMAIN_KERNELS / "wrong")]


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_a_right_kernel_passes_its_matrix(path: Path, device: Device) -> None:
    settings = Settings.load(ROOT)
    results = [run_case(case, device, settings) for case in MATRIX.cases(load_variant(path))]
    assert [result for result in results if result.verdict is not Verdict.PASS] == []


@pytest.mark.parametrize("expectation", WRONG, ids=lambda each: each.name)
def test_a_wrong_kernel_is_rejected_where_it_is_wrong(expectation: Expectation, device: Device) -> None:
    variant = load_variant(expectation.path)
    selected = select((variant,), Selection.parse(expectation.cases))
    assert selected
    assert {case.id for case in selected} <= {case.id for case in MATRIX.cases(variant)}
    for case in selected:
        result = run_case(case, device, Settings.load(ROOT))
        assert result.verdict in (Verdict.FAIL, Verdict.ERROR), result
        assert set(expectation.reasons) <= set(result.reasons), result


def test_each_wrong_kernel_names_a_right_one() -> None:
    assert {expectation.base for expectation in WRONG} <= {
        path.stem for path in (*RIGHT, *OPERATIONS.glob("*.cu"))
    }
