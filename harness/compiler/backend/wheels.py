"""Where the wheels of NVIDIA's CUDA releases lie, and how one is installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path

Release = tuple[int, int]
"""Major and minor version of a CUDA release."""


def nvidia_folders() -> tuple[Path, ...]:
    """Return the folders of this Python environment that NVIDIA's wheels share."""
    try:
        spec = importlib.util.find_spec("nvidia")
    except ValueError:  # somebody made a module of that name without saying where it is from
        return ()
    places = (spec.submodule_search_locations or ()) if spec else ()
    return tuple(dict.fromkeys(Path(place) for place in places))


def release_text(release: Release) -> str:
    """Return a release as people write it, such as ``12.4``."""
    return f"{release[0]}.{release[1]}"


def read_release(text: str) -> Release:
    """Read a release such as ``12.4``; ValueError where it is none."""
    major, minor = text.split(".")
    return int(major), int(minor)


def install_command(release: Release) -> str:
    """Return the command that installs NVRTC and headers of a release.

    ``cuda-toolkit`` is NVIDIA's package without files that knows which wheels are of a release, whatever they are
    called and numbered in it.
    """
    return f"pip install 'cuda-toolkit[nvrtc,cudart,cccl,nvcc]=={release_text(release)}.*'"
