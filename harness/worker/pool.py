"""Shares groups of work among runners, each of which holds a child process, and returns the answers in order.

Members begin with the groups that there are; further groups may be made meanwhile.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from queue import SimpleQueue
from typing import Any, Protocol

from .scheduler import Group, Scheduler

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


class _AllAdded:
    """Says among the answers that no group will be added."""


def run_groups(
    members: Sequence[Member],
    items: Sequence[Any],
    groups: Iterable[Group],
    later: Iterator[Group] | None = None,
    on_answer: Callable[[Any], None] = lambda _: None,
) -> Generator[Any, None, None]:
    """Run items on several members at once, each member on a thread of its own.

    The members begin before the first answer is asked for.
    """
    answers = _answers_in_order(members, items, groups, later, on_answer)
    next(answers)
    return answers


def _answers_in_order(
    members: Sequence[Member],
    items: Sequence[Any],
    groups: Iterable[Group],
    later: Iterator[Group] | None,
    on_answer: Callable[[Any], None],
) -> Generator[Any, None, None]:
    """Start the threads, yield nothing once, then yield the answers."""
    waiting = Scheduler(len(members))
    for group in groups:
        waiting.add(group)
    if later is None:
        waiting.complete()
    answers: SimpleQueue[tuple[int, Any] | _AllAdded | BaseException] = SimpleQueue()
    is_stopped = threading.Event()

    def work(member: Member) -> None:
        try:
            while group := waiting.take():
                with contextlib.closing(member.run_all(items[index] for index in group.items)) as results:
                    for position, result in enumerate(results):
                        if position == 0:
                            waiting.settled(group.source)
                        if member.unavailable and not all(other.unavailable for other in members):
                            waiting.add(Group(group.items[position:], group.source))
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
