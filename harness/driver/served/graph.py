"""Graphs, made by capturing a stream or node by node (`graph_node`), and their launches.

A captured operation is a call of this driver with its arguments. A launch of the graph makes the calls again, in order:
that is one of the orders that the graph allows. Programs may also ask for the dependencies between nodes, change them,
and remove nodes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from pathlib import Path

from ..call import Code, CudaError, Handle, Int, Pointer, Size, Uint, load, serves, store, store_if, text_at
from ..device.gpu import VirtualGpu
from ..device.state import CHILD_NODE, Graph, Node, Stream, captured
from .graph_memory import begin_launch
from .graph_order import handle_of, in_order

_NONE, _ACTIVE = 0, 1
"""Values of CUstreamCaptureStatus."""
_ADD, _SET = 0, 1
"""Values of CUstreamUpdateCaptureDependencies_flags."""
_UPDATED, _TOPOLOGY_CHANGED, _TYPE_CHANGED = 0, 2, 3
"""Values of CUgraphExecUpdateResult."""
_KINDS = {
    **dict(enumerate(("KERNEL", "MEMCPY", "MEMSET", "HOST", "GRAPH", "EMPTY", "EVENT_WAIT"))),
    10: "MEM_ALLOC",
    11: "MEM_FREE",
    13: "CONDITIONAL",
}


@serves("cuStreamBeginCapture_v2", "cuStreamBeginCapture")
def begin_capture(gpu: VirtualGpu, handle: Handle, mode: Int) -> None:
    stream = gpu.stream(handle)
    if not stream.handle or stream.capture is not None:
        # the default stream cannot be captured, and no stream twice at once
        raise CudaError(Code.STREAM_CAPTURE_UNSUPPORTED if not stream.handle else Code.ILLEGAL_STATE)
    stream.capture, stream.capture_after = Graph(gpu.context), []


@serves("cuStreamBeginCaptureToGraph")
def begin_capture_to_graph(
    gpu: VirtualGpu, handle: Handle, graph: Handle, after: Pointer, edges: Pointer, n: Size, mode: Int
) -> None:
    stream, target = gpu.stream(handle), gpu.object(Graph, graph)
    before = [gpu.object(Node, load(after + 8 * index)) for index in range(n)]
    begin_capture(gpu, handle, mode)
    stream.capture, stream.capture_after = target, before


@serves("cuStreamEndCapture")
def end_capture(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    stream = gpu.stream(handle)
    graph = stream.capture
    if graph is None:
        raise CudaError(Code.ILLEGAL_STATE)
    for each in gpu.streams(gpu.context):
        if each.capture is graph:
            each.capture, each.capture_after = None, []
    store(result, handle_of(gpu, graph))


@serves("cuStreamIsCapturing")
def is_capturing(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    store(result, _NONE if gpu.stream(handle).capture is None else _ACTIVE, ctypes.c_int)


@serves("cuThreadExchangeStreamCaptureMode")
def exchange_mode(gpu: VirtualGpu, mode: Pointer) -> None:
    new = load(mode, ctypes.c_int)
    if not 0 <= new <= 2:
        raise CudaError(Code.INVALID_VALUE)
    store(mode, gpu.exchange_capture_mode(new), ctypes.c_int)


@serves("cuGraphCreate")
def create(gpu: VirtualGpu, result: Pointer, flags: Uint) -> None:
    store(result, handle_of(gpu, Graph(gpu.context)))


@serves("cuGraphInstantiateWithFlags")
def instantiate(gpu: VirtualGpu, result: Pointer, handle: Handle, flags: Size) -> None:
    graph = gpu.object(Graph, handle)
    made = Graph(graph.context, in_order(graph.nodes), list(graph.conditions), flags=flags)
    store(result, handle_of(gpu, made))


@serves("cuGraphInstantiateWithParams")
def instantiate_params(gpu: VirtualGpu, result: Pointer, handle: Handle, params: Pointer) -> None:
    instantiate(gpu, result, handle, load(params))  # CUDA_GRAPH_INSTANTIATE_PARAMS begins with the flags


class _UpdateResult(ctypes.Structure):
    """CUgraphExecUpdateResultInfo."""

    _fields_ = (("result", ctypes.c_int), ("node", ctypes.c_uint64), ("source", ctypes.c_uint64))


def _shape(graph: Graph) -> list[set[int]]:
    """Return what each node waits for, by the nodes' places in their order."""
    places = {node: place for place, node in enumerate(graph.nodes)}
    return [{places[each] for each in node.after if each in places} for node in graph.nodes]


@serves("cuGraphExecUpdate_v2")
def update(gpu: VirtualGpu, handle: Handle, source: Handle, result: Pointer) -> None:
    executable, new = gpu.object(Graph, handle), gpu.object(Graph, source)
    ordered = Graph(new.context, in_order(new.nodes))
    told = _UpdateResult.from_address(result) if result else _UpdateResult()
    told.result, told.node, told.source = _UPDATED, 0, 0
    if _shape(executable) != _shape(ordered):
        told.result = _TOPOLOGY_CHANGED
    for own, other in zip(executable.nodes, ordered.nodes, strict=False):
        if told.result == _UPDATED and own.kind != other.kind:
            told.result, told.node = _TYPE_CHANGED, handle_of(gpu, other)
    if told.result != _UPDATED:
        raise CudaError(Code.GRAPH_EXEC_UPDATE_FAILURE)
    # the program names the nodes of the first graph still
    executable.nodes = dict(zip(executable.nodes, ordered.nodes.values(), strict=True))
    executable.conditions = list(new.conditions)


@serves("cuGraphDebugDotPrint")
def print_dot(gpu: VirtualGpu, handle: Handle, path: Pointer, flags: Uint) -> None:
    graph = gpu.object(Graph, handle)
    lines = ["digraph graph_1 {"]
    for node in graph.nodes:
        lines.append(f'"{handle_of(gpu, node):#x}" [label="{_KINDS.get(node.kind, node.kind)}"];')
        lines += [f'"{handle_of(gpu, each):#x}" -> "{node.handle:#x}";' for each in node.after]
    try:
        Path(text_at(path)).write_text("\n".join([*lines, "}", ""]), encoding="utf-8")
    except OSError as error:
        raise CudaError(Code.OPERATING_SYSTEM, str(error)) from error


@serves("cuGraphUpload")
def upload(gpu: VirtualGpu, handle: Handle, stream: Handle) -> None:
    gpu.object(Graph, handle)


@serves("cuGraphLaunch")
def launch(gpu: VirtualGpu, handle: Handle, stream: Handle) -> None:
    graph, target = gpu.object(Graph, handle), gpu.stream(stream)
    if captured(target, graph.run, CHILD_NODE):
        return
    begin_launch(gpu, graph)
    graph.run(target)


@serves("cuGraphDestroy", "cuGraphExecDestroy")
def destroy(gpu: VirtualGpu, handle: Handle) -> None:
    graph = gpu.object(Graph, handle)
    for node in graph.nodes:
        if node.graph is graph and node.handle:
            gpu.forget(node.handle)
    gpu.forget(handle)


@serves("cuGraphGetNodes")
def nodes(gpu: VirtualGpu, handle: Handle, result: Pointer, count: Pointer) -> None:
    store_all([(handle_of(gpu, each),) for each in gpu.object(Graph, handle).nodes], (result,), count)


@serves("cuStreamGetCaptureInfo")
def capture_info(gpu: VirtualGpu, handle: Handle, status: Pointer, number: Pointer) -> None:
    stream: Stream = gpu.stream(handle)
    store(status, _NONE if stream.capture is None else _ACTIVE, ctypes.c_int)
    if stream.capture is not None:
        store_if(number, id(stream.capture), ctypes.c_uint64)


@serves("cuStreamGetCaptureInfo_v2")
def capture_info_v2(
    gpu: VirtualGpu,
    handle: Handle,
    status: Pointer,
    number: Pointer,
    graph: Pointer,
    after: Pointer,
    count: Pointer,
) -> None:
    capture_info_v3(gpu, handle, status, number, graph, after, 0, count)


@serves("cuStreamGetCaptureInfo_v3")
def capture_info_v3(
    gpu: VirtualGpu,
    handle: Handle,
    status: Pointer,
    number: Pointer,
    graph: Pointer,
    after: Pointer,
    edges: Pointer,
    count: Pointer,
) -> None:
    capture_info(gpu, handle, status, number)
    stream = gpu.stream(handle)
    if stream.capture is None:
        return
    store_if(graph, handle_of(gpu, stream.capture))
    n = len(stream.capture_after)
    handles = (ctypes.c_uint64 * max(n, 1))(*(handle_of(gpu, each) for each in stream.capture_after))
    data = (ctypes.c_uint64 * max(n, 1))()  # edges without ports
    stream.told = handles, data
    store_if(after, ctypes.addressof(handles))
    store_if(edges, ctypes.addressof(data))
    store_if(count, n)


@serves("cuStreamUpdateCaptureDependencies")
def update_dependencies(gpu: VirtualGpu, handle: Handle, after: Pointer, n: Size, flags: Uint) -> None:
    stream = gpu.stream(handle)
    if stream.capture is None:
        raise CudaError(Code.ILLEGAL_STATE)
    found = [gpu.object(Node, load(after + 8 * index)) for index in range(n)]
    if flags not in (_ADD, _SET) or any(each.graph is not stream.capture for each in found):
        raise CudaError(Code.INVALID_VALUE)
    stream.capture_after = list(dict.fromkeys([*(stream.capture_after if flags == _ADD else ()), *found]))


@serves("cuStreamUpdateCaptureDependencies_v2")
def update_dependencies_v2(
    gpu: VirtualGpu, handle: Handle, after: Pointer, edges: Pointer, n: Size, flags: Uint
) -> None:
    update_dependencies(gpu, handle, after, n, flags)


_EDGE_BYTES = 8
"""Bytes of CUgraphEdgeData: all zero for an edge without ports."""


def store_all(found: Sequence[Sequence[int]], results: Sequence[Pointer], count: Pointer) -> None:
    """Write tuples of handles to parallel arrays, as many as fit, and their number; without arrays the number alone."""
    if not any(results):
        store(count, len(found))
        return
    room = load(count)
    for index, each in enumerate(found[:room]):
        for result, handle in zip(results, each, strict=True):
            if result:
                store(result + 8 * index, handle)
    for index in range(len(found), room):
        for result in results:
            if result:
                store(result + 8 * index, 0)
    store(count, min(len(found), room))


def _clear_edges(edges: Pointer, n: int) -> None:
    if edges:
        ctypes.memset(edges, 0, _EDGE_BYTES * n)


@serves("cuGraphAddDependencies_v2")
def add_dependencies(
    gpu: VirtualGpu, graph: Handle, sources: Pointer, targets: Pointer, edges: Pointer, n: Size
) -> None:
    gpu.object(Graph, graph)
    for index in range(n):
        source = gpu.object(Node, load(sources + 8 * index))
        gpu.object(Node, load(targets + 8 * index)).after.append(source)


@serves("cuGraphRemoveDependencies_v2")
def remove_dependencies(
    gpu: VirtualGpu, graph: Handle, sources: Pointer, targets: Pointer, edges: Pointer, n: Size
) -> None:
    gpu.object(Graph, graph)
    for index in range(n):
        source = gpu.object(Node, load(sources + 8 * index))
        target = gpu.object(Node, load(targets + 8 * index))
        if source not in target.after:
            raise CudaError(Code.INVALID_VALUE, "a dependency that is removed must be there")
        target.after.remove(source)


@serves("cuGraphGetRootNodes")
def root_nodes(gpu: VirtualGpu, graph: Handle, results: Pointer, count: Pointer) -> None:
    found = [(handle_of(gpu, each),) for each in gpu.object(Graph, graph).nodes if not each.after]
    store_all(found, (results,), count)


@serves("cuGraphGetEdges_v2")
def edges_of(
    gpu: VirtualGpu, graph: Handle, sources: Pointer, targets: Pointer, edges: Pointer, count: Pointer
) -> None:
    nodes = gpu.object(Graph, graph).nodes
    found = [(handle_of(gpu, before), handle_of(gpu, each)) for each in nodes for before in each.after]
    store_all(found, (sources, targets), count)
    _clear_edges(edges, load(count))


@serves("cuGraphNodeGetDependencies_v2")
def dependencies(gpu: VirtualGpu, node: Handle, results: Pointer, edges: Pointer, count: Pointer) -> None:
    store_all([(handle_of(gpu, each),) for each in gpu.object(Node, node).after], (results,), count)
    _clear_edges(edges, load(count))


@serves("cuGraphNodeGetDependentNodes_v2")
def dependents(gpu: VirtualGpu, node: Handle, results: Pointer, edges: Pointer, count: Pointer) -> None:
    own = gpu.object(Node, node)
    found = [(handle_of(gpu, each),) for each in own.graph.nodes if own in each.after]
    store_all(found, (results,), count)
    _clear_edges(edges, load(count))


@serves("cuGraphDestroyNode")
def destroy_node(gpu: VirtualGpu, handle: Handle) -> None:
    node = gpu.object(Node, handle)
    del node.graph.nodes[node]
    for each in node.graph.nodes:
        each.after = [before for before in each.after if before is not node]
    gpu.forget(handle)
