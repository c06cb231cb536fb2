"""``cuda.bindings.runtime`` on the virtual GPU: calls of the runtime that are calls of the driver."""

from tests.driver.program_text import run_text

_PROGRAM = """
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
kind = runtime.cudaChannelFormatKind.cudaChannelFormatKindUnsigned
array = runtime.cudaMallocArray(check(runtime.cudaCreateChannelDesc(8, 0, 0, 0, kind)), 4, 1, 0)
assert array[0] == runtime.cudaError_t.cudaErrorNotSupported
print("right")
"""


def test_a_program_uses_the_runtime(tmp_path):
    found = run_text(tmp_path, _PROGRAM)
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == 0, found.stderr
