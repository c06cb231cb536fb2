"""Compiles CUDA source to PTX or machine code: NVRTC and nvcc behind `compile`, with a cache on disk."""

from __future__ import annotations

from .artifact import Artifact, CompileRequest, Param
from .compilation import compile, open_cache, open_compiler  # noqa: A004 - its name
from .source.translation import Compiler

__all__ = ["Artifact", "CompileRequest", "Compiler", "Param", "compile", "open_cache", "open_compiler"]
