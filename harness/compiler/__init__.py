"""CUDA source in, PTX or machine code out: NVRTC and nvcc behind `compile`, results kept on disk."""

from __future__ import annotations

from .artifact import Artifact, CompileRequest, Param
from .compilation import compile, open_cache, open_compiler  # noqa: A004 - its name
from .source.translation import Compiler

__all__ = [
    "Artifact",
    "CompileRequest",
    "Compiler",
    "Param",
    "compile",
    "open_cache",
    "open_compiler",
]
