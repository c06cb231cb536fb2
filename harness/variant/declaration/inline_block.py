"""Reads declarations as TOML tables with line numbers: in the head comment of a source, or in a ``kernels.toml``.

A comment has the form of Python's inline script metadata (PEP 723), in CUDA and PTX with ``//`` for ``#``. In a
``kernels.toml`` each table ``[kernel.NAME]`` holds the keys of one declaration, and NAME is the variant's id.
docs/declaration.md shows both. `harness.variant.declaration.declaration` checks the keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...errors import SpecError
from ...lazy import dataclass, pattern
from ...settings.project_table import COMMENT_MARKS, opening_of
from ...settings.project_table import KERNELS_FILE as KERNELS_FILE
from ...store.input_file import read_file
from ..toml_document import KeyPath, TomlDocument, TomlError, line_of, read_toml

OPENING = "// /// variant"
CLOSING = "// ///"

_LOOKS_LIKE_OPENING = pattern(r"\s*(?://|/\*|\*|#)?\s*/{3,4}\s*variants?\s*", re.IGNORECASE)
MOST_LINES = 10_000
"""Maximum number of lines of a declaration. The longest shipped one has 40."""


@dataclass(frozen=True)
class InlineBlock:
    """One declaration, read as TOML. Its keys are not yet checked."""

    path: Path
    line: int
    table: dict[str, Any]
    lines: Mapping[KeyPath, int]
    """1-based line in the file by key path, for each key and array element."""
    name: str = ""
    """Id of the variant in a file of several declarations; empty if the file's stem is the id."""

    def line_of(self, key_path: KeyPath) -> int:
        return line_of(self.lines, key_path, self.line)


def read_source(path: Path) -> str:
    try:
        data = read_file(path)
    except OSError as error:
        said = error.strerror or str(error)
        message = f"a source {said}" if said.startswith("must be") else f"the file cannot be read ({said})"
        raise SpecError(message, path=path, line=1) from None
    try:
        text = data.decode("utf-8-sig")  # some editors begin a file with a byte order mark
    except UnicodeDecodeError as error:
        message = f"a source must be UTF-8 text (got byte 0x{data[error.start]:02x}); save it as UTF-8"
        raise SpecError(message, path=path, line=data.count(b"\n", 0, error.start) + 1) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def extract(text: str, path: Path) -> InlineBlock | None:
    source_lines = text.split("\n")
    mark, opening_line = COMMENT_MARKS.get(path.suffix, "//"), opening_of(path)
    openings = [number for number, line in enumerate(source_lines, 1) if line.rstrip() == opening_line]
    if not openings:
        # A file with a misspelt opening must not count as one without a declaration.
        for number, line in enumerate(source_lines, 1):
            if _LOOKS_LIKE_OPENING.fullmatch(line):
                rule = f"a declaration must open with the line '{opening_line}' at the left margin"
                raise SpecError(f"{rule} (got '{line.strip()}')", path=path, line=number)
        return None
    opening = openings[0]
    if len(openings) > 1:
        got = f"a second '{opening_line}'; the first is at line {opening}"
        message = f"a file must have only one declaration (got {got}); give each variant a file of its own"
        raise SpecError(message, path=path, line=openings[1])
    content = _content(source_lines, opening, path, mark)
    try:
        document = read_toml("\n".join(content))
    except TomlError as error:
        column = f" at column {error.column + len(mark) + 1}" if error.column else ""
        got = content[error.line - 1].strip()[:60] if content else ""
        message = f"the declaration must be TOML: {error.reason}{column} (got '{got}')"
        raise SpecError(message, path=path, line=opening + error.line) from None
    lines = {key_path: opening + line for key_path, line in document.lines.items()}
    return InlineBlock(path=path, line=opening, table=document.table, lines=lines)


def _content(source_lines: list[str], opening: int, path: Path, mark: str) -> list[str]:
    """Return the lines between the opening and the closing line, without their comment marks."""
    content: list[str] = []
    closing = f"{mark} ///"
    for number, line in enumerate(source_lines[opening:], opening + 1):
        message = ""
        if line.rstrip() == closing:
            return content
        if len(content) == MOST_LINES:
            rule = f"a declaration must have at most {MOST_LINES} lines (got more since line {opening})"
            message = f"{rule}; close it with the line '{closing}'"
        elif line.rstrip() == mark:
            content.append("")
        elif line.startswith(f"{mark} "):
            content.append(line[len(mark) + 1 :])
        elif line.startswith(mark):
            rule = f"a line of the declaration must begin with '{mark}' and one space"
            message = f"{rule} (got '{line[:40]}')"
        else:
            rule = f"the declaration that opens at line {opening} must be closed with the line '{closing}'"
            message = f"{rule} (got '{line[:40]}' before it)"
        if message:
            raise SpecError(message, path=path, line=number)
    message = f"the declaration must be closed with the line '{closing}' (got the end of the file)"
    raise SpecError(message, path=path, line=opening)


TOML_SUFFIX = ".toml"
"""End of the name of such a file. In a folder of sources it has the name `KERNELS_FILE`."""
KERNEL = "kernel"
"""The only table of the file; each table in it is a declaration."""


def read_kernels_file(path: Path) -> tuple[InlineBlock | SpecError, ...]:
    try:
        document = read_toml(read_source(path))
    except TomlError as error:
        column = f" at column {error.column}" if error.column else ""
        message = f"a file of declarations must be TOML: {error.reason}{column}"
        raise SpecError(message, path=path, line=error.line) from None
    blocks = tuple(_blocks(document, path))
    if not blocks:
        message = f"a file of declarations must have a table [{KERNEL}.NAME] for each kernel (got none)"
        raise SpecError(message, path=path, line=1)
    return blocks


def _blocks(document: TomlDocument, path: Path) -> Iterator[InlineBlock | SpecError]:
    form = f"[{KERNEL}.NAME]"
    for name in document.table:
        if name != KERNEL:
            rule = f"a file of declarations has only tables {form} (got '{name}')"
            message = f"{rule}; give the declaration a name: {form}"
            yield SpecError(message, path=path, line=document.lines.get((name,), 1))
    tables = document.table.get(KERNEL, {})
    for name, table in tables.items() if isinstance(tables, dict) else [("", tables)]:
        line = line_of(document.lines, (KERNEL, name), 1)
        if not isinstance(table, dict):
            got = f"{KERNEL}.{name}" if name else KERNEL
            message = f"a declaration must be a table {form} (got the key '{got}' with another value)"
            yield SpecError(message, path=path, line=line, variant=name)
            continue
        # Paths begin below the table, as in a head comment.
        own = {
            key[2:]: at for key, at in document.lines.items() if len(key) > 2 and key[:2] == (KERNEL, name)
        }
        yield InlineBlock(path=path, line=line, table=table, lines=own, name=name)
