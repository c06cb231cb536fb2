import json
import re

import pytest

from harness.measure.bench_file import read_bench
from harness.report.html.document import headline, html, verdicts
from harness.report.html.inputs import Document, Inputs
from tests.report.report_files import bench_document, check_text, checked, gate_text, gated, made_up_time


def check_document(tmp_path, keep=("PASS", "FAIL", "CRASH"), **changes):
    document = {**json.loads(check_text(tmp_path)), **changes}
    document["variants"] = [each for each in document["variants"] if each["verdict"] in keep]
    return document


def of_checks(*documents):
    return Inputs(checks=tuple(Document("check.json", checked(document)) for document in documents))


def check(*arguments, **options):
    return of_checks(check_document(*arguments, **options))


def gate(**changes):
    document = {**json.loads(gate_text()), **changes}
    return Inputs(gates=(Document("gate.json", gated(document)),))


ALLOWED = {"name": "softmax_a", "reason": "known", "who": "somebody"}


def found(*allowed):
    document = json.loads(gate_text())
    (variant,) = document["variants"]
    variant["regressions"] = [{"kind": "slower", "message": "m", "allowed": each} for each in allowed]
    return gate(variants=[variant])


def test_a_gate_is_titled_by_commits_and_regressions():
    assert headline(gate(base="main (1111111111ab)", head="topic (6fdfcc0abcde)")) == (
        "6fdfcc0 against main: 1 regression"
    )
    merge_base = "merge base of origin/main and topic: 1111111111ab"
    assert headline(gate(base=merge_base, head="topic (6fdfcc0abcde)")) == (
        "6fdfcc0 against origin/main: 1 regression"
    )
    assert headline(gate(head="working tree")) == "working tree against main: 1 regression"
    # A label that is no revision of the gate's form is shown as it is.
    assert headline(gate(head="odd (name)")) == "odd (name) against main: 1 regression"


@pytest.mark.parametrize(
    ("inputs", "said"),
    [
        (found(None, None, None, None), "4 regressions"),
        (found(None, ALLOWED), "1 regression, 1 allowed"),
        (gate(variants=[], exit_code=0), "clean"),
        (gate(variants=[], exit_code=2), "error, not everything could be compared"),
        (gate(variants=[], exit_code=3), "ambiguous, no known regression"),
        (gate(variants=[], exit_code=99), "exit status 99"),
    ],
)
def test_a_gates_verdict_is_in_its_title(inputs, said):
    assert headline(inputs) == f"my-branch against main: {said}"


def test_a_check_is_titled_by_device_and_failing_variants(tmp_path):
    assert headline(check(tmp_path)) == "cpu, sm_90: 2 of 3 variants fail"
    assert headline(check(tmp_path, keep=("PASS", "FAIL"))) == "cpu, sm_90: 1 of 2 variants fails"
    assert headline(check(tmp_path, keep=("PASS",))) == "cpu, sm_90: 1 variant passes"
    twice = check_document(tmp_path, keep=("PASS",))
    twice["variants"] *= 2
    assert headline(of_checks(twice)) == "cpu, sm_90: all 2 variants pass"
    assert headline(check(tmp_path, keep=())) == "cpu, sm_90: nothing ran"
    assert headline(check(tmp_path, stopped="interrupted")).endswith("fail, stopped early (interrupted)")
    wrong = [{"reason": "declaration-error", "path": "k.cu", "line": 1, "message": "m"}]
    assert headline(check(tmp_path, declaration_errors=wrong)).endswith("fail, 1 wrong declaration")


def test_skipped_variants_do_not_pass(tmp_path):
    document = check_document(tmp_path, keep=("PASS",))
    (variant,) = document["variants"]
    skipped = {**variant, "cases": [{**case, "verdict": "SKIP"} for case in variant["cases"]]}
    document["variants"].append(skipped)
    assert headline(of_checks(document)) == "cpu, sm_90: 1 of 2 variants pass, 1 skipped"


def test_unproven_cases_are_in_the_title_and_are_no_failure(tmp_path):
    document = check_document(tmp_path, keep=("PASS",))
    document["variants"][0]["cases"][0]["verdict"] = "UNPROVEN"
    inputs = of_checks(document)
    assert headline(inputs) == "cpu, sm_90: 1 variant passes, 1 case unproven"
    (said,) = verdicts(inputs)
    assert said.word == "PASS"
    assert "1 case proved nothing (UNPROVEN)" in said.summary


def test_a_gpu_is_called_by_its_name_and_a_missing_one_missing(tmp_path):
    document = check_document(tmp_path)
    device = document["device"]
    device["kind"] = "gpu"
    device["info"]["name"] = "NVIDIA H200"
    assert headline(of_checks(document)) == "NVIDIA H200, sm_90: 2 of 3 variants fail"
    device["info"] = None
    assert headline(of_checks(document)) == "gpu, unavailable: nothing ran"


def test_every_verdict_is_in_the_title_the_gates_first(tmp_path):
    older, newer = check_document(tmp_path, keep=("PASS",)), check_document(tmp_path)
    older["device"]["info"]["cuda"] = "12.4"
    assert headline(Inputs(checks=of_checks(older, newer).checks, gates=gate().gates)) == (
        "my-branch against main: 1 regression; cpu, sm_90, CUDA 12.4: 1 variant passes; "
        "cpu, sm_90, CUDA 13.0: 2 of 3 variants fail"
    )


def test_of_many_verdicts_the_bad_ones_are_in_the_title(tmp_path):
    passes, fails = check(tmp_path, keep=("PASS",)).checks, check(tmp_path).checks
    inputs = Inputs(checks=(*passes, *passes, *passes, *fails), gates=gate(variants=[], exit_code=0).gates)
    assert headline(inputs) == (
        "cpu, sm_90: 2 of 3 variants fail; my-branch against main: clean; 3 more verdicts below"
    )
    assert html(inputs).count('class="verdict"') == 5


def test_without_a_verdict_the_title_is_the_subject():
    bench = read_bench(bench_document([made_up_time("a", 64, 100, 0.5)]), "b.json")
    assert headline(Inputs(benches=(bench,))) == "Speed on a made-up GPU"
    assert headline(Inputs()) == "Nothing to report"


def test_the_page_and_its_heading_have_the_title(tmp_path):
    document = check_document(tmp_path)
    document["device"]["info"]["arch"] = "<sm&90>"
    text = html(of_checks(document))
    title = "cpu, &lt;sm&amp;90&gt;: 2 of 3 variants fail"
    assert re.search(r"<title>(.*)</title>", text)[1] == title
    assert re.search(r"<h1>(.*?)</h1>", text)[1] == title
