"""``cuda.bindings.runtime`` on the virtual GPU: functions of the CUDA runtime that are calls of the driver.

The binding has the CUDA runtime linked into it, and that asks the driver for tables which NVIDIA does not document. So
the binding's own Python functions are replaced when a program imports the module: by what the CUDA Runtime API manual
says that each does, in calls of ``cuda.bindings.driver``. Functions that are not replaced are the runtime's, which
returns cudaErrorNotSupported. Code that has the runtime linked into itself does not come here.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from ..lazy import dataclass, pattern
from .cuda_header import CU

# Values of cudaError_t.
_INVALID_VALUE, _INVALID_PITCH, _INVALID_CHANNEL, _INVALID_DIRECTION = 1, 12, 20, 21
_INVALID_DEVICE, _NOT_SUPPORTED = 101, 801
# Types of results: the driver's, and the runtime's with the same value.
_MADE = {
    "CUstream": "cudaStream_t", "CUevent": "cudaEvent_t", "CUgraph": "cudaGraph_t",
    "CUgraphExec": "cudaGraphExec_t", "CUgraphNode": "cudaGraphNode_t", "CUmemoryPool": "cudaMemPool_t",
    "CUarray": "cudaArray_t", "CUtexObject": "cudaTextureObject_t", "CUsurfObject": "cudaSurfaceObject_t",
    "CUstreamCaptureStatus": "cudaStreamCaptureStatus", "CUstreamCaptureMode": "cudaStreamCaptureMode",
    "CUgraphNodeType": "cudaGraphNodeType",
}  # fmt: skip
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


def address(value: Any) -> int:
    """Return the address that an argument of type ``void *`` means: a number, a handle, or a buffer's start."""
    try:
        memoryview(value)
    except TypeError:
        return int(value or 0)
    import numpy as np

    return int(np.frombuffer(value, np.uint8).ctypes.data)


# Values of cudaMemcpyKind.
_HOST_TO_HOST, _HOST_TO_DEVICE, _DEVICE_TO_HOST, _DEVICE_TO_DEVICE, _DEFAULT = range(5)
# Values of CUmemorytype.
_HOST, _DEVICE, _ARRAY, _UNIFIED = 1, 2, 3, 4
_PITCH_ELEMENT_BYTES = 4
# Kinds of memory that are copied from and to, where neither is an array.
_SIDES = {
    _HOST_TO_HOST: (_HOST, _HOST), _HOST_TO_DEVICE: (_HOST, _DEVICE), _DEVICE_TO_HOST: (_DEVICE, _HOST),
    _DEVICE_TO_DEVICE: (_DEVICE, _DEVICE), _DEFAULT: (_UNIFIED, _UNIFIED),
}  # fmt: skip
# Functions whose asynchronous forms have a stream as the last argument.
_TAKES_STREAM = """
    cudaMemset cudaMemset2D cudaMemset3D cudaMemcpy cudaMemcpy2D cudaMemcpy2DToArray cudaMemcpy2DFromArray cudaMemcpy3D
    cudaMemcpy3DPeer
"""


class RuntimeCallError(Exception):
    """A function ends early: what it returns, the error first."""


@dataclass(frozen=True)
class Side:
    """What a copy reads or writes."""

    kind: int
    place: int
    """Address, or handle of the array."""
    pitch: int = 0
    height: int = 0
    """`pitch`, `height`: bytes of a row and rows of a plane, in memory other than an array."""
    start: tuple[int, int, int] = (0, 0, 0)
    """Bytes, rows and planes that come before."""


def _sides(kind: Any) -> tuple[int, int]:
    """Return the kinds of memory that a cudaMemcpyKind copies from and to."""
    if int(kind) not in _SIDES:
        raise RuntimeCallError(_INVALID_DIRECTION)
    return _SIDES[int(kind)]


def _in_array(array: Any, x: int, y: int, z: int = 0) -> Side:
    return Side(_ARRAY, int(array), start=(x, y, z))


# Values of cudaChannelFormatKind.
_SIGNED, _UNSIGNED, _FLOAT = range(3)
# Value of CUarray_format for a kind and the bits of a channel.
_FORMATS = {
    **{(_UNSIGNED, bits): getattr(CU, f"AD_FORMAT_UNSIGNED_INT{bits}") for bits in (8, 16, 32)},
    **{(_SIGNED, bits): getattr(CU, f"AD_FORMAT_SIGNED_INT{bits}") for bits in (8, 16, 32)},
    (_FLOAT, 16): CU.AD_FORMAT_HALF,
    (_FLOAT, 32): CU.AD_FORMAT_FLOAT,
}


# Fields of cudaTextureDesc that are flags of CUDA_TEXTURE_DESC.
_FLAGS = {
    "normalizedCoords": CU.TRSF_NORMALIZED_COORDINATES,
    "sRGB": CU.TRSF_SRGB,
    "disableTrilinearOptimization": CU.TRSF_DISABLE_TRILINEAR_OPTIMIZATION,
    "seamlessCubemap": CU.TRSF_SEAMLESS_CUBEMAP,
}
_SAME_FIELDS = [
    "maxAnisotropy", "mipmapLevelBias", "minMipmapLevelClamp", "maxMipmapLevelClamp", "borderColor",
]  # fmt: skip
# cudaReadModeElementType: integers are read as they are.
_READ_ELEMENTS = 0

_ATTRIBUTE = "CU_DEVICE_ATTRIBUTE_"
# Attributes of fields of cudaDeviceProp that have other names.
_PROPERTIES = {
    "memPitch": ("MAX_PITCH",), "maxThreadsDim": ("MAX_BLOCK_DIM_X", "MAX_BLOCK_DIM_Y", "MAX_BLOCK_DIM_Z"),
    "maxGridSize": ("MAX_GRID_DIM_X", "MAX_GRID_DIM_Y", "MAX_GRID_DIM_Z"),
    "totalConstMem": ("TOTAL_CONSTANT_MEMORY",), "major": ("COMPUTE_CAPABILITY_MAJOR",),
    "minor": ("COMPUTE_CAPABILITY_MINOR",), "memoryBusWidth": ("GLOBAL_MEMORY_BUS_WIDTH",),
    "persistingL2CacheMaxSize": ("MAX_PERSISTING_L2_CACHE_SIZE",), "isMultiGpuBoard": ("MULTI_GPU_BOARD",),
    "accessPolicyMaxWindowSize": ("MAX_ACCESS_POLICY_WINDOW_SIZE",),
    "reservedSharedMemPerBlock": ("RESERVED_SHARED_MEMORY_PER_BLOCK",),
    "hostRegisterReadOnlySupported": ("READ_ONLY_HOST_REGISTER_SUPPORTED",),
    "memoryPoolSupportedHandleTypes": ("MEMPOOL_SUPPORTED_HANDLE_TYPES",),
}  # fmt: skip
# Fields with the sizes of textures and surfaces: each size is an attribute.
_SIZES = pattern(r"max(Texture|Surface)(1D|2D|3D|Cubemap)(.*?)(Alt)?")


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
# Functions with the arguments and results of a driver function under another name; a number is its last argument.
_OTHER_NAME = """
    DeviceSynchronize=CtxSynchronize GetDeviceCount=DeviceGetCount DeviceGetLimit=CtxGetLimit
    DeviceSetLimit=CtxSetLimit DeviceGetStreamPriorityRange=CtxGetStreamPriorityRange
    HostAlloc=MemHostAlloc MallocHost=MemAllocHost FreeHost=MemFreeHost HostRegister=MemHostRegister
    HostUnregister=MemHostUnregister HostGetDevicePointer=MemHostGetDevicePointer HostGetFlags=MemHostGetFlags
    MallocAsync=MemAllocAsync FreeAsync=MemFreeAsync MallocFromPoolAsync=MemAllocFromPoolAsync
    StreamCreateWithFlags=StreamCreate EventCreateWithFlags=EventCreate GraphInstantiateWithFlags=GraphInstantiate
    DestroyTextureObject=TexObjectDestroy DestroySurfaceObject=SurfObjectDestroy
    StreamCreate=StreamCreate=0 EventCreate=EventCreate=0 DeviceReset=DevicePrimaryCtxReset=0
"""


class RuntimeCalls:
    """Functions that replace the binding's: each method is the function of the runtime of its name.

    It returns the result and its values as the driver's binding does.
    """

    def __init__(self, runtime: ModuleType) -> None:
        from cuda.bindings import driver

        self.runtime: ModuleType = runtime
        self.driver: ModuleType = driver
        self._last = 0

    def replace(self) -> None:
        same = [(name, name) for name in _SAME_NAME.split()]
        for name, own, *last in (*same, *(words.split("=") for words in _OTHER_NAME.split())):
            setattr(self.runtime, f"cuda{name}", self._same(f"cu{own}", *map(int, last)))
        for name in dir(self):
            if name.startswith("cuda"):
                function = self._settled(getattr(self, name))
                setattr(self.runtime, name, function)
                if name in _TAKES_STREAM.split():
                    setattr(self.runtime, f"{name}Async", function)
        vars(self.runtime).update(
            cudaGetLastError=self._settled(self._last_error, is_kept=False),
            cudaPeekAtLastError=self._settled(lambda: (self._last,), is_kept=False),
        )

    def _same(self, name: str, *last: int) -> Callable[..., tuple[Any, ...]]:
        return self._settled(lambda *given: getattr(self.driver, name)(*map(self.given, given), *last))

    def _settled(
        self, function: Callable[..., Sequence[Any]], *, is_kept: bool = True
    ) -> Callable[..., tuple[Any, ...]]:
        """Return a function that makes the primary context current first, and whose result is the runtime's."""

        def run(*arguments: Any) -> tuple[Any, ...]:
            self._begin()  # any function of the runtime may be a program's first
            try:
                code, *values = function(*arguments)
            except RuntimeCallError as failure:
                code, *values = failure.args
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

    def ask(self, name: str, *given: Any, n_values: int = 1) -> Any:
        """Return the value of a driver's function; if it fails, the runtime's function returns its error."""
        code, *values = getattr(self.driver, name)(*map(self.given, given))
        if int(code):
            raise RuntimeCallError(code, *[None] * n_values)
        return values[0]

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

    # Linear memory.

    def cudaMalloc(self, size):
        # cudaMalloc of no bytes gives a null pointer, and cuMemAlloc refuses it.
        return self.driver.cuMemAlloc(size) if size else (0, 0)

    def cudaMallocManaged(self, size, flags=1):
        return self.driver.cuMemAllocManaged(size, flags)

    def cudaMallocPitch(self, width, height):
        if not width or not height:
            return 0, 0, 0
        return self.driver.cuMemAllocPitch(width, height, _PITCH_ELEMENT_BYTES)

    def cudaMalloc3D(self, extent):
        made = self.runtime.cudaPitchedPtr()
        code, pointer, pitch = self.cudaMallocPitch(extent.width, extent.height * extent.depth)
        if not int(code):
            made.ptr, made.pitch, made.xsize, made.ysize = int(pointer), pitch, extent.width, extent.height
        return code, made

    def cudaFree(self, pointer):
        place = address(pointer)
        # cudaFree of a null pointer does nothing: programs call it to make the context.
        return self.driver.cuMemFree(place) if place else (0,)

    def cudaPointerGetAttributes(self, pointer):
        wanted = ("MEMORY_TYPE", "DEVICE_POINTER", "HOST_POINTER", "IS_MANAGED")
        # some releases of the binding have enumerations that are not subscripted
        names = [getattr(self.driver.CUpointer_attribute, f"CU_POINTER_ATTRIBUTE_{name}") for name in wanted]
        place = address(pointer)
        values = self.ask("cuPointerGetAttributes", len(names), names, place)
        kind, device, host, is_managed = (int(value or 0) for value in values)
        made = self.runtime.cudaPointerAttributes()
        # unregistered host memory has no kind, and is the host's at its own address
        made.type = self.runtime.cudaMemoryType(3 if is_managed else kind)
        # -2 is cudaInvalidDeviceId.
        made.device = 0 if kind else -2
        made.devicePointer, made.hostPointer = (device, host) if kind else (0, place)
        return 0, made

    def cudaMemset(self, pointer, value, size, *stream):
        # cudaMemset takes an int, of which the lowest byte counts.
        return self._call("cuMemsetD8", address(pointer), value & 0xFF, size, stream=stream)

    def cudaMemset2D(self, pointer, pitch, value, width, height, *stream):
        given = address(pointer), pitch, value & 0xFF, width, height
        return self._call("cuMemsetD2D8", *given, stream=stream)

    def _call(self, name: str, *given: Any, stream: Sequence[Any]) -> Sequence[Any]:
        """Call a function of the driver; with a stream, its asynchronous form."""
        end = "Async" if stream else ""
        return tuple(getattr(self.driver, name + end)(*given, *map(self.given, stream)))

    def cudaMemset3D(self, target, value, extent, *stream):
        start, pitch = address(target.ptr), target.pitch
        for plane in range(extent.depth):
            place = start + plane * pitch * target.ysize
            code, *_ = self.cudaMemset2D(place, pitch, value, extent.width, extent.height, *stream)
            if int(code):
                return (code,)
        return (0,)

    def cudaMemcpy(self, target, source, size, kind, *stream):
        to, start = address(target), address(source)
        if int(kind) == _HOST_TO_HOST:
            ctypes.memmove(to, start, size)
            return (0,)
        ends = {_HOST_TO_DEVICE: "HtoD", _DEVICE_TO_HOST: "DtoH", _DEVICE_TO_DEVICE: "DtoD"}
        return self._call(f"cuMemcpy{ends.get(int(kind), '')}", to, start, size, stream=stream)

    def cudaMemcpy2D(self, target, target_pitch, source, source_pitch, width, height, kind, *stream):
        if width > min(target_pitch, source_pitch):
            return (_INVALID_PITCH,)
        start, end = _sides(kind)
        source = Side(start, address(source), source_pitch)
        return self.copy(source, Side(end, address(target), target_pitch), (width, height, 1), *stream)

    def copy(self, source: Side, target: Side, extent: tuple[int, int, int], *stream: Any) -> Sequence[Any]:
        """Copy a box; `extent` is bytes, rows and planes."""
        return self._call("cuMemcpy3D", self.memcpy_params(source, target, extent), stream=stream)

    def memcpy_params(self, source: Side, target: Side, extent: tuple[int, int, int]) -> Any:
        driver, given = self.driver, self.driver.CUDA_MEMCPY3D()
        for end, side in (("src", source), ("dst", target)):
            setattr(given, f"{end}MemoryType", driver.CUmemorytype(side.kind))
            if side.kind == _ARRAY:
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

    # Arrays, and copies that arrays may take part in.

    def cudaMallocArray(self, channels, width, height, flags):
        return self._make_array(channels, (width, height, 0), flags)

    def cudaMalloc3DArray(self, channels, extent, flags):
        return self._make_array(channels, (extent.width, extent.height, extent.depth), flags)

    def _make_array(self, channels: Any, extent: tuple[int, int, int], flags: int) -> Sequence[Any]:
        wanted = self.driver.CUDA_ARRAY3D_DESCRIPTOR()
        wanted.Width, wanted.Height, wanted.Depth = extent
        wanted.Format, wanted.NumChannels = self._format(channels, _INVALID_CHANNEL)
        wanted.Flags = flags
        return tuple(self.driver.cuArray3DCreate(wanted))

    def _format(self, channels: Any, error: int) -> tuple[Any, int]:
        bits = [width for width in (channels.x, channels.y, channels.z, channels.w) if width]
        kind = _FORMATS.get((int(channels.f), bits[0])) if len(set(bits)) == 1 else None
        if kind is None or len(bits) not in (1, 2, 4):
            raise RuntimeCallError(error, None)
        return self.driver.CUarray_format(kind), len(bits)

    def cudaFreeArray(self, array):
        return self.driver.cuArrayDestroy(self.given(array)) if int(array) else (0,)

    def cudaArrayGetInfo(self, array):
        descriptor = self.ask("cuArray3DGetDescriptor", array, n_values=3)
        extent = self.runtime.cudaExtent()
        extent.width, extent.height, extent.depth = descriptor.Width, descriptor.Height, descriptor.Depth
        return 0, self._channels(descriptor), extent, descriptor.Flags

    def cudaGetChannelDesc(self, array):
        return 0, self._channels(self.ask("cuArray3DGetDescriptor", array))

    def _channels(self, descriptor: Any) -> Any:
        made = self.runtime.cudaChannelFormatDesc()
        kind, bits = next(key for key, value in _FORMATS.items() if value == int(descriptor.Format))
        made.x, made.y, made.z, made.w = [bits] * descriptor.NumChannels + [0] * (4 - descriptor.NumChannels)
        made.f = self.runtime.cudaChannelFormatKind(kind)
        return made

    def _element_bytes(self, array: Any) -> int:
        code, descriptor = self.driver.cuArray3DGetDescriptor(self.given(array))
        channels = None if int(code) else self._channels(descriptor)
        return 0 if channels is None else int(channels.x * descriptor.NumChannels) // 8

    def cudaMemcpy2DToArray(self, array, x, y, source, pitch, width, height, kind, *stream):
        start = Side(_sides(kind)[0], address(source), pitch)
        return self.copy(start, _in_array(array, x, y), (width, height, 1), *stream)

    def cudaMemcpy2DFromArray(self, target, pitch, array, x, y, width, height, kind, *stream):
        end = Side(_sides(kind)[1], address(target), pitch)
        return self.copy(_in_array(array, x, y), end, (width, height, 1), *stream)

    def cudaMemcpy2DArrayToArray(self, target, x, y, source, from_x, from_y, width, height, _kind):
        return self.copy(_in_array(source, from_x, from_y), _in_array(target, x, y), (width, height, 1))

    def cudaMemcpy3D(self, params, *stream):
        return self._copy_3d(params, _sides(params.kind), *stream)

    def cudaMemcpy3DPeer(self, params, *stream):
        return self._copy_3d(params, (_DEVICE, _DEVICE), *stream)

    def _copy_3d(self, params: Any, kinds: tuple[int, int], *stream: Any) -> Sequence[Any]:
        ends = (
            (params.srcArray, params.srcPtr, params.srcPos, kinds[0]),
            (params.dstArray, params.dstPtr, params.dstPos, kinds[1]),
        )
        if any(bool(int(array)) == bool(address(pitched.ptr)) for array, pitched, _, _ in ends):
            return (_INVALID_VALUE,)  # each side is either an array or memory
        arrays = [array for array, *_ in ends if int(array)]
        element = self._element_bytes(arrays[0]) if arrays else 1
        extent = params.extent.width * element, params.extent.height, params.extent.depth
        source, target = (self._side(*end) for end in ends)
        return self.copy(source, target, extent, *stream)

    def _side(self, array: Any, pitched: Any, position: Any, kind: int) -> Side:
        """Return one side of a copy in three dimensions; positions are in elements of arrays, or in bytes."""
        if int(array):
            return _in_array(array, position.x * self._element_bytes(array), position.y, position.z)
        start = position.x, position.y, position.z
        return Side(kind, address(pitched.ptr), pitched.pitch, pitched.ysize, start)

    def cudaMemcpyToArray(self, array, x, y, source, size, kind):
        name = "cuMemcpyDtoA" if int(kind) == _DEVICE_TO_DEVICE else "cuMemcpyHtoA"
        return getattr(self.driver, name)(self.given(array), self._offset(array, x, y), address(source), size)

    def cudaMemcpyFromArray(self, target, array, x, y, size, kind):
        name = "cuMemcpyAtoD" if int(kind) == _DEVICE_TO_DEVICE else "cuMemcpyAtoH"
        return getattr(self.driver, name)(address(target), self.given(array), self._offset(array, x, y), size)

    def cudaMemcpyArrayToArray(self, target, x, y, source, from_x, from_y, size, _kind):
        to, start = self._offset(target, x, y), self._offset(source, from_x, from_y)
        return self.driver.cuMemcpyAtoA(self.given(target), to, self.given(source), start, size)

    def _offset(self, array: Any, x: int, y: int) -> int:
        _, descriptor = self.driver.cuArray3DGetDescriptor(self.given(array))
        return x + y * int(descriptor.Width) * self._element_bytes(array)

    # Texture and surface objects.

    def cudaCreateTextureObject(self, resource, texture, view):
        if view is not None:
            return _NOT_SUPPORTED, None
        return self.driver.cuTexObjectCreate(self._resource(resource), self._texture(texture), None)

    def cudaCreateSurfaceObject(self, resource):
        return self.driver.cuSurfObjectCreate(self._resource(resource))

    def cudaGetTextureObjectTextureDesc(self, texture):
        own = self.ask("cuTexObjectGetTextureDesc", texture)
        runtime, made = self.runtime, self.runtime.cudaTextureDesc()
        made.addressMode = [runtime.cudaTextureAddressMode(int(mode)) for mode in own.addressMode]
        made.filterMode = runtime.cudaTextureFilterMode(int(own.filterMode))
        made.mipmapFilterMode = runtime.cudaTextureFilterMode(int(own.mipmapFilterMode))
        made.readMode = runtime.cudaTextureReadMode(int(not own.flags & CU.TRSF_READ_AS_INTEGER))
        for name, flag in _FLAGS.items():
            setattr(made, name, int(bool(own.flags & flag)))
        for name in _SAME_FIELDS:
            setattr(made, name, getattr(own, name))
        return 0, made

    def _resource(self, given: Any) -> Any:
        """Return the driver's CUDA_RESOURCE_DESC; fail for a resource that cannot be made here."""
        driver, own = self.driver, self.driver.CUDA_RESOURCE_DESC()
        kind = int(given.resType)
        own.resType = driver.CUresourcetype(kind)
        if kind == CU.RESOURCE_TYPE_ARRAY:
            own.res.array.hArray = self.given(given.res.array.array)
            return own
        is_linear = kind == CU.RESOURCE_TYPE_LINEAR
        if not is_linear and kind != CU.RESOURCE_TYPE_PITCH2D:
            raise RuntimeCallError(_INVALID_VALUE, None)
        name = "linear" if is_linear else "pitch2D"
        source, target = getattr(given.res, name), getattr(own.res, name)
        target.format, target.numChannels = self._format(source.desc, _INVALID_VALUE)
        target.devPtr = driver.CUdeviceptr(address(source.devPtr))
        if is_linear:
            target.sizeInBytes = source.sizeInBytes
        else:
            target.width, target.height = source.width, source.height
            target.pitchInBytes = source.pitchInBytes
        return own

    def _texture(self, given: Any) -> Any:
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

    # The device.

    def cudaGetDevice(self):
        return 0, 0

    def cudaSetDevice(self, device):
        return (_INVALID_DEVICE if device else 0,)

    def cudaGetDeviceProperties(self, device):
        driver, properties = self.driver, self.runtime.cudaDeviceProp()
        properties.name = self.ask("cuDeviceGetName", 256, device).rstrip(b"\0").ljust(256, b"\0")
        properties.totalGlobalMem = driver.cuDeviceTotalMem(device)[1]
        properties.uuid = uuid = self.runtime.cudaUUID_t()
        ctypes.memmove(uuid.getPtr(), driver.cuDeviceGetUuid(device)[1].getPtr(), 16)
        attributes = {each.name.removeprefix(_ATTRIBUTE): each for each in driver.CUdevice_attribute}
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

    # Streams, events and graphs.

    def cudaGraphAddMemcpyNode1D(self, graph, after, n, target, source, size, kind):
        start, end = _SIDES[int(kind)]
        given = self.memcpy_params(Side(start, address(source)), Side(end, address(target)), (size, 1, 1))
        return self._add_node(self.driver.cuGraphAddMemcpyNode, graph, after, n, given)

    def cudaGraphAddMemsetNode(self, graph, after, n, params):
        return self._add_node(self.driver.cuGraphAddMemsetNode, graph, after, n, self.given(params))

    def _add_node(self, add: Callable[..., Any], graph: Any, after: Any, n: int, given: Any) -> Sequence[Any]:
        _, context = self.driver.cuCtxGetCurrent()
        return tuple(add(self.given(graph), self.given(list(after or [])), n, given, context))
