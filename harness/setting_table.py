"""Every setting with its default, unit, range and variable; documentation is made from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .setting_values import (
    folder_of,
    integer,
    matching,
    one_of,
    optional,
    path_of,
    paths_of,
    seconds,
    some_of,
    truth,
)

PREFIX = "KERNEL_HARNESS_"
FOUND_CASES_FOLDER = "fixtures/found_cases"
BASELINES_FOLDER = "fixtures/baselines"
CUDA_RESULTS_FOLDER = ".kernel-harness/cuda"

SANITIZERS = ("memcheck", "racecheck", "initcheck", "synccheck")
"""What the cpu device can be told to look for; the first is always on, since it is what keeps the process whole."""

DEVICE_KINDS = ("auto", "cpu", "gpu")
"""What ``--device`` takes: a kind of device, or whichever is there."""

MOST_SEED = 2**31 - 1

ISOLATION_PROCESS = "process"
ISOLATION_NONE = "none"

LEAST_MEMORY_BYTES = 2**30
"""What a worker needs for itself and small cases: Python, NumPy, SciPy, LLVM and NVRTC take a quarter of it."""
MOST_MEMORY_BYTES = 2**50
MOST_CPU_WORKERS = 8

CACHE_LIMIT_BYTES = 2**32
"""Twice what the family takes with all sixteen CUDA releases of ``tox.ini``, some 130 MB for each."""


@dataclass(frozen=True)
class Setting:
    """One row of `TABLE`.

    Parameters
    ----------
    name : str
        Field of `Settings`, key in ``[tool.kernel-harness]`` and, in capitals after `PREFIX`, the variable.
    what : str
        What it decides.
    default : str
        The default, in words.
    unit : str
        Unit of the value, empty for names and paths.
    allowed : str
        The range or the set of allowed values, in words.
    read : callable
        ``read(value, base)`` turns a TOML value or a variable's text into the field's value; paths are
        relative to `base`. Raises ValueError when the value is outside `allowed`.
    """

    name: str
    what: str
    default: str
    unit: str
    allowed: str
    read: Callable[[object, Path], object]

    @property
    def variable(self) -> str:
        """Name of the environment variable."""
        return PREFIX + self.name.upper()


TABLE: tuple[Setting, ...] = (
    Setting(
        "sources",
        "where the variants are",
        "cuda_src in the start folder or beside pyproject.toml, where there is one",
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
        "files that declare operations of the project's own, and folders of such; they are Python and are run",
        "none",
        "",
        "a list of existing .py files or folders",
        paths_of(folders_only=False),
    ),
    Setting(
        "found_cases",
        "files of cases that a search has found, which are part of the matrix",
        f"{FOUND_CASES_FOLDER} in the start folder or beside pyproject.toml, where there is one",
        "",
        "a list of existing folders or .toml files",
        paths_of(folders_only=False),
    ),
    Setting(
        "baselines",
        "where benchmark results are kept by `kernel-harness history`",
        f"{BASELINES_FOLDER} beside pyproject.toml",
        "",
        "a path",
        path_of,
    ),
    Setting(
        "collect",
        "whether pytest collects the kernels under `sources` by itself, where `sources` is set",
        "true",
        "",
        "true or false",
        truth,
    ),
    Setting(
        "cuda_results",
        "where `kernel-harness cuda check` keeps what a CUDA release made of the variants",
        f"{CUDA_RESULTS_FOLDER} beside pyproject.toml",
        "",
        "a path",
        path_of,
    ),
    Setting(
        "device",
        "where kernels run when no --device is given",
        "auto",
        "",
        f"one of {', '.join(DEVICE_KINDS)}",
        one_of(*DEVICE_KINDS),
    ),
    Setting(
        "gpu_index",
        "which GPU, counted within CUDA_VISIBLE_DEVICES",
        "0",
        "",
        "a whole number from 0 to 63",
        integer(0, 63),
    ),
    Setting(
        "compiler",
        "who compiles; auto is nvcc on a gpu where nvcc is installed, else nvrtc",
        "auto",
        "",
        "one of auto, nvrtc, nvcc",
        one_of("auto", "nvrtc", "nvcc"),
    ),
    Setting(
        "cuda",
        "the CUDA release whose nvrtc compiles; auto is the newest among the wheels, else that of cuda_home",
        "auto",
        "",
        "auto or a release such as 12.4",
        matching(r"auto|[1-9][0-9]\.[0-9]"),
    ),
    Setting(
        "arch",
        "architecture compiled for on the cpu device; a gpu names its own",
        "sm_90",
        "",
        "an architecture such as sm_90",
        matching(r"sm_[1-9][0-9]{1,2}[af]?"),
    ),
    Setting(
        "nvcc",
        "the nvcc to use: a name on PATH or a path",
        "nvcc on PATH, then bin/nvcc of cuda_home",
        "",
        "a program's name or path",
        matching(r"[^\0]+"),
    ),
    Setting(
        "cuda_home",
        "folder of an installed CUDA toolkit",
        "the first of CUDA_HOME, CUDA_PATH, the folder of nvcc on PATH, /usr/local/cuda that has headers",
        "",
        "an existing folder",
        folder_of,
    ),
    Setting(
        "cache_dir",
        "where compiled code is kept, which is run: a private folder of your own, see trust.md",
        "kernel-harness in XDG_CACHE_HOME or ~/.cache",
        "",
        "a path",
        path_of,
    ),
    Setting(
        "cache_limit_bytes",
        "size at which the least recently used entries are removed; 0 keeps nothing",
        str(CACHE_LIMIT_BYTES),
        "bytes",
        f"a whole number from 0 to {2**40}",
        integer(0, 2**40),
    ),
    Setting(
        "isolation",
        "where cases run: in a worker process that is replaced when a kernel ends it, or, for a debugger, in the "
        "process itself, without deadlines and memory limit",
        ISOLATION_PROCESS,
        "",
        f"one of {ISOLATION_PROCESS}, {ISOLATION_NONE}",
        one_of(ISOLATION_PROCESS, ISOLATION_NONE),
    ),
    Setting(
        "start_deadline_s",
        "time a worker process may take to start and to open its device before it is killed and another is tried, "
        "once: NOT-RUN",
        "120",
        "seconds",
        "a number from 0.1 to 3600",
        seconds(0.1, 3600),
    ),
    Setting(
        "compile_deadline_s",
        "time one compilation, or making its code ready for the device, may take before it is killed: ERROR",
        "180",
        "seconds",
        "a number from 0.1 to 3600",
        seconds(0.1, 3600),
    ),
    Setting(
        "launch_deadline_s",
        "time one launch on a gpu may take before its process is killed: HANG",
        "20",
        "seconds",
        "a number from 0.1 to 3600",
        seconds(0.1, 3600),
    ),
    Setting(
        "cpu_launch_deadline_s",
        "the same on the cpu device, beyond the step budget: no verdict depends on how fast a machine is unless a "
        "launch takes this long",
        "120",
        "seconds",
        "a number from 0.1 to 86400",
        seconds(0.1, 86400),
    ),
    Setting(
        "case_deadline_s",
        "time one case may take in all, compiling and judging included",
        "600",
        "seconds",
        "a number from 1 to 86400",
        seconds(1, 86400),
    ),
    Setting(
        "memory_limit_bytes",
        "private memory that a worker process may have; a case that needs more is an ERROR, out-of-memory",
        "three quarters of the machine's or container's memory",
        "bytes",
        f"a whole number from {LEAST_MEMORY_BYTES} to {MOST_MEMORY_BYTES}",
        integer(LEAST_MEMORY_BYTES, MOST_MEMORY_BYTES),
    ),
    Setting(
        "step_budget",
        "instructions one warp may execute in one launch on the cpu device: HANG beyond",
        "50000000",
        "PTX instructions",
        f"a whole number from 1000 to {10**12}",
        integer(1000, 10**12),
    ),
    Setting(
        "cpu_threads",
        "threads that run blocks on the cpu device",
        "as many as cores this process may use",
        "threads",
        "a whole number from 1 to 1024",
        integer(1, 1024),
    ),
    Setting(
        "cpu_workers",
        "processes that run cases of the cpu device side by side, where a whole suite is run",
        f"as many as cores this process may use, {MOST_CPU_WORKERS} at most, each with 2 GiB of memory",
        "processes",
        "a whole number from 1 to 256",
        integer(1, 256),
    ),
    Setting(
        "sanitizers",
        "what is looked for in each launch on the cpu device; memcheck always is",
        ", ".join(SANITIZERS),
        "",
        f"a list of {', '.join(SANITIZERS)}",
        some_of(SANITIZERS, SANITIZERS[0]),
    ),
    Setting(
        "schedules",
        "other orders of blocks, warps and lanes in which a case is launched again on the cpu device",
        "1",
        "orders",
        "a whole number from 0 to 1000",
        integer(0, 1000),
    ),
    Setting(
        "schedule_seed",
        "seed of the first of these orders, the next ones counting up; case takes it from each case",
        "case",
        "",
        f"case, or a whole number from 0 to {MOST_SEED}",
        optional(integer(0, MOST_SEED), "case"),
    ),
    Setting(
        "stress_approximations",
        "seed of errors, within what the PTX ISA allows, that approximate instructions make on the cpu device; off "
        "rounds them correctly",
        "off",
        "",
        f"off, or a whole number from 0 to {MOST_SEED}",
        optional(integer(0, MOST_SEED), "off"),
    ),
)
