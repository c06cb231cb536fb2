"""Every setting with its default, unit, range and variable. docs/settings.md is generated from this table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .values import folder_of, integer, matching, one_of, optional, path_of, paths_of, seconds, some_of, truth
from .watch_options import SANITIZERS

PREFIX = "KERNEL_HARNESS_"
FOUND_CASES_FOLDER = "fixtures/found_cases"


DEVICE_KINDS = ("auto", "cpu", "gpu")
"""Values of ``--device``: a kind of device, or ``auto`` for the kind that is available."""

MOST_SEED = 2**31 - 1

ISOLATION_PROCESS = "process"
ISOLATION_NONE = "none"

LEAST_MEMORY_BYTES = 2**30
"""Memory that a worker process needs for small cases, in bytes. Python, NumPy, SciPy, LLVM and NVRTC use a quarter."""
MOST_MEMORY_BYTES = 2**50
MOST_CPU_WORKERS = 8
MOST_GPU_WORKERS = 12

CACHE_LIMIT_BYTES = 2**32
"""Twice the size of all shipped variants with all sixteen CUDA releases of ``tox.ini``, some 130 MB each, in bytes."""


@dataclass(frozen=True)
class Setting:
    """One row of `TABLE`."""

    name: str
    """Name of the field of `Settings`, of the key in ``[tool.kernel-harness]`` and, in capitals after `PREFIX`, of
    the variable."""
    what: str
    """Description for docs/settings.md."""
    default: str
    """Description of the default."""
    unit: str
    """Unit of the value; empty for names and paths."""
    allowed: str
    """Description of the allowed values."""
    read: Callable[[object, Path], object]
    """``read(value, base)`` converts a TOML value or a variable's text to the field's value. Relative paths start
    at `base`. Raises ValueError if the value is not allowed."""

    @property
    def variable(self) -> str:
        """Name of the environment variable."""
        return PREFIX + self.name.upper()


TABLE: tuple[Setting, ...] = (
    Setting(
        "sources",
        "folders and files of the variants",
        "cuda_src in the start folder or next to pyproject.toml, if it exists",
        "",
        "a list of existing folders or .cu files",
        paths_of(folders_only=False),
    ),
    Setting(
        "include_dirs",
        "folders searched for headers, besides a variant's own folder and its include/",
        "none",
        "",
        "a list of existing folders",
        paths_of(folders_only=True),
    ),
    Setting(
        "operations",
        "Python files with the project's own operations, or folders of such files; the files are executed",
        "none",
        "",
        "a list of existing .py files or folders",
        paths_of(folders_only=False),
    ),
    Setting(
        "found_cases",
        "files of cases found by searches; these cases are added to the matrix",
        f"{FOUND_CASES_FOLDER} in the start folder or next to pyproject.toml, if it exists",
        "",
        "a list of existing folders or .toml files",
        paths_of(folders_only=False),
    ),
    Setting(
        "collect",
        "whether pytest collects the kernels under `sources` automatically, if `sources` is set",
        "true",
        "",
        "true or false",
        truth,
    ),
    Setting(
        "device",
        "device that runs the kernels if --device is not given",
        "auto",
        "",
        f"one of {', '.join(DEVICE_KINDS)}",
        one_of(*DEVICE_KINDS),
    ),
    Setting(
        "gpu_index",
        "number of the GPU, counted within CUDA_VISIBLE_DEVICES",
        "0",
        "",
        "a whole number from 0 to 63",
        integer(0, 63),
    ),
    Setting(
        "gpu_count",
        "number of GPUs that share the cases of a suite, the first of them gpu_index; all of one model",
        "1",
        "GPUs",
        "a whole number from 1 to 64",
        integer(1, 64),
    ),
    Setting(
        "compiler",
        "CUDA compiler; auto is nvcc on a gpu if nvcc is installed, else nvrtc",
        "auto",
        "",
        "one of auto, nvrtc, nvcc",
        one_of("auto", "nvrtc", "nvcc"),
    ),
    Setting(
        "cuda",
        "CUDA release of nvrtc; auto is the newest installed wheel, else the release in cuda_home",
        "auto",
        "",
        "auto or a release such as 12.4",
        matching(r"auto|[1-9][0-9]\.[0-9]"),
    ),
    Setting(
        "arch",
        "target architecture on the cpu device; a gpu has its own",
        "sm_90",
        "",
        "an architecture such as sm_90",
        matching(r"sm_[1-9][0-9]{1,2}[af]?"),
    ),
    Setting(
        "nvcc",
        "nvcc to use: a name on PATH or a path",
        "nvcc on PATH, then bin/nvcc of cuda_home",
        "",
        "a program's name or path",
        matching(r"[^\0]+"),
    ),
    Setting(
        "cuda_home",
        "folder of an installed CUDA toolkit",
        "the first of CUDA_HOME, CUDA_PATH, the folder of nvcc on PATH, /usr/local/cuda that contains headers",
        "",
        "an existing folder",
        folder_of,
    ),
    Setting(
        "cache_dir",
        "folder of the compiled code; code in it is executed, so it must be private to you, see trust.md",
        "kernel-harness in XDG_CACHE_HOME or ~/.cache",
        "",
        "a path",
        path_of,
    ),
    Setting(
        "cache_limit_bytes",
        "size beyond which the least recently used cache entries are removed; 0 disables the cache",
        str(CACHE_LIMIT_BYTES),
        "bytes",
        f"a whole number from 0 to {2**40}",
        integer(0, 2**40),
    ),
    Setting(
        "isolation",
        "process in which cases run: process for a worker process, which is replaced after a crash; none for the main "
        "process, without deadlines and memory limit, for use with a debugger",
        ISOLATION_PROCESS,
        "",
        f"one of {ISOLATION_PROCESS}, {ISOLATION_NONE}",
        one_of(ISOLATION_PROCESS, ISOLATION_NONE),
    ),
    Setting(
        "start_deadline_s",
        "maximum time for a worker process to start and open its device; then it is killed and retried once: NOT-RUN",
        "120",
        "seconds",
        "a number from 0.1 to 3600",
        seconds(0.1, 3600),
    ),
    Setting(
        "compile_deadline_s",
        "maximum time for one compilation, or for loading its code on the device; then it is killed: ERROR",
        "180",
        "seconds",
        "a number from 0.1 to 3600",
        seconds(0.1, 3600),
    ),
    Setting(
        "launch_deadline_s",
        "maximum time for one launch on a gpu; then its worker process is killed: HANG",
        "20",
        "seconds",
        "a number from 0.1 to 3600",
        seconds(0.1, 3600),
    ),
    Setting(
        "cpu_launch_deadline_s",
        "maximum time for one launch on the cpu device, in addition to the step budget; verdicts depend on the speed "
        "of the machine only if a launch takes this long",
        "120",
        "seconds",
        "a number from 0.1 to 86400",
        seconds(0.1, 86400),
    ),
    Setting(
        "case_deadline_s",
        "maximum time for one case, including compilation and checks",
        "600",
        "seconds",
        "a number from 1 to 86400",
        seconds(1, 86400),
    ),
    Setting(
        "memory_limit_bytes",
        "maximum private memory of a worker process; a case that needs more ends with ERROR, out-of-memory",
        "three quarters of the machine's or container's memory",
        "bytes",
        f"a whole number from {LEAST_MEMORY_BYTES} to {MOST_MEMORY_BYTES}",
        integer(LEAST_MEMORY_BYTES, MOST_MEMORY_BYTES),
    ),
    Setting(
        "step_budget",
        "maximum number of instructions that one warp executes in one launch on the cpu device; beyond it: HANG",
        "50000000",
        "PTX instructions",
        f"a whole number from 1000 to {10**12}",
        integer(1000, 10**12),
    ),
    Setting(
        "cpu_threads",
        "number of threads that run blocks on the cpu device",
        "the number of cores this process may use",
        "threads",
        "a whole number from 1 to 1024",
        integer(1, 1024),
    ),
    Setting(
        "cpu_workers",
        "number of worker processes that run the cases of a suite in parallel on the cpu device",
        f"the number of cores this process may use, at most {MOST_CPU_WORKERS}, and at most one per 2 GiB of memory",
        "processes",
        "a whole number from 1 to 256",
        integer(1, 256),
    ),
    Setting(
        "gpu_workers",
        "number of worker processes that share one GPU when they run the cases of a suite",
        f"the number of cores this process may use, at most {MOST_GPU_WORKERS}, and at most one per 2 GiB of memory; "
        "several GPUs share the cores",
        "processes",
        "a whole number from 1 to 256",
        integer(1, 256),
    ),
    Setting(
        "keep_going",
        "whether all cases of a kernel that hangs run; otherwise, after two hangs of one block and element type of a "
        "variant, its further cases are NOT-RUN",
        "false",
        "",
        "true or false",
        truth,
    ),
    Setting(
        "sanitizers",
        "checks of each launch on the cpu device; memcheck is always on",
        ", ".join(SANITIZERS),
        "",
        f"a list of {', '.join(SANITIZERS)}",
        some_of(SANITIZERS, SANITIZERS[0]),
    ),
    Setting(
        "schedules",
        "number of other orders of blocks, warps and lanes in which each case is launched again on the cpu device",
        "1",
        "orders",
        "a whole number from 0 to 1000",
        integer(0, 1000),
    ),
    Setting(
        "schedule_seed",
        "seed of the first of these orders, increased by 1 for each further order; case uses each case's own seed",
        "case",
        "",
        f"case, or a whole number from 0 to {MOST_SEED}",
        optional(integer(0, MOST_SEED), "case"),
    ),
    Setting(
        "stress_approximations",
        "seed of the errors of approximate instructions on the cpu device, within the limits of the PTX ISA; off "
        "rounds correctly",
        "off",
        "",
        f"off, or a whole number from 0 to {MOST_SEED}",
        optional(integer(0, MOST_SEED), "off"),
    ),
)
