"""Writes a declaration into a source file, atomically and without changing any other line."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ...errors import UsageError
from ...store.whole_file import write_text
from ...variant.declaration.inline_block import CLOSING, OPENING, extract, read_source

_BYTE_ORDER_MARK = "\ufeff"


def is_declared(path: Path) -> bool:
    """Whether a source file has a declaration, right or wrong."""
    return OPENING in (line.rstrip() for line in read_source(path).split("\n"))


def with_declaration(text: str, lines: Sequence[str]) -> str:
    """Return a source with a new declaration, which replaces the old one or follows the leading comment."""
    end = "\r\n" if "\r\n" in text else "\n"
    mark = _BYTE_ORDER_MARK if text.startswith(_BYTE_ORDER_MARK) else ""
    old = text.removeprefix(mark).split(end)
    bare = [line.rstrip() for line in old]
    if OPENING in bare:
        first = bare.index(OPENING)
        last = bare.index(CLOSING, first + 1) if CLOSING in bare[first + 1 :] else first
        return mark + end.join([*old[:first], *lines, *old[last + 1 :]])
    place = _behind_comment(bare)
    before = [*old[:place], ""] if place else []
    after = old[place:]
    blank = [""] if after and after[0].strip() else []
    return mark + end.join([*before, *lines, *blank, *after])


def write_declaration(path: Path, lines: Sequence[str]) -> None:
    """Write a declaration into a file."""
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} must be a readable UTF-8 file (got {error})") from None
    if not os.access(path, os.W_OK):
        raise UsageError(
            f"{path} must be writable, because its declaration goes into it (got a read-only file)"
        )
    content = with_declaration(text, lines)
    extract(content.removeprefix(_BYTE_ORDER_MARK).replace("\r\n", "\n"), path)  # or nothing is written
    write_text(content, path, "the declared file")


def _behind_comment(lines: Sequence[str]) -> int:
    """Return the number of lines of the comment at the top, such as a licence; 0 if there is none."""
    if lines and lines[0].lstrip().startswith("/*"):
        for number, line in enumerate(lines):
            if "*/" in line:
                return number + 1 if line.rstrip().endswith("*/") else 0
    for number, line in enumerate(lines):
        if not line.startswith("//"):
            return number
    return 0
