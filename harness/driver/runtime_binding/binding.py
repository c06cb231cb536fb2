"""Replaces the functions of ``cuda.bindings.runtime`` when a program imports it.

Here are also the functions of the device (attributes and properties, limits, memory pools), and of streams, events and
nodes of graphs.
"""

from __future__ import annotations

import ctypes
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from .calls import Calls, address
from .memory import SIDES, MemoryCalls, Side
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


_INVALID_DEVICE = 101
_PROPERTIES = {
    "sharedMemPerBlock": "MAX_SHARED_MEMORY_PER_BLOCK",
    "regsPerBlock": "MAX_REGISTERS_PER_BLOCK",
    "warpSize": "WARP_SIZE",
    "memPitch": "MAX_PITCH",
    "maxThreadsPerBlock": "MAX_THREADS_PER_BLOCK",
    "maxThreadsDim": ("MAX_BLOCK_DIM_X", "MAX_BLOCK_DIM_Y", "MAX_BLOCK_DIM_Z"),
    "maxGridSize": ("MAX_GRID_DIM_X", "MAX_GRID_DIM_Y", "MAX_GRID_DIM_Z"),
    "totalConstMem": "TOTAL_CONSTANT_MEMORY",
    "major": "COMPUTE_CAPABILITY_MAJOR",
    "minor": "COMPUTE_CAPABILITY_MINOR",
    "textureAlignment": "TEXTURE_ALIGNMENT",
    "texturePitchAlignment": "TEXTURE_PITCH_ALIGNMENT",
    "surfaceAlignment": "SURFACE_ALIGNMENT",
    "multiProcessorCount": "MULTIPROCESSOR_COUNT",
    "integrated": "INTEGRATED",
    "canMapHostMemory": "CAN_MAP_HOST_MEMORY",
    "maxTexture1D": "MAXIMUM_TEXTURE1D_WIDTH",
    "maxTexture1DMipmap": "MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH",
    "maxTexture2D": ("MAXIMUM_TEXTURE2D_WIDTH", "MAXIMUM_TEXTURE2D_HEIGHT"),
    "maxTexture2DMipmap": ("MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH", "MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT"),
    "maxTexture2DLinear": (
        "MAXIMUM_TEXTURE2D_LINEAR_WIDTH",
        "MAXIMUM_TEXTURE2D_LINEAR_HEIGHT",
        "MAXIMUM_TEXTURE2D_LINEAR_PITCH",
    ),
    "maxTexture2DGather": ("MAXIMUM_TEXTURE2D_GATHER_WIDTH", "MAXIMUM_TEXTURE2D_GATHER_HEIGHT"),
    "maxTexture3D": ("MAXIMUM_TEXTURE3D_WIDTH", "MAXIMUM_TEXTURE3D_HEIGHT", "MAXIMUM_TEXTURE3D_DEPTH"),
    "maxTexture3DAlt": (
        "MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE",
        "MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE",
        "MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE",
    ),
    "maxTextureCubemap": "MAXIMUM_TEXTURECUBEMAP_WIDTH",
    "maxTexture1DLayered": ("MAXIMUM_TEXTURE1D_LAYERED_WIDTH", "MAXIMUM_TEXTURE1D_LAYERED_LAYERS"),
    "maxTexture2DLayered": (
        "MAXIMUM_TEXTURE2D_LAYERED_WIDTH",
        "MAXIMUM_TEXTURE2D_LAYERED_HEIGHT",
        "MAXIMUM_TEXTURE2D_LAYERED_LAYERS",
    ),
    "maxTextureCubemapLayered": (
        "MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH",
        "MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS",
    ),
    "maxSurface1D": "MAXIMUM_SURFACE1D_WIDTH",
    "maxSurface2D": ("MAXIMUM_SURFACE2D_WIDTH", "MAXIMUM_SURFACE2D_HEIGHT"),
    "maxSurface3D": ("MAXIMUM_SURFACE3D_WIDTH", "MAXIMUM_SURFACE3D_HEIGHT", "MAXIMUM_SURFACE3D_DEPTH"),
    "maxSurface1DLayered": ("MAXIMUM_SURFACE1D_LAYERED_WIDTH", "MAXIMUM_SURFACE1D_LAYERED_LAYERS"),
    "maxSurface2DLayered": (
        "MAXIMUM_SURFACE2D_LAYERED_WIDTH",
        "MAXIMUM_SURFACE2D_LAYERED_HEIGHT",
        "MAXIMUM_SURFACE2D_LAYERED_LAYERS",
    ),
    "maxSurfaceCubemap": "MAXIMUM_SURFACECUBEMAP_WIDTH",
    "maxSurfaceCubemapLayered": (
        "MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH",
        "MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS",
    ),
    "concurrentKernels": "CONCURRENT_KERNELS",
    "ECCEnabled": "ECC_ENABLED",
    "pciBusID": "PCI_BUS_ID",
    "pciDeviceID": "PCI_DEVICE_ID",
    "pciDomainID": "PCI_DOMAIN_ID",
    "tccDriver": "TCC_DRIVER",
    "asyncEngineCount": "ASYNC_ENGINE_COUNT",
    "unifiedAddressing": "UNIFIED_ADDRESSING",
    "memoryBusWidth": "GLOBAL_MEMORY_BUS_WIDTH",
    "l2CacheSize": "L2_CACHE_SIZE",
    "persistingL2CacheMaxSize": "MAX_PERSISTING_L2_CACHE_SIZE",
    "maxThreadsPerMultiProcessor": "MAX_THREADS_PER_MULTIPROCESSOR",
    "streamPrioritiesSupported": "STREAM_PRIORITIES_SUPPORTED",
    "globalL1CacheSupported": "GLOBAL_L1_CACHE_SUPPORTED",
    "localL1CacheSupported": "LOCAL_L1_CACHE_SUPPORTED",
    "sharedMemPerMultiprocessor": "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR",
    "regsPerMultiprocessor": "MAX_REGISTERS_PER_MULTIPROCESSOR",
    "managedMemory": "MANAGED_MEMORY",
    "isMultiGpuBoard": "MULTI_GPU_BOARD",
    "multiGpuBoardGroupID": "MULTI_GPU_BOARD_GROUP_ID",
    "hostNativeAtomicSupported": "HOST_NATIVE_ATOMIC_SUPPORTED",
    "pageableMemoryAccess": "PAGEABLE_MEMORY_ACCESS",
    "concurrentManagedAccess": "CONCURRENT_MANAGED_ACCESS",
    "computePreemptionSupported": "COMPUTE_PREEMPTION_SUPPORTED",
    "canUseHostPointerForRegisteredMem": "CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM",
    "cooperativeLaunch": "COOPERATIVE_LAUNCH",
    "sharedMemPerBlockOptin": "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN",
    "pageableMemoryAccessUsesHostPageTables": "PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES",
    "directManagedMemAccessFromHost": "DIRECT_MANAGED_MEM_ACCESS_FROM_HOST",
    "maxBlocksPerMultiProcessor": "MAX_BLOCKS_PER_MULTIPROCESSOR",
    "accessPolicyMaxWindowSize": "MAX_ACCESS_POLICY_WINDOW_SIZE",
    "reservedSharedMemPerBlock": "RESERVED_SHARED_MEMORY_PER_BLOCK",
    "hostRegisterSupported": "HOST_REGISTER_SUPPORTED",
    "sparseCudaArraySupported": "SPARSE_CUDA_ARRAY_SUPPORTED",
    "hostRegisterReadOnlySupported": "READ_ONLY_HOST_REGISTER_SUPPORTED",
    "timelineSemaphoreInteropSupported": "TIMELINE_SEMAPHORE_INTEROP_SUPPORTED",
    "memoryPoolsSupported": "MEMORY_POOLS_SUPPORTED",
    "gpuDirectRDMASupported": "GPU_DIRECT_RDMA_SUPPORTED",
    "gpuDirectRDMAFlushWritesOptions": "GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS",
    "gpuDirectRDMAWritesOrdering": "GPU_DIRECT_RDMA_WRITES_ORDERING",
    "memoryPoolSupportedHandleTypes": "MEMPOOL_SUPPORTED_HANDLE_TYPES",
    "deferredMappingCudaArraySupported": "DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED",
    "ipcEventSupported": "IPC_EVENT_SUPPORTED",
    "clusterLaunch": "CLUSTER_LAUNCH",
    "unifiedFunctionPointers": "UNIFIED_FUNCTION_POINTERS",
}
"""Fields of cudaDeviceProp whose values are attributes of the driver, by the ends of the attributes' names."""


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
        for field, ends in _PROPERTIES.items():
            if not hasattr(properties, field):  # another release of CUDA
                continue
            values = [self._attribute(end, device) for end in (ends if isinstance(ends, tuple) else (ends,))]
            setattr(properties, field, values if isinstance(ends, tuple) else values[0])
        return 0, properties

    def _attribute(self, end: str, device: int) -> int:
        found = getattr(self.driver.CUdevice_attribute, f"CU_DEVICE_ATTRIBUTE_{end}", None)
        return 0 if found is None else int(self.driver.cuDeviceGetAttribute(found, device)[1])

    def _uuid(self, device: int) -> Any:
        uuid = self.runtime.cudaUUID_t()
        ctypes.memmove(uuid.getPtr(), self.driver.cuDeviceGetUuid(device)[1].getPtr(), 16)
        return uuid


class StreamCalls(MemoryCalls):
    """Functions for streams, events and graphs whose arguments are not those of the driver."""

    def cudaMallocAsync(self, size: int, stream: Any) -> Sequence[Any]:
        return tuple(self.driver.cuMemAllocAsync(size, self.given(stream)))

    def cudaStreamCreate(self) -> Sequence[Any]:
        return tuple(self.driver.cuStreamCreate(0))

    def cudaEventCreate(self) -> Sequence[Any]:
        return tuple(self.driver.cuEventCreate(0))

    def cudaGraphAddMemcpyNode1D(
        self, graph: Any, after: Any, n: int, target: Any, source: Any, size: int, kind: Any
    ) -> Sequence[Any]:
        kinds = SIDES[int(kind)]
        given = self.memcpy_params(
            Side(kinds[0], address(source)), Side(kinds[1], address(target)), (size, 1, 1)
        )
        _, context = self.driver.cuCtxGetCurrent()
        nodes = self.given(list(after or []))
        return tuple(self.driver.cuGraphAddMemcpyNode(self.given(graph), nodes, n, given, context))

    def cudaGraphAddMemsetNode(self, graph: Any, after: Any, n: int, params: Any) -> Sequence[Any]:
        _, context = self.driver.cuCtxGetCurrent()
        nodes = self.given(list(after or []))
        given = self.given(params)
        return tuple(self.driver.cuGraphAddMemsetNode(self.given(graph), nodes, n, given, context))
