"""The virtual GPU: what every function of the driver works on."""

from __future__ import annotations

import ctypes
import gc
import itertools
import os
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...device.observation import watch_of
from ...ptx.launch.executor import Executor
from ...ptx.text.symbols import kernel_name
from ...settings.settings import Settings, usable_memory_bytes
from ...store.disk_cache import DiskCache
from ..call import CudaError, fail_if
from ..cuda_header import CU, Code, Device, Handle, Pointer
from ..findings import FindingLog, ProgramFinding, python_line
from . import state
from .memory import DeviceMemory, VirtualMemory
from .profile import gpu_profile

if TYPE_CHECKING:
    from ...undeclared.recording import Recorder  # few programs are recorded

Kind = TypeVar("Kind", bound=state.Object)

HOST_SHARE = 8
"""The virtual GPU has at most this part of the host's memory: initcheck has a shadow, and a launch may copy both."""
_FIRST_HANDLE = 0x5EED0000


class CallLock:
    """Held during a call of the driver: no other thread's call, and no collection of garbage, happens within it.

    A collection may run a finalizer of the program that frees memory, in the middle of a change to the tables.
    """

    def __init__(self) -> None:
        # A call of the host in a stream runs within a call of the driver, and may call the driver.
        self._lock = threading.RLock()
        self._had_gc: list[bool] = []

    def __enter__(self) -> None:
        self._lock.acquire()
        self._had_gc.append(gc.isenabled())
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._had_gc.pop():
            gc.enable()
        self._lock.release()

    def renewed(self) -> CallLock:
        """Return a free lock, for a fork of the process: another thread may have held this one."""
        if any(self._had_gc):
            gc.enable()
        return CallLock()


class VirtualGpu:
    """One GPU that the executor serves, as one process sees it."""

    def __init__(
        self, settings: Settings, arch: str, log: FindingLog, checks_leaks: bool, has_counters: bool
    ) -> None:
        self.settings = settings
        """``sanitizers`` are the checks of each launch."""
        self.profile = gpu_profile(arch)
        self.attributes = self.profile.attributes()
        self.watch = replace(watch_of(settings), counts=has_counters)
        self.log = log
        self.recorder: Recorder | None = None
        self.checks_leaks = checks_leaks
        cache = DiskCache(settings.cache_dir, settings.cache_limit_bytes)
        self.executor = Executor(cache, n_workers=settings.cpu_threads, step_budget=settings.step_budget)
        self.memory = DeviceMemory(
            self.executor.memory, min(self.profile.memory_bytes, usable_memory_bytes() // HOST_SHARE)
        )
        self.virtual = VirtualMemory(self.memory)
        self.order = state.StreamOrder()
        self.lock = CallLock()
        self.find_symbol: Callable[[str, int], int] = lambda _name, _version: 0
        self.learn_tensors: Callable[[], None] = lambda: None
        """Brings the table of buffers up to date with PyTorch's allocations."""
        self.is_initialised = self.is_used_by_parent = False
        self._sources: dict[tuple[int, int, int], state.AwaitedSource] = {}
        self.primary: state.Context | None = None
        self.primary_flags = 0
        self.default_pools = {kind: state.Pool(kind) for kind in ("device", "host", "managed")}
        self.pools: list[state.Pool] = []
        self.graph_pool = state.Pool("device")
        self.opened: dict[tuple[int, int], state.Buffer] = {}
        self.graph_memory: dict[int, int] = {}
        self.current_pools = dict(self.default_pools)
        # by thread: each has a stack of its own, as in the driver API
        self._stacks: dict[int, list[state.Context]] = defaultdict(list)
        self.capture_modes: dict[int, int] = {}
        self._objects: dict[int, state.Object] = {}
        self._handles = itertools.count(_FIRST_HANDLE, 16)
        self._default_streams: dict[state.Context, state.CudaStream] = {}
        self._streams: dict[Handle, state.CudaStream] = {}

    # State that calls need.

    def require(self, needs: str) -> None:
        """Check that the driver is ready for a call: ``needs`` is that of `Served`."""
        if not needs:
            return
        fail_if(not self.is_initialised, Code.NOT_INITIALIZED)
        if needs == "context" and self.context.error is not None:
            raise CudaError(self.context.error)  # what a fault has left
        if needs == "context":
            self.learn_tensors()

    @property
    def stack(self) -> list[state.Context]:
        """The calling thread's stack of contexts, the current one last."""
        return self._stacks[threading.get_native_id()]  # Python's own number is soon used again

    @property
    def context(self) -> state.Context:
        """The calling thread's current context; INVALID_CONTEXT if it has none."""
        stack = self.stack
        fail_if(not stack, Code.INVALID_CONTEXT)
        return stack[-1]

    def begin_fork(self, log: FindingLog) -> None:
        """Go on in a fork of the process: without a GPU, if the process has initialised it."""
        self.lock = self.lock.renewed()
        self.log = log
        self.is_used_by_parent |= self.is_initialised
        self.is_initialised = False

    def primary_context(self) -> state.Context:
        if self.primary is None:
            self.primary = self.make_context(self.primary_flags)
        return self.primary

    def forget_errors(self) -> None:
        """Let every context go on after a fault, as a test's own process would begin."""
        with self.lock:
            for context in self._default_streams:
                context.error = None

    # Handles.

    def handle(self, item: state.Object) -> Handle:
        """Return the handle of an object, which gets one when somebody asks for it first."""
        if not item.handle:
            self.keep(next(self._handles), item)
            if isinstance(item, state.CudaStream):
                self._streams[item.handle] = item
            elif isinstance(item, state.Pool):
                self.pools.append(item)
        return item.handle

    def keep(self, handle: Handle, item: state.Object) -> None:
        item.handle = handle
        self._objects[handle] = item

    def of_handle(self, kind: str, handle: Handle) -> Any:
        return self.stream(handle) if kind == "CudaStream" else self.object(getattr(state, kind), handle)

    def object(self, kind: type[Kind], handle: Handle) -> Kind:
        """Return the object of a handle; INVALID_HANDLE if it is of another kind or unknown."""
        item = self._objects.get(handle)
        if not isinstance(item, kind):
            raise CudaError(Code.INVALID_HANDLE)
        return item

    def forget(self, item: state.Object) -> None:
        self._objects.pop(item.handle, None)
        self._streams.pop(item.handle, None)
        item.handle = 0

    # Contexts.

    def make_context(self, flags: int = 0) -> state.Context:
        context = state.Context(flags)
        self.handle(context)
        self._default_streams[context] = state.CudaStream(context)
        return context

    def destroy_context(self, context: state.Context) -> None:
        self.finish(context)
        for stream in self.streams(context):
            self.report_pending(stream, "its context was destroyed")
        self.memory.free_all(context)
        # what belongs to the context has no meaning from now on: its handles give INVALID_HANDLE
        for item in list(self._objects.values()):
            owner = item.module if isinstance(item, state.Function) else item
            if item is context or getattr(owner, "context", None) is context:
                if isinstance(item, state.TextureObject):
                    self.executor.textures.destroy(item.handle)
                self.forget(item)
        self._default_streams.pop(context, None)
        for stack in self._stacks.values():
            stack[:] = [other for other in stack if other is not context]
        if self.primary is context:
            self.primary = None

    def finish(self, context: state.Context) -> None:
        """Note allocations that are still there when their context ends; after a fault nothing can be freed."""
        if context.error is not None:
            return
        for buffer in self.memory.leaks(context):
            text = f"{buffer.size_bytes} bytes were never freed before their context ended"
            self.report("memory-leak", text, python=buffer.python, is_note=not self.checks_leaks)

    def free_buffer(self, address: Device) -> None:
        """Free device, managed or pooled memory; report an address where none starts."""
        try:
            buffer = self.memory.starting_at(address, "device", "managed", "host")
            if buffer.kind == "host" and buffer.pool is None:
                raise CudaError(Code.INVALID_VALUE, "page-locked memory is freed by cuMemFreeHost")
        except CudaError:
            self.report("invalid-free", f"free of {self.memory.describe(address)}")
            raise
        self.memory.free(buffer)

    # Streams.

    def stream(self, handle: Handle) -> state.CudaStream:
        """Return a stream of the current context; the default stream for 0 and the handles that mean it."""
        if handle in (0, CU.STREAM_LEGACY, CU.STREAM_PER_THREAD):
            return self._default_streams[self.context]
        return self.object(state.CudaStream, handle)

    def streams(self, context: state.Context) -> list[state.CudaStream]:
        default = self._default_streams.get(context)
        streams = [] if default is None else [default]
        if self._streams:
            streams += [stream for stream in self._streams.values() if stream.context is context]
        return streams

    def begin(self, stream: state.CudaStream) -> int:
        """Return the number of a new operation of a stream, ordered behind what it must wait for."""
        return self.order.begin(stream, self.streams(stream.context))

    def wait(self, stream: state.CudaStream) -> None:
        """Wait for a stream: copies into host memory arrive."""
        default = self._default_streams.get(stream.context)
        awaited = [stream]
        # CUDA: the legacy default stream waits for all blocking streams, and each of them for it.
        if stream is default:
            awaited += [other for other in self.streams(stream.context) if other.is_blocking]
        elif default is not None and stream.is_blocking:
            awaited.append(default)
        self._wait(awaited)

    def wait_all(self) -> None:
        self._wait(self.streams(self.context))

    def _wait(self, streams: Sequence[state.CudaStream]) -> None:
        for stream in streams:
            self.deliver(stream)
            self.order.wait(stream)
        self.check_sources(self.order.host)
        # what pools hold above their thresholds is released when the host waits, as on a GPU
        for pool in self.pools:
            pool.trim(pool.threshold_bytes)

    def wait_for_event(self, event: state.Event) -> None:
        if event.stream is not None:
            self.deliver(event.stream)
        self.order.wait_for_event(event, None)
        self.check_sources(self.order.host)

    def wait_for_pageable(self, stream: state.CudaStream) -> None:
        """Let the host wait for a copy into pageable memory: it ends before its call returns."""
        self.deliver(stream)
        self.order.wait_for_pageable(stream)
        self.check_sources(self.order.host)

    def deliver_to(self, address: Pointer, size_bytes: int) -> None:
        """Let pending copies that overlap some host memory arrive: the device is about to read the memory."""
        end = address + size_bytes
        for stream in self.streams(self.context):
            if any(copy.target < end and address < copy.target + len(copy.data) for copy in stream.pending):
                self.deliver(stream)

    def deliver(self, stream: state.CudaStream) -> None:
        for copy in stream.pending:
            # Before the bytes arrive: they are no change by the program.
            self.check_sources_in(copy.target, len(copy.data))
            ctypes.memmove(copy.target, copy.data, len(copy.data))
        stream.pending.clear()

    def reach_host_call(self, stream: state.CudaStream) -> None:
        """Bring a stream to a call of the host, which may use and fill memory of the copies before."""
        self.begin(stream)
        self.deliver(stream)
        self.check_sources(stream.clock)

    def host_call(self, function: Pointer, data: Pointer) -> Callable[[state.CudaStream], None]:
        def run(stream: state.CudaStream) -> None:
            self.reach_host_call(stream)
            ctypes.CFUNCTYPE(None, ctypes.c_uint64)(function)(data)

        return run

    # Sources of copies.

    def await_source(self, address: Pointer, data: NDArray[np.uint8], stream: state.CudaStream) -> None:
        """Note page-locked memory that a stream's last begun operation copies: it must not change before that ends."""
        key, number = (id(stream), address, len(data)), self.order.number(stream)
        if key in self._sources:  # this copy ends after the one before
            self._check_source(key)
        self._sources[key] = state.AwaitedSource(address, data, stream, number, python_line())

    def check_sources(self, clock: Mapping[int, int]) -> None:
        for key, source in list(self._sources.items()):
            if clock.get(key[0], 0) >= source.number:
                self._check_source(key)

    def check_sources_in(self, address: int, size_bytes: int) -> None:
        """Check the sources in some memory, which is about to be written in order, or freed."""
        for key, source in list(self._sources.items()):
            if address < source.address + len(source.data) and source.address < address + size_bytes:
                self._check_source(key)

    def _check_source(self, key: tuple[int, int, int]) -> None:
        """Report a source that has changed since its copy was ordered, and forget it."""
        source = self._sources.pop(key)
        content = host_content(source.address, len(source.data))
        if source.stream.context.error is None and content not in (None, source.data.tobytes()):
            text = (
                f"the page-locked source of a copy of {len(source.data)} bytes changed before anything waited for the "
                "copy, which may read the old bytes or the new ones; wait for the stream or an event first"
            )
            self.report("copy-not-awaited", text, python=source.python)

    def report_pending(self, stream: state.CudaStream, event: str) -> None:
        """Report copies into host memory that nothing has waited for."""
        for copy in stream.pending:
            text = (
                f"a copy of {len(copy.data)} bytes to the host was ordered and nothing waited for it before {event}: "
                "the host may have read old data"
            )
            self.report("copy-not-awaited", text, python=copy.python)
        self.deliver(stream)
        self.check_sources(stream.clock)

    def report(
        self, reason: str, message: str, kernel: str = "", *, is_note: bool = False, **more: Any
    ) -> None:
        """Report a finding, by default of the line that calls the driver."""
        more.setdefault("python", python_line())
        self.log.add(ProgramFinding(reason, message, kernel_name(kernel), **more), is_note)

    def refused(self, what: str) -> CudaError:
        """Note something that this driver lacks; return its error."""
        self.log.not_served(what)
        return CudaError(Code.NOT_SUPPORTED, f"{what} is not supported")

    def end(self) -> None:
        """Report what has not been waited for when the program ends, and stop the executor."""
        with self.lock:
            for item in self._objects.values():
                if isinstance(item, state.Physical) and item.is_own:
                    text = f"{item.size_bytes} bytes of physical memory were never released"
                    self.report("memory-leak", text, python=item.python, is_note=not self.checks_leaks)
            for context in list(self._default_streams):
                self.finish(context)
                for stream in self.streams(context):
                    self.report_pending(stream, "the program ended")
            self.executor.close()


def host_content(address: Pointer, size_bytes: int) -> bytes | None:
    """Return memory of the host; None if it is not there any more: a program may free memory that it has registered."""
    content = bytearray()
    try:
        # A read of this file fails where no memory is mapped; by `ctypes` it would end the process.
        with Path("/proc/self/mem").open("rb", buffering=0) as memory:
            while len(content) < size_bytes:
                content += os.pread(memory.fileno(), size_bytes - len(content), address + len(content))
    except (OSError, OverflowError):
        return None
    return bytes(content)
