"""Times work on a GPU with CUDA events, on a stream that is never idle.

A gap between two launches would count as the kernel's time, so a series is queued behind work that keeps the GPU busy
until the host is ahead. Launches too short for events are grouped in a CUDA graph between two events.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from ...errors import DeviceError
from ..base import DeviceBuffer
from .driver_library import value_of
from .gpu_memory import Guarded

Work = Callable[[Any], None]
"""Queues work on a PyCUDA stream."""

SAMPLE_US = 400.0
"""Minimum duration of a sample, in microseconds. Shorter launches are grouped in a CUDA graph until a sample is this
long. An event resolves about half a microsecond (CUDA Runtime API, "cudaEventElapsedTime"). On an H200 the ratio of two
single launches of 34 us scattered by 2.8 %, and of 136 us by 0.9 %: a microsecond in both cases."""
MOST_IN_GRAPH = 128
HOLD_BYTES = 1 << 28
"""Size of each copy that keeps the GPU busy while the host queues launches."""
_HOLD_COPIES = 8


class CudaTimer:
    def __init__(self, cuda: Any, guarded: Guarded, hold_bytes: int = HOLD_BYTES) -> None:
        self._cuda = cuda
        self._guarded = guarded
        self._stream = cuda.Stream()
        self._hold_bytes = hold_bytes
        self._hold = cuda.mem_alloc(2 * hold_bytes)
        self._graphs: list[Any] = []

    def series(self, works: Sequence[Work]) -> list[float]:
        # The stream is kept busy while the host queues; that time is not counted.
        return list(self._guarded("timing", lambda: self._series(works)))

    def _series(self, works: Sequence[Work]) -> list[float]:
        # An event ends a work and begins the next one, so nothing is queued between two works.
        events = [self._cuda.Event() for _ in range(len(works) + 1)]
        # several copies keep the GPU busy longer without a larger buffer
        for _ in range(_HOLD_COPIES):
            self._cuda.memcpy_dtod_async(
                int(self._hold) + self._hold_bytes, int(self._hold), self._hold_bytes, self._stream
            )
        events[0].record(self._stream)
        for work, event in zip(works, events[1:], strict=True):
            work(self._stream)
            event.record(self._stream)
        events[-1].synchronize()
        return [1e3 * before.time_till(after) for before, after in itertools.pairwise(events)]

    def copy(self, to: DeviceBuffer, source: DeviceBuffer, size_bytes: int) -> Work:
        def work(stream: Any) -> None:
            self._cuda.memcpy_dtod_async(to.address, source.address, size_bytes, stream)

        return work

    def graph(self, works: Sequence[Work]) -> Work:
        """Return works captured into one CUDA graph, which a single launch executes in order."""
        from cuda.bindings import driver

        def check(result: tuple[Any, ...]) -> Any:
            return value_of(result, lambda name: DeviceError(f"a CUDA graph cannot be made (got: {name})"))

        stream = self._stream
        handle = driver.CUstream(int(stream.handle))
        relaxed = driver.CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED
        check(driver.cuStreamBeginCapture(handle, relaxed))
        try:
            self._guarded("capturing a graph", lambda: [work(stream) for work in works])
        finally:
            # After an error, too: a stream in capture runs nothing.
            captured = check(driver.cuStreamEndCapture(handle))
        executable = check(driver.cuGraphInstantiate(captured, 0))
        check(driver.cuGraphDestroy(captured))
        self._graphs.append(executable)

        def launch(_: Any) -> None:
            check(driver.cuGraphLaunch(executable, handle))

        return launch

    def close(self) -> None:
        """Free graphs and memory; works made by `graph` must not be used afterwards."""
        from cuda.bindings import driver

        while self._graphs:
            driver.cuGraphExecDestroy(self._graphs.pop())
        self._guarded("freeing memory", self._hold.free)
