"""Memory that graphs allocate and free: its addresses are those of the nodes, in every launch.

What a graph's allocations take stays with the graph until it is trimmed, as on a GPU.
"""

from __future__ import annotations

import ctypes

from ..call import Code, CudaError, Device, Handle, Int, Pointer, Size, load, serves, store
from ..device.gpu import VirtualGpu
from ..device.pools import GRANULE_BYTES
from ..device.state import ALLOC_NODE, FREE_NODE, Graph, Node, Stream, captured
from ..findings import PythonLine, python_line
from .graph_order import handle_of
from .memory import free_buffer

_AUTO_FREE = 1
"""CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH."""
_USED, _USED_HIGH, _RESERVED, _RESERVED_HIGH = range(4)
"""Values of CUgraphMem_attribute."""


class _AllocParams(ctypes.Structure):
    """CUDA_MEM_ALLOC_NODE_PARAMS."""

    _fields_ = (
        ("pool", ctypes.c_uint8 * 88),
        ("access", ctypes.c_uint64),
        ("n_access", ctypes.c_size_t),
        ("size_bytes", ctypes.c_size_t),
        ("address", ctypes.c_uint64),
    )


def _allocate(gpu: VirtualGpu, address: int, size_bytes: int, line: PythonLine) -> None:
    gpu.memory.allocate_at(gpu.context, address, size_bytes, line)
    if address not in gpu.graph_memory:
        whole = -(-size_bytes // GRANULE_BYTES) * GRANULE_BYTES
        gpu.graph_memory[address] = whole
        gpu.graph_pool.take(whole)


def allocate_captured(gpu: VirtualGpu, stream: Stream, size_bytes: int) -> int:
    """Let the graph that captures a stream allocate memory; return its address."""
    address, line = gpu.memory.reserve(size_bytes), python_line()
    captured(stream, lambda _stream: _allocate(gpu, address, size_bytes, line), ALLOC_NODE)
    stream.capture_after[0].address = address
    return address


def free_captured(gpu: VirtualGpu, stream: Stream, address: int) -> None:
    """Let the graph that captures a stream free memory."""
    captured(stream, lambda _stream: free_buffer(gpu, address), FREE_NODE)


def begin_launch(gpu: VirtualGpu, graph: Graph) -> None:
    """Free what a launch before has allocated and nothing has freed."""
    for node in graph.nodes:
        if node.kind == ALLOC_NODE and gpu.memory.starts_at(node.address):
            if not graph.flags & _AUTO_FREE:
                raise CudaError(Code.INVALID_VALUE, "memory of the launch before has not been freed")
            free_buffer(gpu, node.address)


@serves("cuGraphAddMemAllocNode")
def add_allocation(
    gpu: VirtualGpu, result: Pointer, handle: Handle, after: Pointer, n: Size, params: Pointer
) -> None:
    given = _AllocParams.from_address(params)
    size_bytes, line = given.size_bytes, python_line()
    address = given.address = gpu.memory.reserve(size_bytes)
    node = _node(gpu, handle, after, n, ALLOC_NODE)
    node.address = address
    node.graph.nodes[node] = lambda _stream: _allocate(gpu, address, size_bytes, line)
    store(result, handle_of(gpu, node))


@serves("cuGraphAddMemFreeNode")
def add_free(
    gpu: VirtualGpu, result: Pointer, handle: Handle, after: Pointer, n: Size, address: Device
) -> None:
    node = _node(gpu, handle, after, n, FREE_NODE)
    node.graph.nodes[node] = lambda _stream: free_buffer(gpu, address)
    store(result, handle_of(gpu, node))


def _node(gpu: VirtualGpu, handle: Handle, after: Pointer, n: int, kind: int) -> Node:
    before = [gpu.object(Node, load(after + 8 * index)) for index in range(n)]
    return Node(gpu.object(Graph, handle), kind, before)


def _check_device(device: int) -> None:
    if device:
        raise CudaError(Code.INVALID_DEVICE)


@serves("cuDeviceGetGraphMemAttribute", needs="init")
def get_attribute(gpu: VirtualGpu, device: Int, attribute: Int, result: Pointer) -> None:
    _check_device(device)
    pool = gpu.graph_pool
    values = {
        _USED: pool.used_bytes,
        _USED_HIGH: pool.used_high_bytes,
        _RESERVED: pool.reserved_bytes,
        _RESERVED_HIGH: pool.reserved_high_bytes,
    }
    if attribute not in values:
        raise CudaError(Code.INVALID_VALUE)
    store(result, values[attribute])


@serves("cuDeviceSetGraphMemAttribute", needs="init")
def set_attribute(gpu: VirtualGpu, device: Int, attribute: Int, value: Pointer) -> None:
    _check_device(device)
    pool = gpu.graph_pool
    if attribute not in (_USED_HIGH, _RESERVED_HIGH) or load(value):
        raise CudaError(Code.INVALID_VALUE, "only the highest values can be set, to zero")
    if attribute == _USED_HIGH:
        pool.used_high_bytes = pool.used_bytes
    else:
        pool.reserved_high_bytes = pool.reserved_bytes


@serves("cuDeviceGraphMemTrim", needs="init")
def trim(gpu: VirtualGpu, device: Int) -> None:
    _check_device(device)
    for address, size_bytes in list(gpu.graph_memory.items()):
        if not gpu.memory.starts_at(address):
            del gpu.graph_memory[address]
            gpu.graph_pool.give_back(size_bytes)
    gpu.graph_pool.trim(0)
