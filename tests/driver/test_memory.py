"""Memory pools, memory that processes share, and memory that a program maps itself."""

import pytest

from harness.driver.call import CudaError
from harness.driver.device.memory import GRANULARITY_BYTES, READ_WRITE, DeviceMemory, VirtualMemory
from harness.driver.device.state import Context
from harness.ptx.memory import Memory
from tests.driver.program_text import PRELUDE, run_right

_PROGRAM = """
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
assert not launch(function, 32, h, stream=stream)
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
launch(function, 32, b, stream=stream)
"""


def test_a_program_uses_pools_and_its_faults_in_them_are_found(tmp_path):
    found = run_right(tmp_path, PRELUDE + _PROGRAM, status=1)
    assert "FOUND invalid-free: " in found.stderr
    assert "FOUND oob-write: " in found.stderr
    assert ": 2 findings, 0 notes" in found.stderr


_PROGRAM_SHARING = """
File = driver.CUmemAllocationHandleType.CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
add = kernel('extern "C" __global__ void k(int *p, int n) { p[threadIdx.x] += n; }', "k")
stream = check(driver.cuStreamCreate(0))


def read(address):
    y = np.zeros(32, np.int32)
    check(driver.cuMemcpyDtoH(y, address, 128))
    assert (y == y[0]).all(), y
    return int(y[0])


def of_other(kind, text):
    made = kind()
    made.reserved = bytes.fromhex(text)
    return made


if len(sys.argv) > 1:
    memory, event, pointer, file = sys.argv[1:]
    one = check(driver.cuIpcOpenMemHandle(of_other(driver.CUipcMemHandle, memory), 1))
    again = check(driver.cuIpcOpenMemHandle(of_other(driver.CUipcMemHandle, memory), 1))
    assert int(one) == int(again)
    check(driver.cuIpcCloseMemHandle(again))
    recorded = check(driver.cuIpcOpenEventHandle(of_other(driver.CUipcEventHandle, event)))
    check(driver.cuStreamWaitEvent(stream, recorded, 0))
    assert read(one) == 5
    launch(add, 32, one, 10, stream=stream)
    pool = check(driver.cuMemPoolImportFromShareableHandle(int(file), File, 0))
    assert int(driver.cuMemAllocFromPoolAsync(128, pool, stream)[0]) == 1
    two = check(driver.cuMemPoolImportPointer(pool, of_other(driver.CUmemPoolPtrExportData, pointer)))
    launch(add, 32, two, 20, stream=stream)
    check(driver.cuMemFreeAsync(two, stream))
    check(driver.cuStreamSynchronize(stream))
    launch(add, 33, one, 0, stream=stream)  # one element is past it
    sys.exit()

one = check(driver.cuMemAlloc(128))
check(driver.cuMemsetD32(one, 5, 32))
handle = check(driver.cuIpcGetMemHandle(one))
assert read(one) == 5  # it has moved
assert int(driver.cuIpcOpenMemHandle(handle, 1)[0]) == 201  # in the process that has it
assert int(driver.cuEventCreate(4)[0]) == 1  # with times
assert int(driver.cuIpcGetEventHandle(check(driver.cuEventCreate(2)))[0]) == 400
event = check(driver.cuEventCreate(6))
check(driver.cuEventRecord(event, stream))
props = driver.CUmemPoolProps()
props.allocType = driver.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
props.location.type = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
own = check(driver.cuMemPoolCreate(props))
assert int(driver.cuMemPoolExportToShareableHandle(own, File, 0)[0]) == 1
assert int(driver.cuIpcGetMemHandle(check(driver.cuMemAllocFromPoolAsync(128, own, stream)))[0]) == 1
props.handleTypes = File
pool = check(driver.cuMemPoolCreate(props))
check(driver.cuMemAllocFromPoolAsync(4, pool, stream))
two = check(driver.cuMemAllocFromPoolAsync(128, pool, stream))
check(driver.cuMemsetD32Async(two, 7, 32, stream))
file = int(check(driver.cuMemPoolExportToShareableHandle(pool, File, 0)))
os.set_inheritable(file, True)
told = [handle, check(driver.cuIpcGetEventHandle(event)), check(driver.cuMemPoolExportPointer(two))]
words = [bytes(each.reserved).hex() for each in told]
subprocess.run([sys.executable, __file__, *words, str(file)], pass_fds=[file], check=True)
assert (read(one), read(two)) == (15, 27)
print("right")
"""


def test_a_program_shares_memory_and_events_with_another_process(tmp_path):
    found = run_right(tmp_path, PRELUDE + _PROGRAM_SHARING, status=1)
    lines = [line for line in found.stderr.splitlines() if line.startswith("oob-")]
    assert [line.split()[0] for line in lines] == ["oob-read", "oob-write"], found.stderr
    assert "0 bytes past the end of the buffer of program.py:" in found.stderr


G = GRANULARITY_BYTES
_PROGRAM_MAPPING = """
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


source = 'extern "C" __global__ void k(int *p, int first, int n) { p[first + threadIdx.x] = n + threadIdx.x; }'
function = kernel(source, "k")
place = check(driver.cuMemAddressReserve(4 * g, 0, 0, 0))
one, two = check(driver.cuMemCreate(g, given, 0)), check(driver.cuMemCreate(g, given, 0))
free, total = check(driver.cuMemGetInfo())
assert total - free == 2 * g
check(driver.cuMemMap(place, g, 0, one, 0))
check(driver.cuMemSetAccess(place, g, [access], 1))
launch(function, 32, place, 0, 100)
check(driver.cuMemMap(at(place, g), g, 0, two, 0))
assert int(driver.cuMemMap(at(place, g), g, 0, two, 0)[0]) == 1
check(driver.cuMemSetAccess(at(place, g), g, [access], 1))
launch(function, 32, place, g // 4 - 16, 7)  # half in each
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
    launch(function, 32, other, 0, 500)
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
launch(function, 32, other, 0, 1)  # it may be read only
access.flags = driver.CUmemAccess_flags.CU_MEM_ACCESS_FLAGS_PROT_READWRITE
check(driver.cuMemSetAccess(other, g, [access], 1))
check(driver.cuMemRelease(two))  # mapped still
launch(function, 32, other, g // 4 - 31, 0)  # one element is past it
"""


def test_a_program_maps_its_own_memory(tmp_path):
    found = run_right(tmp_path, PRELUDE + _PROGRAM_MAPPING, status=1)
    summary = [line for line in found.stderr.splitlines() if line.startswith(("uninit", "oob", "input"))]
    found_in_order = [line.partition(" ")[0].rstrip(",") for line in summary]
    assert found_in_order == ["uninitialised-read", "input-modified", "oob-write"]
    assert "(0 bytes into the read-only mapping of program.py:" in found.stderr
    assert "0 bytes past the end of the mapping of program.py:" in found.stderr


@pytest.fixture
def virtual() -> VirtualMemory:
    return VirtualMemory(DeviceMemory(Memory(), 8 * G))


@pytest.mark.parametrize("wrong", [
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
])  # fmt: skip
def test_refused(virtual, wrong):
    place = virtual.reserve(2 * G, 0, 0)
    with pytest.raises(CudaError):
        wrong(virtual, place, virtual.create(G, b""))


def test_addresses_are_those_that_a_program_wants_if_they_are_free(virtual):
    first = virtual.reserve(G, 0, 0)
    assert virtual.reserve(G, 0, first + G) == first + G
    assert virtual.reserve(G, 0, first + G) > first + 2 * G
    assert virtual.reserve(G, 16 * G, 0) % (16 * G) == 0
