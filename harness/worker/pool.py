"""Shares groups of work among runners, each of which holds a child process, and returns the answers in order.

Members begin with the groups that there are; further groups may be made meanwhile.
"""

from __future__ import annotations

import bisect
import contextlib
import threading
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from queue import SimpleQueue
from types import MappingProxyType
from typing import Any, Protocol

FEWEST_TAKEN = 32
"""A member takes at least so many items of a group: what they share takes some milliseconds to load."""
_JOIN_CHECK_S = 0.05


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a wait for an answer."""

    def __init__(self, finished: tuple[Any, ...]) -> None:
        super().__init__()
        self.finished = finished


class Member(Protocol):
    """A runner that can be a member of a pool; it replaces its process after a crash."""

    @property
    def unavailable(self) -> str:
        """Reason the member has no process any more; empty if it has one."""

    def run_all(self, items: Iterable[Any]) -> Generator[Any, None, None]:
        """Yield an answer for each item, in order."""

    def break_off(self) -> None:
        """End the process at once; another thread may be waiting for it."""


class _Waiting:
    """The groups that no member has begun. A member waits if there are none: another one may give its group back.

    Towards the end groups are divided: a member takes at most half of its share of all that is left, so that none is
    left alone with many items.
    """

    def __init__(
        self,
        groups: Iterable[Sequence[int]],
        sources: Mapping[int, Hashable],
        n_members: int,
        *,
        is_complete: bool,
    ) -> None:
        self._groups = sorted(map(tuple, groups))
        self._n_left = sum(map(len, self._groups))
        self._n_members = n_members
        self._sources = dict(sources)
        # Sources that a member is making now, and those that one has made.
        self._begun: set[Hashable] = set()
        self._made: set[Hashable] = set()
        self._has_changed = threading.Condition()
        # Whether no group will be added.
        self._is_complete = is_complete
        self._is_closed = False

    def take(self) -> tuple[int, ...]:
        """Return the next group, if possible one that need not make what another member is making; () at the end."""
        with self._has_changed:
            while (at := self._next()) is None:
                if self._is_closed:
                    return ()
                self._has_changed.wait()
            group = self._groups.pop(at)
            source = self._sources.get(group[0])
            most = max(FEWEST_TAKEN, self._n_left // (2 * self._n_members))
            if self._is_complete and len(group) > most:
                group, rest = group[:most], group[most:]
                self._groups.insert(at, rest)
                if source is not None:
                    self._sources[rest[0]] = source
                self._has_changed.notify()
            self._n_left -= len(group)
            if source is not None and source not in self._made:
                self._begun.add(source)
            return group

    def _next(self) -> int | None:
        """Return the place of the next group; None to wait."""
        if self._is_closed or not self._groups:
            return None
        sources = (self._sources.get(group[0]) for group in self._groups)
        at = next((at for at, source in enumerate(sources) if source not in self._begun), None)
        # A group that needs what another member is making is better than none, but not than one that is still to come.
        return 0 if at is None and self._is_complete else at

    def add(self, group: Sequence[int], source: Hashable) -> None:
        """Add a group; None is no source."""
        with self._has_changed:
            bisect.insort(self._groups, tuple(group))
            self._n_left += len(group)
            if source is not None:
                self._sources[group[0]] = source
            self._has_changed.notify()

    def complete(self) -> None:
        """Note that no group will be added."""
        with self._has_changed:
            self._is_complete = True
            self._has_changed.notify_all()

    def note_answer(self, group: tuple[int, ...]) -> None:
        """Note that the first item of a group has been answered, or will not be."""
        with self._has_changed:
            source = self._sources.get(group[0])
            self._begun.discard(source)
            self._made.add(source)
            if not self._is_complete:  # a member may be waiting for this source
                self._has_changed.notify_all()

    def give_back(self, group: tuple[int, ...]) -> None:
        """Return the rest of a group."""
        with self._has_changed:
            bisect.insort(self._groups, group)
            self._n_left += len(group)
            self._has_changed.notify()

    def close(self) -> None:
        """End every wait."""
        with self._has_changed:
            self._is_closed = True
            self._has_changed.notify_all()


class _AllAdded:
    """Says among the answers that no group will be added."""


def run_groups(
    members: Sequence[Member],
    items: Sequence[Any],
    groups: Iterable[Sequence[int]],
    sources: Mapping[int, Hashable] = MappingProxyType({}),
    later: Iterator[Sequence[int]] | None = None,
    on_answer: Callable[[Any], None] = lambda _: None,
) -> Generator[Any, None, None]:
    """Run items on several members at once, each member on a thread of its own.

    The members begin before the first answer is asked for.
    """
    answers = _answers_in_order(members, items, groups, sources, later, on_answer)
    next(answers)
    return answers


def _answers_in_order(
    members: Sequence[Member],
    items: Sequence[Any],
    groups: Iterable[Sequence[int]],
    sources: Mapping[int, Hashable],
    later: Iterator[Sequence[int]] | None,
    on_answer: Callable[[Any], None],
) -> Generator[Any, None, None]:
    """Start the threads, yield nothing once, then yield the answers."""
    waiting = _Waiting(groups, sources, len(members), is_complete=later is None)
    answers: SimpleQueue[tuple[int, Any] | _AllAdded | BaseException] = SimpleQueue()
    is_stopped = threading.Event()

    def work(member: Member) -> None:
        try:
            while group := waiting.take():
                with contextlib.closing(member.run_all(items[index] for index in group)) as results:
                    for position, result in enumerate(results):
                        if position == 0:
                            waiting.note_answer(group)
                        if member.unavailable and not all(other.unavailable for other in members):
                            waiting.give_back(group[position:])
                            return
                        answers.put((group[position], result))
                        if is_stopped.is_set():
                            break
        except BaseException as error:
            answers.put(error)

    def add(later: Iterator[Sequence[int]]) -> None:
        try:
            for group in later:
                waiting.add(group, sources.get(group[0]))
                if is_stopped.is_set():
                    return
            waiting.complete()
            answers.put(_AllAdded())
        except BaseException as error:
            answers.put(error)

    threads = [
        threading.Thread(target=work, args=(member,), name=f"worker {number}", daemon=True)
        for number, member in enumerate(members)
    ]
    ready: dict[int, Any] = {}
    n_items = len(items) if later is None else None
    is_complete = n_items == 0
    try:
        for thread in threads:
            thread.start()
        if later is not None:
            threading.Thread(target=add, args=(later,), name="further groups", daemon=True).start()
        yield
        index = 0
        while n_items is None or index < n_items:
            if index in ready:
                is_complete = index + 1 == n_items  # who takes the last answer may close the iterator
                yield ready.pop(index)
                index += 1
                continue
            answer = answers.get()
            if isinstance(answer, BaseException):
                raise answer
            if isinstance(answer, _AllAdded):
                n_items = len(items)
            else:
                ready[answer[0]] = answer[1]
                on_answer(answer[1])
        is_complete = True
    except KeyboardInterrupt:
        # A later answer may be that of a process which is killed below.
        arrived = [answers.get_nowait() for _ in range(answers.qsize())]
        ready |= dict(each for each in arrived if isinstance(each, tuple))
        raise Interrupted(tuple(ready[index] for index in sorted(ready))) from None
    finally:
        is_stopped.set()
        waiting.close()
        while busy := [pair for pair in zip(members, threads, strict=True) if pair[1].is_alive()]:
            if not is_complete:  # else they are about to finish, and their processes stay useful
                for member, _ in busy:
                    member.break_off()
            busy[0][1].join(_JOIN_CHECK_S)
