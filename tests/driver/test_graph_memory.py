"""Graphs that allocate, that decide by a kernel's value, that contain others, and that are captured into."""

from tests.driver.program_text import run_text

_PROGRAM = """
import ctypes
import numpy as np
from cuda.bindings import driver
from programs_cuda import check, kernel, start

start()
source = '''
extern "C" __device__ void cudaGraphSetConditional(unsigned long long handle, unsigned int value);
extern "C" __global__ void add(int *out, int n) { out[threadIdx.x] += n; }
extern "C" __global__ void decide(unsigned long long handle, int *from, int below) {
    cudaGraphSetConditional(handle, from[0] < below);
}'''
add, decide = kernel(source, "add"), kernel(source, "decide")
y = np.zeros(32, np.int32)
out = check(driver.cuMemAlloc(128))
check(driver.cuMemsetD32(out, 0, 32))
stream, other = check(driver.cuStreamCreate(0)), check(driver.cuStreamCreate(0))
mode = driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED


def run(function, n_threads, where, *values):
    kinds = tuple(ctypes.c_int if kind is int else ctypes.c_uint64 for kind in map(type, values))
    values = tuple(map(int, values))
    check(driver.cuLaunchKernel(function, 1, 1, 1, n_threads, 1, 1, 0, where, (values, kinds), 0))


def result():
    check(driver.cuMemcpyDtoH(y, out, 128))
    assert (y == y[0]).all()
    return int(y[0])


def launched(executable):
    return driver.cuGraphLaunch(executable, stream)[0].name


# memory of the graph: in every launch at the same address, and new
check(driver.cuStreamBeginCapture(stream, mode))
memory = check(driver.cuMemAllocAsync(128, stream))
check(driver.cuMemsetD32Async(memory, 5, 32, stream))
run(add, 32, stream, memory, 1)
check(driver.cuMemcpyDtoDAsync(out, memory, 128, stream))
check(driver.cuMemFreeAsync(memory, stream))
graph = check(driver.cuStreamEndCapture(stream))
nodes = check(driver.cuGraphGetNodes(graph, 5))[0]
kinds = [check(driver.cuGraphNodeGetType(each)).name.rpartition("TYPE_")[2] for each in nodes]
assert kinds == ["MEM_ALLOC", "MEMSET", "KERNEL", "MEMCPY", "MEM_FREE"], kinds
executable = check(driver.cuGraphInstantiate(graph, 0))
for _ in range(2):
    assert launched(executable) == "CUDA_SUCCESS"
    assert result() == 6
used = driver.CUgraphMem_attribute.CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT
assert int(check(driver.cuDeviceGetGraphMemAttribute(0, used))) >= 128
check(driver.cuDeviceGraphMemTrim(0))
assert int(check(driver.cuDeviceGetGraphMemAttribute(0, used))) == 0

# a graph that does not free, by nodes
graph = check(driver.cuGraphCreate(0))
params = driver.CUDA_MEM_ALLOC_NODE_PARAMS()
params.poolProps.allocType = driver.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
params.poolProps.location.type = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
params.bytesize = 128
node = check(driver.cuGraphAddMemAllocNode(graph, None, 0, params))
executable = check(driver.cuGraphInstantiate(graph, 0))
assert launched(executable) == "CUDA_SUCCESS"
assert launched(executable) == "CUDA_ERROR_INVALID_VALUE"
check(driver.cuMemFreeAsync(params.dptr, stream))
freeing = check(driver.cuGraphInstantiate(graph, 1))  # CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH
assert launched(freeing) == launched(freeing) == "CUDA_SUCCESS"
check(driver.cuMemFree(params.dptr))

# a loop that a kernel ends, with a body that is captured, and a child graph in it
check(driver.cuMemsetD32(out, 0, 32))
child = check(driver.cuGraphCreate(0))
check(driver.cuStreamBeginCaptureToGraph(stream, child, None, None, 0, mode))
run(add, 32, stream, out, 1)
check(driver.cuStreamEndCapture(stream))
check(driver.cuStreamBeginCapture(stream, mode))
status, _, graph, after, edges, n = check(driver.cuStreamGetCaptureInfo(stream))
handle = check(driver.cuGraphConditionalHandleCreate(graph, check(driver.cuCtxGetCurrent()), 1, 1))
wanted = driver.CUgraphNodeParams()
wanted.type = driver.CUgraphNodeType.CU_GRAPH_NODE_TYPE_CONDITIONAL
wanted.conditional.handle, wanted.conditional.size = handle, 1
wanted.conditional.type = driver.CUgraphConditionalNodeType.CU_GRAPH_COND_TYPE_WHILE
node = check(driver.cuGraphAddNode(graph, after, edges, n, wanted))
body = wanted.conditional.phGraph_out[0]
set_all = driver.CUstreamUpdateCaptureDependencies_flags.CU_STREAM_SET_CAPTURE_DEPENDENCIES
check(driver.cuStreamUpdateCaptureDependencies(stream, [node], [driver.CUgraphEdgeData()], 1, set_all))
run(add, 32, stream, out, 100)  # behind the loop
check(driver.cuStreamEndCapture(stream))
inner = check(driver.cuGraphAddChildGraphNode(body, None, 0, child))
check(driver.cuStreamBeginCaptureToGraph(other, body, [inner], [driver.CUgraphEdgeData()], 1, mode))
run(decide, 1, other, driver.cuuint64_t(int(handle)), out, 4)
check(driver.cuStreamEndCapture(other))
looping = check(driver.cuGraphInstantiate(graph, 0))
assert launched(looping) == "CUDA_SUCCESS"
assert result() == 104
assert launched(looping) == "CUDA_SUCCESS"  # the condition begins with its default again
assert result() == 205

# other arguments by a graph of the same shape, and a graph of another
graphs = []
for n in (1, 2, 3):
    check(driver.cuStreamBeginCapture(stream, mode))
    for _ in range(1 + n % 3 // 2):
        run(add, 32, stream, out, n)
    graphs.append(check(driver.cuStreamEndCapture(stream)))
one, two, three = graphs
executable = check(driver.cuGraphInstantiate(one, 0))
check(driver.cuGraphExecUpdate(executable, three))
check(driver.cuMemsetD32(out, 0, 32))
assert launched(executable) == "CUDA_SUCCESS" and result() == 3
assert driver.cuGraphExecUpdate(executable, two)[0].name == "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE"
print("right")

# memory of a graph that has freed it
check(driver.cuStreamBeginCapture(stream, mode))
memory = check(driver.cuMemAllocAsync(128, stream))
check(driver.cuMemFreeAsync(memory, stream))
run(add, 32, stream, memory, 1)
wrong = check(driver.cuGraphInstantiate(check(driver.cuStreamEndCapture(stream)), 0))
launched(wrong)
"""


def test_a_program_uses_memory_and_conditions_of_graphs(tmp_path):
    found = run_text(tmp_path, _PROGRAM)
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == 1
    assert "2 findings, 0 notes" in found.stderr
    line = 1 + _PROGRAM[: _PROGRAM.rindex("memory = check")].count("\n")
    for kind in ("read", "write"):
        assert f"invalid global {kind} of size 4" in found.stderr
        assert f"oob-{kind} in add at kernel.cu:3" in found.stderr
    assert f"into the buffer of program.py:{line}, 128 bytes, which has been freed)" in found.stderr
