"""Seconds from a save to the verdict of ``check --watch``: median, least and most of 20 saves.

    python benchmarks/watch.py
    python benchmarks/watch.py --kernel softmax_block_cub --case softmax_block_cub-float32-7x3-spread-block256

Saves alternate between the kernel and a kernel with a wrong value. Each changes a number in it, so that no cache has
its code. Measured twice: with one case selected, until the round ends; and over the whole matrix, also until its
first failure.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What follows the save of a person: the next workers are ready long before it.
PAUSE_S = 1.0


def seconds(kernel: Path, arguments: list[str], n_saves: int) -> dict[str, list[float]]:
    """Save a kernel alternately wrong and right; the times until the first failure and until the end of each round."""
    text = kernel.read_text(encoding="utf-8")
    if "expf(" not in text:
        sys.exit(f"--kernel must call expf (got {kernel.name}, which does not)")
    watch = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "kernel_harness",
            "check",
            str(kernel),
            "--watch",
            "--device",
            "cpu",
            *arguments,
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=kernel.parent,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'harness' / 'checkout'}"},
    )
    assert watch.stdout is not None
    times: dict[str, list[float]] = {"first failure": [], "wrong": [], "right": []}
    try:
        for number in range(n_saves + 1):
            word = "wrong" if number % 2 else "right"
            saved_s = time.monotonic()
            if number:
                # No block has such a depth, which is another number in the compiled code of each save.
                scale = f"(blockDim.z > {1000 + number} ? 0.0f : {1.01 if number % 2 else 1.0}f) * expf("
                kernel.write_text(text.replace("expf(", scale), encoding="utf-8")
                saved_s = time.monotonic()
            for line in watch.stdout:
                spent_s = time.monotonic() - saved_s
                if line.startswith("first failure"):
                    times["first failure"].append(spent_s)
                if re.match("watching", line):
                    times[word] += [spent_s] if number else []
                    break
            time.sleep(PAUSE_S)
    finally:
        watch.send_signal(signal.SIGINT)
        watch.wait()
    return times


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kernel", default="softmax_naive", help="shipped variant (default: softmax_naive)")
    parser.add_argument("--case", default="softmax_naive-float32-7x3-spread-block128")
    parser.add_argument("--saves", type=int, default=20)
    options = parser.parse_args()
    print(f"{len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}")
    for title, arguments in (("one case", ["-k", options.case]), ("whole matrix", [])):
        with tempfile.TemporaryDirectory() as folder:
            kernel = Path(folder, f"{options.kernel}.cu")
            shutil.copy(ROOT / "cuda_src" / kernel.name, kernel)
            shutil.copytree(ROOT / "cuda_src" / "include", Path(folder, "include"))
            found = seconds(kernel, arguments, options.saves)
        if title == "one case":
            found = {"verdict": found["wrong"] + found["right"]}
        for what, times in found.items():
            if times:
                middle, least, most = statistics.median(times), min(times), max(times)
                print(
                    f"{title:<13} {what:<14} {len(times):>3} saves: median {middle:.2f} s ({least:.2f} to {most:.2f})"
                )


if __name__ == "__main__":
    main()
