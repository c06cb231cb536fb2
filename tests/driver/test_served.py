"""Functions that programs ask facts by: occupancy, kernels of a library, attributes of memory, names of errors."""

from tests.driver.program_text import run_text

_PROGRAM = """
import numpy as np
from cuda.bindings import driver, nvrtc
from programs_cuda import check, kernel, start

start()
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

two = "__device__ int unused = 5;" + source % "a" + source % "b"
program = check(nvrtc.nvrtcCreateProgram(two.encode(), b"two.cu", 0, [], []))
check(nvrtc.nvrtcCompileProgram(program, 1, [b"-arch=sm_90"]))
code = b" " * check(nvrtc.nvrtcGetCUBINSize(program))
check(nvrtc.nvrtcGetCUBIN(program, code))
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
    found = run_text(tmp_path, _PROGRAM)
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == 0, found.stderr
