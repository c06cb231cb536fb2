"""Finds CUDA's own headers: in the wheels beside NVRTC, else in an installed toolkit.

The headers must be of the compiler's own major version, or it misreads them; a machine often has several.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.errors import DeviceError

_VERSION = re.compile(r"^#define\s+(?:CUDART_VERSION|CCCL_VERSION)\s+(\d+)", re.MULTILINE)
_RUNTIME_MARK = Path("cuda_runtime_api.h")
_CCCL_MARK = Path("nv/target")
_CCCL_VERSION = Path("cuda/std/__cccl/version.h")


@dataclass(frozen=True)
class CudaHeaders:
    """Folders of CUDA's headers.

    Parameters
    ----------
    folders : tuple of Path
        To be searched after every folder of the user's own, in order.
    identity : str
        Which headers these are, for cache keys and reports; the same on two machines with the same wheels.
    """

    folders: tuple[Path, ...]
    identity: str


def find_headers(cuda_version: tuple[int, int], cuda_home: Path | None) -> CudaHeaders:
    """Find the headers that fit a compiler.

    Parameters
    ----------
    cuda_version : (int, int)
        CUDA version of the compiler. Headers of the same major and minor version win over others of the same
        major version; no other major version is taken.
    cuda_home : Path or None
        Folder of an installed toolkit, looked at after the wheels.

    Raises
    ------
    DeviceError
        There are none; the message names the wheel to install and what was found instead.
    """
    major, minor = cuda_version
    runtimes, others = [], []
    for position, (folder, origin) in enumerate(_candidates(cuda_home)):
        if (folder / _RUNTIME_MARK).is_file():
            version = _read_version(folder / _RUNTIME_MARK)
            if version // 1000 == major:
                runtimes.append((version // 10 % 100 != minor, position, folder, origin, version))
            else:
                others.append(f"{version // 1000}.{version // 10 % 100} in {folder}")
    if not runtimes:
        found = f" (got only {', '.join(others)})" if others else ""
        raise DeviceError(
            f"no CUDA {major} headers were found for the compiler of CUDA {major}.{minor}{found}; "
            f"pip install 'nvidia-cuda-runtime=={major}.{minor}.*' 'nvidia-cuda-cccl=={major}.{minor}.*', "
            "or name a toolkit with KERNEL_HARNESS_CUDA_HOME"
        )
    _, _, folder, origin, version = min(runtimes)
    # cuda_fp16.h and its kin include <nv/target>, which is the second wheel's; a toolkit has both.
    near = [place for _, _, place, _, _ in sorted(runtimes)]
    if major == 12:
        near += [place.parent.parent / "cuda_cccl/include" for place in near]
    cccl = next((place for place in near if (place / _CCCL_MARK).is_file()), None)
    if cccl is None:
        raise DeviceError(
            f"CUDA's C++ core headers (nv/target) were not found beside {folder}; "
            f"pip install 'nvidia-cuda-cccl=={major}.{minor}.*'"
        )
    library = next((path for path in (cccl / "cccl", cccl) if (path / _CCCL_VERSION).is_file()), cccl)
    folders = tuple(dict.fromkeys((folder, cccl, library)))
    # The API's version number has no patch level; the wheel's own has.
    identity = f"{origin} cudart {version} cccl {_read_version(library / _CCCL_VERSION)}"
    return CudaHeaders(folders, identity)


def _candidates(cuda_home: Path | None) -> Iterator[tuple[Path, str]]:
    """Yield (include folder, where it is from), wheels first, in a stable order."""
    spec = importlib.util.find_spec("nvidia")
    for place in (spec.submodule_search_locations or ()) if spec else ():
        base = Path(place)
        # CUDA 13 wheels share nvidia/cu13; those of CUDA 12 have a folder each.
        for folder in (*sorted(base.glob("cu[0-9]*/include"), reverse=True), base / "cuda_runtime/include"):
            if folder.is_dir():
                yield folder, _wheels(folder)
    if cuda_home is not None:
        for folder in (cuda_home / "include", *sorted(cuda_home.glob("targets/*/include"))):
            if folder.is_dir():
                yield folder, "toolkit"


def _wheels(folder: Path) -> str:
    """Name the wheels that fill an include folder, with their versions."""
    suffix = "" if re.fullmatch(r"cu\d+", folder.parent.name) else "-cu12"
    names = []
    for distribution in ("nvidia-cuda-runtime", "nvidia-cuda-cccl"):
        try:
            names.append(f"{distribution}{suffix} {importlib.metadata.version(distribution + suffix)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    return ", ".join(names) or "wheel"


def _read_version(file: Path) -> int:
    try:
        match = _VERSION.search(file.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        match = None
    return int(match[1]) if match else 0
