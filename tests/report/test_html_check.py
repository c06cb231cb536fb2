"""A check in the report: the matrix and its classes, failures, errors, branches, source lines."""

import dataclasses
import json
import math
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from harness.cli.program import main
from harness.report.html.document import html
from harness.report.html.failures import (
    DIMENSIONS,
    MOST_SHOWN,
    OTHER,
    dimensions,
    faults,
    shown_failures,
)
from harness.report.html.numbers import bound_share
from harness.report.html.verdicts import Tally, errors_section
from harness.report.inputs import InputFile, Inputs, read_inputs
from harness.report.json import check as render_json
from harness.run.fault_groups import SHOWN_FAULTS, FaultGroup
from harness.run.source_files import Excerpt
from harness.variant.matrix import cases
from harness.verdict import Verdict
from tests.kernels.expectations import shipped_variants
from tests.report.made_up import BRANCHES, make_report
from tests.report.report_files import ROOT, check_text, checked
from tests.report.test_html_document import parsed


@pytest.fixture
def document(tmp_path):
    return json.loads(check_text(tmp_path))


def page(document):
    return html(Inputs(checks=(InputFile("check.json", checked(document)),)))


def split(text):
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
    for case in document["variants"][1]["cases"][:7]:
        case["verdict"] = "SKIP"
    assert "1 variant passed every case that ran (73 cases; 7 skipped)" in page(document)


def test_a_row_with_nothing_but_skipped_cases_is_not_green(document):
    document["variants"][1]["verdict"] = "SKIP"
    text = page(document)
    assert "softmax_1" in rows(text)
    assert 'class="green"' not in text


def test_a_row_has_the_extents_of_the_cases_that_the_check_names(document):
    variant = document["variants"][1]
    variant["widest"], variant["tallest"] = (case["id"] for case in variant["cases"][3:5])
    for case, extent in zip(variant["cases"][3:6], ((2, 8196), (513, 9), (9999, 9999)), strict=True):
        case["n_rows"], case["n_cols"] = extent  # the last is one of which only parts ran
    assert "<small>widest 2x8196, tallest 513x9</small>" in page(document)


def test_where_all_is_green_all_of_it_is_in_the_fold(document):
    document["variants"] = document["variants"][1:2] * 3
    text = page(document)
    assert "All 3 variants passed every case that ran (240 cases)" in text
    assert "Cases that did not pass" not in text
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
        (0.97512, "97.5\u00a0%"), (1 - 1e-12, "99.9\u00a0%"), (1.0, "100\u00a0%"), (1 + 1e-12, "100.1\u00a0%"),
        (3.25, "325\u00a0%"), (2.29e5, "229\u202f000\u00a0\u00d7 bound"), (float("inf"), "\u221e\u00a0\u00d7 bound"),
    ],
)  # fmt: skip
def test_the_largest_error_is_a_percentage_of_its_bound(ratio, said):
    assert bound_share(ratio) == said


def test_an_error_that_is_no_number_stays_the_largest():
    tally = Tally()
    for ratio in (0.5, math.nan, 0.25):
        tally.add(SimpleNamespace(verdict=Verdict.PASS, max_error_ratio=ratio))
    assert math.isnan(tally.worst.max_error_ratio)


def test_every_case_of_the_matrix_is_in_a_class_of_every_dimension_and_none_is_other():
    for variant in shipped_variants()[::6]:
        for case in cases(variant):
            of_shape = {"n_rows": case.shape.n_rows, "n_cols": case.shape.n_cols}
            reported = SimpleNamespace(**vars(case), **of_shape, input=case.kind)
            for dimension in DIMENSIONS:
                found = dimension.of(reported)
                assert found in dimension.classes
                assert found != OTHER


def test_what_a_search_found_is_other():
    case = SimpleNamespace(
        dtype="float32", n_rows=3, n_cols=4, block=[32, 1, 1], layout="strided_1_0_offset_0_1", input="x"
    )
    assert [dimension.of(case) for dimension in DIMENSIONS][-2:] == [OTHER, OTHER]


def test_widths_and_blocks_part_where_kernels_go_wrong():
    of = {dimension.name: dimension.of for dimension in DIMENSIONS}
    width = {n: of["N, columns"](SimpleNamespace(n_cols=n)) for n in (1, 2, 31, 32, 33, 1024, 1025, 1028)}
    assert width[1] != width[2] == width[31] != width[32] == width[1024]
    assert width[33] != width[32]
    assert width[1025] != width[1028] != width[1024]
    # a power of two threads, whole warps, a partial warp
    blocks = ([32, 4, 1], [96, 1, 1], [33, 1, 1])
    assert len({of["block"](SimpleNamespace(block=each)) for each in blocks}) == 3


def test_only_classes_with_cases_get_a_column():
    case = SimpleNamespace(
        dtype="float16", n_rows=1, n_cols=1, block=[32, 1, 1], layout="strided", input="nan"
    )
    expected = ["float16", "1", "1", "2\u207f", "strided", "nan"]
    assert [names for _, names in dimensions([case])] == [[each] for each in expected]


def case(n_cols, layout="contiguous", reasons=("wrong-value",), verdict="FAIL"):
    return SimpleNamespace(
        id=f"{n_cols}-{layout}", dtype="float32", n_rows=3, n_cols=n_cols, block=(32, 1, 1), layout=layout,
        input="spread", verdict=verdict, reasons=reasons,
    )  # fmt: skip


def test_of_many_every_class_and_every_set_of_reasons_is_shown():
    others = [case(1), case(64, "strided"), case(64, verdict="HANG"), case(64, reasons=("oob-read",))]
    many = [case(64)] * 5000 + others
    shown = shown_failures(many)
    assert len(shown) == MOST_SHOWN
    for dimension in DIMENSIONS:
        assert {dimension.of(each) for each in shown} == {dimension.of(each) for each in many}
    assert {(each.verdict, *each.reasons) for each in shown} == {(e.verdict, *e.reasons) for e in many}


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
    return html(read_inputs([path]))


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
    assert "Not proven" not in shown(tmp_path, document_of(tmp_path, rejected=("zeros",)))


def report_of(folder: Path, branches) -> str:
    report = make_report(folder, [Verdict.PASS])
    (outcome,) = report.outcomes
    report = dataclasses.replace(report, outcomes=(dataclasses.replace(outcome, branches=branches),))
    return shown(folder, json.loads(render_json.text(report)))


def test_branches_and_further_cases_are_shown(tmp_path):
    text = report_of(tmp_path, BRANCHES)
    for part in (
        "2 of 3 both ways",
        "1 further case",
        "k.cu:7",
        "no size turned it",
        "Lines that no launch ran",
    ):
        assert part in text
    unknown = dataclasses.replace(BRANCHES, unknown="it did not <end>", one_sided=(), further_cases=())
    text = report_of(tmp_path, unknown)
    assert "it did not &lt;end&gt;" in text
    assert "both ways" not in text
    assert "<h4>Branches</h4>" not in report_of(tmp_path, None)


@pytest.fixture
def with_errors(tmp_path):
    found = json.loads(check_text(tmp_path))
    for case in found["variants"][1]["cases"]:
        case["max_error_ratio"], case["rerun"] = 0.25, f"kernel-harness check softmax_1 -k {case['id']}"
    return found


def section(with_errors):
    return "".join(parsed(errors_section(InputFile("c.json", checked(with_errors)), 0)).text)


def test_the_passing_case_with_the_largest_error_of_each_operation_and_type_is_named(with_errors):
    softmax, norm, _ = with_errors["variants"]
    norm["operation"] = "l2_norm"
    norm["cases"][2]["max_error_ratio"] = 0.999
    norm["cases"][3]["dtype"] = "float16"
    failing = next(case for case in softmax["cases"] if case["verdict"] == "FAIL")
    failing["max_error_ratio"] = 1e6
    said = section(with_errors)
    assert said.index("l2_norm") < said.index("softmax", said.index("l2_norm"))
    largest = norm["cases"][2]["id"]
    for part in ("Largest errors on cpu, ", "99.9\u00a0%", largest, "softmax_1 -k ", "float16", "25\u00a0%"):
        assert part in said
    assert failing["id"] not in said
    assert norm["cases"][1]["id"] not in said


def test_cases_without_an_error_are_counted(with_errors):
    with_errors["variants"] = with_errors["variants"][1:2]
    (variant,) = with_errors["variants"]
    for case in variant["cases"]:
        case["max_error_ratio"] = None
    assert f"float32\u2013{len(variant['cases'])}" in section(with_errors)


def fault(line, **fields):
    excerpt = Excerpt("k.cu", line, line - 1, (f"line {line - 1}", f"line {line}"))
    own = {"case": "a-case", "n_cases": 2, "fails": "fails: n_cols > 4; passes: all others", "also": ()}
    return FaultGroup(
        **{
            "verdict": Verdict.FAIL,
            "reason": "oob-read",
            "source": f"k.cu:{line}",
            "excerpts": (excerpt,),
            **own,
            **fields,
        }
    )


def test_a_fault_has_its_line_its_cases_and_what_else_they_have():
    markup = faults(
        [fault(9, also=("wrong-value in 2 of them",)), fault(5, n_cases=1, source="", excerpts=())], []
    )
    assert "<mark>line 9</mark>" in markup
    assert "<span>line 8</span>" in markup
    assert "oob-read in 2 cases" in markup
    assert "Fails: n_cols &gt; 4; passes: all others. Also wrong-value in 2 of them." in markup
    assert "oob-read in 1 case<" in markup
    assert faults([], []) is None


def test_the_first_faults_are_shown_and_the_others_counted():
    markup = faults([fault(line) for line in range(2, SHOWN_FAULTS + 5)], [])
    assert markup.count("<figure") == SHOWN_FAULTS
    assert "3 more faults in the file." in markup


def test_a_sources_text_is_never_markup():
    evil = Excerpt("k.cu", 1, 1, ("</pre><script>alert(1)</script>",))
    markup = faults([fault(1, excerpts=(evil,))], [])
    assert "&lt;/pre&gt;&lt;script&gt;" in markup
    assert "<script" not in markup


def test_a_report_of_a_real_check_shows_the_line_as_it_was_checked(tmp_path, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    monkeypatch.chdir(tmp_path)
    kernel = tmp_path / "write_past_row.cu"
    kernel.write_text((ROOT / "fixtures/bad_kernels/write_past_row.cu").read_text())

    def run(*arguments):
        return CliRunner().invoke(main, arguments)

    assert (
        run("check", str(kernel), "-k", "7x3-spread", "--device", "cpu", "--json", "check.json").exit_code
        == 1
    )
    assert run("report", "report.html", "check.json").exit_code == 0
    text = (tmp_path / "report.html").read_text()
    assert "<mark>y[col]</mark><span> = expf(x[col &lt; n_cols ? col : 0] - row_max) / sum;</span>" in text
    assert "for (int col = 0; col &lt;= n_cols; ++col)" in text  # a line above
    assert run("report", "again.html", "check.json").exit_code == 0
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / "report.html").read_bytes()

    kernel.unlink()
    assert run("report", "again.html", "check.json").exit_code == 0
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / "report.html").read_bytes()
