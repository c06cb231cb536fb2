"""Times base against head: on this machine's GPU, or on the GPUs of a cluster, always alone on a GPU.

On a cluster the comparisons of each kind of GPU are dealt out to the GPUs of that kind. A job holds a whole GPU of its
host while it times, and every result says which.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..cluster.engine import Engine, absence_of
from ..cluster.job import Job, JobRun
from ..cluster.opening import Where
from ..errors import DeviceError, UsageError
from ..measure.clocks import TimedOn
from ..measure.statistics import Interval, Speed
from ..run.session import open_runner
from ..settings.settings import Settings
from ..store.records import pick, plain, read
from ..verdict import Number
from .speed import SpeedComparison, SpeedResult, TimingProcesses, compare_speeds, get_ready


@dataclass(frozen=True)
class _Timed:
    """A `SpeedResult` without its cases, as a host of a cluster answers it."""

    speed: Speed | None
    change: Interval | None
    confirmed: Interval | None
    base_us: Number
    head_us: Number
    copy_us: Number
    why: str
    timed_on: TimedOn | None


@dataclass(frozen=True)
class _TimedAll:
    results: tuple[dict[str, Any], ...]


def timing_processes(settings: Settings) -> TimingProcesses:
    """Return the processes that time on this machine, each alone on its GPU; none is started yet."""
    alone = replace(settings, device="gpu", gpu_workers=1, gpu_count=1)
    return TimingProcesses(lambda: open_runner("gpu", alone), get_ready)


def time_here(
    comparisons: Sequence[SpeedComparison],
    processes: TimingProcesses,
    base_settings: Settings,
    margin: float,
    seed: int,
    on_line: Callable[[str], None],
    n_together: int | None = None,
) -> tuple[SpeedResult, ...]:
    """Time comparisons on a GPU of this machine, alone on it; see `harness.gate.speed.compare_speeds`."""
    return compare_speeds(
        comparisons,
        processes,
        base_settings=base_settings,
        margin=margin,
        seed=seed,
        on_restart=on_line,
        n_together=n_together,
    )


def time_on(
    engine: Engine,
    where: Where,
    comparisons: Sequence[SpeedComparison],
    base_settings: Settings,
    head_settings: Settings,
    margin: float,
    seed: int,
    on_line: Callable[[str], None],
) -> tuple[tuple[SpeedResult, ...], tuple[str, ...]]:
    """Time comparisons on the GPUs of a cluster."""
    if not comparisons:
        return (), ()
    kinds = where.accelerators or ("",)
    alone = replace(where, gpu_share=1.0)
    needs = {kind: alone.only(kind).need("gpu") for kind in kinds}
    rooms = {kind: engine.room(need) for kind, need in needs.items()}
    absent = tuple(f"speed on {kind}: {absence_of(needs[kind])}" for kind, room in rooms.items() if not room)
    present = [kind for kind, room in rooms.items() if room]
    if not present:
        raise DeviceError(absence_of(needs[kinds[0]], engine))
    results: list[SpeedResult] = []
    n_together = len(comparisons) * len(present)
    for kind in present:
        shares = _shares(comparisons, rooms[kind])
        jobs = [
            Job(
                f"timing {len(share)} of {len(comparisons)}",
                timing_job,
                ([comparisons[index] for index in share], base_settings, margin, seed + position, n_together),
                tuple(
                    {
                        id(case.variant): case.variant
                        for index in share
                        for case in (comparisons[index].base, comparisons[index].head)
                    }.values()
                ),
            )
            for position, share in enumerate(shares)
        ]
        run = JobRun(
            engine,
            head_settings,
            needs[kind],
            jobs,
            on_line=functools.partial(_said, on_line, kind or "gpu"),
        )
        answers = run.run()
        for loss in run.losses:
            on_line(f"lost: {loss}")
        found: dict[int, SpeedResult] = {}
        for share, answer in zip(shares, answers, strict=True):
            mine = [comparisons[index] for index in share]
            found.update(zip(share, _results(answer.value, answer.error, answer.host, mine), strict=True))
        results += [found[index] for index in range(len(comparisons))]
    return tuple(results), absent


def timing_job(
    settings: Settings,
    say: Callable[[str], None],
    comparisons: Sequence[SpeedComparison],
    base_settings: Settings,
    margin: float,
    seed: int,
    n_together: int,
) -> dict[str, Any]:
    """Time comparisons on the host of a job; return the results as a document."""
    with contextlib.closing(timing_processes(settings)) as processes:
        results = time_here(comparisons, processes, base_settings, margin, seed, say, n_together)
    return {"results": [speed_document(result) for result in results]}


def speed_document(result: SpeedResult) -> dict[str, Any]:
    """Return a result without its cases in plain types."""
    document: dict[str, Any] = plain(pick(_Timed, result))
    return document


def speed_of_document(document: object, comparison: SpeedComparison, where: str) -> SpeedResult:
    """Return the result that `speed_document` turned into a document; UsageError if it has another form."""
    timed = read(document, _Timed, where)
    return SpeedResult(comparison, **{name: getattr(timed, name) for name in _Timed.__dataclass_fields__})


def _said(on_line: Callable[[str], None], kind: str, job: int, host: str, line: str) -> None:
    on_line(f"{kind} {job + 1} on {host}: {line}")


def _results(
    value: Mapping[str, Any] | None, error: str, host: str, comparisons: Sequence[SpeedComparison]
) -> list[SpeedResult]:
    if value is None:
        return [SpeedResult(comparison, None, why=error) for comparison in comparisons]
    where = f"an answer from {host}"
    documents = read(value, _TimedAll, where).results
    if len(documents) != len(comparisons):
        raise UsageError(
            f"{where} must have a result for each comparison (got {len(documents)} for {len(comparisons)})"
        )
    pairs = zip(documents, comparisons, strict=True)
    return [speed_of_document(document, comparison, where) for document, comparison in pairs]


def _shares(comparisons: Sequence[SpeedComparison], n_gpus: int) -> list[list[int]]:
    """Deal comparisons out to GPUs, by their indices; a variant's stay together where there are enough variants."""
    groups: dict[str, list[int]] = {}
    for index, each in enumerate(comparisons):
        groups.setdefault(each.head.variant.id, []).append(index)
    if len(groups) < n_gpus:
        parts = [[index] for index in range(len(comparisons))]
    else:
        parts = sorted(groups.values(), key=len, reverse=True)
    shares: list[list[int]] = [[] for _ in range(min(n_gpus, len(parts)))]
    for part in parts:
        min(shares, key=len).extend(part)
    return [sorted(share) for share in shares]
