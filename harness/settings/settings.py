"""All settings: a field of `Settings` each, with its default, range and description.

The value of a setting is the first of: an override (a command-line option), the environment variable
``KERNEL_HARNESS_<NAME>``, the table ``[tool.kernel-harness]`` of the nearest ``pyproject.toml``, the default. Only this
module and `harness.settings.project_table` read the environment. docs/settings.md is made from the fields.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import UsageError, closest_of
from ..lazy import dataclass, field
from .project_table import DEFAULT_SOURCES, TOOL_TABLE, find_table
from .watch_options import SANITIZERS

PREFIX = "KERNEL_HARNESS_"
FOUND_CASES_FOLDER = "fixtures/found_cases"

DEVICE_KINDS = ("auto", "cpu", "gpu")
"""Values of ``--device``: a kind of device, or ``auto`` for the kind that is available."""

MOST_SEED = 2**31 - 1

ISOLATION_PROCESS = "process"
ISOLATION_NONE = "none"

# Memory that a worker process needs for small cases. Python, NumPy, SciPy, LLVM and NVRTC use a quarter.
_LEAST_MEMORY_BYTES = 2**30
_MOST_MEMORY_BYTES = 2**50
# Memory of one worker process: enough for a large case. Limits the default number of workers.
WORKER_MEMORY_BYTES = 2**31
_MOST_CPU_WORKERS = 8
_MOST_GPU_WORKERS = 12
# Twice the size of all shipped variants with all sixteen CUDA releases of ``tox.ini``, some 130 MB each.
_CACHE_LIMIT_BYTES = 2**32

# Variables that compilers read themselves: they change the compiled code without being options. For nvcc see "NVCC
# Environment Variables" of its manual; the others are the host compiler's search paths (GCC manual).
COMPILER_VARIABLES = (
    "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "NVCC_CCBIN", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
)  # fmt: skip

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

# Control groups version 2 and 1 ("cgroups", Linux manual), as a container sees its own.
_CONTAINER_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


class Reader(NamedTuple):
    allowed: str
    read: Callable[[object, Path], Any]
    """``read(value, base)`` converts a TOML value or a variable's text. Relative paths start at `base`. Raises
    ValueError if the value is not allowed."""


def _matching(pattern: str, allowed: str) -> Reader:
    def read(value: object, _base: Path) -> str:
        if isinstance(value, str) and re.fullmatch(pattern, value):
            return value
        raise ValueError

    return Reader(allowed, read)


def _one_of(*names: str) -> Reader:
    return _matching("|".join(names), f"one of {', '.join(names)}")


def _read_truth(value: object, _base: Path) -> bool:
    if isinstance(value, str):
        value = {"true": True, "false": False}.get(value)
    if isinstance(value, bool):
        return value
    raise ValueError


_TRUTH = Reader("true or false", _read_truth)


def _number(low: float, high: float, kind: type[int | float] = float) -> Reader:
    def read(value: object, _base: Path) -> int | float:
        number = kind(value) if isinstance(value, str) else value
        # True is an int, too; NaN fails both comparisons.
        if isinstance(number, (int, kind)) and not isinstance(number, bool) and low <= number <= high:
            return kind(number)
        raise ValueError

    return Reader(f"a {'whole ' if kind is int else ''}number from {low} to {high}", read)


_integer = functools.partial(_number, kind=int)


def _or_none(word: str, reader: Reader) -> Reader:
    """Return a reader that also accepts None, or `word` for None."""

    def read(value: object, base: Path) -> object:
        return None if value is None or value == word else reader.read(value, base)

    return Reader(f"{word}, or {reader.allowed}", read)


def _some_of(names: tuple[str, ...], always: str) -> Reader:
    """Return a reader of a list of words, separated by commas in a variable. The result always has `always`."""

    def read(value: object, _base: Path) -> tuple[str, ...]:
        if isinstance(value, str):
            value = [part.strip() for part in value.split(",") if part.strip()]
        if not isinstance(value, (list, tuple)):
            raise ValueError("write a list")
        unknown = [word for word in value if word not in names]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is not allowed")
        return tuple(name for name in names if name in value or name == always)

    return Reader(f"a list of {', '.join(names)}", read)


def _read_path(value: object, base: Path) -> Path:
    if isinstance(value, (str, Path)) and str(value) and "\0" not in str(value):
        try:
            return base / Path(value).expanduser()
        except RuntimeError as error:
            raise ValueError(str(error)) from None
    raise ValueError


def _read_folder(value: object, base: Path) -> Path:
    path = _read_path(value, base)
    if not path.is_dir():
        raise ValueError(f"{path} is not a folder")
    return path


def _paths(allowed: str, *, folders_only: bool = False) -> Reader:
    """Return a reader of a list of existing paths, separated in a variable like the folders of ``PATH``."""

    def read(value: object, base: Path) -> tuple[Path, ...]:
        if isinstance(value, str):
            value = [part for part in value.split(os.pathsep) if part]
        if not isinstance(value, (list, tuple)) or not value:
            raise ValueError("write a list of one or more paths")
        paths = tuple(_read_path(part, base) for part in value)
        for path in paths:
            if folders_only and not path.is_dir():
                raise ValueError(f"{path} is not a folder")
            if not path.exists():
                raise ValueError(f"{path} does not exist")
        return paths

    return Reader(allowed, read)


class Surroundings(NamedTuple):
    """Folders and environment of a command, which some defaults depend on."""

    folder: Path
    root: Path
    """Folder of the ``pyproject.toml`` that was read, else `folder`."""
    environ: Mapping[str, str]


class Setting(NamedTuple):
    """Reader, default and allowed values of one field of `Settings`."""

    reader: Reader
    default: object
    """Value that is used if none is given; a function of `Surroundings` for one that depends on the machine."""
    default_text: str
    allowed: str
    """Description of the allowed values, with the unit."""


def _setting(reader: Reader, default: object, default_text: str | None = None, *, unit: str = "") -> Any:
    """Return a field of `Settings`; `default_text` is needed where the text of a value in TOML would not do."""
    if default_text is None:
        default_text = f"{default}".lower().removesuffix(".0")
        if isinstance(default, tuple):
            default_text = ", ".join(default) or "none"
    allowed = f"{reader.allowed} {unit}".strip()
    return field(metadata={"setting": Setting(reader, default, default_text, allowed)})


def _own_folder(name: str) -> Callable[[Surroundings], tuple[Path, ...]]:
    def default(here: Surroundings) -> tuple[Path, ...]:
        parents = (parent for parent in (here.folder, here.root) if (parent / name).is_dir())
        return tuple(parent / name for parent in parents)[:1]

    return default


def _n_workers(most: int) -> Callable[[Surroundings], int]:
    return lambda _: max(1, min(usable_cores(), most, usable_memory_bytes() // WORKER_MEMORY_BYTES))


def _cache_dir(here: Surroundings) -> Path:
    environ = here.environ
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


def _cuda_home(here: Surroundings) -> Path | None:
    environ = here.environ
    candidates = [Path(environ[name]) for name in ("CUDA_HOME", "CUDA_PATH") if environ.get(name)]
    nvcc = shutil.which("nvcc", path=environ.get("PATH"))
    if nvcc:
        # The nvcc on PATH may be a link into the toolkit.
        candidates.append(Path(nvcc).resolve().parent.parent)
    candidates.append(Path("/usr/local/cuda"))
    # A toolkit without headers compiles nothing.
    return next((path for path in candidates if (path / "include" / "cuda_runtime.h").is_file()), None)


@dataclass(frozen=True)
class Settings:
    """All settings, checked."""

    root: Path
    """Folder of the ``pyproject.toml`` that was read, else the folder in which the search began. Relative paths in
    ``pyproject.toml`` start here."""
    given: frozenset[str]
    """Names of the settings that are not defaults."""
    sources: tuple[Path, ...] = _setting(
        _paths("a list of existing folders or .cu files"),
        _own_folder(DEFAULT_SOURCES),
        "cuda_src in the start folder or next to pyproject.toml, if it exists",
    )
    """Folders and files of the variants."""
    include_dirs: tuple[Path, ...] = _setting(_paths("a list of existing folders", folders_only=True), ())
    """Folders searched for headers, besides a variant's own folder and its include/."""
    operations: tuple[Path, ...] = _setting(_paths("a list of existing .py files or folders"), ())
    """Python files with the project's own operations, or folders of such files; the files are executed."""
    found_cases: tuple[Path, ...] = _setting(
        _paths("a list of existing folders or .toml files"),
        _own_folder(FOUND_CASES_FOLDER),
        f"{FOUND_CASES_FOLDER} in the start folder or next to pyproject.toml, if it exists",
    )
    """Files of cases found by searches; these cases are added to the matrix."""
    collect: bool = _setting(_TRUTH, True)
    """Whether pytest collects the kernels under `sources` automatically, if `sources` is set."""
    device: str = _setting(_one_of(*DEVICE_KINDS), "auto")
    """Device that runs the kernels if --device is not given."""
    gpu_index: int = _setting(_integer(0, 63), 0)
    """Number of the GPU, counted within CUDA_VISIBLE_DEVICES."""
    gpu_count: int = _setting(_integer(1, 64), 1, unit="GPUs")
    """Number of GPUs that share the cases of a suite, the first of them gpu_index; all of one model."""
    compiler: str = _setting(_one_of("auto", "nvrtc", "nvcc"), "auto")
    """CUDA compiler; auto is nvcc on a gpu if nvcc is installed, else nvrtc."""
    cuda: str = _setting(_matching(r"auto|[1-9][0-9]\.[0-9]", "auto or a release such as 12.4"), "auto")
    """CUDA release of nvrtc; auto is the newest installed wheel, else the release in cuda_home."""
    arch: str = _setting(_matching(r"sm_([3-9]|1[0-9])[0-9][af]?", "an architecture such as sm_90"), "sm_90")
    """Target architecture on the cpu device; a gpu has its own."""
    nvcc: str = _setting(
        _matching(r"[^\0]+", "a program's name or path"), "nvcc", "nvcc on PATH, then bin/nvcc of cuda_home"
    )
    """The nvcc to use: a name on PATH or a path."""
    cuda_home: Path | None = _setting(
        Reader("an existing folder", _read_folder),
        _cuda_home,
        "the first of CUDA_HOME, CUDA_PATH, the folder of nvcc on PATH, /usr/local/cuda that contains headers",
    )
    """Folder of an installed CUDA toolkit."""
    cache_dir: Path = _setting(
        Reader("a path", _read_path), _cache_dir, "kernel-harness in XDG_CACHE_HOME or ~/.cache"
    )
    """Folder of the compiled code; code in it is executed, so it must be private to you, see trust.md."""
    cache_limit_bytes: int = _setting(_integer(0, 2**40), _CACHE_LIMIT_BYTES, unit="bytes")
    """Size beyond which the least recently used cache entries are removed; 0 disables the cache."""
    isolation: str = _setting(_one_of(ISOLATION_PROCESS, ISOLATION_NONE), ISOLATION_PROCESS)
    """Process in which cases run: process for a worker process, which is replaced after a crash; none for the main
    process, without deadlines and memory limit, for use with a debugger."""
    start_deadline_s: float = _setting(_number(0.1, 3600), 120.0, unit="seconds")
    """Maximum time for a worker process to start and open its device; then it is killed and retried once: NOT-RUN."""
    compile_deadline_s: float = _setting(_number(0.1, 3600), 180.0, unit="seconds")
    """Maximum time for one compilation, or for loading its code on the device; then it is killed: ERROR."""
    launch_deadline_s: float = _setting(_number(0.1, 3600), 20.0, unit="seconds")
    """Maximum time for one launch on a gpu; then its worker process is killed: HANG."""
    cpu_launch_deadline_s: float = _setting(_number(0.1, 86400), 120.0, unit="seconds")
    """Maximum time for one launch on the cpu device, in addition to the step budget; verdicts depend on the speed of
    the machine only if a launch takes this long."""
    case_deadline_s: float = _setting(_number(1, 86400), 600.0, unit="seconds")
    """Maximum time for one case, including compilation and checks."""
    memory_limit_bytes: int = _setting(
        _integer(_LEAST_MEMORY_BYTES, _MOST_MEMORY_BYTES),
        lambda _: min(max(usable_memory_bytes() // 4 * 3, _LEAST_MEMORY_BYTES), _MOST_MEMORY_BYTES),
        "three quarters of the machine's or container's memory",
        unit="bytes",
    )
    """Maximum private memory of a worker process; a case that needs more ends with ERROR, out-of-memory."""
    step_budget: int = _setting(_integer(1000, 10**12), 50_000_000, unit="PTX instructions")
    """Maximum number of instructions that one warp executes in one launch on the cpu device; beyond it: HANG."""
    triton_configs: str = _setting(_one_of("first", "all"), "first")
    """Configurations that Triton's autotuner tries on the virtual GPU: the first that runs, or all of them."""
    cpu_threads: int = _setting(
        _integer(1, 1024),
        lambda _: usable_cores(),
        "the number of cores this process may use",
        unit="threads",
    )
    """Number of threads that run blocks on the cpu device."""
    cpu_workers: int = _setting(
        _integer(1, 256),
        _n_workers(_MOST_CPU_WORKERS),
        f"the number of cores this process may use, at most {_MOST_CPU_WORKERS}, and at most one per 2 GiB of memory",
        unit="processes",
    )
    """Number of worker processes that run the cases of a suite in parallel on the cpu device."""
    gpu_workers: int = _setting(
        _integer(1, 256),
        _n_workers(_MOST_GPU_WORKERS),
        f"the number of cores this process may use, at most {_MOST_GPU_WORKERS}, and at most one per 2 GiB of memory; "
        "several GPUs share the cores",
        unit="processes",
    )
    """Number of worker processes that share one GPU when they run the cases of a suite."""
    keep_going: bool = _setting(_TRUTH, False)
    """Whether all cases of a kernel that hangs run; otherwise, after two hangs of one block and element type of a
    variant, its further cases are NOT-RUN."""
    thorough: bool = _setting(_TRUTH, False)
    """Whether every case makes all further launches on the cpu device; otherwise each makes one kind of them, in
    turn."""
    numerics: bool = _setting(_TRUTH, False)
    """Whether kernels are also launched with random rounding on the cpu device, to note the source lines whose
    roundings alone move a result by more than half of its digits."""
    sanitizers: tuple[str, ...] = _setting(_some_of(SANITIZERS, SANITIZERS[0]), SANITIZERS)
    """Checks of each launch on the cpu device; memcheck is always on."""
    schedules: int = _setting(_integer(0, 1000), 1, unit="orders")
    """Number of other orders of blocks, warps and lanes in which a case is launched again on the cpu device; more than
    1: each case."""
    schedule_seed: int | None = _setting(_or_none("case", _integer(0, MOST_SEED)), None, "case")
    """Seed of the first of these orders, increased by 1 for each further order; case uses each case's own seed."""
    stress_approximations: int | None = _setting(_or_none("off", _integer(0, MOST_SEED)), None, "off")
    """Seed of the errors of approximate instructions on the cpu device, within the limits of the PTX ISA; off rounds
    correctly."""

    @classmethod
    def load(cls, start: Path, *, environ: Mapping[str, str] | None = None, **overrides: object) -> Settings:
        environ = os.environ if environ is None else environ
        folder = start.absolute()
        folder = folder if folder.is_dir() else folder.parent
        project, table = find_table(folder)
        root = project.parent if project else folder
        here = Surroundings(folder, root, environ)

        _refuse_unknown(table, SETTINGS, f"{project}: key of [tool.{TOOL_TABLE}]")
        _refuse_unknown(overrides, SETTINGS, "setting")
        # A misspelt name would change nothing, and nobody would see it.
        variables = [name for name in environ if name.startswith(PREFIX)]
        _refuse_unknown(variables, map(variable_of, SETTINGS), "environment variable")

        values: dict[str, Any] = {}
        given: set[str] = set()
        for name, setting in SETTINGS.items():
            variable = variable_of(name)
            # Options that are not given are None; a variable that is empty counts as not set.
            if overrides.get(name) is not None:
                origin, value, base = name, overrides[name], folder
            elif environ.get(variable):
                origin, value, base = variable, environ[variable], folder
            elif name in table:
                origin, value, base = f"{project}: {name}", table[name], root
            else:
                values[name] = setting.default(here) if callable(setting.default) else setting.default
                continue
            given.add(name)
            try:
                values[name] = setting.reader.read(value, base)
            except ValueError as error:
                is_of_python = str(error).startswith(("invalid literal", "could not convert"))
                why = "" if is_of_python or not str(error) else f": {error}"
                raise UsageError(f"{origin} must be {setting.allowed} (got {value!r}){why}") from None
        return cls(root=root, given=frozenset(given), **values)


SETTINGS: dict[str, Setting] = {
    row.name: row.metadata["setting"] for row in fields(Settings) if "setting" in row.metadata
}
"""Each setting by its name, which is the name of the field and of the key in ``[tool.kernel-harness]``."""


def variable_of(name: str) -> str:
    return PREFIX + name.upper()


def passed_environment(environ: Mapping[str, str] | None = None) -> dict[str, str]:
    # A process that is started with them has no others in its ``/proc/self/environ``.
    environ = os.environ if environ is None else environ
    prefixes = tuple(name.rstrip("*") for name in PASSED_ON if name.endswith("*"))
    return {name: value for name, value in environ.items() if name in PASSED_ON or name.startswith(prefixes)}


def usable_cores() -> int:
    """Return the number of CPU cores that this process may use, at least 1."""
    # Under taskset(1) and in containers these are fewer than the machine has.
    return len(os.sched_getaffinity(0))


def usable_memory_bytes() -> int:
    """Return the memory that this process may use, in bytes: the machine's, or its container's if that is less."""
    most = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    for path in _CONTAINER_LIMITS:
        try:
            limit = path.read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
        if limit.isdigit():  # not "max"
            most = min(most, int(limit))
    return most


def _refuse_unknown(given: Iterable[str], allowed: Iterable[str], what: str) -> None:
    known = sorted(allowed)
    for name in given:
        if name not in known:
            raise UsageError(f"{what} is not known (got {name!r}); {closest_of(name, known)}")
