"""Every planted fault is rejected for the reason its own file states: on the cpu device, and on a GPU where one is."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.device.base import Device
from harness.device.selection import missing_for
from harness.errors import SpecError
from harness.run.case_run import run_case
from harness.run.session import Runner, open_runner
from harness.settings.settings import Settings
from harness.variant.case import Case
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.selection import Selection, select
from harness.verdict import CaseResult, Reason, Verdict
from tests.kernels.expectations import (
    BAD_KERNELS,
    CUDA_SOURCES,
    ROOT,
    Expectation,
    broken,
    run_named,
    runnable,
)
from tests.sampled import one_in

STEP_BUDGET = 1_000_000
"""Far above what any of the cases needs, and an endless loop ends in milliseconds."""

LAUNCH_DEADLINE_S = 5.0
"""The same on a GPU: a thousand times what any of the cases needs there."""

JUDGED = (Verdict.PASS, Verdict.FAIL, Verdict.CRASH, Verdict.HANG)


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings.load(ROOT, step_budget=STEP_BUDGET)


@pytest.fixture(scope="module")
def gpu() -> Iterator[Runner]:
    """Cases run in a worker process: what takes the GPU's context down costs one case."""
    # nvrtc takes a fraction of a second for a kernel where nvcc takes seconds.
    settings = Settings.load(ROOT, compiler="nvrtc", launch_deadline_s=LAUNCH_DEADLINE_S)
    missing = missing_for("gpu", settings)
    if missing:
        pytest.skip(f"no usable gpu: {'; '.join(f'{each.name}: {each.found}' for each in missing)}")
    with open_runner("gpu", settings) as runner:
        assert not runner.unavailable
        yield runner


def name(expectation: Expectation) -> str:
    return expectation.name


def cases_of(expectation: Expectation) -> tuple[Case, ...]:
    selected = select((load_variant(expectation.path),), Selection.parse(expectation.cases))
    assert selected, f"no case matches {expectation.cases!r}"
    return selected


def check_rejected(result: CaseResult, reasons: tuple[Reason, ...]) -> None:
    expected = Verdict.FAIL
    if Reason.HANG in reasons:
        expected = Verdict.HANG
    elif Reason.CRASH in reasons:
        expected = Verdict.CRASH
    elif Reason.LAUNCH_ERROR in reasons:
        expected = Verdict.ERROR
    assert result.verdict is expected, result
    assert set(reasons) <= set(result.reasons), result


@pytest.mark.parametrize("expectation", one_in(8, runnable(), pytest.mark.slow), ids=name)
def test_planted_fault_is_rejected(expectation: Expectation, device: Device, settings: Settings) -> None:
    results = run_named(cases_of(expectation), device, settings)
    for result in results:
        if expectation.notes:
            assert result.verdict is Verdict.PASS, result
            assert {note.reason for note in result.notes} == set(expectation.notes), result
        else:
            check_rejected(result, expectation.reasons)
    if any("racecheck" in reason for reason in (*expectation.reasons, *expectation.notes)):
        check_both_places(results[0], re.escape(expectation.path.name))


def check_both_places(result: CaseResult, file: str) -> None:
    """Check that each race names the two accesses."""
    seen = [each for each in (*result.findings, *result.notes) if "racecheck" in each.reason]
    assert seen
    for each in seen:
        assert re.fullmatch(rf"{file}:\d+", each.source), each
        assert re.search(rf"thread \(\d+, \d+, 0\) of block \(\d+, 0, 0\) at {file}:\d+", each.message), each


@pytest.mark.parametrize("path", sorted((BAD_KERNELS / "right").glob("*.cu")), ids=lambda path: path.stem)
def test_right_neighbour_passes(path: Path, device: Device, settings: Settings) -> None:
    for case in select((load_variant(path),), Selection.parse("x33-spread-block")):
        result = run_case(case, device, settings)
        assert (result.verdict, result.notes) == (Verdict.PASS, ()), result


@pytest.mark.kernel_gpu
@pytest.mark.virtual_gpu_findings
@pytest.mark.parametrize("expectation", runnable(), ids=name)
def test_planted_fault_is_rejected_on_a_gpu(expectation: Expectation, gpu: Runner) -> None:
    for case in cases_of(expectation):
        result = gpu.run(case)
        if result.verdict is Verdict.SKIP:
            pytest.skip(result.detail)  # rows gigabytes apart do not fit into every GPU
        if expectation.gpu:
            check_rejected(result, expectation.gpu)
        else:
            # Whether it shows is up to the hardware, but not whether there is a verdict on the kernel.
            assert result.verdict in JUDGED, result


def test_every_file_names_the_right_variant_that_it_was_made_from() -> None:
    files = (each for each in (*runnable(), *broken()) if BAD_KERNELS in each.path.parents)
    bases = {expectation.base for expectation in files}
    assert bases - {path.stem for path in CUDA_SOURCES.glob("*.cu")} == set()


def test_published_faults_are_planted() -> None:
    rows = re.findall(
        r"^\| .* \| .* \| (`.*) \|$", (BAD_KERNELS / "README.md").read_text("utf-8"), re.MULTILINE
    )
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert len(named) > 30
    assert named - {expectation.name for expectation in runnable()} == set()


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
