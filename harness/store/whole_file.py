"""Writes the files named by options: regular files atomically, ``-`` to standard output."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from ..errors import UsageError
from .output_file import Place, place_of, write_file

STANDARD_OUTPUT = Path("-")
"""Name of standard output. A file of this name is ``./-``."""

_STANDARD_OUTPUT_NUMBER = 1


def is_standard_output(path: Path | None) -> bool:
    """Whether a file is standard output: ``-``, or a name of its descriptor such as ``/dev/stdout``."""
    if path is None or path == STANDARD_OUTPUT:
        return path is not None
    try:
        return place_of(path).descriptor == _STANDARD_OUTPUT_NUMBER
    except OSError:
        return False


def text_stream(files: Mapping[str, Path | None]) -> TextIO | None:
    """Return the stream for messages, so that they do not mix with a file's content."""
    flags = [flag for flag, path in files.items() if is_standard_output(path)]
    if len(flags) > 1:
        raise UsageError(f"at most one file may go to standard output (got {', '.join(flags)})")
    return sys.stderr if flags else None


def check_writable(path: Path, flag: str = "--json") -> None:
    """Refuse a file that `write_text` could not write, before hours of work."""
    if is_standard_output(path):
        if sys.stdout is None:
            raise UsageError(f"standard output must be open for {flag} {path} (got a closed one)")
        return
    place = _place(path, flag)
    mode = 0 if place.status is None else place.status.st_mode
    if stat.S_ISDIR(mode):
        raise UsageError(f"{flag} must name a file (got the folder {path})")
    if place.descriptor is not None:
        return
    if stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        kind = "disk" if stat.S_ISBLK(mode) else "socket"
        raise UsageError(f"{flag} must name a file, a pipe or a character device (got the {kind} {path})")
    if place.is_replaced and not os.access(place.path.parent, os.W_OK):
        raise UsageError(f"the folder of {flag} must be writable (got {path})")
    if place.status is not None and not os.access(place.path, os.W_OK):
        raise UsageError(f"{flag} must name a file that may be written (got {path}, which is read-only)")


def write_text(content: str, path: Path, flag: str = "--json") -> None:
    r"""Write a UTF-8 file.

    A regular file is replaced atomically and keeps its permissions. A link is kept. A device or a pipe is written
    into. ``-`` is standard output. Lone surrogates, from file names that are not UTF-8, are written as ``\udcff``.
    """
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


def _place(path: Path, flag: str) -> Place:
    try:
        return place_of(path)
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
