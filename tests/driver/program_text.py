"""Runs the text of a program on the virtual GPU, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import forked

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = tuple(ROOT / "fixtures" / name for name in ("programs", "texture_programs", "found_programs"))
PATHS = {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, *FOLDERS)))}
PRELUDE = """
import ctypes, os, subprocess, sys
import numpy as np
from cuda.bindings import driver, nvrtc
from programs_cuda import check, kernel, start
start()
def compiled(source, *options, arch="sm_90", wanted="CUBIN", name="mine.cu"):
    program = check(nvrtc.nvrtcCreateProgram(source.encode(), name.encode(), 0, [], []))
    check(nvrtc.nvrtcCompileProgram(program, 1 + len(options), [f"-arch={arch}".encode(), *options]))
    code = b" " * check(getattr(nvrtc, f"nvrtcGet{wanted}Size")(program))
    check(getattr(nvrtc, f"nvrtcGet{wanted}")(program, code))
    return code
def function_of(code, name="k"):
    return check(driver.cuModuleGetFunction(check(driver.cuModuleLoadData(code)), name.encode()))
def launch(function, threads, *values, blocks=1, stream=0, ask=driver.cuLaunchKernel):
    kinds = tuple(ctypes.c_int if type(value) is int else ctypes.c_uint64 for value in values)
    rest = () if ask is driver.cuLaunchCooperativeKernel else (0,)
    return ask(function, blocks, 1, 1, threads, 1, 1, 0, stream, (tuple(map(int, values)), kinds), *rest)[0]
"""


def run_text(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a program by ``kernel-harness run``; it may import the module of ``fixtures/programs``."""
    program = folder / "program.py"
    program.write_text(text)
    return run_file(program, *options)


def run_file(program: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "harness", "run", *options, str(program)]
    given = {"cwd": ROOT, "env": os.environ | PATHS, "capture_output": True, "text": True, "timeout": 300}
    return forked.run(command, **given, check=False)


def run_right(folder: Path, text: str, *, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a program that prints that its results are right; `status` is 1 for one with findings."""
    found = run_text(folder, text)
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == status, found.stderr
    return found
