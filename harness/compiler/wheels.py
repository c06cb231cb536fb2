"""Finds the folders of NVIDIA's CUDA wheels, names the command that installs a release, and finds CUDA's headers.

Headers are in the wheels next to NVRTC, else in an installed toolkit. A compiler misreads headers of another major
version, and a machine often has several versions.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import DeviceError
from ..lazy import pattern

Release = tuple[int, int]


def nvidia_folders() -> tuple[Path, ...]:
    """Return the folders of this Python environment that NVIDIA's wheels share."""
    try:
        spec = importlib.util.find_spec("nvidia")
    except ValueError:  # a module of this name without a spec is loaded
        return ()
    places = (spec.submodule_search_locations or ()) if spec else ()
    return tuple(dict.fromkeys(Path(place) for place in places))


def release_text(release: Release) -> str:
    return f"{release[0]}.{release[1]}"


def read_release(text: str) -> Release:
    major, minor = text.split(".")
    return int(major), int(minor)


def install_command(release: Release) -> str:
    # NVIDIA's package ``cuda-toolkit`` has no files. It depends on the wheels of one release, whose names and version
    # numbers differ between releases.
    return f"pip install 'cuda-toolkit[nvrtc,cudart,cccl,nvcc]=={release_text(release)}.*'"


_VERSION = pattern(rb"^#define\s+(?:CUDART_VERSION|CCCL_VERSION)\s+(\d+)", re.MULTILINE)
_RUNTIME_MARK = Path("cuda_runtime_api.h")
_CCCL_MARK = Path("nv/target")
# The path since CCCL 2.5, and the path before.
_CCCL_VERSIONS = (Path("cuda/std/__cccl/version.h"), Path("cuda/std/detail/libcxx/include/__cccl/version.h"))
_OWN_RUNTIME = "cuda_runtime"


class CudaHeaders(NamedTuple):
    folders: tuple[Path, ...]
    identity: str
    """Identity of the headers, for cache keys and reports; equal on machines with the same wheels."""


def find_headers(cuda_version: Release, cuda_home: Path | None) -> CudaHeaders:
    major, minor = cuda_version
    installed = [
        (folder, origin, _read_version(folder / _RUNTIME_MARK))
        for folder, origin in _candidates(cuda_home)
        if (folder / _RUNTIME_MARK).is_file()
    ]
    # The same minor version first, then in the order of the search.
    runtimes = sorted(
        (runtime for runtime in installed if runtime[2] // 1000 == major),
        key=lambda runtime: runtime[2] // 10 % 100 != minor,
    )
    if not runtimes:
        others = (f"{version // 1000}.{version // 10 % 100} in {folder}" for folder, _, version in installed)
        got = f" (got only {', '.join(others)})" if installed else ""
        raise DeviceError(
            f"no CUDA {major} headers found for the compiler of CUDA {major}.{minor}{got}; "
            f"{install_command(cuda_version)}, or set KERNEL_HARNESS_CUDA_HOME to the folder of a toolkit"
        )
    folder, origin, version = runtimes[0]
    near = [place for place, _, _ in runtimes]
    # Up to CUDA 12, each wheel has its own folder.
    wheels = [place.parent.parent for place in near if place.parent.name == _OWN_RUNTIME]
    # cuda_fp16.h and similar headers include <nv/target>, which is in the wheel of CCCL; a toolkit has both.
    with_cccl = (*near, *(base / "cuda_cccl" / "include" for base in wheels))
    cccl = next((place for place in with_cccl if (place / _CCCL_MARK).is_file()), None)
    if cccl is None:
        raise DeviceError(
            f"no CUDA C++ core headers (nv/target) found next to {folder}; {_cccl_command(cuda_version)}"
        )
    versions = [path / name for path in (cccl / "cccl", cccl) for name in _CCCL_VERSIONS]
    marked = next((path for path in versions if path.is_file()), versions[-1])
    library = cccl / "cccl" if (cccl / "cccl") in marked.parents else cccl
    # <mma.h> includes crt/mma.h, which is in the compiler's wheel.
    compilers = [base / "cuda_nvcc" / "include" for base in wheels[:1]]
    folders = tuple(dict.fromkeys((folder, cccl, library, *(path for path in compilers if path.is_dir()))))
    # CUDART_VERSION has no patch level; the wheel's version has one.
    return CudaHeaders(folders, f"{origin} cudart {version} cccl {_read_version(marked)}")


def _cccl_command(cuda_version: Release) -> str:
    # The CCCL wheels of these releases lack nv/target. The next release's library supports every CUDA 12.
    if (12, 0) <= cuda_version < (12, 3):
        return "pip install nvidia-cuda-cccl-cu12==12.3.101.post1"
    return install_command(cuda_version)


def _candidates(cuda_home: Path | None) -> Iterator[tuple[Path, str]]:
    """Yield (include folder, its wheels or "toolkit"), wheels first, in a stable order."""
    for base in nvidia_folders():
        # CUDA 13 wheels share nvidia/cu13; older ones have a folder each.
        own = base / _OWN_RUNTIME / "include"
        for folder in (*sorted(base.glob("cu[0-9]*/include"), reverse=True), own):
            if folder.is_dir():
                yield folder, _wheels(folder)
    if cuda_home is not None:
        for folder in (cuda_home / "include", *sorted(cuda_home.glob("targets/*/include"))):
            if folder.is_dir():
                yield folder, "toolkit"


def _wheels(folder: Path) -> str:
    suffixes = ("",) if re.fullmatch(r"cu\d+", folder.parent.name) else ("-cu12", "-cu11")
    # `importlib.metadata` takes a tenth of a worker's imports, and reads the versions here, too.
    found = (path.stem.rpartition("-") for path in folder.parents[2].iterdir() if path.suffix == ".dist-info")
    versions = {name.replace("_", "-"): version for name, _, version in found}
    names = []
    for distribution in ("nvidia-cuda-runtime", "nvidia-cuda-cccl", "nvidia-cuda-nvcc"):
        wheel = next((name for suffix in suffixes if (name := distribution + suffix) in versions), None)
        if wheel is not None:
            names.append(f"{wheel} {versions[wheel]}")
    return ", ".join(names) or "wheel"


def _read_version(file: Path) -> int:
    try:
        match = _VERSION.search(file.read_bytes())
    except OSError:
        match = None
    return int(match[1]) if match else 0
