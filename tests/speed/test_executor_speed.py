"""How fast the PTX executor is; prints, never asserts: ``pytest tests/speed --benchmark-only``.

Times are the host's: wall clock around the call, Python included. A plain test run executes each once, untimed.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from harness.device.cpu.ptx_cpu import PtxCpu
from harness.launch.memory import fill
from harness.launch.plan import compile_request, launch, load_case
from harness.ptx.codegen.kernel import generate
from harness.ptx.codegen.native import KERNEL_OPT, _compile, lane_module
from harness.ptx.launch.executor import Executor
from harness.ptx.launch.watch import UNWATCHED, Watch
from harness.ptx.layout import LANES, WATCH_RACES
from harness.ptx.reading.parser import parse
from harness.settings.settings import Settings
from harness.variant.case import make_case
from harness.variant.declaration.discovery import load_variant
from tests.kernels.expectations import CUDA_SOURCES, ROOT
from tests.ptx.shadows import EXACT, WATCH

EMPTY_KERNEL = """
.version 8.0
.target sm_90
.address_size 64
.visible .entry empty() { ret; }
"""


@pytest.fixture(scope="module")
def settings() -> Settings:
    return Settings.load(ROOT)


@pytest.fixture(scope="module")
def device(settings: Settings) -> Iterator[PtxCpu]:
    device = PtxCpu(settings)
    yield device
    device.close()


NAMES = ("softmax_block_tree", "softmax_float4", "softmax_naive", "softmax_warp_row")
each_name = pytest.mark.parametrize("name", NAMES)
RATED = (
    "softmax_block_two_pass", "layer_norm_block", "softmax_fp16", "softmax_warp_row", "softmax_naive", "matmul_tile",
)  # fmt: skip
"""Kernels whose lane-instructions a second are compared between commits: by lane, by row, strided, tiled."""


def ready(
    name: str, device: PtxCpu, settings: Settings, timer: Any, n_rows: int = 64, layout: str = "contiguous"
) -> Any:
    """Return the prepared launch of a variant with blocks of 128 or 256 threads; of two rows unless it is timed."""
    source = CUDA_SOURCES / f"{name}.cu"
    variant = load_variant(source if source.exists() else ROOT / f"fixtures/operations/right/{name}.cu")
    block = next(b for b in variant.blocks if b[0] * b[1] * b[2] in (256, 128))
    case = make_case(
        variant,
        dtype=variant.dtypes[0],
        n_rows=n_rows if timer.enabled else 2,
        n_cols=1024,
        kind="normal",
        block=block,
        layout=layout,
    )
    (made,) = load_case(case, device, settings).pack(fill(case, device))
    return made


def timed(made: Any, device: PtxCpu, watch: Watch, benchmark: Any) -> Any:
    """Time launches under a watch; returns the report, and notes PTX instructions times 32 lanes a second."""
    config = made.config
    report = benchmark(
        device._executor.launch,
        *(
            made.kernel.program,
            made.kernel.name,
            config.grid,
            config.block,
            made.args,
            config.smem_bytes,
            watch,
        ),
    )
    if benchmark.stats is not None:
        rate = report.steps * LANES / benchmark.stats.stats.min
        benchmark.extra_info["lane_instructions_per_s"] = rate
        print(f"\n{benchmark.name}: {rate / 1e9:.2f}e9 lane-instructions/s")  # noqa: T201 - what it is for
    return report


@each_name
def test_launch_of_64x1024(name: str, device: PtxCpu, settings: Settings, benchmark: Any) -> None:
    made = ready(name, device, settings, benchmark)
    try:
        result = benchmark(launch, (made,), device)
    finally:
        device.free_all()
    assert not result.findings


@pytest.mark.parametrize("counting", [False, True], ids=["plain", "count"])
@each_name
def test_what_counting_costs(
    name: str, counting: bool, device: PtxCpu, settings: Settings, benchmark: Any
) -> None:
    made = ready(name, device, settings, benchmark)
    watch = replace(device.watch, counts=counting)
    try:
        benchmark(device.launch_watched, made.kernel, made.config, made.args, watch)
    finally:
        device.free_all()


class ExactPass(Watch):
    @property
    def first(self) -> int:
        return WATCH_RACES


WATCHES = {
    "plain": UNWATCHED,
    "races_screening": Watch(races=True),
    "all_screening": Watch(races=True, undefined=True),
    "races_exact": ExactPass(races=True),
}


@pytest.mark.parametrize("watch", WATCHES.values(), ids=WATCHES)
@pytest.mark.parametrize(
    "name", ["softmax_block_tree", "softmax_cluster_8", "softmax_float4", "softmax_naive"]
)
def test_lane_instructions_of_one_core(name: str, watch: Watch, settings: Settings, benchmark: Any) -> None:
    device = PtxCpu(replace(settings, cpu_threads=1))
    try:
        report = timed(ready(name, device, settings, benchmark), device, watch, benchmark)
    finally:
        device.close()
    assert not report.faults


@pytest.mark.parametrize("name", RATED)
def test_lane_instructions_under_all_sanitizers(name: str, settings: Settings, benchmark: Any) -> None:
    device = PtxCpu(replace(settings, cpu_threads=1))
    try:
        report = timed(
            ready(name, device, settings, benchmark, 128), device, WATCHES["all_screening"], benchmark
        )
    finally:
        device.close()
    assert report.faults == ()
    assert not report.exact


def test_launch_of_an_empty_kernel(benchmark: Any) -> None:
    executor = Executor(n_workers=1)
    program = executor.load(EMPTY_KERNEL)
    report = benchmark(executor.launch, program, "empty", (1, 1, 1), (32, 1, 1), [])
    assert report.completed
    executor.close()


def test_code_generation(device: PtxCpu, settings: Settings, benchmark: Any) -> None:
    variant = load_variant(CUDA_SOURCES / "softmax_block_tree.cu")
    case = make_case(variant, dtype="float32", n_rows=1, n_cols=1, kind="normal", block=variant.blocks[0])
    text = device.compile(compile_request(case, device.info, settings)).code.decode("ascii")

    def build() -> int:
        code = generate(parse(text), "softmax")
        for each in (code.llvm_ir, lane_module(code.lane_code.values())):
            assert _compile(each, KERNEL_OPT, optimize=False)
        return code.n_instructions

    n_instructions = benchmark.extra_info["ptx_instructions"] = benchmark(build)
    if benchmark.stats is not None:
        each_ms = 1e3 * benchmark.stats.stats.min / n_instructions
        print(f"\ncode generation: {each_ms:.3f} ms a PTX instruction, {n_instructions} of them")  # noqa: T201


def test_copy_of_the_same_bytes(benchmark: Any) -> None:
    source = np.ones(64 * 1024, np.float32)
    target = np.empty_like(source)
    benchmark(np.copyto, target, source)


PASSES = {"plain": UNWATCHED, "screening": WATCH, "exact": EXACT}


@pytest.mark.parametrize("layout", ["contiguous", "strided"])
@pytest.mark.parametrize("checks", PASSES)
@each_name
def test_launch_of_256x1024_on_one_core(name: str, checks: str, layout: str, benchmark: Any) -> None:
    watch: Watch = PASSES[checks]
    sanitizers = "initcheck" if watch.undefined else "memcheck"
    settings = Settings.load(ROOT, cpu_threads=1, sanitizers=sanitizers)
    device = PtxCpu(settings)
    try:
        report = timed(ready(name, device, settings, benchmark, 256, layout), device, watch, benchmark)
    finally:
        device.close()
    assert report.faults == ()
