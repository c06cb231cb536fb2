"""Calls of the runtime by calls of the driver: handles, enumerations and structures; linear memory and copies."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

INVALID_VALUE = 1
# Types of results: the driver's, and the runtime's with the same value.
_MADE = {
    "CUstream": "cudaStream_t",
    "CUevent": "cudaEvent_t",
    "CUgraph": "cudaGraph_t",
    "CUgraphExec": "cudaGraphExec_t",
    "CUgraphNode": "cudaGraphNode_t",
    "CUmemoryPool": "cudaMemPool_t",
    "CUarray": "cudaArray_t",
    "CUtexObject": "cudaTextureObject_t",
    "CUsurfObject": "cudaSurfaceObject_t",
    "CUstreamCaptureStatus": "cudaStreamCaptureStatus",
    "CUstreamCaptureMode": "cudaStreamCaptureMode",
    "CUgraphNodeType": "cudaGraphNodeType",
}
# Types of arguments: the runtime's, and the driver's with the same value.
_GIVEN = {
    **{name: own for own, name in _MADE.items()},
    "cudaMemPoolAttr": "CUmemPool_attribute",
    "cudaMemoryAdvise": "CUmem_advise",
    "cudaLimit": "CUlimit",
    "cudaDeviceAttr": "CUdevice_attribute",
}
_FUNCTIONS = {"cudaHostFn_t": "CUhostFn", "cudaStreamCallback_t": "CUstreamCallback"}
# Structures that the headers of both lay out in the same way, and their bytes.
_STRUCTURES = {
    "cudaMemPoolProps": ("CUmemPoolProps", 88),
    "cudaMemLocation": ("CUmemLocation", 8),
    "cudaMemsetParams": ("CUDA_MEMSET_NODE_PARAMS", 40),
}


class Calls:
    """Functions of the CUDA runtime by name; each returns the result and its values, as the driver's binding does."""

    def __init__(self, runtime: ModuleType, driver: ModuleType) -> None:
        self.runtime, self.driver = runtime, driver

    def given(self, value: Any) -> Any:
        """Return an argument as the driver's binding takes it."""
        if isinstance(value, list):
            return [self.given(item) for item in value]
        name = type(value).__name__
        if name in _GIVEN:
            return getattr(self.driver, _GIVEN[name])(int(value))
        if name in _FUNCTIONS:
            return getattr(self.driver, _FUNCTIONS[name])(_ptr=value.getPtr())
        if name in _STRUCTURES:
            own, size_bytes = _STRUCTURES[name]
            made = getattr(self.driver, own)()
            ctypes.memmove(made.getPtr(), value.getPtr(), size_bytes)
            return made
        return value

    def made(self, value: Any) -> Any:
        """Return a result as the runtime's binding gives it."""
        if isinstance(value, list):
            return [self.made(item) for item in value]
        name = type(value).__name__
        if name == "CUdeviceptr":
            return int(value)
        return getattr(self.runtime, _MADE[name])(int(value)) if name in _MADE else value


def address(value: Any) -> int:
    """Return the address that an argument of type ``void *`` means: a number, a handle, or a buffer's start."""
    if isinstance(value, int):
        return value
    if value is None:
        return 0
    try:
        view = memoryview(value)
    except TypeError:
        return int(value)
    if not view.readonly:
        return ctypes.addressof(ctypes.c_char.from_buffer(value))
    import numpy as np

    return int(np.frombuffer(value, np.uint8).ctypes.data)


_INVALID_PITCH, INVALID_DIRECTION = 12, 21
"""Values of cudaError_t."""
_HOST_TO_HOST, _HOST_TO_DEVICE, _DEVICE_TO_HOST, DEVICE_TO_DEVICE, _DEFAULT = range(5)
"""Values of cudaMemcpyKind."""
_HOST, DEVICE, ARRAY, _UNIFIED = 1, 2, 3, 4
"""Values of CUmemorytype."""
_PITCH_ELEMENT_BYTES = 4
SIDES = {
    _HOST_TO_HOST: (_HOST, _HOST),
    _HOST_TO_DEVICE: (_HOST, DEVICE),
    _DEVICE_TO_HOST: (DEVICE, _HOST),
    DEVICE_TO_DEVICE: (DEVICE, DEVICE),
    _DEFAULT: (_UNIFIED, _UNIFIED),
}
"""Kinds of memory that are copied from and to, where neither is an array."""
TAKES_STREAM = {
    *("cudaMemset", "cudaMemset2D", "cudaMemset3D", "cudaMemcpy", "cudaMemcpy2D", "cudaMemcpy2DToArray"),
    *("cudaMemcpy2DFromArray", "cudaMemcpy3D", "cudaMemcpy3DPeer"),
}
"""Functions whose asynchronous forms have a stream as the last argument."""


@dataclass(frozen=True)
class Side:
    """What a copy reads or writes."""

    kind: int
    """Kind of memory (CUmemorytype)."""
    place: int
    """Address, or handle of the array."""
    pitch: int = 0
    height: int = 0
    """`pitch`, `height`: bytes of a row and rows of a plane, in memory that is no array."""
    start: tuple[int, int, int] = (0, 0, 0)
    """Bytes, rows and planes that come before."""


class MemoryCalls(Calls):
    """Functions for linear memory."""

    def cudaMalloc(self, size: int) -> Sequence[Any]:
        return tuple(self.driver.cuMemAlloc(size)) if size else (0, 0)

    def cudaMallocManaged(self, size: int, flags: int = 1) -> Sequence[Any]:
        return tuple(self.driver.cuMemAllocManaged(size, flags))

    def cudaMallocPitch(self, width: int, height: int) -> Sequence[Any]:
        if not width or not height:
            return 0, 0, 0
        return tuple(self.driver.cuMemAllocPitch(width, height, _PITCH_ELEMENT_BYTES))

    def cudaMalloc3D(self, extent: Any) -> Sequence[Any]:
        made = self.runtime.cudaPitchedPtr()
        code, pointer, pitch = self.cudaMallocPitch(extent.width, extent.height * extent.depth)
        if not int(code):
            made.ptr, made.pitch, made.xsize, made.ysize = int(pointer), pitch, extent.width, extent.height
        return code, made

    def cudaFree(self, pointer: Any) -> Sequence[Any]:
        place = address(pointer)
        return tuple(self.driver.cuMemFree(place)) if place else (0,)

    def cudaPointerGetAttributes(self, pointer: Any) -> Sequence[Any]:
        wanted = self.driver.CUpointer_attribute
        names = [
            wanted.CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
            wanted.CU_POINTER_ATTRIBUTE_DEVICE_POINTER,
            wanted.CU_POINTER_ATTRIBUTE_HOST_POINTER,
            wanted.CU_POINTER_ATTRIBUTE_IS_MANAGED,
        ]
        place = address(pointer)
        code, values = self.driver.cuPointerGetAttributes(len(names), names, place)
        if int(code):
            return code, None
        kind, device, host, is_managed = (int(value or 0) for value in values)
        made = self.runtime.cudaPointerAttributes()
        # unregistered host memory has no kind, and is the host's at its own address
        made.type = self.runtime.cudaMemoryType(3 if is_managed else kind)
        made.device = 0 if kind else -2
        made.devicePointer, made.hostPointer = (device, host) if kind else (0, place)
        return code, made

    def cudaMemset(self, pointer: Any, value: int, size: int, *stream: Any) -> Sequence[Any]:
        return self._call("cuMemsetD8", address(pointer), value & 0xFF, size, stream=stream)

    def cudaMemset2D(
        self, pointer: Any, pitch: int, value: int, width: int, height: int, *stream: Any
    ) -> Sequence[Any]:
        given = address(pointer), pitch, value & 0xFF, width, height
        return self._call("cuMemsetD2D8", *given, stream=stream)

    def _call(self, name: str, *given: Any, stream: Sequence[Any]) -> Sequence[Any]:
        """Call a function of the driver; with a stream, its asynchronous form."""
        end = "Async" if stream else ""
        return tuple(getattr(self.driver, name + end)(*given, *map(self.given, stream)))

    def cudaMemset3D(self, target: Any, value: int, extent: Any, *stream: Any) -> Sequence[Any]:
        start, pitch = address(target.ptr), target.pitch
        for plane in range(extent.depth):
            place = start + plane * pitch * target.ysize
            code, *_ = self.cudaMemset2D(place, pitch, value, extent.width, extent.height, *stream)
            if int(code):
                return (code,)
        return (0,)

    def cudaMemcpy(self, target: Any, source: Any, size: int, kind: Any, *stream: Any) -> Sequence[Any]:
        to, start = address(target), address(source)
        if int(kind) == _HOST_TO_HOST:
            ctypes.memmove(to, start, size)
            return (0,)
        ends = {_HOST_TO_DEVICE: "HtoD", _DEVICE_TO_HOST: "DtoH", DEVICE_TO_DEVICE: "DtoD"}
        return self._call(f"cuMemcpy{ends.get(int(kind), '')}", to, start, size, stream=stream)

    def cudaMemcpy2D(
        self,
        target: Any,
        target_pitch: int,
        source: Any,
        source_pitch: int,
        width: int,
        height: int,
        kind: Any,
        *stream: Any,
    ) -> Sequence[Any]:
        if width > min(target_pitch, source_pitch):
            return (_INVALID_PITCH,)
        kinds = SIDES.get(int(kind))
        if kinds is None:
            return (INVALID_DIRECTION,)
        start = Side(kinds[0], address(source), source_pitch)
        return self.copy(start, Side(kinds[1], address(target), target_pitch), (width, height, 1), *stream)

    def copy(self, source: Side, target: Side, extent: tuple[int, int, int], *stream: Any) -> Sequence[Any]:
        """Copy a box; `extent` is bytes, rows and planes."""
        return self._call("cuMemcpy3D", self.memcpy_params(source, target, extent), stream=stream)

    def memcpy_params(self, source: Side, target: Side, extent: tuple[int, int, int]) -> Any:
        """Return the driver's CUDA_MEMCPY3D of a copy."""
        driver, given = self.driver, self.driver.CUDA_MEMCPY3D()
        for end, side in (("src", source), ("dst", target)):
            setattr(given, f"{end}MemoryType", driver.CUmemorytype(side.kind))
            if side.kind == ARRAY:
                setattr(given, f"{end}Array", driver.CUarray(side.place))
            elif side.kind == _HOST:
                setattr(given, f"{end}Host", side.place)
            else:
                setattr(given, f"{end}Device", driver.CUdeviceptr(side.place))
            setattr(given, f"{end}Pitch", side.pitch)
            setattr(given, f"{end}Height", side.height)
            for name, value in zip(("XInBytes", "Y", "Z"), side.start, strict=True):
                setattr(given, end + name, value)
        given.WidthInBytes, given.Height, given.Depth = extent
        return given
