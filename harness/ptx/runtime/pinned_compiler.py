"""The C compiler of the shipped runtime: clang of the ``ziglang`` wheel, pinned to one version."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).parent
ZIG_VERSION = "0.13.0"
FLAGS = (
    "-std=c11", "-O1", "-g0", "-S", "-emit-llvm", "-target", "x86_64-linux-gnu", "-fno-sanitize=all",
    "-fno-unroll-loops", "-fno-vectorize", "-fno-slp-vectorize", "-fno-strict-aliasing",
    "-ffp-contract=off", "-fno-math-errno",
    "-fno-stack-protector", "-Wall", "-Wextra", "-Werror",
)  # fmt: skip


class NoCompilerError(Exception):
    """The pinned compiler is not installed; the message says how to install it."""


def require_compiler() -> None:
    """Raise `NoCompilerError` unless the pinned version is installed."""
    try:
        found = metadata.version("ziglang")
    except metadata.PackageNotFoundError:
        found = "none"
    if found != ZIG_VERSION:
        raise NoCompilerError(
            f"the runtime is made with ziglang {ZIG_VERSION} (got {found}): "
            "pip install -c requirements.lock -e '.[runtime]'"
        )


def compile_c(source: str, *more: str) -> tuple[str, str]:
    """Compile one unit with `FLAGS`."""
    require_compiler()
    with tempfile.TemporaryDirectory() as folder:
        unit, output = Path(folder) / "runtime.c", Path(folder) / "runtime.ll"
        unit.write_text(source)
        command = [sys.executable, "-m", "ziglang", "cc", *FLAGS, *more, str(unit), "-o", str(output)]
        # the compiler's cache would drop its printed output
        caches = dict.fromkeys(("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"), str(Path(folder) / "cache"))
        done = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, **caches}
        )
        return output.read_text(), done.stdout
