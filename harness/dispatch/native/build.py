"""Compiles ``quick_call.c`` with the C compiler of this machine: ``python -m kernel_harness.dispatch.native.build``.

The build of a wheel loads this file by its path, so it imports nothing of the package.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_name("quick_call.c")
LIBRARY = "quick_call.abi3.so"
PURE = "KERNEL_HARNESS_PURE"
"""Environment variable: 1 leaves the extension out of a wheel, and unused where it is installed."""

_DIGEST_LENGTH = 16
_COMPILERS = ("cc", "gcc", "clang")
_OPTIONS = ("-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-s")
_DEADLINE_S = 60


class BuildError(Exception):
    """The extension cannot be compiled here; the message says why."""


def source_digest() -> str:
    """Return the digest of ``quick_call.c``; a build stores it in the library."""
    return hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:_DIGEST_LENGTH]


def build(folder: Path) -> Path:
    """Compile the extension.

    Parameters
    ----------
    folder : Path
        Folder for the library.

    Returns
    -------
    Path
        The library; a failed build leaves an older one as it was.

    Raises
    ------
    BuildError
        There is no C compiler, Python's headers are missing, the compiler fails, or this Python has no stable ABI.
    """
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise BuildError(f"Python must be CPython with a GIL (got {sys.version})")
    headers = sysconfig.get_path("include")
    if not Path(headers, "Python.h").is_file():
        raise BuildError(f"Python's headers must be installed (got no Python.h in {headers})")
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch, LIBRARY)
        source = f'-DSOURCE="{source_digest()}"'
        command = [*_compiler(), *_OPTIONS, source, "-I", headers, str(SOURCE), "-o", str(made)]
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=_DEADLINE_S, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise BuildError(f"the C compiler cannot be run (got: {error})") from error
        if ran.returncode != 0:
            raise BuildError(f"the C compiler failed (got: {ran.stderr.strip()[-1000:]})")
        target = folder / LIBRARY
        # Renamed into place: a process that has the old one loaded keeps its file.
        beside = folder / f".{LIBRARY}.{os.getpid()}"
        try:
            shutil.copyfile(made, beside)
            beside.replace(target)
        except OSError as error:
            raise BuildError(f"the extension cannot be written to {folder} (got: {error})") from error
    return target


def _compiler() -> list[str]:
    named = os.environ.get("CC")
    if named:
        return shlex.split(named)
    for name in _COMPILERS:
        path = shutil.which(name)
        if path is not None:
            return [path]
    raise BuildError(
        f"a C compiler is needed (looked for {', '.join(_COMPILERS)}); install one, or name it in CC"
    )


if __name__ == "__main__":
    try:
        print(build(SOURCE.parent))  # noqa: T201
    except BuildError as error:
        sys.exit(f"{error}")
