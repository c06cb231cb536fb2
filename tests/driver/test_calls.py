"""Functions that programs ask facts by, and ``cuda.bindings.runtime`` by calls of the driver."""

from tests.driver.program_text import PRELUDE, run_right

_PROGRAM = """
source = 'extern "C" __global__ void %s(int *out) { __shared__ int s[256]; s[threadIdx.x] = 1; *out = s[threadIdx.x]; }'
function = kernel(source % "k", "k")

# without the attribute that allows more, a block has 48 KiB, its static memory included
assert int(check(driver.cuOccupancyAvailableDynamicSMemPerBlock(function, 1, 256))) == 47 * 1024
most = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
check(driver.cuFuncSetAttribute(function, most, 226 * 1024))
# of 228 KiB a multiprocessor has, each block takes its own, 1 KiB that the system reserves, and 1 KiB of static memory
for blocks in (1, 2, 4):
    size = int(check(driver.cuOccupancyAvailableDynamicSMemPerBlock(function, blocks, 256)))
    assert size == min(228 * 1024 // blocks - 1024, 227 * 1024) - 1024, (blocks, size)
    held = check(driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, 256, size))
    assert held >= blocks > check(driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(function, 256, size + 8192))
assert int(driver.cuOccupancyAvailableDynamicSMemPerBlock(function, 9, 256)[0]) == 1
config = driver.CUlaunchConfig()
config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1
config.blockDimX = 1024
assert check(driver.cuOccupancyMaxActiveClusters(function, config)) == 2 * 132
assert check(driver.cuOccupancyMaxPotentialClusterSize(function, config)) == 8

code = compiled("__device__ int unused = 5;" + source % "a" + source % "b")
context = check(driver.cuCtxPopCurrent())
library = check(driver.cuLibraryLoadData(code, [], [], 0, [], [], 0))  # without a current context
assert check(driver.cuLibraryGetKernelCount(library)) == 2
kernels = check(driver.cuLibraryEnumerateKernels(2, library))
assert {bytes(check(driver.cuKernelGetName(each))) for each in kernels} == {b"a", b"b"}
assert int(check(driver.cuKernelGetLibrary(kernels[0]))) == int(library)
assert int(driver.cuKernelGetName(0)[0]) == 1
check(driver.cuCtxPushCurrent(context))
unused, size = check(driver.cuLibraryGetGlobal(library, b"unused"))  # by kernels; a program may read it
content = np.zeros(1, np.int32)
check(driver.cuMemcpyDtoH(content, unused, size))
assert content == 5

managed = check(driver.cuMemAllocManaged(4096, 1))
device, host = driver.CUmemLocation(), driver.CUmemLocation()
device.type = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
host.type = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_HOST
Advice, Range = driver.CUmem_advise, driver.CUmem_range_attribute
by = Range.CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY
last = Range.CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION
assert check(driver.cuMemRangeGetAttribute(8, by, managed, 4096)) == [-2, -2]
for place in (host, device):
    check(driver.cuMemAdvise(managed, 4096, Advice.CU_MEM_ADVISE_SET_ACCESSED_BY, place))
assert check(driver.cuMemRangeGetAttribute(12, by, managed, 4096)) == [0, -1, -2]
check(driver.cuMemAdvise(managed, 4096, Advice.CU_MEM_ADVISE_UNSET_ACCESSED_BY, device))
assert check(driver.cuMemRangeGetAttribute(8, by, managed, 4096)) == [-1, -2]
check(driver.cuMemPrefetchAsync(managed, 4096, device, 0, 0))
assert check(driver.cuMemRangeGetAttributes([12, 4], [by, last], 2, managed, 4096)) == [[-1, -2, -2], 0]
synchronous = driver.CUpointer_attribute.CU_POINTER_ATTRIBUTE_SYNC_MEMOPS
check(driver.cuPointerSetAttribute(True, synchronous, managed))
assert check(driver.cuPointerGetAttribute(synchronous, managed)) == True
check(driver.cuMemFree(managed))

y = np.zeros(64, np.uint8)
check(driver.cuMemHostRegister(y.ctypes.data, 64, 0))
assert int(driver.cuMemHostUnregister(y.ctypes.data + 8)[0]) == 1
check(driver.cuMemHostUnregister(y.ctypes.data))
assert int(driver.cuMemHostUnregister(y.ctypes.data)[0]) == 713
assert driver.cuGetErrorName(driver.CUresult.CUDA_ERROR_MPS_CLIENT_TERMINATED)[1] == b"CUDA_ERROR_MPS_CLIENT_TERMINATED"
assert driver.cuGetErrorString(driver.CUresult.CUDA_ERROR_TIMEOUT)[1] == b"wait operation timed out"
print("right")
"""


def test_a_program_is_told_facts(tmp_path):
    run_right(tmp_path, PRELUDE + _PROGRAM)


_PROGRAM_RUNTIME = """
import numpy as np
from cuda.bindings import runtime
from programs_cuda import check, kernel

assert check(runtime.cudaGetDeviceCount()) == 1
assert check(runtime.cudaGetDevice()) == 0
major = runtime.cudaDeviceAttr.cudaDevAttrComputeCapabilityMajor
assert check(runtime.cudaDeviceGetAttribute(major, 0)) == 9
x = np.arange(32, dtype=np.int32)
y = np.zeros_like(x)
a = check(runtime.cudaMalloc(x.nbytes))
stream = check(runtime.cudaStreamCreate())
assert isinstance(stream, runtime.cudaStream_t)
to_device, to_host = runtime.cudaMemcpyKind.cudaMemcpyHostToDevice, runtime.cudaMemcpyKind.cudaMemcpyDeviceToHost
check(runtime.cudaMemcpyAsync(a, x, x.nbytes, to_device, stream))
function = kernel('extern "C" __global__ void k(int *out) { out[threadIdx.x] += 1; }', "k")
from cuda.bindings import driver
check(driver.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, int(stream), ((driver.CUdeviceptr(a),), (None,)), 0))
check(runtime.cudaStreamSynchronize(stream))
check(runtime.cudaMemcpy(y.ctypes.data, a, x.nbytes, to_host))
assert (y == x + 1).all(), y
assert int(runtime.cudaSetDevice(1)[0]) == 101 == int(runtime.cudaGetLastError()[0])
assert int(runtime.cudaGetLastError()[0]) == 0
check(runtime.cudaFree(a))
check(runtime.cudaStreamDestroy(stream))
check(runtime.cudaDeviceSynchronize())
assert runtime.cudaIpcGetEventHandle(check(runtime.cudaEventCreate()))[0] == runtime.cudaError_t.cudaErrorNotSupported
print("right")
"""


def test_a_program_uses_the_runtime(tmp_path):
    run_right(tmp_path, _PROGRAM_RUNTIME)


_MEMORY = """
import ctypes
import numpy as np
from cuda.bindings import runtime
from programs_cuda import check

Kind = runtime.cudaMemcpyKind
to_device, to_host = Kind.cudaMemcpyHostToDevice, Kind.cudaMemcpyDeviceToHost
properties = check(runtime.cudaGetDeviceProperties(0))
assert properties.name.rstrip(b"\\0") == b"NVIDIA H100 80GB HBM3"
assert (properties.major, properties.warpSize, properties.multiProcessorCount) == (9, 32, 132)
assert list(properties.maxThreadsDim) == [1024, 1024, 64]
assert properties.totalGlobalMem == check(runtime.cudaMemGetInfo())[1]
assert int(runtime.cudaGetDeviceProperties(1)[0]) == 101

x = np.arange(6 * 5, dtype=np.float32).reshape(6, 5)
y = np.zeros((6, 3), np.float32)
memory, pitch = check(runtime.cudaMallocPitch(20, 6))
assert pitch % 256 == 0
check(runtime.cudaMemset2D(memory, pitch, 0, 20, 6))
check(runtime.cudaMemcpy2D(memory, pitch, x, 20, 20, 6, to_device))
check(runtime.cudaMemcpy2D(y, 12, memory + 8, pitch, 12, 6, to_host))
assert (y == x[:, 2:]).all()
assert int(runtime.cudaMemcpy2D(y, 8, memory, pitch, 12, 6, to_host)[0]) == 12
found = check(runtime.cudaPointerGetAttributes(memory))
assert (found.type, found.device, found.devicePointer) == (runtime.cudaMemoryType.cudaMemoryTypeDevice, 0, memory)
found = check(runtime.cudaPointerGetAttributes(x.ctypes.data))
assert found.type == runtime.cudaMemoryType.cudaMemoryTypeUnregistered
check(runtime.cudaFree(memory))

Channel = runtime.cudaChannelFormatKind
channels = check(runtime.cudaCreateChannelDesc(32, 0, 0, 0, Channel.cudaChannelFormatKindFloat))
array = check(runtime.cudaMallocArray(channels, 5, 6, 0))
given, extent, flags = check(runtime.cudaArrayGetInfo(array))
assert (given.x, given.y, given.f, extent.width, extent.height, flags) == (32, 0, channels.f, 5, 6, 0)
check(runtime.cudaMemcpy2DToArray(array, 0, 0, x, 20, 20, 6, to_device))
other = check(runtime.cudaMalloc3DArray(channels, runtime.make_cudaExtent(5, 6, 2), 0))
params = runtime.cudaMemcpy3DParms()
params.srcArray, params.dstArray = array, other
params.dstPos = runtime.make_cudaPos(1, 0, 1)  # in elements
params.extent = runtime.make_cudaExtent(4, 6, 1)
params.kind = Kind.cudaMemcpyDeviceToDevice
check(runtime.cudaMemcpy3D(params))
back = np.zeros((6, 4), np.float32)
params = runtime.cudaMemcpy3DParms()
params.srcArray, params.srcPos = other, runtime.make_cudaPos(1, 0, 1)
params.dstPtr = runtime.make_cudaPitchedPtr(back.ctypes.data, 16, 16, 6)
params.extent, params.kind = runtime.make_cudaExtent(4, 6, 1), to_host
stream = check(runtime.cudaStreamCreate())
check(runtime.cudaMemcpy3DAsync(params, stream))
check(runtime.cudaStreamSynchronize(stream))
assert (back == x[:, :4]).all(), back
line = np.zeros(5, np.float32)
check(runtime.cudaMemcpyFromArray(line, array, 0, 2, 20, to_host))
assert (line == x[2]).all()
assert int(runtime.cudaMallocArray(runtime.cudaChannelFormatDesc(), 5, 6, 0)[0]) == 20
params.srcPtr = params.dstPtr  # beside an array
assert int(runtime.cudaMemcpy3D(params)[0]) == 1
box = check(runtime.cudaMalloc3D(runtime.make_cudaExtent(20, 6, 2)))
check(runtime.cudaMemset3D(box, 7, runtime.make_cudaExtent(20, 6, 2)))
bytes_of = np.zeros(20, np.uint8)
check(runtime.cudaMemcpy(bytes_of, box.ptr + 11 * box.pitch, 20, to_host))
assert (bytes_of == 7).all()

from cuda.bindings import driver
from programs_cuda import kernel

resource, texture = runtime.cudaResourceDesc(), runtime.cudaTextureDesc()
resource.resType, resource.res.array.array = runtime.cudaResourceType.cudaResourceTypeArray, array
texture.addressMode = [runtime.cudaTextureAddressMode.cudaAddressModeClamp] * 3
texture.normalizedCoords = 1
textured = check(runtime.cudaCreateTextureObject(resource, texture, None))
told = check(runtime.cudaGetTextureObjectTextureDesc(textured))
assert (told.normalizedCoords, told.readMode, told.addressMode) == (1, texture.readMode, texture.addressMode)
source = 'extern "C" __global__ void k(float *out, cudaTextureObject_t t) { *out = tex2D<float>(t, .5f, .25f); }'
result = check(runtime.cudaMalloc(4))
given = (result, int(textured)), (ctypes.c_uint64, ctypes.c_uint64)
check(driver.cuLaunchKernel(kernel(source, "k"), 1, 1, 1, 1, 1, 1, 0, 0, given, 0))
one = np.zeros(1, np.float32)
check(runtime.cudaMemcpy(one, result, 4, to_host))
assert one == x[1, 2], one
check(runtime.cudaDestroyTextureObject(textured))
check(runtime.cudaFree(result))

wanted = runtime.cudaMemPoolProps()
wanted.allocType = runtime.cudaMemAllocationType.cudaMemAllocationTypePinned
wanted.location.type = runtime.cudaMemLocationType.cudaMemLocationTypeDevice
pool = check(runtime.cudaMemPoolCreate(wanted))
taken = check(runtime.cudaMallocFromPoolAsync(4096, pool, stream))
assert int(check(runtime.cudaMemPoolGetAttribute(pool, runtime.cudaMemPoolAttr.cudaMemPoolAttrUsedMemCurrent))) == 4096
check(runtime.cudaFreeAsync(taken, stream))

Status = runtime.cudaStreamCaptureStatus
assert check(runtime.cudaStreamIsCapturing(stream)) == Status.cudaStreamCaptureStatusNone
check(runtime.cudaStreamBeginCapture(stream, runtime.cudaStreamCaptureMode.cudaStreamCaptureModeGlobal))
assert check(runtime.cudaStreamGetCaptureInfo(stream))[0] == Status.cudaStreamCaptureStatusActive
check(runtime.cudaStreamEndCapture(stream))
graph = check(runtime.cudaGraphCreate(0))
fill = runtime.cudaMemsetParams()
fill.dst, fill.pitch, fill.value, fill.elementSize, fill.width, fill.height = box.ptr, 20, 9, 1, 20, 1
first = check(runtime.cudaGraphAddMemsetNode(graph, [], 0, fill))
second = check(runtime.cudaGraphAddMemcpyNode1D(graph, [first], 1, bytes_of, box.ptr, 20, to_host))
assert check(runtime.cudaGraphNodeGetType(second)) == runtime.cudaGraphNodeType.cudaGraphNodeTypeMemcpy
check(runtime.cudaGraphLaunch(check(runtime.cudaGraphInstantiate(graph, 0)), stream))
called = []
function = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(called.append)
check(runtime.cudaLaunchHostFunc(stream, runtime.cudaHostFn_t(_ptr=ctypes.addressof(function)), 5))
check(runtime.cudaStreamSynchronize(stream))
assert (bytes_of == 9).all() and called == [5]
print("right")
assert int(runtime.cudaMemcpy2DToArray(array, 8, 0, x, 20, 20, 6, to_device)[0]) == 1  # past the rows' end
check(runtime.cudaFreeArray(array))
check(runtime.cudaFreeArray(other))
check(runtime.cudaFree(box.ptr))
check(runtime.cudaStreamDestroy(stream))
"""


def test_a_program_uses_arrays_pools_and_graphs_of_the_runtime(tmp_path):
    found = run_right(tmp_path, _MEMORY, status=1)
    assert "1 finding, 0 notes" in found.stderr
    assert "FOUND copy-out-of-bounds: a copy does not fit into" in found.stderr
