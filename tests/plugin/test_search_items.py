import pytest

import harness.pytest_plugin.case
from harness.errors import UsageError
from tests.run.fake_device import write_kernel

pytestmark = pytest.mark.usefixtures("kernels")

QUICK = ("--kernel-search", "--kernel-search-examples=20")


@pytest.fixture
def kernels(project):
    write_kernel(project.path / "cuda_src", "a_wrong", fault="wrong-value")
    write_kernel(project.path / "cuda_src", "b_good")
    return project


def test_each_kernel_has_an_item_that_fails_with_the_smallest_case(kernels, run):
    result = run(*QUICK, "-k", "search", "--junitxml=r.xml")
    outcomes = result.parseoutcomes()
    assert (outcomes["passed"], outcomes["failed"]) == (1, 1)
    result.stdout.fnmatch_lines(
        [
            "FAIL a_wrong-float32-1x1-spread-block32  wrong-value",
            "input row 0: *",
            "rerun: kernel-harness check a_wrong -k a_wrong-float32-1x1-spread-block32 --device cpu",
        ]
    )
    xml = (kernels.path / "r.xml").read_text()
    assert '<property name="search_seed" value="0"' in xml
    assert '<property name="verdict" value="FAIL"' in xml


def test_the_matrix_runs_beside_the_searches(run):
    plain = run("-k", "b_good").parseoutcomes()
    searched = run(*QUICK, "-k", "b_good").parseoutcomes()
    assert searched["passed"] == plain["passed"] + 1


def test_a_file_that_is_named_has_its_own_search(run):
    result = run(*QUICK, "-k", "search", "cuda_src/b_good.cu")
    outcomes = result.parseoutcomes()
    assert outcomes["passed"] == 1
    assert "failed" not in outcomes
    collected = run(*QUICK, "--collect-only", "-q", "--kernel-files", "cuda_src").stdout.str()
    assert collected.count("::search[") == 2
    assert "cuda_src/a_wrong.cu::search[a_wrong]" in collected


def test_a_project_without_tests_is_searched_all_the_same(kernels, run):
    (kernels.path / "test_kernels.py").unlink()
    write_kernel(kernels.path / "cuda_src", "c_broken", blok="[[32]]")
    outcomes = run(*QUICK).parseoutcomes()
    # The wrong declaration is not lost: it is an item that fails.
    assert (outcomes["passed"], outcomes["failed"]) == (1, 2)


def test_a_gpu_that_is_not_there_is_not_run(run):
    result = run(*QUICK, "-k", "search and b_good", device="gpu")
    assert result.parseoutcomes()["failed"] == 1
    result.stdout.fnmatch_lines(["NOT-RUN b_good", "1 NOT-RUN: requested cases did not run; *"])


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--kernel-search-examples=0", "--kernel-search-examples must be from 1 to 1000000 (got 0)"),
        ("--kernel-search-seed=-1", "--kernel-search-seed must be from 0 to 2147483647 (got -1)"),
    ],
)
def test_numbers_out_of_range_are_refused(run, option, said):
    result = run("--kernel-search", option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert said in result.stderr.str() + result.stdout.str()


def test_without_hypothesis_the_command_to_install_it_is_named(run, monkeypatch):
    def missing():
        raise UsageError("pip install hypothesis")

    monkeypatch.setattr(harness.pytest_plugin.case, "load_engine", missing)
    result = run("--kernel-search")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "pip install hypothesis" in result.stderr.str() + result.stdout.str()
