import gc
import io
import itertools
import json
import re
import shlex
from datetime import datetime, timezone

import pytest

from harness import __version__
from harness.cli.commands.check import run_check
from harness.report.text.console import make_console
from harness.run.suite import suites_of
from harness.settings.settings import Settings
from tests.run.fake_device import open_fake_gpu, write_kernel


def test_all_variants_pass(project, invoke):
    for stem in ("softmax_b", "softmax_a"):
        write_kernel(project / "cuda_src", stem)
    result = invoke("check", "--device", "cpu")
    assert result.exit_code == 0
    assert re.findall(r"^PASS +(\w+) ", result.stdout, re.MULTILINE) == ["softmax_a", "softmax_b"]
    assert re.search(
        r"^2 variants, \d+ cases: \d+ passed, 0 failed, 0 skipped in ", result.stdout, re.MULTILINE
    )
    assert result.stderr == ""


def test_a_failing_variant_fails_the_check_and_the_others_are_still_checked(project, invoke):
    write_kernel(project / "cuda_src", "a_broken", fault="compile-error")
    write_kernel(project / "cuda_src", "b_wrong", fault="wrong-value")
    write_kernel(project / "cuda_src", "c_good")
    result = invoke("check", "--device", "cpu")
    assert result.exit_code == 1
    assert re.findall(r"^(\w+) +(\w+) +\d+ ", result.stdout, re.MULTILINE) == [
        ("ERROR", "a_broken"),
        ("FAIL", "b_wrong"),
        ("PASS", "c_good"),
    ]
    assert "a_broken.cu(7): error: no such thing" in result.stdout


@pytest.mark.parametrize("keep_going", [(), ("--keep-going",)])
def test_behind_two_hangs_of_a_block_and_type_nothing_is_run(project, invoke, keep_going):
    write_kernel(project / "cuda_src", "endless", fault="hang", block="[[32], [64]]")
    write_kernel(project / "cuda_src", "good")
    result = invoke("check", "--device", "cpu", "--json", "all.json", *keep_going)
    assert result.exit_code == 1
    endless, good = json.loads((project / "all.json").read_text())["variants"]
    assert (endless["verdict"], good["verdict"]) == ("HANG", "PASS")
    for block in ("-block32", "-block64"):
        cases = [case for case in endless["cases"] if case["id"].endswith(block)]
        n_run = len(cases) if keep_going else 2
        assert [case["verdict"] for case in cases] == ["HANG"] * n_run + ["NOT-RUN"] * (len(cases) - n_run)
        for case in cases[n_run:]:
            assert f"{cases[0]['id']} and {cases[1]['id']}" in case["detail"]
            assert case["reasons"] == ["hang"]
    n_not_run = sum(case["verdict"] == "NOT-RUN" for case in endless["cases"])
    assert ("--keep-going" in result.stdout) == bool(n_not_run)
    n_hung = len(endless["cases"]) - n_not_run
    kinds = f"({n_hung} HANG, {n_not_run} NOT-RUN)" if n_not_run else f"({n_hung} HANG)"
    assert f"{len(endless['cases'])} failed {kinds}, 0 skipped" in result.stdout


def test_a_wrong_declaration_exits_2_and_the_others_are_still_checked(project, invoke):
    write_kernel(project / "cuda_src", "good")
    write_kernel(project / "cuda_src", "wrong", blok="[[32]]")
    result = invoke("check", "--device", "cpu")
    assert result.exit_code == 2
    assert re.search(r"^PASS +good ", result.stdout, re.MULTILINE)
    assert re.search(r"^  .*wrong\.cu:\d+: .*'blok'", result.stdout, re.MULTILINE)
    write_kernel(project / "cuda_src", "bad", fault="wrong-value")
    assert invoke("check", "--device", "cpu").exit_code == 1


def test_only_wrong_declarations_exit_2(project, invoke):
    write_kernel(project / "cuda_src", "wrong", blok="[[32]]")
    result = invoke("check", "--device", "cpu")
    assert result.exit_code == 2
    assert "1 declaration error" in result.stdout


def test_any_file_can_be_checked(project, invoke, tmp_path_factory):
    outside = write_kernel(tmp_path_factory.mktemp("elsewhere"), "mine")
    (project / "cuda_src").rmdir()
    result = invoke("check", outside, "--device", "cpu")
    assert result.exit_code == 0
    assert re.search(r"^PASS +mine ", result.stdout, re.MULTILINE)


def test_the_rerun_command_runs_just_that_case(project, invoke):
    write_kernel(project / "cuda_src", fault="wrong-value", block="[[32], [32, 4]]")
    invoke("check", "--device", "cpu", "--json", "all.json")
    (variant,) = json.loads((project / "all.json").read_text())["variants"]
    failed = next(case for case in variant["cases"] if case["verdict"] == "FAIL")
    # The id ends where the other block's begins to differ: a search for it would find both.
    assert failed["id"].endswith("-block32")
    program, *arguments = shlex.split(failed["rerun"])
    assert program == "kernel-harness"
    assert invoke(*arguments, "--json", "one.json").exit_code == 1
    (variant,) = json.loads((project / "one.json").read_text())["variants"]
    assert [case["id"] for case in variant["cases"]] == [failed["id"]]
    assert variant["cases"][0]["findings"] == failed["findings"]


def test_declarations_apart_from_their_kernels_are_checked_and_rerun(project, invoke):
    (project / "csrc").mkdir()
    write_kernel(project / "csrc", "norm", fault="wrong-value")
    table = """[kernel.{0}]
file = "../csrc/norm.cu"
summary = "A kernel of another file."
args = ["inp", "out", "n_rows", "n_cols", "inp_stride", "out_stride"]
block = [32]
grid = "n_rows"
"""
    text = "\n".join(map(table.format, ("one", "two")))
    (project / "cuda_src" / "kernels.toml").write_text(text, encoding="utf-8")
    result = invoke("check", "--device", "cpu", "--json", "all.json")
    assert result.exit_code == 1
    assert re.search(r"NOTE one, two\n  declares no `source`", result.stdout)
    variant, _ = json.loads((project / "all.json").read_text())["variants"]
    assert (variant["id"], variant["path"]) == ("one", "cuda_src/kernels.toml")
    assert variant["declaration_notes"] == ["declares no `source`: add where the kernel comes from"]
    failed = next(case for case in variant["cases"] if case["verdict"] == "FAIL")
    assert invoke(*shlex.split(failed["rerun"])[1:]).exit_code == 1
    listed = invoke("list", "cuda_src/kernels.toml")
    assert re.findall(r"^(\w+) +\d+ cases", listed.stdout, re.MULTILINE) == ["one", "two"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-k", "nothing_has_this"], "-k must select a case (got 'nothing_has_this'"),
        (["-k", "and and"], "a selection expression"),
        (["softmax_fak"], "closest: softmax_fake"),
        (["missing.cu"], "got missing.cu"),
        (["--json", "no/such/folder.json"], "the folder of --json must exist"),
        (["--device", "tpu"], "'tpu' is not one of"),
        (["--no-such-flag"], "--no-such-flag"),
    ],
)
def test_a_usage_error_exits_2_and_says_what_is_wrong(project, invoke, arguments, said):
    write_kernel(project / "cuda_src")
    result = invoke("check", *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_settings_that_are_wrong_exit_2(project, invoke):
    (project / "pyproject.toml").write_text("[tool.kernel-harness]\nsorces = []\n", encoding="ascii")
    result = invoke("check")
    assert result.exit_code == 2
    assert "did you mean sources?" in result.stderr


def test_a_gpu_that_is_not_there_is_not_run_and_fails(project, invoke):
    write_kernel(project / "cuda_src")
    result = invoke("check", "--device", "gpu", "--json", "r.json", "-k", "3x1")
    assert result.exit_code == 1
    assert "device    gpu: not available" in result.stdout
    document = json.loads((project / "r.json").read_text())
    found = {
        (case["verdict"], *case["reasons"]) for variant in document["variants"] for case in variant["cases"]
    }
    assert found == {("NOT-RUN", "device-unavailable")}
    assert document["summary"]["PASS"] == 0
    assert document["device"]["info"] is None
    assert "missing: driver" in document["device"]["unavailable"]


def test_a_crash_on_a_gpu_costs_its_own_case_only(project, invoke, monkeypatch):
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "process")
    monkeypatch.setattr("harness.run.session.open_gpu", open_fake_gpu)
    write_kernel(project / "cuda_src", "a_crash", fault="crash")
    write_kernel(project / "cuda_src", "b_good")
    result = invoke("check", "--device", "gpu", "-k", "3x1-", "--json", "r.json")
    assert result.exit_code == 1
    crashed, good = json.loads((project / "r.json").read_text())["variants"]
    assert {(case["verdict"], *case["reasons"]) for case in crashed["cases"]} == {("CRASH", "crash")}
    assert {case["verdict"] for case in good["cases"]} == {"PASS"}
    assert "CUDA_ERROR_ILLEGAL_ADDRESS" in result.stdout


def test_exit_first_stops(project, invoke):
    write_kernel(project / "cuda_src", "a_wrong", fault="wrong-value")
    write_kernel(project / "cuda_src", "b_good")
    result = invoke("check", "-x", "--device", "cpu", "--json", "r.json")
    document = json.loads((project / "r.json").read_text())
    assert (result.exit_code, document["stopped"]) == (1, "exitfirst")
    assert (document["summary"]["FAIL"], document["variants"][1]["counts"]["PASS"]) == (1, 0)
    assert document["summary"]["NOT-RUN"] == document["summary"]["cases"] - 1
    assert document["summary"]["done"] == 1
    n_cases = document["summary"]["cases"]
    said = f"\nstopped at the first failure: 1 of {n_cases} cases done; 1 variant not begun\n"
    assert said in result.stdout
    assert f" 0 passed, 1 failed (1 FAIL), {n_cases - 1} not run, 0 skipped" in result.stdout


def test_ctrl_c_prints_what_was_done_and_exits_130(project, invoke):
    write_kernel(project / "cuda_src", "a_good")
    write_kernel(project / "cuda_src", "b_stopped", fault="keyboard-interrupt")
    result = invoke("check", "--device", "cpu", "--json", "r.json")
    assert result.exit_code == 130
    assert re.search(r"^PASS +a_good ", result.stdout, re.MULTILINE)
    document = json.loads((project / "r.json").read_text())
    assert (document["stopped"], document["exit_code"]) == ("interrupted", 130)
    summary = document["summary"]
    assert (summary["done"], summary["PASS"], summary["FAIL"]) == (summary["PASS"], summary["PASS"], 0)
    assert summary["NOT-RUN"] == summary["cases"] - summary["done"] > 0
    said = f"interrupted: {summary['done']} of {summary['cases']} cases done; 1 variant not begun"
    assert f"\n{said}\n" in result.stdout
    assert f" {summary['PASS']} passed, 0 failed, {summary['NOT-RUN']} not run, 0 skipped" in result.stdout


def test_verbose_prints_every_failure(project, invoke):
    write_kernel(project / "cuda_src", fault="wrong-value")
    arguments = ("check", "--device", "cpu", "-k", "spread")
    short, full = (invoke(*arguments, *flags).stdout for flags in ([], ["-v"]))
    assert "--verbose prints all" in short
    assert full.count("rerun: ") > short.count("rerun: ") == 3


def test_the_command_is_in_the_json(project, invoke):
    write_kernel(project / "cuda_src")
    invoke("check", "softmax_fake", "-k", "3x1", "--device=cpu", "--json", "r.json")
    document = json.loads((project / "r.json").read_text())
    assert document["command"] == ["check", "softmax_fake", "-k", "3x1", "--device=cpu", "--json", "r.json"]
    assert document["expression"] == "3x1"


def test_two_checks_print_and_write_the_same_bytes(project):
    write_kernel(project / "cuda_src", "a_good")
    write_kernel(project / "cuda_src", "b_wrong", fault="wrong-value")
    write_kernel(project / "cuda_src", "c_broken", fault="compile-error")
    settings = Settings.load(project, device="cpu")

    def check():
        output = io.StringIO()
        moment = datetime(2026, 1, 2, tzinfo=timezone.utc)
        clock = itertools.count(0.0, 0.125).__next__
        run_check(
            settings,
            make_console(output),
            json_path=project / "r.json",
            command=("check",),
            now=lambda: moment,
            clock=clock,
        )
        return output.getvalue(), (project / "r.json").read_bytes()

    assert check() == check()


@pytest.mark.parametrize("error", [None, KeyboardInterrupt])
def test_garbage_is_looked_for_less_often_until_the_check_ends(project, invoke, monkeypatch, error):
    write_kernel(project / "cuda_src")
    before, seen = gc.get_threshold(), []

    def look(*arguments):
        seen.append(gc.get_threshold())
        if error:
            raise error
        return suites_of(*arguments)

    monkeypatch.setattr("harness.run.suite.suites_of", look)
    invoke("check", "--device", "cpu")
    assert [each > before for each in seen] == [True]
    assert gc.get_threshold() == before


def test_the_first_line_comes_before_the_device_is_open(project, invoke, monkeypatch):
    write_kernel(project / "cuda_src")

    def interrupt(_settings):
        raise KeyboardInterrupt

    monkeypatch.setattr("harness.run.session.open_cpu", interrupt)
    result = invoke("check", "--device", "cpu")
    assert result.exit_code == 130
    assert result.stdout == f"kernel-harness {__version__}\n"
    assert result.stderr == "interrupted\n"


def test_the_device_is_told_although_the_cases_cannot_be_made(project, invoke, monkeypatch):
    write_kernel(project / "cuda_src")

    def interrupt(_variant):
        raise KeyboardInterrupt

    monkeypatch.setattr("harness.variant.matrix._matrix", interrupt)
    result = invoke("check", "--device", "cpu")
    assert result.exit_code == 130
    assert result.stdout.splitlines()[1].startswith("device    cpu: fake processor")
