"""Every case of every kernel under the sources, and the times of those that are timed."""

from __future__ import annotations


def test_kernel(kernel_case):
    kernel_case.check()


def test_benchmark(kernel_bench_case):
    kernel_bench_case.measure()
