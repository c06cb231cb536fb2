"""Texture and surface objects, and CUDA arrays: rows of texels without gaps, whose addresses programs cannot ask for.

Texture and surface references are not served: CUDA 12 removed them.
"""

from __future__ import annotations

from typing import Any

from ...errors import DeviceError
from ...ptx.textures import ADDRESS_MODES, Sampling, Texels
from ..call import (
    CudaError,
    Handle,
    Pointer,
    fail_if,
    serve,
    store,
    store_bytes,
    structure_at,
)
from ..cuda_header import CU, CUDA, Code, cuda_header
from ..device.gpu import VirtualGpu
from ..device.state import Array, TextureObject

# Channel types; the other formats are planar, block-compressed and packed ones.
_FORMATS = {
    CU.AD_FORMAT_UNSIGNED_INT8: "u8",
    CU.AD_FORMAT_UNSIGNED_INT16: "u16",
    CU.AD_FORMAT_UNSIGNED_INT32: "u32",
    CU.AD_FORMAT_SIGNED_INT8: "s8",
    CU.AD_FORMAT_SIGNED_INT16: "s16",
    CU.AD_FORMAT_SIGNED_INT32: "s32",
    CU.AD_FORMAT_HALF: "f16",
    CU.AD_FORMAT_FLOAT: "f32",
}
# Fields of both descriptors of arrays.
_PLAIN = ("Width", "Height", "Format", "NumChannels")


def _refuse(gpu: VirtualGpu, what: str) -> CudaError:
    gpu.log.not_served(what)
    return CudaError(Code.NOT_SUPPORTED, f"{what} is not supported")


def _texels(gpu: VirtualGpu, resource: Any) -> Texels:
    """Return the texels of a resource."""
    kind_of = resource.resType
    if kind_of == CU.RESOURCE_TYPE_ARRAY:
        return gpu.object(Array, resource.res.array.hArray).texels
    if kind_of == CU.RESOURCE_TYPE_MIPMAPPED_ARRAY:
        raise _refuse(gpu, "a texture object of a mipmapped array")
    try:
        if kind_of == CU.RESOURCE_TYPE_LINEAR:
            linear = resource.res.linear
            gpu.memory.bytes_at(linear.devPtr, linear.sizeInBytes)
            kind = _channel_type(gpu, linear.format)
            texel = Texels(0, kind, linear.numChannels, "1d", 1).texel_bytes
            return Texels(linear.devPtr, kind, linear.numChannels, "1d", linear.sizeInBytes // texel)
        if kind_of == CU.RESOURCE_TYPE_PITCH2D:
            rows = resource.res.pitch2D
            kind, extent = _channel_type(gpu, rows.format), (rows.width, rows.height)
            texels = Texels(rows.devPtr, kind, rows.numChannels, "2d", *extent, pitch_bytes=rows.pitchInBytes)
            # the last row may end with its last texel
            last = rows.width * texels.texel_bytes
            gpu.memory.bytes_at(rows.devPtr, texels.size_bytes - texels.row_bytes + last)
            return texels
    except DeviceError as error:
        raise CudaError(Code.INVALID_VALUE, str(error)) from error
    raise CudaError(Code.INVALID_VALUE, "unknown kind of resource")


def _sampling(gpu: VirtualGpu, resource: Any, texels: Texels, how: Any) -> Sampling:
    # the other flags are sRGB, trilinear optimisation and seamless cubes
    if how.flags & ~(CU.TRSF_READ_AS_INTEGER | CU.TRSF_NORMALIZED_COORDINATES):
        raise _refuse(gpu, f"a texture object with flags {how.flags:#x}")
    if how.maxAnisotropy > 1:
        raise _refuse(gpu, "an anisotropic texture object")
    if any(mode >= len(ADDRESS_MODES) for mode in how.addressMode) or how.filterMode > 1:
        raise CudaError(Code.INVALID_VALUE, "unknown address or filter mode")
    is_narrow = texels.channel_type in ("u8", "s8", "u16", "s16")
    is_fetched = resource.resType == CU.RESOURCE_TYPE_LINEAR
    return Sampling(
        tuple(ADDRESS_MODES[mode] for mode in how.addressMode),
        is_linear=bool(how.filterMode) and not is_fetched,
        is_normalized=bool(how.flags & CU.TRSF_NORMALIZED_COORDINATES),
        as_floats=is_narrow and not how.flags & CU.TRSF_READ_AS_INTEGER,
        border=tuple(how.borderColor),
        is_fetched=is_fetched,
    )


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


def _channel_type(gpu: VirtualGpu, code: int) -> str:
    """Return the channel type of a format; NOT_SUPPORTED, with a note of the call, for one that is not there."""
    if code not in _FORMATS:
        gpu.log.not_served(f"the array format {code:#x}")
        raise CudaError(Code.NOT_SUPPORTED, f"arrays have no format {code:#x} here")
    return _FORMATS[code]


def _geometry(wanted: Any) -> str:
    """Return the geometry of an array, from its extents and flags; INVALID_VALUE if they do not fit each other."""
    is_layered = bool(wanted.Flags & CUDA.ARRAY3D_LAYERED)
    is_cube = bool(wanted.Flags & CUDA.ARRAY3D_CUBEMAP)
    if not wanted.Width or (is_cube and not wanted.Height):
        raise CudaError(Code.INVALID_VALUE, "an array has a width, and a cube a height")
    if is_cube:
        return "acube" if is_layered else "cube"
    if is_layered:
        return "a2d" if wanted.Height else "a1d"
    if wanted.Depth:
        return "3d"
    return "2d" if wanted.Height else "1d"


def _create(gpu: VirtualGpu, result: Pointer, wanted: Any) -> None:
    served = (
        CUDA.ARRAY3D_LAYERED | CUDA.ARRAY3D_SURFACE_LDST | CUDA.ARRAY3D_CUBEMAP | CUDA.ARRAY3D_TEXTURE_GATHER
    )
    if wanted.Flags & ~served:  # depth, colour, sparse and deferred arrays
        gpu.log.not_served(f"cuArray3DCreate with flags {wanted.Flags:#x}")
        raise CudaError(Code.NOT_SUPPORTED)
    geometry = _geometry(wanted)
    extents = tuple(max(size, 1) for size in (wanted.Width, wanted.Height, wanted.Depth))
    kind = _channel_type(gpu, wanted.Format)
    try:
        # the address is not known yet
        size = Texels(0, kind, wanted.NumChannels, geometry, *extents).size_bytes
        buffer = gpu.memory.allocate(gpu.context, size, "array")
        texels = Texels(buffer.address, kind, wanted.NumChannels, geometry, *extents)
    except DeviceError as error:
        raise CudaError(Code.INVALID_VALUE, str(error)) from error
    array = Array(gpu.context, buffer, texels, bytes(wanted), bool(wanted.Flags & CUDA.ARRAY3D_SURFACE_LDST))
    store(result, gpu.handle(array))


class TextureCalls(VirtualGpu):
    """Texture and surface objects, and arrays."""

    def cuTexObjectCreate(
        self, result: Pointer, resource: Pointer, description: Pointer, view: Pointer
    ) -> None:
        of, how = structure_at("CUDA_RESOURCE_DESC", resource), structure_at("CUDA_TEXTURE_DESC", description)
        if view:
            raise _refuse(self, "a resource view of a texture object")
        texels = _texels(self, of)
        try:
            handle = self.executor.textures.texture(texels, _sampling(self, of, texels, how))
        except DeviceError as error:
            raise CudaError(Code.INVALID_VALUE, str(error)) from error
        self.keep(handle, TextureObject(self.context, handle, bytes(of), bytes(how)))
        store(result, handle)

    def cuSurfObjectCreate(self, result: Pointer, resource: Pointer) -> None:
        of = structure_at("CUDA_RESOURCE_DESC", resource)
        fail_if(of.resType != CU.RESOURCE_TYPE_ARRAY, Code.INVALID_VALUE, "a surface object is of an array")
        array = self.object(Array, of.res.array.hArray)
        if not array.is_surface:
            raise CudaError(Code.INVALID_VALUE, "the array was made without CUDA_ARRAY3D_SURFACE_LDST")
        handle = self.executor.textures.surface(array.texels)
        self.keep(handle, TextureObject(self.context, handle, bytes(of)))
        store(result, handle)

    def cuTexObjectGetResourceDesc(self, result: Pointer, handle: Handle) -> None:
        store_bytes(result, _object(self, handle, is_texture=True).resource)

    def cuTexObjectGetTextureDesc(self, result: Pointer, handle: Handle) -> None:
        store_bytes(result, _object(self, handle, is_texture=True).description)

    def cuSurfObjectGetResourceDesc(self, result: Pointer, handle: Handle) -> None:
        store_bytes(result, _object(self, handle, is_texture=False).resource)

    def cuArrayCreate_v2(self, result: Pointer, descriptor: Pointer) -> None:
        plain, wanted = (
            structure_at("CUDA_ARRAY_DESCRIPTOR", descriptor),
            cuda_header().structure("CUDA_ARRAY3D_DESCRIPTOR")(),
        )
        for name in _PLAIN:
            setattr(wanted, name, getattr(plain, name))
        _create(self, result, wanted)

    def cuArray3DCreate_v2(self, result: Pointer, descriptor: Pointer) -> None:
        _create(self, result, structure_at("CUDA_ARRAY3D_DESCRIPTOR", descriptor))

    def cuArrayDestroy(self, handle: Handle) -> None:
        self.wait_all()
        self.memory.free(self.object(Array, handle).buffer)
        self.forget(handle)

    def cuArrayGetDescriptor_v2(self, result: Pointer, array: Array) -> None:
        made = cuda_header().structure("CUDA_ARRAY3D_DESCRIPTOR").from_buffer_copy(array.descriptor)
        plain = structure_at("CUDA_ARRAY_DESCRIPTOR", result)
        for name in _PLAIN:
            setattr(plain, name, getattr(made, name))


serve("cuTexObjectDestroy(Handle)", lambda gpu, handle: _destroy(gpu, handle, is_texture=True))
serve("cuSurfObjectDestroy(Handle)", lambda gpu, handle: _destroy(gpu, handle, is_texture=False))
serve("cuArray3DGetDescriptor_v2(Bytes*, Array)", lambda gpu, array: array.descriptor)
