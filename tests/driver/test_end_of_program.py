"""The driver when a program's process ends: native code may call it after Python has ended."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.driver.program_text import run_text

ROOT = Path(__file__).resolve().parents[2]
# as a destructor of a library does
_CALLS_LATE = """
import ctypes
driver = ctypes.CDLL("libcuda.so.1")
assert driver.cuInit(0) == 0
ctypes.CDLL(None).on_exit(ctypes.cast(driver.cuProfilerStop, ctypes.c_void_p), None)
"""
# as a program does whose launch was interrupted: its binding's error leads to the KeyboardInterrupt
_OWNS_AN_OBJECT = """
import ctypes
driver = ctypes.CDLL("libcuda.so.1")
class Owner:
    def __del__(self):
        print("freed:", driver.cuInit(0), flush=True)
def work():
    owner = Owner()
    try:
        raise RuntimeError
    except RuntimeError:
        raise KeyboardInterrupt
work()
"""
# as PyCUDA's objects that are still alive when Python ends: they print the error of their last call
_OWNS_TO_THE_END = """
import builtins, ctypes, os
driver = ctypes.CDLL("libcuda.so.1")
assert driver.cuInit(0) == 0
class Owner:
    def __init__(self):
        self.driver, self.ctypes, self.write = driver, ctypes, os.write
    def __del__(self):
        told = self.driver.cuMemFree_v2(self.ctypes.c_uint64(0))
        for code in (told, 700, 12345):
            for ask in (self.driver.cuGetErrorName, self.driver.cuGetErrorString):
                text = self.ctypes.c_char_p(b"garbage")
                self.write(1, f"{code} {ask(code, self.ctypes.byref(text))} {text.value}\\n".encode())
builtins.kept = Owner()
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


def test_objects_of_an_interrupted_program_are_freed_while_the_driver_is_there(tmp_path):
    found = run_text(tmp_path, _OWNS_AN_OBJECT)
    assert found.returncode == 130, found.stderr
    assert found.stdout == "freed: 0\n"


def test_a_driver_that_has_ended_says_so_and_tells_the_texts_of_errors(tmp_path):
    found = run_text(tmp_path, _OWNS_TO_THE_END)
    assert found.returncode == 0, found.stderr
    assert found.stdout.splitlines() == [
        "4 0 b'CUDA_ERROR_DEINITIALIZED'",
        "4 0 b'driver shutting down'",
        "700 0 b'CUDA_ERROR_ILLEGAL_ADDRESS'",
        "700 0 b'an illegal memory access was encountered'",
        "12345 1 None",
        "12345 1 None",
    ]
