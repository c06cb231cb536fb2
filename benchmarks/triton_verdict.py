"""How long it takes from a saved Triton file to the verdict of one case: nothing cached, edited, and unchanged.

    python benchmarks/triton_verdict.py
    python benchmarks/triton_verdict.py --rounds 5 --profile

Each round runs `kernel-harness check` in a new process, as an editor would. *Cold* has an empty cache; *edited* has the
caches of an earlier revision of the file, whose kernel differs; *warm* has those of the file itself. `--profile` prints
where the command's own time goes in a warm run.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KERNEL = ROOT / "fixtures" / "triton" / "right" / "softmax_row.py"
CASE = "softmax_row-float32-3x129-spread-block128"


def run(path: Path, cache: Path, *python: str) -> tuple[float, float]:
    """Check one case; return wall and processor seconds."""
    program = (
        "import sys; from harness.cli.program import main; main(sys.argv[1:], prog_name='kernel-harness')"
    )
    environ = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(ROOT)}
    before, began = os.times(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *python, "-c", program, "check", str(path), "-k", CASE, "--device", "cpu"],
        env=environ,
        cwd=path.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    wall, after = time.perf_counter() - began, os.times()
    if done.returncode != 0:
        sys.exit(done.stdout + done.stderr)
    if python:
        print(done.stderr[-6000:])
    return wall, after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--profile", action="store_true", help="also print the imports of a warm run")
    args = parser.parse_args()
    times: dict[str, list[tuple[float, float]]] = {"cold": [], "edited": [], "warm": []}
    text = KERNEL.read_text()
    for number in range(args.rounds):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, KERNEL.name)
            path.write_text(text)
            times["cold"].append(run(path, Path(folder, "cache")))
            path.write_text(text.replace("e / tl.sum(e, axis=0)", f"e / (tl.sum(e, axis=0) + {number}e-30)"))
            times["edited"].append(run(path, Path(folder, "cache")))
            times["warm"].append(run(path, Path(folder, "cache")))
            if args.profile and number == args.rounds - 1:
                run(path, Path(folder, "cache"), "-X", "importtime")
    print(f"load {os.getloadavg()[0]:.1f}; median of {args.rounds} rounds")
    for name, pairs in times.items():
        wall, cpu = (statistics.median(each) for each in zip(*pairs, strict=True))
        print(f"{name:<8} wall {wall:5.2f} s   processor {cpu:5.2f} s")


if __name__ == "__main__":
    main()
