"""Tar archives, unpacked as every supported Python can."""

from __future__ import annotations

import tarfile
from pathlib import Path


def unpack(archive: Path, folder: Path) -> None:
    """Unpack an archive into a folder.

    Before 3.10.12 and 3.11.4 Python has no filters, and `TarFile.extractall` rejects the argument ("tarfile", Python
    library). Since 3.12 it warns if no filter is set.
    """
    with tarfile.open(archive) as opened:
        opened.extraction_filter = getattr(tarfile, "data_filter", None)
        opened.extractall(folder)
