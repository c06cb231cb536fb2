"""Graphs, made by capturing a stream or node by node (`graph_node`), and their launches.

A captured operation is a call of this driver with its arguments. A launch of the graph makes the calls again, in order:
that is one of the orders that the graph allows. Programs may also ask for the dependencies between nodes, change them,
and remove nodes.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from ..call import (
    CudaError,
    Handle,
    Int,
    Pointer,
    Size,
    Uint,
    add_served,
    load,
    serve_value,
    serves,
    store,
    store_if,
    structure_at,
    text_at,
)
from ..cuda_header import CU, CUDA, Code, cuda_header
from ..device.gpu import VirtualGpu
from ..device.pools import GRANULE_BYTES
from ..device.state import Graph, Node, Stream, captured
from ..findings import PythonLine, python_line
from .memory import free_buffer

Work = Callable[[Stream], None]
_KIND = "CU_GRAPH_NODE_TYPE_"
# Bytes of CUgraphEdgeData: all zero for an edge without ports.
_EDGE_BYTES = 8


def handle_of(gpu: VirtualGpu, item: Node | Graph) -> Handle:
    """Return the handle of a node or a graph, which it gets when somebody asks for it first."""
    if not item.handle:
        item.handle = gpu.handle(item)
    return item.handle


def in_order(nodes: Mapping[Node, Work]) -> dict[Node, Work]:
    """Return nodes in an order that their dependencies allow, otherwise in that in which they were added."""
    ordered: dict[Node, Work] = {}
    left = dict(nodes)
    while left:
        ready = next((node for node in left if all(before in ordered for before in node.after)), None)
        if ready is None:
            raise CudaError(Code.INVALID_VALUE, "nodes of a graph must not wait for each other in a circle")
        ordered[ready] = left.pop(ready)
    return ordered


def executable(graph: Graph, flags: int = 0) -> Graph:
    """Return a copy of a graph as it is now, whose nodes are in order."""
    return Graph(graph.context, in_order(graph.nodes), list(graph.conditions), flags=flags)


def nodes_at(gpu: VirtualGpu, handles: Pointer, n: int) -> list[Node]:
    """Return the nodes of an array of handles."""
    return [gpu.object(Node, load(handles + 8 * index)) for index in range(n)]


@serves("cuStreamBeginCapture_v2", "cuStreamBeginCapture")
def begin_capture(gpu: VirtualGpu, stream: Stream, mode: Int) -> None:
    if not stream.handle or stream.capture is not None:
        # the default stream cannot be captured, and no stream twice at once
        raise CudaError(Code.STREAM_CAPTURE_UNSUPPORTED if not stream.handle else Code.ILLEGAL_STATE)
    stream.capture, stream.capture_after = Graph(gpu.context), []


@serves("cuStreamBeginCaptureToGraph")
def begin_capture_to_graph(
    gpu: VirtualGpu, stream: Stream, target: Graph, after: Pointer, edges: Pointer, n: Size, mode: Int
) -> None:
    before = nodes_at(gpu, after, n)
    begin_capture(gpu, stream, mode)
    stream.capture, stream.capture_after = target, before


@serves("cuStreamEndCapture")
def end_capture(gpu: VirtualGpu, stream: Stream, result: Pointer) -> None:
    graph = stream.capture
    if graph is None:
        raise CudaError(Code.ILLEGAL_STATE)
    for other in gpu.streams(gpu.context):
        if other.capture is graph:
            other.capture, other.capture_after = None, []
    store(result, handle_of(gpu, graph))


def _status(stream: Stream) -> int:
    return CU.STREAM_CAPTURE_STATUS_NONE if stream.capture is None else CU.STREAM_CAPTURE_STATUS_ACTIVE


serve_value("cuStreamIsCapturing(Stream, Int*)", lambda gpu, stream: _status(stream))


@serves("cuThreadExchangeStreamCaptureMode")
def exchange_mode(gpu: VirtualGpu, mode: Pointer) -> None:
    new = load(mode, ctypes.c_int)
    if not CU.STREAM_CAPTURE_MODE_GLOBAL <= new <= CU.STREAM_CAPTURE_MODE_RELAXED:
        raise CudaError(Code.INVALID_VALUE)
    store(mode, gpu.exchange_capture_mode(new), ctypes.c_int)


@serves("cuGraphCreate")
def create(gpu: VirtualGpu, result: Pointer, flags: Uint) -> None:
    store(result, handle_of(gpu, Graph(gpu.context)))


@serves("cuGraphInstantiateWithFlags")
def instantiate(gpu: VirtualGpu, result: Pointer, graph: Graph, flags: Size) -> None:
    store(result, handle_of(gpu, executable(graph, flags)))


@serves("cuGraphInstantiateWithParams")
def instantiate_params(gpu: VirtualGpu, result: Pointer, graph: Graph, params: Pointer) -> None:
    instantiate(gpu, result, graph, structure_at("CUDA_GRAPH_INSTANTIATE_PARAMS", params).flags)


def _shape(graph: Graph) -> list[set[int]]:
    """Return what each node waits for, by the nodes' places in their order."""
    places = {node: place for place, node in enumerate(graph.nodes)}
    return [{places[before] for before in node.after if before in places} for node in graph.nodes]


@serves("cuGraphExecUpdate_v2")
def update(gpu: VirtualGpu, target: Graph, new: Graph, result: Pointer) -> None:
    ordered = executable(new)
    outcome, node = CU.GRAPH_EXEC_UPDATE_SUCCESS, 0
    if _shape(target) != _shape(ordered):
        outcome = CU.GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED
    for own, other in zip(target.nodes, ordered.nodes, strict=False):
        if outcome == CU.GRAPH_EXEC_UPDATE_SUCCESS and own.kind != other.kind:
            outcome, node = CU.GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, handle_of(gpu, other)
    if result:
        told = structure_at("CUgraphExecUpdateResultInfo", result)
        told.result, told.errorNode, told.errorFromNode = outcome, node, 0
    if outcome != CU.GRAPH_EXEC_UPDATE_SUCCESS:
        raise CudaError(Code.GRAPH_EXEC_UPDATE_FAILURE)
    # the program names the nodes of the first graph still
    target.nodes = dict(zip(target.nodes, ordered.nodes.values(), strict=True))
    target.conditions = ordered.conditions


@serves("cuGraphDebugDotPrint")
def print_dot(gpu: VirtualGpu, graph: Graph, path: Pointer, flags: Uint) -> None:
    constants = cuda_header().constants.items()
    kinds = {kind: name.removeprefix(_KIND) for name, kind in constants if name.startswith(_KIND)}
    lines = ["digraph graph_1 {"]
    for node in graph.nodes:
        lines.append(f'"{handle_of(gpu, node):#x}" [label="{kinds[node.kind]}"];')
        lines += [f'"{handle_of(gpu, before):#x}" -> "{node.handle:#x}";' for before in node.after]
    try:
        Path(text_at(path)).write_text("\n".join([*lines, "}", ""]), encoding="utf-8")
    except OSError as error:
        raise CudaError(Code.OPERATING_SYSTEM, str(error)) from error


@serves("cuGraphUpload")
def upload(gpu: VirtualGpu, graph: Graph, stream: Handle) -> None:
    """Do nothing: a graph is where it runs."""


@serves("cuGraphLaunch")
def launch(gpu: VirtualGpu, graph: Graph, stream: Stream) -> None:
    if captured(stream, graph.run, CU.GRAPH_NODE_TYPE_GRAPH):
        return
    for node in graph.nodes:  # what the launch before has allocated and nothing has freed
        if node.kind == CU.GRAPH_NODE_TYPE_MEM_ALLOC and gpu.memory.starts_at(node.address):
            if not graph.flags & CUDA.GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH:
                raise CudaError(Code.INVALID_VALUE, "memory of the launch before has not been freed")
            free_buffer(gpu, node.address)
    graph.run(stream)


@serves("cuGraphDestroy", "cuGraphExecDestroy")
def destroy(gpu: VirtualGpu, graph: Graph) -> None:
    for node in graph.nodes:
        if node.graph is graph and node.handle:
            gpu.forget(node.handle)
    gpu.forget(graph.handle)


@serves("cuStreamGetCaptureInfo")
def capture_info(gpu: VirtualGpu, stream: Stream, status: Pointer, number: Pointer) -> None:
    store(status, _status(stream), ctypes.c_int)
    if stream.capture is not None:
        store_if(number, id(stream.capture))


def _capture_details(
    gpu: VirtualGpu, stream: Stream, status: Pointer, number: Pointer, graph: Pointer, *given: Pointer
) -> None:
    after, *all_edges, count = given
    capture_info(gpu, stream, status, number)
    if stream.capture is None:
        return
    store_if(graph, handle_of(gpu, stream.capture))
    n = len(stream.capture_after)
    handles = (ctypes.c_uint64 * max(n, 1))(*(handle_of(gpu, node) for node in stream.capture_after))
    data = (ctypes.c_uint64 * max(n, 1))()  # edges without ports
    stream.told = handles, data  # the program reads them until it asks again
    store_if(after, ctypes.addressof(handles))
    for edges in all_edges:
        store_if(edges, ctypes.addressof(data))
    store_if(count, n)


_POINTERS = ("Pointer",) * 5
add_served(["cuStreamGetCaptureInfo_v2"], _capture_details, ("Stream", *_POINTERS))
add_served(["cuStreamGetCaptureInfo_v3"], _capture_details, ("Stream", *_POINTERS, "Pointer"))


@serves("cuStreamUpdateCaptureDependencies")
def update_dependencies(gpu: VirtualGpu, stream: Stream, after: Pointer, n: Size, flags: Uint) -> None:
    if stream.capture is None:
        raise CudaError(Code.ILLEGAL_STATE)
    before, is_added = nodes_at(gpu, after, n), flags == CU.STREAM_ADD_CAPTURE_DEPENDENCIES
    is_known = is_added or flags == CU.STREAM_SET_CAPTURE_DEPENDENCIES
    if not is_known or any(node.graph is not stream.capture for node in before):
        raise CudaError(Code.INVALID_VALUE)
    stream.capture_after = list(dict.fromkeys([*(stream.capture_after if is_added else ()), *before]))


@serves("cuStreamUpdateCaptureDependencies_v2")
def update_dependencies_v2(
    gpu: VirtualGpu, stream: Stream, after: Pointer, edges: Pointer, n: Size, flags: Uint
) -> None:
    update_dependencies(gpu, stream, after, n, flags)


def _store_all(
    rows: Iterable[Sequence[int]], results: Sequence[Pointer], count: Pointer, edges: Pointer
) -> None:
    """Write tuples of handles to parallel arrays, as many as fit, and their number; without arrays the number alone."""
    found = list(rows)
    if not any(results):
        store(count, len(found))
    else:
        room = load(count)
        for index in range(room):
            row = found[index] if index < len(found) else [0] * len(results)
            for result, handle in zip(results, row, strict=True):
                store_if(result and result + 8 * index, handle)
        store(count, min(len(found), room))
    if edges:
        ctypes.memset(edges, 0, _EDGE_BYTES * load(count))


@serves("cuGraphGetNodes")
def nodes(gpu: VirtualGpu, graph: Graph, result: Pointer, count: Pointer) -> None:
    _store_all([(handle_of(gpu, node),) for node in graph.nodes], (result,), count, 0)


@serves("cuGraphGetRootNodes")
def root_nodes(gpu: VirtualGpu, graph: Graph, result: Pointer, count: Pointer) -> None:
    _store_all([(handle_of(gpu, node),) for node in graph.nodes if not node.after], (result,), count, 0)


@serves("cuGraphGetEdges_v2")
def edges_of(
    gpu: VirtualGpu, graph: Graph, sources: Pointer, targets: Pointer, edges: Pointer, count: Pointer
) -> None:
    pairs = [(handle_of(gpu, before), handle_of(gpu, node)) for node in graph.nodes for before in node.after]
    _store_all(pairs, (sources, targets), count, edges)


@serves("cuGraphNodeGetDependencies_v2")
def dependencies(gpu: VirtualGpu, node: Node, result: Pointer, edges: Pointer, count: Pointer) -> None:
    _store_all([(handle_of(gpu, before),) for before in node.after], (result,), count, edges)


@serves("cuGraphNodeGetDependentNodes_v2")
def dependents(gpu: VirtualGpu, node: Node, result: Pointer, edges: Pointer, count: Pointer) -> None:
    after = [(handle_of(gpu, other),) for other in node.graph.nodes if node in other.after]
    _store_all(after, (result,), count, edges)


@serves("cuGraphAddDependencies_v2")
def add_dependencies(
    gpu: VirtualGpu, graph: Graph, sources: Pointer, targets: Pointer, edges: Pointer, n: Size
) -> None:
    for source, target in zip(nodes_at(gpu, sources, n), nodes_at(gpu, targets, n), strict=True):
        target.after.append(source)


@serves("cuGraphRemoveDependencies_v2")
def remove_dependencies(
    gpu: VirtualGpu, graph: Graph, sources: Pointer, targets: Pointer, edges: Pointer, n: Size
) -> None:
    for source, target in zip(nodes_at(gpu, sources, n), nodes_at(gpu, targets, n), strict=True):
        if source not in target.after:
            raise CudaError(Code.INVALID_VALUE, "a dependency that is removed must be there")
        target.after.remove(source)


@serves("cuGraphDestroyNode")
def destroy_node(gpu: VirtualGpu, node: Node) -> None:
    del node.graph.nodes[node]
    for other in node.graph.nodes:
        other.after = [before for before in other.after if before is not node]
    gpu.forget(node.handle)


serve_value("cuGraphNodeGetType(Node, Int*)", lambda gpu, node: node.kind)


def allocation(gpu: VirtualGpu, address: int, size_bytes: int, line: PythonLine) -> Work:
    """Return the work of a node that allocates: its address is the same in every launch."""

    def run(_stream: Stream) -> None:
        gpu.memory.allocate_at(gpu.context, address, size_bytes, line)
        if address not in gpu.graph_memory:
            # it stays with the graph until the program trims it, as on a GPU
            whole = -(-size_bytes // GRANULE_BYTES) * GRANULE_BYTES
            gpu.graph_memory[address] = whole
            gpu.graph_pool.take(whole)

    return run


def allocate_captured(gpu: VirtualGpu, stream: Stream, size_bytes: int) -> int:
    """Let the graph that captures a stream allocate memory; return its address."""
    address = gpu.memory.reserve(size_bytes)
    work = allocation(gpu, address, size_bytes, python_line())
    captured(stream, work, CU.GRAPH_NODE_TYPE_MEM_ALLOC)
    stream.capture_after[0].address = address
    return address


def free_captured(gpu: VirtualGpu, stream: Stream, address: int) -> None:
    """Let the graph that captures a stream free memory."""
    captured(stream, lambda _stream: free_buffer(gpu, address), CU.GRAPH_NODE_TYPE_MEM_FREE)
