"""CUDA source in, PTX or machine code out: NVRTC and nvcc behind `compile`, results kept on disk."""

from __future__ import annotations

from .artifact import Artifact, CompileRequest, Param
from .cache import DiskCache, content_key
from .compilation import compile, open_cache, open_compiler  # noqa: A004 - its name
from .translation import Compiler

__all__ = [
    "Artifact",
    "CompileRequest",
    "Compiler",
    "DiskCache",
    "Param",
    "compile",
    "content_key",
    "open_cache",
    "open_compiler",
]
