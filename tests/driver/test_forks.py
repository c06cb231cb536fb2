"""Forks of a program: before the program uses the GPU each has one of its own; afterwards it has none, as on a GPU."""

import json

from harness.driver.attachment import VARIABLE
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


def test_a_fork_has_a_gpu_of_its_own_or_none(tmp_path):
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
