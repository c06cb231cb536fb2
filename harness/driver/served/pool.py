"""Memory pools of the device and of the host, and allocations in the order of a stream.

Launches are synchronous here, so memory is allocated and freed at once. A pool's reserved memory grows in granules, as
on a GPU, and what is above the release threshold is given back when the host waits.
"""

from __future__ import annotations

import ctypes

from ..call import Code, CudaError, Device, Handle, Int, Pointer, Size, load, serves, store
from ..device.gpu import VirtualGpu
from ..device.pools import Pool
from .graph_memory import allocate_captured, free_captured
from .memory import free_buffer

_ON_DEVICE, _ON_HOST, _ON_HOST_NUMA = 1, 2, 3
"""Values of CUmemLocationType."""
_PINNED, _MANAGED = 1, 2
"""Values of CUmemAllocationType."""
_FLAGS, _THRESHOLD, _RESERVED, _RESERVED_HIGH, _USED, _USED_HIGH = (1, 2, 3), 4, 5, 6, 7, 8
"""Values of CUmemPool_attribute."""
_READ_WRITE = 3
_NO_ACCESS = 0


class _Location(ctypes.Structure):
    """CUmemLocation."""

    _fields_ = (("kind", ctypes.c_int), ("index", ctypes.c_int))


class _Props(ctypes.Structure):
    """CUmemPoolProps, up to the maximum size."""

    _fields_ = (
        ("kind", ctypes.c_int),
        ("handle_types", ctypes.c_int),
        ("location", _Location),
        ("security", ctypes.c_uint64),
        ("max_bytes", ctypes.c_uint64),
    )


class _Access(ctypes.Structure):
    """CUmemAccessDesc."""

    _fields_ = (("location", _Location), ("flags", ctypes.c_int))


@serves("cuMemPoolCreate", needs="init")
def create(gpu: VirtualGpu, result: Pointer, props: Pointer) -> None:
    given = _Props.from_address(props)
    location = given.location
    if given.kind not in (_PINNED, _MANAGED):
        raise CudaError(Code.INVALID_VALUE)
    if given.handle_types:
        gpu.log.not_served("cuMemPoolCreate for other processes")
        raise CudaError(Code.NOT_SUPPORTED, "pools cannot be shared with other processes")
    if location.kind == _ON_DEVICE and location.index:
        raise CudaError(Code.INVALID_DEVICE)
    if given.kind == _MANAGED:
        kind = "managed"
    elif location.kind == _ON_DEVICE:
        kind = "device"
    elif location.kind in (_ON_HOST, _ON_HOST_NUMA):
        kind = "host"
    else:
        raise CudaError(Code.INVALID_VALUE)
    store(result, _handle(gpu, Pool(kind, given.max_bytes)))


def _handle(gpu: VirtualGpu, pool: Pool) -> Handle:
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
def get_attribute(gpu: VirtualGpu, handle: Handle, attribute: Int, result: Pointer) -> None:
    pool = gpu.object(Pool, handle)
    if attribute in _FLAGS:
        store(result, pool.flags.get(attribute, 1), ctypes.c_int)
        return
    values = {
        _THRESHOLD: pool.threshold_bytes,
        _RESERVED: pool.reserved_bytes,
        _RESERVED_HIGH: pool.reserved_high_bytes,
        _USED: pool.used_bytes,
        _USED_HIGH: pool.used_high_bytes,
    }
    if attribute not in values:
        raise CudaError(Code.INVALID_VALUE)
    store(result, values[attribute])


@serves("cuMemPoolSetAttribute", needs="init")
def set_attribute(gpu: VirtualGpu, handle: Handle, attribute: Int, value: Pointer) -> None:
    pool = gpu.object(Pool, handle)
    if attribute in _FLAGS:
        pool.flags[attribute] = load(value, ctypes.c_int)
    elif attribute == _THRESHOLD:
        pool.threshold_bytes = load(value)
    elif attribute == _RESERVED_HIGH and not load(value):
        pool.reserved_high_bytes = pool.reserved_bytes
    elif attribute == _USED_HIGH and not load(value):
        pool.used_high_bytes = pool.used_bytes
    else:
        raise CudaError(Code.INVALID_VALUE, "a high watermark can be set to zero alone")


@serves("cuMemPoolTrimTo", needs="init")
def trim(gpu: VirtualGpu, handle: Handle, keep_bytes: Size) -> None:
    gpu.object(Pool, handle).trim(keep_bytes)


@serves("cuMemPoolSetAccess", needs="init")
def set_access(gpu: VirtualGpu, handle: Handle, given: Pointer, count: Size) -> None:
    gpu.object(Pool, handle)
    for each in (_Access * count).from_address(given) if count else ():
        if each.location.kind == _ON_DEVICE and each.location.index:
            raise CudaError(Code.INVALID_DEVICE)
        if each.location.kind == _ON_DEVICE and each.flags == _NO_ACCESS:
            raise CudaError(Code.INVALID_DEVICE, "a device has access to its own pools")


@serves("cuMemPoolGetAccess", needs="init")
def get_access(gpu: VirtualGpu, result: Pointer, handle: Handle, location: Pointer) -> None:
    gpu.object(Pool, handle)
    asked = _Location.from_address(location)
    if asked.kind == _ON_DEVICE and asked.index:
        raise CudaError(Code.INVALID_DEVICE)
    store(result, _READ_WRITE, ctypes.c_int)


def _kind(location: Pointer, kind: int) -> str:
    if kind == _MANAGED:
        return "managed"
    where = _Location.from_address(location)
    if where.kind == _ON_DEVICE and where.index:
        raise CudaError(Code.INVALID_DEVICE)
    return "device" if where.kind == _ON_DEVICE else "host"


@serves("cuDeviceGetMemPool", needs="init")
def device_pool(gpu: VirtualGpu, result: Pointer, device: Int) -> None:
    if device:
        raise CudaError(Code.INVALID_DEVICE)
    store(result, _handle(gpu, gpu.current_pools["device"]))


@serves("cuDeviceGetDefaultMemPool", needs="init")
def default_device_pool(gpu: VirtualGpu, result: Pointer, device: Int) -> None:
    if device:
        raise CudaError(Code.INVALID_DEVICE)
    store(result, _handle(gpu, gpu.default_pools["device"]))


@serves("cuDeviceSetMemPool", needs="init")
def set_device_pool(gpu: VirtualGpu, device: Int, handle: Handle) -> None:
    pool = gpu.object(Pool, handle)
    if device:
        raise CudaError(Code.INVALID_DEVICE)
    if pool.kind != "device":
        raise CudaError(Code.INVALID_VALUE)
    gpu.current_pools["device"] = pool


@serves("cuMemGetDefaultMemPool", needs="init")
def default_pool(gpu: VirtualGpu, result: Pointer, location: Pointer, kind: Int) -> None:
    store(result, _handle(gpu, gpu.default_pools[_kind(location, kind)]))


@serves("cuMemGetMemPool", needs="init")
def current_pool(gpu: VirtualGpu, result: Pointer, location: Pointer, kind: Int) -> None:
    store(result, _handle(gpu, gpu.current_pools[_kind(location, kind)]))


@serves("cuMemSetMemPool", needs="init")
def set_pool(gpu: VirtualGpu, location: Pointer, kind: Int, handle: Handle) -> None:
    gpu.current_pools[_kind(location, kind)] = gpu.object(Pool, handle)


def _allocate(gpu: VirtualGpu, result: Pointer, size_bytes: int, pool: Pool, stream: Handle) -> None:
    target = gpu.stream(stream)
    if target.capture is not None:
        store(result, allocate_captured(gpu, target, size_bytes))
        return
    if pool.max_bytes and pool.used_bytes + size_bytes > pool.max_bytes:
        raise CudaError(Code.OUT_OF_MEMORY)
    if pool.kind == "device":
        buffer = gpu.memory.allocate(gpu.context, size_bytes)
    else:
        buffer = gpu.memory.allocate_host(gpu.context, size_bytes, pool.kind, 0)
    buffer.pool = pool
    pool.take(size_bytes)
    store(result, buffer.address)


@serves("cuMemAllocAsync")
def allocate(gpu: VirtualGpu, result: Pointer, size_bytes: Size, stream: Handle) -> None:
    _allocate(gpu, result, size_bytes, gpu.current_pools["device"], stream)


@serves("cuMemAllocFromPoolAsync")
def allocate_from(gpu: VirtualGpu, result: Pointer, size_bytes: Size, pool: Handle, stream: Handle) -> None:
    _allocate(gpu, result, size_bytes, gpu.object(Pool, pool), stream)


@serves("cuMemFreeAsync")
def free(gpu: VirtualGpu, address: Device, stream: Handle) -> None:
    target = gpu.stream(stream)
    if target.capture is not None:
        free_captured(gpu, target, address)
    else:
        free_buffer(gpu, address)
