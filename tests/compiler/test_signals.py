"""A signal that comes while NVRTC compiles reaches the program, in which NVRTC has handlers of its own meanwhile."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

_PROGRAM = """
import os, signal
os.environ["OPENBLAS_NUM_THREADS"] = "1"
from harness.compiler.backend.nvrtc_library import open_library

library = open_library("auto", None)
heard = []
signals = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
for number in signals:
    signal.signal(number, lambda number, frame: heard.append(number))
lines = "".join(f"x = __sinf(x * {number}.5f) + y[{number} % 7];" for number in range(3000))
source = 'extern "C" __global__ void k(float *y) { float x = 1.0f; ' + lines + " *y = x; }"
print("ready", flush=True)
library.compile(source.encode(), "k.cu", ["--gpu-architecture=compute_90"], {}, want_cubin=False)
for number in signals:
    signal.signal(number, signal.SIG_IGN)
print(*sorted(set(heard)), flush=True)
os._exit(0)
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_waits_for_the_compiler(number):
    program = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with program:
        try:
            assert program.stdout.readline() == "ready\n"
            deadline_s = time.monotonic() + 60
            while program.poll() is None and time.monotonic() < deadline_s:
                program.send_signal(number)
                time.sleep(0.02)
            assert (program.returncode, program.stdout.read()) == (0, f"{int(number)}\n")
        finally:
            program.kill()
