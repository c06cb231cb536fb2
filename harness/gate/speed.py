"""Times base against head on GPUs: pairs of launches in several processes, tested after each process.

A comparison ends as soon as it is decided, so the time goes to undecided comparisons. A change only counts if a
second pass confirms it, which begins with the next process, while others are still in their first pass.

On a cluster the comparisons of each kind of GPU are dealt out to the GPUs of that kind. A job holds a whole GPU of its
host while it times, and every result says which.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, cast

import numpy as np

from ..cluster.engine import Engine, absence_of
from ..cluster.job import ClusterJob, JobRun
from ..cluster.opening import Where
from ..device.base import Device
from ..device.gpu.cuda_gpu import CudaGpu
from ..errors import DeviceError, HarnessError, UsageError
from ..lazy import dataclass, field, replace
from ..measure.clocks import TimedOn
from ..measure.pairs import PairTimes, get_ready_for_pairs, measure_pairs
from ..measure.statistics import Interval, Speed, StoppingRule, log_ratios
from ..run.session import Runner, open_runner
from ..settings.settings import Settings
from ..store.records import plain, read
from .model import CasePair, SpeedResult

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
"""Processes that start concurrently, before anything is timed: a start would disturb a measurement."""


class TimingProcesses:
    """New processes for timing, each used once; `OPENED_TOGETHER` of them start concurrently."""

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
        for process, entered in self._starting:
            if entered.exception() is None:
                self._opened.push(process.__exit__)
        self._starting = []
        self._opened.close()


def timing_processes(settings: Settings) -> TimingProcesses:
    """Return the processes that time on this machine, each alone on its GPU; none is started yet."""
    alone = replace(settings, device="gpu", gpu_workers=1, gpu_count=1)
    return TimingProcesses(lambda: open_runner("gpu", alone), get_ready_for_pairs)


def measure_on_gpu(
    device: Device, settings: Settings, pair: CasePair, base_settings: Settings, seed: int
) -> PairTimes:
    return measure_pairs(
        *pair,
        cast(CudaGpu, device),
        settings,
        n_pairs=PAIRS_PER_RESTART,
        seed=seed,
        base_settings=base_settings,
        most_pairs=MOST_PAIRS,
    )


@dataclass
class _Series:
    """The times of one comparison so far, and the decision that follows from them."""

    pair: CasePair
    times: list[PairTimes] = field(default_factory=list)
    confirming: list[PairTimes] = field(default_factory=list)
    speed: Speed | None = None
    change: Interval | None = None
    confirmed: Interval | None = None
    is_confirmed: bool | None = None
    failed: str = ""

    @property
    def is_doubtful(self) -> bool:
        return self.speed in (Speed.SLOWER, Speed.FASTER) and self.is_confirmed is None and not self.failed

    @property
    def is_open(self) -> bool:
        return (self.speed is None and not self.failed) or self.is_doubtful

    @property
    def current(self) -> list[PairTimes]:
        return self.confirming if self.is_doubtful else self.times

    def judge(self, rule: StoppingRule) -> None:
        ratios = [log_ratios(times.base_us, times.head_us) for times in self.current]
        if self.is_doubtful and self.speed is not None:
            self.is_confirmed, self.confirmed = rule.confirms(self.speed, ratios)
        elif self.is_open:
            self.speed, self.change = rule.look(ratios)

    def result(self) -> SpeedResult:
        """Return the result once no pass is undecided."""
        if self.failed or self.speed is None:
            return _unknown(self.pair, self.failed or "nothing was measured")
        speed, why = self.speed, []
        if speed in (Speed.SLOWER, Speed.FASTER) and not self.is_confirmed:
            why.append(f"{speed.value} in the first pass, not confirmed by the second")
            speed = Speed.AMBIGUOUS
        measured = (*self.times, *self.confirming)
        if not all(times.is_exchanged for times in measured):
            why.append(NOT_EXCHANGED)
        return SpeedResult(
            self.pair.base.id,
            self.pair.head.id,
            speed=speed,
            change=self.change,
            confirmed=self.confirmed,
            base_us=_median([times.base_us for times in self.times]),
            head_us=_median([times.head_us for times in self.times]),
            copy_us=_median([times.copy_us for times in self.times]),
            why="; ".join(why),
            timed_on=TimedOn.joined([times.timed_on for times in measured if times.timed_on]),
        )


def _unknown(pair: CasePair, why: str) -> SpeedResult:
    return SpeedResult(pair.base.id, pair.head.id, why=why)


def _median(of_processes: Sequence[Sequence[float]]) -> float:
    return float(np.median(np.concatenate(of_processes)))


def compare_speeds(
    pairs: Sequence[CasePair],
    processes: TimingProcesses,
    base_settings: Settings,
    margin: float,
    seed: int = 0,
    on_line: Callable[[str], None] = lambda _: None,
    n_together: int | None = None,
    *,
    measure: Callable[..., PairTimes] = measure_on_gpu,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[SpeedResult, ...]:
    """Time pairs on a GPU of this machine, alone on it, each with as many process restarts as it needs."""
    # More comparisons need stricter tests for the same chance of one false alarm.
    rule = StoppingRule(margin=margin, n_comparisons=max(1, n_together or len(pairs)))
    all_series = [_Series(pair) for pair in pairs]
    began, n_measured = clock(), 0
    for restart in itertools.count():
        going = _interleaved([series for series in all_series if series.is_open])
        if not going:
            break
        runner = processes.next()
        if runner.info is None:
            raise DeviceError(runner.unavailable)
        for number, series in enumerate(going):
            # A prime keeps the seeds of all processes and comparisons apart.
            seed_of_pair = 7919 * (seed + restart) + number
            try:
                series.current.append(runner.call(measure, series.pair, base_settings, seed_of_pair))
            except HarnessError as error:
                series.failed = str(error)
            series.judge(rule)
        n_measured += len(going)
        left = [series for series in all_series if series.is_open]
        line = (
            f"process {restart + 1}: {len(all_series) - len(left)} of {len(all_series)} comparisons decided"
        )
        if left:
            n_expected = sum(max(1, _USUAL_RESTARTS - len(series.current)) for series in left)
            line += f", about {(clock() - began) / n_measured * n_expected:.0f} s left"
        on_line(line)
    return tuple(series.result() for series in all_series)


def _interleaved(all_series: Sequence[_Series]) -> list[_Series]:
    """Order comparisons by turns of their variants: a variant's times are spread over the whole restart."""
    turns: dict[str, Iterator[int]] = defaultdict(itertools.count)
    keyed = [(next(turns[series.pair.head.variant.id]), n) for n, series in enumerate(all_series)]
    return [all_series[number] for _, number in sorted(keyed)]


def time_on(
    engine: Engine,
    where: Where,
    pairs: Sequence[CasePair],
    base_settings: Settings,
    head_settings: Settings,
    margin: float,
    on_line: Callable[[str], None],
) -> tuple[tuple[SpeedResult, ...], tuple[str, ...]]:
    """Time pairs on the GPUs of a cluster; also return a line for each GPU type that it lacks."""
    if not pairs:
        return (), ()
    alone = replace(where, gpu_share=1.0)
    needs = {kind: alone.only(kind).need("gpu") for kind in where.accelerators or ("",)}
    rooms = {kind: engine.room(need) for kind, need in needs.items()}
    absent = tuple(f"speed on {kind}: {absence_of(needs[kind])}" for kind, room in rooms.items() if not room)
    present = [kind for kind, room in rooms.items() if room]
    if not present:
        raise DeviceError(absence_of(next(iter(needs.values())), engine))
    results: list[SpeedResult] = []
    n_together = len(pairs) * len(present)
    for kind in present:
        shares = _shares(pairs, rooms[kind])
        jobs = []
        for position, share in enumerate(shares):
            mine = [pairs[index] for index in share]
            variants = {id(case.variant): case.variant for pair in mine for case in pair}
            args = mine, base_settings, margin, position, n_together
            name = f"timing {len(share)} of {len(pairs)}"
            jobs.append(ClusterJob(name, timing_job, args, tuple(variants.values())))

        def say(job: int, host: str, line: str, kind: str = kind or "gpu") -> None:
            on_line(f"{kind} {job + 1} on {host}: {line}")

        run = JobRun(engine, head_settings, needs[kind], jobs, on_line=say)
        answers = run.run()
        for loss in run.losses:
            on_line(f"lost: {loss}")
        by_index: dict[int, SpeedResult] = {}
        for share, answer in zip(shares, answers, strict=True):
            mine = [pairs[index] for index in share]
            by_index.update(zip(share, _results(answer.value, answer.error, answer.host, mine), strict=True))
        results += [by_index[index] for index in range(len(pairs))]
    return tuple(results), absent


@dataclass(frozen=True)
class _Answer:
    results: tuple[SpeedResult, ...]


def timing_job(
    settings: Settings,
    say: Callable[[str], None],
    pairs: Sequence[CasePair],
    base_settings: Settings,
    margin: float,
    seed: int,
    n_together: int,
) -> dict[str, Any]:
    """Time pairs on the host of a job; return the results as a document."""
    with contextlib.closing(timing_processes(settings)) as processes:
        results = compare_speeds(pairs, processes, base_settings, margin, seed, say, n_together)
    document: dict[str, Any] = plain(_Answer(results))
    return document


def _results(
    value: Mapping[str, Any] | None, error: str, host: str, pairs: Sequence[CasePair]
) -> Sequence[SpeedResult]:
    if value is None:
        return [_unknown(pair, error) for pair in pairs]
    where = f"an answer from {host}"
    results = read(value, _Answer, where).results
    # a result must not pass for another comparison's
    if [(one.base_case, one.case) for one in results] != [(base.id, head.id) for base, head in pairs]:
        raise UsageError(
            f"{where} must have a result for each of its {len(pairs)} comparisons, in order (got others)"
        )
    return results


def _shares(pairs: Sequence[CasePair], n_gpus: int) -> list[list[int]]:
    """Deal pairs out to GPUs, by their indices; a variant's pairs stay together if there are enough variants."""
    groups: dict[str, list[int]] = {}
    for index, pair in enumerate(pairs):
        groups.setdefault(pair.head.variant.id, []).append(index)
    if len(groups) < n_gpus:
        parts = [[index] for index in range(len(pairs))]
    else:
        parts = sorted(groups.values(), key=len, reverse=True)
    shares: list[list[int]] = [[] for _ in range(min(n_gpus, len(parts)))]
    for part in parts:
        min(shares, key=len).extend(part)
    return [sorted(share) for share in shares]
