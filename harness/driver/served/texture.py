"""Texture and surface objects. Texture and surface references are not served: CUDA 12 removed them."""

from __future__ import annotations

import ctypes

from ...errors import DeviceError
from ...ptx.textures import ADDRESS_MODES, Sampling, Texels
from ..call import Code, CudaError, Handle, Pointer, serves
from ..device.gpu import VirtualGpu
from ..device.state import Array, TextureObject
from .array import channel_type, store_handle

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
