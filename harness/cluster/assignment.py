"""Decides which worker of a cluster runs which cases next, and what happens to the cases of a lost worker.

`harness.worker.pool` hands out the cases, those that share compiled code together. If a worker is lost, its cases
return singly: then the next loss has one culprit. Nothing here knows of Ray.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from ..worker.pool import Group, Scheduler

FEWEST_CASES = 8
"""A task has so many cases at least, if its group has: each task costs the driver some 0.5 ms, a small case 15 ms."""
MOST_CASES = 64
"""Largest number of cases of one task."""
MOST_TRIES = 2
"""A case whose verdict may be its host's fault is tried once more elsewhere."""
MOST_LOSSES = 3
"""Tasks of a single case that may be lost: a kernel ends its worker process, and hardly ever the worker or its host."""
MOST_LOSSES_EVER = 10
"""The same on a cluster that loses workers for other reasons: each loss whose case then ended allows one more."""


@dataclass(frozen=True)
class Place:
    """A worker and its host."""

    worker: int
    host: str


class Assignment:
    """The cases of a run that have no result yet."""

    def __init__(self, groups: Sequence[Sequence[int]], n_workers: int = 1) -> None:
        self._scheduler = Scheduler(n_workers, fewest=FEWEST_CASES, most=MOST_CASES, makes_twice=False)
        self._group_of = {index: number for number, group in enumerate(groups) for index in group}
        for number, group in enumerate(groups):
            self._scheduler.add(Group(tuple(group), number))
        self._scheduler.complete()
        self._has_ended: set[int] = set()
        # The group whose code a worker has loaded.
        self._loaded: dict[int, int] = {}
        self._singles: deque[int] = deque()
        # Cases to be tried at another place than the one where they were lost.
        self._retries: list[tuple[int, Place]] = []
        self._tries: dict[int, int] = {}
        self._losses: dict[int, int] = {}
        # Losses of single cases that have ended since.
        self._n_innocent = 0
        self._done: set[int] = set()
        self.n_changes = 0
        """Grows when there may be something for workers that got nothing."""

    @property
    def n_left(self) -> int:
        return len(self._group_of) - len(self._done)

    @property
    def n_open(self) -> int:
        """Largest number of workers for which there is a task."""
        return len(self._singles) + -(-self._scheduler.n_left // FEWEST_CASES)

    @property
    def has_retries(self) -> bool:
        """Whether cases wait for a worker at another place than the one where they were lost."""
        return bool(self._retries)

    def next_for(self, place: Place, others: Sequence[Place]) -> tuple[int, ...]:
        """Return the cases of the next task of a worker; empty if it has nothing to do."""
        for retry in self._retries:
            index, before = retry
            if _may_retry(place, before, others):
                self._retries.remove(retry)
                return (index,)
        if self._singles:
            return (self._singles.popleft(),)
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
            self._n_innocent += self._losses.pop(index, 0)

    def retry(self, index: int, place: Place) -> bool:
        """Have one case tried elsewhere; False if it has had its tries, and is then complete."""
        self._tries[index] = self._tries.get(index, 1) + 1
        if self._tries[index] > MOST_TRIES:
            self._done.add(index)
            return False
        self._done.discard(index)
        self._retries.append((index, place))
        return True

    def lost(self, tasks: Sequence[Sequence[int]], place: Place) -> tuple[int, ...]:
        """Take the unanswered tasks of a lost worker back, the oldest first; return the cases that are given up."""
        given_up: list[int] = []
        for position, cases in enumerate(tasks):
            number = self._group_of[cases[0]]
            self._settle(number)
            if position > 0:
                self._scheduler.add(Group(tuple(cases), number))
            elif len(cases) > 1:
                # One of several may have ended the worker: singly, each answers for itself.
                self._singles.extend(cases)
            else:
                index = cases[0]
                self._losses[index] = self._losses.get(index, 0) + 1
                if self._losses[index] >= min(MOST_LOSSES + self._n_innocent, MOST_LOSSES_EVER):
                    self._done.add(index)
                    given_up.append(index)
                else:
                    self._retries.append((index, place))
        self.n_changes += 1
        self._loaded.pop(place.worker, None)
        return tuple(given_up)

    def _settle(self, number: int) -> None:
        """Let any worker take cases of a group."""
        if number not in self._has_ended:
            self._has_ended.add(number)
            self._scheduler.settled(number)
            self.n_changes += 1

    def losses_of(self, index: int) -> int:
        """Return how many tasks of a single case were lost."""
        return self._losses.get(index, 0)


def _may_retry(place: Place, before: Place, others: Sequence[Place]) -> bool:
    """Whether no ready worker is a better place than this one for a case that was lost at `before`."""
    if place.host != before.host:
        return True
    if any(other.host != before.host for other in others):
        return False
    return place.worker != before.worker or all(other.worker == before.worker for other in others)
