"""The properties of a case in a JUnit report, of results that no fake device gives."""

from dataclasses import replace

from harness.pytest_plugin.case import properties
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.verdict import CaseResult, Verdict
from tests.run.fake_device import write_kernel


def test_junit_names_the_wrong_outputs_that_a_case_cannot_see(tmp_path):
    case = cases(load_variant(write_kernel(tmp_path)))[0]
    result = CaseResult(case.id, case.variant.id, "cpu", Verdict.PASS)
    assert "unseen_impostors" not in dict(properties(case, result))
    result = replace(result, unseen_impostors=("rows swapped", "zeros"))
    assert dict(properties(case, result))["unseen_impostors"] == "rows swapped,zeros"
