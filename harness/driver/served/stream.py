"""Streams, events and calls of the host in streams."""

from __future__ import annotations

import ctypes

from ..call import CudaError, Handle, Int, Pointer, Uint, serve_value, serves, store
from ..cuda_header import CU, CUDA, Code
from ..device.gpu import VirtualGpu
from ..device.state import Event, Stream, captured


@serves("cuStreamCreate", longer="cuStreamCreateWithPriority")
def create(gpu: VirtualGpu, result: Pointer, flags: Uint, priority: Int = 0) -> None:
    stream = Stream(gpu.context, not flags & CU.STREAM_NON_BLOCKING, flags, priority)
    stream.handle = gpu.handle(stream)
    store(result, stream.handle)


@serves("cuStreamDestroy_v2")
def destroy(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.report_pending(gpu.object(Stream, handle), "the stream was destroyed")
    gpu.forget(handle)


@serves("cuStreamSynchronize", "cuStreamQuery")
def synchronize(gpu: VirtualGpu, stream: Stream) -> None:
    gpu.wait(stream)


@serves("cuStreamWaitEvent")
def wait_event(gpu: VirtualGpu, stream: Stream, event: Event, flags: Uint) -> None:
    if event.capture is not None:
        if stream.capture is None:  # a fork of the captured stream: its operations belong to the graph
            stream.capture, stream.capture_after = event.capture, []
        stream.capture_after = list(dict.fromkeys([*stream.capture_after, *event.capture_after]))
        return
    kind = CU.GRAPH_NODE_TYPE_WAIT_EVENT
    if not captured(stream, lambda target: gpu.order.wait_for_event(event, target), kind):
        gpu.order.wait_for_event(event, stream)


@serves("cuStreamAddCallback")
def add_callback(gpu: VirtualGpu, handle: Handle, function: Pointer, data: Pointer, flags: Uint) -> None:
    gpu.reach_host_call(gpu.stream(handle))
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_int, ctypes.c_uint64)
    prototype(function)(handle, CUDA.SUCCESS, data)


@serves("cuLaunchHostFunc")
def host_function(gpu: VirtualGpu, stream: Stream, function: Pointer, data: Pointer) -> None:
    run = gpu.host_call(function, data)
    if not captured(stream, run, CU.GRAPH_NODE_TYPE_HOST):
        run(stream)


@serves("cuEventCreate")
def event_create(gpu: VirtualGpu, result: Pointer, flags: Uint) -> None:
    if flags & CU.EVENT_INTERPROCESS and not flags & CU.EVENT_DISABLE_TIMING:
        raise CudaError(Code.INVALID_VALUE, "events of several processes have no times")
    store(result, gpu.handle(Event(gpu.context, flags)))


@serves("cuEventDestroy_v2")
def event_destroy(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.object(Event, handle)
    gpu.forget(handle)


@serves("cuEventRecord", longer="cuEventRecordWithFlags")
def record(gpu: VirtualGpu, event: Event, stream: Stream, flags: Uint = 0) -> None:
    event.capture, event.capture_after = stream.capture, list(stream.capture_after)
    if stream.capture is not None:
        return
    gpu.begin(stream)
    event.seconds, event.stream = gpu.now(), stream
    gpu.order.record(event, stream)


@serves("cuEventSynchronize", "cuEventQuery")
def event_wait(gpu: VirtualGpu, event: Event) -> None:
    gpu.wait_for_event(event)


@serves("cuEventElapsedTime", "cuEventElapsedTime_v2")
def elapsed(gpu: VirtualGpu, result: Pointer, start: Event, end: Event) -> None:
    if (start.flags | end.flags) & CU.EVENT_DISABLE_TIMING or start.seconds is None or end.seconds is None:
        raise CudaError(Code.INVALID_HANDLE)
    gpu.times_read += 1
    milliseconds = ctypes.c_float((end.seconds - start.seconds) * 1e3)
    store(result, ctypes.c_uint32.from_buffer(milliseconds).value, ctypes.c_uint32)


serve_value("cuStreamGetFlags(Stream, Uint*)", lambda gpu, stream: stream.flags)
serve_value("cuStreamGetPriority(Stream, Int*)", lambda gpu, stream: stream.priority)
serve_value("cuStreamGetCtx(Stream, Handle*)", lambda gpu, stream: stream.context.handle)
serve_value("cuStreamGetId(Stream, Handle*)", lambda gpu, stream: stream.handle)
