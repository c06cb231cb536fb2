"""How long derived bounds take next to the plain reference, median of several runs.

    python benchmarks/bounds.py
    python benchmarks/bounds.py --rows 64 --columns 4096 --runs 9

Every run has the same input. NumPy computes on one thread but in products of matrices.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from harness.operation.bounded import Bounded, KernelArithmetic, stored


def softmax(x: Any) -> Any:
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


def layer_norm(x: Any) -> Any:
    scale = 1.0 / np.sqrt(np.var(x, axis=-1, keepdims=True) + 1e-5)
    return (x - np.mean(x, axis=-1, keepdims=True)) * scale * 1.0 + 0.0


def gelu(x: Any) -> Any:
    return 0.5 * x * (1.0 + np.tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)))


def gram(x: Any) -> Any:
    return np.matmul(x, np.swapaxes(x, -1, -2))


REFERENCES = {"softmax": softmax, "layer_norm": layer_norm, "gelu": gelu, "x @ x.T": gram}


def median_ms(work: Callable[[], object], runs: int) -> float:
    """Time a call; one run warms up and is not counted."""
    work()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return 1e3 * statistics.median(times)


def main() -> None:
    """Time every reference and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=64)
    parser.add_argument("--columns", type=int, default=4096)
    parser.add_argument("--runs", type=int, default=9, help="counted runs of each (default: 9)")
    options = parser.parse_args()
    inp = np.random.default_rng(0).standard_normal((options.rows, options.columns)).astype(np.float32)
    wide, arithmetic = inp.astype(np.float64), KernelArithmetic.of(row_threads=256)
    print(
        f"{platform.machine()}, {len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}; "
        f"Python {platform.python_version()}, numpy {np.__version__}; {options.rows} x {options.columns} float32, ms"
    )
    print(f"{'reference':<12}{'plain':>9}{'derived':>9}")
    for name, reference in REFERENCES.items():
        plain = median_ms(lambda reference=reference: reference(wide), options.runs)
        derived = median_ms(
            lambda reference=reference: stored(reference(Bounded.of(inp, arithmetic))), options.runs
        )
        print(f"{name:<12}{plain:9.2f}{derived:9.2f}")


if __name__ == "__main__":
    main()
