"""A machine with a real driver: programs get it, unless `kernel-harness run` was asked for the virtual one."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

from harness.driver.elf import MACHINES, UNSERVED, shared_library
from harness.errors import DeviceError

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
    return subprocess.run(
        [sys.executable, *before, "program.py"],
        cwd=tmp_path,
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_program_gets_the_real_driver_unless_it_is_run_on_the_virtual_one(tmp_path, environ):
    virtual = _run(tmp_path, environ, _ASK, "-m", "harness", "run")
    # afterwards, so that nothing that the run leaves behind may replace the real one
    plain = _run(tmp_path, environ, _ASK)
    assert (virtual.stdout, plain.stdout) == ("0\n", f"{UNSERVED}\n"), virtual.stderr + plain.stderr


def test_a_process_that_has_the_real_driver_keeps_it(tmp_path, environ):
    late = _run(tmp_path, environ, _LATE)
    assert f"{DeviceError.__name__}: the process must not have loaded a CUDA driver" in late.stderr
    assert f"(got {tmp_path / 'libcuda.so.1'})" in late.stderr
