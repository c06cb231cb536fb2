"""Replaces the functions of ``cuda.bindings.runtime`` when a program imports it."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from .calls import Calls
from .device import DeviceCalls
from .stream import StreamCalls
from .texture import TextureCalls

MODULE = "cuda.bindings.runtime"
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
    "cudaDriverGetVersion": "cuDriverGetVersion",
    "cudaDeviceGetAttribute": "cuDeviceGetAttribute",
    "cudaDeviceGetLimit": "cuCtxGetLimit",
    "cudaDeviceSetLimit": "cuCtxSetLimit",
    "cudaDeviceGetDefaultMemPool": "cuDeviceGetDefaultMemPool",
    "cudaDeviceGetMemPool": "cuDeviceGetMemPool",
    "cudaDeviceSetMemPool": "cuDeviceSetMemPool",
    "cudaMemPoolCreate": "cuMemPoolCreate",
    "cudaMemPoolDestroy": "cuMemPoolDestroy",
    "cudaMemPoolTrimTo": "cuMemPoolTrimTo",
    "cudaMemPoolGetAttribute": "cuMemPoolGetAttribute",
    "cudaMemPoolSetAttribute": "cuMemPoolSetAttribute",
    "cudaMallocFromPoolAsync": "cuMemAllocFromPoolAsync",
    "cudaMemAdvise": "cuMemAdvise",
    "cudaMemPrefetchAsync": "cuMemPrefetchAsync",
    "cudaStreamBeginCapture": "cuStreamBeginCapture",
    "cudaStreamIsCapturing": "cuStreamIsCapturing",
    "cudaStreamGetCaptureInfo": "cuStreamGetCaptureInfo",
    "cudaThreadExchangeStreamCaptureMode": "cuThreadExchangeStreamCaptureMode",
    "cudaStreamAddCallback": "cuStreamAddCallback",
    "cudaLaunchHostFunc": "cuLaunchHostFunc",
    "cudaEventRecordWithFlags": "cuEventRecordWithFlags",
    "cudaGraphInstantiateWithFlags": "cuGraphInstantiate",
    "cudaGraphNodeGetType": "cuGraphNodeGetType",
    "cudaGraphUpload": "cuGraphUpload",
}
"""Functions whose arguments and results are those of a function of the driver."""


class _Functions:
    """The functions that replace the binding's."""

    def __init__(self, runtime: ModuleType) -> None:
        from cuda.bindings import driver

        self._runtime, self._driver = runtime, driver
        self._calls = Calls(runtime, driver)
        self._last = 0

    def replace(self) -> None:
        """Put the functions into the module."""
        for name, own in _SAME.items():
            setattr(self._runtime, name, self._same(own))
        for kind in (DeviceCalls, TextureCalls, StreamCalls):
            calls = kind(self._runtime, self._driver)
            for name in dir(calls):
                if name.startswith("cuda"):
                    setattr(self._runtime, name, self._settled(getattr(calls, name)))
        vars(self._runtime).update(
            cudaGetLastError=self._settled(self._last_error, is_kept=False),
            cudaPeekAtLastError=self._settled(lambda: (self._last,), is_kept=False),
        )

    def _same(self, name: str) -> Callable[..., tuple[Any, ...]]:
        given = self._calls.given
        return self._settled(lambda *arguments: getattr(self._driver, name)(*map(given, arguments)))

    def _settled(
        self, function: Callable[..., Sequence[Any]], *, is_kept: bool = True
    ) -> Callable[..., tuple[Any, ...]]:
        """Return a function that makes the primary context current first, and whose result is the runtime's."""

        def run(*arguments: Any) -> tuple[Any, ...]:
            self._begin()
            code, *values = function(*arguments)
            if int(code) and is_kept:
                self._last = int(code)
            return self._runtime.cudaError_t(int(code)), *map(self._calls.made, values)

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

    def _last_error(self) -> Sequence[Any]:
        code, self._last = self._last, 0
        return (code,)


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
