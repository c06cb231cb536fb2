"""Reads all settings. Only this module and `harness.settings.project_table` read the environment.

The value of a setting is the first of: an override (a command-line option), the environment variable
``KERNEL_HARNESS_<NAME>``, the table ``[tool.kernel-harness]`` of the nearest ``pyproject.toml``, the default.
`harness.settings.table` lists every setting with its default, unit, range and variable.
"""

from __future__ import annotations

import difflib
import os
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ..errors import UsageError
from .project_table import DEFAULT_SOURCES, TOOL_TABLE, find_table
from .table import (
    CACHE_LIMIT_BYTES,
    FOUND_CASES_FOLDER,
    ISOLATION_PROCESS,
    LEAST_MEMORY_BYTES,
    MOST_CPU_WORKERS,
    MOST_GPU_WORKERS,
    MOST_MEMORY_BYTES,
    PREFIX,
    TABLE,
)
from .watch_options import WATCH_OPTIONS

# Variables that compilers read themselves: they change the compiled code without being options. For nvcc see "NVCC
# Environment Variables" of its manual; the others are the host compiler's search paths (GCC manual).
COMPILER_VARIABLES = (
    "NVCC_PREPEND_FLAGS",
    "NVCC_APPEND_FLAGS",
    "NVCC_CCBIN",
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
)

PASSED_ON = (
    *("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TMP", "TEMP", "TZ", "LANG", "LC_*"),
    *("LD_LIBRARY_PATH", "LD_PRELOAD", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"),
    *("PYTHON*", "VIRTUAL_ENV", "XDG_CACHE_HOME", "KERNEL_HARNESS_*", "_KERNEL_HARNESS_*"),
    *("CUDA_*", "NVIDIA_*", *COMPILER_VARIABLES),
    *("OMP_*", "OPENBLAS_*", "MKL_*", "PYTEST_*"),
)
"""Environment variables of workers, compilers and Triton. They read kernels, so no other variable is there to be read.

An asterisk stands for any end of a name. docs/trust.md shows the list; a test compares the two.
"""


WORKER_MEMORY_BYTES = 2**31
"""Memory of one worker process, in bytes: enough for a large case. Limits the default number of workers."""

# Control groups version 2 and 1 ("cgroups", Linux manual), as a container sees its own.
_CONTAINER_LIMITS = (
    Path("/sys/fs/cgroup/memory.max"),
    Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
)


@dataclass(frozen=True)
class Settings:
    """All settings, checked. `TABLE` describes the other fields."""

    root: Path
    """Folder of the ``pyproject.toml`` that was read, else the folder in which the search began. Relative paths in
    ``pyproject.toml`` start here."""
    given: frozenset[str]
    """Names of the settings that are not defaults."""
    cache_dir: Path
    cache_limit_bytes: int
    device: str
    gpu_index: int
    gpu_count: int
    compiler: str
    cuda: str
    arch: str
    nvcc: str
    cuda_home: Path | None
    isolation: str
    start_deadline_s: float
    compile_deadline_s: float
    launch_deadline_s: float
    cpu_launch_deadline_s: float
    case_deadline_s: float
    memory_limit_bytes: int
    step_budget: int
    cpu_threads: int
    cpu_workers: int
    gpu_workers: int
    keep_going: bool
    sanitizers: tuple[str, ...]
    schedules: int
    schedule_seed: int | None
    stress_approximations: int | None
    sources: tuple[Path, ...]
    include_dirs: tuple[Path, ...]
    operations: tuple[Path, ...]
    found_cases: tuple[Path, ...]
    collect: bool

    @classmethod
    def load(cls, start: Path, *, environ: Mapping[str, str] | None = None, **overrides: object) -> Settings:
        """Read all settings of a project."""
        environ = os.environ if environ is None else environ
        folder = start.absolute()
        folder = folder if folder.is_dir() else folder.parent
        project, table = find_table(folder)
        root = project.parent if project else folder

        names = {setting.name for setting in TABLE}
        _refuse_unknown(table, names, f"{project}: key of [tool.{TOOL_TABLE}]")
        _refuse_unknown(overrides, names, "setting")
        variables = {setting.variable for setting in TABLE}
        given_variables = [v for v in environ if v.startswith(PREFIX)]
        _refuse_unknown(given_variables, variables, "environment variable")

        values: dict[str, Any] = {}
        given: set[str] = set()
        for setting in TABLE:
            if overrides.get(setting.name) is not None:
                origin, value, base = setting.name, overrides[setting.name], folder
            elif environ.get(setting.variable):
                origin, value, base = setting.variable, environ[setting.variable], folder
            elif setting.name in table:
                origin, value, base = f"{project}: {setting.name}", table[setting.name], root
            else:
                values[setting.name] = _default(setting.name, folder, root, environ)
                continue
            given.add(setting.name)
            try:
                values[setting.name] = setting.read(value, base)
            except ValueError as error:
                unit = f" {setting.unit}" if setting.unit else ""
                why = f": {error}" if str(error) else ""
                raise UsageError(f"{origin} must be {setting.allowed}{unit} (got {value!r}){why}") from None
        return cls(root=root, given=frozenset(given), **values)


# Every row of `TABLE` has a field, and every field has a row.
assert {setting.name for setting in TABLE} == {field.name for field in fields(Settings)} - {"root", "given"}


def compiler_environment(environ: Mapping[str, str] | None = None) -> tuple[tuple[str, str], ...]:
    """Return names and values of the `COMPILER_VARIABLES` that are set, in their order."""
    environ = os.environ if environ is None else environ
    return tuple((name, environ[name]) for name in COMPILER_VARIABLES if environ.get(name))


def passed_environment(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the variables of the environment that `PASSED_ON` lists.

    A process that is started with them has no others in its ``/proc/self/environ``.
    """
    environ = os.environ if environ is None else environ
    prefixes = tuple(name.rstrip("*") for name in PASSED_ON if name.endswith("*"))
    return {name: value for name, value in environ.items() if name in PASSED_ON or name.startswith(prefixes)}


def usable_cores() -> int:
    """Return the number of CPU cores that this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def usable_memory_bytes() -> int:
    """Return the memory that this process may use, in bytes: that of the machine, or of its container if less."""
    most = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for path in _CONTAINER_LIMITS:
        try:
            limit = path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
        if limit.isdigit():  # not "max"
            most = min(most, int(limit))
    return most


def _refuse_unknown(given: Sequence[str] | Mapping[str, object], allowed: set[str], what: str) -> None:
    for name in given:
        if name not in allowed:
            near = difflib.get_close_matches(name, sorted(allowed), n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise UsageError(
                f"{what} is not known (got {name!r}); {hint}allowed: {', '.join(sorted(allowed))}"
            )


def _default(name: str, folder: Path, root: Path, environ: Mapping[str, str]) -> object:
    plain: dict[str, object] = {
        "cache_limit_bytes": CACHE_LIMIT_BYTES,
        "device": "auto",
        "gpu_index": 0,
        "gpu_count": 1,
        "compiler": "auto",
        "cuda": "auto",
        "arch": "sm_90",
        "nvcc": "nvcc",
        "isolation": ISOLATION_PROCESS,
        "start_deadline_s": 120.0,
        "compile_deadline_s": 180.0,
        "launch_deadline_s": 20.0,
        "cpu_launch_deadline_s": 120.0,
        "case_deadline_s": 600.0,
        "step_budget": 50_000_000,
        **{each.name: each.default for each in WATCH_OPTIONS},
        "include_dirs": (),
        "collect": True,
        "keep_going": False,
        "operations": (),
    }
    if name in plain:
        return plain[name]
    if name == "cache_dir":
        return _default_cache_dir(environ)
    if name == "cuda_home":
        return _default_cuda_home(environ)
    if name == "cpu_threads":
        return usable_cores()
    if name in ("cpu_workers", "gpu_workers"):
        most = MOST_CPU_WORKERS if name == "cpu_workers" else MOST_GPU_WORKERS
        return max(1, min(usable_cores(), most, usable_memory_bytes() // WORKER_MEMORY_BYTES))
    if name == "memory_limit_bytes":
        return min(max(usable_memory_bytes() // 4 * 3, LEAST_MEMORY_BYTES), MOST_MEMORY_BYTES)
    # sources and found_cases: the usual folder, if it exists.
    own = FOUND_CASES_FOLDER if name == "found_cases" else DEFAULT_SOURCES
    for parent in (folder, root):
        if (parent / own).is_dir():
            return (parent / own,)
    return ()


def _default_cache_dir(environ: Mapping[str, str]) -> Path:
    # The XDG Base Directory Specification: a relative XDG_CACHE_HOME is invalid and ignored.
    xdg = environ.get("XDG_CACHE_HOME", "")
    if Path(xdg).is_absolute():
        return Path(xdg) / "kernel-harness"
    home = environ.get("HOME", "")
    try:
        base = Path(home) if Path(home).is_absolute() else Path.home()
    except RuntimeError:
        raise UsageError(
            f"{PREFIX}CACHE_DIR must be set if there is no home folder (got neither HOME nor XDG_CACHE_HOME)"
        ) from None
    return base / ".cache" / "kernel-harness"


def _default_cuda_home(environ: Mapping[str, str]) -> Path | None:
    candidates = [Path(environ[name]) for name in ("CUDA_HOME", "CUDA_PATH") if environ.get(name)]
    nvcc = shutil.which("nvcc", path=environ.get("PATH"))
    if nvcc:
        candidates.append(Path(nvcc).resolve().parent.parent)
    candidates.append(Path("/usr/local/cuda"))
    return next((path for path in candidates if (path / "include" / "cuda_runtime.h").is_file()), None)
