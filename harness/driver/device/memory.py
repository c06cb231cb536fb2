"""Device memory: buffers by address, host memory that kernels can reach, and virtual memory management.

Physical memory of virtual memory management is a file in memory (``memfd_create``): it may be mapped at several
addresses, and other processes may import it. Adjacent mappings that kernels may access are one buffer, so accesses and
copies may cross from one to the next. On the host the memory is at other addresses than on the device. Memory that is
mapped at several addresses, or exported, counts as written.
"""

from __future__ import annotations

import bisect
import ctypes
import mmap
import os
from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...errors import DeviceError, OutOfMemoryError
from ...lazy import dataclass
from ...ptx.memory import UNDEFINED_BYTE, Memory
from ..call import CudaError, fail_if, failing_with
from ..cuda_header import CU, Code
from ..findings import PythonLine, python_line
from .state import Buffer, Context, Physical

Bytes = NDArray[np.uint8]

OF_TENSORS = 1 << 31
"""Flag of page-locked memory of PyTorch, whose tensors may live to the end of the program."""
OWN_KINDS = ("device", "array")
"""Kinds of buffers in the GPU's own memory."""
ALIAS_BASE = 0x6900_0000_0000
"""Addresses that programs see for variables of modules: the executor's own are the same for every module."""
_ALIAS_GAP_BYTES = 1 << 16
# Wanted address of host memory that kernels can reach, below the executor's heap.
_HOST_HINT = 0x7500_0000_0000
# Freed tensors that a use after free is told from.
_KEPT_FREED = 200
MAP_FAILED = ctypes.c_void_p(-1).value
# Python's mmap cannot ask for an address, and programs see the ones of the host.
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
LIBC.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]


class DeviceMemory:
    """All buffers of a virtual GPU."""

    def __init__(self, memory: Memory, limit_bytes: int) -> None:
        self._memory = memory
        self.limit_bytes = limit_bytes
        self.used_bytes = 0
        self._starts: list[int] = []
        self._buffers: dict[int, Buffer] = {}
        self._next_alias = ALIAS_BASE
        self._next_host = _HOST_HINT

    def allocate(self, context: Context, size_bytes: int, kind: str = "device") -> Buffer:
        """Allocate device memory, of which no byte counts as written."""
        self.check_room(size_bytes)
        line = python_line()
        what = "array" if kind == "array" else "buffer"
        with failing_with(Code.OUT_OF_MEMORY, OutOfMemoryError):
            allocation = self._memory.allocate(size_bytes, label_of(line, what))
        return self._add(Buffer(allocation, context, line, kind))

    def check_room(self, size_bytes: int, kind: str = "device") -> None:
        fail_if(size_bytes <= 0, Code.INVALID_VALUE, "an allocation has at least one byte")
        # the host's own memory is not the GPU's, and the host refuses what it does not have
        fail_if(kind in OWN_KINDS and self.used_bytes + size_bytes > self.limit_bytes, Code.OUT_OF_MEMORY)

    def reserve(self, size_bytes: int) -> int:
        """Return an address that nothing else will have; INVALID_VALUE for no bytes."""
        self.check_room(size_bytes, "host")
        return self._memory.reserve(size_bytes)

    def allocate_at(self, context: Context, address: int, size_bytes: int, line: PythonLine) -> Buffer:
        """Allocate device memory at an address of `reserve`, for a line; no byte of it counts as written."""
        self.check_room(size_bytes)
        fail_if(self.starts_at(address), Code.INVALID_VALUE, "the memory there has not been freed")
        data = np.full(size_bytes, UNDEFINED_BYTE, np.uint8)
        buffer = self._map(context, address, data, "device", line)
        buffer.allocation.is_fresh = True
        return buffer

    def starts_at(self, address: int) -> bool:
        return address in self._buffers

    def allocate_host(self, context: Context, size_bytes: int, kind: str, flags: int) -> Buffer:
        """Allocate memory of the host that kernels reach at the same addresses."""
        self.check_room(size_bytes, "host")
        whole = -(-size_bytes // mmap.PAGESIZE) * mmap.PAGESIZE
        access, private = mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        # Without MAP_FIXED the address is a wish, and what is mapped there already stays.
        address = LIBC.mmap(self._next_host, whole, access, private, -1, 0)
        # ctypes gives None for a null pointer.
        fail_if(address in (None, MAP_FAILED), Code.OUT_OF_MEMORY)
        # a gap, so that an access past this memory does not reach the next
        self._next_host += whole + (1 << 24)
        return self.register(context, address, size_bytes, flags, kind)

    def register(
        self, context: Context, address: int, size_bytes: int, flags: int, kind: str = "registered"
    ) -> Buffer:
        """Let kernels reach memory of the host; HOST_MEMORY_ALREADY_REGISTERED if they do already."""
        with failing_with(Code.HOST_MEMORY_ALREADY_REGISTERED, DeviceError):
            buffer = self._map(context, address, host_bytes(address, size_bytes), kind, python_line())
        buffer.flags = flags
        return buffer

    def alias(self, context: Context, data: Bytes, name: str) -> Buffer:
        address = self._next_alias
        # a gap, so that an access past this variable does not reach the next
        self._next_alias += -(-(len(data) + _ALIAS_GAP_BYTES) // _ALIAS_GAP_BYTES) * _ALIAS_GAP_BYTES
        return self._map(context, address, data, "module", python_line(), name)

    def map_device(self, context: Context, address: int, data: Bytes, what: str) -> Buffer:
        line = python_line()
        return self._map(context, address, data, "mapped", line, label_of(line, what))

    def adopt(
        self, context: Context, address: int, data: Bytes, line: PythonLine, label: str, is_fresh: bool
    ) -> None:
        """Note memory that PyTorch has allocated for a tensor, at an address of `reserve`."""
        del self._memory.freed[:-_KEPT_FREED]  # a suite makes tensors without end
        self._map(context, address, data, "tensor", line, label).allocation.is_fresh = is_fresh

    def map_file(
        self, context: Context, file: int, offset: int, size_bytes: int, kind: str, *, is_new: bool
    ) -> Buffer:
        """Give part of a file in memory addresses: the host's, or addresses of the device alone."""
        self.check_room(size_bytes, kind)
        data = file_bytes(file, offset, size_bytes)
        if is_new:
            data[:] = UNDEFINED_BYTE
        address = int(data.ctypes.data) if kind == "host" else self._memory.reserve(size_bytes)
        buffer = self._map(context, address, data, kind, python_line())
        buffer.allocation.is_fresh = is_new and kind == "device"
        buffer.file = (file, offset)
        return buffer

    def share(self, buffer: Buffer, file: int) -> None:
        """Move a buffer's content to a file in memory, at the same addresses; all of it counts as written."""
        data = file_bytes(file, 0, buffer.size_bytes)
        data[:] = buffer.allocation.data
        self._memory.move(buffer.allocation, data)
        buffer.allocation.define()
        buffer.file = (file, 0)

    def free(self, buffer: Buffer) -> None:
        del self._buffers[buffer.address]
        self._starts.remove(buffer.address)
        self._memory.free(buffer.allocation)
        if buffer.pool is not None:
            buffer.pool.used_bytes -= buffer.size_bytes
        if buffer.kind in OWN_KINDS:
            self.used_bytes -= buffer.size_bytes
        elif buffer.kind in ("host", "managed") and buffer.file is None:
            whole = -(-buffer.size_bytes // mmap.PAGESIZE) * mmap.PAGESIZE
            LIBC.munmap(buffer.address, whole)

    def free_all(self, context: Context) -> None:
        for buffer in [buffer for buffer in self._buffers.values() if buffer.context is context]:
            self.free(buffer)

    def leaks(self, context: Context) -> Iterator[Buffer]:
        for buffer in self._buffers.values():
            is_tensor = buffer.flags & OF_TENSORS
            if buffer.context is context and buffer.kind in (*OWN_KINDS, "host", "managed") and not is_tensor:
                yield buffer

    def at(self, address: int) -> Buffer | None:
        """Return the buffer that has an address, or that ends there; None if there is none."""
        at = bisect.bisect(self._starts, address) - 1
        if at < 0:
            return None
        buffer = self._buffers[self._starts[at]]
        return buffer if address <= buffer.address + buffer.size_bytes else None

    def starting_at(self, address: int, *kinds: str) -> Buffer:
        """Return the buffer of some kinds that starts at an address; INVALID_VALUE if there is none."""
        buffer = self._buffers.get(address)
        if buffer is None or buffer.kind not in kinds:
            raise CudaError(Code.INVALID_VALUE, f"no allocation starts at {address:#x}")
        return buffer

    def bytes_at(self, address: int, size_bytes: int) -> tuple[Buffer, slice]:
        """Return the buffer of a range of addresses, and the range in it."""
        buffer = self.at(address)
        start = address - buffer.address if buffer is not None else 0
        if buffer is None or start == buffer.size_bytes or start + size_bytes > buffer.size_bytes:
            raise CudaError(Code.INVALID_VALUE, self._miss(address, size_bytes, buffer))
        return buffer, slice(start, start + size_bytes)

    def describe(self, address: int) -> str:
        """Return an address with the buffer that has it, or had it."""
        for freed in reversed(self._memory.freed):
            if freed.address <= address < freed.address + freed.size_bytes:
                return f"{address:#x}, which is in {freed.label}, which has been freed"
        buffer = self.at(address)
        if buffer is not None:
            return f"{address:#x}, {address - buffer.address} bytes into {buffer.allocation.label}"
        return f"{address:#x}, which is in no allocation"

    def _miss(self, address: int, size_bytes: int, buffer: Buffer | None) -> str:
        what = f"{size_bytes} bytes at"
        if buffer is None or address == buffer.address + buffer.size_bytes:
            return f"{what} {self.describe(address)}"
        over = address + size_bytes - buffer.address - buffer.size_bytes
        return (
            f"{what} {address:#x} end {over} bytes past {buffer.allocation.label}, {buffer.size_bytes} bytes"
        )

    def _map(
        self, context: Context, address: int, data: Bytes, kind: str, line: PythonLine, label: str = ""
    ) -> Buffer:
        allocation = self._memory.map(address, data, label or label_of(line))
        return self._add(Buffer(allocation, context, line, kind))

    def _add(self, buffer: Buffer) -> Buffer:
        self._buffers[buffer.address] = buffer
        bisect.insort(self._starts, buffer.address)
        if buffer.kind in OWN_KINDS:
            self.used_bytes += buffer.size_bytes
        return buffer


def file_bytes(file: int, offset: int, size_bytes: int) -> Bytes:
    """Return part of a file as an array that shares it; INVALID_VALUE if the file does not have it."""
    with failing_with(Code.INVALID_VALUE, OSError, ValueError):
        content = mmap.mmap(file, size_bytes, offset=offset)
    return np.frombuffer(content, np.uint8)


def host_bytes(address: int, size_bytes: int) -> Bytes:
    shared: Bytes = np.ctypeslib.as_array((ctypes.c_uint8 * size_bytes).from_address(address))
    return shared


def label_of(line: PythonLine, what: str = "buffer") -> str:
    file = line.file.rpartition("/")[2]
    return f"the {what} of {file}:{line.line}" if file else f"a {what}"


GRANULARITY_BYTES = 2 << 20
"""Sizes and addresses of mappings are multiples of this, as on every GPU that a program is run as."""
BASE = 0x6A00_0000_0000
"""First address that may be reserved: between the addresses of modules' variables and of allocations."""
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
        return self.address + self.size_bytes

    @property
    def defined(self) -> NDArray[np.bool_]:
        """Which of its bytes had been written when they were last mapped; shared with the physical memory."""
        return self.physical.defined[self.offset : self.offset + self.size_bytes]


class VirtualMemory:
    """Reservations and mappings of one virtual GPU."""

    def __init__(self, memory: DeviceMemory) -> None:
        self._memory = memory
        self._reserved: list[tuple[int, int]] = []
        self._mappings: list[Mapping] = []
        # adjacent mappings with the same access, by their first and last address and the access
        self._runs: dict[tuple[int, int, int], tuple[Buffer, list[Mapping]]] = {}
        self._host_base = 0
        self._next = BASE

    def reserve(self, size_bytes: int, alignment: int, hint: int) -> int:
        _check_size(size_bytes)
        alignment = max(alignment, GRANULARITY_BYTES)
        fail_if(alignment & (alignment - 1), Code.INVALID_VALUE, "an alignment must be a power of two")
        wanted_end = hint + size_bytes
        is_free = all(wanted_end <= low or high <= hint for low, high in self._reserved)
        is_wanted = hint >= BASE and not hint % alignment and is_free
        # a gap, so that an access past one reservation does not reach the next
        start = hint if is_wanted else -(-(self._next + GRANULARITY_BYTES) // alignment) * alignment
        if start + size_bytes > BASE + ARENA_BYTES:
            raise CudaError(Code.OUT_OF_MEMORY, "all addresses have been reserved")
        bisect.insort(self._reserved, (start, start + size_bytes))
        self._next = max(self._next, start + size_bytes)
        return start

    def free(self, address: int, size_bytes: int) -> None:
        """Give reserved addresses back, all that were reserved at once, with nothing mapped there."""
        reserved = (address, address + size_bytes)
        if reserved not in self._reserved or self._inside(*reserved):
            raise CudaError(Code.INVALID_VALUE, "addresses are freed as they were reserved, without mappings")
        self._reserved.remove(reserved)

    def create(self, size_bytes: int, properties: bytes) -> Physical:
        """Allocate physical memory, of which no byte counts as written."""
        _check_size(size_bytes)
        self._memory.check_room(size_bytes)
        with failing_with(Code.OUT_OF_MEMORY, OSError, MemoryError):
            file = os.memfd_create("kernel-harness-memory")
            os.truncate(file, size_bytes)
            with mmap.mmap(file, size_bytes) as content:
                np.frombuffer(content, np.uint8)[:] = UNDEFINED_BYTE
        self._memory.used_bytes += size_bytes
        return Physical(size_bytes, file, properties, python_line(), np.zeros(size_bytes, np.bool_))

    def adopt(self, file: int, properties: bytes) -> Physical:
        """Return physical memory of another process, by its file; all of it counts as written."""
        size_bytes = os.fstat(file).st_size
        _check_size(size_bytes)
        defined = np.ones(size_bytes, np.bool_)
        # The program may close its own descriptor after the import.
        return Physical(size_bytes, os.dup(file), properties, python_line(), defined, False)

    def release(self, physical: Physical) -> None:
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
        is_aligned = not (address % GRANULARITY_BYTES or offset % GRANULARITY_BYTES)
        fits = is_aligned and offset + size_bytes <= physical.size_bytes
        fail_if(not fits, Code.INVALID_VALUE, "a mapping does not fit into its memory")
        if not self._is_reserved(address, end) or self._inside(address, end):
            raise CudaError(Code.INVALID_VALUE, "a mapping needs reserved addresses without another mapping")
        # MAP_FIXED replaces the reservation at exactly these addresses.
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
            # Addresses alone: the system provides memory only for the mappings that are put there.
            base = LIBC.mmap(None, ARENA_BYTES, _PROT_NONE, flags, -1, 0)
            fail_if(base in (None, MAP_FAILED), Code.OUT_OF_MEMORY, "the host has too few addresses")
            self._host_base = base
        return self._host_base + address - BASE

    def _inside(self, start: int, end: int) -> list[Mapping]:
        return [mapping for mapping in self._mappings if mapping.address < end and start < mapping.end]

    def _whole(self, address: int, size_bytes: int) -> list[Mapping]:
        inside = self._inside(address, address + size_bytes)
        total = sum(mapping.size_bytes for mapping in inside)
        if not inside or total != size_bytes or inside[0].address != address:
            raise CudaError(Code.INVALID_VALUE, "a range must be that of whole mappings")
        return inside

    def unmap(self, address: int, size_bytes: int) -> None:
        ended = self._whole(address, size_bytes)
        for mapping in ended:
            mapping.access = 0
        self._form_runs(None)
        host, flags = self._host(address), _PRIVATE | _ANONYMOUS | _NO_RESERVE | _FIXED
        # the addresses stay taken, for the next mapping there
        LIBC.mmap(host, size_bytes, _PROT_NONE, flags, -1, 0)
        self._mappings = [mapping for mapping in self._mappings if mapping not in ended]
        for physical in {mapping.physical for mapping in ended}:
            self._settle(physical)

    def set_access(self, context: Context, address: int, size_bytes: int, access: int) -> None:
        """Say what kernels may do with the mappings of a range."""
        for mapping in self._whole(address, size_bytes):
            mapping.access = access
        self._form_runs(context)

    def share(self, physical: Physical) -> None:
        """Note that physical memory may be written at other addresses, or by other processes."""
        physical.is_shared = True
        physical.defined[:] = True  # what has been written is not known from now on
        for buffer, mappings in self._runs.values():
            for mapping in mappings:
                if mapping.physical is physical:
                    start = mapping.address - buffer.address
                    buffer.allocation.define(start, start + mapping.size_bytes)

    def at(self, address: int) -> Mapping:
        inside = self._inside(address, address + 1)
        fail_if(not inside, Code.INVALID_VALUE, f"nothing is mapped at {address:#x}")
        return inside[0]

    def _form_runs(self, context: Context | None) -> None:
        """Make a buffer of each run of mappings that may be accessed."""
        runs: list[list[Mapping]] = []
        for mapping in self._mappings:
            if runs and (runs[-1][-1].end, runs[-1][-1].access) == (mapping.address, mapping.access):
                runs[-1].append(mapping)
            else:
                runs.append([mapping])
        wanted = {(run[0].address, run[-1].end, run[0].access): run for run in runs if run[0].access}
        for key in [key for key in self._runs if key not in wanted]:
            self._dissolve(*self._runs.pop(key))
        # what kernels reach at several addresses by now
        places = Counter(mapping.physical for mapping in self._mappings if mapping.access)
        for physical, n in places.items():
            if n > 1 and not physical.is_shared:
                self.share(physical)
        for key, run in wanted.items():
            if key not in self._runs and context is not None:
                self._runs[key] = self._form(context, *key, run), run

    def _dissolve(self, buffer: Buffer, mappings: list[Mapping]) -> None:
        """End a buffer; its physical memory keeps what has been written."""
        if not buffer.allocation.is_fresh:
            shadow = buffer.allocation.shadow()
            for mapping in mappings:
                start = mapping.address - buffer.address
                own = None if shadow is None else shadow[start : start + mapping.size_bytes]
                mapping.defined[:] |= True if own is None else own == 0
        if self._memory.at(buffer.address) is buffer:  # else its context has been destroyed
            self._memory.free(buffer)

    def _form(self, context: Context, start: int, end: int, access: int, mappings: list[Mapping]) -> Buffer:
        data = host_bytes(self._host(start), end - start)
        kind = "read-only mapping" if access == READ else "mapping"
        buffer = self._memory.map_device(context, start, data, kind)
        buffer.allocation.is_fresh, buffer.allocation.is_input = True, access == READ
        defined = np.concatenate([mapping.defined for mapping in mappings])
        if defined.all():
            buffer.allocation.define()
        elif defined.any():
            buffer.allocation.define(0, len(defined), defined)
        return buffer


def _check_size(size_bytes: int) -> None:
    if not size_bytes or size_bytes % GRANULARITY_BYTES:
        raise CudaError(Code.INVALID_VALUE, f"a size must be a multiple of {GRANULARITY_BYTES} bytes")
