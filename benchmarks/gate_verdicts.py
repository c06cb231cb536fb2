"""Counts the verdicts of a gate on kernels that did not change, and on kernels that became slower by an exact share.

    python benchmarks/gate_verdicts.py [--same 200] [--slower 100] [--more 0.01] [--gates 10] [--json FILE]

Needs a GPU. The comparisons are timed as a gate times them: in new processes, until each is decided. They share an
error rate as the comparisons of a gate of `--together` do. The buffers of all processes of one gate tend to lie in the
same places. So kernels whose time depends on the place (`PLACED`) are compared with themselves in `--gates` gates, one
after another. Exit status 1 if a kernel is called slower or faster than itself, or a slower one is not found.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from harness.device.gpu.cuda_gpu import CudaGpu  # noqa: E402
from harness.gate.model import CasePair, SpeedResult  # noqa: E402
from harness.gate.speed import compare_speeds, timing_processes  # noqa: E402
from harness.measure.statistics import Speed  # noqa: E402
from harness.settings.settings import Settings  # noqa: E402
from harness.variant.case import make_case  # noqa: E402
from harness.variant.declaration.discovery import load_variant  # noqa: E402
from tests.measure.delayed_kernels import DELAY_CYCLES, KERNELS, DelayedKernel  # noqa: E402

PLACED = (
    ("softmax_warp_row", "float16", 4096, 1024),
    ("softmax_warp_row", "bfloat16", 4096, 1024),
    ("softmax_warp_row", "float32", 4096, 1024),
    ("softmax_warp_row", "float16", 2048, 8192),
    ("softmax_warp_row", "float16", 256, 50257),
)
"""Variant, type and shape of kernels whose time depends on where their buffers are, by up to 5 % on an H100."""


def main() -> int:
    """Time the comparisons and print how often each verdict was given."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--same", type=int, default=200, help="comparisons of a kernel with itself")
    parser.add_argument("--slower", type=int, default=100, help="comparisons with a slower kernel")
    parser.add_argument("--more", type=float, default=0.01, help="share by which it is slower")
    parser.add_argument(
        "--gates", type=int, default=10, help="gates that compare placed kernels with themselves"
    )
    parser.add_argument("--together", type=int, default=28, help="comparisons that share an error rate")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    settings = Settings.load(ROOT, include_dirs=[str(ROOT / "cuda_src" / "include")], gpu_workers=1)
    with tempfile.TemporaryDirectory() as name:
        kernels = [DelayedKernel(kernel, Path(name)) for kernel in KERNELS]
        gpu = CudaGpu(settings)
        cycles = {kernel.name: kernel.cycles_of_one_percent(gpu, settings) for kernel in kernels}
        info = gpu.info
        gpu.close()
        print(f"{info.name}, driver {info.driver}, {info.compiler}")
        counts = {}
        for what, n, more in (("same", options.same, 0.0), ("slower", options.slower, options.more)):
            comparisons = []
            for number in range(n):
                kernel = kernels[number % len(kernels)]
                longer = DELAY_CYCLES + 100 * more * cycles[kernel.name]
                comparisons.append(CasePair(kernel.case(DELAY_CYCLES), kernel.case(longer)))
            began = time.monotonic()
            results = timed(comparisons, settings, options.together)
            counts[what] = dict(
                Counter(result.speed.value if result.speed else result.why for result in results)
            )
            print(
                f"{what}, +{100 * more:g} %: {counts[what]} in {time.monotonic() - began:.0f} s", flush=True
            )
        counts["placed"] = placed(options.gates, settings)
    if options.json is not None:
        found = {
            "device": info.name,
            "driver": info.driver,
            "cycles_of_one_percent": cycles,
            "verdicts": counts,
        }
        options.json.write_text(json.dumps(found, indent=1) + "\n")
    unchanged = (counts["same"], counts["placed"])
    wrong = sum(each.get(speed.value, 0) for each in unchanged for speed in (Speed.SLOWER, Speed.FASTER))
    missed = options.slower - counts["slower"].get(Speed.SLOWER.value, 0)
    return 1 if wrong or missed else 0


def placed(n_gates: int, settings: Settings) -> dict[str, int]:
    """Compare `PLACED` with themselves in several gates; print and count the verdicts."""
    cases = []
    for name, dtype, n_rows, n_cols in PLACED:
        variant = load_variant(ROOT / "cuda_src" / f"{name}.cu")
        block = variant.usual_block
        cases.append(
            make_case(variant, dtype=dtype, n_rows=n_rows, n_cols=n_cols, kind="normal", block=block)
        )
    counts: Counter[str] = Counter()
    began = time.monotonic()
    for gate in range(n_gates):
        results = timed([CasePair(case, case) for case in cases], settings, len(cases))
        counts.update(result.speed.value if result.speed else result.why for result in results)
        for result in results:
            change = result.change
            shown = (
                f"{change.estimate:+.2%} [{change.low:+.2%}, {change.high:+.2%}]" if change else result.why
            )
            print(f"gate {gate + 1}: {result.case}: {shown}", flush=True)
    print(f"placed: {dict(counts)} in {time.monotonic() - began:.0f} s", flush=True)
    return dict(counts)


def timed(comparisons: list[CasePair], settings: Settings, n_together: int) -> tuple[SpeedResult, ...]:
    """Time comparisons as a gate does."""
    with contextlib.closing(timing_processes(settings)) as processes:
        return compare_speeds(
            comparisons, processes, settings, 0.01, 0, lambda line: print(line, flush=True), n_together
        )


if __name__ == "__main__":
    raise SystemExit(main())
