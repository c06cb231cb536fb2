"""Compiles CUDA source to PTX or machine code: NVRTC and nvcc behind `compile`, with a cache on disk."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .artifact import Artifact, CompileRequest, Param
    from .compilation import compile, open_cache, open_compiler  # noqa: A004 - its name
    from .source.translation import Compiler

__all__ = ["Artifact", "CompileRequest", "Compiler", "Param", "compile", "open_cache", "open_compiler"]

_MODULES = {
    **dict.fromkeys(("Artifact", "CompileRequest", "Param"), ".artifact"),
    **dict.fromkeys(("compile", "open_cache", "open_compiler"), ".compilation"),
    "Compiler": ".source.translation",
}


def __getattr__(name: str) -> object:
    # A program on the virtual GPU needs single modules of this package, and starts without its compilers.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_MODULES[name], __name__), name)
