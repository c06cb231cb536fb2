"""Finds what the import of a Triton file reads, from its text: its own file and the modules of its repository.

An import runs code, which may read anything. So there is no answer for a file with a name that can open files at run
time, or find modules.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from pathlib import Path

from ...store.reach import Reach
from ..source.includes import read_plain_file, refuse_beyond

# Names of what opens files or finds modules by a computed name.
_OPENING = {
    *("open", "exec", "eval", "compile", "__import__", "importlib", "runpy", "pkgutil"),
    *("pathlib", "os", "io", "glob", "shutil", "subprocess", "ctypes", "socket", "builtins"),
    *("__builtins__", "globals", "vars", "__loader__", "__spec__", "linecache", "zipimport"),
    *("fromfile", "loadtxt", "genfromtxt", "memmap", "read_text", "read_bytes"),
}
# Modules whose ``load`` reads a file; ``tl.load`` does not.
_LOADERS = {
    *("np", "numpy", "torch", "json", "pickle", "yaml", "toml", "tomllib"),
    *("tomli", "joblib", "marshal"),
}
# Attributes of ``sys`` that change what an import finds.
_SEARCH = {"path", "meta_path", "path_hooks", "modules"}


def read_digest(path: Path, top: Path) -> str | None:
    """Return a digest of every file of a repository that the import of a file reads; None if its text does not tell."""
    if not path.is_relative_to(top):
        return None
    found: dict[Path, bytes] = {}
    waiting, reach = [path], Reach(path, ())
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        try:
            refuse_beyond(file, reach)
            found[file] = read_plain_file(file)
            tree = ast.parse(found[file])
        except (OSError, SyntaxError, ValueError, RecursionError):
            return None
        if any(map(_may_open, ast.walk(tree))):
            return None
        waiting += _modules(tree, file, top)
    digest = hashlib.sha256()
    for name in sorted(found):
        place = f"{name.relative_to(top).as_posix()}\n{len(found[name])}\n"
        digest.update(place.encode("utf-8", "surrogateescape") + found[name])
    return digest.hexdigest()


def _may_open(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in _OPENING
    if isinstance(node, ast.Attribute):
        owner = node.value.id if isinstance(node.value, ast.Name) else ""
        loads = node.attr == "load" and owner in _LOADERS
        return loads or node.attr in _OPENING or (owner == "sys" and node.attr in _SEARCH)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        names = [*(name.name for name in node.names), getattr(node, "module", None) or ""]
        return not _OPENING.isdisjoint(part for name in names for part in name.split("."))
    return False


def _modules(tree: ast.AST, path: Path, top: Path) -> Iterator[Path]:
    """Yield the files of a repository that the imports of a file may mean."""
    roots = [folder for folder in path.parents if folder.is_relative_to(top)]
    roots += (
        folder for folder in sorted(top.iterdir()) if folder.is_dir() and not folder.name.startswith(".")
    )
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            continue
        module, level = getattr(node, "module", None) or "", getattr(node, "level", 0)
        folders = [path.parents[level - 1]] if 0 < level <= len(path.parents) else roots
        for name in node.names:
            for folder in folders:
                place = folder
                for part in f"{module}.{name.name}".strip(".").split("."):
                    place = place / part
                    for file in (place.with_name(f"{part}.py"), place / "__init__.py"):
                        if part.isidentifier() and file.is_file():
                            yield file
    if (path.parent / "__init__.py").is_file():
        yield path.parent / "__init__.py"
