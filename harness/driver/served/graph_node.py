"""Nodes of graphs: kernels, copies, fills, calls of the host, their dependencies and their later parameters.

Conditional nodes have values that kernels set, and graphs that run by them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

from ..call import (
    CudaError,
    Device,
    Handle,
    Pointer,
    Size,
    Uint,
    add_served,
    serves,
    store,
    store_bytes,
    structure_at,
)
from ..cuda_header import CU, Code, cuda_header
from ..device.copies import copy_rows, fill_elements
from ..device.gpu import VirtualGpu
from ..device.launches import Shape, kernel_code, launch, read_arguments, read_extra
from ..device.state import Condition, Function, Graph, Node, Stream
from ..findings import python_line
from .graph import Work, allocation, executable, handle_of, nodes_at
from .memory import free_buffer

_KERNEL, _MEMCPY, _MEMSET, _HOST = (
    CU.GRAPH_NODE_TYPE_KERNEL,
    CU.GRAPH_NODE_TYPE_MEMCPY,
    CU.GRAPH_NODE_TYPE_MEMSET,
    CU.GRAPH_NODE_TYPE_HOST,
)
# Parameters of each kind of node whose parameters can be asked for, and changed.
_STRUCTURES = {
    _KERNEL: "CUDA_KERNEL_NODE_PARAMS",
    _MEMCPY: "CUDA_MEMCPY3D",
    _MEMSET: "CUDA_MEMSET_NODE_PARAMS",
    _HOST: "CUDA_HOST_NODE_PARAMS",
}


def _kernel_arguments(gpu: VirtualGpu, params: Pointer) -> tuple[Function, list[bytes]]:
    given = structure_at("CUDA_KERNEL_NODE_PARAMS", params)
    function = gpu.object(Function, given.func or given.kern)
    code = kernel_code(gpu, function)
    return function, (
        read_extra(gpu, code, given.extra) if given.extra else read_arguments(code, given.kernelParams)
    )


def _kernel(gpu: VirtualGpu, params: Pointer) -> Work:
    """Return the launch that parameters name; the arguments are read now, as the driver does."""
    function, arguments = _kernel_arguments(gpu, params)  # the program may change them after this call
    shape = Shape.read(structure_at("CUDA_KERNEL_NODE_PARAMS", params))
    return lambda stream: launch(gpu, function, shape, stream, arguments)


def _memcpy(gpu: VirtualGpu, params: Pointer) -> Work:
    given = _copy_of(_MEMCPY, params)
    return lambda stream: copy_rows(gpu, given, stream)


def _memset(gpu: VirtualGpu, params: Pointer) -> Work:
    given = _copy_of(_MEMSET, params)
    if given.elementSize not in (1, 2, 4):
        raise CudaError(Code.INVALID_VALUE)
    value, rows = given.value & (1 << 8 * given.elementSize) - 1, (given.pitch, given.height)
    return lambda stream: fill_elements(gpu, given.dst, value, given.elementSize, given.width, stream, rows)


def _host(gpu: VirtualGpu, params: Pointer) -> Work:
    given = structure_at("CUDA_HOST_NODE_PARAMS", params)
    return gpu.host_call(given.fn, given.userData)


_READERS: dict[int, Callable[[VirtualGpu, Pointer], Work]] = {
    _KERNEL: _kernel,
    _MEMCPY: _memcpy,
    _MEMSET: _memset,
    _HOST: _host,
}


def _copy_of(kind: int, params: Pointer) -> Any:
    made = cuda_header().structure(_STRUCTURES[kind])
    return made.from_buffer_copy(ctypes.string_at(params, ctypes.sizeof(made)))


def _work(gpu: VirtualGpu, kind: int, params: Pointer) -> Work:
    if kind == CU.GRAPH_NODE_TYPE_EMPTY:
        return lambda _stream: None
    if kind not in _READERS:
        raise CudaError(Code.NOT_SUPPORTED, f"nodes of kind {kind} are not supported")
    if not params:
        raise CudaError(Code.INVALID_VALUE)
    return _READERS[kind](gpu, params)


def _add(
    gpu: VirtualGpu,
    result: Pointer,
    graph: Graph,
    after: Pointer,
    n: int,
    kind: int,
    params: Pointer = 0,
    work: Work | None = None,
) -> Node:
    """Add a node whose work is given, or named by its parameters."""
    before = nodes_at(gpu, after, n)
    if any(node.graph is not graph for node in before):
        raise CudaError(Code.INVALID_VALUE)
    if work is None:
        is_conditional = kind == CU.GRAPH_NODE_TYPE_CONDITIONAL
        work = _conditional(gpu, graph, params) if is_conditional else _work(gpu, kind, params)
    node = Node(graph, kind, before)
    _keep(gpu, node, params)
    graph.nodes[node] = work
    store(result, handle_of(gpu, node))
    return node


def _keep(gpu: VirtualGpu, node: Node, params: Pointer) -> None:
    """Keep a node's parameters for a program that asks for them, with arguments of a kernel in memory of the node."""
    if node.kind not in _STRUCTURES:
        return
    given = _copy_of(node.kind, params)
    if node.kind == _KERNEL:
        _, arguments = _kernel_arguments(gpu, params)
        values = [ctypes.create_string_buffer(bytes(argument), len(argument)) for argument in arguments]
        pointers = (ctypes.c_uint64 * max(len(values), 1))(*map(ctypes.addressof, values))
        given.kernelParams, given.extra = ctypes.addressof(pointers), 0
        node.kept = values, pointers
    node.params = bytes(given)


def _set(gpu: VirtualGpu, node: Node, kind: int, params: Pointer, target: Graph | None = None) -> None:
    """Give a node other parameters, in its graph or in an executable graph."""
    graph = target or node.graph
    if node.kind != kind or node not in graph.nodes:
        raise CudaError(Code.INVALID_VALUE)
    graph.nodes[node] = _work(gpu, kind, params)
    if target is None:
        _keep(gpu, node, params)


def _get(gpu: VirtualGpu, node: Node, kind: int, result: Pointer) -> None:
    if node.kind != kind or not result:
        raise CudaError(Code.INVALID_VALUE)
    if not node.params:
        gpu.log.not_served("the parameters of a captured operation")
        raise CudaError(Code.NOT_SUPPORTED)
    store_bytes(result, node.params)


def _serve_kind(kind: int, name: str, version: str, *context: str) -> None:
    """Register the functions of one kind of node; `context` is a last parameter that some of them have."""
    of_graph = ("Pointer", "Graph", "Pointer", "Size", "Pointer", *context)

    def add(
        gpu: VirtualGpu, result: Pointer, graph: Graph, after: Pointer, n: int, params: Pointer, *_: int
    ) -> None:
        _add(gpu, result, graph, after, n, kind, params)

    def update(gpu: VirtualGpu, target: Graph, node: Node, params: Pointer, *_: int) -> None:
        _set(gpu, node, kind, params, target)

    add_served([f"cuGraphAdd{name}Node{version}"], add, of_graph)
    add_served([f"cuGraphExec{name}NodeSetParams{version}"], update, ("Graph", "Node", "Pointer", *context))
    for does, function in (("Get", _get), ("Set", _set)):
        add_served(
            [f"cuGraph{name}Node{does}Params{version}"],
            lambda gpu, node, params, function=function: function(gpu, node, kind, params),
            ("Node", "Pointer"),
        )


_serve_kind(_KERNEL, "Kernel", "_v2")
_serve_kind(_MEMCPY, "Memcpy", "", "Handle")
_serve_kind(_MEMSET, "Memset", "", "Handle")
_serve_kind(_HOST, "Host", "")


@serves("cuGraphAddEmptyNode")
def add_empty(gpu: VirtualGpu, result: Pointer, graph: Graph, after: Pointer, n: Size) -> None:
    _add(gpu, result, graph, after, n, CU.GRAPH_NODE_TYPE_EMPTY)


@serves("cuGraphAddChildGraphNode")
def add_child(gpu: VirtualGpu, result: Pointer, graph: Graph, after: Pointer, n: Size, child: Graph) -> None:
    _add(gpu, result, graph, after, n, CU.GRAPH_NODE_TYPE_GRAPH, work=executable(child).run)


@serves("cuGraphAddNode_v2")
def add_node(
    gpu: VirtualGpu, result: Pointer, graph: Graph, after: Pointer, edges: Pointer, n: Size, params: Pointer
) -> None:
    _add(gpu, result, graph, after, n, *_own(params))


def _own(params: Pointer) -> tuple[int, Pointer]:
    """Return the kind of a CUgraphNodeParams, and the address of what it has for this kind."""
    given = structure_at("CUgraphNodeParams", params)
    at = type(given).kernel.offset  # of a union
    if given.type == _MEMCPY:
        at += type(given.memcpy).copyParams.offset
    return given.type, params + at


@serves("cuGraphNodeSetParams")
def set_node(gpu: VirtualGpu, node: Node, params: Pointer) -> None:
    _set(gpu, node, *_own(params))


@serves("cuGraphExecNodeSetParams")
def update_node(gpu: VirtualGpu, target: Graph, node: Node, params: Pointer) -> None:
    _set(gpu, node, *_own(params), target)


@serves("cuGraphConditionalHandleCreate")
def create_handle(
    gpu: VirtualGpu, result: Pointer, graph: Graph, context: Handle, default: Uint, flags: Uint
) -> None:
    if flags & ~CU.GRAPH_COND_ASSIGN_DEFAULT:
        raise CudaError(Code.INVALID_VALUE)
    buffer = gpu.memory.alias(gpu.context, np.zeros(4, np.uint8), "the condition of a graph")
    graph.conditions.append(Condition(buffer, default if flags else None))
    store(result, buffer.address)


def _conditional(gpu: VirtualGpu, graph: Graph, params: Pointer) -> Work:
    """Return what a conditional node does; the parameters get the handles of its graphs."""
    given = structure_at("CUDA_CONDITIONAL_NODE_PARAMS", params)
    condition = next((known for known in graph.conditions if known.buffer.address == given.handle), None)
    kind, size = given.type, given.size
    is_if, is_while = kind == CU.GRAPH_COND_TYPE_IF, kind == CU.GRAPH_COND_TYPE_WHILE
    most = 2 if is_if else 1 if is_while else size
    if (
        not (is_if or is_while or kind == CU.GRAPH_COND_TYPE_SWITCH)
        or not 1 <= size <= most
        or condition is None
    ):
        raise CudaError(Code.INVALID_VALUE)
    bodies = [Graph(graph.context) for _ in range(size)]
    handles = (ctypes.c_uint64 * size)(*(handle_of(gpu, body) for body in bodies))
    given.phGraph_out = ctypes.addressof(handles)

    def run(stream: Stream, _kept: object = handles) -> None:  # the program reads them later
        if is_while:
            while condition.value:
                executable(bodies[0]).run(stream)
            return
        chosen = int(not condition.value) if is_if else condition.value
        if chosen < len(bodies):
            executable(bodies[chosen]).run(stream)

    return run


@serves("cuGraphAddMemAllocNode")
def add_allocation(
    gpu: VirtualGpu, result: Pointer, graph: Graph, after: Pointer, n: Size, params: Pointer
) -> None:
    given = structure_at("CUDA_MEM_ALLOC_NODE_PARAMS", params)
    given.dptr = address = gpu.memory.reserve(given.bytesize)
    work = allocation(gpu, address, given.bytesize, python_line())
    _add(gpu, result, graph, after, n, CU.GRAPH_NODE_TYPE_MEM_ALLOC, work=work).address = address


@serves("cuGraphAddMemFreeNode")
def add_free(
    gpu: VirtualGpu, result: Pointer, graph: Graph, after: Pointer, n: Size, address: Device
) -> None:
    kind = CU.GRAPH_NODE_TYPE_MEM_FREE
    _add(gpu, result, graph, after, n, kind, work=lambda _stream: free_buffer(gpu, address))
