"""Runs cases on the workers of a cluster behind the interface of one runner.

Results come in the order of the cases, and are the same as on one machine. The cases of a lost worker are tried again
elsewhere. `ClusterRunner.losses` lists what was lost.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

from ..device.base import DeviceInfo
from ..errors import DeviceError, UsageError
from ..lazy import dataclass, field
from ..run.pool_runner import CASES_PER_RUNNER, code_groups
from ..run.unjudged import HangLimit, is_behind_hangs, unjudged
from ..settings.settings import Settings
from ..variant.case import Case
from ..verdict import CaseResult, Finding, Reason, Verdict
from ..worker.channel import Task
from ..worker.pool import Group, Scheduler
from .engine import Answered, Engine, Need, Opened, WorkerLost, absence_of
from .remote_worker import CasesAnswer, Opening, RemoteStart, answer_of, collect, folders_of, pack

FEWEST_CASES = 8
"""Fewest cases of a task, if its group has as many: a task costs the driver some 0.5 ms, a small case 15 ms."""
MOST_CASES = 64
"""Largest number of cases of one task."""
MOST_TRIES = 2
"""A case whose verdict may be its host's fault is tried once more elsewhere."""
MOST_LOSSES = 3
"""Tasks of a single case that may be lost: a kernel ends its worker process, and hardly ever the worker or its host."""
MOST_LOSSES_EVER = 10
"""The limit if the cluster loses workers for other reasons: each loss whose case later ended allows one more."""


@dataclass(frozen=True)
class WorkerPlace:
    """A worker and its host."""

    worker: int
    host: str


class Assignment:
    """Assigns the cases of a run that have no result yet to workers.

    `harness.worker.pool` hands out cases that share compiled code together. If a worker is lost, its cases return
    singly: then the next loss has one culprit.
    """

    def __init__(self, groups: Sequence[Sequence[int]], n_workers: int = 1) -> None:
        self._scheduler = Scheduler(n_workers, fewest=FEWEST_CASES, most=MOST_CASES, makes_twice=False)
        self._group_of = {index: number for number, group in enumerate(groups) for index in group}
        for number, group in enumerate(groups):
            self._scheduler.add(Group(tuple(group), number, number))
        self._scheduler.complete()
        self._has_ended: set[int] = set()
        # The group whose code a worker has loaded.
        self._loaded: dict[int, int] = {}
        # Cases that form a task alone, with the place where they were lost if they must be tried elsewhere.
        self._singles: list[tuple[int, WorkerPlace | None]] = []
        self._tries: Counter[int] = Counter()
        self.losses: Counter[int] = Counter()
        """How many tasks of each single case were lost."""
        # Losses of single cases that have ended since.
        self._n_innocent = 0
        self._done: set[int] = set()
        self.n_changes = 0
        """Grows when there may be a task for workers that got none."""

    @property
    def n_left(self) -> int:
        return len(self._group_of) - len(self._done)

    @property
    def n_open(self) -> int:
        """Largest number of workers for which there is a task."""
        n_anywhere = sum(lost_at is None for _, lost_at in self._singles)
        return n_anywhere + -(-self._scheduler.n_left // FEWEST_CASES)

    @property
    def has_retries(self) -> bool:
        """Whether cases wait for a worker other than the one with which they were lost."""
        return any(lost_at is not None for _, lost_at in self._singles)

    def next_for(self, place: WorkerPlace, others: Sequence[WorkerPlace]) -> tuple[int, ...]:
        """Return the cases of the next task of a worker; empty if it has nothing to do."""
        for index, lost_at in self._singles:
            if lost_at is None or _may_retry(place, lost_at, others):
                self._singles.remove((index, lost_at))
                return (index,)
        group = self._scheduler.take(self._loaded.get(place.worker), waits=False)
        if group is None:
            return ()
        self._loaded[place.worker] = self._group_of[group.items[0]]
        return group.items

    def ended(self, cases: Sequence[int]) -> None:
        """Note that a task ended; its cases are complete unless `retry` follows."""
        self._done.update(cases)
        for index in cases:
            self._settle(self._group_of[index])
            self._n_innocent += self.losses.pop(index, 0)

    def retry(self, index: int, place: WorkerPlace) -> bool:
        """Have one case tried elsewhere; False if it has had its tries, and is then complete."""
        self._tries[index] += 1
        if self._tries[index] >= MOST_TRIES:
            self._done.add(index)
            return False
        self._done.discard(index)
        self._singles.append((index, place))
        return True

    def lost(self, tasks: Sequence[Sequence[int]], place: WorkerPlace) -> tuple[int, ...]:
        """Take the unanswered tasks of a lost worker back, the oldest first; return the cases that are given up."""
        given_up: list[int] = []
        for position, cases in enumerate(tasks):
            number = self._group_of[cases[0]]
            self._settle(number)
            if position > 0:
                self._scheduler.add(Group(tuple(cases), number, number))
            elif len(cases) > 1:
                # One of several may have ended the worker: singly, each answers for itself.
                self._singles += [(index, None) for index in cases]
            else:
                index = cases[0]
                self.losses[index] += 1
                if self.losses[index] >= min(MOST_LOSSES + self._n_innocent, MOST_LOSSES_EVER):
                    self._done.add(index)
                    given_up.append(index)
                else:
                    self._singles.append((index, place))
        self.n_changes += 1
        self._loaded.pop(place.worker, None)
        return tuple(given_up)

    def _settle(self, number: int) -> None:
        """Let any worker take cases of a group."""
        if number not in self._has_ended:
            self._has_ended.add(number)
            self._scheduler.settled(number)
            self.n_changes += 1


def _may_retry(place: WorkerPlace, before: WorkerPlace, others: Sequence[WorkerPlace]) -> bool:
    """Whether no ready worker is a better place than this one for a case that was lost at `before`."""
    if place.host != before.host:
        return True
    if any(other.host != before.host for other in others):
        return False
    return place.worker != before.worker or all(other.worker == before.worker for other in others)


_AHEAD = 2
"""Unanswered tasks per worker: the next is there when one ends."""
_WAIT_S = 1.0
_GRACE_S = 60.0
"""Time after the last deadline of a task's cases at which the task is given up."""
_MOST_FRUITLESS = 8
"""Losses in a row, without an answer between, after which no more workers are started. A host may go with all of its
workers: as many losses as there were workers do not count."""
_LIMITS_S = 1.0
"""Interval at which the workers' deadlines are checked."""
_KILLED = "was ended by signal SIGKILL"


@dataclass
class _Remote:
    """A worker of the cluster. `place` is None until it is open."""

    since_s: float
    place: WorkerPlace | None = None
    tasks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    prepared: object = None
    is_idle: bool = False
    """Whether there was no task for it when it last asked."""


class ClusterRunner:
    """Runs cases on a cluster; see ``harness.run.session.Runner``."""

    def __init__(
        self,
        kind: str,
        settings: Settings,
        engine: Engine,
        need: Need,
        most: int,
        task: Task,
        n_first: int = 1,
    ) -> None:
        self.kind = kind
        self.info: DeviceInfo | None = None
        self.unavailable = ""
        self.losses: list[str] = []
        self.cases_by_host: Counter[str] = Counter()
        self._settings = settings
        self._engine = engine
        self._need = need
        self._start = pack(RemoteStart(kind, settings, task))
        self._workers: dict[int, _Remote] = {}
        # Workers that may get a task: there may be a thousand others.
        self._ready: set[int] = set()
        self._fruitless = 0
        self._n_before = 0
        self._looked_s = time.monotonic()
        room = engine.room(need)
        self._most = min(most, room)
        if not room:
            self.unavailable = f"{absence_of(need, engine)}; add such a host, or ask for less"
            return
        self._n_before = max(1, min(n_first, self._most))
        for _ in range(self._n_before):
            self._start_worker()
        while self.info is None and not self.unavailable:
            self._take_events(None)

    def run(self, case: Case) -> CaseResult:
        return next(self.run_all((case,)))

    def call(self, function: Callable[..., Any], *_: Any) -> Any:
        """Refuse to call a function: only cases travel to a cluster."""
        raise DeviceError(f"--on runs cases only (got {function.__name__}); run the command without it")

    def run_all(
        self, cases: Iterable[Case], on_end: Callable[[CaseResult], None] = lambda _: None
    ) -> Generator[CaseResult, None, None]:
        """Run cases; see ``Runner.run_all``. Results come in the order of the cases."""
        listed = tuple(cases)
        assignment = Assignment(code_groups(listed), self._n_wanted(len(listed)))
        run = _Run(listed, assignment, on_end, HangLimit(self._settings))
        self._wake()
        variants = tuple({id(case.variant): case.variant for case in listed}.values())
        if listed and not self.unavailable:
            run.prepared = self._engine.share(collect(variants, self._settings), pack(variants))
            run.pack = lambda cases: pack(cases, variants)
        try:
            for index in range(len(listed)):
                run.n_taken = index
                while index not in run.results:
                    self._advance(run)
                yield run.results.pop(index)
        finally:
            # If the iterator is closed early, some workers are still busy with cases that nobody waits for.
            busy = [number for number, worker in self._workers.items() if worker.tasks]
            self._engine.stop(*busy)
            for number in busy:
                del self._workers[number]
            self._ready.difference_update(busy)

    def summary(self) -> list[str]:
        """Return a line on the hosts that ran cases, and a line for each worker and case that was lost on the way."""
        hosts = (f"{host} {n} cases" for host, n in sorted(self.cases_by_host.items()))
        return [f"hosts: {', '.join(hosts) or 'none ran a case'}", *(f"lost: {loss}" for loss in self.losses)]

    def close(self) -> None:
        """End the workers; the cluster stays open."""
        self._engine.stop(*self._workers)
        self._workers.clear()

    def _advance(self, run: _Run) -> None:
        """Hand out tasks, and take the answers that have come."""
        if self.unavailable:
            gone = Finding(Reason.DEVICE_UNAVAILABLE, self.unavailable)
            for index in range(run.n_taken, len(run.cases)):
                if index not in run.results:
                    run.end(index, self._unjudged(run.cases[index], Verdict.NOT_RUN, gone))
            return
        while len(self._workers) < self._n_wanted(run.assignment.n_left):
            self._start_worker()
        if run.assignment.has_retries or run.assignment.n_changes != run.n_changes:
            run.n_changes = run.assignment.n_changes
            self._wake(None if run.assignment.has_retries else run.assignment.n_open)
        # a worker without one waits; with one it only waits for the next
        for depth in range(_AHEAD):  # each worker gets one task before any gets two
            for number in [ready for ready in self._ready if len(self._workers[ready].tasks) == depth]:
                self._hand_out(run, number, self._workers[number])
        self._take_events(run)

    def _n_wanted(self, n_cases: int) -> int:
        """Return the number of workers that this number of cases is worth."""
        return max(1, min(self._most, -(-n_cases // CASES_PER_RUNNER)))

    def _wake(self, most: int | None = None) -> None:
        """Let idle workers ask again; the others are passed over, for there may be a thousand."""
        for number in [number for number, worker in self._workers.items() if worker.is_idle][:most]:
            self._make_ready(number)

    def _make_ready(self, number: int) -> None:
        self._workers[number].is_idle = False
        self._ready.add(number)

    def _hand_out(self, run: _Run, number: int, worker: _Remote) -> None:
        place = worker.place
        assert place is not None
        others: list[WorkerPlace] = []
        if run.assignment.has_retries:
            others = [other.place for other in self._workers.values() if other.place and other.place != place]
        indices: tuple[int, ...] = ()
        while not indices and (batch := run.assignment.next_for(place, others)):
            indices = self._without_hangs(run, batch)
        if not indices:
            worker.is_idle = True
            self._ready.discard(number)
            return
        if worker.prepared is not run.prepared:
            worker.prepared = run.prepared
            self._engine.prepare(number, run.prepared)
        # from now on it is to answer; before, it had nothing to do
        if not worker.tasks:
            worker.since_s = time.monotonic()
        more = f" (and {len(indices) - 1} more)" if len(indices) > 1 else ""
        name = run.cases[indices[0]].id + more
        request = run.pack(tuple(run.cases[index] for index in indices))
        worker.tasks[self._engine.ask(number, name, request)] = indices
        if len(worker.tasks) == _AHEAD:
            self._ready.discard(number)

    def _without_hangs(self, run: _Run, indices: tuple[int, ...]) -> tuple[int, ...]:
        """Return the cases that are not behind hangs; the others get their result."""
        behind = {index: why for index in indices if (why := run.hangs.finding(index, run.cases[index]))}
        for index, finding in behind.items():
            run.end(index, self._unjudged(run.cases[index], Verdict.NOT_RUN, finding))
        run.assignment.ended(tuple(behind))
        return tuple(index for index in indices if index not in behind)

    def _take_events(self, run: _Run | None) -> None:
        for event in self._engine.wait(_WAIT_S):
            worker = self._workers.get(event.worker)
            try:
                if worker is None:
                    continue
                if isinstance(event, WorkerLost):
                    self._lose(run, event.worker, event.why)
                elif isinstance(event, Opened):
                    self._open(run, event, worker)
                elif isinstance(event, Answered) and run is not None and event.task in worker.tasks:
                    self._settle(run, event, worker)
            # a host is not trusted: a malformed answer costs its worker, not the run
            except UsageError as error:  # an answer of another form
                self._engine.stop(event.worker)
                self._lose(run, event.worker, str(error))
        now = time.monotonic()
        if now - self._looked_s < _LIMITS_S:
            return
        self._looked_s = now
        for number, worker in list(self._workers.items()):
            limit_s = self._limit_s(worker)
            if now - worker.since_s > limit_s and (worker.tasks or worker.place is None):
                self._engine.stop(number)
                self._lose(run, number, f"it did not answer within {limit_s:g} seconds and was killed")

    def _limit_s(self, worker: _Remote) -> float:
        """Return the seconds within which a worker must open its device, or answer its oldest task."""
        if worker.place is None:
            return 2 * self._settings.start_deadline_s + _GRACE_S  # the worker itself makes two attempts
        n_cases = len(next(iter(worker.tasks.values()), ()))
        # Each case may end its worker process, and the next one has the time of a start.
        return n_cases * (self._settings.case_deadline_s + self._settings.start_deadline_s) + _GRACE_S

    def _open(self, run: _Run | None, event: Opened, worker: _Remote) -> None:
        answer = answer_of(event.answer, Opening, f"the worker on {event.host}")
        worker.place = WorkerPlace(event.worker, event.host)
        if answer.info is None:
            self._engine.stop(event.worker)
            self._lose(run, event.worker, answer.failed, is_refused=True)
            return
        self._make_ready(event.worker)
        self.info = self.info or answer.info

    def _settle(self, run: _Run, event: Answered, worker: _Remote) -> None:
        place = worker.place
        assert place is not None
        where = f"an answer from {place.host}"
        answer = answer_of(event.answer, CasesAnswer, where)
        indices = worker.tasks[event.task]
        results = answer.results
        # a result must not pass for another case's
        if [result.case_id for result in results] != [run.cases[index].id for index in indices]:
            raise UsageError(f"{where} must have a result for each of its cases, in order (got others)")
        del worker.tasks[event.task]
        self._make_ready(event.worker)
        worker.since_s = time.monotonic()
        self._fruitless, self._n_before = 0, len(self._workers)
        self.cases_by_host[place.host] += len(indices)
        run.assignment.ended(indices)
        if answer.said:
            sys.stderr.write(answer.said)
            sys.stderr.flush()
        for index, result in zip(indices, results, strict=True):
            if may_differ_elsewhere(result) and run.assignment.retry(index, place):
                if not is_behind_hangs(result):
                    self.losses.append(
                        f"{result.case_id}: {result.verdict.value} on {place.host}, tried again: "
                        f"{_first_line(result)}"
                    )
            else:
                run.end(index, result)
        if answer.failed:
            self._engine.stop(event.worker)
            self._lose(run, event.worker, answer.failed)

    def _lose(self, run: _Run | None, number: int, why: str, is_refused: bool = False) -> None:
        """Take back the cases of a worker that is gone; `is_refused` if the worker reported that it cannot serve."""
        worker = self._workers.pop(number)
        self._ready.discard(number)
        place = worker.place or WorkerPlace(number, "a host of the cluster")
        self._fruitless += 1
        self.losses.append(f"worker {number} on {place.host}: {why}")
        if run is not None:
            for index in run.assignment.lost(list(worker.tasks.values()), place):
                why_lost = f"{run.assignment.losses[index]} times, the last time on {place.host}: {why}"
                lost = Finding(Reason.CRASH, f"the case's worker was lost {why_lost}")
                run.end(index, self._unjudged(run.cases[index], Verdict.CRASH, lost))
        if self._fruitless >= _MOST_FRUITLESS + self._n_before or (
            self.info is None and is_refused and self._fruitless > 1
        ):
            self.unavailable = (
                f"the cluster's workers end before they answer, the last on {place.host}: {why}"
            )
            self.info = None
        elif self.info is None:
            self._start_worker()

    def _unjudged(self, case: Case, verdict: Verdict, finding: Finding) -> CaseResult:
        return unjudged(case, self.kind, self._settings, verdict, finding)

    def _start_worker(self) -> None:
        number = self._engine.start(self._need, folders_of(self._settings), self._start)
        self._workers[number] = _Remote(time.monotonic())


@dataclass
class _Run:
    """One call of `ClusterRunner.run_all`. `results` has the results that are not yet taken: all behind `n_taken`."""

    cases: tuple[Case, ...]
    assignment: Assignment
    on_end: Callable[[CaseResult], None]
    hangs: HangLimit
    results: dict[int, CaseResult] = field(default_factory=dict)
    prepared: object = None
    pack: Callable[[tuple[Case, ...]], bytes] = pack
    n_changes: int = 0
    n_taken: int = 0

    def end(self, index: int, result: CaseResult) -> None:
        self.results[index] = result
        self.hangs.note(index, self.cases[index], result)
        self.on_end(result)


def may_differ_elsewhere(result: CaseResult) -> bool:
    """Whether a result may be the fault of a host rather than of the kernel."""
    # A worker process that was killed from outside, a deadline that passed, a device that is gone: the system, another
    # process, a driver or a GPU may be to blame, and a worker does not run cases behind hangs. Every other crash is a
    # kernel's, and a second try could only hide it.
    if Reason.DEVICE_UNAVAILABLE in result.reasons or is_behind_hangs(result):
        return True
    if result.verdict is Verdict.HANG:
        return any("its process was killed" in finding.message for finding in result.findings)
    if result.verdict is not Verdict.CRASH:
        return False
    return result.device == "gpu" or any(_KILLED in finding.message for finding in result.findings)


def _first_line(result: CaseResult) -> str:
    return result.findings[0].message.partition("\n")[0] if result.findings else result.detail
