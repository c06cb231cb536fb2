"""Records one launch: what its instructions gave, what they accessed, and who wrote to watched bytes.

A recorded launch runs its blocks one after another on one worker, so that its records have one order and each run
gives the same ones. `runtime/trace.h` describes a record.
"""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from ...lazy import dataclass
from ..fault import Site
from ..ir.kernel_code import KernelCode
from ..layout import Launch, Record, Trace, Writer
from ..memory import Allocation

MAX_RECORDS = 1 << 22
"""Most records of a launch: instructions of warps, accesses and block starts."""
MAX_PAYLOAD_BYTES = 1 << 29
"""Most bytes of their values; only used pages take memory."""
MAX_WRITERS = 1 << 16
"""Most writes to watched bytes."""

RECORD = np.dtype(Record)
WRITER = np.dtype(Writer)


@dataclass(frozen=True)
class SpaceAddress:
    """A byte of memory that a launch can reach."""

    space: str
    address: int
    """Device address, or offset in the shared memory of the block, the local memory of the thread or the
    parameters."""


@dataclass(frozen=True)
class WatchedWrite:
    address: int
    size_bytes: int
    """`address`, `size_bytes`: device address and size."""
    site: Site
    block: int
    thread: int
    """`block`, `thread`: linear index of the block, and of the thread in the block."""


class Recorder:
    """Records one launch; for another launch, make another."""

    def __init__(self, blocks: Collection[int] = (), watched: Sequence[tuple[int, int]] = ()) -> None:
        self._wanted = frozenset(blocks)
        self._watched = sorted(watched)
        self._state = Trace()
        self._records: NDArray[np.void] = np.empty(MAX_RECORDS if blocks else 1, RECORD)
        self._payload = np.empty(MAX_PAYLOAD_BYTES if blocks else 8, np.uint8)
        self._writers: NDArray[np.void] = np.empty(MAX_WRITERS if watched else 1, WRITER)
        self._allocations: tuple[Allocation, ...] = ()
        self._params = (0, 0)
        self.code: KernelCode
        self.grid = (1, 1, 1)
        self.block = (1, 1, 1)

    def attach(self, launch: Launch, code: KernelCode, allocations: Sequence[Allocation]) -> None:
        self.code = code
        self._allocations = tuple(allocations)
        self.grid = launch.grid[0], launch.grid[1], launch.grid[2]
        self.block = launch.block[0], launch.block[1], launch.block[2]
        self._params = launch.params, launch.param_bytes
        self._local_bytes = launch.local_bytes
        n_blocks = self.grid[0] * self.grid[1] * self.grid[2]
        self._blocks = np.zeros(n_blocks, np.uint8)
        self._blocks[[block for block in self._wanted if block < n_blocks]] = 1
        # the runtime bisects host addresses; one watched range may lie in several allocations
        ranges = [host for low, high in self._watched for host in self._on_host(low, high)]
        self._ranges = np.array(sorted(ranges), np.uint64).reshape(-1)
        state = self._state
        state.records, state.max_records = self._records.ctypes.data, len(self._records)
        state.payload, state.max_bytes = self._payload.ctypes.data, len(self._payload)
        state.writers, state.max_writers = self._writers.ctypes.data, len(self._writers)
        state.blocks, state.ranges = self._blocks.ctypes.data, self._ranges.ctypes.data
        state.n_ranges = len(ranges)
        launch.trace = ctypes.addressof(state)

    def _on_host(self, low: int, high: int) -> list[tuple[int, int]]:
        ranges = []
        for allocation in self._allocations:
            start, stop = max(low, allocation.address), min(high, allocation.address + len(allocation.data))
            if start < stop:
                base = int(allocation.data.ctypes.data) - allocation.address
                ranges.append((start + base, stop + base))
        return ranges

    def host(self, address: int) -> int:
        """Return the host address of a device address in global memory; 0 if a launch cannot reach it."""
        return next((start for start, _ in self._on_host(address, address + 1)), 0)

    @property
    def is_full(self) -> bool:
        return bool(self._state.is_full)

    @property
    def records(self) -> NDArray[np.void]:
        """The records, shape (n,), with the fields of ``kh_record``, in the order of execution."""
        return self._records[: self._state.n_records]

    @property
    def payload(self) -> NDArray[np.uint8]:
        """Values of the records; a record's ``at`` is its offset here."""
        return self._payload[: self._state.n_bytes]

    @property
    def writes(self) -> tuple[WatchedWrite, ...]:
        return tuple(
            WatchedWrite(
                self.place(int(writer["address"])).address,
                int(writer["size"]),
                self.code.sites[int(writer["site"])],
                int(writer["block"]),
                int(writer["thread"]),
            )
            for writer in self._writers[: self._state.n_writers]
        )

    def place(self, host: int, memory: Sequence[int] = (0, 0, 0, 0)) -> SpaceAddress:
        shared, shared_bytes, local, local_bytes = memory
        if shared <= host < shared + shared_bytes:
            return SpaceAddress("shared", host - shared)
        if local <= host < local + local_bytes:
            # the threads' local memories lie one behind another
            return SpaceAddress("local", (host - local) % max(self._local_bytes, 1))
        for allocation in self._allocations:
            offset = host - int(allocation.data.ctypes.data)
            if 0 <= offset < len(allocation.data):
                return SpaceAddress("global", allocation.address + offset)
        params, n_bytes = self._params
        is_param = params <= host < params + n_bytes
        return SpaceAddress("param", host - params) if is_param else SpaceAddress("unknown", host)
