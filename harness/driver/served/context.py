"""Contexts: the primary one, others, and each thread's stack of them."""

from __future__ import annotations

import ctypes

from ..call import Code, CudaError, Handle, Int, Pointer, Size, Uint, serves, store, store_if
from ..device.gpu import VirtualGpu
from ..device.state import Context

_API_VERSION = 3020
_LIMITS = {0: 1024, 1: 1 << 20, 2: 8 << 20, 3: 2, 4: 2048, 5: 64, 6: 0}
"""Default of each limit of ``CUlimit``, as on a new context."""


def _check_device(device: int) -> None:
    if device:
        raise CudaError(Code.INVALID_DEVICE)


def _create(gpu: VirtualGpu, result: Pointer, flags: int, device: int) -> None:
    _check_device(device)
    context = gpu.make_context(flags)
    gpu.stack.append(context)
    store(result, context.handle)


@serves("cuCtxCreate_v2", needs="init")
def create(gpu: VirtualGpu, result: Pointer, flags: Uint, device: Int) -> None:
    _create(gpu, result, flags, device)


@serves("cuCtxCreate_v3", needs="init")
def create_v3(gpu: VirtualGpu, result: Pointer, affinity: Pointer, n: Int, flags: Uint, device: Int) -> None:
    _create(gpu, result, flags, device)


@serves("cuCtxCreate_v4", needs="init")
def create_v4(gpu: VirtualGpu, result: Pointer, params: Pointer, flags: Uint, device: Int) -> None:
    _create(gpu, result, flags, device)


@serves("cuCtxDestroy_v2", needs="init")
def destroy(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.destroy_context(gpu.object(Context, handle))


@serves("cuCtxAttach", needs="init")
def attach(gpu: VirtualGpu, result: Pointer, flags: Uint) -> None:
    gpu.context.n_uses += 1
    store(result, gpu.context.handle)


@serves("cuCtxDetach", needs="init")
def detach(gpu: VirtualGpu, handle: Handle) -> None:
    context = gpu.object(Context, handle)
    if context.n_uses:
        context.n_uses -= 1
    else:
        gpu.destroy_context(context)


@serves("cuCtxPushCurrent_v2", needs="init")
def push(gpu: VirtualGpu, handle: Handle) -> None:
    gpu.stack.append(gpu.object(Context, handle))


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


@serves("cuCtxGetCurrent", needs="init")
def get_current(gpu: VirtualGpu, result: Pointer) -> None:
    store(result, gpu.stack[-1].handle if gpu.stack else 0)


@serves("cuCtxGetDevice")
def get_device(gpu: VirtualGpu, result: Pointer) -> None:
    store(result, 0, ctypes.c_int)


@serves("cuCtxSynchronize")
def synchronize(gpu: VirtualGpu) -> None:
    gpu.wait_all()


@serves("cuCtxGetApiVersion", needs="init")
def api_version(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    store(result, _API_VERSION, ctypes.c_uint32)


@serves("cuCtxGetFlags")
def get_flags(gpu: VirtualGpu, result: Pointer) -> None:
    store(result, gpu.context.flags, ctypes.c_uint32)


@serves("cuCtxGetId", needs="init")
def get_id(gpu: VirtualGpu, handle: Handle, result: Pointer) -> None:
    store(result, (gpu.object(Context, handle) if handle else gpu.context).handle)


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


@serves("cuCtxGetCacheConfig")
def get_cache(gpu: VirtualGpu, result: Pointer) -> None:
    store(result, gpu.context.cache_config, ctypes.c_int)


@serves("cuCtxSetSharedMemConfig")
def set_shared(gpu: VirtualGpu, config: Int) -> None:
    gpu.context.shared_config = config


@serves("cuCtxGetSharedMemConfig")
def get_shared(gpu: VirtualGpu, result: Pointer) -> None:
    store(result, gpu.context.shared_config or 1, ctypes.c_int)


@serves("cuCtxGetStreamPriorityRange")
def priorities(gpu: VirtualGpu, least: Pointer, greatest: Pointer) -> None:
    store_if(least, 0, ctypes.c_int)
    store_if(greatest, -5, ctypes.c_int)


@serves("cuDevicePrimaryCtxRetain", needs="init")
def retain(gpu: VirtualGpu, result: Pointer, device: Int) -> None:
    _check_device(device)
    if gpu.primary is None:
        gpu.primary = gpu.make_context(gpu.primary_flags)
    gpu.primary.n_uses += 1
    store(result, gpu.primary.handle)


@serves("cuDevicePrimaryCtxRelease_v2", "cuDevicePrimaryCtxRelease", needs="init")
def release(gpu: VirtualGpu, device: Int) -> None:
    _check_device(device)
    if gpu.primary is None:
        raise CudaError(Code.INVALID_CONTEXT)
    gpu.primary.n_uses -= 1
    if gpu.primary.n_uses <= 0:
        gpu.destroy_context(gpu.primary)


@serves("cuDevicePrimaryCtxReset_v2", "cuDevicePrimaryCtxReset", needs="init")
def reset(gpu: VirtualGpu, device: Int) -> None:
    _check_device(device)
    if gpu.primary is not None:
        gpu.destroy_context(gpu.primary)


@serves("cuDevicePrimaryCtxSetFlags_v2", "cuDevicePrimaryCtxSetFlags", needs="init")
def set_primary_flags(gpu: VirtualGpu, device: Int, flags: Uint) -> None:
    _check_device(device)
    gpu.primary_flags = flags


@serves("cuDevicePrimaryCtxGetState", needs="init")
def primary_state(gpu: VirtualGpu, device: Int, flags: Pointer, active: Pointer) -> None:
    _check_device(device)
    store_if(flags, gpu.primary_flags, ctypes.c_uint32)
    store_if(active, gpu.primary is not None, ctypes.c_int)
