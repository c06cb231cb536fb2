"""CUDA releases side by side: what differs is marked, and what cannot be compared is named."""

import io

import pytest

from harness.report.inputs import InputFile
from harness.report.json.check import CheckDocument
from harness.report.json.count import CountDocument
from harness.report.releases import Trend, compare_releases, markdown, print_table
from harness.report.text.console import make_console
from harness.store.records import read
from harness.verdict import Verdict
from tests.report.made_up import FAILS, PASSES, check, count
from tests.report.report_files import checked

FIRST, SAME, BETTER, WORSE = Trend.FIRST, Trend.SAME, Trend.BETTER, Trend.WORSE


def named(*documents):
    kind = documents[0]["schema"].rpartition("/")[2] if documents else ""
    cudas = [each["device"]["info"]["cuda"] if kind == "check" else each["cuda"] for each in documents]
    names = [f"{kind}-{cuda}.json" for cuda in cudas]
    record = CheckDocument if kind == "check" else CountDocument
    return [
        InputFile(name, read(document, record, name)) for name, document in zip(names, documents, strict=True)
    ]


def compare(checks=(), counts=()):
    return compare_releases(named(*checks), named(*counts))


def rows_of(table, name="softmax_0"):
    (variant,) = (each for each in table.variants if each.id == name)
    return {row.figure: [(cell.text, cell.trend) for cell in row.cells] for row in variant.rows}


def printed(table):
    stream = io.StringIO()
    print_table(table, make_console(stream))
    return stream.getvalue()


@pytest.fixture
def old(tmp_path):
    return check(tmp_path, "12.4")


@pytest.fixture
def new(tmp_path):
    return check(tmp_path, "13.0")


def test_what_a_release_changed_is_marked(old):
    newer = count(old, "13.0", registers=40, spilled=8, instructions=450)
    table = compare(counts=[count(old, "12.4"), newer, {**newer, "cuda": "13.1"}])
    assert rows_of(table) == {
        "registers": [("32", FIRST), ("40", WORSE), ("40", SAME)],
        "spilled": [("0", FIRST), ("8", WORSE), ("8", SAME)],
        "instructions": [("1000", FIRST), ("900", BETTER), ("900", SAME)],
        "sectors": [("400", FIRST), ("400", SAME), ("400", SAME)],
    }
    text = printed(table).partition("\n\n")[0]
    assert "softmax_0  registers          32     40      .\n" in text
    assert "sectors" not in text  # what does not differ takes no line
    assert "| | registers | 32 | **40** | 40 |" in markdown(table).replace("| `softmax_0` |", "| |")


def test_releases_are_in_the_order_of_their_numbers(old):
    table = compare(counts=[count(old, cuda) for cuda in ("13.0", "9.2", "12.10", "12.4")])
    assert table.releases == ("9.2", "12.4", "12.10", "13.0")


def test_a_variant_that_no_release_changes_takes_one_line(old, new):
    text = printed(compare([old, new], [count(old, "12.4"), count(new, "13.0")]))
    same = "softmax_0  the same with all 2: PASS, 32 registers, 0 spilled, 1000 instructions, 400 sectors\n"
    assert same in text
    assert "instructions: executed by warps, in all counted cases\n" in text
    assert "compilers: nvrtc 12.4.99; nvrtc 13.0.99\n" in text


def test_a_failure_is_named_with_the_command_that_reruns_it(tmp_path, old):
    table = compare([old, check(tmp_path, "13.0", FAILS)])
    assert rows_of(table) == {"result": [("PASS", FIRST), ("FAIL 1", WORSE)]}
    (said,) = table.failed
    assert said.startswith("13.0: FAIL softmax_0-")
    assert " on cpu: wrong-value: 1 of 99 elements are off: worst at row 2" in said
    assert "; rerun: KERNEL_HARNESS_CUDA=13.0 kernel-harness check softmax_0 -k softmax_0-" in said
    for text in (printed(table), markdown(table)):
        assert "KERNEL_HARNESS_CUDA=13.0 kernel-harness check softmax_0" in text


def test_a_variant_that_was_not_counted_has_no_empty_rows(tmp_path, old, new):
    counts = [count(check(tmp_path, cuda, PASSES, PASSES), cuda) for cuda in ("12.4", "13.0")]
    table = compare([old, new], counts)
    assert list(rows_of(table, "softmax_1")) == ["registers", "spilled", "instructions", "sectors"]
    assert "softmax_1  the same with all 2: 32 registers, " in printed(table)


@pytest.mark.parametrize(
    ("before", "after", "results", "failed"),
    [
        # as many other failures are a difference
        ("FAIL PASS SKIP", "PASS FAIL SKIP", [("FAIL 1", FIRST), ("FAIL 1", WORSE)], [" on cpu: "] * 2),
        # failures of one kind are one line
        ("PASS PASS SKIP", "FAIL FAIL FAIL", [("PASS", FIRST), ("FAIL 3", WORSE)], [" and 2 more on cpu: "]),
        # without a reason
        (
            "PASS PASS SKIP",
            "PASS CRASH SKIP",
            [("PASS", FIRST), ("CRASH 1", WORSE)],
            [" on cpu; rerun: KERNEL_"],
        ),
        # no failure, and a difference
        ("PASS PASS SKIP", "PASS UNPROVEN SKIP", [("PASS", FIRST), ("UNPROVEN", WORSE)], []),
    ],
)
def test_results_are_compared_by_their_cases(tmp_path, before, after, results, failed):
    sides = zip(("12.4", "13.0"), (before, after), strict=True)
    table = compare([check(tmp_path, cuda, tuple(map(Verdict, words.split()))) for cuda, words in sides])
    assert rows_of(table)["result"] == results
    assert len(table.failed) == len(failed)
    assert all(part in line for line, part in zip(table.failed, failed, strict=True))


def test_a_wrong_declaration_is_a_failure(old, new):
    wrong = {"reason": "declaration-error", "path": "k.cu", "line": 3, "message": "no key of this name"}
    new["declaration_errors"] = [wrong]
    assert compare([old, new]).failed == ("13.0: k.cu:3: no key of this name",)


def test_each_device_has_a_result(tmp_path, old, new):
    gpu = {"kind": "gpu", "name": "NVIDIA H200"}
    table = compare([old, new, check(tmp_path, "13.0", FAILS, **gpu)])
    assert rows_of(table) == {
        "result on cpu": [("PASS", FIRST), ("PASS", SAME)],
        "result on gpu": [("", SAME), ("FAIL 1", FIRST)],
    }


def test_each_architecture_has_its_registers(old):
    archs = {"archs": ("sm_80", "sm_90")}
    table = compare(counts=[count(old, "12.4", **archs), count(old, "13.0", **archs, registers=33)])
    assert list(rows_of(table))[:4] == [
        "registers sm_80",
        "spilled sm_80",
        "registers sm_90",
        "spilled sm_90",
    ]
    assert rows_of(table)["registers sm_80"] == [("32", FIRST), ("33", WORSE)]


def test_a_case_that_one_release_could_not_count_is_named_and_left_out_of_the_sums(old):
    newer = count(old, "13.0")
    lost = newer["cases"].pop()["id"]
    newer["failed"] = [{"id": lost, "why": "k.cu does not compile\nk.cu(1): error: no\nmore"}]
    table = compare(counts=[count(old, "12.4"), newer])
    assert rows_of(table)["instructions"] == [("500", FIRST), ("500", SAME)]
    assert table.not_counted == (f"13.0: {lost}: k.cu does not compile: k.cu(1): error: no",)
    assert table.not_counted[0] in printed(table)


def test_cases_that_could_not_be_counted_for_one_reason_are_one_line(old):
    newer = count(old, "13.0")
    ids = [each["id"] for each in newer["cases"]]
    newer |= {"cases": [], "variants": []}
    newer["failed"] = [{"id": each, "why": f"{each} was not counted: k.cu does not compile"} for each in ids]
    (said,) = compare(counts=[newer]).not_counted
    assert said == f"13.0: {ids[0]} and 1 more: k.cu does not compile"


def test_a_variant_that_one_release_could_not_count_at_all_has_gaps(tmp_path):
    checked = check(tmp_path, "12.4", PASSES, PASSES)
    older = count(checked, "12.4")
    older["cases"] = [each for each in older["cases"] if each["variant"] == "softmax_0"]
    older["variants"] = older["variants"][:1]
    older["failed"] = [{"id": "softmax_1-float32-4x8-normal-block32", "why": "no header"}]
    table = compare(counts=[older, count(checked, "13.0")])
    assert rows_of(table, "softmax_1")["registers"] == [("", SAME), ("32", FIRST)]
    assert "softmax_1  registers           -     32\n" in printed(table)


def test_a_variant_whose_text_differs_is_named_and_not_compared(old, new):
    new["variants"][0]["code"] = "f" * 64
    table = compare([old, new], [count(old, "12.4")])
    assert table.variants == ()
    said = "softmax_0: its text differs (check-12.4.json, count-12.4.json; check-13.0.json)"
    assert table.not_compared == (said,)
    assert f"variants that are not compared\n  {said}\n" in printed(table)


def test_a_variant_with_other_cases_is_named_and_not_compared(old, new):
    gone = new["variants"][0]["cases"].pop()["id"]
    table = compare([old, new])
    assert table.variants == ()
    assert table.not_compared == (
        f"softmax_0: check-13.0.json does not have {gone}, as check-12.4.json does",
    )
    table = compare(counts=[count(old, "12.4"), count(old, "13.0", shapes=("4x8",))])
    assert table.variants == ()
    assert "softmax_0: count-13.0.json does not have softmax_0-float32-64x100" in table.not_compared[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda new: new["device"]["info"].update(arch="sm_80"), "another architecture than check-12.4.json (got"),
        (lambda new: new.update(options=["--schedules 4"]), "another options than check-12.4.json (got --schedules 4"),
        (lambda new: new.update(harness="0.0.9"), "another kernel-harness than check-12.4.json (got 0.0.9"),
        (lambda new: new["device"]["info"].update(cuda="12.4"), "is of CUDA 12.4, as check-12.4.json is"),
        (lambda new: new["device"]["info"].update(cuda="new"), "a CUDA release must be like 12.4 (got 'new')"),
        (lambda new: new["device"].update(info=None, unavailable="no driver"), "the device was not there (no driver)"),
        (lambda new: new["variants"][0].update(id="gelu"), "has no variant of check-12.4.json (got gelu)"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_compared_is_named_with_the_reason(old, new, change, said):
    change(new)
    table = compare_releases(
        [InputFile("check-12.4.json", checked(old)), InputFile("check-13.0.json", checked(new))], []
    )
    (refused,) = table.refused
    assert refused.startswith("check-13.0.json: ")
    assert said in refused
    assert table.releases == ("12.4",)
    assert not table.is_comparison


def test_a_count_of_other_architectures_is_refused(old):
    table = compare(counts=[count(old, "12.4"), count(old, "13.0", archs=("sm_80",))])
    said = "count-13.0.json: has another --arch than count-12.4.json (got sm_80, not sm_90)"
    assert table.refused == (said,)
