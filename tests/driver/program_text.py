"""Runs the text of a program on the virtual GPU, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PRELUDE = """
import ctypes, os, subprocess, sys
import numpy as np
from cuda.bindings import driver, nvrtc
from programs_cuda import check, kernel, start
start()
"""


def run_text(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a program by ``kernel-harness run``; it may import the module of ``fixtures/programs``."""
    program = folder / "program.py"
    program.write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "harness", "run", *options, str(program)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'fixtures' / 'programs'}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def run_right(folder: Path, text: str, *, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a program that prints that its results are right; `status` is 1 for one with findings."""
    found = run_text(folder, text)
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == status, found.stderr
    return found
