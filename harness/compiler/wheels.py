"""Finds the folders of NVIDIA's CUDA wheels, and names the command that installs a release."""

from __future__ import annotations

import importlib.util
from pathlib import Path

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
    """Return a release as text, such as ``12.4``."""
    return f"{release[0]}.{release[1]}"


def read_release(text: str) -> Release:
    """Read a release such as ``12.4``; ValueError if the text has another form."""
    major, minor = text.split(".")
    return int(major), int(minor)


def install_command(release: Release) -> str:
    """Return the command that installs NVRTC and headers of a release."""
    # NVIDIA's package ``cuda-toolkit`` has no files. It depends on the wheels of one release, whose names and version
    # numbers differ between releases.
    return f"pip install 'cuda-toolkit[nvrtc,cudart,cccl,nvcc]=={release_text(release)}.*'"
