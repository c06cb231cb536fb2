"""What it costs to watch for reads of unwritten memory; prints, never asserts a time.

``pytest tests/speed/test_defined_speed.py --benchmark-only --benchmark-verbose`` shows the times; `extra_info` of the
JSON has the rates, in lane-instructions per second on one core: PTX instructions times 32 lanes over the shortest time.
An exact pass follows a screening pass, which its time and rate include.
"""

from typing import Any

import pytest

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.launch.memory import fill
from harness.launch.plan import load_case
from harness.ptx.launch.watch import UNWATCHED, Watch
from harness.ptx.layout import LANES
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.kernels.expectations import CUDA_SOURCES, ROOT
from tests.ptx.shadows import EXACT, WATCH

PASSES = {"plain": UNWATCHED, "screening": WATCH, "exact": EXACT}


@pytest.mark.parametrize("layout", ["contiguous", "strided"])
@pytest.mark.parametrize("checks", PASSES)
@pytest.mark.parametrize(
    "name", ["softmax_block_tree", "softmax_float4", "softmax_warp_row", "softmax_naive"]
)
def test_launch_of_256x1024_on_one_core(name: str, checks: str, layout: str, benchmark: Any) -> None:
    watch: Watch = PASSES[checks]
    sanitizers = "initcheck" if watch.undefined else "memcheck"
    settings = Settings.load(ROOT, cpu_threads=1, sanitizers=sanitizers)
    device = PtxCpu(settings)
    try:
        variant = load_variant(CUDA_SOURCES / f"{name}.cu")
        block = next(b for b in variant.blocks if b[0] * b[1] * b[2] in (256, 128))
        case = make_case(
            variant, dtype="float32", n_rows=256, n_cols=1024, kind="normal", block=block, layout=layout
        )
        (ready,) = load_case(case, device, settings).pack(fill(case, device))
        program, entry = ready.kernel.program, ready.kernel.name  # type: ignore[attr-defined]
        executor, config = device._executor, ready.config
        report = benchmark(
            executor.launch, program, entry, config.grid, config.block, ready.args, config.smem_bytes, watch
        )
    finally:
        device.close()
    assert report.faults == ()
    if benchmark.stats is not None:
        benchmark.extra_info["lane_instructions_per_s"] = report.steps * LANES / benchmark.stats.stats.min
