"""Somebody else's project that has a word of its own for everything the plugin uses: it runs as without the plugin."""

import json
import re
import textwrap
from pathlib import Path

import pytest

from tests.run.fake_device import write_kernel

pytestmark = pytest.mark.slow
PYPROJECT = """
    [project]
    name = "stranger"
    version = "1.0"
    dependencies = ["kernel-harness"]

    [tool.pytest.ini_options]
    addopts = ["--strict-markers", "--strict-config", "--device=tpu", "--search", "fast", "--kernels", "3"]
    filterwarnings = ["error"]
    markers = ["gpu: theirs", "sweep: theirs"]
    pythonpath = ["."]
    testpaths = ["tests"]
"""

CONFTEST = """
    import pytest

    def pytest_addoption(parser):
        parser.addoption("--device", default="cpu")
        parser.addoption("--search", dest="search", default="slow")
        parser.getgroup("theirs").addoption("--kernels", type=int)
        parser.addoption("--search-seed", action="store_true")

    @pytest.fixture
    def kernel_case():
        return "theirs"

    def pytest_generate_tests(metafunc):
        if "kernel_bench_case" in metafunc.fixturenames:
            metafunc.parametrize("kernel_bench_case", ["of", "theirs"])
"""

LATER_CONFTEST = """
    def pytest_addoption(parser):
        parser.addoption("--search-examples", default=1)
"""

TESTS = """
    import sys

    import harness
    import harness.settings.settings
    import pytest


    def test_their_package_is_theirs():
        assert harness.WHOSE == harness.settings.settings.WHOSE == "theirs"


    def test_their_options_are_theirs(pytestconfig):
        assert pytestconfig.getoption("--device") == "tpu"
        assert pytestconfig.getoption("search") == "fast"
        assert pytestconfig.getoption("--kernels") == 3


    @pytest.mark.gpu
    def test_their_gpu_is_theirs():
        pass


    @pytest.mark.sweep
    def test_their_sweep_is_theirs():
        pass


    def test_their_fixture_is_theirs(kernel_case):
        assert kernel_case == "theirs"


    def test_their_parameters_are_theirs(kernel_bench_case):
        assert kernel_bench_case in ("of", "theirs")


    @pytest.mark.parametrize("kernel_case, number", [("mine", 1)])
    def test_marked_parameters_are_theirs(kernel_case, number):
        assert kernel_case == "mine"


    @pytest.mark.skipif(sys.platform == "none", reason="never")
    def test_timed(benchmark):
        assert benchmark(lambda: 1) == 1


    def test_fails():
        raise AssertionError("theirs")
"""


def write_project(folder: Path) -> Path:
    files = {
        "pyproject.toml": PYPROJECT,
        "conftest.py": CONFTEST,
        "tests/test_theirs.py": TESTS,
        "tests/deep/conftest.py": LATER_CONFTEST,
        "tests/deep/test_deep.py": "def test_deep():\n    pass\n",
        "harness/__init__.py": "WHOSE = 'theirs'\n",
        "harness/settings/settings.py": "WHOSE = 'theirs'\n",
        "cuda_src/plain.cu": "__global__ void f() {}\n",
        "tests/plain.cu": "__global__ void f() {}\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    return folder


@pytest.fixture
def stranger(tmp_path):
    return write_project(tmp_path / "project")


@pytest.fixture
def pytest_in(python):
    """Run pytest in a folder with the plugin of the wheel; give exit status, lines and complaints.

    The plugin of hypothesis would import it at the end of every run.
    """

    def run(folder, *arguments, **environ):
        quick = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
        ran = python("-m", "pytest", *quick, *arguments, cwd=folder, **environ)
        return ran.returncode, ran.stdout.splitlines(), ran.stderr

    return run


WITHOUT = ("-p", "no:kernel-harness")


def comparable(lines: list[str]) -> list[str]:
    return [re.sub(r"\d+\.\d+s", "s", line) for line in lines if not line.startswith("plugins: ")]


@pytest.mark.parametrize(
    "arguments",
    [
        ("-v", "-rA", "--benchmark-disable"),
        ("--collect-only", "-q", "-m", "gpu or not sweep", "--device", "xpu"),
        ("--markers",),
        ("tests/plain.cu", "cuda_src"),
    ],
    ids=" ".join,
)
def test_everything_is_as_without_the_plugin(stranger, pytest_in, arguments):
    code, lines, errors = pytest_in(stranger, *arguments)
    expected_code, expected, expected_errors = pytest_in(stranger, *WITHOUT, *arguments)
    assert (code, errors) == (expected_code, expected_errors)
    assert comparable(lines) == comparable(expected)


def test_workers_are_as_without_the_plugin(stranger, pytest_in):
    runs = []
    for options in ((), WITHOUT):
        _, lines, _ = pytest_in(stranger, *options, "-v", "-n", "2", "--benchmark-disable")
        # Workers report in any order.
        runs.append(sorted(re.sub(r"^\[gw\d+\] \[ *\d+%\] ", "", line) for line in comparable(lines)))
    assert [line for line in runs[0] if " workers [" in line]
    assert [line for line in runs[0] if "::" in line] == [line for line in runs[1] if "::" in line]
    assert [line for line in runs[0] if "worker" in line] == [line for line in runs[1] if "worker" in line]


def test_the_comparison_runs_with_the_plugin_and_without(stranger, pytest_in):
    """Or the test above would hold two runs of the same against each other."""
    code, lines, _ = pytest_in(stranger, "--trace-config", "--benchmark-disable")
    assert code == 1
    assert "1 failed, 10 passed" in lines[-1]
    assert any("kernel_harness/plugin.py" in line for line in lines)
    _, lines, _ = pytest_in(stranger, *WITHOUT, "--trace-config", "--benchmark-disable")
    assert "1 failed, 10 passed" in lines[-1]
    assert not any("kernel_harness/plugin" in line for line in lines)


def test_nothing_heavy_is_imported(stranger, pytest_in):
    (stranger / "tests" / "test_theirs.py").write_text(
        "import json, sys\n\ndef test_modules():\n    print('modules:', json.dumps(sorted(sys.modules)))\n",
        encoding="utf-8",
    )
    _, lines, _ = pytest_in(stranger, "-s", "tests/test_theirs.py")
    modules = json.loads(re.search(r"modules: (\[.*\])", "\n".join(lines))[1])
    ours = {name for name in modules if name.partition(".")[0] == "kernel_harness"}
    assert ours == {
        "kernel_harness", "kernel_harness.plugin", "kernel_harness.settings",
        "kernel_harness.settings.project_table", "kernel_harness.settings.watch_options",
        "kernel_harness.errors", "kernel_harness.store", "kernel_harness.store.input_file",
        "kernel_harness.search", "kernel_harness.lazy",
    }  # fmt: skip
    heavy = {"numpy", "scipy", "rich", "click", "cuda", "llvmlite", "ml_dtypes", "hypothesis"}
    assert not heavy & {name.partition(".")[0] for name in modules}


def test_saved_benchmarks_have_no_key_of_ours(stranger, pytest_in):
    pytest_in(stranger, "-k", "test_timed", "--benchmark-json=saved.json")
    saved = json.loads((stranger / "saved.json").read_text(encoding="utf-8"))
    assert len(saved["benchmarks"]) == 1
    assert "kernel_harness" not in saved["machine_info"]


def test_a_variable_that_is_wrong_for_the_harness_says_nothing_here(stranger, pytest_in):
    assert pytest_in(stranger, "--co", "-q", KERNEL_HARNESS_DEVCE="gpu")[0] == 0


def test_sources_of_the_command_line_make_it_active(stranger, pytest_in):
    (stranger / "mine").mkdir()
    write_kernel(stranger / "mine")
    code, lines, errors = pytest_in(stranger, "--kernel-sources", "mine", "--co", "-q")
    assert code == 0, errors
    assert "mine/softmax_fake.cu::softmax_fake-float32-3x33-spread-block32" in lines
    # Their own fixtures win in a run that is active, too.
    assert "tests/test_theirs.py::test_their_fixture_is_theirs" in lines
    assert "tests/test_theirs.py::test_their_parameters_are_theirs[of]" in lines
