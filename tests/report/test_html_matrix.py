import json
import math
import re
from types import SimpleNamespace

import pytest

from harness.report.html.document import html
from harness.report.html.inputs import Document, Inputs
from harness.report.html.matrix import Tally
from harness.report.html.numbers import bound_share
from harness.verdict import Verdict
from tests.report.report_files import check_text, checked


@pytest.fixture
def document(tmp_path):
    return json.loads(check_text(tmp_path))


def page(document):
    return html(Inputs(checks=(Document("check.json", checked(document)),)))


def split(text):
    """The matrix in the open, and what its fold holds."""
    matrices = text[text.index('id="check0-matrix"') : text.index("Cases that did not pass")]
    return matrices.split('<details class="green">')


def rows(markup):
    return re.findall(r'<tr data-variant="([^"]*)"', markup)


def test_rows_that_are_all_green_are_in_a_closed_fold_that_needs_no_script(document):
    shown, folded = split(page(document))
    assert rows(shown) == ["softmax_2", "softmax_0"]
    assert rows(folded) == ["softmax_1"]
    assert "1 variant passed every case that ran (80 cases)" in folded
    assert '<details class="green" open' not in page(document)


def test_a_row_with_nothing_but_skipped_cases_is_not_green(document):
    for case in document["variants"][1]["cases"]:
        case["verdict"] = "SKIP"
    text = page(document)
    assert "softmax_1" in rows(text)
    assert 'class="green"' not in text


def test_skipped_cases_of_a_green_row_are_counted_as_such(document):
    for case in document["variants"][1]["cases"][:7]:
        case["verdict"] = "SKIP"
    assert "1 variant passed every case that ran (73 cases; 7 skipped)" in page(document)


def test_a_row_names_its_widest_and_its_tallest_case(document):
    for number, case in enumerate(document["variants"][1]["cases"]):
        case |= {"verdict": "PASS", "n_rows": 2, "n_cols": 9}
        if number in (3, 4, 5):
            case |= ({"n_cols": 8196}, {"n_rows": 513}, {"n_rows": 9999, "n_cols": 9999, "verdict": "SKIP"})[
                number - 3
            ]
    # A file of an earlier version has no field for them.
    document["variants"][1].pop("widest", None)
    assert "<small>widest 2x8196, tallest 513x9</small>" in page(document)


def test_where_all_is_green_all_of_it_is_in_the_fold(document):
    document["variants"] = document["variants"][1:2] * 3
    text = page(document)
    assert "All 3 variants passed every case that ran (240 cases)" in text
    assert text.count('class="matrix"') == 1


def test_every_mark_is_explained_beside_the_matrix(document):
    text = page(document)
    key = text[text.index('<ul class="key"') : text.index('id="check0-matrix"')]
    for verdict in {case["verdict"] for each in document["variants"] for case in each["cases"]}:
        assert f"<b>{verdict}</b>" in key
    assert "<b>blank</b> the variant has no case in the class" in key
    assert (
        '<span class="mark skip" aria-hidden="true">\u00b7</span><span><b>SKIP</b> skipped: outside the variant'
        in key
    )
    document["variants"] = document["variants"][1:2]
    assert "<b>SKIP</b>" not in page(document)


def test_a_thousand_failures_fit_a_cell(document):
    fails = next(case for case in document["variants"][0]["cases"] if case["verdict"] == "FAIL")
    document["variants"] = [{**document["variants"][0], "cases": [fails] * 1234}]
    text = page(document)
    assert ">1k</button>" in text
    assert "1234 FAIL" in text


@pytest.mark.parametrize(
    ("ratio", "said"),
    [
        (None, "\u2013"), (float("nan"), "\u2013"), (0.0, "0\u00a0%"), (1e-9, "< 0.1\u00a0%"), (0.5, "50\u00a0%"),
        (0.97512, "97.5\u00a0%"), (0.99999, "99.9\u00a0%"), (1.0, "100\u00a0%"), (1.00001, "100.1\u00a0%"),
        (3.25, "325\u00a0%"), (1.16e9, "1.16e+11\u00a0%"), (float("inf"), "\u221e\u00a0%"),
    ],
)  # fmt: skip
def test_the_largest_error_is_a_percentage_of_its_bound(ratio, said):
    assert bound_share(ratio) == said


def test_no_error_of_a_passing_case_is_shown_as_its_bound_nor_of_a_failing_one():
    assert bound_share(1 - 1e-12) == "99.9\u00a0%"
    assert bound_share(1 + 1e-12) == "100.1\u00a0%"


def test_an_error_that_is_no_number_stays_the_largest():
    tally = Tally()
    for ratio in (0.5, math.nan, 0.25):
        tally.add(SimpleNamespace(verdict=Verdict.PASS, max_error_ratio=ratio))
    assert math.isnan(tally.worst.max_error_ratio)
