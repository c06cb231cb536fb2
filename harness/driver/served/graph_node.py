"""Nodes of graphs: kernels, copies, fills, calls of the host, their dependencies and their later parameters."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping

from ..call import Code, CudaError, Handle, Pointer, Size, load, serves, store
from ..device.gpu import VirtualGpu, deliver
from ..device.launches import Shape, kernel_code, launch, read_arguments, read_extra
from ..device.state import Function, Graph, Node, Stream
from .copy import Copy3D, copy_rows, fill_elements

Work = Callable[[Stream], None]
_KERNEL, _MEMCPY, _MEMSET, _HOST, _EMPTY = 0, 1, 2, 3, 5
"""Values of CUgraphNodeType."""
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


def _host(_gpu: VirtualGpu, params: Pointer) -> Work:
    function, data = load(params), load(params + 8)

    def run(stream: Stream) -> None:
        deliver(stream)
        ctypes.CFUNCTYPE(None, ctypes.c_uint64)(function)(data)

    return run


_READERS = {_KERNEL: _kernel, _MEMCPY: _memcpy, _MEMSET: _memset, _HOST: _host}
_BYTES = {
    _KERNEL: ctypes.sizeof(_KernelParams),
    _MEMCPY: ctypes.sizeof(Copy3D),
    _MEMSET: ctypes.sizeof(_MemsetParams),
    _HOST: 16,
}
"""Bytes of the parameters of each kind of node."""


def _work(gpu: VirtualGpu, kind: int, params: Pointer) -> Work:
    if kind == _EMPTY:
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
    work = _work(gpu, kind, params)
    node = Node(graph, kind, before)
    node.handle = gpu.handle(node)
    _keep(gpu, node, params)
    graph.nodes[node] = work
    store(result, node.handle)


def _keep(gpu: VirtualGpu, node: Node, params: Pointer) -> None:
    """Keep a node's parameters for a program that asks for them, with arguments of a kernel in memory of the node."""
    if node.kind == _EMPTY:
        return
    node.params = ctypes.string_at(params, _BYTES[node.kind])
    if node.kind == _KERNEL:
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
    _add(gpu, result, graph, after, n, _KERNEL, params)


@serves("cuGraphAddMemcpyNode")
def add_memcpy(
    gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, n: Size, params: Pointer, context: Handle
) -> None:
    _add(gpu, result, graph, after, n, _MEMCPY, params)


@serves("cuGraphAddMemsetNode")
def add_memset(
    gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, n: Size, params: Pointer, context: Handle
) -> None:
    _add(gpu, result, graph, after, n, _MEMSET, params)


@serves("cuGraphAddHostNode")
def add_host(
    gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, n: Size, params: Pointer
) -> None:
    _add(gpu, result, graph, after, n, _HOST, params)


@serves("cuGraphAddEmptyNode")
def add_empty(gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, n: Size) -> None:
    _add(gpu, result, graph, after, n, _EMPTY, 0)


@serves("cuGraphAddNode_v2")
def add_node(
    gpu: VirtualGpu, result: Pointer, graph: Handle, after: Pointer, edges: Pointer, n: Size, params: Pointer
) -> None:
    kind, own = _own(params)
    _add(gpu, result, graph, after, n, kind, own)


def _own(params: Pointer) -> tuple[int, Pointer]:
    """Return the kind of a CUgraphNodeParams, and the address of what it has for this kind."""
    kind = load(params, ctypes.c_int)
    return kind, params + (_COPY_PARAMS if kind == _MEMCPY else _PARAMS)


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
    ctypes.memmove(result, node.params, len(node.params))


@serves("cuGraphKernelNodeGetParams_v2")
def get_kernel(gpu: VirtualGpu, node: Handle, result: Pointer) -> None:
    _get(gpu, node, _KERNEL, result)


@serves("cuGraphMemcpyNodeGetParams")
def get_memcpy(gpu: VirtualGpu, node: Handle, result: Pointer) -> None:
    _get(gpu, node, _MEMCPY, result)


@serves("cuGraphMemsetNodeGetParams")
def get_memset(gpu: VirtualGpu, node: Handle, result: Pointer) -> None:
    _get(gpu, node, _MEMSET, result)


@serves("cuGraphHostNodeGetParams")
def get_host(gpu: VirtualGpu, node: Handle, result: Pointer) -> None:
    _get(gpu, node, _HOST, result)


@serves("cuGraphNodeSetParams")
def set_node(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, *_own(params))


@serves("cuGraphExecNodeSetParams")
def update_node(gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer) -> None:
    _set(gpu, node, *_own(params), executable)


@serves("cuGraphHostNodeSetParams")
def set_host(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, _HOST, params)


@serves("cuGraphExecHostNodeSetParams")
def update_host(gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer) -> None:
    _set(gpu, node, _HOST, params, executable)


@serves("cuGraphKernelNodeSetParams_v2")
def set_kernel(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, _KERNEL, params)


@serves("cuGraphMemcpyNodeSetParams")
def set_memcpy(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, _MEMCPY, params)


@serves("cuGraphMemsetNodeSetParams")
def set_memset(gpu: VirtualGpu, node: Handle, params: Pointer) -> None:
    _set(gpu, node, _MEMSET, params)


@serves("cuGraphExecKernelNodeSetParams_v2")
def update_kernel(gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer) -> None:
    _set(gpu, node, _KERNEL, params, executable)


@serves("cuGraphExecMemcpyNodeSetParams")
def update_memcpy(
    gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer, context: Handle
) -> None:
    _set(gpu, node, _MEMCPY, params, executable)


@serves("cuGraphExecMemsetNodeSetParams")
def update_memset(
    gpu: VirtualGpu, executable: Handle, node: Handle, params: Pointer, context: Handle
) -> None:
    _set(gpu, node, _MEMSET, params, executable)


def in_order(nodes: Mapping[Node, Work]) -> dict[Node, Work]:
    """Return nodes in an order that their dependencies allow, otherwise in that in which they were added.

    Raises
    ------
    CudaError
        INVALID_VALUE if nodes wait for each other in a circle.
    """
    ordered: dict[Node, Work] = {}
    left = dict(nodes)
    while left:
        ready = next((node for node in left if all(each in ordered for each in node.after)), None)
        if ready is None:
            raise CudaError(Code.INVALID_VALUE, "nodes of a graph must not wait for each other in a circle")
        ordered[ready] = left.pop(ready)
    return ordered
