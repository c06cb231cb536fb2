"""Nodes of graphs: kernels, copies, fills, calls of the host, their dependencies and their later parameters.

Conditional nodes have values that kernels set, and graphs that run by them.
"""

from __future__ import annotations

import ctypes

import numpy as np

from ..call import Code, CudaError, Handle, Pointer, Size, Uint, load, serves, store
from ..device.gpu import VirtualGpu
from ..device.launches import Shape, kernel_code, launch, read_arguments, read_extra
from ..device.state import (
    CHILD_NODE,
    CONDITIONAL_NODE,
    EMPTY_NODE,
    HOST_NODE,
    KERNEL_NODE,
    MEMCPY_NODE,
    MEMSET_NODE,
    Condition,
    Function,
    Graph,
    Node,
    Stream,
)
from .copy import Copy3D, copy_rows, fill_elements
from .graph_order import Work, handle_of, in_order

_PARAMS, _COPY_PARAMS = 16, 32
"""Offsets of the parameters in CUgraphNodeParams, and of those of a copy."""


class _KernelParams(ctypes.Structure):
    """CUDA_KERNEL_NODE_PARAMS."""

    _fields_ = (
        ("function", ctypes.c_uint64),
        ("grid", ctypes.c_uint32 * 3),
        ("block", ctypes.c_uint32 * 3),
        ("shared_bytes", ctypes.c_uint32),
        ("pointers", ctypes.c_uint64),
        ("extra", ctypes.c_uint64),
        ("kernel", ctypes.c_uint64),
        ("context", ctypes.c_uint64),
    )


class _MemsetParams(ctypes.Structure):
    """CUDA_MEMSET_NODE_PARAMS."""

    _fields_ = (
        ("target", ctypes.c_uint64),
        ("pitch", ctypes.c_size_t),
        ("value", ctypes.c_uint32),
        ("element_bytes", ctypes.c_uint32),
        ("width", ctypes.c_size_t),
        ("height", ctypes.c_size_t),
    )


def _kernel(gpu: VirtualGpu, params: Pointer) -> Work:
    """Return the launch that parameters name; the arguments are read now, as the driver does."""
    given = _KernelParams.from_address(params)
    function = gpu.object(Function, given.function or given.kernel)
    code = kernel_code(gpu, function)
    arguments = read_extra(gpu, code, given.extra) if given.extra else read_arguments(code, given.pointers)
    grid = given.grid[0], given.grid[1], given.grid[2]
    block = given.block[0], given.block[1], given.block[2]
    shape = Shape(grid, block, given.shared_bytes)
    return lambda stream: launch(gpu, function, shape, stream, arguments)


def _memcpy(gpu: VirtualGpu, params: Pointer) -> Work:
    given = Copy3D.from_buffer_copy(ctypes.string_at(params, ctypes.sizeof(Copy3D)))
    return lambda stream: copy_rows(gpu, given, stream.handle, is_async=True)


def _memset(gpu: VirtualGpu, params: Pointer) -> Work:
    given = _MemsetParams.from_buffer_copy(ctypes.string_at(params, ctypes.sizeof(_MemsetParams)))
    if given.element_bytes not in (1, 2, 4):
        raise CudaError(Code.INVALID_VALUE)
    value = given.value & (1 << 8 * given.element_bytes) - 1
    rows = given.pitch, given.height

    def fill(stream: Stream) -> None:
        fill_elements(gpu, given.target, value, given.element_bytes, given.width, stream.handle, rows)

    return fill


def _host(gpu: VirtualGpu, params: Pointer) -> Work:
    function, data = load(params), load(params + 8)

    def run(stream: Stream) -> None:
        gpu.reach_host_call(stream)
        ctypes.CFUNCTYPE(None, ctypes.c_uint64)(function)(data)

    return run


_READERS = {KERNEL_NODE: _kernel, MEMCPY_NODE: _memcpy, MEMSET_NODE: _memset, HOST_NODE: _host}
_BYTES = {
    KERNEL_NODE: ctypes.sizeof(_KernelParams),
    MEMCPY_NODE: ctypes.sizeof(Copy3D),
    MEMSET_NODE: ctypes.sizeof(_MemsetParams),
    HOST_NODE: 16,
}
"""Bytes of the parameters of each kind of node."""


def _work(gpu: VirtualGpu, kind: int, params: Pointer) -> Work:
    if kind == EMPTY_NODE:
        return lambda _stream: None
    if kind not in _READERS:
        raise CudaError(Code.NOT_SUPPORTED, f"nodes of kind {kind} are not supported")
    if not params:
        raise CudaError(Code.INVALID_VALUE)
    return _READERS[kind](gpu, params)


def _add(
    gpu: VirtualGpu, result: Pointer, handle: Handle, after: Pointer, n: int, kind: int, params: Pointer
) -> None:
    graph = gpu.object(Graph, handle)
    before = [gpu.object(Node, load(after + 8 * index)) for index in range(n)]
    if any(each.graph is not graph for each in before):
        raise CudaError(Code.INVALID_VALUE)
    work = conditional(gpu, graph, params) if kind == CONDITIONAL_NODE else _work(gpu, kind, params)
    node = Node(graph, kind, before)
    _keep(gpu, node, params)
    graph.nodes[node] = work
    store(result, handle_of(gpu, node))


def _keep(gpu: VirtualGpu, node: Node, params: Pointer) -> None:
    """Keep a node's parameters for a program that asks for them, with arguments of a kernel in memory of the node."""
    if node.kind not in _BYTES:
        return
    node.params = ctypes.string_at(params, _BYTES[node.kind])
    if node.kind == KERNEL_NODE:
        given = _KernelParams.from_buffer_copy(node.params)
        code = kernel_code(gpu, gpu.object(Function, given.function or given.kernel))
        arguments = (
            read_extra(gpu, code, given.extra) if given.extra else read_arguments(code, given.pointers)
        )
        values = [ctypes.create_string_buffer(bytes(each), len(each)) for each in arguments]
        pointers = (ctypes.c_uint64 * max(len(values), 1))(*map(ctypes.addressof, values))
        given.pointers, given.extra = ctypes.addressof(pointers), 0
        node.params, node.kept = bytes(given), (values, pointers)


@serves("cuGraphAddKernelNode_v2")
def add_kernel(
    gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, n: Size, params: Pointer
) -> None:
    _add(gpu, result, graph, after, n, KERNEL_NODE, params)


@serves("cuGraphAddMemcpyNode")
def add_memcpy(
    gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, n: Size, params: Pointer, context: Handle
) -> None:
    _add(gpu, result, graph, after, n, MEMCPY_NODE, params)


@serves("cuGraphAddMemsetNode")
def add_memset(
    gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, n: Size, params: Pointer, context: Handle
) -> None:
    _add(gpu, result, graph, after, n, MEMSET_NODE, params)


@serves("cuGraphAddHostNode")
def add_host(
    gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, n: Size, params: Pointer
) -> None:
    _add(gpu, result, graph, after, n, HOST_NODE, params)


@serves("cuGraphAddEmptyNode")
def add_empty(gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, n: Size) -> None:
    _add(gpu, result, graph, after, n, EMPTY_NODE, 0)


@serves("cuGraphAddChildGraphNode")
def add_child(
    gpu: VirtualGpu, result: Pointer, handle: Handle, after: Pointer, n: Size, child: Handle
) -> None:
    inner = gpu.object(Graph, child)
    body = Graph(inner.context, in_order(inner.nodes), list(inner.conditions))  # a copy
    _add(gpu, result, handle, after, n, EMPTY_NODE, 0)
    node = gpu.object(Node, load(result))
    node.kind, node.graph.nodes[node] = CHILD_NODE, body.run


@serves("cuGraphAddNode_v2")
def add_node(
    gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, edges: Pointer, n: Size, params: Pointer
) -> None:
    kind, own = _own(params)
    _add(gpu, result, graph, after, n, kind, own)


def _own(params: Pointer) -> tuple[int, Pointer]:
    """Return the kind of a CUgraphNodeParams, and the address of what it has for this kind."""
    kind = load(params, ctypes.c_int)
    return kind, params + (_COPY_PARAMS if kind == MEMCPY_NODE else _PARAMS)


@serves("cuGraphNodeGetType")
def node_type(gpu: VirtualGpu, node: Handle, result: Pointer) -> None:
    store(result, gpu.object(Node, node).kind, ctypes.c_int)


def _set(
    gpu: VirtualGpu, handle: Handle, kind: int, params: Pointer, executable: Handle | None = None
) -> None:
    """Give a node other parameters, in its graph or in an executable graph."""
    node = gpu.object(Node, handle)
    graph = node.graph if executable is None else gpu.object(Graph, executable)
    if node.kind != kind or node not in graph.nodes:
        raise CudaError(Code.INVALID_VALUE)
    graph.nodes[node] = _work(gpu, kind, params)
    if executable is None:
        _keep(gpu, node, params)


def _get(gpu: VirtualGpu, handle: Handle, kind: int, result: Pointer) -> None:
    node = gpu.object(Node, handle)
    if node.kind != kind or not result:
        raise CudaError(Code.INVALID_VALUE)
    if not node.params:
        gpu.log.not_served("the parameters of a captured operation")
        raise CudaError(Code.NOT_SUPPORTED)
    ctypes.memmove(result, node.params, len(node.params))


@serves("cuGraphKernelNodeGetParams_v2")
def get_kernel(gpu: VirtualGpu, node: Handle, result: Pointer) -> None:
    _get(gpu, node, KERNEL_NODE, result)


@serves("cuGraphMemcpyNodeGetParams")
def get_memcpy(gpu: VirtualGpu, node: Handle, result: Pointer) -> None:
    _get(gpu, node, MEMCPY_NODE, result)


@serves("cuGraphMemsetNodeGetParams")
def get_memset(gpu: VirtualGpu, node: Handle, result: Pointer) -> None:
    _get(gpu, node, MEMSET_NODE, result)


@serves("cuGraphHostNodeGetParams")
def get_host(gpu: VirtualGpu, node: Handle, result: Pointer) -> None:
    _get(gpu, node, HOST_NODE, result)


@serves("cuGraphNodeSetParams")
def set_node(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, *_own(params))


@serves("cuGraphExecNodeSetParams")
def update_node(gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer) -> None:
    _set(gpu, node, *_own(params), executable)


@serves("cuGraphHostNodeSetParams")
def set_host(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, HOST_NODE, params)


@serves("cuGraphExecHostNodeSetParams")
def update_host(gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer) -> None:
    _set(gpu, node, HOST_NODE, params, executable)


@serves("cuGraphKernelNodeSetParams_v2")
def set_kernel(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, KERNEL_NODE, params)


@serves("cuGraphMemcpyNodeSetParams")
def set_memcpy(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, MEMCPY_NODE, params)


@serves("cuGraphMemsetNodeSetParams")
def set_memset(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, MEMSET_NODE, params)


@serves("cuGraphExecKernelNodeSetParams_v2")
def update_kernel(gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer) -> None:
    _set(gpu, node, KERNEL_NODE, params, executable)


@serves("cuGraphExecMemcpyNodeSetParams")
def update_memcpy(
    gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer, context: Handle
) -> None:
    _set(gpu, node, MEMCPY_NODE, params, executable)


@serves("cuGraphExecMemsetNodeSetParams")
def update_memset(
    gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer, context: Handle
) -> None:
    _set(gpu, node, MEMSET_NODE, params, executable)


_IF, _WHILE, _SWITCH = 0, 1, 2
"""Values of CUgraphConditionalNodeType."""
_ASSIGN_DEFAULT = 1
"""CU_GRAPH_COND_ASSIGN_DEFAULT."""


class _Params(ctypes.Structure):
    """CUDA_CONDITIONAL_NODE_PARAMS."""

    _fields_ = (
        ("handle", ctypes.c_uint64),
        ("kind", ctypes.c_int),
        ("size", ctypes.c_uint32),
        ("graphs", ctypes.c_uint64),
        ("context", ctypes.c_uint64),
    )


@serves("cuGraphConditionalHandleCreate")
def create_handle(
    gpu: VirtualGpu, result: Pointer, handle: Handle, context: Handle, default: Uint, flags: Uint
) -> None:
    graph = gpu.object(Graph, handle)
    if flags & ~_ASSIGN_DEFAULT:
        raise CudaError(Code.INVALID_VALUE)
    buffer = gpu.memory.alias(gpu.context, np.zeros(4, np.uint8), "the condition of a graph")
    graph.conditions.append(Condition(buffer, default if flags else None))
    store(result, buffer.address)


def conditional(gpu: VirtualGpu, graph: Graph, params: Pointer) -> Work:
    """Return what a conditional node does; the parameters get the handles of its graphs."""
    given = _Params.from_address(params)
    condition = next((each for each in graph.conditions if each.buffer.address == given.handle), None)
    sizes = {_IF: (1, 2), _WHILE: (1,)}.get(given.kind)
    if condition is None or given.kind not in (_IF, _WHILE, _SWITCH) or not given.size:
        raise CudaError(Code.INVALID_VALUE)
    if sizes is not None and given.size not in sizes:
        raise CudaError(Code.INVALID_VALUE)
    bodies = [Graph(graph.context) for _ in range(given.size)]
    handles = (ctypes.c_uint64 * given.size)(*(handle_of(gpu, each) for each in bodies))
    given.graphs = ctypes.addressof(handles)
    kind = given.kind

    def run(stream: Stream, _kept: object = handles) -> None:  # the program reads them later
        value = condition.value
        if kind == _IF:
            value = 0 if value else 1
        if kind == _WHILE:
            while condition.value:
                _run(bodies[0], stream)
        elif value < len(bodies):
            _run(bodies[value], stream)

    return run


def _run(body: Graph, stream: Stream) -> None:
    Graph(body.context, in_order(body.nodes), body.conditions).run(stream)
