"""Reports as JSON: records with the fields of a document, and functions that make them from reports.

The `version` of a document is raised when a field is removed, renamed or changes meaning; new fields do not raise it.
"""

from __future__ import annotations

from collections.abc import Iterable

from ... import __version__
from ...compiler.source.file_names import display_path
from ...errors import SpecError
from ...lazy import dataclass
from ...store.records import WHOLE


@dataclass(frozen=True, kw_only=True)
class Document:
    """The fields with which every document begins."""

    schema: str
    version: int = 1
    harness: str = __version__


@dataclass(frozen=True)
class WrongFile:
    """What is wrong with a file that declares kernels or an operation."""

    path: str
    """The file."""
    line: WHOLE
    """1-based line."""
    message: str
    """What is wrong."""


def wrong_files(errors: Iterable[SpecError]) -> tuple[WrongFile, ...]:
    return tuple(WrongFile(display_path(error.path), error.line, error.message) for error in errors)
