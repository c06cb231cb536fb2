"""Device memory as the driver gives it out: buffers by address, host memory that kernels can reach."""

from __future__ import annotations

import bisect
import ctypes
import mmap
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...errors import DeviceError, OutOfMemoryError
from ...ptx.memory import UNDEFINED_BYTE, Memory
from ..call import CudaError, fail_if
from ..cuda_header import Code
from ..findings import PythonLine, python_line
from .state import Buffer, Context

OWN_KINDS = ("device", "array")
"""Kinds of buffers in the GPU's own memory."""
ALIAS_BASE = 0x6900_0000_0000
"""Addresses that programs see for variables of modules: those of the executor are the same for every module."""
_ALIAS_GAP_BYTES = 1 << 16
# Wanted address of host memory that kernels can reach, below the executor's heap.
_HOST_HINT = 0x7500_0000_0000
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
        self._check_room(size_bytes)
        line = python_line()
        try:
            allocation = self._memory.allocate(
                size_bytes, label_of(line, "array" if kind == "array" else "buffer")
            )
        except OutOfMemoryError as error:
            raise CudaError(Code.OUT_OF_MEMORY, str(error)) from error
        return self._add(Buffer(allocation, context, line, kind))

    def _check_room(self, size_bytes: int, kind: str = "device") -> None:
        fail_if(size_bytes <= 0, Code.INVALID_VALUE, "an allocation has at least one byte")
        # the host's own memory is not the GPU's, and the host refuses what it does not have
        fail_if(kind in OWN_KINDS and self.used_bytes + size_bytes > self.limit_bytes, Code.OUT_OF_MEMORY)

    def reserve(self, size_bytes: int) -> int:
        """Return an address that nothing else will have; INVALID_VALUE for no bytes."""
        self._check_room(size_bytes, "host")
        return self._memory.reserve(size_bytes)

    def allocate_at(self, context: Context, address: int, size_bytes: int, line: PythonLine) -> Buffer:
        """Allocate device memory at an address of `reserve`, for a line; no byte of it counts as written."""
        self._check_room(size_bytes)
        data = np.full(size_bytes, UNDEFINED_BYTE, np.uint8)
        allocation = self._memory.map(address, data, label_of(line))
        allocation.is_fresh = True
        return self._add(Buffer(allocation, context, line))

    def starts_at(self, address: int) -> bool:
        """Return whether a buffer starts at an address."""
        return address in self._buffers

    def allocate_host(self, context: Context, size_bytes: int, kind: str, flags: int) -> Buffer:
        """Allocate memory of the host that kernels reach at the same addresses."""
        self._check_room(size_bytes, "host")
        whole = -(-size_bytes // mmap.PAGESIZE) * mmap.PAGESIZE
        access, private = mmap.PROT_READ | mmap.PROT_WRITE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS
        address = LIBC.mmap(self._next_host, whole, access, private, -1, 0)
        fail_if(address in (None, MAP_FAILED), Code.OUT_OF_MEMORY)
        self._next_host += whole + (1 << 24)
        return self._map(context, address, host_bytes(address, size_bytes), kind, flags)

    def register(self, context: Context, address: int, size_bytes: int, flags: int) -> Buffer:
        """Let kernels reach memory that the program has allocated itself."""
        return self._map(context, address, host_bytes(address, size_bytes), "registered", flags)

    def alias(self, context: Context, data: NDArray[np.uint8], name: str) -> Buffer:
        """Give the memory of a module's variable an address of its own."""
        address = self._next_alias
        self._next_alias += -(-(len(data) + _ALIAS_GAP_BYTES) // _ALIAS_GAP_BYTES) * _ALIAS_GAP_BYTES
        return self._add(Buffer(self._memory.map(address, data, name), context, python_line(), "module"))

    def map_device(self, context: Context, address: int, data: NDArray[np.uint8], label: str) -> Buffer:
        """Give memory of the device addresses that the program chose."""
        return self._add(Buffer(self._memory.map(address, data, label), context, python_line(), "mapped"))

    def map_file(
        self, context: Context, file: int, offset: int, size_bytes: int, kind: str, *, is_new: bool
    ) -> Buffer:
        """Give part of a file in memory addresses: those of the host, or of the device alone."""
        self._check_room(size_bytes, kind)
        data = file_bytes(file, offset, size_bytes)
        if is_new:
            data[:] = UNDEFINED_BYTE
        line = python_line()
        address = int(data.ctypes.data) if kind == "host" else self._memory.reserve(size_bytes)
        allocation = self._memory.map(address, data, label_of(line))
        allocation.is_fresh = is_new and kind == "device"
        return self._add(Buffer(allocation, context, line, kind, file=(file, offset)))

    def share(self, buffer: Buffer, file: int) -> None:
        """Move a buffer's content to a file in memory, at the same addresses; all of it counts as written."""
        data = file_bytes(file, 0, buffer.size_bytes)
        data[:] = buffer.allocation.data
        self._memory.move(buffer.allocation, data)
        buffer.allocation.define()
        buffer.file = (file, 0)

    def free(self, buffer: Buffer) -> None:
        """Free a buffer of any kind."""
        del self._buffers[buffer.address]
        self._starts.remove(buffer.address)
        self._memory.free(buffer.allocation)
        if buffer.pool is not None:
            buffer.pool.give_back(buffer.size_bytes)
        if buffer.kind in OWN_KINDS:
            self.used_bytes -= buffer.size_bytes
        elif buffer.kind in ("host", "managed") and buffer.file is None:
            whole = -(-buffer.size_bytes // mmap.PAGESIZE) * mmap.PAGESIZE
            LIBC.munmap(buffer.address, whole)

    def free_all(self, context: Context) -> None:
        """Free every buffer of a context."""
        for buffer in [buffer for buffer in self._buffers.values() if buffer.context is context]:
            self.free(buffer)

    def leaks(self, context: Context) -> Iterator[Buffer]:
        """Yield the buffers of a context that the program should have freed."""
        for buffer in self._buffers.values():
            if buffer.context is context and buffer.kind in (*OWN_KINDS, "host", "managed"):
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
        found = self._buffers.get(address)
        if found is None or found.kind not in kinds:
            raise CudaError(Code.INVALID_VALUE, f"no allocation starts at {address:#x}")
        return found

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

    def _map(self, context: Context, address: int, data: NDArray[np.uint8], kind: str, flags: int) -> Buffer:
        line = python_line()
        try:
            allocation = self._memory.map(address, data, label_of(line))
        except DeviceError as error:
            raise CudaError(Code.HOST_MEMORY_ALREADY_REGISTERED, str(error)) from error
        return self._add(Buffer(allocation, context, line, kind, flags))

    def _add(self, buffer: Buffer) -> Buffer:
        self._buffers[buffer.address] = buffer
        bisect.insort(self._starts, buffer.address)
        if buffer.kind in OWN_KINDS:
            self.used_bytes += buffer.size_bytes
        return buffer


def file_bytes(file: int, offset: int, size_bytes: int) -> NDArray[np.uint8]:
    """Return part of a file as an array that shares it; INVALID_VALUE if the file does not have it."""
    try:
        content = mmap.mmap(file, size_bytes, offset=offset)
    except (OSError, ValueError) as error:
        raise CudaError(Code.INVALID_VALUE, str(error)) from error
    return np.frombuffer(content, np.uint8)


def host_bytes(address: int, size_bytes: int) -> NDArray[np.uint8]:
    """Return host memory as an array that shares it."""
    shared: NDArray[np.uint8] = np.ctypeslib.as_array((ctypes.c_uint8 * size_bytes).from_address(address))
    return shared


def label_of(line: PythonLine, what: str = "buffer") -> str:
    """Return the name of a buffer or an array in messages."""
    file = line.file.rpartition("/")[2]
    return f"the {what} of {file}:{line.line}" if file else f"a {what}"
