"""Copy of memory before a launch, so that the launch can run again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..memory import Allocation

KEPT_BYTES = 1 << 28
"""Most memory kept for the next launch: fresh pages cost several times as much as copying into them."""


class Backup:
    """Copies of all memory that a kernel may write."""

    def __init__(self) -> None:
        self._data = np.empty(0, np.uint8)
        self._shadows = False

    def take(self, allocations: Sequence[Allocation], shadows: bool = False) -> None:
        """Copy the allocations' content, replacing an earlier copy."""
        self._shadows = shadows
        kept = list(self._kept(allocations))
        needed = sum(map(len, kept))
        if needed > len(self._data):
            self._data = np.empty(0, np.uint8)
            self._data = np.empty(needed, np.uint8)
        at = 0
        for data in kept:
            self._data[at : at + len(data)] = data
            at += len(data)

    def put_back(self, allocations: Sequence[Allocation]) -> None:
        """Restore the same allocations from the copy."""
        at = 0
        for data in self._kept(allocations):
            data[:] = self._data[at : at + len(data)]
            at += len(data)

    def finish(self) -> None:
        """Free a copy that is too large to keep."""
        if len(self._data) > KEPT_BYTES:
            self._data = np.empty(0, np.uint8)

    def _kept(self, allocations: Sequence[Allocation]) -> Iterator[NDArray[np.uint8]]:
        for each in allocations:
            if each.is_const:
                continue
            yield each.data
            shadow = each.shadow() if self._shadows else None
            if shadow is not None:
                yield shadow
