"""The functions of ``torch._C`` that a PyTorch with CUDA has, on the virtual GPU; ``torch.cuda`` is left as it is."""

from __future__ import annotations

import ctypes
import functools
import types
from typing import Any

from ..driver.device.gpu import VirtualGpu
from .backend import Backend

CUDA = "13.0"
_LACKING = "_CUDAGraph", "_graph_pool_handle"
"""What raises an error when it is used."""


class Binding:
    """What ``torch.cuda`` calls."""

    def __init__(self, gpu: VirtualGpu, backend: Backend, torch: Any) -> None:
        self._gpu, self._backend, self._torch = gpu, backend, torch

    def install(self) -> None:
        """Put everything into ``torch._C``, before ``torch.cuda`` is imported."""
        c, torch = self._torch._C, self._torch
        for name in dir(self):
            if name.startswith("_cuda_"):
                setattr(c, name, getattr(self, name))
        c._cudart = _runtime()
        c._CudaStreamBase, c._CudaEventBase = _stream_of(self._backend, torch), _event_of(self._backend, torch)
        c._CudaDeviceProperties = types.SimpleNamespace
        for name in _LACKING:
            setattr(c, name, torch._utils._dummy_type(name))
        torch.version.cuda, c._has_cuda = CUDA, True

    def _cuda_init(self) -> None:
        self._backend.synchronize()
        cuda = self._torch.cuda
        cuda.default_generators = (self._torch.default_generator,)
        cuda._get_device_properties = self._properties
        cuda.has_magma = cuda.has_half = False
        self._torch._C._cuda_initialized = True

    def _cuda_getDeviceCount(self) -> int:
        return 1

    def _cuda_getDevice(self) -> int:
        return 0

    def _cuda_setDevice(self, device: int) -> None:
        if device > 0:
            raise RuntimeError("CUDA error: invalid device ordinal")

    def _cuda_exchangeDevice(self, device: int) -> int:
        return 0

    _cuda_maybeExchangeDevice = _cuda_exchangeDevice

    def _cuda_isInBadFork(self) -> bool:
        return False

    def _cuda_getArchFlags(self) -> str:
        return self._gpu.profile.arch

    def _cuda_getCompiledVersion(self) -> int:
        return 13000

    def _cuda_isCurrentStreamCapturing(self) -> bool:
        return False

    def _cuda_synchronize(self) -> None:
        self._backend.synchronize()

    def _cuda_emptyCache(self) -> None:
        pass

    def _cuda_ipc_collect(self) -> None:
        pass

    def _cuda_hasPrimaryContext(self, device: int) -> bool:
        return True

    def _cuda_memoryStats(self, device: int) -> dict[str, Any]:
        used = self._gpu.memory.used_bytes
        keys = ("current", "peak", "allocated", "freed")
        pools = ("all", "small_pool", "large_pool")
        bytes_of = {pool: dict.fromkeys(keys, used if pool == "all" else 0) for pool in pools}
        names = ("allocated_bytes", "reserved_bytes", "active_bytes", "requested_bytes")
        return {name: bytes_of for name in names} | {"num_ooms": 0, "num_alloc_retries": 0}

    def _cuda_resetPeakMemoryStats(self, device: int) -> None:
        pass

    _cuda_resetAccumulatedMemoryStats = _cuda_resetPeakMemoryStats

    def _cuda_getCurrentRawStream(self, device: int) -> int:
        stream = self._backend.library.kh_exchange_stream(0)
        self._backend.library.kh_exchange_stream(stream)
        return int(stream)

    def _cuda_getCurrentStream(self, device: int) -> tuple[int, int, int]:
        return self._cuda_getCurrentRawStream(device), 0, 1

    def _cuda_getDefaultStream(self, device: int) -> tuple[int, int, int]:
        return 0, 0, 1

    def _cuda_setStream(self, *, stream_id: int, device_index: int, device_type: int) -> None:
        self._backend.library.kh_exchange_stream(stream_id)

    @functools.cache  # noqa: B019 - one binding a process
    def _properties(self, device: int) -> Any:
        profile = self._gpu.profile
        major, minor = divmod(int(profile.arch.removeprefix("sm_").rstrip("a")), 10)
        return types.SimpleNamespace(
            name=profile.name, major=major, minor=minor, total_memory=self._gpu.memory.limit_bytes,
            multi_processor_count=profile.multiprocessors, warp_size=32, regs_per_multiprocessor=65536,
            max_threads_per_multi_processor=2048, max_threads_per_block=1024, shared_memory_per_block=49152,
            shared_memory_per_block_optin=profile.shared_optin_bytes if hasattr(profile, "shared_optin_bytes") else 232448,
            shared_memory_per_multiprocessor=233472, L2_cache_size=50 << 20, is_integrated=0, is_multi_gpu_board=0,
            gcnArchName="", uuid="",
        )  # fmt: skip


def _runtime() -> Any:
    """Return what ``torch.cuda.cudart()`` gives."""
    success = 0
    return types.SimpleNamespace(
        cudaError=types.SimpleNamespace(success=success),
        cudaGetErrorString=str,
        cudaProfilerStart=lambda: success,
        cudaProfilerStop=lambda: success,
        cudaMemGetInfo=lambda device: (success, success),
    )


def _stream_of(backend: Backend, torch: Any) -> type:
    class StreamBase(torch.Stream):
        """Base of ``torch.cuda.Stream``."""

        def __new__(cls, priority: int = 0, stream_id: int = 0, device_index: int = 0, device_type: int = 1, stream_ptr: int = 0) -> Any:
            handle = ctypes.c_uint64(stream_id or stream_ptr)
            if not stream_id and not stream_ptr and not device_type == 1:
                backend.call("cuStreamCreateWithPriority", ctypes.byref(handle), 1, priority)
            return super().__new__(cls, stream_id=handle.value, device_index=0, device_type=1)

        @property
        def cuda_stream(self) -> int:
            return int(self.stream_id)

        def query(self) -> bool:
            return True

        def synchronize(self) -> None:
            backend.call("cuStreamSynchronize", ctypes.c_uint64(self.cuda_stream))

    return StreamBase


def _event_of(backend: Backend, torch: Any) -> type:
    class EventBase:
        """Base of ``torch.cuda.Event``."""

        def __new__(cls, **_flags: Any) -> Any:
            event, handle = super().__new__(cls), ctypes.c_uint64()
            backend.call("cuEventCreate", ctypes.byref(handle), 0)
            event.cuda_event = handle.value
            return event

        def __init__(self, **_flags: Any) -> None:
            pass

        def record(self, stream: Any) -> None:
            backend.call("cuEventRecord", ctypes.c_uint64(self.cuda_event), ctypes.c_uint64(stream.cuda_stream))

        def wait(self, stream: Any) -> None:
            backend.call("cuStreamWaitEvent", ctypes.c_uint64(stream.cuda_stream), ctypes.c_uint64(self.cuda_event), 0)

        def query(self) -> bool:
            return True

        def synchronize(self) -> None:
            backend.call("cuEventSynchronize", ctypes.c_uint64(self.cuda_event))

        def elapsed_time(self, end: Any) -> float:
            ms = ctypes.c_float()
            backend.call("cuEventElapsedTime", ctypes.byref(ms), ctypes.c_uint64(self.cuda_event), ctypes.c_uint64(end.cuda_event))
            return ms.value

    return EventBase
