"""The driver when a program's process ends: native code may call it after Python has ended."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# as a destructor of a library does
_CALLS_LATE = """
import ctypes
driver = ctypes.CDLL("libcuda.so.1")
assert driver.cuInit(0) == 0
ctypes.CDLL(None).on_exit(ctypes.cast(driver.cuProfilerStop, ctypes.c_void_p), None)
"""


@pytest.mark.parametrize(
    ("end", "status"), [("", 0), ("raise KeyboardInterrupt", 130)], ids=["end", "interrupt"]
)
def test_a_call_from_a_native_destructor_does_not_end_in_a_crash(tmp_path, end, status):
    program = tmp_path / "program.py"
    program.write_text(_CALLS_LATE + end)
    found = subprocess.run(
        [sys.executable, "-m", "harness", "run", str(program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert found.returncode == status, found.stderr
