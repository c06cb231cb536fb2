"""Memory, pools and events that a program shares with a process that it starts."""

from tests.driver.program_text import run_text

_PROGRAM = """
import ctypes
import os
import subprocess
import sys
import numpy as np
from cuda.bindings import driver
from programs_cuda import check, kernel, start

start()
File = driver.CUmemAllocationHandleType.CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR
source = 'extern "C" __global__ void k(int *p, int n) { p[threadIdx.x] += n; }'
stream = check(driver.cuStreamCreate(0))


def run(address, n, threads=32):
    given = (int(address), n), (ctypes.c_uint64, ctypes.c_int)
    check(driver.cuLaunchKernel(kernel(source, "k"), 1, 1, 1, threads, 1, 1, 0, stream, given, 0))


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
    run(one, 10)
    pool = check(driver.cuMemPoolImportFromShareableHandle(int(file), File, 0))
    assert int(driver.cuMemAllocFromPoolAsync(128, pool, stream)[0]) == 1
    two = check(driver.cuMemPoolImportPointer(pool, of_other(driver.CUmemPoolPtrExportData, pointer)))
    run(two, 20)
    check(driver.cuMemFreeAsync(two, stream))
    check(driver.cuStreamSynchronize(stream))
    run(one, 0, 33)  # one element is past it
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
    found = run_text(tmp_path, _PROGRAM)
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == 1
    lines = [line for line in found.stderr.splitlines() if line.startswith("oob-")]
    assert [line.split()[0] for line in lines] == ["oob-read", "oob-write"], found.stderr
    assert "0 bytes past the end of the buffer of program.py:" in found.stderr
