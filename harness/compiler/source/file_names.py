"""Replaces absolute paths in PTX and compiler messages by short names, and short names by paths that open.

A compiler writes absolute paths into ``.file`` lines and messages. Stored text has short names instead
(``softmax_naive.cu``, ``include/reduce.cuh``, ``cuda/cuda_fp16.hpp``), which are the same in every checkout.
A message shown to the user has paths that open from the current folder.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from ...errors import one_line
from ...lazy import pattern

_GAP = r"(?:\s|//[^\n]*\n|/\*.*?\*/)*"
# A comment or a string may hold text that looks like a directive, and a directive may follow a comment. The search is
# three times as fast for each branch beginning with a character, not with a group.
_FILE_DIRECTIVE = pattern(
    rf'//[^\n]*|/\*.*?(?:\*/|\Z)|\.(?P<head>file\b{_GAP}\w+{_GAP}")(?P<name>[^"]*)"|"(?:[^"\\]|\\.)*"',
    re.DOTALL,
)
_MESSAGE = pattern(r"^(?P<name>[^\s(:][^(:\n]*)(?=\(\d+\): )", re.MULTILINE)
# A message about a file that has no short name, and is not part of the system.
_FOREIGN = pattern(r"/(?!usr/)[^(:\n]*(?:\(\d+\)|:\d+(?::\d+)?): ")
_QUOTED = pattern(r'"[^"\n]*"|\u2018[^\u2019\n]*\u2019')


def display_path(path: Path) -> str:
    """Return `path` relative to the current folder if it is inside; any other path unchanged."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return str(path)


def shown_path(path: Path) -> str:
    """Return `display_path` of a path on one line, for messages."""
    return one_line(display_path(path))


class FileNames:
    """Short names for the files that one compilation reads."""

    def __init__(
        self, source: Path, include_dirs: Sequence[Path] = (), cuda_dirs: Sequence[Path] = ()
    ) -> None:
        self._source = source.name
        self._folder = source.parent.absolute()
        further = (folder for folder in include_dirs if not folder.absolute().is_relative_to(self._folder))
        labels: dict[str, str] = {}
        for folder, label in (
            (self._folder, ""),
            *((folder, f"{folder.absolute().name}/") for folder in further),
            *((folder, "cuda/") for folder in cuda_dirs),
        ):
            for spelled in (folder.absolute(), folder.resolve()):
                labels.setdefault(f"{os.path.normpath(spelled)}/", label)
        self.labels = tuple(dict.fromkeys(labels.values()))
        # Longest folder first, so that the innermost one names a file.
        self._labels = dict(sorted(labels.items(), key=lambda item: -len(item[0])))

    def in_ptx(self, ptx: str) -> str:
        """Replace the path in every ``.file`` directive; a file outside the known folders keeps its last component."""

        def shortened(match: re.Match[str]) -> str:
            return match[0] if match["head"] is None else f'.{match["head"]}{self._short(match["name"])}"'

        return _FILE_DIRECTIVE.sub(shortened, ptx)

    def in_log(self, log: str) -> str:
        """Replace every path below a known folder in a compiler's messages."""
        # A message about a file elsewhere keeps its place and error, not the words and lines that it quotes.
        for prefix, label in self._labels.items():
            log = log.replace(prefix, label)
        kept, is_foreign = [], False
        for line in log.splitlines(keepends=True):
            is_quotation = line[:1].isspace() and not line.isspace()
            if not is_quotation:
                is_foreign = _FOREIGN.match(line) is not None
            if not is_foreign:
                kept.append(line)
            elif not is_quotation:
                kept.append(_QUOTED.sub('"..."', line))
        return "".join(kept)

    def shown(self, log: str) -> str:
        """Replace the short name at the start of each message by a path that opens from the current folder."""
        return _MESSAGE.sub(lambda message: self._long(message["name"]), log)

    def _short(self, path: str) -> str:
        path = os.path.normpath(path)
        # The source is compiled under its bare name, which a compiler resolves against the current folder.
        if path.endswith(self._source) and Path(path) == Path.cwd() / self._source:
            return self._source
        for prefix, label in self._labels.items():
            if path.startswith(prefix):
                return label + path[len(prefix) :]
        return path.rsplit("/", 1)[-1]

    def _long(self, name: str) -> str:
        for prefix, label in self._labels.items():
            if label and name.startswith(label) and Path(prefix, name[len(label) :]).is_file():
                return shown_path(Path(prefix, name[len(label) :]))
        own = self._folder / name
        return shown_path(own) if own.is_file() else name


_LOCATION = pattern(r"^(?P<file>[^\s(:][^(:\n]*)\((?P<line>\d+)\): (?P<rest>.*)", re.MULTILINE)
_ERROR = pattern(r"(?:catastrophic )?error: (?P<text>.*)")
_INSTANTIATED = pattern(r"at line (?P<line>\d+)(?: of (?P<file>\S+))?")


def errors_in(log: str, name: str) -> list[tuple[str, list[tuple[str, int]]]]:
    """Return each error as (first line, places): the place of the error, then the places that instantiated it."""
    pairs: list[tuple[str, list[tuple[str, int]]]] = []
    for line in log.splitlines():
        location = _LOCATION.match(line)
        if location is not None:
            error = _ERROR.match(location["rest"])
            if error is not None:
                pairs.append((line, [(location["file"], int(location["line"]))]))
            continue
        instantiated = _INSTANTIATED.search(line)
        if instantiated is not None and pairs:
            file = instantiated["file"] or pairs[-1][1][0][0]
            pairs[-1][1].append((os.path.normpath(file) if file != name else file, int(instantiated["line"])))
        elif "error:" in line and line.startswith("At end of source"):
            pairs.append((line, []))
    return pairs
