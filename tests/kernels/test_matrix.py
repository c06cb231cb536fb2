"""Cases of every kernel under the sources, and the times of those that are timed.

Of each kernel one block and type runs here (`tests.kernels.expectations`), of these one case in forty, in one test.
`kernel-harness check` runs all, and CI does. Where cases or a device are asked for, all of them run, each as a
test of its own (`tests.kernels.conftest`).
"""

from collections.abc import Sequence

import pytest

from harness.check.vacuity import proof_of
from harness.device.base import Device
from harness.launch.inputs import problem_of
from harness.operation.derived import expectation
from harness.pytest_plugin.hooks import kernel_session
from harness.report.text.terminal import failure_text
from harness.run.case_run import run_case
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases, skipped
from harness.variant.selection import RunCases, Selection, select
from harness.variant.variant import block_text
from harness.verdict import CaseResult, Verdict
from tests.kernels.expectations import BAD_KERNELS, programs, shipped_variants
from tests.kernels.mutants import kernel

EVERY = 40
"""Of the cases that share code, one of so many runs."""


def pytest_generate_tests(metafunc):
    if "code" not in metafunc.fixturenames:
        return
    # Evaluating all rules, as `discover` does, would take each process of pytest-xdist seconds.
    codes = {}
    for number, variant in enumerate(shipped_variants()):
        sharing = programs(variant)
        block, dtype = sharing[number % len(sharing)]
        codes[f"{variant.id}-{dtype}-block{block_text(block)}"] = variant, block, dtype, number % EVERY
    metafunc.parametrize("code", codes.values(), ids=codes)


def test_kernel(kernel_case):
    kernel_case.check()


def test_cases_that_share_code(code, pytestconfig, record_property):
    variant, *of_code, first = code
    session = kernel_session(pytestconfig)
    sharing = [case for case in session.run_cases.cases(variant) if [case.block, case.dtype] == of_code]
    # Other variants begin elsewhere, so that most problems are met in one of them.
    cases = sharing[first % len(sharing) :: EVERY]
    excluded = [case for case, _ in skipped(variant) if [case.block, case.dtype] == of_code]
    record_property("excluded by requires", len(excluded))
    results = list(session.runner.run_all(cases))
    assert [result.case_id for result in results] == [case.id for case in cases]
    assert failures(results) == ""


def failures(results: Sequence[CaseResult]) -> str:
    """Say of each case that did not pass what was wrong; also of a run in which every case was skipped."""
    if all(result.verdict is Verdict.SKIP for result in results):
        return "no case was run"
    return "\n\n".join(
        f"{result.verdict.value} {result.case_id}\n{failure_text(result)}"
        for result in results
        if result.verdict.is_failure or result.verdict is Verdict.UNPROVEN
    )


def test_each_case_that_fails_is_named():
    verdicts = [Verdict.PASS, Verdict.FAIL, Verdict.SKIP, Verdict.NOT_RUN]
    results = [CaseResult(f"case {verdict.name}", "variant", "cpu", verdict) for verdict in verdicts]
    assert failures(results[:1]) == ""
    assert failures(results) == "FAIL case FAIL\n\n\nNOT-RUN case NOT_RUN\n"
    assert failures(results[2:3]) == failures([]) == "no case was run"
    unproven = CaseResult("case UNPROVEN", "variant", "cpu", Verdict.UNPROVEN)
    assert failures([*results[:1], unproven]) == "UNPROVEN case UNPROVEN\n"


@pytest.mark.slow
def test_no_case_of_the_family_is_unproven_in_the_width_sweep_either():
    """Every eightieth case with each of two seeds. Whether a bound bites depends on no kernel."""
    accepted = {}
    for variant in shipped_variants():
        operation = variant.operation
        for case in RunCases(n_seeds=2, sweep=True).cases(variant)[::80]:
            if case.unmet() is None:
                problem = problem_of(case)
                expected = expectation(operation, problem)
                accepted[case.id] = proof_of(operation, problem, expected, ignores_arguments=False).accepted
    assert len(accepted) > 1000
    assert {case_id: names for case_id, names in accepted.items() if names} == {}


def test_benchmark(kernel_bench_case):
    kernel_bench_case.measure()


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
