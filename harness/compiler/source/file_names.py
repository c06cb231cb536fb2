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

_FILE_LINE = re.compile(r'^(\s*\.file\s+\d+\s+")([^"\n]*)(")', re.MULTILINE)
_MESSAGE = re.compile(r"^(?P<name>[^\s(:][^(:\n]*)(?=\(\d+\): )", re.MULTILINE)


def display_path(path: Path) -> str:
    """Return `path` relative to the current folder if it is inside; any other path unchanged."""
    try:
        return path.absolute().relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return str(path)


class FileNames:
    """Short names for the files that one compilation reads.

    Parameters
    ----------
    source : Path
        The ``.cu`` file; files below its folder are named relative to it.
    include_dirs : sequence of Path
        The user's include folders; files below one are named ``FOLDER/FILE``.
    cuda_dirs : sequence of Path
        Folders of CUDA's headers; files below one are named ``cuda/FILE``.

    Attributes
    ----------
    labels : tuple of str
        The folders' prefixes in short names, in order. With the files' contents they determine every short name.
    """

    def __init__(
        self, source: Path, include_dirs: Sequence[Path] = (), cuda_dirs: Sequence[Path] = ()
    ) -> None:
        self._source = source.name
        self._folder = source.parent.absolute()
        labels: dict[str, str] = {}
        for folder, label in (
            (self._folder, ""),
            *((folder, f"{folder.absolute().name}/") for folder in include_dirs if not self._is_own(folder)),
            *((folder, "cuda/") for folder in cuda_dirs),
        ):
            for spelled in (folder.absolute(), folder.resolve()):
                labels.setdefault(f"{os.path.normpath(spelled)}/", label)
        self.labels = tuple(dict.fromkeys(labels.values()))
        # Longest folder first, so that the innermost one names a file.
        self._labels = dict(sorted(labels.items(), key=lambda item: -len(item[0])))

    def _is_own(self, folder: Path) -> bool:
        return folder.absolute() == self._folder or self._folder in folder.absolute().parents

    def in_ptx(self, ptx: str) -> str:
        """Replace the path in every ``.file`` line; a file outside the known folders keeps its last component only."""
        return _FILE_LINE.sub(lambda line: line[1] + self._short(line[2]) + line[3], ptx)

    def in_log(self, log: str) -> str:
        """Replace every path below a known folder in a compiler's messages."""
        for prefix, label in self._labels.items():
            log = log.replace(prefix, label)
        return log

    def shown(self, log: str) -> str:
        """Replace the short name at the start of each message by a path that opens from the current folder."""
        return _MESSAGE.sub(lambda message: self._long(message["name"]), log)

    def _short(self, path: str) -> str:
        path = os.path.normpath(path)
        # The source is compiled under its bare name, which a compiler resolves against the current folder.
        if Path(path) == Path.cwd() / self._source:
            return self._source
        for prefix, label in self._labels.items():
            if path.startswith(prefix):
                return label + path[len(prefix) :]
        return path.rsplit("/", 1)[-1]

    def _long(self, name: str) -> str:
        for prefix, label in self._labels.items():
            if label and name.startswith(label) and Path(prefix, name[len(label) :]).is_file():
                return display_path(Path(prefix, name[len(label) :]))
        own = self._folder / name
        return display_path(own) if own.is_file() else name
