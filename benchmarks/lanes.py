"""Lane-instructions a second of six kernels on one core, under all sanitizers.

    python benchmarks/lanes.py [--runs N] [--against /path/to/another/checkout]

Each kernel runs one case of the size below, compiled beforehand; a figure is of the N launches' fastest, in
processor seconds. The instructions that lanes execute are those that ``kernel-harness count`` counts, once. With
--against the package of another checkout launches the same, turn by turn, so that a machine that becomes slower meets
both. Check all variants with each checkout first: its cache then has the optimised form of the executor's runtime,
without which the figures are those of the quick form.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CASES = {
    "cuda_src/softmax_block_two_pass.cu": "softmax_block_two_pass-float32-1024x4096-spread-block256",
    "cuda_src/layer_norm_block.cu": "layer_norm_block-float32-1024x4096-spread-block256",
    "cuda_src/softmax_fp16.cu": "softmax_fp16-float16-1024x4096-spread-block256",
    "cuda_src/softmax_warp_row.cu": "softmax_warp_row-float32-1024x4096-spread-block32x4",
    "cuda_src/softmax_naive.cu": "softmax_naive-float32-4096x1024-spread-block128",
    "fixtures/operations/right/matmul_tile.cu": "matmul_tile-float32-512x512-k512-spread-block16x16",
}

LAUNCHES = """
import sys, time
from pathlib import Path
from harness.device.selection import open_device
from harness.launch.memory import fill
from harness.launch.plan import launch, load_case
from harness.settings.settings import Settings
from harness.variant.case import parse_case_id
from harness.variant.declaration.discovery import load_variant

settings = Settings.load(Path.cwd(), device="cpu", cpu_threads=1)
device = open_device("cpu", settings)
case = parse_case_id(sys.argv[2], [load_variant(Path(sys.argv[1]))])
launches = load_case(case, device, settings).pack(fill(case, device))
best_s = float("inf")
for _ in range(int(sys.argv[3])):
    began = time.thread_time()
    launch(launches, device)
    best_s = min(best_s, time.thread_time() - began)
print(best_s)
"""

COUNTS = """
import sys
from pathlib import Path
from harness.device.cpu.ptx_cpu import PtxCpu
from harness.launch.memory import fill
from harness.launch.plan import load_case
from harness.ptx.launch.watch import Watch
from harness.settings.settings import Settings
from harness.variant.case import parse_case_id
from harness.variant.declaration.discovery import load_variant

settings = Settings.load(Path.cwd(), device="cpu")
device = PtxCpu(settings, Watch(counts=True))
case = parse_case_id(sys.argv[2], [load_variant(Path(sys.argv[1]))])
total = 0
for each in load_case(case, device, settings).pack(fill(case, device)):
    total += device.launch_watched(each.kernel, each.config, each.args, device.watch)[1].counts.total.lane_instructions
print(total)
"""


def printed(checkout: Path, program: str, *arguments: str) -> float:
    """Run a program with the package of a checkout, and return the number that it prints last."""
    environ = {**os.environ, "PYTHONPATH": str(checkout)}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=checkout,
        env=environ,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"{checkout}: {arguments[1]} did not run:\n{done.stderr}")
    return float(done.stdout.split()[-1])


def main() -> None:
    """Time every kernel and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="another checkout to compare with")
    parser.add_argument("--runs", type=int, default=5, help="launches in each turn (default: 5)")
    parser.add_argument("--turns", type=int, default=3, help="processes of each checkout (default: 3)")
    options = parser.parse_args()
    checkouts = [ROOT, *([options.against.resolve()] if options.against else [])]
    print(f"{'G lane-instructions a second':<32}{'  '.join(map(str, checkouts))}")
    for source, case in CASES.items():
        given = (str(ROOT / source), case)
        lanes = printed(ROOT, COUNTS, *given)
        best = [float("inf")] * len(checkouts)
        for _ in range(options.turns):
            for at, checkout in enumerate(checkouts):
                best[at] = min(best[at], printed(checkout, LAUNCHES, *given, str(options.runs)))
        rates = [lanes / seconds / 1e9 for seconds in best]
        ratio = f"  ({rates[0] / rates[1]:.2f} times)" if len(rates) > 1 else ""
        print(f"{Path(source).stem:<32}" + "  ".join(f"{rate:6.2f}" for rate in rates) + ratio)


if __name__ == "__main__":
    main()
