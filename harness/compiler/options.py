"""Derives a compilation's options: the standard ones, the variant's, and the search folders of headers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..variant.declaration.compile_option import INCLUDE_PATH, PRE_INCLUDE
from .source.includes import search_folders

# Always passed: the language level that CUDA 13's libraries need, and line information for findings.
_STANDARD = "-std=c++17"
_LINES = "-lineinfo"


@dataclass(frozen=True)
class Options:
    for_compiler: tuple[str, ...]
    """Options to pass on, in order, without include folders and architecture."""
    include_dirs: tuple[Path, ...]
    """Absolute search folders: the given ones, those of ``-I`` options, the source's folder and its ``include``."""
    pre_includes: tuple[str, ...]


def read_options(
    path: Path,
    options: Sequence[str],
    include_dirs: Sequence[Path] = (),
    defines: Sequence[tuple[str, str]] = (),
) -> Options:
    """Sort the options for a source; relative folders in ``-I`` start at its folder, not at the current one."""
    passed: list[str] = []
    search = list(include_dirs)
    pre_includes: list[str] = []
    rest = iter(options)
    for option in rest:
        # An empty value is the next word.
        include_dir = INCLUDE_PATH.value_in(option)
        pre_include = PRE_INCLUDE.value_in(option)
        if include_dir is not None:
            search.append(path.absolute().parent / (include_dir or next(rest, "")))
        elif pre_include is not None:
            pre_includes.append(pre_include or next(rest, ""))
            passed.append(f"{PRE_INCLUDE.names[1]}={pre_includes[-1]}")
        else:
            passed.append(option)
    # The variant's ``-std`` replaces the default: the compilers warn when they get two.
    has_standard = any(option.lstrip("-").startswith("std") for option in passed)
    standard = [*([] if has_standard else [_STANDARD]), *([] if _LINES in passed else [_LINES])]
    macros = (f"-D{name}={value}" for name, value in defines)
    return Options((*standard, *macros, *passed), search_folders(path, search), tuple(pre_includes))
