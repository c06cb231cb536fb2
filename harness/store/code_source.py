"""Where a disk cache looks for entries that it lacks, and passes on those that it gets: the cluster's, or nowhere."""

from __future__ import annotations

from typing import Protocol


class CodeSource(Protocol):
    """A cache behind the disk's; keys are those of the disk cache."""

    def get(self, key: str) -> bytes | None:
        """Return an entry; None if there is none."""

    def put(self, key: str, data: bytes) -> None:
        """Pass an entry on."""


_current: CodeSource | None = None


def use_source(source: CodeSource | None) -> None:
    """Have all disk caches that this process opens from now on use a source; None for none."""
    global _current
    _current = source


def current_source() -> CodeSource | None:
    """Return the source of this process; None if there is none."""
    return _current
