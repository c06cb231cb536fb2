"""Graphs: node by node, with memory, conditions and other graphs in them, and captured into."""

from pathlib import Path

import pytest

from harness.driver.call import CudaError
from harness.driver.device.state import Context, Graph, Node
from harness.driver.served.graph import in_order
from tests.driver.program_text import PRELUDE, run_right

ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = """
function = kernel('extern "C" __global__ void k(int *out, int n) { out[threadIdx.x] += n; }', "k")
a = check(driver.cuMemAlloc(128))
y = np.zeros(32, np.int32)
graph = check(driver.cuGraphCreate(0))
context = check(driver.cuCtxGetCurrent())

def launch(n):
    values = [ctypes.c_uint64(int(a)), ctypes.c_int(n)]
    pointers = (ctypes.c_void_p * 2)(*map(ctypes.addressof, values))
    params = driver.CUDA_KERNEL_NODE_PARAMS()
    params.func = function
    params.gridDimX = params.gridDimY = params.gridDimZ = params.blockDimY = params.blockDimZ = 1
    params.blockDimX = 32
    params.kernelParams = ctypes.addressof(pointers)
    return params, (values, pointers)

params = driver.CUDA_MEMCPY3D()
params.srcMemoryType = driver.CUmemorytype.CU_MEMORYTYPE_DEVICE
params.srcDevice = a
params.dstMemoryType = driver.CUmemorytype.CU_MEMORYTYPE_HOST
params.dstHost = y.ctypes.data
params.WidthInBytes, params.Height, params.Depth = 128, 1, 1
back = check(driver.cuGraphAddMemcpyNode(graph, None, 0, params, context))
given, kept = launch(1)
first = check(driver.cuGraphAddKernelNode(graph, None, 0, given))
params = driver.CUDA_MEMSET_NODE_PARAMS()
params.dst, params.value, params.elementSize, params.width, params.height = a, 40, 4, 32, 1
fill = check(driver.cuGraphAddMemsetNode(graph, None, 0, params, context))
check(driver.cuGraphAddDependencies(graph, [fill, first], [first, back], None, 2))
assert check(driver.cuGraphGetNodes(graph, 3))[1] == 3
runs = check(driver.cuGraphInstantiate(graph, 0))
stream = check(driver.cuStreamCreate(1))
for n in (1, 2):
    given, kept = launch(n)
    check(driver.cuGraphExecKernelNodeSetParams(runs, first, given))
    check(driver.cuGraphLaunch(runs, stream))
    check(driver.cuStreamSynchronize(stream))
    assert (y == 40 + n).all(), y
check(driver.cuGraphExecDestroy(runs))

# a program reads parameters, changes them, and puts them back
got = check(driver.cuGraphMemcpyNodeGetParams(back))
assert (int(got.srcDevice), got.WidthInBytes) == (int(a), 128)
assert check(driver.cuGraphMemsetNodeGetParams(fill)).value == 40
assert int(driver.cuGraphMemsetNodeGetParams(back)[0]) == 1  # a node of another kind
given, kept = launch(5)
check(driver.cuGraphKernelNodeSetParams(first, given))
kept[0][1].value = 0  # the arguments were read when they were given
got = check(driver.cuGraphKernelNodeGetParams(first))
assert got.blockDimX == 32
n = ctypes.c_int.from_address(ctypes.c_uint64.from_address(got.kernelParams + 8).value)
assert n.value == 5
n.value = 6
check(driver.cuGraphKernelNodeSetParams(first, got))
node = driver.CUgraphNodeParams()
node.type = driver.CUgraphNodeType.CU_GRAPH_NODE_TYPE_MEMSET
node.memset.dst, node.memset.value, node.memset.elementSize = a, 50, 4
node.memset.width, node.memset.height = 32, 1
check(driver.cuGraphNodeSetParams(fill, node))
empty = check(driver.cuGraphAddEmptyNode(graph, [back], 1))

def handles(found):
    return [int(each) for each in found]

assert handles(check(driver.cuGraphGetRootNodes(graph, 8))[0])[:1] == [int(fill)]
sources, targets, edges, n = check(driver.cuGraphGetEdges(graph, 3))
pairs = {(int(fill), int(first)), (int(first), int(back)), (int(back), int(empty))}
assert set(zip(handles(sources), handles(targets))) == pairs
assert handles(check(driver.cuGraphNodeGetDependencies(back, 1))[0]) == [int(first)]
assert handles(check(driver.cuGraphNodeGetDependentNodes(back, 1))[0]) == [int(empty)]
check(driver.cuGraphRemoveDependencies(graph, [back], [empty], None, 1))
assert int(driver.cuGraphRemoveDependencies(graph, [back], [empty], None, 1)[0]) == 1
check(driver.cuGraphDestroyNode(empty))
assert check(driver.cuGraphGetNodes(graph, 8))[1] == 3
runs = check(driver.cuGraphInstantiate(graph, 0))
check(driver.cuGraphLaunch(runs, stream))
check(driver.cuStreamSynchronize(stream))
assert (y == 56).all(), y
node.memset.value = 60
check(driver.cuGraphExecNodeSetParams(runs, fill, node))
check(driver.cuGraphDestroyNode(first))
check(driver.cuGraphLaunch(runs, stream))
check(driver.cuStreamSynchronize(stream))
assert (y == 66).all(), y
check(driver.cuGraphExecDestroy(runs))
check(driver.cuGraphDestroy(graph))
check(driver.cuMemFree(a))
print("right")
"""


def test_a_program_runs_a_graph_of_its_nodes(tmp_path):
    run_right(tmp_path, PRELUDE + _PROGRAM)


def _nodes(n):
    graph = Graph(Context())
    for _ in range(n):
        graph.nodes[Node(graph, 5)] = lambda _stream: None
    return graph.nodes, list(graph.nodes)


def test_nodes_come_after_what_they_wait_for_and_else_as_they_were_added():
    nodes, (a, b, c, d) = _nodes(4)
    a.after.append(d)
    assert list(in_order(nodes)) == [b, c, d, a]


def test_nodes_in_a_circle_are_refused():
    nodes, (a, b) = _nodes(2)
    a.after.append(b)
    b.after.append(a)
    with pytest.raises(CudaError, match="in a circle"):
        in_order(nodes)


_PROGRAM_OF_MEMORY = """
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
launch(add, 32, memory, 1, stream=stream)
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
around = check(driver.cuGraphCreate(0))
check(driver.cuGraphAddChildGraphNode(around, None, 0, graph))
executable = check(driver.cuGraphInstantiate(around, 0))
assert launched(executable) == "CUDA_SUCCESS"
assert launched(executable) == "CUDA_ERROR_INVALID_VALUE"  # of the child, too
check(driver.cuMemFree(params.dptr))

# a loop that a kernel ends, with a body that is captured, and a child graph in it
check(driver.cuMemsetD32(out, 0, 32))
child = check(driver.cuGraphCreate(0))
check(driver.cuStreamBeginCaptureToGraph(stream, child, None, None, 0, mode))
launch(add, 32, out, 1, stream=stream)
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
launch(add, 32, out, 100, stream=stream)  # behind the loop
check(driver.cuStreamEndCapture(stream))
inner = check(driver.cuGraphAddChildGraphNode(body, None, 0, child))
check(driver.cuStreamBeginCaptureToGraph(other, body, [inner], [driver.CUgraphEdgeData()], 1, mode))
launch(decide, 1, driver.cuuint64_t(int(handle)), out, 4, stream=other)
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
        launch(add, 32, out, n, stream=stream)
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
launch(add, 32, memory, 1, stream=stream)
wrong = check(driver.cuGraphInstantiate(check(driver.cuStreamEndCapture(stream)), 0))
launched(wrong)
"""


def test_a_program_uses_memory_and_conditions_of_graphs(tmp_path):
    found = run_right(tmp_path, PRELUDE + _PROGRAM_OF_MEMORY, status=1)
    assert "2 findings, 0 notes" in found.stderr
    line = 1 + (PRELUDE + _PROGRAM_OF_MEMORY)[
        : len(PRELUDE) + _PROGRAM_OF_MEMORY.rindex("memory = check")
    ].count("\n")
    for kind in ("read", "write"):
        assert f"invalid global {kind} of size 4" in found.stderr
        assert f"oob-{kind} in add at kernel.cu:3" in found.stderr
    assert f"into the buffer of program.py:{line}, 128 bytes, which has been freed)" in found.stderr
