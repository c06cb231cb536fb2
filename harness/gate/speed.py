"""Times base against head on a GPU: pairs of launches in several processes, tested as they arrive.

A change only counts if a second pass confirms it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from ..device.base import Device
from ..device.gpu.cuda_gpu import CudaGpu
from ..errors import DeviceError, HarnessError
from ..measure.pairs import PairTimes, measure_pairs
from ..measure.statistics import CONFIRMING_RESTARTS, Interval, Speed, StoppingRule, log_ratios
from ..run.session import Runner
from ..settings.settings import Settings
from ..variant.case import Case

PAIRS_PER_RESTART = 30


@dataclass(frozen=True)
class SpeedComparison:
    """One problem to time on both sides.

    Parameters
    ----------
    base, head : Case
        The problem for the variant of each side.
    """

    base: Case
    head: Case


@dataclass(frozen=True)
class SpeedResult:
    """The result of a comparison.

    Parameters
    ----------
    comparison : SpeedComparison
        Compared cases.
    speed : Speed or None
        Result; None if the cases could not be timed, for the reason in `why`.
    change : Interval or None
        Confidence interval of the first pass, at the error rate of one interim test.
    confirmed : Interval or None
        Confidence interval of the confirming pass; None if there was none.
    base_us, head_us, copy_us : float
        Medians over all restarts in microseconds, of base, head and a copy of the same size; NaN if not measured.
    why : str
        Reason why there is no result, or why a change was not confirmed.
    """

    comparison: SpeedComparison
    speed: Speed | None
    change: Interval | None = None
    confirmed: Interval | None = None
    base_us: float = float("nan")
    head_us: float = float("nan")
    copy_us: float = float("nan")
    why: str = ""


@dataclass
class _Series:
    comparison: SpeedComparison
    times: list[PairTimes] = field(default_factory=list)
    confirming: list[PairTimes] = field(default_factory=list)
    speed: Speed | None = None
    change: Interval | None = None
    failed: str = ""

    def ratios(self, times: Sequence[PairTimes]) -> list[Any]:
        return [log_ratios(each.base_us, each.head_us) for each in times]


def compare_speeds(
    comparisons: Sequence[SpeedComparison],
    open_process: Callable[[], Any],
    *,
    base_settings: Settings,
    margin: float,
    seed: int = 0,
    n_pairs: int = PAIRS_PER_RESTART,
    measure: Callable[..., PairTimes] | None = None,
    on_restart: Callable[[str], None] = lambda _: None,
) -> tuple[SpeedResult, ...]:
    """Time all comparisons, each with as many process restarts as it needs.

    Parameters
    ----------
    comparisons : sequence of SpeedComparison
        Cases to compare. They share one error rate.
    open_process : callable
        ``() -> context manager`` of a `Runner` with a new process.
    base_settings : Settings
        Settings with the include folders of the base's files.
    margin : float
        Smallest slowdown that must be found, as a share.
    seed : int
        Seed of the order of launches.
    n_pairs : int
        Number of pairs per comparison and process.
    measure : callable, optional
        Replacement of `measure_on_gpu` with the same parameters.
    on_restart : callable
        Called with one line of text after each restart.

    Returns
    -------
    tuple of SpeedResult
        Results in the order of `comparisons`. A comparison that fails does not affect the others.

    Raises
    ------
    DeviceError
        There is no GPU.
    """
    rule = StoppingRule(margin=margin, n_comparisons=max(1, len(comparisons)))
    series = [_Series(each) for each in comparisons]
    measured = measure or measure_on_gpu
    for restart in range(rule.looks[-1]):
        open_series = [each for each in series if each.speed is None and not each.failed]
        if not open_series:
            break
        _restart(
            open_series, open_process, measured, base_settings, n_pairs, seed + restart, confirming=False
        )
        for each in open_series:
            if not each.failed and restart + 1 >= rule.looks[0]:
                each.speed, each.change = rule.look(each.ratios(each.times))
        n_left = sum(each.speed is None and not each.failed for each in series)
        on_restart(f"restart {restart + 1}: {len(series) - n_left} of {len(series)} comparisons decided")
    doubtful = [each for each in series if each.speed in (Speed.SLOWER, Speed.FASTER)]
    for restart in range(CONFIRMING_RESTARTS if doubtful else 0):
        going = [each for each in doubtful if not each.failed]
        _restart(
            going, open_process, measured, base_settings, n_pairs, seed + 1000 + restart, confirming=True
        )
        on_restart(f"confirming restart {restart + 1} of {CONFIRMING_RESTARTS}")
    return tuple(_result(each, rule) for each in series)


def measure_on_gpu(
    device: Device,
    settings: Settings,
    comparison: SpeedComparison,
    base_settings: Settings,
    n_pairs: int,
    seed: int,
) -> PairTimes:
    """Time one comparison in the process that uses the GPU; raises as `measure_pairs`."""
    return measure_pairs(
        comparison.base,
        comparison.head,
        cast(CudaGpu, device),
        settings,
        n_pairs=n_pairs,
        seed=seed,
        base_settings=base_settings,
    )


def _restart(
    series: Sequence[_Series],
    open_process: Callable[[], Any],
    measure: Callable[..., PairTimes],
    base_settings: Settings,
    n_pairs: int,
    seed: int,
    *,
    confirming: bool,
) -> None:
    with open_process() as opened:
        runner: Runner = opened
        if runner.info is None:
            raise DeviceError(runner.unavailable)
        for number, each in enumerate(series):
            try:
                times = runner.call(measure, each.comparison, base_settings, n_pairs, 7919 * seed + number)
            except HarnessError as error:
                each.failed = str(error)
                continue
            (each.confirming if confirming else each.times).append(times)


def _result(series: _Series, rule: StoppingRule) -> SpeedResult:
    if series.failed or series.speed is None:
        return SpeedResult(series.comparison, None, why=series.failed or "nothing was measured")
    speed, confirmed, why = series.speed, None, ""
    if series.confirming:
        agrees, confirmed = rule.confirms(speed, series.ratios(series.confirming))
        if not agrees:
            why = f"{speed.value} in the first pass, not confirmed by the second"
            speed = Speed.AMBIGUOUS
    medians = {
        name: float(np.median(np.concatenate([np.asarray(getattr(each, name)) for each in series.times])))
        for name in ("base_us", "head_us", "copy_us")
    }
    return SpeedResult(series.comparison, speed, series.change, confirmed, why=why, **medians)
