"""Compares two kernels' times in one process: pairs of launches in random order, buffers in rotation.

A launch's time depends on where the driver places its buffers, by up to 5 % on an H100. So the two sides exchange their
buffers half way: in each pair, both sides run in both sides' buffers. Pairs that scatter are followed by more.

`harness.measure.statistics` judges the pairs of several processes.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Sequence
from typing import cast

import numpy as np

from ..device.base import Device
from ..device.gpu.cuda_gpu import CudaGpu
from ..device.gpu.cuda_timing import CudaTimer, Work
from ..lazy import dataclass
from ..settings.settings import Settings
from ..variant.case import Case
from .clocks import TimedOn, read_clocks
from .rotation import TimedSide, launches_per_sample, sets_for, timing, warm_up
from .statistics import USUAL_SPREAD, log_ratios, standard_error

_WARM_UP_PAIRS = 10
_COPY_EVERY = 4
PAIRS_US = 100_000.0
"""Time of the pairs of one process, in microseconds. Slow kernels get fewer of them: their times scatter less."""
MOST_US = 300_000.0
"""Time of all pairs of one process if the first pairs scatter, in microseconds."""
LEAST_PAIRS = 4
"""Fewer pairs say too little about their own scatter, which `harness.measure.statistics.interval` needs."""
_READY_BYTES = 4096


@dataclass(frozen=True)
class PairTimes:
    """Times of one comparison in one process, in microseconds; elements i of both sides form a pair."""

    base_us: tuple[float, ...]
    head_us: tuple[float, ...]
    """`base_us`, `head_us`: time of a launch of each side, the mean over both sides' buffers; the sum of all
    launches for a variant of several kernels."""
    copy_us: tuple[float, ...]
    """Time of a copy of as many bytes as a softmax of the base's shape must move, taken between the pairs."""
    launches_per_sample: int
    """1, or the number of launches in the CUDA graph of one sample."""
    timed_on: TimedOn | None = None
    """The GPU, with its clocks before and after the pairs; None if unknown."""
    is_exchanged: bool = True
    """Whether the sides exchanged their buffers. False if the cases have different arrays: then each side
    runs only in its own buffers, whose position may change the ratio."""


def measure_pairs(
    base: Case,
    head: Case,
    device: CudaGpu,
    settings: Settings,
    *,
    n_pairs: int,
    seed: int,
    base_settings: Settings | None = None,
    most_pairs: int = 0,
) -> PairTimes:
    order = random.Random(seed)
    with timing(device) as timer:
        n_sets = sets_for((base, head), device)
        sides = [
            first := TimedSide(base, device, base_settings or settings, n_sets, order),
            TimedSide(head, device, settings, n_sets, order, like=first),
        ]
        for side in sides:
            side.first_outputs()
        # every launch runs once on each of its sets before capture or timing
        alone = [timer.series(side.works) for side in sides]
        # One number for both sides, so that a pair compares samples of as many launches.
        per_sample = launches_per_sample(min(min(times) for times in alone))
        # Twice, because every pair is timed again with exchanged buffers.
        pair_us = 2 * per_sample * sum(statistics.median(times) for times in alone)
        n_pairs = max(min(n_pairs, LEAST_PAIRS), min(n_pairs, int(PAIRS_US / pair_us)))
        copy = sides[0].copy(timer, per_sample)
        for side in sides:
            side.bundle(per_sample, timer)

        pairs = _Pairs(sides, copy, timer, order, per_sample)

        def median_us() -> float:
            base_us, head_us, _ = pairs.times(min(_WARM_UP_PAIRS, n_pairs))
            return sorted((*base_us, *head_us))[len(base_us)]

        warm_up(median_us)
        before = read_clocks(device.bus_id)
        times, is_exchanged = pairs.round(n_pairs)
        scatter = standard_error(log_ratios(times[0], times[1])) / USUAL_SPREAD
        # A standard error falls with the square root of the number of pairs.
        n_more = min(most_pairs, int(MOST_US / pair_us), math.ceil(n_pairs * scatter**2)) - n_pairs
        if n_more > 0:
            more, is_exchanged_again = pairs.round(n_more)
            times = [[*taken, *further] for taken, further in zip(times, more, strict=True)]
            is_exchanged = is_exchanged and is_exchanged_again
        after = read_clocks(device.bus_id)

    base_us, head_us, copy_us = (tuple(us / per_sample for us in taken) for taken in times)
    return PairTimes(base_us, head_us, copy_us, per_sample, TimedOn.of(device, (before, after)), is_exchanged)


def get_ready_for_pairs(device: Device, _: Settings) -> None:
    """Import and reserve what `measure_pairs` needs for any case, so that no case pays for it."""
    gpu = cast("CudaGpu", device)
    with timing(gpu) as timer:
        one, other = (gpu.allocate(_READY_BYTES, "copied to get ready") for _ in range(2))
        gpu.copy_in(one, np.zeros(_READY_BYTES, np.uint8))
        gpu.copy_on_device(other, one)
        copy = timer.copy(other, one, _READY_BYTES)
        timer.series([copy, timer.graph([copy, copy])])
        gpu.is_same(one, other)
        read_clocks(gpu.bus_id)


@dataclass(frozen=True)
class _Pairs:
    sides: Sequence[TimedSide]
    copy: Work
    timer: CudaTimer
    order: random.Random
    per_sample: int

    def round(self, n_pairs: int) -> tuple[list[list[float]], bool]:
        """Time pairs, exchange the sides' buffers, and time the same pairs again."""
        # Return the times of base, head and copy, a pair's as the mean over both sides' buffers, and whether the
        # buffers were exchanged.
        one = self._turn(n_pairs)
        is_exchanged = self.sides[0].exchange(self.sides[1])
        for side in self.sides:
            side.bundle(self.per_sample, self.timer)
        two = self._turn(n_pairs)
        base_us, head_us = (
            [(first + second) / 2 for first, second in zip(one[side], two[side], strict=True)]
            for side in (0, 1)
        )
        return [base_us, head_us, [*one[2], *two[2]]], is_exchanged

    def _turn(self, n_pairs: int) -> list[list[float]]:
        """Time pairs from the start of the rings, after one untimed launch on each set; check the outputs."""
        self.times(self.sides[0].n_left)
        times = self.times(n_pairs, _COPY_EVERY)
        for side in self.sides:
            side.check_outputs()
        return times

    def times(self, n_pairs: int, copy_every: int = 0) -> list[list[float]]:
        """Return the times of base and head, and of a copy after every `copy_every` pairs."""
        works: list[Work] = []
        owners: list[int] = []
        for pair in range(n_pairs):
            # Clocks and temperature drift, and would favour the side that always comes first.
            first = self.order.randrange(2)
            for side in (first, 1 - first):
                works.append(self.sides[side].next())
                owners.append(side)
            if copy_every and pair % copy_every == 0:
                works.append(self.copy)
                owners.append(2)
        split: list[list[float]] = [[], [], []]
        for owner, us in zip(owners, self.timer.series(works), strict=True):
            split[owner].append(us)
        return split
