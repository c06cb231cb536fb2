"""Kernels that are wrong only beyond a boundary of their own: each is right inside, and wrong where its file says."""

from dataclasses import replace
from pathlib import Path

import pytest

from harness.device.base import Device
from harness.run.boundary_cases import explore
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.case import Case, parse_case_id
from harness.variant.declaration.discovery import discover, load_variant
from harness.variant.matrix import cases
from harness.verdict import Reason, Verdict
from tests.kernels.expectations import declared_variant, expect_table, failures, of_programs, run_named
from tests.kernels.mutants import kernel, kernels, read_table

ROOT = Path(__file__).resolve().parents[2]
BOUNDARY_KERNELS = ROOT / "fixtures" / "boundary_kernels"
WRONG = kernels(BOUNDARY_KERNELS / "wrong")
RIGHT = sorted((BOUNDARY_KERNELS / "right").glob("*.cu"))

STEP_BUDGET = 1_000_000
"""Far above what any of the cases needs; a row number that wraps round ends sooner."""

MAX_EDITS = 2
"""A slip is one change; a line that was moved shows in two places."""

_KEYS = {"boundary", "fault", "reasons", "case", "inside"}

by_name = pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)


def expectation(path: Path) -> dict[str, object]:
    table = expect_table(path)
    assert table.keys() == _KEYS
    return table


def right_of(path: Path) -> Path:
    return BOUNDARY_KERNELS / "right" / f"{path.read_text(encoding='ascii').split(maxsplit=2)[1]}.cu"


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings.load(ROOT, step_budget=STEP_BUDGET)


def case_of(path: Path, case: object) -> Case:
    variant = declared_variant(path)
    parsed = parse_case_id(f"{variant.id}-{case}", (variant,))
    assert parsed.unmet() is None
    return parsed


@pytest.mark.slow
@by_name
def test_wrong_beyond_its_boundary_and_right_inside(path: Path, device: Device, settings: Settings) -> None:
    expected = expectation(path)
    (beyond,) = run_named([case_of(path, expected["case"])], device, settings)
    assert beyond.verdict is Verdict.FAIL
    assert {Reason(reason) for reason in expected["reasons"]} <= set(beyond.reasons), beyond
    thorough = replace(settings, thorough=True)
    inside = run_case(case_of(path, expected["inside"]), device, thorough)
    assert inside.verdict is Verdict.PASS, inside
    right = run_case(case_of(right_of(path), expected["case"]), device, thorough)
    assert right.verdict is Verdict.PASS, right


@pytest.mark.slow
@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_right_kernel_passes_its_matrix(path: Path, device: Device, settings: Settings) -> None:
    """Every 21st case of some programs, others of each kernel.

    The case of each wrong copy runs in `test_wrong_beyond_its_boundary_and_right_inside`.
    """
    chosen = of_programs(cases(load_variant(path)))[7 * (RIGHT.index(path) % 3) :: 21]
    assert len(chosen) > 3
    assert failures(chosen, device, settings) == []


def test_a_wrong_kernel_has_one_slip() -> None:
    for mutant in read_table(BOUNDARY_KERNELS / "wrong" / "mutants.toml").values():
        assert 1 <= len(mutant.edits) <= MAX_EDITS, mutant.name


def test_every_right_kernel_has_wrong_ones() -> None:
    assert {right_of(path) for path in WRONG} == set(RIGHT)
    assert len(WRONG) >= 40
    assert len(RIGHT) >= 10


def test_all_files_declare_a_variant() -> None:
    found = discover([*RIGHT, *WRONG])
    assert found.errors == ()
    assert sorted(variant.path for variant in found.variants) == sorted([*RIGHT, *WRONG])


FURTHER = {
    "columns_clamped": "a length beyond a constant, which the kernel takes the minimum with",
    "fetch_from_second_round": "rows beyond two rounds of the grid, with long rows",
    "no_case_for_six": "a remainder",
    "odd_row_left_out": "an odd number of rows, with long rows",
    "rest_not_divided": "a length beyond what is staged",
    "row_63_of_64": "a row of 64 that is rarely taken",
}
"""Wrong kernels that few small cases pass and a further case rejects, each with what that case needs."""


@pytest.mark.slow
@pytest.mark.parametrize("name", FURTHER)
def test_a_further_case_rejects_what_small_cases_pass(
    name: str, device: Device, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kernel(BOUNDARY_KERNELS / "wrong", name)
    variant = load_variant(path)
    small = [case for case in cases(variant) if case.shape.n_rows <= 3 and case.shape.n_cols <= 129]
    assert failures(small, device, settings) == []
    monkeypatch.setattr("harness.variant.matrix.cases", lambda _: tuple(small))
    found = explore(device, settings, variant)
    assert found.unknown == ""
    results = [run_case(parse_case_id(each, (variant,)), device, settings) for each in found.further_cases]
    reasons = {reason.value for result in results for reason in result.reasons}
    assert set(expectation(path)["reasons"]) & reasons  # type: ignore[call-overload]
    right = load_variant(right_of(path))
    more = explore(device, settings, right)
    assert more.further_cases
    assert failures((parse_case_id(each, (right,)) for each in more.further_cases), device, settings) == []
