"""Writes a file that somebody named: replaces a regular one whole, keeps links, writes into what is none."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

_MOST_LINKS = 40
"""Links that Linux follows in one path (path_resolution(7))."""

_DESCRIPTOR = re.compile(r"/proc/(?P<process>\d+)(?:/task/\d+)?/fd")


@dataclass(frozen=True)
class Place:
    """Where a name leads once its links have been followed.

    Parameters
    ----------
    path : Path
        The file itself, absolute; it need not exist.
    status : os.stat_result or None
        Of that file; None where there is none yet.
    descriptor : int or None
        The number of this process's own file descriptor that the name stands for, as ``/dev/stdout`` does.
    """

    path: Path
    status: os.stat_result | None
    descriptor: int | None = None

    @property
    def is_replaced(self) -> bool:
        """Whether a new file takes this one's place, as that of a regular file or of none."""
        return self.descriptor is None and (self.status is None or stat.S_ISREG(self.status.st_mode))


def place_of(path: Path) -> Place:
    """Follow a name's links, as far as one of this process's descriptors where it leads to one.

    Raises
    ------
    OSError
        The links lead nowhere (a loop), a folder on the way is missing or may not be read, or the name stands for a
        descriptor that is not open.
    """
    name = path.absolute()
    for _ in range(_MOST_LINKS):
        # Not realpath of the whole: it would lead past /proc/self/fd/1 to the file that the shell has opened there.
        name = Path(os.path.realpath(name.parent, strict=True), name.name)
        owner = _DESCRIPTOR.fullmatch(str(name.parent))
        if owner and int(owner["process"]) == os.getpid() and name.name.isdecimal():
            number = int(name.name)
            return Place(name, os.fstat(number), number)
        try:
            status = os.lstat(name)
        except FileNotFoundError:
            return Place(name, None)
        if not stat.S_ISLNK(status.st_mode):
            return Place(name, status)
        name = name.parent / name.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def write_file(data: bytes, path: Path) -> None:
    """Write a file.

    A regular file is replaced whole or not at all: a reader sees the old one or the new one, which has the old one's
    permissions, and its owner where this process may give files away. A link stays a link, and the file that it leads
    to is replaced. A device, a pipe and an open descriptor are written into.

    Parameters
    ----------
    data : bytes
        All of the content.
    path : Path
        Its name.

    Raises
    ------
    OSError
        It could not be written; a regular file is as it was.
    """
    place = place_of(path)
    if not place.is_replaced:
        _write_into(place, data)
        return
    handle, temporary = tempfile.mkstemp(dir=place.path.parent, prefix=f".{place.path.name[:40]}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            # mkstemp makes 0600; what users name is meant to be read like any other file.
            _take_over(handle, place.status)
            os.fsync(handle)
        Path(temporary).replace(place.path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _take_over(handle: int, old: os.stat_result | None) -> None:
    if old is None:
        os.fchmod(handle, 0o666 & ~_umask())
        return
    if (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
        # Only root gives files away; else the new one is this user's.
        with contextlib.suppress(PermissionError):
            os.fchown(handle, old.st_uid, old.st_gid)
    os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _write_into(place: Place, data: bytes) -> None:
    # Opening /proc/self/fd/1 anew would begin at its start again, over what was printed; and a socket has no name.
    if place.descriptor is not None:
        handle = os.dup(place.descriptor)
    else:
        handle = os.open(place.path, os.O_WRONLY | os.O_NOCTTY)
    with os.fdopen(handle, "wb", buffering=0) as stream:
        rest = memoryview(data)
        while rest:
            rest = rest[stream.write(rest) :]


def _umask() -> int:
    # The only way to read it is to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
