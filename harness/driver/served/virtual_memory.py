"""Virtual memory management: reservations of addresses, physical memory, mappings, and access to them."""

from __future__ import annotations

import ctypes

from ..call import (
    CudaError,
    Device,
    Handle,
    Int,
    Pointer,
    Size,
    serves,
    store,
    store_bytes,
    structure_at,
)
from ..cuda_header import CU, Code, cuda_header
from ..device.gpu import VirtualGpu
from ..device.state import Physical
from ..device.virtual_memory import GRANULARITY_BYTES, READ, READ_WRITE

_ON_DEVICE = CU.MEM_LOCATION_TYPE_DEVICE
_AS_FILE = CU.MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR


def _properties(gpu: VirtualGpu, address: Pointer) -> bytes:
    """Return the properties of physical memory; NOT_SUPPORTED, noted, for memory that is not the device's."""
    given = structure_at("CUmemAllocationProp", address)
    if given.type != CU.MEM_ALLOCATION_TYPE_PINNED:
        raise CudaError(Code.INVALID_VALUE)
    if given.location.type != _ON_DEVICE or given.requestedHandleTypes & ~_AS_FILE:
        gpu.log.not_served("cuMemCreate for memory of the host, or handles that are no files")
        raise CudaError(Code.NOT_SUPPORTED)
    if given.location.id:
        raise CudaError(Code.INVALID_DEVICE)
    return bytes(given)


@serves("cuMemGetAllocationGranularity", needs="init")
def granularity(gpu: VirtualGpu, result: Pointer, properties: Pointer, option: Int) -> None:
    _properties(gpu, properties)
    store(result, GRANULARITY_BYTES)


@serves("cuMemAddressReserve", needs="init")
def reserve(
    gpu: VirtualGpu, result: Pointer, size_bytes: Size, alignment: Size, wanted: Device, flags: Size
) -> None:
    if flags:
        raise CudaError(Code.INVALID_VALUE)
    store(result, gpu.virtual.reserve(size_bytes, alignment, wanted))


@serves("cuMemAddressFree", needs="init")
def free(gpu: VirtualGpu, address: Device, size_bytes: Size) -> None:
    gpu.virtual.free(address, size_bytes)


@serves("cuMemCreate", needs="init")
def create(gpu: VirtualGpu, result: Pointer, size_bytes: Size, properties: Pointer, flags: Size) -> None:
    made = gpu.virtual.create(size_bytes, _properties(gpu, properties))
    store(result, gpu.handle(made))


@serves("cuMemRelease", needs="init")
def release(gpu: VirtualGpu, handle: Handle) -> None:
    physical = gpu.object(Physical, handle)
    gpu.virtual.release(physical)
    if not physical.n_handles:
        gpu.forget(handle)


@serves("cuMemRetainAllocationHandle", needs="init")
def retain(gpu: VirtualGpu, result: Pointer, address: Device) -> None:
    physical = gpu.virtual.at(address).physical
    # its handles may have been released while it is mapped
    handle = gpu.handle_of(physical) if physical.n_handles else gpu.handle(physical)
    physical.n_handles += 1
    store(result, handle)


@serves("cuMemGetAllocationPropertiesFromHandle", needs="init")
def properties_of(gpu: VirtualGpu, result: Pointer, physical: Physical) -> None:
    store_bytes(result, physical.properties)


@serves("cuMemExportToShareableHandle", needs="init")
def export(gpu: VirtualGpu, result: Pointer, physical: Physical, kind: Int, flags: Size) -> None:
    made = cuda_header().structure("CUmemAllocationProp").from_buffer_copy(physical.properties)
    if kind != _AS_FILE or not made.requestedHandleTypes & _AS_FILE:
        raise CudaError(Code.INVALID_VALUE, "memory is exported as it was made for")
    gpu.virtual.share(physical)
    store(result, physical.duplicate(), ctypes.c_int)


@serves("cuMemImportFromShareableHandle", needs="init")
def import_(gpu: VirtualGpu, result: Pointer, given: Size, kind: Int) -> None:
    if kind != _AS_FILE:
        raise CudaError(Code.INVALID_VALUE)
    properties = cuda_header().structure("CUmemAllocationProp")(CU.MEM_ALLOCATION_TYPE_PINNED, _AS_FILE)
    properties.location.type = _ON_DEVICE
    try:
        store(result, gpu.handle(gpu.virtual.adopt(given, bytes(properties))))
    except OSError as error:
        raise CudaError(Code.INVALID_VALUE, str(error)) from error


@serves("cuMemMap", needs="init")
def map_memory(
    gpu: VirtualGpu, address: Device, size_bytes: Size, offset: Size, physical: Physical, flags: Size
) -> None:
    if flags:
        raise CudaError(Code.INVALID_VALUE)
    gpu.virtual.map(address, size_bytes, offset, physical)


@serves("cuMemUnmap", needs="init")
def unmap(gpu: VirtualGpu, address: Device, size_bytes: Size) -> None:
    gpu.virtual.unmap(address, size_bytes)


@serves("cuMemSetAccess")
def set_access(gpu: VirtualGpu, address: Device, size_bytes: Size, access: Pointer, count: Size) -> None:
    if not access or not count:
        raise CudaError(Code.INVALID_VALUE)
    for given in (cuda_header().structure("CUmemAccessDesc") * count).from_address(access):
        if given.location.type != _ON_DEVICE or given.flags not in (
            CU.MEM_ACCESS_FLAGS_PROT_NONE,
            READ,
            READ_WRITE,
        ):
            raise CudaError(Code.INVALID_VALUE)
        if given.location.id:
            raise CudaError(Code.INVALID_DEVICE)
        gpu.virtual.set_access(gpu.context, address, size_bytes, given.flags)


@serves("cuMemGetAccess")
def get_access(gpu: VirtualGpu, result: Pointer, location: Pointer, address: Device) -> None:
    asked = structure_at("CUmemLocation", location)
    if asked.type != _ON_DEVICE or asked.id:
        raise CudaError(Code.INVALID_DEVICE)
    store(result, gpu.virtual.at(address).access)
