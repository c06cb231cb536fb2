"""Graphs, made by capturing a stream or node by node (`graph_node`), and their launches.

A captured operation is a call of this driver with its arguments. A launch of the graph makes the calls again, in order:
that is one of the orders that the graph allows.
"""

from __future__ import annotations

import ctypes

from ..call import Code, CudaError, Handle, Int, Pointer, Size, Uint, load, serves, store, store_if
from ..device.gpu import VirtualGpu
from ..device.state import Graph, Stream
from .graph_node import in_order

_NONE, _ACTIVE = 0, 1
"""Values of CUstreamCaptureStatus."""


@serves("cuStreamBeginCapture_v2", "cuStreamBeginCapture")
def begin_capture(gpu: VirtualGpu, handle: Handle, mode: Int) -> None:
    stream = gpu.stream(handle)
    if not stream.handle or stream.capture is not None:
        # the default stream cannot be captured, and no stream twice at once
        raise CudaError(Code.STREAM_CAPTURE_UNSUPPORTED if not stream.handle else Code.ILLEGAL_STATE)
    stream.capture = Graph(gpu.context)


@serves("cuStreamEndCapture")
def end_capture(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    stream = gpu.stream(handle)
    graph = stream.capture
    if graph is None:
        raise CudaError(Code.ILLEGAL_STATE)
    for each in gpu.streams(gpu.context):
        if each.capture is graph:
            each.capture = None
    store(result, gpu.handle(graph))


@serves("cuStreamIsCapturing")
def is_capturing(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    store(result, _NONE if gpu.stream(handle).capture is None else _ACTIVE, ctypes.c_int)


@serves("cuThreadExchangeStreamCaptureMode")
def exchange_mode(gpu: VirtualGpu, mode: Pointer) -> None:
    new = load(mode, ctypes.c_int)
    if not 0 <= new <= 2:
        raise CudaError(Code.INVALID_VALUE)
    store(mode, gpu.exchange_capture_mode(new), ctypes.c_int)


@serves("cuGraphCreate")
def create(gpu: VirtualGpu, result: Pointer, flags: Uint) -> None:
    store(result, gpu.handle(Graph(gpu.context)))


@serves("cuGraphInstantiateWithFlags")
def instantiate(gpu: VirtualGpu, result: Pointer, handle: Handle, flags: Size) -> None:
    graph = gpu.object(Graph, handle)
    store(result, gpu.handle(Graph(graph.context, list(graph.calls), in_order(graph.nodes))))


@serves("cuGraphInstantiateWithParams")
def instantiate_params(gpu: VirtualGpu, result: Pointer, handle: Handle, params: Pointer) -> None:
    instantiate(gpu, result, handle, 0)


@serves("cuGraphUpload")
def upload(gpu: VirtualGpu, handle: Handle, stream: Handle) -> None:
    gpu.object(Graph, handle)


@serves("cuGraphLaunch")
def launch(gpu: VirtualGpu, handle: Handle, stream: Handle) -> None:
    graph, target = gpu.object(Graph, handle), gpu.stream(stream)
    calls = [*graph.calls, *graph.nodes.values()]
    if target.capture is not None:
        target.capture.calls += calls
        return
    for call in calls:
        call(target)


@serves("cuGraphDestroy", "cuGraphExecDestroy")
def destroy(gpu: VirtualGpu, handle: Handle) -> None:
    graph = gpu.object(Graph, handle)
    for node in graph.nodes:
        if node.graph is graph:
            gpu.forget(node.handle)
    gpu.forget(handle)


@serves("cuGraphGetNodes")
def nodes(gpu: VirtualGpu, handle: Handle, result: Pointer, count: Pointer) -> None:
    graph = gpu.object(Graph, handle)
    if not result:
        store(count, len(graph.calls) + len(graph.nodes))
        return
    if graph.calls:
        raise CudaError(Code.NOT_SUPPORTED, "captured operations of a graph have no handles here")
    found = [node.handle for node in graph.nodes][: load(count)]
    for index, each in enumerate(found):
        store(result + 8 * index, each)
    store(count, len(found))


@serves("cuStreamGetCaptureInfo_v2", "cuStreamGetCaptureInfo_v3", "cuStreamGetCaptureInfo")
def capture_info(gpu: VirtualGpu, handle: Handle, status: Pointer, number: Pointer) -> None:
    stream: Stream = gpu.stream(handle)
    store(status, _NONE if stream.capture is None else _ACTIVE, ctypes.c_int)
    if stream.capture is not None:
        store_if(number, id(stream.capture), ctypes.c_uint64)
