"""Measures the processor time of a call of ``harness.softmax``, beside PyTorch's and a Triton launch.

    python benchmarks/call_cost.py [--json FILE] [--rounds N]

Needs a GPU and PyTorch; Triton takes part where it is installed. A round is 200 calls, fewer than fill the driver's
queue. Then 10 calls are timed one by one; before each, the host waits for the GPU, and the wait is not timed. All take
turns, each round in its own order. A table has the median and the least time of a call over the rounds, and the median
time of a call after a wait, in microseconds. The first matrix is small; the second has one long row, whose kernel needs
scratch memory, which each call allocates and frees.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from pathlib import Path

import torch

import harness

CALLS, AFTER_A_WAIT = 200, 10
SHAPES = ((64, 128), (1, 65536))


def contenders(x, y):
    """Return what is timed: name and function."""
    found = {
        "harness.softmax(x, out=y)": lambda: harness.softmax(x, out=y),
        "harness.softmax(x)": lambda: harness.softmax(x),
        "torch.softmax(x, -1, out=y)": lambda: torch.softmax(x, -1, out=y),
        "torch.softmax(x, -1)": lambda: torch.softmax(x, -1),
        "torch.empty_like(x)": lambda: torch.empty_like(x),
    }
    triton = triton_launch(x, y)
    if triton is not None:
        found["a Triton launch"] = triton
    return found


def triton_launch(x, y):
    """Return a launch of a Triton kernel of the same arguments, or None."""
    try:
        import triton_softmax
    except ImportError:
        return None
    return triton_softmax.launch(x, y)


def measure(shape, n_rounds):
    """Return the microseconds of a call on a matrix by name: the median, the least, and the median after a wait."""
    x = torch.randn(shape, device="cuda")
    y = torch.empty_like(x)
    all_of = contenders(x, y)
    for call in all_of.values():
        call()
    times = {name: [] for name in all_of}
    after_a_wait = {name: [] for name in all_of}
    names = list(all_of)
    for _ in range(n_rounds):
        random.shuffle(names)
        for name in names:
            call = all_of[name]
            torch.cuda.synchronize()
            start = time.perf_counter_ns()
            for _ in range(CALLS):
                call()
            times[name].append((time.perf_counter_ns() - start) / CALLS / 1e3)
            for _ in range(AFTER_A_WAIT):
                torch.cuda.synchronize()
                start = time.perf_counter_ns()
                call()
                after_a_wait[name].append((time.perf_counter_ns() - start) / 1e3)
            torch.cuda.synchronize()
    median = statistics.median
    return {name: (median(each), min(each), median(after_a_wait[name])) for name, each in times.items()}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path)
    parser.add_argument("--rounds", type=int, default=100)
    options = parser.parse_args()
    print(f"{torch.cuda.get_device_name()}, Python {platform.python_version()}, PyTorch {torch.__version__}")
    found = {}
    for shape in SHAPES:
        found[f"{shape[0]}x{shape[1]}"] = of_shape = measure(shape, options.rounds)
        print(f"{'a call on ' + str(shape):32} {'median':>8} {'least':>8} {'after a wait':>12}")
        for name, (median, least, waited) in of_shape.items():
            print(f"{name:32} {median:8.2f} {least:8.2f} {waited:12.2f}")
    if options.json:
        document = {"gpu": torch.cuda.get_device_name(), "torch": torch.__version__, "us": found}
        options.json.write_text(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
