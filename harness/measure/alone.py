"""Times one kernel on a GPU, and a copy of as many bytes by the same method in the same rounds."""

from __future__ import annotations

import random
import statistics
from dataclasses import dataclass, field
from typing import cast

from ..device.base import Device
from ..device.gpu.cuda_gpu import CudaGpu
from ..settings.settings import Settings
from ..variant.case import Case
from .clocks import Clocks, read_clocks
from .rotation import TimedSide, launches_per_sample, sets_for, timing, warm_up
from .timed_outputs import TimedOutputs, is_judged_by_rows

_BATCH = 25
_JUDGED_SETS = 1
"""Sets of buffers whose outputs are judged after each batch; after the last batch all are."""


@dataclass(frozen=True)
class CaseTimes:
    """Times of one case in microseconds, one of each kind per round."""

    kernel_us: tuple[float, ...]
    """Time of a launch; the sum of all launches for a variant of several kernels."""
    copy_us: tuple[float, ...]
    """Time of the device's copy of the input, of as many bytes as a softmax must read and write."""
    launches_per_sample: int
    """Number of launches averaged in each time: 1, or the launches of a CUDA graph."""
    n_sets: int
    """Sets of buffers in rotation."""
    before: Clocks = field(default_factory=Clocks)
    after: Clocks = field(default_factory=Clocks)
    """`before`, `after`: the GPU's clocks and their limits."""

    @property
    def copy_fraction(self) -> float:
        """Median time of the copy divided by the kernel's: 1 is copy speed, more is better."""
        return statistics.median(self.copy_us) / statistics.median(self.kernel_us)


def measure_alone(device: Device, settings: Settings, case: Case, rounds: int) -> CaseTimes:
    if rounds < 1:
        raise ValueError(f"rounds must be at least 1 (got {rounds})")
    gpu = cast(CudaGpu, device)
    with timing(gpu) as timer:
        n_sets = sets_for((case,), gpu)
        side = TimedSide(case, gpu, settings, n_sets, random.Random(0), distinct_rows=True)
        judged = None
        if is_judged_by_rows(case):
            judged = TimedOutputs(case, gpu, side.sets, random.Random(f"{case.id}-0"))
        side.first_outputs()
        if judged is not None:
            judged.judge_first()
        per_sample = launches_per_sample(min(timer.series(side.works)))
        side.bundle(per_sample, timer)
        copy = side.copy(timer, per_sample)
        warm_up(
            lambda: statistics.median(
                timer.series([work for _ in range(_BATCH) for work in (side.next(), copy)])[0::2]
            )
        )
        before = read_clocks(gpu.bus_id)
        times: list[float] = []
        for start in range(0, rounds, _BATCH):
            n = min(_BATCH, rounds - start)
            if judged is not None:
                judged.renew()
                side.launched.clear()
            # Kernel and copy in turn, so that both run at the same clocks.
            times += timer.series([work for _ in range(n) for work in (side.next(), copy)])
            is_last = start + n == rounds
            # Before the outputs are judged: the GPU idles meanwhile.
            if is_last:
                after = read_clocks(gpu.bus_id)
            if judged is not None:
                # one set that no kernel can foresee, and in the end all
                judged.judge(sorted(side.launched), most=None if is_last else _JUDGED_SETS)
        if judged is None:
            side.check_outputs()
    per_launch = [us / per_sample for us in times]
    return CaseTimes(tuple(per_launch[0::2]), tuple(per_launch[1::2]), per_sample, n_sets, before, after)
