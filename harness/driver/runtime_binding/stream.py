"""Streams, events and nodes of graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .calls import address
from .memory import SIDES, MemoryCalls, Side


class StreamCalls(MemoryCalls):
    """Functions for streams, events and graphs whose arguments are not those of the driver."""

    def cudaMallocAsync(self, size: int, stream: Any) -> Sequence[Any]:
        return tuple(self.driver.cuMemAllocAsync(size, self.given(stream)))

    def cudaStreamCreate(self) -> Sequence[Any]:
        return tuple(self.driver.cuStreamCreate(0))

    def cudaEventCreate(self) -> Sequence[Any]:
        return tuple(self.driver.cuEventCreate(0))

    def cudaGraphAddMemcpyNode1D(
        self, graph: Any, after: Any, n: int, target: Any, source: Any, size: int, kind: Any
    ) -> Sequence[Any]:
        kinds = SIDES[int(kind)]
        given = self.memcpy_params(
            Side(kinds[0], address(source)), Side(kinds[1], address(target)), (size, 1, 1)
        )
        _, context = self.driver.cuCtxGetCurrent()
        nodes = self.given(list(after or []))
        return tuple(self.driver.cuGraphAddMemcpyNode(self.given(graph), nodes, n, given, context))

    def cudaGraphAddMemsetNode(self, graph: Any, after: Any, n: int, params: Any) -> Sequence[Any]:
        _, context = self.driver.cuCtxGetCurrent()
        nodes = self.given(list(after or []))
        given = self.given(params)
        return tuple(self.driver.cuGraphAddMemsetNode(self.given(graph), nodes, n, given, context))
