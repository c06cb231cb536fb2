"""Dependencies between the nodes of a graph, and the removal of nodes."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

from ..call import Code, CudaError, Handle, Pointer, Size, load, serves, store
from ..device.gpu import VirtualGpu
from ..device.state import Graph, Node
from .graph_order import handle_of

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
