"""Forks of a program, and the driver that other processes of the machine have."""

import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from harness.driver.attachment import VARIABLE
from harness.driver.elf import MACHINES, UNSERVED, shared_library
from harness.errors import DeviceError
from harness.settings.settings import passed_environment
from tests.driver.program_text import run_text

_PROGRAM = """
import ctypes
import multiprocessing
import os
import sys


def run(n_threads):
    from cuda.bindings import driver
    from programs_cuda import check, kernel, start

    start()
    function = kernel('extern "C" __global__ void k(int *out) { out[threadIdx.x] = 1; }', "k")
    memory = check(driver.cuMemAlloc(128))
    driver.cuLaunchKernel(function, 1, 1, 1, n_threads, 1, 1, 0, 0, ((int(memory),), (ctypes.c_uint64,)), 0)
    driver.cuMemFree(memory)  # an error after a fault
    return os.getpid()


def refused():
    from cuda.bindings import driver

    return [each.name for each in (driver.cuInit(0)[0], driver.cuMemAlloc(4)[0], driver.cuDriverGetVersion()[0])]


def in_fork(work):
    child = os.fork()
    if child == 0:
        print(work() or "right", flush=True)
        sys.exit(7)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


with multiprocessing.get_context("fork").Pool(1) as pool:
    assert pool.map(run, [32]) != [os.getpid()]
in_fork(lambda: run(33) and None)
run(32)
in_fork(refused)
"""


def test_a_fork_has_a_gpu_of_its_own_or_none(tmp_path, monkeypatch):
    # With nothing cached the runtime is still being compiled, in a thread, when the program forks.
    monkeypatch.setenv("KERNEL_HARNESS_CACHE_DIR", str(tmp_path / "cache"))
    report = tmp_path / "report.json"
    found = run_text(tmp_path, _PROGRAM, "--json", str(report))
    assert found.stdout.splitlines() == [
        "right",
        "7",
        "['CUDA_ERROR_NOT_INITIALIZED', 'CUDA_ERROR_NOT_INITIALIZED', 'CUDA_SUCCESS']",
        "7",
    ], (found.stdout, found.stderr)
    assert found.returncode == 1
    document = json.loads(report.read_text())
    assert [each["reason"] for each in document["findings"]] == ["oob-write"]
    assert document["launches"] == 3
    assert found.stderr.count("launches on a virtual") == 1


def test_a_worker_hears_of_the_virtual_gpu():
    """Workers of the ``gpu`` device start with few variables."""
    assert passed_environment({VARIABLE: "{}", "TOKEN": "secret"}) == {VARIABLE: "{}"}


ROOT = Path(__file__).resolve().parents[2]
_ASK = """
import ctypes
driver = ctypes.CDLL("libcuda.so.1")
print(driver.cuInit(0))
"""
_LATE = """
import ctypes, pathlib
ctypes.CDLL("libcuda.so.1")
from harness.driver.attachment import attach
from harness.settings.settings import Settings
attach(Settings.load(pathlib.Path.cwd(), device="cpu"))
"""
pytestmark = pytest.mark.skipif(platform.machine() not in MACHINES, reason="no library for this processor")


@pytest.fixture
def environ(tmp_path):
    """Plant a driver where the loader finds it: each of its functions returns `UNSERVED`."""
    (tmp_path / "libcuda.so.1").write_bytes(shared_library("libcuda.so.1", ("cuInit",), platform.machine()))
    return os.environ | {"LD_LIBRARY_PATH": str(tmp_path), "PYTHONPATH": str(ROOT)}


def _run(tmp_path, environ, program, *before):
    (tmp_path / "program.py").write_text(program)
    given = {"cwd": tmp_path, "env": environ, "capture_output": True, "text": True, "timeout": 60}
    return subprocess.run([sys.executable, *before, "program.py"], **given, check=False)


def test_a_program_gets_the_real_driver_unless_it_is_run_on_the_virtual_one(tmp_path, environ):
    virtual = _run(tmp_path, environ, _ASK, "-m", "harness", "run")
    # afterwards, so that nothing that the run leaves behind may replace the real one
    plain = _run(tmp_path, environ, _ASK)
    assert (virtual.stdout, plain.stdout) == ("0\n", f"{UNSERVED}\n"), virtual.stderr + plain.stderr


def test_a_process_that_has_the_real_driver_keeps_it(tmp_path, environ):
    late = _run(tmp_path, environ, _LATE)
    assert f"{DeviceError.__name__}: the process must not have loaded a CUDA driver" in late.stderr
    assert f"(got {tmp_path / 'libcuda.so.1'})" in late.stderr
