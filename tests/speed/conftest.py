"""In a plain test run the benchmarks run their code once, untimed; --benchmark-only times them."""

from typing import Any

import pytest


@pytest.fixture
def benchmark(benchmark: Any, request: pytest.FixtureRequest) -> Any:
    options = request.config.option
    if not (options.benchmark_only or options.benchmark_enable):
        benchmark.disabled = True
    return benchmark
