"""Where the time of ``pytest --benchmark-only --kernel-device gpu`` goes: the stages of timing each case.

    python benchmarks/bench_profile.py [WORD]

Times every case that pytest times of variants with WORD (by default ``warp``) in their id, as pytest does, and prints
the seconds of each stage. A second run has compiled code cached. The table leaves out pytest's start, its collection,
and the counters, which other processes collect meanwhile.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from harness.device.selection import open_device  # noqa: E402
from harness.measure.alone import measure_alone  # noqa: E402
from harness.run.bench_cases import ROUNDS, bench_cases  # noqa: E402
from harness.settings.settings import Settings  # noqa: E402
from harness.variant.declaration.discovery import load_variant  # noqa: E402

STAGES = {
    "plan, compile and load the kernel": ("plan.py", ("load_case",)),
    "make the input, copy it to the GPU": ("rotation.py", ("_first_set",)),
    "copy the buffers on the GPU": ("rotation.py", ("_copy_of",)),
    "launch once": ("rotation.py", ("first_outputs",)),
    "judge the first output": ("timed_outputs.py", ("judge_first",)),
    "make graphs": ("rotation.py", ("bundle", "copy")),
    "warm up and time, on the GPU": ("cuda_timing.py", ("series",)),
    "move rows, poison outputs": ("timed_outputs.py", ("renew",)),
    "judge timed outputs": ("timed_outputs.py", ("judge",)),
}
"""File and functions of each stage. No stage calls another, so their times add up."""


def main() -> None:
    """Time the cases, and print the table."""
    word = sys.argv[1] if len(sys.argv) > 1 else "warp"
    settings = Settings.load(ROOT, gpu_workers=1)
    began = time.monotonic()
    device = open_device("gpu", settings)
    opened_s = time.monotonic() - began
    cases = [
        case
        for path in sorted((ROOT / "cuda_src").glob(f"*{word}*.cu"))
        for case in bench_cases(load_variant(path), "gpu")
        if case.unmet() is None
    ]
    profiler = cProfile.Profile()
    began = time.monotonic()
    for case in cases:
        profiler.enable()
        measure_alone(device, settings, case, ROUNDS["gpu"])
        profiler.disable()
    total_s = time.monotonic() - began
    info = device.info
    device.close()
    print(f"{info.name}, driver {info.driver}, {info.compiler}; {len(cases)} cases in {total_s:.1f} s")
    print(f"{opened_s:8.2f} s  open the device")
    seconds = {
        stage: sum(
            cumulative
            for (path, _, function), (_, _, _, cumulative, _) in vars(pstats.Stats(profiler))["stats"].items()
            if Path(path).name == file and function in functions
        )
        for stage, (file, functions) in STAGES.items()
    }
    for stage, spent in seconds.items():
        print(f"{spent:8.2f} s  {stage}")
    print(f"{total_s - sum(seconds.values()):8.2f} s  the rest")


if __name__ == "__main__":
    main()
