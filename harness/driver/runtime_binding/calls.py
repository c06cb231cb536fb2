"""What calls of the runtime and of the driver have in common: handles, enumerations and structures."""

from __future__ import annotations

import ctypes
from types import ModuleType
from typing import Any

INVALID_VALUE = 1
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
"""Types of results: the driver's, and the runtime's with the same value."""
_GIVEN = {
    **{name: own for own, name in _MADE.items()},
    "cudaMemPoolAttr": "CUmemPool_attribute",
    "cudaMemoryAdvise": "CUmem_advise",
    "cudaLimit": "CUlimit",
    "cudaDeviceAttr": "CUdevice_attribute",
}
"""Types of arguments: the runtime's, and the driver's with the same value."""
_FUNCTIONS = {"cudaHostFn_t": "CUhostFn", "cudaStreamCallback_t": "CUstreamCallback"}
_STRUCTURES = {
    "cudaMemPoolProps": ("CUmemPoolProps", 88),
    "cudaMemLocation": ("CUmemLocation", 8),
    "cudaMemsetParams": ("CUDA_MEMSET_NODE_PARAMS", 40),
}
"""Structures that the headers of both lay out in the same way, and their bytes."""


class Calls:
    """Functions of the CUDA runtime by name; each returns the result and its values, as the driver's binding does."""

    def __init__(self, runtime: ModuleType, driver: ModuleType) -> None:
        self.runtime, self.driver = runtime, driver

    def given(self, value: Any) -> Any:
        """Return an argument as the driver's binding takes it."""
        if isinstance(value, list):
            return [self.given(each) for each in value]
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
            return [self.made(each) for each in value]
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
