"""Finds the folders of a checkout that hold the headers which a source includes and which are not beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from ...compiler.source.empty_headers import is_host_only
from ...compiler.source.includes import unfound_names
from ...errors import HarnessError

_MOST_ROUNDS = 12
"""A header that is found may include further ones. More rounds than any known checkout needs."""


class HeaderFolders:
    """The headers of a checkout by the ends of their paths.

    Parameters
    ----------
    files : iterable of Path
        All files of the checkout.
    cuda_dirs : sequence of Path
        Folders of CUDA's headers, which are found without help.
    """

    def __init__(self, files: Iterable[Path], cuda_dirs: Sequence[Path] = ()) -> None:
        self._by_name: dict[str, list[Path]] = {}
        for file in files:
            self._by_name.setdefault(file.name, []).append(file)
        self._cuda_dirs = cuda_dirs

    def of(self, source: Path, content: bytes, given: Sequence[Path] = ()) -> tuple[Path, ...]:
        """Return the folders to search for a source's headers, besides its own and those that are given.

        Of several folders with a header, that whose path has the most in common with the source's is taken.
        """
        folders: list[Path] = []
        for _ in range(_MOST_ROUNDS):
            near = [source.parent, *given, *folders, source.parent / "include"]
            try:
                unfound = sorted(set(unfound_names(source, content, near)))
            except (HarnessError, OSError):
                break
            more = [folder for name in unfound if (folder := self._folder_of(name, source)) is not None]
            new = [folder for folder in dict.fromkeys(more) if folder not in folders]
            if not new:
                break
            folders += new
        return tuple(folders)

    def _folder_of(self, name: str, source: Path) -> Path | None:
        if is_host_only(name) or any((folder / name).is_file() for folder in self._cuda_dirs):
            return None
        parts = Path(name).parts
        if ".." in parts or not parts:
            return None
        found = [
            file.parents[len(parts) - 1]
            for file in self._by_name.get(parts[-1], ())
            if file.parts[-len(parts) :] == parts
        ]
        return min(found, key=lambda folder: _distance(folder, source), default=None)


def _distance(folder: Path, source: Path) -> tuple[int, int, str]:
    """Return how far a folder is from a source: the steps up, the steps down, and the name to be definite."""
    ups = 0
    for parent in source.parents:
        if folder == parent or parent in folder.parents:
            return ups, len(folder.parts) - len(parent.parts), folder.as_posix()
        ups += 1
    return ups, len(folder.parts), folder.as_posix()
