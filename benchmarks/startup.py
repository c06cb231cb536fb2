"""How long the command line takes before a kernel runs: wall and CPU time of short commands, median of several runs.

    python benchmarks/startup.py
    python benchmarks/startup.py --against /path/to/another/checkout

With --against the same commands are run with the package of another checkout as well, by the same Python and turn by
turn, so that a machine that becomes slower meets both. One run of each warms the caches and is not counted. The caches
of compiled code are the user's own.

The last two rows are the time until the first verdict of one new kernel, with nothing cached and with its code cached:
CPU seconds of the program, its fork server and its workers until then.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
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

# Writes the seconds since the start, and those of all its processes, when the first case has its verdict. The class is
# changed when the program loads it: an earlier import would be earlier work of the program.
FIRST_VERDICT = """
import os, sys, time
from importlib.machinery import PathFinder
from harness.cli.program import main

def cpu_s():
    parents, seconds = {}, {}
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        parents[int(name)] = int(fields[1])
        seconds[int(name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    ours, further = set(), {os.getpid()}
    while further:
        ours |= further
        further = {number for number, parent in parents.items() if parent in ours} - ours
    return sum(seconds[number] for number in ours)

class Finder:
    @staticmethod
    def find_spec(name, path, target=None):
        if name != "harness.report.text.terminal":
            return None
        spec = PathFinder.find_spec(name, path)
        load = spec.loader.exec_module

        def load_and_change(module):
            load(module)
            note = module.TerminalReport.case

            def noted(report, result):
                if pending:
                    os.write(pending.pop(), f"{time.monotonic() - float(sys.argv[2])} {cpu_s()}".encode())
                note(report, result)

            module.TerminalReport.case = noted

        spec.loader.exec_module = load_and_change
        return spec

pending = [int(sys.argv[1])]
sys.meta_path.insert(0, Finder)
main(["check", sys.argv[3], "--device", "cpu"], prog_name="kernel-harness")
"""


def first_verdict(checkout: Path, folder: Path, *, is_cached: bool) -> tuple[float, float]:
    """Check a kernel in a folder, which has the cache: wall and CPU seconds until its first verdict."""
    if not is_cached:
        shutil.rmtree(folder / "kernel-harness", ignore_errors=True)
    read, write = os.pipe()
    subprocess.run(
        [sys.executable, "-c", FIRST_VERDICT, str(write), str(time.monotonic()), "new_kernel.cu"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(checkout), "XDG_CACHE_HOME": str(folder)},
        stdout=subprocess.DEVNULL,
        pass_fds=(write,),
        check=True,
    )
    wall_s, cpu_s = map(float, os.read(read, 100).split())
    os.close(read)
    os.close(write)
    return wall_s, cpu_s


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
    for title, is_cached in (("nothing cached", False), ("cached", True)):
        if options.only not in title:
            continue
        with tempfile.TemporaryDirectory() as folder:
            page = (ROOT / "docs" / "first-ten-minutes.md").read_text(encoding="utf-8")
            kernel = page.partition("```cuda\n")[2].partition("```")[0]
            Path(folder, "new_kernel.cu").write_text(kernel, encoding="utf-8")
            cells = ""
            verdicts: list[list[tuple[float, float]]] = [[] for _ in checkouts]
            for number in range(options.runs + 1):
                for verdict, checkout in zip(verdicts, checkouts, strict=True):
                    first = first_verdict(checkout, Path(folder), is_cached=is_cached)
                    verdict += [first] * (number > 0)
            for verdict in verdicts:
                wall, cpu = (statistics.median(column) for column in zip(*verdict, strict=True))
                cells += f"  {wall:6.2f}  {cpu:6.2f} {'':7}"
        print(f"{f'first verdict of a new kernel, {title}':<66}{cells}")


if __name__ == "__main__":
    main()
