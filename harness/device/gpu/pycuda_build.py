"""Plans how to build PyCUDA: finds the requirements on this machine, and makes the commands that add the rest.

PyCUDA comes as source. Its ``setup.py`` takes CUDA's headers and the library that it is linked to from the toolkit of
the nvcc on PATH. Without a toolkit the compiler's own variables point it at the wheels and at the driver.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ...compiler.backend.nvrtc_library import PINNED
from ...compiler.wheels import Release, nvidia_folders, release_text
from ...settings.settings import Settings
from .driver_library import DRIVER_LIBRARY

DRIVER_FOLDERS = (
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/lib/wsl/lib",
    "/usr/local/nvidia/lib64", "/run/opengl-driver/lib",
)  # fmt: skip
"""Folders in which installers, WSL, the container runtime and NixOS put the driver's libraries. The loader does not
search all of them."""

INSTALL = "pip install --no-cache-dir pycuda"

# Command of each package manager, and how it installs the C++ compiler and Python's headers.
_PACKAGES = (
    ("apt-get", "apt-get install g++", "apt-get install python{0}-dev"),
    ("dnf", "dnf install gcc-c++", "dnf install python{0}-devel"),
    ("zypper", "zypper install gcc-c++", "zypper install python{1}-devel"),
    ("pacman", "pacman -S gcc", "pacman -S python"),
)
# cuda.hpp of PyCUDA 2026.1 includes both; the second is a wheel of its own.
_HEADERS = ("cuda.h", "cudaProfiler.h")
_NO_CURAND = "CUDA_ENABLE_CURAND = False"
_PYCUDA_SETTINGS = "~/.aksetup-defaults.py"
_TIMEOUT_S = 60.0


class Probe(NamedTuple):
    """Result of looking for one requirement."""

    name: str
    """Stable name: ``driver``, ``gpu``, ``pycuda``, ``nvcc``, ``nvrtc``, ``headers``, ``llvmlite``, ``cpu``."""
    ok: bool
    found: str
    """Name or version found, or the reason it is unusable."""
    remedy: str = ""
    """Command or step that provides it; empty when `ok`."""
    needed_for: tuple[str, ...] = ()
    """Devices that require it; empty for an optional one."""


def driver_path(
    load: Callable[[str], object] = ctypes.CDLL, maps: Path = Path("/proc/self/maps")
) -> Path | None:
    """Return the file of the driver's library that the loader picks; None without one, or if its file is unknown."""
    try:
        load(DRIVER_LIBRARY)
        # The loader follows links and its own cache: only the process's memory map names the file.
        lines = maps.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    for line in lines:
        path = line.partition("/")[2]
        if path.rpartition("/")[2].startswith("libcuda.so"):
            return Path("/" + path)
    return None


def driver_release(load: Callable[[str], Any] = ctypes.CDLL) -> Release | None:
    """Return the CUDA release of the driver; None if there is no driver or it does not report one."""
    number = ctypes.c_int()
    try:
        status = load(DRIVER_LIBRARY).cuDriverGetVersion(ctypes.byref(number))
    except (OSError, AttributeError):
        return None
    # cuda.h: 1000 times the major version and 10 times the minor one.
    return None if status or not number.value else (number.value // 1000, number.value // 10 % 100)


def stray_driver(folders: Sequence[str] = DRIVER_FOLDERS) -> Path | None:
    """Return the driver's library in one of the usual folders, even if the loader does not search that folder."""
    return next((path for folder in folders if (path := Path(folder) / DRIVER_LIBRARY).exists()), None)


def plan_build(
    settings: Settings,
    *,
    environ: Mapping[str, str] | None = None,
    driver: Path | None = None,
    newest: Release | None = None,
) -> tuple[tuple[Probe, ...], str]:
    """Look for every requirement of the PyCUDA build, always the same ones in the same order."""
    # Returns them, and the command that builds and installs PyCUDA once all their remedies have been run.
    environ = os.environ if environ is None else environ
    path = environ.get("PATH", "")
    compiler = next((file for name in ("c++", "g++") if (file := shutil.which(name, path=path))), None)
    variables: dict[str, str] = {}
    steps: list[str] = []
    toolkit = _toolkit(settings, path)
    if toolkit is not None and shutil.which("nvcc", path=path) is None:
        variables["PATH"] = f"{toolkit / 'bin'}:$PATH"
    no_compiler = "no c++ or g++ on PATH", _package(1, path) or "install a C++ compiler"
    needs = (
        Probe("c++ compiler", bool(compiler), *((compiler,) if compiler else no_compiler)),
        _python_headers(path),
        _cuda_headers(toolkit, newest or driver_release(), variables),
        _linked(toolkit, compiler, settings, driver or driver_path() or stray_driver(), variables, steps),
        _curand(toolkit, steps),
    )
    assigned = [f"{name}={_quoted(value)}" for name, value in variables.items()]
    return needs, " && ".join((*steps, " ".join((*assigned, INSTALL))))


def _toolkit(settings: Settings, path: str) -> Path | None:
    """Return the folder of a toolkit that PyCUDA can take everything from: one with nvcc and headers."""
    nvcc = shutil.which("nvcc", path=path)
    for folder in (Path(nvcc).resolve().parent.parent if nvcc else None, settings.cuda_home):
        if folder is not None and (folder / "bin/nvcc").exists() and (folder / "include/cuda.h").is_file():
            return folder
    return None


def _python_headers(path: str) -> Probe:
    folder = Path(sysconfig.get_path("include"))
    if (folder / "Python.h").is_file():
        return Probe("python headers", True, str(folder))
    remedy = _package(2, path) or "install the headers of this Python"
    return Probe("python headers", False, f"no Python.h in {folder}", remedy)


def _package(column: int, path: str) -> str:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    for row in _PACKAGES:
        if shutil.which(row[0], path=path):
            sudo = "" if os.geteuid() == 0 else "sudo "
            return sudo + row[column].format(version, version.replace(".", ""))
    return ""


def _cuda_headers(toolkit: Path | None, newest: Release | None, variables: dict[str, str]) -> Probe:
    """Look for CUDA's headers. Headers of a newer major version than the driver declare functions that it lacks."""
    sets: list[tuple[Path, ...]] = [] if toolkit is None else [(toolkit / "include",)]
    for base in nvidia_folders() if toolkit is None else ():
        sets += ((folder,) for folder in sorted(base.glob("cu[0-9]*/include"), reverse=True))
        # Until CUDA 12 each wheel has its own folder, whose path is known before the wheel is installed.
        sets.append((base / "cuda_runtime/include", base / "cuda_profiler_api/include"))
    sets = [folders for folders in sets if (folders[0] / _HEADERS[0]).is_file()]
    fitting = [folders for folders in sets if newest is None or _release_of(folders[0])[0] <= newest[0]]
    if not fitting:
        wanted = _header_wheels(newest or PINNED)
        if newest is None or not sets:
            where = "in a toolkit or a wheel"
            return Probe("cuda headers", False, f"no {' nor '.join(_HEADERS)} {where}", wanted)
        got = release_text(_release_of(sets[0][0]))
        only = f"only headers of CUDA {got} in {sets[0][0]}; the driver is of CUDA {release_text(newest)}"
        return Probe("cuda headers", False, only, wanted if toolkit is None else f"install CUDA {newest[0]}")
    folders = fitting[0]
    if toolkit is None:
        variables["CPLUS_INCLUDE_PATH"] = ":".join(map(str, folders))
    missing = [name for name in _HEADERS if not any((folder / name).is_file() for folder in folders)]
    if missing:
        text = f"no {', '.join(missing)} next to {folders[0] / _HEADERS[0]}"
        return Probe("cuda headers", False, text, _header_wheels(_release_of(folders[0])))
    return Probe("cuda headers", True, ", ".join(map(str, folders)))


def _release_of(folder: Path) -> Release:
    """Return the release of a folder's ``cuda.h``; `PINNED` if the file does not state one."""
    text = (folder / _HEADERS[0]).read_text(encoding="utf-8", errors="replace")
    for line in text.splitlines():
        if line.startswith("#define CUDA_VERSION "):
            number = int(line.split()[2])
            return number // 1000, number // 10 % 100
    return PINNED


def _header_wheels(release: Release) -> str:
    suffix = "" if release[0] >= 13 else f"-cu{release[0]}"
    wheels = [
        f"'nvidia-cuda-{name}{suffix}=={release_text(release)}.*'" for name in ("runtime", "profiler-api")
    ]
    return f"pip install {' '.join(wheels)}"


def _linked(
    toolkit: Path | None,
    compiler: str | None,
    settings: Settings,
    driver: Path | None,
    variables: dict[str, str],
    steps: list[str],
) -> Probe:
    """Look for ``libcuda.so``, the name that the linker needs. A driver alone installs only ``libcuda.so.1``."""
    folders = [toolkit / name for name in ("lib64/stubs", "lib/stubs", "lib64", "lib")] if toolkit else []
    stub = next((folder for folder in folders if (folder / "libcuda.so").exists()), None)
    known = str(stub / "libcuda.so") if stub else _on_linker_path(compiler)
    if known:
        return Probe("libcuda.so", True, known)
    if driver is None:
        return Probe("libcuda.so", False, f"neither that nor {DRIVER_LIBRARY}: no NVIDIA driver")
    folder = settings.cache_dir / "pycuda"
    steps.append(f"mkdir -p {_quoted(str(folder))}")
    steps.append(f"ln -sf {_quoted(str(driver))} {_quoted(str(folder / 'libcuda.so'))}")
    variables["LIBRARY_PATH"] = str(folder)
    return Probe("libcuda.so", False, f"only {driver}, which the command below links to under that name")


def _on_linker_path(compiler: str | None) -> str:
    if compiler is None:
        return ""
    command = [compiler, "-print-file-name=libcuda.so"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_TIMEOUT_S)
    except (OSError, subprocess.SubprocessError):
        return ""
    file = answer.stdout.strip()
    # The compiler returns the bare name of a library that it does not find.
    return file if "/" in file else ""


def _curand(toolkit: Path | None, steps: list[str]) -> Probe:
    """Look for cuRAND. PyCUDA links it by default; the harness does not use it."""
    folders = [toolkit / name for name in ("lib64", "lib")] if toolkit else []
    curand = next((folder for folder in folders if (folder / "libcurand.so").exists()), None)
    if curand is not None:
        return Probe("libcurand.so", True, str(curand))
    steps.append(f"echo '{_NO_CURAND}' >> {_PYCUDA_SETTINGS}")
    return Probe("libcurand.so", False, "not in a toolkit; not needed: the command below builds without it")


def _quoted(text: str) -> str:
    # The shell, not this process, expands the variable.
    return f'"{text}"' if "$PATH" in text else shlex.quote(text)
