"""What a ``.cu`` file holds as a test module: its benchmark; the cases of the matrix are items of the plugin's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .plugin_bench import KernelBenchCase


def test_benchmark(kernel_bench_case: KernelBenchCase) -> None:
    """Check and time one case."""
    kernel_bench_case.measure()


# Collected whatever the project's python_functions says.
test_benchmark.__test__ = True  # type: ignore[attr-defined]
