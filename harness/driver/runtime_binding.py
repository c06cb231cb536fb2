"""``cuda.bindings.runtime`` on the virtual GPU: functions of the CUDA runtime that are calls of the driver.

The binding has the CUDA runtime linked into it, and that asks the driver for tables which NVIDIA does not document. So
the binding's own Python functions are replaced when a program imports the module: by what the CUDA Runtime API manual
says that each does, in calls of ``cuda.bindings.driver``. Functions that are not replaced are the runtime's, which
returns cudaErrorNotSupported. Code that has the runtime linked into itself does not come here.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from .runtime_calls import TAKES_STREAM, RuntimeCalls

MODULE = "cuda.bindings.runtime"
_SAME_NAME = """
    DriverGetVersion DeviceGetPCIBusId DeviceGetByPCIBusId DeviceCanAccessPeer DeviceGetAttribute MemGetInfo
    DeviceGetDefaultMemPool DeviceGetMemPool DeviceSetMemPool MemPoolCreate MemPoolDestroy MemPoolTrimTo
    MemPoolGetAttribute MemPoolSetAttribute MemAdvise MemPrefetchAsync ProfilerStart ProfilerStop
    StreamCreateWithPriority StreamDestroy StreamSynchronize StreamQuery StreamGetFlags StreamGetPriority
    StreamWaitEvent StreamBeginCapture StreamEndCapture StreamIsCapturing StreamGetCaptureInfo StreamAddCallback
    ThreadExchangeStreamCaptureMode LaunchHostFunc
    EventDestroy EventRecord EventRecordWithFlags EventSynchronize EventQuery EventElapsedTime
    GraphCreate GraphDestroy GraphInstantiate GraphLaunch GraphUpload GraphExecDestroy GraphGetNodes
    GraphAddEmptyNode GraphDestroyNode GraphNodeGetType
"""
# Functions with the arguments and results of a driver function, under its name and under another
# name.
_OTHER_NAME = """
    DeviceSynchronize=CtxSynchronize GetDeviceCount=DeviceGetCount DeviceGetLimit=CtxGetLimit
    DeviceSetLimit=CtxSetLimit DeviceGetStreamPriorityRange=CtxGetStreamPriorityRange
    HostAlloc=MemHostAlloc MallocHost=MemAllocHost FreeHost=MemFreeHost HostRegister=MemHostRegister
    HostUnregister=MemHostUnregister HostGetDevicePointer=MemHostGetDevicePointer HostGetFlags=MemHostGetFlags
    MallocAsync=MemAllocAsync FreeAsync=MemFreeAsync MallocFromPoolAsync=MemAllocFromPoolAsync
    StreamCreateWithFlags=StreamCreate EventCreateWithFlags=EventCreate GraphInstantiateWithFlags=GraphInstantiate
    DestroyTextureObject=TexObjectDestroy DestroySurfaceObject=SurfObjectDestroy
"""


class _Functions(RuntimeCalls):
    """The functions that replace the binding's."""

    def __init__(self, runtime: ModuleType) -> None:
        from cuda.bindings import driver

        super().__init__(runtime, driver)
        self._last = 0

    def replace(self) -> None:
        same = [(name, name) for name in _SAME_NAME.split()]
        for name, own in (*same, *(pair.split("=") for pair in _OTHER_NAME.split())):
            setattr(self.runtime, f"cuda{name}", self._same(f"cu{own}"))
        for name in dir(self):
            if name.startswith("cuda"):
                function = self._settled(getattr(self, name))
                setattr(self.runtime, name, function)
                if name in TAKES_STREAM:
                    setattr(self.runtime, f"{name}Async", function)
        vars(self.runtime).update(
            cudaGetLastError=self._settled(self._last_error, is_kept=False),
            cudaPeekAtLastError=self._settled(lambda: (self._last,), is_kept=False),
        )

    def _same(self, name: str) -> Callable[..., tuple[Any, ...]]:
        return self._settled(lambda *given: getattr(self.driver, name)(*map(self.given, given)))

    def _settled(
        self, function: Callable[..., Sequence[Any]], *, is_kept: bool = True
    ) -> Callable[..., tuple[Any, ...]]:
        """Return a function that makes the primary context current first, and whose result is the runtime's."""

        def run(*arguments: Any) -> tuple[Any, ...]:
            self._begin()  # any function of the runtime may be a program's first
            code, *values = function(*arguments)
            if int(code) and is_kept:
                self._last = int(code)
            return self.runtime.cudaError_t(int(code)), *map(self.made, values)

        return run

    def _begin(self) -> None:
        """Initialise as the runtime does: the primary context is current where the thread has none."""
        driver = self.driver
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
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())
