"""Decides which worker runs which cases next, and what happens to the cases of a lost worker.

Cases that share compiled code form a group, and a worker stays with its group. A task carries as many cases as take
about `TASK_S`, because each task costs the driver some 0.5 ms. If a worker is lost, its cases return singly: then the
next loss has one culprit. Nothing here knows of Ray.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

TASK_S = 0.5
"""Time that one task should take, in seconds."""
LEAST_TASK_S = 0.2
"""A task is not made shorter than this to share out the last cases of a group, in seconds."""
MOST_CASES = 64
"""Largest number of cases of one task."""
_FIRST_CASES = 4
MOST_TRIES = 2
"""A case whose verdict may be its host's fault is tried once more elsewhere."""
MOST_LOSSES = 3
"""Tasks of a single case that may be lost: a kernel ends its worker process, and hardly ever the worker or its host."""
MOST_LOSSES_EVER = 10
"""The same on a cluster that loses workers for other reasons: each loss whose case then ended allows one more."""
SHARING_S = 1.0
"""Idle workers help with a group whose waiting cases take so long, in seconds; each helper loads the group's code."""
USUAL_CASE_S = 0.015
"""Time of a case of a group that has not said it yet."""


@dataclass(frozen=True)
class Place:
    """A worker and its host."""

    worker: int
    host: str


@dataclass(eq=False)
class _Group:
    waiting: deque[int]
    case_s: float = 0.0
    n_ended: int = 0
    n_workers: int = 0

    @property
    def waiting_s(self) -> float:
        """Time that the waiting cases take one worker."""
        return len(self.waiting) * (self.case_s or USUAL_CASE_S)

    @property
    def share_s(self) -> float:
        """Time of the waiting cases for each worker, if one more helps."""
        return self.waiting_s / (1 + self.n_workers)


@dataclass(eq=False)
class _Retry:
    index: int
    before: Place


@dataclass
class Assignment:
    """The cases of a run that have no result yet."""

    groups: Sequence[Sequence[int]]
    """Indices of cases that share compiled code; each index once."""
    _groups: list[_Group] = field(init=False)
    _fresh: deque[_Group] = field(init=False)
    _held: dict[int, _Group] = field(init=False, default_factory=dict)
    _singles: deque[int] = field(init=False, default_factory=deque)
    _retries: list[_Retry] = field(init=False, default_factory=list)
    _group_of: dict[int, _Group] = field(init=False, default_factory=dict)
    _tries: dict[int, int] = field(init=False, default_factory=dict)
    _losses: dict[int, int] = field(init=False, default_factory=dict)
    _n_innocent: int = field(init=False, default=0)
    """Losses of single cases that have ended since."""
    _done: set[int] = field(init=False, default_factory=set)
    n_changes: int = field(init=False, default=0)
    """Grows when there may be something for workers that got nothing."""
    _n_searched: int = field(init=False, default=-1)

    def __post_init__(self) -> None:
        self._groups = [_Group(deque(group)) for group in self.groups]
        self._fresh = deque(self._groups)
        for group in self._groups:
            self._group_of.update(dict.fromkeys(group.waiting, group))

    @property
    def is_complete(self) -> bool:
        """Whether every case has its result."""
        return len(self._done) == len(self._group_of)

    @property
    def n_left(self) -> int:
        """Number of cases without a result."""
        return len(self._group_of) - len(self._done)

    @property
    def has_retries(self) -> bool:
        """Whether cases wait for a worker at another place than the one where they were lost."""
        return bool(self._retries)

    def next_for(self, place: Place, others: Sequence[Place]) -> tuple[int, ...]:
        """Return the cases of the next task of a worker; empty if it has nothing to do."""
        for retry in self._retries:
            if _may_retry(place, retry.before, others):
                self._retries.remove(retry)
                return (retry.index,)
        if self._singles:
            return (self._singles.popleft(),)
        group = self._group_for(place.worker)
        if group is None:
            return ()
        if group.case_s:
            n = max(1, min(MOST_CASES, int(TASK_S / group.case_s)))
        else:
            n = _FIRST_CASES if group.n_ended else 1
        # The last cases of a group are shared out evenly, but in no smaller parts than are worth a task.
        even = -(-len(group.waiting) // (2 * max(1, group.n_workers)))
        least = int(LEAST_TASK_S / group.case_s) if group.case_s else 1
        n = min(n, max(1, even, least))
        return tuple(group.waiting.popleft() for _ in range(min(n, len(group.waiting))))

    def ended(self, cases: Sequence[int], elapsed_s: float) -> None:
        """Note that a task ended after so many seconds; its cases are complete unless `retry` follows."""
        if not cases:
            return
        group = self._group_of[cases[0]]
        if group.n_ended:  # the first task of a group includes its compilation
            group.case_s = elapsed_s / len(cases)
        group.n_ended += 1
        self._done.update(cases)
        for index in cases:
            self._n_innocent += self._losses.pop(index, 0)
        self._note_change(group)

    def retry(self, index: int, place: Place) -> bool:
        """Have one case tried elsewhere; False if it has had its tries, and is then complete."""
        self._tries[index] = self._tries.get(index, 1) + 1
        if self._tries[index] > MOST_TRIES:
            self._done.add(index)
            return False
        self._done.discard(index)
        self._retries.append(_Retry(index, place))
        return True

    def lost(self, tasks: Sequence[Sequence[int]], place: Place) -> tuple[int, ...]:
        """Take the unanswered tasks of a lost worker back, the oldest first."""
        given_up: list[int] = []
        for position, cases in enumerate(tasks):
            if position == 0 and len(cases) == 1:
                self._losses[cases[0]] = self._losses.get(cases[0], 0) + 1
                if self._losses[cases[0]] >= min(MOST_LOSSES + self._n_innocent, MOST_LOSSES_EVER):
                    self._done.add(cases[0])
                    given_up.append(cases[0])
                else:
                    self._retries.append(_Retry(cases[0], place))
            elif position == 0:
                # One of several may have ended the worker: singly, each answers for itself.
                self._singles.extend(cases)
                self.n_changes += 1
            else:
                group = self._group_of[cases[0]]
                group.waiting.extendleft(reversed(cases))
                if not group.n_workers and group not in self._fresh:
                    self._fresh.appendleft(group)
                self.n_changes += 1
        self.release(place.worker)
        return tuple(given_up)

    def losses_of(self, index: int) -> int:
        """Return how many tasks of a single case were lost."""
        return self._losses.get(index, 0)

    def release(self, worker: int) -> None:
        """Forget the group that a worker held; its waiting cases go to other workers."""
        group = self._held.pop(worker, None)
        if group is not None:
            group.n_workers -= 1
            if group.waiting and not group.n_workers and group not in self._fresh:
                self._fresh.appendleft(group)
                self.n_changes += 1
            self._note_change(group)

    def _note_change(self, group: _Group) -> None:
        if group.share_s >= SHARING_S:
            self.n_changes += 1

    def _group_for(self, worker: int) -> _Group | None:
        group = self._held.get(worker)
        if group is not None and group.waiting:
            return group
        self.release(worker)
        while self._fresh:
            group = self._fresh.popleft()
            if group.waiting:
                break
        else:
            if self._n_searched == self.n_changes:
                return None  # another worker has just looked
            group = max(self._groups, key=lambda each: each.share_s, default=None)
            if group is None or group.share_s < SHARING_S:
                self._n_searched = self.n_changes
                return None
        self._held[worker] = group
        group.n_workers += 1
        return group


def _may_retry(place: Place, before: Place, others: Sequence[Place]) -> bool:
    """Whether no ready worker is a better place than this one for a case that was lost at `before`."""
    if place.host != before.host:
        return True
    if any(other.host != before.host for other in others):
        return False
    return place.worker != before.worker or all(other.worker == before.worker for other in others)
