"""Nodes of a graph: their handles, and an order that their dependencies allow."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..call import Code, CudaError, Handle
from ..device.gpu import VirtualGpu
from ..device.state import Graph, Node, Stream

Work = Callable[[Stream], None]


def handle_of(gpu: VirtualGpu, item: Node | Graph) -> Handle:
    """Return the handle of a node or a graph, which it gets when somebody asks for it first."""
    if not item.handle:
        if isinstance(item, Node):
            item.handle = gpu.handle(item)
        else:
            item.handle = gpu.handle(item)
    return item.handle


def in_order(nodes: Mapping[Node, Work]) -> dict[Node, Work]:
    """Return nodes in an order that their dependencies allow, otherwise in that in which they were added."""
    ordered: dict[Node, Work] = {}
    left = dict(nodes)
    while left:
        ready = next((node for node in left if all(each in ordered for each in node.after)), None)
        if ready is None:
            raise CudaError(Code.INVALID_VALUE, "nodes of a graph must not wait for each other in a circle")
        ordered[ready] = left.pop(ready)
    return ordered
