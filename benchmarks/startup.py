"""How long the command line takes before a kernel runs: wall and CPU time of short commands, median of several runs.

    python benchmarks/startup.py
    python benchmarks/startup.py --against /path/to/another/checkout

With --against the same commands are run with the package of another checkout as well, by the same Python and turn by
turn, so that a machine that becomes slower meets both. One run of each warms the caches and is not counted. The caches
of compiled code are the user's own.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

CASE = "softmax_naive-float32-7x3-spread-block128"
COMMANDS = (
    "--version",
    "--help",
    "check --help",
    "check --no-such-flag",
    f"check softmax_naive -k {CASE}",
    f"check -k {CASE}",
    "check -k nothing_has_this",
    "list softmax_naive",
    "list -k naive",
    "list",
)


def timed(checkout: Path, command: str) -> tuple[float, float, int]:
    """Run a command with the package of a checkout: wall and CPU seconds, and how many modules it had loaded."""
    program = (
        "import atexit, os, sys\n"
        "atexit.register(lambda: os.write(int(sys.argv[1]), str(len(sys.modules)).encode()))\n"
        "from harness.cli.program import main\n"
        "main(sys.argv[2:], prog_name='kernel-harness')"
    )
    read, write = os.pipe()
    environ = {**os.environ, "PYTHONPATH": str(checkout), "KERNEL_HARNESS_DEVICE": "cpu"}
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", program, str(write), *command.split()],
        cwd=checkout,
        env=environ,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(write,),
        check=False,
    )
    wall_s = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    n_modules = int(os.read(read, 20))
    os.close(read)
    os.close(write)
    return wall_s, cpu_s, n_modules


def machine() -> str:
    """Say in a line what this runs on."""
    versions = [f"{name} {importlib.metadata.version(name)}" for name in ("click", "numpy", "scipy")]
    model = next(
        (
            line.partition(": ")[2]
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if "model name" in line
        ),
        platform.processor(),
    )
    load = os.getloadavg()[0]
    return (
        f"{model}, {len(os.sched_getaffinity(0))} cores, load {load:.1f}; Python {platform.python_version()}, "
        + ", ".join(versions)
    )


def main() -> None:
    """Time every command and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="another checkout to compare with")
    parser.add_argument("--runs", type=int, default=7, help="counted runs of each command (default: 7)")
    parser.add_argument("--only", default="", help="only commands that hold this text")
    options = parser.parse_args()
    checkouts = [ROOT, *([options.against.resolve()] if options.against else [])]
    print(machine())
    print(f"median of {options.runs} runs, in turn:", ", ".join(map(str, checkouts)))
    print(f"{'command':<66}" + "  wall s   CPU s modules" * len(checkouts))
    for command in COMMANDS:
        if options.only not in command:
            continue
        runs: list[list[tuple[float, float, int]]] = [[] for _ in checkouts]
        for number in range(options.runs + 1):
            for found, checkout in zip(runs, checkouts, strict=True):
                one = timed(checkout, command)
                if number:
                    found.append(one)
        columns = [[statistics.median(column) for column in zip(*found, strict=True)] for found in runs]
        cells = "".join(f"  {wall:6.2f}  {cpu:6.2f} {modules:7.0f}" for wall, cpu, modules in columns)
        print(f"kernel-harness {command:<51}{cells}")


if __name__ == "__main__":
    main()
