"""Times base against head on a GPU: pairs of launches in several processes, tested after each process.

A comparison ends as soon as it is decided, so the time goes where something is undecided. A change only counts if a
second pass confirms it, which begins with the next process, while others are still in their first pass.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np

from ..device.base import Device
from ..device.gpu.cuda_gpu import CudaGpu
from ..errors import DeviceError, HarnessError
from ..measure.clocks import TimedOn
from ..measure.pairs import PairTimes, get_ready_for_pairs, measure_pairs
from ..measure.statistics import Interval, Speed, StoppingRule, log_ratios
from ..run.session import Runner
from ..settings.settings import Settings
from ..variant.case import Case

PAIRS_PER_RESTART = 8
MOST_PAIRS = 96
"""Most pairs per comparison and process, for kernels whose first pairs scatter by more than restarts usually do. With
more pairs a comparison needs fewer processes and finds a change of the margin more often
(``benchmarks/simulated_gates.py``)."""
_USUAL_RESTARTS = 4
"""Restarts after which most comparisons are decided, for the seconds left."""
NOT_EXCHANGED = (
    "base and head take different arrays, so each kept its own buffers, "
    "whose places can change the ratio by a few percent"
)
"""Reason why the result of a comparison is less certain than others."""
OPENED_TOGETHER = 6
"""Processes that start side by side, before anything is timed: a start would disturb a measurement."""


class TimingProcesses:
    """New processes for timing, each used once; `OPENED_TOGETHER` of them start side by side."""

    def __init__(
        self, open_process: Callable[[], Any], get_ready: Callable[[Device, Settings], None] | None = None
    ) -> None:
        self._open_process = open_process
        self._get_ready = get_ready
        self._opened = contextlib.ExitStack()
        self._starting: list[tuple[Any, Future[Runner]]] = []

    def begin(self) -> None:
        """Start processes in the background, if none are waiting to be used."""
        if not self._starting:
            opened = [self._open_process() for _ in range(OPENED_TOGETHER)]
            pool = ThreadPoolExecutor(len(opened))
            self._starting = [(process, pool.submit(self._start, process)) for process in opened]
            pool.shutdown(wait=False)

    def _start(self, process: Any) -> Runner:
        runner: Runner = process.__enter__()
        if self._get_ready is not None and runner.info is not None:
            # what fails here fails again when it is needed, and is reported then
            with contextlib.suppress(HarnessError):
                runner.call(self._get_ready)
        return runner

    def next(self) -> Runner:
        """Return a runner with a process of its own. All that started with it have started by then."""
        self.begin()
        wait([entered for _, entered in self._starting])
        process, entered = self._starting.pop(0)
        runner = entered.result()
        self._opened.push(process.__exit__)
        return runner

    def close(self) -> None:
        """End all processes."""
        for process, entered in self._starting:
            if entered.exception() is None:
                self._opened.push(process.__exit__)
        self._starting = []
        self._opened.close()


@dataclass(frozen=True)
class SpeedComparison:
    """One problem to time on both sides."""

    base: Case
    head: Case
    """`base`, `head`: the problem for the variant of each side."""


@dataclass(frozen=True)
class SpeedResult:
    """The result of a comparison."""

    comparison: SpeedComparison
    """Compared cases."""
    speed: Speed | None
    """Result; None if the cases could not be timed, for the reason in `why`."""
    change: Interval | None = None
    """Confidence interval of the first pass, at the error rate of one interim test."""
    confirmed: Interval | None = None
    """Confidence interval of the confirming pass; None if there was none."""
    base_us: float = float("nan")
    head_us: float = float("nan")
    copy_us: float = float("nan")
    """`base_us`, `head_us`, `copy_us`: medians over all restarts in microseconds, of base, head and a copy of the
    same size; NaN if not measured."""
    why: str = ""
    """Reason why there is no result, or why a change was not confirmed; and `NOT_EXCHANGED` where that is so."""
    timed_on: TimedOn | None = None
    """The GPU, with its clocks over all restarts; None if nothing was measured."""


@dataclass
class _Series:
    comparison: SpeedComparison
    times: list[PairTimes] = field(default_factory=list)
    confirming: list[PairTimes] = field(default_factory=list)
    speed: Speed | None = None
    change: Interval | None = None
    confirmed: Interval | None = None
    is_confirmed: bool | None = None
    failed: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the first pass is undecided."""
        return self.speed is None and not self.failed

    @property
    def is_doubtful(self) -> bool:
        """Whether the confirming pass is undecided."""
        return self.speed in (Speed.SLOWER, Speed.FASTER) and self.is_confirmed is None and not self.failed

    def add(self, times: PairTimes) -> None:
        """Add what a process measured, to the pass that is undecided."""
        (self.confirming if self.is_doubtful else self.times).append(times)

    def judge(self, rule: StoppingRule) -> None:
        """Judge the pass that is undecided."""
        if self.is_open:
            self.speed, self.change = rule.look(_ratios(self.times))
        elif self.is_doubtful and self.speed is not None:
            self.is_confirmed, self.confirmed = rule.confirms(self.speed, _ratios(self.confirming))


def _ratios(times: Sequence[PairTimes]) -> list[Any]:
    return [log_ratios(of_process.base_us, of_process.head_us) for of_process in times]


def compare_speeds(
    comparisons: Sequence[SpeedComparison],
    processes: TimingProcesses,
    *,
    base_settings: Settings,
    margin: float,
    seed: int = 0,
    n_pairs: int = PAIRS_PER_RESTART,
    measure: Callable[..., PairTimes] | None = None,
    on_restart: Callable[[str], None] = lambda _: None,
    clock: Callable[[], float] = time.monotonic,
    n_together: int | None = None,
) -> tuple[SpeedResult, ...]:
    """Time all comparisons, each with as many process restarts as it needs."""
    # More comparisons need stricter tests for the same chance of one false alarm.
    rule = StoppingRule(margin=margin, n_comparisons=max(1, n_together or len(comparisons)))
    series = [_Series(comparison) for comparison in comparisons]
    if not series:
        return ()
    measured = measure or measure_on_gpu
    progress = _Progress(len(series), clock)
    for restart in itertools.count():
        going = _interleaved(
            [one_series for one_series in series if one_series.is_open or one_series.is_doubtful]
        )
        if not going:
            break
        _restart(going, processes.next(), measured, base_settings, n_pairs, seed + restart)
        for one_series in going:
            one_series.judge(rule)
        on_restart(progress.line(f"process {restart + 1}", series, len(going)))
    return tuple(_result(one_series) for one_series in series)


def _interleaved(series: Sequence[_Series]) -> list[_Series]:
    """Order comparisons by turns of their variants: a variant's times are spread over the whole restart."""
    turns: dict[Any, int] = {}
    keyed: list[tuple[int, int, _Series]] = []
    for one_series in series:
        variant = getattr(getattr(one_series.comparison.head, "variant", None), "id", "")
        turns[variant] = turns.get(variant, -1) + 1
        keyed.append((turns[variant], len(keyed), one_series))
    return [one_series for _, _, one_series in sorted(keyed, key=lambda item: item[:2])]


class _Progress:
    """Lines that say how far the comparisons are."""

    def __init__(self, n_comparisons: int, clock: Callable[[], float]) -> None:
        self._n = n_comparisons
        self._clock = clock
        self._began = clock()
        self._measured = 0

    def line(self, what: str, series: Sequence[_Series], n_measured: int) -> str:
        """Return the line of a restart in which so many comparisons were measured."""
        self._measured += n_measured
        n_left = sum(one_series.is_open or one_series.is_doubtful for one_series in series)
        text = f"{what}: {self._n - n_left} of {self._n} comparisons decided"
        if not n_left:
            return text
        each_s = (self._clock() - self._began) / self._measured
        expected = sum(
            max(
                1,
                _USUAL_RESTARTS - len(one_series.confirming if one_series.is_doubtful else one_series.times),
            )
            for one_series in series
            if one_series.is_open or one_series.is_doubtful
        )
        return f"{text}, about {each_s * expected:.0f} s left"


def get_ready(device: Device, settings: Settings) -> None:  # noqa: ARG001 - as `Runner.call` calls it
    """Do what the first comparison in a process that uses the GPU would do for all: import, reserve memory."""
    get_ready_for_pairs(cast(CudaGpu, device))


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
        most_pairs=MOST_PAIRS,
    )


def _restart(
    series: Sequence[_Series],
    runner: Runner,
    measure: Callable[..., PairTimes],
    base_settings: Settings,
    n_pairs: int,
    seed: int,
) -> None:
    if runner.info is None:
        raise DeviceError(runner.unavailable)
    for number, one_series in enumerate(series):
        try:
            # A prime keeps the seeds of all processes and comparisons apart.
            times = runner.call(measure, one_series.comparison, base_settings, n_pairs, 7919 * seed + number)
        except HarnessError as error:
            one_series.failed = str(error)
            continue
        one_series.add(times)


def _result(series: _Series) -> SpeedResult:
    if series.failed or series.speed is None:
        return SpeedResult(series.comparison, None, why=series.failed or "nothing was measured")
    speed, why = series.speed, ""
    if speed in (Speed.SLOWER, Speed.FASTER) and not series.is_confirmed:
        why = f"{speed.value} in the first pass, not confirmed by the second"
        speed = Speed.AMBIGUOUS
    if not all(of_process.is_exchanged for of_process in (*series.times, *series.confirming)):
        why = f"{why}; {NOT_EXCHANGED}" if why else NOT_EXCHANGED
    medians = {
        name: float(
            np.median(np.concatenate([np.asarray(getattr(of_process, name)) for of_process in series.times]))
        )
        for name in ("base_us", "head_us", "copy_us")
    }
    timed_on = TimedOn.joined(
        [of_process.timed_on for of_process in (*series.times, *series.confirming) if of_process.timed_on]
    )
    return SpeedResult(
        series.comparison, speed, series.change, series.confirmed, why=why, timed_on=timed_on, **medians
    )
