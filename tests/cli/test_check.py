"""`kernel-harness check`: verdicts, exit statuses, options that reach the device, the sweep, several kinds of GPU."""

import io
import json
import re
import shlex
from datetime import datetime, timezone

import pytest

from harness import __version__
from harness.cli.commands.check import run_check, run_fleet
from harness.cluster.opening import Where
from harness.report.text.console import make_console
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from harness.variant.selection import SWEEP_WIDTHS
from harness.verdict import Reason, Verdict
from tests.cluster import stand_in
from tests.cluster.stand_in import StandIn, judged
from tests.run.fake_device import FakeDevice, open_fake_gpu, write_kernel
from tests.run.session_tasks import NOTHING


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


def test_a_gpu_that_is_not_there_is_not_run_and_fails(project, invoke):
    write_kernel(project / "cuda_src")
    result = invoke("check", "--device", "gpu", "--json", "r.json", "-k", "3x1")
    assert result.exit_code == 1
    assert " on gpu: not available\n" in result.stdout
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


def test_verbose_prints_every_failure(project, invoke):
    write_kernel(project / "cuda_src", fault="wrong-value")
    arguments = ("check", "--device", "cpu", "-k", "spread")
    short, full = (invoke(*arguments, *flags).stdout for flags in ([], ["-v"]))
    assert full.count("rerun: ") > short.count("rerun: ") == 1


def test_two_checks_print_and_write_the_same_bytes(project, monkeypatch):
    monkeypatch.setattr("time.monotonic", lambda: 2.5)
    write_kernel(project / "cuda_src", "a_good")
    write_kernel(project / "cuda_src", "b_wrong", fault="wrong-value")
    write_kernel(project / "cuda_src", "c_broken", fault="compile-error")
    settings = Settings.load(project, device="cpu")

    def check():
        output = io.StringIO()
        moment = datetime(2026, 1, 2, tzinfo=timezone.utc)
        run_check(
            settings,
            make_console(output),
            json_path=project / "r.json",
            command=("check",),
            now=lambda: moment,
        )
        return output.getvalue(), (project / "r.json").read_bytes()

    assert check() == check()


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ("run.session.open_cpu", ""),
        (
            "variant.matrix._matrix",
            f"kernel-harness {__version__} on cpu: fake processor, sm_90",
        ),
    ],
)
def test_an_early_interrupt_shows_what_is_known_by_then(project, invoke, monkeypatch, place, line):
    write_kernel(project / "cuda_src")

    def interrupt(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(f"harness.{place}", interrupt)
    result = invoke("check", "--device", "cpu")
    assert result.exit_code == 130
    assert result.stdout.partition(";")[0] == line
    assert result.stderr == "interrupted\n"


OPTIONS = (
    "--sanitizers", "initcheck", "--schedules", "2", "--schedule-seed", "5", "--stress-approximations", "9",
)  # fmt: skip


@pytest.fixture
def opened(project, monkeypatch):
    assert project.is_dir()
    kept = []

    def open_cpu(settings):
        kept.append(settings)
        return FakeDevice(is_schedulable=True)

    monkeypatch.setattr("harness.run.session.open_cpu", open_cpu)
    return kept


def test_options_of_check_reach_the_device_and_the_command_that_reruns_a_failure(project, invoke, opened):
    write_kernel(project / "cuda_src", fault="wrong-value")
    result = invoke("check", "--device", "cpu", "-k", "3x33-spread-block32", *OPTIONS)
    assert result.exit_code == 1
    command = "--sanitizers memcheck,initcheck --schedules 2 --schedule-seed 5 --stress-approximations 9"
    assert command in result.stdout.replace("\n", " ")
    (settings,) = opened
    assert settings.sanitizers == ("memcheck", "initcheck")
    assert (settings.schedules, settings.schedule_seed, settings.stress_approximations) == (2, 5, 9)
    # Without options all is looked for.
    invoke("check", "--device", "cpu", "-k", "3x33-spread-block32")
    assert opened[1].sanitizers == ("memcheck", "racecheck", "initcheck", "synccheck")
    assert (opened[1].schedules, opened[1].schedule_seed, opened[1].stress_approximations) == (1, None, None)


NOT_RUN = "width sweep: every width up to 1100 and around each power of two up to 65536; --sweep runs it"


def ids(result):
    assert result.exit_code == 0
    return result.stdout.splitlines()


def test_seeds_repeat_the_matrix(project, invoke):
    matrix = [case.id for case in cases(load_variant(write_kernel(project / "cuda_src")))]
    listed = ids(invoke("list", "--cases", "--seeds", "3", "--no-sweep"))
    random = [each for each in matrix if "-constant-" not in each]
    assert listed == matrix + [each.replace("-block", f"-seed{n}-block") for n in (1, 2) for each in random]
    result = invoke("check", "--device", "cpu", "--seeds", "3", "-k", "3x33")
    n_cases = sum("3x33" in each for each in listed)
    assert f"1 variant, {n_cases} cases: {n_cases} passed, 0 failed" in result.stdout


def test_a_failure_of_another_seed_names_a_command_that_reruns_it(project, invoke):
    write_kernel(project / "cuda_src", fault="wrong-value")
    arguments = ("check", "--device", "cpu", "--seeds", "2", "-k", "seed1 and 3x33-spread-seed")
    invoke(*arguments, "--json", "r.json")
    (variant,) = json.loads((project / "r.json").read_text())["variants"]
    (case,) = variant["cases"]
    assert case["id"] == "softmax_fake-float32-3x33-spread-seed1-block32"
    assert case["rerun"] == f"kernel-harness check softmax_fake -k {case['id']} --device cpu"
    again = invoke(*case["rerun"].split()[1:])
    assert again.exit_code == 1
    assert f"FAIL {case['id']}  wrong-value" in again.stdout


def test_the_sweep_is_left_out_on_cpu_and_the_header_says_so(project, invoke):
    path = write_kernel(project / "cuda_src")
    arguments = ["check", "softmax_fake", "--device=cpu", "--json", "r.json"]
    result = invoke(*arguments)
    said = ", most further launches (only with --thorough), width sweep (only with --sweep); -v says more\n"
    assert said in result.stdout.partition("\nnot run   gpu (")[2]
    assert f"1 variant, {len(cases(load_variant(path)))} cases: " in result.stdout
    document = json.loads((project / "r.json").read_text())
    assert NOT_RUN in document["device"]["not_covered"]
    assert document["command"] == arguments
    assert f"\nnot run   {NOT_RUN}\n" in invoke(*arguments, "--verbose").stdout


def test_the_sweep_runs_on_a_gpu_and_where_it_is_asked_for(project, invoke):
    path = write_kernel(project / "cuda_src")
    n_cases = len(cases(load_variant(path)))
    both = f"1 variant, {n_cases + len(SWEEP_WIDTHS)} cases: "
    assert both in invoke("check", "--device", "gpu").stdout
    assert f"1 variant, {n_cases} cases: " in invoke("check", "--device", "gpu", "--no-sweep").stdout
    # A case of every width takes ten times as long.
    write_kernel(project / "cuda_src", requires='["n_cols % 7 == 0"]')
    n_cases = sum(width % 7 == 0 for width in SWEEP_WIDTHS)
    result = invoke("check", "--device", "cpu", "--sweep", "-k", "sweep", "--json", "r.json")
    assert f"{n_cases} cases: {n_cases} passed" in result.stdout
    assert "width sweep" not in result.stdout
    document = json.loads((project / "r.json").read_text())
    assert not any("sweep" in line for line in document["device"]["not_covered"])


class Fleet(StandIn):
    """Has H100 and A100; one case is wrong on an A100."""

    def room(self, need):
        self.kind = need.accelerator
        return 2 if need.accelerator in ("H100", "A100") else 0


@pytest.fixture
def checked(tmp_path, monkeypatch):
    (tmp_path / "k.cu").write_text(NOTHING)
    monkeypatch.chdir(tmp_path)
    ids = {stand_in.key(case): case.id for case in cases(load_variant(tmp_path / "k.cu"))}
    plain = stand_in.cases_in
    monkeypatch.setattr(stand_in, "cases_in", lambda request: [ids[each] for each in plain(request)])

    def behave(case_id, _host, _n_before):
        if engine.kind == "A100" and "-7x3-spread" in case_id:
            return judged(case_id, Verdict.FAIL, Reason.WRONG_VALUE, "wrong")
        return None

    engine = Fleet(behave)
    monkeypatch.setattr("harness.cluster.opening.open_ray", lambda *_: engine)
    settings = Settings.load(tmp_path, environ={"HOME": str(tmp_path)})
    out = io.StringIO()

    def run(*kinds):
        code = run_fleet(
            settings,
            make_console(out),
            Where("", kinds),
            names=("k.cu",),
            expression="1x2 or 7x3",
            json_path=tmp_path / "out.json",
        )
        return code, out.getvalue().splitlines()

    return run, engine, tmp_path


def test_each_kind_has_a_column_and_a_file(checked):
    run, engine, folder = checked
    code, lines = run("H100", "A100")
    assert code == 1
    head, row = lines[-2:]
    assert head.split() == ["variant", "H100", "A100"]
    n_cases = len(json.loads((folder / "out-H100.json").read_text())["variants"][0]["cases"])
    assert row.split() == ["k", "PASS", str(n_cases), "FAIL", "1", "of", str(n_cases)]
    assert json.loads((folder / "out-A100.json").read_text())["exit_code"] == 1
    assert engine.closed


def test_a_kind_that_no_host_has_is_said_and_fails(checked):
    run, _, folder = checked
    code, lines = run("B200", "H100")
    assert code == 1
    assert "not run: no host of the cluster has 1 GPU of type B200 and 1 CPU (got 4 CPU)" in lines
    assert lines[-1].split()[:3] == ["k", "not", "there"]
    assert not (folder / "out-B200.json").exists()
