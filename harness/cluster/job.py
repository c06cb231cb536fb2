"""Runs whole functions on hosts of a cluster: timing a GPU or surveying a CUDA release cannot be cut into cases.

A job has a worker, with its cores and GPUs, to itself. Its answer is JSON, and its lines come while it runs. A
job whose worker is lost is tried once more on another worker.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import DeviceError, UsageError
from ..lazy import dataclass, field, replace
from ..settings.settings import Settings
from ..variant.variant import Variant
from .engine import Answered, Engine, Event, JobLines, Need, Opened, WorkerLost, absence_of
from .remote_worker import JobAnswer, Opening, RemoteStart, answer_of, collect, folders_of, pack

MOST_TRIES = 2
"""A job whose worker is lost is tried once more."""
_WAIT_S = 1.0


@dataclass(frozen=True)
class ClusterJob:
    """A function to run on a host."""

    name: str
    """Name shown by the cluster's dashboard."""
    function: Callable[..., dict[str, Any]]
    """``function(settings, say, *args)``, importable by name. Returns a document in JSON's types; ``say(line)``
    passes a line on to the driver. Its `settings` are the run's, with the host's own cache and GPU."""
    args: tuple[Any, ...]
    """Further arguments. Paths in them lead to the worker's copy of the files."""
    variants: tuple[Variant, ...] = ()
    """Variants whose files travel with the job."""


@dataclass
class _Worker:
    host: str = ""
    job: int | None = None
    task: int = -1


@dataclass
class JobRun:
    """Runs jobs on workers of a cluster, each with the resources of `need`; a free worker takes the next job."""

    engine: Engine
    settings: Settings
    need: Need
    jobs: Sequence[ClusterJob]
    on_line: Callable[[int, str, str], None] = lambda *_: None
    """``on_line(number of the job, host, line)``."""
    losses: list[str] = field(default_factory=list)
    _answers: dict[int, JobAnswer] = field(default_factory=dict)
    _workers: dict[int, _Worker] = field(default_factory=dict)
    _waiting: list[int] = field(default_factory=list)
    _tries: Counter[int] = field(default_factory=Counter)

    def run(self) -> list[JobAnswer]:
        """Run the jobs, as many at a time as the cluster has room for; return their answers in order."""
        room = self.engine.room(self.need) if self.jobs else 0
        if self.jobs and not room:
            raise DeviceError(f"{absence_of(self.need, self.engine)}; add such a host, or ask for less")
        self._waiting = list(range(len(self.jobs)))
        start = pack(RemoteStart("", self.settings, None))
        try:
            while len(self._answers) < len(self.jobs):
                # Workers that are still opening: each will take a job that waits.
                n_idle = sum(worker.job is None for worker in self._workers.values())
                for _ in range(min(room - len(self._workers), len(self._waiting) - n_idle)):
                    number = self.engine.start(self.need, folders_of(self.settings), start)
                    self._workers[number] = _Worker()
                for event in self.engine.wait(_WAIT_S):
                    self._take(event)
        finally:
            self.engine.stop(*self._workers)
            self._workers.clear()
        return [self._answers[index] for index in range(len(self.jobs))]

    def _take(self, event: Event) -> None:
        worker = self._workers.get(event.worker)
        if worker is None:
            return
        try:
            if isinstance(event, WorkerLost):
                self._lose(event.worker, event.why)
            elif isinstance(event, Opened):
                worker.host = event.host
                if failed := answer_of(event.answer, Opening, f"the worker on {event.host}").failed:
                    raise UsageError(failed)
                self._give(event.worker, worker)
            elif isinstance(event, JobLines):
                for line in event.lines if worker.job is not None else ():
                    self.on_line(worker.job or 0, worker.host, line)
            elif event.task == worker.task:
                self._settle(event, worker)
        except UsageError as error:  # it cannot serve, or its answer has another form
            self.engine.stop(event.worker)
            self._lose(event.worker, str(error))

    def _give(self, number: int, worker: _Worker) -> None:
        if not self._waiting:
            self.engine.stop(number)
            del self._workers[number]
            return
        worker.job = self._waiting.pop(0)
        job = self.jobs[worker.job]
        files = collect(job.variants, self.settings)
        self.engine.prepare(number, self.engine.share(files, pack(job.variants)))
        worker.task = self.engine.ask_job(number, job.name, pack((job.function, job.args), job.variants))

    def _settle(self, event: Answered, worker: _Worker) -> None:
        assert worker.job is not None
        answer = answer_of(event.answer, JobAnswer, f"an answer from {worker.host}")
        index, worker.job = worker.job, None
        self._answers[index] = replace(answer, host=worker.host)
        self._give(event.worker, worker)

    def _lose(self, number: int, why: str) -> None:
        worker = self._workers.pop(number)
        where = worker.host or "a host of the cluster"
        self.losses.append(f"worker {number} on {where}: {why}")
        index = worker.job
        if index is None:
            # A worker that cannot even open costs a job a try: hosts that all refuse must not start over without end.
            if not self._waiting:
                return
            index = self._waiting.pop(0)
        self._tries[index] += 1
        if self._tries[index] < MOST_TRIES:
            self._waiting.insert(0, index)
        else:
            error = f"its worker was lost {MOST_TRIES} times, the last time on {where}: {why}"
            self._answers[index] = JobAnswer(None, error, worker.host)
