"""The device, contexts, streams and events."""

from __future__ import annotations

import ctypes
import re
import time

from ..call import CudaError, also, fail_if, kept_text, serve, store, store_bytes, store_if, text_at
from ..cuda_header import CU, CUDA, Code, Float, Handle, Int, Ordinal, Pointer, Size, Uint, error_texts
from ..device.launches import LaunchingGpu
from ..device.profile import DRIVER_VERSION
from ..device.state import Context, CudaStream, Event, run_in

_UUID = b"kernel-harness\x00\x01"
# Undocumented table that NVRTC 13.0 asks for at each compilation, and does without.
_TABLE_OF_NVRTC = bytes.fromhex("da9151d33ae6cc41a5c04f26d533e328")
_BUS_ID = "0000:01:00.0"


def _error_text(at: int, code: int, result: Pointer) -> None:
    """Store the address of the name, or the description, of an error; 0 for an unknown one."""
    known = error_texts().get(code)
    store(result, kept_text(known[at]) if known else 0)
    fail_if(not known, Code.INVALID_VALUE)


def _store_text(result: Pointer, size: int, text: str) -> None:
    fail_if(size < 1, Code.INVALID_VALUE)
    store_bytes(result, text.encode()[: size - 1] + b"\0")


class DeviceCalls(LaunchingGpu):
    """Initialisation, versions, errors and the device."""

    def cuInit(self, flags: Uint) -> None:
        fail_if(flags, Code.INVALID_VALUE)
        # as a GPU's driver, whose state does not survive a fork of the process that has initialised it
        fail_if(self.is_used_by_parent, Code.NOT_INITIALIZED)
        self.is_initialised = True

    @also(shorter=("cuGetProcAddress",))
    def cuGetProcAddress_v2(
        self, name: Pointer, result: Pointer, version: Int, flags: Size, status: Pointer = 0
    ) -> None:
        address = self.find_symbol(text_at(name), version)
        store(result, address)
        outcome = CU.GET_PROC_ADDRESS_SUCCESS if address else CU.GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
        store_if(status, outcome, ctypes.c_int)
        fail_if(not address, Code.NOT_FOUND)

    def cuGetExportTable(self, name: Pointer) -> Pointer:
        fail_if(ctypes.string_at(name, len(_TABLE_OF_NVRTC)) == _TABLE_OF_NVRTC, Code.NOT_FOUND)
        raise self.refused("cuGetExportTable, which the CUDA runtime (cudart) needs")

    def cuDeviceGetByPCIBusId(self, text: Pointer) -> Int:
        fail_if(not re.fullmatch(r"(?:0*:)?0*1:0+(?:\.0)?", text_at(text)), Code.INVALID_DEVICE)
        return 0


serve("cuDeviceGetName(Pointer, Int, Ordinal)", lambda gpu, at, n, _: _store_text(at, n, gpu.profile.name))
serve("cuDeviceGetPCIBusId(Pointer, Int, Ordinal)", lambda gpu, at, n, _: _store_text(at, n, _BUS_ID))
serve("cuDeviceComputeCapability(Int*, Int*, Ordinal)", lambda gpu, device: gpu.profile.capability)
serve("cuGetErrorName(Int, Pointer)", lambda gpu, code, result: _error_text(0, code, result))
serve("cuGetErrorString(Int, Pointer)", lambda gpu, code, result: _error_text(1, code, result))
serve("cuDeviceGetUuid/cuDeviceGetUuid_v2(Bytes*, Ordinal)", lambda gpu, device: _UUID)
# There is nothing to profile.
serve("cuProfilerStart/cuProfilerStop()", lambda gpu, *_: None)
serve("cuProfilerInitialize(Pointer, Pointer, Int)", lambda gpu, *_: None)
serve("cuDriverGetVersion(Int*)", lambda gpu: DRIVER_VERSION)
serve("cuDeviceGetCount(Int*)", lambda gpu: 1)
serve("cuDeviceGet(Int*, Ordinal)", lambda gpu, device: device)
serve("cuDeviceTotalMem_v2(Size*, Ordinal)", lambda gpu, device: gpu.memory.limit_bytes)
serve("cuDeviceGetAttribute(Int*, Int, Ordinal)", lambda gpu, which, device: gpu.attributes.get(which, 0))
serve("cuDeviceCanAccessPeer(Int*, Ordinal, Ordinal)", lambda gpu, device, peer: 0)


# Of every context that cuCtxCreate_v2 or a later form makes.
_API_VERSION = 3020
_FOUR_BYTE_BANKS = CU.SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE
# Default of each limit, as on a new context.
_LIMITS = {
    CU.LIMIT_STACK_SIZE: 1024, CU.LIMIT_PRINTF_FIFO_SIZE: 1 << 20, CU.LIMIT_MALLOC_HEAP_SIZE: 8 << 20,
    CU.LIMIT_DEV_RUNTIME_SYNC_DEPTH: 2, CU.LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT: 2048,
    CU.LIMIT_MAX_L2_FETCH_GRANULARITY: 64, CU.LIMIT_PERSISTING_L2_CACHE_SIZE: 0,
}  # fmt: skip


class ContextCalls(LaunchingGpu):
    """Contexts: the primary one, others, and each thread's stack of them."""

    def cuCtxCreate_v2(self, flags: Uint, device: Ordinal) -> Handle:
        context = self.make_context(flags)
        self.stack.append(context)
        return context.handle

    def cuCtxAttach(self, flags: Uint) -> Handle:
        self.context.n_uses += 1
        return self.context.handle

    def cuCtxDetach(self, context: Context) -> None:
        if context.n_uses:
            context.n_uses -= 1
        else:
            self.destroy_context(context)

    def cuCtxPopCurrent_v2(self, result: Pointer) -> None:
        context = self.context
        self.stack.pop()
        store_if(result, context.handle)

    def cuCtxSetCurrent(self, handle: Handle) -> None:
        if self.stack:
            self.stack.pop()
        if handle:
            self.stack.append(self.object(Context, handle))

    def cuCtxSetLimit(self, limit: Int, size: Size) -> None:
        fail_if(limit not in _LIMITS, Code.INVALID_VALUE)
        self.context.limits[limit] = size

    def cuCtxGetLimit(self, limit: Int) -> Size:
        fail_if(limit not in _LIMITS, Code.INVALID_VALUE)
        return self.context.limits.get(limit, _LIMITS[limit])

    def cuDevicePrimaryCtxRetain(self, device: Ordinal) -> Handle:
        primary = self.primary_context()
        primary.n_uses += 1
        return primary.handle

    @also("cuDevicePrimaryCtxRelease")
    def cuDevicePrimaryCtxRelease_v2(self, device: Ordinal) -> None:
        if self.primary is None:
            raise CudaError(Code.INVALID_CONTEXT)
        self.primary.n_uses -= 1
        if self.primary.n_uses <= 0:
            self.destroy_context(self.primary)

    @also("cuDevicePrimaryCtxReset")
    def cuDevicePrimaryCtxReset_v2(self, device: Ordinal) -> None:
        if self.primary is not None:
            self.destroy_context(self.primary)

    def cuDevicePrimaryCtxGetState(self, device: Ordinal, flags: Pointer, active: Pointer) -> None:
        store_if(flags, self.primary_flags, ctypes.c_uint32)
        store_if(active, self.primary is not None, ctypes.c_int)


for _more in ("v3(Handle*, Pointer, Int", "v4(Handle*, Pointer"):
    serve(f"cuCtxCreate_{_more}, Uint, Ordinal)", lambda gpu, *given: gpu.cuCtxCreate_v2(*given[-2:]))
serve(
    "cuDevicePrimaryCtxSetFlags/cuDevicePrimaryCtxSetFlags_v2(Ordinal, Uint)",
    lambda gpu, device, flags: setattr(gpu, "primary_flags", flags),
)
serve("cuCtxDestroy_v2(Context)", lambda gpu, context: gpu.destroy_context(context))
serve("cuCtxPushCurrent_v2(Context)", lambda gpu, context: gpu.stack.append(context))
serve("cuCtxSynchronize()", lambda gpu: gpu.wait_all())
serve("cuCtxGetStreamPriorityRange(Int?, Int?)", lambda gpu: (0, -5))
serve("cuCtxGetCurrent(Handle*)", lambda gpu: gpu.stack[-1].handle if gpu.stack else 0)
serve("cuCtxGetId(Handle, Size*)", lambda gpu, of: (gpu.object(Context, of) if of else gpu.context).handle)
serve("cuCtxGetApiVersion(Handle, Uint*)", lambda gpu, context: _API_VERSION)
serve("cuCtxGetDevice(Int*)", lambda gpu: 0)
serve("cuCtxGetFlags(Uint*)", lambda gpu: gpu.context.flags)
serve("cuCtxSetCacheConfig(Int)", lambda gpu, config: setattr(gpu.context, "cache_config", config))
serve("cuCtxSetSharedMemConfig(Int)", lambda gpu, config: setattr(gpu.context, "shared_config", config))
serve("cuCtxGetCacheConfig(Int*)", lambda gpu: gpu.context.cache_config)
serve("cuCtxGetSharedMemConfig(Int*)", lambda gpu: gpu.context.shared_config or _FOUR_BYTE_BANKS)


class StreamCalls(LaunchingGpu):
    """Streams, events and calls of the host in streams."""

    @also(shorter=("cuStreamCreate",))
    def cuStreamCreateWithPriority(self, flags: Uint, priority: Int = 0) -> Handle:
        return self.handle(CudaStream(self.context, not flags & CU.STREAM_NON_BLOCKING, flags, priority))

    def cuStreamDestroy_v2(self, handle: Handle) -> None:
        stream = self.object(CudaStream, handle)
        self.report_pending(stream, "the stream was destroyed")
        self.forget(stream)

    def cuStreamWaitEvent(self, stream: CudaStream, event: Event, flags: Uint) -> None:
        if event.capture is not None:
            if stream.capture is None:  # a fork of the captured stream: its operations belong to the graph
                stream.capture, stream.capture_after = event.capture, []
            stream.capture_after = list(dict.fromkeys([*stream.capture_after, *event.capture_after]))
            return
        kind = CU.GRAPH_NODE_TYPE_WAIT_EVENT
        run_in(stream, kind, lambda target: self.order.wait_for_event(event, target))

    def cuStreamAddCallback(self, handle: Handle, function: Pointer, data: Pointer, flags: Uint) -> None:
        self.reach_host_call(self.stream(handle))
        prototype = ctypes.CFUNCTYPE(None, ctypes.c_uint64, ctypes.c_int, ctypes.c_uint64)
        prototype(function)(handle, CUDA.SUCCESS, data)

    def cuEventCreate(self, flags: Uint) -> Handle:
        if flags & CU.EVENT_INTERPROCESS and not flags & CU.EVENT_DISABLE_TIMING:
            raise CudaError(Code.INVALID_VALUE, "events of several processes have no times")
        return self.handle(Event(self.context, flags))

    @also(shorter=("cuEventRecord",))
    def cuEventRecordWithFlags(self, event: Event, stream: CudaStream, flags: Uint = 0) -> None:
        event.capture, event.capture_after = stream.capture, list(stream.capture_after)
        if stream.capture is not None:
            return
        self.begin(stream)
        event.seconds, event.stream = time.perf_counter(), stream
        self.order.record(event, stream)

    @also("cuEventElapsedTime_v2")
    def cuEventElapsedTime(self, start: Event, end: Event) -> Float:
        fail_if((start.flags | end.flags) & CU.EVENT_DISABLE_TIMING, Code.INVALID_HANDLE)
        if start.seconds is None or end.seconds is None:
            raise CudaError(Code.INVALID_HANDLE)
        self.log.note_time_read()
        return (end.seconds - start.seconds) * 1e3


serve(
    "cuLaunchHostFunc(CudaStream, Pointer, Pointer)",
    lambda gpu, stream, *given: run_in(stream, CU.GRAPH_NODE_TYPE_HOST, gpu.host_call(*given)),
)
serve("cuStreamSynchronize/cuStreamQuery(CudaStream)", lambda gpu, stream: gpu.wait(stream))
serve("cuEventSynchronize/cuEventQuery(Event)", lambda gpu, event: gpu.wait_for_event(event))
serve("cuEventDestroy_v2(Event)", lambda gpu, event: gpu.forget(event))
serve("cuStreamGetFlags(CudaStream, Uint*)", lambda gpu, stream: stream.flags)
serve("cuStreamGetPriority(CudaStream, Int*)", lambda gpu, stream: stream.priority)
serve("cuStreamGetCtx(CudaStream, Handle*)", lambda gpu, stream: stream.context.handle)
serve("cuStreamGetId(CudaStream, Handle*)", lambda gpu, stream: stream.handle)
