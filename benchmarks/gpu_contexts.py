"""How long the driver takes to make and close the CUDA contexts of many processes, with eight hardware queues and one.

    python benchmarks/gpu_contexts.py [--processes N] [--gpus N] [--at-once N]

The processes go round the GPUs; at most ``--at-once`` of them start at the same time. Each keeps its context until all
have one. The table has the seconds until all have one, the medians of ``cuInit`` and of making the context, and the
seconds until all processes have ended.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import statistics
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

QUEUES = "CUDA_DEVICE_MAX_CONNECTIONS"


def hold_context(number: int) -> None:
    """Make the primary context of a GPU, print the seconds of its two steps, and close it when the input ends."""
    cuda = ctypes.CDLL("libcuda.so.1")
    device, context = ctypes.c_int(), ctypes.c_void_p()
    began = time.perf_counter()
    check(cuda.cuInit(0))
    started = time.perf_counter()
    check(cuda.cuDeviceGet(ctypes.byref(device), number))
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device))
    made = time.perf_counter()
    print(started - began, made - started, flush=True)
    sys.stdin.readline()
    check(cuda.cuDevicePrimaryCtxRelease_v2(device))


def check(status: int) -> None:
    """Raise RuntimeError unless a call of the driver succeeded."""
    if status != 0:
        raise RuntimeError(f"the driver must return CUDA_SUCCESS (got status {status}); run nvidia-smi")


def trial(n_processes: int, n_gpus: int, at_once: int, queues: int) -> str:
    """Return a line of the table: the seconds of each step, with so many hardware queues in each context."""
    environ = {**os.environ, QUEUES: str(queues)}
    began = time.perf_counter()

    def start(number: int) -> tuple[subprocess.Popen[str], list[float]]:
        process = subprocess.Popen(
            [sys.executable, __file__, "--hold", str(number % n_gpus)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environ,
        )
        assert process.stdout is not None
        return process, [float(each) for each in process.stdout.readline().split()]

    with ThreadPoolExecutor(at_once) as pool:
        started = list(pool.map(start, range(n_processes)))
    all_made = time.perf_counter()
    for process, _ in started:
        assert process.stdin is not None
        process.stdin.close()  # all close their contexts side by side
    for process, _ in started:
        process.wait()
    all_closed = time.perf_counter()
    if any(process.returncode for process, _ in started):
        raise SystemExit("every process must have its context (got an error, printed above)")
    init, made = (statistics.median(seconds[step] for _, seconds in started) for step in (0, 1))
    return f"{queues:>6} {all_made - began:>10.2f} {init:>10.3f} {made:>10.3f} {all_closed - all_made:>10.2f}"


def main() -> None:
    """Read the options, and print a table."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--processes", type=int, default=24)
    options.add_argument("--gpus", type=int, default=1)
    options.add_argument("--at-once", type=int, default=4)
    options.add_argument("--hold", type=int, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.hold is not None:
        hold_context(given.hold)
        return
    print(f"{given.processes} processes on {given.gpus} GPUs, {given.at_once} start at once; seconds")
    print(f"{'queues':>6} {'all made':>10} {'cuInit':>10} {'context':>10} {'ended':>10}")
    for queues in (8, 1, 8, 1):
        print(trial(given.processes, given.gpus, given.at_once, queues), flush=True)


if __name__ == "__main__":
    main()
