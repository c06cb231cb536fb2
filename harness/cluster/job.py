"""Runs functions whole on hosts of a cluster: what times a GPU, or surveys a CUDA release, cannot be cut into cases.

A job has a worker, and what the worker occupies, for itself. Its answer is JSON, and its lines come while it runs. A
job whose worker is lost is tried once more on another worker.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import DeviceError, UsageError
from ..settings.settings import Settings
from ..variant.variant import Variant
from .bundle import collect, folders_of, pack
from .engine import Answered, Engine, Need, Opened, Said, WorkerLost
from .placement import absence_of
from .remote_worker import JobAnswered, Opening, RemoteStart, answer_of

MOST_TRIES = 2
"""A job whose worker is lost is tried once more."""
_WAIT_S = 1.0


@dataclass(frozen=True)
class Job:
    """A function to run on a host."""

    name: str
    """What the cluster's dashboard shows."""
    function: Callable[..., dict[str, Any]]
    """``function(settings, say, *args)``, importable by name. Returns a document in JSON's types; ``say(line)``
    passes a line on to the driver. Its `settings` are the run's, with the host's own cache and GPU."""
    args: tuple[Any, ...]
    """Further arguments. Paths in them are those of the worker's copy of the files."""
    variants: tuple[Variant, ...] = ()
    """Variants whose files travel with the job."""
    need: Need | None = None
    """What the job occupies; by default what the run says."""


@dataclass(frozen=True)
class JobAnswer:
    """What became of a job."""

    value: dict[str, Any] | None
    """The document; None if there is none, for the reason in `error`. Its form is the caller's to check."""
    host: str = ""
    """Host that ran it; empty if none did."""
    error: str = ""
    """Message of the error that the function raised, or why it did not run."""
    is_lost: bool = False
    """Whether the job has no answer because its workers or its device were lost."""


@dataclass
class _Worker:
    need: Need
    host: str = ""
    job: int | None = None
    answers: int = -1


@dataclass
class JobRun:
    """Jobs that run on workers of a cluster; jobs of the same need follow each other on a worker."""

    engine: Engine
    """The cluster."""
    settings: Settings
    """Settings of the run."""
    need: Need
    """What each job occupies that does not say it."""
    jobs: Sequence[Job]
    """The jobs."""
    on_line: Callable[[int, str, str], None] = lambda *_: None
    """``on_line(number of the job, host, line)``."""
    clock: Callable[[], float] = time.monotonic
    """Returns seconds."""
    losses: list[str] = field(default_factory=list)
    _answers: dict[int, JobAnswer] = field(default_factory=dict)
    _workers: dict[int, _Worker] = field(default_factory=dict)
    _waiting: list[int] = field(default_factory=list)
    _tries: dict[int, int] = field(default_factory=dict)

    def run(self) -> list[JobAnswer]:
        """Run the jobs, as many at a time as the cluster has room for; return their answers in order."""
        if not self.jobs:
            return []
        rooms = {
            need: self.engine.room(need) for need in dict.fromkeys(map(self._need_of, range(len(self.jobs))))
        }
        for need, room in rooms.items():
            if not room:
                raise DeviceError(f"{absence_of(need, self.engine)}; add such a host, or ask for less")
        self._waiting = list(range(len(self.jobs)))
        start = pack(RemoteStart("", self.settings, None))
        try:
            while len(self._answers) < len(self.jobs):
                for need, room in rooms.items():
                    n_waiting = sum(self._need_of(index) == need for index in self._waiting)
                    mine = [worker for worker in self._workers.values() if worker.need == need]
                    n_idle = sum(worker.job is None for worker in mine)
                    for _ in range(min(room - len(mine), n_waiting - n_idle)):
                        number = self.engine.start(need, folders_of(self.settings), start)
                        self._workers[number] = _Worker(need)
                for event in self.engine.wait(_WAIT_S):
                    self._take(event)
        finally:
            self.engine.stop(*self._workers)
            self._workers.clear()
        return [self._answers[index] for index in range(len(self.jobs))]

    def _need_of(self, index: int) -> Need:
        return self.jobs[index].need or self.need

    def _next_of(self, need: Need) -> int | None:
        return next((index for index in self._waiting if self._need_of(index) == need), None)

    def _take(self, event: object) -> None:
        assert isinstance(event, Opened | Answered | Said | WorkerLost)
        worker = self._workers.get(event.worker)
        if worker is None:
            return
        try:
            if isinstance(event, WorkerLost):
                self._lose(event.worker, event.why)
            elif isinstance(event, Opened):
                worker.host = event.host
                failed = answer_of(event.answer, Opening, f"the worker on {event.host}").failed
                if failed:
                    self.engine.stop(event.worker)
                    self._lose(event.worker, failed)
                else:
                    self._give(event.worker, worker)
            elif isinstance(event, Said):
                for line in event.lines if worker.job is not None else ():
                    self.on_line(worker.job or 0, worker.host, line)
            elif event.task == worker.answers:
                self._settle(event, worker)
        except UsageError as error:  # an answer of another form
            self.engine.stop(event.worker)
            self._lose(event.worker, str(error))

    def _give(self, number: int, worker: _Worker) -> None:
        """Give a worker its next job, or end it."""
        index = self._next_of(worker.need)
        if index is None:
            # no other job needs what it occupies
            self.engine.stop(number)
            del self._workers[number]
            return
        self._waiting.remove(index)
        job = self.jobs[index]
        self.engine.prepare(
            number, self.engine.share(collect(job.variants, self.settings), pack(job.variants))
        )
        worker.job = index
        worker.answers = self.engine.ask_job(number, job.name, pack((job.function, job.args), job.variants))

    def _settle(self, event: Answered, worker: _Worker) -> None:
        assert worker.job is not None
        answer = answer_of(event.answer, JobAnswered, f"an answer from {worker.host}")
        index, worker.job = worker.job, None
        self._answers[index] = JobAnswer(answer.value, worker.host, answer.error, answer.is_device_error)
        self._give(event.worker, worker)

    def _lose(self, number: int, why: str) -> None:
        worker = self._workers.pop(number)
        where = worker.host or "a host of the cluster"
        self.losses.append(f"worker {number} on {where}: {why}")
        index = self._next_of(worker.need) if worker.job is None else worker.job
        if index is not None:
            if index in self._waiting:
                self._waiting.remove(index)
            self._tries[index] = self._tries.get(index, 0) + 1
            if self._tries[index] < MOST_TRIES:
                self._waiting.insert(0, index)
            else:
                error = f"its worker was lost {MOST_TRIES} times, the last time on {where}: {why}"
                self._answers[index] = JobAnswer(None, worker.host, error, is_lost=True)
