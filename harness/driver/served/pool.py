"""Memory pools of the device and of the host, and allocations in the order of a stream.

Launches are synchronous here, so memory is allocated and freed at once. A pool's reserved memory grows in granules, as
on a GPU, and what is above the release threshold is given back when the host waits.
"""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Mapping
from typing import Any

from ..call import (
    CudaError,
    Device,
    Handle,
    Int,
    Ordinal,
    Pointer,
    Size,
    load,
    serve_value,
    serves,
    store,
    structure_at,
)
from ..cuda_header import CU, Code, cuda_header
from ..device.gpu import VirtualGpu
from ..device.pools import Pool
from ..device.state import Stream
from .graph_node import allocate_captured, free_captured
from .memory import free_buffer

_ON_DEVICE = CU.MEM_LOCATION_TYPE_DEVICE
AS_FILE = CU.MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
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
_GRAPH_SIZES = {
    CU.GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT: "reserved_bytes",
    CU.GRAPH_MEM_ATTR_RESERVED_MEM_HIGH: "reserved_high_bytes",
    CU.GRAPH_MEM_ATTR_USED_MEM_CURRENT: "used_bytes",
    CU.GRAPH_MEM_ATTR_USED_MEM_HIGH: "used_high_bytes",
}
"""Fields of `Pool` that the attributes of pools, and of graphs' memory, ask for."""


@serves("cuMemPoolCreate", needs="init")
def create(gpu: VirtualGpu, result: Pointer, props: Pointer) -> None:
    given = structure_at("CUmemPoolProps", props)
    location, is_managed = given.location, given.allocType == CU.MEM_ALLOCATION_TYPE_MANAGED
    if not is_managed and given.allocType != CU.MEM_ALLOCATION_TYPE_PINNED:
        raise CudaError(Code.INVALID_VALUE)
    if given.handleTypes & ~AS_FILE or (given.handleTypes and is_managed):
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
