"""Streams, events and calls of the host in streams."""

from __future__ import annotations

import ctypes

from ..call import Code, CudaError, Handle, Int, Pointer, Uint, serves, store
from ..device.gpu import VirtualGpu
from ..device.state import HOST_NODE, WAIT_NODE, Event, Stream, captured

_NON_BLOCKING = 1
"""CU_STREAM_NON_BLOCKING."""
_DISABLE_TIMING = 2
"""CU_EVENT_DISABLE_TIMING."""
_INTERPROCESS = 4
"""CU_EVENT_INTERPROCESS."""


def _create(gpu: VirtualGpu, result: Pointer, flags: int, priority: int) -> None:
    stream = Stream(gpu.context, not flags & _NON_BLOCKING, flags, priority)
    stream.handle = gpu.handle(stream)
    store(result, stream.handle)


@serves("cuStreamCreate")
def create(gpu: VirtualGpu, result: Pointer, flags: Uint) -> None:
    _create(gpu, result, flags, 0)


@serves("cuStreamCreateWithPriority")
def create_with_priority(gpu: VirtualGpu, result: Pointer, flags: Uint, priority: Int) -> None:
    _create(gpu, result, flags, priority)


@serves("cuStreamDestroy_v2")
def destroy(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.report_pending(gpu.object(Stream, handle), "the stream was destroyed")
    gpu.forget(handle)


@serves("cuStreamSynchronize")
def synchronize(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.wait(gpu.stream(handle))


@serves("cuStreamQuery")
def query(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.wait(gpu.stream(handle))


@serves("cuStreamGetFlags")
def get_flags(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    store(result, gpu.stream(handle).flags, ctypes.c_uint32)


@serves("cuStreamGetPriority")
def get_priority(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    store(result, gpu.stream(handle).priority, ctypes.c_int)


@serves("cuStreamGetCtx")
def get_context(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    store(result, gpu.stream(handle).context.handle)


@serves("cuStreamGetId")
def get_id(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    store(result, gpu.stream(handle).handle)


@serves("cuStreamWaitEvent")
def wait_event(gpu: VirtualGpu, stream: Handle, event: Handle, flags: Uint) -> None:
    found, waiting = gpu.object(Event, event), gpu.stream(stream)
    if found.capture is not None:
        if waiting.capture is None:  # a fork of the captured stream: its operations belong to the graph
            waiting.capture, waiting.capture_after = found.capture, []
        waiting.capture_after = list(dict.fromkeys([*waiting.capture_after, *found.capture_after]))
        return
    if not captured(waiting, lambda target: gpu.order.wait_for_event(found, target), WAIT_NODE):
        gpu.order.wait_for_event(found, waiting)


@serves("cuStreamAddCallback")
def add_callback(gpu: VirtualGpu, handle: Handle, function: Pointer, data: Pointer, flags: Uint) -> None:
    gpu.reach_host_call(gpu.stream(handle))
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_int, ctypes.c_uint64)
    prototype(function)(handle, int(Code.SUCCESS), data)


@serves("cuLaunchHostFunc")
def host_function(gpu: VirtualGpu, handle: Handle, function: Pointer, data: Pointer) -> None:
    stream = gpu.stream(handle)

    def run(target: Stream) -> None:
        gpu.reach_host_call(target)
        ctypes.CFUNCTYPE(None, ctypes.c_uint64)(function)(data)

    if not captured(stream, run, HOST_NODE):
        run(stream)


@serves("cuEventCreate")
def event_create(gpu: VirtualGpu, result: Pointer, flags: Uint) -> None:
    if flags & _INTERPROCESS and not flags & _DISABLE_TIMING:
        raise CudaError(Code.INVALID_VALUE, "events of several processes have no times")
    store(result, gpu.handle(Event(gpu.context, flags)))


@serves("cuEventDestroy_v2")
def event_destroy(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.object(Event, handle)
    gpu.forget(handle)


@serves("cuEventRecord")
def record(gpu: VirtualGpu, handle: Handle, stream: Handle) -> None:
    event, recorded = gpu.object(Event, handle), gpu.stream(stream)
    event.capture, event.capture_after = recorded.capture, list(recorded.capture_after)
    if recorded.capture is not None:
        return
    gpu.begin(recorded)
    event.seconds, event.stream = gpu.now(), recorded
    gpu.order.record(event, recorded)


@serves("cuEventRecordWithFlags")
def record_with_flags(gpu: VirtualGpu, handle: Handle, stream: Handle, flags: Uint) -> None:
    record(gpu, handle, stream)


@serves("cuEventSynchronize", "cuEventQuery")
def event_wait(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.wait_for_event(gpu.object(Event, handle))


@serves("cuEventElapsedTime", "cuEventElapsedTime_v2")
def elapsed(gpu: VirtualGpu, result: Pointer, start: Handle, end: Handle) -> None:
    first, last = gpu.object(Event, start), gpu.object(Event, end)
    if first.flags & _DISABLE_TIMING or last.flags & _DISABLE_TIMING:
        raise CudaError(Code.INVALID_HANDLE)
    if first.seconds is None or last.seconds is None:
        raise CudaError(Code.INVALID_HANDLE)
    gpu.times_read += 1
    milliseconds = ctypes.c_float((last.seconds - first.seconds) * 1e3)
    store(result, ctypes.c_uint32.from_buffer(milliseconds).value, ctypes.c_uint32)
