"""Summaries of the comparison with a GPU are up to date, and records of behaviour differ where a fact does."""

import json

import pytest

from harness.cli.program import main as program
from tests.agreement import behaviour, family_outputs, fidelity_table
from tests.agreement.family_outputs import MOST_ULP
from tests.agreement.fidelity import Outputs
from tests.agreement.fidelity_table import PATH, START, Comparison, main
from tests.agreement.summary_page import END, with_summary

from .behaviour import ROOT, compare, record, run

PAGE = PATH.read_text(encoding="utf-8")


def there(name: str) -> str:
    return PAGE.partition(START.format(name))[2].partition(END)[0].strip("\n")


@pytest.fixture
def made(monkeypatch):
    def make(instructions: str, outputs: str, compiler: str = "") -> None:
        recorded = family_outputs.read().made_with["compiler"]
        monkeypatch.setattr(fidelity_table, "instructions", lambda: Comparison(instructions, ()))
        monkeypatch.setattr(fidelity_table, "outputs", lambda: Comparison(outputs, ()))
        monkeypatch.setattr(fidelity_table, "compiler", lambda: compiler or recorded)

    return make


def test_a_page_that_is_as_made_is_right(made, capsys):
    made(there("instructions"), there("outputs"))
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == "cpu-device.md is right\n"


def test_the_page_says_that_nothing_differs():
    assert "| 0 rows differ |" in there("instructions")
    assert "| 0 differ, " in there("instructions")


def test_a_page_that_is_out_of_date_is_refused(made, capsys):
    made(there("instructions").replace("0 rows differ", "1 rows differ"), there("outputs") + "more")
    before = PATH.read_bytes()
    assert main(["--check"]) == 1
    assert "instructions and outputs out of date" in capsys.readouterr().out
    assert PATH.read_bytes() == before


def test_outputs_of_another_compiler_are_not_compared(made, capsys):
    made(there("instructions"), "other", compiler="nvrtc 1.0")
    assert main(["--check"]) == 0
    assert "outputs are not compared" in capsys.readouterr().out


@pytest.mark.parametrize("apart", [MOST_ULP, MOST_ULP + 1])
def test_an_output_that_is_far_from_the_gpus_is_refused(monkeypatch, apart):
    monkeypatch.setattr(fidelity_table, "variants", lambda: family_outputs.variants()[:1])
    monkeypatch.setattr(fidelity_table, "family", lambda *_: Outputs({"a": 0, "b": apart}, 9, 8))
    if apart == MOST_ULP:
        assert f"| {MOST_ULP} ulp |" in fidelity_table.outputs().summary
        return
    with pytest.raises(SystemExit, match=rf"at most {MOST_ULP} ulp apart \(got {apart}\)"):
        fidelity_table.outputs()


def test_a_summary_replaces_the_one_between_its_marks():
    page = f"a\n{START.format('outputs')}\nold\n\n{END}b\n"
    assert (
        with_summary(page, START.format("outputs"), "new") == f"a\n{START.format('outputs')}\nnew\n\n{END}b\n"
    )


CASE = {"id": "k-1x2", "verdict": "FAIL", "reasons": ["race"], "message": "one", "elapsed_s": 1.0}


@pytest.mark.parametrize(
    ("change", "n_different"),
    [
        ({}, 0),
        ({"message": "two", "elapsed_s": 2.0}, 0),
        ({"verdict": "PASS"}, 1),
        ({"reasons": []}, 1),
        ({"id": "k-1x3"}, 1),
    ],
)
def test_a_fact_that_changed_is_found(tmp_path, change, n_different):
    for name, case in (("before", CASE), ("after", CASE | change)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "check.json").write_text(json.dumps({"cases": [case]}))
    assert compare(tmp_path / "before", tmp_path / "after") == n_different


def test_a_file_that_is_missing_is_found(tmp_path):
    for name in ("before", "after"):
        (tmp_path / name).mkdir()
    (tmp_path / "before" / "check.status").write_text("0\n")
    assert compare(tmp_path / "before", tmp_path / "after") == 1


def test_every_recorded_command_exists(tmp_path, monkeypatch):
    names = []
    monkeypatch.setattr(
        behaviour, "run", lambda _title, _place, arguments, _folder: names.append(arguments[0])
    )
    record(tmp_path)
    assert {"list", "check", "count", "report", "gate"} == set(names)
    assert set(names) <= set(program.commands)


def test_a_command_that_is_not_there_ends_the_record(tmp_path):
    with pytest.raises(SystemExit, match="cuda check softmax_naive is not a command line of kernel-harness"):
        run("cuda", ROOT, ["cuda", "check", "softmax_naive"], tmp_path)
    assert not any(tmp_path.iterdir())
