"""A digest of a package's sources, part of the key of everything that the package stores between processes."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from importlib import resources
from typing import TYPE_CHECKING

from .disk_cache import content_key

if TYPE_CHECKING:
    # importing it is deprecated from Python 3.12 on, and its new place is not in 3.10
    from importlib.abc import Traversable


@functools.cache
def sources_digest(package: str) -> str:
    """Return a digest of every Python source of a package and its sub-packages."""
    sources = sorted(_sources(resources.files(package), ""))
    return content_key(*(part for source in sources for part in source))


def _sources(folder: Traversable, above: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _sources(each, f"{above}{each.name}/")
        elif each.name.endswith(".py"):
            yield f"{above}{each.name}", each.read_bytes()
