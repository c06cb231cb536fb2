"""Every planted fault is rejected on the cpu device, for the reason its own file states."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from harness.check.verdict import Reason, Verdict
from harness.device.base import Device
from harness.device.ptx_cpu import PtxCpu
from harness.errors import SpecError
from harness.run.case_run import run_case
from harness.settings import Settings
from harness.spec.discovery import load_variant
from harness.spec.matrix import cases
from harness.spec.selection import Selection, select
from tests.kernels.expectations import ROOT, Expectation, broken, runnable

STEP_BUDGET = 1_000_000
"""Far above what any of the cases needs, and an endless loop ends in milliseconds."""

# The faults that the harness promises to catch without a GPU, with the reason each must be given.
PROMISED = {
    "dropped_tail_sum": Reason.WRONG_VALUE,
    "dropped_tail_write": Reason.UNWRITTEN_OUTPUT,
    "read_past_buffer": Reason.OOB_READ,
    "write_past_row": Reason.OOB_WRITE,
    "unwritten_output": Reason.UNWRITTEN_OUTPUT,
    "input_modified": Reason.INPUT_MODIFIED,
    "no_max_subtraction": Reason.WRONG_VALUE,
    "endless_loop": Reason.HANG,
}


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings.load(ROOT, step_budget=STEP_BUDGET)


@pytest.fixture(scope="module")
def device(settings: Settings) -> Iterator[Device]:
    device = PtxCpu(settings)
    yield device
    device.close()


def name(expectation: Expectation) -> str:
    return expectation.path.stem


@pytest.mark.parametrize("expectation", runnable(), ids=name)
def test_planted_fault_is_rejected(expectation: Expectation, device: Device, settings: Settings) -> None:
    variant = load_variant(expectation.path)
    selected = select((variant,), Selection.parse(expectation.cases))
    assert selected, f"no case matches {expectation.cases!r}"
    for case in selected:
        result = run_case(case, device, settings)
        assert result.verdict is (Verdict.HANG if Reason.HANG in expectation.reasons else Verdict.FAIL), result
        assert set(expectation.reasons) <= set(result.reasons), result


def test_promised_faults_are_all_planted() -> None:
    planted = {name(expectation): expectation.reasons for expectation in runnable()}
    assert {fault: reason for fault, reason in PROMISED.items() if reason in planted.get(fault, ())} == PROMISED


@pytest.mark.parametrize("expectation", broken(), ids=name)
def test_broken_file_gives_its_reason(expectation: Expectation, device: Device, settings: Settings) -> None:
    if Reason.DECLARATION_ERROR in expectation.reasons:
        with pytest.raises(SpecError, match=expectation.path.name):
            load_variant(expectation.path)
        return
    case, *_ = cases(load_variant(expectation.path))
    result = run_case(case, device, settings)
    assert result.verdict is Verdict.ERROR
    assert result.reasons == expectation.reasons
    assert f"{expectation.path.name}(" in result.findings[0].message
