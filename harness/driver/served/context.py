"""Contexts: the primary one, others, and each thread's stack of them."""

from __future__ import annotations

import ctypes

from ..call import CudaError, Handle, Int, Ordinal, Pointer, Size, Uint, serve_value, serves, store, store_if
from ..cuda_header import CU, Code
from ..device.gpu import VirtualGpu
from ..device.state import Context

_API_VERSION = 3020
_FOUR_BYTE_BANKS = CU.SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE
# Default of each limit, as on a new context.
_LIMITS = {
    CU.LIMIT_STACK_SIZE: 1024,
    CU.LIMIT_PRINTF_FIFO_SIZE: 1 << 20,
    CU.LIMIT_MALLOC_HEAP_SIZE: 8 << 20,
    CU.LIMIT_DEV_RUNTIME_SYNC_DEPTH: 2,
    CU.LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT: 2048,
    CU.LIMIT_MAX_L2_FETCH_GRANULARITY: 64,
    CU.LIMIT_PERSISTING_L2_CACHE_SIZE: 0,
}


@serves("cuCtxCreate_v2", needs="init")
def create(gpu: VirtualGpu, result: Pointer, flags: Uint, device: Ordinal) -> None:
    context = gpu.make_context(flags)
    gpu.stack.append(context)
    store(result, context.handle)


@serves("cuCtxCreate_v3", needs="init")
def create_v3(
    gpu: VirtualGpu, result: Pointer, affinity: Pointer, n: Int, flags: Uint, device: Ordinal
) -> None:
    create(gpu, result, flags, device)


@serves("cuCtxCreate_v4", needs="init")
def create_v4(gpu: VirtualGpu, result: Pointer, params: Pointer, flags: Uint, device: Ordinal) -> None:
    create(gpu, result, flags, device)


@serves("cuCtxDestroy_v2", needs="init")
def destroy(gpu: VirtualGpu, context: Context) -> None:
    gpu.destroy_context(context)


@serves("cuCtxAttach", needs="init")
def attach(gpu: VirtualGpu, result: Pointer, flags: Uint) -> None:
    gpu.context.n_uses += 1
    store(result, gpu.context.handle)


@serves("cuCtxDetach", needs="init")
def detach(gpu: VirtualGpu, context: Context) -> None:
    if context.n_uses:
        context.n_uses -= 1
    else:
        gpu.destroy_context(context)


@serves("cuCtxPushCurrent_v2", needs="init")
def push(gpu: VirtualGpu, context: Context) -> None:
    gpu.stack.append(context)


@serves("cuCtxPopCurrent_v2", needs="init")
def pop(gpu: VirtualGpu, result: Pointer) -> None:
    context = gpu.context
    gpu.stack.pop()
    store_if(result, context.handle)


@serves("cuCtxSetCurrent", needs="init")
def set_current(gpu: VirtualGpu, handle: Handle) -> None:
    if gpu.stack:
        gpu.stack.pop()
    if handle:
        gpu.stack.append(gpu.object(Context, handle))


@serves("cuCtxSynchronize")
def synchronize(gpu: VirtualGpu) -> None:
    gpu.wait_all()


@serves("cuCtxSetLimit")
def set_limit(gpu: VirtualGpu, limit: Int, size: Size) -> None:
    if limit not in _LIMITS:
        raise CudaError(Code.INVALID_VALUE)
    gpu.context.limits[limit] = size


@serves("cuCtxGetLimit")
def get_limit(gpu: VirtualGpu, result: Pointer, limit: Int) -> None:
    if limit not in _LIMITS:
        raise CudaError(Code.INVALID_VALUE)
    store(result, gpu.context.limits.get(limit, _LIMITS[limit]))


@serves("cuCtxSetCacheConfig")
def set_cache(gpu: VirtualGpu, config: Int) -> None:
    gpu.context.cache_config = config


@serves("cuCtxSetSharedMemConfig")
def set_shared(gpu: VirtualGpu, config: Int) -> None:
    gpu.context.shared_config = config


@serves("cuCtxGetStreamPriorityRange")
def priorities(gpu: VirtualGpu, least: Pointer, greatest: Pointer) -> None:
    store_if(least, 0, ctypes.c_int)
    store_if(greatest, -5, ctypes.c_int)


@serves("cuDevicePrimaryCtxRetain", needs="init")
def retain(gpu: VirtualGpu, result: Pointer, device: Ordinal) -> None:
    if gpu.primary is None:
        gpu.primary = gpu.make_context(gpu.primary_flags)
    gpu.primary.n_uses += 1
    store(result, gpu.primary.handle)


@serves("cuDevicePrimaryCtxRelease_v2", "cuDevicePrimaryCtxRelease", needs="init")
def release(gpu: VirtualGpu, device: Ordinal) -> None:
    if gpu.primary is None:
        raise CudaError(Code.INVALID_CONTEXT)
    gpu.primary.n_uses -= 1
    if gpu.primary.n_uses <= 0:
        gpu.destroy_context(gpu.primary)


@serves("cuDevicePrimaryCtxReset_v2", "cuDevicePrimaryCtxReset", needs="init")
def reset(gpu: VirtualGpu, device: Ordinal) -> None:
    if gpu.primary is not None:
        gpu.destroy_context(gpu.primary)


@serves("cuDevicePrimaryCtxSetFlags_v2", "cuDevicePrimaryCtxSetFlags", needs="init")
def set_primary_flags(gpu: VirtualGpu, device: Ordinal, flags: Uint) -> None:
    gpu.primary_flags = flags


@serves("cuDevicePrimaryCtxGetState", needs="init")
def primary_state(gpu: VirtualGpu, device: Ordinal, flags: Pointer, active: Pointer) -> None:
    store_if(flags, gpu.primary_flags, ctypes.c_uint32)
    store_if(active, gpu.primary is not None, ctypes.c_int)


serve_value("cuCtxGetCurrent(Handle*)", lambda gpu: gpu.stack[-1].handle if gpu.stack else 0, "init")
serve_value("cuCtxGetId(Handle, Size*)", lambda gpu, handle: _context(gpu, handle).handle, "init")
serve_value("cuCtxGetApiVersion(Handle, Uint*)", lambda gpu, context: _API_VERSION, "init")
serve_value("cuCtxGetDevice(Int*)", lambda gpu: 0)
serve_value("cuCtxGetFlags(Uint*)", lambda gpu: gpu.context.flags)
serve_value("cuCtxGetCacheConfig(Int*)", lambda gpu: gpu.context.cache_config)
serve_value("cuCtxGetSharedMemConfig(Int*)", lambda gpu: gpu.context.shared_config or _FOUR_BYTE_BANKS)


def _context(gpu: VirtualGpu, handle: Handle) -> Context:
    return gpu.object(Context, handle) if handle else gpu.context
