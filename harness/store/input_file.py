"""Reads files named by users: only regular files of bounded size, because a device or a pipe may be endless.

A kernel's text can name any file of the machine. A file is within its reach if it is in the folder of the variant, in
one of its include folders or in its repository. No other file is opened, hashed or quoted. A link counts as the file
that it leads to.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path

MEBIBYTE = 1 << 20
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
"""Editors of Windows begin UTF-8 files with it."""
SOURCE_BYTES = 16 * MEBIBYTE
"""Maximum size of a source, header or settings file, in bytes. The largest header of CUDA 13 has 2 MiB."""
RESULT_BYTES = 256 * MEBIBYTE
"""Maximum unpacked size of a result file, in bytes: some 200,000 failed cases."""

_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a disk", stat.S_IFSOCK: "a socket"}


class NotPlainError(OSError):
    """A path is not a regular file, or the file is too large; `strerror` says which."""


def read_file(path: Path, most_bytes: int = SOURCE_BYTES) -> bytes:
    # Non-blocking, because opening a pipe would otherwise wait for a writer.
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    # Check for folders before io.FileIO refuses them with its own message.
    status = os.fstat(handle)
    if stat.S_ISDIR(status.st_mode):
        os.close(handle)
        raise NotPlainError(errno.EISDIR, "must be a regular file (got a folder)", str(path))
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(status.st_mode):
            kind = _KINDS.get(stat.S_IFMT(status.st_mode), "something else")
            raise NotPlainError(errno.EINVAL, f"must be a regular file (got {kind})", str(path))
        # Files in /proc report size 0, so check the size of the data too.
        data = stream.read(most_bytes + 1) if status.st_size <= most_bytes else b""
        if status.st_size > most_bytes or len(data) > most_bytes:
            size = max(status.st_size, len(data))
            message = f"must be no larger than {most_bytes // MEBIBYTE} MiB (got {size / MEBIBYTE:.1f} MiB)"
            raise NotPlainError(errno.EFBIG, message, str(path))
    return data


def read_text(path: Path, most_bytes: int = SOURCE_BYTES, *, errors: str = "strict") -> str:
    """Return the text of a UTF-8 file with line feeds as line ends, without a byte order mark."""
    # Raises as `read_file`, and UnicodeDecodeError.
    text = read_file(path, most_bytes).removeprefix(BYTE_ORDER_MARK).decode("utf-8", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")


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
