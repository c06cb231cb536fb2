"""Languages that kernels are written in, and the constants of Triton's."""

from __future__ import annotations

from pathlib import Path

from .launch_rule import LaunchRule

CUDA, PTX, TRITON = "cuda", "ptx", "triton"
"""Languages of kernels."""

_LANGUAGES = {".ptx": PTX, ".py": TRITON}

Constexpr = tuple[str, LaunchRule | bool | int | float | str | None]
"""A constant of a Triton kernel as declared: ``value``, ``dtype`` or ``rule``, and the value, type's name or rule."""

CompiledConstant = tuple[str, str, bool | int | float | str | None]
"""A constant of a Triton kernel for one case: its name, ``value`` or ``dtype``, and the value or the type's name."""


def language_of(path: Path) -> str:
    """Return the language of a kernel's source by the end of its name: `CUDA`, `PTX` or `TRITON`."""
    return _LANGUAGES.get(path.suffix, CUDA)
