"""Fills in the table of regimes: for each row, the fastest of the candidates.

A candidate for a row is a variant with a block whose domain contains every sample problem of the row. `StreamTimer`
times each candidate on the row's ``tuned_on`` problem. The row gets the candidate with the smallest median.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from ..device.gpu.cuda_launch import checked
from ..errors import LaunchError
from ..launch.inputs import make_input
from ..variant.shape import Shape
from ..variant.variant import SCALAR_TYPES, Block, Variant
from ..worker.jobs import run_jobs
from .prepared import Gpu, Prepared, compile_regime, current_context, gpu_of
from .regimes import DispatchProblem, Regime, choose

CLEAR_BYTES = 1 << 28
"""Bytes written between launches to evict the input from the L2 cache: several times the largest L2 cache."""
SAMPLES = 15
PASSES = 3
SCREENING_SAMPLES = 5
FINALISTS = 6
"""Number of fastest candidates that are timed again, often enough to tell them apart."""
_HOLD_CLEARS = 20
_MADE_ELEMENTS = 1 << 18
_BOUNDARY_BYTES = 256


ROWS = (1, 2, 7, 16, 33, 64, 128, 1000, 4096, 131072)
COLS = (
    1, 2, 3, 7, 8, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 500, 512, 513, 1000, 1023,
    1024, 1025, 2047, 2048, 2049, 3000, 4095, 4096, 4097, 6000, 8191, 8192, 8193, 12000, 16383, 16384, 16385,
    20000, 32767, 32768, 32769, 40000, 50257, 65535, 65536, 65537, 100000, 131071, 131072, 131073, 200000,
    262143, 262144, 262145, 400000, 524288, 524289, 1000000, 1048576, 1048577, 1081344, 1081345, 2000000,
    5000001,
)  # fmt: skip
# Padding of inp and out, offset of inp and out, in elements: no gaps, gaps of whole packs, and any others.
LAYOUTS = ((0, 0, 0, 0), (8, 16, 0, 0), (5, 3, 0, 0), (3, 3, 1, 1), (0, 0, 1, 3), (0, 0, 8, 8), (8, 0, 4, 0))
DEVICES = ((75, 40), (80, 108), (86, 84), (89, 128), (90, 114), (90, 132), (100, 148), (120, 170))
"""Compute capability and multiprocessors: T4, A100, RTX 3090, RTX 4090, H100 PCIe, H200, B200, RTX 5090."""


@dataclass(frozen=True)
class Candidate:
    variant: Variant
    block: Block


@dataclass(frozen=True)
class Measured:
    regime: Regime
    """The row with its fastest candidate."""
    problem: DispatchProblem
    copy_us: float
    """Median time of a copy of the same bytes."""
    times_us: tuple[tuple[Candidate, float], ...]
    """Median times, fastest first; after the first `FINALISTS` they are of a few samples."""
    failures: tuple[tuple[Candidate, str], ...]
    """Candidates that could not be timed, with the reason."""


def probes(dtype: str, devices: Sequence[tuple[int, int]] = DEVICES) -> Iterator[DispatchProblem]:
    """Yield all sample problems of an element type, on devices given by compute capability and multiprocessors."""
    for n_rows, n_cols, layout, device in product(ROWS, COLS, LAYOUTS, devices):
        inp_padding, out_padding, inp_offset, out_offset = layout
        shape = Shape(n_rows, n_cols, n_cols + inp_padding, n_cols + out_padding)
        yield DispatchProblem(shape, dtype, inp_offset, out_offset, *device)


def candidates(
    regimes: tuple[Regime, ...], variants: Sequence[Variant], arch: int, sms: int
) -> tuple[tuple[Candidate, ...], ...]:
    """Return each row's candidates on a device of this compute capability and number of multiprocessors."""
    # Types of one width share rows and domains, so a row's first type represents all.
    taken: dict[int, list[DispatchProblem]] = {}
    for dtype in sorted({row.dtypes[0] for row in regimes}):
        for problem in probes(dtype, [(arch, sms)]):
            row = choose(problem, regimes)
            if row.dtypes[0] == dtype:
                taken.setdefault(id(row), []).append(problem)
    return tuple(
        tuple(
            candidate
            for variant in variants
            if all(dtype in variant.dtypes for dtype in row.dtypes)
            for candidate in (Candidate(variant, block) for block in variant.blocks)
            if all(problem.unmet(variant, candidate.block) is None for problem in taken.get(id(row), ()))
        )
        for row in regimes
    )


def tune(
    regimes: tuple[Regime, ...],
    variants: Sequence[Variant],
    ordinal: int = 0,
    on_row: Callable[[Measured], None] = lambda _: None,
) -> tuple[Measured | Regime, ...]:
    """Measure every row with a ``tuned_on`` problem; `on_row` is called after each.

    A row that has no such problem, or does not apply to this GPU, is returned as it is.
    """
    gpu = gpu_of(ordinal)
    with current_context(gpu):
        problems = [problem_of(row, regimes, gpu) for row in regimes]
        fields = list(zip(problems, candidates(regimes, variants, gpu.arch, gpu.sms), strict=True))
        compile_candidates(fields, gpu)
        timer = StreamTimer()
        results: list[Measured | Regime] = []
        for regime, (problem, possible) in zip(regimes, fields, strict=True):
            if problem is None:
                results.append(regime)
                continue
            measured = _measure(regime, problem, possible, gpu, timer)
            results.append(measured)
            on_row(measured)
        return tuple(results)


def problem_of(row: Regime, regimes: tuple[Regime, ...], gpu: Gpu) -> DispatchProblem | None:
    """Return the problem to measure for one row of a table on a GPU.

    None if the row names no problem, or the table would not choose the row for it on this GPU.
    """
    if row.tuned_on is None:
        return None
    problem = DispatchProblem(row.tuned_on, row.dtypes[0], 0, 0, gpu.arch, gpu.sms)
    return problem if row.holds(problem) and choose(problem, regimes) is row else None


def compile_candidates(
    fields: Sequence[tuple[DispatchProblem | None, tuple[Candidate, ...]]], gpu: Gpu
) -> None:
    """Compile all candidates once, on all cores, into the cache on disk; a failure is raised again on use."""
    wanted = {
        (candidate.variant.code_path, candidate.block, problem.dtype)
        for problem, possible in fields
        if problem is not None
        for candidate in possible
    }
    if wanted:
        for _ in run_jobs(partial(_compile, gpu.arch), sorted(wanted), min(len(wanted), os.cpu_count() or 1)):
            pass


def _compile(arch: int, wanted: tuple[Path, Block, str]) -> None:
    compile_regime(*wanted, arch)


def _measure(
    regime: Regime, problem: DispatchProblem, possible: Sequence[Candidate], gpu: Gpu, timer: StreamTimer
) -> Measured:
    failures: list[tuple[Candidate, str]] = []
    ready: list[tuple[Candidate, Callable[[int], None]]] = []
    shape = problem.shape
    itemsize = SCALAR_TYPES[problem.dtype].itemsize
    with (
        _memory(shape.n_rows * shape.inp_stride * itemsize) as inp,
        _memory(shape.n_rows * shape.out_stride * itemsize) as out,
    ):
        _fill(inp, shape, problem.dtype)
        for candidate in possible:
            row = replace(regime, variant=candidate.variant, block=candidate.block)
            try:
                prepared = Prepared(row, problem, gpu)
                call: Callable[[int], None] = partial(prepared.launch, addresses={"inp": inp, "out": out})
                # Once before any timing: it loads the code, and shows a candidate that cannot run.
                call(0)
                timer.wait()
                ready.append((candidate, call))
            except LaunchError as error:
                failures.append((candidate, str(error)))
        if not ready:
            raise LaunchError(
                f"a regime must have a candidate that runs (got none for {problem}: "
                f"{'; '.join(text for _, text in failures)})"
            )
        # Most candidates are far from the fastest: a few samples rule them out.
        screened = [statistics.median(timer.series(call, SCREENING_SAMPLES)) for _, call in ready]
        order = sorted(range(len(ready)), key=screened.__getitem__)
        rest = [(ready[at][0], screened[at]) for at in order[FINALISTS:]]
        ready = [ready[at] for at in order[:FINALISTS]]
        times: list[list[float]] = [[] for _ in ready]
        copies: list[float] = []
        size_bytes = shape.n_rows * shape.n_cols * itemsize
        # Finalists and the copy take turns, so that a drift of the GPU's clocks meets all of them.
        for _ in range(PASSES):
            copies += timer.series(lambda stream: _copy(out, inp, size_bytes, stream), SAMPLES)
            for samples, (_, launch) in zip(times, ready, strict=True):
                samples += timer.series(launch, SAMPLES)
    medians = sorted(
        (
            (candidate, statistics.median(samples))
            for (candidate, _), samples in zip(ready, times, strict=True)
        ),
        key=lambda pair: pair[1],
    )
    copy_us = statistics.median(copies)
    best, best_us = medians[0]
    name = timer.gpu_name
    basis = f"{best_us:.1f} us, a copy {copy_us:.1f} us, on an {name}"
    chosen = replace(regime, variant=best.variant, block=best.block, basis=basis)
    return Measured(chosen, problem, copy_us, (*medians, *rest), tuple(failures))


class StreamTimer:
    """Times launches on the default stream of the current context, each with a cleared L2 cache."""

    def __init__(self) -> None:
        from cuda.bindings import driver

        self._driver = driver
        self._buffer = int(checked("memory", driver.cuMemAlloc(CLEAR_BYTES)))
        device = checked("the device", driver.cuCtxGetDevice())
        raw = checked("the device's name", driver.cuDeviceGetName(96, device))
        self.gpu_name = bytes(raw).split(b"\0")[0].decode()
        self._events = [checked("an event", driver.cuEventCreate(0)) for _ in range(2 * SAMPLES)]

    def wait(self) -> None:
        """Wait for all queued work; LaunchError if a kernel destroyed the context."""
        checked("waiting for a kernel", self._driver.cuCtxSynchronize())

    def series(self, call: Callable[[int], None], samples: int) -> list[float]:
        """Return the microseconds of each of `samples` launches, without the host's time."""
        driver = self._driver
        # They keep the GPU busy while the host queues the series, so that no launch waits for the host.
        for _ in range(_HOLD_CLEARS):
            self._clear()
        for number in range(samples):
            self._clear()
            driver.cuEventRecord(self._events[2 * number], 0)
            call(0)
            driver.cuEventRecord(self._events[2 * number + 1], 0)
        self.wait()
        return [
            1e3
            * float(
                checked("a time", driver.cuEventElapsedTime(self._events[2 * n], self._events[2 * n + 1]))
            )
            for n in range(samples)
        ]

    def _clear(self) -> None:
        self._driver.cuMemsetD32Async(self._buffer, 0, CLEAR_BYTES // 4, 0)


@contextmanager
def _memory(size_bytes: int) -> Iterator[int]:
    from cuda.bindings import driver

    address = checked("memory", driver.cuMemAlloc(size_bytes + _BOUNDARY_BYTES))
    try:
        yield int(address)
    finally:
        driver.cuMemFree(address)


def _copy(to: int, source: int, size_bytes: int, stream: int) -> None:
    from cuda.bindings import driver

    checked("a copy", driver.cuMemcpyDtoDAsync(to, source, size_bytes, stream))


def _fill(address: int, shape: Shape, dtype: str) -> None:
    """Fill a matrix and its padding with a repeated sequence of normal numbers."""
    from cuda.bindings import driver

    total = shape.n_rows * shape.inp_stride
    made: Any = make_input("normal", 1, min(total, _MADE_ELEMENTS), dtype, 1).reshape(-1)
    made = np.ascontiguousarray(made)
    itemsize = SCALAR_TYPES[dtype].itemsize
    checked("filling memory", driver.cuMemcpyHtoD(address, made.ctypes.data, made.nbytes))
    filled = made.size
    while filled < total:
        more = min(filled, total - filled)
        checked("filling memory", driver.cuMemcpyDtoD(address + filled * itemsize, address, more * itemsize))
        filled += more
