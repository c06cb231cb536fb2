"""The test module of a ``.cu`` file, with its benchmark. The cases of the matrix are items of the plugin."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .bench import KernelBenchCase


def test_benchmark(kernel_bench_case: KernelBenchCase) -> None:
    """Check and time one case."""
    kernel_bench_case.measure()


# Collect it regardless of the project's python_functions.
test_benchmark.__test__ = True  # type: ignore[attr-defined]
