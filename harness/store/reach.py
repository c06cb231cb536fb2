"""Decides which files may be opened for a kernel, because a kernel's text can name any file of the machine.

A file is within reach if it is in the folder of the variant, in one of its include folders or in its repository. No
other file is opened, hashed or quoted. A link counts as the file that it leads to.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

INCLUDE_FOLDER = "include"
"""Name of folders of headers; such a folder next to a source is searched without being named."""
TOP_MARK = ".kernel-harness-top"
"""Name of an empty file in the top folder of a copied repository, which has no ``.git``."""

# File systems of Linux: their files describe processes and devices.
_SYSTEM_FOLDERS = ("/proc/", "/sys/", "/dev/")
_GIT = ".git"


def project_of(folder: Path) -> Path:
    """Return the top of the repository that a folder is in, else the nearest folder with a ``pyproject.toml``."""
    # Without either, the folder itself.
    parents = [path for path in (folder, *folder.parents) if path != path.parent]  # the root is not a project
    for marks in ((_GIT, TOP_MARK), ("pyproject.toml",)):
        for parent in parents:
            if any((parent / mark).exists() for mark in marks):
                return parent
    return folder


class Reach:
    """The files that may be opened for one source."""

    def __init__(self, source: Path, include_dirs: Iterable[Path] = ()) -> None:
        folder = source.absolute().parent
        folders = {os.path.realpath(path) for path in (folder, project_of(folder), *include_dirs)}
        self.folders = tuple(sorted(folders))
        self._inside = tuple(f"{path.rstrip('/')}/" for path in self.folders)

    def __contains__(self, path: Path) -> bool:
        """Whether a file or folder may be opened."""
        real = os.path.realpath(path)
        if is_of_system(real) or _GIT in Path(real).parts:
            return False
        # With the slash, because /a/bc is not inside of /a/b.
        return f"{real}/".startswith(self._inside)


def is_of_system(real: str) -> bool:
    """Whether an absolute path without links names a file of ``/proc``, ``/sys`` or ``/dev``."""
    return real.startswith(_SYSTEM_FOLDERS)
