"""The sanitizers that the runtime runs under are awake, and the executor runs what they watch."""

import ctypes
import os
import subprocess
import sys

import numpy as np
import pytest

from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import Watch
from harness.ptx.layout import ACCESS_READ, SPACE_CODES, Alloc, Launch, Worker
from tests.ptx.ptx_text import kernel
from tests.ptx.sanitized import LIBRARY, find_sanitizers, main

under_sanitizers = pytest.mark.skipif(
    LIBRARY not in os.environ, reason="run by `python -m tests.ptx.sanitized`, as CI does"
)


def call(function, arguments):
    return run(
        f"import ctypes; lib = ctypes.CDLL({os.environ[LIBRARY]!r}); lib.{function}({arguments}); print('done')"
    )


def run(script):
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)


@under_sanitizers
@pytest.mark.parametrize(("function", "bad", "good", "report"), [
    ("kh_planted_overflow", "(ctypes.c_int * 40)(), 40", "(ctypes.c_int * 40)(), 39",
     "AddressSanitizer: heap-buffer-overflow"),
    ("kh_planted_shift", "40", "30", "runtime error: shift exponent 40 is too large"),
])  # fmt: skip
def test_planted_defect_ends_the_process(function, bad, good, report):
    assert call(function, good).stdout == "done\n"
    done = call(function, bad)
    assert done.returncode != 0
    assert done.stdout == ""
    assert report in done.stderr


@under_sanitizers
def test_executor_runs_the_library(executor):
    library = ctypes.CDLL(os.environ[LIBRARY])
    addresses = executor.runtime._engine.addresses
    assert len(addresses) > 100
    for name, address in addresses.items():
        assert ctypes.addressof(ctypes.c_char.in_dll(library, name)) == address


def find_memory_below_its_address():
    """The difference of a host and a device address is negative: no pointer has it."""
    library = ctypes.CDLL(os.environ[LIBRARY])
    library.kh_check_lane.restype = ctypes.c_void_p
    host = (ctypes.c_uint8 * 64)()
    base = ctypes.addressof(host) + (1 << 40)
    alloc = Alloc(base, 64, base, base + 64, ctypes.addressof(host), 0)
    launch = Launch(allocs=ctypes.addressof(alloc), n_allocs=1)
    worker = Worker(launch=ctypes.addressof(launch))
    place = SPACE_CODES["global"], 0, ctypes.c_uint64(base + 8), 4, 0, ACCESS_READ
    assert library.kh_check_lane(ctypes.byref(worker), *place) == ctypes.addressof(host) + 8


def screen_row_at_odd_word():
    """The shadow of a warp's row is read in pieces of 8 bytes, wherever the row starts."""
    text = kernel(
        """
        mov.u32 %r2, row;
        mad.lo.u32 %r2, %r0, 4, %r2;
        st.shared.u32 [%r2+4], %r0;
        ld.shared.u32 %r3, [%r2+4];""",
        ".shared .align 8 .b8 row[136];\n",
    )
    executor = Executor(n_workers=1)
    args = np.uint64(0), np.uint64(0), np.uint32(0)
    report = executor.launch(
        executor.load(text), "k", (1, 1, 1), (32, 1, 1), args, watch=Watch(undefined=True)
    )
    assert (report.faults, report.exact) == ((), 0)


@under_sanitizers
@pytest.mark.parametrize("check", [find_memory_below_its_address, screen_row_at_odd_word])
def test_fault_that_the_sanitizers_found_is_gone(check):
    loaded = "from tests.ptx import sanitized, test_sanitized as tests; sanitized.pytest_configure()"
    done = run(f"{loaded}; tests.{check.__name__}(); print('done')")
    assert done.stdout == "done\n", done.stderr


def test_missing_compiler_is_said(monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert find_sanitizers() == []
    assert main([]) == 2
    assert "the runtime was not run under sanitizers" in capsys.readouterr().err
