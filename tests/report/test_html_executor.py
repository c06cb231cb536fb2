"""Programs and traces in the report."""

import json
import math

import pytest

from harness.report.html.document import html
from harness.report.inputs import InputFile, Inputs, read_inputs
from harness.report.json import trace as trace_json
from harness.report.json.program import ProgramDocument
from harness.report.text.trace_text import trace_lines
from harness.store.records import read
from tests.docs.json_samples import program_documents
from tests.report.made_up import UNWRITTEN_TRACE, WRONG_TRACE
from tests.report.test_html_document import parsed


def page_of(document, tmp_path):
    path = tmp_path / "run.json"
    path.write_text(json.dumps(document))
    return html(read_inputs([path]))


def test_kernels_findings_and_both_lines_are_shown(tmp_path):
    counted, uncounted = program_documents()
    said = "".join(parsed(page_of(counted, tmp_path)).text)
    for part in (
        "train.py --fast: NOT CLEAN",
        "2 findings",
        "1 launch on a virtual NVIDIA H100 80GB HBM3 (sm_90)",
        "kernel k",
        "k.cu:4",
        "train.py:12",
        "sums over the counted launches",
        "cuArrayCreate_v2",
        "cuMemAlloc_v2 failed",
        "Notes (2)",
        "Triton kernels that no test launched (1)",
    ):
        assert part in said
    said = "".join(parsed(page_of(uncounted, tmp_path)).text)
    assert "1 kernel" in said
    assert "instructions" not in said, "without counters there are no columns of them"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({}, "CLEAN"),
        ({"exit_code": 3, "program_status": 3}, "NOT CLEAN"),
        ({"unserved": [{"function": "f", "python": {"file": "a"}, "calls": 1}]}, "NOT CLEAN"),
    ],
)
def test_only_a_program_without_anything_is_clean(changes, word):
    clean = {"exit_code": 0, "program_status": 0, "findings": [], "notes": [], "unserved": [], "failures": []}
    content = read({**program_documents()[0], **clean, **changes}, ProgramDocument, "run.json")
    assert f"<title>train.py --fast: {word}</title>" in html(
        Inputs(programs=(InputFile("run.json", content),))
    )


def text_of(trace, **options):
    return "\n".join(line for line, _ in trace_lines(trace, **options))


def test_the_text_of_an_element():
    said = text_of(WRONG_TRACE)
    for part in (
        "k-float32-2x33-spread-block32: out[0, 3]",
        "expected      1.5 +-1e-06   wrong; the farthest of 2 wrong elements of 66",
        "of blocks, warps and lanes: seed 7",
        "thread (3, 0, 0) of block (0, 0, 0) at k.cu:12 in k, 2 times",
        "not from      inp[0, 32], on which the right result depends",
        "but also from inp[1, 0], on which the right result does not depend",
        "selected by   index[0]",
        "  2  k.cu:8  total += x[col];",
        "from 32 terms: first 1, last 0.5; least 0.25, largest 2 in thread (3, 0, 0) of block (0, 0, 0)",
        "32 NaN, first in thread (3, 0, 0) of block (0, 0, 0)",
        "without inp[0, 32], of the same rows",
        "32 < 32: false, in thread (3, 0, 0) of block (0, 0, 0); true 32 of 64 times",
        "oob-read at k.cu:12: invalid global read",
    ):
        assert part in said
    said = text_of(WRONG_TRACE, depth=0)
    assert "total += x[col];" not in said
    assert "... 1 more statement: --depth 1 shows them" in said
    said = text_of(UNWRITTEN_TRACE)
    assert "nothing: no thread stored to it (-7 is its fill)" in said
    assert "the nearest element with a store is out[0, 31]" in said


@pytest.mark.parametrize("trace", [WRONG_TRACE, UNWRITTEN_TRACE])
def test_json_reads_back_what_it_wrote(trace):
    text = trace_json.text(trace, ("trace",))
    again = read(json.loads(text), trace_json.TraceDocument, "t.json")
    assert trace_json.text(again, ("trace",)) == text
    assert math.isnan(again.got) == math.isnan(trace.got)


def test_the_report_shows_every_line_of_the_path(tmp_path):
    path = tmp_path / "t.json"
    path.write_text(trace_json.text(WRONG_TRACE, ("trace", "k")), encoding="utf-8")
    inputs = read_inputs([path])
    page = html(inputs)
    said = "".join(parsed(page).text)
    for part in (
        "Trace of out[0, 3]",
        "total += x[col];",
        "without inp[0, 32]",
        "LOOK HERE",
        "32 < 32: false",
        "oob-read",
    ):
        assert part in said
    assert '<a href="#trace0-2">' in page
    assert inputs != Inputs()
