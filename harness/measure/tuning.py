"""Fills in the table of regimes: for each row, the fastest of the candidates.

A candidate for a row is a variant with a block whose domain contains every sample problem of the row. Candidates are
timed on the row's ``tuned_on`` problem with buffers in rotation. The row gets the candidate with the smallest median.
"""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import cast

from ..device.gpu.cuda_gpu import CudaGpu
from ..device.selection import open_device
from ..dispatch.regimes import DispatchProblem, Regime, choose
from ..dispatch.softmax import Gpu, compile_regime, gpu_of
from ..errors import LaunchError
from ..lazy import dataclass, replace
from ..run.bench_cases import BENCH_KIND
from ..settings.settings import Settings
from ..variant.case import Case, make_case
from ..variant.shape import Shape, placed_layout
from ..variant.variant import Block, Variant
from ..worker.pool import run_jobs
from .rotation import TimedSide, launches_per_sample, sets_for, timing

SAMPLES = 45
SCREENING_SAMPLES = 5
FINALISTS = 6
"""Number of fastest candidates that are timed again, often enough to distinguish them."""

ROWS = (1, 2, 7, 16, 33, 64, 128, 1000, 4096, 131072)
COLS = (
    1, 2, 3, 7, 8, 16, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 500, 512, 513, 1000, 1023,
    1024, 1025, 2047, 2048, 2049, 3000, 4095, 4096, 4097, 6000, 8191, 8192, 8193, 12000, 16383, 16384, 16385,
    20000, 32767, 32768, 32769, 40000, 50257, 65535, 65536, 65537, 100000, 131071, 131072, 131073, 200000,
    262143, 262144, 262145, 400000, 524288, 524289, 1000000, 1048576, 1048577, 1081344, 1081345, 2000000,
    5000001,
)  # fmt: skip
# Padding of inp and out, offset of inp and out, in elements: no gaps, gaps of whole packs, and other gaps.
LAYOUTS = ((0, 0, 0, 0), (8, 16, 0, 0), (5, 3, 0, 0), (3, 3, 1, 1), (0, 0, 1, 3), (0, 0, 8, 8), (8, 0, 4, 0))


@dataclass(frozen=True)
class Contender:
    variant: Variant
    block: Block


@dataclass(frozen=True)
class Measured:
    regime: Regime
    """The row with its fastest candidate."""
    problem: DispatchProblem
    copy_us: float
    times_us: tuple[tuple[Contender, float], ...]
    """Median times, fastest first; after the first `FINALISTS` they are of a few samples."""
    failures: tuple[tuple[Contender, str], ...]
    """Candidates that could not be timed, with the reason."""


def probes(dtype: str, devices: Sequence[tuple[int, int]]) -> Iterator[DispatchProblem]:
    """Yield all sample problems of an element type, on devices given by compute capability and multiprocessors."""
    for n_rows, n_cols, layout, device in product(ROWS, COLS, LAYOUTS, devices):
        inp_padding, out_padding, inp_offset, out_offset = layout
        shape = Shape(n_rows, n_cols, n_cols + inp_padding, n_cols + out_padding)
        yield DispatchProblem(shape, dtype, inp_offset, out_offset, *device)


def candidates(
    regimes: tuple[Regime, ...], variants: Sequence[Variant], arch: int, sms: int
) -> tuple[tuple[Contender, ...], ...]:
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
            for candidate in (Contender(variant, block) for block in variant.blocks)
            if all(problem.unmet(variant, candidate.block) is None for problem in taken.get(id(row), ()))
        )
        for row in regimes
    )


def tune(
    regimes: tuple[Regime, ...],
    variants: Sequence[Variant],
    settings: Settings,
    on_row: Callable[[Measured], None] = lambda _: None,
) -> tuple[Measured | Regime, ...]:
    """Measure every row with a ``tuned_on`` problem; `on_row` is called after each."""
    # A row that has no such problem, or does not apply to this GPU, is returned as it is.
    # As `harness.dispatch.softmax` compiles: the settings of the user's project apply to its own kernels.
    settings = replace(settings, compiler="nvrtc", include_dirs=())
    device = cast("CudaGpu", open_device("gpu", settings))
    try:
        gpu = gpu_of(settings.gpu_index)
        problems = [problem_of(row, regimes, gpu) for row in regimes]
        fields = list(zip(problems, candidates(regimes, variants, gpu.arch, gpu.sms), strict=True))
        _compile_ahead(fields, gpu)
        results: list[Measured | Regime] = []
        for regime, (problem, possible) in zip(regimes, fields, strict=True):
            if problem is None:
                results.append(regime)
                continue
            measured = _measure(regime, problem, possible, device, settings)
            results.append(measured)
            on_row(measured)
        return tuple(results)
    finally:
        device.close()


def problem_of(row: Regime, regimes: tuple[Regime, ...], gpu: Gpu) -> DispatchProblem | None:
    # None if the row names no problem, or the table would not choose the row for it on this GPU.
    if row.tuned_on is None:
        return None
    problem = DispatchProblem(row.tuned_on, row.dtypes[0], 0, 0, gpu.arch, gpu.sms)
    return problem if row.holds(problem) and choose(problem, regimes) is row else None


def _compile_ahead(fields: Sequence[tuple[DispatchProblem | None, tuple[Contender, ...]]], gpu: Gpu) -> None:
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
    regime: Regime,
    problem: DispatchProblem,
    possible: Sequence[Contender],
    device: CudaGpu,
    settings: Settings,
) -> Measured:
    failures: list[tuple[Contender, str]] = []
    # Most candidates are far from the fastest: a few samples rule them out.
    screened: list[tuple[Contender, float]] = []
    for candidate in possible:
        try:
            us, _ = _medians_us([_case(problem, candidate)], device, settings, SCREENING_SAMPLES)
            screened.append((candidate, us))
        except LaunchError as error:
            failures.append((candidate, str(error)))
    if not screened:
        raise LaunchError(
            f"a regime must have a candidate that runs (got none for {problem}: "
            f"{'; '.join(text for _, text in failures)})"
        )
    screened.sort(key=lambda pair: pair[1])
    finalists, rest = [candidate for candidate, _ in screened[:FINALISTS]], screened[FINALISTS:]
    cases = [_case(problem, candidate) for candidate in finalists]
    *medians, copy_us = _medians_us(cases, device, settings, SAMPLES)
    times = sorted(zip(finalists, medians, strict=True), key=lambda pair: pair[1])
    best, best_us = times[0]
    basis = f"{best_us:.1f} us, a copy {copy_us:.1f} us, on an {device.info.name}"
    chosen = replace(regime, variant=best.variant, block=best.block, basis=basis)
    return Measured(chosen, problem, copy_us, (*times, *rest), tuple(failures))


def _case(problem: DispatchProblem, candidate: Contender) -> Case:
    shape = problem.shape
    return make_case(
        candidate.variant,
        dtype=problem.dtype,
        n_rows=shape.n_rows,
        n_cols=shape.n_cols,
        kind=BENCH_KIND,
        layout=placed_layout(shape.inp_stride - shape.n_cols, shape.out_stride - shape.n_cols).name,
        block=candidate.block,
    )


def _medians_us(cases: Sequence[Case], device: CudaGpu, settings: Settings, samples: int) -> list[float]:
    """Return the median time of each case, and of a copy of the same bytes, in microseconds."""
    # They take turns, so that a drift of the GPU's clocks affects all of them.
    with timing(device) as timer:
        n_sets, order = sets_for(cases, device), random.Random(0)
        sides: list[TimedSide] = []
        for case in cases:
            sides.append(TimedSide(case, device, settings, n_sets, order, like=sides[0] if sides else None))
            # Once before any timing: it loads the code, and shows a candidate that cannot run.
            sides[-1].first_outputs()
        per_sample = launches_per_sample(min(min(timer.series(side.works)) for side in sides))
        for side in sides:
            side.bundle(per_sample, timer)
        copy = sides[0].copy(timer, per_sample)
        works = [work for _ in range(samples) for work in (*(side.next() for side in sides), copy)]
        times = timer.series(works)
        n = len(sides) + 1
        return [statistics.median(times[turn::n]) / per_sample for turn in range(n)]
