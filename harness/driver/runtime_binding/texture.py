"""Arrays, copies that they may take part in, and texture and surface objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..cuda_header import CU
from .calls import (
    ARRAY,
    DEVICE,
    DEVICE_TO_DEVICE,
    INVALID_DIRECTION,
    INVALID_VALUE,
    SIDES,
    MemoryCalls,
    Side,
    address,
)

# Value of cudaError_t.
_INVALID_CHANNEL = 20
# Values of cudaChannelFormatKind.
_SIGNED, _UNSIGNED, _FLOAT = range(3)
# Value of CUarray_format for a kind and the bits of a channel.
_FORMATS = {
    **{(_UNSIGNED, bits): getattr(CU, f"AD_FORMAT_UNSIGNED_INT{bits}") for bits in (8, 16, 32)},
    **{(_SIGNED, bits): getattr(CU, f"AD_FORMAT_SIGNED_INT{bits}") for bits in (8, 16, 32)},
    (_FLOAT, 16): CU.AD_FORMAT_HALF,
    (_FLOAT, 32): CU.AD_FORMAT_FLOAT,
}


class ArrayCalls(MemoryCalls):
    """Functions for arrays, and copies that arrays may take part in."""

    def cudaMallocArray(self, channels: Any, width: int, height: int, flags: int) -> Sequence[Any]:
        return self._make_array(channels, (width, height, 0), flags)

    def cudaMalloc3DArray(self, channels: Any, extent: Any, flags: int) -> Sequence[Any]:
        return self._make_array(channels, (extent.width, extent.height, extent.depth), flags)

    def _make_array(self, channels: Any, extent: tuple[int, int, int], flags: int) -> Sequence[Any]:
        found = self.format_of(channels)
        if found is None:
            return _INVALID_CHANNEL, None
        wanted = self.driver.CUDA_ARRAY3D_DESCRIPTOR()
        wanted.Width, wanted.Height, wanted.Depth = extent
        wanted.Format, wanted.NumChannels = self.driver.CUarray_format(found[0]), found[1]
        wanted.Flags = flags
        return tuple(self.driver.cuArray3DCreate(wanted))

    @staticmethod
    def format_of(channels: Any) -> tuple[int, int] | None:
        """Return the CUarray_format and the number of channels of a cudaChannelFormatDesc; None if there is none."""
        bits = [width for width in (channels.x, channels.y, channels.z, channels.w) if width]
        kind = _FORMATS.get((int(channels.f), bits[0])) if len(set(bits)) == 1 else None
        return None if kind is None or len(bits) not in (1, 2, 4) else (kind, len(bits))

    def cudaFreeArray(self, array: Any) -> Sequence[Any]:
        return tuple(self.driver.cuArrayDestroy(self.given(array))) if int(array) else (0,)

    def cudaArrayGetInfo(self, array: Any) -> Sequence[Any]:
        code, found = self.driver.cuArray3DGetDescriptor(self.given(array))
        if int(code):
            return code, None, None, 0
        extent = self.runtime.cudaExtent()
        extent.width, extent.height, extent.depth = found.Width, found.Height, found.Depth
        return code, self._channels(found), extent, found.Flags

    def cudaGetChannelDesc(self, array: Any) -> Sequence[Any]:
        code, found = self.driver.cuArray3DGetDescriptor(self.given(array))
        return (code, None) if int(code) else (code, self._channels(found))

    def _channels(self, found: Any) -> Any:
        made = self.runtime.cudaChannelFormatDesc()
        kind, bits = next(key for key, value in _FORMATS.items() if value == int(found.Format))
        made.x, made.y, made.z, made.w = [bits] * found.NumChannels + [0] * (4 - found.NumChannels)
        made.f = self.runtime.cudaChannelFormatKind(kind)
        return made

    def _element_bytes(self, array: Any) -> int:
        code, found = self.cudaGetChannelDesc(array)
        return 0 if int(code) else int(found.x + found.y + found.z + found.w) // 8

    def cudaMemcpy2DToArray(
        self,
        array: Any,
        x: int,
        y: int,
        source: Any,
        pitch: int,
        width: int,
        height: int,
        kind: Any,
        *stream: Any,
    ) -> Sequence[Any]:
        kinds = SIDES.get(int(kind))
        if kinds is None:
            return (INVALID_DIRECTION,)
        target = Side(ARRAY, int(array), start=(x, y, 0))
        return self.copy(Side(kinds[0], address(source), pitch), target, (width, height, 1), *stream)

    def cudaMemcpy2DFromArray(
        self,
        target: Any,
        pitch: int,
        array: Any,
        x: int,
        y: int,
        width: int,
        height: int,
        kind: Any,
        *stream: Any,
    ) -> Sequence[Any]:
        kinds = SIDES.get(int(kind))
        if kinds is None:
            return (INVALID_DIRECTION,)
        source = Side(ARRAY, int(array), start=(x, y, 0))
        return self.copy(source, Side(kinds[1], address(target), pitch), (width, height, 1), *stream)

    def cudaMemcpy2DArrayToArray(
        self,
        target: Any,
        x: int,
        y: int,
        source: Any,
        from_x: int,
        from_y: int,
        width: int,
        height: int,
        _kind: Any,
    ) -> Sequence[Any]:
        return self.copy(
            Side(ARRAY, int(source), start=(from_x, from_y, 0)),
            Side(ARRAY, int(target), start=(x, y, 0)),
            (width, height, 1),
        )

    def cudaMemcpy3D(self, params: Any, *stream: Any) -> Sequence[Any]:
        kinds = SIDES.get(int(params.kind))
        return self._copy_3d(params, kinds, *stream) if kinds else (INVALID_DIRECTION,)

    def cudaMemcpy3DPeer(self, params: Any, *stream: Any) -> Sequence[Any]:
        return self._copy_3d(params, (DEVICE, DEVICE), *stream)

    def _copy_3d(self, params: Any, kinds: tuple[int, int], *stream: Any) -> Sequence[Any]:
        arrays = [array for array in (params.srcArray, params.dstArray) if int(array)]
        if any(bool(int(array)) == bool(address(pitched.ptr)) for array, pitched in _ends(params)):
            return (INVALID_VALUE,)  # each side is either an array or memory
        element = self._element_bytes(arrays[0]) if arrays else 1
        source, target = (
            self._side(array, pitched, position, kind)
            for (array, pitched), position, kind in zip(
                _ends(params), (params.srcPos, params.dstPos), kinds, strict=True
            )
        )
        extent = params.extent.width * element, params.extent.height, params.extent.depth
        return self.copy(source, target, extent, *stream)

    def _side(self, array: Any, pitched: Any, position: Any, kind: int) -> Side:
        """Return one side of a copy in three dimensions; positions are in elements of arrays, or in bytes."""
        if int(array):
            start = position.x * self._element_bytes(array), position.y, position.z
            return Side(ARRAY, int(array), start=start)
        start = position.x, position.y, position.z
        return Side(kind, address(pitched.ptr), pitched.pitch, pitched.ysize, start)

    def cudaMemcpyToArray(
        self, array: Any, x: int, y: int, source: Any, size: int, kind: Any
    ) -> Sequence[Any]:
        name = "cuMemcpyDtoA" if int(kind) == DEVICE_TO_DEVICE else "cuMemcpyHtoA"
        place = self._offset(array, x, y)
        return tuple(getattr(self.driver, name)(self.given(array), place, address(source), size))

    def cudaMemcpyFromArray(
        self, target: Any, array: Any, x: int, y: int, size: int, kind: Any
    ) -> Sequence[Any]:
        name = "cuMemcpyAtoD" if int(kind) == DEVICE_TO_DEVICE else "cuMemcpyAtoH"
        place = self._offset(array, x, y)
        return tuple(getattr(self.driver, name)(address(target), self.given(array), place, size))

    def cudaMemcpyArrayToArray(
        self, target: Any, x: int, y: int, source: Any, from_x: int, from_y: int, size: int, _kind: Any
    ) -> Sequence[Any]:
        return tuple(
            self.driver.cuMemcpyAtoA(
                self.given(target),
                self._offset(target, x, y),
                self.given(source),
                self._offset(source, from_x, from_y),
                size,
            )
        )

    def _offset(self, array: Any, x: int, y: int) -> int:
        _, found = self.driver.cuArray3DGetDescriptor(self.given(array))
        return x + y * int(found.Width) * self._element_bytes(array)


def _ends(params: Any) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    return (params.srcArray, params.srcPtr), (params.dstArray, params.dstPtr)


_NOT_SUPPORTED = 801
# Fields of cudaTextureDesc that are flags of CUDA_TEXTURE_DESC.
_FLAGS = {
    "normalizedCoords": CU.TRSF_NORMALIZED_COORDINATES,
    "sRGB": CU.TRSF_SRGB,
    "disableTrilinearOptimization": CU.TRSF_DISABLE_TRILINEAR_OPTIMIZATION,
    "seamlessCubemap": CU.TRSF_SEAMLESS_CUBEMAP,
}
_SAME_FIELDS = (
    "maxAnisotropy",
    "mipmapLevelBias",
    "minMipmapLevelClamp",
    "maxMipmapLevelClamp",
    "borderColor",
)
# cudaReadModeElementType: integers are read as they are.
_READ_ELEMENTS = 0


class TextureCalls(ArrayCalls):
    """Functions for texture and surface objects."""

    def cudaCreateTextureObject(self, resource: Any, texture: Any, view: Any) -> Sequence[Any]:
        if view is not None:
            return _NOT_SUPPORTED, None
        own = self._resource(resource)
        if own is None:
            return INVALID_VALUE, None
        return tuple(self.driver.cuTexObjectCreate(own, self._texture(texture), None))

    def cudaCreateSurfaceObject(self, resource: Any) -> Sequence[Any]:
        own = self._resource(resource)
        return (INVALID_VALUE, None) if own is None else tuple(self.driver.cuSurfObjectCreate(own))

    def cudaGetTextureObjectTextureDesc(self, texture: Any) -> Sequence[Any]:
        code, own = self.driver.cuTexObjectGetTextureDesc(self.given(texture))
        if int(code):
            return code, None
        runtime, made = self.runtime, self.runtime.cudaTextureDesc()
        made.addressMode = [runtime.cudaTextureAddressMode(int(mode)) for mode in own.addressMode]
        made.filterMode = runtime.cudaTextureFilterMode(int(own.filterMode))
        made.mipmapFilterMode = runtime.cudaTextureFilterMode(int(own.mipmapFilterMode))
        made.readMode = runtime.cudaTextureReadMode(int(not own.flags & CU.TRSF_READ_AS_INTEGER))
        for name, flag in _FLAGS.items():
            setattr(made, name, int(bool(own.flags & flag)))
        for name in _SAME_FIELDS:
            setattr(made, name, getattr(own, name))
        return code, made

    def _resource(self, given: Any) -> Any:
        """Return the driver's CUDA_RESOURCE_DESC; None for a resource that cannot be made here."""
        driver, own = self.driver, self.driver.CUDA_RESOURCE_DESC()
        kind = int(given.resType)
        own.resType = driver.CUresourcetype(kind)
        if kind == CU.RESOURCE_TYPE_ARRAY:
            own.res.array.hArray = self.given(given.res.array.array)
            return own
        is_linear = kind == CU.RESOURCE_TYPE_LINEAR
        if not is_linear and kind != CU.RESOURCE_TYPE_PITCH2D:
            return None
        name = "linear" if is_linear else "pitch2D"
        source, target = getattr(given.res, name), getattr(own.res, name)
        found = self.format_of(source.desc)
        if found is None:
            return None
        target.format, target.numChannels = driver.CUarray_format(found[0]), found[1]
        target.devPtr = driver.CUdeviceptr(address(source.devPtr))
        if is_linear:
            target.sizeInBytes = source.sizeInBytes
        else:
            target.width, target.height = source.width, source.height
            target.pitchInBytes = source.pitchInBytes
        return own

    def _texture(self, given: Any) -> Any:
        """Return the driver's CUDA_TEXTURE_DESC."""
        driver, own = self.driver, self.driver.CUDA_TEXTURE_DESC()
        own.addressMode = [driver.CUaddress_mode(int(mode)) for mode in given.addressMode]
        own.filterMode = driver.CUfilter_mode(int(given.filterMode))
        own.mipmapFilterMode = driver.CUfilter_mode(int(given.mipmapFilterMode))
        own.flags = sum(flag for name, flag in _FLAGS.items() if getattr(given, name))
        if int(given.readMode) == _READ_ELEMENTS:
            own.flags |= CU.TRSF_READ_AS_INTEGER
        for name in _SAME_FIELDS:
            setattr(own, name, getattr(given, name))
        return own
