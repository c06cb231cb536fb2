"""What the virtual GPU adds to PyTorch: ``python benchmarks/torch_cost.py``, where PyTorch is installed.

Prints the processor seconds of a process that does ``import torch``, plain and on the virtual GPU, and their ratio; and
the microseconds of processor time of an operator of ten elements, of the host and of the virtual GPU. Processes take
turns, so that a machine that becomes slower meets both; each figure is the least of the runs.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

START = "import torch\n"
OPERATOR = """
import sys
import time

import torch


def us_of_an_operator(x, n=2000):
    start = time.process_time()
    for _ in range(n):
        x = x + 1
    return (time.process_time() - start) / n * 1e6


print(min(us_of_an_operator(torch.arange(10.0, device=sys.argv[1])) for _ in range(5)))
"""
VIRTUAL = "-m", "kernel_harness", "run", "--as", "sm_80"


def run(*command: str) -> tuple[float, str]:
    """Return the processor seconds of a process and its children, and what it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        start, operator = Path(folder, "imports.py"), Path(folder, "times.py")
        start.write_text(START)
        operator.write_text(OPERATOR)
        run(*VIRTUAL, str(start))  # compiles the backend
        starts = [(run(str(start))[0], run(*VIRTUAL, str(start))[0]) for _ in range(runs)]
        plain, virtual = map(min, zip(*starts, strict=True))
        print(f"import torch: {plain:.2f} s, on the virtual GPU {virtual:.2f} s: {virtual / plain:.2f} times")
        host = float(run(str(operator), "cpu")[1])
        gpu = float(run(*VIRTUAL, str(operator), "cuda")[1])
        print(f"an operator: {host:.1f} us, on the virtual GPU {gpu:.1f} us")


if __name__ == "__main__":
    main()
