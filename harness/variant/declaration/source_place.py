"""Reads where a kernel's source and its headers are: the keys ``file`` and ``include_dirs``.

Both are relative to the folder of the declaration, so that a checkout may be anywhere.
"""

from __future__ import annotations

import os
from pathlib import Path

from ..toml_document import KeyPath
from .compile_option import fault_of
from .declared_values import CONTROL, WrongValueError, read_line

CUDA_SUFFIXES = (".cu", ".cuh", ".h", ".hh", ".hpp")
"""Ends of the names of files that may hold a kernel in CUDA C++."""
SOURCE_SUFFIXES = (*CUDA_SUFFIXES, ".ptx", ".py")
"""Ends of the names of files that may hold a kernel."""


def read_source_file(value: object, at: KeyPath) -> str:
    """Read the path of a kernel's source, relative to the declaration's folder. Whether it exists is not checked."""
    text = _relative(value, at)
    if not text.endswith(SOURCE_SUFFIXES):
        raise WrongValueError(
            f"'file' must name a kernel's source, {', '.join(SOURCE_SUFFIXES)} (got {text!r})", at
        )
    return text


def read_include_dirs(value: object, at: KeyPath) -> tuple[str, ...]:
    """Read the folders of headers, relative to the declaration's folder. Whether they exist is not checked."""
    if not isinstance(value, list):
        raise WrongValueError(f"'include_dirs' must be an array of folders (got {value!r})", at)
    return tuple(_relative(each, (*at, index)) for index, each in enumerate(value))


def include_option(folder: Path, source: Path, at: KeyPath) -> str:
    """Return the compiler option for a folder of headers, which is relative to the source's folder."""
    if not folder.is_dir():
        raise WrongValueError(
            f"'include_dirs' must hold folders, relative to the declaration's folder (got {folder}, which is none)",
            at,
        )
    # Relative, so that a checkout may be anywhere.
    option = f"-I{Path(os.path.relpath(folder.absolute(), source.absolute().parent)).as_posix()}"
    fault = fault_of(option)
    if fault is not None:
        raise WrongValueError(f"'include_dirs' must be folders that a compiler can be given: {fault}", at)
    return option


def _relative(value: object, at: KeyPath) -> str:
    text = read_line(value, at)
    if CONTROL.search(text) or "\\" in text or text.startswith(("/", "~")):
        key = at[0] if at else ""
        raise WrongValueError(
            f"'{key}' must be a path relative to the declaration's folder, with / between folders (got {text!r})",
            at,
        )
    return text
