"""The report's section of a program's run."""

import json

import pytest

from harness.report.html.document import html
from harness.report.html.inputs import Document, Inputs, read_inputs
from harness.report.json.program import ProgramDocument
from harness.store.records import read
from tests.docs.json_samples import program_documents
from tests.report.test_html_document import parsed


def page_of(document, tmp_path):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(document))
    return html(read_inputs([path]), only="programs")


def test_kernels_findings_and_both_lines_are_shown(tmp_path):
    counted, _ = program_documents()
    said = "".join(parsed(page_of(counted, tmp_path)).text)
    for part in (
        "train.py --fast: 2 findings",
        "NOT CLEAN",
        "1 launch on a virtual NVIDIA H100 80GB HBM3 (sm_90)",
        "kernel k",
        "k.cu:4",
        "train.py:12",
        "sums over the counted launches",
        "cuArrayCreate_v2",
        "cuMemAlloc_v2 failed",
        "Notes (2)",
    ):
        assert part in said


def test_without_counters_there_are_no_columns_of_them(tmp_path):
    _, uncounted = program_documents()
    said = "".join(parsed(page_of(uncounted, tmp_path)).text)
    assert "1 kernel" in said
    assert "instructions" not in said


def test_a_file_from_before_kernels_were_listed_is_shown(tmp_path):
    _, old = program_documents()
    del old["kernels"]
    assert "No kernels are listed." in page_of(old, tmp_path)


@pytest.mark.parametrize(
    ("changes", "title"),
    [
        ({}, "train.py --fast: clean"),
        ({"exit_code": 3, "program_status": 3}, "train.py --fast: not clean"),
        (
            {"unserved": [{"function": "f", "python": {"file": "a"}, "calls": 1}]},
            "train.py --fast: not clean",
        ),
    ],
)
def test_only_a_program_without_anything_is_clean(changes, title):
    clean = {"exit_code": 0, "program_status": 0, "findings": [], "notes": [], "unserved": [], "failures": []}
    content = read({**program_documents()[0], **clean, **changes}, ProgramDocument, "run.json")
    assert f"<title>{title}</title>" in html(Inputs(programs=(Document("run.json", content),)))


def test_text_of_a_program_is_no_markup(tmp_path):
    document = program_documents()[0]
    document["findings"][0]["python"]["file"] = document["kernels"][0]["kernel"] = "<script>alert(1)</script>"
    assert "<script>alert(1)" not in page_of(document, tmp_path)
