"""Memory pools, allocations in the order of a stream, and what several processes share.

Launches are synchronous here, so memory is allocated and freed at once. A pool's reserved memory grows in granules, as
on a GPU, and what is above the release threshold is given back when the host waits.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
from collections.abc import Mapping
from typing import Any

from ..call import (
    Bytes64,
    CudaError,
    Device,
    Handle,
    Int,
    Ordinal,
    Pointer,
    Size,
    Uint,
    load,
    serve_value,
    serves,
    store,
    store_bytes,
    structure_at,
)
from ..cuda_header import CU, Code, cuda_header
from ..device.gpu import VirtualGpu
from ..device.pools import Pool
from ..device.state import Buffer, Event, Stream
from .graph import allocate_captured, free_captured
from .memory import free_buffer

_ON_DEVICE = CU.MEM_LOCATION_TYPE_DEVICE
_AS_FILE = CU.MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
_FLAGS = (
    CU.MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES,
    CU.MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC,
    CU.MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES,
)
_SIZES = {
    CU.MEMPOOL_ATTR_RELEASE_THRESHOLD: "threshold_bytes",
    CU.MEMPOOL_ATTR_RESERVED_MEM_CURRENT: "reserved_bytes",
    CU.MEMPOOL_ATTR_RESERVED_MEM_HIGH: "reserved_high_bytes",
    CU.MEMPOOL_ATTR_USED_MEM_CURRENT: "used_bytes",
    CU.MEMPOOL_ATTR_USED_MEM_HIGH: "used_high_bytes",
}
# Fields of `Pool` that the attributes of pools, and of graphs' memory, ask for.
_GRAPH_SIZES = {
    CU.GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT: "reserved_bytes",
    CU.GRAPH_MEM_ATTR_RESERVED_MEM_HIGH: "reserved_high_bytes",
    CU.GRAPH_MEM_ATTR_USED_MEM_CURRENT: "used_bytes",
    CU.GRAPH_MEM_ATTR_USED_MEM_HIGH: "used_high_bytes",
}


@serves("cuMemPoolCreate", needs="init")
def create(gpu: VirtualGpu, result: Pointer, props: Pointer) -> None:
    given = structure_at("CUmemPoolProps", props)
    location, is_managed = given.location, given.allocType == CU.MEM_ALLOCATION_TYPE_MANAGED
    if not is_managed and given.allocType != CU.MEM_ALLOCATION_TYPE_PINNED:
        raise CudaError(Code.INVALID_VALUE)
    if given.handleTypes & ~_AS_FILE or (given.handleTypes and is_managed):
        gpu.log.not_served("cuMemPoolCreate for handles that are no files")
        raise CudaError(Code.NOT_SUPPORTED, "pools are shared with other processes by files")
    _check_location(location)
    if is_managed:
        kind = "managed"
    elif location.type == _ON_DEVICE:
        kind = "device"
    elif location.type in (CU.MEM_LOCATION_TYPE_HOST, CU.MEM_LOCATION_TYPE_HOST_NUMA):
        kind = "host"
    else:
        raise CudaError(Code.INVALID_VALUE)
    pool = Pool(kind, given.maxSize)
    if given.handleTypes:
        pool.file = os.memfd_create("kernel-harness-pool")
    store(result, pool_handle(gpu, pool))


def _check_location(location: Any) -> None:
    """Raise INVALID_DEVICE for a CUmemLocation on a device that is not there."""
    if location.type == _ON_DEVICE and location.id:
        raise CudaError(Code.INVALID_DEVICE)


def pool_handle(gpu: VirtualGpu, pool: Pool) -> Handle:
    """Return the handle of a pool, which it gets when somebody asks for it first."""
    if not pool.handle:
        pool.handle = gpu.handle(pool)
        gpu.pools.append(pool)
    return pool.handle


@serves("cuMemPoolDestroy", needs="init")
def destroy(gpu: VirtualGpu, handle: Handle) -> None:
    pool = gpu.object(Pool, handle)
    if pool in gpu.default_pools.values():
        raise CudaError(Code.INVALID_VALUE, "a default pool cannot be destroyed")
    for kind, current in gpu.current_pools.items():
        if current is pool:
            gpu.current_pools[kind] = gpu.default_pools[kind]
    gpu.pools.remove(pool)
    gpu.forget(handle)


@serves("cuMemPoolGetAttribute", needs="init")
def get_attribute(gpu: VirtualGpu, pool: Pool, attribute: Int, result: Pointer) -> None:
    if attribute in _FLAGS:
        store(result, pool.flags.get(attribute, 1), ctypes.c_int)
    else:
        _store_size(pool, _SIZES, attribute, result)


def _store_size(pool: Pool, sizes: Mapping[int, str], attribute: int, result: Pointer) -> None:
    if attribute not in sizes:
        raise CudaError(Code.INVALID_VALUE)
    store(result, getattr(pool, sizes[attribute]))


@serves("cuMemPoolSetAttribute", needs="init")
def set_attribute(gpu: VirtualGpu, pool: Pool, attribute: Int, value: Pointer) -> None:
    if attribute in _FLAGS:
        pool.flags[attribute] = load(value, ctypes.c_int)
    elif attribute == CU.MEMPOOL_ATTR_RELEASE_THRESHOLD:
        pool.threshold_bytes = load(value)
    else:
        _reset(pool, _SIZES.get(attribute, ""), value)


def _reset(pool: Pool, name: str, value: Pointer) -> None:
    """Set a high watermark to what is there now, for a program that sets it to zero."""
    if not name.endswith("_high_bytes") or load(value):
        raise CudaError(Code.INVALID_VALUE, "a high watermark can be set to zero alone")
    setattr(pool, name, getattr(pool, name.replace("_high", "")))


@serves("cuMemPoolTrimTo", needs="init")
def trim(gpu: VirtualGpu, pool: Pool, keep_bytes: Size) -> None:
    pool.trim(keep_bytes)


@serves("cuDeviceGetGraphMemAttribute", needs="init")
def get_graph_attribute(gpu: VirtualGpu, device: Ordinal, attribute: Int, result: Pointer) -> None:
    _store_size(gpu.graph_pool, _GRAPH_SIZES, attribute, result)


@serves("cuDeviceSetGraphMemAttribute", needs="init")
def set_graph_attribute(gpu: VirtualGpu, device: Ordinal, attribute: Int, value: Pointer) -> None:
    _reset(gpu.graph_pool, _GRAPH_SIZES.get(attribute, ""), value)


@serves("cuDeviceGraphMemTrim", needs="init")
def trim_graph_memory(gpu: VirtualGpu, device: Ordinal) -> None:
    for address, size_bytes in list(gpu.graph_memory.items()):
        if not gpu.memory.starts_at(address):
            del gpu.graph_memory[address]
            gpu.graph_pool.give_back(size_bytes)
    gpu.graph_pool.trim(0)


@serves("cuMemPoolSetAccess", needs="init")
def set_access(gpu: VirtualGpu, pool: Pool, given: Pointer, count: Size) -> None:
    wanted = cuda_header().structure("CUmemAccessDesc") * count
    for access in wanted.from_address(given) if count else ():
        _check_location(access.location)
        if access.location.type == _ON_DEVICE and access.flags == CU.MEM_ACCESS_FLAGS_PROT_NONE:
            raise CudaError(Code.INVALID_DEVICE, "a device has access to its own pools")


@serves("cuMemPoolGetAccess", needs="init")
def get_access(gpu: VirtualGpu, result: Pointer, pool: Pool, location: Pointer) -> None:
    _check_location(structure_at("CUmemLocation", location))
    store(result, CU.MEM_ACCESS_FLAGS_PROT_READWRITE, ctypes.c_int)


def _kind(location: Pointer, kind: int) -> str:
    if kind == CU.MEM_ALLOCATION_TYPE_MANAGED:
        return "managed"
    where = structure_at("CUmemLocation", location)
    _check_location(where)
    return "device" if where.type == _ON_DEVICE else "host"


@serves("cuDeviceSetMemPool", needs="init")
def set_device_pool(gpu: VirtualGpu, device: Ordinal, pool: Pool) -> None:
    if pool.kind != "device":
        raise CudaError(Code.INVALID_VALUE)
    gpu.current_pools["device"] = pool


@serves("cuMemSetMemPool", needs="init")
def set_pool(gpu: VirtualGpu, location: Pointer, kind: Int, pool: Pool) -> None:
    gpu.current_pools[_kind(location, kind)] = pool


def _default(gpu: VirtualGpu, location: Pointer, kind: int) -> Handle:
    return pool_handle(gpu, gpu.default_pools[_kind(location, kind)])


def _current(gpu: VirtualGpu, location: Pointer, kind: int) -> Handle:
    return pool_handle(gpu, gpu.current_pools[_kind(location, kind)])


serve_value("cuMemGetDefaultMemPool(Handle*, Pointer, Int)", _default, "init")
serve_value("cuMemGetMemPool(Handle*, Pointer, Int)", _current, "init")
serve_value(
    "cuDeviceGetDefaultMemPool(Handle*, Ordinal)",
    lambda gpu, device: pool_handle(gpu, gpu.default_pools["device"]),
    "init",
)
serve_value(
    "cuDeviceGetMemPool(Handle*, Ordinal)",
    lambda gpu, device: pool_handle(gpu, gpu.current_pools["device"]),
    "init",
)


@serves("cuMemAllocFromPoolAsync")
def allocate_from(gpu: VirtualGpu, result: Pointer, size_bytes: Size, pool: Pool, stream: Stream) -> None:
    if stream.capture is not None:
        store(result, allocate_captured(gpu, stream, size_bytes))
        return
    if pool.max_bytes and pool.used_bytes + size_bytes > pool.max_bytes:
        raise CudaError(Code.OUT_OF_MEMORY)
    if pool.is_imported:
        raise CudaError(Code.INVALID_VALUE, "another process has made this pool")
    if pool.file is not None:
        # whole pages: another process maps this part of the file alone
        end = os.fstat(pool.file).st_size
        os.truncate(pool.file, end + -(-size_bytes // mmap.PAGESIZE) * mmap.PAGESIZE)
        buffer = gpu.memory.map_file(gpu.context, pool.file, end, size_bytes, pool.kind, is_new=True)
    elif pool.kind == "device":
        buffer = gpu.memory.allocate(gpu.context, size_bytes)
    else:
        buffer = gpu.memory.allocate_host(gpu.context, size_bytes, pool.kind, 0)
    buffer.pool = pool
    pool.take(size_bytes)
    store(result, buffer.address)


@serves("cuMemAllocAsync")
def allocate(gpu: VirtualGpu, result: Pointer, size_bytes: Size, stream: Stream) -> None:
    allocate_from(gpu, result, size_bytes, gpu.current_pools["device"], stream)


@serves("cuMemFreeAsync")
def free(gpu: VirtualGpu, address: Device, stream: Stream) -> None:
    if stream.capture is not None:
        free_captured(gpu, stream, address)
    else:
        buffer = gpu.memory.at(address)
        if buffer is not None:  # copies that the stream has before the free
            gpu.deliver_to(buffer.address, buffer.size_bytes)
        free_buffer(gpu, address)


# Memory and events that several processes share. Shared memory is a file in memory, which another process opens through
# /proc, or gets from the program. It counts as written: what other processes write is not known. Each process has its
# own GPU, which works without delay, so an event of another process has always happened.

_MEMORY, _EVENT, _POINTER = b"KH-MEMRY", b"KH-EVENT", b"KH-PNTER"
# What one process tells another: a mark, and three numbers.
_TOLD = struct.Struct("<8sQQQ")


def _tell(result: Pointer, mark: bytes, *numbers: int) -> None:
    store_bytes(result, _TOLD.pack(mark, *numbers).ljust(64, b"\0"))


def _told(data: bytes, mark: bytes) -> tuple[int, int, int]:
    found, one, two, three = _TOLD.unpack_from(data)
    if found != mark:
        raise CudaError(Code.INVALID_VALUE, "a handle must be one that a virtual GPU has given")
    return one, two, three


@serves("cuIpcGetMemHandle")
def memory_handle(gpu: VirtualGpu, result: Pointer, address: Device) -> None:
    buffer, _ = gpu.memory.bytes_at(address, 1)
    if buffer.kind != "device" or buffer.pool is not None:
        raise CudaError(Code.INVALID_VALUE, "memory of cuMemAlloc alone has such handles")
    if buffer.file is None:
        file = os.memfd_create("kernel-harness-memory")
        os.truncate(file, buffer.size_bytes)
        gpu.memory.share(buffer, file)
    assert buffer.file is not None
    _tell(result, _MEMORY, os.getpid(), buffer.file[0], buffer.size_bytes)


@serves("cuIpcOpenMemHandle_v2", "cuIpcOpenMemHandle")
def open_memory(gpu: VirtualGpu, result: Pointer, handle: Bytes64, flags: Uint) -> None:
    process, file, size_bytes = _told(bytes(handle.data), _MEMORY)
    if process == os.getpid():
        raise CudaError(Code.INVALID_CONTEXT, "a process has its own memory already")
    key = process, file
    if key not in gpu.opened:
        try:
            own = os.open(f"/proc/{process}/fd/{file}", os.O_RDWR)
        except OSError as error:
            raise CudaError(Code.INVALID_HANDLE, str(error)) from error
        buffer = gpu.memory.map_file(gpu.context, own, 0, size_bytes, "imported", is_new=False)
        gpu.opened[key] = buffer, 0
    buffer, n_uses = gpu.opened[key]
    gpu.opened[key] = buffer, n_uses + 1
    store(result, buffer.address)


@serves("cuIpcCloseMemHandle")
def close_memory(gpu: VirtualGpu, address: Device) -> None:
    for key, (buffer, n_uses) in gpu.opened.items():
        if buffer.address == address:
            gpu.wait_all()
            if n_uses > 1:
                gpu.opened[key] = buffer, n_uses - 1
                return
            del gpu.opened[key]
            _forget(gpu, buffer)
            return
    raise CudaError(Code.INVALID_VALUE, "memory is closed by the address that it was opened with")


def _forget(gpu: VirtualGpu, buffer: Buffer) -> None:
    gpu.memory.free(buffer)
    if buffer.file is not None:
        os.close(buffer.file[0])


@serves("cuIpcGetEventHandle")
def event_handle(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    if not gpu.object(Event, handle).flags & CU.EVENT_INTERPROCESS:
        raise CudaError(Code.INVALID_HANDLE, "an event must be made for several processes")
    _tell(result, _EVENT, os.getpid(), handle, 0)


@serves("cuIpcOpenEventHandle")
def open_event(gpu: VirtualGpu, result: Pointer, handle: Bytes64) -> None:
    process, _, _ = _told(bytes(handle.data), _EVENT)
    if process == os.getpid():
        raise CudaError(Code.INVALID_CONTEXT, "a process has its own events already")
    store(result, gpu.handle(Event(gpu.context, CU.EVENT_DISABLE_TIMING | CU.EVENT_INTERPROCESS)))


@serves("cuMemPoolExportToShareableHandle", needs="init")
def export_pool(gpu: VirtualGpu, result: Pointer, pool: Pool, kind: Int, flags: Size) -> None:
    if kind != _AS_FILE or pool.file is None or pool.is_imported:
        raise CudaError(Code.INVALID_VALUE, "a pool is exported as it was made for, by its own process")
    store(result, os.dup(pool.file), ctypes.c_int)


@serves("cuMemPoolImportFromShareableHandle", needs="init")
def import_pool(gpu: VirtualGpu, result: Pointer, file: Size, kind: Int, flags: Size) -> None:
    if kind != _AS_FILE:
        raise CudaError(Code.INVALID_VALUE)
    try:
        pool = Pool("device", file=os.dup(file), is_imported=True)
    except OSError as error:
        raise CudaError(Code.INVALID_VALUE, str(error)) from error
    store(result, pool_handle(gpu, pool))


@serves("cuMemPoolExportPointer", needs="init")
def export_pointer(gpu: VirtualGpu, result: Pointer, address: Device) -> None:
    buffer, _ = gpu.memory.bytes_at(address, 1)
    if buffer.pool is None or buffer.pool.file is None or buffer.file is None:
        raise CudaError(Code.INVALID_VALUE, "the pool must be made for several processes")
    if buffer.kind == "device":
        buffer.allocation.define()  # the other process may write it
    _tell(result, _POINTER, buffer.file[1], buffer.size_bytes, buffer.kind == "host")


@serves("cuMemPoolImportPointer", needs="init")
def import_pointer(gpu: VirtualGpu, result: Pointer, pool: Pool, told: Pointer) -> None:
    if not pool.is_imported or pool.file is None or not told:
        raise CudaError(Code.INVALID_VALUE)
    offset, size_bytes, is_host = _told(ctypes.string_at(told, 64), _POINTER)
    kind = "host" if is_host else "device"
    context = gpu.context_of_memory
    buffer = gpu.memory.map_file(context, pool.file, offset, size_bytes, kind, is_new=False)
    buffer.pool = pool
    pool.take(size_bytes)
    store(result, buffer.address)
