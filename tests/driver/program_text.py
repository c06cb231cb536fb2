"""Runs the text of a program on the virtual GPU, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run_text(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a program by ``kernel-harness run``; it may import the module of ``fixtures/programs``.

    Parameters
    ----------
    folder : Path
        Folder that gets the program's file.
    text : str
        The program.
    options : str
        Options of the command.
    """
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
