"""Reads TOML with line numbers: the table, and the line of each key and array element.

The standard reader gives values without positions. After it has accepted a text, a second pass over the text records
the positions. The second pass does not validate.
"""

from __future__ import annotations

import bisect
import re
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..lazy import pattern

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KeyPath = tuple[str | int, ...]
"""Path from the top of a document to a value: keys of tables and indices of arrays."""

_ERROR_POSITION = pattern(r"\s*\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")
_BLANKS_AND_COMMENTS = pattern(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE_KEY = pattern(r"[A-Za-z0-9_-]+")
# Up to two quotes may precede the three that close a string of several lines.
_STRING = pattern(
    r'''"""(?:\\.|[^\\])*?"""(?:"{0,2})|"(?:\\.|[^"\\])*"|'''
    r"""'''.*?'''(?:'{0,2})|'[^']*'""",
    re.DOTALL,
)
_LONG_NUMBER = pattern(r"\d[\d_]{4000,}")
_BARE_VALUE = pattern(r"[^,\]}\n#]*")


class TomlError(ValueError):
    def __init__(self, reason: str, *, line: int, column: int | None) -> None:
        super().__init__(reason)
        self.reason, self.line, self.column = reason, line, column


class TomlDocument(NamedTuple):
    table: dict[str, Any]
    lines: Mapping[KeyPath, int]
    """1-based line by key path. An element of an array of tables has the line of its ``[[header]]``."""


def line_of(lines: Mapping[KeyPath, int], key_path: KeyPath, otherwise: int) -> int:
    """Return the line of a key or element, else of the nearest enclosing one with a line."""
    # A key that was left out has no line.
    enclosing = (key_path[:length] for length in range(len(key_path), 0, -1))
    return next((lines[path] for path in enclosing if path in lines), otherwise)


def read_toml(text: str) -> TomlDocument:
    walker = _Walker(text)
    try:
        table: dict[str, Any] = tomllib.loads(text)
        walker.document()
    except tomllib.TOMLDecodeError as error:
        raise _toml_error(str(error), text) from None
    except ValueError:
        # Python refuses numbers with thousands of digits, because reading them takes quadratic time.
        number = _LONG_NUMBER.search(text)
        line = text.count("\n", 0, number.start()) + 1 if number else 1
        raise TomlError("a number of too many digits", line=line, column=None) from None
    except RecursionError:
        raise TomlError("nested too deeply", line=1, column=None) from None
    return TomlDocument(table=table, lines=walker.lines)


def _toml_error(message: str, text: str) -> TomlError:
    position = _ERROR_POSITION.search(message)
    reason = message[: position.start()] if position else message
    line, column = text.count("\n") + 1, None
    if position and position["line"]:
        line, column = int(position["line"]), int(position["column"])
    return TomlError(reason[:1].lower() + reason[1:], line=line, column=column)


class _Walker:
    def __init__(self, text: str) -> None:
        self.text, self.position = text, 0
        self.lines: dict[KeyPath, int] = {}
        self.line_ends = [match.start() for match in re.finditer("\n", text)]
        self.table_counts: dict[KeyPath, int] = {}

    def document(self) -> None:
        base: KeyPath = ()
        self._skip()
        while self.position < len(self.text):
            if self._take("[["):
                base = self._header(is_array=True)
            elif self._take("["):
                base = self._header(is_array=False)
            else:
                self._pair(base)
            self._skip()

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.position)
        assert match is not None  # the reader accepted the document
        self.position = match.end()
        return match.group()

    def _skip(self) -> None:
        self._match(_BLANKS_AND_COMMENTS)

    def _take(self, mark: str) -> bool:
        if self.text.startswith(mark, self.position):
            self.position += len(mark)
            return True
        return False

    def _record(self, path: KeyPath, position: int) -> None:
        self.lines.setdefault(path, bisect.bisect_left(self.line_ends, position) + 1)

    def _header(self, *, is_array: bool) -> KeyPath:
        start = self.position
        keys = self._dotted_key()
        self._take("]]" if is_array else "]")
        path: KeyPath = ()
        for index, key in enumerate(keys):
            path = (*path, key)
            self._record(path, start)
            if is_array and index == len(keys) - 1:
                self.table_counts[path] = self.table_counts.get(path, 0) + 1
            if path in self.table_counts:
                path = (*path, self.table_counts[path] - 1)
                self._record(path, start)
        return path

    def _dotted_key(self) -> list[str]:
        keys: list[str] = []
        while True:
            self._skip()
            if self.text[self.position] in "\"'":
                keys.append(str(tomllib.loads(f"key = {self._match(_STRING)}")["key"]))
            else:
                keys.append(self._match(_BARE_KEY))
            self._skip()
            if not self._take("."):
                return keys

    def _pair(self, base: KeyPath) -> None:
        start = self.position
        path = base
        for key in self._dotted_key():
            path = (*path, key)
            self._record(path, start)
        self._take("=")
        self._skip()
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        first = self.text[self.position]
        if first in "\"'":
            self._match(_STRING)
        elif self._take("["):
            self._items(path, "]")
        elif self._take("{"):
            self._items(path, "}")
        else:
            self._match(_BARE_VALUE)

    def _items(self, path: KeyPath, closer: str) -> None:
        index = 0
        self._skip()
        while not self._take(closer):
            if closer == "}":
                self._pair(path)
            else:
                self._record((*path, index), self.position)
                self._value((*path, index))
                index += 1
            self._skip()
            self._take(",")
            self._skip()
