"""Shares groups of work among runners, each of which holds a child process, and returns the answers in order.

A worker that needs code which another one is making waits, or does something else meanwhile. Jobs without a device,
such as compilers, which run on one core each and may crash, have a process each: a crash costs one job only.
"""

from __future__ import annotations

import bisect
import contextlib
import pickle
import threading
import traceback
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from ..lazy import dataclass, field, replace
from .channel import Done, Failed
from .child_process import GONE, ChildProcess

_JOIN_CHECK_S = 0.05
FEWEST_TAKEN = 32
"""Fewest items of a group that a worker takes: their shared code takes some milliseconds to load."""
_AHEAD = 48
"""Groups among which a worker looks for one like its last: answers come in order, and wait for those left behind."""


@dataclass(frozen=True)
class Group:
    """Items that one worker does one after the other."""

    items: tuple[int, ...]
    """Numbers of the items; no item is in two groups."""
    source: Hashable = field(default=None, compare=False)
    """Shared product, made for the first item, such as compiled code; None if items share nothing."""
    likeness: Hashable = field(default=None, compare=False)
    """What a worker has loaded or keeps for its items, such as the inputs of one element type."""


class Scheduler:
    """The groups that no worker has begun, in the order of their items. Threads may share an instance.

    Towards the end groups are divided: a worker takes at most half of its share of all that is left, so that none is
    left alone with many items.
    """

    def __init__(
        self, n_workers: int, *, fewest: int = FEWEST_TAKEN, most: int | None = None, makes_twice: bool = True
    ) -> None:
        self._n_workers = n_workers
        self._fewest = fewest
        self._most = most
        # Whether a worker for which there is nothing else may make what another one is making. If not, a group's first
        # item is handed out alone, so that the others do not wait for more.
        self._makes_twice = makes_twice
        self._groups: list[Group] = []
        self.n_left = 0
        self._making: set[Hashable] = set()
        self._made: set[Hashable] = set()
        self._is_complete = False
        self._is_closed = False
        self._has_changed = threading.Condition()

    def add(self, group: Group) -> None:
        """Add a group, or the rest of one that a worker has left."""
        with self._has_changed:
            bisect.insort(self._groups, group, key=lambda one: one.items)
            self.n_left += len(group.items)
            self._has_changed.notify_all()

    def complete(self) -> None:
        """Note that only groups that workers leave will be added."""
        with self._has_changed:
            self._is_complete = True
            self._has_changed.notify_all()

    def close(self) -> None:
        """Hand out nothing more, and end every wait."""
        with self._has_changed:
            self._is_closed = True
            self._has_changed.notify_all()

    def take(self, likeness: Hashable = None, *, waits: bool = True) -> Group | None:
        """Return a worker's next group, if possible one like its last."""
        # If there is none, wait: another worker may leave one. Return None when the scheduler is closed, or at once if
        # the caller does not wait.
        with self._has_changed:
            while (place := self._next(likeness)) is None:
                if self._is_closed or not waits:
                    return None
                self._has_changed.wait()
            taken = self._groups.pop(place)
            is_first = taken.source is not None and taken.source not in self._made
            most = 1 if is_first and not self._makes_twice else self._largest()
            if len(taken.items) > most:
                # The rest keeps its place, so that groups stay in the order of their items.
                self._groups.insert(place, replace(taken, items=taken.items[most:]))
                taken = replace(taken, items=taken.items[:most])
                self._has_changed.notify_all()
            self.n_left -= len(taken.items)
            if is_first:
                self._making.add(taken.source)
            return taken

    def settled(self, source: Hashable) -> None:
        """Let others take groups of a source: a worker has made it, or will not make it."""
        with self._has_changed:
            self._making.discard(source)
            self._made.add(source)
            self._has_changed.notify_all()

    def _largest(self) -> int:
        # While groups are still to come, the last ones are unknown.
        even = self.n_left // (2 * self._n_workers) if self._is_complete else self.n_left
        most = max(self._fewest, even)
        return most if self._most is None else min(most, self._most)

    def _next(self, likeness: Hashable) -> int | None:
        if self._is_closed or not self._groups:
            return None
        # A worker goes on with a source that it is making itself, if that is the likeness.
        making = self._making - {likeness}
        free = [place for place, group in enumerate(self._groups) if group.source not in making]
        if not free:
            # Making code twice is better than waiting, unless further groups are still to come.
            return 0 if self._is_complete and self._makes_twice else None
        alike = (place for place in free if self._groups[place].likeness == likeness)
        place = next(alike, free[0])
        return place if place < _AHEAD else free[0]


class PoolInterrupted(KeyboardInterrupt):
    """Ctrl-C during a wait for an answer."""

    def __init__(self, finished: tuple[Any, ...]) -> None:
        super().__init__()
        self.finished = finished


class PoolMember(Protocol):
    """A runner that can be a member of a pool; it replaces its process after a crash."""

    @property
    def unavailable(self) -> str:
        """Reason the member has no process any more; empty if it has one."""

    def break_off(self) -> None:
        """End the process at once; another thread may be waiting for it."""


_Member = TypeVar("_Member", bound=PoolMember)


def run_groups(
    members: Sequence[_Member],
    run: Callable[[_Member, Iterator[Any]], Generator[Any, None, None]],
    items: Sequence[Any],
    groups: Iterable[Group],
    later: Iterator[Group] | None = None,
    on_answer: Callable[[Any], None] = lambda _: None,
) -> Generator[Any, None, None]:
    """Run items on several members at once, each member on a thread of its own; yield the answers in order."""
    # ``run(member, items)`` yields an answer for each of some items. The members begin with the groups that there are,
    # before the first answer is asked for; `later` makes further groups and items meanwhile.
    waiting = Scheduler(len(members))
    for group in groups:
        waiting.add(group)
    if later is None:
        waiting.complete()
    answers: SimpleQueue[tuple[int, Any] | BaseException | None] = SimpleQueue()
    is_stopped = threading.Event()

    def work(member: _Member) -> None:
        likeness: Hashable = None
        try:
            while group := waiting.take(likeness):
                likeness = group.likeness
                with contextlib.closing(run(member, (items[index] for index in group.items))) as results:
                    for position, result in enumerate(results):
                        # With the first answer the code is made, and others can load it.
                        if position == 0:
                            waiting.settled(group.source)
                        # The last member without a process answers itself: its answer says why there is none.
                        if member.unavailable and not all(other.unavailable for other in members):
                            waiting.add(replace(group, items=group.items[position:]))
                            return
                        answers.put((group.items[position], result))
                        if is_stopped.is_set():
                            break
        except BaseException as error:
            answers.put(error)

    def add(later: Iterator[Group]) -> None:
        try:
            for group in later:
                waiting.add(group)
                if is_stopped.is_set():
                    return
            waiting.complete()
            answers.put(None)
        except BaseException as error:
            answers.put(error)

    threads = [
        threading.Thread(target=work, args=(member,), name=f"worker {number}", daemon=True)
        for number, member in enumerate(members)
    ]

    def answers_in_order() -> Generator[Any, None, None]:
        """Start the threads, yield nothing once, then yield the answers."""
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
                    is_complete = index + 1 == n_items  # the caller may close the iterator after it
                    yield ready.pop(index)
                    index += 1
                    continue
                answer = answers.get()
                if isinstance(answer, BaseException):
                    raise answer
                if answer is None:  # no group will be added
                    n_items = len(items)
                else:
                    ready[answer[0]] = answer[1]
                    on_answer(answer[1])
            is_complete = True
        except KeyboardInterrupt:
            # A later answer may come from a process that is killed below.
            arrived = [answers.get_nowait() for _ in range(answers.qsize())]
            ready |= dict(answer for answer in arrived if isinstance(answer, tuple))
            raise PoolInterrupted(tuple(ready[index] for index in sorted(ready))) from None
        finally:
            is_stopped.set()
            waiting.close()
            while busy := [pair for pair in zip(members, threads, strict=True) if pair[1].is_alive()]:
                if not is_complete:  # else they are about to finish, and their processes stay useful
                    for member, _ in busy:
                        # In each turn: a member may have started another process since the last one.
                        member.break_off()
                busy[0][1].join(_JOIN_CHECK_S)

    started = answers_in_order()
    next(started)
    return started


Argument = TypeVar("Argument")


class Died(NamedTuple):
    how: str
    """Exit status or signal, in words."""
    signal: int
    """The signal that ended the process; 0 if none did."""


def run_jobs(
    function: Callable[[Argument], Any], arguments: Sequence[Argument], n_processes: int
) -> Generator[tuple[Argument, Done | Failed | Died], None, None]:
    runners = [_JobRunner(function) for _ in range(min(n_processes, len(arguments)))]
    try:
        groups = (Group((index,)) for index in range(len(arguments)))
        answers = run_groups(runners, _JobRunner.run_all, arguments, groups)
        with contextlib.closing(answers):
            yield from zip(arguments, answers, strict=True)
    finally:
        # All are killed before one is waited for.
        for runner in runners:
            runner.break_off()
        for runner in runners:
            runner.close()


class _JobRunner:
    """A member of a pool that calls a function in a child process, which the first job starts."""

    unavailable = ""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function
        self._process: ChildProcess | None = None
        self._connection: Connection[Any, Any]

    def run_all(self, items: Iterable[Any]) -> Generator[Done | Failed | Died, None, None]:
        for item in items:
            if self._process is None:
                process = ChildProcess(__name__)
                self._connection = Connection(process.connection.detach())
                self._process = process
            answer: Done | Failed | Died
            try:
                self._connection.send((self._function, item))
                answer = self._connection.recv()
            except GONE:
                answer = Died(self._process.how_it_died(), self._process.signal)
                self.close()
            yield answer

    def break_off(self) -> None:
        process = self._process
        if process is not None:
            process.signal_end()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            self._connection.close()


def main(connection: int) -> None:
    """Run jobs in the child process, until the connection is closed."""
    jobs: Connection[Any, Any] = Connection(connection)
    with contextlib.suppress(EOFError, ConnectionError):
        while True:
            job = jobs.recv_bytes()
            try:
                # A failed import is answered, too.
                function, argument = pickle.loads(job)
                answer: Done | Failed = Done(function(argument))
            except Exception:
                answer = Failed(traceback.format_exc())
            jobs.send(answer)
