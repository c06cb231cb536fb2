"""In a plain test run the benchmarks run their code once, untimed; --benchmark-only times them."""

from typing import Any

import pytest

from harness.ptx.codegen.native import QUICK_SECONDS, Runtime
from tests.ptx.code_cache import code_cache


@pytest.fixture
def benchmark(benchmark: Any, request: pytest.FixtureRequest) -> Any:
    options = request.config.option
    if not (options.benchmark_only or options.benchmark_enable):
        benchmark.disabled = True
    else:
        # What is timed is the optimized form, which executors that are opened from now on have.
        runtime = Runtime(code_cache())
        runtime.spent(QUICK_SECONDS)
        runtime.improve()
    return benchmark
