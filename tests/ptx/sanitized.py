"""Run tests with the C runtime under AddressSanitizer and UndefinedBehaviorSanitizer.

    python -m tests.ptx.sanitized [options and tests for pytest]
    python -m tests.ptx.sanitized --build FOLDER    # prints the path of the library, for $SANITIZED_RUNTIME

gcc compiles the runtime into a shared library, and the tests' executors load that instead of the shipped LLVM IR. What
a kernel does itself is not instrumented. The first finding ends the process; its report is on standard error.
"""

import ctypes
import os
import subprocess
import sys
import tempfile
import weakref
from pathlib import Path

import numpy as np

from harness.ptx.codegen import native
from harness.ptx.launch import preparation
from harness.ptx.runtime.make_runtime import LAYOUT, sources_unit

LIBRARY = "SANITIZED_RUNTIME"
"""Environment variable with the path of the library; where it is set nothing is built."""
FLAGS = (
    "-std=c11", "-O1", "-g", "-fPIC", "-shared", "-fno-omit-frame-pointer", "-fno-strict-aliasing",
    "-ffp-contract=off", "-fno-math-errno", "-frounding-math",
    "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all",
)  # fmt: skip
NO_RUNTIME = (
    "codegen", "isa", "reading", "test_make_runtime.py", "lower/test_integer.py",
)  # fmt: skip
"""Tests of this folder that hardly call the runtime; without arguments all others are run."""
RECORDED = ("test_gpu_vectors.py", "test_gpu_textures.py")
"""Tests of ``tests/agreement`` that run each recorded form of an instruction; run in addition to this folder."""
REPEATED = ("test_breadth.py", "lower/test_unrecorded_forms.py")
"""Tests whose kernels call what the kernels of other tests call, and take long to compile."""
OLD_ARCHS = ("sm_75", "sm_80", "sm_89")
"""Without arguments a test of several architectures runs with the newest only: the runtime knows no architecture."""
NOT_RUN = (
    "assembler_refuses", "were_recorded", "was_recorded_of", "programs_are_of_both_kinds",
    "missing_lane_may_be_dropped", "launch_that_ends_within_its_budget", "random_flow_agrees",
    "library_copy_on_a_barrier", "library_cluster_sum", "writes_before_are_seen_after",
    "kernel_that_synchronises_its_grid_traps", "structs_by_value", "local_arrays",
)  # fmt: skip
"""Of files that are run, costly tests that reach no block of the runtime's code that others do not reach."""
SLOW = ("test_gpu_vectors", "test_switch", "fenced", "initialised")
"""Of the slow tests, those that do, and all operands that a GPU was given."""
PLANTED = """
int kh_planted_overflow(const int *numbers, int n) { return numbers[n]; }
int kh_planted_shift(int distance) { return 1 << distance; }
"""
"""Two defects, by which tests see that the sanitizers are awake."""


def find_sanitizers() -> list[str]:
    """Return the paths of the sanitizers' libraries; empty where gcc or one of them is missing."""
    found = []
    for name in ("libasan.so", "libubsan.so"):
        try:
            done = subprocess.run(
                ["gcc", f"-print-file-name={name}"], check=True, capture_output=True, text=True
            )
        except (FileNotFoundError, subprocess.CalledProcessError):
            return []
        found.append(done.stdout.strip())
    return found if all(Path(path).is_absolute() for path in found) else []


def build(folder: Path) -> Path:
    """Compile the runtime into a library in `folder`."""
    unit = folder / "runtime.c"
    unit.write_text(sources_unit(LAYOUT.read_text()) + PLANTED)
    library = folder / "runtime.so"
    subprocess.run(["gcc", *FLAGS, str(unit), "-o", str(library), "-lm"], check=True)
    return library


def built(folder: Path) -> Path:
    """Return the library that the environment names; without one, build it in `folder`."""
    return Path(os.environ[LIBRARY]) if LIBRARY in os.environ else build(folder)


def environment(library: Path) -> dict[str, str]:
    """Return the environment of a process that `use_library` can be called in."""
    return {
        **os.environ,
        LIBRARY: str(library),
        "LD_PRELOAD": " ".join(find_sanitizers()),
        # What allocated is told by its innermost frame: walking the stack at each of Python's allocations takes time.
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:malloc_context_size=1",
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }


def run_pytest(library: Path, *arguments: str) -> int:
    """Run tests with the library. Standard error is not captured, or the sanitizers' reports would be lost."""
    command = [sys.executable, "-m", "pytest", "-p", "tests.ptx.sanitized", "--capture=sys", *arguments]
    return subprocess.run(command, env=environment(library), check=False).returncode


def pytest_configure() -> None:
    """Let executors of this process load the library."""
    use_library()


def use_library() -> None:
    """Let executors of this process load the library, and give their workers buffers of the exact size."""
    library = ctypes.CDLL(os.environ[LIBRARY])
    libc = ctypes.CDLL(None)

    def load(engine: native._Engine, cache: object) -> dict[str, int]:
        names = (*native._DEFINITION.findall(native.runtime_text()), *native._TABLES)
        return {name: ctypes.addressof(ctypes.c_char.in_dll(library, name)) for name in names}

    def exact_buffer(worker_memory: preparation.Arena, name: str, size: int) -> int:
        known = worker_memory._buffers.get(name)
        if known is not None and known[0] == max(size, 1):
            return known[1]
        size = max(size, 1)
        address = ctypes.c_void_p()
        if libc.posix_memalign(
            ctypes.byref(address), ctypes.c_size_t(preparation._ALIGNMENT), ctypes.c_size_t(size)
        ):
            raise MemoryError
        data = np.frombuffer((ctypes.c_uint8 * size).from_address(address.value), np.uint8)
        data[:] = 0
        weakref.finalize(data, libc.free, address)
        worker_memory._buffers[name] = size, address.value, data
        return address.value

    native._Engine._load_runtime = load
    preparation.Arena._buffer = exact_buffer


def pytest_report_header() -> str:
    """Say so above the tests."""
    return f"runtime under sanitizers: {os.environ[LIBRARY]}"


def main(arguments: list[str]) -> int:
    """Build the library and run the tests, those of this folder where none is named; 2 where a sanitizer is missing."""
    if not find_sanitizers():
        sys.stderr.write(
            "no gcc with libasan and libubsan (install gcc): the runtime was not run under sanitizers\n"
        )
        return 2
    if arguments[:1] == ["--build"]:
        sys.stdout.write(f"{build(Path(arguments[1]))}\n")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        here = Path(__file__).parent
        left_out = [here / name for name in (*NO_RUNTIME, *REPEATED)]
        assert all(path.exists() for path in left_out)
        if not any(Path(argument.partition("::")[0]).exists() for argument in arguments):
            left_out_too = " or ".join((*OLD_ARCHS, *NOT_RUN))
            arguments = [
                "-k",
                f"not ({left_out_too}) and (not slow or {' or '.join(SLOW)})",
                *arguments,
                str(here),
                *(str(here.parent / "agreement" / name) for name in RECORDED),
                *(f"--ignore={path}" for path in left_out),
            ]
        return run_pytest(built(Path(folder)), *arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
