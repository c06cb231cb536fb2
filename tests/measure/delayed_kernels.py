"""Kernels of ``cuda_src`` followed by one that waits: a slowdown of any size, to be had exactly."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np

from harness.device.gpu.cuda_gpu import CudaGpu
from harness.measure.pairs import measure_pairs
from harness.settings.settings import Settings
from harness.variant.case import Case, make_case
from harness.variant.declaration.discovery import load_variant

ROOT = Path(__file__).resolve().parents[2]
KERNELS = (
    ("softmax_warp_row", "float32", 50000, 256), ("softmax_block_tree", "float32", 12500, 1000),
    ("softmax_block_packs", "float32", 6250, 2048), ("softmax_warp_row", "float16", 50000, 256),
)  # fmt: skip
"""Variant, type and shape of those that are timed."""
DELAY_CYCLES = 4000
"""Cycles that a kernel waits for which nothing is added to."""

_DELAY = """
extern "C" __global__ void delay(int n_rows) {
  long long start = clock64();
  while (clock64() - start < DELAY_CYCLES) {
  }
}
"""
_DELAY_LAUNCH = (
    '//\n// [[launch]]\n// entry = "delay"\n// args  = ["n_rows"]\n// grid  = "1"\n// block = [32]\n'
)


def with_delay(source: str) -> str:
    """Return a variant's source with the delaying kernel as its second launch."""
    opening, closing = source.index("// /// variant"), source.index("// ///\n")
    kept, launch = [], ["//", "// [[launch]]"]
    for line in source[opening:closing].splitlines():
        key = line.removeprefix("//").split("=")[0].strip()
        (launch if key in ("args", "grid", "smem_bytes", "entry") else kept).append(line)
    if not any(line.removeprefix("//").strip().startswith("entry") for line in launch):
        launch.append('// entry = "softmax"')
    if not any("defines" in line for line in kept):
        kept.append(f"// defines = {{ DELAY_CYCLES = {DELAY_CYCLES} }}")
    head = "\n".join((*kept, *launch)) + "\n" + _DELAY_LAUNCH
    return source[:opening] + head + source[closing:] + _DELAY


class DelayedKernel:
    """One of `KERNELS` at its shape, with the cycles that make one percent of its time.

    Parameters
    ----------
    kernel : tuple
        One of `KERNELS`.
    folder : Path
        Where its source is written.
    """

    def __init__(self, kernel: tuple[str, str, int, int], folder: Path) -> None:
        name, self.dtype, self.n_rows, self.n_cols = kernel
        self.name = f"{name}-{self.dtype}"
        path = folder / f"{name}.cu"
        path.write_text(with_delay((ROOT / "cuda_src" / path.name).read_text()))
        self._variant = load_variant(path)

    def case(self, n_cycles: float) -> Case:
        """Return the case that waits for so many cycles."""
        defines = {**self._variant.defines, "DELAY_CYCLES": round(n_cycles)}
        variant = dataclasses.replace(self._variant, defines=defines)
        return make_case(
            variant, dtype=self.dtype, n_rows=self.n_rows, n_cols=self.n_cols, kind="normal",
            block=variant.usual_block,
        )  # fmt: skip

    def cycles_of_one_percent(self, gpu: CudaGpu, settings: Settings) -> float:
        """Measure how many cycles more make the time one percent longer."""

        def median_us(n_cycles: float) -> float:
            case = self.case(n_cycles)
            times = [measure_pairs(case, case, gpu, settings, n_pairs=50, seed=seed) for seed in range(3)]
            return float(np.median([(each.base_us, each.head_us) for each in times]))

        short, long = median_us(DELAY_CYCLES), median_us(3 * DELAY_CYCLES)
        return 0.01 * short * 2 * DELAY_CYCLES / (long - short)
