"""Devices and pipes in a folder of a test's own, so that nothing can happen to the machine's."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

NULL, ZERO, FULL = 3, 5, 7
"""Minor numbers of /dev/null, /dev/zero and /dev/full (devices.txt of Linux)."""
_MEMORY = 1


def make_device(path: Path, minor: int) -> Path:
    """Make a character device; skips the test where this user may not, or the folder's file system has none."""
    try:
        os.mknod(path, 0o666 | stat.S_IFCHR, os.makedev(_MEMORY, minor))
        with path.open("rb"):
            pass
    except OSError as error:
        pytest.skip(f"devices cannot be made or opened here: {error}")
    return path


def run_program(*arguments: object, **options) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own, without a pipe on its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "kernel_harness", *map(str, arguments)],
        **{"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, "timeout": 300, **options},
    )
