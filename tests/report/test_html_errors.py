import json

import pytest

from harness.report.html.document import html
from harness.report.html.inputs import Document, Inputs
from tests.report.report_files import check_text, checked
from tests.report.test_html_document import parsed


@pytest.fixture
def document(tmp_path):
    found = json.loads(check_text(tmp_path))
    for case in found["variants"][1]["cases"]:
        case["max_error_ratio"], case["rerun"] = 0.25, f"kernel-harness check softmax_1 -k {case['id']}"
    return found


def section(document):
    return "".join(parsed(html(Inputs(checks=(Document("c.json", checked(document)),)), only="errors")).text)


def test_the_passing_case_with_the_largest_error_of_each_operation_and_type_is_named(document):
    softmax, norm, _ = document["variants"]
    norm["operation"] = "l2_norm"
    norm["cases"][2]["max_error_ratio"] = 0.999
    norm["cases"][3]["dtype"] = "float16"
    failing = next(case for case in softmax["cases"] if case["verdict"] == "FAIL")
    failing["max_error_ratio"] = 1e6
    said = section(document)
    assert said.index("l2_norm") < said.index("softmax", said.index("l2_norm"))
    for part in (
        "Largest errors on cpu: ",
        "99.9\u00a0%",
        norm["cases"][2]["id"],
        "softmax_1 -k ",
        "float16",
        "25\u00a0%",
    ):
        assert part in said
    assert failing["id"] not in said
    assert norm["cases"][1]["id"] not in said


def test_an_error_that_is_no_number_is_the_largest(document):
    document["variants"] = document["variants"][1:2]
    document["variants"][0]["cases"][5]["max_error_ratio"] = "NaN"
    assert document["variants"][0]["cases"][5]["id"] in section(document)


def test_cases_without_an_error_and_files_without_operations_are_counted(document):
    document["variants"] = document["variants"][1:2]
    (variant,) = document["variants"]
    del variant["operation"]
    for case in variant["cases"]:
        case["max_error_ratio"] = None
    assert f"float32\u2013{len(variant['cases'])}" in section(document)
