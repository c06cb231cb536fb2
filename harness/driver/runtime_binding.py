"""``cuda.bindings.runtime`` on the virtual GPU: functions of the CUDA runtime that are calls of the driver.

The binding has the CUDA runtime linked into it, and that asks the driver for tables which NVIDIA does not document. So
the binding's own Python functions are replaced when a program imports the module: by what the CUDA Runtime API manual
says that each does, in calls of ``cuda.bindings.driver``. Functions that are not replaced are the runtime's, which
returns cudaErrorNotSupported. Code that has the runtime linked into itself does not come here.
"""

from __future__ import annotations

import ctypes
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

MODULE = "cuda.bindings.runtime"
_HOST_TO_HOST, _HOST_TO_DEVICE, _DEVICE_TO_HOST, _DEVICE_TO_DEVICE = range(4)
"""Values of cudaMemcpyKind; 4 is cudaMemcpyDefault."""
_INVALID_DEVICE = 101

_SAME = {
    "cudaDeviceSynchronize": "cuCtxSynchronize",
    "cudaGetDeviceCount": "cuDeviceGetCount",
    "cudaDeviceGetPCIBusId": "cuDeviceGetPCIBusId",
    "cudaDeviceGetByPCIBusId": "cuDeviceGetByPCIBusId",
    "cudaDeviceCanAccessPeer": "cuDeviceCanAccessPeer",
    "cudaDeviceGetStreamPriorityRange": "cuCtxGetStreamPriorityRange",
    "cudaMemGetInfo": "cuMemGetInfo",
    "cudaHostAlloc": "cuMemHostAlloc",
    "cudaMallocHost": "cuMemAllocHost",
    "cudaFreeHost": "cuMemFreeHost",
    "cudaHostRegister": "cuMemHostRegister",
    "cudaHostUnregister": "cuMemHostUnregister",
    "cudaHostGetDevicePointer": "cuMemHostGetDevicePointer",
    "cudaHostGetFlags": "cuMemHostGetFlags",
    "cudaStreamCreateWithFlags": "cuStreamCreate",
    "cudaStreamCreateWithPriority": "cuStreamCreateWithPriority",
    "cudaStreamDestroy": "cuStreamDestroy",
    "cudaStreamSynchronize": "cuStreamSynchronize",
    "cudaStreamQuery": "cuStreamQuery",
    "cudaStreamGetFlags": "cuStreamGetFlags",
    "cudaStreamGetPriority": "cuStreamGetPriority",
    "cudaStreamWaitEvent": "cuStreamWaitEvent",
    "cudaStreamEndCapture": "cuStreamEndCapture",
    "cudaEventCreateWithFlags": "cuEventCreate",
    "cudaEventDestroy": "cuEventDestroy",
    "cudaEventRecord": "cuEventRecord",
    "cudaEventSynchronize": "cuEventSynchronize",
    "cudaEventQuery": "cuEventQuery",
    "cudaEventElapsedTime": "cuEventElapsedTime",
    "cudaGraphCreate": "cuGraphCreate",
    "cudaGraphDestroy": "cuGraphDestroy",
    "cudaGraphInstantiate": "cuGraphInstantiate",
    "cudaGraphLaunch": "cuGraphLaunch",
    "cudaGraphExecDestroy": "cuGraphExecDestroy",
    "cudaGraphGetNodes": "cuGraphGetNodes",
    "cudaGraphAddEmptyNode": "cuGraphAddEmptyNode",
    "cudaGraphDestroyNode": "cuGraphDestroyNode",
    "cudaProfilerStart": "cuProfilerStart",
    "cudaProfilerStop": "cuProfilerStop",
    "cudaFreeAsync": "cuMemFreeAsync",
}
"""Functions whose arguments and results are those of a function of the driver."""
_OF_ERRORS = ("cudaGetLastError", "cudaPeekAtLastError")
_HANDLES = {
    "CUstream": "cudaStream_t",
    "CUevent": "cudaEvent_t",
    "CUgraph": "cudaGraph_t",
    "CUgraphExec": "cudaGraphExec_t",
    "CUgraphNode": "cudaGraphNode_t",
    "CUdeviceptr": "int",
}
"""Types of results: the driver's, and the runtime's with the same value."""
_OF_RUNTIME = {name: own for own, name in _HANDLES.items() if name != "int"}


class _Functions:
    """The functions that replace the binding's.

    Parameters
    ----------
    runtime : module
        ``cuda.bindings.runtime``.
    """

    def __init__(self, runtime: ModuleType) -> None:
        from cuda.bindings import driver

        self._runtime, self._driver = runtime, driver
        self._last = 0

    def replace(self) -> None:
        """Put the functions into the module."""
        for name, own in _SAME.items():
            setattr(self._runtime, name, self._same(own))
        for name in dir(self):
            if name.startswith("cuda"):
                setattr(
                    self._runtime, name, self._settled(getattr(self, name), is_kept=name not in _OF_ERRORS)
                )

    def _same(self, name: str) -> Callable[..., tuple[Any, ...]]:
        return self._settled(lambda *arguments: getattr(self._driver, name)(*map(self._given, arguments)))

    def _settled(
        self, function: Callable[..., Sequence[Any]], *, is_kept: bool = True
    ) -> Callable[..., tuple[Any, ...]]:
        """Return a function that makes the primary context current first, and whose result is the runtime's."""

        def run(*arguments: Any) -> tuple[Any, ...]:
            self._begin()
            code, *values = function(*arguments)
            if int(code) and is_kept:
                self._last = int(code)
            return self._runtime.cudaError_t(int(code)), *map(self._made, values)

        return run

    def _begin(self) -> None:
        """Initialise as the runtime does: the primary context is current where the thread has none."""
        driver = self._driver
        driver.cuInit(0)
        code, context = driver.cuCtxGetCurrent()
        if not int(code) and not int(context):
            code, context = driver.cuDevicePrimaryCtxRetain(0)
            if not int(code):
                driver.cuCtxSetCurrent(context)

    def _given(self, value: Any) -> Any:
        """Return an argument as the driver's binding takes it."""
        kind = _OF_RUNTIME.get(type(value).__name__)
        return getattr(self._driver, kind)(int(value)) if kind else value

    def _made(self, value: Any) -> Any:
        """Return a result as the runtime's binding gives it."""
        if isinstance(value, list):
            return [self._made(each) for each in value]
        name = _HANDLES.get(type(value).__name__)
        if name is None:
            return value
        return int(value) if name == "int" else getattr(self._runtime, name)(int(value))

    def cudaGetDevice(self) -> Sequence[Any]:  # noqa: N802 - the runtime's names, here and below
        return 0, 0

    def cudaSetDevice(self, device: int) -> Sequence[Any]:  # noqa: N802
        return (_INVALID_DEVICE if device else 0,)

    def cudaDeviceGetAttribute(self, attribute: Any, device: int) -> Sequence[Any]:  # noqa: N802
        own = self._driver.CUdevice_attribute(int(attribute))
        return tuple(self._driver.cuDeviceGetAttribute(own, device))

    def cudaGetLastError(self) -> Sequence[Any]:  # noqa: N802
        code, self._last = self._last, 0
        return (code,)

    def cudaPeekAtLastError(self) -> Sequence[Any]:  # noqa: N802
        return (self._last,)

    def cudaMalloc(self, size: int) -> Sequence[Any]:  # noqa: N802
        return tuple(self._driver.cuMemAlloc(size)) if size else (0, 0)

    def cudaMallocManaged(self, size: int, flags: int = 1) -> Sequence[Any]:  # noqa: N802
        return tuple(self._driver.cuMemAllocManaged(size, flags))

    def cudaMallocAsync(self, size: int, stream: Any) -> Sequence[Any]:  # noqa: N802
        return tuple(self._driver.cuMemAllocAsync(size, self._given(stream)))

    def cudaFree(self, pointer: Any) -> Sequence[Any]:  # noqa: N802
        address = _address(pointer)
        return tuple(self._driver.cuMemFree(address)) if address else (0,)

    def cudaMemset(self, pointer: Any, value: int, size: int) -> Sequence[Any]:  # noqa: N802
        return tuple(self._driver.cuMemsetD8(_address(pointer), value & 0xFF, size))

    def cudaMemsetAsync(self, pointer: Any, value: int, size: int, stream: Any) -> Sequence[Any]:  # noqa: N802
        return tuple(self._driver.cuMemsetD8Async(_address(pointer), value & 0xFF, size, self._given(stream)))

    def cudaMemcpy(self, target: Any, source: Any, size: int, kind: Any) -> Sequence[Any]:  # noqa: N802
        return self._copy(target, source, size, int(kind), "")

    def cudaMemcpyAsync(self, target: Any, source: Any, size: int, kind: Any, stream: Any) -> Sequence[Any]:  # noqa: N802
        return self._copy(target, source, size, int(kind), "Async", self._given(stream))

    def _copy(self, target: Any, source: Any, size: int, kind: int, end: str, *stream: Any) -> Sequence[Any]:
        to, start, driver = _address(target), _address(source), self._driver
        if kind == _HOST_TO_HOST:
            ctypes.memmove(to, start, size)
            return (0,)
        name = {_HOST_TO_DEVICE: "HtoD", _DEVICE_TO_HOST: "DtoH", _DEVICE_TO_DEVICE: "DtoD"}.get(kind, "")
        return tuple(getattr(driver, f"cuMemcpy{name}{end}")(to, start, size, *stream))

    def cudaStreamCreate(self) -> Sequence[Any]:  # noqa: N802
        return tuple(self._driver.cuStreamCreate(0))

    def cudaStreamBeginCapture(self, stream: Any, mode: Any) -> Sequence[Any]:  # noqa: N802
        own = self._driver.CUstreamCaptureMode(int(mode))
        return tuple(self._driver.cuStreamBeginCapture(self._given(stream), own))

    def cudaEventCreate(self) -> Sequence[Any]:  # noqa: N802
        return tuple(self._driver.cuEventCreate(0))


def _address(value: Any) -> int:
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


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the binding, and replaces its functions once it is loaded."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if name != MODULE:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            execute(module)
            _Functions(module).replace()

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def replace_on_import() -> None:
    """Replace the binding's functions when the program imports it, or now if it has been imported."""
    if MODULE in sys.modules:
        _Functions(sys.modules[MODULE]).replace()
    elif not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
