"""Memory: allocations, facts about pointers, copies and fills, virtual memory management."""

from __future__ import annotations

import ctypes
import os
from typing import Any

from ..call import CudaError, also, fail_if, failing_with, load, serve, store, structure_at
from ..cuda_header import CU, Code, Device, Handle, Int, Pointer, Size, Uint, cuda_header
from ..device.copies import PINNED, CopyingGpu
from ..device.gpu import VirtualGpu
from ..device.memory import GRANULARITY_BYTES, READ, READ_WRITE
from ..device.state import CudaStream, Physical

_PITCH = 512
_ACCESSED_BY = CU.MEM_RANGE_ATTRIBUTE_ACCESSED_BY
_LAST_PREFETCH = CU.MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION


def _device(location: int) -> int:
    """Return the device of a CUmemLocation that is passed by value: the type in the lower half, its number above."""
    is_device = location & 0xFFFF_FFFF == CU.MEM_LOCATION_TYPE_DEVICE
    return location >> 32 if is_device else CU.DEVICE_CPU


_POINTER, _NUMBER, _FLAG = ctypes.c_uint64, ctypes.c_int, ctypes.c_uint8
_OF_64_BITS = (
    CU.POINTER_ATTRIBUTE_CONTEXT, CU.POINTER_ATTRIBUTE_DEVICE_POINTER, CU.POINTER_ATTRIBUTE_HOST_POINTER,
    CU.POINTER_ATTRIBUTE_BUFFER_ID, CU.POINTER_ATTRIBUTE_RANGE_START_ADDR, CU.POINTER_ATTRIBUTE_RANGE_SIZE,
)  # fmt: skip


class MemoryCalls(VirtualGpu):
    """Memory: allocations of the device and of the host, and what can be asked of a pointer."""

    def cuMemAllocPitch_v2(self, width: Size, height: Size, element: Uint) -> tuple[Size, Size]:
        fail_if(element not in (4, 8, 16), Code.INVALID_VALUE)
        row = -(-width // _PITCH) * _PITCH
        return self.memory.allocate(self.context, row * height).address, row

    def cuMemFree_v2(self, address: Device) -> None:
        if address:
            self.wait_all()  # work that was ordered before may use the memory
            self.free_buffer(address)

    @also(shorter=("cuMemAllocHost_v2",))
    def cuMemHostAlloc(self, size_bytes: Size, flags: Uint = 0) -> Size:
        return self.memory.allocate_host(self.context, size_bytes, "host", flags).address

    def cuMemFreeHost(self, address: Pointer) -> None:
        buffer = self.memory.starting_at(address, "host")
        self._settle(buffer.address, buffer.size_bytes, "the memory was freed")
        self.memory.free(buffer)

    def cuMemAllocManaged(self, size_bytes: Size, flags: Uint) -> Size:
        return self.memory.allocate_host(self.context, size_bytes, "managed", flags).address

    def cuMemHostRegister_v2(self, address: Pointer, size_bytes: Size, flags: Uint) -> None:
        fail_if(not address or not size_bytes, Code.INVALID_VALUE)
        self.memory.register(self.context, address, size_bytes, flags)

    def cuMemHostUnregister(self, address: Pointer) -> None:
        try:
            buffer = self.memory.starting_at(address, "registered")
        except CudaError:
            inside = self.memory.at(address)
            if inside is not None and inside.kind == "registered":
                raise CudaError(Code.INVALID_VALUE, "memory is unregistered by its first address") from None
            raise CudaError(Code.HOST_MEMORY_NOT_REGISTERED) from None
        self._settle(buffer.address, buffer.size_bytes, "the memory was unregistered")
        self.memory.free(buffer)

    def cuMemAdvise_v2(self, address: Device, size_bytes: Size, advice: Int, location: Size) -> None:
        buffer, _ = self.memory.bytes_at(address, size_bytes)
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

    def cuMemRangeGetAttribute(
        self, result: Pointer, result_bytes: Size, attribute: Int, address: Device, size_bytes: Size
    ) -> None:
        values = self._range_attribute(attribute, address, size_bytes)
        fail_if(result_bytes < 4 or result_bytes % 4, Code.INVALID_VALUE)
        for index in range(result_bytes // 4):
            value = values[index] if index < len(values) else CU.DEVICE_INVALID
            store(result + 4 * index, value, ctypes.c_int)

    def cuPointerGetAttribute(self, result: Pointer, attribute: Int, address: Device) -> None:
        store(result, *self._pointer_attribute(attribute, address))

    def cuPointerGetAttributes(self, count: Uint, which: Pointer, results: Pointer, address: Device) -> None:
        for index in range(count):
            attribute = load(which + 4 * index, ctypes.c_int)
            result = load(results + 8 * index)
            try:
                value, kind = self._pointer_attribute(attribute, address)
            except CudaError:
                # an address that the driver does not know has zeros, and the call succeeds
                value, kind = 0, _POINTER if attribute in _OF_64_BITS else _NUMBER
            store(result, value, kind)

    def cuPointerSetAttribute(self, value: Pointer, attribute: Int, address: Device) -> None:
        buffer, _ = self.memory.bytes_at(address, 1)
        if attribute != CU.POINTER_ATTRIBUTE_SYNC_MEMOPS:  # the one that a program can set
            raise CudaError(Code.INVALID_VALUE)
        buffer.is_synchronous = bool(load(value, ctypes.c_uint32))

    def _settle(self, address: int, size_bytes: int, event: str) -> None:
        """Report copies that are on their way into memory that goes away, and those whose source there has changed."""
        self.check_sources_in(address, size_bytes)
        for stream in self.streams(self.context):
            if any(address <= copy.target < address + size_bytes for copy in stream.pending):
                self.report_pending(stream, event)

    def _range_attribute(self, attribute: int, address: int, size_bytes: int) -> list[int]:
        buffer, _ = self.memory.bytes_at(address, size_bytes)
        fail_if(buffer.kind != "managed", Code.INVALID_VALUE, "only managed memory has attributes of a range")
        known = buffer.advice.get(attribute, set())
        if attribute == CU.MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
            return [int(bool(known))]
        if attribute in (CU.MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, _ACCESSED_BY, _LAST_PREFETCH):
            return sorted(known, reverse=True) or [CU.DEVICE_INVALID]
        raise CudaError(Code.INVALID_VALUE)

    def _pointer_attribute(self, attribute: int, address: int) -> tuple[int, type[ctypes._SimpleCData[int]]]:
        buffer, _ = self.memory.bytes_at(address, 1)
        is_host = buffer.kind in PINNED
        memory_type = CU.MEMORYTYPE_HOST if is_host else CU.MEMORYTYPE_DEVICE
        values: dict[int, tuple[int, type[ctypes._SimpleCData[int]]]] = {
            CU.POINTER_ATTRIBUTE_CONTEXT: (buffer.context.handle, _POINTER),
            CU.POINTER_ATTRIBUTE_MEMORY_TYPE: (memory_type, _NUMBER),
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
        fail_if(attribute not in values, Code.INVALID_VALUE)
        return values[attribute]


def _prefetch(gpu: MemoryCalls, address: int, size_bytes: int, location: int, *_more: object) -> None:
    buffer, _ = gpu.memory.bytes_at(address, size_bytes)
    buffer.advice[_LAST_PREFETCH] = {_device(location)}


def _range_attributes(
    gpu: MemoryCalls, results: int, sizes: int, attributes: int, count: int, *where: int
) -> None:
    for index in range(count):
        attribute = load(attributes + 4 * index, ctypes.c_int)
        gpu.cuMemRangeGetAttribute(load(results + 8 * index), load(sizes + 8 * index), attribute, *where)


def _address_range(gpu: MemoryCalls, address: int) -> tuple[int, int]:
    buffer, _ = gpu.memory.bytes_at(address, 1)
    return buffer.address, buffer.size_bytes


serve("cuMemPrefetchAsync_v2(Device, Size, Size, Uint, CudaStream)", _prefetch)
serve("cuMemRangeGetAttributes(Pointer, Pointer, Pointer, Size, Device, Size)", _range_attributes)
serve("cuMemGetAddressRange_v2(Size?, Size?, Device)", _address_range)
serve(
    "cuMemHostGetDevicePointer_v2(Size*, Pointer, Uint)",
    lambda gpu, at, _: gpu.memory.starting_at(at, *PINNED).address,
)
serve(
    "cuMemGetInfo_v2(Size*, Size*)",
    lambda gpu: (gpu.memory.limit_bytes - gpu.memory.used_bytes, gpu.memory.limit_bytes),
)
# managed memory is there for every stream
serve("cuMemAlloc_v2(Size*, Size)", lambda gpu, n: gpu.memory.allocate(gpu.context, n).address)
# The forms before CUmemLocation, with a device's number, change nothing.
serve("cuMemAdvise(Device, Size, Int, Int)", lambda gpu, at, n, *_: gpu.memory.bytes_at(at, n))
serve("cuMemPrefetchAsync(Device, Size, Int, CudaStream)", lambda gpu, at, n, *_: gpu.memory.bytes_at(at, n))
serve("cuStreamAttachMemAsync(CudaStream, Device, Size, Uint)", lambda gpu, *_: None)
serve("cuMemHostGetFlags(Uint*, Pointer)", lambda gpu, at: gpu.memory.starting_at(at, *PINNED).flags)


# Parameters that name a place in memory of the host, of the device, and in an array.
_PLACES = {"H": ("Pointer",), "D": ("Device",), "A": ("CudaArray", "Size")}


def _serve_linear(source: str, target: str, has_stream: bool) -> None:
    n_target, n_source = len(_PLACES[target]), len(_PLACES[source])

    def run(gpu: CopyingGpu, *given: Any) -> None:
        to = _place(target, *given[:n_target])
        start = _place(source, *given[n_target : n_target + n_source])
        size_bytes, *stream = given[n_target + n_source :]
        gpu.copy(to, start, size_bytes, *stream)

    symbol, parameters = f"cuMemcpy{source}to{target}", ", ".join((*_PLACES[target], *_PLACES[source]))
    serve(f"{symbol}_v2({parameters}, Size)", run)
    if has_stream:
        serve(f"{symbol}Async_v2({parameters}, Size, CudaStream)", run)


def _place(kind: str, address: Any, offset: int = 0) -> tuple[int, bool]:
    """Return an address, and whether it must be the device's."""
    return (address.buffer.address + offset if kind == "A" else address), kind != "H"


for _ends in ("HD", "DH", "DD", "HA", "AH"):
    _serve_linear(_ends[0], _ends[1], has_stream=True)
for _ends in ("DA", "AD", "AA"):
    _serve_linear(_ends[0], _ends[1], has_stream=False)


def _serve_fill(bits: int, element: str) -> None:
    width = bits // 8

    def line(gpu: CopyingGpu, address: int, value: int, count: int, stream: CudaStream | None = None) -> None:
        gpu.fill_rows(address, value.to_bytes(width, "little"), count, stream)

    def rows(gpu: CopyingGpu, address: int, pitch: int, *given: Any) -> None:
        value, count, height, *stream = given
        element = value.to_bytes(width, "little")
        gpu.fill_rows(address, element, count, stream[0] if stream else None, pitch, height)

    serve(f"cuMemsetD{bits}_v2(Device, {element}, Size)", line)
    serve(f"cuMemsetD{bits}Async(Device, {element}, Size, CudaStream)", line)
    serve(f"cuMemsetD2D{bits}_v2(Device, Size, {element}, Size, Size)", rows)
    serve(f"cuMemsetD2D{bits}Async(Device, Size, {element}, Size, Size, CudaStream)", rows)


for _bits, _element in ((8, "Byte"), (16, "Short"), (32, "Uint")):
    _serve_fill(_bits, _element)


class CopyCalls(CopyingGpu):
    """Copies and fills."""

    @also(shorter=("cuMemcpy",))
    def cuMemcpyAsync(
        self, target: Device, source: Device, size_bytes: Size, stream: CudaStream | None = None
    ) -> None:
        self.copy((target, False), (source, False), size_bytes, stream)

    @also(shorter=("cuMemcpy2D_v2", "cuMemcpy2DUnaligned_v2"))
    def cuMemcpy2DAsync_v2(self, params: Pointer, stream: CudaStream | None = None) -> None:
        self.copy_rows(structure_at("CUDA_MEMCPY2D", params), stream)

    # the contexts of CUDA_MEMCPY3D_PEER are reserved fields of CUDA_MEMCPY3D
    @also("cuMemcpy3DPeerAsync", shorter=("cuMemcpy3D_v2", "cuMemcpy3DPeer"))
    def cuMemcpy3DAsync_v2(self, params: Pointer, stream: CudaStream | None = None) -> None:
        self.copy_rows(structure_at("CUDA_MEMCPY3D", params), stream)


def _copy_peer(gpu: CopyCalls, target: int, _to: int, source: int, _of: int, *given: Any) -> None:
    gpu.copy((target, True), (source, True), *given)


serve("cuMemcpyPeer(Device, Handle, Device, Handle, Size)", _copy_peer)
serve("cuMemcpyPeerAsync(Device, Handle, Device, Handle, Size, CudaStream)", _copy_peer)
_ON_DEVICE = CU.MEM_LOCATION_TYPE_DEVICE
_AS_FILE = CU.MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR


class VirtualMemoryCalls(VirtualGpu):
    """Virtual memory management: reservations of addresses, physical memory, mappings, and access to them."""

    def cuMemGetAllocationGranularity(self, properties: Pointer, option: Int) -> Size:
        self._properties(properties)
        return GRANULARITY_BYTES

    def cuMemAddressReserve(self, size_bytes: Size, alignment: Size, wanted: Device, flags: Size) -> Size:
        fail_if(flags, Code.INVALID_VALUE)
        return self.virtual.reserve(size_bytes, alignment, wanted)

    def cuMemCreate(self, size_bytes: Size, properties: Pointer, flags: Size) -> Handle:
        return self.handle(self.virtual.create(size_bytes, self._properties(properties)))

    def cuMemRelease(self, physical: Physical) -> None:
        self.virtual.release(physical)
        if not physical.n_handles:
            self.forget(physical)

    def cuMemRetainAllocationHandle(self, address: Device) -> Handle:
        physical = self.virtual.at(address).physical
        physical.n_handles += 1
        return self.handle(physical)  # a new one if all were released while it is mapped

    def cuMemExportToShareableHandle(self, physical: Physical, kind: Int, flags: Size) -> Int:
        made = cuda_header().structure("CUmemAllocationProp").from_buffer_copy(physical.properties)
        if kind != _AS_FILE or not made.requestedHandleTypes & _AS_FILE:
            raise CudaError(Code.INVALID_VALUE, "memory is exported as it was made for")
        self.virtual.share(physical)
        return os.dup(physical.file)

    def cuMemImportFromShareableHandle(self, given: Size, kind: Int) -> Handle:
        fail_if(kind != _AS_FILE, Code.INVALID_VALUE)
        properties = cuda_header().structure("CUmemAllocationProp")(CU.MEM_ALLOCATION_TYPE_PINNED, _AS_FILE)
        properties.location.type = _ON_DEVICE
        with failing_with(Code.INVALID_VALUE, OSError):
            return self.handle(self.virtual.adopt(given, bytes(properties)))

    def cuMemMap(
        self, address: Device, size_bytes: Size, offset: Size, physical: Physical, flags: Size
    ) -> None:
        fail_if(flags, Code.INVALID_VALUE)
        self.virtual.map(address, size_bytes, offset, physical)

    def cuMemSetAccess(self, address: Device, size_bytes: Size, access: Pointer, count: Size) -> None:
        fail_if(not access or not count, Code.INVALID_VALUE)
        for given in (cuda_header().structure("CUmemAccessDesc") * count).from_address(access):
            known = CU.MEM_ACCESS_FLAGS_PROT_NONE, READ, READ_WRITE
            fail_if(given.location.type != _ON_DEVICE or given.flags not in known, Code.INVALID_VALUE)
            fail_if(given.location.id, Code.INVALID_DEVICE)
            self.virtual.set_access(self.context, address, size_bytes, given.flags)

    def cuMemGetAccess(self, location: Pointer, address: Device) -> Size:
        asked = structure_at("CUmemLocation", location)
        fail_if(asked.type != _ON_DEVICE or asked.id, Code.INVALID_DEVICE)
        return self.virtual.at(address).access

    def _properties(self, address: Pointer) -> bytes:
        """Return the properties of physical memory; NOT_SUPPORTED, noted, for memory that is not the device's."""
        given = structure_at("CUmemAllocationProp", address)
        fail_if(given.type != CU.MEM_ALLOCATION_TYPE_PINNED, Code.INVALID_VALUE)
        if given.location.type != _ON_DEVICE or given.requestedHandleTypes & ~_AS_FILE:
            raise self.refused("cuMemCreate for memory of the host, or handles that are not files")
        fail_if(given.location.id, Code.INVALID_DEVICE)
        return bytes(given)


serve("cuMemGetAllocationPropertiesFromHandle(Bytes*, Physical)", lambda gpu, physical: physical.properties)
serve("cuMemAddressFree(Device, Size)", lambda gpu, at, n: gpu.virtual.free(at, n))
serve("cuMemUnmap(Device, Size)", lambda gpu, address, size_bytes: gpu.virtual.unmap(address, size_bytes))
