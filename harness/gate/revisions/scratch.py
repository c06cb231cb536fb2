"""Makes the temporary folder for the files of revisions, and removes the folders of gates that were killed."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

PREFIX = "kernel-harness-gate-"
PARTS = frozenset({"base", "head", "staged"})
"""Names of all entries that a gate creates in its folder."""

# As `tempfile.mkdtemp` makes names.
_NAME = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}")


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a temporary folder, and remove the folders of killed gates.

    A gate holds an advisory lock on its folder. The operating system releases the lock when the process ends, so a
    folder without a lock is abandoned.
    """
    _remove_abandoned(Path(tempfile.gettempdir()))
    folder, held = _made()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def _made() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        with contextlib.suppress(OSError):  # on a file system without locks no folder counts as abandoned
            fcntl.flock(held, fcntl.LOCK_EX)
        # Another gate may have removed the folder before it was locked.
        if folder.is_dir():
            return folder, held
        os.close(held)


def _remove_abandoned(parent: Path) -> None:
    for folder in parent.glob(f"{PREFIX}*"):
        if not _NAME.fullmatch(folder.name):
            continue
        try:
            held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            continue
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_ours = (
                os.fstat(held).st_uid == os.getuid() and {each.name for each in folder.iterdir()} <= PARTS
            )
            if is_ours:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            pass  # locked by a running gate, or the file system has no locks
        finally:
            os.close(held)
