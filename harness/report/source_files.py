"""Finds the user's files behind the short names of counted lines (`harness.compiler.file_names`), and their text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ..check.verdict import Finding
from ..input_file import read_text
from ..spec.case import Case


def find_source(file: str, case: Case, include_dirs: Sequence[Path]) -> Path | None:
    """Return the file of a short name, None where it is not the user's.

    Parameters
    ----------
    file : str
        Short name; empty for instructions without a source line.
    case : Case
        Files lie beside its variant's, or below a folder of headers.
    include_dirs : sequence of Path
        The user's folders of headers.
    """
    if not file:
        return None
    folders = (case.variant.path.parent, *(folder.absolute().parent for folder in include_dirs))
    return next((folder / file for folder in folders if (folder / file).is_file()), None)


def named_sources(findings: Iterable[Finding], case: Case, include_dirs: Sequence[Path]) -> dict[str, Path]:
    """Return the user's files that findings name, by short name, in order of the names."""
    names = sorted({finding.source.rpartition(":")[0] for finding in findings if finding.source})
    found = {name: find_source(name, case, include_dirs) for name in names}
    return {name: path for name, path in found.items() if path is not None}


class SourceLines:
    """Gives the text of lines, each file read once.

    Parameters
    ----------
    include_dirs : sequence of Path
        The user's folders of headers.
    """

    def __init__(self, include_dirs: Sequence[Path]) -> None:
        self._include_dirs = include_dirs
        self._read: dict[Path, list[str]] = {}

    def text(self, file: str, line: int, case: Case) -> str:
        """Return a line as it is written; empty where the file is not the user's or has no such line."""
        path = find_source(file, case, self._include_dirs)
        if path is None:
            return ""
        if path not in self._read:
            self._read[path] = read_text(path, errors="replace").split("\n")
        lines = self._read[path]
        return lines[line - 1].rstrip() if 1 <= line <= len(lines) else ""
