"""Memory pools: what a program sees of them, and what the checks find in their memory."""

from tests.driver.program_text import run_text

_PROGRAM = """
import numpy as np
from cuda.bindings import driver
from programs_cuda import check, kernel, start

start()
Attribute = driver.CUmemPool_attribute
MIB = 1 << 20

def value(pool, name):
    return int(check(driver.cuMemPoolGetAttribute(pool, getattr(Attribute, f"CU_MEMPOOL_ATTR_{name}"))))

stream = check(driver.cuStreamCreate(1))
props = driver.CUmemPoolProps()
props.allocType = driver.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
props.location.type = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
pool = check(driver.cuMemPoolCreate(props))
default = check(driver.cuDeviceGetDefaultMemPool(0))
assert int(check(driver.cuDeviceGetMemPool(0))) == int(default) != int(pool)
check(driver.cuDeviceSetMemPool(0, pool))
a = check(driver.cuMemAllocAsync(MIB, stream))
b = check(driver.cuMemAllocFromPoolAsync(40 * MIB, default, stream))
assert (value(pool, "USED_MEM_CURRENT"), value(pool, "RESERVED_MEM_CURRENT")) == (MIB, 32 * MIB)
assert (value(default, "USED_MEM_CURRENT"), value(default, "RESERVED_MEM_CURRENT")) == (40 * MIB, 64 * MIB)
asked = driver.CUpointer_attribute.CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE
assert int(check(driver.cuPointerGetAttribute(asked, a))) == int(pool)
check(driver.cuMemPoolSetAttribute(pool, Attribute.CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, driver.cuuint64_t(64 * MIB)))
check(driver.cuMemFreeAsync(a, stream))
check(driver.cuMemFreeAsync(b, stream))
check(driver.cuStreamSynchronize(stream))
assert value(pool, "RESERVED_MEM_CURRENT") == 32 * MIB  # held back by the threshold
assert value(default, "RESERVED_MEM_CURRENT") == 0
assert value(default, "USED_MEM_HIGH") == 40 * MIB
assert int(driver.cuMemPoolDestroy(default)[0]) == 1
check(driver.cuMemPoolDestroy(pool))
assert int(check(driver.cuDeviceGetMemPool(0))) == int(default)

props.location.type = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_HOST
host = check(driver.cuMemPoolCreate(props))
h = check(driver.cuMemAllocFromPoolAsync(128, host, stream))
function = kernel('extern "C" __global__ void k(int *out) { out[threadIdx.x] = threadIdx.x; }', "k")
check(driver.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, ((h,), (None,)), 0))
check(driver.cuStreamSynchronize(stream))
y = np.zeros(32, np.int32)
check(driver.cuMemcpyDtoH(y, h, 128))
assert (y == np.arange(32)).all()
d = check(driver.cuMemAlloc(128))
check(driver.cuMemsetD8Async(d, 1, 128, stream))
check(driver.cuMemcpyDtoHAsync(h, d, 128, stream))
check(driver.cuMemFreeAsync(h, stream))  # behind the copy
check(driver.cuMemFreeAsync(d, stream))
check(driver.cuStreamSynchronize(stream))
print("right", flush=True)
driver.cuMemFreeAsync(h, stream)  # a second time
check(driver.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, ((b,), (None,)), 0))
"""


def test_a_program_uses_pools_and_its_faults_in_them_are_found(tmp_path):
    found = run_text(tmp_path, _PROGRAM)
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == 1, found.stderr
    assert "FOUND invalid-free: " in found.stderr
    assert "FOUND oob-write: " in found.stderr
    assert ": 2 findings, 0 notes" in found.stderr
