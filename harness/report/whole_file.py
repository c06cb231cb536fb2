"""Writes a report's file whole or not at all: a reader sees the old file or the new one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from ..errors import UsageError


def check_writable(path: Path, flag: str = "--json") -> None:
    """Refuse a file that `write_text` could not write, before hours of work are done for it.

    Parameters
    ----------
    path : Path
        The file.
    flag : str
        What the command line calls it.

    Raises
    ------
    UsageError
        The folder does not exist or cannot be written to, or `path` is a folder.
    """
    folder = path.absolute().parent
    if not folder.is_dir():
        raise UsageError(f"the folder of {flag} must exist (got {path}); create {folder} first")
    if path.is_dir():
        raise UsageError(f"{flag} must name a file (got the folder {path})")
    if not os.access(folder, os.W_OK):
        raise UsageError(f"the folder of {flag} must be writable (got {path})")


def write_text(content: str, path: Path, flag: str = "--json") -> None:
    """Write a UTF-8 file, whole or not at all.

    Raises
    ------
    UsageError
        The file cannot be written.
    """
    target = path.absolute()
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, prefix=f".{target.name}.", delete=False
        ) as stream:
            temporary = Path(stream.name)
            try:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
                # NamedTemporaryFile makes 0600; a report is meant to be read like any other file.
                temporary.chmod(0o666 & ~_umask())
                temporary.replace(target)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise UsageError(
            f"{flag} could not be written (got {error}); the old file, if any, is as it was"
        ) from None


def _umask() -> int:
    # The only way to read it is to set it.
    mask = os.umask(0)
    os.umask(mask)
    return mask
