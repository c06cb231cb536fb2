"""Finds the folders of a checkout that hold the headers which a source includes and which are not beside it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...compiler.source.empty_headers import is_host_only
from ...compiler.source.includes import named_in
from ...store.input_file import read_file

_MOST_REACHED = 400
"""Headers of one source that are followed."""


@dataclass(frozen=True)
class Headers:
    """The headers of a source."""

    folders: tuple[Path, ...]
    """Folders of the checkout to search, besides the source's own and those that are given."""
    reached: frozenset[Path]
    """Headers of the checkout that the source includes, directly or not."""


class CheckoutHeaders:
    """The headers of a checkout by their paths, and what each file includes, read once."""

    def __init__(
        self, files: Iterable[Path], cuda_dirs: Sequence[Path] = (), given: Sequence[Path] = ()
    ) -> None:
        self._files = frozenset(files)
        self._by_name: dict[str, list[Path]] = {}
        for file in sorted(self._files):
            self._by_name.setdefault(file.name, []).append(file)
        self._cuda_dirs = cuda_dirs
        self._given = tuple(given)
        self._included: dict[Path, tuple[tuple[str, bool], ...]] = {}
        self._elsewhere: dict[str, bool] = {}

    def of(self, source: Path) -> Headers:
        """Return a source's headers in the checkout, and the folders in which a compiler finds them.

        Of several folders with a header, that whose path has the most in common with the source's is taken.
        """
        folders: list[Path] = []
        reached: dict[Path, None] = {}
        todo = [source]
        while todo and len(reached) < _MOST_REACHED:
            including = todo.pop(0)
            for name, is_quoted in self._names_in(including):
                beside = [including.parent] if is_quoted else []
                found = self._in(
                    (*beside, source.parent, *self._given, *folders, source.parent / "include"), name
                )
                if found is None:
                    folder = self._folder_of(name, source)
                    if folder is None:
                        continue
                    folders.append(folder)
                    found = folder / name
                if found not in reached and found != source:
                    reached[found] = None
                    todo.append(found)
        return Headers(tuple(folders), frozenset(reached))

    def _in(self, folders: Sequence[Path], name: str) -> Path | None:
        for folder in folders:
            file = Path(os.path.normpath(folder / name))
            if file in self._files:
                return file
        return None

    def _names_in(self, file: Path) -> tuple[tuple[str, bool], ...]:
        if file not in self._included:
            try:
                content = read_file(file)
            except OSError:
                content = b""
            self._included[file] = tuple(
                dict.fromkeys((name, quoted) for name, quoted in named_in(content) if name is not None)
            )
        return self._included[file]

    def _folder_of(self, name: str, source: Path) -> Path | None:
        parts = Path(name).parts
        if not parts or ".." in parts or parts[-1] not in self._by_name or self._is_elsewhere(name):
            return None
        found = [
            file.parents[len(parts) - 1]
            for file in self._by_name[parts[-1]]
            if file.parts[-len(parts) :] == parts
        ]
        return min(found, key=lambda folder: _distance(folder, source), default=None)

    def _is_elsewhere(self, name: str) -> bool:
        """Whether a header is of CUDA, of the C++ library or of another library of the host."""
        if name not in self._elsewhere:
            self._elsewhere[name] = is_host_only(name) or any(
                (folder / name).is_file() for folder in self._cuda_dirs
            )
        return self._elsewhere[name]


def _distance(folder: Path, source: Path) -> tuple[int, int, str]:
    """Return how far a folder is from a source: the steps up, the steps down, and the name to be definite."""
    ups = 0
    for parent in source.parents:
        if folder == parent or parent in folder.parents:
            return ups, len(folder.parts) - len(parent.parts), folder.as_posix()
        ups += 1
    return ups, len(folder.parts), folder.as_posix()
