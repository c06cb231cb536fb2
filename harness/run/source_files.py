"""Finds the user's files by the short names of counted lines (`harness.compiler.source.file_names`)."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..compiler.source.file_names import display_path
from ..store.input_file import read_file, read_text
from ..store.reach import Reach
from ..variant.case import Case
from .outcome import VariantOutcome


def find_source(file: str, case: Case, include_dirs: Sequence[Path]) -> Path | None:
    """Return the file of a short name; None if it is not the user's or not within reach of the variant.

    Parameters
    ----------
    file : str
        Short name; empty for instructions without a source line.
    case : Case
        The search starts in the folder of its variant, then in the parents of `include_dirs`.
    include_dirs : sequence of Path
        The user's folders of headers.
    """
    if not file:
        return None
    source = case.variant.code_path
    folders = (source.parent, *(folder.absolute().parent for folder in include_dirs))
    reach = Reach(source, include_dirs)
    return next((path for folder in folders if (path := folder / file).is_file() and path in reach), None)


@dataclass(frozen=True)
class NamedSource:
    """A user's file that findings name.

    Parameters
    ----------
    file : str
        Short name, as `Finding.source` has it.
    path : str
        The file, as `display_path` shows it.
    sha256 : str
        Digest of the file's content.
    """

    file: str
    path: str
    sha256: str


def named_sources(outcome: VariantOutcome, include_dirs: Sequence[Path]) -> tuple[NamedSource, ...]:
    """Return the user's files named in a variant's findings, ordered by short name.

    A file that cannot be read is left out.
    """
    findings = (finding for _, result in outcome.results for finding in (*result.findings, *result.notes))
    sources = []
    for name in sorted({finding.source.rpartition(":")[0] for finding in findings if finding.source}):
        path = find_source(name, outcome.results[0][0], include_dirs)
        if path is not None:
            with contextlib.suppress(OSError):
                digest = hashlib.sha256(read_file(path)).hexdigest()
                sources.append(NamedSource(name, display_path(path), digest))
    return tuple(sources)


class SourceLines:
    """Returns the text of source lines; reads each file once.

    Parameters
    ----------
    include_dirs : sequence of Path
        The user's folders of headers.
    """

    def __init__(self, include_dirs: Sequence[Path]) -> None:
        self._include_dirs = include_dirs
        self._read: dict[Path, list[str]] = {}

    def text(self, file: str, line: int, case: Case) -> str:
        """Return a line's text; empty if the file is not the user's or has no such line."""
        path = find_source(file, case, self._include_dirs)
        if path is None:
            return ""
        if path not in self._read:
            self._read[path] = read_text(path, errors="replace").split("\n")
        lines = self._read[path]
        return lines[line - 1].rstrip() if 1 <= line <= len(lines) else ""
