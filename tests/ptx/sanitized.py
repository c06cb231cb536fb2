"""Run tests with the C runtime under AddressSanitizer and UndefinedBehaviorSanitizer.

    python -m tests.ptx.sanitized [arguments of pytest]

gcc compiles the runtime into a shared library, and the tests' executors load that instead of the shipped LLVM IR. What
a kernel does itself is not instrumented. The first finding ends the process, its report is on standard error.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from harness.ptx import native
from harness.ptx.runtime.make_layout import LAYOUT
from harness.ptx.runtime.make_runtime import HERE, sources_unit

LIBRARY = "KERNEL_HARNESS_TESTS_RUNTIME"
"""Environment variable with the path of the library."""
FLAGS = (
    "-std=c11", "-O1", "-g", "-fPIC", "-shared", "-fno-omit-frame-pointer", "-fno-strict-aliasing",
    "-ffp-contract=off", "-fno-math-errno", "-frounding-math",
    "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all",
)  # fmt: skip


def find_sanitizers() -> list[str]:
    """Return the paths of the sanitizers' libraries; empty where gcc or one of them is missing."""
    found = []
    for name in ("libasan.so", "libubsan.so"):
        try:
            done = subprocess.run(["gcc", f"-print-file-name={name}"], check=True, capture_output=True, text=True)
        except (FileNotFoundError, subprocess.CalledProcessError):
            return []
        found.append(done.stdout.strip())
    return found if all(Path(path).is_absolute() for path in found) else []


def build(folder: Path, sources: Path = HERE) -> Path:
    """Compile the C files of `sources` into a library in `folder`."""
    unit = folder / "runtime.c"
    unit.write_text(sources_unit(LAYOUT.read_text()).replace(str(HERE), str(sources)))
    library = folder / "runtime.so"
    subprocess.run(["gcc", *FLAGS, str(unit), "-o", str(library), "-lm"], check=True)
    return library


def run_pytest(library: Path, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run tests with the library; standard error is not captured, or reports of the sanitizers would be lost."""
    environment = {
        **os.environ,
        LIBRARY: str(library),
        "LD_PRELOAD": " ".join(find_sanitizers()),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }
    command = [sys.executable, "-m", "pytest", "-p", "tests.ptx.sanitized", "--capture=sys", *arguments]
    return subprocess.run(command, env=environment, text=True, check=False, **options)


def pytest_configure() -> None:
    """Let executors of this process load the library."""
    library = ctypes.CDLL(os.environ[LIBRARY])

    def load(engine: native._Engine, cache: object) -> dict[str, int]:
        names = (*native._DEFINITION.findall(native.runtime_text()), *native._TABLES)
        return {name: ctypes.addressof(ctypes.c_char.in_dll(library, name)) for name in names}

    native._Engine._load_runtime = load


def pytest_report_header() -> str:
    """Say so above the tests."""
    return f"runtime under sanitizers: {os.environ[LIBRARY]}"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(run_pytest(build(Path(folder)), *sys.argv[1:]).returncode)
