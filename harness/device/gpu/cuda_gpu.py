"""The ``gpu`` device: a real GPU through PyCUDA, one primary context per process.

It sees a kernel's output, guard bands and end. It reports no memory or synchronisation findings: "not observed", not
"clean". A bad access destroys the context, and every later call in the process fails too. So a case runs in a worker
process (``harness.run.worker_runner``), which is replaced.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import hashlib
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ...compiler import Artifact, CompileRequest, Param, compile, open_cache, open_compiler  # noqa: A004
from ...compiler.backend.nvcc import load_pycuda
from ...errors import DeviceError, DeviceHangError, LaunchError
from ...lazy import dataclass, replace
from ...ptx.limits import PORTABLE_CLUSTER
from ...settings.settings import Settings
from ...verdict import Reason
from ..base import (
    FIRST,
    Bytes,
    DeviceBuffer,
    DeviceInfo,
    DeviceLimits,
    FunctionAttributes,
    Kernel,
    LaunchConfig,
    LaunchResult,
    Mask,
    Ranges,
    Variation,
    entry_symbol,
)
from .cuda_launch import NON_PORTABLE_CLUSTER_SIZE_ALLOWED, REQUIRED_CLUSTER, SpecialLauncher, argument_buffer
from .cuda_timing import HOLD_BYTES, CudaTimer, Work
from .driver_library import is_virtual
from .gpu_memory import GpuMemory
from .pycuda_build import driver_release

_MODULE_VERSION = Path("/sys/module/nvidia/version")
"""File with the version of the loaded kernel module, which is the driver's."""


def sticky_error() -> str | None:
    """Return the name of the current context's sticky error; None if the context still works."""
    # A destroyed context returns its error from every later call, also from one that only waits; other errors are not
    # sticky ("Error Handling", CUDA driver API).
    from cuda.bindings import driver

    (status,) = driver.cuCtxSynchronize()
    return None if status == driver.CUresult.CUDA_SUCCESS else str(status.name)


def driver_version() -> str:
    """Return the NVIDIA driver's version, such as ``580.82.07``; empty if it is unknown."""
    # A virtual GPU's is ``virtual`` and its CUDA release.
    if is_virtual():
        major, minor = driver_release() or (0, 0)
        return f"virtual {major}.{minor}"
    # The module's file first: NVML opens every GPU of the machine, in each worker.
    try:
        return _MODULE_VERSION.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return _nvml_version()


def _nvml_version() -> str:
    size = 80  # NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE of nvml.h
    version = ctypes.create_string_buffer(size)
    is_known = False
    with contextlib.suppress(OSError, AttributeError):
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        if nvml.nvmlInit_v2() == 0:
            is_known = nvml.nvmlSystemGetDriverVersion(version, size) == 0
            nvml.nvmlShutdown()
    return version.value.decode("ascii", "replace") if is_known else ""


def source_module(code: bytes) -> Any:
    """Load compiled code as a ``SourceModule``, which PyCUDA can only make from text."""
    # The constructor compiles, then loads in this way; the compiled code is already known.
    compiler = load_pycuda("pycuda.compiler")
    driver = load_pycuda("pycuda.driver")

    class CompiledSourceModule(compiler.SourceModule):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            self.module = driver.module_from_buffer(code)
            self._bind_module()

    return CompiledSourceModule()


def arch_of(device: Any) -> str:
    return "sm_{}{}".format(*device.compute_capability())


def limits_of(cuda: Any, device: Any) -> DeviceLimits:
    """Return the limits of a launch on a PyCUDA device; `cuda` is ``pycuda.driver``."""

    def read(name: str) -> int:
        return int(device.get_attribute(getattr(cuda.device_attribute, name)))

    return DeviceLimits(
        threads_per_block=read("MAX_THREADS_PER_BLOCK"),
        block=(read("MAX_BLOCK_DIM_X"), read("MAX_BLOCK_DIM_Y"), read("MAX_BLOCK_DIM_Z")),
        grid=(read("MAX_GRID_DIM_X"), read("MAX_GRID_DIM_Y"), read("MAX_GRID_DIM_Z")),
        shared_bytes=read("MAX_SHARED_MEMORY_PER_BLOCK_OPTIN"),
        cluster_blocks=DeviceLimits.of_arch(arch_of(device)).cluster_blocks,
    )


_OBSERVES = (
    Reason.WRONG_VALUE, Reason.UNWRITTEN_OUTPUT, Reason.INPUT_MODIFIED, Reason.OOB_WRITE, Reason.ROW_SUM,
    Reason.ROW_PROPERTY, Reason.SHIFT_VARIANCE, Reason.PERMUTATION_VARIANCE, Reason.ROW_DEPENDENCE,
    Reason.NONDETERMINISTIC, Reason.HANG, Reason.CRASH,
)  # fmt: skip

# Number of loaded modules that are kept; a variant has one for each block and dtype.
_MODULES_KEPT = 64

_ELF = b"\x7fELF"

_T = TypeVar("_T")


@dataclass(frozen=True)
class GpuKernel(Kernel):
    params: tuple[Param, ...]
    limits: DeviceLimits
    """Limits of the device, narrowed by this kernel's registers and ``__launch_bounds__``."""
    function: Any
    code: bytes
    """The machine code that contains it."""


class CudaGpu:
    """A GPU; implements ``harness.device.base.Device``."""

    def __init__(self, settings: Settings) -> None:
        self._cuda: Any = load_pycuda("pycuda.driver")
        self._lost = ""
        self._loss: type[DeviceError] = DeviceError
        self._modules: dict[bytes, Any] = {}
        self._special = SpecialLauncher()
        self._events: tuple[Any, Any, Any] | None = None
        try:
            self._cuda.init()
            count = self._cuda.Device.count()
            if settings.gpu_index >= count:
                raise DeviceError(
                    f"gpu_index must be below the number of GPUs, {count} (got {settings.gpu_index})"
                )
            device = self._cuda.Device(settings.gpu_index)
            # The primary context is the one that the CUDA runtime and other libraries in the process use.
            self._context: Any = device.retain_primary_context()
            self._context.push()
        except self._cuda.Error as error:
            raise DeviceError(f"the GPU cannot be used (got: {error})") from None
        # PyCUDA aborts the process when a context is still active at its end.
        atexit.register(self.close)
        try:
            self._compiler = open_compiler(settings, device="gpu")
            self._cache = open_cache(settings)
            self.limits = limits_of(self._cuda, device)
            # other libraries identify this GPU by it
            self.bus_id = str(device.pci_bus_id())
            self._memory = GpuMemory(
                self._cuda,
                self._guarded,
                n_processes=settings.gpu_workers,
                total_bytes=int(device.total_memory()),
                lock_path=settings.cache_dir / f"gpu-{self.bus_id.replace(':', '-')}.lock",
                is_exact=is_virtual(),
            )
            self.l2_bytes = int(device.get_attribute(self._cuda.device_attribute.L2_CACHE_SIZE))
            self.info = DeviceInfo(
                kind="gpu",
                name=device.name(),
                arch=arch_of(device),
                compiler=self._compiler.identity,
                cuda=self._compiler.cuda,
                driver=driver_version(),
                observes=tuple(reason.value for reason in _OBSERVES),
                memory_bytes=int(device.total_memory()),
            )
        except BaseException:
            self.close()
            raise

    def compile(self, request: CompileRequest) -> Artifact:
        # whatever architecture and target the request names; a virtual GPU takes only PTX
        target = "ptx" if is_virtual() else "cubin"
        own = replace(request, arch=self.info.arch, target=target)
        return compile(own, compiler=self._compiler, cache=self._cache)

    def load(self, artifact: Artifact, entry: str) -> GpuKernel:
        entry = entry_symbol(artifact, entry)
        function = self._guarded(f"loading {entry}", lambda: self._module(artifact).get_function(entry))

        def read(which: str) -> int:
            return int(function.get_attribute(getattr(self._cuda.function_attribute, which)))

        attributes = FunctionAttributes(
            registers=read("NUM_REGS"),
            local_bytes=read("LOCAL_SIZE_BYTES"),
            shared_bytes=read("SHARED_SIZE_BYTES"),
            const_bytes=read("CONST_SIZE_BYTES"),
        )
        threads = read("MAX_THREADS_PER_BLOCK")
        self._allow_large_cluster(function)
        return GpuKernel(
            name=entry,
            attributes=attributes,
            params=artifact.entries[entry],
            limits=replace(self.limits, threads_per_block=min(threads, self.limits.threads_per_block)),
            function=function,
            code=artifact.code,
        )

    def _allow_large_cluster(self, function: Any) -> None:
        # PyCUDA has no names for these attributes; its enumeration takes their numbers.
        if self.limits.cluster_blocks > PORTABLE_CLUSTER:
            attribute = self._cuda.function_attribute
            sizes = (function.get_attribute(attribute(number)) for number in REQUIRED_CLUSTER)
            if math.prod(sizes) > PORTABLE_CLUSTER:
                function.set_attribute(attribute(NON_PORTABLE_CLUSTER_SIZE_ALLOWED), 1)

    def allocate(
        self, size_bytes: int, label: str, ranges: Ranges | None = None, is_input: bool = False
    ) -> DeviceBuffer:
        del ranges, is_input  # the whole size has memory, and stores are not seen
        return self._memory.allocate(size_bytes, label)

    def free_all(self) -> None:
        # with the context the memory is gone
        if not self._lost:
            self._memory.free_all()

    def copy_in(
        self,
        buffer: DeviceBuffer,
        data: Bytes,
        offset_bytes: int = 0,
        defined: Mask | None = None,  # noqa: ARG002 - no initcheck on a GPU
    ) -> None:
        if data.nbytes:
            self._memory.copy_in(buffer.address + offset_bytes, data, buffer.label)

    def copy_out(self, buffer: DeviceBuffer, offset_bytes: int = 0, size_bytes: int | None = None) -> Bytes:
        size = buffer.size_bytes - offset_bytes if size_bytes is None else size_bytes
        return self._memory.copy_out(buffer.address + offset_bytes, size, buffer.label)

    def launch(
        self,
        kernel: Kernel,
        config: LaunchConfig,
        args: Sequence[np.generic],
        variation: Variation = FIRST,  # noqa: ARG002 - the hardware has its own schedule, the driver its addresses
    ) -> LaunchResult:
        work = self.work(kernel, config, args)
        if self._events is None:
            flags = self._cuda.event_flags
            # Waiting for the last launch leaves the processor to other workers.
            done = self._cuda.Event(flags.BLOCKING_SYNC | flags.DISABLE_TIMING)
            self._events = self._cuda.Event(), self._cuda.Event(), done
        start, stop, done = self._events

        def enqueue() -> None:
            self._memory.send()
            # Copies lie outside of the two events, which time the kernel alone.
            start.record()
            work(None)
            stop.record()
            # One wait serves the launch and the copies afterwards. In a second one another process's context would
            # take the GPU: a fifth of a millisecond on an H200.
            self._memory.fetch()
            done.record()

        where = (
            f"kernel {kernel.name} (grid {config.grid}, block {config.block}, smem {config.smem_bytes} bytes)"
        )
        self._guarded(where, enqueue)
        # A launch returns before its kernel runs, so a fault of the kernel shows in this wait.
        self._guarded(where, done.synchronize)
        self._memory.arrived()
        return LaunchResult(kernel_us=start.time_till(stop) * 1e3)

    def check_launch(self, kernel: Kernel, config: LaunchConfig) -> None:
        assert isinstance(kernel, GpuKernel)
        attributes = kernel.attributes
        kernel.limits.check(
            kernel.name,
            config,
            static_shared_bytes=attributes.shared_bytes or 0,
            registers=attributes.registers,
        )

    def work(self, kernel: Kernel, config: LaunchConfig, args: Sequence[np.generic]) -> Work:
        """Return a launch that can be queued repeatedly; raises LaunchError as `launch` does."""
        if not isinstance(kernel, GpuKernel):
            raise TypeError(f"a gpu launches kernels of its own load() (got {type(kernel).__name__})")
        buffer = argument_buffer(kernel.name, kernel.params, args)
        self.check_launch(kernel, config)
        if config.cluster is not None or config.cooperative:
            launch = self._special.prepare(kernel.code, kernel.name, config)
            return lambda stream: launch(0 if stream is None else int(stream.handle), buffer)
        # PyCUDA copies a lone structure argument into the argument buffer as it is.
        packed = (np.void(buffer),) if buffer else ()
        attribute = self._cuda.function_attribute.MAX_DYNAMIC_SHARED_SIZE_BYTES

        def queue(stream: Any) -> None:
            # Above 48 KiB a launch is refused unless the function's attribute allows as much.
            kernel.function.set_attribute(attribute, config.smem_bytes)
            kernel.function(
                *packed, block=config.block, grid=config.grid, shared=config.smem_bytes, stream=stream
            )

        return queue

    def timer(self) -> CudaTimer:
        """Return a timer for this GPU; close it before the device."""
        # From now until `free_all` every buffer is a separate allocation, at an address that the driver chooses.
        self._memory.allocate_exactly()
        # a virtual GPU runs everything in order, and needs nothing to keep it busy
        hold = 1 if is_virtual() else HOLD_BYTES
        timer: CudaTimer = self._guarded("making a timer", lambda: CudaTimer(self._cuda, self._guarded, hold))
        return timer

    def copy_on_device(self, to: DeviceBuffer, source: DeviceBuffer) -> None:
        """Make a buffer a copy of another of the same size; raises DeviceError when the context is dead."""
        self._memory.allocate_exactly()
        if source.size_bytes:
            self._guarded(
                f"copying {source.label}",
                lambda: self._cuda.memcpy_dtod(to.address, source.address, source.size_bytes),
            )

    def is_same(self, one: DeviceBuffer, other: DeviceBuffer) -> bool:
        """Return whether two buffers of one size hold the same bytes; raises DeviceError when the context is dead."""
        return self._memory.is_same(one.address, other.address, one.size_bytes, f"{one.label}, {other.label}")

    def kept_variables(self, kernels: Sequence[Kernel]) -> tuple[()]:  # noqa: ARG002
        return ()

    def new_lines(self, kernels: Sequence[Kernel], file: str) -> tuple[tuple[int, ...], tuple[int, ...]]:  # noqa: ARG002
        return (), ()

    def close(self) -> None:
        """Free everything and leave the context; may be called twice, and after the context died."""
        context, self._context = getattr(self, "_context", None), None
        if context is None:
            return
        atexit.unregister(self.close)
        memory = getattr(self, "_memory", None)
        if memory is not None and not self._lost:
            with contextlib.suppress(LaunchError, DeviceError):
                memory.close()
        self._events = None
        # Destructors of PyCUDA's objects call the driver, so the context must still be current.
        self._modules.clear()
        context.pop()
        context.detach()

    def _module(self, artifact: Artifact) -> Any:
        key = hashlib.sha256(artifact.code).digest()
        module = self._modules.pop(key, None)
        if module is None:
            # Text needs its terminating NUL; machine code carries its own length.
            code = artifact.code if artifact.code.startswith(_ELF) else artifact.code + b"\0"
            if artifact.compiler.startswith("nvcc"):
                module = source_module(code)
            else:
                module = self._cuda.module_from_buffer(code)
        self._modules[key] = module  # last again: the first module, unused for longest, is dropped first
        while len(self._modules) > _MODULES_KEPT:
            del self._modules[next(iter(self._modules))]
        return module

    def _guarded(self, what: str, call: Callable[[], _T]) -> _T:
        """Call the driver; distinguish a refusal, which leaves the context usable, from a sticky error."""
        # every call would fail with the same error, of another kernel's name
        if self._lost:
            raise self._loss(self._lost)
        try:
            return call()
        except self._cuda.Error as error:
            # only another call shows whether the context is still usable
            sticky = sticky_error()
            if sticky is None:
                raise LaunchError(f"{what}: refused by the driver (got: {error})") from None
            if sticky == "CUDA_ERROR_LAUNCH_TIMEOUT":
                self._loss = DeviceHangError
            self._lost = f"{what}: the CUDA context died of {sticky} (got: {error})"
            raise self._loss(self._lost) from None
