"""CUDA arrays: rows of texels without gaps, whose addresses programs cannot ask for."""

from __future__ import annotations

import ctypes

from ...errors import DeviceError
from ...ptx.textures import Texels
from ..call import Code, CudaError, Device, Handle, Pointer, Size, serves
from ..device.copies import copy
from ..device.gpu import VirtualGpu
from ..device.state import Array

_LAYERED, _SURFACE, _CUBE, _GATHER = 1, 2, 4, 8
"""CUDA_ARRAY3D flags that are supported; the others are depth, colour, sparse and deferred arrays."""
FORMATS = {1: "u8", 2: "u16", 3: "u32", 8: "s8", 9: "s16", 10: "s32", 0x10: "f16", 0x20: "f32"}
"""Channel types of CUarray_format; the others are planar, block-compressed and packed formats."""


class ArrayDescriptor(ctypes.Structure):
    """CUDA_ARRAY_DESCRIPTOR."""

    _fields_ = (
        ("width", ctypes.c_size_t),
        ("height", ctypes.c_size_t),
        ("format", ctypes.c_uint32),
        ("channels", ctypes.c_uint32),
    )


class Array3DDescriptor(ctypes.Structure):
    """CUDA_ARRAY3D_DESCRIPTOR."""

    _fields_ = (
        ("width", ctypes.c_size_t),
        ("height", ctypes.c_size_t),
        ("depth", ctypes.c_size_t),
        ("format", ctypes.c_uint32),
        ("channels", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
    )


def channel_type(gpu: VirtualGpu, code: int) -> str:
    """Return the channel type of a format; NOT_SUPPORTED, with a note of the call, for one that is not there."""
    if code not in FORMATS:
        gpu.log.not_served(f"the array format {code:#x}")
        raise CudaError(Code.NOT_SUPPORTED, f"arrays have no format {code:#x} here")
    return FORMATS[code]


def _geometry(wanted: Array3DDescriptor) -> str:
    """Return the geometry of an array, from its extents and flags; INVALID_VALUE if they do not fit each other."""
    is_layered, is_cube = bool(wanted.flags & _LAYERED), bool(wanted.flags & _CUBE)
    if not wanted.width or (is_cube and not wanted.height):
        raise CudaError(Code.INVALID_VALUE, "an array has a width, and a cube a height")
    if is_cube:
        return "acube" if is_layered else "cube"
    if is_layered:
        return "a2d" if wanted.height else "a1d"
    if wanted.depth:
        return "3d"
    return "2d" if wanted.height else "1d"


def _create(gpu: VirtualGpu, result: Pointer, wanted: Array3DDescriptor) -> None:
    if wanted.flags & ~(_LAYERED | _SURFACE | _CUBE | _GATHER):
        gpu.log.not_served(f"cuArray3DCreate with flags {wanted.flags:#x}")
        raise CudaError(Code.NOT_SUPPORTED)
    geometry = _geometry(wanted)
    extents = tuple(max(each, 1) for each in (wanted.width, wanted.height, wanted.depth))
    kind = channel_type(gpu, wanted.format)
    try:
        # the address is not known yet
        size = Texels(0, kind, wanted.channels, geometry, *extents).size_bytes
        buffer = gpu.memory.allocate(gpu.context, size, "array")
        texels = Texels(buffer.address, kind, wanted.channels, geometry, *extents)
    except DeviceError as error:
        raise CudaError(Code.INVALID_VALUE, str(error)) from error
    array = Array(gpu.context, buffer, texels, bytes(wanted), bool(wanted.flags & _SURFACE))
    store_handle(result, gpu.handle(array))


def store_handle(result: Pointer, handle: int) -> None:
    """Write a handle to the place of a result; INVALID_VALUE if the pointer is null."""
    if not result:
        raise CudaError(Code.INVALID_VALUE, "the pointer to a result must not be null")
    ctypes.c_uint64.from_address(result).value = handle


@serves("cuArrayCreate_v2")
def create(gpu: VirtualGpu, result: Pointer, descriptor: Pointer) -> None:
    if not descriptor:
        raise CudaError(Code.INVALID_VALUE)
    plain = ArrayDescriptor.from_address(descriptor)
    _create(gpu, result, Array3DDescriptor(plain.width, plain.height, 0, plain.format, plain.channels, 0))


@serves("cuArray3DCreate_v2")
def create_3d(gpu: VirtualGpu, result: Pointer, descriptor: Pointer) -> None:
    if not descriptor:
        raise CudaError(Code.INVALID_VALUE)
    _create(gpu, result, Array3DDescriptor.from_address(descriptor))


@serves("cuArrayDestroy")
def destroy(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.wait_all()
    gpu.memory.free(gpu.object(Array, handle).buffer)
    gpu.forget(handle)


@serves("cuArrayGetDescriptor_v2")
def descriptor_of(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    made = Array3DDescriptor.from_buffer_copy(gpu.object(Array, handle).descriptor)
    plain = ArrayDescriptor(made.width, made.height, made.format, made.channels)
    ctypes.memmove(result, ctypes.addressof(plain), ctypes.sizeof(plain))


@serves("cuArray3DGetDescriptor_v2")
def descriptor_3d_of(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    made = gpu.object(Array, handle).descriptor
    ctypes.memmove(result, made, len(made))


def _place(gpu: VirtualGpu, handle: int, offset: int) -> tuple[int, bool]:
    return gpu.object(Array, handle).buffer.address + offset, True


@serves("cuMemcpyHtoA_v2")
def to_array(gpu: VirtualGpu, array: Handle, offset: Size, source: Pointer, size_bytes: Size) -> None:
    copy(gpu, _place(gpu, array, offset), (source, False), size_bytes, gpu.stream(0))


@serves("cuMemcpyHtoAAsync_v2")
def to_array_async(
    gpu: VirtualGpu, array: Handle, offset: Size, source: Pointer, size_bytes: Size, stream: Handle
) -> None:
    copy(gpu, _place(gpu, array, offset), (source, False), size_bytes, gpu.stream(stream), is_async=True)


@serves("cuMemcpyAtoH_v2")
def from_array(gpu: VirtualGpu, target: Pointer, array: Handle, offset: Size, size_bytes: Size) -> None:
    copy(gpu, (target, False), _place(gpu, array, offset), size_bytes, gpu.stream(0))


@serves("cuMemcpyAtoHAsync_v2")
def from_array_async(
    gpu: VirtualGpu, target: Pointer, array: Handle, offset: Size, size_bytes: Size, stream: Handle
) -> None:
    copy(gpu, (target, False), _place(gpu, array, offset), size_bytes, gpu.stream(stream), is_async=True)


@serves("cuMemcpyDtoA_v2")
def device_to_array(gpu: VirtualGpu, array: Handle, offset: Size, source: Device, size_bytes: Size) -> None:
    copy(gpu, _place(gpu, array, offset), (source, True), size_bytes, gpu.stream(0))


@serves("cuMemcpyAtoD_v2")
def array_to_device(gpu: VirtualGpu, target: Device, array: Handle, offset: Size, size_bytes: Size) -> None:
    copy(gpu, (target, True), _place(gpu, array, offset), size_bytes, gpu.stream(0))


@serves("cuMemcpyAtoA_v2")
def array_to_array(
    gpu: VirtualGpu, target: Handle, to: Size, source: Handle, start: Size, size_bytes: Size
) -> None:
    copy(gpu, _place(gpu, target, to), _place(gpu, source, start), size_bytes, gpu.stream(0))
