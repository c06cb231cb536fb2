"""Virtual memory management: addresses and memory of a program's own, and accesses to what is not mapped."""

import pytest

from harness.driver.call import CudaError
from harness.driver.device.memory import DeviceMemory
from harness.driver.device.state import Context
from harness.driver.device.virtual_memory import GRANULARITY_BYTES, READ_WRITE, VirtualMemory
from harness.ptx.memory import Memory
from tests.driver.program_text import run_text

G = GRANULARITY_BYTES
_PROGRAM = """
import ctypes
import os
import subprocess
import sys
import numpy as np
from cuda.bindings import driver
from programs_cuda import check, kernel, start

start()
assert check(driver.cuDeviceGetAttribute(driver.CUdevice_attribute(102), 0)) == 1
given = driver.CUmemAllocationProp()
given.type = driver.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
given.location.type = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
File = driver.CUmemAllocationHandleType.CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
given.requestedHandleTypes = File
option = driver.CUmemAllocationGranularity_flags.CU_MEM_ALLOC_GRANULARITY_MINIMUM
g = check(driver.cuMemGetAllocationGranularity(given, option))
access = driver.CUmemAccessDesc()
access.location = given.location
access.flags = driver.CUmemAccess_flags.CU_MEM_ACCESS_FLAGS_PROT_READWRITE


def at(address, offset=0):
    return driver.CUdeviceptr(int(address) + offset)


def run(address, first, n):
    values = (int(address), first, n), (ctypes.c_uint64, ctypes.c_int, ctypes.c_int)
    check(driver.cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, 0, values, 0))


source = 'extern "C" __global__ void k(int *p, int first, int n) { p[first + threadIdx.x] = n + threadIdx.x; }'
function = kernel(source, "k")
place = check(driver.cuMemAddressReserve(4 * g, 0, 0, 0))
one, two = check(driver.cuMemCreate(g, given, 0)), check(driver.cuMemCreate(g, given, 0))
free, total = check(driver.cuMemGetInfo())
assert total - free == 2 * g
check(driver.cuMemMap(place, g, 0, one, 0))
check(driver.cuMemSetAccess(place, g, [access], 1))
run(place, 0, 100)
check(driver.cuMemMap(at(place, g), g, 0, two, 0))
assert int(driver.cuMemMap(at(place, g), g, 0, two, 0)[0]) == 1
check(driver.cuMemSetAccess(at(place, g), g, [access], 1))
run(place, g // 4 - 16, 7)  # half in each
y = np.zeros(32, np.int32)
check(driver.cuMemcpyDtoH(y, at(place, g - 64), 128))
assert (y == 7 + np.arange(32)).all(), y
check(driver.cuMemcpyDtoH(y, place, 128))  # from before the second was there
assert (y == 100 + np.arange(32)).all(), y
assert check(driver.cuMemGetAccess(given.location, at(place, g))) == 3
check(driver.cuMemcpyDtoH(y, at(place, 4096), 128))  # nobody has written this

# the second at another address too, and after the first is gone
other = check(driver.cuMemAddressReserve(g, 0, 0, 0))
check(driver.cuMemMap(other, g, 0, two, 0))
check(driver.cuMemSetAccess(other, g, [access], 1))
check(driver.cuMemcpyDtoH(y[:16], other, 64))
assert (y[:16] == 23 + np.arange(16)).all(), y
check(driver.cuMemUnmap(place, 2 * g))
check(driver.cuMemRelease(one))
check(driver.cuMemAddressFree(place, 4 * g))
kept = check(driver.cuMemRetainAllocationHandle(int(other)))
assert int(kept) == int(two)
check(driver.cuMemRelease(kept))

# another process writes to it
file = check(driver.cuMemExportToShareableHandle(two, File, 0))
if len(sys.argv) < 2:
    subprocess.run([sys.executable, __file__, str(file)], pass_fds=[file], check=True)
else:
    mine = check(driver.cuMemImportFromShareableHandle(int(sys.argv[1]), File))
    check(driver.cuMemUnmap(other, g))
    check(driver.cuMemMap(other, g, 0, mine, 0))
    check(driver.cuMemSetAccess(other, g, [access], 1))
    run(other, 0, 500)
    check(driver.cuMemUnmap(other, g))
    for each in (mine, two):
        check(driver.cuMemRelease(each))
    sys.exit()
os.close(file)
check(driver.cuMemcpyDtoH(y, other, 128))
assert (y == 500 + np.arange(32)).all(), y
print("right")
access.flags = driver.CUmemAccess_flags.CU_MEM_ACCESS_FLAGS_PROT_READ
check(driver.cuMemSetAccess(other, g, [access], 1))
run(other, 0, 1)  # it may be read only
access.flags = driver.CUmemAccess_flags.CU_MEM_ACCESS_FLAGS_PROT_READWRITE
check(driver.cuMemSetAccess(other, g, [access], 1))
check(driver.cuMemRelease(two))  # mapped still
run(other, g // 4 - 31, 0)  # one element is past it
"""


def test_a_program_maps_its_own_memory(tmp_path):
    found = run_text(tmp_path, _PROGRAM)
    assert found.stdout == "right\n", found.stderr
    summary = [line for line in found.stderr.splitlines() if line.startswith(("uninit", "oob", "input"))]
    assert [line.partition(" ")[0].rstrip(",") for line in summary] == [
        "uninitialised-read",
        "input-modified",
        "oob-write",
    ]
    assert "(0 bytes into the read-only mapping of program.py:" in found.stderr
    assert "0 bytes past the end of the mapping of program.py:" in found.stderr
    assert found.returncode == 1


@pytest.fixture
def virtual() -> VirtualMemory:
    return VirtualMemory(DeviceMemory(Memory(), 8 * G))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda memory, place, held: memory.reserve(G + 1, 0, 0),
        lambda memory, place, held: memory.reserve(G, 3 * G, 0),
        lambda memory, place, held: memory.create(4096, b""),
        lambda memory, place, held: memory.create(16 * G, b""),
        lambda memory, place, held: memory.map(place + 4096, G, 0, held),
        lambda memory, place, held: memory.map(place + 2 * G, G, 0, held),
        lambda memory, place, held: memory.map(place, 2 * G, 0, held),
        lambda memory, place, held: memory.unmap(place, G),
        lambda memory, place, held: memory.set_access(Context(), place, G, READ_WRITE),
        lambda memory, place, held: memory.free(place, G),
        lambda memory, place, held: memory.map(place, G, 0, held) or memory.free(place, 2 * G),
        lambda memory, place, held: memory.map(place, G, 0, held) or memory.unmap(place, 2 * G),
        lambda memory, place, held: memory.release(held) or memory.release(held),
    ],
)
def test_refused(virtual, wrong):
    place = virtual.reserve(2 * G, 0, 0)
    with pytest.raises(CudaError):
        wrong(virtual, place, virtual.create(G, b""))


def test_addresses_are_those_that_a_program_wants_if_they_are_free(virtual):
    first = virtual.reserve(G, 0, 0)
    assert virtual.reserve(G, 0, first + G) == first + G
    assert virtual.reserve(G, 0, first + G) > first + 2 * G
    assert virtual.reserve(G, 16 * G, 0) % (16 * G) == 0
