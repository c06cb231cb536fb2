"""Readers that convert a variable's text or a TOML value to the value of a setting.

Each function is, or returns, a reader ``(value, base) -> object``. Relative paths start at the folder ``base``. A
reader raises ValueError if the value is not allowed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

Reader = Callable[[object, Path], object]


def one_of(*names: str) -> Callable[[object, Path], str]:
    """Return a reader of one of several words."""

    def read(value: object, _base: Path) -> str:
        if isinstance(value, str) and value in names:
            return value
        raise ValueError

    return read


def truth(value: object, _base: Path) -> bool:
    """Read true or false."""
    if isinstance(value, str):
        value = {"true": True, "false": False}.get(value)
    if isinstance(value, bool):
        return value
    raise ValueError


def integer(low: int, high: int) -> Callable[[object, Path], int]:
    """Return a reader of whole numbers from `low` to `high`."""

    def read(value: object, _base: Path) -> int:
        number = int(value) if isinstance(value, str) else value
        if isinstance(number, int) and not isinstance(number, bool) and low <= number <= high:
            return number
        raise ValueError

    return read


def seconds(low: float, high: float) -> Callable[[object, Path], float]:
    """Return a reader of numbers from `low` to `high`, without NaN."""

    def read(value: object, _base: Path) -> float:
        number = float(value) if isinstance(value, str) else value
        # NaN fails both comparisons.
        if isinstance(number, (int, float)) and not isinstance(number, bool) and low <= number <= high:
            return float(number)
        raise ValueError

    return read


def matching(pattern: str) -> Callable[[object, Path], str]:
    """Return a reader of text that a regular expression matches completely."""

    def read(value: object, _base: Path) -> str:
        if isinstance(value, str) and re.fullmatch(pattern, value):
            return value
        raise ValueError

    return read


def path_of(value: object, base: Path) -> Path:
    """Read a path."""
    if isinstance(value, (str, Path)) and str(value) and "\0" not in str(value):
        try:
            return base / Path(value).expanduser()
        except RuntimeError as error:
            raise ValueError(str(error)) from None
    raise ValueError


def folder_of(value: object, base: Path) -> Path:
    """Read the path of an existing folder."""
    path = path_of(value, base)
    if not path.is_dir():
        raise ValueError(f"{path} is not a folder")
    return path


def paths_of(*, folders_only: bool) -> Callable[[object, Path], tuple[Path, ...]]:
    """Return a reader of a list of existing paths, separated in a variable like those of ``PATH``."""

    def read(value: object, base: Path) -> tuple[Path, ...]:
        if isinstance(value, str):
            value = [part for part in value.split(os.pathsep) if part]
        if not isinstance(value, (list, tuple)) or not value:
            raise ValueError("write a list of one or more paths")
        found = tuple(path_of(part, base) for part in value)
        for path in found:
            if folders_only and not path.is_dir():
                raise ValueError(f"{path} is not a folder")
            if not path.exists():
                raise ValueError(f"{path} does not exist")
        return found

    return read


def optional(read: Reader, word: str) -> Reader:
    """Return a reader that also accepts None, or `word` for None."""

    def read_optional(value: object, base: Path) -> object:
        return None if value is None or value == word else read(value, base)

    return read_optional


def some_of(names: tuple[str, ...], always: str) -> Callable[[object, Path], tuple[str, ...]]:
    """Return a reader of a list of words, separated by commas in a variable. The result always has `always`."""

    def read(value: object, _base: Path) -> tuple[str, ...]:
        if isinstance(value, str):
            value = [part.strip() for part in value.split(",") if part.strip()]
        if not isinstance(value, (list, tuple)):
            raise ValueError("write a list")
        unknown = [each for each in value if each not in names]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is not allowed")
        return tuple(name for name in names if name in value or name == always)

    return read
