"""Triton's autotuner and timing on the virtual GPU, where a time says nothing about a GPU."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from ..device.gpu import VirtualGpu
from ..findings import PythonLine, is_installed

_INFINITE = float("inf")


def replace_timing(testing: Any, gpu: VirtualGpu) -> None:
    """Let ``triton.testing.do_bench`` run a function once, and return the executor's own time."""

    def do_bench(
        fn: Callable[[], object],
        *_: Any,
        quantiles: Sequence[float] | None = None,
        return_mode: str = "mean",
        **__: Any,
    ) -> float | list[float]:
        start = time.perf_counter()
        fn()
        ms = (time.perf_counter() - start) * 1e3
        gpu.log.note_time_read()
        if quantiles is not None and len(quantiles) > 1:
            return [ms] * len(quantiles)
        return [ms] if quantiles is None and return_mode == "all" else ms

    testing.do_bench = testing.do_bench_cudagraph = do_bench


def stop_at_first(autotuner: Any) -> None:
    """Let Triton's autotuner take the first configuration that runs: which is the fastest, only a GPU says."""
    bench = autotuner.Autotuner._bench

    def first(self: Any, *args: Any, config: Any, **meta: Any) -> Any:
        # each run of the autotuner has a dictionary of its own
        if getattr(self, "_tuned_for", None) is self.nargs:
            return [_INFINITE] * 3
        times = bench(self, *args, config=config, **meta)
        fastest = min(times) if isinstance(times, (list, tuple)) else times
        if fastest < _INFINITE:
            self._tuned_for = self.nargs
        return times

    autotuner.Autotuner._bench = first


def note_kernels(jit: Any, gpu: VirtualGpu) -> None:
    """Note each Triton kernel that the program makes, to tell which ones nothing has launched."""
    begin = jit.JITFunction.__init__

    def noting(self: Any, fn: Any, *args: Any, **kwargs: Any) -> None:
        begin(self, fn, *args, **kwargs)
        code = getattr(fn, "__code__", None)
        # a kernel may name itself after its arguments
        if code is not None and kwargs.get("repr") is None and not is_installed(code.co_filename):
            line = PythonLine(code.co_filename, code.co_firstlineno, fn.__name__)
            gpu.log.note_triton_kernel(line, code.co_names)
        if code is not None and not is_installed(code.co_filename):
            gpu.log.note_jit_function(self)

    def using(function: Callable[..., Any]) -> Callable[..., Any]:
        def use(self: Any, *args: Any, **kwargs: Any) -> Any:
            gpu.log.triton_used.add(name_of_kernel(self))
            return function(self, *args, **kwargs)

        return use

    jit.JITFunction.__init__, jit.JITFunction.run = noting, using(jit.JITFunction.run)
    # what compiles a kernel without a launch asks for its key
    owner = next(kind for kind in jit.JITFunction.__mro__ if "cache_key" in vars(kind))
    owner.cache_key = property(using(owner.cache_key.fget))


def name_of_kernel(function: Any) -> str:
    return f"{function.fn.__code__.co_filename}::{function.fn.__qualname__}"
