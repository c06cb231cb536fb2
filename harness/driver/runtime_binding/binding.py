"""Replaces the functions of ``cuda.bindings.runtime`` when a program imports it.

Here are also the functions of the device (attributes and properties, limits, memory pools), and of streams, events and
nodes of graphs.
"""

from __future__ import annotations

import ctypes
import importlib.abc
import importlib.machinery
import re
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from .calls import SIDES, TAKES_STREAM, Calls, MemoryCalls, Side, address
from .texture import TextureCalls

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


class _Functions:
    """The functions that replace the binding's."""

    def __init__(self, runtime: ModuleType) -> None:
        from cuda.bindings import driver

        self._runtime, self._driver = runtime, driver
        self._calls = Calls(runtime, driver)
        self._last = 0

    def replace(self) -> None:
        """Put the functions into the module."""
        same = [(name, name) for name in _SAME_NAME.split()]
        for name, own in (*same, *(pair.split("=") for pair in _OTHER_NAME.split())):
            setattr(self._runtime, f"cuda{name}", self._same(f"cu{own}"))
        for kind in (DeviceCalls, TextureCalls, StreamCalls):
            calls = kind(self._runtime, self._driver)
            for name in dir(calls):
                if name.startswith("cuda"):
                    function = self._settled(getattr(calls, name))
                    setattr(self._runtime, name, function)
                    if name in TAKES_STREAM:
                        setattr(self._runtime, f"{name}Async", function)
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
            self._begin()  # any function of the runtime may be a program's first
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
    elif not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


_INVALID_DEVICE = 101
_ATTRIBUTE = "CU_DEVICE_ATTRIBUTE_"
# Attributes of fields of cudaDeviceProp that have other names.
_PROPERTIES = {
    "memPitch": ("MAX_PITCH",),
    "maxThreadsDim": ("MAX_BLOCK_DIM_X", "MAX_BLOCK_DIM_Y", "MAX_BLOCK_DIM_Z"),
    "maxGridSize": ("MAX_GRID_DIM_X", "MAX_GRID_DIM_Y", "MAX_GRID_DIM_Z"),
    "totalConstMem": ("TOTAL_CONSTANT_MEMORY",),
    "major": ("COMPUTE_CAPABILITY_MAJOR",),
    "minor": ("COMPUTE_CAPABILITY_MINOR",),
    "memoryBusWidth": ("GLOBAL_MEMORY_BUS_WIDTH",),
    "persistingL2CacheMaxSize": ("MAX_PERSISTING_L2_CACHE_SIZE",),
    "isMultiGpuBoard": ("MULTI_GPU_BOARD",),
    "accessPolicyMaxWindowSize": ("MAX_ACCESS_POLICY_WINDOW_SIZE",),
    "reservedSharedMemPerBlock": ("RESERVED_SHARED_MEMORY_PER_BLOCK",),
    "hostRegisterReadOnlySupported": ("READ_ONLY_HOST_REGISTER_SUPPORTED",),
    "memoryPoolSupportedHandleTypes": ("MEMPOOL_SUPPORTED_HANDLE_TYPES",),
}
# Fields with the sizes of textures and surfaces: each size is an attribute.
_SIZES = re.compile(r"max(Texture|Surface)(1D|2D|3D|Cubemap)(.*?)(Alt)?")


def _attributes_of(field: str, known: Sequence[str]) -> Sequence[str]:
    """Return the ends of the names of the driver's attributes that a field of cudaDeviceProp has."""
    if field in _PROPERTIES:
        return _PROPERTIES[field]
    plain = field.upper().replace("SHAREDMEM", "MAXSHAREDMEMORY").replace("REGSPER", "MAXREGISTERSPER")
    alike = [name for name in known if name.replace("_", "") in (field.upper(), plain)]
    if alike or (sizes := _SIZES.fullmatch(field)) is None:
        return alike[:1]
    of, dimensions, kind, alternate = sizes.groups()
    parts = ["MAXIMUM", of + dimensions, *([{"Mipmap": "Mipmapped"}.get(kind, kind)] if kind else [])]
    stem, end = "_".join(parts).upper(), "_ALTERNATE" if alternate else ""
    names = (f"{stem}_{size}{end}" for size in ("WIDTH", "HEIGHT", "DEPTH", "LAYERS", "PITCH"))
    return [name for name in names if name in known]


class DeviceCalls(Calls):
    """Functions for the device."""

    def cudaGetDevice(self) -> Sequence[Any]:
        return 0, 0

    def cudaSetDevice(self, device: int) -> Sequence[Any]:
        return (_INVALID_DEVICE if device else 0,)

    def cudaDeviceReset(self) -> Sequence[Any]:
        return tuple(self.driver.cuDevicePrimaryCtxReset(0))

    def cudaGetDeviceProperties(self, device: int) -> Sequence[Any]:
        driver, properties = self.driver, self.runtime.cudaDeviceProp()
        code, name = driver.cuDeviceGetName(256, device)
        if int(code):
            return int(code), None
        properties.name = name.rstrip(b"\0").ljust(256, b"\0")
        properties.totalGlobalMem = driver.cuDeviceTotalMem(device)[1]
        properties.uuid = self._uuid(device)
        attributes = {
            attribute.name.removeprefix(_ATTRIBUTE): attribute for attribute in driver.CUdevice_attribute
        }
        # fields of other releases come and go: those that this one has are filled
        for field in dir(properties):
            values = [
                int(driver.cuDeviceGetAttribute(attributes[name], device)[1])
                for name in _attributes_of(field, list(attributes))
                if name in attributes  # else of another release of CUDA
            ]
            if values:
                setattr(properties, field, values if len(values) > 1 else values[0])
        return 0, properties

    def _uuid(self, device: int) -> Any:
        uuid = self.runtime.cudaUUID_t()
        ctypes.memmove(uuid.getPtr(), self.driver.cuDeviceGetUuid(device)[1].getPtr(), 16)
        return uuid


class StreamCalls(MemoryCalls):
    """Functions for streams, events and graphs whose arguments are not those of the driver."""

    def cudaStreamCreate(self) -> Sequence[Any]:
        return tuple(self.driver.cuStreamCreate(0))

    def cudaEventCreate(self) -> Sequence[Any]:
        return tuple(self.driver.cuEventCreate(0))

    def cudaGraphAddMemcpyNode1D(
        self, graph: Any, after: Any, n: int, target: Any, source: Any, size: int, kind: Any
    ) -> Sequence[Any]:
        start, end = SIDES[int(kind)]
        given = self.memcpy_params(Side(start, address(source)), Side(end, address(target)), (size, 1, 1))
        return self._add_node(self.driver.cuGraphAddMemcpyNode, graph, after, n, given)

    def cudaGraphAddMemsetNode(self, graph: Any, after: Any, n: int, params: Any) -> Sequence[Any]:
        return self._add_node(self.driver.cuGraphAddMemsetNode, graph, after, n, self.given(params))

    def _add_node(self, add: Callable[..., Any], graph: Any, after: Any, n: int, given: Any) -> Sequence[Any]:
        _, context = self.driver.cuCtxGetCurrent()
        return tuple(add(self.given(graph), self.given(list(after or [])), n, given, context))
