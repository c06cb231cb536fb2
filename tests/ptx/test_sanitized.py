"""The sanitizers that the runtime runs under are awake, and the executor runs what they watch."""

import ctypes
import os
import subprocess
import sys

import pytest

from harness.ptx.launch.executor import Executor
from tests.ptx.sanitized import LIBRARY, find_sanitizers, main

under_sanitizers = pytest.mark.skipif(
    LIBRARY not in os.environ, reason="run by `python -m tests.ptx.sanitized`, as CI does"
)


def call(function: str, arguments: str) -> subprocess.CompletedProcess[str]:
    script = f"import ctypes; lib = ctypes.CDLL({os.environ[LIBRARY]!r}); lib.{function}({arguments}); print('done')"
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)


@under_sanitizers
@pytest.mark.parametrize(
    ("function", "bad", "good", "report"),
    [
        (
            "kh_planted_overflow",
            "(ctypes.c_int * 40)(), 40",
            "(ctypes.c_int * 40)(), 39",
            "AddressSanitizer: heap-buffer-overflow",
        ),
        ("kh_planted_shift", "40", "30", "runtime error: shift exponent 40 is too large"),
    ],
)
def test_planted_defect_ends_the_process(function: str, bad: str, good: str, report: str) -> None:
    assert call(function, good).stdout == "done\n"
    done = call(function, bad)
    assert done.returncode != 0
    assert done.stdout == ""
    assert report in done.stderr


@under_sanitizers
def test_executor_runs_the_library(executor: Executor) -> None:
    library = ctypes.CDLL(os.environ[LIBRARY])
    addresses = executor.runtime._engine.addresses
    assert len(addresses) > 100
    for name, address in addresses.items():
        assert ctypes.addressof(ctypes.c_char.in_dll(library, name)) == address


def test_missing_compiler_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert find_sanitizers() == []
    assert main([]) == 2
    assert "the runtime was not run under sanitizers" in capsys.readouterr().err
