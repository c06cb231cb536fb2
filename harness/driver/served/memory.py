"""Memory: allocations of the device and of the host, and what can be asked of a pointer."""

from __future__ import annotations

import ctypes

from ..call import Code, CudaError, Device, Handle, Int, Pointer, Size, Uint, load, serves, store, store_if
from ..device.gpu import VirtualGpu

_PITCH = 512
_MEMORY_HOST, _MEMORY_DEVICE = 1, 2
"""Values of CUmemorytype."""
_SYNC_MEMOPS = 6
"""CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, the one that a program can set."""
_ON_DEVICE = 1
"""CU_MEM_LOCATION_TYPE_DEVICE."""
_HOST, _INVALID = -1, -2
"""CU_DEVICE_CPU and CU_DEVICE_INVALID: no device."""
_READ_MOSTLY, _PREFERRED, _ACCESSED_BY, _LAST_PREFETCH = 1, 2, 3, 4
"""Values of CUmem_range_attribute; setting advice ``2 * n - 1`` of ``CUmem_advise`` sets attribute ``n``."""


@serves("cuMemAlloc_v2")
def allocate(gpu: VirtualGpu, result: Pointer, size_bytes: Size) -> None:
    store(result, gpu.memory.allocate(gpu.context, size_bytes).address)


@serves("cuMemAllocPitch_v2")
def allocate_pitch(
    gpu: VirtualGpu, result: Pointer, pitch: Pointer, width: Size, height: Size, element: Uint
) -> None:
    if element not in (4, 8, 16):
        raise CudaError(Code.INVALID_VALUE)
    row = -(-width // _PITCH) * _PITCH
    store(result, gpu.memory.allocate(gpu.context, row * height).address)
    store(pitch, row)


@serves("cuMemFree_v2")
def free(gpu: VirtualGpu, address: Device) -> None:
    if address:
        gpu.wait_all()
        free_buffer(gpu, address)


def free_buffer(gpu: VirtualGpu, address: Device) -> None:
    """Free device, managed or pooled memory; report an address where none starts."""
    try:
        buffer = gpu.memory.starting_at(address, "device", "managed", "host")
        if buffer.kind == "host" and buffer.pool is None:
            raise CudaError(Code.INVALID_VALUE, "page-locked memory is freed by cuMemFreeHost")
    except CudaError:
        gpu.report("invalid-free", f"free of {gpu.memory.describe(address)}")
        raise
    gpu.memory.free(buffer)


@serves("cuMemGetInfo_v2")
def info(gpu: VirtualGpu, free_bytes: Pointer, total: Pointer) -> None:
    store(free_bytes, gpu.memory.limit_bytes - gpu.memory.used_bytes)
    store(total, gpu.memory.limit_bytes)


@serves("cuMemGetAddressRange_v2")
def address_range(gpu: VirtualGpu, base: Pointer, size: Pointer, address: Device) -> None:
    buffer, _ = gpu.memory.bytes_at(address, 1)
    store_if(base, buffer.address)
    store_if(size, buffer.size_bytes)


@serves("cuMemHostAlloc")
def host_allocate(gpu: VirtualGpu, result: Pointer, size_bytes: Size, flags: Uint) -> None:
    store(result, gpu.memory.allocate_host(gpu.context, size_bytes, "host", flags).address)


@serves("cuMemAllocHost_v2")
def allocate_host(gpu: VirtualGpu, result: Pointer, size_bytes: Size) -> None:
    host_allocate(gpu, result, size_bytes, 0)


@serves("cuMemFreeHost")
def free_host(gpu: VirtualGpu, address: Pointer) -> None:
    buffer = gpu.memory.starting_at(address, "host")
    _settle(gpu, buffer.address, buffer.size_bytes, "the memory was freed")
    gpu.memory.free(buffer)


@serves("cuMemAllocManaged")
def allocate_managed(gpu: VirtualGpu, result: Pointer, size_bytes: Size, flags: Uint) -> None:
    store(result, gpu.memory.allocate_host(gpu.context, size_bytes, "managed", flags).address)


@serves("cuMemHostRegister_v2")
def register(gpu: VirtualGpu, address: Pointer, size_bytes: Size, flags: Uint) -> None:
    if not address or not size_bytes:
        raise CudaError(Code.INVALID_VALUE)
    gpu.memory.register(gpu.context, address, size_bytes, flags)


@serves("cuMemHostUnregister")
def unregister(gpu: VirtualGpu, address: Pointer) -> None:
    try:
        buffer = gpu.memory.starting_at(address, "registered")
    except CudaError:
        inside = gpu.memory.at(address)
        if inside is not None and inside.kind == "registered":
            raise CudaError(Code.INVALID_VALUE, "memory is unregistered by its first address") from None
        raise CudaError(Code.HOST_MEMORY_NOT_REGISTERED) from None
    _settle(gpu, buffer.address, buffer.size_bytes, "the memory was unregistered")
    gpu.memory.free(buffer)


def _settle(gpu: VirtualGpu, address: int, size_bytes: int, event: str) -> None:
    """Report copies that are on their way into memory that goes away, and those whose source there has changed."""
    gpu.check_sources_in(address, size_bytes)
    for stream in gpu.streams(gpu.context):
        if any(address <= each.target < address + size_bytes for each in stream.pending):
            gpu.report_pending(stream, event)


@serves("cuMemHostGetDevicePointer_v2")
def device_pointer(gpu: VirtualGpu, result: Pointer, address: Pointer, flags: Uint) -> None:
    gpu.memory.starting_at(address, "host", "registered")
    store(result, address)


@serves("cuMemHostGetFlags")
def host_flags(gpu: VirtualGpu, result: Pointer, address: Pointer) -> None:
    store(result, gpu.memory.starting_at(address, "host", "registered").flags, ctypes.c_uint32)


@serves("cuStreamAttachMemAsync")
def attach(gpu: VirtualGpu, stream: Handle, address: Device, length: Size, flags: Uint) -> None:
    gpu.stream(stream)


@serves("cuMemAdvise")
def advise(gpu: VirtualGpu, address: Device, size_bytes: Size, advice: Int, device: Int) -> None:
    gpu.memory.bytes_at(address, size_bytes)


@serves("cuMemAdvise_v2")
def advise_location(gpu: VirtualGpu, address: Device, size_bytes: Size, advice: Int, location: Size) -> None:
    buffer, _ = gpu.memory.bytes_at(address, size_bytes)
    if advice not in range(1, 7):
        raise CudaError(Code.INVALID_VALUE)
    setting, is_set = (advice + 1) // 2, bool(advice % 2)
    # CUmemLocation: the kind in the lower half, the number in the upper one; the host is -1
    kind, number = location & 0xFFFF_FFFF, location >> 32
    place = number if kind == _ON_DEVICE else _HOST
    known = buffer.advice.setdefault(setting, set())
    if not is_set:
        known.discard(place) if setting == _ACCESSED_BY else known.clear()
    elif setting == _ACCESSED_BY:
        known.add(place)
    else:
        buffer.advice[setting] = {place}


@serves("cuMemPrefetchAsync_v2")
def prefetch_location(
    gpu: VirtualGpu, address: Device, size_bytes: Size, location: Size, flags: Uint, stream: Handle
) -> None:
    buffer, _ = gpu.memory.bytes_at(address, size_bytes)
    gpu.stream(stream)
    buffer.advice[_LAST_PREFETCH] = {location >> 32 if location & 0xFFFF_FFFF == _ON_DEVICE else _HOST}


def _range_attribute(gpu: VirtualGpu, attribute: int, address: int, size_bytes: int) -> list[int]:
    """Return the value of an attribute of ``CUmem_range_attribute``, a number or a list of devices."""
    buffer, _ = gpu.memory.bytes_at(address, size_bytes)
    if buffer.kind != "managed":
        raise CudaError(Code.INVALID_VALUE, "only managed memory has attributes of a range")
    known = buffer.advice.get(attribute, set())
    if attribute == _READ_MOSTLY:
        return [int(bool(known))]
    if attribute in (_PREFERRED, _ACCESSED_BY, _LAST_PREFETCH):
        return sorted(known, reverse=True) or [_INVALID]
    raise CudaError(Code.INVALID_VALUE)


def _store_range(result: Pointer, result_bytes: int, values: list[int]) -> None:
    if result_bytes < 4 or result_bytes % 4:
        raise CudaError(Code.INVALID_VALUE)
    for index in range(result_bytes // 4):
        store(result + 4 * index, values[index] if index < len(values) else _INVALID, ctypes.c_int)


@serves("cuMemRangeGetAttribute")
def range_attribute(
    gpu: VirtualGpu, result: Pointer, result_bytes: Size, attribute: Int, address: Device, size_bytes: Size
) -> None:
    _store_range(result, result_bytes, _range_attribute(gpu, attribute, address, size_bytes))


@serves("cuMemRangeGetAttributes")
def range_attributes(
    gpu: VirtualGpu,
    results: Pointer,
    sizes: Pointer,
    attributes: Pointer,
    count: Size,
    address: Device,
    size_bytes: Size,
) -> None:
    for index in range(count):
        attribute = load(attributes + 4 * index, ctypes.c_int)
        values = _range_attribute(gpu, attribute, address, size_bytes)
        _store_range(load(results + 8 * index), load(sizes + 8 * index), values)


@serves("cuMemPrefetchAsync")
def prefetch(gpu: VirtualGpu, address: Device, size_bytes: Size, device: Int, stream: Handle) -> None:
    gpu.memory.bytes_at(address, size_bytes)


def _attribute(gpu: VirtualGpu, attribute: int, address: int) -> tuple[int, type[ctypes._SimpleCData[int]]]:
    """Return the value of an attribute of ``CUpointer_attribute``, and its C type."""
    buffer, _ = gpu.memory.bytes_at(address, 1)
    is_host = buffer.kind in ("host", "registered")
    values: dict[int, tuple[int, type[ctypes._SimpleCData[int]]]] = {
        1: (buffer.context.handle, ctypes.c_uint64),
        2: (_MEMORY_HOST if is_host else _MEMORY_DEVICE, ctypes.c_uint32),
        3: (address, ctypes.c_uint64),
        _SYNC_MEMOPS: (buffer.is_synchronous, ctypes.c_uint8),
        7: (buffer.address, ctypes.c_uint64),
        8: (buffer.kind == "managed", ctypes.c_uint8),
        9: (0, ctypes.c_int),
        10: (0, ctypes.c_uint8),
        11: (buffer.address, ctypes.c_uint64),
        12: (buffer.size_bytes, ctypes.c_uint64),
        13: (1, ctypes.c_uint8),
        14: (0, ctypes.c_uint64),
        15: (0, ctypes.c_uint8),
        16: (3, ctypes.c_int),
        17: (buffer.pool.handle if buffer.pool is not None else 0, ctypes.c_uint64),
    }
    if is_host or buffer.kind == "managed":
        values[4] = address, ctypes.c_uint64
    if attribute not in values:
        raise CudaError(Code.INVALID_VALUE)
    return values[attribute]


@serves("cuPointerGetAttribute")
def pointer_attribute(gpu: VirtualGpu, result: Pointer, attribute: Int, address: Device) -> None:
    value, kind = _attribute(gpu, attribute, address)
    store(result, value, kind)


@serves("cuPointerGetAttributes")
def pointer_attributes(
    gpu: VirtualGpu, count: Uint, attributes: Pointer, results: Pointer, address: Device
) -> None:
    for index in range(count):
        attribute = load(attributes + 4 * index, ctypes.c_int)
        result = load(results + 8 * index)
        try:
            value, kind = _attribute(gpu, attribute, address)
        except CudaError:
            # an address that the driver does not know has zeros, and the call succeeds
            value, kind = 0, ctypes.c_uint64 if attribute in (1, 3, 4, 7, 11, 12) else ctypes.c_uint32
        store(result, value, kind)


@serves("cuPointerSetAttribute")
def set_pointer_attribute(gpu: VirtualGpu, value: Pointer, attribute: Int, address: Device) -> None:
    buffer, _ = gpu.memory.bytes_at(address, 1)
    if attribute != _SYNC_MEMOPS:
        raise CudaError(Code.INVALID_VALUE)
    buffer.is_synchronous = bool(load(value, ctypes.c_uint32))
