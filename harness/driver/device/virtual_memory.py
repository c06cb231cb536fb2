"""Virtual memory management: reserved addresses, physical memory, and where programs have mapped it.

Physical memory is a file in memory (``memfd_create``): it may be mapped at several addresses, and other processes may
import it. Adjacent mappings that kernels may access are one buffer, so accesses and copies may cross from one to the
next. On the host the memory is at other addresses than on the device. Memory that is mapped at several addresses, or
exported, counts as written.
"""

from __future__ import annotations

import bisect
import mmap
import os
from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...ptx.memory import UNDEFINED_BYTE
from ..call import CudaError, fail_if
from ..cuda_header import CU, Code
from ..findings import python_line
from .memory import LIBC, MAP_FAILED, DeviceMemory, host_bytes, label_of
from .state import Buffer, Context, Physical

GRANULARITY_BYTES = 2 << 20
"""Sizes and addresses of mappings are multiples of this, as on every GPU that a program is run as."""
BASE = 0x6A00_0000_0000
"""First address that may be reserved: between those of modules' variables and those of allocations."""
ARENA_BYTES = 1 << 40
"""Addresses that may be reserved in all."""
READ, READ_WRITE = CU.MEM_ACCESS_FLAGS_PROT_READ, CU.MEM_ACCESS_FLAGS_PROT_READWRITE
_PROT_NONE, _PROT_READ_WRITE = 0, mmap.PROT_READ | mmap.PROT_WRITE
_SHARED, _PRIVATE, _ANONYMOUS = mmap.MAP_SHARED, mmap.MAP_PRIVATE, mmap.MAP_ANONYMOUS
# <sys/mman.h> of Linux: Python's mmap has MAP_NORESERVE since 3.11 only, and never MAP_FIXED.
_FIXED, _NO_RESERVE = 0x10, 0x4000


@dataclass(eq=False)
class Mapping:
    """Physical memory at some addresses."""

    address: int
    size_bytes: int
    """`address`, `size_bytes`: device addresses."""
    physical: Physical
    offset: int
    """Its first byte that is mapped."""
    access: int = 0
    """What kernels may do: 0, `READ` or `READ_WRITE`."""

    @property
    def end(self) -> int:
        """Address behind it."""
        return self.address + self.size_bytes


class _Run(NamedTuple):
    """Adjacent mappings with the same access."""

    start: int
    end: int
    access: int


class VirtualMemory:
    """Reservations and mappings of one virtual GPU."""

    def __init__(self, memory: DeviceMemory) -> None:
        self._memory = memory
        self._reserved: list[tuple[int, int]] = []
        self._mappings: list[Mapping] = []
        self._runs: dict[_Run, Buffer] = {}
        self._host_base = 0
        self._next = BASE

    def reserve(self, size_bytes: int, alignment: int, hint: int) -> int:
        """Reserve addresses; at `hint` if they are free there."""
        _check_size(size_bytes)
        alignment = max(alignment, GRANULARITY_BYTES)
        fail_if(alignment & (alignment - 1), Code.INVALID_VALUE, "an alignment must be a power of two")
        is_wanted = hint >= BASE and not hint % alignment and self._is_free(hint, hint + size_bytes)
        # a gap, so that an access past one reservation does not reach the next
        start = hint if is_wanted else -(-(self._next + GRANULARITY_BYTES) // alignment) * alignment
        if start + size_bytes > BASE + ARENA_BYTES:
            raise CudaError(Code.OUT_OF_MEMORY, "all addresses have been reserved")
        bisect.insort(self._reserved, (start, start + size_bytes))
        self._next = max(self._next, start + size_bytes)
        return start

    def _is_free(self, start: int, end: int) -> bool:
        return all(end <= low or high <= start for low, high in self._reserved)

    def free(self, address: int, size_bytes: int) -> None:
        """Give reserved addresses back, all that were reserved at once, with nothing mapped there."""
        reserved = (address, address + size_bytes)
        if reserved not in self._reserved or self._inside(*reserved):
            raise CudaError(Code.INVALID_VALUE, "addresses are freed as they were reserved, without mappings")
        self._reserved.remove(reserved)

    def create(self, size_bytes: int, properties: bytes) -> Physical:
        """Allocate physical memory, of which no byte counts as written."""
        _check_size(size_bytes)
        fail_if(self._memory.used_bytes + size_bytes > self._memory.limit_bytes, Code.OUT_OF_MEMORY)
        try:
            file = os.memfd_create("kernel-harness-memory")
            os.truncate(file, size_bytes)
            with mmap.mmap(file, size_bytes) as content:
                np.frombuffer(content, np.uint8)[:] = UNDEFINED_BYTE
        except (OSError, MemoryError) as error:
            raise CudaError(Code.OUT_OF_MEMORY, str(error)) from error
        self._memory.used_bytes += size_bytes
        return Physical(size_bytes, file, properties, python_line(), np.zeros(size_bytes, np.bool_))

    def adopt(self, file: int, properties: bytes) -> Physical:
        """Return physical memory of another process, by its file; all of it counts as written."""
        size_bytes = os.fstat(file).st_size
        _check_size(size_bytes)
        return Physical(
            size_bytes, os.dup(file), properties, python_line(), np.ones(size_bytes, np.bool_), False
        )

    def release(self, physical: Physical) -> None:
        """Give a handle back; the memory goes when it is mapped nowhere, too."""
        fail_if(physical.n_handles <= 0, Code.INVALID_VALUE)
        physical.n_handles -= 1
        self._settle(physical)

    def _settle(self, physical: Physical) -> None:
        if physical.n_handles or any(mapping.physical is physical for mapping in self._mappings):
            return
        os.close(physical.file)
        if physical.is_own:
            self._memory.used_bytes -= physical.size_bytes

    def map(self, address: int, size_bytes: int, offset: int, physical: Physical) -> None:
        """Map physical memory at reserved addresses; kernels have no access yet."""
        _check_size(size_bytes)
        end = address + size_bytes
        if (
            address % GRANULARITY_BYTES
            or offset % GRANULARITY_BYTES
            or offset + size_bytes > physical.size_bytes
        ):
            raise CudaError(Code.INVALID_VALUE, "a mapping does not fit into its memory")
        if not self._is_reserved(address, end) or self._inside(address, end):
            raise CudaError(Code.INVALID_VALUE, "a mapping needs reserved addresses without another mapping")
        host, flags = self._host(address), _SHARED | _FIXED
        if LIBC.mmap(host, size_bytes, _PROT_READ_WRITE, flags, physical.file, offset) != host:
            raise CudaError(Code.OUT_OF_MEMORY)
        mapping = Mapping(address, size_bytes, physical, offset)
        bisect.insort(self._mappings, mapping, key=lambda item: item.address)

    def _is_reserved(self, start: int, end: int) -> bool:
        at = start
        for low, high in self._reserved:
            if low <= at < high:
                at = high
        return at >= end

    def _host(self, address: int) -> int:
        """Return the host's address of a device address; the arena is laid out with the first one."""
        if not self._host_base:
            flags = _PRIVATE | _ANONYMOUS | _NO_RESERVE
            base = LIBC.mmap(None, ARENA_BYTES, _PROT_NONE, flags, -1, 0)
            fail_if(base in (None, MAP_FAILED), Code.OUT_OF_MEMORY, "the host has too few addresses")
            self._host_base = base
        return self._host_base + address - BASE

    def _inside(self, start: int, end: int) -> list[Mapping]:
        return [mapping for mapping in self._mappings if mapping.address < end and start < mapping.end]

    def _whole(self, address: int, size_bytes: int) -> list[Mapping]:
        """Return the mappings of a range, which must have all of it and nothing else."""
        found = self._inside(address, address + size_bytes)
        total = sum(mapping.size_bytes for mapping in found)
        if not found or total != size_bytes or found[0].address != address:
            raise CudaError(Code.INVALID_VALUE, "a range must be that of whole mappings")
        return found

    def unmap(self, address: int, size_bytes: int) -> None:
        """End the mappings of a range."""
        found = self._whole(address, size_bytes)
        for mapping in found:
            mapping.access = 0
        self._form_runs(None)
        host, flags = self._host(address), _PRIVATE | _ANONYMOUS | _NO_RESERVE | _FIXED
        LIBC.mmap(host, size_bytes, _PROT_NONE, flags, -1, 0)
        self._mappings = [mapping for mapping in self._mappings if mapping not in found]
        for physical in {mapping.physical for mapping in found}:
            self._settle(physical)

    def set_access(self, context: Context, address: int, size_bytes: int, access: int) -> None:
        """Say what kernels may do with the mappings of a range."""
        for mapping in self._whole(address, size_bytes):
            mapping.access = access
        self._form_runs(context)

    def share(self, physical: Physical) -> None:
        """Note that physical memory may be written at other addresses, or by other processes."""
        physical.share()
        for run, buffer in self._runs.items():
            for mapping in self._inside(run.start, run.end):
                if mapping.physical is physical:
                    start = mapping.address - run.start
                    buffer.allocation.define(start, start + mapping.size_bytes)

    def at(self, address: int) -> Mapping:
        """Return the mapping that has an address; INVALID_VALUE if there is none."""
        found = self._inside(address, address + 1)
        if not found:
            raise CudaError(Code.INVALID_VALUE, f"nothing is mapped at {address:#x}")
        return found[0]

    def _form_runs(self, context: Context | None) -> None:
        """Make the buffers those of the mappings that may be accessed."""
        wanted: list[_Run] = []
        for mapping in self._mappings:
            last = wanted[-1] if wanted else None
            if (
                mapping.access
                and last is not None
                and (last.end, last.access) == (mapping.address, mapping.access)
            ):
                wanted[-1] = last._replace(end=mapping.end)
            elif mapping.access:
                wanted.append(_Run(mapping.address, mapping.end, mapping.access))
        for run in [run for run in self._runs if run not in wanted]:
            self._dissolve(run, self._runs.pop(run))
        for physical in self._newly_shared():
            self.share(physical)
        for run in wanted:
            if run not in self._runs and context is not None:
                self._runs[run] = self._form(context, run)

    def _newly_shared(self) -> set[Physical]:
        """Return the physical memory that kernels reach at several addresses by now."""
        found = Counter(mapping.physical for mapping in self._mappings if mapping.access)
        return {physical for physical, n in found.items() if n > 1 and not physical.is_shared}

    def _dissolve(self, run: _Run, buffer: Buffer) -> None:
        """End a buffer; its physical memory keeps what has been written."""
        shadow = None if buffer.allocation.is_fresh else buffer.allocation.shadow()
        for mapping in self._inside(run.start, run.end):
            part = slice(mapping.offset, mapping.offset + mapping.size_bytes)
            start = mapping.address - run.start
            if not buffer.allocation.is_fresh:
                own = None if shadow is None else shadow[start : start + mapping.size_bytes]
                mapping.physical.defined[part] |= True if own is None else own == 0
        if self._memory.at(run.start) is buffer:  # else its context has been destroyed
            self._memory.free(buffer)

    def _form(self, context: Context, run: _Run) -> Buffer:
        data = host_bytes(self._host(run.start), run.end - run.start)
        kind = "read-only mapping" if run.access == READ else "mapping"
        parts = [
            mapping.physical.defined[mapping.offset : mapping.offset + mapping.size_bytes]
            for mapping in self._inside(run.start, run.end)
        ]
        buffer = self._memory.map_device(context, run.start, data, label_of(python_line(), kind))
        buffer.allocation.is_fresh = True
        buffer.allocation.is_input = run.access == READ
        _define(buffer, np.concatenate(parts))
        return buffer


def _define(buffer: Buffer, defined: NDArray[np.bool_]) -> None:
    if defined.all():
        buffer.allocation.define()
    elif defined.any():
        buffer.allocation.define(0, len(defined), defined)


def _check_size(size_bytes: int) -> None:
    if not size_bytes or size_bytes % GRANULARITY_BYTES:
        raise CudaError(Code.INVALID_VALUE, f"a size must be a multiple of {GRANULARITY_BYTES} bytes")
