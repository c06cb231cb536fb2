"""Conditional nodes of graphs: values that kernels set, and graphs that run by them."""

from __future__ import annotations

import ctypes

import numpy as np

from ..call import Code, CudaError, Handle, Pointer, Uint, serves, store
from ..device.gpu import VirtualGpu
from ..device.state import Condition, Graph, Stream
from .graph_order import Work, handle_of, in_order

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
