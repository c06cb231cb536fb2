"""Graphs made node by node: the order of their nodes, and what a program computes by them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from harness.driver.call import CudaError
from harness.driver.device.state import Context, Graph, Node
from harness.driver.served.graph import in_order

ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = """
import ctypes
import numpy as np
from cuda.bindings import driver
from programs_cuda import check, kernel, start

start()
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
    program = tmp_path / "program.py"
    program.write_text(_PROGRAM)
    found = subprocess.run(
        [sys.executable, "-m", "harness", "run", str(program)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'fixtures' / 'programs'}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert found.stdout == "right\n", found.stderr
    assert found.returncode == 0, found.stderr


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
