import dataclasses
import hashlib
import json
import math
from pathlib import Path

import pytest

from harness.errors import SpecError
from harness.report.json import check as render_json
from harness.store.records import plain
from harness.verdict import Verdict
from tests.report.made_up import OOB, WRONG, make_outcome, make_report

PASS, FAIL, SKIP, NOT_RUN = Verdict.PASS, Verdict.FAIL, Verdict.SKIP, Verdict.NOT_RUN


@pytest.fixture
def report(tmp_path):
    error = SpecError("a key is not known", path=Path("wrong.cu"), line=3)
    return make_report(tmp_path, [PASS, FAIL, SKIP], [PASS, NOT_RUN], findings=(OOB, WRONG), errors=(error,))


def test_the_document_says_what_ran_and_what_came_out(report, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    document = json.loads(render_json.text(report))
    assert (document["schema"], document["version"]) == ("kernel-harness/check", 1)
    assert document["device"]["info"]["compiler"] == "nvrtc 13.0.88"
    assert document["device"]["not_covered"] == ["gpu: no driver"]
    assert document["summary"] == {
        "variants": 2, "cases": 5, "done": 3,
        "PASS": 2, "FAIL": 1, "CRASH": 0, "HANG": 0, "ERROR": 0, "UNPROVEN": 0, "SKIP": 1, "NOT-RUN": 1,
    }  # fmt: skip
    assert document["exit_code"] == 1
    assert document["declaration_errors"] == [
        {"reason": "declaration-error", "path": "wrong.cu", "line": 3, "message": "a key is not known"}
    ]
    first, second = document["variants"]
    assert (first["id"], first["path"], first["verdict"]) == ("softmax_0", "softmax_0.cu", "FAIL")
    assert [case["verdict"] for case in second["cases"]] == ["PASS", "NOT-RUN"]
    assert second["cases"][1]["detail"] == "no driver"


def test_sources_that_findings_name_have_a_digest(report, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert json.loads(render_json.text(report))["variants"][0]["sources"] == []  # k.cu is not there
    (tmp_path / "k.cu").write_text("a kernel")
    first, second = json.loads(render_json.text(report))["variants"]
    digest = hashlib.sha256(b"a kernel").hexdigest()
    assert first["sources"] == [{"file": "k.cu", "path": "k.cu", "sha256": digest}]
    assert second["sources"] == []  # nothing of it failed


def test_the_code_of_a_variant_is_that_of_all_its_files(report, tmp_path):
    def codes():
        return [each["code"] for each in json.loads(render_json.text(report))["variants"]]

    first, second = codes()
    assert first != second
    source = tmp_path / "softmax_1.cu"
    source.write_text(f'{source.read_text()}#include "own.cuh"\n#include <cuda_fp16.h>\n')
    alone = codes()
    (tmp_path / "own.cuh").write_text("// shared code")
    together = codes()
    assert {codes_of[0] for codes_of in (alone, together)} == {first}
    assert len({second, alone[1], together[1]}) == 3


def test_a_header_of_the_users_include_folders_is_a_source_too(tmp_path):
    header = tmp_path / "elsewhere/include/reduce.cuh"
    header.parent.mkdir(parents=True)
    header.write_text("shared code")
    in_header = dataclasses.replace(OOB, source="include/reduce.cuh:3")
    report = make_report(tmp_path, [FAIL], findings=(in_header,))
    assert json.loads(render_json.text(report))["variants"][0]["sources"] == []
    report = dataclasses.replace(report, include_dirs=(header.parent,))
    (source,) = json.loads(render_json.text(report))["variants"][0]["sources"]
    assert (source["file"], Path(source["path"])) == ("include/reduce.cuh", header)


def test_a_case_is_complete(report):
    case, result = report.outcomes[0].results[1]
    found = json.loads(render_json.text(report))["variants"][0]["cases"][1]
    assert found["id"] == case.id
    assert [found[key] for key in ("dtype", "n_rows", "n_cols", "seed", "layout", "block")] == [
        case.dtype, case.shape.n_rows, case.shape.n_cols, case.seed, case.layout, list(case.block)
    ]  # fmt: skip
    assert found["reasons"] == ["oob-read", "wrong-value"]
    assert found["rerun"] == result.rerun
    assert (found["max_error_ulp"], found["max_error_ratio"]) == (0.5, 0.25)
    assert found["findings"][0] == json.loads(json.dumps(dataclasses.asdict(OOB)))
    object.__setattr__(result, "notes", (OOB,))
    noted = json.loads(render_json.text(report))["variants"][0]["cases"][1]
    assert noted == {**found, "notes": found["findings"][:1]}, "notes stand beside the verdict"


def test_times_are_in_one_place_only(report):
    one = json.loads(render_json.text(report))
    later = dataclasses.replace(
        report,
        started="2027-01-01T00:00:00+00:00",
        elapsed_s=99.0,
        outcomes=tuple(
            dataclasses.replace(
                outcome,
                elapsed_s=7.0,
                results=tuple(
                    (case, dataclasses.replace(result, kernel_us=3.0)) for case, result in outcome.results
                ),
            )
            for outcome in report.outcomes
        ),
    )
    two = json.loads(render_json.text(later))
    assert one["timing"] != two["timing"]
    assert one.pop("timing")["kernel_us"]
    two.pop("timing")
    assert one == two


def test_a_case_is_a_line_and_all_else_is_indented(tmp_path):
    fields = '{\n      "cases": []\n'  # as text it cannot be taken for the cases of a variant
    finding = dataclasses.replace(OOB, message=fields)
    report = make_report(tmp_path, [PASS, FAIL], [], [SKIP], findings=(finding,))
    text = render_json.text(report)
    whole = json.loads(text)
    assert whole == json.loads(json.dumps(plain(render_json.document(report))))
    assert whole["variants"][0]["cases"][1]["findings"][0]["message"] == fields
    lines = text.splitlines()
    of_cases = [line for line in lines if line.startswith('        {"id": ')]
    assert [json.loads(line.removesuffix(","))["verdict"] for line in of_cases] == ["PASS", "FAIL", "SKIP"]
    without = json.dumps(
        {**whole, "variants": [{**each, "cases": []} for each in whole["variants"]]}, indent=2
    )
    others = [line for line in lines if line not in of_cases]
    assert "\n".join(others).replace('"cases": [\n      ]', '"cases": []') == without


def test_numbers_that_json_does_not_have_are_named(tmp_path):
    outcome = make_outcome(tmp_path, [FAIL, FAIL, FAIL])
    values = (math.nan, math.inf, -math.inf)
    results = tuple(
        (case, dataclasses.replace(result, max_error_ratio=value))
        for (case, result), value in zip(outcome.results, values, strict=True)
    )
    report = dataclasses.replace(
        make_report(tmp_path), outcomes=(dataclasses.replace(outcome, results=results),)
    )
    (variant,) = json.loads(render_json.text(report), parse_constant=pytest.fail)["variants"]
    assert [case["max_error_ratio"] for case in variant["cases"]] == ["NaN", "Infinity", "-Infinity"]
    assert variant["worst_error_ratio"] == "NaN"


def test_the_widest_and_the_tallest_case_are_named(tmp_path):
    report = make_report(tmp_path, [Verdict.PASS] * 30, [Verdict.SKIP])
    launched, skipped = json.loads(render_json.text(report))["variants"]
    by_id = {case["id"]: case for case in launched["cases"]}
    assert by_id[launched["widest"]]["n_cols"] == max(case["n_cols"] for case in by_id.values())
    assert by_id[launched["tallest"]]["n_rows"] == max(case["n_rows"] for case in by_id.values())
    assert (skipped["widest"], skipped["tallest"]) == (None, None)
