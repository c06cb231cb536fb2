"""Reads files that somebody named: regular ones of a bounded size, never a device or a pipe, which may have no end."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MEBIBYTE = 1 << 20
SOURCE_BYTES = 16 * MEBIBYTE
"""Most that a source, a header or a table of settings may have; the largest header of CUDA 13 has 2 MiB."""
RESULT_BYTES = 256 * MEBIBYTE
"""Most that a file of results may have, unpacked: some 200,000 cases that all failed."""

_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a disk",
    stat.S_IFSOCK: "a socket",
}


class NotPlainError(OSError):
    """What a name leads to is no regular file, or is too large; `strerror` says which."""


def read_file(path: Path, most_bytes: int = SOURCE_BYTES) -> bytes:
    """Read a file.

    Parameters
    ----------
    path : Path
        Its name; links are followed.
    most_bytes : int
        Its size at most.

    Raises
    ------
    NotPlainError
        It is no regular file, or is larger.
    OSError
        It cannot be read.
    """
    # Without waiting: opening a pipe would else last until somebody writes into it.
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    # io.FileIO itself refuses folders, in words of its own.
    status = os.fstat(handle)
    if stat.S_ISDIR(status.st_mode):
        os.close(handle)
        raise NotPlainError(errno.EISDIR, "must be a regular file (got a folder)", str(path))
    with os.fdopen(handle, "rb") as stream:
        if not stat.S_ISREG(status.st_mode):
            kind = _KINDS.get(stat.S_IFMT(status.st_mode), "something else")
            raise NotPlainError(errno.EINVAL, f"must be a regular file (got {kind})", str(path))
        # Files of /proc say that they are empty.
        data = stream.read(most_bytes + 1) if status.st_size <= most_bytes else b""
        if status.st_size > most_bytes or len(data) > most_bytes:
            size = max(status.st_size, len(data))
            said = f"must be no larger than {most_bytes // MEBIBYTE} MiB (got {size / MEBIBYTE:.1f} MiB)"
            raise NotPlainError(errno.EFBIG, said, str(path))
    return data


def read_text(path: Path, most_bytes: int = SOURCE_BYTES, *, errors: str = "strict") -> str:
    """Read a UTF-8 file, its line ends as line feeds; raises as `read_file`, and UnicodeDecodeError."""
    text = read_file(path, most_bytes).decode("utf-8", errors)
    return text.replace("\r\n", "\n").replace("\r", "\n")
