"""The known wrong outputs that no case of a variant rejects, in the report."""

import dataclasses
import json
from pathlib import Path

import pytest

from harness.errors import UsageError
from harness.report.html.check import SourceTexts
from harness.report.html.document import html
from harness.report.html.inputs import read_inputs
from harness.report.json import check as render_json
from harness.verdict import Verdict
from tests.report.made_up import make_report


def document_of(folder: Path, *, rejected=(), unseen=()):
    report = make_report(folder, [Verdict.PASS])
    (outcome,) = report.outcomes
    ((case, result),) = outcome.results
    result = dataclasses.replace(result, rejected_impostors=rejected, unseen_impostors=unseen)
    report = dataclasses.replace(report, outcomes=(dataclasses.replace(outcome, results=((case, result),)),))
    return json.loads(render_json.text(report))


def shown(folder: Path, document) -> str:
    path = folder / "check.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return html(read_inputs([path]), texts=SourceTexts(folder))


def test_what_no_case_rejects_is_listed(tmp_path):
    document = document_of(tmp_path, rejected=("zeros",), unseen=("rows swapped", "another <eps>"))
    (variant,) = document["variants"]
    assert variant["impostors"] == [
        {"name": "zeros", "tried": 1, "rejected": 1},
        {"name": "rows swapped", "tried": 1, "rejected": 0},
        {"name": "another <eps>", "tried": 1, "rejected": 0},
    ]
    assert variant["cases"][0]["unseen_impostors"] == ["rows swapped", "another <eps>"]
    text = shown(tmp_path, document)
    assert "<h4>Not proven</h4>" in text
    assert "<code>softmax_0</code>: rows swapped (1 case), another &lt;eps&gt; (1 case)</li>" in text


def test_a_check_without_such_outputs_has_no_such_part(tmp_path):
    document = document_of(tmp_path, rejected=("zeros",))
    assert "Not proven" not in shown(tmp_path, document)
    # A check of an earlier version says nothing about impostors.
    (variant,) = document["variants"]
    del variant["impostors"], variant["cases"][0]["unseen_impostors"]
    assert "Not proven" not in shown(tmp_path, document)


def test_a_damaged_part_is_refused(tmp_path):
    document = document_of(tmp_path, rejected=("zeros",))
    document["variants"][0]["impostors"][0]["tried"] = "one"
    with pytest.raises(UsageError, match="tried must be"):
        shown(tmp_path, document)
