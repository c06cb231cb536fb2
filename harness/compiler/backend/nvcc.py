"""nvcc, the compiler of an installed CUDA toolkit, through PyCUDA.

``pycuda.compiler.compile`` compiles the code that ``SourceModule`` would load, without loading it, so that the
code can be cached. PyCUDA's own cache is switched off: its key leaves out variables that nvcc reads, and it is not
written atomically.
"""

from __future__ import annotations

import functools
import importlib
import os
import re
import shutil
import subprocess
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ...errors import DeviceError
from ...lazy import pattern
from ...settings.settings import COMPILER_VARIABLES, passed_environment
from ..artifact import read_entries
from ..source.translation import CompileJob, RefusedError, Translation

_RELEASE = pattern(r"release (\d+\.\d+), V([\d.]+)")
_SAID = "The CUDA compiler succeeded, but said the following:\n"
# PyCUDA's name for the copy that it compiles.
_COPY = "kernel.cu"
_READ_BY_SHELL = pattern(r"[`$\"'\\\x00-\x1f]")
_PRE_INCLUDE = "--pre-include="
_VERSION_TIMEOUT_S = 60.0


class Nvcc:
    def __init__(self, program: str = "nvcc", cuda_home: Path | None = None) -> None:
        path = find_nvcc(program, cuda_home)
        if path is None:
            places = "on PATH" + (f" nor in {cuda_home / 'bin'}" if cuda_home else "")
            raise DeviceError(
                f"nvcc must be installed to compile with it (got {program!r}, not {places}); "
                "install a CUDA toolkit, set KERNEL_HARNESS_NVCC, or set KERNEL_HARNESS_COMPILER=nvrtc"
            )
        self._path = path
        self.cuda, version = nvcc_version(path)
        self.identity = f"nvcc {version}"
        self._pycuda = load_pycuda("pycuda.compiler")
        # The host compiler preprocesses for nvcc. Its system headers are not followed further than its version.
        variables = {name: os.environ[name] for name in COMPILER_VARIABLES if os.environ.get(name)}
        host = _first_line(variables.get("NVCC_CCBIN", "c++"), "--version")
        self.fingerprint = (host, *(f"{name}={value}" for name, value in variables.items()))
        self.cuda_dirs: tuple[Path, ...] = ()  # nvcc knows its own headers

    def translate(self, job: CompileJob) -> Translation:
        ptx, log = self._run(job, "ptx")
        cubin = self._run(job, "cubin")[0] if job.request.target == "cubin" else b""
        text = ptx.decode("ascii", "replace")
        return Translation(text, cubin, log, instance_symbols(job.request.instances, read_entries(text)))

    def _run(self, job: CompileJob, target: str) -> tuple[bytes, str]:
        for folder in job.include_dirs:
            if _READ_BY_SHELL.search(str(folder)):
                raise RefusedError(
                    f"nvcc gives the names of folders to a shell, which would read {str(folder)!r}"
                )
        options, lines = _as_lines(job.options)
        # PyCUDA compiles a copy named kernel.cu in a temporary folder; the source names itself.
        source = lines + job.named_source.decode("utf-8", "surrogateescape") + _uses(job.request.instances)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                code: bytes = self._pycuda.compile(
                    source,
                    nvcc=self._path,
                    options=options,
                    no_extern_c=True,
                    arch=job.request.arch,
                    cache_dir=False,
                    include_dirs=[str(folder) for folder in job.include_dirs],
                    target=target,
                )
            except load_pycuda("pycuda.driver").CompileError as error:
                refused = (error.stderr or "") + (error.stdout or "") or str(error)
                raise RefusedError(refused.replace(_COPY, job.name)) from None
            except (OSError, UnicodeEncodeError) as error:
                raise RefusedError(f"nvcc: {error}") from None
        of_nvcc = (warning.message for warning in caught if issubclass(warning.category, UserWarning))
        return code, "".join(str(message).replace(_SAID, "") for message in of_nvcc)


def instance_symbols(instances: Sequence[str], symbols: Iterable[str]) -> dict[str, str]:
    """Return the symbols of kernels given by C++ names, where mangled names show them; nvcc does not report them."""
    known = tuple(symbols)
    unique = {}
    for instance in instances:
        names = instance.partition("<")[0].strip().removeprefix("::").split("::")
        # Itanium C++ ABI, "Mangling": each part of a name behind its length.
        part = re.escape("".join(f"{len(name)}{name}" for name in names))
        fitting = [symbol for symbol in known if re.match(rf"_ZN?L?{part}|{re.escape(names[-1])}$", symbol)]
        if len(fitting) == 1:
            unique[instance] = fitting[0]
    return unique


def _as_lines(options: Sequence[str]) -> tuple[list[str], str]:
    """Turn macros, and headers that are included first, into lines of source; the other options stay."""
    # nvcc passes options to a shell, which executes text in backticks or ``$(...)`` in a macro
    rest: list[str] = []
    macros = headers = ""
    for option in options:
        if option.startswith("-D"):
            macros += f"#define {' '.join(option[2:].partition('=')[::2])}\n"
        elif option.startswith(_PRE_INCLUDE):
            headers += f'#include "{option[len(_PRE_INCLUDE) :]}"\n'
        else:
            rest.append(option)
    return rest, macros + headers


def _uses(instances: Sequence[str]) -> str:
    """Return host code that takes each kernel's address, which instantiates templates."""
    return "".join(
        f"\n[[gnu::used]] static void* const kh_instance_{number} = (void*)&{instance};"
        for number, instance in enumerate(instances)
    )


def find_nvcc(program: str = "nvcc", cuda_home: Path | None = None) -> str | None:
    in_toolkit = shutil.which(cuda_home / "bin" / "nvcc") if cuda_home is not None else None
    nvcc = shutil.which(program) or in_toolkit
    return str(Path(nvcc).absolute()) if nvcc else None


@functools.cache
def nvcc_version(path: str) -> tuple[str, str]:
    """Return CUDA version and full version of an nvcc, such as ``("13.0", "13.0.88")``."""
    try:
        output = _printed((path, "--version"), check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise DeviceError(f"nvcc does not run; repair the toolkit or use nvrtc (got: {error})") from None
    match = _RELEASE.search(output)
    if match is None:
        raise DeviceError(f"nvcc prints no version; set KERNEL_HARNESS_NVCC to nvcc itself (got: {output!r})")
    return match[1], match[2]


def load_pycuda(module: str) -> Any:
    try:
        importlib.import_module("pycuda.driver")
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        raise DeviceError(f"pycuda is not installed; pip install pycuda (got: {error})") from None
    except ImportError as error:
        raise DeviceError(
            f"pycuda cannot be loaded; is the NVIDIA driver installed? (got: {error})"
        ) from None


@functools.cache
def _first_line(*command: str) -> str:
    try:
        return _printed(command, check=False).partition("\n")[0]
    except (OSError, subprocess.SubprocessError):
        return "none"


def _printed(command: Sequence[str], *, check: bool) -> str:
    ran = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=check,
        timeout=_VERSION_TIMEOUT_S,
        env=passed_environment(),
    )
    return ran.stdout
