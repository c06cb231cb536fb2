"""What `kernel-harness adopt` makes of whole checkouts, and how long it takes: the table of docs/adopting.md.

    python benchmarks/adopt_checkouts.py ../llm.c ../SGEMM_CUDA
    python benchmarks/adopt_checkouts.py ../llm.c --minutes 5 --workers 2 --keep results

Each checkout starts with an empty cache, so every kernel is compiled. CPU is the processor time of all processes of one
adoption, wall the time on its clock.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STATES = ("adopted", "needs one line", "cannot", "not tried")


def commit_of(checkout: Path) -> str:
    """Return the short name of a checkout's commit; empty if git knows none."""
    told = subprocess.run(
        ["git", "-C", str(checkout), "rev-parse", "--short=9", "HEAD"],
        capture_output=True,
        text=True,
        check=False,
    )
    is_own = (checkout / ".git").exists()
    return told.stdout.strip() if is_own and told.returncode == 0 else ""


def adopted(checkout: Path, folder: Path, options: list[str]) -> tuple[Counter[str], float, float]:
    """Adopt one checkout with an empty cache: kernels by outcome, processor time and time on the clock."""
    told = folder / "told.json"
    with tempfile.TemporaryDirectory(prefix="kernel-harness-cache-") as cache:
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        ended = subprocess.run(
            [
                *(sys.executable, "-m", "harness", "adopt", str(checkout)),
                *("--into", str(folder), "--json", str(told), "--force", *options),
            ],
            env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": cache},
            stdout=(folder / "table.txt").open("w", encoding="utf-8"),
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if not told.exists():
        raise SystemExit(
            f"{checkout} was not adopted (exit status {ended.returncode}):\n{ended.stderr[-2000:]}"
        )
    kernels = json.loads(told.read_text(encoding="utf-8"))["kernels"]
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Counter(kernel["state"] for kernel in kernels), cpu, wall


def main() -> None:
    """Adopt each checkout, and print a row of a Markdown table for it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkouts", nargs="+", type=Path, metavar="CHECKOUT")
    parser.add_argument("--minutes", default="5", help="as for adopt (default: 5)")
    parser.add_argument("--seconds", default="6", help="as for adopt (default: 6)")
    parser.add_argument("--workers", help="as for adopt; as many as there are cores by default")
    parser.add_argument("--triton", action="store_true", help="as for adopt")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep declarations, JSON and tables here")
    given = parser.parse_args()
    options = ["--minutes", given.minutes, "--seconds", given.seconds]
    options += ["--workers", given.workers] if given.workers else []
    options += ["--triton"] if given.triton else []
    cores = len(os.sched_getaffinity(0))
    print(
        f"{platform.platform()}, {cores} cores, load {os.getloadavg()[0]:.1f} at the start; {' '.join(options)}\n"
    )
    print("| checkout | kernels | adopted | one option | cannot | not tried | CPU | wall |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    total: Counter[str] = Counter()
    for checkout in given.checkouts:
        with tempfile.TemporaryDirectory(prefix="kernel-harness-adopt-") as scratch:
            folder = given.keep / checkout.resolve().name if given.keep else Path(scratch)
            folder.mkdir(parents=True, exist_ok=True)
            states, cpu, wall = adopted(checkout, folder.absolute(), options)
        total += states
        commit = commit_of(checkout)
        name = checkout.resolve().name + (f", {commit}" if commit else "")
        numbers = " | ".join(str(states[state]) for state in STATES)
        print(f"| {name} | {states.total()} | {numbers} | {cpu:.0f} s | {wall:.0f} s |", flush=True)
    numbers = " | ".join(str(total[state]) for state in STATES)
    print(f"| all {len(given.checkouts)} | {total.total()} | {numbers} | | |")


if __name__ == "__main__":
    main()
