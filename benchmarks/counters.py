"""Reads hardware counters of ``harness.softmax`` with Nsight Compute, one launch a problem.

    python benchmarks/counters.py OUT.csv [--shape ROWSxCOLS] [--dtype float32|bfloat16]

Needs a GPU, PyTorch and ``ncu`` on PATH. Problems are those of ``peers.py``. The profiler clears the caches before each
launch and leaves the clocks as they are. A row of the file is a kernel: problem, name, grid, block, then the metrics,
whose units are in the second line.
"""

from __future__ import annotations

import argparse
import csv
import io
import subprocess
import sys
from pathlib import Path

from harness.store.whole_file import check_writable, write_text

METRICS = (
    "gpu__time_duration.sum",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "launch__registers_per_thread",
    "launch__shared_mem_per_block_dynamic",
    "launch__cluster_size",
    "launch__cluster_max_active",
)
UNTIMED = 2
"""Launches of each problem that are not profiled: they compile, and load code and pages."""


def main() -> int:
    """Profile the problems in a process of their own; 0 when a row was read for each kernel."""
    options = _options()
    if options.launch:
        _launch(options.launch)
        return 0
    check_writable(options.out)
    problems = _problems(options)
    command = ["ncu", "--clock-control", "none", "--profile-from-start", "off", "--page", "raw", "--csv"]
    command += ["--print-units", "base", "--metrics", ",".join(METRICS), sys.executable, __file__, "-"]
    for problem in problems:
        command += ["--launch", problem]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    table = [line for line in done.stdout.splitlines() if line.startswith('"')]
    rows = list(csv.DictReader(io.StringIO("\n".join(table))))
    if done.returncode or len(rows) != len(problems) + 1:
        print(done.stdout + done.stderr, file=sys.stderr)
        print(
            f"ncu must give a row for each of {len(problems)} problems (got {max(len(rows) - 1, 0)}, exit "
            f"status {done.returncode})",
            file=sys.stderr,
        )
        return 1
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("problem", "kernel", "grid", "block", *METRICS))
    writer.writerow(("", "", "", "", *(rows[0][metric] for metric in METRICS)))
    for problem, row in zip(problems, rows[1:], strict=True):
        where = (row["Kernel Name"].partition("(")[0], row["Grid Size"], row["Block Size"])
        writer.writerow((problem, *where, *(row[metric].replace(",", "") for metric in METRICS)))
    write_text(text.getvalue(), options.out)
    print(text.getvalue(), end="")
    return 0


def _launch(problems: list[str]) -> None:
    import torch

    import harness

    for problem in problems:
        shape, dtype = problem.split()
        n_rows, n_cols = map(int, shape.split("x"))
        torch.manual_seed(0)
        x = torch.randn(n_rows, n_cols, device="cuda").to(getattr(torch, dtype))
        out = torch.empty_like(x)
        for _ in range(UNTIMED):
            harness.softmax(x, out)
        torch.cuda.synchronize()
        torch.cuda.profiler.start()
        harness.softmax(x, out)
        torch.cuda.synchronize()
        torch.cuda.profiler.stop()


def _problems(options: argparse.Namespace) -> list[str]:
    from peers import TABLE

    return [
        f"{n_rows}x{n_cols} {dtype}"
        for dtype in options.dtype or ("float32", "bfloat16")
        for n_rows, n_cols, *_ in TABLE
        if not options.shape or f"{n_rows}x{n_cols}" in options.shape
    ]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path, metavar="OUT.csv")
    parser.add_argument("--dtype", action="append", choices=("float32", "bfloat16"))
    parser.add_argument("--shape", action="append", metavar="ROWSxCOLS")
    parser.add_argument("--launch", action="append", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
