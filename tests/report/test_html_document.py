import dataclasses
import json
import re
from html.parser import HTMLParser

import pytest

from harness.measure.bench_file import read_bench
from harness.report.html.document import _COMMANDS, headline, html, verdicts
from harness.report.inputs import InputFile, Inputs, read_inputs
from harness.store.records import NON_FINITE
from tests.report.report_files import bench_document, check_text, checked, gate_text, gated, made_up_time

VOID = {"meta", "input", "br", "hr", "col", "wbr"}


class Tree(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.ids, self.text = [], [], [], []

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not {"script", "style"} & set(self.open):
            self.text.append(data)


def parsed(text):
    tree = Tree()
    tree.feed(text)
    assert tree.open == []
    return tree


@pytest.fixture(scope="module")
def whole(input_files):
    return read_inputs(input_files)


@pytest.fixture(scope="module")
def text(whole):
    return html(whole)


def test_it_is_well_formed_and_ids_are_there_once(whole, text):
    tree = parsed(text)
    assert len(tree.ids) == len(set(tree.ids))
    assert html(whole) == text, "the same inputs give the same bytes"
    targets = {attrs["href"][1:] for tag, attrs in tree.elements if tag == "a"}
    filters = {attrs["data-filters"] for _, attrs in tree.elements if "data-filters" in attrs}
    assert targets | filters <= set(tree.ids)


def test_nothing_comes_from_elsewhere(text):
    for tag, attrs in parsed(text).elements:
        assert tag not in ("link", "img", "iframe", "object", "base", "form")
        assert "src" not in attrs
        if "href" in attrs:
            assert attrs["href"].startswith("#")
    style = re.search(r"<style>(.*?)</style>", text, re.S)[1]
    assert not re.search(r"@import|url\(", style)
    (policy,) = (attrs["content"] for _, attrs in parsed(text).elements if "http-equiv" in attrs)
    assert policy.startswith("default-src 'none'; ")


def test_a_page_says_what_went_wrong_how_to_rerun_it_and_in_which_units(text):
    said = " ".join("".join(parsed(text).text).split())
    for part in (
        "kernel-harness check softmax_0 -k softmax_0-",
        "invalid global read of size 4 at inp+132",
        "k.cu:12",
        "block (0, 0, 0)",
        *("GB/s", "\u00b5s", "per thread", "MHz", "bytes", "N, columns of a row (elements)"),
        "Shaded: the margin of 1 % to either side. Dashed: half the margin.",
        "entirely beyond half the margin, a SAME interval entirely within the margin.",
    ):
        assert part in said


SECTION_NAMES = ["change", "verdicts", "traces", "programs", "errors", "speed", "cost", "cuda", "environment"]


def section_ids(text):
    return [attrs["id"] for tag, attrs in parsed(text).elements if attrs.get("class") == "part"]


def test_a_section_without_input_is_left_out_and_a_fold_says_what_makes_it(whole, text):
    names = section_ids(text)
    # what stops a merge comes first
    assert names == SECTION_NAMES
    text = html(Inputs(checks=whole.checks[:1]))
    there = section_ids(text)
    assert there == [name for name in names if name in there]
    assert {"verdicts", "environment"} <= set(there)
    assert (_COMMANDS.keys() - {"verdicts"}).isdisjoint(there)
    links = [attrs["href"] for tag, attrs in parsed(text).elements if tag == "a"]
    assert links == ["#main", *(f"#{name}" for name in there)]
    said = "".join(parsed(text).text)
    assert "Not in this report (6): Base against head, Traces, Programs, Speed, Cost, CUDA releases" in said
    for name, command in _COMMANDS.items():
        assert (command in said) == (name != "verdicts")
    assert "<svg" not in text


def test_a_gate_without_times_and_counters_has_no_parts_for_them(whole):
    document = json.loads(gate_text())
    for variant in document["variants"]:
        variant["speeds"] = variant["costs"] = variant["regressions"] = []
    empty = html(Inputs(gates=(InputFile("gate.json", gated(document)),)))
    for head in ("Change of time on a GPU", "All counters", "1 regression in 1", "Could not be compared"):
        assert (head in html(whole)) == (head != "Could not be compared")
        assert head not in empty


def test_a_gate_on_a_cluster_names_the_gpu_of_each_time_and_the_kinds_that_were_not_there(whole):
    document = json.loads(gate_text())
    gpu = {"host": "h1", "gpu": "NVIDIA H100", "bus_id": "0000:01:00.0", "driver": "580.1"}
    speeds = [speed for variant in document["variants"] for speed in variant["speeds"]]
    speeds[0]["timed_on"] = {**gpu, "sm_mhz": 1980, "memory_mhz": 2619, "limits": []}
    document["further_devices"] = ["B200: no host of the cluster has 1 GPU of type B200"]
    shown = html(Inputs(gates=(InputFile("gate.json", gated(document)),)))
    for text in ("NVIDIA H100 at 0000:01:00.0 of h1, 1980 MHz", "B200: no host of the cluster has"):
        assert text in shown
        assert text not in html(whole)


def test_what_a_cuda_release_changed_is_marked_in_words_and_colour(text):
    said = "".join(parsed(text).text)
    assert "5 variants with 2 CUDA releases, 12.4 to 13.0; 1 unchanged." in said
    assert re.search(r'<td class="number worse" data-order="[\d]+">[\d]+\u00a0\u2191</td>', text)
    assert "13.0: FAIL softmax_0-" in said
    assert "rerun: KERNEL_HARNESS_CUDA=13.0 kernel-harness check softmax_0" in said
    assert "cpu, sm_90, CUDA 12.4" in said


def test_releases_that_cannot_be_compared_have_no_section(whole):
    documents = [
        InputFile(each.name, dataclasses.replace(each.content, harness=each.name)) for each in whole.checks
    ]
    text = html(Inputs(checks=tuple(documents)))
    assert "cuda" not in section_ids(text)


EXECUTOR = {"device_kind": "cpu", "copy_us": None, "copy_fraction": None}


def bench(*times):
    return Inputs(benches=(read_bench(bench_document(times), "b.json"),))


def test_speed_ups_are_over_the_naive_kernel():
    said = html(bench(made_up_time("a_naive", 64, 100, 0.1), made_up_time("b", 64, 100, 0.5)))
    assert re.findall(r'data-order="[\d.]+">(\d\.00)</td>', said) == ["5.00", "1.00"]


def test_the_baseline_is_the_one_asked_for_or_declared():
    times = [
        made_up_time("a", 32768, 128, 0.5),
        made_up_time("b", 32768, 128, 0.25, baseline="a"),
        made_up_time("c_naive", 32768, 128, 0.1),
    ]
    assert "over a, same type" in html(bench(*times))
    assert "over b, same type" in html(bench(*times), baseline="b")
    assert "over c_naive, same type" in html(bench(*times[::2]))
    assert "--baseline NAME" in html(bench(times[0]))


def test_each_operation_has_plots_and_a_naive_kernel_of_its_own():
    times = [
        made_up_time("softmax_naive", 32768, 128, 0.1),
        made_up_time("softmax_rows", 32768, 128, 0.5),
        made_up_time("rms_norm_naive", 32768, 128, 0.2, operation="rms_norm"),
        made_up_time("rms_norm_rows", 32768, 128, 0.8, operation="rms_norm"),
    ]
    said = html(bench(*times))
    assert "over softmax_naive, same type" in said
    assert "over rms_norm_naive, same type" in said
    assert said.count("GB/s against N, float32") == 2
    assert said.index("<h3>rms_norm</h3>") < said.index("<h3>softmax</h3>")
    assert "<h3>softmax</h3>" not in html(bench(*times[:2]))


@pytest.mark.parametrize(
    ("times", "said"),
    [
        (
            [("a_naive", 64, 100), ("a_naive", 128, 100)],
            "the largest M of its N; the table has 1 more time.</figcaption>",
        ),
        ([("a_naive", 64, 100)], "Coloured: the fastest variants and a_naive. The others"),
        ([("a", 64, 100, {"throttled": True})], "lowered the clocks while these variants were timed: a."),
        ([("a", 64, 100, EXECUTOR)], "times of the PTX executor on a CPU. They say nothing about a GPU"),
        ([("a", 64, 100, EXECUTOR)], "GB/s of the executor"),
    ],
)
def test_a_section_of_times_says_what_they_are(times, said):
    text = html(bench(*(made_up_time(*each[:3], 0.5, **dict(*each[3:])) for each in times)))
    assert said in text
    assert ("</figcaption>" in said) == ("1 more time" in text)
    assert ('class="ceiling"' in text) == (EXECUTOR not in times[0])


KNOWN = ("schema", "version", "verdict", "reason", "reasons", "kind", "change", "speed")
EVIL = "</script><script>alert(1)</script><img src=x>"


def evil(value, key=""):
    """Append markup to every text of a document, but for words that its reader knows."""
    if isinstance(value, dict):
        return {name: evil(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [evil(each, key) for each in value]
    is_known = key in KNOWN or value in NON_FINITE
    return value if is_known or not isinstance(value, str) else value + EVIL


@pytest.mark.parametrize("number", range(6))
def test_text_of_inputs_is_never_markup(input_files, tmp_path, number):
    path = tmp_path / "evil.json"
    path.write_text(json.dumps(evil(json.loads(input_files[number].read_text()))))
    tree = parsed(html(read_inputs([path])))
    assert sum(tag == "script" for tag, _ in tree.elements) == 1
    assert all(tag != "img" for tag, _ in tree.elements)
    assert EVIL in "".join(tree.text)


def check_document(tmp_path, keep=("PASS", "FAIL", "CRASH"), **changes):
    document = {**json.loads(check_text(tmp_path)), **changes}
    document["variants"] = [each for each in document["variants"] if each["verdict"] in keep]
    return document


def of_checks(*documents):
    return Inputs(checks=tuple(InputFile("check.json", checked(document)) for document in documents))


def check(*arguments, **options):
    return of_checks(check_document(*arguments, **options))


def gate(**changes):
    document = {**json.loads(gate_text()), **changes}
    return Inputs(gates=(InputFile("gate.json", gated(document)),))


ALLOWED = {"name": "softmax_a", "reason": "known", "who": "somebody"}


def found(*allowed):
    document = json.loads(gate_text())
    (variant,) = document["variants"]
    variant["regressions"] = [{"kind": "slower", "message": "m", "allowed": each} for each in allowed]
    return gate(variants=[variant])


@pytest.mark.parametrize(
    ("inputs", "word", "summary"),
    [
        (found(None, None, None, None), "REGRESSION", "1 changed; 1 regression."),
        (found(None, ALLOWED), "REGRESSION", "1 changed; 1 regression; 1 allowed by name."),
        (gate(variants=[], exit_code=0), "CLEAN", "no variants; 0 regressions."),
        (gate(variants=[], exit_code=2), "ERROR", "no variants; 0 regressions."),
        (gate(variants=[], exit_code=3), "AMBIGUOUS", "no variants; 0 regressions."),
        (gate(variants=[], exit_code=99), "EXIT 99", "no variants; 0 regressions."),
    ],
)
def test_a_gates_verdict_is_in_its_title(inputs, word, summary):
    assert headline(inputs) == f"my-branch against main: {word}"
    assert [each.summary for each in verdicts(inputs)] == [summary]


SKIPPED = {"verdict": "SKIP", "counts": {"SKIP": 80}}
UNPROVEN = {"verdict": "UNPROVEN", "counts": {"PASS": 79, "UNPROVEN": 1}}
WRONG_FILE = {"reason": "declaration-error", "path": "k.cu", "line": 1, "message": "m"}


@pytest.mark.parametrize(
    ("keep", "changes", "word", "summary"),
    [
        (("PASS", "FAIL"), {}, "FAIL", "11 of 160 cases did not pass, in 1 of 2 variants."),
        (("PASS",), {}, "PASS", "80 cases of 1 variant passed."),
        ((), {}, "NOTHING RAN", "0 cases of 0 variants passed."),
        (("PASS",), {"variant": SKIPPED}, "NOTHING RAN", "0 cases of 1 variant passed; 80 outside the"),
        (("PASS",), {"variant": UNPROVEN}, "PASS", "79 cases of 1 variant passed; 1 case proved nothing"),
        (("PASS",), {"stopped": "interrupted"}, "FAIL", "80 cases of 1 variant passed; stopped before"),
        (("PASS",), {"declaration_errors": [WRONG_FILE]}, "FAIL", "80 cases of 1 variant passed; 1 wrong"),
    ],
)
def test_a_check_is_titled_by_its_device_and_its_verdict(tmp_path, keep, changes, word, summary):
    document = check_document(tmp_path, keep=keep, **changes)
    for variant in document["variants"]:
        variant |= document.get("variant", {})
    document.pop("variant", None)
    (said,) = verdicts(of_checks(document))
    assert headline(of_checks(document)) == f"cpu, sm_90: {word}"
    assert said.summary.startswith(summary)


def test_a_gpu_is_called_by_its_name_and_a_missing_one_missing(tmp_path):
    document = check_document(tmp_path)
    device = document["device"]
    device["kind"] = "gpu"
    device["info"]["name"] = "NVIDIA H200"
    assert headline(of_checks(document)) == "NVIDIA H200, sm_90: FAIL"
    device["info"] = None
    assert headline(of_checks(document)) == "gpu, unavailable: FAIL"


def test_every_verdict_is_in_the_title_the_gates_first(tmp_path):
    older, newer = check_document(tmp_path, keep=("PASS",)), check_document(tmp_path)
    older["device"]["info"]["cuda"] = "12.4"
    assert headline(Inputs(checks=of_checks(older, newer).checks, gates=gate().gates)) == (
        "my-branch against main: REGRESSION; cpu, sm_90, CUDA 12.4: PASS; cpu, sm_90, CUDA 13.0: FAIL"
    )


def test_of_many_verdicts_the_bad_ones_are_in_the_title(tmp_path):
    passes, fails = check(tmp_path, keep=("PASS",)).checks, check(tmp_path).checks
    inputs = Inputs(checks=(*passes, *passes, *passes, *fails), gates=gate(variants=[], exit_code=0).gates)
    assert headline(inputs) == "cpu, sm_90: FAIL; my-branch against main: CLEAN; 3 more verdicts below"
    assert html(inputs).count('class="verdict"') == 5
    assert headline(bench(made_up_time("a", 64, 100, 0.5))) == "Speed on a made-up GPU", "without a verdict"
    assert headline(Inputs()) == "Nothing to report"


def test_the_page_and_its_heading_have_the_title(tmp_path):
    document = check_document(tmp_path)
    document["device"]["info"]["arch"] = "<sm&90>"
    text = html(of_checks(document))
    title = "cpu, &lt;sm&amp;90&gt;: FAIL"
    assert re.search(r"<title>(.*)</title>", text)[1] == title
    assert re.search(r"<h1>(.*?)</h1>", text)[1] == title
