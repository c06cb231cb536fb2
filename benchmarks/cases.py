"""Measures the CPU time of a case on the ``cpu`` device, in one process: ``python benchmarks/cases.py VARIANT...``.

Prints for each variant the milliseconds of a case of its matrix, and the part of them in which kernels run. Without
names every shipped variant. The first run of a variant compiles it, so run the script twice.
"""

import sys
import time
from dataclasses import replace
from pathlib import Path

from kernel_harness.device.cpu.ptx_cpu import PtxCpu
from kernel_harness.ptx.launch.executor import Executor
from kernel_harness.run.case_run import run_case
from kernel_harness.settings.settings import Settings
from kernel_harness.variant.declaration.discovery import load_variant
from kernel_harness.variant.matrix import cases

SOURCES = Path("cuda_src")


class KernelTime:
    """Adds up the CPU time of the process while kernels run."""

    def __init__(self):
        self.seconds = 0.0

    def measure(self, run):
        """Return a method that runs workers as `run` does, and is timed."""

        def timed(*args, **options):
            start = time.process_time()
            try:
                return run(*args, **options)
            finally:
                self.seconds += time.process_time() - start

        return timed


def main(names):
    """Run the matrix of each variant."""
    device = PtxCpu(settings := replace(Settings.load(Path()), cpu_threads=1))
    kernels = KernelTime()
    Executor._run = kernels.measure(Executor._run)
    n_all, cpu_all, kernels_all = 0, 0.0, 0.0
    for path in [SOURCES / f"{name}.cu" for name in names] or sorted(SOURCES.glob("*.cu")):
        matrix = cases(load_variant(path))
        run_case(matrix[0], device, settings)
        kernels.seconds, start = 0.0, time.process_time()
        for case in matrix:
            run_case(case, device, settings)
        cpu = time.process_time() - start
        n_all, cpu_all, kernels_all = n_all + len(matrix), cpu_all + cpu, kernels_all + kernels.seconds
        report(path.stem, len(matrix), cpu, kernels.seconds)
    report("all", n_all, cpu_all, kernels_all)
    device.close()


def report(name, n_cases, cpu, kernels):
    """Print one line."""
    whole, inside = (1e3 * seconds / n_cases for seconds in (cpu, kernels))
    print(f"{name:32s} {n_cases:6d} cases  {whole:6.2f} ms a case, {inside:6.2f} in kernels")


if __name__ == "__main__":
    main(sys.argv[1:])
