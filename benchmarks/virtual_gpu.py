"""Measures what the virtual GPU adds to a launch: ``kernel-harness run benchmarks/virtual_gpu.py``.

The same empty kernel is launched by the executor itself, through the driver API by ctypes, and by PyCUDA where it is
installed; and a copy of four bytes each way.
"""

import ctypes
import time

import numpy as np
from cuda.bindings import driver, nvrtc
from kernel_harness.driver.attachment import attachment

N = 1000
SOURCE = b'extern "C" __global__ void nothing(int *out, int n) {}\n'


def check(result):
    """Return the values of a call, which must succeed."""
    assert not int(result[0]), result[0]
    return result[1] if len(result) == 2 else result[1:]


def us_of(call):
    """Return the microseconds of processor time of a call: the least of five series of N."""
    series = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(N):
            call()
        series.append(1e6 * (time.process_time() - start) / N)
    return min(series)


program = check(nvrtc.nvrtcCreateProgram(SOURCE, b"nothing.cu", 0, [], []))
check(nvrtc.nvrtcCompileProgram(program, 1, [b"--gpu-architecture=compute_80"]))
ptx = b" " * check(nvrtc.nvrtcGetPTXSize(program))
check(nvrtc.nvrtcGetPTX(program, ptx))

check(driver.cuInit(0))
check(driver.cuCtxSetCurrent(check(driver.cuDevicePrimaryCtxRetain(0))))
function = check(driver.cuModuleGetFunction(check(driver.cuModuleLoadData(ptx)), b"nothing"))
memory = check(driver.cuMemAlloc(4))
host = np.zeros(1, np.int32)
check(driver.cuMemcpyHtoD(memory, host.ctypes.data, 4))

gpu = attachment().gpu
loaded = gpu.executor.load(ptx.rstrip(b"\0").decode())
arguments = [int(memory).to_bytes(8, "little"), bytes(4)]
own = us_of(lambda: gpu.executor.launch(loaded, "nothing", (1, 1, 1), (32, 1, 1), arguments, 0, gpu.watch))
print(f"the executor itself:       {own:6.1f} us a launch")

values = [ctypes.c_uint64(int(memory)), ctypes.c_int(0)]
pointers = (ctypes.c_void_p * 2)(*(ctypes.addressof(each) for each in values))
launch = ctypes.CDLL("libcuda.so.1").cuLaunchKernel
handle, address = ctypes.c_void_p(int(function)), ctypes.addressof(pointers)
direct = us_of(lambda: launch(handle, 1, 1, 1, 32, 1, 1, 0, None, ctypes.c_void_p(address), None))
print(f"cuLaunchKernel:            {direct:6.1f} us, {direct - own:+.1f}")
copy = us_of(lambda: driver.cuMemcpyHtoD(memory, host.ctypes.data, 4))
print(f"cuMemcpyHtoD of 4 bytes:   {copy:6.1f} us")
back = us_of(lambda: driver.cuMemcpyDtoH(host.ctypes.data, memory, 4))
print(f"cuMemcpyDtoH of 4 bytes:   {back:6.1f} us")

try:
    import pycuda.driver as cuda
except ImportError:
    print("PyCUDA is not installed")
else:
    cuda.init()
    context = cuda.Device(0).retain_primary_context()
    context.push()
    theirs = cuda.module_from_buffer(ptx).get_function("nothing")
    number = np.int32(0)
    called = us_of(lambda: theirs(np.uint64(int(memory)), number, block=(32, 1, 1), grid=(1, 1)))
    print(f"PyCUDA:                    {called:6.1f} us, {called - own:+.1f}")
    context.pop()
check(driver.cuMemFree(memory))
