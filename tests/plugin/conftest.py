from importlib.metadata import entry_points
from pathlib import Path

import pytest
import scipy.special  # noqa: F401 - see `loaded`

import harness.operation.bounded
import harness.pytest_plugin.bench
import harness.pytest_plugin.case
import harness.trace.origin  # noqa: F401 - see `loaded`
from harness.operation.catalogue import shipped_operations
from harness.run.target import expected_target
from harness.search import load_engine
from harness.settings.settings import Settings
from tests.run.fake_device import FakeDevice, open_no_gpu

ROOT = Path(__file__).parents[2]

# Where the package is installed, its entry point loads the plugin.
INSTALLED = any(entry.value == "kernel_harness.plugin" for entry in entry_points(group="pytest11"))
LOAD = () if INSTALLED else ("-p", "kernel_harness.plugin")
# Its plugin imports hypothesis at the end of every run, also of each worker's; no kernel test uses it.
QUICK = ("-W", "error", "-p", "no:cacheprovider", "-p", "no:hypothesispytest")
# pytest-benchmark 5.2 warns in every parallel run.
QUICK += ("-W", "ignore:Benchmarks are automatically disabled")

BOTH_TESTS = """
    def test_kernel(kernel_case):
        kernel_case.check()

    def test_benchmark(kernel_bench_case):
        kernel_bench_case.measure()
"""


@pytest.fixture(scope="session")
def loaded(tmp_path_factory):
    """Load for good what a run in this process would load: pytester forgets it after each run.

    Compiled modules such as NumPy's cannot be loaded twice in a process; hypothesis takes long each time.
    """
    load_engine()
    shipped_operations()
    folder = tmp_path_factory.mktemp("loaded")
    expected_target("cpu", Settings.load(folder, environ={"HOME": str(folder)}))


@pytest.fixture
def project(pytester, monkeypatch, loaded):
    """Make a user's project of one test file, on a machine with the fake cpu device and without a gpu."""
    # PYTEST_XDIST_WORKER: pytest-benchmark takes the inner run for a part of a parallel one, and disables itself.
    for name in ("KERNEL_HARNESS_DEVICE", "KERNEL_HARNESS_SOURCES", "PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER"):
        monkeypatch.delenv(name, raising=False)
    # The fake device is this process's: a worker would open the real one.
    monkeypatch.setenv("KERNEL_HARNESS_ISOLATION", "none")
    monkeypatch.setattr("harness.run.session.open_cpu", lambda _settings: FakeDevice())
    # The fake device executes no PTX that could be traced.
    monkeypatch.setattr("harness.trace.origin.with_origins", lambda outcomes, _runner: outcomes)
    monkeypatch.setattr("harness.run.session.open_gpu", open_no_gpu)
    pytester.makepyfile(test_kernels=BOTH_TESTS)
    (pytester.path / "cuda_src").mkdir()
    return pytester


@pytest.fixture
def run(project):
    """Run pytest on the project in this process, with warnings as errors; on cpu unless told otherwise."""

    def run_pytest(*arguments, device="cpu"):
        chosen = ("--kernel-device", device) if device else ()
        return project.runpytest_inprocess(*LOAD, *QUICK, *chosen, *arguments)

    return run_pytest


@pytest.fixture
def run_elsewhere(project, monkeypatch):
    """Run pytest on the project in a process of its own, whose cpu device is the fake one as well."""
    project.makeconftest(
        """
        import harness.run.session
        import harness.trace.origin
        from tests.run.fake_device import FakeDevice

        harness.run.session.open_cpu = lambda settings: FakeDevice()
        harness.trace.origin.with_origins = lambda outcomes, runner: outcomes
        """
    )
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=":")

    def run_pytest(*arguments):
        return project.runpytest_subprocess(*LOAD, *QUICK, *arguments)

    return run_pytest
