"""Memory pools, allocations in the order of a stream, and what several processes share.

Launches are synchronous here, so memory is allocated and freed at once. A pool's reserved memory grows in granules, as
on a GPU, and what is above the release threshold is given back when the host waits.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
from typing import Any

from ..call import CudaError, also, fail_if, failing_with, load, serve, store, structure_at
from ..cuda_header import (
    CU,
    Bytes,
    Bytes64,
    Code,
    Device,
    Handle,
    Int,
    Ordinal,
    Pointer,
    Size,
    Uint,
    cuda_header,
)
from ..device.state import CudaStream, Event, Pool, run_in
from .graph import GraphCalls

_ON_DEVICE = CU.MEM_LOCATION_TYPE_DEVICE
_AS_FILE = CU.MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
_FLAGS = (
    CU.MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES,
    CU.MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
    CU.MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES,
)
# Fields of `Pool` that the attributes of pools, and of graphs' memory, ask for.
_FIELDS = {
    "RESERVED_MEM_CURRENT": "reserved_bytes",
    "RESERVED_MEM_HIGH": "reserved_high_bytes",
    "USED_MEM_CURRENT": "used_bytes",
    "USED_MEM_HIGH": "used_high_bytes",
}
_SIZES = {getattr(CU, f"MEMPOOL_ATTR_{name}"): field for name, field in _FIELDS.items()}
_SIZES[CU.MEMPOOL_ATTR_RELEASE_THRESHOLD] = "threshold_bytes"
_GRAPH_SIZES = {getattr(CU, f"GRAPH_MEM_ATTR_{name}"): field for name, field in _FIELDS.items()}


def _check_location(location: Any) -> None:
    """Raise INVALID_DEVICE for a CUmemLocation on a device that is not there."""
    fail_if(location.type == _ON_DEVICE and location.id, Code.INVALID_DEVICE)


def _reset(pool: Pool, name: str, value: Pointer) -> None:
    """Set a high watermark to what is there now, for a program that sets it to zero."""
    if not name.endswith("_high_bytes") or load(value):
        raise CudaError(Code.INVALID_VALUE, "a high watermark can be set to zero alone")
    setattr(pool, name, getattr(pool, name.replace("_high", "")))


def _kind(location: Pointer, kind: int) -> str:
    if kind == CU.MEM_ALLOCATION_TYPE_MANAGED:
        return "managed"
    where = structure_at("CUmemLocation", location)
    _check_location(where)
    return "device" if where.type == _ON_DEVICE else "host"


# Memory and events that several processes share. Shared memory is a file in memory, which another process opens through
# /proc, or gets from the program. It counts as written: what other processes write is not known. Each process has its
# own GPU, which works without delay, so an event of another process has always happened.

_MEMORY, _EVENT, _POINTER = b"KH-MEMRY", b"KH-EVENT", b"KH-PNTER"
# What one process tells another: a mark, and three numbers.
_SHARED = struct.Struct("<8sQQQ")


def _shared(mark: bytes, *numbers: int) -> bytes:
    return _SHARED.pack(mark, *numbers).ljust(64, b"\0")


def _read_shared(data: bytes, mark: bytes) -> tuple[int, int, int]:
    kind, one, two, three = _SHARED.unpack_from(data)
    fail_if(kind != mark, Code.INVALID_VALUE, "a handle must be one that a virtual GPU has given")
    return one, two, three


class PoolCalls(GraphCalls):
    """Memory pools, allocations in the order of a stream, and what several processes share."""

    def cuMemPoolCreate(self, props: Pointer) -> Handle:
        given = structure_at("CUmemPoolProps", props)
        location, is_managed = given.location, given.allocType == CU.MEM_ALLOCATION_TYPE_MANAGED
        fail_if(not is_managed and given.allocType != CU.MEM_ALLOCATION_TYPE_PINNED, Code.INVALID_VALUE)
        if given.handleTypes & ~_AS_FILE or (given.handleTypes and is_managed):
            raise self.refused("cuMemPoolCreate for handles that are not files")
        _check_location(location)
        kinds = {
            _ON_DEVICE: "device",
            CU.MEM_LOCATION_TYPE_HOST: "host",
            CU.MEM_LOCATION_TYPE_HOST_NUMA: "host",
        }
        fail_if(not is_managed and location.type not in kinds, Code.INVALID_VALUE)
        pool = Pool("managed" if is_managed else kinds[location.type], given.maxSize)
        if given.handleTypes:
            pool.file = os.memfd_create("kernel-harness-pool")
        return self.handle(pool)

    def cuMemPoolDestroy(self, pool: Pool) -> None:
        fail_if(pool in self.default_pools.values(), Code.INVALID_VALUE, "a default pool cannot be destroyed")
        # what is allocated without a pool comes from the default one again
        for kind, current in self.current_pools.items():
            if current is pool:
                self.current_pools[kind] = self.default_pools[kind]
        self.pools.remove(pool)
        self.forget(pool)

    def cuMemPoolGetAttribute(self, pool: Pool, attribute: Int, result: Pointer) -> None:
        if attribute in _FLAGS:
            store(result, pool.flags.get(attribute, 1), ctypes.c_int)  # on unless a program says otherwise
        else:
            fail_if(attribute not in _SIZES, Code.INVALID_VALUE)
            store(result, getattr(pool, _SIZES[attribute]))

    def cuMemPoolSetAttribute(self, pool: Pool, attribute: Int, value: Pointer) -> None:
        if attribute in _FLAGS:
            pool.flags[attribute] = load(value, ctypes.c_int)
        elif attribute == CU.MEMPOOL_ATTR_RELEASE_THRESHOLD:
            pool.threshold_bytes = load(value)
        else:
            _reset(pool, _SIZES.get(attribute, ""), value)

    def cuDeviceGetGraphMemAttribute(self, device: Ordinal, attribute: Int, result: Pointer) -> None:
        fail_if(attribute not in _GRAPH_SIZES, Code.INVALID_VALUE)
        store(result, getattr(self.graph_pool, _GRAPH_SIZES[attribute]))

    def cuDeviceSetGraphMemAttribute(self, device: Ordinal, attribute: Int, value: Pointer) -> None:
        _reset(self.graph_pool, _GRAPH_SIZES.get(attribute, ""), value)

    def cuDeviceGraphMemTrim(self, device: Ordinal) -> None:
        for address, size_bytes in list(self.graph_memory.items()):
            if not self.memory.starts_at(address):
                del self.graph_memory[address]
                self.graph_pool.used_bytes -= size_bytes
        self.graph_pool.trim(0)

    def cuMemPoolSetAccess(self, pool: Pool, given: Pointer, count: Size) -> None:
        wanted = cuda_header().structure("CUmemAccessDesc") * count
        for access in wanted.from_address(given) if count else ():
            _check_location(access.location)
            if access.location.type == _ON_DEVICE and access.flags == CU.MEM_ACCESS_FLAGS_PROT_NONE:
                raise CudaError(Code.INVALID_DEVICE, "a device has access to its own pools")

    def cuMemPoolGetAccess(self, pool: Pool, location: Pointer) -> Int:
        _check_location(structure_at("CUmemLocation", location))
        return CU.MEM_ACCESS_FLAGS_PROT_READWRITE

    def cuDeviceSetMemPool(self, device: Ordinal, pool: Pool) -> None:
        fail_if(pool.kind != "device", Code.INVALID_VALUE)
        self.current_pools["device"] = pool

    def cuMemSetMemPool(self, location: Pointer, kind: Int, pool: Pool) -> None:
        self.current_pools[_kind(location, kind)] = pool

    def cuMemAllocFromPoolAsync(self, size_bytes: Size, pool: Pool, stream: CudaStream) -> Size:
        if stream.capture is not None:
            return self.allocate_captured(stream, size_bytes)
        fail_if(pool.max_bytes and pool.used_bytes + size_bytes > pool.max_bytes, Code.OUT_OF_MEMORY)
        fail_if(pool.is_imported, Code.INVALID_VALUE, "another process has made this pool")
        if pool.file is not None:
            # whole pages: another process maps this part of the file alone
            end = os.fstat(pool.file).st_size
            os.truncate(pool.file, end + -(-size_bytes // mmap.PAGESIZE) * mmap.PAGESIZE)
            buffer = self.memory.map_file(self.context, pool.file, end, size_bytes, pool.kind, is_new=True)
        elif pool.kind == "device":
            buffer = self.memory.allocate(self.context, size_bytes)
        else:
            buffer = self.memory.allocate_host(self.context, size_bytes, pool.kind, 0)
        buffer.pool = pool
        pool.take(size_bytes)
        return buffer.address

    def cuMemFreeAsync(self, address: Device, stream: CudaStream) -> None:
        if stream.capture is None and (buffer := self.memory.at(address)) is not None:
            self.deliver_to(buffer.address, buffer.size_bytes)  # copies that the stream has before the free
        run_in(stream, CU.GRAPH_NODE_TYPE_MEM_FREE, lambda _stream: self.free_buffer(address))

    def cuIpcGetMemHandle(self, address: Device) -> Bytes:
        buffer, _ = self.memory.bytes_at(address, 1)
        if buffer.kind != "device" or buffer.pool is not None:
            raise CudaError(Code.INVALID_VALUE, "memory of cuMemAlloc alone has such handles")
        if buffer.file is None:
            file = os.memfd_create("kernel-harness-memory")
            os.truncate(file, buffer.size_bytes)
            self.memory.share(buffer, file)
        assert buffer.file is not None
        return _shared(_MEMORY, os.getpid(), buffer.file[0], buffer.size_bytes)

    @also("cuIpcOpenMemHandle")
    def cuIpcOpenMemHandle_v2(self, handle: Bytes64, flags: Uint) -> Size:
        process, file, size_bytes = _read_shared(bytes(handle.data), _MEMORY)
        fail_if(process == os.getpid(), Code.INVALID_CONTEXT, "a process has its own memory already")
        key = process, file
        if key not in self.opened:
            with failing_with(Code.INVALID_HANDLE, OSError):
                fd = os.open(f"/proc/{process}/fd/{file}", os.O_RDWR)
            self.opened[key] = self.memory.map_file(self.context, fd, 0, size_bytes, "imported", is_new=False)
        self.opened[key].n_opened += 1
        return self.opened[key].address

    def cuIpcCloseMemHandle(self, address: Device) -> None:
        key = next((key for key, buffer in self.opened.items() if buffer.address == address), None)
        if key is None:
            raise CudaError(Code.INVALID_VALUE, "memory is closed by the address that it was opened with")
        self.wait_all()
        buffer = self.opened[key]
        buffer.n_opened -= 1
        if not buffer.n_opened:
            del self.opened[key]
            self.memory.free(buffer)
            if buffer.file is not None:
                os.close(buffer.file[0])

    def cuIpcGetEventHandle(self, event: Event) -> Bytes:
        if not event.flags & CU.EVENT_INTERPROCESS:
            raise CudaError(Code.INVALID_HANDLE, "an event must be made for several processes")
        return _shared(_EVENT, os.getpid(), event.handle, 0)

    def cuIpcOpenEventHandle(self, handle: Bytes64) -> Handle:
        process, _, _ = _read_shared(bytes(handle.data), _EVENT)
        fail_if(process == os.getpid(), Code.INVALID_CONTEXT, "a process has its own events already")
        return self.handle(Event(self.context, CU.EVENT_DISABLE_TIMING | CU.EVENT_INTERPROCESS))

    def cuMemPoolExportToShareableHandle(self, pool: Pool, kind: Int, flags: Size) -> Int:
        if kind != _AS_FILE or pool.file is None or pool.is_imported:
            raise CudaError(Code.INVALID_VALUE, "a pool is exported as it was made for, by its own process")
        return os.dup(pool.file)

    def cuMemPoolImportFromShareableHandle(self, file: Size, kind: Int, flags: Size) -> Handle:
        fail_if(kind != _AS_FILE, Code.INVALID_VALUE)
        with failing_with(Code.INVALID_VALUE, OSError):
            return self.handle(Pool("device", file=os.dup(file), is_imported=True))

    def cuMemPoolExportPointer(self, address: Device) -> Bytes:
        buffer, _ = self.memory.bytes_at(address, 1)
        if buffer.pool is None or buffer.pool.file is None or buffer.file is None:
            raise CudaError(Code.INVALID_VALUE, "the pool must be made for several processes")
        if buffer.kind == "device":
            buffer.allocation.define()  # the other process may write it
        return _shared(_POINTER, buffer.file[1], buffer.size_bytes, buffer.kind == "host")

    def cuMemPoolImportPointer(self, pool: Pool, data: Pointer) -> Size:
        if not pool.is_imported or pool.file is None or not data:
            raise CudaError(Code.INVALID_VALUE)
        offset, size_bytes, is_host = _read_shared(ctypes.string_at(data, 64), _POINTER)
        kind = "host" if is_host else "device"
        context = self.stack[-1] if self.stack else self.primary_context()
        buffer = self.memory.map_file(context, pool.file, offset, size_bytes, kind, is_new=False)
        buffer.pool = pool
        pool.take(size_bytes)
        return buffer.address


serve(
    "cuMemAllocAsync(Size*, Size, CudaStream)",
    lambda gpu, n, stream: gpu.cuMemAllocFromPoolAsync(n, gpu.current_pools["device"], stream),
)
serve("cuMemPoolTrimTo(Pool, Size)", lambda gpu, pool, keep_bytes: pool.trim(keep_bytes))
serve(
    "cuMemGetDefaultMemPool(Handle*, Pointer, Int)",
    lambda gpu, *of: gpu.handle(gpu.default_pools[_kind(*of)]),
)
serve("cuMemGetMemPool(Handle*, Pointer, Int)", lambda gpu, *of: gpu.handle(gpu.current_pools[_kind(*of)]))
serve("cuDeviceGetDefaultMemPool(Handle*, Ordinal)", lambda gpu, _: gpu.handle(gpu.default_pools["device"]))
serve("cuDeviceGetMemPool(Handle*, Ordinal)", lambda gpu, _: gpu.handle(gpu.current_pools["device"]))
