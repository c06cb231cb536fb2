"""Texture and surface objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .array import ArrayCalls
from .calls import INVALID_VALUE, address

_NOT_SUPPORTED = 801
_ARRAY, _LINEAR, _PITCHED = 0, 2, 3
"""Values of cudaResourceType, and of CUresourcetype."""
_AS_INTEGER, _NORMALISED, _SRGB, _NOT_OPTIMISED, _SEAMLESS = 0x01, 0x02, 0x10, 0x20, 0x40
"""Flags of CUDA_TEXTURE_DESC."""
_READ_ELEMENTS = 0
"""cudaReadModeElementType: integers are read as they are."""


class TextureCalls(ArrayCalls):
    """Functions for texture and surface objects."""

    def cudaCreateTextureObject(self, resource: Any, texture: Any, view: Any) -> Sequence[Any]:
        if view is not None:
            return _NOT_SUPPORTED, None
        own = self._resource(resource)
        if own is None:
            return INVALID_VALUE, None
        return tuple(self.driver.cuTexObjectCreate(own, self._texture(texture), None))

    def cudaDestroyTextureObject(self, texture: Any) -> Sequence[Any]:
        return tuple(self.driver.cuTexObjectDestroy(self.given(texture)))

    def cudaCreateSurfaceObject(self, resource: Any) -> Sequence[Any]:
        own = self._resource(resource)
        return (INVALID_VALUE, None) if own is None else tuple(self.driver.cuSurfObjectCreate(own))

    def cudaDestroySurfaceObject(self, surface: Any) -> Sequence[Any]:
        return tuple(self.driver.cuSurfObjectDestroy(self.given(surface)))

    def cudaGetTextureObjectTextureDesc(self, texture: Any) -> Sequence[Any]:
        code, own = self.driver.cuTexObjectGetTextureDesc(self.given(texture))
        if int(code):
            return code, None
        runtime, made = self.runtime, self.runtime.cudaTextureDesc()
        made.addressMode = [runtime.cudaTextureAddressMode(int(each)) for each in own.addressMode]
        made.filterMode = runtime.cudaTextureFilterMode(int(own.filterMode))
        made.mipmapFilterMode = runtime.cudaTextureFilterMode(int(own.mipmapFilterMode))
        made.readMode = runtime.cudaTextureReadMode(int(not own.flags & _AS_INTEGER))
        made.normalizedCoords = int(bool(own.flags & _NORMALISED))
        made.sRGB = int(bool(own.flags & _SRGB))
        made.disableTrilinearOptimization = int(bool(own.flags & _NOT_OPTIMISED))
        made.seamlessCubemap = int(bool(own.flags & _SEAMLESS))
        for name in ("maxAnisotropy", "mipmapLevelBias", "minMipmapLevelClamp", "maxMipmapLevelClamp"):
            setattr(made, name, getattr(own, name))
        made.borderColor = own.borderColor
        return code, made

    def _resource(self, given: Any) -> Any:
        """Return the driver's CUDA_RESOURCE_DESC; None for a resource that cannot be made here."""
        driver, own = self.driver, self.driver.CUDA_RESOURCE_DESC()
        kind = int(given.resType)
        own.resType = driver.CUresourcetype(kind)
        if kind == _ARRAY:
            own.res.array.hArray = self.given(given.res.array.array)
            return own
        if kind not in (_LINEAR, _PITCHED):
            return None
        source, target = (
            (given.res.linear, own.res.linear) if kind == _LINEAR else (given.res.pitch2D, own.res.pitch2D)
        )
        found = self.format_of(source.desc)
        if found is None:
            return None
        target.format, target.numChannels = driver.CUarray_format(found[0]), found[1]
        target.devPtr = driver.CUdeviceptr(address(source.devPtr))
        if kind == _LINEAR:
            target.sizeInBytes = source.sizeInBytes
        else:
            target.width, target.height = source.width, source.height
            target.pitchInBytes = source.pitchInBytes
        return own

    def _texture(self, given: Any) -> Any:
        """Return the driver's CUDA_TEXTURE_DESC."""
        driver, own = self.driver, self.driver.CUDA_TEXTURE_DESC()
        own.addressMode = [driver.CUaddress_mode(int(each)) for each in given.addressMode]
        own.filterMode = driver.CUfilter_mode(int(given.filterMode))
        own.mipmapFilterMode = driver.CUfilter_mode(int(given.mipmapFilterMode))
        flags = {
            _AS_INTEGER: int(given.readMode) == _READ_ELEMENTS,
            _NORMALISED: given.normalizedCoords,
            _SRGB: given.sRGB,
            _NOT_OPTIMISED: given.disableTrilinearOptimization,
            _SEAMLESS: given.seamlessCubemap,
        }
        own.flags = sum(flag for flag, is_set in flags.items() if is_set)
        for name in ("maxAnisotropy", "mipmapLevelBias", "minMipmapLevelClamp", "maxMipmapLevelClamp"):
            setattr(own, name, getattr(given, name))
        own.borderColor = given.borderColor
        return own
