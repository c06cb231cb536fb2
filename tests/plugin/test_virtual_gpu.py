"""``--kernel-virtual-gpu``: findings by test."""

import sys

TESTS = """
import atexit

import pytest
from cuda.bindings import driver

atexit.register(lambda: print("at exit:", *driver.cuDeviceGetCount()))


@pytest.fixture(scope="module")
def memory():
    driver.cuInit(0)
    driver.cuCtxSetCurrent(driver.cuDevicePrimaryCtxRetain(0)[1])
    return driver.cuMemAlloc(64)[1]


def test_name():
    driver.cuInit(0)
    assert b"A100" in driver.cuDeviceGetName(64, 0)[1]


def test_right(memory):
    assert driver.cuMemsetD8(memory, 0, 64)[0] == 0


@pytest.mark.parametrize("n", [1, 2])
def test_wrong(memory, n):
    driver.cuMemsetD8(memory, 0, 65)


@pytest.mark.virtual_gpu_findings("copy-out-of-bounds")
def test_wrong_on_purpose(memory):
    driver.cuMemsetD8(memory, 0, 65)
"""


def test_a_test_with_a_finding_fails_and_one_without_passes(pytester):
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess("--kernel-virtual-gpu", "sm_80", "-p", "no:cacheprovider")
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(
        [
            "FOUND copy-out-of-bounds: *",
            "  called by *.py:*, in test_wrong",
            "* virtual GPU *",
            "0 launches on a virtual NVIDIA A100-SXM4-40GB (sm_80), *: 2 findings, 0 notes",
            "at exit: 0 1",  # exit handlers, such as PyCUDA's, still have the driver
        ]
    )


def test_the_architecture_is_checked(pytester):
    result = pytester.runpytest_subprocess("--kernel-virtual-gpu", "sm_70")
    result.stderr.fnmatch_lines(["*--kernel-virtual-gpu*sm_80*"])


def test_a_suite_that_makes_warnings_errors_starts(pytester):
    pytester.makepyfile("def test_nothing(): pass")
    options = ("-q", "-W", "error", "-p", "no:cacheprovider")
    result = pytester.run(sys.executable, "-m", "kernel_harness", "run", "-m", "pytest", *options)
    result.assert_outcomes(passed=1)
