"""Each check beyond the reference is needed: with it switched off, a planted fault gets through."""

import dataclasses

import pytest

from harness.check import properties
from harness.device.base import Device
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.run_cases import RunCases
from harness.variant.selection import Selection, select
from harness.verdict import Reason, Verdict
from tests.kernels.expectations import BAD_KERNELS, read_expectation
from tests.kernels.mutants import kernel

SILENT = {
    Reason.ROW_SUM: ("harness.check.row_quantities._findings", lambda *_: []),
    Reason.ROW_PROPERTY: ("harness.check.row_quantities._findings", lambda *_: []),
    Reason.NONDETERMINISTIC: ("harness.check.properties.reordered", None),
    Reason.ROW_DEPENDENCE: ("harness.check.properties.other_rows", None),
    Reason.PERMUTATION_VARIANCE: ("harness.check.properties.permuted", None),
    Reason.SHIFT_VARIANCE: ("harness.check.properties.shifted", None),
}
"""What finds each reason, and what to put there so that it finds nothing."""

FIXTURES = {
    "epsilon_in_denominator": {Reason.ROW_SUM},
    "sum_by_each_column": {Reason.ROW_PROPERTY},
    "alternating_order": {Reason.NONDETERMINISTIC, Reason.ROW_DEPENDENCE},
    "max_of_the_block": {Reason.ROW_DEPENDENCE, Reason.SHIFT_VARIANCE},
    "last_left_out_of_sum": {Reason.PERMUTATION_VARIANCE},
    "shift_only_when_large": {Reason.SHIFT_VARIANCE},
}
"""Files whose fault shows in these checks and in no other, in the cases that they name."""


def silence(monkeypatch: pytest.MonkeyPatch, reason: Reason) -> None:
    name, silent = SILENT[reason]
    if silent is not None:
        monkeypatch.setattr(name, silent)
        return
    original = getattr(properties, name.rpartition(".")[2])

    def quiet(*arguments: object, **options: object) -> properties.Property:
        tried = original(*arguments, **options)
        return dataclasses.replace(tried, findings=lambda _: [])

    monkeypatch.setattr(name, quiet)


def verdicts(stem: str, device: Device, settings: Settings) -> set[Verdict]:
    path = kernel(BAD_KERNELS, stem)
    selected = select((load_variant(path),), Selection.parse(read_expectation(path).cases))
    assert selected
    return {run_case(case, device, settings).verdict for case in selected}


def test_every_check_has_a_fault_that_shows_nowhere_else() -> None:
    for reason in SILENT:
        expected = (read_expectation(kernel(BAD_KERNELS, stem)).reasons for stem in FIXTURES)
        assert (reason,) in expected, reason


@pytest.mark.parametrize("stem", FIXTURES)
def test_with_its_checks_switched_off_a_planted_fault_gets_through(
    stem: str, device: Device, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verdicts(stem, device, settings) == {Verdict.FAIL}
    for reason in FIXTURES[stem]:
        silence(monkeypatch, reason)
    assert verdicts(stem, device, settings) == {Verdict.PASS}


@pytest.mark.parametrize("stem", ["int32_row_offset", "uint32_row_offset"])
def test_narrow_offsets_pass_wherever_rows_are_near_each_other(
    stem: str, device: Device, settings: Settings
) -> None:
    found = {
        case.layout: run_case(case, device, settings).verdict
        for case in cases(load_variant(kernel(BAD_KERNELS, stem)))
        if (case.kind, case.shape.n_cols) == ("spread", 33)
    }
    assert found.pop("strided_huge") is Verdict.FAIL
    assert set(found.values()) == {Verdict.PASS}
    assert len(found) > 3


def test_a_single_wrong_width_passes_the_matrix_and_not_the_sweep(device: Device, settings: Settings) -> None:
    variant = load_variant(kernel(BAD_KERNELS, "wrong_at_n777"))
    assert 777 not in {case.shape.n_cols for case in cases(variant)}
    swept = select((variant,), Selection.parse("sweep and (x776- or x777- or x778-)"), RunCases(sweep=True))
    assert [run_case(case, device, settings).verdict for case in swept] == [
        Verdict.PASS,
        Verdict.FAIL,
        Verdict.PASS,
    ]
