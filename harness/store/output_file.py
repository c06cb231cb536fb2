"""Writes files named by users: replaces regular files atomically, keeps links, writes into devices and pipes."""

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
"""Maximum number of links that Linux follows in one path (path_resolution(7))."""

_DESCRIPTOR = re.compile(r"/proc/(?P<process>\d+)(?:/task/\d+)?/fd")


@dataclass(frozen=True)
class Place:
    """The target of a path after following its links.

    Parameters
    ----------
    path : Path
        Absolute path of the target, which need not exist.
    status : os.stat_result or None
        Status of the target; None if it does not exist.
    descriptor : int or None
        Number of this process's file descriptor if the path is one, such as ``/dev/stdout``; else None.
    """

    path: Path
    status: os.stat_result | None
    descriptor: int | None = None

    @property
    def is_replaced(self) -> bool:
        """Whether writing replaces the target: true for a regular file or a missing one."""
        return self.descriptor is None and (self.status is None or stat.S_ISREG(self.status.st_mode))


def place_of(path: Path) -> Place:
    """Follow the links of a path, but not beyond a file descriptor of this process.

    Raises
    ------
    OSError
        The links form a loop, a folder of the path is missing or cannot be read, the path is a descriptor that is not
        open, or no file can have the name.
    """
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        raise OSError(errno.EILSEQ, os.strerror(errno.EILSEQ), ascii(str(path))) from None
    name = path.absolute()
    for _ in range(_MOST_LINKS):
        # Resolve only the parent: realpath of the whole would follow /proc/self/fd/1 to the file opened by the shell.
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

    A regular file is replaced atomically: a reader sees the old or the new file. The new file has the permissions of
    the old one, and its owner if this process may change owners. A link is kept and its target replaced. A device, a
    pipe or an open descriptor is written into.

    Parameters
    ----------
    data : bytes
        Complete content.
    path : Path
        Path of the file.

    Raises
    ------
    OSError
        The file could not be written. A regular file is unchanged.
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
            # mkstemp makes files with mode 0600; a file named by a user has the usual permissions.
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
        # Only root may change owners; otherwise the new file belongs to this user.
        with contextlib.suppress(PermissionError):
            os.fchown(handle, old.st_uid, old.st_gid)
    os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _write_into(place: Place, data: bytes) -> None:
    # Opening /proc/self/fd/1 again would overwrite earlier output from its start, and a socket cannot be opened.
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
