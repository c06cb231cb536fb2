"""The branches of a check in the report."""

import dataclasses
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.report.html.check import SourceTexts
from harness.report.html.document import html
from harness.report.html.inputs import read_inputs
from harness.report.json import check as render_json
from harness.verdict import Verdict
from tests.report.made_up import BRANCHES, make_report


def report_of(folder: Path, branches, change=lambda text: text) -> str:
    report = make_report(folder, [Verdict.PASS])
    (outcome,) = report.outcomes
    report = dataclasses.replace(report, outcomes=(dataclasses.replace(outcome, branches=branches),))
    path = folder / "check.json"
    path.write_text(change(render_json.text(report)), encoding="utf-8")
    return html(read_inputs([path]), texts=SourceTexts(folder))


def test_branches_and_further_cases_are_shown(tmp_path):
    text = report_of(tmp_path, BRANCHES)
    for shown in (
        "2 of 3 both ways",
        "1 further case",
        "k.cu:7",
        "no size turned it",
        "Lines that no launch ran",
    ):
        assert shown in text
    unknown = dataclasses.replace(BRANCHES, unknown="it did not <end>", one_sided=(), cases=())
    text = report_of(tmp_path, unknown)
    assert "it did not &lt;end&gt;" in text
    assert "both ways" not in text


def test_a_check_without_branches_has_no_such_part(tmp_path):
    assert "<h4>Branches</h4>" not in report_of(tmp_path, None)
    older = report_of(tmp_path, None, lambda text: text.replace('      "branches": null,\n', ""))
    assert "<h4>Branches</h4>" not in older


def test_a_damaged_part_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"branches\.both_ways must be a whole number .got .two"):
        report_of(tmp_path, BRANCHES, lambda text: text.replace('"both_ways": 2', '"both_ways": "two"'))
