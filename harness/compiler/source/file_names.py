"""Keeps this machine's folders out of compiled text, and puts readable paths back into what people read.

A compiler writes absolute paths into ``.file`` lines and messages. Stored text carries short names instead
(``softmax_naive.cu``, ``include/reduce.cuh``, ``cuda/cuda_fp16.hpp``), the same in every checkout; a message
shown to somebody carries paths that open from where they stand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

_FILE_LINE = re.compile(r'^(\s*\.file\s+\d+\s+")([^"\n]*)(")', re.MULTILINE)
_MESSAGE = re.compile(r"^(?P<name>[^\s(:][^(:\n]*)(?=\(\d+\): )", re.MULTILINE)


def display_path(path: Path) -> str:
    """Return `path` relative to the current folder where it lies below it, else as it is."""
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
        Folders of the user's own; files below one are named ``FOLDER/FILE``.
    cuda_dirs : sequence of Path
        CUDA's own folders; files below one are named ``cuda/FILE``.

    Attributes
    ----------
    labels : tuple of str
        Names of the folders, in order: with the files' contents they determine every short name.
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
        # The innermost folder names a file.
        self._labels = dict(sorted(labels.items(), key=lambda item: -len(item[0])))

    def _is_own(self, folder: Path) -> bool:
        return folder.absolute() == self._folder or self._folder in folder.absolute().parents

    def in_ptx(self, ptx: str) -> str:
        """Replace the path in every ``.file`` line; a file in no known folder keeps its last part only."""
        return _FILE_LINE.sub(lambda line: line[1] + self._short(line[2]) + line[3], ptx)

    def in_log(self, log: str) -> str:
        """Replace every path below a known folder in a compiler's messages."""
        for prefix, label in self._labels.items():
            log = log.replace(prefix, label)
        return log

    def shown(self, log: str) -> str:
        """Undo `in_log` at the start of each message, with paths relative to the current folder."""
        return _MESSAGE.sub(lambda message: self._long(message["name"]), log)

    def _short(self, path: str) -> str:
        path = os.path.normpath(path)
        # The source goes under its bare name, which a compiler takes to lie in the current folder.
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
