"""The declaration's text: from the head comment of a ``.cu`` file to a TOML table that knows its lines.

The form is that of Python's inline script metadata (PEP 723) with ``//`` in the place of ``#``::

    // /// variant
    // summary = "..."
    // ///

Which keys there may be, and what they mean, is `harness.spec.declaration`'s matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import SpecError
from ..input_file import read_file
from ..project_table import OPENING as OPENING
from .toml_document import KeyPath, TomlError, read_toml

CLOSING = "// ///"

_LOOKS_LIKE_OPENING = re.compile(r"\s*(?://|/\*|\*|#)?\s*/{3,4}\s*variants?\s*", re.IGNORECASE)
_COMMENT_MARK_CHARS = len("// ")
MOST_LINES = 10_000
"""Of a declaration; the longest here has 40."""


@dataclass(frozen=True)
class InlineBlock:
    """One declaration, read as TOML and not yet held against the table of keys.

    Parameters
    ----------
    path : Path
        The file it stands in.
    line : int
        1-based line of the opening ``// /// variant``.
    table : dict
        What the TOML says.
    lines : mapping of tuple to int
        1-based line in the file for the way to each key and array element.
    """

    path: Path
    line: int
    table: dict[str, Any]
    lines: Mapping[KeyPath, int]

    def line_of(self, key_path: KeyPath) -> int:
        """Line of a key or element, of what holds it where it has none of its own, else of the block."""
        for length in range(len(key_path), 0, -1):
            if key_path[:length] in self.lines:
                return self.lines[key_path[:length]]
        return self.line


def read_source(path: Path) -> str:
    """Read a source file.

    Parameters
    ----------
    path : Path
        A file in UTF-8, with or without a byte order mark.

    Returns
    -------
    str
        Its text with every line ending as a line feed.

    Raises
    ------
    SpecError
        The file cannot be read, is no regular one, is too large, or is not UTF-8 (the line is that of the first bad
        byte).
    """
    try:
        data = read_file(path)
    except OSError as error:
        said = error.strerror or str(error)
        message = f"a source {said}" if said.startswith("must be") else f"the file cannot be read ({said})"
        raise SpecError(message, path=path, line=1) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SpecError(
            f"a source must be UTF-8 text (got byte 0x{data[error.start]:02x}); save it as UTF-8",
            path=path,
            line=line,
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def extract(text: str, path: Path) -> InlineBlock | None:
    """Find and read the declaration of a source.

    Parameters
    ----------
    text : str
        The source, lines ending in a line feed.
    path : Path
        Where it came from, for errors.

    Returns
    -------
    InlineBlock or None
        None when the text holds nothing that is or looks like a declaration.

    Raises
    ------
    SpecError
        There is more than one block, one that is not closed or has more than `MOST_LINES`, a line in it that is not a
        ``//`` comment, a near miss of the opening line, or text that is not TOML (with the line of the TOML error).
    """
    source_lines = text.split("\n")
    openings = [number for number, line in enumerate(source_lines, 1) if line.rstrip() == OPENING]
    if not openings:
        for number, line in enumerate(source_lines, 1):
            if _LOOKS_LIKE_OPENING.fullmatch(line):
                raise SpecError(
                    f"a declaration opens with the line '{OPENING}' at the left margin "
                    f"(got '{line.strip()}')",
                    path=path,
                    line=number,
                )
        return None
    opening = openings[0]
    if len(openings) > 1:
        raise SpecError(
            f"a file holds one declaration (got a second '{OPENING}'; the first is at line {opening}); "
            "give each variant a file of its own",
            path=path,
            line=openings[1],
        )
    content = _content(source_lines, opening, path)
    try:
        document = read_toml("\n".join(content))
    except TomlError as error:
        column = f" at column {error.column + _COMMENT_MARK_CHARS}" if error.column else ""
        got = content[error.line - 1].strip()[:60] if content else ""
        raise SpecError(
            f"the declaration must be TOML: {error.reason}{column} (got '{got}')",
            path=path,
            line=opening + error.line,
        ) from None
    lines = {key_path: opening + line for key_path, line in document.lines.items()}
    return InlineBlock(path=path, line=opening, table=document.table, lines=lines)


def _content(source_lines: list[str], opening: int, path: Path) -> list[str]:
    """Lines between the opening and the closing line, without their comment marks."""
    content: list[str] = []
    for number, line in enumerate(source_lines[opening:], opening + 1):
        if line.rstrip() == CLOSING:
            return content
        if len(content) == MOST_LINES:
            raise SpecError(
                f"a declaration must have no more than {MOST_LINES} lines (got more since line {opening}); close it "
                f"by the line '{CLOSING}'",
                path=path,
                line=number,
            )
        if line.rstrip() == "//":
            content.append("")
        elif line.startswith("// "):
            content.append(line[_COMMENT_MARK_CHARS:])
        elif line.startswith("//"):
            raise SpecError(
                f"a line of the declaration begins with '// ' and one blank (got '{line[:40]}')",
                path=path,
                line=number,
            )
        else:
            raise SpecError(
                f"the declaration that opens at line {opening} must be closed by the line '{CLOSING}' "
                f"(got '{line[:40]}' before it)",
                path=path,
                line=number,
            )
    raise SpecError(
        f"the declaration must be closed by the line '{CLOSING}' (got the end of the file)",
        path=path,
        line=opening,
    )
