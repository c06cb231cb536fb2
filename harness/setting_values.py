"""How the text of a variable, or a value of TOML, becomes the value of a setting.

Each function is, or makes, a reader ``(value, base) -> object``; ``base`` is the folder that relative paths start from.
A reader raises ValueError where the value is not one that the setting may have.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

Reader = Callable[[object, Path], object]


def one_of(*names: str) -> Callable[[object, Path], str]:
    """Make a reader of one of several words."""

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
    """Make a reader of whole numbers in a range."""

    def read(value: object, _base: Path) -> int:
        number = int(value) if isinstance(value, str) else value
        if isinstance(number, int) and not isinstance(number, bool) and low <= number <= high:
            return number
        raise ValueError

    return read


def seconds(low: float, high: float) -> Callable[[object, Path], float]:
    """Make a reader of numbers in a range; NaN is in none."""

    def read(value: object, _base: Path) -> float:
        number = float(value) if isinstance(value, str) else value
        # NaN fails both comparisons.
        if isinstance(number, (int, float)) and not isinstance(number, bool) and low <= number <= high:
            return float(number)
        raise ValueError

    return read


def matching(pattern: str) -> Callable[[object, Path], str]:
    """Make a reader of text that a regular expression matches whole."""

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
    """Make a reader of a list of existing paths, in a variable separated as those of ``PATH`` are."""

    def read(value: object, base: Path) -> tuple[Path, ...]:
        if isinstance(value, str):
            value = [part for part in value.split(os.pathsep) if part]
        if not isinstance(value, (list, tuple)) or not value:
            raise ValueError("a list of one or more paths is wanted")
        found = tuple(path_of(part, base) for part in value)
        for path in found:
            if folders_only and not path.is_dir():
                raise ValueError(f"{path} is not a folder")
            if not path.exists():
                raise ValueError(f"{path} does not exist")
        return found

    return read


def optional(read: Reader, word: str) -> Reader:
    """Let a reader also take None, and a word that stands for it."""

    def read_optional(value: object, base: Path) -> object:
        return None if value is None or value == word else read(value, base)

    return read_optional


def some_of(names: tuple[str, ...], always: str) -> Callable[[object, Path], tuple[str, ...]]:
    """Make a reader of a list of words, in a variable separated by commas; `always` is among them in any case."""

    def read(value: object, _base: Path) -> tuple[str, ...]:
        if isinstance(value, str):
            value = [part.strip() for part in value.split(",") if part.strip()]
        if not isinstance(value, (list, tuple)):
            raise ValueError("a list is wanted")
        unknown = [each for each in value if each not in names]
        if unknown:
            raise ValueError(f"{unknown[0]!r} is not one of them")
        return tuple(name for name in names if name in value or name == always)

    return read
