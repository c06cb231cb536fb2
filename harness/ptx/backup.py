"""What memory held before a launch, so that the launch can be run again."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harness.ptx.memory import Allocation

KEPT_BYTES = 1 << 28
"""Memory that is kept for the next launch: fresh pages cost several times what copying into them does."""


class Backup:
    """Copies of all that a kernel may write; constants stay as they are."""

    def __init__(self) -> None:
        self._data = np.empty(0, np.uint8)

    def take(self, allocations: Sequence[Allocation]) -> None:
        """Copy what the allocations hold; replaces what was taken before.

        Raises
        ------
        MemoryError
            The host has too little memory.
        """
        needed = sum(len(each.data) for each in allocations if not each.is_const)
        if needed > len(self._data):
            self._data = np.empty(0, np.uint8)
            self._data = np.empty(needed, np.uint8)
        at = 0
        for each in allocations:
            if not each.is_const:
                self._data[at : at + len(each.data)] = each.data
                at += len(each.data)

    def put_back(self, allocations: Sequence[Allocation]) -> None:
        """Make the same allocations what they were when the copy was taken."""
        at = 0
        for each in allocations:
            if not each.is_const:
                each.data[:] = self._data[at : at + len(each.data)]
                at += len(each.data)

    def finish(self) -> None:
        """Free a copy that is too large to keep."""
        if len(self._data) > KEPT_BYTES:
            self._data = np.empty(0, np.uint8)
