"""Writes files named by users and by options.

Regular files are replaced atomically, links are kept, devices and pipes are written into; ``-`` is standard output.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple, TextIO

from ..errors import UsageError
from ..lazy import pattern

STANDARD_OUTPUT = Path("-")
"""Name of standard output. A file of this name is ``./-``."""

_STANDARD_OUTPUT_NUMBER = 1
_MOST_LINKS = 40
"""Maximum number of links that Linux follows in one path (path_resolution(7))."""

_DESCRIPTOR = pattern(r"/proc/(?P<process>\d+)(?:/task/\d+)?/fd")


class ResolvedPath(NamedTuple):
    """The target of a path after following its links."""

    path: Path
    """Absolute path of the target, which need not exist."""
    status: os.stat_result | None
    """Status of the target; None if it does not exist."""
    descriptor: int | None = None
    """Number of this process's file descriptor if the path is one, such as ``/dev/stdout``; else None."""

    @property
    def is_replaced(self) -> bool:
        """Whether writing replaces the target: true for a regular file or a missing one."""
        return self.descriptor is None and (self.status is None or stat.S_ISREG(self.status.st_mode))


def resolve(path: Path) -> ResolvedPath:
    """Follow the links of a path, but not beyond a file descriptor of this process."""
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
            return ResolvedPath(name, os.fstat(number), number)
        try:
            status = os.lstat(name)
        except FileNotFoundError:
            return ResolvedPath(name, None)
        if not stat.S_ISLNK(status.st_mode):
            return ResolvedPath(name, status)
        name = name.parent / name.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))


def write_file(data: bytes, path: Path) -> None:
    # A regular file is replaced atomically: a reader sees the old or the new file. If this process is killed, the old
    # file stays. The new file has the permissions of the old one, and its owner if this process may change owners. A
    # link is kept and its target replaced. A device, a pipe or an open descriptor is written into.
    target = resolve(path)
    if not target.is_replaced:
        _write_into(target, data)
        return
    # A name has at most 255 bytes on Linux, and a character up to four of them.
    handle, name = tempfile.mkstemp(dir=target.path.parent, prefix=f".{target.path.name[:40]}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            _take_over(handle, target.status)
            # Before the rename: else a power failure may leave an empty file in place of the old one.
            os.fsync(handle)
        temporary.replace(target.path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _take_over(handle: int, old: os.stat_result | None) -> None:
    """Give a file of mode 0600 the permissions that a file named by a user has."""
    if old is None:
        # The only way to read the mask of the process is to set it.
        mask = os.umask(0)
        os.umask(mask)
        os.fchmod(handle, 0o666 & ~mask)
        return
    if (old.st_uid, old.st_gid) != (os.geteuid(), os.getegid()):
        # Only root may change owners; otherwise the new file belongs to this user.
        with contextlib.suppress(PermissionError):
            os.fchown(handle, old.st_uid, old.st_gid)
    # Last: fchown(2) may clear the set-user-ID and set-group-ID bits.
    os.fchmod(handle, stat.S_IMODE(old.st_mode))


def _write_into(target: ResolvedPath, data: bytes) -> None:
    # Opening /proc/self/fd/1 again would overwrite earlier output from its start, and a socket cannot be opened.
    if target.descriptor is not None:
        handle = os.dup(target.descriptor)
    else:
        handle = os.open(target.path, os.O_WRONLY | os.O_NOCTTY)
    with os.fdopen(handle, "wb", buffering=0) as stream:
        rest = memoryview(data)
        # write(2) to a pipe or a terminal may take a part only.
        while rest:
            rest = rest[stream.write(rest) :]


def is_standard_output(path: Path | None) -> bool:
    """Whether a file is standard output: ``-``, or a name of its descriptor such as ``/dev/stdout``."""
    if path is None or path == STANDARD_OUTPUT:
        return path is not None
    try:
        return resolve(path).descriptor == _STANDARD_OUTPUT_NUMBER
    except OSError:
        return False


def text_stream(files: Mapping[str, Path | None]) -> TextIO | None:
    """Return the stream for messages, so that they do not mix with a file's content; refuse files as `check_writable`.

    `files` has a path, or None, for each option that names a file to be written.
    """
    flags = [flag for flag, path in files.items() if is_standard_output(path)]
    if len(flags) > 1:
        raise UsageError(f"at most one file may go to standard output (got {', '.join(flags)})")
    for flag, path in files.items():
        if path is not None:
            check_writable(path, flag)
    return sys.stderr if flags else None


def check_writable(path: Path, flag: str = "--json") -> None:
    """Refuse a file that `write_text` could not write: a command does so before hours of work."""
    if is_standard_output(path):
        if sys.stdout is None:
            raise UsageError(f"standard output must be open for {flag} {path} (got a closed one)")
        return
    target = _resolved(path, flag)
    mode = 0 if target.status is None else target.status.st_mode
    if stat.S_ISDIR(mode):
        raise UsageError(f"{flag} must name a file (got the folder {path})")
    if target.descriptor is not None:
        return
    if stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        kind = "disk" if stat.S_ISBLK(mode) else "socket"
        raise UsageError(f"{flag} must name a file, a pipe or a character device (got the {kind} {path})")
    if target.is_replaced and not os.access(target.path.parent, os.W_OK):
        raise UsageError(f"the folder of {flag} must be writable (got {path})")
    if target.status is not None and not os.access(target.path, os.W_OK):
        raise UsageError(f"{flag} must name a file that may be written (got {path}, which is read-only)")


def write_text(content: str, path: Path, flag: str = "--json") -> None:
    # A regular file is replaced atomically and keeps its permissions. A link is kept. A device or a pipe is written
    # into. ``-`` is standard output. Lone surrogates, from file names that are not UTF-8, are written as ``\udcff``.
    data = content.encode("utf-8", "backslashreplace")
    try:
        check_writable(path, flag)
        if is_standard_output(path):
            _print(data)
        else:
            write_file(data, path)
    except OSError as error:
        if isinstance(error, BrokenPipeError) and is_standard_output(path):
            raise
        raise UsageError(f"{flag} could not be written (got {error}); a regular file is unchanged") from None


def check_folder(folder: Path, flag: str) -> None:
    """Refuse a folder that `make_folder` could not make, or that takes no files: a command does so before its work."""
    above = next((each for each in (folder, *folder.absolute().parents) if os.path.lexists(each)), folder)
    if not (above.is_dir() and os.access(above, os.W_OK | os.X_OK)):
        raise UsageError(f"the folder of {flag} must be one that can be made and written (got {folder})")


def make_folder(folder: Path, flag: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"the folder of {flag} must be one that can be made (got {error})") from None


def _resolved(path: Path, flag: str) -> ResolvedPath:
    try:
        return resolve(path)
    except (FileNotFoundError, NotADirectoryError):
        folder = path.absolute().parent
        if folder.is_dir():
            raise UsageError(f"{flag} must name a file in a folder that exists (got {path})") from None
        raise UsageError(f"the folder of {flag} must exist (got {path}); create {folder} first") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{flag} must name a file that can be written (got {path!r}: {error})") from None


def _print(data: bytes) -> None:
    sys.stdout.flush()
    # Write bytes, because a locale may have another encoding. The stream of a test may have no buffer.
    raw = getattr(sys.stdout, "buffer", None)
    if raw is None:
        sys.stdout.write(data.decode("utf-8"))
    else:
        raw.write(data)
    sys.stdout.flush()
