"""The table ``[tool.kernel-harness]`` of a project, and whether a project has configured the harness at all."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ..errors import UsageError
from ..store.input_file import BYTE_ORDER_MARK, read_file, read_text

TOOL_TABLE = "kernel-harness"
SOURCES_VARIABLE = "KERNEL_HARNESS_SOURCES"
DEFAULT_SOURCES = "cuda_src"

COMMENT_MARKS = {".cu": "//", ".ptx": "//", ".py": "#"}
"""Mark of a comment by the end of a source's name. A file of another name has the marks of CUDA."""

KERNELS_FILE = "kernels.toml"
"""Name of a file of declarations in a folder of sources."""

_TABLE = b"[kernel."


def opening_of(path: Path) -> str:
    """Return the line that opens a declaration in a source."""
    return f"{COMMENT_MARKS.get(path.suffix, '//')} /// variant"


def find_table(folder: Path) -> tuple[Path | None, dict[str, object]]:
    """Find the nearest ``pyproject.toml`` that has the table, else the nearest ``pyproject.toml``."""
    nearest: Path | None = None
    for path in _project_files((folder, *folder.parents)):
        nearest = nearest or path
        try:
            tool = _tool_tables(read_text(path))
        except RecursionError:
            raise UsageError(
                f"{path} must be a readable TOML file (got one that is nested too deeply)"
            ) from None
        except (OSError, ValueError) as error:
            raise UsageError(f"{path} must be a readable TOML file (got: {error})") from None
        if isinstance(tool, dict) and TOOL_TABLE in tool:
            table = tool[TOOL_TABLE]
            if not isinstance(table, dict):
                raise UsageError(f"{path}: [tool.{TOOL_TABLE}] must be a table (got {table!r})")
            return path, table
    return nearest, {}


def is_configured(root: Path) -> bool:
    # It has if ``KERNEL_HARNESS_SOURCES`` is set, if a ``pyproject.toml`` between its root folder and the top of its
    # repository has the table, or if a source or ``kernels.toml`` in its folder ``cuda_src`` declares a variant. A
    # folder ``cuda_src`` with other code is not enough.
    if os.environ.get(SOURCES_VARIABLE):
        return True
    nearest: Path | None = None
    for path in _project_files(_up_to_repository(root)):
        nearest = nearest or path
        if _mentions_table(path):
            return True
    folders = {root, nearest.parent if nearest else root}
    return any(
        is_declared(path)
        for folder in folders
        for pattern in (*(f"*{suffix}" for suffix in COMMENT_MARKS), KERNELS_FILE)
        for path in (folder / DEFAULT_SOURCES).rglob(pattern)
    )


def is_declared(path: Path) -> bool:
    """Whether a source or ``.toml`` file can be read and contains a declaration, right or wrong."""
    try:
        content = read_file(path).removeprefix(BYTE_ORDER_MARK)
    except OSError:
        return False
    if path.suffix == ".toml":
        return _TABLE in content
    mark = opening_of(path).encode("ascii")
    # A Python file may quote the line; a declaration has it at the left margin.
    return content.startswith(mark) or b"\n" + mark in content if path.suffix == ".py" else mark in content


def _project_files(folders: Iterator[Path] | tuple[Path, ...]) -> Iterator[Path]:
    return (path for folder in folders if (path := folder / "pyproject.toml").is_file())


def _up_to_repository(folder: Path) -> Iterator[Path]:
    """Yield a folder and its parents up to the top of the repository. A submodule is a separate repository."""
    for parent in (folder, *folder.parents):
        yield parent
        if (parent / ".git").exists():
            return


def _mentions_table(path: Path) -> bool:
    try:
        text = read_text(path)
        # Most files of other projects do not contain the word and need not be parsed.
        tool = _tool_tables(text) if TOOL_TABLE in text else {}
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(tool, dict) and TOOL_TABLE in tool


def _tool_tables(text: str) -> object:
    # pytest loads this module in every project of an environment; most need no TOML reader.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    return tomllib.loads(text).get("tool", {})
