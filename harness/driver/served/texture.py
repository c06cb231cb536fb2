"""Texture and surface objects, and CUDA arrays: rows of texels without gaps, whose addresses programs cannot ask for.

Texture and surface references are not served: CUDA 12 removed them.
"""

from __future__ import annotations

from typing import Any

from ...errors import DeviceError
from ...ptx.textures import ADDRESS_MODES, Sampling, Texels
from ..call import CudaError, fail_if, failing_with, serve, structure_at
from ..cuda_header import CU, CUDA, Code, Handle, Pointer, cuda_header
from ..device.launches import LaunchingGpu
from ..device.state import CudaArray, TextureObject

# Channel types; the other formats are planar, block-compressed and packed ones.
_FORMATS = {
    CU.AD_FORMAT_UNSIGNED_INT8: "u8", CU.AD_FORMAT_UNSIGNED_INT16: "u16", CU.AD_FORMAT_UNSIGNED_INT32: "u32",
    CU.AD_FORMAT_SIGNED_INT8: "s8", CU.AD_FORMAT_SIGNED_INT16: "s16", CU.AD_FORMAT_SIGNED_INT32: "s32",
    CU.AD_FORMAT_HALF: "f16", CU.AD_FORMAT_FLOAT: "f32",
}  # fmt: skip
# Fields of both descriptors of arrays.
_PLAIN = ("Width", "Height", "Format", "NumChannels")


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


class TextureCalls(LaunchingGpu):
    """Texture and surface objects, and arrays."""

    def cuTexObjectCreate(self, resource: Pointer, description: Pointer, view: Pointer) -> Handle:
        of, how = structure_at("CUDA_RESOURCE_DESC", resource), structure_at("CUDA_TEXTURE_DESC", description)
        if view:
            raise self.refused("a resource view of a texture object")
        texels = self._texels(of)
        with failing_with(Code.INVALID_VALUE, DeviceError):
            handle = self.executor.textures.texture(texels, self._sampling(of, texels, how))
        self.keep(handle, TextureObject(self.context, bytes(of), bytes(how)))
        return handle

    def cuSurfObjectCreate(self, resource: Pointer) -> Handle:
        of = structure_at("CUDA_RESOURCE_DESC", resource)
        fail_if(of.resType != CU.RESOURCE_TYPE_ARRAY, Code.INVALID_VALUE, "a surface object is of an array")
        array = self.object(CudaArray, of.res.array.hArray)
        if not array.is_surface:
            raise CudaError(Code.INVALID_VALUE, "the array was made without CUDA_ARRAY3D_SURFACE_LDST")
        handle = self.executor.textures.surface(array.texels)
        self.keep(handle, TextureObject(self.context, bytes(of)))
        return handle

    def cuArrayCreate_v2(self, descriptor: Pointer) -> Handle:
        plain = structure_at("CUDA_ARRAY_DESCRIPTOR", descriptor)
        wanted = cuda_header().structure("CUDA_ARRAY3D_DESCRIPTOR")()
        for name in _PLAIN:
            setattr(wanted, name, getattr(plain, name))
        return self._create_array(wanted)

    def cuArray3DCreate_v2(self, descriptor: Pointer) -> Handle:
        return self._create_array(structure_at("CUDA_ARRAY3D_DESCRIPTOR", descriptor))

    def cuArrayDestroy(self, array: CudaArray) -> None:
        self.wait_all()
        self.memory.free(array.buffer)
        self.forget(array)

    def cuArrayGetDescriptor_v2(self, result: Pointer, array: CudaArray) -> None:
        made = cuda_header().structure("CUDA_ARRAY3D_DESCRIPTOR").from_buffer_copy(array.descriptor)
        plain = structure_at("CUDA_ARRAY_DESCRIPTOR", result)
        for name in _PLAIN:
            setattr(plain, name, getattr(made, name))

    def _texels(self, resource: Any) -> Texels:
        kind_of = resource.resType
        if kind_of == CU.RESOURCE_TYPE_ARRAY:
            return self.object(CudaArray, resource.res.array.hArray).texels
        if kind_of == CU.RESOURCE_TYPE_MIPMAPPED_ARRAY:
            raise self.refused("a texture object of a mipmapped array")
        with failing_with(Code.INVALID_VALUE, DeviceError):
            if kind_of == CU.RESOURCE_TYPE_LINEAR:
                linear = resource.res.linear
                self.memory.bytes_at(linear.devPtr, linear.sizeInBytes)
                kind = self._channel_type(linear.format)
                texel = Texels(0, kind, linear.numChannels, "1d", 1).texel_bytes
                return Texels(linear.devPtr, kind, linear.numChannels, "1d", linear.sizeInBytes // texel)
            if kind_of == CU.RESOURCE_TYPE_PITCH2D:
                rows = resource.res.pitch2D
                kind, extent = self._channel_type(rows.format), (rows.width, rows.height)
                texels = Texels(
                    rows.devPtr, kind, rows.numChannels, "2d", *extent, pitch_bytes=rows.pitchInBytes
                )
                # the last row may end with its last texel
                last = rows.width * texels.texel_bytes
                self.memory.bytes_at(rows.devPtr, texels.size_bytes - texels.row_bytes + last)
                return texels
        raise CudaError(Code.INVALID_VALUE, "unknown kind of resource")

    def _sampling(self, resource: Any, texels: Texels, how: Any) -> Sampling:
        # the other flags are sRGB, trilinear optimisation and seamless cubes
        if how.flags & ~(CU.TRSF_READ_AS_INTEGER | CU.TRSF_NORMALIZED_COORDINATES):
            raise self.refused(f"a texture object with flags {how.flags:#x}")
        if how.maxAnisotropy > 1:
            raise self.refused("an anisotropic texture object")
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

    def _destroy_object(self, handle: int, is_texture: bool) -> None:
        if not handle:
            return
        known = self._texture_object(handle, is_texture)
        self.wait_all()
        self.executor.textures.destroy(known.handle)
        self.forget(known)

    def _texture_object(self, handle: int, is_texture: bool) -> TextureObject:
        try:
            known = self.object(TextureObject, handle)
        except CudaError as error:
            raise CudaError(Code.INVALID_VALUE, "no such texture or surface object") from error
        if bool(known.description) != is_texture:
            raise CudaError(Code.INVALID_VALUE, "a texture object is not a surface object")
        return known

    def _channel_type(self, code: int) -> str:
        """Return the channel type of a format; NOT_SUPPORTED, with a note of the call, for one that is not there."""
        if code not in _FORMATS:
            raise self.refused(f"the array format {code:#x}")
        return _FORMATS[code]

    def _create_array(self, wanted: Any) -> Handle:
        served = CUDA.ARRAY3D_LAYERED | CUDA.ARRAY3D_CUBEMAP
        served |= CUDA.ARRAY3D_SURFACE_LDST | CUDA.ARRAY3D_TEXTURE_GATHER
        if wanted.Flags & ~served:  # depth, colour, sparse and deferred arrays
            raise self.refused(f"cuArray3DCreate with flags {wanted.Flags:#x}")
        geometry = _geometry(wanted)
        extents = tuple(max(size, 1) for size in (wanted.Width, wanted.Height, wanted.Depth))
        kind = self._channel_type(wanted.Format)
        with failing_with(Code.INVALID_VALUE, DeviceError):
            # the address is not known yet
            size = Texels(0, kind, wanted.NumChannels, geometry, *extents).size_bytes
            buffer = self.memory.allocate(self.context, size, "array")
            texels = Texels(buffer.address, kind, wanted.NumChannels, geometry, *extents)
        is_surface = bool(wanted.Flags & CUDA.ARRAY3D_SURFACE_LDST)
        return self.handle(CudaArray(self.context, buffer, texels, bytes(wanted), is_surface))


serve("cuTexObjectDestroy(Handle)", lambda gpu, handle: gpu._destroy_object(handle, True))
serve("cuSurfObjectDestroy(Handle)", lambda gpu, handle: gpu._destroy_object(handle, False))
serve("cuTexObjectGetResourceDesc(Bytes*, Handle)", lambda gpu, at: gpu._texture_object(at, True).resource)
serve("cuTexObjectGetTextureDesc(Bytes*, Handle)", lambda gpu, at: gpu._texture_object(at, True).description)
serve("cuSurfObjectGetResourceDesc(Bytes*, Handle)", lambda gpu, at: gpu._texture_object(at, False).resource)
serve("cuArray3DGetDescriptor_v2(Bytes*, CudaArray)", lambda gpu, array: array.descriptor)
