"""The functions of ``torch._C`` that a PyTorch with CUDA has, on the virtual GPU; ``torch.cuda`` is left as it is."""

from __future__ import annotations

import ctypes
import functools
import types
from typing import Any

from ...device.base import WARP
from ..cuda_header import CU, error_texts
from ..device.gpu import VirtualGpu
from .backend import Backend

CUDA = "13.0"
_SUCCESS = 0
_OF_OWN_BACKEND = ("_cuda", "_Cuda", "_CUDA", "_MemPool", "_cudnn", "_gds", "_nccl")
"""Names in the ``torch._C`` of a PyTorch that was built for CUDA; they reach its own backend."""


class Binding:
    """What ``torch.cuda`` calls."""

    def __init__(self, gpu: VirtualGpu, backend: Backend, torch: Any) -> None:
        self._gpu, self._backend, self._torch = gpu, backend, torch

    def install(self) -> None:
        """Put everything into ``torch._C``, before ``torch.cuda`` is imported."""
        c = self._torch._C
        for name in dir(c):
            if name.startswith(_OF_OWN_BACKEND):
                delattr(c, name)
        for name in dir(self):
            if name.startswith("_cuda_"):
                setattr(c, name, getattr(self, name))
        c.__getattr__ = _refuse
        c._cudart = self._runtime()
        c._CudaStreamBase, c._CudaEventBase = self._stream_base(), self._event_base()
        c._dynamo.guards._empty_strided_cuda = self._empty_strided
        c._CudaDeviceProperties = types.SimpleNamespace
        c._CUDAGraph = c._graph_pool_handle = _Graph
        self._torch.version.cuda, c._has_cuda, c._has_cudnn = CUDA, True, False

    def call(self, name: str, *arguments: Any) -> None:
        """Call the driver; raises the error of PyTorch if that fails."""
        __tracebackhide__ = True  # pytest shows the line of the test
        code = self._backend.call(name, *arguments)
        if code:
            error: type[Exception] = getattr(self._torch, "AcceleratorError", RuntimeError)
            raise error(f"CUDA error: {error_texts().get(code, ('', 'unknown error'))[1]}")

    def _empty_strided(self, size: Any, stride: Any, dtype: Any) -> Any:
        return self._torch.empty_strided(size, stride, dtype=dtype, device="cuda")

    def _cuda_init(self) -> None:
        if self._cuda_isInBadFork():
            raise RuntimeError(
                "Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the "
                "'spawn' start method"
            )
        self._backend.library.kh_enter()
        self._backend.library.kh_want_default_generator()
        cuda = self._torch.cuda
        cuda.default_generators = (self._torch.Generator("cuda"),)
        cuda._get_device_properties = self._properties
        cuda.has_magma = cuda.has_half = False

    def _cuda_getDeviceCount(self) -> int:
        return 1

    def _cuda_getDevice(self) -> int:
        return 0

    def _cuda_setDevice(self, device: int) -> None:
        if device > 0:
            raise RuntimeError("CUDA error: invalid device ordinal")

    def _cuda_exchangeDevice(self, device: int) -> int:
        self._cuda_setDevice(device)
        return 0 if device >= 0 else -1

    def _cuda_maybeExchangeDevice(self, device: int) -> int:
        return self._cuda_exchangeDevice(device)  # Dynamo tells the two apart

    def _cuda_isInBadFork(self) -> bool:
        return self._gpu.is_used_by_parent

    def _cuda_getArchFlags(self) -> str:
        return self._gpu.profile.arch

    def _cuda_getCompiledVersion(self) -> int:
        return 13000

    def _cuda_getAllocatorBackend(self) -> str:
        return "native"

    def _cuda_canDeviceAccessPeer(self, device: int, peer: int) -> bool:
        return False

    def _cuda_hasPrimaryContext(self, device: int) -> bool:
        return True

    def _cuda_isCurrentStreamCapturing(self) -> bool:
        return False

    def _cuda_synchronize(self) -> None:
        self.call("cuCtxSynchronize")

    def _cuda_emptyCache(self) -> None:
        """Do nothing: no memory is kept."""

    _cuda_ipc_collect = _cuda_clearCublasWorkspaces = _cuda_emptyCache

    def _cuda_sleep(self, cycles: int) -> None:
        """Do nothing: the work of a stream has ended when its call returns."""

    def _cuda_memoryStats(self, device: int) -> dict[str, Any]:
        now, peak, allocated, n_failed = self._backend.memory()
        figures = {"current": now, "peak": peak, "allocated": allocated, "freed": allocated - now}
        zeros = dict.fromkeys(figures, 0)
        of_bytes = {"all": figures, "small_pool": zeros, "large_pool": figures}
        others = dict.fromkeys(of_bytes, zeros)
        found: dict[str, Any] = dict.fromkeys(
            ("allocated_bytes", "reserved_bytes", "active_bytes", "requested_bytes"), of_bytes
        )
        found |= dict.fromkeys(
            ("allocation", "segment", "active", "inactive_split", "inactive_split_bytes"), others
        )
        found |= dict.fromkeys(("oversize_allocations", "oversize_segments"), zeros)
        return found | {"num_ooms": n_failed, "num_alloc_retries": 0}

    def _cuda_resetPeakMemoryStats(self, device: int) -> None:
        self._backend.memory(resets_peak=True)

    _cuda_resetAccumulatedMemoryStats = _cuda_resetPeakMemoryStats

    def _cuda_getCurrentRawStream(self, device: int) -> int:
        return int(self._backend.library.kh_exchange_stream(-1))

    def _cuda_getCurrentStream(self, device: int) -> tuple[int, int, int]:
        return self._cuda_getCurrentRawStream(device), 0, 1

    def _cuda_getDefaultStream(self, device: int) -> tuple[int, int, int]:
        return 0, 0, 1

    def _cuda_getStreamFromExternal(self, pointer: int, device: int) -> tuple[int, int, int]:
        return pointer, 0, 1

    def _cuda_setStream(self, *, stream_id: int, device_index: int, device_type: int) -> None:
        self._backend.library.kh_exchange_stream(stream_id)

    @functools.cache  # noqa: B019 - one binding a process
    def _properties(self, device: int) -> Any:
        profile, attributes = self._gpu.profile, self._gpu.attributes
        major, minor = profile.capability
        return types.SimpleNamespace(
            name=profile.name, major=major, minor=minor, total_memory=self._gpu.memory.limit_bytes,
            multi_processor_count=profile.multiprocessors, warp_size=WARP, is_integrated=0, is_multi_gpu_board=0,
            gcnArchName="", uuid="",
            regs_per_multiprocessor=attributes[CU.DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR],
            max_threads_per_multi_processor=attributes[CU.DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR],
            max_threads_per_block=attributes[CU.DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK],
            shared_memory_per_block=attributes[CU.DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK],
            shared_memory_per_block_optin=attributes[CU.DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN],
            shared_memory_per_multiprocessor=attributes[CU.DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR],
            L2_cache_size=attributes[CU.DEVICE_ATTRIBUTE_L2_CACHE_SIZE],
        )  # fmt: skip

    def _runtime(self) -> Any:
        """Return what ``torch.cuda.cudart()`` gives."""

        def free_and_total(device: int) -> tuple[int, int]:
            total = self._gpu.memory.limit_bytes
            return total - self._gpu.memory.used_bytes - self._backend.memory()[0], total

        return types.SimpleNamespace(
            cudaError=types.SimpleNamespace(success=_SUCCESS),
            cudaGetErrorString=str,
            cudaProfilerStart=lambda: _SUCCESS,
            cudaProfilerStop=lambda: _SUCCESS,
            cudaMemGetInfo=free_and_total,
        )

    def _stream_base(self) -> type:
        binding, torch = self, self._torch

        class StreamBase(torch.Stream):  # type: ignore[misc, name-defined]
            """Base of ``torch.cuda.Stream``."""

            def __new__(
                cls, priority: int = 0, stream_id: int | None = None, device_index: int = 0, device_type: int = 1,
                stream_ptr: int | None = None,
            ) -> Any:  # fmt: skip
                handle = ctypes.c_uint64(stream_id or stream_ptr or 0)
                if stream_id is None and stream_ptr is None:
                    binding.call("cuStreamCreateWithPriority", ctypes.byref(handle), 1, priority)
                return super().__new__(cls, stream_id=handle.value, device_index=0, device_type=1)

            @property
            def cuda_stream(self) -> int:
                return int(self.stream_id)

            @property
            def priority(self) -> int:
                found = ctypes.c_int()
                binding.call("cuStreamGetPriority", ctypes.c_uint64(self.cuda_stream), ctypes.byref(found))
                return found.value

            def query(self) -> bool:
                return True

            def synchronize(self) -> None:
                binding.call("cuStreamSynchronize", ctypes.c_uint64(self.cuda_stream))

        return StreamBase

    def _event_base(self) -> type:
        binding, torch = self, self._torch

        class EventBase:
            """Base of ``torch.cuda.Event``."""

            cuda_event: int
            enable_timing: bool
            device: Any

            def __new__(cls, enable_timing: bool = False, **_flags: Any) -> Any:
                event: Any = super().__new__(cls)
                handle = ctypes.c_uint64()
                binding.call("cuEventCreate", ctypes.byref(handle), 0)
                event.cuda_event, event.enable_timing = handle.value, enable_timing
                event.device = torch.device("cuda", 0)
                return event

            def __init__(self, **_flags: Any) -> None:
                pass

            def record(self, stream: Any) -> None:
                handles = ctypes.c_uint64(self.cuda_event), ctypes.c_uint64(stream.cuda_stream)
                binding.call("cuEventRecord", *handles)

            def wait(self, stream: Any) -> None:
                handles = ctypes.c_uint64(stream.cuda_stream), ctypes.c_uint64(self.cuda_event)
                binding.call("cuStreamWaitEvent", *handles, 0)

            def query(self) -> bool:
                return True

            def synchronize(self) -> None:
                binding.call("cuEventSynchronize", ctypes.c_uint64(self.cuda_event))

            def elapsed_time(self, end: Any) -> float:
                if not (self.enable_timing and end.enable_timing):
                    raise ValueError("Both events must be created with argument 'enable_timing=True'.")
                ms = ctypes.c_float()
                handles = ctypes.c_uint64(self.cuda_event), ctypes.c_uint64(end.cuda_event)
                binding.call("cuEventElapsedTime", ctypes.byref(ms), *handles)
                return ms.value

        return EventBase


class _Graph:
    """What stands for ``torch.cuda.CUDAGraph``."""

    def __new__(cls, *_: Any, **__: Any) -> Any:
        """Refuse."""
        raise NotImplementedError(
            "torch.cuda.CUDAGraph is not served by the virtual GPU: PyTorch's operators run at once"
        )


def _refuse(name: str) -> Any:
    text = f"module 'torch._C' has no attribute '{name}'"
    raise AttributeError(f"{text}: the virtual GPU does not serve it" if name.startswith("_cuda") else text)
