"""Runs spread over processes: each has its GPU, and what comes out is what a run in one process gives."""

import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path

import pytest

from harness.device.selection import count_gpus
from harness.settings.settings import Settings
from harness.variant.declaration.discovery import load_variant
from harness.variant.matrix import cases
from tests.plugin.conftest import LOAD, QUICK, ROOT
from tests.run.fake_device import write_kernel

pytestmark = pytest.mark.slow
TWO_GPUS = """
    import pathlib
    import harness.pytest_plugin.session
    import harness.run.session
    from tests.run.fake_device import FakeDevice

    def open_gpu(settings):
        return FakeDevice(kind="gpu")

    harness.run.session.open_gpu = open_gpu
    harness.run.session.open_cpu = lambda settings: FakeDevice()
    harness.pytest_plugin.session.count_gpus = lambda: 2
"""
MANY = 2 if os.cpu_count() != 2 else 3
KERNELS = ("softmax_warp_row", "softmax_naive")
Results = dict[str, dict[str, str | None]]


def results(report: Path) -> Results:
    found = {}
    for case in ET.parse(report).iter("testcase"):
        properties = {each.get("name", ""): each.get("value") for each in case.iter("property")}
        properties.pop("kernel_us", None)
        found[f"{case.get('classname')}::{case.get('name')}"] = properties
    return found


def path_here() -> dict[str, str]:
    """Let a process find this package where it is not installed, and whatever else is on the path."""
    known = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([str(ROOT), *([known] if known else [])])} if LOAD else {}


def write_repository(folder: Path) -> None:
    shutil.copytree(ROOT / "cuda_src" / "include", folder / "src" / "include")
    for stem in KERNELS:
        shutil.copy(ROOT / "cuda_src" / f"{stem}.cu", folder / "src")
    (folder / "pyproject.toml").write_text('[tool.kernel-harness]\nsources = ["src"]\n', encoding="ascii")


@pytest.fixture
def run_on_two(project, monkeypatch):
    """Run pytest on kernels, in a process of its own, on a machine with two GPUs that are fake."""
    project.makeconftest(TWO_GPUS)
    monkeypatch.setenv("PYTHONPATH", str(ROOT), prepend=":")

    def run(*arguments, report="report.xml"):
        project.runpytest_subprocess(
            *LOAD,
            *QUICK,
            "--kernel-device",
            "gpu",
            "-m",
            "not kernel_sweep",
            f"--junitxml={report}",
            *arguments,
        ).stdout.fnmatch_lines(["*=*passed*=*"])
        return results(project.path / report)

    return run


def test_each_worker_has_its_gpu_and_results_are_those_of_one_process(project, run_on_two):
    path = write_kernel(project.path / "cuda_src", requires='["n_cols <= 33"]')
    serial = run_on_two("-n", "0")
    spread = run_on_two("-n", "3")
    n_cases = len(cases(load_variant(path)))
    assert len(serial) == len(spread) > n_cases
    assert {each.get("gpu_index") for each in serial.values()} == {"0", None}
    counts = Counter(each.pop("gpu_index", None) for each in spread.values())
    assert set(counts) == {"0", "1", None}, "a skipped case ran nowhere"
    for each in serial.values():
        each.pop("gpu_index", None)
    assert spread == serial


def test_n_auto_is_a_worker_for_each_gpu(project, run_on_two):
    """xdist itself starts one for each core, and the machine has another number of those."""
    project.makeconftest(TWO_GPUS.replace("lambda: 2", f"lambda: {MANY}"))
    write_kernel(project.path / "cuda_src", requires='["n_cols <= 33"]')
    project.makepyfile(
        test_count="""
        import os

        def test_count(record_property):
            record_property("n_workers", os.environ["PYTEST_XDIST_WORKER_COUNT"])
        """
    )
    found = run_on_two("-n", "auto", "-k", "test_count or 3x33-spread")
    assert {each["n_workers"] for each in found.values() if "n_workers" in each} == {str(MANY)}


def results_of_workers(folder: Path, n_workers: str, *arguments: str, **more: str) -> Results:
    """Run pytest in a process of its own, in so many workers, and return what its JUnit report has."""
    report = folder / f"{n_workers}.xml"
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = (*LOAD, *QUICK, "-q", "-n", n_workers, f"--junitxml={report}", *arguments)
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *command],
        cwd=folder,
        env=environ | path_here() | more,
        timeout=500,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert ended.returncode == 0, ended.stdout
    return results(report)


def test_the_cpu_device_gives_the_same_in_several_processes(tmp_path: Path) -> None:
    """On the real executor, through files that nobody has a test for."""
    write_repository(tmp_path)
    arguments = ("--kernel-device", "cpu", "-k", "float32 and 3x3")
    alone, spread = (results_of_workers(tmp_path, n_workers, *arguments) for n_workers in ("0", "2"))
    assert len(alone) >= 10
    assert alone == spread


@pytest.mark.kernel_gpu
def test_two_gpus_give_what_one_gives(tmp_path: Path) -> None:
    """The same on real GPUs: workers on both, in the order of CUDA_VISIBLE_DEVICES, and the results of one."""
    n_gpus = count_gpus()
    if n_gpus < 2:
        pytest.skip(f"needs two GPUs (got {n_gpus})")
    listed = os.environ.get("CUDA_VISIBLE_DEVICES") or ",".join(str(index) for index in range(n_gpus))
    backwards = ",".join(reversed(listed.split(",")[:2]))
    write_repository(tmp_path)
    arguments = ("--kernel-device", "gpu", "-m", "not kernel_sweep")
    alone, spread = (
        results_of_workers(tmp_path, n_workers, *arguments, CUDA_VISIBLE_DEVICES=visible)
        for n_workers, visible in (("0", listed), ("2", backwards))
    )
    used = {each.pop("gpu_index", None) for each in spread.values()} - {None}
    assert used == {"0", "1"}
    for each in alone.values():
        each.pop("gpu_index", None)
    assert alone == spread
    assert Settings.load(tmp_path).gpu_index == 0
