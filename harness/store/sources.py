"""A digest of a package's own sources, on which everything depends that the package keeps between processes."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from importlib import resources
from importlib.abc import Traversable

from .disk_cache import content_key


@functools.cache
def sources_digest(package: str) -> str:
    """Return a digest of every Python source of a package, those of its sub-packages included.

    Parameters
    ----------
    package : str
        Its dotted name.

    Returns
    -------
    str
        From `content_key`: of each source its path below the package and its bytes, by path.
    """
    sources = sorted(_sources(resources.files(package), ""))
    return content_key(*(part for source in sources for part in source))


def _sources(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _sources(each, f"{above}{each.name}/")
        elif each.name.endswith(".py"):
            yield f"{above}{each.name}", each.read_bytes()
