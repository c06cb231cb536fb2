"""What the kernels of a program did, summed by name: launches, and counters if they were asked for.

A process that a program started keeps its sums in a file. They are written after each launch, so a process that is
killed loses none.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..ptx.launch.counts import Counters, Counts, total

_N_VALUES = 3 + len(Counters._fields)
_VALUES = struct.Struct(f"<{_N_VALUES}Q")
_LENGTH = struct.Struct("<Q")
_NONE = Counters()


@dataclass(frozen=True)
class KernelTotal:
    """All launches of one kernel; kernels of several modules with one name are added."""

    kernel: str
    """Entry name."""
    launches: int = 0
    """Launches, also those that a fault ended."""
    counted: int = 0
    """Launches that ran to their end with counters."""
    counters: Counters = _NONE
    """Sum over the counted launches."""
    block_barriers: int = 0
    """Number of times that a block's barrier opened, over the counted launches."""

    def with_counts(self, counts: Counts) -> KernelTotal:
        """Return the sum with those of one launch that is in `launches` already."""
        return replace(
            self,
            counted=self.counted + 1,
            counters=total((self.counters, counts.total)),
            block_barriers=self.block_barriers + counts.block_barriers,
        )


class KernelTotals:
    """The kernels that one process has launched."""

    def __init__(self) -> None:
        self._by_name: dict[str, KernelTotal] = {}

    def add_launch(self, kernel: str) -> None:
        """Count a launch that begins."""
        found = self._by_name.get(kernel) or KernelTotal(kernel)
        self._put(replace(found, launches=found.launches + 1))

    def add_counts(self, kernel: str, counts: Counts) -> None:
        """Add the counters of a launch that has ended."""
        self._put(self._by_name[kernel].with_counts(counts))

    def _put(self, found: KernelTotal) -> None:
        self._by_name[found.kernel] = found

    def __iter__(self) -> Iterator[KernelTotal]:
        return iter(self._by_name.values())


class KernelTotalsFile(KernelTotals):
    """The kernels of a process, kept in a file that another process reads with `read_totals`."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        self._offsets: dict[str, int] = {}
        self._end = 0

    def _put(self, found: KernelTotal) -> None:
        super()._put(found)
        values = _VALUES.pack(found.launches, found.counted, found.block_barriers, *found.counters)
        at = self._offsets.get(found.kernel)
        if at is not None:
            os.pwrite(self._file, values, at)
            return
        name = found.kernel.encode()
        head = _LENGTH.pack(len(name)) + name
        self._offsets[found.kernel] = self._end + len(head)
        os.pwrite(self._file, head + values, self._end)
        self._end += len(head) + _VALUES.size


def read_totals(data: bytes) -> Iterator[KernelTotal]:
    """Yield the kernels in the content of a `KernelTotalsFile`, without a last one that is not whole."""
    at = 0
    while len(data) >= at + _LENGTH.size:
        (n_name,) = _LENGTH.unpack_from(data, at)
        start = at + _LENGTH.size + n_name
        if len(data) < start + _VALUES.size:
            return
        launches, counted, block_barriers, *counters = _VALUES.unpack_from(data, start)
        name = data[start - n_name : start].decode()
        yield KernelTotal(name, launches, counted, Counters(*counters), block_barriers)
        at = start + _VALUES.size


def merged(all_totals: Iterable[KernelTotal]) -> tuple[KernelTotal, ...]:
    """Add the kernels of several processes up by name; sorted by name, because processes have no order."""
    found: dict[str, KernelTotal] = {}
    for kernel in all_totals:
        known = found.get(kernel.kernel) or KernelTotal(kernel.kernel)
        found[kernel.kernel] = KernelTotal(
            kernel.kernel,
            known.launches + kernel.launches,
            known.counted + kernel.counted,
            total((known.counters, kernel.counters)),
            known.block_barriers + kernel.block_barriers,
        )
    return tuple(found[name] for name in sorted(found))
