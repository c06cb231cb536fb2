"""`--device` and the other short names: there in a configured project, unless somebody else has an option so called."""

import pytest

from harness.pytest_plugin.short_options import SHORT_OPTIONS, in_full, without_values
from harness.settings.project_table import is_configured
from tests.run.fake_device import write_kernel

REPORT = """
    def pytest_report_header(config):
        options = vars(config.option)
        names = ("device", "search", "kernel_device", "kernel_search", "kernel_search_examples", "kernel_files")
        return "options: " + " ".join(f"{name}={options[name]}" for name in names if name in options)
"""
TABLE = "[tool.kernel-harness]\n"


@pytest.fixture
def options(project, run):
    """Run pytest in a configured project; give what the options are."""
    project.makefile(".toml", pyproject=TABLE)
    (project.path / "reporting.py").write_text(REPORT.replace("\n    ", "\n"), encoding="utf-8")
    project.syspathinsert()

    def read(*arguments, device=None):
        result = run("-p", "reporting", "--collect-only", *arguments, device=device)
        (line,) = [line for line in result.outlines if line.startswith("options: ")] or [result.stderr.str()]
        return line.removeprefix("options: ")

    return read


NONE = "kernel_device=None kernel_search=False kernel_search_examples=500 kernel_files=False"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), NONE),
        (("--device", "cpu"), NONE.replace("device=None", "device=cpu")),
        (("--device=cpu",), NONE.replace("device=None", "device=cpu")),
        (("--kernels",), NONE.replace("files=False", "files=True")),
        (
            ("--search", "--search-examples", "7"),
            NONE.replace("search=False", "search=True").replace("500", "7"),
        ),
    ],
)
def test_short_names_are_read_in_a_configured_project(options, arguments, expected):
    assert options(*arguments) == expected


def test_they_may_stand_in_addopts_and_files(project, options, monkeypatch):
    expected = NONE.replace("device=None", "device=cpu").replace("files=False", "files=True")
    (project.path / "options.txt").write_text("--kernels\n--device\ncpu\n", encoding="utf-8")
    assert options("@options.txt") == expected
    monkeypatch.setenv("PYTEST_ADDOPTS", "--kernels")
    project.makefile(".toml", pyproject=TABLE + "[tool.pytest.ini_options]\naddopts = ['--device', 'cpu']\n")
    assert options() == expected


def test_a_value_that_makes_no_sense_is_refused(options):
    assert "argument --kernel-device: invalid choice: 'tpu'" in options("--device", "tpu")


@pytest.mark.parametrize("arguments", [("--device", "tpu"), ("--device=tpu",), ("--device", "cpu")])
def test_an_option_of_the_projects_own_wins(project, options, arguments):
    project.makeconftest("def pytest_addoption(parser):\n    parser.addoption('--device')\n")
    value = arguments[-1].rpartition("=")[2]
    assert options(*arguments, "--search") == f"device={value} {NONE}".replace("search=False", "search=True")


@pytest.mark.parametrize("adding", ["parser.addoption", "parser.getgroup('other').addoption"])
def test_an_option_of_another_plugin_wins(project, options, adding):
    (project.path / "other.py").write_text(
        f"def pytest_addoption(parser):\n    {adding}('--search', action='append')\n", encoding="utf-8"
    )
    found = options("-p", "other", "--search", "deep", "--device", "cpu", "--kernel-search")
    assert found == "search=['deep'] " + NONE.replace("device=None", "device=cpu").replace(
        "search=False", "search=True"
    )


def test_a_conftest_that_is_found_later_clashes_with_nothing(project, options):
    (project.path / "deep").mkdir()
    (project.path / "deep" / "conftest.py").write_text(
        "def pytest_addoption(parser):\n    parser.addoption('--device')\n", encoding="utf-8"
    )
    (project.path / "deep" / "test_deep.py").write_text("def test_deep():\n    pass\n", encoding="utf-8")
    assert options("--device", "cpu") == NONE.replace("device=None", "device=cpu")


def test_the_value_is_no_path_that_is_named(project, options):
    """Or the conftest.py in testpaths would be found too late for its options."""
    project.makefile(".toml", pyproject=TABLE + "[tool.pytest.ini_options]\ntestpaths = ['mine']\n")
    (project.path / "mine").mkdir()
    (project.path / "mine" / "conftest.py").write_text(
        "def pytest_addoption(parser):\n    parser.addoption('--search')\n", encoding="utf-8"
    )
    (project.path / "mine" / "test_mine.py").write_text("def test_mine():\n    pass\n", encoding="utf-8")
    found = options("--device", "cpu", "--search-examples", "3", "--search", "mine")
    assert found == "search=mine " + NONE.replace("device=None", "device=cpu").replace("500", "3")


def test_elsewhere_there_are_none(project, run):
    result = run("--device", "cpu", device=None)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*unrecognized arguments: --device*"])


@pytest.mark.parametrize("is_configured_project", [True, False])
def test_workers_get_what_the_short_names_say(project, run_elsewhere, is_configured_project):
    write_kernel(project.path / "cuda_src")
    if is_configured_project:
        (project.path / "test_kernels.py").write_text(
            "def test_device(pytestconfig):\n    assert pytestconfig.getoption('kernel_device') == 'cpu'\n",
            encoding="utf-8",
        )
        run_elsewhere("-n", "1", "--device", "cpu").assert_outcomes(passed=1)
    else:
        (project.path / "cuda_src" / "softmax_fake.cu").write_text("// not declared\n", encoding="utf-8")
        assert run_elsewhere("-n", "1", "--device", "cpu").ret == pytest.ExitCode.USAGE_ERROR


def test_only_options_are_replaced():
    arguments = ["--device", "gpu", "-k", "device", "--devices=1", "--device=cpu", "--", "--device", "x"]
    expected = ["--kernel-device", "gpu", "-k", "device", "--devices=1", "--kernel-device=cpu", "--"]
    assert in_full(arguments, SHORT_OPTIONS) == [*expected, "--device", "x"]
    assert in_full(arguments, ["--search"]) == arguments


def test_only_values_of_short_names_are_removed():
    arguments = ["--device", "gpu", "gpu", "--search-seed", "-1", "tests", "--search-examples", "tests", "--"]
    expected = ["--device", "gpu", "--search-seed", "tests", "--search-examples", "tests", "--"]
    assert without_values([*arguments, "--device", "gpu"], SHORT_OPTIONS) == [*expected, "--device", "gpu"]
    assert without_values(["--device", "gpu"], []) == ["--device", "gpu"]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, False),
        ({"pyproject.toml": TABLE}, True),
        ({"pyproject.toml": "[tool]\nkernel-harness = {}\n"}, True),
        ({"pyproject.toml": "[project]\ndependencies = ['kernel-harness']\n"}, False),
        ({"pyproject.toml": "[tool.kernel-harness\n"}, False),
        ({"pyproject.toml": "\udcff"}, False),
        ({"../pyproject.toml": TABLE}, True),
        ({"../pyproject.toml": TABLE, ".git": "gitdir: elsewhere\n"}, False),
        ({"../pyproject.toml": TABLE, "../.git/HEAD": ""}, True),
        ({"cuda_src/include/a.cu": "__global__ void f() {}\n"}, False),
        ({"cuda_src/deep/a.cu": "\n// /// variant\n"}, True),
        ({"../cuda_src/a.cu": "// /// variant\n"}, False),
        ({"../cuda_src/a.cu": "// /// variant\n", "../pyproject.toml": ""}, True),
    ],
)
def test_what_counts_as_configured(tmp_path, monkeypatch, files, expected):
    monkeypatch.delenv("KERNEL_HARNESS_SOURCES", raising=False)
    folder = tmp_path / "project"
    folder.mkdir()
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert is_configured(folder) is expected
    monkeypatch.setenv("KERNEL_HARNESS_SOURCES", "kernels")
    assert is_configured(folder)
