"""The items of the plugin: outcomes, selection, options, the sweep, properties in a JUnit report."""

import dataclasses
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from harness.launch.inputs import KeptProblems
from harness.operation import derived  # loaded before pytest runs in pytest, which unloads what it has loaded
from harness.operation.derived import expected_of
from harness.pytest_plugin.case import properties as properties_of
from harness.run.unjudged import rerun_command
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases, skipped
from harness.variant.selection import SWEEP_WIDTHS, RunCases
from harness.verdict import CaseResult, Verdict
from tests.plugin.conftest import QUICK
from tests.run.fake_device import FakeDevice, write_kernel

ROOT = Path(__file__).parents[2]


def items(result):
    return [line.partition("::")[2] for line in result.outlines if "::" in line]


def ids_of(path):
    return [case.id for case in cases(load_variant(path))]


def test_there_is_one_item_per_case_in_matrix_order(project, run):
    second, first = (write_kernel(project.path / "cuda_src", stem) for stem in ("b", "a"))
    collected = items(run("--collect-only", "-q"))
    assert collected == [f"test_kernel[{each}]" for each in [*ids_of(first), *ids_of(second)]]


def test_a_failure_is_told_without_a_traceback(project, run):
    write_kernel(project.path / "cuda_src", fault="wrong-value")
    result = run("-k", "3x33-spread-block32")
    result.assert_outcomes(failed=1, deselected=result.parseoutcomes()["deselected"])
    assert result.ret == 1
    case_id = "softmax_fake-float32-3x33-spread-block32"
    result.stdout.fnmatch_lines(
        [
            f"*_ test_kernel[[]{case_id}[]] _*",
            "FAIL on cpu: wrong-value",
            "wrong-value: 1 of 99 elements are off*",
            "worst at row 2, column 32: expected *, got *, allowed +-*",
            f"rerun: kernel-harness check softmax_fake -k {case_id} --device cpu",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*def test_kernel*")


def test_a_fault_is_told_once_and_with_v_each_time(project, run, monkeypatch):
    for name in ("CI", "BUILD_NUMBER"):  # pytest's summary would have the text, too
        monkeypatch.delenv(name, raising=False)
    write_kernel(project.path / "cuda_src", fault="wrong-value")
    both = "3x7-spread-block32 or 3x63-spread-block32"
    text = run("-k", both).stdout.str()
    again = "wrong-value: as in softmax_fake-float32-3x7-spread-block32; -v prints it in full\nrerun: kernel-harness"
    assert (text.count(again), text.count("worst at row")) == (1, 1)
    assert run("-k", both, "-v").stdout.str().count("worst at row") == 2


def test_behind_two_hangs_items_fail_without_a_launch(project, run):
    path = write_kernel(project.path / "cuda_src", fault="hang")
    text = run().stdout.str()
    n_cases = len(ids_of(path))
    assert len(re.findall(r"^HANG on cpu: hang$", text, re.MULTILINE)) == 2
    assert len(re.findall(r"^NOT-RUN on cpu: hang$", text, re.MULTILINE)) == n_cases - 2
    assert "--kernel-keep-going" in text
    text = run("--kernel-keep-going").stdout.str()
    assert len(re.findall(r"^HANG on cpu: hang$", text, re.MULTILINE)) == n_cases


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("compile-error", "ERROR on cpu: *"),
        ("hang", "HANG on cpu: hang"),
        ("crash", "ERROR on cpu: *"),
        ("bug", "internal-error: Traceback*"),
    ],
)
def test_whatever_keeps_a_case_from_passing_fails_it(project, run, fault, said):
    write_kernel(project.path / "cuda_src", "a_bad", fault=fault)
    write_kernel(project.path / "cuda_src", "b_good")
    result = run("-k", "3x33-spread-block32")
    assert {**result.parseoutcomes(), "deselected": 0} == {"failed": 1, "passed": 1, "deselected": 0}
    result.stdout.fnmatch_lines([said])


def test_a_wrong_declaration_is_a_failing_item_and_hides_no_other(project, run):
    path = write_kernel(project.path / "cuda_src", "good")
    write_kernel(project.path / "cuda_src", "wrong", blok="[[32]]", dtypes='["float31"]')
    result = run()
    result.assert_outcomes(passed=len(ids_of(path)), failed=2, deselected=5)
    result.stdout.fnmatch_lines(["*_ test_kernel[[]wrong-declaration-line*[]] _*", "ERROR declaration-error"])
    result.stdout.fnmatch_lines(["*wrong.cu:*'blok'*"])
    result.stdout.fnmatch_lines(["*wrong.cu:*'float31'*"])


@pytest.mark.parametrize(("flags", "n_items"), [((), 1), (("--benchmark-enable",), 2)])
def test_a_project_without_kernels_fails_instead_of_skipping(project, run, flags, n_items):
    (project.path / "cuda_src").rmdir()
    result = run(*flags)
    outcomes = result.parseoutcomes()
    assert (outcomes.pop("failed"), set(outcomes) - {"deselected"}) == (n_items, set())
    result.stdout.fnmatch_lines(["*no kernels to test*"])


def test_an_excluded_case_is_skipped_with_its_rule(project, run):
    path = write_kernel(project.path / "cuda_src", requires='["n_cols <= 100"]')
    excluded = skipped(load_variant(path))
    result = run("-rs")
    assert result.parseoutcomes()["skipped"] == len(excluded) > 5
    result.stdout.fnmatch_lines(["*outside `requires`: n_cols <= 100"])


@pytest.fixture
def loose_bound(monkeypatch):
    monkeypatch.setattr("harness.launch.inputs._PROBLEMS", KeptProblems())
    monkeypatch.setattr(
        derived,
        "expected_of",
        lambda operation, problem: {
            name: dataclasses.replace(each, allowed=np.ones(each.reference.shape))
            for name, each in expected_of(operation, problem).items()
        },
    )


def test_an_unproven_case_is_skipped_and_counted_and_fails_a_strict_run(project, run, loose_bound):
    write_kernel(project.path / "cuda_src")
    result = run("-k", "3x33-spread-block32", "-rs")
    assert {**result.parseoutcomes(), "deselected": 0} == {"skipped": 1, "deselected": 0}
    result.stdout.fnmatch_lines(["SKIPPED *UNPROVEN: the error bound of this case also accepts*zeros*"])
    result.stdout.fnmatch_lines(["1 UNPROVEN: *--kernel-strict fails them"])
    result = run("-k", "3x33-spread-block32", "--kernel-strict")
    assert {**result.parseoutcomes(), "deselected": 0} == {"failed": 1, "deselected": 0}
    result.stdout.fnmatch_lines(["UNPROVEN on cpu: vacuous-check", "vacuous-check: *"])


@pytest.mark.parametrize(
    ("expression", "selects"),
    [
        ("strided and not fp16", lambda case: "strided" in case.id and case.dtype != "float16"),
        ("fp16", lambda case: case.dtype == "float16"),
        ("float16", lambda case: case.dtype == "float16"),
        ("contiguous", lambda case: case.layout == "contiguous"),
        ("warp", lambda case: "warp" in case.id),
        ("b_block and nan", lambda case: "b_block" in case.id and case.kind == "nan"),
    ],
)
def test_k_selects_by_id_and_by_short_names(project, run, expression, selects):
    expected = []
    for stem in ("a_warp", "b_block"):
        path = write_kernel(project.path / "cuda_src", stem, dtypes='["float32", "float16"]')
        expected += [f"test_kernel[{case.id}]" for case in cases(load_variant(path)) if selects(case)]
    assert items(run("--collect-only", "-q", "-k", expression)) == expected
    assert expected


def test_the_header_says_what_runs_and_what_does_not(project, run):
    write_kernel(project.path / "cuda_src")
    run("--collect-only").stdout.fnmatch_lines(
        [
            "kernel-harness *: device: cpu: PTX executor on *, sm_90",
            "kernel-harness *: compiler: nvrtc *, CUDA *",
            "kernel-harness *: not run: gpu: *",
            "kernel-harness: not run: benchmarks; --benchmark-only runs them",
        ]
    )


def test_a_gpu_that_is_asked_for_and_not_there_fails_every_case(project, run):
    write_kernel(project.path / "cuda_src", requires='["n_cols <= 8192"]')
    result = run("-k", "3x33-spread or 1x8193", "-rs", device="gpu")
    outcomes = result.parseoutcomes()
    assert (outcomes["failed"], outcomes["skipped"]) == (2, 1), "an excluded case is excluded everywhere"
    result.stdout.fnmatch_lines(
        [
            "NOT-RUN on gpu: device-unavailable",
            "device-unavailable: the gpu device is not available on this machine; missing: driver",
            "2 NOT-RUN: requested cases did not run; *",
        ]
    )
    assert result.ret == 1


def test_sources_can_be_given_on_the_command_line(project, run):
    (project.path / "cuda_src").rmdir()
    (project.path / "here").mkdir()
    (project.path / "there").mkdir()
    paths = [
        write_kernel(project.path / folder, stem) for folder, stem in (("here", "one"), ("there", "two"))
    ]
    write_kernel(project.path / "there", "three")
    given = ("--kernel-sources", "here", "--kernel-sources=there/two.cu")
    result = run(*given, "--collect-only", "-q")
    assert items(result) == [f"test_kernel[{each}]" for path in paths for each in ids_of(path)]
    write_kernel(project.path / "here", "one", fault="wrong-value")
    result = run(*given, "-k", "one and 3x33-spread-block32")
    result.stdout.fnmatch_lines(["rerun: kernel-harness check here/one.cu -k *"])


@pytest.mark.parametrize(
    ("toml", "arguments", "said"),
    [
        ("[tool.kernel-harness]\nsorces = []\n", (), "*closest is 'sources'; allowed: *"),
        ("", ("--kernel-sources", "missing"),
         "*--kernel-sources must name a folder or file that exists (got *missing)"),
        ("", ("--kernel-seeds", "0"), "*--kernel-seeds must be at least 1 (got 0)*"),
        ("", ("--kernel-sanitizers", "all"), "*sanitizers must be a list of memcheck, racecheck, initcheck, *"),
    ],
)  # fmt: skip
def test_settings_that_are_wrong_are_a_usage_error(project, run, toml, arguments, said):
    project.makefile(".toml", pyproject=toml)
    write_kernel(project.path / "cuda_src")
    result = run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([said])


def test_junit_has_the_properties_of_each_case(project, run):
    write_kernel(project.path / "cuda_src", fault="wrong-value")
    run("-k", "3x33-spread-block32", "--junitxml=report.xml")
    (case,) = ET.parse(project.path / "report.xml").iter("testcase")
    properties = {each.get("name"): each.get("value") for each in case.iter("property")}
    assert float(properties.pop("max_error_ulp")) > 1
    assert float(properties.pop("max_error_ratio")) > 1
    assert int(properties.pop("seed")) >= 0
    assert properties == {
        "case": "softmax_fake-float32-3x33-spread-block32",
        "variant": "softmax_fake", "dtype": "float32", "shape": "3x33", "block": "32", "input": "spread",
        "layout": "contiguous", "device": "cpu", "verdict": "FAIL", "reasons": "wrong-value",
        "kernel_us": "11.0",
    }  # fmt: skip
    case = cases(load_variant(project.path / "cuda_src" / "softmax_fake.cu"))[0]
    result = CaseResult(
        case.id, case.variant.id, "cpu", Verdict.PASS, unseen_impostors=("rows swapped", "zeros")
    )
    assert dict(properties_of(case, result))["unseen_impostors"] == "rows swapped,zeros"


def test_a_test_may_use_the_result_itself(project, run):
    for stem, declared in (
        ("a_bad", {"fault": "wrong-value"}),
        ("b_good", {}),
        ("c_wrong", {"blok": "[[32]]"}),
    ):
        write_kernel(project.path / "cuda_src", stem, **declared)
    project.makepyfile(
        test_kernels="""
        def test_kernel(kernel_case):
            passes = kernel_case.run().verdict.value == "PASS"
            assert passes == (kernel_case.case.variant.id == "b_good")
        """
    )
    outcomes = run("-k", "3x33-spread-block32 or declaration").parseoutcomes()
    assert (outcomes["passed"], outcomes["failed"]) == (2, 1)


def test_the_device_is_opened_once_and_closed(project, run, monkeypatch):
    opened = []

    def open_cpu(_settings):
        opened.append(FakeDevice())
        return opened[-1]

    monkeypatch.setattr("harness.run.session.open_cpu", open_cpu)
    write_kernel(project.path / "cuda_src")
    run("--collect-only")
    assert not opened
    run()
    (device,) = opened
    assert device.closed
    assert len(device.compiled) == 1


def test_a_module_that_cannot_be_collected_leaves_the_summary_whole(project, run):
    write_kernel(project.path / "cuda_src")
    (project.path / "test_broken.py").write_text("import no_such_module_anywhere\n")
    result = run("-k", "3x33-spread-block32")
    result.stdout.fnmatch_lines(["*ModuleNotFoundError*no_such_module_anywhere*"])
    result.stdout.no_fnmatch_line("*AttributeError*")
    assert result.ret == pytest.ExitCode.INTERRUPTED


@pytest.mark.parametrize("is_installed", [True, False])
def test_the_projects_own_conftest_never_loads_the_plugin_twice(pytester, monkeypatch, is_installed):
    """With an entry point, as after `pip install -e .`, and without one."""
    site = pytester.mkdir("site")
    if is_installed:
        metadata = site / "kernel_harness-0.1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: kernel-harness\nVersion: 0.1.0\n")
        (metadata / "entry_points.txt").write_text("[pytest11]\nkernel-harness = kernel_harness.plugin\n")
    monkeypatch.setenv("PYTHONPATH", f"{site}:{ROOT}:{ROOT}/harness/checkout", prepend=":")
    pytester.makeconftest((ROOT / "conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(
        "def test_option(pytestconfig):\n    assert pytestconfig.getoption('kernel_device') == 'cpu'\n"
    )
    pytester.runpytest_subprocess("--kernel-device", "cpu", *QUICK).assert_outcomes(passed=1)


def test_the_documentation_has_every_option_and_property(project, run):
    write_kernel(project.path / "cuda_src")
    text = (ROOT / "docs" / "pytest.md").read_text(encoding="utf-8")
    group = run("--help").stdout.str().partition("CUDA kernels:")[2].partition("\n\n")[0]
    options = set(re.findall(r"^  (--[a-z-]+)", group, re.MULTILINE))
    assert options == {f"--{name}" for name in re.findall(r"^\| `--([a-z-]+)", text, re.MULTILINE)}
    assert options
    run("-k", "3x33-spread-block32", "--junitxml=report.xml")
    names = {each.get("name") for each in ET.parse(project.path / "report.xml").iter("property")}
    sentence = text.partition("gets properties for each case: ")[2].partition(".\n")[0]
    assert names | {"reasons", "unseen_impostors"} == set(re.findall(r"`(\w+)`", sentence))


NOT_RUN = (
    "*: not run: width sweep: every width up to 1100 and around each power of two up to 65536; "
    "-m kernel_sweep runs it"
)


def test_seeds_add_items(project, run):
    variant = load_variant(write_kernel(project.path / "cuda_src"))
    collected = items(run("--collect-only", "-q", "--kernel-seeds", "3"))
    assert collected == [f"test_kernel[{case.id}]" for case in RunCases(n_seeds=3).cases(variant)]
    outcomes = run("--kernel-seeds", "2", "-k", "3x33-spread-seed1").parseoutcomes()
    assert (outcomes["passed"], outcomes.get("failed", 0)) == (1, 0)


def test_the_sweep_is_made_on_a_gpu_and_on_cpu_when_m_names_it(project, run):
    path = write_kernel(project.path / "cuda_src")
    n_matrix = len(cases(load_variant(path)))
    assert len(items(run("--collect-only", "-q"))) == n_matrix
    run("--collect-only").stdout.fnmatch_lines([NOT_RUN])

    swept = run("--collect-only", "-q", "-m", "kernel_sweep")
    assert len(items(swept)) == len(SWEEP_WIDTHS)
    assert all("-sweep-" in item for item in items(swept))
    run("--collect-only", "-m", "kernel_sweep").stdout.no_fnmatch_line(NOT_RUN)
    assert len(
        items(run("--collect-only", "-q", "-m", "kernel_sweep or not kernel_sweep"))
    ) == n_matrix + len(SWEEP_WIDTHS)
    run("-m", "kernel_sweep", "-k", "3x77-sweep or 3x778-sweep").assert_outcomes(
        passed=2, deselected=n_matrix + 3 + len(SWEEP_WIDTHS) - 2
    )
    # A file that is named itself has a sweep, too. On a GPU it is there unless -m leaves it out.
    assert len(items(run("--collect-only", "-q", "-m", "kernel_sweep", str(path)))) == len(SWEEP_WIDTHS)
    assert len(items(run("--collect-only", "-q", device="gpu"))) == n_matrix + len(SWEEP_WIDTHS)
    assert len(items(run("--collect-only", "-q", "-m", "not kernel_sweep", device="gpu"))) == n_matrix


OPTIONS = (
    "--kernel-sanitizers", "racecheck", "--kernel-schedules", "0", "--kernel-schedule-seed", "3",
    "--kernel-stress-approximations", "4",
)  # fmt: skip


def test_options_reach_the_cases(project, run):
    variant = load_variant(write_kernel(project.path / "cuda_src", fault="wrong-value"))
    (case, *_) = cases(variant)
    settings = Settings.load(
        project.path, sanitizers="racecheck", schedules=0, schedule_seed=3, stress_approximations=4
    )
    command = rerun_command(case, device_kind="cpu", settings=settings)
    assert "--sanitizers memcheck,racecheck --schedules 0" in command
    result = run(*OPTIONS, "-k", case.id)
    assert result.parseoutcomes()["failed"] == 1
    assert command.partition(" -k ")[2] in "".join(line.strip() + " " for line in result.outlines)
    assert "--schedules" not in run("-k", case.id).stdout.str()
