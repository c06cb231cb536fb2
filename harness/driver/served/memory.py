"""Memory: allocations of the device and of the host, and what can be asked of a pointer."""

from __future__ import annotations

import ctypes

from ..call import CudaError, Device, Int, Pointer, Size, Uint, load, serve_value, serves, store, store_if
from ..cuda_header import CU, Code
from ..device.gpu import VirtualGpu
from ..device.state import Stream

_PITCH = 512
_ACCESSED_BY = CU.MEM_RANGE_ATTRIBUTE_ACCESSED_BY
_LAST_PREFETCH = CU.MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION


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


@serves("cuMemAllocHost_v2", longer="cuMemHostAlloc")
def host_allocate(gpu: VirtualGpu, result: Pointer, size_bytes: Size, flags: Uint = 0) -> None:
    store(result, gpu.memory.allocate_host(gpu.context, size_bytes, "host", flags).address)


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
        if any(address <= copy.target < address + size_bytes for copy in stream.pending):
            gpu.report_pending(stream, event)


@serves("cuMemHostGetDevicePointer_v2")
def device_pointer(gpu: VirtualGpu, result: Pointer, address: Pointer, flags: Uint) -> None:
    gpu.memory.starting_at(address, "host", "registered")
    store(result, address)


@serves("cuStreamAttachMemAsync")
def attach(gpu: VirtualGpu, stream: Stream, address: Device, length: Size, flags: Uint) -> None:
    """Do nothing: managed memory is there for every stream."""


# The forms before CUmemLocation, with a device's number, change nothing.


@serves("cuMemAdvise")
def advise(gpu: VirtualGpu, address: Device, size_bytes: Size, advice: Int, device: Int) -> None:
    gpu.memory.bytes_at(address, size_bytes)


@serves("cuMemPrefetchAsync")
def prefetch(gpu: VirtualGpu, address: Device, size_bytes: Size, device: Int, stream: Stream) -> None:
    gpu.memory.bytes_at(address, size_bytes)


def _device(location: int) -> int:
    """Return the device of a CUmemLocation that is passed by value: the type in the lower half, its number above."""
    is_device = location & 0xFFFF_FFFF == CU.MEM_LOCATION_TYPE_DEVICE
    return location >> 32 if is_device else CU.DEVICE_CPU


@serves("cuMemAdvise_v2")
def advise_location(gpu: VirtualGpu, address: Device, size_bytes: Size, advice: Int, location: Size) -> None:
    buffer, _ = gpu.memory.bytes_at(address, size_bytes)
    if not CU.MEM_ADVISE_SET_READ_MOSTLY <= advice <= CU.MEM_ADVISE_UNSET_ACCESSED_BY:
        raise CudaError(Code.INVALID_VALUE)
    # advice 2 n - 1 sets attribute n of a range, and advice 2 n unsets it
    setting, is_set = (advice + 1) // 2, bool(advice % 2)
    known, device = buffer.advice.setdefault(setting, set()), _device(location)
    if not is_set:
        known.discard(device) if setting == _ACCESSED_BY else known.clear()
    elif setting == _ACCESSED_BY:
        known.add(device)
    else:
        buffer.advice[setting] = {device}


@serves("cuMemPrefetchAsync_v2")
def prefetch_location(
    gpu: VirtualGpu, address: Device, size_bytes: Size, location: Size, flags: Uint, stream: Stream
) -> None:
    buffer, _ = gpu.memory.bytes_at(address, size_bytes)
    buffer.advice[_LAST_PREFETCH] = {_device(location)}


def _range_attribute(gpu: VirtualGpu, attribute: int, address: int, size_bytes: int) -> list[int]:
    """Return the value of an attribute of ``CUmem_range_attribute``, a number or a list of devices."""
    buffer, _ = gpu.memory.bytes_at(address, size_bytes)
    if buffer.kind != "managed":
        raise CudaError(Code.INVALID_VALUE, "only managed memory has attributes of a range")
    known = buffer.advice.get(attribute, set())
    if attribute == CU.MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
        return [int(bool(known))]
    if attribute in (CU.MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, _ACCESSED_BY, _LAST_PREFETCH):
        return sorted(known, reverse=True) or [CU.DEVICE_INVALID]
    raise CudaError(Code.INVALID_VALUE)


def _store_range(result: Pointer, result_bytes: int, values: list[int]) -> None:
    if result_bytes < 4 or result_bytes % 4:
        raise CudaError(Code.INVALID_VALUE)
    for index in range(result_bytes // 4):
        value = values[index] if index < len(values) else CU.DEVICE_INVALID
        store(result + 4 * index, value, ctypes.c_int)


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


_POINTER, _NUMBER, _FLAG = ctypes.c_uint64, ctypes.c_int, ctypes.c_uint8


def _attribute(gpu: VirtualGpu, attribute: int, address: int) -> tuple[int, type[ctypes._SimpleCData[int]]]:
    """Return the value of an attribute of ``CUpointer_attribute``, and its C type."""
    buffer, _ = gpu.memory.bytes_at(address, 1)
    is_host = buffer.kind in ("host", "registered")
    values: dict[int, tuple[int, type[ctypes._SimpleCData[int]]]] = {
        CU.POINTER_ATTRIBUTE_CONTEXT: (buffer.context.handle, _POINTER),
        CU.POINTER_ATTRIBUTE_MEMORY_TYPE: (CU.MEMORYTYPE_HOST if is_host else CU.MEMORYTYPE_DEVICE, _NUMBER),
        CU.POINTER_ATTRIBUTE_DEVICE_POINTER: (address, _POINTER),
        CU.POINTER_ATTRIBUTE_SYNC_MEMOPS: (buffer.is_synchronous, _FLAG),
        CU.POINTER_ATTRIBUTE_BUFFER_ID: (buffer.address, _POINTER),
        CU.POINTER_ATTRIBUTE_IS_MANAGED: (buffer.kind == "managed", _FLAG),
        CU.POINTER_ATTRIBUTE_DEVICE_ORDINAL: (0, _NUMBER),
        CU.POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE: (0, _FLAG),
        CU.POINTER_ATTRIBUTE_RANGE_START_ADDR: (buffer.address, _POINTER),
        CU.POINTER_ATTRIBUTE_RANGE_SIZE: (buffer.size_bytes, _POINTER),
        CU.POINTER_ATTRIBUTE_MAPPED: (1, _FLAG),
        CU.POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES: (0, _POINTER),
        CU.POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: (0, _FLAG),
        CU.POINTER_ATTRIBUTE_ACCESS_FLAGS: (CU.POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE, _NUMBER),
        CU.POINTER_ATTRIBUTE_MEMPOOL_HANDLE: (0 if buffer.pool is None else buffer.pool.handle, _POINTER),
    }
    if is_host or buffer.kind == "managed":
        values[CU.POINTER_ATTRIBUTE_HOST_POINTER] = address, _POINTER
    if attribute not in values:
        raise CudaError(Code.INVALID_VALUE)
    return values[attribute]


_OF_64_BITS = (
    CU.POINTER_ATTRIBUTE_CONTEXT,
    CU.POINTER_ATTRIBUTE_DEVICE_POINTER,
    CU.POINTER_ATTRIBUTE_HOST_POINTER,
    CU.POINTER_ATTRIBUTE_BUFFER_ID,
    CU.POINTER_ATTRIBUTE_RANGE_START_ADDR,
    CU.POINTER_ATTRIBUTE_RANGE_SIZE,
)


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
            value, kind = 0, _POINTER if attribute in _OF_64_BITS else _NUMBER
        store(result, value, kind)


@serves("cuPointerSetAttribute")
def set_pointer_attribute(gpu: VirtualGpu, value: Pointer, attribute: Int, address: Device) -> None:
    buffer, _ = gpu.memory.bytes_at(address, 1)
    if attribute != CU.POINTER_ATTRIBUTE_SYNC_MEMOPS:  # the one that a program can set
        raise CudaError(Code.INVALID_VALUE)
    buffer.is_synchronous = bool(load(value, ctypes.c_uint32))


serve_value(
    "cuMemHostGetFlags(Uint*, Pointer)",
    lambda gpu, address: gpu.memory.starting_at(address, "host", "registered").flags,
)
