"""Graphs, made by capturing a stream or node by node, their launches, and their nodes.

A captured operation is a call of this driver with its arguments. A launch of the graph makes the calls again, in order:
that is one of the orders that the graph allows. Conditional nodes have values that kernels set, and graphs that run by
them.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..call import CudaError, also, fail_if, load, serve, store, store_bytes, store_if, structure_at, text_at
from ..cuda_header import CU, CUDA, Code, Device, Handle, Int, Pointer, Size, Uint, cuda_header
from ..device.launches import LaunchingGpu, read_arguments, shape_of
from ..device.state import GRANULE_BYTES, Condition, CudaStream, Function, Graph, Node, run_in
from ..findings import PythonLine, python_line

Work = Callable[[CudaStream], None]
_KIND = "CU_GRAPH_NODE_TYPE_"
# Bytes of CUgraphEdgeData: all zero for an edge without ports.
_EDGE_BYTES = 8


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
    return Graph(graph.context, in_order(graph.nodes), list(graph.conditions), flags=flags)


def _status(stream: CudaStream) -> int:
    return CU.STREAM_CAPTURE_STATUS_NONE if stream.capture is None else CU.STREAM_CAPTURE_STATUS_ACTIVE


def _shape(graph: Graph) -> list[set[int]]:
    """Return what each node waits for, by the nodes' places in their order."""
    places = {node: place for place, node in enumerate(graph.nodes)}
    return [{places[before] for before in node.after if before in places} for node in graph.nodes]


class GraphCalls(LaunchingGpu):
    """Graphs: capturing, making, changing and launching them."""

    @also("cuStreamBeginCapture")
    def cuStreamBeginCapture_v2(self, stream: CudaStream, mode: Int) -> None:
        # the default stream cannot be captured, and no stream twice at once
        fail_if(not stream.handle, Code.STREAM_CAPTURE_UNSUPPORTED)
        fail_if(stream.capture is not None, Code.ILLEGAL_STATE)
        stream.capture, stream.capture_after = Graph(self.context), []

    def cuStreamBeginCaptureToGraph(
        self, stream: CudaStream, target: Graph, after: Pointer, edges: Pointer, n: Size, mode: Int
    ) -> None:
        before = self.nodes_at(after, n)
        self.cuStreamBeginCapture_v2(stream, mode)
        stream.capture, stream.capture_after = target, before

    def cuStreamEndCapture(self, stream: CudaStream, result: Pointer) -> None:
        graph = stream.capture
        if graph is None:
            raise CudaError(Code.ILLEGAL_STATE)
        # streams that waited for an event of this one belong to its graph as well
        for other in self.streams(self.context):
            if other.capture is graph:
                other.capture, other.capture_after = None, []
        store(result, self.handle(graph))

    def cuThreadExchangeStreamCaptureMode(self, mode: Pointer) -> None:
        new = load(mode, ctypes.c_int)
        is_mode = CU.STREAM_CAPTURE_MODE_GLOBAL <= new <= CU.STREAM_CAPTURE_MODE_RELAXED
        fail_if(not is_mode, Code.INVALID_VALUE)
        thread = threading.get_native_id()
        store(mode, self.capture_modes.get(thread, CU.STREAM_CAPTURE_MODE_GLOBAL), ctypes.c_int)
        self.capture_modes[thread] = new

    def cuGraphInstantiateWithParams(self, graph: Graph, params: Pointer) -> Handle:
        return self.handle(executable(graph, structure_at("CUDA_GRAPH_INSTANTIATE_PARAMS", params).flags))

    def cuGraphExecUpdate_v2(self, target: Graph, new: Graph, result: Pointer) -> None:
        ordered = executable(new)
        outcome, node = CU.GRAPH_EXEC_UPDATE_SUCCESS, 0
        if _shape(target) != _shape(ordered):
            outcome = CU.GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED
        for own, other in zip(target.nodes, ordered.nodes, strict=False):
            if outcome == CU.GRAPH_EXEC_UPDATE_SUCCESS and own.kind != other.kind:
                outcome, node = CU.GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, self.handle(other)
        if result:
            info = structure_at("CUgraphExecUpdateResultInfo", result)
            info.result, info.errorNode, info.errorFromNode = outcome, node, 0
        fail_if(outcome != CU.GRAPH_EXEC_UPDATE_SUCCESS, Code.GRAPH_EXEC_UPDATE_FAILURE)
        # the program still names the nodes of the first graph
        target.nodes = dict(zip(target.nodes, ordered.nodes.values(), strict=True))
        target.conditions = ordered.conditions

    def cuGraphDebugDotPrint(self, graph: Graph, path: Pointer, flags: Uint) -> None:
        constants = cuda_header().constants.items()
        kinds = {kind: name.removeprefix(_KIND) for name, kind in constants if name.startswith(_KIND)}
        lines = ["digraph graph_1 {"]
        for node in graph.nodes:
            lines.append(f'"{self.handle(node):#x}" [label="{kinds[node.kind]}"];')
            lines += [f'"{self.handle(before):#x}" -> "{node.handle:#x}";' for before in node.after]
        try:
            Path(text_at(path)).write_text("\n".join([*lines, "}", ""]), encoding="utf-8")
        except OSError as error:
            raise CudaError(Code.OPERATING_SYSTEM, str(error)) from error

    def cuGraphLaunch(self, graph: Graph, stream: CudaStream) -> None:
        for node in graph.nodes if stream.capture is None else ():
            # what the launch before has allocated and nothing has freed
            if node.kind == CU.GRAPH_NODE_TYPE_MEM_ALLOC and self.memory.starts_at(node.address):
                frees = graph.flags & CUDA.GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH
                fail_if(not frees, Code.INVALID_VALUE, "memory of the launch before has not been freed")
                self.free_buffer(node.address)
        run_in(stream, CU.GRAPH_NODE_TYPE_GRAPH, graph.run)

    @also("cuGraphExecDestroy")
    def cuGraphDestroy(self, graph: Graph) -> None:
        for node in graph.nodes:
            if node.graph is graph:
                self.forget(node)
        self.forget(graph)

    def cuStreamGetCaptureInfo(self, stream: CudaStream, status: Pointer, number: Pointer) -> None:
        store(status, _status(stream), ctypes.c_int)
        if stream.capture is not None:
            store_if(number, id(stream.capture))

    def _capture_info(
        self, stream: CudaStream, status: int, number: int, graph: int, after: int, edges: int, count: int
    ) -> None:
        self.cuStreamGetCaptureInfo(stream, status, number)
        if stream.capture is None:
            return
        store_if(graph, self.handle(stream.capture))
        n = len(stream.capture_after)
        handles = (ctypes.c_uint64 * max(n, 1))(*(self.handle(node) for node in stream.capture_after))
        data = (ctypes.c_uint64 * max(n, 1))()  # edges without ports
        stream.answer = handles, data  # the program reads them until it asks again
        store_if(after, ctypes.addressof(handles))
        store_if(edges, ctypes.addressof(data))
        store_if(count, n)

    def cuStreamUpdateCaptureDependencies(
        self, stream: CudaStream, after: Pointer, n: Size, flags: Uint
    ) -> None:
        if stream.capture is None:
            raise CudaError(Code.ILLEGAL_STATE)
        before, is_added = self.nodes_at(after, n), flags == CU.STREAM_ADD_CAPTURE_DEPENDENCIES
        is_known = is_added or flags == CU.STREAM_SET_CAPTURE_DEPENDENCIES
        fail_if(not is_known or any(node.graph is not stream.capture for node in before), Code.INVALID_VALUE)
        stream.capture_after = list(dict.fromkeys([*(stream.capture_after if is_added else ()), *before]))

    def cuGraphGetEdges_v2(
        self, graph: Graph, sources: Pointer, targets: Pointer, edges: Pointer, count: Pointer
    ) -> None:
        pairs = [(before, node) for node in graph.nodes for before in node.after]
        self._store_all(pairs, (sources, targets), count, edges)

    def cuGraphAddDependencies_v2(
        self, graph: Graph, sources: Pointer, targets: Pointer, edges: Pointer, n: Size
    ) -> None:
        for source, target in zip(self.nodes_at(sources, n), self.nodes_at(targets, n), strict=True):
            target.after.append(source)

    def cuGraphRemoveDependencies_v2(
        self, graph: Graph, sources: Pointer, targets: Pointer, edges: Pointer, n: Size
    ) -> None:
        for source, target in zip(self.nodes_at(sources, n), self.nodes_at(targets, n), strict=True):
            after = target.after
            fail_if(source not in after, Code.INVALID_VALUE, "a dependency that is removed must be there")
            after.remove(source)

    def cuGraphDestroyNode(self, node: Node) -> None:
        del node.graph.nodes[node]
        for other in node.graph.nodes:
            other.after = [before for before in other.after if before is not node]
        self.forget(node)

    def nodes_at(self, handles: Pointer, n: int) -> list[Node]:
        return [self.object(Node, load(handles + 8 * index)) for index in range(n)]

    def _store_all(
        self, rows: Iterable[Sequence[Node]], results: Sequence[Pointer], count: Pointer, edges: Pointer = 0
    ) -> None:
        """Write nodes' handles to parallel arrays, as many as fit, and their number; without arrays the number."""
        handles = [[self.handle(node) for node in row] for row in rows]
        if not any(results):
            store(count, len(handles))
        else:
            room = load(count)
            for index in range(room):
                row = handles[index] if index < len(handles) else [0] * len(results)
                for result, handle in zip(results, row, strict=True):
                    store_if(result and result + 8 * index, handle)
            store(count, min(len(handles), room))
        if edges:
            ctypes.memset(edges, 0, _EDGE_BYTES * load(count))

    def allocation(self, address: int, size_bytes: int, line: PythonLine) -> Work:
        """Return the work of a node that allocates: its address is the same in every launch."""

        def run(_stream: CudaStream) -> None:
            self.memory.allocate_at(self.context, address, size_bytes, line)
            if address not in self.graph_memory:
                # it stays with the graph until the program trims it, as on a GPU
                whole = -(-size_bytes // GRANULE_BYTES) * GRANULE_BYTES
                self.graph_memory[address] = whole
                self.graph_pool.take(whole)

        return run

    def allocate_captured(self, stream: CudaStream, size_bytes: int) -> int:
        address = self.memory.reserve(size_bytes)
        run_in(stream, CU.GRAPH_NODE_TYPE_MEM_ALLOC, self.allocation(address, size_bytes, python_line()))
        stream.capture_after[0].address = address
        return address


serve(
    "cuStreamGetCaptureInfo_v3(CudaStream, Pointer, Pointer, Pointer, Pointer, Pointer, Pointer)",
    lambda gpu, *given: gpu._capture_info(*given),
)
serve(
    "cuStreamGetCaptureInfo_v2(CudaStream, Pointer, Pointer, Pointer, Pointer, Pointer)",
    lambda gpu, *given: gpu._capture_info(*given[:5], 0, given[5]),
)
serve(
    "cuStreamUpdateCaptureDependencies_v2(CudaStream, Pointer, Pointer, Size, Uint)",
    lambda gpu, stream, after, _, *given: gpu.cuStreamUpdateCaptureDependencies(stream, after, *given),
)
serve("cuGraphInstantiateWithFlags(Handle*, Graph, Size)", lambda gpu, *given: gpu.handle(executable(*given)))


def _serve_nodes(symbol: str, nodes: Callable[[Any], Iterable[Node]], of: str, edges: str = "") -> None:
    """Serve a function that stores nodes of a graph or a node, and zeros for the edges to them."""
    serve(
        f"{symbol}({of}, Pointer, {edges}Pointer)",
        lambda gpu, item, result, *more: gpu._store_all(
            [(node,) for node in nodes(item)], (result,), more[-1], sum(more[:-1])
        ),
    )


_serve_nodes("cuGraphGetNodes", lambda graph: graph.nodes, "Graph")
_serve_nodes("cuGraphGetRootNodes", lambda graph: [node for node in graph.nodes if not node.after], "Graph")
_serve_nodes("cuGraphNodeGetDependencies_v2", lambda node: node.after, "Node", "Pointer, ")
_serve_nodes(
    "cuGraphNodeGetDependentNodes_v2",
    lambda node: [other for other in node.graph.nodes if node in other.after],
    "Node",
    "Pointer, ",
)
serve("cuStreamIsCapturing(CudaStream, Int*)", lambda gpu, stream: _status(stream))
serve("cuGraphCreate(Size*, Uint)", lambda gpu, flags: gpu.handle(Graph(gpu.context)))
serve("cuGraphUpload(Graph, Handle)", lambda gpu, *_: None)  # a graph is where it runs
serve("cuGraphNodeGetType(Node, Int*)", lambda gpu, node: node.kind)

_KERNEL, _MEMCPY = CU.GRAPH_NODE_TYPE_KERNEL, CU.GRAPH_NODE_TYPE_MEMCPY
_MEMSET, _HOST = CU.GRAPH_NODE_TYPE_MEMSET, CU.GRAPH_NODE_TYPE_HOST
# Parameters of each kind of node whose parameters can be asked for, and changed.
_STRUCTURES = {
    _KERNEL: "CUDA_KERNEL_NODE_PARAMS",
    _MEMCPY: "CUDA_MEMCPY3D",
    _MEMSET: "CUDA_MEMSET_NODE_PARAMS",
    _HOST: "CUDA_HOST_NODE_PARAMS",
}


def _copy_of(kind: int, params: Pointer) -> Any:
    made = cuda_header().structure(_STRUCTURES[kind])
    return made.from_buffer_copy(ctypes.string_at(params, ctypes.sizeof(made)))


def _serve_kind(kind: int, name: str, version: str = "", context: str = "") -> None:
    """Serve the functions of one kind of node; `context` is a last parameter that some of them have."""
    serve(
        f"cuGraphAdd{name}Node{version}(Handle*, Graph, Pointer, Size, Pointer{context})",
        lambda gpu, graph, after, n, params, *_: gpu._add_node(graph, after, n, kind, params),
    )
    serve(
        f"cuGraphExec{name}NodeSetParams{version}(Graph, Node, Pointer{context})",
        lambda gpu, target, node, params, *_: gpu._set_node(node, kind, params, target),
    )
    serve(
        f"cuGraph{name}NodeGetParams{version}(Node, Pointer)",
        lambda gpu, node, result: gpu._get_node(node, kind, result),
    )
    serve(
        f"cuGraph{name}NodeSetParams{version}(Node, Pointer)",
        lambda gpu, node, params: gpu._set_node(node, kind, params),
    )


_serve_kind(_KERNEL, "Kernel", "_v2")
_serve_kind(_MEMCPY, "Memcpy", context=", Handle")
_serve_kind(_MEMSET, "Memset", context=", Handle")
_serve_kind(_HOST, "Host")


def _own(params: Pointer) -> tuple[int, Pointer]:
    """Return the kind of a CUgraphNodeParams, and the address of what it has for this kind."""
    given = structure_at("CUgraphNodeParams", params)
    at = type(given).kernel.offset  # of a union
    if given.type == _MEMCPY:
        at += type(given.memcpy).copyParams.offset
    return given.type, params + at


class NodeCalls(GraphCalls):
    """Nodes of graphs: kernels, copies, fills, calls of the host, their dependencies and their later parameters."""

    def cuGraphAddEmptyNode(self, graph: Graph, after: Pointer, n: Size) -> Handle:
        return self._add_node(graph, after, n, CU.GRAPH_NODE_TYPE_EMPTY)

    def cuGraphAddChildGraphNode(self, graph: Graph, after: Pointer, n: Size, child: Graph) -> Handle:
        return self._add_node(graph, after, n, CU.GRAPH_NODE_TYPE_GRAPH, work=executable(child).run)

    def cuGraphAddNode_v2(
        self, graph: Graph, after: Pointer, edges: Pointer, n: Size, params: Pointer
    ) -> Handle:
        return self._add_node(graph, after, n, *_own(params))

    def cuGraphConditionalHandleCreate(self, graph: Graph, context: Handle, value: Uint, flags: Uint) -> Size:
        fail_if(flags & ~CU.GRAPH_COND_ASSIGN_DEFAULT, Code.INVALID_VALUE)
        buffer = self.memory.alias(self.context, np.zeros(4, np.uint8), "the condition of a graph")
        graph.conditions.append(Condition(buffer, value if flags else None))
        return buffer.address

    def cuGraphAddMemAllocNode(self, graph: Graph, after: Pointer, n: Size, params: Pointer) -> Handle:
        given = structure_at("CUDA_MEM_ALLOC_NODE_PARAMS", params)
        given.dptr = address = self.memory.reserve(given.bytesize)
        work = self.allocation(address, given.bytesize, python_line())
        handle = self._add_node(graph, after, n, CU.GRAPH_NODE_TYPE_MEM_ALLOC, work=work)
        self.object(Node, handle).address = address
        return handle

    def cuGraphAddMemFreeNode(self, graph: Graph, after: Pointer, n: Size, address: Device) -> Handle:
        kind = CU.GRAPH_NODE_TYPE_MEM_FREE
        return self._add_node(graph, after, n, kind, work=lambda _stream: self.free_buffer(address))

    def _kernel_arguments(self, params: Pointer) -> tuple[Function, list[bytes]]:
        given = structure_at("CUDA_KERNEL_NODE_PARAMS", params)
        function = self.object(Function, given.func or given.kern)
        code = self.kernel_code(function)
        return function, (
            self.read_extra(code, given.extra) if given.extra else read_arguments(code, given.kernelParams)
        )

    def _work(self, kind: int, params: Pointer) -> Work:
        """Return what a node of a kind does; its parameters are read now, for the program may change them."""
        if kind == CU.GRAPH_NODE_TYPE_EMPTY:
            return lambda _stream: None
        fail_if(kind not in _STRUCTURES, Code.NOT_SUPPORTED, f"nodes of kind {kind} are not supported")
        fail_if(not params, Code.INVALID_VALUE)
        given = _copy_of(kind, params)
        if kind == _KERNEL:
            function, arguments = self._kernel_arguments(params)
            return lambda stream: self.launch(function, shape_of(given), stream, arguments)
        if kind == _MEMCPY:
            return lambda stream: self.copy_rows(given, stream)
        if kind == _HOST:
            return self.host_call(given.fn, given.userData)
        fail_if(given.elementSize not in (1, 2, 4), Code.INVALID_VALUE)
        element = given.value.to_bytes(4, "little")[: given.elementSize]
        return lambda on: self.fill_rows(given.dst, element, given.width, on, given.pitch, given.height)

    def _add_node(
        self, graph: Graph, after: Pointer, n: int, kind: int, params: Pointer = 0, work: Work | None = None
    ) -> Handle:
        before = self.nodes_at(after, n)
        fail_if(any(node.graph is not graph for node in before), Code.INVALID_VALUE)
        if work is None:
            is_conditional = kind == CU.GRAPH_NODE_TYPE_CONDITIONAL
            work = self._conditional(graph, params) if is_conditional else self._work(kind, params)
        node = Node(graph, kind, before)
        self._keep(node, params)
        graph.nodes[node] = work
        return self.handle(node)

    def _keep(self, node: Node, params: Pointer) -> None:
        """Keep a node's parameters for a program that asks for them, a kernel's arguments in memory of the node."""
        if node.kind not in _STRUCTURES:
            return
        given = _copy_of(node.kind, params)
        if node.kind == _KERNEL:
            _, arguments = self._kernel_arguments(params)
            values = [ctypes.create_string_buffer(bytes(argument), len(argument)) for argument in arguments]
            pointers = (ctypes.c_uint64 * max(len(values), 1))(*map(ctypes.addressof, values))
            given.kernelParams, given.extra = ctypes.addressof(pointers), 0
            node.kept = values, pointers
        node.params = bytes(given)

    def _set_node(self, node: Node, kind: int, params: Pointer, target: Graph | None = None) -> None:
        graph = target or node.graph
        fail_if(node.kind != kind or node not in graph.nodes, Code.INVALID_VALUE)
        graph.nodes[node] = self._work(kind, params)
        if target is None:
            self._keep(node, params)

    def _get_node(self, node: Node, kind: int, result: Pointer) -> None:
        fail_if(node.kind != kind or not result, Code.INVALID_VALUE)
        if not node.params:
            raise self.refused("the parameters of a captured operation")
        store_bytes(result, node.params)

    def _conditional(self, graph: Graph, params: Pointer) -> Work:
        """Return what a conditional node does; the parameters get the handles of its graphs."""
        given = structure_at("CUDA_CONDITIONAL_NODE_PARAMS", params)
        condition = next((known for known in graph.conditions if known.buffer.address == given.handle), None)
        kind, size = given.type, given.size
        is_if, is_while = kind == CU.GRAPH_COND_TYPE_IF, kind == CU.GRAPH_COND_TYPE_WHILE
        most = 2 if is_if else 1 if is_while else size
        is_known = is_if or is_while or kind == CU.GRAPH_COND_TYPE_SWITCH
        if not is_known or not 1 <= size <= most or condition is None:
            raise CudaError(Code.INVALID_VALUE)
        bodies = [Graph(graph.context) for _ in range(size)]
        handles = (ctypes.c_uint64 * size)(*(self.handle(body) for body in bodies))
        given.phGraph_out = ctypes.addressof(handles)

        def run(stream: CudaStream, _kept: object = handles) -> None:  # the program reads them later
            if is_while:
                while condition.value:
                    executable(bodies[0]).run(stream)
                return
            # An IF node has its first graph for a value that is not zero, and may have a second for zero.
            chosen = int(not condition.value) if is_if else condition.value
            if chosen < len(bodies):
                executable(bodies[chosen]).run(stream)

        return run


serve(
    "cuGraphExecNodeSetParams(Graph, Node, Pointer)",
    lambda gpu, target, node, params: gpu._set_node(node, *_own(params), target),
)
serve("cuGraphNodeSetParams(Node, Pointer)", lambda gpu, node, params: gpu._set_node(node, *_own(params)))
