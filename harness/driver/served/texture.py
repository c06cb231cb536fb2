"""Texture and surface objects, and CUDA arrays: rows of texels without gaps, whose addresses programs cannot ask for.

Texture and surface references are not served: CUDA 12 removed them.
"""

from __future__ import annotations

import ctypes

from ...errors import DeviceError
from ...ptx.textures import ADDRESS_MODES, Sampling, Texels
from ..call import Code, CudaError, Device, Handle, Pointer, Size, serves
from ..device.copies import copy
from ..device.gpu import VirtualGpu
from ..device.state import Array, TextureObject

_ARRAY, _MIPMAPPED, _LINEAR, _PITCH = range(4)
"""Values of CUresourcetype."""
_READ_AS_INTEGER, _NORMALIZED = 1, 2
"""CU_TRSF flags that are supported; the others are sRGB, trilinear optimisation and seamless cubes."""


class _ArrayResource(ctypes.Structure):
    _fields_ = (("array", ctypes.c_uint64),)


class _LinearResource(ctypes.Structure):
    _fields_ = (
        ("address", ctypes.c_uint64),
        ("format", ctypes.c_uint32),
        ("channels", ctypes.c_uint32),
        ("size_bytes", ctypes.c_size_t),
    )


class _PitchResource(ctypes.Structure):
    _fields_ = (
        ("address", ctypes.c_uint64),
        ("format", ctypes.c_uint32),
        ("channels", ctypes.c_uint32),
        ("width", ctypes.c_size_t),
        ("height", ctypes.c_size_t),
        ("pitch_bytes", ctypes.c_size_t),
    )


class _Kinds(ctypes.Union):
    _fields_ = (
        ("array", _ArrayResource),
        ("linear", _LinearResource),
        ("pitch", _PitchResource),
        ("reserved", ctypes.c_int * 32),
    )


class _Resource(ctypes.Structure):
    """CUDA_RESOURCE_DESC."""

    _fields_ = (("kind", ctypes.c_uint32), ("of", _Kinds), ("flags", ctypes.c_uint32))


class _Description(ctypes.Structure):
    """CUDA_TEXTURE_DESC."""

    _fields_ = (
        ("modes", ctypes.c_uint32 * 3),
        ("filter", ctypes.c_uint32),
        ("flags", ctypes.c_uint32),
        ("anisotropy", ctypes.c_uint32),
        ("level_filter", ctypes.c_uint32),
        ("level_bias", ctypes.c_float),
        ("least_level", ctypes.c_float),
        ("greatest_level", ctypes.c_float),
        ("border", ctypes.c_float * 4),
        ("reserved", ctypes.c_int * 12),
    )


def _refuse(gpu: VirtualGpu, what: str) -> CudaError:
    gpu.log.not_served(what)
    return CudaError(Code.NOT_SUPPORTED, f"{what} is not supported")


def _texels(gpu: VirtualGpu, resource: _Resource) -> Texels:
    """Return the texels of a resource."""
    if resource.kind == _ARRAY:
        return gpu.object(Array, resource.of.array.array).texels
    if resource.kind == _MIPMAPPED:
        raise _refuse(gpu, "a texture object of a mipmapped array")
    try:
        if resource.kind == _LINEAR:
            linear = resource.of.linear
            gpu.memory.bytes_at(linear.address, linear.size_bytes)
            kind = channel_type(gpu, linear.format)
            texel = Texels(0, kind, linear.channels, "1d", 1).texel_bytes
            width = linear.size_bytes // texel
            return Texels(linear.address, kind, linear.channels, "1d", width)
        if resource.kind == _PITCH:
            rows = resource.of.pitch
            kind = channel_type(gpu, rows.format)
            found = Texels(
                rows.address, kind, rows.channels, "2d", rows.width, rows.height, pitch_bytes=rows.pitch_bytes
            )
            # the last row may end with its last texel
            gpu.memory.bytes_at(
                rows.address, found.size_bytes - found.row_bytes + rows.width * found.texel_bytes
            )
            return found
    except DeviceError as error:
        raise CudaError(Code.INVALID_VALUE, str(error)) from error
    raise CudaError(Code.INVALID_VALUE, "unknown kind of resource")


def _sampling(gpu: VirtualGpu, resource: _Resource, texels: Texels, how: _Description) -> Sampling:
    if how.flags & ~(_READ_AS_INTEGER | _NORMALIZED):
        raise _refuse(gpu, f"a texture object with flags {how.flags:#x}")
    if how.anisotropy > 1:
        raise _refuse(gpu, "an anisotropic texture object")
    if any(mode >= len(ADDRESS_MODES) for mode in how.modes) or how.filter > 1:
        raise CudaError(Code.INVALID_VALUE, "unknown address or filter mode")
    is_narrow = texels.channel_type in ("u8", "s8", "u16", "s16")
    is_fetched = resource.kind == _LINEAR
    return Sampling(
        tuple(ADDRESS_MODES[mode] for mode in how.modes),
        is_linear=bool(how.filter) and not is_fetched,
        is_normalized=bool(how.flags & _NORMALIZED),
        as_floats=is_narrow and not how.flags & _READ_AS_INTEGER,
        border=tuple(how.border),
        is_fetched=is_fetched,
    )


@serves("cuTexObjectCreate")
def create_texture(
    gpu: VirtualGpu, result: Pointer, resource: Pointer, description: Pointer, view: Pointer
) -> None:
    if not resource or not description:
        raise CudaError(Code.INVALID_VALUE)
    if view:
        raise _refuse(gpu, "a resource view of a texture object")
    of, how = _Resource.from_address(resource), _Description.from_address(description)
    texels = _texels(gpu, of)
    try:
        handle = gpu.executor.textures.texture(texels, _sampling(gpu, of, texels, how))
    except DeviceError as error:
        raise CudaError(Code.INVALID_VALUE, str(error)) from error
    gpu.keep(handle, TextureObject(gpu.context, handle, bytes(of), bytes(how)))
    store_handle(result, handle)


@serves("cuSurfObjectCreate")
def create_surface(gpu: VirtualGpu, result: Pointer, resource: Pointer) -> None:
    if not resource:
        raise CudaError(Code.INVALID_VALUE)
    of = _Resource.from_address(resource)
    if of.kind != _ARRAY:
        raise CudaError(Code.INVALID_VALUE, "a surface object is of an array")
    array = gpu.object(Array, of.of.array.array)
    if not array.is_surface:
        raise CudaError(Code.INVALID_VALUE, "the array was made without CUDA_ARRAY3D_SURFACE_LDST")
    handle = gpu.executor.textures.surface(array.texels)
    gpu.keep(handle, TextureObject(gpu.context, handle, bytes(of)))
    store_handle(result, handle)


def _destroy(gpu: VirtualGpu, handle: int, is_texture: bool) -> None:
    """Destroy an object once all streams have run."""
    if not handle:
        return
    found = _object(gpu, handle, is_texture)
    gpu.wait_all()
    gpu.executor.textures.destroy(found.handle)
    gpu.forget(handle)


def _object(gpu: VirtualGpu, handle: int, is_texture: bool) -> TextureObject:
    try:
        found = gpu.object(TextureObject, handle)
    except CudaError as error:
        raise CudaError(Code.INVALID_VALUE, "no such texture or surface object") from error
    if bool(found.description) != is_texture:
        raise CudaError(Code.INVALID_VALUE, "a texture object is no surface object")
    return found


@serves("cuTexObjectDestroy")
def destroy_texture(gpu: VirtualGpu, handle: Handle) -> None:
    _destroy(gpu, handle, is_texture=True)


@serves("cuSurfObjectDestroy")
def destroy_surface(gpu: VirtualGpu, handle: Handle) -> None:
    _destroy(gpu, handle, is_texture=False)


def _give(result: Pointer, data: bytes) -> None:
    if not result:
        raise CudaError(Code.INVALID_VALUE)
    ctypes.memmove(result, data, len(data))


@serves("cuTexObjectGetResourceDesc")
def texture_resource(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    _give(result, _object(gpu, handle, is_texture=True).resource)


@serves("cuTexObjectGetTextureDesc")
def texture_description(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    _give(result, _object(gpu, handle, is_texture=True).description)


@serves("cuSurfObjectGetResourceDesc")
def surface_resource(gpu: VirtualGpu, result: Pointer, handle: Handle) -> None:
    _give(result, _object(gpu, handle, is_texture=False).resource)


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
