"""Shares groups of work among runners, each of which holds a child process, and returns the answers in order."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Generator, Iterable, Sequence
from queue import PriorityQueue, SimpleQueue
from typing import Any, Protocol

_JOIN_CHECK_S = 0.05


class Member(Protocol):
    """A runner that can be a member of a pool; it replaces its process after a crash."""

    @property
    def unavailable(self) -> str:
        """Reason the member has no process any more; empty if it has one."""

    def run_all(self, items: Iterable[Any]) -> Generator[Any, None, None]:
        """Yield an answer for each item, in order."""

    def break_off(self) -> None:
        """End the process at once; another thread may be waiting for it."""


def run_groups(
    members: Sequence[Member], items: Sequence[Any], groups: Iterable[Sequence[int]]
) -> Generator[Any, None, None]:
    """Run items on several members at once, each member on a thread of its own.

    Parameters
    ----------
    members : sequence of Member
        At least one. When `Member.unavailable` becomes true, the other members get the rest of its group.
    items : sequence
        Items for `Member.run_all`.
    groups : iterable of sequence of int
        Indices into `items`, each index once. One member gets all of a group; the group with the smallest first
        index is the next to start.

    Yields
    ------
    Any
        The answers in the order of `items`. Closing the iterator ends all processes at once. An exception of a
        member is raised here.
    """
    waiting: PriorityQueue[tuple[int, ...]] = PriorityQueue()
    for group in groups:
        waiting.put(tuple(group))
    answers: SimpleQueue[tuple[int, Any] | BaseException] = SimpleQueue()
    is_stopped = threading.Event()

    def work(member: Member) -> None:
        try:
            while group := waiting.get():
                with contextlib.closing(member.run_all(items[index] for index in group)) as results:
                    for position, result in enumerate(results):
                        if member.unavailable and not all(other.unavailable for other in members):
                            waiting.put(group[position:])
                            return
                        answers.put((group[position], result))
                        if is_stopped.is_set():
                            break
        except BaseException as error:
            answers.put(error)

    threads = [
        threading.Thread(target=work, args=(member,), name=f"worker {number}", daemon=True)
        for number, member in enumerate(members)
    ]
    ready: dict[int, Any] = {}
    is_complete = False
    try:
        for thread in threads:
            thread.start()
        for index in range(len(items)):
            while index not in ready:
                answer = answers.get()
                if isinstance(answer, BaseException):
                    raise answer
                ready[answer[0]] = answer[1]
            yield ready.pop(index)
        is_complete = True
    finally:
        is_stopped.set()
        for _ in threads:
            waiting.put(())  # comes before every group, and ends a thread
        while busy := [pair for pair in zip(members, threads, strict=True) if pair[1].is_alive()]:
            if not is_complete:  # else they are about to finish, and their processes stay useful
                for member, _ in busy:
                    member.break_off()
            busy[0][1].join(_JOIN_CHECK_S)
